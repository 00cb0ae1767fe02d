"""Comparing a checkpoint from outside with the campaign that this server signed."""

import structlog

from iacta.domain.kernel.proof import notes
from iacta.domain.kernel.proof.errors import BadRecord
from iacta.service.campaigns.engine import Batch
from iacta.service.signing import check_signature
from iacta.service.store.rows import CampaignRow
from iacta.service.store.tail import root_at

log = structlog.get_logger()


def check_shown_checkpoint(batch: Batch, row: CampaignRow, text: str) -> CampaignRow:
    """The campaign, read-only from now on if the checkpoint says that its log lacks its end.

    So it does where this server signed more events than there are, or others. A checkpoint of
    anything else, or by anybody else, proves nothing.
    """
    checkpoint = _own(batch, row, text)
    if row.kind != "live" or checkpoint is None:
        return row
    longer = checkpoint.size > row.seq
    if not longer and root_at(batch.tx, row, checkpoint.size) == checkpoint.root:
        return row
    log.warning("a checkpoint of another log", campaign=row.id, seq=row.seq, signed=checkpoint.size)
    epoch = batch.engine.mark.signed(row.id).epoch
    batch.noted.append(("size", row.id, epoch, checkpoint.size, checkpoint.root.hex()))
    if "closed" not in batch.tx.facts():
        batch.tx.set_fact("closed", str(batch.tx.pos))
    return batch.tx.change(row, kind="read-only")


def _own(batch: Batch, row: CampaignRow, text: str) -> notes.Checkpoint | None:
    """The checkpoint, if this server signed it for this campaign."""
    key = batch.engine.signer.key
    try:
        note = notes.read_note(notes.clean(text))
    except BadRecord:
        return None
    mine = note.checkpoint.origin == notes.origin(key.name, row.id)
    return note.checkpoint if mine and notes.signed_by(note, key, check_signature) else None
