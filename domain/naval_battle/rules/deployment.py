"""Setting up: the side without superiority first. NV 2.11, NB-18."""

from iacta.domain.kernel.proof.errors import RuleViolation
from iacta.domain.naval_battle.effects import Deployed, Placed, TurnBegun
from iacta.domain.naval_battle.rules import board
from iacta.domain.naval_battle.rules.unfolding import Unfolding
from iacta.domain.naval_battle.state import Fleet, Seat, State


def waiting(state: State, seat: str) -> list[Fleet]:
    """The fleets that a side still has to set up."""
    return [one for one in state.fleets if one.status == "ready" and one.side == seat]


def place(play: Unfolding, seat: Seat, fleet: str, square: str) -> None:
    """Set up one fleet in your own ranks. NV 2.11, NB-18."""
    state = play.state
    if fleet not in [one.name for one in waiting(state, seat)]:
        raise RuleViolation(
            "NV 2.11", f"{fleet} is not waiting to be set up", pointer="/command/fleet"
        )
    if square not in board.free_zone(state, seat):
        detail = f"{square} is taken, or not in your ranks"
        raise RuleViolation("NB-18", detail, pointer="/command/square")
    play.add(Deployed(seat, (Placed(fleet, square),)))
    _go_on(play)


def form_line(play: Unfolding, seat: Seat) -> None:
    """Set up all that is left, from the middle outwards. NV 2.11."""
    state = play.state
    squares = board.free_zone(state, seat)
    places = [Placed(one.name, at) for one, at in zip(waiting(state, seat), squares, strict=False)]
    play.add(Deployed(seat, tuple(places)))
    _go_on(play)


def _go_on(play: Unfolding) -> None:
    """Once all fleets are set up, the side with superiority moves first. NV 2.11."""
    state = play.state
    if not any(one.status == "ready" for one in state.fleets):
        assert state.first is not None
        play.add(TurnBegun(1, state.first))
