"""The openings of a campaign: who may see which hidden value, and since which event."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from iacta.domain.kernel.proof.seals import Opening


class Entry(msgspec.Struct, frozen=True):
    """An opening. ``seq``: the event it is sealed in; ``to``: roles who see it from then on;
    ``public``: the event that showed it to everyone, if one did.
    """

    seq: int
    opening: Opening
    to: tuple[str, ...]
    public: int | None = None


class Vault:
    """All openings of one record. Grows only."""

    def __init__(self, entries: Mapping[str, Entry] | None = None) -> None:
        self._entries = dict(entries or {})

    def __contains__(self, digest: str) -> bool:
        return digest in self._entries

    def get(self, digest: str) -> Entry:
        """The entry of a digest; KeyError if there is none."""
        return self._entries[digest]

    def items(self) -> Iterable[tuple[str, Entry]]:
        """Every digest with its entry."""
        return self._entries.items()

    def add(self, digest: str, entry: Entry) -> None:
        """Keep one more opening."""
        self._entries[digest] = entry

    def publish(self, digests: Iterable[str], seq: int) -> None:
        """Show openings to everyone from event ``seq`` on."""
        for digest in digests:
            entry = self._entries[digest]
            if entry.public is None:
                self._entries[digest] = msgspec.structs.replace(entry, public=seq)

    def values(self) -> dict[str, Any]:
        """Every hidden value by digest."""
        return {digest: entry.opening.value for digest, entry in self._entries.items()}

    def is_visible(self, digest: str, role: str, at: int, *, all_seats: bool = False) -> bool:
        """Whether ``role`` could see a value after event ``at``.

        ``all_seats``: whether the referee sees what seats see (switch `referee_sees`).
        """
        entry = self._entries.get(digest)
        if entry is None or entry.seq > at:
            return False
        shown = entry.public is not None and entry.public <= at
        return shown or role in entry.to or (role == "referee" and all_seats)

    def seen_by(self, role: str, at: int, *, all_seats: bool = False) -> dict[str, Opening]:
        """The openings that ``role`` could see after event ``at``."""
        return {
            digest: entry.opening
            for digest, entry in self._entries.items()
            if self.is_visible(digest, role, at, all_seats=all_seats)
        }

    def known_to(self, role: str, at: int, *, all_seats: bool = False) -> Mapping[str, Any]:
        """The hidden values that ``role`` could see after event ``at``, read one at a time."""
        return _Known(self, role, at, all_seats)


class _Known(Mapping[str, Any]):
    """What one role knows; looks values up only when read."""

    def __init__(self, vault: Vault, role: str, at: int, all_seats: bool) -> None:
        self._vault = vault
        self._of = (role, at)
        self._all = all_seats

    def __contains__(self, digest: object) -> bool:
        return isinstance(digest, str) and self._vault.is_visible(
            digest, *self._of, all_seats=self._all
        )

    def __getitem__(self, digest: str) -> Any:
        if digest not in self:
            raise KeyError(digest)
        return self._vault.get(digest).opening.value

    def __iter__(self) -> Iterator[str]:
        return (digest for digest, _ in self._vault.items() if digest in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)
