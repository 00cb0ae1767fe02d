"""Campaigns: creating, listing, reading."""

from typing import Annotated, Any, cast

import anyio.to_thread
import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, QueryParameter

from iacta.domain.kernel.campaign import commands as cmd
from iacta.domain.kernel.campaign.views import seat_views
from iacta.domain.kernel.campaign.waiting import awaited, standing
from iacta.domain.kernel.contract.copies import copied
from iacta.service.campaigns import genesis
from iacta.service.campaigns.engine import Batch
from iacta.service.errors import Problem
from iacta.service.http.answers import json_answer, read_id, tagged_answer, write_id
from iacta.service.http.body import read_body
from iacta.service.http.context import CampaignAccess, HttpRequest, context
from iacta.service.http.creating import check_creator, counted, once
from iacta.service.http.describe import BODY, NOT_MODIFIED, describe
from iacta.service.http.forks import ancestors, copies_held
from iacta.service.http.models.campaigns import (
    Ancestor,
    Campaign,
    CampaignItem,
    CampaignPage,
    CampaignTried,
    Copy,
    CreateCampaign,
    NewCampaign,
    Status,
    VisibilityHere,
)
from iacta.service.http.models.shared import Head
from iacta.service.http.parameters import AfterId, Limit
from iacta.service.projections import listing
from iacta.service.store.lineage import forks_of
from iacta.service.store.read import Reader
from iacta.service.store.rows import CampaignRow

MAX_FORKS = 200
WORD = "^[a-z0-9-]{1,64}$"
_CREATED = {"campaign_id": "$response.body#/campaign/id"}
NEXT = {
    operation: {"operationId": operation, "parameters": _CREATED}
    for operation in ("getCampaign", "getOptions", "postCommand", "listSteps", "listEvents")
}


@post(
    "/v1/campaigns",
    **describe(
        "createCampaign",
        "Create a campaign",
        "campaigns",
        body=CreateCampaign,
        example={
            "system": "civil-war",
            "scenario": "table",
            "name": "Alea",
            "visibility": "public",
        },
        returns={201: NewCampaign, 200: CampaignTried},
        problems=(*BODY, "unauthorized", "rule-violation", "quota-exceeded"),
        response_headers=("Location",),
        links=NEXT,
        rate="creating",
        security=("creator",),
    ),
)
async def create_campaign(request: HttpRequest) -> Response[bytes]:
    """The answer holds the referee's token and an invitation for each seat, to send to its player.

    With `dry_run` nothing is created: the request is checked, with a pointer to what is wrong in a
    document, and the answer tells what the campaign would be created with.

    Where the operator has set `IACTA_CREATE_KEY`, that key is sent as the bearer token.
    """
    check_creator(request)
    here = context(request)
    body = await read_body(request, CreateCampaign, here.settings.limits)
    size = len(msgspec.json.encode(body.data))  # all else in it is small
    if size > here.settings.limits.data_bytes:
        raise Problem("too-large", f"data is at most {here.settings.limits.data_bytes} bytes.")
    command = cmd.Create(body.system, body.scenario, body.seats, body.options, body.data)

    def create(batch: Batch) -> CampaignRow:
        with counted(request, batch, 1, size):
            return genesis.create(batch, command, body.name, body.visibility)

    def tried() -> CampaignTried:
        _, accepted = genesis.build_genesis(here.engine, command, body.name, body.visibility)
        campaign = accepted.campaign
        seats = tuple(cmd.SeatName(seat.name, seat.seat) for seat in campaign.seats)
        custom = tuple(campaign.replaced)
        return CampaignTried(campaign.edition, campaign.options, seats, custom)

    if body.dry_run:
        return json_answer(await anyio.to_thread.run_sync(tried))
    created = await here.write(once(create, NewCampaign), alone=True)
    return json_answer(created, 201, {"Location": f"/v1/campaigns/{created.campaign.id}"})


@get(
    "/v1/campaigns",
    **describe(
        "listCampaigns",
        "Public campaigns",
        "campaigns",
        returns={200: CampaignPage},
        problems=("invalid-request",),
        security=(),
    ),
)
async def list_campaigns(
    request: HttpRequest,
    system: Annotated[
        str | None, QueryParameter(pattern=WORD, description="Of this system.")
    ] = None,
    status: Annotated[Status | None, QueryParameter(description="Of this status.")] = None,
    waiting: Annotated[
        str | None, QueryParameter(pattern=WORD, description="This seat is awaited.")
    ] = None,
    limit: Limit = 50,
    after: AfterId = None,
) -> Response[bytes]:
    """The newest first. Private campaigns are not listed."""
    here = context(request)
    before = None if after is None else read_id(after)
    listed = await here.read(
        lambda reader: listing.page(
            reader,
            system=system,
            status=status,
            waiting=waiting,
            before=before,
            limit=limit + 1,
            trusted=here.trusted,
        )
    )
    items = tuple(_item(one) for one in listed[:limit])
    following = write_id(items[-1].id) if len(listed) > limit else None
    return json_answer(CampaignPage(items, following))


def _item(one: listing.Listed) -> CampaignItem:
    return copied(
        CampaignItem,
        one,
        status=status_of(one.kind, one.status),
        turn=one.summary.turn,
        phase=one.summary.phase,
        waiting=one.summary.waiting,
        outcome=one.summary.outcome,
        head=Head(one.seq, one.hash),
        at=one.summary.at,
    )


def status_of(kind: str, campaign_status: str) -> Status:
    """The status that the API shows."""
    return cast(Status, campaign_status if kind == "live" else kind)


@get(
    "/v1/campaigns/{campaign_id:str}",
    **describe(
        "getCampaign",
        "A campaign",
        "campaigns",
        returns={200: Campaign, 304: NOT_MODIFIED},
        problems=("unauthorized",),
    ),
)
async def get_campaign(request: HttpRequest, campaign_id: FromPath[str]) -> Response[bytes]:
    """Its turn, phase, who is awaited, how it ended, its head, ancestors, forks and other copies.

    Files of one campaign that were imported under several keys are each kept as a copy of their
    own. The address shows the copy of this server's key, else that of the first key that its
    operator trusts, else the one that came first. `key` reads another, here and wherever it is a
    parameter.
    """
    here = context(request)
    campaign = await here.read(lambda reader: _campaign(request, reader, campaign_id))
    # An event's number tells it from others; its hash rests on what not everybody may see.
    numbered = msgspec.structs.replace(campaign, head=Head(campaign.head.seq, ""))
    return tagged_answer(request, campaign, of=numbered)


def _campaign(request: HttpRequest, reader: Reader, campaign_id: str) -> Campaign:
    here = CampaignAccess(request, reader, campaign_id)
    row, campaign, system = here.row, here.campaign, here.system
    where = standing(campaign, system)
    held = copies_held(request, reader)
    forks, fork_count = forks_of(reader, row.id, held, MAX_FORKS)
    return copied(
        Campaign,
        campaign,
        id=row.campaign,
        name=row.name,
        system=row.system,
        status=status_of(row.kind, "concluded" if campaign.outcome else "open"),
        visibility=cast(VisibilityHere, row.visibility),
        turn=where.turn,
        phase=where.phase,
        waiting=awaited(campaign, system),
        head=Head(row.seq, row.hash),
        seats=seat_views(campaign, system),
        lineage=tuple(ancestors(reader, row, held)),
        forks=tuple(Ancestor(one.id, one.name, one.fork_at) for one in forks),
        fork_count=fork_count,
        key=row.key,
        copies=tuple(_copies(request, reader, row)),
    )


def _copies(request: HttpRequest, reader: Reader, row: CampaignRow) -> list[Copy]:
    """The other copies of the campaign that everybody may read."""
    return [
        Copy(one.key, one.seq, cast(Any, one.kind))
        for one in reader.copies(row.campaign, context(request).trusted, public=True)
        if one.id != row.id and one.kind != "deleted"
    ]


HANDLERS = [create_campaign, list_campaigns, get_campaign]
