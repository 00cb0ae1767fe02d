"""Server-Sent Events: a campaign as it is played."""

import asyncio
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Annotated, Any

import msgspec
import structlog
from litestar import Response, get
from litestar.params import FromPath, QueryParameter
from litestar.response import Stream
from litestar.types import Receive, Send

from iacta.service.errors import Damaged, Problem
from iacta.service.http.admit import Sender
from iacta.service.http.answers import SEQ_CURSOR
from iacta.service.http.body import last_event
from iacta.service.http.context import CampaignAccess, HttpRequest, context, resolve
from iacta.service.http.describe import Media, describe
from iacta.service.http.reading import item_of
from iacta.service.store.database import DatabaseDown
from iacta.service.store.read import Reader
from iacta.service.streaming import Place

log = structlog.get_logger()

HEARTBEAT = 15.0
PAGE = 100


@get(
    "/v1/campaigns/{campaign_id:str}/stream",
    **describe(
        "streamEvents",
        "Events as they happen",
        "reading",
        returns={200: Media(("text/event-stream",), "Messages, each a `StreamMessage`.")},
        problems=("invalid-request", "unauthorized"),
        request_headers=("Last-Event-ID",),
        rate="streams",
    ),
)
async def stream_events(
    request: HttpRequest,
    campaign_id: FromPath[str],
    after: Annotated[
        str | None, QueryParameter(pattern=SEQ_CURSOR, description="After this event.")
    ] = None,
) -> Response[Any]:
    """Server-Sent Events: each message is a `StreamMessage`, whose `data` is an `EventItem`.

    It resumes after `Last-Event-ID` or `after`; without either it begins with the next event. A
    comment every 15 seconds keeps the connection open.

    A browser's `EventSource` cannot send a token. It serves for public campaigns as everyone sees
    them; a private campaign, or a seat's own openings, needs `fetch` with `Authorization` and a
    reader of the body. The stream ends when the token is replaced.
    """
    here = context(request)
    head = await here.read(lambda reader: CampaignAccess(request, reader, campaign_id).row.seq)
    last = last_event(request)
    start = after if last is None else last
    begin = head if start is None else int(start)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    if request.scope["state"].get("head"):
        return Stream(iter(()), media_type="text/event-stream", headers=headers)
    sender: Sender = request.scope["state"]["sender"]
    place = Place(campaign_id, sender.address, sender.token)
    here.hub.enter(place)
    return EventStream(
        _events(request, place, begin),
        lambda: here.hub.leave(place),
        media_type="text/event-stream",
        headers=headers,
    )


class EventStream(Stream):
    """A stream that calls ``closed`` at its end, even if its reader left before its first line."""

    def __init__(
        self, content: AsyncIterator[bytes], closed: Callable[[], None], **more: Any
    ) -> None:
        super().__init__(content, **more)
        self._closed = closed

    def to_asgi_response(self, *given: Any, **more: Any) -> Any:
        """The answer, with the call after it."""
        answer = super().to_asgi_response(*given, **more)

        async def app(scope: Any, receive: Receive, send: Send) -> None:
            try:
                await answer(scope, receive, send)
            finally:
                self._closed()

        return app


async def _events(request: HttpRequest, place: Place, at: int) -> AsyncIterator[bytes]:
    here = context(request)
    yield b"retry: 2000\n: iacta\n\n"
    while not (here.hub.stopping or place.ended):
        place.news.clear()
        try:
            events = await here.read(partial(_page, request, place.campaign, at))
        except (Problem, Damaged):
            return  # the token was revoked, or the campaign can be read no longer
        except DatabaseDown as error:
            log.warning("stream", error=type(error).__name__)
            events = []  # it looks again at the next heartbeat
        for seq, data in events:
            at = seq
            yield f"id: {seq}\ndata: ".encode() + data + b"\n\n"
        if len(events) == PAGE:
            continue
        try:
            await asyncio.wait_for(place.news.wait(), HEARTBEAT)
        except TimeoutError:
            yield b": still here\n\n"


def _page(
    request: HttpRequest, campaign_id: str, at: int, reader: Reader
) -> list[tuple[int, bytes]]:
    row, _ = resolve(request, reader, campaign_id)
    if row.seq <= at:
        return []
    here = CampaignAccess(request, reader, campaign_id)
    vault = here.vault
    return [
        (stored.seq, msgspec.json.encode(item_of(here, vault, stored)))
        for stored in reader.events(here.row, at, PAGE)
    ]


HANDLERS = [stream_events]
