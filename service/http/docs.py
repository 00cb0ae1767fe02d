"""The documentation under `/docs`: guides, written in Markdown, and the API reference."""

import html
import re
from functools import cache, partial
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
from iacta.service.http.negotiate import FOR_ALL, KEEP, is_not_modified, revalidated, weak_tag
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


_read = partial(get, include_in_schema=False, sync_to_thread=True)
"""Of what is read from the disk."""


def _kept(request: HttpRequest, content: bytes, media_type: str = "text/html") -> Response[bytes]:
    """What a browser may keep and asks for anew; 304 if it has it."""
    tag = weak_tag(content)
    known = is_not_modified(request.headers, tag)
    return Response(
        b"" if known else content,
        status_code=304 if known else 200,
        media_type=media_type,
        headers={"ETag": tag, **FOR_ALL},
    )


@_read("/docs")
def get_docs(request: HttpRequest) -> Response[bytes]:
    """What there is to read."""
    title, body = rendered(guides()["index"])
    return _kept(request, page(title, body + _brought()).content)


@_read("/docs/reference")
def get_reference(request: HttpRequest) -> Response[bytes]:
    """The API reference, from this server alone."""
    return _kept(request, REFERENCE.encode())


@get([*FILES], include_in_schema=False, after_request=revalidated)
async def get_reference_file(request: HttpRequest) -> ASGIFileResponse:
    """What the reference loads."""
    return ASGIFileResponse(
        file_path=FILES[request.url.path],
        media_type="text/javascript",
        content_disposition_type="inline",
        headers={KEEP.HEADER_NAME: KEEP.to_header()},
    )


@_read("/docs/{name:str}")
def get_guide(request: HttpRequest, name: FromPath[str]) -> Response[bytes]:
    """A guide, or a picture in one."""
    pictures = {path.name: path for path in DOCS.glob("*.svg")}
    if name in pictures:
        return _kept(request, pictures[name].read_bytes(), "image/svg+xml")
    return _guide(request, guides(), name)


@_read("/docs/{key:str}/{name:str}")
def get_guide_of_game(
    request: HttpRequest, key: FromPath[str], name: FromPath[str]
) -> Response[bytes]:
    """A guide that a game's package brings."""
    return _guide(request, guides_of(key), name)


def _guide(request: HttpRequest, among: dict[str, Path], name: str) -> Response[bytes]:
    """A page, or under its name with ``.md`` what it is made of."""
    path = among.get(name.removesuffix(".md"))
    if path is None:
        raise not_found()
    if name.endswith(".md"):
        return _kept(request, path.read_bytes(), "text/markdown")
    return _kept(request, page(*rendered(path)).content)


HANDLERS = [get_docs, get_reference, get_reference_file, get_guide, get_guide_of_game]
