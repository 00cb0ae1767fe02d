"""Proof: checkpoints, receipts, capsules, audits, imports, the server's key."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from tempfile import TemporaryFile
from typing import IO, Annotated, Any, cast
from urllib.parse import urlencode

import anyio.to_thread
from litestar import Response, get, post
from litestar.params import FromPath, QueryParameter

from iacta.domain.kernel.proof import merkle, notes
from iacta.service.auth.tokens import give_tokens
from iacta.service.campaigns import capsule, examinations, importing
from iacta.service.campaigns.engine import Batch
from iacta.service.campaigns.importing import Examined
from iacta.service.campaigns.parcel import Parcel
from iacta.service.campaigns.taking import Taking
from iacta.service.errors import Problem
from iacta.service.http import models
from iacta.service.http.answers import json_answer
from iacta.service.http.body import content_type
from iacta.service.http.campaigns import check_creator, counted
from iacta.service.http.context import Asked, Standing, context, resolve
from iacta.service.http.describe import BODY, TOKEN, Media, describe
from iacta.service.http.examined import examined, uploaded
from iacta.service.http.reading import NDJSON, Audience, seq_of, streamed, streamed_file
from iacta.service.store.read import CampaignRow, Reader

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
        problems=("invalid-request", "too-large", *TOKEN),
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

    def check(reader: Reader) -> tuple[str, CampaignRow]:
        standing = Standing(request, reader, campaign_id)
        return standing.audience(audience), standing.row

    seen, head = await here.read(check)

    def stream(reader: Reader) -> Iterator[bytes]:
        row, _ = resolve(request, reader, campaign_id)
        return capsule.export(here.engine.folds, reader, row, seen, steps=steps)

    name = f'attachment; filename="iacta-{campaign_id}.jsonl"'
    headers = {"Content-Disposition": name}
    short = head.seq <= here.settings.limits.steps_here
    if not steps or short or request.scope["state"].get("head"):
        return await streamed(request, stream, NDJSON, headers)
    file = cast(IO[bytes], TemporaryFile())  # noqa: SIM115
    try:
        where = (here.settings.url, head.id, seen, here.loader)
        await examined(request, int, examinations.EXPORT, *where, files=(file,))
    except BaseException:
        file.close()
        raise
    return streamed_file(file, NDJSON, headers)


@get(
    "/v1/campaigns/{campaign_id:str}/audit",
    **describe(
        "getAudit",
        "The checks of the format, run here",
        "proof",
        returns={200: models.Audit},
        problems=("invalid-request", "too-large", *TOKEN),
    ),
)
async def get_audit(
    request: Asked, campaign_id: FromPath[str], audience: Audience = None
) -> Response[bytes]:
    """A convenience: proof is what you check yourself, with a key that you have."""
    here = context(request)

    def check(reader: Reader) -> tuple[str, str]:
        standing = Standing(request, reader, campaign_id)
        return standing.row.id, standing.audience(audience)

    where = (here.settings.url, *await here.read(check), here.loader)
    audit = await examined(request, models.Audit, examinations.AUDIT, *where)
    return json_answer(audit)


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
        rate="importing",
        security=("creator",),
    ),
)
async def import_campaign(
    request: Asked,
    visibility: Annotated[
        models.Visibility, QueryParameter(description="Who may read it here.")
    ] = "public",
) -> Response[bytes]:
    """Verified first, then kept read-only under its own id. Play on by forking it, once its seals
    are open or where nothing was hidden.

    A private one is read with the observer's token of its 201. A file of a campaign that is here is
    answered 200, without a token: the same or an earlier one changes nothing, a longer one under
    the same key brings what is only kept here up to date. Sent as public, it makes what was
    imported privately public. A file under another key never touches those that are here: it is
    kept as a copy of its own, and `Location` names its key unless it is the copy that the address
    shows. Where the operator has set `IACTA_CREATE_KEY`, that key is sent as the bearer.
    """
    check_creator(request)
    content_type(request, NDJSON, "application/gzip", "application/x-gzip")
    async with uploaded(request) as body:
        found, taking, place = await _take_in(request, body, visibility)
    # What the file says, not what is kept: an existing campaign may be private.
    answer = models.ImportedCampaign(
        found.id, found.name, found.system, found.scenario, "imported", taking.tokens
    )
    return json_answer(answer, 201 if taking.new else 200, {"Location": place})


async def _take_in(
    request: Asked, body: IO[bytes], visibility: models.Visibility
) -> tuple[Examined, Taking, str]:
    """Examine a file in a process of its own, then keep it slice by slice. Its address, too."""
    here = context(request)
    await anyio.to_thread.run_sync(importing.check_head, examinations.chunks(body))

    def grant(batch: Batch, copy_id: str) -> dict[str, str]:
        return give_tokens(batch, copy_id, ["observer"] if visibility == "private" else [])

    def count(batch: Batch, campaigns: int, size: int) -> AbstractContextManager[None]:
        return counted(request, batch, campaigns, size)

    with TemporaryFile() as rows:
        given = (here.settings.limits.import_bytes, here.loader)
        found = await examined(request, Examined, examinations.IMPORT, *given, files=(body, rows))
        taking = Taking(found, Parcel(rows), visibility, grant, count)
        async with here.taking:
            for job in taking.jobs():
                await here.write(job, alone=True)
    place = await here.read(lambda reader: _address(reader, taking.row, here.trusted))
    return found, taking, place


def _address(reader: Reader, row: CampaignRow, trusted: Sequence[str]) -> str:
    """Where everybody reads a public copy; a private one is named by its token."""
    plain = f"/v1/campaigns/{row.campaign}"
    shown = reader.copies(row.campaign, trusted, public=True, limit=1)
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
