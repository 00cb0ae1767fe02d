"""The view of one audience: everything public, and what it knows of hidden cards."""

import msgspec

from iacta.domain.kernel.contract.system import (
    Known,
    Label,
    Measure,
    Outcome,
    Phase,
    Standing,
    Waiting,
)
from iacta.domain.kernel.proof.record import SeatKey
from tests.systems.tally.rules.hands import hand
from tests.systems.tally.state import State

TITLES = {"set-up": "Set-up", "bids": "Bids", "roll": "Roll", "window": "Answers", "over": "End"}


class BoardView(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A seat's board. ``hand`` and ``bid`` are null for those who may not see them."""

    seat: SeatKey
    coins: int
    points: int
    cards: int
    hand: list[str] | None
    played: tuple[str, ...]
    has_bid: bool
    bid: int | None


class TableView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table."""

    turns: int
    boards: tuple[BoardView, ...]
    left: int
    leader: str
    total: int | None


def view(state: State, audience: str, known: Known) -> TableView:
    """The view of ``audience``; views differ only by what is known."""
    boards = tuple(
        BoardView(
            seat=board.seat,
            coins=board.coins,
            points=board.points,
            cards=board.cards,
            hand=hand(board, known),
            played=board.played,
            has_bid=bool(board.bid),
            bid=known.get(board.bid),
        )
        for board in state.boards
    )
    total = state.pending.total if state.pending else None
    return TableView(state.turns, boards, state.left, state.leader, total)


def standing(state: State) -> Standing:
    """Turn, phase, who is awaited; over after the last turn. TY 7."""
    turn = Label(state.turn, f"Turn {state.turn}") if state.turn else None
    phase = Phase(state.phase, TITLES[state.phase])
    if state.phase == "over":
        best = max(board.points for board in state.boards)
        winners = tuple(board.seat for board in state.boards if board.points == best)
        return Standing(turn, phase, (), Outcome("the last turn is played", winners))
    return Standing(turn, phase, _waiting(state))


def _waiting(state: State) -> tuple[Waiting, ...]:
    match state.phase:
        case "set-up":
            return (Waiting("referee", "the deal", ("tally.set-up",)),)
        case "bids":
            due = [board.seat for board in state.boards if not board.bid]
            return tuple(Waiting(seat, "a bid", ("tally.bid",)) for seat in due)
        case "roll":
            return (Waiting(state.leader, "a roll", ("tally.roll",)),)
    window = state.pending.window if state.pending else ()
    return tuple(Waiting(seat, "an answer", ("tally.answer", "tally.pass")) for seat in window)


def measures(state: State) -> tuple[Measure, ...]:
    """What the seats stand by. TY 7."""
    points = {board.seat: board.points for board in state.boards}
    played = {board.seat: len(board.played) for board in state.boards}
    return (
        Measure("Score", "points", "more", points),
        Measure("Cards played", "cards", "less", played),
    )
