"""What is not the API itself: problems, health, the contract, its reference, the viewer."""

import errno
import html
import pathlib
from typing import Any

import anyio.to_thread
import msgspec
from litestar import Response, get
from litestar.datastructures import CacheControlHeader
from litestar.file_system import BaseLocalFileSystem
from litestar.params import FromPath
from litestar.response.file import ASGIFileResponse
from litestar.static_files import create_static_files_router
from litestar.types import FileInfo, PathType

from iacta.service.errors import TYPES, Problem, ProblemType
from iacta.service.folders import VIEWER
from iacta.service.http import models
from iacta.service.http.answers import json_answer
from iacta.service.http.body import JSON
from iacta.service.http.context import Asked, context
from iacta.service.http.describe import Media, describe
from iacta.service.http.negotiate import chosen, revalidated
from iacta.service.settings import VERSION
from iacta.service.store.database import DatabaseDown

VENDOR = pathlib.Path(__file__).resolve().parent / "vendor"
HTML = "text/html"
KEEP = CacheControlHeader(no_cache=True)
"""Files may be kept, and are asked for anew by their ETag: their names stay when they change."""


def _plain(kind: ProblemType) -> models.ProblemTypeAnswer:
    return models.ProblemTypeAnswer(kind.slug, kind.status, kind.title, kind.meaning, kind.remedy)


def _page(kinds: list[ProblemType]) -> Response[bytes]:
    parts = [
        f"<h2 id='{kind.slug}'>{kind.slug} <small>{kind.status}</small></h2>"
        f"<p><b>{html.escape(kind.title)}.</b> {html.escape(kind.meaning)}</p>"
        f"<p>{html.escape(kind.remedy)}</p>"
        for kind in kinds
    ]
    page = (
        "<!doctype html><html lang='en'><meta charset='utf-8'><title>Problems</title>"
        "<link rel='stylesheet' href='/css/tokens.css'><link rel='stylesheet' href='/css/page.css'>"
        f"<main><h1>Problems</h1>{''.join(parts)}</main></html>"
    )
    return Response(page.encode(), media_type="text/html")


@get(
    "/problems",
    **describe(
        "listProblems",
        "Every problem type",
        "operations",
        returns={200: (models.ProblemTypePage, Media(("text/html",), "The same to read."))},
        token=False,
    ),
)
async def list_problems(request: Asked) -> Response[bytes]:
    """With its meaning and its remedy."""
    if chosen(request, JSON, HTML) == HTML:
        return _page(list(TYPES.values()))
    items = tuple(_plain(kind) for kind in TYPES.values())
    return json_answer(models.ProblemTypePage(items, None))


@get(
    "/problems/{slug:str}",
    **describe(
        "getProblem",
        "A problem type",
        "operations",
        returns={200: (models.ProblemTypeAnswer, Media(("text/html",), "The same to read."))},
        token=False,
    ),
)
async def get_problem(request: Asked, slug: FromPath[str]) -> Response[bytes]:
    """What it means, and what to do."""
    kind = TYPES.get(slug)
    if kind is None:
        raise Problem("not-found", f"There is no problem type {slug!r}.")
    return _page([kind]) if chosen(request, JSON, HTML) == HTML else json_answer(_plain(kind))


@get(
    "/health/live",
    **describe(
        "getLive",
        "Whether the server runs",
        "operations",
        returns={200: models.Health},
        token=False,
        rate="",
    ),
)
async def get_live() -> Response[bytes]:
    """It answers, so it runs."""
    return json_answer(models.Health("live", VERSION))


@get(
    "/health/ready",
    **describe(
        "getReady",
        "Whether the server is ready",
        "operations",
        returns={200: models.Health},
        token=False,
        rate="",
    ),
)
async def get_ready(request: Asked) -> Response[bytes]:
    """Its database answers and may be written to.

    Without the mark, by which a lost end of the log is noticed, it serves readers only.
    """
    here = context(request)
    try:
        writable, detail = await anyio.to_thread.run_sync(here.engine.standing)
    except DatabaseDown:
        raise Problem("not-ready", "The database does not answer.") from None
    if not here.engine.alive:
        raise Problem("not-ready", "The writer has stopped.")
    if not writable:
        raise Problem("not-ready", detail)
    return json_answer(models.Health("ready", VERSION, detail or msgspec.UNSET))


@get("/openapi.json", include_in_schema=False)
async def get_contract(request: Asked) -> Response[bytes]:
    """The contract, the bytes that are committed."""
    contract: bytes = await anyio.to_thread.run_sync(request.app.state.contract)
    return Response(contract, media_type="application/json")


DOCS = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Iacta: API reference</title><link rel="icon" href="/icon.svg" type="image/svg+xml"></head>
<body>
<div id="reference"></div>
<script src="/docs/scalar.js"></script>
<script src="/docs/docs.js"></script>
</body>
</html>
"""


@get("/docs", include_in_schema=False)
async def get_docs() -> Response[bytes]:
    """The reference, from this server alone."""
    return Response(DOCS.encode(), media_type="text/html")


class Files(BaseLocalFileSystem):
    """The files of a folder; a path that no file system can hold is of none."""

    async def info(self, path: PathType, **kwargs: Any) -> FileInfo:
        """What is known of a file; FileNotFoundError if there cannot be one."""
        try:
            return await super().info(path, **kwargs)
        except OSError as error:
            if error.errno in (errno.ENAMETOOLONG, errno.ENOTDIR):
                raise FileNotFoundError(error.errno, "no such file") from error
            raise


def _script(path: pathlib.Path) -> ASGIFileResponse:
    return ASGIFileResponse(
        file_path=path,
        media_type="text/javascript",
        content_disposition_type="inline",
        headers={KEEP.HEADER_NAME: KEEP.to_header()},
    )


@get("/docs/scalar.js", include_in_schema=False, after_request=revalidated)
async def get_docs_library() -> ASGIFileResponse:
    """The reference's library (vendored, see service/http/vendor)."""
    return _script(VENDOR / "scalar.js")


@get("/docs/docs.js", include_in_schema=False, after_request=revalidated)
async def get_docs_script() -> ASGIFileResponse:
    """What starts it."""
    return _script(VENDOR.parent / "docs.js")


HANDLERS = [
    list_problems,
    get_problem,
    get_live,
    get_ready,
    get_contract,
    get_docs,
    get_docs_library,
    get_docs_script,
    create_static_files_router(
        path="/",
        directories=[VIEWER],
        file_system=Files(),
        html_mode=True,
        cache_control=KEEP,
        after_request=revalidated,
        include_in_schema=False,
    ),
]
