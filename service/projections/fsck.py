"""Deriving everything again from the stored events, and reporting where it differs."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import sqlalchemy as sa

from iacta.domain.kernel.campaign.fold import evolve
from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.contract.system import AnySystem
from iacta.domain.kernel.proof import merkle, notes
from iacta.domain.kernel.proof.canonical import sha256
from iacta.domain.kernel.proof.dice import CHAINS
from iacta.domain.kernel.proof.errors import BadRecord, CorruptLog
from iacta.domain.kernel.proof.record import ZERO, Event, read_record, record_hash
from iacta.service.entropy import LinkStore
from iacta.service.errors import Damaged, Problem
from iacta.service.projections import snapshots, step_blocks, words
from iacta.service.projections.fsck_openings import Fault, Openings
from iacta.service.projections.listing import listing_row
from iacta.service.projections.rolls import cells_of, roll_rows
from iacta.service.store import schema as t
from iacta.service.store.database import DatabaseError
from iacta.service.store.read import NODE_LEVEL, Reader
from iacta.service.store.remove import shared
from iacta.service.store.rows import CampaignRow
from iacta.service.store.write import unpack


def check_log(reader: Reader) -> Iterator[Fault]:
    """Positions are without gaps but for what was deleted; the shard's head is the last."""
    e, connection = t.events.c, reader.connection
    query = sa.select(e.shard, sa.func.count(), sa.func.max(e.pos)).group_by(e.shard)
    stored = {shard: (count, last) for shard, count, last in connection.execute(query)}
    gone = _deleted(reader)
    v = t.vacant.c
    vacated = sa.select(v.shard, sa.func.sum(v.events)).group_by(v.shard)
    for shard, events in connection.execute(vacated):
        gone[shard] = gone.get(shard, 0) + int(events)
    for shard, pos in connection.execute(sa.select(t.shards.c.shard, t.shards.c.pos)):
        count, last = stored.pop(shard, (0, 0))
        missing = gone.pop(shard, 0)
        if count + missing != pos or not (last <= pos if missing else last == pos):
            yield Fault("", 0, f"shard {shard}: {count} events, last position {last}")
    for shard, (count, last) in stored.items():
        yield Fault("", 0, f"shard {shard}: {count} events, last position {last}, and no head")


def _deleted(reader: Reader) -> dict[int, int]:
    """How many events of each shard went with deleted campaigns."""
    c, e = t.campaigns.c, t.events.c
    left = (
        sa.select(sa.func.count())
        .where(e.campaign_id == c.id)
        .correlate(t.campaigns)
        .scalar_subquery()
    )
    query = sa.select(c.shard, c.seq, c.fork_at, left).where(c.kind == "deleted")
    gone: dict[int, int] = {}
    for shard, seq, fork_at, here in reader.connection.execute(query):
        gone[shard] = gone.get(shard, 0) + seq - (fork_at or 0) - here
    return gone


def check_campaign(
    reader: Reader, campaign_id: str, systems: Mapping[str, AnySystem], links: LinkStore
) -> Iterator[Fault]:
    """Everything that can be derived of one campaign. What cannot be read is a fault of it."""
    try:
        row = reader.campaign(campaign_id)
    except Damaged as damaged:
        yield Fault(str(campaign_id), 0, damaged.what)
        return
    assert row is not None
    if row.kind == "deleted":
        yield from _guarded(row, _check_deleted(reader, row))
    else:
        yield from _guarded(row, _check(reader, row, systems, links))


def _check_deleted(reader: Reader, row: CampaignRow) -> Iterator[Fault]:
    """Of a deleted campaign nothing is left but what kept forks share, and why it went.

    What they share is checked with them.
    """
    if not row.reason:
        yield Fault(row.id, row.seq, "it was deleted without a reason")
    keep = shared(reader, row)
    for table in t.metadata.sorted_tables:
        if "campaign_id" not in table.c or table is t.vacant:
            continue
        query = sa.select(sa.func.count()).where(table.c.campaign_id == row.id)
        if "seq" in table.c:
            query = query.where(table.c.seq > keep)
        elif keep and table in (t.nodes, t.chains):
            continue
        if reader.connection.execute(query).scalar_one():
            yield Fault(row.id, row.seq, f"it was deleted, and {table.name} still has it")


def _guarded(row: CampaignRow, faults: Iterator[Fault]) -> Iterator[Fault]:
    """The faults that a check finds; what it breaks off at is one more."""
    try:
        yield from faults
    except DatabaseError:
        raise
    except Damaged as damaged:
        yield Fault(row.id, row.seq, damaged.what)
    except Exception as error:  # whatever a damaged row may bring about
        yield Fault(row.id, row.seq, f"a check broke off: {error!r}")


def _check(
    reader: Reader, row: CampaignRow, systems: Mapping[str, AnySystem], links: LinkStore
) -> Iterator[Fault]:
    states = [Campaign()]
    frontier: tuple[bytes, ...] = ()
    nodes: dict[tuple[int, int], bytes] = {}
    rolls: list[dict[str, Any]] = []
    senders, openings = _senders(reader, row), Openings(reader, row)
    system: AnySystem | None = None
    prev = ZERO
    for stored in reader.events(row, 0):
        try:
            event = read_record(stored.record)
        except BadRecord as error:
            yield Fault(row.id, stored.seq, f"its record is malformed: {error}")
            return
        if record_hash(stored.record) != stored.hash or event.prev != prev:
            yield Fault(row.id, stored.seq, "its hash or its link is wrong")
            return
        if stored.seq == 1:
            key = str(event.effects[0]["system"])
            system = systems.get(key)
            yield from _check_head(row, key, system)
        prev = stored.hash
        frontier, done = merkle.append(frontier, stored.seq - 1, bytes.fromhex(stored.hash))
        nodes |= {(level, index): node for level, index, node in done if level >= NODE_LEVEL}
        if stored.seq > (row.fork_at or 0):
            yield from _check_sender(row, event, senders)
            rolls += roll_rows(row.id, event, cells_of(event, system)) if system else []
        if system is None:
            continue
        try:
            states.append(
                evolve(states[-1], stored.record, stored.hash, system, states.__getitem__)
            )
        except (CorruptLog, KeyError, TypeError, ValueError) as error:
            yield Fault(row.id, stored.seq, f"it does not fold: {error}")
            return
        yield from openings.check(event, states[-2], system, states.__getitem__)
    if (row.seq, row.hash, unpack(row.frontier)) != (
        len(reader.hashes(row, 1, row.seq)),
        prev,
        frontier,
    ):
        yield Fault(row.id, row.seq, "the head is not the last event")
    checks = [_check_nodes(reader, row, nodes), _check_checkpoint(row, frontier)]
    if system is not None:
        checks += [
            openings.check_all(),
            _check_rolls(reader, row, rolls),
            _check_listing(reader, row, states[-1], system),
            _check_snapshots(reader, row, states, system),
            _check_step_blocks(reader, row, states, system),
            _check_chains(reader, row, states[-1], links),
        ]
    for check in checks:
        yield from _guarded(row, check)


def _check_head(row: CampaignRow, key: str, system: AnySystem | None) -> Iterator[Fault]:
    """What a campaign's row says of itself, and whether it can be folded."""
    if row.system != key:
        yield Fault(row.id, 1, "its system is not that of the record")
    if system is None:
        yield Fault(row.id, 1, f"not checked: system {key!r} is not installed")
    if row.visibility not in ("public", "private", "hidden"):
        yield Fault(row.id, row.seq, "its visibility is neither public nor private nor hidden")
    if row.kind not in ("live", "imported", "read-only"):
        yield Fault(row.id, row.seq, "it is neither live nor imported nor read-only")


def _senders(reader: Reader, row: CampaignRow) -> dict[int, tuple[str, str | None]]:
    """Who sent each of the campaign's own events with which key, by the columns."""
    e = t.events.c
    query = sa.select(e.seq, e.by, e.key).where(e.campaign_id == row.id)
    return {seq: (by, key) for seq, by, key in reader.connection.execute(query)}


def _check_sender(
    row: CampaignRow, event: Event, senders: Mapping[int, tuple[str, str | None]]
) -> Iterator[Fault]:
    imported = row.kind == "imported"  # keyless; a fork's file begins with its parent's events
    if senders[event.seq] != (event.by, None if imported else event.key):
        yield Fault(row.id, event.seq, "its sender or key is not that of the record")
    if event.campaign != row.campaign and not (imported and event.seq < row.seq):
        yield Fault(row.id, event.seq, "its record is of another campaign")


def _check_nodes(
    reader: Reader, row: CampaignRow, nodes: Mapping[tuple[int, int], bytes]
) -> Iterator[Fault]:
    for (level, index), node in nodes.items():
        try:
            if reader.node(row, level, index) == node:
                continue
        except ValueError:
            pass
        yield Fault(row.id, index << level, f"Merkle subtree {level}/{index} is wrong")


def _check_checkpoint(row: CampaignRow, frontier: tuple[bytes, ...]) -> Iterator[Fault]:
    try:
        checkpoint = notes.read_note(row.checkpoint).checkpoint
    except BadRecord as error:
        yield Fault(row.id, row.seq, f"the checkpoint is malformed: {error}")
        return
    server = notes.read_key(row.key).name
    here = (notes.origin(server, row.campaign), row.seq, merkle.frontier_root(frontier))
    if (checkpoint.origin, checkpoint.size, checkpoint.root) != here:
        yield Fault(row.id, row.seq, "the checkpoint is not of this log")


def _check_rolls(reader: Reader, row: CampaignRow, rolls: list[dict[str, Any]]) -> Iterator[Fault]:
    query = sa.select(t.rolls).where(t.rolls.c.campaign_id == row.id)
    rows = reader.connection.execute(query.order_by(t.rolls.c.seq, t.rolls.c.number)).mappings()
    if [dict(one) for one in rows] != rolls:
        yield Fault(row.id, row.seq, "the rolls are not those of the log")


def _check_listing(
    reader: Reader, row: CampaignRow, campaign: Campaign, system: AnySystem
) -> Iterator[Fault]:
    query = sa.select(t.listing).where(t.listing.c.campaign_id == row.id)
    listed = reader.connection.execute(query).mappings().one_or_none()
    if listed is None or dict(listed) != listing_row(row, campaign, system):
        yield Fault(row.id, row.seq, "the list's row is not that of the campaign")


def _check_snapshots(
    reader: Reader, row: CampaignRow, states: list[Campaign], system: AnySystem
) -> Iterator[Fault]:
    query = sa.select(t.snapshots).where(t.snapshots.c.campaign_id == row.id)
    for one in reader.connection.execute(query):
        if not isinstance(one.state, bytes):
            yield Fault(row.id, one.seq, "a snapshot is not of its type")
            continue
        state = snapshots.decode(one.state, system)
        if state is not None and state != states[one.seq]:
            yield Fault(row.id, one.seq, "a snapshot is not what the log folds to")


def _check_step_blocks(
    reader: Reader, row: CampaignRow, states: list[Campaign], system: AnySystem
) -> Iterator[Fault]:
    """Blocks that would be read tell of their events as they are told now."""
    c = t.step_blocks.c
    version = words.version(system)
    query = sa.select(c.audience, c.last, c.steps).where(
        c.campaign_id == row.id, c.version == version
    )
    vault = reader.vault(row)
    for one in reader.connection.execute(query.order_by(c.audience, c.last)):
        start = one.last - step_blocks.SIZE
        pairs = pairwise(states[start : one.last + 1])
        events = (stored.event() for stored in reader.events(row, start, step_blocks.SIZE))
        told = [
            step_blocks.tell(before, after, event, system, one.audience, vault)
            for (before, after), event in zip(pairs, events, strict=True)
        ]
        try:
            same = step_blocks.unpack(one.steps) == told
        except ValueError:
            same = False
        if not same:
            yield Fault(row.id, one.last, f"kept steps of {one.audience} are not those of the log")


def _check_chains(
    reader: Reader, row: CampaignRow, campaign: Campaign, links: LinkStore
) -> Iterator[Fault]:
    if row.kind != "live":
        return
    for chain in CHAINS:
        head = campaign.chains[chain]
        stored = reader.chain(row.id, head.anchor)
        if stored is None:
            yield Fault(row.id, row.seq, f"the links of the {chain} chain are missing")
            continue
        if stored.used != head.used or not _leads(links, head.anchor, stored):
            yield Fault(row.id, row.seq, f"the links of the {chain} chain are not its own")


def _leads(links: LinkStore, anchor: str, stored: Any) -> bool:
    """Whether stored links lead to their anchor."""
    try:
        secret = links.decode(anchor, stored.links, stored.stored)
        return sha256(secret.link(1)).hex() == anchor
    except (IndexError, ValueError, Problem):
        return False
