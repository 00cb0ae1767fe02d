"""The viewer in one file: to fetch its two hundred modules is half of what a page costs a test.

`test_served` and the soak have them one by one, as they are served.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import msgspec

from iacta.service.settings import Limits
from iacta.service.viewer import PART
from tests.support.host import HostOfTest
from tests.support.servers import AMPLE, Running, Unchanged, app_of, running

VIEWER = Path(__file__).parents[2] / "viewer"
SCRIPT = Path(__file__).parents[1] / "tools" / "bundle.mjs"
TABLES = ("parts.js", "served.js")
"""Where the viewer calls its parts, which it loads when they are first wanted."""
GLANCES = sorted(str(file.relative_to(VIEWER)) for file in VIEWER.glob("systems/*/glance.js"))
ASKED_FOR = [
    *("main.js", "theme.js", "ahead.js", "app.js", "context.js", "apart.js"),
    *(path for file in TABLES for path in PART.findall((VIEWER / file).read_text())),
    *GLANCES,
    *("parts/marks.js", "verify/worker.js", "vendor/lit-html/lit-html.js"),
    *("systems/civil-war/scene.js", "systems/de-bello-punico/hexes.js"),
    *sorted(f"systems/{renderer.name}" for renderer in (VIEWER / "systems").glob("*.js")),
]
"""The modules that the page, the viewer or a test asks for by name."""
USUAL = Limits().odds_milliseconds


@cache
def modules() -> dict[str, str]:
    """The viewer's modules, by the paths that are asked for."""
    node = Path(sys.executable).with_name("node")
    made = subprocess.run([node, SCRIPT, *ASKED_FOR], capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    return dict(json.loads(made.stdout))


class Bundled(Unchanged):
    """The viewer's files as the service serves them, its modules in one."""

    def preloaded(self) -> tuple[str, ...]:
        """What the page begins with holds what it imports."""
        return ()

    def parts(self) -> dict[str, tuple[str, ...]]:
        """A part and a glance too."""
        return dict.fromkeys(GLANCES, ())

    def read(self, path: str) -> bytes | None:
        """A file's content, a module's as it is bundled; None if there is none of this path."""
        return modules()[path].encode() if path in modules() else super().read(path)


@contextmanager
def hosted(data: Path, *, odds: int = USUAL) -> Iterator[Running]:
    """The service, with ``odds`` milliseconds for odds, in this process and in a scripted world.

    A process of its own would import everything again.
    """
    limits = msgspec.structs.replace(AMPLE, odds_milliseconds=odds)
    with running(app_of(data, host=HostOfTest(), limits=limits, files=Bundled)) as server:
        yield server
