"""Handing a role over, in every branch that shares its secrets: else a branch would be the
place to take a seat unseen.
"""

from collections.abc import Sequence

from iacta.domain.kernel.campaign import commands as cmd
from iacta.domain.kernel.campaign import effects as fx
from iacta.service.campaigns.engine import Batch
from iacta.service.campaigns.genesis import record
from iacta.service.campaigns.lineage import sharing
from iacta.service.store import access
from iacta.service.store.rows import CampaignRow


def claim(batch: Batch, row: CampaignRow, seat: str, token_hash: str) -> None:
    """Let a seat be taken, here and where it is free in another branch. Raises `Problem`."""
    role = f"seat:{seat}"
    branches = [row, *(one for one in sharing(batch.tx, row) if _is_free(batch, one, seat))]
    for branch in branches:
        record(batch, branch, role, cmd.Claim(seat), fx.SeatClaimed(seat))
    _give(batch, branches, role, token_hash)


def _is_free(batch: Batch, row: CampaignRow, seat: str) -> bool:
    held = any(role == f"seat:{seat}" for role, _ in access.tokens(batch.tx, row.id))
    return batch.live(row).campaign.seat(seat) is not None and not held


def hand_over(batch: Batch, row: CampaignRow, role: str, by: str, token_hash: str) -> None:
    """Give a role of the campaign a new token; those before it are revoked. Raises `Problem`.

    ``by``: ``referee``, or ``service`` where the operator does it. A seat's is given in every
    live branch that shares a secret, an event in each.
    """
    branches = [row, *(sharing(batch.tx, row) if role.startswith("seat:") else ())]
    for branch in branches:
        record(batch, branch, by, cmd.HandOver(role), fx.SeatHandedOver(role))
    _revoke(batch, branches, role)
    _give(batch, branches, role, token_hash)


def _revoke(batch: Batch, branches: Sequence[CampaignRow], role: str) -> None:
    """Revoke a role's tokens by hash, so that no branch of the lineage knows them any more."""
    revoked = {
        token_hash
        for branch in branches
        for held, token_hash in access.tokens(batch.tx, branch.id)
        if held == role
    }
    access.revoke(batch.tx, revoked)
    for token_hash in sorted(revoked):
        batch.note("revoked", token_hash)


def _give(batch: Batch, branches: Sequence[CampaignRow], role: str, token_hash: str) -> None:
    """Give the same token in each branch; a seat's invitations are used up."""
    made = batch.engine.host.now()
    for branch in branches:
        access.add_token(batch.tx, branch.id, role, token_hash, made)
        if role.startswith("seat:"):
            for code_hash in access.use_up(batch.tx, branch.id, role.removeprefix("seat:")):
                batch.note("used", code_hash)
