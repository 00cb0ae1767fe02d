"""The writer without HTTP, beside `eventsourcing` and what the disk itself allows."""

import os
import pathlib
import sqlite3
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any

from iacta.domain.kernel.campaign import commands as cmd
from iacta.service.campaigns import commands as run
from iacta.service.campaigns import genesis
from iacta.service.campaigns.engine import Batch, Engine
from iacta.service.cli.common import open_engine
from tests.bench.measure import Line, Series, repeated
from tests.bench.served import NOTE

WRITERS = 64
WRITES = 3_000


def fsyncs(folder: pathlib.Path, count: int = 200) -> float:
    """How often a second a file can be made durable."""
    with (folder / "raw").open("wb", buffering=0) as file:
        began = time.perf_counter()
        for _ in range(count):
            file.write(b"x" * 1000)
            os.fdatasync(file.fileno())
        return count / (time.perf_counter() - began)


def commits(folder: pathlib.Path, count: int = 200) -> float:
    """How many transactions of one row a second SQLite makes durable."""
    connection = sqlite3.connect(folder / "raw.sqlite", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE IF NOT EXISTS t (a INTEGER PRIMARY KEY, b BLOB)")
    began = time.perf_counter()
    for _ in range(count):
        connection.execute("INSERT INTO t (b) VALUES (?)", (b"x" * 1000,))
    took = time.perf_counter() - began
    connection.close()
    return count / took


def notes(engine: Engine) -> float:
    """Durable commands a second with 64 of them under way, all to one campaign."""
    row = engine.run(
        lambda batch: genesis.create(batch, cmd.Create("civil-war", "table"), "x", "public")
    )
    waiting: deque[Future[Any]] = deque()
    began = time.perf_counter()
    for number in range(WRITES):
        order = run.Submission(NOTE, key=str(number))

        def work(batch: Batch, order: run.Submission = order) -> Any:
            here = batch.tx.campaign(row.id)
            assert here is not None
            return run.execute(batch, here, "referee", order, None)

        if len(waiting) == WRITERS:
            waiting.popleft().result()
        waiting.append(engine.submit(work))
    for one in waiting:
        one.result()
    return WRITES / (time.perf_counter() - began)


def lines(folder: pathlib.Path, appended: Series | None) -> Iterator[Line]:
    """The writer beside a peer's, with what the disk allows."""
    yield Line(name="raw fsync", unit="/s", value=repeated(lambda: fsyncs(folder)))
    yield Line(name="raw SQLite commit", unit="/s", value=repeated(lambda: commits(folder)))
    with open_engine(folder / "data", create=True) as engine:
        yield Line(
            name="store alone, 64 writers",
            unit="/s",
            value=repeated(lambda: notes(engine)),
            peer="eventsourcing appends",
            beside=appended,
            asked="3",
        )
