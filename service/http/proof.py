"""Proof: checkpoints, receipts, capsules, audits, imports, the server's key."""

from collections.abc import AsyncIterator, Iterator, Sequence
from functools import partial
from os import SEEK_END
from tempfile import TemporaryFile
from typing import IO, Annotated, Any
from urllib.parse import urlencode

import anyio.to_thread
import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, QueryParameter
from litestar.response import Stream

from iacta.domain.kernel.contract.system import AnySystem
from iacta.domain.kernel.proof import merkle, notes
from iacta.service import one_file
from iacta.service.auth.tokens import issue_tokens
from iacta.service.campaigns import capsule, importing, sandbox_tasks
from iacta.service.campaigns.engine import Batch
from iacta.service.campaigns.importing import Examined
from iacta.service.campaigns.ingest import Ingest
from iacta.service.campaigns.slices import SliceFile
from iacta.service.campaigns.telling import Teller, keep
from iacta.service.errors import Problem
from iacta.service.http.admit import charge
from iacta.service.http.answers import json_answer
from iacta.service.http.body import content_type
from iacta.service.http.context import CampaignAccess, Context, HttpRequest, context, resolve
from iacta.service.http.creating import check_creator, counted
from iacta.service.http.describe import BODY, TOKEN, Media, describe
from iacta.service.http.models.campaigns import ImportedCampaign, Visibility
from iacta.service.http.models.server import KeyAnswer
from iacta.service.http.negotiate import preferred_type
from iacta.service.http.reading import NDJSON, Audience, kept_open, seq_of, streamed_file
from iacta.service.http.sandboxed import received_upload, run_sandboxed
from iacta.service.projections.step_blocks import Block
from iacta.service.store.read import Reader
from iacta.service.store.rows import CampaignRow

TEXT, HTML = "text/plain", "text/html"


@get(
    "/v1/key",
    **describe(
        "getKey", "The server's verifier key", "proof", returns={200: KeyAnswer}, security=()
    ),
)
async def get_key(request: HttpRequest) -> Response[bytes]:
    """The key to verify this server's checkpoints with. Keep it: what a server says later of its
    own key proves nothing.
    """
    key = context(request).signer.key
    return json_answer(KeyAnswer(key.text(), key.name))


@get(
    "/v1/campaigns/{campaign_id:str}/checkpoint",
    **describe(
        "getCheckpoint",
        "A signed checkpoint",
        "proof",
        returns={200: Media(("text/plain",), "A C2SP signed note.")},
        problems=("unauthorized",),
    ),
)
async def get_checkpoint(request: HttpRequest, campaign_id: FromPath[str]) -> Response[bytes]:
    """A signed note of how many events there are and of their Merkle root. With it anyone can
    show later if any of those events was changed.
    """

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
    request: HttpRequest, campaign_id: FromPath[str], seq: FromPath[str]
) -> Response[bytes]:
    """The event's bytes, its place in the log and the Merkle path to the signed root."""

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
        returns={
            200: Media((NDJSON, HTML), "A capsule: canonical JSON lines; or a page with it inside.")
        },
        problems=("invalid-request", "too-large", *TOKEN),
    ),
)
async def get_capsule(
    request: HttpRequest,
    campaign_id: FromPath[str],
    audience: Audience = None,
    steps: Annotated[bool, QueryParameter(description="With text and view patches.")] = False,
) -> Response[Any]:
    """Everything that is needed to replay and verify the campaign without a server.

    With `Accept: text/html` it is one page that holds viewer, verifier and capsule, with steps, and
    opens from disk without a network. A page that checks itself proves nothing: the capsule in it
    can be saved and checked elsewhere.
    """
    here, html = context(request), preferred_type(request, NDJSON, HTML) == HTML
    steps = steps or html
    fresh: list[Block] = []

    def begin(reader: Reader) -> tuple[capsule.Export, int]:
        access = CampaignAccess(request, reader, campaign_id)
        seen, folds = access.audience(audience), here.engine.folds
        export = capsule.Export(folds, reader, access.row, seen, steps=steps, took=fresh.append)
        return export, export.teller.untold(reader) if steps else 0

    export, untold = await here.read(begin)
    teller = export.teller
    seen, system = teller.audience, here.engine.folds.system(teller.row)
    media, ending = (HTML, f"-{seen.replace(':', '-')}.html") if html else (NDJSON, ".jsonl")
    headers = {
        "Content-Disposition": f'attachment; filename="iacta-{campaign_id}{ending}"',
        **({"Content-Security-Policy": "sandbox"} if html else {}),
    }
    if request.scope["state"].get("head"):
        return Stream(iter(()), media_type=media, headers=headers)
    apart = untold > here.settings.limits.steps_here
    if html or apart:
        await charge(request, "audits")
    if apart:
        file = await _told_apart(request, export)
        if html:
            async with here.spooling:
                file = await anyio.to_thread.run_sync(_as_page, system, seen, file)
        return streamed_file(file, media, headers)
    parts = _parts(here, export, fresh, await here.read(export.part))
    if not html:
        return Stream(parts, media_type=media, headers=headers)
    async with here.spooling:
        lines = await _spooled(parts)
        page = await anyio.to_thread.run_sync(_as_page, system, seen, lines)
    return streamed_file(page, media, headers)


async def _parts(
    here: Context, export: capsule.Export, fresh: list[Block], part: bytes
) -> AsyncIterator[bytes]:
    """A capsule part by part, each from a short transaction, so that a slow reader holds none.

    ``fresh``: takes up the blocks that are told anew, to be kept. ``part``: the first, which was
    read before anything was sent, so that what is wrong is told.
    """
    while part:
        keep(here.engine, export.teller, fresh)
        fresh.clear()
        yield part
        part = await here.read(export.part)


async def _spooled(parts: AsyncIterator[bytes]) -> IO[bytes]:
    """Parts in a file."""
    with kept_open(TemporaryFile()) as file:
        async for part in parts:
            await anyio.to_thread.run_sync(file.write, part)
    return file


async def _told_apart(request: HttpRequest, export: capsule.Export) -> IO[bytes]:
    """A capsule with many steps that nobody was told yet, made in processes of its own: what they
    are granted rests on its length, and who comes again goes on where the last of them had ended.
    """
    seq, each = export.teller.row.seq, context(request).settings.limits.steps_each
    with kept_open(TemporaryFile()) as file:
        await anyio.to_thread.run_sync(_append, file, export.opening())
        for after in range(0, seq, each):
            await _tell_apart(request, export.teller, file, after, min(after + each, seq))
        await anyio.to_thread.run_sync(_append, file, export.closing())
    return file


async def _tell_apart(
    request: HttpRequest, teller: Teller, file: IO[bytes], after: int, to: int
) -> None:
    """Have a process write the lines of some events to the end of a file."""
    here = context(request)
    where = (here.settings.url, teller.row, teller.audience, here.loader, after, to)
    with TemporaryFile() as blocks:
        version = await run_sandboxed(
            request, str, sandbox_tasks.TELL, *where, files=(file, blocks)
        )
        if version == teller.version:  # else the process was begun with code that came later
            told = sandbox_tasks.blocks_of(blocks)
            await anyio.to_thread.run_sync(keep, here.engine, teller, told)


def _append(file: IO[bytes], lines: Iterator[bytes]) -> None:
    """Write lines to the end of a file that others write to as well."""
    file.seek(0, SEEK_END)
    file.writelines(lines)
    file.flush()


def _as_page(system: AnySystem, audience: str, lines: IO[bytes]) -> IO[bytes]:
    """A page with the capsule of a file, which is closed."""
    with lines, kept_open(TemporaryFile()) as page:
        lines.seek(0)
        page.writelines(one_file.write(system, audience, sandbox_tasks.chunks(lines)))
    return page


@get(
    "/v1/campaigns/{campaign_id:str}/audit",
    **describe(
        "getAudit",
        "Verify a campaign here",
        "proof",
        returns={200: sandbox_tasks.Audit},
        problems=("invalid-request", "too-large", *TOKEN),
    ),
)
async def get_audit(
    request: HttpRequest, campaign_id: FromPath[str], audience: Audience = None
) -> Response[bytes]:
    """The checks of the format, run by this server: a convenience. Proof is what you check
    yourself, with a key that you kept.
    """
    here = context(request)

    def check(reader: Reader) -> tuple[CampaignRow, str]:
        access = CampaignAccess(request, reader, campaign_id)
        return access.row, access.audience(audience)

    row, seen = await here.read(check)
    key = row.id, seen
    kept = here.audits.get(key)
    before = None if kept is None else msgspec.msgpack.decode(kept, type=sandbox_tasks.Kept)
    await charge(request, "audits")
    where = (here.settings.url, row.id, seen, before, here.loader)
    done = await run_sandboxed(request, sandbox_tasks.Audited, sandbox_tasks.AUDIT, *where)
    if done.kept is not None:
        here.audits.put(key, msgspec.msgpack.encode(done.kept))
    return json_answer(done.audit)


@post(
    "/v1/campaigns/import",
    **describe(
        "importCampaign",
        "Import a saved campaign",
        "proof",
        body=Media((NDJSON, "application/gzip"), "A capsule, gzipped or not."),
        returns={201: ImportedCampaign, 200: ImportedCampaign},
        problems=(*BODY, "unauthorized", "log-differs", "deleted", "quota-exceeded"),
        response_headers=("Location",),
        rate="importing",
        security=("creator",),
    ),
)
async def import_campaign(
    request: HttpRequest,
    visibility: Annotated[
        Visibility, QueryParameter(description="Who may read it here.")
    ] = "public",
) -> Response[bytes]:
    """The file is verified, then kept read-only under its own id. To play on, fork it once its
    seals are open, or where nothing was hidden.

    A private import is read with the observer's token that its 201 holds. A file of a campaign that
    is here already is answered 200, without a token: the same or an earlier one changes nothing, a
    longer one under the same key extends an imported copy. Sent as public, it makes a private
    import public. A file under another key never touches the copies that are here: it is kept as a
    copy of its own, and `Location` names its key unless it is the copy that the address shows.

    Where the operator has set `IACTA_CREATE_KEY`, that key is sent as the bearer token.
    """
    check_creator(request)
    content_type(request, NDJSON, "application/gzip", "application/x-gzip")
    async with received_upload(request) as body:
        examined, ingest, place = await _take_in(request, body, visibility)
    # What the file says, not what is kept: an existing campaign may be private.
    answer = ImportedCampaign(
        examined.id, examined.name, examined.system, examined.scenario, "imported", ingest.tokens
    )
    return json_answer(answer, 201 if ingest.new else 200, {"Location": place})


async def _take_in(
    request: HttpRequest, body: IO[bytes], visibility: Visibility
) -> tuple[Examined, Ingest, str]:
    """Examine a file in the sandbox, then import it slice by slice; returns its address too."""
    here = context(request)
    await anyio.to_thread.run_sync(importing.check_head, sandbox_tasks.chunks(body))

    def grant(batch: Batch, copy_id: str) -> dict[str, str]:
        roles = ["observer"] if visibility == "private" else []
        return issue_tokens(batch, copy_id, roles, batch.engine.host.now())

    with TemporaryFile() as rows:
        given = (here.settings.limits.import_bytes, here.loader)
        examined = await run_sandboxed(
            request, Examined, sandbox_tasks.IMPORT, *given, files=(body, rows)
        )
        ingest = Ingest(examined, SliceFile(rows), visibility, grant, partial(counted, request))
        async with here.ingest:
            for job in ingest.jobs():
                await here.write_alone(job)
    place = await here.read(lambda reader: _address(reader, ingest.row, here.trusted))
    return examined, ingest, place


def _address(reader: Reader, row: CampaignRow, trusted: Sequence[str]) -> str:
    """Where everybody reads a public copy; a private one is named by its token."""
    plain = f"/v1/campaigns/{row.campaign}"
    shown = reader.copies(row.campaign, trusted, public=True, limit=1)
    if not shown or shown[0].id == row.id or row.visibility != "public":
        return plain
    return f"{plain}?{urlencode({'key': row.key})}"


HANDLERS = [get_key, get_checkpoint, get_receipt, get_capsule, get_audit, import_campaign]
