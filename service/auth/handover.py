"""Giving a role to another holder, or to the same one whose token is lost."""

from domain.kernel import commands as cmd
from domain.kernel import effects as fx
from service.auth.tokens import give_tokens
from service.campaigns import founding
from service.campaigns.engine import Batch
from service.errors import FieldError, Problem
from service.store import access
from service.store.read import CampaignRow


def hand_over(batch: Batch, row: CampaignRow, role: str, by: str) -> str:
    """A new token of a role; the old ones are revoked, and its invitation is used up.

    ``by``: the referee, or the service at its operator's word. Raises `Problem` for a role that the
    campaign has not, and where it is only kept here.
    """
    seat = _seat(batch, row, role)
    founding.record(batch, row, by, cmd.HandOver(role), fx.SeatHandedOver(role))
    access.revoke_tokens(batch.tx, row.id, role)
    if seat is not None:
        access.use_up(batch.tx, row.id, seat)
    return give_tokens(batch, row.id, [role])[role]


def _seat(batch: Batch, row: CampaignRow, role: str) -> str | None:
    """The seat of a role, if it is one; `invalid-request` unless somebody can hold the role."""
    if role in ("referee", "observer"):
        return None
    seat = role.removeprefix("seat:")
    if role == f"seat:{seat}" and batch.live(row).campaign.seat(seat) is not None:
        return seat
    detail = f"There is no role {role!r} here."
    raise Problem("invalid-request", detail, errors=[FieldError("/role", detail)])
