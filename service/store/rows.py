"""Rows as they are stored, and the structs that they are read as."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa

from iacta.domain.kernel.proof.record import Event, read_record
from iacta.service.errors import Damaged

T = TypeVar("T")


class CampaignRow(msgspec.Struct, frozen=True, kw_only=True):
    """The head of a copy of a campaign, as stored; ``campaign`` is the campaign's own id.

    ``opened``: of a deleted one, the position of the event that had opened its seals.
    """

    id: str
    shard: int
    system: str
    name: str
    visibility: str
    kind: str
    parent_id: str | None
    fork_at: int | None
    seq: int
    hash: str
    frontier: bytes
    checkpoint: str
    key: str
    campaign: str
    reason: str | None = None
    opened: int | None = None


class StoredEvent(msgspec.Struct, frozen=True):
    """One stored event."""

    seq: int
    record: bytes
    hash: str

    def event(self) -> Event:
        """The event, parsed."""
        return read_record(self.record)


class Segment(msgspec.Struct, frozen=True):
    """Events ``first`` … ``last`` of a campaign are rows of ``campaign_id``."""

    campaign_id: str
    first: int
    last: int


class OpeningRow(msgspec.Struct, frozen=True):
    """An opening as stored; ``to``: the roles it was shown to, with blanks between."""

    digest: str
    seq: int
    to: str
    opening: bytes


class PublishedRow(msgspec.Struct, frozen=True):
    """When an opening was shown to everyone."""

    digest: str
    seq: int


class ChainRow(msgspec.Struct, frozen=True):
    """The secret side of a chain as stored."""

    links: int
    used: int
    stored: bytes


class Descendant(msgspec.Struct, frozen=True):
    """A campaign in a tree of forks. ``parent``: the id of the one above, if that may be told."""

    row: CampaignRow
    parent: str | None


class ChildRow(msgspec.Struct, frozen=True):
    """A fork of a campaign."""

    id: str
    name: str
    visibility: str
    fork_at: int


def typed(shape: type[T], row: Mapping[Any, Any], campaign_id: str, what: str) -> T:
    """A row as a struct. Raises `Damaged`: SQLite keeps values of any type in any column."""
    try:
        return msgspec.convert(row, shape, builtin_types=(bytes,))
    except msgspec.ValidationError as error:
        raise Damaged(campaign_id, f"{what} is not of its type: {error}") from None


def heads(rows: Iterable[sa.Row[Any]], campaign: str) -> Iterator[CampaignRow]:
    """Rows as heads of campaigns."""
    return (typed(CampaignRow, row._mapping, campaign, "its head") for row in rows)


def stored_events(rows: Iterable[sa.Row[Any]], campaign_id: str) -> Iterator[StoredEvent]:
    """Rows as events."""
    return (typed(StoredEvent, row._mapping, campaign_id, f"event {row.seq}") for row in rows)
