"""The documentation under `/docs`: guides, written in Markdown, and the API reference."""

import html
import re
from functools import cache
from itertools import pairwise
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from litestar import Response, get
from litestar.params import FromPath
from litestar.response.file import ASGIFileResponse
from markdown_it.token import Token

from iacta.service.errors import not_found
from iacta.service.folders import CHANGELOG, DOCS, FORMAT
from iacta.service.http.context import HttpRequest
from iacta.service.http.layout import MARKDOWN, page
from iacta.service.http.negotiate import KEEP, revalidated
from iacta.service.systems import games

HERE = Path(__file__).resolve().parent
FILES = {
    "/docs/reference.js": HERE / "reference.js",
    "/docs/scalar.js": HERE / "vendor" / "scalar.js",
}
"""What the reference loads, by its address."""

REFERENCE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Iacta: API reference</title><link rel="icon" href="/icon.svg" type="image/svg+xml"></head>
<body>
<div id="reference"></div>
<script src="/docs/scalar.js"></script>
<script src="/docs/reference.js"></script>
</body>
</html>
"""


def guides() -> dict[str, Path]:
    """Every guide by its name under `/docs/`."""
    written = {path.stem: path for path in DOCS.glob("*.md")}
    return {**written, "format": FORMAT, "changelog": CHANGELOG}


def guides_of(key: str) -> dict[str, Path]:
    """The guides that a game's package brings, by name; none for a game that is not installed."""
    game = games().get(key)
    folder = game.folder("docs") if game else None
    return {path.stem: path for path in folder.glob("*.md")} if folder else {}


@cache
def rendered(path: Path) -> tuple[str, str]:
    """A guide's title, which is its first heading, and its HTML."""
    tokens = MARKDOWN.parse(path.read_text(encoding="utf-8"))
    title = path.stem
    for token, following in pairwise(tokens):
        if token.type == "heading_open":
            token.attrSet("id", _anchor(following.content))
            title = following.content if token.tag == "h1" else title
        for inner in following.children or ():
            _address(inner)
    return title, MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})


def _anchor(heading: str) -> str:
    """A heading as the fragment of an address, as code hosts write it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def _address(token: Token) -> None:
    """Let a link from file to file lead from page to page."""
    target = urlsplit(str(token.attrGet("href") or ""))
    if token.type == "link_open" and not target.netloc and target.path.endswith(".md"):
        name = PurePosixPath(target.path).stem.lower()
        fragment = f"#{target.fragment}" if target.fragment else ""
        token.attrSet("href", f"/docs/{name}{fragment}")


def _brought() -> str:
    """Links to the guides of games that are packages of their own."""
    parts = [
        f"<li><a href='/docs/{key}/{name}'>{html.escape(game.system.title)}: "
        f"{html.escape(rendered(path)[0])}</a></li>"
        for key, game in games().items()
        for name, path in sorted(guides_of(key).items())
    ]
    return f"<h2>Games</h2><ul>{''.join(parts)}</ul>" if parts else ""


@get("/docs", include_in_schema=False)
async def get_docs() -> Response[bytes]:
    """What there is to read."""
    title, body = rendered(guides()["index"])
    return page(title, body + _brought())


@get("/docs/reference", include_in_schema=False)
async def get_reference() -> Response[bytes]:
    """The API reference, from this server alone."""
    return Response(REFERENCE.encode(), media_type="text/html")


@get([*FILES], include_in_schema=False, after_request=revalidated)
async def get_reference_file(request: HttpRequest) -> ASGIFileResponse:
    """What the reference loads."""
    return ASGIFileResponse(
        file_path=FILES[request.url.path],
        media_type="text/javascript",
        content_disposition_type="inline",
        headers={KEEP.HEADER_NAME: KEEP.to_header()},
    )


@get("/docs/{name:str}", include_in_schema=False)
async def get_guide(name: FromPath[str]) -> Response[bytes]:
    """A guide, or a picture in one."""
    pictures = {path.name: path for path in DOCS.glob("*.svg")}
    if name in pictures:
        return Response(pictures[name].read_bytes(), media_type="image/svg+xml")
    return _guide(guides(), name)


@get("/docs/{key:str}/{name:str}", include_in_schema=False)
async def get_guide_of_game(key: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """A guide that a game's package brings."""
    return _guide(guides_of(key), name)


def _guide(among: dict[str, Path], name: str) -> Response[bytes]:
    if name not in among:
        raise not_found()
    return page(*rendered(among[name]))


HANDLERS = [get_docs, get_reference, get_reference_file, get_guide, get_guide_of_game]
