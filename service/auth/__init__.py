"""Authentication: tokens, invitations, roles. Tokens are stored as hashes and shown once."""

import base64
import hashlib
import re
from collections.abc import Sequence

import msgspec

from iacta.domain.kernel.campaign.state import Campaign
from iacta.service.campaigns.engine import Engine
from iacta.service.entropy import Host
from iacta.service.errors import Damaged, Problem, deleted, not_found, parameter_problem
from iacta.service.store import access
from iacta.service.store.mark import Mark
from iacta.service.store.read import Reader
from iacta.service.store.rows import CampaignRow

TOKEN_BYTES = 32
_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Caller(msgspec.Struct, frozen=True):
    """A resolved caller. ``role`` is as in an event's ``by``; ``nobody`` without a token."""

    role: str

    @property
    def seat(self) -> str | None:
        """The caller's seat, if it has one."""
        return self.role.removeprefix("seat:") if self.role.startswith("seat:") else None


def new_token(host: Host) -> str:
    """A bearer token or an invitation code: 256 random bits."""
    return base64.urlsafe_b64encode(host.random(TOKEN_BYTES)).decode().rstrip("=")


def hash_token(token: str) -> str:
    """The hash stored for a token. Tokens are random, so one round of SHA-256 is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_id(campaign_id: str) -> bool:
    """Whether a text can be a campaign's id."""
    return _ID.fullmatch(campaign_id) is not None


def _usable(mark: Mark, token: str | None) -> str | None:
    """A token's hash; None for a revoked one, which stays so in a restored backup."""
    token_hash = hash_token(token) if token else None
    return None if token_hash and mark.holds("revoked", token_hash) else token_hash


def known(engine: Engine, campaign_id: str, token: str) -> Caller | None:
    """The role of a token that the writer found good the last time; it may be revoked by now."""
    token_hash = _usable(engine.mark, token)
    held = engine.held(campaign_id, token_hash) if token_hash else None
    return None if held is None else Caller(held[1])


def copies_of(reader: Reader, mark: Mark, token: str | None) -> set[str]:
    """The copies of campaigns that know a token, by their ids in the store."""
    token_hash = _usable(mark, token)
    return set(access.known_in(reader, token_hash)) if token_hash else set()


def resolve(
    reader: Reader,
    mark: Mark,
    campaign_id: str,
    token: str | None,
    *,
    trusted: Sequence[str] = (),
    key: str | None = None,
) -> tuple[CampaignRow, Caller]:
    """The requested copy of the campaign, and the caller's role in it.

    ``key`` names a copy by its signer. Else a token names the one that it is of; without one it is
    the best of the public ones by the ``trusted`` keys. Without its token a private
    campaign is `not-found`, whether it exists, was deleted or never existed.
    """
    if not is_id(campaign_id):
        raise not_found()
    token_hash = _usable(mark, token)
    mine = reader.find_token(campaign_id, token_hash) if token_hash else None
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
    """Raise `unauthorized` without a token, `forbidden` with one of another role."""
    if caller.role == "nobody":
        raise Problem("unauthorized", "This needs a token of the campaign.")
    kind = "seat" if caller.seat else caller.role
    if kind not in roles:
        raise Problem("forbidden", f"{caller.role} may not do this.")


def resolve_audience(caller: Caller, asked: str | None, campaign: Campaign) -> str:
    """The audience that a caller reads as: their own, `public`, or any after the end."""
    own = "public" if caller.role in ("nobody", "observer") else caller.role
    if asked is None or asked == own:
        return own
    if asked in ("public", "observer"):
        return "public"
    named = asked.startswith("seat:") and campaign.seat(asked.removeprefix("seat:")) is not None
    if asked == "referee" or named:
        if campaign.seals_opened or (caller.role == "referee" and campaign.referee_sees_all):
            return asked
        if caller.role == "nobody":
            raise Problem("unauthorized", f"Viewing as {asked} needs its token.")
        raise Problem("forbidden", f"{caller.role} may not view as {asked}.")
    raise parameter_problem("audience", f"There is no audience {asked!r}.")
