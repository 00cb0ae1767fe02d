"""Rosters: parts of a state in order, each found by its key; what does not change is shared."""

from collections.abc import Iterable, Iterator, Mapping
from operator import attrgetter
from typing import TypeVar

T = TypeVar("T")


class Roster(tuple[T, ...]):
    """A tuple of parts that knows where each stands: finding them is most of what a fold does.

    ``places``: by the parts' member ``key``. It is compared, hashed and written as any tuple is.
    """

    key: str
    places: Mapping[str | None, int]


def roster(parts: tuple[T, ...], key: str) -> Roster[T]:
    """The parts, found by their member ``key``: the first of those that have the same."""
    if isinstance(parts, Roster) and parts.key == key:
        return parts
    names = map(attrgetter(key), reversed(parts))
    return _placed(parts, key, dict(zip(names, range(len(parts) - 1, -1, -1), strict=True)))


def find(parts: tuple[T, ...], key: str, name: str | None) -> T | None:
    """The part whose member ``key`` is ``name``, or None."""
    if isinstance(parts, Roster) and parts.key == key:
        at = parts.places.get(name)
        return None if at is None else parts[at]
    return next((part for part in parts if getattr(part, key) == name), None)


class Found(Mapping[str, T]):
    """The parts of a roster by their key, without a dict of them for every state."""

    def __init__(self, parts: Roster[T]) -> None:
        self._parts = parts

    def __getitem__(self, name: str) -> T:
        return self._parts[self._parts.places[name]]

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._parts.places if name is not None)

    def __len__(self) -> int:
        return len(self._parts.places)


def exchanged(parts: tuple[T, ...], key: str, others: Iterable[T]) -> Roster[T]:
    """The parts with some exchanged for others of the same names; KeyError if one is not there."""
    known, name = roster(parts, key).places, attrgetter(key)
    after = list(parts)
    for part in others:
        after[known[name(part)]] = part
    return _placed(after, key, known)


def _placed(parts: Iterable[T], key: str, places: Mapping[str | None, int]) -> Roster[T]:
    made = Roster(parts)
    made.key, made.places = key, places
    return made
