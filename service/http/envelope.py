"""Around every request: an id, a log line, headers that harden, HEAD."""

import re
import secrets
import time
from typing import Any
from urllib.parse import unquote

import structlog
from litestar.types import ASGIApp, Receive, Send

from iacta.service.http.address import Proxies

log = structlog.get_logger()

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; worker-src 'self'; form-action 'none'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
REFERENCE_CSP = CSP.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'").replace(
    "img-src", "font-src 'self' data:; img-src"
)
FRAMED_CSP = CSP.replace("frame-ancestors 'none'", "frame-ancestors *")

HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)


# Sent on every response, so its presence reveals nothing.
VARY = b"Accept, Accept-Encoding"

CORS = (
    (b"access-control-allow-origin", b"*"),
    (
        b"access-control-expose-headers",
        b"ETag, Retry-After, Link, Location, RateLimit, RateLimit-Policy",
    ),
)
PRIVATE = (b"cache-control", b"private, no-cache")
"""What depends on who asks is kept by nobody between, and asked for again by its ETag."""
PREFLIGHT = (
    (b"access-control-allow-methods", b"GET, HEAD, POST, DELETE, OPTIONS"),
    (
        b"access-control-allow-headers",
        b"Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID",
    ),
    (b"access-control-max-age", b"600"),
)


ELSEWHERE = ((b"allow", b"GET, HEAD, OPTIONS"),)
ABSOLUTE = re.compile(rb"https?://[^/?#]*", re.IGNORECASE)


async def _options(send: Send, cors: bool) -> None:
    """Anybody's page may speak with the API; it holds no cookies to abuse."""
    headers = list(PREFLIGHT if cors else ELSEWHERE)
    start: Any = {"type": "http.response.start", "status": 204, "headers": headers}
    await send(start)
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def _origin_form(scope: Any) -> None:
    """A request that names its server in its target is one like any other (RFC 9112, 3.2.2)."""
    raw = scope.get("raw_path") or b""
    absolute = ABSOLUTE.match(raw)
    if absolute is not None:
        scope["raw_path"] = raw[absolute.end() :] or b"/"
        scope["path"] = unquote(scope["raw_path"].decode("ascii"))


class RequestEnvelope:
    """Wraps the application. ``proxies``: whose word on what was sent, and by whom, is taken."""

    def __init__(self, app: ASGIApp, proxies: Proxies) -> None:
        self.app, self.proxies = app, proxies

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request_id = secrets.token_hex(16)
        scope.setdefault("state", {})["request_id"] = request_id
        _origin_form(scope)
        if scope.get("client"):
            host, port = scope["client"]
            scope["client"] = (self.proxies.client(host, scope["headers"]), port)
            scope["scheme"], scope["headers"] = self.proxies.asked(
                host, scope["scheme"], list(scope["headers"])
            )
        path, method = scope["path"], scope["method"]
        head = method == "HEAD"
        if head:
            scope["state"]["head"] = True
            scope = {
                **scope,
                "method": "GET",
            }  # a copy: to the server it stays a HEAD, without body
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request=request_id)
        began, status = time.perf_counter(), 0
        cors = path.startswith("/v1/") or path == "/openapi.json"
        policy = REFERENCE_CSP if path == "/docs/reference" else CSP
        if path.startswith("/embed/"):
            policy = FRAMED_CSP
        headers = (
            *HEADERS,
            *(CORS if cors else ()),
            (b"vary", VARY + b", Authorization" if cors else VARY),
            (b"content-security-policy", policy.encode()),
            (b"x-request-id", request_id.encode()),
        )

        async def framed(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                own = [one for one in message["headers"] if one[0].lower() != b"vary"]
                if cors and not any(name.lower() == PRIVATE[0] for name, _ in own):
                    own.append(PRIVATE)
                message = {**message, "headers": [*own, *headers]}
            elif head and message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        try:
            if "\0" in path or not path.startswith("/"):
                scope["path"], scope["raw_path"] = "/no-such-address", b"/no-such-address"
            if method == "OPTIONS":
                await _options(framed, cors)
            else:
                await self.app(scope, receive, framed)
        finally:
            took = round((time.perf_counter() - began) * 1000, 1)
            who = scope["state"].get("who", {})
            log.info("request", method=method, path=path, status=status, ms=took, **who)
