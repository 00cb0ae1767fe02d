"""Campaigns: creating, listing, reading, forking."""

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from typing import Annotated, Any, TypeVar, cast

import anyio.to_thread
import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, QueryParameter

from iacta.domain.kernel.campaign import commands as cmd
from iacta.domain.kernel.campaign import effects as fx
from iacta.domain.kernel.campaign.views import seat_views
from iacta.domain.kernel.campaign.waiting import awaited, standing
from iacta.domain.kernel.proof.errors import BadRecord
from iacta.domain.kernel.proof.notes import read_key
from iacta.service import auth
from iacta.service.auth.tokens import issue_for_new_campaign
from iacta.service.campaigns import genesis, quotas
from iacta.service.campaigns.engine import Batch
from iacta.service.errors import Problem, malformed
from iacta.service.http.address import address_of
from iacta.service.http.admit import holds_key
from iacta.service.http.answers import ID_CURSOR, json_answer, read_id, tagged_answer, write_id
from iacta.service.http.body import bearer, read_body
from iacta.service.http.context import CampaignAccess, HttpRequest, context, resolve
from iacta.service.http.describe import BODY, TOKEN, Media, describe
from iacta.service.http.models.campaigns import (
    Ancestor,
    Campaign,
    CampaignItem,
    CampaignName,
    CampaignPage,
    CampaignTried,
    Copy,
    CreateCampaign,
    ForkCampaign,
    ForkedCampaign,
    Lineage,
    LineageNode,
    NewCampaign,
    Status,
    VisibilityHere,
)
from iacta.service.http.models.shared import Head
from iacta.service.projections import listing
from iacta.service.store.lineage import already_continued, descendants, forks_of
from iacta.service.store.read import Reader
from iacta.service.store.rows import CampaignRow

Limit = Annotated[int, QueryParameter(ge=1, le=200, description="Items a page.")]

MAX_FORKS = 200
WORD = "^[a-z0-9-]{1,64}$"
_CREATED = {"campaign_id": "$response.body#/campaign/id"}
NEXT = {
    operation: {"operationId": operation, "parameters": _CREATED}
    for operation in ("getCampaign", "getOptions", "postCommand", "listSteps", "listEvents")
}


def check_creator(request: HttpRequest) -> None:
    """Whether the sender may create or import here; `unauthorized` if not."""
    if context(request).settings.create_key and not holds_key(request):
        raise Problem("unauthorized", "Creating or importing here needs the server's key.")


def check_forker(request: HttpRequest, caller: auth.Caller) -> None:
    """`unauthorized` for a stranger without the server's key, where the server has one."""
    guarded = context(request).settings.create_key and not holds_key(request)
    if guarded and caller.role == "nobody":
        detail = "To fork here needs a token of the campaign, or the server's key."
        raise Problem("unauthorized", detail)


def counted(
    request: HttpRequest, batch: Batch, campaigns: int, size: int
) -> AbstractContextManager[None]:
    """Count what is done within against the quotas; see `quotas.counted`."""
    address = None if holds_key(request) else address_of(request)
    return quotas.counted(batch, context(request).settings.quotas, address, campaigns, size)


def status_of(kind: str, campaign_status: str) -> Status:
    """The status that the API shows."""
    return cast(Status, campaign_status if kind == "live" else kind)


Made = TypeVar("Made", bound=NewCampaign)


def _once(
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
        head = batch.tx.campaign(row.id)
        assert head is not None
        where = Head(head.seq, head.hash)
        more = {"held": held} if shape is ForkedCampaign else {}
        return shape(name, tokens, invitations, where, head.checkpoint, **more)

    return answer


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
    created = await here.write(_once(create, NewCampaign), alone=True)
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
    after: Annotated[
        str | None, QueryParameter(pattern=ID_CURSOR, description="`next` of the page before.")
    ] = None,
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
    return CampaignItem(
        id=one.id,
        name=one.name,
        system=one.system,
        scenario=one.scenario,
        status=status_of(one.kind, one.status),
        turn=one.summary.turn,
        phase=one.summary.phase,
        waiting=one.summary.waiting,
        outcome=one.summary.outcome,
        head=Head(one.seq, one.hash),
        at=one.summary.at,
    )


@get(
    "/v1/campaigns/{campaign_id:str}",
    **describe(
        "getCampaign",
        "A campaign",
        "campaigns",
        returns={200: Campaign, 304: Media((), "Not modified.")},
        problems=("unauthorized",),
        request_headers=("If-None-Match",),
        response_headers=("ETag",),
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
    held = _held(request, reader)
    forks, fork_count = forks_of(reader, row.id, held, MAX_FORKS)
    return Campaign(
        id=row.campaign,
        name=row.name,
        system=row.system,
        scenario=campaign.scenario,
        status=status_of(row.kind, "concluded" if campaign.outcome else "open"),
        visibility=cast(VisibilityHere, row.visibility),
        edition=campaign.edition,
        turn=where.turn,
        phase=where.phase,
        waiting=awaited(campaign, system),
        outcome=campaign.outcome,
        head=Head(row.seq, row.hash),
        at=campaign.at,
        options=campaign.options,
        seats=seat_views(campaign, system),
        seals_opened=campaign.seals_opened,
        lineage=tuple(_ancestors(reader, row, held)),
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


def _held(request: HttpRequest, reader: Reader) -> set[str]:
    """The copies that the caller sees beside the public ones, by their ids in the store."""
    return set(auth.copies_of(reader, context(request).engine.mark, bearer(request)))


def _ancestors(reader: Reader, row: CampaignRow, held: Collection[str]) -> list[Ancestor]:
    ancestors: list[Ancestor] = []
    while row.parent_id and row.fork_at:
        parent = reader.campaign(row.parent_id)
        assert parent is not None
        if parent.visibility == "public" or parent.id in held:
            ancestors.append(Ancestor(parent.campaign, parent.name, row.fork_at))
        row = parent
    return ancestors[::-1]


@get(
    "/v1/campaigns/{campaign_id:str}/lineage",
    **describe(
        "getLineage",
        "The tree of forks",
        "campaigns",
        returns={200: Lineage},
        problems=("unauthorized",),
    ),
)
async def get_lineage(
    request: HttpRequest,
    campaign_id: FromPath[str],
    limit: Limit = 50,
    after: Annotated[
        str | None, QueryParameter(pattern=ID_CURSOR, description="`next` of the page before.")
    ] = None,
) -> Response[bytes]:
    """The campaign's first ancestor and all its forks that the caller may see, each generation
    before the next.
    """
    here = context(request)
    last = None if after is None else read_id(after)

    def work(reader: Reader) -> Lineage:
        row, _ = resolve(request, reader, campaign_id)
        seen = {row.id, *_held(request, reader)}
        while row.parent_id:
            parent = reader.campaign(row.parent_id)
            assert parent is not None
            row = parent
        found, end = descendants(reader, row.id, seen, last, limit)
        parents = [one.row.parent_id for one in found if one.row.parent_id]
        continued = already_continued(reader, parents)
        nodes = tuple(
            LineageNode(
                one.row.campaign,
                one.row.name,
                one.parent,
                one.row.fork_at,
                _restored(reader, one.row) if one.row.parent_id in continued else None,
            )
            for one in found
        )
        return Lineage(nodes, None if end is None else write_id(end))

    return json_answer(await here.read(work))


def _restored(reader: Reader, row: CampaignRow) -> fx.Restored | None:
    """After which loss a campaign goes on, if it was forked from a restored backup.

    Never of a deleted one: its first event may be gone.
    """
    if row.kind == "deleted":
        return None
    first = reader.event(row, (row.fork_at or 0) + 1)
    assert first is not None
    return msgspec.convert(first.event().effects[0], fx.Forked).restored


@post(
    "/v1/campaigns/{campaign_id:str}/forks",
    **describe(
        "forkCampaign",
        "Fork a campaign",
        "campaigns",
        body=ForkCampaign,
        example={"at": 1, "name": "If Curio had lived"},
        returns={201: ForkedCampaign},
        problems=(*BODY, *TOKEN, "conflict", "quota-exceeded"),
        response_headers=("Location",),
        rate="forking",
        roles=(),
        security=("token", "creator"),
    ),
)
async def fork_campaign(request: HttpRequest, campaign_id: FromPath[str]) -> Response[bytes]:
    """A new campaign that shares the first `at` events and goes on from there.

    Where nothing is hidden up to `at`, or the seals are open, anyone who may read it may fork it.
    Otherwise only the referee may: freely if the referee sees what is hidden, else with the
    agreement (`campaign.consent` with `fork`) of every seat that holds or held a secret. Then seats
    and observers keep their tokens, `held` names those seats, and what is undealt is redrawn. A
    campaign that a restored backup left behind is forked so once, after the event that `detail`
    names.

    Where the operator has set `IACTA_CREATE_KEY`, a stranger sends that key as the bearer token; a
    token of the campaign is enough.
    """
    here = context(request)
    await here.read(lambda reader: check_forker(request, resolve(request, reader, campaign_id)[1]))
    limits = here.settings.limits
    body = await read_body(request, ForkCampaign, limits, limits.command_bytes)
    command = cmd.Fork(body.at, body.reason, body.keep_order)
    key = None if body.key is None else named_key(body.key)
    size = len(msgspec.json.encode(body))

    def fork(batch: Batch) -> CampaignRow:
        parent, caller = resolve(request, batch.tx, campaign_id, key=key)
        check_forker(request, caller)
        with counted(request, batch, 1, size):
            return genesis.fork(batch, parent, caller.role, command, body.name)

    created = await here.write(_once(fork, ForkedCampaign), alone=True)
    return json_answer(created, 201, {"Location": f"/v1/campaigns/{created.campaign.id}"})


def named_key(text: str) -> str:
    """A verifier key of the body in its one spelling; `invalid-request` if it is none."""
    try:
        return read_key(text).text()
    except BadRecord as error:
        raise malformed("/key", f"It is no verifier key: {error}.") from None


HANDLERS = [create_campaign, list_campaigns, get_campaign, get_lineage, fork_campaign]
