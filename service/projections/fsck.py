"""Deriving everything again from the stored events, and saying where it differs."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import sqlalchemy as sa
from cryptography.exceptions import InvalidTag

from domain.kernel import merkle, notes, seals
from domain.kernel.campaign import Campaign, evolve
from domain.kernel.canonical import sha256
from domain.kernel.dice import CHAINS
from domain.kernel.errors import BadRecord, CorruptLog
from domain.kernel.record import ZERO, Event, read_record, record_hash
from domain.kernel.system import System
from domain.kernel.vault import Vault
from service.entropy import LinkStore
from service.projections import snapshots
from service.projections.listing import listing_row
from service.projections.rolls import roll_rows
from service.store import schema as t
from service.store.read import NODE_LEVEL, CampaignRow, Reader
from service.store.write import unpack


class Fault(msgspec.Struct, frozen=True):
    """What differs, and at which event."""

    campaign: str
    seq: int
    what: str


def check_log(reader: Reader) -> Iterator[Fault]:
    """Positions are without gaps, and the shard's head is the last."""
    e = t.events.c
    query = sa.select(e.shard, sa.func.count(), sa.func.max(e.pos)).group_by(e.shard)
    heads = {row.shard: row.pos for row in reader.connection.execute(sa.select(t.shards))}
    for shard, count, last in reader.connection.execute(query):
        if count != last or heads.get(shard) != last:
            yield Fault("", 0, f"shard {shard}: {count} events, last position {last}")


def check_campaign(
    reader: Reader, campaign_id: str, systems: Mapping[str, System], links: LinkStore
) -> Iterator[Fault]:
    """Everything that can be derived of one campaign."""
    row = reader.campaign(campaign_id)
    assert row is not None
    states = [Campaign()]
    frontier: tuple[bytes, ...] = ()
    nodes: dict[tuple[int, int], bytes] = {}
    rolls: list[dict[str, Any]] = []
    system, vault = systems.get(row.system), reader.vault(row)
    prev = ZERO
    for stored in reader.events(row, 0):
        try:
            event = read_record(stored.record)
        except BadRecord as error:
            yield Fault(row.id, stored.seq, f"its record is not of the form: {error}")
            return
        if record_hash(stored.record) != stored.hash or event.prev != prev:
            yield Fault(row.id, stored.seq, "its hash or its link is wrong")
            return
        prev = stored.hash
        frontier, done = merkle.append(frontier, stored.seq - 1, bytes.fromhex(stored.hash))
        nodes |= {(level, index): node for level, index, node in done if level >= NODE_LEVEL}
        if system is not None and stored.seq > (row.fork_at or 0):
            rolls += roll_rows(row.id, event, system)
        if system is None:
            continue
        try:
            states.append(evolve(states[-1], event, stored.hash, system, states.__getitem__))
        except (CorruptLog, KeyError, TypeError, ValueError) as error:
            yield Fault(row.id, stored.seq, f"it does not fold: {error}")
            return
        yield from _check_openings(row, event, vault)
    if (row.seq, row.hash, unpack(row.frontier)) != (
        len(reader.hashes(row, 1, row.seq)),
        prev,
        frontier,
    ):
        yield Fault(row.id, row.seq, "the head is not the last event")
    yield from _check_nodes(reader, row, nodes)
    yield from _check_checkpoint(row, frontier)
    if system is not None:
        yield from _check_rolls(reader, row, rolls)
        yield from _check_listing(reader, row, states[-1], system)
        yield from _check_snapshots(reader, row, states, system)
        yield from _check_chains(reader, row, states[-1], links)


def _check_openings(row: CampaignRow, event: Event, vault: Vault) -> Iterator[Fault]:
    for digest in seals.find([event.command, event.draws, event.effects]):
        if digest not in vault:
            if row.kind == "live":
                yield Fault(row.id, event.seq, "a sealed value has no opening")
            continue
        opening = vault.get(digest).opening
        salt = bytes.fromhex(opening.salt)
        if seals.digest(event.campaign, event.seq, salt, opening.value) != digest:
            yield Fault(row.id, event.seq, "an opening is not what was sealed")


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
        yield Fault(row.id, row.seq, f"the checkpoint is not of the form: {error}")
        return
    if (checkpoint.size, checkpoint.root) != (row.seq, merkle.frontier_root(frontier)):
        yield Fault(row.id, row.seq, "the checkpoint is not of this log")


def _check_rolls(reader: Reader, row: CampaignRow, rolls: list[dict[str, Any]]) -> Iterator[Fault]:
    query = sa.select(t.rolls).where(t.rolls.c.campaign_id == row.id)
    found = reader.connection.execute(query.order_by(t.rolls.c.seq, t.rolls.c.number)).mappings()
    if [dict(one) for one in found] != rolls:
        yield Fault(row.id, row.seq, "the rolls are not those of the log")


def _check_listing(
    reader: Reader, row: CampaignRow, campaign: Campaign, system: System
) -> Iterator[Fault]:
    query = sa.select(t.listing).where(t.listing.c.campaign_id == row.id)
    found = reader.connection.execute(query).mappings().one_or_none()
    if found is None or dict(found) != listing_row(row, campaign, system):
        yield Fault(row.id, row.seq, "the list does not show how it stands")


def _check_snapshots(
    reader: Reader, row: CampaignRow, states: list[Campaign], system: System
) -> Iterator[Fault]:
    query = sa.select(t.snapshots).where(t.snapshots.c.campaign_id == row.id)
    for one in reader.connection.execute(query):
        state = snapshots.unpack(one.state, system)
        if state is not None and state != states[one.seq]:
            yield Fault(row.id, one.seq, "a snapshot is not what the log folds to")


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
        secret = links.unpack(anchor, stored.links, stored.stored)
        return sha256(secret.link(1)).hex() == anchor
    except (IndexError, ValueError, InvalidTag):
        return False
