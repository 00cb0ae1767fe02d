"""Tally's printed table and its deck."""

from typing import Annotated

from msgspec import Meta

from iacta.domain.kernel.contract.system import Document, Part
from iacta.domain.kernel.contract.tables import Table
from iacta.domain.kernel.proof.errors import Invalid

POINTS = Table.printed(
    "points",
    title="Points for a total",
    rule="TY 6",
    text="""
        total | single | double
        ------+--------+-------
          0   |   0    |   0
          1   |   0    |   0
          2   |   1    |   2
          3   |   1    |   2
          4   |   2    |   4
          5   |   2    |   4
          6   |   3    |   6
          7   |   3    |   6
          8   |   4    |   8
          9   |   5    |  10
    """,
)

Name = Annotated[str, Meta(pattern=r"^[a-z]+\Z", max_length=20)]


class Card(Part, frozen=True):
    """A card: its name, its worth, how many there are."""

    name: Name
    worth: Annotated[int, Meta(ge=1, le=3)]
    count: Annotated[int, Meta(ge=1, le=20)] = 1


class Deck(Part, frozen=True):
    """The cards of the game."""

    cards: tuple[Card, ...]


def check(deck: Deck) -> None:
    """Raise `Invalid` unless there are cards for four hands, each kind named once. TY 1."""
    names = [card.name for card in deck.cards]
    if len(set(names)) < len(names):
        raise Invalid("a card is listed twice", pointer="/cards")
    if sum(card.count for card in deck.cards) < 12:
        raise Invalid("a deck has at least twelve cards", pointer="/cards")


DECK = Deck((Card("sword", 3, 4), Card("shield", 2, 6), Card("sling", 1, 8)))

DOCUMENTS = (Document("deck", "The deck", Deck, DECK, check=check),)
