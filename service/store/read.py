"""Reading the log: events across forks, openings, snapshots, Merkle nodes."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from domain.kernel.merkle import append
from domain.kernel.record import Event, read_record
from domain.kernel.seals import Opening
from domain.kernel.vault import Entry, Vault
from service.store import schema as t
from service.store.database import Database

# Asked with every command, so built once.
_CAMPAIGN = sa.select(t.campaigns).where(t.campaigns.c.id == sa.bindparam("id"))
_TOKEN = sa.select(t.tokens.c.campaign_id, t.tokens.c.role).where(
    t.tokens.c.hash == sa.bindparam("hash")
)
_HELD = (
    sa.select(t.tokens.c.campaign_id, t.tokens.c.role)
    .join(t.campaigns, t.campaigns.c.id == t.tokens.c.campaign_id)
    .where(
        t.tokens.c.hash == sa.bindparam("hash"),
        t.campaigns.c.campaign == sa.bindparam("campaign"),
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


class CampaignRow(msgspec.Struct, frozen=True):
    """The head of a copy of a campaign, as stored; ``campaign`` is the campaign's own id."""

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


class Stored(msgspec.Struct, frozen=True):
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


class Reader:
    """Queries within one transaction."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def campaign(self, campaign_id: str) -> CampaignRow | None:
        """The head of a copy, if there is such a copy."""
        row = self.connection.execute(_CAMPAIGN, {"id": campaign_id}).one_or_none()
        return None if row is None else CampaignRow(**row._mapping)

    def copy(self, campaign: str, key: str) -> CampaignRow | None:
        """The copy of a campaign that is signed by a key, if it is here or was deleted."""
        c = t.campaigns.c
        query = sa.select(t.campaigns).where(c.campaign == campaign, c.key == key)
        row = self.connection.execute(query).one_or_none()
        return None if row is None else CampaignRow(**row._mapping)

    def copies(
        self, campaign: str, trusted: Sequence[str], *, public: bool = False, limit: int = 100
    ) -> list[CampaignRow]:
        """The copies of a campaign, best first: those of the ``trusted`` keys in their order, then
        the first kept. What is left of deleted ones comes last.
        """
        c = t.campaigns.c
        query = sa.select(t.campaigns).where(c.campaign == campaign)
        if public:
            query = query.where(c.visibility == "public")
        query = query.order_by(*rank(t.campaigns, trusted)).limit(limit)
        return [CampaignRow(**row._mapping) for row in self.connection.execute(query)]

    def ping(self) -> None:
        """Ask the database for anything."""
        self.connection.execute(sa.select(1))

    def signer(self) -> str | None:
        """The verifier key under which live campaigns are signed, if there are any."""
        c = t.campaigns.c
        return self.connection.execute(
            sa.select(c.key).where(c.kind == "live").order_by(c.id.desc()).limit(1)
        ).scalar_one_or_none()

    def campaign_ids(self) -> list[str]:
        """Every campaign, oldest first."""
        c = t.campaigns.c
        return list(self.connection.execute(sa.select(c.id).order_by(c.id)).scalars())

    def segments(self, row: CampaignRow) -> list[Segment]:
        """Where the campaign's events are, oldest first. Forks share their parents' rows."""
        found: list[Segment] = []
        last: int = row.seq
        here: CampaignRow | None = row
        while here is not None:
            start = here.fork_at or 0
            if last > start:
                found.append(Segment(here.id, start + 1, last))
            last = min(last, start)
            here = self.campaign(here.parent_id) if here.parent_id else None
        return found[::-1]

    def events(self, row: CampaignRow, after: int, limit: int | None = None) -> Iterator[Stored]:
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

    def _page(self, segment: Segment, after: int, limit: int) -> list[Stored]:
        rows = self.connection.execute(
            sa.select(t.events.c.seq, t.events.c.record, t.events.c.hash)
            .where(
                t.events.c.campaign_id == segment.campaign_id,
                t.events.c.seq > after,
                t.events.c.seq <= segment.last,
            )
            .order_by(t.events.c.seq)
            .limit(limit)
        )
        return [Stored(*row) for row in rows]

    def event(self, row: CampaignRow, seq: int) -> Stored | None:
        """One event, if there is one with this number."""
        return next(self.events(row, seq - 1, 1), None) if 1 <= seq <= row.seq else None

    def by_key(self, campaign_id: str, by: str, key: str) -> Stored | None:
        """The event that a sender's idempotency key made, if it made one."""
        asked = {"id": campaign_id, "by": by, "key": key}
        row = self.connection.execute(_BY_KEY, asked).one_or_none()
        return None if row is None else Stored(*row)

    def vault(self, row: CampaignRow) -> Vault:
        """Every opening of the campaign, its forks' shared past included."""
        vault = Vault()
        for segment in self.segments(row):
            for one in self.until(t.openings, segment):
                opening = msgspec.json.decode(one["opening"], type=Opening)
                vault.add(one["digest"], Entry(one["seq"], opening, tuple(one["to"].split())))
            for one in self.until(t.published, segment):
                vault.publish([one["digest"]], one["seq"])
        return vault

    def until(self, table: sa.Table, segment: Segment) -> Iterator[Any]:
        """A segment's rows of a table that has a campaign and an event's number."""
        query = sa.select(table).where(
            table.c.campaign_id == segment.campaign_id, table.c.seq <= segment.last
        )
        yield from self.connection.execute(query).mappings()

    def snapshot(self, row: CampaignRow, at: int) -> tuple[int, bytes] | None:
        """The latest snapshot at or before event ``at``."""
        for segment in reversed(self.segments(row)):
            found = self.connection.execute(
                sa.select(t.snapshots.c.seq, t.snapshots.c.state)
                .where(
                    t.snapshots.c.campaign_id == segment.campaign_id,
                    t.snapshots.c.seq <= min(at, segment.last),
                )
                .order_by(t.snapshots.c.seq.desc())
                .limit(1)
            ).one_or_none()
            if found is not None:
                return found.seq, found.state
        return None

    def node(self, row: CampaignRow, level: int, index: int) -> bytes:
        """The root of a complete Merkle subtree; ValueError if the campaign has no such one."""
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
        found = self.connection.execute(
            sa.select(t.nodes.c.hash).where(
                t.nodes.c.campaign_id == campaign_id,
                t.nodes.c.level == level,
                t.nodes.c.index == index,
            )
        ).scalar_one_or_none()
        if found is None:
            raise ValueError(f"no subtree {level}/{index}")
        return bytes(found)

    def hashes(self, row: CampaignRow, first: int, last: int) -> list[bytes]:
        """Leaf hashes of events ``first`` … ``last``."""
        found: list[bytes] = []
        for segment in self.segments(row):
            rows = self.connection.execute(
                sa.select(t.events.c.hash)
                .where(
                    t.events.c.campaign_id == segment.campaign_id,
                    t.events.c.seq >= max(first, segment.first),
                    t.events.c.seq <= min(last, segment.last),
                )
                .order_by(t.events.c.seq)
            )
            found.extend(bytes.fromhex(row.hash) for row in rows)
        return found

    def children(self, campaign_id: str) -> Sequence[Any]:
        """Forks of a campaign: id, name, visibility, fork_at."""
        c = t.campaigns.c
        return self.connection.execute(
            sa.select(c.id, c.name, c.visibility, c.fork_at)
            .where(c.parent_id == campaign_id)
            .order_by(c.fork_at, c.id)
        ).all()

    def token(self, token_hash: str) -> tuple[str, str] | None:
        """Campaign and role of a token that is not revoked."""
        row = self.connection.execute(_TOKEN, {"hash": token_hash}).one_or_none()
        return None if row is None else (row.campaign_id, row.role)

    def held(self, campaign: str, token_hash: str) -> tuple[str, str] | None:
        """The copy of a campaign that a token is of, and its role there."""
        row = self.connection.execute(
            _HELD, {"campaign": campaign, "hash": token_hash}
        ).one_or_none()
        return None if row is None else (row.campaign_id, row.role)

    def chain(self, campaign_id: str, anchor: str) -> Any:
        """The secret side of a chain as stored, if it is here."""
        return self.connection.execute(
            sa.select(t.chains).where(
                t.chains.c.campaign_id == campaign_id, t.chains.c.anchor == anchor
            )
        ).one_or_none()


def pinned(database: Database) -> str | None:
    """The verifier key of the live campaigns in a database, if there are any."""
    with database.reading() as connection:
        return Reader(connection).signer()
