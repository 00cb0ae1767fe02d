"""What a role may do now."""

from iacta.domain.kernel.contract.system import Known, Option
from tests.systems.tally.rules.hands import hand
from tests.systems.tally.state import Board, State


def options(state: State, role: str, known: Known) -> list[Option]:
    """Every legal command of ``role``, in a stable order."""
    board = state.board(role.removeprefix("seat:"))
    if state.phase == "set-up" and role == "referee":
        return [Option("set-up", "Shuffle and deal", "TY 1", {"type": "tally.set-up"})]
    if board is None:
        return []
    if state.phase == "bids" and not board.bid:
        upto = {"integer": {"min": 0, "max": board.coins}}
        return [Option("bid", "Bid", "TY 2", {"type": "tally.bid"}, {"/bid": upto})]
    if state.phase == "roll" and state.leader == board.seat:
        roll = Option("roll", "Roll", "TY 4", {"type": "tally.roll"})
        return [roll, *_with_card("tally.roll", "Roll with a card", "TY 4", board, known)]
    if state.pending and board.seat in state.pending.window:
        stay = Option("pass", "Pass", "TY 5", {"type": "tally.pass"})
        return [stay, *_with_card("tally.answer", "Answer with a card", "TY 5", board, known)]
    return []


def _with_card(kind: str, title: str, rule: str, board: Board, known: Known) -> list[Option]:
    names = sorted(set(hand(board, known) or []))
    if not names:
        return []
    choice = {"one_of": [{"value": name, "title": name.capitalize()} for name in names]}
    return [Option("card", title, rule, {"type": kind}, {"/card": choice})]
