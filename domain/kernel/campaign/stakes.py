"""What is at stake in a throw: what is certain of it, what each outcome brings, and the worst.

It is told from the ways in which dice may fall, each decided as its sender knows the campaign:
what all ways have in common is certain, what all ways of an outcome have in common is of that
outcome. Where there are more ways than can be told, some of each outcome are, and nothing is called
certain. A part of an effect with the members ``value``, ``reason`` and ``rule`` is a modifier.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Literal

import msgspec

from iacta.domain.kernel.contract.odds import Odds, Spent
from iacta.domain.kernel.contract.system import AnySystem, Measure, Outcome
from iacta.domain.kernel.proof.canonical import encode, to_plain
from iacta.domain.kernel.proof.record import SeatKey

MOST_WAYS = 8_000
"""ways that are kept, besides the first of each outcome"""

ToldOf = Literal["all", "some", "none"]


class Way(msgspec.Struct, frozen=True):
    """The effects of a command, with what its sender knows of what it seals."""

    effects: Sequence[Any]
    known: Mapping[str, Any]


class Modifier(msgspec.Struct, frozen=True):
    """A term of a sum with a die, as the rules add it."""

    value: int  #: what it adds
    reason: str  #: why
    rule: str  #: the rule or ruling
    of: str  #: whose sum it is part of, as the effects name it; empty where there is only one


class Swing(msgspec.Struct, frozen=True):
    """What an outcome does to a seat by one of the game's measures."""

    seat: SeatKey  #: the seat
    title: str  #: what the measure is called
    unit: str  #: what is counted, such as `points`
    before: int  #: before the throw
    after: int  #: afterwards; where ways of the outcome differ, the worst for the seat
    loss: bool  #: whether it is the worse for the seat


class Prospect(msgspec.Struct, frozen=True):
    """What an outcome brings, besides what is certain. ``ends``: how it ends the game, if so."""

    text: tuple[str, ...] = ()
    swings: tuple[Swing, ...] = ()
    ends: Outcome | None = None


class Stakes(msgspec.Struct, frozen=True):
    """What is at stake, told from ``told`` ways. ``prospects`` are in the odds' order.

    From some of the ways there is no certain ``text``, and there may be a worse way than those that
    were looked at; from none there are no prospects. ``worst``: the place of the outcome that is
    worst for the sender's seat; None where no outcome is worse than another.
    """

    told: ToldOf = "none"
    text: tuple[str, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    prospects: tuple[Prospect, ...] = ()
    worst: int | None = None


class Ways:
    """The ways that were decided, by outcome: all, or some at even distances if they are many."""

    def __init__(self) -> None:
        self._count = self._kept = 0
        self._stride = 1
        self._found: dict[bytes, list[tuple[int, Way]]] = {}

    @property
    def all_kept(self) -> bool:
        """Whether no way was left out."""
        return self._stride == 1

    def add(self, outcome: Mapping[str, Any], way: Way) -> None:
        """Count a way that comes to this outcome; keep it if it is the first or its turn."""
        self._count += 1
        kept = self._found.setdefault(encode(to_plain(outcome)), [])
        if kept and self._count % self._stride:
            return
        kept.append((self._count, way))
        self._kept += 1
        if self._kept > MOST_WAYS + len(self._found):
            self._stride *= 2
            for ways in self._found.values():
                ways[1:] = [(count, way) for count, way in ways[1:] if not count % self._stride]
            self._kept = sum(len(ways) for ways in self._found.values())

    def of(self, odds: Odds) -> list[list[Way]]:
        """Each outcome's ways in the odds' order."""
        found = [self._found[encode(branch.outcome)] for branch in odds.outcomes]
        return [[way for _, way in ways] for ways in found]


class _Told(msgspec.Struct, frozen=True):
    """A way, told: its sentences, its modifiers, the measures after it, and how the game ended."""

    text: tuple[str, ...]
    modifiers: tuple[Modifier, ...]
    measures: tuple[Measure, ...]
    ends: Outcome | None


def stakes(
    system: AnySystem,
    state: Any,
    seat: str,
    ways: Sequence[Sequence[Way]],
    complete: bool,
    spent: Spent,
) -> Stakes:
    """What is at stake for ``seat`` where ``state`` may go these ways, by outcome.

    ``seat`` is empty for a sender without one. ``complete``: whether these are all the ways. Once
    all is spent, it is told from what was looked at till then, if that is a way of each outcome.
    """
    outcomes: list[list[_Told]] = [[] for _ in ways]
    for round_ in zip_longest(*ways):
        for told, way in zip(outcomes, round_, strict=True):
            if way is not None and spent() < 1:
                told.append(_tell(system, state, way))
    if not outcomes or not all(outcomes):
        return Stakes()
    whole = complete and [len(told) for told in outcomes] == [len(several) for several in ways]
    every = [told for several in outcomes for told in several]
    certain = _common(told.text for told in every) if whole else ()
    before = system.measures(state)
    prospects = tuple(_prospect(before, several, certain) for several in outcomes)
    modifiers = _common(told.modifiers for told in every)
    worst = _worst(prospects, seat)
    return Stakes("all" if whole else "some", certain, modifiers, prospects, worst)


def _tell(system: AnySystem, state: Any, way: Way) -> _Told:
    after = state
    for effect in way.effects:
        after = system.evolve(after, effect)
    return _Told(
        system.narrate(state, way.effects, way.known).text,
        tuple(modifiers(way.effects)),
        tuple(system.measures(after)),
        system.standing(after).outcome,
    )


def _common(lists: Iterable[Sequence[Any]]) -> tuple[Any, ...]:
    """What is in every list, in the first one's order."""
    first, *others = lists
    common = Counter(first)
    for other in others:
        common &= Counter(other)
    found = []
    for one in first:
        if common[one]:
            common[one] -= 1
            found.append(one)
    return tuple(found)


def _prospect(
    before: Sequence[Measure], several: Sequence[_Told], certain: Sequence[str]
) -> Prospect:
    text = _common(told.text for told in several)
    ends = several[0].ends if all(told.ends == several[0].ends for told in several) else None
    return Prospect(
        tuple(line for line in text if line not in certain),
        tuple(_swings(before, [told.measures for told in several])),
        ends,
    )


def _swings(before: Sequence[Measure], after: Sequence[Sequence[Measure]]) -> Iterator[Swing]:
    for index, measure in enumerate(before):
        more = measure.better == "more"
        worst: Callable[[Iterable[int]], int] = min if more else max
        for seat, value in measure.values.items():
            left = worst(measures[index].values[seat] for measures in after)
            if left != value:
                loss = left < value if more else left > value
                yield Swing(seat, measure.title, measure.unit, value, left, loss)


def _worst(prospects: Sequence[Prospect], seat: str) -> int | None:
    if not seat:
        return None
    ranks = [_rank(prospects, one, seat) for one in prospects]
    worst = max(ranks)
    return None if worst == min(ranks) else ranks.index(worst)


def _rank(prospects: Sequence[Prospect], one: Prospect, seat: str) -> list[int]:
    """How bad an outcome is: the game lost, then own losses by measure, then others' gains."""
    lost = one.ends is not None and seat not in one.ends.winners
    won = one.ends is not None and seat in one.ends.winners
    titles = list(dict.fromkeys(swing.title for each in prospects for swing in each.swings))
    own = [_bad(one, title, lambda other: other == seat) for title in titles]
    others = [-_bad(one, title, lambda other: other != seat) for title in titles]
    return [lost - won, *own, *others]


def _bad(one: Prospect, title: str, whose: Callable[[str], bool]) -> int:
    """How much these seats lose by a measure; below 0 what they gain."""
    return sum(
        abs(swing.after - swing.before) * (1 if swing.loss else -1)
        for swing in one.swings
        if swing.title == title and whose(swing.seat)
    )


TERM = {"value", "reason", "rule"}


def modifiers(effects: Iterable[Any], of: tuple[str, ...] = ()) -> Iterator[Modifier]:
    """The modifiers in effects and their parts, in order."""
    for part in effects:
        if isinstance(part, list | tuple):
            yield from modifiers(part, of)
        if not isinstance(part, msgspec.Struct):
            continue
        names = part.__struct_fields__
        if set(names) >= TERM:
            term: Any = part
            yield Modifier(term.value, term.reason, term.rule, " ".join(of))
            continue
        own = getattr(part, "name", "")
        within = (*of, own) if own else of
        for name in names:
            value = getattr(part, name)
            inner = (*within, name) if isinstance(value, msgspec.Struct) else within
            yield from modifiers((value,), inner)
