"""Windows: all players choose cards simultaneously and in secret. SW-32.

Turn order decides conflicts. Only public facts open a window: for every player who holds cards,
unless all cards that could be played are face up in the discard pile. A pass looks like any answer.
"""

from iacta.domain.samnite_wars.effects import PhaseBegun, WindowOpened
from iacta.domain.samnite_wars.rules.unfolding import Unfolding
from iacta.domain.samnite_wars.state import Ask, State, Step

STEPS: dict[Ask, Step] = {"event": "event-cards", "battle": "battle-cards"}


def open_for(play: Unfolding, key: Ask, cards: tuple[str, ...], claims: tuple[str, ...]) -> bool:
    """Open a window for all who hold cards; False if nobody can hold a card that may be played."""
    state = play.state
    cards = tuple(name for name in cards if name not in state.open_discard)
    claims = tuple(name for name in claims if name not in state.open_discard)
    asked = tuple(seat for seat in state.turn_order if _holds_cards(state, seat))
    if not asked or not (cards or claims):
        return False
    play.add(WindowOpened(key, asked, cards, claims), PhaseBegun(STEPS[key]))
    return True


def _holds_cards(state: State, seat: str) -> bool:
    player = state.player(seat)
    return player is not None and player.cards > 0


def seats_to_answer(state: State) -> list[str]:
    """The seats that have still to answer."""
    asked = state.window.asked if state.window else ()
    return [player.seat for player in state.players if player.seat in asked and not player.laid]
