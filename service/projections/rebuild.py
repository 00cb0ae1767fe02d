"""Rebuilding a campaign's snapshots and projections from its log."""

from collections.abc import Mapping

import sqlalchemy as sa

from iacta.domain.kernel.campaign.fold import evolve
from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.contract.system import AnySystem
from iacta.domain.kernel.proof.errors import BadRecord, CorruptLog
from iacta.service.errors import Damaged
from iacta.service.projections import listing, rolls, snapshots
from iacta.service.store import schema as t
from iacta.service.store.rows import CampaignRow
from iacta.service.store.write import Writer


def rebuild(tx: Writer, campaign_id: str, systems: Mapping[str, AnySystem]) -> str:
    """Derive all that follows from a campaign's log again, in place of what is there.

    Returns why it was left as it is, where its log does not fold or its game is not installed;
    else an empty text.
    """
    try:
        row = tx.campaign(campaign_id)
        if row is None:
            return ""
        system = systems.get(row.system)
        if system is None:
            return f"the game {row.system!r} is not installed"
        states = _fold(tx, row, system)
    except Damaged as damaged:
        return damaged.what
    except (BadRecord, CorruptLog, LookupError, TypeError, ValueError) as error:
        return f"its log does not fold: {error}"
    _write(tx, row, system, states)
    return ""


def _fold(tx: Writer, row: CampaignRow, system: AnySystem) -> list[Campaign]:
    """The blank campaign, and the state after each event."""
    states = [Campaign()]
    for stored in tx.events(row, 0):
        states.append(evolve(states[-1], stored.record, stored.hash, system, states.__getitem__))
    if row.kind != "deleted" and states[-1].seq != row.seq:
        raise Damaged(row.id, f"event {states[-1].seq + 1} is missing")
    return states


def _write(tx: Writer, row: CampaignRow, system: AnySystem, states: list[Campaign]) -> None:
    for table in (*t.PROJECTIONS, t.snapshots, t.step_blocks):
        tx.connection.execute(sa.delete(table).where(table.c.campaign_id == row.id))
    begun = row.fork_at or 0
    for state, stored in zip(states[begun + 1 :], tx.events(row, begun), strict=True):
        event = stored.event()
        rolls.write(tx, row.id, event, rolls.cells_of(event, system))
        snapshots.write(tx, row, state, system)
    if row.kind != "deleted":  # of which only what forks share is left
        listing.write(tx, row, states[-1], system)
