"""What has happened and how things stand: events, steps, state, rolls."""

import csv
import io
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from typing import IO, Annotated, Any, cast

import anyio.to_thread
import msgspec
from litestar import Response, get
from litestar.params import FromPath, QueryParameter
from litestar.response import Stream

from iacta.domain.kernel.proof.record import shown
from iacta.domain.kernel.proof.vault import Vault
from iacta.service.campaigns.commands import visible
from iacta.service.campaigns.reading import known_to, sees_all
from iacta.service.errors import Problem
from iacta.service.http import models
from iacta.service.http.answers import PLACE_CURSOR, json_answer, raw, read_place, write_place
from iacta.service.http.body import JSON
from iacta.service.http.campaigns import Limit
from iacta.service.http.context import Asked, Standing, context
from iacta.service.http.describe import TOKEN, Media, describe
from iacta.service.http.negotiate import chosen, held
from iacta.service.projections import rolls
from iacta.service.projections.rolls import Roll, open_rolls
from iacta.service.projections.steps import make_step, step_plain, view_of
from iacta.service.store.read import Reader, Stored

NDJSON = "application/x-ndjson"
SPOOL = 4 * 1024 * 1024
CHUNK = 64 * 1024
CSV = "text/csv"
FORMULA = ("=", "+", "-", "@", "\t", "\r")

After = Annotated[int, QueryParameter(ge=0, le=2**53 - 1, description="After this event.")]
Audience = Annotated[
    str | None,
    QueryParameter(
        pattern=r"^(public|observer|referee|seat:[a-z0-9]+(-[a-z0-9]+)*)$",
        max_length=37,
        description="public, referee or seat:<seat>; one's own if left out.",
    ),
]


def item_of(here: Standing, vault: Vault, stored: Stored) -> dict[str, Any]:
    """An event as its reader gets it."""
    openings = visible(
        stored.event(), vault, here.caller.role, here.row.seq, all_seats=sees_all(here.campaign)
    )
    return {"event": raw(shown(stored.record, stored.hash)), "openings": openings}


async def streamed(
    request: Asked,
    work: Callable[[Reader], Iterator[bytes]],
    media: str,
    headers: dict[str, str] | None = None,
) -> Response[Any]:
    """Many lines as one answer. They are made in one short read transaction, off the event loop,
    and kept in a file, so that a slow reader holds neither memory nor a connection.
    """
    if request.scope["state"].get("head"):
        return Response(b"", media_type=media, headers=headers or {})
    here = context(request)

    def spool(reader: Reader) -> IO[bytes]:
        file = cast(IO[bytes], tempfile.SpooledTemporaryFile(SPOOL))  # noqa: SIM115
        try:
            file.writelines(work(reader))
        except BaseException:
            file.close()
            raise
        return file

    async with here.spooling:
        file = await here.read(spool)
    return streamed_file(file, media, headers or {})


def streamed_file(file: IO[bytes], media: str, headers: dict[str, str]) -> Response[Any]:
    """An open file as an answer, from its beginning. It is closed with the answer."""
    return Stream(_chunks(file), media_type=media, headers=headers)


async def _chunks(file: IO[bytes]) -> AsyncIterator[bytes]:
    with file:
        await anyio.to_thread.run_sync(file.seek, 0)
        while chunk := await anyio.to_thread.run_sync(file.read, CHUNK):
            yield chunk


@get(
    "/v1/campaigns/{campaign_id:str}/events",
    **describe(
        "listEvents",
        "Events",
        "record",
        returns={200: (models.EventPage, Media((NDJSON,), "All events, one a line."))},
        problems=("invalid-request", "unauthorized"),
    ),
)
async def list_events(
    request: Asked, campaign_id: FromPath[str], after: After = 0, limit: Limit = 50
) -> Response[Any]:
    """In order. With `Accept: application/x-ndjson` all of them, one a line."""
    here = context(request)
    if chosen(request, JSON, NDJSON) == NDJSON:

        def stream(reader: Reader) -> Iterator[bytes]:
            here = Standing(request, reader, campaign_id)
            vault = here.vault
            for stored in reader.events(here.row, after):
                yield msgspec.json.encode(item_of(here, vault, stored)) + b"\n"

        return await streamed(request, stream, NDJSON)

    def work(reader: Reader) -> dict[str, Any]:
        here = Standing(request, reader, campaign_id)
        vault = here.vault
        items = [item_of(here, vault, one) for one in reader.events(here.row, after, limit)]
        last = after + len(items)
        return {"items": items, "next": last if last < here.row.seq and items else None}

    return json_answer(await here.read(work))


@get(
    "/v1/campaigns/{campaign_id:str}/events/{seq:str}",
    **describe(
        "getEvent",
        "An event",
        "record",
        returns={200: models.EventItem},
        problems=("unauthorized",),
    ),
)
async def get_event(
    request: Asked, campaign_id: FromPath[str], seq: FromPath[str]
) -> Response[bytes]:
    """One event with the openings that the caller may see."""

    def work(reader: Reader) -> dict[str, Any]:
        here = Standing(request, reader, campaign_id)
        stored = reader.event(here.row, seq_of(seq))
        if stored is None:
            raise Problem("not-found", f"There is no event {seq}.")
        return item_of(here, here.vault, stored)

    return json_answer(await context(request).read(work))


def seq_of(text: str) -> int:
    """An event's number from a path; `not-found` if it is none."""
    if not text.isascii() or not text.isdigit() or len(text) > 15:
        raise Problem("not-found", "There is no such event.")
    return int(text)


@get(
    "/v1/campaigns/{campaign_id:str}/state",
    **describe(
        "getState",
        "The game after an event",
        "reading",
        returns={200: models.StateAnswer, 304: Media((), "Not modified.")},
        problems=("invalid-request", *TOKEN),
        request_headers=("If-None-Match",),
        response_headers=("ETag",),
    ),
)
async def get_state(
    request: Asked,
    campaign_id: FromPath[str],
    at: Annotated[
        int | None,
        QueryParameter(ge=1, le=2**53 - 1, description="After this event; now if left out."),
    ] = None,
    audience: Audience = None,
) -> Response[bytes]:
    """As an audience sees it. `ETag` is the event's number."""

    def work(reader: Reader) -> models.StateAnswer:
        here = Standing(request, reader, campaign_id, at=at)
        seen = here.audience(audience)
        known = known_to(here.vault, here.campaign, seen)
        view = view_of(here.campaign, here.system, seen, known)
        return models.StateAnswer(here.row.campaign, here.at, seen, view)

    answer = await context(request).read(work)
    tag = f'"{answer.at}"'
    headers = {"ETag": tag}
    if held(request.headers, tag):
        return Response(b"", status_code=304, media_type=JSON, headers=headers)
    return json_answer(answer, 200, headers)


@get(
    "/v1/campaigns/{campaign_id:str}/steps",
    **describe(
        "listSteps",
        "Steps for a viewer",
        "reading",
        returns={200: models.StepPage},
        problems=("invalid-request", *TOKEN),
    ),
)
async def list_steps(
    request: Asked,
    campaign_id: FromPath[str],
    after: After = 0,
    limit: Limit = 50,
    audience: Audience = None,
) -> Response[bytes]:
    """The view before the first step, then each event in words with the patch of the view."""
    here = context(request)

    def work(reader: Reader) -> dict[str, Any]:
        standing = Standing(request, reader, campaign_id)
        seen = standing.audience(audience)
        folds, row, system = here.engine.folds, standing.row, standing.system
        vault = standing.vault
        start = min(after, row.seq)
        state = folds.before(reader, row, start)
        first = view_of(state, system, seen, known_to(vault, state, seen))
        before = (state, first)
        items = []
        for stored, event, campaign in folds.walk(reader, row, start, limit):
            known = known_to(vault, campaign, seen)
            view = view_of(campaign, system, seen, known)
            after_it = (campaign, view)
            step = step_plain(make_step(before, after_it, event, system, known))
            items.append({**step, "event": raw(shown(stored.record, stored.hash))})
            before = after_it
        last = start + len(items)
        return {"view": first, "items": items, "next": last if last < row.seq else None}

    return json_answer(await here.read(work))


@get(
    "/v1/campaigns/{campaign_id:str}/rolls",
    **describe(
        "listRolls",
        "Every die",
        "record",
        returns={200: (models.RollPage, Media((NDJSON, CSV), "All dice."))},
        problems=("invalid-request", "unauthorized"),
    ),
)
async def list_rolls(
    request: Asked,
    campaign_id: FromPath[str],
    limit: Limit = 50,
    after: Annotated[
        str | None,
        QueryParameter(pattern=PLACE_CURSOR, description="`next` of the page before."),
    ] = None,
) -> Response[Any]:
    """Event, purpose, whose, die, face and class. A sealed draw is one entry until it is open."""
    here = context(request)
    from_ = (0, 0, 0) if after is None else read_place(after)
    media = chosen(request, JSON, NDJSON, CSV)
    if media != JSON:

        def stream(reader: Reader) -> Iterator[bytes]:
            if media == CSV:
                yield _csv_line(Roll.__struct_encode_fields__)
            for _, roll in _rolls(request, reader, campaign_id, (0, 0, 0), None):
                plain = msgspec.to_builtins(roll)
                yield (
                    _csv_line([_cell(value) for value in plain.values()])
                    if media == CSV
                    else msgspec.json.encode(roll) + b"\n"
                )

        return await streamed(request, stream, media)

    def work(reader: Reader) -> models.RollPage:
        found = list(_rolls(request, reader, campaign_id, from_, limit + 1))
        cut = found[:limit]
        following = write_place(cut[-1][0]) if len(found) > limit else None
        return models.RollPage(tuple(roll for _, roll in cut), following)

    return json_answer(await here.read(work))


def _rolls(
    request: Asked,
    reader: Reader,
    campaign_id: str,
    place: tuple[int, int, int],
    limit: int | None,
) -> Iterator[tuple[tuple[int, int, int], Roll]]:
    """Dice after a place: event, entry of the event, die of the entry."""
    here = Standing(request, reader, campaign_id)
    values = known_to(here.vault, here.campaign, here.caller.role)
    count = 0
    for seq, number, entry in rolls.since(reader, here.row, place[:2]):
        for index, roll in enumerate(open_rolls(entry, values), 1):
            if (seq, number, index) > place:
                yield (seq, number, index), roll
                count += 1
                if count == limit:
                    return


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str) and value.startswith(FORMULA):
        return f"'{value}"  # else a spreadsheet would run what somebody wrote
    return msgspec.json.encode(value).decode() if isinstance(value, list | tuple) else str(value)


def _csv_line(cells: Any) -> bytes:
    out = io.StringIO()
    csv.writer(out).writerow(cells)
    return out.getvalue().encode()


HANDLERS = [list_events, get_event, get_state, list_steps, list_rolls]
