"""The end of a turn: panic, and proposals to end the battle. NV 10, NB-14."""

from iacta.domain.kernel.proof.errors import Conflict, OutOfPhase, RuleViolation
from iacta.domain.naval_battle.effects import CallMade, CallRefused, Panicked, TurnBegun
from iacta.domain.naval_battle.rules import victory
from iacta.domain.naval_battle.rules.unfolding import Unfolding
from iacta.domain.naval_battle.state import SEATS, CallDue, Seat, State, other


def controlled(state: State, seat: str) -> int:
    """The fleets a side controls: its own, prizes, and those that broke through. NV 10.2, NB-8.

    Broken-through fleets count as destroyed for victory alone (NB-10), so not here.
    """
    through = [one for one in state.fleets if one.status == "through" and one.control == seat]
    return len(state.on_board(seat)) + len(through)


def should_panic(state: State, seat: str) -> bool:
    """Whether a side controls half or less of the fleets it began with. NV 10.1."""
    return 2 * controlled(state, seat) <= state.side(seat).original


def end_combat(play: Unfolding, seat: Seat) -> None:
    """Both sides' panic is judged, and the next part begins. NV 10.1, NV 10.3, NB-26."""
    for each in SEATS:
        state = play.state
        side = state.side(each)
        if not side.panicked and should_panic(state, each):
            play.add(Panicked(each, controlled(state, each), side.original))
    state = play.state
    turn = state.turn if seat == state.first else state.turn + 1
    if turn > state.turn_limit:
        victory.end(play, "last-turn", "the last turn is over")
        return
    play.add(TurnBegun(turn, other(seat)))


def close(play: Unfolding) -> None:
    """A side without a fleet on the board ends the battle. NB-14."""
    state = play.state
    if state.phase not in ("command", "movement", "combat"):
        return
    if state.pending is not None or state.result is not None:
        return
    gone = [side.name for side in state.sides if not state.on_board(side.seat)]
    if gone:
        victory.end(play, "no-fleet", f"the {' and the '.join(gone)} have no fleet on the board")


def call_off(play: Unfolding, seat: Seat) -> None:
    """Propose to end the battle, once in each part of a turn. NB-14."""
    if play.state.side(seat).called:
        raise RuleViolation("NB-14", "you have already proposed it this turn")
    play.add(CallMade(seat))


def answer(play: Unfolding, seat: Seat, agrees: bool) -> None:
    """Both agree, and it is over; otherwise they fight on. NB-14."""
    pending = play.state.pending
    if not isinstance(pending, CallDue):
        raise OutOfPhase("no proposal is pending")
    if pending.seat != seat:
        raise Conflict(f"the {play.state.side(pending.seat).name} must answer")
    if agrees:
        victory.end(play, "agreed", "both sides agree to end it")
    else:
        play.add(CallRefused(seat))
