"""Windows: chances to answer, which a seat may take in advance by a standing answer.

A game names each kind of window, the public facts until which an answer may stand, and what its
answers are. A standing answer is sealed, and fits every window of its kind: what it wants where
the seat cannot do it, since it holds no such card or point, is a pass like any other.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from iacta.domain.kernel.contract.choices import Choices

WindowKey = str
"""``[a-z0-9-]+``, one for each kind of a game"""


class Until(msgspec.Struct, frozen=True):
    """A public fact until which an answer may stand: that a value of the state changes."""

    key: str
    title: str
    """as after `until`: `the end of the turn`"""
    of: Callable[[Any], Any]
    """state → the value; it tells nothing hidden"""


class Window(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of window."""

    key: WindowKey
    title: str
    """in the plural, as after `answer to`: `Fortuna windows`"""
    rule: str
    shape: Any
    """what an answer is: a struct, every value of which may be given for every window"""
    untils: tuple[Until, ...]
    """the nearest first"""
    asked: Callable[[Any], Sequence[str]]
    """state → the seats that are asked now, in the order of their answers; by public facts alone"""
    answer: Callable[[Any, str, Any, Mapping[str, Any]], Any]
    """state, a seat that is asked, its answer, what it knows → its command, which is legal"""
    choices: Callable[[Any, str], Choices]
    """state, seat → the answers that it may give in advance: choices at places under `/answer`,
    which is an empty object until they are made"""
    words: Callable[[Any], str]
    """an answer in words, as after a colon"""

    def until(self, key: str) -> Until | None:
        """One of its facts, if it is one."""
        return next((one for one in self.untils if one.key == key), None)
