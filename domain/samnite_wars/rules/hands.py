"""The Fate deck and the hands: shuffling, dealing, holding, playing. SW P4, SW P8.

The deck's order is one sealed list; the state counts how many are dealt. A player who draws gets
the whole hand in a new seal, so a hand is one list minus what was played or put away since.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.errors import Invalid, RuleViolation
from iacta.domain.kernel.proof.seals import Secrets
from iacta.domain.samnite_wars import effects as fx
from iacta.domain.samnite_wars.evolve import evolve
from iacta.domain.samnite_wars.rules.unfolding import Unfolding
from iacta.domain.samnite_wars.state import HAND, SEATS, Player, State
from iacta.domain.samnite_wars.tables import DECK, ORDER

Read = Callable[[str], Any]


def cards_in_hand(player: Player, read: Read) -> list[str]:
    """The card names in a player's hand, in printed order; ``read`` opens a digest."""
    names = list(read(player.hand)) if player.hand else []
    for digest in player.received:
        names += read(digest)
    for name in player.shown:
        names.remove(name)
    for digest in player.put_away:
        for name in read(digest):
            names.remove(name)
    return sorted(names, key=ORDER.__getitem__)


def visible_hand(player: Player, known: Mapping[str, Any]) -> list[str] | None:
    """A player's hand as far as ``known`` reveals it, or None if it is hidden."""
    digests = (player.hand, *player.received, *player.put_away)
    if not all(digest in known for digest in digests if digest):
        return None
    return cards_in_hand(player, known.__getitem__)


def require_cards(player: Player, names: Sequence[str], secrets: Secrets, pointer: str) -> None:
    """Refuse cards that the player does not hold, or that are listed twice. SW P4.

    The refusal uses only what the sender knows. With no cards, no seal is read.
    """
    if len(set(names)) < len(names):
        raise Invalid("a card is listed twice", pointer=pointer)
    if not names:
        return
    hand = cards_in_hand(player, secrets.known)
    for name in names:
        if name not in hand:
            raise RuleViolation(
                "SW P4", f"{SEATS[player.seat]} does not hold {name!r}", pointer=pointer
            )


def play(play: Unfolding, seat: str, names: Iterable[str]) -> None:
    """Play cards openly to the discard pile; no effect if there are none."""
    cards = tuple(names)
    if cards:
        play.add(fx.CardsPlayed(seat, cards))


def new_deck(play: Unfolding) -> None:
    """Shuffle all 89 cards in secret. SW-42."""
    cards = [card.name for card in DECK]
    play.add(_shuffled(cards, play.dice, play.secrets))


def _shuffled(cards: Sequence[str], dice: Dice, secrets: Secrets) -> fx.Shuffled:
    order = [cards[i] for i in dice.sealed.shuffle(len(cards), "the Fate deck")]
    return fx.Shuffled(secrets.seal(order), len(order))


def reshuffle(state: State, dice: Dice, secrets: Secrets) -> list[fx.AnyEffect]:
    """The effects that put the undealt cards into a new secret order; hands stay. SW-43."""
    if not state.left:
        return []
    play = Unfolding(state, evolve, dice, secrets)
    undealt = secrets.hidden(state.deck)[state.drawn :]
    play.add(_shuffled(sorted(undealt, key=ORDER.__getitem__), dice, secrets))
    show_top(play)
    return play.effects


def _renew(play: Unfolding) -> None:
    """Shuffle the discard pile, face up and face down, into a new deck. SW-23."""
    state, secrets = play.state, play.secrets
    cards = [*state.discard]
    for pile in state.face_down:
        cards += secrets.hidden(pile.cards)
    cards.sort(key=ORDER.__getitem__)
    order = [cards[i] for i in play.dice.sealed.shuffle(len(cards), "the discard, a new deck")]
    play.add(fx.Renewed(secrets.seal(order), len(order)))


def within_reach(state: State) -> int:
    """How many cards can still be drawn: the deck, and then the discard pile."""
    return state.left + state.discarded


def deal(play: Unfolding, seat: str, count: int) -> None:
    """Deal cards to a player, reshuffling an empty deck; fewer if there are not enough. SW-31."""
    while count and within_reach(play.state):
        if not play.state.left:
            _renew(play)
        state, hidden = play.state, play.secrets.hidden
        player = state.seated(seat)
        taken = min(count, state.left)
        drawn = hidden(state.deck)[state.drawn : state.drawn + taken]
        hand = sorted([*cards_in_hand(player, hidden), *drawn], key=ORDER.__getitem__)
        play.add(fx.Dealt(seat, taken, play.secrets.seal(hand, (f"seat:{seat}",))))
        count -= taken


def refill(play: Unfolding) -> None:
    """Fill all hands to ten, in turn order from the Consul. SW P8, SW-22, SW-31."""
    for seat in play.state.turn_order:
        player = play.state.seated(seat)
        deal(play, seat, max(0, HAND - player.cards))
    show_top(play)


def show_top(play: Unfolding) -> None:
    """Reveal the top card of a face-up deck whenever it changes. SW-23."""
    state = play.state
    if state.switches.fate_deck != "face-up":
        return
    top = play.secrets.hidden(state.deck)[state.drawn] if state.left else None
    if top != state.top:
        play.add(fx.TopShown(top))
