"""State, command, dice → effects."""

from typing import assert_never

from iacta.domain.kernel.contract.system import Setup
from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.errors import Invalid, NotYourTurn
from iacta.domain.kernel.proof.seals import Secrets
from tests.systems.tally import commands as cmd
from tests.systems.tally import effects as fx
from tests.systems.tally.rules import bids, hands, rolls
from tests.systems.tally.state import Board, State

TURNS = {"short": 3, "long": 8}
COINS = 5


def begin(setup: Setup) -> list[fx.AnyEffect]:
    """Lay the table."""
    column = "double" if setup.options["double_points"] else "single"  # TY-2
    cards = setup.data["deck"].cards
    return [fx.Begun(setup.seats, cards, COINS, TURNS[setup.scenario], column)]


def decide(
    state: State, command: cmd.AnyCommand, role: str, dice: Dice, secrets: Secrets
) -> list[fx.AnyEffect]:
    """What a command does. Raises `Refused` before any die is thrown."""
    match command:
        case cmd.SetUp():
            return hands.set_up(state, dice, secrets)
        case cmd.Bid():
            return bids.lay(state, _seat(state, role), command.bid, dice, secrets)
        case cmd.Roll():
            board = _seat(state, role, (state.leader,))
            return rolls.roll(state, board, command.card, dice, secrets)
        case cmd.Answer() | cmd.Pass():
            assert state.pending is not None
            board = _seat(state, role, state.pending.window)
            card = command.card if isinstance(command, cmd.Answer) else None
            return rolls.answer(state, board, card, secrets)
        case _:
            assert_never(command)


def _seat(state: State, role: str, due: tuple[str, ...] | None = None) -> Board:
    """The acting seat's board, `NotYourTurn` unless it is among those who are due."""
    board = state.board(role.removeprefix("seat:"))
    if board is None or (due is not None and board.seat not in due):
        raise NotYourTurn(f"{role} is not awaited")
    return board


def check_change(state: State, change: fx.Change) -> None:
    """Raise `Invalid` if a ruling's change is impossible."""
    if state.board(change.seat) is None:
        raise Invalid(f"there is no seat {change.seat!r}", pointer="/seat")
    value = change.points if isinstance(change, fx.SetPoints) else change.coins
    if not 0 <= value <= 99:
        raise Invalid("from 0 to 99", pointer="")
