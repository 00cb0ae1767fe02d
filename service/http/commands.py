"""Commands, batches, options and odds."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import anyio.to_thread
from litestar import Response, get, post
from litestar.params import FromPath

from domain.kernel.campaign import standing
from domain.kernel.canonical import to_plain
from domain.kernel.decide import decide
from domain.kernel.dice import Dice
from domain.kernel.errors import NotKnown, Refused
from domain.kernel.odds import Odds, odds
from domain.kernel.requests import Request, prepare
from domain.kernel.seals import Sealed, Secrets
from service import auth
from service.campaigns import commands as run
from service.campaigns.engine import Batch
from service.campaigns.reading import known_to
from service.errors import Problem
from service.http import models
from service.http.answers import json_answer, of_refusal, problem_body, raw
from service.http.body import idempotency_key, if_match, read_body
from service.http.context import Asked, Standing, context, resolve
from service.http.describe import BODY, TOKEN, describe
from service.http.offers import offers
from service.store.read import Reader

REFUSALS = (
    "rule-violation",
    "not-your-turn",
    "out-of-phase",
    "conflict",
    "campaign-concluded",
    "edition-changed",
    "read-only",
    "idempotency-mismatch",
)


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
        returns={201: models.BatchAccepted, 200: models.BatchAccepted},
        problems=(*BODY, *TOKEN, *REFUSALS, "stale", "batch-draws"),
        request_headers=("If-Match",),
        rate="playing",
        roles=("referee", "seat"),
    ),
)
async def post_batch(request: Asked, campaign_id: FromPath[str]) -> Response[bytes]:
    """One event each. All-or-none: only the last may draw, else it is refused before any link
    is read. `If-Match` is of the head before the first command that is no repeat.
    """
    here = context(request)
    body = await read_body(request, models.PostBatch, here.settings.limits)
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
        index = len(done.answers)
        told = problem_body(problem, request.url.path, request.scope["state"]["request_id"])
        refused = {"index": index, "problem": told}
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


@post(
    "/v1/campaigns/{campaign_id:str}/odds",
    **describe(
        "askOdds",
        "The odds of a command",
        "play",
        body=models.AskOdds,
        example={"command": {"type": "civil-war.roll-year-event"}},
        returns={200: models.OddsAnswer},
        problems=(*BODY, *TOKEN, *REFUSALS),
        rate="odds",
        roles=("referee", "seat"),
    ),
)
async def ask_odds(request: Asked, campaign_id: FromPath[str]) -> Response[bytes]:
    """The same decision over every face of every die, from the caller's view alone."""
    here = context(request)
    limits = here.settings.limits
    body = await read_body(request, models.AskOdds, limits, limits.command_bytes)

    def ready(reader: Reader) -> tuple[Standing, Mapping[str, Any]]:
        here = Standing(request, reader, campaign_id)
        auth.require(here.caller, "referee", "seat")
        known = known_to(here.vault, here.campaign, here.caller.role)
        return here, known

    standing_here, known = await here.read(ready)
    found = await anyio.to_thread.run_sync(
        _odds, standing_here, known, body, here.settings.limits.odds_branches
    )
    outcomes = tuple(
        models.OddsOutcome(_fraction(one.probability), one.outcome) for one in found.outcomes
    )
    answer = models.OddsAnswer(standing_here.at, found.exact, found.branches, outcomes)
    return json_answer(answer)


def _fraction(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def _odds(here: Standing, known: Mapping[str, Any], body: models.AskOdds, branches: int) -> Odds:
    campaign, system = here.campaign, here.system
    if here.row.kind != "live":
        raise Problem("read-only", "The campaign is only kept here: fork it to play on.")
    for_ = f"seat:{body.for_}" if body.for_ else ""
    asked = Request(here.caller.role, body.command, "odds", for_=for_)
    spec, command = prepare(campaign, asked, system)
    if spec.type.startswith("campaign."):
        raise Problem("invalid-request", "Only a game's commands have odds.")
    members = {name: Sealed("") for name in spec.secret}

    def decision(dice: Dice) -> Any:
        values = dict(known)
        secrets = Secrets(known, values, lambda value, to: _seal(values, value), members)
        effects = decide(campaign, command, asked.acting, system, dice, secrets, _no_past)
        return system.outcome(effects)

    try:
        return odds(decision, max_branches=branches)
    except NotKnown:
        detail = "The outcome rests on what you cannot see."
        raise Problem("forbidden", detail) from None


def _seal(values: dict[str, Any], value: Any) -> Sealed:
    digest = f"{len(values):064x}"
    values[digest] = to_plain(value)
    return Sealed(digest)


def _no_past(seq: int) -> Any:
    raise AssertionError("a game's command does not look back")


HANDLERS = [post_command, post_batch, get_options, ask_odds]
