"""Tactical superiority: stratagems staked in secret, opened together. NV 2.9, NB-13."""

from iacta.domain.kernel.proof.errors import Conflict, RuleViolation
from iacta.domain.kernel.proof.seals import Secrets
from iacta.domain.naval_battle.effects import BidLaid, PhaseBegun, SuperiorityWon
from iacta.domain.naval_battle.rules.unfolding import Unfolding
from iacta.domain.naval_battle.state import Seat, State

TIES: dict[str, Seat] = {"a": "active", "b": "reactive", "c": "reactive"}
"""Who has superiority where bids are equal. NV 2.10."""


def max_bid(state: State, seat: str) -> int:
    """The most a side may bid: its stratagems if it has a leader aboard, else 0. NV 2.9."""
    led = any(one.side == seat and one.status == "aboard" for one in state.leaders)
    return state.side(seat).stratagems if led else 0


def bid(play: Unfolding, seat: Seat, stratagems: int, secrets: Secrets) -> None:
    """Bid in secret; the second bid reveals both, and both are paid. NB-13."""
    state = play.state
    if state.side(seat).bid:
        raise Conflict("you have already bid")
    if stratagems > max_bid(state, seat):
        detail = f"your leaders aboard can bid at most {max_bid(state, seat)}"
        raise RuleViolation("NV 2.9", detail, pointer="/command/stratagems")
    play.add(BidLaid(seat, secrets.member("stratagems").sealed))
    if all(side.bid for side in play.state.sides):
        _decide(play, secrets)


def _decide(play: Unfolding, secrets: Secrets) -> None:
    active, reactive = (secrets.open(side.bid) for side in play.state.sides)
    tie = TIES[play.state.case]
    if active == reactive:
        won = SuperiorityWon((active, reactive), tie, "NV 2.10")
    else:
        ahead: Seat = "active" if active > reactive else "reactive"
        won = SuperiorityWon((active, reactive), ahead, "NV 2.9")
    play.add(won, PhaseBegun("deployment"))
