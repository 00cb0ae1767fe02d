"""The viewer's files: its own, and under ``systems`` those that games' packages bring."""

import hashlib
import re
from collections.abc import Collection, Iterator
from pathlib import Path, PurePosixPath
from posixpath import normpath
from threading import Lock

from iacta.service.errors import Unusable
from iacta.service.folders import VIEWER
from iacta.service.systems import Game

ENTRIES = ("theme.js", "ahead.js", "main.js")
"""The modules that its page begins with."""
IMPORT = re.compile(
    r'((?:^|;)(?:import|export)\b[^;"]*?\bfrom\s*|(?:^|;)import\s*)"([^"]+)"', re.MULTILINE
)
PART = re.compile(r'\bpart\("([^"]+)"\)')
"""A module that is loaded when it is first wanted, by its path: a part."""
GLANCE = re.compile(r"systems/[^/]+/glance\.js")
"""What a list of games shows of a game, where that has a file for it (renderer.d.ts)."""
PLAIN = b'export * from "./_fallback.js";\n'
"""The renderer of a game that brings none: the viewer's own for any game."""


def imported(found: re.Match[str], module: str) -> str:
    """The path of what a module imports, by a match of `IMPORT` in it."""
    return normpath(str(PurePosixPath(module).parent / found[2]))


class ViewerFiles:
    """The files as they stand on disk, by their paths. A file that is changed is seen by `version`.

    The first of a path counts: a game's package replaces nothing of the viewer.
    """

    def __init__(self, games: Collection[Game]) -> None:
        self._games = games
        self._lock = Lock()
        self._stood: dict[str, tuple[Path, int, int]] = {}
        self.known = ""
        """the version as it was last reckoned"""
        self._preloaded: tuple[str, ...] | None = None
        self._parts: dict[str, tuple[str, ...]] | None = None

    def version(self) -> str:
        """A digest of every file's path and content, by which they can be told from later ones."""
        with self._lock:
            stands = dict(self._standing())
            if stands != self._stood:
                self._stood = stands
                self.known = self._digest()
                self._preloaded = self._parts = None
            return self.known

    def preloaded(self) -> tuple[str, ...]:
        """The modules that every page loads, as `version` found them."""
        with self._lock:
            if self._preloaded is None:
                self._preloaded = self._graph(*ENTRIES)
            return self._preloaded

    def parts(self) -> dict[str, tuple[str, ...]]:
        """What each part, renderer and glance of a game needs beside the modules of every page."""
        known = self.preloaded()
        with self._lock:
            if self._parts is None:
                called = [found for path in known for found in PART.findall(self.text(path))]
                drawn = [f"systems/{game.system.key}.js" for game in self._games]
                glances = sorted(path for path in self._stood if GLANCE.fullmatch(path))
                self._parts = {
                    path: tuple(one for one in self._graph(path) if one not in known)
                    for path in (*called, *drawn, *glances)
                }
            return self._parts

    def read(self, path: str) -> bytes | None:
        """A file's content; None if there is none of this path."""
        found = self._stood.get(path)
        if found is not None:
            return found[0].read_bytes()
        return PLAIN if path in (f"systems/{game.system.key}.js" for game in self._games) else None

    def text(self, path: str) -> str:
        """A file that is text. Raises `Unusable` if there is none."""
        content = self.read(path)
        if content is None:
            raise Unusable(f"the viewer has no file {path}")
        return content.decode()

    def _standing(self) -> Iterator[tuple[str, tuple[Path, int, int]]]:
        brought = [folder for game in self._games if (folder := game.folder("viewer"))]
        for start, folder in [*(("systems/", one) for one in reversed(brought)), ("", VIEWER)]:
            for file in folder.rglob("*"):
                if file.is_file():
                    now = file.stat()
                    name = f"{start}{file.relative_to(folder).as_posix()}"
                    yield name, (file, now.st_mtime_ns, now.st_size)

    def _digest(self) -> str:
        whole = hashlib.sha256()
        for path in sorted(self._stood):
            content = self._stood[path][0].read_bytes()
            whole.update(f"{len(path)} {path} {len(content)} ".encode() + content)
        return whole.hexdigest()[:16]

    def _graph(self, *entries: str) -> tuple[str, ...]:
        """These modules, those that they import, and those that these do."""
        found: dict[str, None] = {}
        left = list(entries)
        while left:
            path = left.pop(0)
            if path not in found:
                found[path] = None
                left += [imported(one, path) for one in IMPORT.finditer(self.text(path))]
        return tuple(found)
