"""Cards: shuffling, dealing, holding. TY 1."""

from collections.abc import Mapping
from typing import Any

from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.errors import RuleViolation
from iacta.domain.kernel.proof.seals import Secrets
from tests.systems.tally import effects as fx
from tests.systems.tally.state import Board, State

HAND = 3


def shuffle(cards: list[str], dice: Dice, secrets: Secrets) -> tuple[list[str], fx.Shuffled]:
    """Lay ``cards`` in a secret order, sealed whole and shown to nobody. TY 1."""
    order = [cards[i] for i in dice.sealed.shuffle(len(cards), "the deck")]
    return order, fx.Shuffled(secrets.seal(order), len(order))


def deal(seat: str, deck: list[str], secrets: Secrets) -> fx.Dealt:
    """Take the first card of ``deck`` and seal it to ``seat``. TY 1."""
    card = secrets.seal(deck.pop(0), (f"seat:{seat}",))
    return fx.Dealt(seat, card, secrets.seal(list(deck)))


def set_up(state: State, dice: Dice, secrets: Secrets) -> list[fx.AnyEffect]:
    """Shuffle, deal round the table, and roll for the first leader. TY 1."""
    cards = [card.name for card in state.cards for _ in range(card.count)]
    seats = [board.seat for board in state.boards]
    first = dice.roll_off("d6", [f"{seat} leads" for seat in seats])
    deck, shuffled = shuffle(cards, dice, secrets)
    dealt = [deal(seat, deck, secrets) for _ in range(HAND) for seat in seats]
    return [shuffled, *dealt, fx.Led(seats[first.winner], first.rounds)]


def reshuffle(state: State, dice: Dice, secrets: Secrets) -> list[fx.AnyEffect]:
    """Lay the undealt cards in a new secret order, after a rewind or a fork."""
    if not state.left:
        return []
    return [shuffle(list(secrets.hidden(state.deck)), dice, secrets)[1]]


def hand(board: Board, known: Mapping[str, Any]) -> list[str] | None:
    """The names of the cards in hand, sorted; nothing for whoever may not see them."""
    if not all(digest in known for digest in board.dealt):
        return None
    names = [known[digest] for digest in board.dealt]
    for name in board.played:
        names.remove(name)
    return sorted(names)


def held(state: State, board: Board, card: str | None, secrets: Secrets) -> int:
    """What ``card`` is worth, `RuleViolation` unless the seat holds it. TY 4, TY 5."""
    if card is None:
        return 0
    known = {digest: secrets.known(digest) for digest in board.dealt}
    if card not in (hand(board, known) or []):
        raise RuleViolation("TY 4", f"{board.seat} does not hold a {card}", pointer="/command/card")
    return state.worth(card)
