"""Rosters: parts of a state in order, each found by its key; what does not change is shared."""

from collections.abc import Iterable, Mapping
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


def exchanged(parts: tuple[T, ...], key: str, by_name: Mapping[str, T]) -> Roster[T]:
    """The parts with some exchanged for others of the same names; KeyError if one is not there."""
    known = roster(parts, key).places
    after = list(parts)
    for name, part in by_name.items():
        after[known[name]] = part
    return _placed(after, key, known)


def _placed(parts: Iterable[T], key: str, places: Mapping[str | None, int]) -> Roster[T]:
    made = Roster(parts)
    made.key, made.places = key, places
    return made
