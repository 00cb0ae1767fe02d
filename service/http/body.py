"""Reading requests strictly: size, time, type, JSON, shape."""

import asyncio
import re
from collections.abc import AsyncIterator
from email.message import Message
from typing import IO, Any, TypeVar

import anyio.to_thread
import msgspec
from litestar import Request
from litestar.exceptions import InternalServerException

from iacta.domain.kernel.campaign.requests import explain
from iacta.domain.kernel.proof.canonical import read
from iacta.domain.kernel.proof.errors import BadRecord
from iacta.domain.kernel.proof.notes import read_key
from iacta.service.errors import FieldError, Problem, not_ready, parameter_problem
from iacta.service.settings import Limits

T = TypeVar("T")

JSON = "application/json"
LARGE = 16 * 1024  # parsed off the event loop
STRUCTURE = (b",", b":", b"[", b"{")  # one before each value: counted before anything is parsed
KEY = re.compile(r"[0-9A-Za-z._~-]{1,64}")
SEQ = re.compile(r"[0-9]{1,15}")
ETAG = re.compile(r'"([0-9]{1,16})"')


async def raw_body(request: Request[Any, Any, Any], limit: int, limits: Limits) -> bytes:
    """The whole body, at most ``limit`` bytes; `too-large` past it."""
    _check_length(request, limit)
    pieces, size = [], 0
    try:
        async with asyncio.timeout(limits.body_seconds):
            async for chunk in request.stream():
                size += len(chunk)
                if size > limit:
                    raise _too_large(limit)
                pieces.append(chunk)
    except TimeoutError:
        raise _too_late(limits) from None
    except InternalServerException:  # what Litestar makes of a client that is gone
        raise Problem("invalid-request", "The body did not arrive whole.") from None
    return b"".join(pieces)


def _check_length(request: Request[Any, Any, Any], limit: int) -> None:
    length = request.headers.get("content-length", "")
    if length.isdigit() and int(length) > limit:
        raise _too_large(limit)


def _too_large(limit: int) -> Problem:
    return Problem("too-large", f"The body is at most {limit} bytes.")


def _too_late(limits: Limits) -> Problem:
    detail = f"The body did not arrive within {limits.body_seconds:g} seconds."
    return Problem("invalid-request", detail)


async def spooled_body(
    request: Request[Any, Any, Any], limit: int, limits: Limits, file: IO[bytes]
) -> None:
    """Write the whole body to ``file``. Raises as `raw_body`; `not-ready` if there is no room."""
    try:
        async for chunk in _received(request, limit, limits):
            await anyio.to_thread.run_sync(file.write, chunk)
        await anyio.to_thread.run_sync(file.flush)
    except OSError:
        raise not_ready("There is no room for the body.", 60) from None


async def _received(
    request: Request[Any, Any, Any], limit: int, limits: Limits
) -> AsyncIterator[bytes]:
    """The body in pieces as it arrives, within its limit and its time."""
    _check_length(request, limit)
    size, ends = 0, asyncio.get_running_loop().time() + limits.body_seconds
    pieces = aiter(request.stream())
    while True:
        try:
            async with asyncio.timeout_at(ends):
                chunk = await anext(pieces)
        except StopAsyncIteration:
            return
        except TimeoutError:
            raise _too_late(limits) from None
        size += len(chunk)
        if size > limit:
            raise _too_large(limit)
        yield chunk


def content_type(request: Request[Any, Any, Any], *allowed: str) -> None:
    """`unsupported-type` unless the body is of an allowed type, and in UTF-8 if it names any."""
    named = request.headers.get("content-type", "")
    if named in allowed:
        return
    given = Message()
    given["content-type"] = named
    # An empty or malformed type is text/plain to `Message`, which is allowed nowhere.
    if given.get_content_type() not in allowed:
        raise Problem("unsupported-type", f"The body's type must be one of {', '.join(allowed)}.")
    if given.get_content_charset("utf-8") not in ("utf-8", "utf8"):
        raise Problem("unsupported-type", "The body must be UTF-8.")


async def read_body(
    request: Request[Any, Any, Any], shape: type[T], limits: Limits, most: int | None = None
) -> T:
    """The body as ``shape``. Raises `Problem` with a pointer to what is wrong."""
    content_type(request, JSON)
    data = await raw_body(request, most or limits.body_bytes, limits)
    if sum(map(data.count, STRUCTURE)) > limits.body_values:
        raise Problem("invalid-request", f"The body holds over {limits.body_values} values.")
    if len(data) <= LARGE:
        return _shaped(data, shape)
    parsing = request.app.state.context.parsing
    return await anyio.to_thread.run_sync(_shaped, data, shape, limiter=parsing)


def _shaped(data: bytes, shape: type[T]) -> T:
    """JSON as ``shape``. Raises `Problem`."""
    try:
        plain = read(data)
    except BadRecord as error:
        raise Problem("invalid-request", f"The body is not strict JSON: {error}.") from None
    try:
        return msgspec.convert(plain, shape, strict=True)
    except msgspec.ValidationError as error:
        detail, pointer = explain(error)
        problem = FieldError(pointer, detail)
        raise Problem("invalid-request", f"{detail}.", errors=[problem]) from None


def idempotency_key(request: Request[Any, Any, Any]) -> str | None:
    """The sender's key, if it named one."""
    key = request.headers.get("idempotency-key")
    if key is not None and not KEY.fullmatch(key):
        raise parameter_problem("Idempotency-Key", "A key is 1 to 64 of 0-9 A-Z a-z . _ ~ -")
    return key


def if_match(request: Request[Any, Any, Any]) -> int | None:
    """The head that the sender decided on, if it said."""
    value = request.headers.get("if-match")
    if value is None or value.strip() == "*":
        return None
    match = ETAG.fullmatch(value.strip())
    if match is None:
        raise parameter_problem("If-Match", 'Send the head as "<seq>", in quotation marks.')
    return int(match.group(1))


def last_event(request: Request[Any, Any, Any]) -> int | None:
    """The last event that a reader of the stream has, if it said."""
    value = request.headers.get("last-event-id", "").strip()
    if value and not SEQ.fullmatch(value):
        raise parameter_problem("Last-Event-ID", "An event's id is its number.")
    return int(value) if value else None


def copy_key(request: Request[Any, Any, Any]) -> str | None:
    """The verifier key that names a copy of a campaign, if the query gives one.

    Empty for a text that is no key: it names no copy.
    """
    text = request.query_params.get("key")
    if text is None:
        return None
    try:
        # A form's encoding writes a blank as `+`, and a key has no blank.
        return read_key(text.replace(" ", "+")).text()
    except BadRecord:
        return ""


def bearer(request: Request[Any, Any, Any]) -> str | None:
    """The bearer token, if there is one."""
    value = request.headers.get("authorization")
    if value is None:
        return None
    scheme, _, token = value.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Problem("unauthorized", "Authorization is `Bearer <token>`.")
    return token.strip()
