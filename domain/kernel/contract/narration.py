"""Telling a game's effects: each against the states that it lies between."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from iacta.domain.kernel.contract.system import Beat, Story

S = TypeVar("S")
E = TypeVar("E")

Mark = Mapping[str, Any]


def _as_it_happened(effect: Any) -> int:
    return 0


def tell(
    before: S,
    effects: Sequence[E],
    evolve: Callable[[S, E], S],
    lines: Callable[[S, S, E], Sequence[str]],
    marks: Callable[[S, E], Sequence[Mark]],
    *,
    rank: Callable[[E], int] = _as_it_happened,
    quiet: Callable[[S, S], str] | None = None,
    beat: Callable[[S, S, Sequence[E], Sequence[str]], Beat] | None = None,
) -> Story:
    """An event in words, its effects folded along; each mark is set once.

    ``lines``: state before and after an effect, the effect → sentences; ``marks``: state before,
    effect → marks; ``rank``: the lowest comes first; ``quiet``: states before and after
    all → what is said where no effect is worth a sentence; ``beat``: states before and after all,
    the effects, the sentences → the event's place in the story.
    """
    state = before
    ranked_lines: list[tuple[int, Sequence[str]]] = []
    kept: list[Mark] = []
    for effect in effects:
        after = evolve(state, effect)
        ranked_lines.append((rank(effect), lines(state, after, effect)))
        for mark in marks(state, effect):
            if mark not in kept:
                kept.append(mark)
        state = after
    ranked_lines.sort(key=lambda ranked: ranked[0])
    text = [line for _, sentences in ranked_lines for line in sentences]
    if not text and effects and quiet is not None:
        text = [quiet(before, state)]
    place = beat(before, state, effects, text) if beat is not None else None
    return Story(tuple(text), tuple(kept), place)
