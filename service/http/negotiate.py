"""Content negotiation and conditional requests (RFC 9110, sections 12.5 and 13.1.2)."""

import hashlib
import re
import zlib
from collections.abc import Mapping
from typing import Any

import anyio.to_thread
import msgspec
from litestar import Request
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader, Headers
from litestar.middleware.compression import CompressionMiddleware
from litestar.types import ASGIApp, HTTPResponseBodyEvent, Message, Receive, Send

QUALITY = re.compile(r"0(\.[0-9]{0,3})?|1(\.0{0,3})?")
LARGE = 8 * 1024  # compressed off the event loop: some 0.3 ms
KEEP = CacheControlHeader(no_cache=True)
"""Files may be kept, and are revalidated by ETag: their names stay when they change."""
FOR_ALL = {KEEP.HEADER_NAME: KEEP.to_header()}
"""So may what is answered to everybody alike."""
KEPT = (b"etag", b"cache-control", b"last-modified")


def qualities(header: str) -> dict[str, float]:
    """Each value that a header like `Accept` names, in lower case, with its quality.

    A malformed quality is 0: what is not clearly accepted is not sent.
    """
    accepted = {}
    for part in header.lower().split(","):
        name, *parameters = (one.strip() for one in part.split(";"))
        given = [one[2:] for one in parameters if one.startswith("q=")] or ["1"]
        if name:
            accepted[name] = float(given[0]) if QUALITY.fullmatch(given[0]) else 0.0
    return accepted


def preferred_type(request: Request[Any, Any, Any], *offered: str) -> str:
    """The media type to answer with: the one of ``offered`` that the client prefers.

    Of equals the one that it names most exactly, then the first. A client that accepts none of them
    gets the first too.
    """
    taken = qualities(request.headers.get("accept", "*/*"))

    def liking(media: str) -> tuple[float, int]:
        ranges = (media, f"{media.partition('/')[0]}/*", "*/*")
        place = next((i for i, one in enumerate(ranges) if one in taken), 0)
        quality = taken.get(ranges[place], 0.0)
        return quality, -place if quality else -len(ranges)

    return max(offered, key=liking)


class Compression(CompressionMiddleware):
    """Litestar's compression, for clients that accept it.

    Litestar matches the substring `gzip`, so `gzip;q=0` would be compressed.
    """

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Compress, or leave as it is."""
        if qualities(Headers.from_scope(scope).get("accept-encoding", "")).get("gzip"):
            await self.app(scope, receive, Compressed(send, self.config))
        else:
            await self.app(scope, receive, send)


class Compressed:
    """Sends an answer compressed, one piece after the other. Large ones are compressed in a thread:
    `zlib` lets everybody else work meanwhile.
    """

    def __init__(self, send: Send, config: CompressionConfig) -> None:
        self._send, self._least = send, config.minimum_size
        self._gzip = zlib.compressobj(config.gzip_compress_level, wbits=31)
        self._start: Any = None
        self._plain = False

    async def __call__(self, message: Message) -> None:
        """Send a message of the answer."""
        if message["type"] == "http.response.start":
            self._start = message
        elif message["type"] != "http.response.body" or self._plain:
            await self._send(message)
        else:
            await self._body(message)

    async def _body(self, message: HTTPResponseBodyEvent) -> None:
        body, more = message.get("body", b""), message.get("more_body", False)
        if self._start is not None and not more and len(body) < self._least:
            self._plain = True
            await self._send(self._start)
            await self._send(message)
            return
        packed = (
            await anyio.to_thread.run_sync(self._packed, body, more)
            if len(body) > LARGE
            else self._packed(body, more)
        )
        if self._start is not None:
            await self._send(_as_gzip(self._start, None if more else len(packed)))
            self._start = None
        message["body"] = packed
        await self._send(message)

    def _packed(self, body: bytes, more: bool) -> bytes:
        return self._gzip.compress(body) + (b"" if more else self._gzip.flush())


def _as_gzip(start: Any, length: int | None) -> Any:
    """The head of an answer that is compressed to ``length`` bytes, if that is known."""
    kept = [one for one in start["headers"] if one[0].lower() not in (b"content-length", b"vary")]
    kept += [(b"content-encoding", b"gzip"), (b"vary", b"Accept-Encoding")]
    if length is not None:
        kept.append((b"content-length", str(length).encode()))
    return {**start, "headers": kept}


def weak_tag(*about: object, at: int | None = None) -> str:
    """An ETag: a digest of all that an answer rests on, after the number of its event, if any.

    Weak, since the same is sent compressed and plain.
    """
    digest = hashlib.sha256(msgspec.json.encode(about)).hexdigest()[:32]
    return f'W/"{digest}"' if at is None else f'W/"{at}-{digest}"'


def is_not_modified(headers: Mapping[str, str], tag: str) -> bool:
    """Whether ``If-None-Match`` matches ``tag``, so that the answer is 304."""
    names = [one.strip() for one in headers.get("if-none-match", "").split(",")]
    return "*" in names or tag.removeprefix("W/") in [one.removeprefix("W/") for one in names]


async def revalidated(answer: ASGIApp) -> ASGIApp:
    """An app that answers 304 when `If-None-Match` matches, before anything is compressed."""

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        known = False

        async def checked(message: Any) -> None:
            nonlocal known
            if message["type"] == "http.response.start" and message["status"] == 200:
                kept = {name: value for name, value in message["headers"] if name in KEPT}
                known = is_not_modified(Headers.from_scope(scope), kept.get(b"etag", b"").decode())
                if known:
                    message = {**message, "status": 304, "headers": list(kept.items())}
                    await send(message)
                    await send({"type": "http.response.body", "body": b"", "more_body": False})
            if not known:
                await send(message)

        await answer(scope, receive, checked)

    return app
