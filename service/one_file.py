"""A campaign as one HTML page, with the viewer and the verifier inside.

The page opens from disk, without a network. It holds the modules of the viewer that its game needs,
their styles, what the game's words mean, and the capsule; its own policy lets it ask for nothing.
The capsule is base64 of its gzip, so that no word of a player stands in the page as markup.
"""

import base64
import json
import re
import zlib
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from pathlib import PurePosixPath
from posixpath import normpath
from typing import Any

from iacta.domain.kernel.contract.system import AnySystem
from iacta.service.systems import games
from iacta.service.viewer import IMPORT, PART, ViewerFiles, imported

COMMENT = re.compile(r"^ *(?://[^\n]*|/\*\*(?:(?!\*/).)*\*/ *)\n", re.MULTILINE | re.DOTALL)
STYLE = re.compile(r'"([^"]+\.css)"')
LINK = re.compile(r'<link rel="stylesheet" href="([^"]+)">\n')
SCRIPT = re.compile(r'<script type="module" src="[^"]+"[^>]*></script>\n')
ENTRIES = ("theme.js", "main.js")
"""The modules that the page begins with: nothing of it is fetched ahead."""
SERVED = "served.js"
"""The module whose parts ask a server: a page that was saved has none of them."""
HERE = "import.meta.url"
WHERE = '"file:///iacta/"'
"""What stands for a module's address, which is only asked for files that are not in the page."""
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' blob:; "
    "style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'"
)
BEGIN = """
<script>
// Each module is made into an address of its own, after those that it imports.
const made = {};
for (const [name, text] of JSON.parse(document.getElementById("modules").textContent)) {
  const source = text.replace(/"iacta:([^"]+)"/g, (_, other) => JSON.stringify(made[other]));
  made[name] = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
}
globalThis.iacta = made;
for (const name of ["theme.js", "main.js"]) import(made[name]);
</script>
"""
STEP = 3 * 16 * 1024
"""bytes that are written as base64 at a time; a multiple of 3"""


def title_of(system: AnySystem, audience: str) -> str:
    """What a page is called: by the game and by who may see it, in no player's words."""
    whose = "as everyone sees it" if audience == "public" else f"FOR {audience.upper()} ONLY"
    return f"Iacta: {system.title}, {whose}"


def write(system: AnySystem, audience: str, capsule: Iterable[bytes]) -> Iterator[bytes]:
    """The page, piece by piece. ``capsule`` are the lines of a capsule with steps for the audience.

    Raises `Unusable` if the viewer's files are not whole.
    """
    viewer, title = _Modules(system.key), escape(title_of(system, audience))
    head, _, body = viewer.text("index.html").partition("</head>")
    styles = [*LINK.findall(head), *viewer.styles]
    head = SCRIPT.sub("", LINK.sub("", head))
    # Not as a template, in which a title's backslashes would mean something.
    head = re.sub(r"<title>.*</title>", lambda _: f"<title>{title}</title>", head)
    head = re.sub(r'<link rel="icon".*\n', "", head)
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
    head = head.replace('<meta charset="utf-8">\n', f'<meta charset="utf-8">\n{policy}')
    style = "\n".join(viewer.text(path) for path in styles)
    yield f"{head}<style>\n{style}</style>\n</head>".encode()
    yield body.partition("</body>")[0].encode()
    yield _data("modules", json.dumps(viewer.modules))
    yield _data("terms", json.dumps(terms(system)))
    yield b'<script id="carried" type="text/plain">'
    yield from _base64_of_gzip(capsule)
    yield f"</script>{BEGIN}</body>\n</html>\n".encode()


def _data(name: str, text: str) -> bytes:
    """A part of the page that is JSON, and no markup whatever its words are."""
    text = text.replace("<", "\\u003c")
    return f'<script id="{name}" type="application/json">{text}</script>\n'.encode()


def terms(system: AnySystem) -> dict[str, Any]:
    """What the game's words and rules mean, and how it goes: as `GET /v1/systems/{system}`."""
    rules = [
        {"number": one.number, "title": one.title, "provenance": one.provenance, "note": one.note}
        for one in system.rulebook.rules
    ]
    glossary = [{"term": one.term, "meaning": one.meaning} for one in system.glossary]
    return {
        "system": system.key,
        "primer": list(system.primer),
        "glossary": glossary,
        "rulebook": {"rules": rules},
    }


def _base64_of_gzip(lines: Iterable[bytes]) -> Iterator[bytes]:
    packer, left = zlib.compressobj(9, wbits=31), b""
    for line in lines:
        left += packer.compress(line)
        whole = len(left) // STEP * STEP
        if whole:
            yield base64.b64encode(left[:whole])
            left = left[whole:]
    yield base64.b64encode(left + packer.flush())


@cache
def _files(key: str) -> ViewerFiles:
    """The viewer's files with those of a game: whether they have changed is seen without a read."""
    game = games().get(key)
    return ViewerFiles([] if game is None else [game])


class _Modules:
    """The modules that a game's page needs, each after those that it imports, and their styles."""

    def __init__(self, key: str) -> None:
        self._files = _files(key)
        self._files.version()
        self.modules: list[tuple[str, str]] = []
        self.styles: list[str] = []
        self._parts: list[str] = []
        for entry in (*ENTRIES, *([f"systems/{key}.js"] if key in games() else [])):
            self._add(entry)
        while self._parts:
            self._add(self._parts.pop(0))

    def text(self, path: str) -> str:
        """A file. Raises `Unusable` if there is none."""
        return self._files.text(path)

    def _add(self, path: str) -> None:
        """A module after those that it imports, with the styles that it asks for."""
        if any(name == path for name, _ in self.modules):
            return
        source = COMMENT.sub("", self.text(path))
        if path != SERVED:
            self._parts += PART.findall(source)

        def named(found: re.Match[str]) -> str:
            other = imported(found, path)
            self._add(other)
            return f'{found[1]}"iacta:{other}"'

        for style in STYLE.findall(source):
            at = normpath(str(PurePosixPath(path).parent / style))
            if at not in self.styles:
                self.styles.append(at)
        self.modules.append((path, IMPORT.sub(named, source).replace(HERE, WHERE)))
