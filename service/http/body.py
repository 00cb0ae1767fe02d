"""Reading requests strictly: size, time, type, JSON, shape."""

import asyncio
import re
from typing import Any, TypeVar

import anyio.to_thread
import msgspec
from litestar import Request

from domain.kernel.canonical import read
from domain.kernel.errors import BadRecord
from domain.kernel.notes import read_key
from domain.kernel.requests import explain
from service.errors import FieldError, Problem, bad_parameter
from service.settings import Limits

T = TypeVar("T")

JSON = "application/json"
LARGE = 16 * 1024  # parsed off the event loop
KEY = re.compile(r"[0-9A-Za-z._~-]{1,64}")
SEQ = re.compile(r"[0-9]{1,15}")
ETAG = re.compile(r'"([0-9]{1,16})"')


async def raw_body(request: Request[Any, Any, Any], limit: int, limits: Limits) -> bytes:
    """The whole body, at most ``limit`` bytes; `too-large` past it."""
    length = request.headers.get("content-length", "")
    if length.isdigit() and int(length) > limit:
        raise Problem("too-large", f"The body is at most {limit} bytes.")
    chunks, size = [], 0
    try:
        async with asyncio.timeout(limits.body_seconds):
            async for chunk in request.stream():
                size += len(chunk)
                if size > limit:
                    raise Problem("too-large", f"The body is at most {limit} bytes.")
                chunks.append(chunk)
    except TimeoutError:
        detail = f"The body did not arrive within {limits.body_seconds:g} seconds."
        raise Problem("invalid-request", detail) from None
    return b"".join(chunks)


def content_type(request: Request[Any, Any, Any], *allowed: str) -> None:
    """`unsupported-type` unless the body is of an allowed type."""
    given = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if given not in allowed:
        raise Problem("unsupported-type", f"The body's type is one of {', '.join(allowed)}.")


async def read_body(
    request: Request[Any, Any, Any], shape: type[T], limits: Limits, most: int | None = None
) -> T:
    """The body as ``shape``. Raises `Problem` with a pointer to what is wrong."""
    content_type(request, JSON)
    data = await raw_body(request, most or limits.body_bytes, limits)
    try:
        plain = await anyio.to_thread.run_sync(read, data) if len(data) > LARGE else read(data)
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
        raise bad_parameter("Idempotency-Key", "A key is 1 to 64 of 0-9 A-Z a-z . _ ~ -")
    return key


def if_match(request: Request[Any, Any, Any]) -> int | None:
    """The head that the sender decided on, if it said."""
    value = request.headers.get("if-match")
    if value is None or value.strip() == "*":
        return None
    match = ETAG.fullmatch(value.strip())
    if match is None:
        raise bad_parameter("If-Match", 'The head is "<seq>", in quotation marks.')
    return int(match.group(1))


def last_event(request: Request[Any, Any, Any]) -> int | None:
    """The last event that a reader of the stream has, if it said."""
    value = request.headers.get("last-event-id", "").strip()
    if value and not SEQ.fullmatch(value):
        raise bad_parameter("Last-Event-ID", "An event's id here is its number.")
    return int(value) if value else None


def copy_key(request: Request[Any, Any, Any]) -> str | None:
    """The verifier key that names a copy of a campaign, if the query gives one."""
    text = request.query_params.get("key")
    if text is None:
        return None
    try:
        # A form's encoding writes a blank as `+`, and a key has no blank.
        return read_key(text.replace(" ", "+")).text()
    except BadRecord as error:
        raise bad_parameter("key", f"It is no verifier key: {error}.") from None


def bearer(request: Request[Any, Any, Any]) -> str | None:
    """The bearer token, if there is one."""
    value = request.headers.get("authorization")
    if value is None:
        return None
    scheme, _, token = value.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Problem("unauthorized", "Authorization is `Bearer <token>`.")
    return token.strip()
