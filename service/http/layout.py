"""The page around what is to be read in a browser: problems and documentation."""

import html

from litestar import Response
from markdown_it import MarkdownIt

MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


def page(title: str, body: str) -> Response[bytes]:
    """A page that looks as the viewer does. ``body`` is HTML, ``title`` is text."""
    text = (
        "<!doctype html>\n"
        "<html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>{html.escape(title)} · Iacta</title>"
        "<link rel='icon' href='/icon.svg' type='image/svg+xml'>"
        "<link rel='stylesheet' href='/css/tokens.css'>"
        "<link rel='stylesheet' href='/css/reading.css'>"
        "<script type='module' src='/theme.js'></script></head>"
        "<body><header><a href='/'>Iacta</a> <a href='/docs'>Documentation</a></header>"
        f"<main>{body}</main></body></html>\n"
    )
    return Response(text.encode(), media_type="text/html")
