"""Answers as bytes: JSON, problems, pages."""

import base64
import uuid
from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Request, Response

from iacta.domain.kernel.contract.system import AnySystem
from iacta.domain.kernel.proof.errors import EnteredMismatch, Refused, RuleViolation
from iacta.service.errors import FieldError, Problem
from iacta.service.http.models.problems import ProblemBody, ProblemRule
from iacta.service.http.negotiate import is_not_modified, weak_tag

PROBLEM = "application/problem+json"
json_bytes = msgspec.json.Encoder().encode


def json_answer(
    content: Any, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response[bytes]:
    """A JSON answer."""
    return Response(
        json_bytes(content),
        status_code=status,
        media_type="application/json",
        headers=headers or {},
    )


def revalidated_answer(
    tag: str, content: Any, headers: Mapping[str, str] | None = None
) -> Response[bytes]:
    """A JSON answer with its ETag; 304 if ``content`` is None, since the reader has it."""
    headers = {"ETag": tag, **(headers or {})}
    if content is None:
        return Response(b"", status_code=304, media_type="application/json", headers=headers)
    return json_answer(content, 200, headers)


def tagged_answer(
    request: Request[Any, Any, Any],
    content: Any,
    headers: Mapping[str, str] | None = None,
    of: Any = None,
) -> Response[bytes]:
    """A JSON answer with an ETag, or 304.

    ``of``: what tells one such answer from another, where that is not all of it.
    """
    data = json_bytes(content)
    tag = weak_tag(msgspec.Raw(data) if of is None else of)
    known = is_not_modified(request.headers, tag)
    return revalidated_answer(tag, None if known else msgspec.Raw(data), headers)


def refusal_problem(refusal: Refused, system: AnySystem | None) -> Problem:
    """A refusal of the rules as a problem."""
    errors = [FieldError(refusal.pointer, refusal.detail)] if refusal.pointer else []
    problem = Problem(refusal.slug, refusal.detail, errors=errors)
    if isinstance(refusal, RuleViolation):
        title = ""
        if system is not None and refusal.rule in system.rulebook:
            title = system.rulebook.title(refusal.rule)
        problem.members["rule"] = ProblemRule(refusal.rule, title)
    if isinstance(refusal, EnteredMismatch) and refusal.die:
        problem.members |= {"die": refusal.die, "for_": refusal.purpose}
    return problem


def problem_body(problem: Problem, instance: str, request_id: str) -> ProblemBody:
    """The body of a problem."""
    return ProblemBody(
        type=f"/problems/{problem.type.slug}",
        title=problem.type.title,
        status=problem.type.status,
        detail=problem.detail,
        instance=instance,
        request_id=request_id,
        errors=problem.errors,
        **problem.members,
    )


def refused_at(request: Request[Any, Any, Any], index: int, problem: Problem) -> dict[str, Any]:
    """The command of a batch at which it ended, and why."""
    body = problem_body(problem, request.url.path, request.scope["state"]["request_id"])
    return {"index": index, "problem": body}


def problem_answer(request: Request[Any, Any, Any], problem: Problem) -> Response[bytes]:
    """A problem as an answer."""
    request_id = request.scope.get("state", {}).get("request_id", "")
    body = problem_body(problem, request.url.path, request_id)
    headers = dict(problem.headers)
    if problem.type.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return Response(
        json_bytes(body), status_code=problem.type.status, media_type=PROBLEM, headers=headers
    )


SEQ_CURSOR = "^(0|[1-9][0-9]{0,14})$"
"""an event's number in decimal; 0 is before the first"""
ID_CURSOR = "^[A-Za-z0-9_-]{21}[AQgw]$"
"""the 16 bytes of an id, in base64url; every text of this form is a cursor"""
PLACE_CURSOR = "^[A-Za-z0-9_-]{16}$"
"""a place among the dice: 6, 3 and 3 bytes; likewise"""
_PLACES = (6, 3, 3)


def write_id(campaign_id: str) -> str:
    """The cursor after a campaign in the list."""
    return _b64(uuid.UUID(campaign_id).bytes)


def read_id(cursor: str) -> str:
    """The campaign of a cursor of the form `ID_CURSOR`."""
    return str(uuid.UUID(bytes=_unb64(cursor)))


def write_place(place: tuple[int, int, int]) -> str:
    """The cursor after a die: event, entry of the event, die of the entry."""
    return _b64(b"".join(n.to_bytes(size) for n, size in zip(place, _PLACES, strict=True)))


def read_place(cursor: str) -> tuple[int, int, int]:
    """The place of a cursor of the form `PLACE_CURSOR`."""
    data = _unb64(cursor)
    return int.from_bytes(data[:6]), int.from_bytes(data[6:9]), int.from_bytes(data[9:])


def _b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _unb64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
