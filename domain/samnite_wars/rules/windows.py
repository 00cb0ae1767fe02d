"""Windows: everybody is asked for cards at once, unseen; turn order decides who counts. SW-32.

A window opens by public facts alone: for every player who holds cards, unless every card that
could be played lies open in the discard. An answer of nothing looks like any other.
"""

from iacta.domain.samnite_wars.effects import PhaseBegun, WindowOpened
from iacta.domain.samnite_wars.rules.unfolding import Unfolding
from iacta.domain.samnite_wars.state import Ask, State, Step

STEPS: dict[Ask, Step] = {"event": "event-cards", "battle": "battle-cards"}


def open_for(play: Unfolding, key: Ask, cards: tuple[str, ...], claims: tuple[str, ...]) -> bool:
    """Ask everybody who holds cards; false if nobody could hold one that may be played."""
    state = play.state
    cards = tuple(name for name in cards if name not in state.discard)
    claims = tuple(name for name in claims if name not in state.discard)
    asked = tuple(seat for seat in state.order if _holds_cards(state, seat))
    if not asked or not (cards or claims):
        return False
    play.add(WindowOpened(key, asked, cards, claims), PhaseBegun(STEPS[key]))
    return True


def _holds_cards(state: State, seat: str) -> bool:
    player = state.player(seat)
    return player is not None and player.cards > 0


def answering(state: State) -> list[str]:
    """Who has still to answer."""
    asked = state.window.asked if state.window else ()
    return [player.seat for player in state.players if player.seat in asked and not player.laid]
