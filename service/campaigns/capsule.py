"""Saving a campaign as a capsule."""

from collections.abc import Callable, Iterator
from itertools import chain, islice

import msgspec

from iacta.domain.kernel.proof import capsules
from iacta.domain.kernel.proof.capsules import Head, Item
from iacta.domain.kernel.proof.seals import Opening
from iacta.domain.kernel.proof.vault import Vault
from iacta.service.campaigns.reading import Folds
from iacta.service.campaigns.telling import Teller
from iacta.service.errors import Damaged
from iacta.service.projections.step_blocks import Block
from iacta.service.store.read import Reader
from iacta.service.store.rows import CampaignRow

SEALS_CLOSED = (
    "The seals are closed: once the game is over its seats agree to open them, or the referee "
    "opens them after the grace."
)
PART = 256
"""events that are read at a time"""


class _Ends(msgspec.Struct, frozen=True):
    """What stands around the events of a capsule."""

    head: Head
    openings: dict[str, Opening]
    vault: Vault


def _ends(folds: Folds, reader: Reader, row: CampaignRow, audience: str) -> _Ends:
    campaign = folds.state_at(reader, row, row.seq)
    vault = reader.vault(row) if campaign.last_secret_seq else Vault()
    members = {name: getattr(campaign, name) for name in ("system", "scenario", "edition")}
    head = Head({"id": row.campaign, "name": row.name, **members}, audience, row.key)
    openings = vault.seen_by(audience, row.seq, all_seats=campaign.referee_sees_all)
    return _Ends(head, openings, vault)


class Stored:
    """A capsule from what is stored, to be verified: each record is read as strictly as a file's,
    without the detour over its lines, and read anew, so that none has to be kept.
    """

    view = None

    def __init__(self, folds: Folds, reader: Reader, row: CampaignRow, audience: str) -> None:
        ends = _ends(folds, reader, row, audience)
        self.head, self.openings, self.checkpoint = ends.head, ends.openings, row.checkpoint
        self._reader, self._row = reader, row

    def after(self, count: int) -> Iterator[Item]:
        """What follows the first ``count`` events. Raises `BadRecord`; `Damaged` if one is gone."""
        last = count
        for stored in self._reader.events(self._row, count):
            last += 1
            yield Item(stored.event(), stored.record, stored.hash, {})
        if last != self._row.seq:
            raise Damaged(self._row.id, f"{last} of {self._row.seq} events are here")


class Export:
    """A capsule of a campaign up to its head ``row``, for an audience, with text and patches if
    ``steps``. Its parts may be read in transactions of their own: what they hold does not change.

    ``took``: see `Teller`.
    """

    def __init__(
        self,
        folds: Folds,
        reader: Reader,
        row: CampaignRow,
        audience: str,
        *,
        steps: bool,
        took: Callable[[Block], None] | None = None,
    ) -> None:
        self._ends, self._system = _ends(folds, reader, row, audience), folds.system(row)
        self.teller = Teller(folds, row, audience, self._ends.vault, took)
        self._row, self._steps, self._reader = row, steps, reader
        self._lines = chain(self.opening(), self.events(0, row.seq), self.closing())

    def lines(self) -> Iterator[bytes]:
        """All lines, read in the transaction that it was begun in."""
        return self._lines

    def part(self, reader: Reader) -> bytes:
        """The next lines, some hundred; nothing after the last."""
        self._reader = reader
        return b"".join(islice(self._lines, PART))

    def opening(self) -> Iterator[bytes]:
        """The lines before those of the events."""
        tables = [table.plain() for table in self._system.tables]
        view = {"view": {}, "tables": tables} if self._steps else None
        yield from capsules.opening_lines(self._ends.head, view)

    def closing(self) -> Iterator[bytes]:
        """The lines after those of the events."""
        yield from capsules.closing_lines(self._ends.openings, self._row.checkpoint)

    def events(self, after: int, to: int) -> Iterator[bytes]:
        """The lines of the events after ``after`` and up to ``to``."""
        for at in range(after, to, PART):
            count = min(PART, to - at)
            stored = list(self._reader.events(self._row, at, count))
            told = list(self.teller.tell(self._reader, at, count)) if self._steps else []
            if len(stored) != count:
                raise Damaged(self._row.id, f"event {at + len(stored) + 1} is missing")
            for index, one in enumerate(stored):
                words = told[index].words if told else b"{}"
                yield capsules.event_line(one.record, one.hash, words)
