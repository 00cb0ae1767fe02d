"""The simultaneous choice. TY 2, TY 3."""

from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.errors import Conflict, RuleViolation
from iacta.domain.kernel.proof.seals import Secrets
from tests.systems.tally import effects as fx
from tests.systems.tally.rules.hands import deal
from tests.systems.tally.state import Board, State


def lay(state: State, board: Board, bid: int, dice: Dice, secrets: Secrets) -> list[fx.AnyEffect]:
    """Lay a bid; the one that completes the set opens and resolves them all. TY 2."""
    if board.bid:
        raise Conflict("the bid is laid, and stands")
    if bid > board.coins:
        raise RuleViolation("TY 2", f"{board.seat} has {board.coins} coins", pointer="/command/bid")
    own = secrets.member("bid").sealed
    laid = fx.BidLaid(board.seat, own)
    if any(not other.bid for other in state.boards if other.seat != board.seat):
        return [laid]
    bids = tuple(secrets.open(other.bid or own) for other in state.boards)
    return [laid, *_resolve(state, bids, dice, secrets)]


def _resolve(
    state: State, bids: tuple[int, ...], dice: Dice, secrets: Secrets
) -> list[fx.AnyEffect]:
    """Find who leads; they pay their bid and take a card. TY 3."""
    best = max(bids)
    if best == 0:  # TY-1
        return [fx.BidsResolved(bids, (), state.leader, 0)]
    ahead = [i for i, bid in enumerate(bids) if bid == best]
    seats = [state.boards[i].seat for i in ahead]
    contest = dice.roll_off("d6", [f"{seat}, equal bids" for seat in seats])
    leader = seats[contest.winner]
    resolved = fx.BidsResolved(bids, contest.rounds, leader, best)
    if not state.left:
        return [resolved]
    return [resolved, deal(leader, list(secrets.hidden(state.deck)), secrets)]
