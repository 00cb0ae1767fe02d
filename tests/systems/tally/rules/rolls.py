"""A roll that may be answered, in two events. TY 4, TY 5, TY 6."""

from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.seals import Secrets
from tests.systems.tally import effects as fx
from tests.systems.tally.rules.hands import held
from tests.systems.tally.state import Board, Pending, State
from tests.systems.tally.tables import POINTS


def roll(
    state: State, board: Board, card: str | None, dice: Dice, secrets: Secrets
) -> list[fx.AnyEffect]:
    """Roll; whoever else holds cards may answer, as all can count. TY 4."""
    worth = held(state, board, card, secrets)
    window = tuple(other.seat for other in state.boards if other is not board and other.cards)
    face = dice.roll("d6", f"{board.seat} rolls")
    rolled = fx.Rolled(board.seat, face, card, worth, window)
    return [rolled, *_close(state, Pending(face, worth, 0, window))]


def answer(state: State, board: Board, card: str | None, secrets: Secrets) -> list[fx.AnyEffect]:
    """Answer with a card, or pass; the last answer resolves the roll. TY 5."""
    assert state.pending is not None
    worth = held(state, board, card, secrets)
    window = tuple(seat for seat in state.pending.window if seat != board.seat)
    pending = Pending(
        state.pending.face, state.pending.worth, state.pending.answers + worth, window
    )
    return [fx.Answered(board.seat, card, worth), *_close(state, pending)]


def _close(state: State, pending: Pending) -> list[fx.AnyEffect]:
    """Turn the total into points once nobody is left to answer. TY 6."""
    if pending.window:
        return []
    points = int(POINTS.cell(str(pending.total), state.column))
    return [fx.RollResolved(state.leader, pending.total, points)]
