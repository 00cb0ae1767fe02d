"""Giving a role to another holder, or a new token to one who lost theirs."""

from iacta.service.auth import hash_token, new_token
from iacta.service.campaigns import handover
from iacta.service.campaigns.engine import Batch
from iacta.service.errors import malformed
from iacta.service.store.rows import CampaignRow


def hand_over(batch: Batch, row: CampaignRow, role: str, by: str) -> str:
    """A new token of a role; the old ones are revoked, and its invitation is used up.

    ``by``: the referee, or the service for its operator. Raises `Problem` for a role that the
    campaign does not have, and for one that is not played here.
    """
    _check_role(batch, row, role)
    token = new_token(batch.engine.host)
    handover.hand_over(batch, row, role, by, hash_token(token))
    return token


def _check_role(batch: Batch, row: CampaignRow, role: str) -> None:
    """`invalid-request` unless somebody can hold the role."""
    if role in ("referee", "observer"):
        return
    seat = role.removeprefix("seat:")
    if role == f"seat:{seat}" and batch.live(row).campaign.seat(seat) is not None:
        return
    raise malformed("/role", f"There is no role {role!r} here.")
