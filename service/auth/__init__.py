"""Who is asking: tokens, invitations, roles. Tokens are kept hashed and shown once."""

import base64
import hashlib
import re

import msgspec

from domain.kernel.campaign import Campaign
from service.campaigns.reading import sees_all
from service.entropy import World
from service.errors import Damaged, Problem, bad_parameter, not_found
from service.store.mark import Mark
from service.store.read import CampaignRow, Reader

TOKEN_BYTES = 32
_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Caller(msgspec.Struct, frozen=True):
    """A resolved caller. ``role`` is as in an event's ``by``; ``nobody`` without a token."""

    role: str

    @property
    def seat(self) -> str | None:
        """The caller's seat, if it has one."""
        return self.role.removeprefix("seat:") if self.role.startswith("seat:") else None


def new_token(world: World) -> str:
    """A bearer token or an invitation code: 256 random bits."""
    return base64.urlsafe_b64encode(world.random(TOKEN_BYTES)).decode().rstrip("=")


def hash_token(token: str) -> str:
    """What is stored of it. It is random, so one round of SHA-256 is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_id(campaign_id: str) -> bool:
    """Whether a text can be a campaign's id."""
    return _ID.fullmatch(campaign_id) is not None


def role_of(reader: Reader, mark: Mark, campaign_id: str, token: str | None) -> str | None:
    """The role that a token has in a campaign. What was revoked stays so in a restored backup."""
    if not token:
        return None
    token_hash = hash_token(token)
    return None if mark.holds("revoked", token_hash) else reader.token(campaign_id, token_hash)


def resolve(
    reader: Reader, mark: Mark, campaign_id: str, token: str | None
) -> tuple[CampaignRow, Caller]:
    """The campaign and the caller's role. A private campaign without its token is not found."""
    if not is_id(campaign_id):
        raise not_found()
    role = role_of(reader, mark, campaign_id, token)
    try:
        row = reader.campaign(campaign_id)
    except Damaged:
        if role is not None or reader.is_public(campaign_id):
            raise
        row = None
    if row is None:
        raise not_found()
    if role is not None:
        return row, Caller(role)
    if row.visibility != "public":
        raise not_found()
    if token:
        raise Problem("unauthorized", "The token is not valid for this campaign.")
    return row, Caller("nobody")


def require(caller: Caller, *roles: str) -> None:
    """`unauthorized` without a token, `forbidden` with one of another role."""
    if caller.role == "nobody":
        raise Problem("unauthorized", "This needs a token of the campaign.")
    kind = "seat" if caller.seat else caller.role
    if kind not in roles:
        raise Problem("forbidden", f"Not for {caller.role}.")


def audience(caller: Caller, asked: str | None, campaign: Campaign) -> str:
    """Whose eyes a reader looks through: one's own, everyone's, or any after the end."""
    own = "public" if caller.role in ("nobody", "observer") else caller.role
    if asked is None or asked == own:
        return own
    if asked in ("public", "observer"):
        return "public"
    named = asked.startswith("seat:") and campaign.seat(asked.removeprefix("seat:")) is not None
    if asked == "referee" or named:
        if campaign.seals_opened or (caller.role == "referee" and sees_all(campaign)):
            return asked
        if caller.role == "nobody":
            raise Problem("unauthorized", f"To look as {asked} needs its token.")
        raise Problem("forbidden", f"{caller.role} may not look as {asked}.")
    raise bad_parameter("audience", f"There is no audience {asked!r}.")
