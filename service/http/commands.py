"""Commands, batches and options."""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Annotated, Any

import msgspec
import structlog
from litestar import Response, get, post
from litestar.params import FromPath, QueryParameter

from iacta.domain.kernel.campaign.views import known_to
from iacta.domain.kernel.campaign.waiting import awaited
from iacta.domain.kernel.contract.choices import narrowed, outlined
from iacta.domain.kernel.proof.errors import Refused
from iacta.service import auth
from iacta.service.campaigns import commands as run
from iacta.service.campaigns.engine import Batch
from iacta.service.campaigns.telling import Teller
from iacta.service.errors import malformed, parameter_problem
from iacta.service.http.answers import (
    json_answer,
    refusal_problem,
    refused_at,
    revalidated_answer,
)
from iacta.service.http.body import idempotency_key, if_match, read_body
from iacta.service.http.context import CampaignAccess, Context, HttpRequest, context, resolve
from iacta.service.http.describe import BODY, NOT_MODIFIED, REFUSALS, TOKEN, describe
from iacta.service.http.dry_runs import try_batch
from iacta.service.http.models.play import (
    BatchAccepted,
    BatchPreview,
    CommandAccepted,
    Options,
    OptionsOutline,
    PostBatch,
    PostCommand,
    SentCommand,
)
from iacta.service.http.negotiate import is_not_modified
from iacta.service.http.offers import offers, withheld_from
from iacta.service.http.reading import steps_after
from iacta.service.store.read import Reader

log = structlog.get_logger()


def _alone(plain: Any) -> bool:
    """A rewind looks back in the stored log, so it gets a batch of its own."""
    return isinstance(plain, dict) and plain.get("type") == "campaign.rewind"


def _submission(here: Context, sent: SentCommand, key: str | None) -> run.Submission:
    made = key or run.new_key(here.engine.host)
    return run.Submission(
        sent.command, sent.entropy, sent.for_ or "", sent.entered, made, made_here=not key
    )


async def _items(
    request: HttpRequest, campaign_id: str, done: run.Committed, *, step: bool
) -> list[dict[str, Any]]:
    """What commands became, with the steps of their events if they were asked for.

    What is committed does not wait for long reads: it is answered without the steps if no place is
    free among them.
    """
    items = [{"event": msgspec.Raw(one.event), "openings": one.openings} for one in done.answers]
    if not step or context(request).reads.available_tokens < 1:
        return items
    seqs = [one.seq for one in done.answers]

    def work(reader: Reader) -> dict[int, msgspec.Raw]:
        here = CampaignAccess(request, reader, campaign_id)
        teller = Teller(here.context.engine.folds, here.row, here.audience(None), here.vault)
        told: dict[int, msgspec.Raw] = {}
        for first, count in _stretches(seqs):
            steps = steps_after(reader, teller, first - 1, count)
            told |= dict(enumerate(steps, first))
        return told

    try:
        told = await context(request).read(work)
    except Exception as fault:  # the commands stand, whether they can be told or not
        log.exception("step", campaign=campaign_id, fault=repr(fault))
        return items
    return [{**item, "step": told[seq]} for item, seq in zip(items, seqs, strict=True)]


def _stretches(seqs: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The first number and the length of each stretch without a gap; repeats may be of long ago."""
    for _, stretch in groupby(enumerate(sorted({*seqs})), lambda one: one[1] - one[0]):
        numbers = [seq for _, seq in stretch]
        yield numbers[0], len(numbers)


def _head(done: run.Committed) -> dict[str, Any]:
    head = {"seq": done.head.seq, "hash": done.head.hash}
    return {"head": head, "checkpoint": done.head.checkpoint}


@post(
    "/v1/campaigns/{campaign_id:str}/commands",
    **describe(
        "postCommand",
        "Execute a command",
        "play",
        body=PostCommand,
        example={"command": {"type": "civil-war.roll-year-event"}, "entropy": "alea"},
        returns={201: CommandAccepted, 200: CommandAccepted},
        problems=(*BODY, *TOKEN, *REFUSALS, "stale", "entered-dice-mismatch"),
        request_headers=("Idempotency-Key", "If-Match"),
        rate="playing",
        roles=("referee", "seat"),
        response_headers=("Location",),
    ),
)
async def post_command(request: HttpRequest, campaign_id: FromPath[str]) -> Response[bytes]:
    """The command becomes one event, which is answered once it is durable.

    A repeat with the same `Idempotency-Key` is answered 200 with the event that the first became.
    With `If-Match` it is executed only on the event that the header names. With `step` the answer
    holds the event's step too, as `/steps` tells it to the sender; if it cannot be told at once,
    the event stands without one.
    """
    here = context(request)
    limits = here.settings.limits
    body = await read_body(request, PostCommand, limits, limits.command_bytes)
    order = _submission(here, body, idempotency_key(request))
    match = if_match(request)

    def work(batch: Batch) -> Callable[[], run.Committed]:
        row, caller = resolve(request, batch.tx, campaign_id)
        auth.require(caller, "referee", "seat")
        return run.execute(batch, row, caller.role, order, match)

    done = await here.write(work, alone=_alone(body.command))
    (answer,) = done.answers
    (item,) = await _items(request, campaign_id, done, step=body.step)
    place = {"Location": f"/v1/campaigns/{campaign_id}/events/{answer.seq}"}
    return json_answer({**item, **_head(done)}, 201 if answer.made else 200, place)


@post(
    "/v1/campaigns/{campaign_id:str}/command-batches",
    **describe(
        "postBatch",
        "Execute several commands",
        "play",
        body=PostBatch,
        example={
            "mode": "until-refused",
            "commands": [{"command": {"type": "civil-war.roll-year-event"}}],
        },
        returns={201: BatchAccepted, 200: (BatchAccepted, BatchPreview)},
        problems=(*BODY, *TOKEN, *REFUSALS, "stale", "batch-draws"),
        request_headers=("If-Match",),
        rate="playing",
        roles=("referee", "seat"),
    ),
)
async def post_batch(request: HttpRequest, campaign_id: FromPath[str]) -> Response[bytes]:
    """Each command becomes one event. In an all-or-none batch only the last may throw dice; the
    batch is refused before any die is thrown. `If-Match` names the head before the first command
    that is not a repeat.

    With `dry_run` nothing is recorded and no die is thrown: the answer tells what each command
    would do, as the caller would see it, up to the first that would draw, would open something
    sealed, or depends on what the caller cannot see. The answer does not say which. A command with
    dice that were rolled outside is tried with exactly these faces.
    """
    here = context(request)
    body = await read_body(request, PostBatch, here.settings.limits)
    if body.dry_run and body.step:
        raise malformed("/step", "What is only tried becomes no event, and has no step.")
    if body.dry_run:
        return await try_batch(request, campaign_id, body)
    if body.options:
        raise malformed("/options", "Only a dry run answers with options.")
    orders = [_submission(here, one, one.key) for one in body.commands]
    match = if_match(request)
    mode = run.run_all_or_none if body.mode == "all-or-none" else run.run_until_refused

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
            problem = refusal_problem(problem, system)
        refused = refused_at(request, len(done.answers), problem)
    made = any(answer.made for answer in done.answers)
    items = await _items(request, campaign_id, done, step=body.step)
    return json_answer({"items": items, "refused": refused, **_head(done)}, 201 if made else 200)


OUTLINE = "*"


@get(
    "/v1/campaigns/{campaign_id:str}/options",
    **describe(
        "getOptions",
        "The caller's options",
        "play",
        returns={200: (Options, OptionsOutline), 304: NOT_MODIFIED},
        problems=("invalid-request", *TOKEN),
    ),
)
async def get_options(
    request: HttpRequest,
    campaign_id: FromPath[str],
    of: Annotated[
        str | None,
        QueryParameter(
            min_length=1,
            max_length=200,
            description="Only what concerns this unit, place, card or seat: a choice of one that "
            "has it offers it alone. Or, whole, the option of this id. `*`: everything in outline, "
            "without choices.",
        ),
    ] = None,
    for_: Annotated[
        str | None,
        QueryParameter(
            name="for",
            pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$",
            max_length=32,
            description="For the referee: what they may do in the name of this seat.",
        ),
    ] = None,
) -> Response[bytes]:
    """Everything that the caller may do now, in a stable order. Observers have no options.

    An option without `choices` holds a `command` to post as it is. Otherwise each choice fills the
    place in the command that its pointer names, and the filled command is posted.

    `ETag` is of the last event that they take into account, and of whose options they are.
    """
    here = context(request)

    def work(reader: Reader) -> tuple[str, Any]:
        here = CampaignAccess(request, reader, campaign_id)
        campaign, system, role = here.campaign, here.system, here.caller.role
        if for_ is not None:
            auth.require(here.caller, "referee")
            if campaign.seat(for_) is None:
                raise parameter_problem("for", f"There is no seat {for_!r} here.")
        live = here.row.kind == "live"
        tag = here.tag(role, here.at)
        if is_not_modified(request.headers, tag):
            return tag, None
        known = known_to(here.vault, campaign, role)
        items = offers(campaign, system, role, known, for_) if live else ()
        waiting, withheld = awaited(campaign, system), withheld_from(campaign, system, for_)
        if of == OUTLINE:
            outline = tuple(map(outlined, items))
            return tag, OptionsOutline(here.at, waiting, outline, withheld)
        if of is not None:
            asked = (item if item.id == of else narrowed(item, of) for item in items)
            items = tuple(item for item in asked if item is not None)
        return tag, Options(here.at, waiting, items, withheld)

    tag, answer = await here.read(work)
    return revalidated_answer(tag, answer)


HANDLERS = [post_command, post_batch, get_options]
