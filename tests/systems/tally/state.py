"""The state: a fold of effects. Hands are digests; without openings only their size is known."""

import msgspec

from iacta.domain.kernel.proof.record import SeatKey
from tests.systems.tally.tables import Card


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lies before a seat. ``dealt``: digests of its cards; ``played``: names shown so far."""

    seat: SeatKey
    coins: int
    points: int = 0
    dealt: tuple[str, ...] = ()
    played: tuple[str, ...] = ()
    bid: str = ""

    @property
    def cards(self) -> int:
        """How many cards are in hand."""
        return len(self.dealt) - len(self.played)


class Pending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A roll that may still be answered by ``window``."""

    face: int
    worth: int
    answers: int
    window: tuple[SeatKey, ...]

    @property
    def total(self) -> int:
        """What the roll comes to so far, within the table. TY 6."""
        return min(9, max(0, self.face + self.worth - self.answers))


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The game before and after any effect."""

    phase: str = ""
    turn: int = 0
    turns: int = 0
    column: str = "single"
    cards: tuple[Card, ...] = ()
    boards: tuple[Board, ...] = ()
    deck: str = ""
    left: int = 0
    leader: str = ""
    pending: Pending | None = None

    def board(self, seat: str) -> Board | None:
        """A seat's board, if the seat is in play."""
        return next((board for board in self.boards if board.seat == seat), None)

    def worth(self, name: str) -> int:
        """What a card is worth; KeyError if the deck has no such card."""
        return {card.name: card.worth for card in self.cards}[name]
