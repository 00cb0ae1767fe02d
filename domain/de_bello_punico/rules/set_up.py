"""Setting up: hexes by type, the leader's place, the unit held back. BP 17, BP 17.1.2."""

from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.rules.own import own_leader, own_unit
from iacta.domain.de_bello_punico.rules.unfolding import Unfolding
from iacta.domain.de_bello_punico.state import State, Unit, words
from iacta.domain.de_bello_punico.state.keys import SideKey
from iacta.domain.kernel.proof.errors import Conflict, NotYourTurn, RuleViolation


def due(state: State) -> SideKey | None:
    """Whose set-up it is. BP-17."""
    return state.setting[0] if state.phase == "set-up" and state.setting else None


def _own(state: State, side: str, key: str) -> Unit:
    if due(state) != side:
        raise NotYourTurn(f"it is not {words.SIDES[side]}'s turn to set up")
    return own_unit(state, side, key)


def _present(state: State, side: str, key: str) -> Unit:
    unit = _own(state, side, key)
    if not unit.here:
        raise Conflict(f"{words.unit(state, key)} are held back", pointer="/command/unit")
    return unit


RULES = {
    "trebbia": "BP 17.1.2",
    "beneventum": "BP 17.2.2",
    "po": "BP 17.3.2",
    "zama": "BP 17.4.2",
}
"""The rule of each battle's set-up."""
CHOOSING = ("trebbia", "beneventum")
"""Battles in which a player with fewer units than hexes chooses among these. BP-50"""


def free_spots(state: State, unit: Unit) -> list[str]:
    """The free hexes of a unit's type, where they may be chosen. BP 17.1.2, BP 17.2.2, BP-50."""
    if state.scenario not in CHOOSING and state.switches.hexes == "printed":
        return []
    return [
        hex_
        for spot in state.spots
        if spot.side == unit.side and spot.type == unit.type
        for hex_ in spot.hexes
        if hex_ not in state.at
    ]


def shift(play: Unfolding, side: SideKey, key: str, to: str) -> None:
    """Set a unit up in another hex of its type, also one that was held back. BP 17.1.2."""
    unit = _own(play.state, side, key)
    if to not in free_spots(play.state, unit):
        detail = f"{words.unit(play.state, key)} cannot be set up on {to}"
        raise RuleViolation(RULES[play.state.scenario], detail, pointer="/command/to")
    play.add(fx.UnitShifted(key, unit.hex, to))


def seat(play: Unfolding, side: SideKey, key: str) -> None:
    """Set up the leader with a unit. BP 17.1.2."""
    unit = _present(play.state, side, key)
    leader = own_leader(play.state, side)
    if leader.hex == unit.hex:
        raise Conflict(f"{leader.name} is there already", pointer="/command/unit")
    play.add(fx.LeaderSeated(side, key))


def may_hide(state: State, unit: Unit) -> bool:
    """Whether a unit may be held back: one Numidian unit at the Trebbia. BP 17.1.3c."""
    return (
        state.scenario == "trebbia"
        and unit.side == "carthage"
        and unit.type == "light-cavalry"
        and unit.here
        and state.rider(unit.id) is None
        and all(one.fate != "held" for one in state.units)
    )


def hold_out(play: Unfolding, side: SideKey, key: str) -> None:
    """Hold a Numidian unit off the field. BP 17.1.3c."""
    unit = _present(play.state, side, key)
    if not may_hide(play.state, unit):
        detail = f"{words.unit(play.state, key)} cannot be held back"
        raise RuleViolation("BP 17.1.3c", detail, pointer="/command/unit")
    play.add(fx.UnitHeldOut(key))


def ready(play: Unfolding, side: SideKey) -> None:
    """Finish a side's set-up."""
    if due(play.state) != side:
        raise NotYourTurn(f"it is not {words.SIDES[side]}'s turn to set up")
    play.add(fx.SideReady(side))
