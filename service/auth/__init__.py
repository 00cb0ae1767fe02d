"""Who is asking: tokens, invitations, roles. Tokens are kept hashed and shown once."""

import base64
import hashlib
import re
from collections.abc import Sequence

import msgspec

from iacta.domain.kernel.campaign.fold import Campaign
from iacta.service.campaigns.reading import sees_all
from iacta.service.entropy import World
from iacta.service.errors import Damaged, Problem, bad_parameter, deleted, not_found
from iacta.service.store.mark import Mark
from iacta.service.store.read import CampaignRow, Reader

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


def held(reader: Reader, mark: Mark, campaign_id: str, token: str | None) -> tuple[str, str] | None:
    """The copy of a campaign that a token is of, and its role there.

    What was revoked stays so in a restored backup.
    """
    if not token:
        return None
    token_hash = hash_token(token)
    return None if mark.holds("revoked", token_hash) else reader.held(campaign_id, token_hash)


def role_of(reader: Reader, mark: Mark, copy_id: str, token: str | None) -> str | None:
    """The role that a token has in one copy of a campaign, by its id in the store."""
    if not token:
        return None
    token_hash = hash_token(token)
    return None if mark.holds("revoked", token_hash) else reader.token(copy_id, token_hash)


def resolve(
    reader: Reader,
    mark: Mark,
    campaign_id: str,
    token: str | None,
    *,
    trusted: Sequence[str] = (),
    key: str | None = None,
) -> tuple[CampaignRow, Caller]:
    """The copy of the campaign that is asked for, and the caller's role in it.

    ``key`` names a copy by its signer. Else a token names the one that it is of; without one it is
    the best of the public ones by the ``trusted`` keys. What is not public is not found without its
    token, whether it is, was, or never has been here.
    """
    if not is_id(campaign_id):
        raise not_found()
    mine = held(reader, mark, campaign_id, token)
    own = reader.campaign(mine[0]) if mine else None
    if mine and own and key in (None, own.key):
        return own, Caller(mine[1])
    try:
        row = _public(reader, campaign_id, trusted, key)
    except Damaged:
        if reader.public(campaign_id):
            raise
        row = None
    if row is None:
        raise not_found()
    if row.kind == "deleted":
        raise deleted(row.reason, row.checkpoint)
    if token:
        raise Problem("unauthorized", "The token is not valid for this campaign.")
    return row, Caller("nobody")


def _public(
    reader: Reader, campaign_id: str, trusted: Sequence[str], key: str | None
) -> CampaignRow | None:
    """The copy that everybody may read: the one of a key, or else the best."""
    if key is None:
        return next(iter(reader.copies(campaign_id, trusted, public=True, limit=1)), None)
    row = reader.copy(campaign_id, key)
    return row if row is not None and row.visibility == "public" else None


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
