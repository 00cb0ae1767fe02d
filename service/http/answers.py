"""Answers as bytes: JSON, problems, pages."""

import base64
from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Request, Response

from domain.kernel.errors import EnteredMismatch, Refused, RuleViolation
from domain.kernel.system import System
from service.errors import FieldError, Problem, bad_parameter
from service.http.models import ProblemBody, ProblemRule

PROBLEM = "application/problem+json"
_encode = msgspec.json.Encoder().encode


def json_answer(
    content: Any, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response[bytes]:
    """A JSON answer."""
    return Response(
        _encode(content), status_code=status, media_type="application/json", headers=headers or {}
    )


def raw(data: bytes) -> msgspec.Raw:
    """JSON that is answered as it is stored."""
    return msgspec.Raw(data)


def of_refusal(refusal: Refused, system: System | None) -> Problem:
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


def problem_answer(request: Request[Any, Any, Any], problem: Problem) -> Response[bytes]:
    """A problem as an answer."""
    request_id = request.scope.get("state", {}).get("request_id", "")
    body = problem_body(problem, request.url.path, request_id)
    headers = dict(problem.headers)
    if problem.type.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return Response(
        _encode(body), status_code=problem.type.status, media_type=PROBLEM, headers=headers
    )


def write_cursor(value: str) -> str:
    """An opaque cursor."""
    return base64.urlsafe_b64encode(value.encode()).decode().rstrip("=")


def read_cursor(text: str) -> str:
    """What a cursor of ours holds; `invalid-request` if it is none."""
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode()
    except (ValueError, UnicodeDecodeError):
        raise no_cursor() from None


def no_cursor() -> Problem:
    """What is said of a cursor that no page has given."""
    return bad_parameter("after", "The cursor is not one of ours.")
