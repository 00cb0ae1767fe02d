"""Giving tokens and invitations out. Their text is answered once; only hashes are kept."""

from collections.abc import Iterable

from iacta.domain.kernel.campaign.fold import Campaign
from iacta.service.auth import hash_token, new_token
from iacta.service.campaigns.engine import Batch
from iacta.service.store import access


def give_tokens(batch: Batch, campaign_id: str, roles: Iterable[str]) -> dict[str, str]:
    """A new token for each role."""
    tokens = {role: new_token(batch.engine.world) for role in roles}
    for role, token in tokens.items():
        access.add_token(batch.tx, campaign_id, role, hash_token(token))
    return tokens


def give_invitations(batch: Batch, campaign: Campaign) -> dict[str, str]:
    """An invitation for each seat in play that nobody holds."""
    free = [seat.seat for seat in campaign.seats if not seat.claimed]
    codes = {seat: new_token(batch.engine.world) for seat in free}
    for seat, code in codes.items():
        access.add_invitation(batch.tx, campaign.id, seat, hash_token(code))
    return codes


def found_with(batch: Batch, campaign: Campaign) -> tuple[dict[str, str], dict[str, str]]:
    """What the founder of a campaign is given: tokens, and invitations to send on.

    The observers of a fork that carries secrets keep their tokens, as its seats do.
    """
    roles = ("referee",) if campaign.own_order else ("referee", "observer")
    return give_tokens(batch, campaign.id, roles), give_invitations(batch, campaign)
