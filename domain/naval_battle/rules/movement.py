"""Movement: fleets carry everybody, each moves once in its side's part of a turn. NV 3."""

from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.errors import RuleViolation
from iacta.domain.naval_battle.effects import DoubleMoveBegun, Moved
from iacta.domain.naval_battle.rules import abilities, board, leaving
from iacta.domain.naval_battle.rules.unfolding import Unfolding
from iacta.domain.naval_battle.state import Fleet, Seat, State


def squares(state: State, fleet: Fleet) -> dict[str, tuple[str, ...]]:
    """Where a fleet may move now, with the way. NV 3.1, NV 3.7."""
    if not abilities.may_move(fleet):
        return {}
    return board.paths(state, fleet, abilities.allowance(state, fleet))


def move(play: Unfolding, seat: Seat, name: str, to: str) -> None:
    """Move a fleet with its passengers. NV 3.1, NV 3.2."""
    fleet = _able(play.state, seat, name)
    found = squares(play.state, fleet)
    if to not in found:
        raise RuleViolation("NV 3.1", f"{name} cannot reach {to}", pointer="/command/to")
    play.add(Moved(name, found[to]))


def double(play: Unfolding, seat: Seat) -> None:
    """The one double move of the side with tactical superiority begins. NV 2.11, NB-23."""
    if why := why_no_double(play.state, seat):
        raise RuleViolation("NV 2.11", why)
    play.add(DoubleMoveBegun(seat))


def why_no_double(state: State, seat: Seat) -> str:
    """Why a side cannot use the double move now; empty if it can. NV 2.11."""
    if state.first != seat or state.double != "unused":
        return "you have no double move"
    if not any(squares(state, fleet) for fleet in state.on_board(seat)):
        return "no fleet is left that could move"
    return ""


def flee(play: Unfolding, seat: Seat, name: str, dice: Dice) -> None:
    """Leave by your own edge, only after panic. NV 11.1."""
    fleet = _able(play.state, seat, name)
    if not play.state.side(seat).panicked:
        raise RuleViolation("NV 11.1", "your Force has not panicked", pointer="/command/fleet")
    if not abilities.may_flee(play.state, fleet):
        raise RuleViolation("NB-7", f"{name} is not at your edge", pointer="/command/fleet")
    leaving.by_own_edge(play, fleet, "fled", dice)


def break_through(play: Unfolding, seat: Seat, name: str) -> None:
    """Leave by the enemy's edge: the active side in case (c), panicked or not. NV 11.3, NV 11.4."""
    fleet = _able(play.state, seat, name)
    if play.state.case != "c" or seat != "active":
        detail = "only the Force whose movement is intercepted may break through"
        raise RuleViolation("NV 11.3", detail)
    if not abilities.may_break_through(play.state, fleet):
        raise RuleViolation("NV 11.4", f"{name} is not at the far edge", pointer="/command/fleet")
    leaving.break_through(play, fleet)


def _able(state: State, seat: Seat, name: str) -> Fleet:
    fleet = abilities.own_fleet(state, name, seat)
    if not abilities.may_move(fleet):
        rule, detail = abilities.why_no_move(fleet)
        raise RuleViolation(rule, detail, pointer="/command/fleet")
    return fleet
