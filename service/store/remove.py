"""Deleting a campaign's rows: the one thing that removes events."""

import contextlib
from collections.abc import Mapping

import sqlalchemy as sa

from iacta.domain.kernel.proof.errors import BadRecord
from iacta.domain.kernel.proof.record import read_record
from iacta.service.store import incoming
from iacta.service.store import schema as t
from iacta.service.store.read import NODE_LEVEL, Reader
from iacta.service.store.rows import CampaignRow
from iacta.service.store.write import Writer

NAME = "(deleted)"


def shared(reader: Reader, row: CampaignRow) -> int:
    """The last event of this copy that a fork which is still kept shares; 0 if none does.

    A deleted fork needs of its parent what its own forks need.
    """
    c = t.campaigns.c
    query = sa.select(c.id).where(c.parent_id == row.id)
    last = 0
    for child_id in reader.connection.execute(query).scalars():
        child = reader.head(child_id)
        start = child.fork_at or 0
        last = max(last, start if child.kind != "deleted" else min(start, shared(reader, child)))
    return last


def entomb(tx: Writer, row: CampaignRow, reason: str) -> None:
    """Leave of a campaign its id, key, head, last checkpoint and the reason.

    Its forks have to know when it had opened its seals: what it showed to all is no secret.
    """
    tx.change(row, kind="deleted", reason=reason, name=NAME, opened=_opened(tx, row))


def _opened(reader: Reader, row: CampaignRow) -> int | None:
    """The position of the event that opened a campaign's seals, if one did."""
    e, p = t.events.c, t.published.c
    last = sa.select(sa.func.max(p.seq)).where(p.campaign_id == row.id).scalar_subquery()
    query = sa.select(e.pos, e.record).where(e.campaign_id == row.id, e.seq == last)
    for pos, record in reader.connection.execute(query):
        with contextlib.suppress(BadRecord):
            effects = read_record(record).effects
            if any(effect["type"] == "seals-opened" for effect in effects):
                return int(pos)
    return None


def purge(tx: Writer, row: CampaignRow, keep: int, chains: Mapping[str, tuple[int, bytes]]) -> None:
    """Delete everything of a copy after event ``keep``, with its tokens and its place in the list.

    ``chains``: anchor → how many links are left of a chain, and their stored form; others go.
    """
    if tx.connection.dialect.name == "sqlite":  # else the bytes stay in the file's free pages
        tx.connection.exec_driver_sql("PRAGMA secure_delete = ON")
    _purge_unfinished(tx, row)
    for table in t.metadata.sorted_tables:
        if "campaign_id" not in table.c or table is t.vacant:
            continue
        mine = table.delete().where(table.c.campaign_id == row.id)
        if keep and table is t.nodes:
            _purge_nodes(tx, row, keep)
        elif keep and table is t.chains:
            _purge_chains(tx, row, chains)
        elif keep and "seq" in table.c:
            tx.connection.execute(mine.where(table.c.seq > keep))
        else:
            tx.connection.execute(mine)


def _purge_unfinished(tx: Writer, row: CampaignRow) -> None:
    """Events past the head, of an import under way: the head does not count their positions."""
    c = t.events.c
    past = t.events.delete().where(c.campaign_id == row.id, c.seq > row.seq)
    incoming.vacate(tx, row.id, tx.connection.execute(past).rowcount)


def _purge_nodes(tx: Writer, row: CampaignRow, keep: int) -> None:
    """Subtrees that cover an event after ``keep``."""
    c = t.nodes.c
    mine = t.nodes.delete().where(c.campaign_id == row.id)
    for level in range(NODE_LEVEL, max(keep, row.seq).bit_length() + 1):
        tx.connection.execute(mine.where(c.level == level, c.index >= keep >> level))


def _purge_chains(tx: Writer, row: CampaignRow, chains: Mapping[str, tuple[int, bytes]]) -> None:
    c = t.chains.c
    mine = c.campaign_id == row.id
    tx.connection.execute(t.chains.delete().where(mine, c.anchor.not_in(list(chains))))
    for anchor, (links, stored) in chains.items():
        left = t.chains.update().where(mine, c.anchor == anchor)
        tx.connection.execute(left.values(links=links, used=links, stored=stored))
