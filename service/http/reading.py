"""Reading a campaign: events, steps, state, rolls."""

import csv
import io
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from typing import IO, Annotated, Any

import anyio.to_thread
import msgspec
from litestar import Response, get
from litestar.params import FromPath, QueryParameter
from litestar.response import Stream

from iacta.domain.kernel.campaign.views import known_to
from iacta.domain.kernel.proof.record import with_hash
from iacta.domain.kernel.proof.vault import Vault
from iacta.service.campaigns.commands import visible_openings
from iacta.service.campaigns.telling import Teller, keep
from iacta.service.errors import Problem
from iacta.service.http.answers import (
    PLACE_CURSOR,
    SEQ_CURSOR,
    json_answer,
    read_place,
    revalidated_answer,
    write_place,
)
from iacta.service.http.body import JSON
from iacta.service.http.context import CampaignAccess, HttpRequest, context
from iacta.service.http.describe import NOT_MODIFIED, TOKEN, Media, describe
from iacta.service.http.models.events import EventItem, EventPage
from iacta.service.http.models.views import RollPage, StateAnswer, StepPage
from iacta.service.http.negotiate import is_not_modified, preferred_type
from iacta.service.http.parameters import Limit
from iacta.service.projections import rolls
from iacta.service.projections.rolls import Roll, open_rolls
from iacta.service.projections.step_blocks import Block
from iacta.service.projections.steps import view_of
from iacta.service.store.read import Reader
from iacta.service.store.rows import StoredEvent

NDJSON = "application/x-ndjson"
SPOOL = 4 * 1024 * 1024
CHUNK = 64 * 1024
CSV = "text/csv"
FORMULA = ("=", "+", "-", "@", "\t", "\r")

After = Annotated[
    str,
    QueryParameter(
        pattern=SEQ_CURSOR, description="After this event: `next` of the page before, or a number."
    ),
]
LIMIT = 50
LinesLimit = Annotated[
    int | None,
    QueryParameter(
        ge=1, le=200, description=f"Items; if left out, {LIMIT} a page of JSON, and all in lines."
    ),
]
"""Of a list that is sent as lines too."""
Audience = Annotated[
    str | None,
    QueryParameter(
        pattern=r"^(public|observer|referee|seat:[a-z0-9]+(-[a-z0-9]+)*)$",
        max_length=37,
        description="public, referee or seat:<seat>; the caller's own if left out.",
    ),
]


def item_of(here: CampaignAccess, vault: Vault, stored: StoredEvent) -> dict[str, Any]:
    """An event as the caller sees it, as JSON members `event` and `openings`."""
    all_seats = here.campaign.referee_sees_all
    openings = visible_openings(
        stored.record, vault, here.caller.role, here.row.seq, all_seats=all_seats
    )
    return {"event": msgspec.Raw(with_hash(stored.record, stored.hash)), "openings": openings}


async def streamed(
    request: HttpRequest,
    work: Callable[[Reader], Iterator[bytes]],
    media: str,
    headers: dict[str, str] | None = None,
) -> Response[Any]:
    """Many lines as one answer. They are made in one short read transaction, off the event loop,
    and kept in a file, so that a slow reader holds neither memory nor a connection.
    """
    if request.scope["state"].get("head"):
        # As GET answers: the length is not known beforehand.
        return Stream(iter(()), media_type=media, headers=headers or {})
    here = context(request)

    def spool(reader: Reader) -> IO[bytes]:
        with kept_open(tempfile.SpooledTemporaryFile(SPOOL)) as file:
            file.writelines(work(reader))
        return file

    async with here.spooling:
        file = await here.read(spool)
    return streamed_file(file, media, headers or {})


@contextmanager
def kept_open(file: Any) -> Iterator[IO[bytes]]:
    """A file that stays open for who sends it, and is closed if it could not be written."""
    try:
        yield file
    except BaseException:
        file.close()
        raise


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
        returns={200: (EventPage, Media((NDJSON,), "Events, one a line."))},
        problems=("invalid-request", "unauthorized"),
    ),
)
async def list_events(
    request: HttpRequest, campaign_id: FromPath[str], after: After = "0", limit: LinesLimit = None
) -> Response[Any]:
    """Events by rising number. With `Accept: application/x-ndjson` one a line, and all of them
    unless `limit` is sent.
    """
    here, start = context(request), int(after)
    if preferred_type(request, JSON, NDJSON) == NDJSON:

        def stream(reader: Reader) -> Iterator[bytes]:
            here = CampaignAccess(request, reader, campaign_id)
            vault = here.vault
            for stored in reader.events(here.row, start, limit):
                yield msgspec.json.encode(item_of(here, vault, stored)) + b"\n"

        return await streamed(request, stream, NDJSON)

    def work(reader: Reader) -> dict[str, Any]:
        here = CampaignAccess(request, reader, campaign_id)
        vault = here.vault
        events = reader.events(here.row, start, limit or LIMIT)
        items = [item_of(here, vault, one) for one in events]
        last = start + len(items)
        return {"items": items, "next": str(last) if last < here.row.seq and items else None}

    return json_answer(await here.read(work))


@get(
    "/v1/campaigns/{campaign_id:str}/events/{seq:str}",
    **describe(
        "getEvent",
        "An event",
        "record",
        returns={200: EventItem},
        problems=("unauthorized",),
    ),
)
async def get_event(
    request: HttpRequest, campaign_id: FromPath[str], seq: FromPath[str]
) -> Response[bytes]:
    """One event, with the openings that the caller may see."""

    def work(reader: Reader) -> dict[str, Any]:
        here = CampaignAccess(request, reader, campaign_id)
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
        "The campaign after an event",
        "reading",
        returns={200: StateAnswer, 304: NOT_MODIFIED},
        problems=("invalid-request", *TOKEN),
    ),
)
async def get_state(
    request: HttpRequest,
    campaign_id: FromPath[str],
    at: Annotated[
        int | None,
        QueryParameter(ge=1, le=2**53 - 1, description="After this event; now if left out."),
    ] = None,
    audience: Audience = None,
) -> Response[bytes]:
    """What an audience sees after an event. `ETag` is of the event and of the audience."""

    def work(reader: Reader) -> tuple[str, StateAnswer | None]:
        here = CampaignAccess(request, reader, campaign_id, at=at)
        seen = here.audience(audience)
        tag = here.tag(seen, here.at)
        if is_not_modified(request.headers, tag):
            return tag, None
        known = known_to(here.vault, here.campaign, seen)
        view = view_of(here.campaign, here.system, seen, known)
        return tag, StateAnswer(here.row.campaign, here.at, seen, view)

    tag, answer = await context(request).read(work)
    return revalidated_answer(tag, answer)


@get(
    "/v1/campaigns/{campaign_id:str}/steps",
    **describe(
        "listSteps",
        "Steps for a viewer",
        "reading",
        returns={200: StepPage, 304: NOT_MODIFIED},
        problems=("invalid-request", *TOKEN),
    ),
)
async def list_steps(
    request: HttpRequest,
    campaign_id: FromPath[str],
    after: After = "0",
    limit: Limit = 50,
    audience: Audience = None,
) -> Response[bytes]:
    """The view before the first step, then each event in words with the patch of the view.

    Applying the patches in order gives the view after each event. A page that another follows
    never changes, and has the same `ETag` for ever.
    """
    here = context(request)
    fresh: list[Block] = []

    def work(reader: Reader) -> tuple[Teller, str, dict[str, Any] | None]:
        access = CampaignAccess(request, reader, campaign_id)
        row = access.row
        seen = access.audience(audience)
        teller = Teller(here.engine.folds, row, seen, access.vault, fresh.append)
        start = min(int(after), row.seq)
        last = min(start + limit, row.seq)
        tag = access.tag(seen, last, start, last < row.seq)
        if is_not_modified(request.headers, tag):
            return teller, tag, None
        items = steps_after(reader, teller, start, limit)
        following = str(last) if last < row.seq else None
        return teller, tag, {"view": teller.view(reader, start), "items": items, "next": following}

    teller, tag, page = await here.read(work)
    keep(here.engine, teller, fresh)
    return revalidated_answer(tag, page)


def steps_after(reader: Reader, teller: Teller, start: int, limit: int) -> list[msgspec.Raw]:
    """The steps that follow event ``start``, at most ``limit``."""
    told = list(teller.tell(reader, start, limit))
    events = reader.events(teller.row, start, limit)
    return [msgspec.Raw(one.step(stored)) for one, stored in zip(told, events, strict=True)]


@get(
    "/v1/campaigns/{campaign_id:str}/rolls",
    **describe(
        "listRolls",
        "Every die",
        "record",
        returns={200: (RollPage, Media((NDJSON, CSV), "Dice, one a line."))},
        problems=("invalid-request", "unauthorized"),
    ),
)
async def list_rolls(
    request: HttpRequest,
    campaign_id: FromPath[str],
    limit: LinesLimit = None,
    after: Annotated[
        str | None, QueryParameter(pattern=PLACE_CURSOR, description="`next` of the page before.")
    ] = None,
) -> Response[Any]:
    """Each die with its event, its purpose, who threw it, what it showed and how it is protected.

    A sealed draw is one entry until it is opened. JSON comes in pages; JSON lines and CSV hold all
    that follow `after`, unless `limit` is sent.
    """
    here = context(request)
    from_ = (0, 0, 0) if after is None else read_place(after)
    media = preferred_type(request, JSON, NDJSON, CSV)
    if media != JSON:

        def stream(reader: Reader) -> Iterator[bytes]:
            if media == CSV:
                yield _csv_line(Roll.__struct_encode_fields__)
            for _, roll in _rolls(request, reader, campaign_id, from_, limit):
                plain = msgspec.to_builtins(roll)
                yield (
                    _csv_line([_cell(value) for value in plain.values()])
                    if media == CSV
                    else msgspec.json.encode(roll) + b"\n"
                )

        return await streamed(request, stream, media)

    def work(reader: Reader) -> RollPage:
        most = limit or LIMIT
        dice = list(_rolls(request, reader, campaign_id, from_, most + 1))
        cut = dice[:most]
        following = write_place(cut[-1][0]) if len(dice) > most else None
        return RollPage(tuple(roll for _, roll in cut), following)

    return json_answer(await here.read(work))


def _rolls(
    request: HttpRequest,
    reader: Reader,
    campaign_id: str,
    place: tuple[int, int, int],
    limit: int | None,
) -> Iterator[tuple[tuple[int, int, int], Roll]]:
    """Dice after a place: event, entry of the event, die of the entry."""
    here = CampaignAccess(request, reader, campaign_id)
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
