"""State, effect → state. An effect that cannot be is a `CorruptLog`."""

from typing import assert_never

from msgspec.structs import replace

from iacta.domain.kernel.proof.errors import CorruptLog
from tests.systems.tally import effects as fx
from tests.systems.tally.state import Board, Pending, State


def evolve(state: State, effect: fx.AnyEffect | fx.Change) -> State:
    """The state after one more effect."""
    match effect:
        case fx.Begun():
            _need(state.phase == "", effect)
            boards = tuple(Board(seat, effect.coins) for seat in effect.seats)
            return State(
                phase="set-up",
                turn=0,
                turns=effect.turns,
                column=effect.column,
                cards=effect.cards,
                boards=boards,
            )
        case fx.Shuffled():
            _need(state.phase != "", effect)
            return replace(state, deck=effect.deck.sealed, left=effect.left)
        case fx.Dealt():
            _need(state.left > 0, effect)
            board = _board(state, effect.seat, effect)
            state = _put(state, replace(board, dealt=(*board.dealt, effect.card.sealed)))
            return replace(state, deck=effect.deck.sealed, left=state.left - 1)
        case fx.Led():
            _need(state.phase == "set-up", effect)
            _board(state, effect.seat, effect)
            return replace(state, phase="bids", turn=1, leader=effect.seat)
        case fx.BidLaid():
            board = _board(state, effect.seat, effect)
            _need(state.phase == "bids" and not board.bid, effect)
            return _put(state, replace(board, bid=effect.bid))
        case fx.BidsResolved():
            return _bids_resolved(state, effect)
        case fx.Rolled():
            _need(state.phase == "roll" and state.leader == effect.seat, effect)
            state = _play(state, effect)
            pending = Pending(effect.face, effect.worth, 0, effect.window)
            return replace(state, phase="window", pending=pending)
        case fx.Answered():
            return _answered(state, effect)
        case fx.RollResolved():
            return _roll_resolved(state, effect)
        case fx.SetPoints():
            return _put(state, replace(_board(state, effect.seat, effect), points=effect.points))
        case fx.SetCoins():
            return _put(state, replace(_board(state, effect.seat, effect), coins=effect.coins))
        case _:
            assert_never(effect)


def _bids_resolved(state: State, effect: fx.BidsResolved) -> State:
    _need(state.phase == "bids" and all(board.bid for board in state.boards), effect)
    winner = _board(state, effect.leader, effect)
    _need(0 <= effect.paid <= winner.coins, effect)
    state = _put(state, replace(winner, coins=winner.coins - effect.paid))
    boards = tuple(replace(board, bid="") for board in state.boards)
    return replace(state, boards=boards, phase="roll", leader=effect.leader)


def _answered(state: State, effect: fx.Answered) -> State:
    pending = state.pending
    if pending is None or effect.seat not in pending.window:
        raise CorruptLog(f"{effect.seat} has nothing to answer")
    window = tuple(seat for seat in pending.window if seat != effect.seat)
    answers = pending.answers + effect.worth
    return replace(_play(state, effect), pending=replace(pending, answers=answers, window=window))


def _roll_resolved(state: State, effect: fx.RollResolved) -> State:
    _need(state.pending is not None and not state.pending.window, effect)
    board = _board(state, effect.seat, effect)
    state = _put(state, replace(board, points=board.points + effect.points))
    phase = "over" if state.turn == state.turns else "bids"
    return replace(state, phase=phase, turn=state.turn + (phase == "bids"), pending=None)


def _play(state: State, effect: fx.Rolled | fx.Answered) -> State:
    if effect.card is None:
        return state
    board = _board(state, effect.seat, effect)
    _need(board.cards > 0, effect)
    return _put(state, replace(board, played=(*board.played, effect.card)))


def _board(state: State, seat: str, effect: object) -> Board:
    board = state.board(seat)
    if board is None:
        raise CorruptLog(f"{effect}: there is no seat {seat!r}")
    return board


def _put(state: State, board: Board) -> State:
    boards = tuple(board if one.seat == board.seat else one for one in state.boards)
    return replace(state, boards=boards)


def _need(holds: bool, effect: object) -> None:
    if not holds:
        raise CorruptLog(f"{effect} cannot follow")
