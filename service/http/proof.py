"""Proof: checkpoints, receipts, capsules, audits, imports, the server's key."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any
from urllib.parse import urlencode

import anyio.to_thread
from litestar import Response, get, post
from litestar.params import FromPath, QueryParameter

from domain.kernel import merkle, notes
from domain.kernel.verify import verify_capsule
from service.auth.tokens import give_tokens
from service.campaigns import capsule, importing
from service.campaigns.engine import Batch
from service.errors import Problem
from service.http import models
from service.http.answers import json_answer
from service.http.body import content_type, raw_body
from service.http.campaigns import check_creator, counted
from service.http.context import Asked, Standing, context, resolve
from service.http.describe import BODY, TOKEN, Media, describe
from service.http.reading import NDJSON, Audience, seq_of, streamed
from service.projections.rolls import rolls_of
from service.signing import check_signature
from service.store.read import CampaignRow, Reader

TEXT = "text/plain"


@get(
    "/v1/key",
    **describe(
        "getKey",
        "The server's verifier key",
        "proof",
        returns={200: models.KeyAnswer},
        token=False,
    ),
)
async def get_key(request: Asked) -> Response[bytes]:
    """Under which checkpoints of this server are signed. Keep it with your own papers."""
    key = context(request).signer.key
    return json_answer(models.KeyAnswer(key.text(), key.name))


@get(
    "/v1/campaigns/{campaign_id:str}/checkpoint",
    **describe(
        "getCheckpoint",
        "A signed checkpoint of the head",
        "proof",
        returns={200: Media(("text/plain",), "A C2SP signed note.")},
        problems=("unauthorized",),
    ),
)
async def get_checkpoint(request: Asked, campaign_id: FromPath[str]) -> Response[bytes]:
    """Whoever keeps it can show later that no event up to it was changed."""

    def work(reader: Reader) -> str:
        row, _ = resolve(request, reader, campaign_id)
        return row.checkpoint

    note = await context(request).read(work)
    return Response(note.encode(), media_type=TEXT)


@get(
    "/v1/campaigns/{campaign_id:str}/events/{seq:str}/receipt",
    **describe(
        "getReceipt",
        "A receipt for an event",
        "proof",
        returns={200: Media(("text/plain",), "A C2SP tlog-proof.")},
        problems=("unauthorized",),
    ),
)
async def get_receipt(
    request: Asked, campaign_id: FromPath[str], seq: FromPath[str]
) -> Response[bytes]:
    """The event's bytes, its place in the log and the path to the signed root."""

    def work(reader: Reader) -> str:
        row, _ = resolve(request, reader, campaign_id)
        stored = reader.event(row, seq_of(seq))
        if stored is None:
            raise Problem("not-found", f"There is no event {seq}.")
        size = notes.read_note(row.checkpoint).checkpoint.size
        index = stored.seq - 1
        path = merkle.inclusion_path(lambda *place: reader.node(row, *place), index, size)
        return notes.write_receipt(stored.record, index, path, row.checkpoint)

    return Response((await context(request).read(work)).encode(), media_type=TEXT)


@get(
    "/v1/campaigns/{campaign_id:str}/capsule",
    **describe(
        "getCapsule",
        "The saved campaign",
        "proof",
        returns={200: Media((NDJSON,), "A capsule: canonical JSON lines.")},
        problems=("invalid-request", *TOKEN),
    ),
)
async def get_capsule(
    request: Asked,
    campaign_id: FromPath[str],
    audience: Audience = None,
    steps: Annotated[bool, QueryParameter(description="With text and view patches.")] = False,
) -> Response[Any]:
    """Everything to replay and check the campaign without a server."""
    here = context(request)

    def check(reader: Reader) -> str:
        return Standing(request, reader, campaign_id).audience(audience)

    seen = await here.read(check)

    def stream(reader: Reader) -> Iterator[bytes]:
        row, _ = resolve(request, reader, campaign_id)
        return capsule.export(here.engine.folds, reader, row, seen, steps=steps)

    name = f'attachment; filename="iacta-{campaign_id}.jsonl"'
    return await streamed(request, stream, NDJSON, {"Content-Disposition": name})


@get(
    "/v1/campaigns/{campaign_id:str}/audit",
    **describe(
        "getAudit",
        "The checks of the format, run here",
        "proof",
        returns={200: models.Audit},
        problems=("invalid-request", *TOKEN),
    ),
)
async def get_audit(
    request: Asked, campaign_id: FromPath[str], audience: Audience = None
) -> Response[bytes]:
    """A convenience: proof is what you check yourself, with a key that you have."""
    here = context(request)

    def work(reader: Reader) -> models.Audit:
        standing = Standing(request, reader, campaign_id)
        seen = standing.audience(audience)
        data = b"".join(capsule.export(here.engine.folds, reader, standing.row, seen, steps=False))
        report = verify_capsule(data, check_signature, key=standing.row.key, systems=here.systems)
        draws: Counter[str] = Counter()
        rewinds, entered = [], []
        for stored in reader.events(standing.row, 0):
            event = stored.event()
            draws.update(roll.proof for roll in rolls_of(event))
            for effect in event.effects:
                if effect["type"] == "rewound":
                    rewinds.append({"seq": event.seq, "to": effect["to"], "seen": effect["seen"]})
            if any(draw["chain"] == "entered" for draw in event.draws):
                entered.append(event.seq)
        return models.Audit(
            seen,
            report.ok,
            tuple(report.checks),
            report.counts,
            tuple(report.unchecked),
            dict(draws),
            tuple(rewinds),
            tuple(entered),
        )

    async with here.examining:
        return json_answer(await here.read(work))


@post(
    "/v1/campaigns/import",
    **describe(
        "importCampaign",
        "Take in a saved campaign",
        "proof",
        body=Media((NDJSON, "application/gzip"), "A capsule, gzipped or not."),
        returns={201: models.ImportedCampaign, 200: models.ImportedCampaign},
        problems=(*BODY, "unauthorized", "log-differs", "deleted", "quota-exceeded"),
        response_headers=("Location",),
        security=("creator",),
    ),
)
async def import_campaign(
    request: Asked,
    visibility: Annotated[
        models.Visibility, QueryParameter(description="Who may read it here.")
    ] = "public",
) -> Response[bytes]:
    """Verified first, then kept read-only under its own id. Play on by forking it.

    A private one is read with the observer's token of its 201. A file of a campaign that is here is
    answered 200, without a token: the same or an earlier one changes nothing, a longer one under
    the same key brings what is only kept here up to date. Sent as public, it makes what was
    imported privately public. A file under another key never touches those that are here: it is
    kept as a copy of its own, and `Location` names its key unless it is the copy that the address
    shows. Where the operator has set `IACTA_CREATE_KEY`, that key is sent as the bearer.
    """
    check_creator(request)
    here = context(request)
    content_type(request, NDJSON, "application/gzip", "application/x-gzip")
    limits = here.settings.limits
    data = await raw_body(request, limits.import_bytes, limits)

    async with here.examining:
        found = await anyio.to_thread.run_sync(importing.examine, data, here.systems)

    tokens, place = await here.write(_once(request, found, visibility), alone=True)
    # What the file says, not what is kept: an existing campaign may be private.
    answer = models.ImportedCampaign(
        found.id,
        found.name,
        found.system.key,
        found.campaign.scenario,
        "imported",
        tokens or {},
    )
    return json_answer(answer, 200 if tokens is None else 201, {"Location": place})


def _once(
    request: Asked, found: importing.Examined, visibility: models.Visibility
) -> Callable[[Batch], Callable[[], tuple[dict[str, str] | None, str]]]:
    """Take in once, though the batch may have to be run again after its commit.

    The answer: tokens, none if it was here before, and the copy's address.
    """
    tokens: dict[str, str] | None = None

    def work(batch: Batch) -> Callable[[], tuple[dict[str, str] | None, str]]:
        nonlocal tokens
        with counted(request, batch, *importing.growth(batch, found)):
            row, new = importing.take_in(batch, found, visibility)
        if new:
            roles = ["observer"] if visibility == "private" else []
            tokens = give_tokens(batch, row.id, roles)
        place = _address(batch, row, context(request).trusted)
        return lambda: (tokens, place)

    return work


def _address(batch: Batch, row: CampaignRow, trusted: Sequence[str]) -> str:
    """Where everybody reads a public copy; a private one is named by its token."""
    plain = f"/v1/campaigns/{row.campaign}"
    shown = batch.tx.copies(row.campaign, trusted, public=True, limit=1)
    if not shown or shown[0].id == row.id or row.visibility != "public":
        return plain
    return f"{plain}?{urlencode({'key': row.key})}"


HANDLERS = [
    get_key,
    get_checkpoint,
    get_receipt,
    get_capsule,
    get_audit,
    import_campaign,
]
