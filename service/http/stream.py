"""Server-Sent Events: a campaign as it is played."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.params import FromPath, QueryParameter
from litestar.response import Stream

from service.errors import Damaged, Problem
from service.http.body import last_event
from service.http.context import Asked, Standing, context
from service.http.describe import Media, describe
from service.http.reading import item_of
from service.store.read import Reader

HEARTBEAT = 15.0
PAGE = 100


@get(
    "/v1/campaigns/{campaign_id:str}/stream",
    **describe(
        "streamEvents",
        "Events as they happen",
        "reading",
        returns={200: Media(("text/event-stream",), "`id` is the event's number.")},
        problems=("invalid-request", "unauthorized"),
        request_headers=("Last-Event-ID",),
    ),
)
async def stream_events(
    request: Asked,
    campaign_id: FromPath[str],
    after: Annotated[
        int | None, QueryParameter(ge=0, le=2**53 - 1, description="After this event.")
    ] = None,
) -> Response[Any]:
    """Resumes after `Last-Event-ID` or `after`; without either it begins with the next event."""
    here = context(request)
    if here.hub.streams >= here.settings.limits.streams:
        raise Problem("not-ready", "Too many streams are open.", headers={"Retry-After": "30"})
    head = await here.read(lambda reader: Standing(request, reader, campaign_id).row.seq)
    last = last_event(request)
    start = after if last is None else last
    begin = head if start is None else start
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    if request.scope["state"].get("head"):
        return Response(b"", media_type="text/event-stream", headers=headers)
    return Stream(
        _events(request, campaign_id, begin), media_type="text/event-stream", headers=headers
    )


async def _events(request: Asked, campaign_id: FromPath[str], at: int) -> AsyncIterator[bytes]:
    here = context(request)
    yield b"retry: 2000\n: iacta\n\n"
    with here.hub.listen(campaign_id) as news:
        while not here.hub.stopping:
            news.clear()
            try:
                found = await here.read(partial(_page, request, campaign_id, at))
            except (Problem, Damaged):
                return  # the token was revoked, or the campaign can be read no longer
            for seq, data in found:
                at = seq
                yield f"id: {seq}\ndata: ".encode() + data + b"\n\n"
            if len(found) == PAGE:
                continue
            try:
                await asyncio.wait_for(news.wait(), HEARTBEAT)
            except TimeoutError:
                yield b": still here\n\n"


def _page(request: Asked, campaign_id: str, at: int, reader: Reader) -> list[tuple[int, bytes]]:
    here = Standing(request, reader, campaign_id)
    vault = here.vault
    return [
        (stored.seq, msgspec.json.encode(item_of(here, vault, stored)))
        for stored in reader.events(here.row, at, PAGE)
    ]


HANDLERS = [stream_events]
