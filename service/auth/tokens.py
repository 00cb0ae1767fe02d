"""Giving tokens and invitations out. Their text is answered once; only hashes are kept."""

from collections.abc import Iterable

from domain.kernel.campaign import Campaign
from service.auth import hash_token, new_token
from service.campaigns.engine import Batch
from service.store import access


def give_tokens(batch: Batch, campaign_id: str, roles: Iterable[str]) -> dict[str, str]:
    """A new token for each role."""
    tokens = {role: new_token(batch.engine.world) for role in roles}
    for role, token in tokens.items():
        access.add_token(batch.tx, campaign_id, role, hash_token(token))
    return tokens


def give_invitations(batch: Batch, campaign: Campaign) -> dict[str, str]:
    """An invitation for each seat in play."""
    codes = {seat.seat: new_token(batch.engine.world) for seat in campaign.seats}
    for seat, code in codes.items():
        access.add_invitation(batch.tx, campaign.id, seat, hash_token(code))
    return codes


def found_with(batch: Batch, campaign: Campaign) -> tuple[dict[str, str], dict[str, str]]:
    """What whoever founds a campaign is given: tokens, and invitations to send on."""
    tokens = give_tokens(batch, campaign.id, ("referee", "observer"))
    return tokens, give_invitations(batch, campaign)
