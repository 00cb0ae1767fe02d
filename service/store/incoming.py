"""Imports on their way in: rows past a campaign's head, which nobody reads until it moves."""

from collections.abc import Collection, Iterator

import msgspec
import sqlalchemy as sa

from iacta.domain.kernel.proof.canonical import MAX_INT
from iacta.domain.kernel.proof.seals import Opening
from iacta.service.store import schema as t
from iacta.service.store.read import Reader
from iacta.service.store.rows import CampaignRow, StoredEvent
from iacta.service.store.write import SHARD, Writer

NUMBERED = (t.events, t.rolls, t.snapshots, t.openings, t.published)


class Slice(msgspec.Struct, frozen=True, array_like=True):
    """Some rows of a campaign, in the order of their columns, without its id.

    ``events``: seq, record, hash, by, key. ``openings``: digest, seq, opening, roles shown to.
    """

    events: list[tuple[int, bytes, str, str, str]] = []
    nodes: list[tuple[int, int, bytes]] = []
    rolls: list[tuple[int, int, bytes]] = []
    snapshots: list[tuple[int, bytes]] = []
    openings: list[tuple[str, int, Opening, tuple[str, ...]]] = []
    published: list[tuple[str, int]] = []


def claim(tx: Writer, campaign_id: str, by: str) -> None:
    """Begin an import; one that was begun before can no longer go on."""
    tx.connection.execute(t.incoming.delete().where(t.incoming.c.campaign_id == campaign_id))
    tx.connection.execute(t.incoming.insert(), {"campaign_id": campaign_id, "claim": by})


def holds(tx: Writer, campaign_id: str, by: str) -> bool:
    """Whether an import may go on."""
    c = t.incoming.c
    query = sa.select(c.claim).where(c.campaign_id == campaign_id)
    return tx.connection.execute(query).scalar_one_or_none() == by


def release(tx: Writer, campaign_id: str) -> None:
    """End an import."""
    tx.connection.execute(t.incoming.delete().where(t.incoming.c.campaign_id == campaign_id))


def unfinished(reader: Reader) -> list[str]:
    """The campaigns whose import was begun and has not ended."""
    return list(reader.connection.execute(sa.select(t.incoming.c.campaign_id)).scalars())


def highest(reader: Reader, campaign_id: str) -> int:
    """The last event of a campaign that has a row, be it past its head; 0 if there is none."""
    e = t.events.c
    query = sa.select(sa.func.max(e.seq)).where(e.campaign_id == campaign_id)
    return reader.connection.execute(query).scalar_one() or 0


def clear(tx: Writer, campaign_id: str, after: int, last: int) -> None:
    """Remove what a broken import has left of events after ``after`` up to ``last``."""
    for table in NUMBERED:
        c = table.c
        past = (c.campaign_id == campaign_id, c.seq > after, c.seq <= last)
        removed = tx.connection.execute(table.delete().where(*past)).rowcount
        if table is t.events:
            vacate(tx, campaign_id, removed)
    n = t.nodes.c
    for level in tx.connection.execute(
        sa.select(n.level).where(n.campaign_id == campaign_id).distinct()
    ).scalars():
        past = (n.campaign_id == campaign_id, n.level == level, n.index >= after >> level)
        tx.connection.execute(t.nodes.delete().where(*past, n.index < last >> level))


def vacate(tx: Writer, campaign_id: str, events: int) -> None:
    """Count positions that are empty from now on."""
    v = t.vacant
    mine = v.update().where(v.c.campaign_id == campaign_id).values(events=v.c.events + events)
    if events and not tx.connection.execute(mine).rowcount:
        row = {"campaign_id": campaign_id, "shard": SHARD, "events": events}
        tx.connection.execute(v.insert(), row)


def add(tx: Writer, row: CampaignRow, rows: Slice, *, keyed: bool) -> None:
    """Hold the rows of a slice that are past the campaign's head. ``keyed``: with their keys."""
    have, of = row.seq, {"campaign_id": row.id}
    for seq, record, digest, by, key in rows.events:
        if seq > have:
            tx.store_event(row, StoredEvent(seq, record, digest), by, key if keyed else None)
    for level, index, node in rows.nodes:
        if (index + 1) << level > have:
            tx.add_row(t.nodes, {**of, "level": level, "index": index, "hash": node})
    for seq, number, roll in rows.rolls:
        if seq > have:
            tx.add_row(t.rolls, {**of, "seq": seq, "number": number, "roll": roll})
    for seq, state in rows.snapshots:
        if seq > have:
            tx.add_row(t.snapshots, {**of, "seq": seq, "state": state})
    _add_openings(tx, row, rows)


def _add_openings(tx: Writer, row: CampaignRow, rows: Slice) -> None:
    known = dict(_known(tx, row, t.openings, [one[0] for one in rows.openings], "to"))
    for digest, seq, opening, to in rows.openings:
        if digest in known:
            if known[digest] or not to:
                continue
            # Whom it was shown to rested on what a shorter file kept hidden.
            tx.drop_opening(row.id, digest)
        tx.store_opening(row.id, seq, digest, opening, to)
    shown = dict(_known(tx, row, t.published, [one[0] for one in rows.published], "seq"))
    for digest, seq in rows.published:
        if digest not in shown:
            tx.publish(row.id, digest, seq)


def _known(
    tx: Writer, row: CampaignRow, table: sa.Table, digests: Collection[str], column: str
) -> Iterator[tuple[str, object]]:
    """What a campaign has of some openings already, its parents' shared past included."""
    shared = [(one.campaign_id, one.last) for one in tx.segments(row) if one.campaign_id != row.id]
    c = table.c
    for campaign_id, last in (*shared, (row.id, MAX_INT)):
        query = sa.select(c.digest, c[column]).where(
            c.campaign_id == campaign_id, c.seq <= last, c.digest.in_(digests)
        )
        for known in tx.connection.execute(query):
            yield known[0], known[1]
