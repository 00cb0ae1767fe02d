"""Forks: making one, and the tree of them that a caller may see."""

from collections.abc import Collection

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath

from iacta.domain.kernel.campaign import commands as cmd
from iacta.domain.kernel.campaign import effects as fx
from iacta.domain.kernel.proof.errors import BadRecord
from iacta.domain.kernel.proof.notes import read_key
from iacta.service import auth
from iacta.service.campaigns import genesis
from iacta.service.campaigns.engine import Batch
from iacta.service.errors import Problem, malformed
from iacta.service.http.admit import holds_key
from iacta.service.http.answers import json_answer, read_id, write_id
from iacta.service.http.body import bearer, read_body
from iacta.service.http.context import HttpRequest, context, resolve
from iacta.service.http.creating import counted, once
from iacta.service.http.describe import BODY, TOKEN, describe
from iacta.service.http.models.campaigns import (
    Ancestor,
    ForkCampaign,
    ForkedCampaign,
    Lineage,
    LineageNode,
)
from iacta.service.http.parameters import AfterId, Limit
from iacta.service.store.lineage import already_continued, descendants
from iacta.service.store.read import Reader
from iacta.service.store.rows import CampaignRow


def copies_held(request: HttpRequest, reader: Reader) -> set[str]:
    """The copies that the caller sees beside the public ones, by their ids in the store."""
    return set(auth.copies_of(reader, context(request).engine.mark, bearer(request)))


def ancestors(reader: Reader, row: CampaignRow, held: Collection[str]) -> list[Ancestor]:
    """Its ancestors that are public or ``held``, the first of them first."""
    found: list[Ancestor] = []
    while row.parent_id and row.fork_at:
        parent = reader.head(row.parent_id)
        if parent.visibility == "public" or parent.id in held:
            found.append(Ancestor(parent.campaign, parent.name, row.fork_at))
        row = parent
    return found[::-1]


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
    after: AfterId = None,
) -> Response[bytes]:
    """The campaign's first ancestor and all its forks that the caller may see, each generation
    before the next.
    """
    here = context(request)
    last = None if after is None else read_id(after)

    def work(reader: Reader) -> Lineage:
        row, _ = resolve(request, reader, campaign_id)
        seen = {row.id, *copies_held(request, reader)}
        while row.parent_id:
            parent = reader.head(row.parent_id)
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


def check_forker(request: HttpRequest, caller: auth.Caller) -> None:
    """`unauthorized` for a stranger without the server's key, where the server has one."""
    guarded = context(request).settings.create_key and not holds_key(request)
    if guarded and caller.role == "nobody":
        detail = "To fork here needs a token of the campaign, or the server's key."
        raise Problem("unauthorized", detail)


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

    created = await here.write(once(fork, ForkedCampaign), alone=True)
    return json_answer(created, 201, {"Location": f"/v1/campaigns/{created.campaign.id}"})


def named_key(text: str) -> str:
    """A verifier key of the body in its one spelling; `invalid-request` if it is none."""
    try:
        return read_key(text).text()
    except BadRecord as error:
        raise malformed("/key", f"It is no verifier key: {error}.") from None


HANDLERS = [get_lineage, fork_campaign]
