"""What the operator may do to a campaign that must not be here: hide, show, delete."""

from iacta.domain.kernel.proof.dice import make_chain
from iacta.service.campaigns.engine import Batch
from iacta.service.errors import Problem
from iacta.service.store import remove
from iacta.service.store.rows import CampaignRow


def hide(batch: Batch, row: CampaignRow) -> None:
    """Take a public campaign off the list; from now on it is read with a token only."""
    _check_visibility(row, "public")
    batch.tx.change(row, visibility="hidden")


def show(batch: Batch, row: CampaignRow) -> None:
    """Make a hidden campaign public again. One that was created as private stays so."""
    _check_visibility(row, "hidden")
    batch.tx.change(row, visibility="public")


def _check_visibility(row: CampaignRow, wanted: str) -> None:
    if row.visibility != wanted:
        raise Problem("conflict", f"The campaign is {row.visibility}, not {wanted}.")


def delete(batch: Batch, row: CampaignRow, reason: str) -> int:
    """Delete a campaign permanently: its events, openings, links, tokens and invitations.

    Its id, key, head, last checkpoint and the reason stay. What kept forks share stays until the
    last of them goes. Returns how many of its events stay for them.
    """
    tx = batch.tx
    remove.entomb(tx, row, reason)
    keep = _purge(batch, row)
    # What was kept for this one alone goes with it.
    above = tx.campaign(row.parent_id) if row.parent_id else None
    while above is not None and above.kind == "deleted":
        _purge(batch, above)
        above = tx.campaign(above.parent_id) if above.parent_id else None
    return keep


def _purge(batch: Batch, row: CampaignRow) -> int:
    keep = remove.shared(batch.tx, row)
    own = max(0, keep - (row.fork_at or 0))
    remove.purge(batch.tx, row, keep if own else 0, _chains(batch, row, keep) if own else {})
    return own


def _chains(batch: Batch, row: CampaignRow, keep: int) -> dict[str, tuple[int, bytes]]:
    """The copy's sealed chains as far as they were drawn up to event ``keep``, as stored."""
    links, left = batch.engine.links, {}
    for span in batch.engine.folds.state_at(batch.tx, row, keep).sealed:
        stored = batch.tx.chain(row.id, span.anchor)
        if stored is not None:
            whole = links.decode(span.anchor, stored.links, stored.stored)
            chain = make_chain(whole.link(span.used), span.used)
            left[span.anchor] = (chain.links, links.encode(chain))
    return left
