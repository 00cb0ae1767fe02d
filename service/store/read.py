"""Reading the log: events across forks, openings, snapshots, Merkle nodes."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from iacta.domain.kernel.proof.merkle import append
from iacta.domain.kernel.proof.seals import Opening
from iacta.domain.kernel.proof.vault import Entry, Vault
from iacta.service.entropy import ENCRYPTED
from iacta.service.errors import Damaged
from iacta.service.store import schema as t
from iacta.service.store.database import Database
from iacta.service.store.rows import (
    CampaignRow,
    ChainRow,
    OpeningRow,
    PublishedRow,
    Segment,
    StoredEvent,
    heads,
    stored_events,
    typed,
)

# Asked with every command, so built once.
_CAMPAIGN = sa.select(t.campaigns).where(t.campaigns.c.id == sa.bindparam("id"))
_TOKEN = sa.select(t.tokens.c.role).where(
    t.tokens.c.campaign_id == sa.bindparam("id"), t.tokens.c.hash == sa.bindparam("hash")
)
_HELD = (
    sa.select(t.tokens.c.campaign_id, t.tokens.c.role)
    .join(t.campaigns, t.campaigns.c.id == t.tokens.c.campaign_id)
    .where(
        t.tokens.c.hash == sa.bindparam("hash"), t.campaigns.c.campaign == sa.bindparam("campaign")
    )
)
_BY_KEY = sa.select(t.events.c.seq, t.events.c.record, t.events.c.hash).where(
    t.events.c.campaign_id == sa.bindparam("id"),
    t.events.c.by == sa.bindparam("by"),
    t.events.c.key == sa.bindparam("key"),
)
NODE_LEVEL = 8
PAGE = 500


def rank(campaigns: Any, trusted: Sequence[str]) -> tuple[Any, ...]:
    """The order in which copies of a campaign are shown: whole, trusted, first kept."""
    c = campaigns.c
    by_key = [(c.key == key, place) for place, key in enumerate(trusted)]
    return (
        sa.case((c.kind == "deleted", 1), else_=0),
        *([sa.case(*by_key, else_=len(trusted))] if by_key else []),
        sa.case((c.id == c.campaign, 0), else_=1),
        c.id,
    )


@lru_cache(16)
def _copies(trusted: tuple[str, ...], public: bool) -> Any:
    """Asked whenever a campaign is read, so built once for the keys that an operator trusts."""
    c = t.campaigns.c
    query = sa.select(t.campaigns).where(c.campaign == sa.bindparam("campaign"))
    if public:
        query = query.where(c.visibility == "public")
    return query.order_by(*rank(t.campaigns, trusted)).limit(sa.bindparam("limit"))


class Reader:
    """Queries within one transaction. What is damaged raises `Damaged`."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def campaign(self, campaign_id: str) -> CampaignRow | None:
        """The head of a copy, if there is such a copy."""
        found = self.connection.execute(_CAMPAIGN, {"id": campaign_id})
        return next(heads(found, campaign_id), None)

    def head(self, campaign_id: str) -> CampaignRow:
        """The head of a copy that is here."""
        row = self.campaign(campaign_id)
        assert row is not None
        return row

    def public(self, campaign: str) -> bool:
        """Whether a copy of a campaign may be read by everyone, asked without reading its head."""
        c = t.campaigns.c
        query = sa.select(c.id).where(c.campaign == campaign, c.visibility == "public").limit(1)
        return self.connection.execute(query).first() is not None

    def copy(self, campaign: str, key: str) -> CampaignRow | None:
        """The copy of a campaign that is signed by a key, a deleted one included."""
        c = t.campaigns.c
        query = sa.select(t.campaigns).where(c.campaign == campaign, c.key == key)
        return next(heads(self.connection.execute(query), campaign), None)

    def copies(
        self, campaign: str, trusted: Sequence[str], *, public: bool = False, limit: int = 100
    ) -> list[CampaignRow]:
        """The copies of a campaign, best first: those of the ``trusted`` keys in their order, then
        the first kept. What is left of deleted ones comes last.
        """
        query = _copies(tuple(trusted), public)
        found = self.connection.execute(query, {"campaign": campaign, "limit": limit})
        return list(heads(found, campaign))

    def signer(self) -> str | None:
        """The verifier key under which live campaigns are signed, if there are any."""
        c = t.campaigns.c
        query = sa.select(c.key).where(c.kind == "live").order_by(c.id.desc())
        with self.connection.execute(query.execution_options(yield_per=1)) as rows:
            return next((key for key in rows.scalars() if isinstance(key, str)), None)

    def facts(self) -> dict[str, str]:
        """What the database says of itself (see `schema.facts`)."""
        return {row.name: row.value for row in self.connection.execute(sa.select(t.facts))}

    def campaign_ids(self) -> list[str]:
        """Every campaign, oldest first."""
        c = t.campaigns.c
        return list(self.connection.execute(sa.select(c.id).order_by(c.id)).scalars())

    def segments(self, row: CampaignRow) -> list[Segment]:
        """Where the campaign's events are, oldest first. Forks share their parents' rows."""
        segments: list[Segment] = []
        last: int = row.seq
        here: CampaignRow | None = row
        while here is not None:
            start = here.fork_at or 0
            if last > start:
                segments.append(Segment(here.id, start + 1, last))
            last = min(last, start)
            here = self.campaign(here.parent_id) if here.parent_id else None
        return segments[::-1]

    def events(
        self, row: CampaignRow, after: int, limit: int | None = None
    ) -> Iterator[StoredEvent]:
        """Events after ``after`` in order, in pages so that memory stays bounded."""
        left = limit
        for segment in self.segments(row):
            at = max(after, segment.first - 1)
            while at < segment.last and left != 0:
                page = self._page(segment, at, min(PAGE, left or PAGE))
                if not page:
                    break
                yield from page
                at = page[-1].seq
                left = None if left is None else left - len(page)

    def _page(self, segment: Segment, after: int, limit: int) -> list[StoredEvent]:
        c = t.events.c
        query = within(segment, c.seq, c.record, c.hash).where(c.seq > after)
        rows = self.connection.execute(query.order_by(c.seq).limit(limit))
        return list(stored_events(rows, segment.campaign_id))

    def event(self, row: CampaignRow, seq: int) -> StoredEvent | None:
        """One event, if there is one with this number."""
        return next(self.events(row, seq - 1, 1), None) if 1 <= seq <= row.seq else None

    def by_key(self, campaign_id: str, by: str, key: str) -> StoredEvent | None:
        """The event that a sender's idempotency key made, if it made one."""
        asked = {"id": campaign_id, "by": by, "key": key}
        return next(stored_events(self.connection.execute(_BY_KEY, asked), campaign_id), None)

    def vault(self, row: CampaignRow) -> Vault:
        """Every opening of the campaign, its forks' shared past included."""
        vault = Vault()
        for segment in self.segments(row):
            for plain in self.until(t.openings, segment):
                stored = typed(OpeningRow, plain, segment.campaign_id, "an opening")
                opening = _opening(stored, segment.campaign_id)
                vault.add(stored.digest, Entry(stored.seq, opening, tuple(stored.to.split())))
            for plain in self.until(t.published, segment):
                shown = typed(PublishedRow, plain, segment.campaign_id, "an opening")
                vault.publish([shown.digest], shown.seq)
        return vault

    def until(self, table: sa.Table, segment: Segment) -> Iterator[Any]:
        """A segment's rows of a table that has a campaign and an event's number."""
        yield from self.connection.execute(within(segment, *table.c)).mappings()

    def snapshot(self, row: CampaignRow, at: int) -> tuple[int, bytes] | None:
        """The latest snapshot at or before event ``at``."""
        for segment in reversed(self.segments(row)):
            c = t.snapshots.c
            query = within(segment, c.seq, c.state).where(c.seq <= at)
            latest = query.order_by(c.seq.desc()).limit(1)
            snapshot = self.connection.execute(latest).one_or_none()
            if snapshot is not None and isinstance(snapshot.state, bytes):
                return snapshot.seq, snapshot.state
        return None

    def node(self, row: CampaignRow, level: int, index: int) -> bytes:
        """The root of a complete Merkle subtree; ValueError if the campaign has none there."""
        first, last = (index << level) + 1, (index + 1) << level
        if level >= NODE_LEVEL:
            for segment in self.segments(row):
                if segment.first <= last <= segment.last:
                    return self._stored_node(segment.campaign_id, level, index)
        frontier: tuple[bytes, ...] = ()
        for size, leaf in enumerate(self.hashes(row, first, last)):
            frontier, _ = append(frontier, size, leaf)
        if len(frontier) != 1:
            raise ValueError(f"no subtree {level}/{index}")
        return frontier[0]

    def _stored_node(self, campaign_id: str, level: int, index: int) -> bytes:
        c = t.nodes.c
        place = (c.campaign_id == campaign_id, c.level == level, c.index == index)
        stored = self.connection.execute(sa.select(c.hash).where(*place)).scalar_one_or_none()
        if stored is None:
            raise ValueError(f"no subtree {level}/{index}")
        if not isinstance(stored, bytes):
            raise Damaged(campaign_id, f"Merkle subtree {level}/{index} is not of its type")
        return stored

    def hashes(self, row: CampaignRow, first: int, last: int) -> list[bytes]:
        """Leaf hashes of events ``first`` … ``last``."""
        hashes: list[bytes] = []
        for segment in self.segments(row):
            c = t.events.c
            of = (c.seq >= max(first, segment.first), c.seq <= last)
            rows = self.connection.execute(within(segment, c.hash).where(*of).order_by(c.seq))
            hashes.extend(_leaf(one, segment.campaign_id) for one in rows.scalars())
        return hashes

    def anchors(self, row: CampaignRow) -> set[str]:
        """The anchors of all chains whose links are stored, of a record's ancestors too."""
        c = t.chains.c
        of = [segment.campaign_id for segment in self.segments(row)]
        query = sa.select(c.anchor).where(c.campaign_id.in_(of))
        return set(self.connection.execute(query).scalars())

    def token(self, campaign_id: str, token_hash: str) -> str | None:
        """The role that a token has in a campaign, if it has one."""
        asked = {"id": campaign_id, "hash": token_hash}
        role = self.connection.execute(_TOKEN, asked).scalar_one_or_none()
        return role if isinstance(role, str) else None

    def find_token(self, campaign: str, token_hash: str) -> tuple[str, str] | None:
        """The copy of a campaign that a token belongs to, and its role there."""
        asked = {"campaign": campaign, "hash": token_hash}
        row = self.connection.execute(_HELD, asked).one_or_none()
        if row is None or not isinstance(row.role, str):
            return None
        return row.campaign_id, row.role

    def chain(self, campaign_id: str, anchor: str) -> ChainRow | None:
        """The secret side of a chain as stored, if there is one."""
        c = t.chains.c
        query = sa.select(t.chains).where(c.campaign_id == campaign_id, c.anchor == anchor)
        row = self.connection.execute(query).one_or_none()
        if row is None:
            return None
        return typed(ChainRow, row._mapping, campaign_id, "the links of a chain")


def within(segment: Segment, *columns: sa.Column[Any]) -> sa.Select[Any]:
    """Columns of a segment's rows in a table that has a campaign and an event's number."""
    c = columns[0].table.c
    return sa.select(*columns).where(c.campaign_id == segment.campaign_id, c.seq <= segment.last)


def _opening(row: OpeningRow, campaign_id: str) -> Opening:
    try:
        return msgspec.json.decode(row.opening, type=Opening)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise Damaged(campaign_id, f"an opening of event {row.seq} is malformed") from None


def _leaf(stored: Any, campaign_id: str) -> bytes:
    try:
        return bytes.fromhex(stored)
    except (TypeError, ValueError):
        raise Damaged(campaign_id, "the hash of an event is malformed") from None


def pinned(database: Database) -> str | None:
    """The verifier key of the live campaigns in a database, if there are any."""
    with database.reading() as connection:
        return Reader(connection).signer()


def encrypted_chains(database: Database) -> list[tuple[str, bytes]]:
    """The anchors and stored links of a few chains that were encrypted, the newest first."""
    c = t.chains.c
    query = sa.select(c.anchor, c.stored).where(sa.func.substr(c.stored, 1, 1) == ENCRYPTED)
    with database.reading() as connection:
        rows = connection.execute(query.order_by(c.campaign_id.desc(), c.anchor).limit(8))
        return [(row.anchor, row.stored) for row in rows]
