"""Running servers for tests: in this process, in a thread, or as `iacta serve` in a process."""

import contextlib
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import sqlalchemy as sa
from litestar import Litestar

from iacta.domain.kernel.contract.system import System
from iacta.service import app as service
from iacta.service.app import create_app
from iacta.service.cli.serve import Server, bind, configuration, url_of
from iacta.service.entropy import Host
from iacta.service.errors import TYPES
from iacta.service.settings import Limits, Rate, Rates, Settings, from_environment
from iacta.service.store import migrate
from iacta.service.store.database import Database
from iacta.service.store.schema import metadata
from iacta.service.systems import games as installed
from iacta.service.viewer import ViewerFiles
from tests.support import games as loading
from tests.support.games import systems
from tests.support.host import ScriptedHost
from tests.support.sockets import DEADLINE

KEY = "11" * 32
NAME = "alea.example"
MANY = Rate(1_000_000, 60_000_000)
RATES = Rates(**dict.fromkeys(Rates.__struct_fields__, MANY))
AMPLE = Limits(creations_per_minute=1_000_000, odds_milliseconds=60_000, rates=RATES)
IACTA = Path(sys.executable).with_name("iacta")


def settings(data: Path, url: str = "", **members: Any) -> Settings:
    """Settings with a known key, and limits that no test meets unless it means to."""
    given = {"name": NAME, "signing_key": KEY, "limits": AMPLE, **members}
    return Settings(data=data, database_url=url, **given)


class Unchanged(ViewerFiles):
    """The viewer's files, which no test changes: to look at them is half of what an app costs."""

    def version(self) -> str:
        """Their digest, reckoned once."""
        return self.known or super().version()


@cache
def _files(kind: type[Unchanged]) -> Unchanged:
    """One for every app of this process."""
    return kind(installed().values())


def app_of(
    data: Path,
    url: str = "",
    *,
    host: Host | None = None,
    games: Mapping[str, System] | None = None,
    files: type[Unchanged] = Unchanged,
    **members: Any,
) -> Litestar:
    """The service over ``data``, in a scripted world unless told otherwise."""
    if not url:
        begin(data)
    with patch.object(service, "ViewerFiles", lambda _: _files(files)):
        return create_app(
            settings(data, url, **members),
            systems=systems() if games is None else games,
            host=host or ScriptedHost(),
            loader=f"{loading.__name__}:systems",
        )


def begin(data: Path) -> None:
    """Put an empty embedded database into a folder that has none, as a first start would."""
    target = data / "iacta.sqlite"
    if not target.exists():
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        target.touch(mode=0o600)
        target.write_bytes(_empty())


@cache
def _empty() -> bytes:
    """An embedded database of the newest schema: migrated once, for each test costs 0.1 s."""
    with tempfile.TemporaryDirectory() as folder:
        database = Database(sqlite_url(Path(folder)))
        migrate.upgrade(database)
        database.close()
        return (Path(folder) / "iacta.sqlite").read_bytes()


class Running(Server):
    """A server in a thread; ``url`` once it answers."""

    def __init__(self, app: Litestar, limits: Limits = AMPLE) -> None:
        self._sock = bind("127.0.0.1", 0)
        self.url = url_of(self._sock)
        self.app = app
        self._up = threading.Event()
        self._thread = threading.Thread(target=self.run, args=([self._sock],), daemon=True)
        super().__init__(configuration(app, Settings(limits=limits)), self._up.set)

    def capture_signals(self) -> Any:  # type: ignore[override]
        """Leave the test runner's signal handlers alone."""
        return contextlib.nullcontext()

    def begin(self) -> None:
        """Start, and wait until it answers."""
        self._thread.start()
        assert self._up.wait(DEADLINE), "the server did not start"

    def end(self) -> None:
        """Stop, and wait until every connection is closed."""
        self.should_exit = True
        self._thread.join(DEADLINE)
        assert not self._thread.is_alive(), "the server did not stop"
        self._sock.close()


@contextlib.contextmanager
def running(app: Litestar, limits: Limits = AMPLE) -> Iterator[Running]:
    """The service on a real socket; ``limits`` of its connections."""
    server = Running(app, limits)
    server.begin()
    try:
        yield server
    finally:
        if server._thread.is_alive():
            server.end()
        server._sock.close()


@contextlib.contextmanager
def served(data: Path) -> Iterator[Running]:
    """What `iacta serve` runs over ``data``, in this process: one of its own takes a second."""
    with running(create_app(from_environment({**os.environ, "IACTA_DATA": str(data)}))) as server:
        yield server


class Process:
    """`iacta serve` in a process of its own; ``iacta`` is the command to run."""

    def __init__(
        self,
        data: Path,
        *arguments: str,
        env: Mapping[str, str] | None = None,
        iacta: Path = IACTA,
    ) -> None:
        self.log = data.with_name(data.name + ".log")
        command = [str(iacta), "serve", "--port", "0", "--data", str(data), *arguments]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                command,
                cwd=data.parent,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, **(env or {})},
            )
        self._lines: queue.Queue[str] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.url = self._ready()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put("")

    def _ready(self) -> str:
        while True:
            line = self._lines.get(timeout=DEADLINE)
            assert line, f"the server ended: {self.log.read_text()}"
            if line.startswith("ready "):
                return line.split()[1]

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal, and wait for the end."""
        if self._process.poll() is None:
            self._process.send_signal(how)
        code = self._process.wait(DEADLINE)
        self._reader.join(DEADLINE)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return code

    def kill(self) -> None:
        """Kill it without warning."""
        self.end(signal.SIGKILL)


@contextlib.contextmanager
def serving(data: Path, *arguments: str, **how: Any) -> Iterator[Process]:
    """`iacta serve` over ``data``; see `Process`."""
    process = Process(data, *arguments, **how)
    try:
        yield process
    finally:
        process.end()


def rows(url: str) -> dict[str, list[str]]:
    """Every row of every table, to compare before and after."""
    found = {}
    with _looking(url).connect() as connection:
        for table in metadata.sorted_tables:
            found[table.name] = sorted(
                repr(tuple(row)) for row in connection.execute(sa.select(table))
            )
    return found


@cache
def _looking(url: str) -> sa.Engine:
    """What looks into a database, and keeps its statements, but no connection."""
    return sa.create_engine(url, poolclass=sa.NullPool)


@contextlib.contextmanager
def unchanged(url: str) -> Iterator[None]:
    """Assert that nothing is written meanwhile."""
    before = rows(url)
    yield
    assert rows(url) == before


def sqlite_url(data: Path) -> str:
    """The embedded database's URL."""
    return f"sqlite:///{data / 'iacta.sqlite'}"


def until(condition: Callable[[], bool], what: str, seconds: float = DEADLINE) -> None:
    """Wait for a condition; fail past the deadline."""
    wait, ends = threading.Event(), time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends, f"never happened: {what}"
        wait.wait(0.01)


def problem(answer: httpx.Response, slug: str) -> dict[str, Any]:
    """The problem of an answer, in its documented shape."""
    body: dict[str, Any] = answer.json()
    kind = TYPES[slug]
    assert body["type"] == f"/problems/{slug}", body
    assert answer.status_code == kind.status == body["status"]
    assert answer.headers["content-type"] == "application/problem+json"
    assert body["title"] == kind.title
    assert body["detail"]
    assert body["instance"] == answer.request.url.path
    assert body["request_id"] == answer.headers["x-request-id"]
    return body
