"""Commands, batches and options."""

from collections.abc import Callable
from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath

from iacta.domain.kernel.campaign.fold import standing
from iacta.domain.kernel.proof.errors import Refused
from iacta.service import auth
from iacta.service.campaigns import commands as run
from iacta.service.campaigns.engine import Batch
from iacta.service.campaigns.reading import known_to
from iacta.service.errors import FieldError, Problem
from iacta.service.http import models
from iacta.service.http.answers import json_answer, of_refusal, raw, refused_at
from iacta.service.http.body import idempotency_key, if_match, read_body
from iacta.service.http.context import Asked, Standing, context, resolve
from iacta.service.http.describe import BODY, REFUSALS, TOKEN, describe
from iacta.service.http.offers import offers
from iacta.service.http.trials import try_batch
from iacta.service.store.read import Reader


def _alone(plain: Any) -> bool:
    """A rewind looks back in the stored log, so it gets a batch of its own."""
    return isinstance(plain, dict) and plain.get("type") == "campaign.rewind"


def _item(answer: run.Answer) -> dict[str, Any]:
    return {"event": raw(answer.event), "openings": answer.openings}


def _head(done: run.Committed) -> dict[str, Any]:
    head = {"seq": done.head.seq, "hash": done.head.hash}
    return {"head": head, "checkpoint": done.head.checkpoint}


@post(
    "/v1/campaigns/{campaign_id:str}/commands",
    **describe(
        "postCommand",
        "Send a command",
        "play",
        body=models.PostCommand,
        example={"command": {"type": "civil-war.roll-year-event"}, "entropy": "alea"},
        returns={201: models.CommandAccepted, 200: models.CommandAccepted},
        problems=(*BODY, *TOKEN, *REFUSALS, "stale", "entered-dice-mismatch"),
        request_headers=("Idempotency-Key", "If-Match"),
        rate="playing",
        roles=("referee", "seat"),
        response_headers=("Location",),
    ),
)
async def post_command(request: Asked, campaign_id: FromPath[str]) -> Response[bytes]:
    """Becomes one event, answered once it is durable. A repeat of the same key is answered 200."""
    here = context(request)
    limits = here.settings.limits
    body = await read_body(request, models.PostCommand, limits, limits.command_bytes)
    key = idempotency_key(request) or run.new_key(here.engine.world)
    order = run.Order(body.command, body.entropy, body.for_ or "", body.entered, key)
    match = if_match(request)

    def work(batch: Batch) -> Callable[[], run.Committed]:
        row, caller = resolve(request, batch.tx, campaign_id)
        auth.require(caller, "referee", "seat")
        return run.execute(batch, row, caller.role, order, match)

    done = await here.write(work, alone=_alone(body.command))
    (answer,) = done.answers
    place = {"Location": f"/v1/campaigns/{campaign_id}/events/{answer.seq}"}
    return json_answer({**_item(answer), **_head(done)}, 201 if answer.made else 200, place)


@post(
    "/v1/campaigns/{campaign_id:str}/command-batches",
    **describe(
        "postBatch",
        "Send several commands",
        "play",
        body=models.PostBatch,
        example={
            "mode": "until-refused",
            "commands": [{"command": {"type": "civil-war.roll-year-event"}}],
        },
        returns={201: models.BatchAccepted, 200: (models.BatchAccepted, models.BatchTried)},
        problems=(*BODY, *TOKEN, *REFUSALS, "stale", "batch-draws"),
        request_headers=("If-Match",),
        rate="playing",
        roles=("referee", "seat"),
    ),
)
async def post_batch(request: Asked, campaign_id: FromPath[str]) -> Response[bytes]:
    """One event each. All-or-none: only the last may draw, else it is refused before any link
    is read. `If-Match` is of the head before the first command that is no repeat.

    With `dry_run` nothing is recorded and no die is thrown: the answer tells what each command
    would do, as the caller would see it, up to the first that would draw, would open something
    sealed, or rests on what the caller cannot see. Which of the three it was is not told.
    """
    here = context(request)
    body = await read_body(request, models.PostBatch, here.settings.limits)
    if body.dry_run:
        return await try_batch(request, campaign_id, body)
    if body.options:
        detail = "Only a dry run answers with options."
        raise Problem("invalid-request", detail, errors=[FieldError("/options", detail)])
    orders = [
        run.Order(
            one.command,
            one.entropy,
            one.for_ or "",
            None,
            one.key or run.new_key(here.engine.world),
        )
        for one in body.commands
    ]
    match = if_match(request)
    mode = run.all_or_none if body.mode == "all-or-none" else run.until_refused

    def work(batch: Batch) -> Callable[[], run.Committed]:
        row, caller = resolve(request, batch.tx, campaign_id)
        auth.require(caller, "referee", "seat")
        return mode(batch, row, caller.role, orders, match)

    done = await here.write(work, alone=any(_alone(one.command) for one in body.commands))
    refused = None
    if done.refused is not None:
        system = here.systems.get(done.head.system)
        problem = done.refused
        if isinstance(problem, Refused):
            problem = of_refusal(problem, system)
        refused = refused_at(request, len(done.answers), problem)
    made = any(answer.made for answer in done.answers)
    items = [_item(answer) for answer in done.answers]
    return json_answer({"items": items, "refused": refused, **_head(done)}, 201 if made else 200)


@get(
    "/v1/campaigns/{campaign_id:str}/options",
    **describe(
        "getOptions",
        "What the caller may do now",
        "play",
        returns={200: models.Options},
        problems=("unauthorized",),
    ),
)
async def get_options(request: Asked, campaign_id: FromPath[str]) -> Response[bytes]:
    """Every legal command, in a stable order. Nothing for observers.

    An option without `choices` is a `command` to post as it is. Else each choice fills the place
    in the command that its pointer names, and the command so filled is posted.
    """
    here = context(request)

    def work(reader: Reader) -> models.Options:
        here = Standing(request, reader, campaign_id)
        campaign, system, role = here.campaign, here.system, here.caller.role
        known = known_to(here.vault, campaign, role)
        items = offers(campaign, system, role, known) if here.row.kind == "live" else ()
        where = standing(campaign, system)
        return models.Options(here.at, where.waiting, tuple(items))

    return json_answer(await here.read(work))


HANDLERS = [post_command, post_batch, get_options]
