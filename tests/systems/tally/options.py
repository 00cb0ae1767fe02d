"""What a role may do now."""

from iacta.domain.kernel.contract.choices import (
    Alternative,
    Option,
    integer,
    one_of,
    option,
)
from iacta.domain.kernel.contract.system import Command, Known
from tests.systems.tally import commands as cmd
from tests.systems.tally.rules.hands import hand
from tests.systems.tally.state import Board, State


def options(state: State, role: str, known: Known) -> list[Option]:
    """Every legal command of ``role``, in a stable order."""
    board = state.board(role.removeprefix("seat:"))
    if state.phase == "set-up" and role == "referee":
        return [option(cmd.SetUp, "Shuffle and deal", "TY 1")]
    if board is None:
        return []
    if state.phase == "bids" and not board.bid:
        return [option(cmd.Bid, "Bid", "TY 2", {"/bid": integer(0, board.coins)})]
    if state.phase == "roll" and state.leader == board.seat:
        roll = option(cmd.Roll, "Roll", "TY 4")
        return [roll, *_with_card(cmd.Roll, "Roll with a card", "TY 4", board, known)]
    if state.pending and board.seat in state.pending.window:
        stay = option(cmd.Pass, "Pass", "TY 5")
        return [stay, *_with_card(cmd.Answer, "Answer with a card", "TY 5", board, known)]
    return []


def _with_card(
    command: type[Command], title: str, rule: str, board: Board, known: Known
) -> list[Option]:
    names = sorted(set(hand(board, known) or []))
    if not names:
        return []
    cards = one_of(Alternative(name, name.capitalize()) for name in names)
    return [option(command, title, rule, {"/card": cards}, key="card")]
