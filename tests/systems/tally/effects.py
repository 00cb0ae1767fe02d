"""What commands do, and what the referee's rulings may change."""

from iacta.domain.kernel.contract.system import Effect
from iacta.domain.kernel.proof.record import SeatKey
from iacta.domain.kernel.proof.seals import Sealed
from tests.systems.tally.tables import Card, Name

Rounds = tuple[tuple[int | None, ...], ...]


class Begun(Effect, frozen=True, tag="tally.begun"):
    """The table is laid: who plays, with which deck, for how many turns."""

    seats: tuple[SeatKey, ...]
    cards: tuple[Card, ...]
    coins: int
    turns: int
    column: str


class Shuffled(Effect, frozen=True, tag="tally.shuffled"):
    """The undealt cards lie in a new order that nobody knows."""

    deck: Sealed
    left: int


class Dealt(Effect, frozen=True, tag="tally.dealt"):
    """A seat takes the deck's first card; ``deck`` is what is left of it."""

    seat: SeatKey
    card: Sealed
    deck: Sealed


class Led(Effect, frozen=True, tag="tally.led"):
    """The dice have named the first leader, and the first turn begins."""

    seat: SeatKey
    rounds: Rounds


class BidLaid(Effect, frozen=True, tag="tally.bid-laid"):
    """A seat has bid. ``bid``: the digest under which its command stands."""

    seat: SeatKey
    bid: str


class BidsResolved(Effect, frozen=True, tag="tally.bids-resolved"):
    """All bids, in the seats' order, and who leads; ``paid`` is 0 where nobody bid."""

    bids: tuple[int, ...]
    rounds: Rounds
    leader: SeatKey
    paid: int


class Rolled(Effect, frozen=True, tag="tally.rolled"):
    """The leader has rolled. ``window``: who may answer now."""

    seat: SeatKey
    face: int
    card: Name | None
    worth: int
    window: tuple[SeatKey, ...]


class Answered(Effect, frozen=True, tag="tally.answered"):
    """A seat has answered with a card, or passed."""

    seat: SeatKey
    card: Name | None
    worth: int


class RollResolved(Effect, frozen=True, tag="tally.roll-resolved"):
    """The roll's total, the points it gives, and the end of the turn."""

    seat: SeatKey
    total: int
    points: int


class SetPoints(Effect, frozen=True, tag="tally.set-points"):
    """A ruling: a seat has this score."""

    seat: SeatKey
    points: int


class SetCoins(Effect, frozen=True, tag="tally.set-coins"):
    """A ruling: a seat has this many coins."""

    seat: SeatKey
    coins: int


AnyEffect = (
    Begun | Shuffled | Dealt | Led | BidLaid | BidsResolved | Rolled | Answered | RollResolved
)
Change = SetPoints | SetCoins
