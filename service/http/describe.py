"""What the contract says of an endpoint, written beside its handler."""

from collections.abc import Mapping
from typing import Any

import msgspec

ALWAYS = ("invalid-request", "not-found", "rate-limited", "internal-error", "not-ready")
BODY = ("invalid-request", "too-large", "unsupported-type")
TOKEN = ("unauthorized", "forbidden")
REFUSALS = (
    "rule-violation",
    "not-your-turn",
    "out-of-phase",
    "conflict",
    "campaign-concluded",
    "edition-changed",
    "read-only",
    "idempotency-mismatch",
)
"""Of a command."""


class Media(msgspec.Struct, frozen=True):
    """An answer that is not JSON."""

    types: tuple[str, ...]
    note: str


NOT_MODIFIED = Media((), "Not modified.")
"""What answers `If-None-Match`, wherever an answer has an `ETag`."""


class EndpointDoc(msgspec.Struct, frozen=True, kw_only=True):
    """Body, answers, problems and headers of an endpoint, and who is let through to it.

    ``security``: the schemes of which a request may bear one; none where no token is looked at.
    ``rate``: the kind of request that it counts as (see `admit`), none if it is not limited.
    ``roles``: who may send a body, anyone who sees the campaign if empty; None: see the handler.
    """

    body: Any = None
    example: Mapping[str, Any] | None = None
    returns: Mapping[int, Any] = {}
    problems: tuple[str, ...] = ()
    request_headers: tuple[str, ...] = ()
    response_headers: tuple[str, ...] = ()
    security: tuple[str, ...] = ("token",)
    links: Mapping[str, Any] = {}
    rate: str = "reading"
    roles: tuple[str, ...] | None = None


def describe(operation_id: str, summary: str, tag: str, **doc: Any) -> dict[str, Any]:
    """Arguments of a route decorator; ``doc``: the members of its `EndpointDoc`.

    What may be answered 304 takes `If-None-Match` and has an `ETag`.
    """
    if NOT_MODIFIED in doc["returns"].values():
        doc |= {"request_headers": ("If-None-Match",), "response_headers": ("ETag",)}
    known = EndpointDoc(**doc)
    return {
        "operation_id": operation_id,
        "summary": summary,
        "tags": [tag],
        "opt": {"doc": known},
        "status_code": min(known.returns),
    }
