"""The high-water mark: what was acknowledged, noted outside the database."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

Kind = Literal["revoked", "used", "forked"]
"""A token's hash that is revoked, an invitation's that is used, a restored campaign's one fork."""


class Signed(NamedTuple):
    """The largest log of a campaign that was signed."""

    size: int = 0


class Mark:
    """What a database restored from an older copy must still know."""

    missing = False
    """Whether revocations may be unknown, since the mark is gone."""

    def __init__(self) -> None:
        self._held: set[tuple[Kind, str]] = set()

    def holds(self, kind: Kind, value: str) -> bool:
        """Whether this was noted, once and for ever."""
        return (kind, value) in self._held

    def signed(self, campaign: str) -> Signed:
        """The largest log of a campaign that was signed; of size 0 if there was none."""
        return Signed()

    def add(self, notes: Iterable[tuple[Kind, str]]) -> None:
        """Note what a commit has made true. Called by the writer, before its answers."""
        self._held.update(notes)
