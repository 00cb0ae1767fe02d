"""What creating, importing and forking a campaign share."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TypeVar

from iacta.service.auth.tokens import issue_for_new_campaign
from iacta.service.campaigns import quotas
from iacta.service.campaigns.engine import Batch
from iacta.service.errors import Problem
from iacta.service.http.address import address_of
from iacta.service.http.admit import holds_key
from iacta.service.http.context import HttpRequest, context
from iacta.service.http.models.campaigns import CampaignName, ForkedCampaign, NewCampaign, Status
from iacta.service.http.models.shared import Head
from iacta.service.store.rows import CampaignRow


def check_creator(request: HttpRequest) -> None:
    """Whether the sender may create or import here; `unauthorized` if not."""
    if context(request).settings.create_key and not holds_key(request):
        raise Problem("unauthorized", "Creating or importing here needs the server's key.")


def counted(
    request: HttpRequest, batch: Batch, campaigns: int, size: int
) -> AbstractContextManager[None]:
    """Count what is done within against the quotas; see `quotas.counted`."""
    address = None if holds_key(request) else address_of(request)
    return quotas.counted(batch, context(request).settings.quotas, address, campaigns, size)


Made = TypeVar("Made", bound=NewCampaign)


def once(
    work: Callable[[Batch], CampaignRow], shape: type[Made]
) -> Callable[[Batch], Callable[[], Made]]:
    """Create a campaign once, though its batch may run again after its commit."""
    created: list[tuple[str, Callable[[Batch], Made]]] = []

    def run(batch: Batch) -> Callable[[], Made]:
        if not created or batch.tx.campaign(created[-1][0]) is None:
            row = work(batch)
            created.append((row.id, _created(batch, row, shape)))
        answer = created[-1][1]
        return lambda: answer(batch)

    return run


def _created(batch: Batch, row: CampaignRow, shape: type[Made]) -> Callable[[Batch], Made]:
    live = batch.engine.cached(row.id)
    assert live is not None
    tokens, invitations = issue_for_new_campaign(batch, live.campaign)
    status: Status = "concluded" if live.campaign.outcome else "open"
    name = CampaignName(row.id, row.name, row.system, live.campaign.scenario, status)
    held = [seat.seat for seat in live.campaign.seats if seat.claimed]

    def answer(batch: Batch) -> Made:
        head = batch.tx.head(row.id)
        where = Head(head.seq, head.hash)
        more = {"held": held} if shape is ForkedCampaign else {}
        return shape(name, tokens, invitations, where, head.checkpoint, **more)

    return answer
