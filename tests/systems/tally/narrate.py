"""Effects → sentences."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, assert_never

from iacta.domain.kernel.contract.system import Known, Story
from tests.systems.tally import effects as fx
from tests.systems.tally.state import State


def narrate(before: State, effects: Sequence[Any], known: Known) -> Story:
    """The story of an event for a reader who knows ``known``: its sentences and marks."""
    lines = [line for effect in effects for line in _lines(effect, known)]
    begun = any(isinstance(effect, fx.Led | fx.RollResolved) for effect in effects)
    marks = ({"kind": "chapter", "label": f"Turn {before.turn + 1}"},) if begun else ()
    return Story(tuple(lines), marks)


def _lines(effect: fx.AnyEffect | fx.Change, known: Known) -> Iterator[str]:
    match effect:
        case fx.Begun():
            yield f"{len(effect.seats)} seats play {effect.turns} turns."
        case fx.Shuffled():
            yield f"{effect.left} cards are shuffled."
        case fx.Dealt():
            yield f"{effect.seat} takes {known.get(effect.card.sealed, 'a card')}."
        case fx.Led():
            yield f"{effect.seat} leads first."
        case fx.BidLaid():
            yield f"{effect.seat} has bid."
        case fx.BidsResolved():
            yield f"{effect.leader} leads and pays {effect.paid}."
        case fx.Rolled():
            yield f"{effect.seat} rolls {effect.face}{_card(effect.card)}."
        case fx.Answered():
            yield f"{effect.seat} {'answers' if effect.card else 'passes'}{_card(effect.card)}."
        case fx.RollResolved():
            yield f"The total is {effect.total}: {effect.points} points for {effect.seat}."
        case fx.SetPoints():
            yield f"{effect.seat} has {effect.points} points."
        case fx.SetCoins():
            yield f"{effect.seat} has {effect.coins} coins."
        case _:
            assert_never(effect)


def _card(card: str | None) -> str:
    return f" with {card}" if card else ""


def odds_key(effects: Sequence[Any]) -> Mapping[str, Any]:
    """What the odds count as one outcome: the roll's face, or who leads."""
    found: dict[str, Any] = {}
    for effect in effects:
        match effect:
            case fx.Rolled():
                found["face"] = effect.face
            case fx.RollResolved():
                found["points"] = effect.points
            case fx.BidsResolved():
                found["leader"] = effect.leader
            case fx.Led():
                found["leader"] = effect.seat
    return found
