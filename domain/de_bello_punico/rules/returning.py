"""Units that enter the field: pursuers (BP 14.1) and the ambush at the Trebbia (BP 17.1.3c)."""

from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.rules import points
from iacta.domain.de_bello_punico.rules.own import own_unit
from iacta.domain.de_bello_punico.rules.unfolding import Unfolding
from iacta.domain.de_bello_punico.state import State, Unit, words
from iacta.domain.de_bello_punico.state.grid import OUT
from iacta.domain.de_bello_punico.state.keys import ARMS, SideKey, other
from iacta.domain.kernel.proof.errors import RuleViolation


def return_hexes(state: State, unit: Unit) -> tuple[str, ...]:
    """Where a pursuer may come back: the hex it left by, or one beside it on that edge. BP 14.1."""
    if unit.fate != "pursuing" or unit.hex is None:
        return ()
    edge = state.grid.edge(other(unit.side))
    return tuple(
        hex_
        for hex_ in edge
        if state.grid.distance(hex_, unit.hex) <= 1 and state.vacant(hex_, unit.side)
    )


def hidden_unit(state: State) -> Unit | None:
    """The unit held back at the Trebbia. BP 17.1.3c."""
    return next((unit for unit in state.units if unit.fate == "held"), None)


def ambush_hexes(state: State, unit: Unit) -> tuple[str, ...]:
    """Where the ambush may enter once a Roman unit, not cavalry, is In Fugam. BP 17.1.3c."""
    routed = any(
        one.side == "rome" and one.panicked and ARMS[one.type] != "horse" for one in state.units
    )
    if unit.fate != "held" or not routed:
        return ()
    return tuple(hex_ for hex_ in state.grid.edge("rome") if state.vacant(hex_, unit.side))


def recall(play: Unfolding, side: SideKey, key: str, to: str) -> None:
    """Bring a pursuer back for a Cavalry point. BP 4.5, BP 14.1, BP-2."""
    unit = own_unit(play.state, side, key)
    if to not in return_hexes(play.state, unit):
        detail = f"{words.unit(play.state, key)} cannot return at {to}"
        raise RuleViolation("BP 14.1", detail, pointer="/command/to")
    _enter(play, unit, to, "BP 14.1")


def ambush(play: Unfolding, side: SideKey, key: str, to: str) -> None:
    """Bring the hidden unit onto the field for a Cavalry point. BP 17.1.3c, BP-27."""
    unit = own_unit(play.state, side, key)
    if to not in ambush_hexes(play.state, unit):
        detail = f"{words.unit(play.state, key)} cannot enter at {to}"
        raise RuleViolation("BP 17.1.3c", detail, pointer="/command/to")
    _enter(play, unit, to, "BP 17.1.3c")


def _enter(play: Unfolding, unit: Unit, to: str, rule: str) -> None:
    """It enters facing inward, pays for the hex, and may move on unless in an enemy zone. BP-39."""
    points.spend(play, unit.side, "cavalry")
    grid = play.state.grid
    inward = (OUT[grid.field.home(other(unit.side))] + 3) % 6
    cost = grid.cost[grid.index[to]]
    stopped = to in play.state.zones[other(unit.side)]  # BP 8.2
    play.add(fx.UnitEntered(unit.id, to, inward, cost, rule, stopped))
