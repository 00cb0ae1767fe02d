"""Building snapshots and projections anew from the log."""

import sqlalchemy as sa

from service.campaigns.engine import Batch
from service.campaigns.reading import SNAPSHOT_EVERY, write_snapshot
from service.projections.listing import listing_row
from service.projections.rolls import roll_rows
from service.store import schema as t


def rebuild(batch: Batch) -> int:
    """Drop them all, and derive them again. How many campaigns there were."""
    tx = batch.tx
    for table in (*t.PROJECTIONS, t.snapshots):
        tx.connection.execute(sa.delete(table))
    ids = tx.campaign_ids()
    for campaign_id in ids:
        row = tx.campaign(campaign_id)
        assert row is not None
        system = batch.engine.folds.system(row)
        for stored, event, campaign in batch.engine.folds.walk(tx, row, 0, row.seq):
            if stored.seq <= (row.fork_at or 0):
                continue
            for roll in roll_rows(row.id, event):
                tx.add_row(t.rolls, roll)
            if stored.seq % SNAPSHOT_EVERY == 0 and row.kind != "imported":
                state = write_snapshot(campaign, system)
                snapshot = {"campaign_id": row.id, "seq": stored.seq, "state": state}
                tx.add_row(t.snapshots, snapshot)
        tx.add_row(t.listing, listing_row(row, campaign, system))
    return len(ids)
