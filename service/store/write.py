"""Writing the log: one transaction for a whole batch of commands."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from iacta.domain.kernel.campaign.event import Accepted
from iacta.domain.kernel.proof import merkle
from iacta.domain.kernel.proof.dice import Chain
from iacta.domain.kernel.proof.seals import Opening
from iacta.service.store import schema as t
from iacta.service.store.database import CHANGED, WATCHED, WRITES
from iacta.service.store.kept import Held, Kept
from iacta.service.store.prepared import Prepared
from iacta.service.store.read import NODE_LEVEL, Reader
from iacta.service.store.rows import CampaignRow, StoredEvent

SHARD = 0
CHANNEL = "iacta"

# Run with every batch, so built once.
_LOCK = (
    sa.select(t.shards.c.pos, t.shards.c.version).where(t.shards.c.shard == SHARD).with_for_update()
)
_MOVE_SHARD = Prepared(
    t.shards.update().where(t.shards.c.shard == sa.bindparam("of")).values(pos=sa.bindparam("pos"))
)
_OF_LOG = ("seq", "hash", "frontier", "checkpoint")
_MOVE_HEAD = Prepared(
    t.campaigns.update()
    .where(t.campaigns.c.id == sa.bindparam("of"))
    .values({name: sa.bindparam(name) for name in _OF_LOG}),
    by_event=True,
)
_USE_LINK = Prepared(
    t.chains.update()
    .where(
        t.chains.c.campaign_id == sa.bindparam("campaign"), t.chains.c.anchor == sa.bindparam("of")
    )
    .values(used=sa.bindparam("used"))
)
_DROP_OPENING = t.openings.delete().where(
    t.openings.c.campaign_id == sa.bindparam("campaign"), t.openings.c.digest == sa.bindparam("of")
)
_INSERT = {table: Prepared(table.insert()) for table in t.metadata.sorted_tables}
_NOTIFY = sa.select(sa.func.pg_notify(CHANNEL, sa.bindparam("campaigns", type_=sa.Text)))
NOTICE_BYTES = 7_999  # PostgreSQL takes no longer one
HASH_BYTES = 32


def pack(frontier: tuple[bytes, ...]) -> bytes:
    """A frontier as stored."""
    return b"".join(frontier)


def unpack(data: bytes) -> tuple[bytes, ...]:
    """A frontier from its stored form."""
    return tuple(data[i : i + HASH_BYTES] for i in range(0, len(data), HASH_BYTES))


def notice(heads: Iterable[CampaignRow]) -> str:
    """What tells other processes of changed campaigns: their ids; nothing if they are too many."""
    text = " ".join(sorted({head.campaign for head in heads}))
    return text if len(text) <= NOTICE_BYTES else ""


class Writer(Reader):
    """One batch. Rows of events and what goes with them are buffered until `flush`.

    The shard's head row is locked first, so batches of several processes follow one another, and
    what a batch reads of a campaign's head stays true until it is committed. ``kept``: what was
    read in earlier batches; ``again``: jobs are run that may have been committed before.
    """

    def __init__(
        self, connection: Connection, kept: Kept | None = None, *, again: bool = False
    ) -> None:
        super().__init__(connection)
        self.again = again
        self._info = connection.info  # still there when the connection is given back
        shard = connection.execute(_LOCK).one()
        self._pos: int = shard.pos
        self._kept = kept or Kept()
        self._kept.catch_up(connection, SHARD, shard.pos, shard.version)
        self._tokens: dict[tuple[str, str], Held] = {}
        self._heads: dict[str, CampaignRow] = {}
        self._rows: list[tuple[sa.Table, dict[str, Any]]] = []
        self._keys: dict[tuple[str, str, str], StoredEvent] = {}
        self._fresh: dict[tuple[str, int], StoredEvent] = {}
        self._used: dict[tuple[str, str], int] = {}

    @property
    def pos(self) -> int:
        """The last position, this batch's own events included."""
        return self._pos

    @property
    def writes(self) -> int:
        """A number that grows with everything that is written or held to be written."""
        return len(self._rows) + int(self.connection.info.get(WRITES, 0))

    @property
    def heads(self) -> list[CampaignRow]:
        """The heads of campaigns that this batch has read or written."""
        return list(self._heads.values())

    def campaign(self, campaign_id: str) -> CampaignRow | None:
        """A campaign's head, this batch's own events included."""
        if campaign_id not in self._heads:
            kept = None if self._changed else self._kept.heads.get(campaign_id)
            row = kept or super().campaign(campaign_id)
            if row is None:
                return None
            self._heads[campaign_id] = row
        return self._heads[campaign_id]

    def find_token(self, campaign: str, token_hash: str) -> Held | None:
        """As in `Reader`."""
        if self._changed:  # by this batch itself
            return super().find_token(campaign, token_hash)
        key = campaign, token_hash
        held = self._tokens.get(key) or self._kept.tokens.get(key)
        held = held or super().find_token(campaign, token_hash)
        if held is not None:
            self._tokens[key] = held
        return held

    @property
    def _changed(self) -> bool:
        return CHANGED in self._info

    def keep(self) -> None:
        """Keep for the next batch what this one has read, once it is durable.

        A batch that has raised the version leaves nothing: all that is kept is read anew.
        """
        if not self._changed:
            self._kept.commit(self._pos, self._heads, self._tokens)

    def copy(self, campaign: str, key: str) -> CampaignRow | None:
        """As in `Reader`, this batch's own events included."""
        row = super().copy(campaign, key)
        return None if row is None else self._heads.setdefault(row.id, row)

    def copies(
        self, campaign: str, trusted: Sequence[str], *, public: bool = False, limit: int = 100
    ) -> list[CampaignRow]:
        """As in `Reader`, this batch's own events included."""
        rows = super().copies(campaign, trusted, public=public, limit=limit)
        return [self._heads.setdefault(row.id, row) for row in rows]

    def by_key(self, campaign_id: str, by: str, key: str) -> StoredEvent | None:
        """As in `Reader`, this batch's own events included."""
        return self._keys.get((campaign_id, by, key)) or super().by_key(campaign_id, by, key)

    def event(self, row: CampaignRow, seq: int) -> StoredEvent | None:
        """As in `Reader`, this batch's own events included."""
        return self._fresh.get((row.id, seq)) or super().event(row, seq)

    @property
    def touched(self) -> list[CampaignRow]:
        """The heads of campaigns that this batch has extended."""
        return [self._heads[key] for key in dict.fromkeys(key for key, _ in self._fresh)]

    def add_campaign(self, row: CampaignRow) -> None:
        """A new campaign, at once."""
        self.connection.execute(t.campaigns.insert(), msgspec.structs.asdict(row))
        self._heads[row.id] = row

    def append(
        self, campaign_id: str, accepted: Accepted, chains: Mapping[str, bytes]
    ) -> CampaignRow:
        """Hold an event with its openings, chains and Merkle nodes. Returns the new head.

        ``chains``: chain → the stored form of each fresh chain's links.
        """
        row = self._heads[campaign_id]
        event = accepted.event
        stored = StoredEvent(event.seq, accepted.record, accepted.hash)
        self.store_event(row, stored, event.by, event.key)
        self._keys[campaign_id, event.by, event.key] = stored
        self._fresh[campaign_id, event.seq] = stored
        for digest, kept in accepted.sealed.items():
            self.store_opening(campaign_id, event.seq, digest, kept.opening, kept.to)
        for digest in accepted.opened:
            self.publish(campaign_id, digest, event.seq)
        for chain, secret in accepted.fresh.items():
            self.store_chain(campaign_id, chain, secret, chains[chain])
        return self._grow(row, stored)

    def _grow(self, row: CampaignRow, stored: StoredEvent) -> CampaignRow:
        frontier, done = merkle.append(
            unpack(row.frontier), stored.seq - 1, bytes.fromhex(stored.hash)
        )
        for level, index, node in done:
            if level >= NODE_LEVEL:
                place = {"campaign_id": row.id, "level": level, "index": index}
                self.add_row(t.nodes, {**place, "hash": node})
        members = {"seq": stored.seq, "hash": stored.hash, "frontier": pack(frontier)}
        self._heads[row.id] = msgspec.structs.replace(row, **members)
        return self._heads[row.id]

    def store_event(self, row: CampaignRow, stored: StoredEvent, by: str, key: str | None) -> None:
        """Hold an event past a campaign's head. ``key``: the one that it answers to, if any."""
        self._pos += 1
        place = {"shard": SHARD, "pos": self._pos, "campaign_id": row.id, "by": by, "key": key}
        self.add_row(t.events, {**place, **msgspec.structs.asdict(stored)})

    def advance(self, head: CampaignRow, last: StoredEvent) -> None:
        """Move a campaign's head to ``last``, an event that was kept before."""
        self._info[CHANGED] = True  # without a new position
        self._heads[head.id] = head
        self._fresh[head.id, last.seq] = last

    def store_opening(
        self, campaign_id: str, seq: int, digest: str, opening: Opening, to: tuple[str, ...]
    ) -> None:
        """Hold an opening and who may see it."""
        row = {
            "campaign_id": campaign_id,
            "digest": digest,
            "seq": seq,
            "to": " ".join(to),
            "opening": msgspec.json.encode(opening),
        }
        self.add_row(t.openings, row)

    def drop_opening(self, campaign_id: str, digest: str) -> None:
        """Delete an opening, to store it again."""
        self.connection.execute(_DROP_OPENING, {"campaign": campaign_id, "of": digest})

    def publish(self, campaign_id: str, digest: str, seq: int) -> None:
        """Hold that event ``seq`` showed a value to everyone."""
        self.add_row(t.published, {"campaign_id": campaign_id, "digest": digest, "seq": seq})

    def store_chain(self, campaign_id: str, chain: str, secret: Chain, stored: bytes) -> None:
        """Hold the secret side of a chain."""
        row = {
            "campaign_id": campaign_id,
            "anchor": secret.anchor,
            "chain": chain,
            "links": secret.links,
            "used": 0,
            "stored": stored,
        }
        self.add_row(t.chains, row)

    def add_row(self, table: sa.Table, row: dict[str, Any]) -> None:
        """Hold a row."""
        if table.name in WATCHED:
            self._info[CHANGED] = True
        self._rows.append((table, row))

    def set_fact(self, name: str, value: str | None) -> None:
        """What the database says of itself from now on; none to say nothing."""
        self.connection.execute(t.facts.delete().where(t.facts.c.name == name))
        if value is not None:
            self.connection.execute(t.facts.insert(), {"name": name, "value": value})

    def change(self, row: CampaignRow, **members: Any) -> CampaignRow:
        """Change members of a campaign's head that are not of its log, at once; the new head."""
        mine = t.campaigns.update().where(t.campaigns.c.id == row.id)
        self.connection.execute(mine.values(**members))
        head = self.head(row.id)
        self._heads[row.id] = msgspec.structs.replace(head, **members)
        return self._heads[row.id]

    def use_link(self, campaign_id: str, anchor: str, link: int) -> None:
        """Mark a chain's links used up to ``link``."""
        self._used[campaign_id, anchor] = link

    def sign(self, campaign_id: str, checkpoint: str) -> None:
        """Keep the checkpoint that covers this batch."""
        row = self._heads[campaign_id]
        self._heads[campaign_id] = msgspec.structs.replace(row, checkpoint=checkpoint)

    def flush(self) -> None:
        """Write everything that is buffered."""
        by_table: dict[sa.Table, list[dict[str, Any]]] = {}
        for table, row in self._rows:
            by_table.setdefault(table, []).append(row)
        for table, rows in by_table.items():
            _INSERT[table].run(self.connection, rows)
        if self._used:
            links = [
                {"campaign": campaign_id, "of": anchor, "used": used}
                for (campaign_id, anchor), used in self._used.items()
            ]
            _USE_LINK.run(self.connection, links)
        if self._fresh:
            heads = [
                {"of": head.id, **{name: getattr(head, name) for name in _OF_LOG}}
                for head in self.touched
            ]
            _MOVE_HEAD.run(self.connection, heads)
            if self.connection.dialect.name == "postgresql":
                self.connection.execute(_NOTIFY, {"campaigns": notice(self.touched)})
        _MOVE_SHARD.run(self.connection, [{"of": SHARD, "pos": self._pos}])
