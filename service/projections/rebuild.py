"""Rebuilding snapshots and projections from the log."""

from collections.abc import Mapping

import sqlalchemy as sa

from iacta.domain.kernel.campaign.fold import Campaign, evolve
from iacta.domain.kernel.contract.system import AnySystem
from iacta.service.projections import listing, rolls, snapshots
from iacta.service.store import schema as t
from iacta.service.store.read import CampaignRow
from iacta.service.store.write import Writer


def rebuild(tx: Writer, systems: Mapping[str, AnySystem]) -> int:
    """Drop and derive all of them again; returns the number of campaigns."""
    for table in (*t.PROJECTIONS, t.snapshots):
        tx.connection.execute(sa.delete(table))
    ids = tx.campaign_ids()
    for campaign_id in ids:
        row = tx.campaign(campaign_id)
        if row is not None and row.system in systems:
            _campaign(tx, row, systems[row.system])
    return len(ids)


def _campaign(tx: Writer, row: CampaignRow, system: AnySystem) -> None:
    states = [Campaign()]
    for stored in tx.events(row, 0):
        event = stored.event()
        states.append(evolve(states[-1], event, stored.hash, system, states.__getitem__))
        if stored.seq > (row.fork_at or 0):
            rolls.write(tx, row.id, event, rolls.cells_of(event, system))
            snapshots.write(tx, row, states[-1], system)
    if row.kind != "deleted":  # of which only what forks share is left
        listing.write(tx, row, states[-1], system)
