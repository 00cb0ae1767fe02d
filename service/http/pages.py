"""What is not the API itself: problems, health, the contract."""

import html

import anyio.to_thread
import msgspec
from litestar import Response, get
from litestar.params import FromPath

from iacta.service.errors import TYPES, Problem, ProblemType
from iacta.service.http.answers import json_answer, tagged_answer
from iacta.service.http.body import JSON
from iacta.service.http.context import HttpRequest, context
from iacta.service.http.describe import Media, describe
from iacta.service.http.layout import MARKDOWN, page
from iacta.service.http.models.problems import ProblemTypeAnswer, ProblemTypePage
from iacta.service.http.models.server import Health
from iacta.service.http.negotiate import FOR_ALL, preferred_type
from iacta.service.settings import VERSION
from iacta.service.store.database import DatabaseDown

HTML = "text/html"


def _plain(kind: ProblemType) -> ProblemTypeAnswer:
    return ProblemTypeAnswer(kind.slug, kind.status, kind.title, kind.meaning, kind.remedy)


def _page(kinds: list[ProblemType]) -> Response[bytes]:
    parts = [
        f"<h2 id='{kind.slug}'>{kind.slug} <small>{kind.status}</small></h2>"
        f"<p><b>{html.escape(kind.title)}.</b> {MARKDOWN.renderInline(kind.meaning)}</p>"
        f"<p>{MARKDOWN.renderInline(kind.remedy)}</p>"
        for kind in kinds
    ]
    return page("Problems", f"<h1>Problems</h1>{''.join(parts)}")


@get(
    "/problems",
    **describe(
        "listProblems",
        "Problem types",
        "operations",
        returns={200: (ProblemTypePage, Media(("text/html",), "The same to read."))},
        security=(),
    ),
)
async def list_problems(request: HttpRequest) -> Response[bytes]:
    """Every problem type with its meaning and its remedy, as JSON or as a page."""
    if preferred_type(request, JSON, HTML) == HTML:
        return _page(list(TYPES.values()))
    items = tuple(_plain(kind) for kind in TYPES.values())
    return json_answer(ProblemTypePage(items, None))


@get(
    "/problems/{slug:str}",
    **describe(
        "getProblem",
        "A problem type",
        "operations",
        returns={200: (ProblemTypeAnswer, Media(("text/html",), "The same to read."))},
        security=(),
    ),
)
async def get_problem(request: HttpRequest, slug: FromPath[str]) -> Response[bytes]:
    """What a problem type means, and what to do about it."""
    kind = TYPES.get(slug)
    if kind is None:
        raise Problem("not-found", f"There is no problem type {slug!r}.")
    return (
        _page([kind]) if preferred_type(request, JSON, HTML) == HTML else json_answer(_plain(kind))
    )


@get(
    "/health/live",
    **describe(
        "getLive",
        "Whether the server runs",
        "operations",
        returns={200: Health},
        security=(),
        rate="",
    ),
)
async def get_live() -> Response[bytes]:
    """Answers 200 whenever the process runs. For supervisors."""
    return json_answer(Health("live", VERSION))


@get(
    "/health/ready",
    **describe(
        "getReady",
        "Whether the server is ready",
        "operations",
        returns={200: Health},
        security=(),
    ),
)
async def get_ready(request: HttpRequest) -> Response[bytes]:
    """Answers 200 when the database answers and can be written to.

    Without its mark, the record from which the server notices that the end of a log was lost, it
    serves readers only, and answers `not-ready` here.
    """
    here = context(request)
    try:
        writable, detail = await anyio.to_thread.run_sync(
            here.engine.write_status, limiter=here.looking
        )
    except DatabaseDown:
        raise Problem("not-ready", "The database does not answer.") from None
    if not here.engine.alive:
        raise Problem("not-ready", "The writer has stopped.")
    if not writable:
        raise Problem("not-ready", detail)
    return json_answer(Health("ready", VERSION, detail or msgspec.UNSET))


@get("/openapi.json", include_in_schema=False)
async def get_contract(request: HttpRequest) -> Response[bytes]:
    """The contract, the bytes that are committed."""
    contract: bytes = await anyio.to_thread.run_sync(request.app.state.contract)
    return tagged_answer(request, msgspec.Raw(contract), FOR_ALL)


HANDLERS = [list_problems, get_problem, get_live, get_ready, get_contract]
