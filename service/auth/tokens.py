"""Issuing tokens and invitations. Their text is answered once; only hashes are stored."""

import hmac
from collections.abc import Iterable

from iacta.domain.kernel.campaign.state import Campaign
from iacta.service.auth import hash_token, new_token
from iacta.service.campaigns.engine import Batch
from iacta.service.errors import Problem
from iacta.service.store import access


def issue_tokens(batch: Batch, campaign_id: str, roles: Iterable[str], made: str) -> dict[str, str]:
    """A new token for each role. ``made``: the time."""
    tokens = {role: new_token(batch.engine.host) for role in roles}
    for role, token in tokens.items():
        access.add_token(batch.tx, campaign_id, role, hash_token(token), made)
    return tokens


def issue_invitations(batch: Batch, campaign: Campaign) -> dict[str, str]:
    """An invitation for each seat in play that nobody holds."""
    free = [seat.seat for seat in campaign.seats if not seat.claimed]
    codes = {seat: new_token(batch.engine.host) for seat in free}
    for seat, code in codes.items():
        access.add_invitation(batch.tx, campaign.id, seat, hash_token(code))
    return codes


def issue_for_new_campaign(
    batch: Batch, campaign: Campaign
) -> tuple[dict[str, str], dict[str, str]]:
    """Tokens for the creator of a campaign, and invitations to pass on.

    The observers of a fork that carries secrets keep their tokens, as its seats do.
    """
    roles = ("referee",) if campaign.own_order_since else ("referee", "observer")
    return issue_tokens(batch, campaign.id, roles, campaign.at), issue_invitations(batch, campaign)


def check_new(batch: Batch, token: str) -> None:
    """`conflict` if a token that a client made is not a fresh one."""
    token_hash = hash_token(token)
    if access.known_in(batch.tx, token_hash) or batch.engine.mark.holds("revoked", token_hash):
        raise Problem("conflict", "This token is used already: make a fresh, random one.")


def is_one_of(batch: Batch, token: str, hashes: Iterable[str]) -> bool:
    """Whether a token holds and its hash is one of these. Its time tells nothing of them."""
    token_hash = hash_token(token)
    equal = [hmac.compare_digest(token_hash, one) for one in hashes]
    return any(equal) and not batch.engine.mark.holds("revoked", token_hash)
