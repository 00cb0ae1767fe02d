"""Pages for elsewhere: a replay in a frame of another page, and what a link's preview is made of.

Neither looks at a token. A frame is the same page for every campaign, and asks the API like any
reader. A preview tells of a public campaign what everyone sees; of a private, hidden, deleted or
unknown one it says the same.
"""

from html import escape
from typing import Any

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from iacta.domain.kernel.campaign.views import known_to
from iacta.service import auth
from iacta.service.errors import Problem
from iacta.service.http.context import HttpRequest, context
from iacta.service.http.describe import EndpointDoc
from iacta.service.http.reading import seq_of
from iacta.service.http.viewer import HTML, page
from iacta.service.projections.steps import make_step, view_of
from iacta.service.store.read import Reader
from iacta.service.viewer import ViewerFiles

ROOT = "../../"
"""from `/embed/<id>/<seq>` and `/c/<id>/<seq>` to `/`"""
FRAMED: dict[str, Any] = {"opt": {"doc": EndpointDoc(rate="pages", security=())}}
PREVIEWED: dict[str, Any] = {"opt": {"doc": EndpointDoc(rate="reading", security=())}}
PLATE = "plates/iacta.png"
UNTOLD = ("A campaign", "A war game whose dice anyone can check. What there is to see, it tells.")


def handlers(files: ViewerFiles) -> list[HTTPRouteHandler]:
    """`/embed/<id>/<seq>` and `/c/<id>/<seq>`."""

    @get("/embed/{named:str}/{seq:str}", include_in_schema=False, sync_to_thread=True, **FRAMED)
    def get_frame(named: FromPath[str], seq: FromPath[str]) -> Response[bytes]:
        """The viewer on an event, for a frame: of its pages the only one that may be framed."""
        start = f'<html lang="en" data-root="{ROOT}" data-embed="{_place(named, seq)}">'
        text = page(files, ROOT).replace('<html lang="en">', start, 1)
        return Response(text.encode(), media_type=HTML, headers={"Cache-Control": "no-cache"})

    @get("/c/{named:str}/{seq:str}", include_in_schema=False, **PREVIEWED)
    async def get_preview(
        request: HttpRequest, named: FromPath[str], seq: FromPath[str]
    ) -> Response[bytes]:
        """Title, words and picture of an event, for those who make previews of links."""
        place, at = _place(named, seq), seq_of(seq)

        def work(reader: Reader) -> tuple[str, str, str]:
            return _told(request, reader, named, at)

        title, words, plate = await context(request).read(work)
        start = f"assets/{files.known}/"
        picture = plate if files.read(plate) is not None else PLATE
        shown = {
            "og:type": "website",
            "og:site_name": "Iacta",
            "og:title": title,
            "og:description": words,
            "og:url": f"{request.base_url}c/{named}/{at}",
            "og:image": f"{request.base_url}{start}{picture}",
            "twitter:card": "summary_large_image",
        }
        tags = "".join(
            f'<meta property="{name}" content="{escape(value)}">\n' for name, value in shown.items()
        )
        text = (
            '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(title)} · Iacta</title>\n{tags}"
            f'<link rel="stylesheet" href="{ROOT}{start}css/tokens.css">\n'
            f'<link rel="stylesheet" href="{ROOT}{start}css/reading.css">\n'
            f'<script type="module" src="{ROOT}{start}go.js"></script>\n</head>\n'
            f"<body><main><h1>{escape(title)}</h1><p>{escape(words)}</p>"
            f'<p><a href="{ROOT}{escape(place)}">To the campaign</a></p></main></body></html>\n'
        )
        return Response(text.encode(), media_type=HTML, headers={"Cache-Control": "no-cache"})

    return [get_frame, get_preview]


def _place(named: str, seq: str) -> str:
    """The viewer's address of an event. `not-found` if there can be no such campaign or event."""
    if not auth.is_id(named):
        raise Problem("not-found", "Nothing is here.")
    return f"#/campaigns/{named}?at={seq_of(seq)}"


def _told(request: HttpRequest, reader: Reader, campaign: str, at: int) -> tuple[str, str, str]:
    """Title and words of an event as everyone sees it, and where its game's picture lies."""
    here = context(request)
    try:
        row, _ = auth.resolve(reader, here.engine.mark, campaign, None, trusted=here.trusted)
    except Problem:
        return (*UNTOLD, PLATE)
    folds, system = here.engine.folds, here.engine.folds.system(row)
    seq = max(1, min(at, row.seq))
    state = folds.state_before(reader, row, seq - 1)
    vault = reader.vault(row)
    before = (state, view_of(state, system, "public", known_to(vault, state, "public")))
    ((_, event, after),) = folds.walk(reader, row, seq - 1, 1)
    known = known_to(vault, after, "public")
    step = make_step(before, (after, view_of(after, system, "public", known)), event, system, known)
    words = f"Event {seq} of {row.seq}. {' '.join(step['text'])}"
    return f"{row.name}: {system.title}", words, f"plates/{system.key}.png"
