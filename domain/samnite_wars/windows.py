"""The windows that a player may answer in advance: after an event, after a battle, discards."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta

from iacta.domain.kernel.contract.choices import Alternative, Choices, some_of
from iacta.domain.kernel.contract.system import Part
from iacta.domain.kernel.contract.windows import Until, Window
from iacta.domain.kernel.contract.words import listed
from iacta.domain.samnite_wars import commands as cmd
from iacta.domain.samnite_wars.rules import hands, turns, windows
from iacta.domain.samnite_wars.state import CardName, State
from iacta.domain.samnite_wars.tables import (
    BY_NAME,
    KINDS,
    NEGATING,
    PLAGUE,
    SCANDAL,
    Kind,
    of_kind,
)

EVENT_CARDS = (SCANDAL, PLAGUE)
WAR_CARDS = (SCANDAL, *NEGATING)
BATTLE_CARDS = (*of_kind("victory", "defeat"), SCANDAL, *of_kind("conquest"))
Names = Annotated[tuple[CardName, ...], Meta(max_length=40)]


class CardsAnswer(Part, frozen=True):
    """Cards to play where they are held and may be played; none to pass.

    The first go first, where not all may be played.
    """

    as_foe: Names = ()  #: while another player is Consul
    as_consul: Names = ()  #: as Consul

    def of(self, state: State, seat: str) -> tuple[str, ...]:
        """The cards of a seat's role."""
        return self.as_consul if seat == state.consul else self.as_foe


class DiscardsAnswer(Part, frozen=True):
    """The types of cards to discard, up to five cards in printed order; none to keep all."""

    types: Annotated[tuple[Kind, ...], Meta(max_length=len(KINDS))] = ()


def _held(state: State, seat: str, answer: CardsAnswer, known: Mapping[str, Any]) -> list[str]:
    """Those of the cards that are in hand, each once. The hand is read whatever is asked."""
    hand = hands.cards_in_hand(state.seated(seat), known.__getitem__)
    return [name for name in dict.fromkeys(answer.of(state, seat)) if name in hand]


def _after_event(state: State) -> Sequence[str]:
    return _asked(state, "event") if not _is_war(state) else ()


def _at_war(state: State) -> Sequence[str]:
    return _asked(state, "event") if _is_war(state) else ()


def _after_battle(state: State) -> Sequence[str]:
    return _asked(state, "battle")


def _is_war(state: State) -> bool:
    return state.event is not None and state.event.kind == "war"


def _asked(state: State, key: str) -> Sequence[str]:
    is_open = state.window is not None and state.window.key == key
    return windows.seats_to_answer(state) if is_open else ()


def _answer(state: State, seat: str, answer: CardsAnswer, known: Mapping[str, Any]) -> cmd.Answer:
    """The cards that may be played now, as far as their number is not limited. SW-32, SW-20."""
    window, held = state.window, _held(state, seat, answer, known)
    assert window is not None
    cards = [name for name in held if name in window.cards]
    if window.key == "battle" and state.switches.card_limit == "one":
        first = [name for name in cards if name != SCANDAL][:1]
        cards = [name for name in cards if name == SCANDAL or name in first]
    claim = next((name for name in held if name in window.claims), None)
    return cmd.Answer(window.key, tuple(cards), claim)


def _discards(state: State) -> Sequence[str]:
    return turns.seats_to_discard(state) if state.step == "etcetera" else ()


def _discard(
    state: State, seat: str, answer: DiscardsAnswer, known: Mapping[str, Any]
) -> cmd.Discard:
    hand = hands.cards_in_hand(state.seated(seat), known.__getitem__)
    cards = [name for name in hand if BY_NAME[name].kind in answer.types]
    return cmd.Discard(tuple(cards[: cmd.MOST_DISCARDS]))


def _playing(names: Sequence[str]) -> Choices:
    roles = ("as_foe", "as_consul")
    cards = [Alternative(name, f"{name} ({BY_NAME[name].brief})") for name in names]
    return {f"/answer/{role}": some_of(cards, 0, len(cards)) for role in roles}


DISCARDS: Choices = {"/answer/types": some_of(KINDS, 0, len(KINDS))}
UNTILS = (
    Until("turn", "the end of the turn", lambda state: state.turn),
    Until("game", "the end of the game", lambda state: None),
)


def _cards_told(answer: CardsAnswer) -> str:
    roles = (("a Foe", answer.as_foe), ("Consul", answer.as_consul))
    told = [f"play {listed(cards)} as {role}" for role, cards in roles if cards]
    return "; ".join(told) or "pass"


def _types_told(answer: DiscardsAnswer) -> str:
    return f"discard cards of type {listed(answer.types)}" if answer.types else "discard nothing"


def _cards(
    key: str, title: str, asked: Callable[[State], Sequence[str]], names: Sequence[str]
) -> Window:
    choices = _playing(names)
    return Window(
        key=key,
        title=title,
        rule="SW-32",
        shape=CardsAnswer,
        untils=UNTILS,
        asked=asked,
        answer=_answer,
        choices=lambda state, seat: choices,
        words=_cards_told,
    )


WINDOWS = (
    _cards("event", "windows after an event other than war", _after_event, EVENT_CARDS),
    _cards("war", "windows when war breaks out", _at_war, WAR_CARDS),
    _cards("battle", "windows after a battle", _after_battle, BATTLE_CARDS),
    Window(
        key="discards",
        title="discards",
        rule="SW P18",
        shape=DiscardsAnswer,
        untils=UNTILS,
        asked=_discards,
        answer=_discard,
        choices=lambda state, seat: DISCARDS,
        words=_types_told,
    ),
)
