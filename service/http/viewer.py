"""The viewer: its page, and its files, which a browser keeps for ever."""

import errno
import json
import mimetypes
import re
from collections.abc import Collection
from typing import Any

import anyio.to_thread
from litestar import Response, Router, get
from litestar.file_system import BaseLocalFileSystem
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.static_files import create_static_files_router
from litestar.types import FileInfo, PathType

from iacta.service.errors import Problem
from iacta.service.folders import VIEWER
from iacta.service.http.context import HttpRequest
from iacta.service.http.negotiate import KEEP, is_not_modified, revalidated
from iacta.service.systems import Game
from iacta.service.viewer import PLAIN, ViewerFiles

HTML = "text/html"
mimetypes.add_type("text/plain", ".ts")  # a renderer's types, which people read
LINK = re.compile(r'(<(?:link|script)\b[^>]*? (?:href|src)=")([^"#:]+")')
FOR_EVER = "public, max-age=31536000, immutable"


def page(files: ViewerFiles, root: str = "") -> str:
    """The viewer's page. Its files have the version in their addresses, and the modules that it
    begins with are asked for at once; it says what each of its parts needs, so that a browser can
    ask for that at once too. ``root`` leads from the page's address to `/`.
    """
    start = f"{root}assets/{files.version()}/"
    head, end, body = files.text("index.html").partition("</head>")
    preload = "".join(
        f'<link rel="modulepreload" href="{start}{path}">\n' for path in files.preloaded()
    )
    parts = f'<script id="parts" type="application/json">{json.dumps(files.parts())}</script>\n'
    return LINK.sub(rf"\g<1>{start}\g<2>", head) + preload + parts + end + body


def handlers(files: ViewerFiles, games: Collection[Game]) -> list[Router | HTTPRouteHandler]:
    """The viewer at `/`, and its files: under their version, and as they are called on disk."""

    @get("/", include_in_schema=False, sync_to_thread=True)
    def get_page(request: HttpRequest) -> Response[bytes]:
        tag = f'"{files.version()}"'
        headers = {"ETag": tag, KEEP.HEADER_NAME: KEEP.to_header()}
        if is_not_modified(request.headers, tag):
            return Response(b"", status_code=304, media_type=HTML, headers=headers)
        return Response(page(files).encode(), media_type=HTML, headers=headers)

    @get("/assets/{version:str}/{path:path}", include_in_schema=False)
    async def get_asset(version: FromPath[str], path: FromPath[str]) -> Response[bytes]:
        """A file. What a page of another version asks for is answered too, and not kept."""
        content = await anyio.to_thread.run_sync(files.read, path.strip("/"))
        if content is None:
            raise Problem("not-found", "Nothing is here.")
        media = mimetypes.guess_type(path)[0] or "application/octet-stream"
        kept = {KEEP.HEADER_NAME: FOR_EVER if version == files.known else "no-store"}
        return Response(content, media_type=media, headers=kept)

    brought = [folder for game in games if (folder := game.folder("viewer"))]
    renderers = [VIEWER / "systems", *brought]
    plain = [
        _shown_by_fallback(game.system.key)
        for game in games
        if not any((folder / f"{game.system.key}.js").is_file() for folder in renderers)
    ]
    return [get_page, get_asset, *plain, _served("/systems", [*renderers]), _served("/", [VIEWER])]


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


def _shown_by_fallback(system: str) -> HTTPRouteHandler:
    @get(f"/systems/{system}.js", include_in_schema=False, media_type="text/javascript")
    async def get_renderer() -> bytes:
        return PLAIN

    return get_renderer


def _served(path: str, folders: list[PathType]) -> Router:
    return create_static_files_router(
        path=path,
        directories=folders,
        file_system=Files(),
        cache_control=KEEP,
        after_request=revalidated,
        include_in_schema=False,
    )
