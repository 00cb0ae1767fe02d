"""The writer: what becomes of jobs that cannot be begun, or that come while it ends."""

import contextlib
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from iacta.service.errors import Problem
from iacta.service.store import schema as t
from iacta.service.store.commit import Overloaded
from iacta.service.store.database import Database, DatabaseDown
from iacta.service.store.prepared import Prepared
from tests.store.test_store import Home
from tests.support.servers import rows

DOWN = sa.exc.OperationalError("BEGIN", {}, Exception("the database is locked"))


@pytest.fixture
def home(url: str, tmp_path: Path) -> Iterator[Home]:
    """An engine with a mark over a fresh database."""
    home = Home(url, mark=tmp_path / "mark")
    yield home
    home.close()


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The writer's transactions; None for each that the database does not begin any more."""
    found: list[Any] = []
    writing = Database.writing

    @contextlib.contextmanager
    def counted(database: Database) -> Iterator[Connection]:
        if None in found:
            found.append(None)
            raise DOWN
        with writing(database) as connection:
            found.append(connection)
            yield connection

    monkeypatch.setattr(Database, "writing", counted)
    return found


def in_one_batch(home: Home, works: list[Any], then: Any = None) -> list[Future[Any]]:
    """Jobs that were all queued before the writer came to the first. ``then``: first."""
    go, started = threading.Event(), threading.Event()

    def wait(batch: Any) -> Any:
        started.set()
        assert go.wait(30)
        return then or (lambda: None)

    home.engine.submit(wait, alone=True)
    assert started.wait(30)
    futures = [home.engine.submit(work) for work in works]
    go.set()
    return futures


def nothing(batch: Any) -> Any:
    return lambda: None


def test_jobs_do_not_wait_one_after_another_for_a_database_that_is_down(
    home: Home, begun: list[Any]
) -> None:
    futures = in_one_batch(home, [nothing] * 5, lambda: begun.append(None))
    assert all(isinstance(one.exception(30), DatabaseDown) for one in futures)
    assert begun.count(None) == 2, "it was asked more than once"


def test_a_database_that_goes_down_amid_a_batch_is_asked_for_no_more_of_its_jobs(
    home: Home, begun: list[Any]
) -> None:
    def fails(batch: Any) -> Any:
        begun.append(None)
        raise DOWN

    futures = in_one_batch(home, [nothing, fails, nothing, nothing])
    assert all(isinstance(one.exception(30), DatabaseDown) for one in futures)
    assert begun.count(None) == 2, "it was asked more than once"


def test_where_nothing_may_be_written_a_job_is_tried_once(
    home: Home, begun: list[Any], tmp_path: Path
) -> None:
    home.found()
    (tmp_path / "mark").unlink()
    begun.clear()
    with pytest.raises(Problem) as refused:
        home.write(lambda batch: None)
    assert refused.value.type.slug == "not-ready"
    assert len(begun) == 1


DROP = Prepared(t.listing.delete().where(t.listing.c.campaign_id == sa.bindparam("of")))
REVOKE = Prepared(t.tokens.delete().where(t.tokens.c.campaign_id == sa.bindparam("of")))


def test_what_a_refused_job_wrote_by_a_prepared_statement_is_not_committed(
    url: str, home: Home
) -> None:
    desk = home.found()
    listed = rows(url)["listing"]

    def refused(batch: Any) -> Any:
        DROP.run(batch.tx.connection, [{"of": desk}])
        raise Problem("conflict", "after it was dropped")

    futures = in_one_batch(home, [nothing, refused])
    assert futures[0].result(30) is None
    with pytest.raises(Problem, match="after it was dropped"):
        futures[1].result(30)
    assert rows(url)["listing"] == listed != []


def test_a_prepared_statement_that_changes_tokens_raises_the_version(url: str, home: Home) -> None:
    """By which every writer forgets the tokens and heads that it keeps; an event is seen so."""

    def version() -> Any:
        with home.database.reading() as connection:
            return connection.execute(sa.select(t.shards.c.version)).scalar_one()

    desk = home.found()
    before = version()
    home.send(desk)
    assert version() == before
    home.write(lambda batch: REVOKE.run(batch.tx.connection, [{"of": desk}]))
    assert version() == before + 1


def test_what_comes_while_the_writer_ends_is_answered(home: Home) -> None:
    """It is queued before the end, or refused; behind the end nobody would look at it."""
    writer = home.engine._commit
    closing = threading.Thread(target=writer.close)
    queue = writer._queue

    class Slow:
        """A queue into which a job goes while another thread ends the writer."""

        get, get_nowait, put, empty = queue.get, queue.get_nowait, queue.put, queue.empty

        def qsize(self) -> int:
            closing.start()
            closing.join(0.5)  # it has to wait for this job, and does where all is well
            return queue.qsize()

    writer._queue = Slow()  # type: ignore[assignment]
    try:
        future = home.engine.submit(nothing)
    except Overloaded:
        return
    assert future.result(30) is None
    closing.join(30)
    assert not writer.alive


@pytest.mark.parametrize(("said", "waits"), [("", "10"), ("?connect_timeout=3", "3")])
def test_postgresql_is_not_awaited_for_ever(
    said: str, waits: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[dict[str, Any]] = []

    def connect(*_: Any, **named: Any) -> Any:
        asked.append(named)
        raise psycopg.OperationalError("nobody there")

    monkeypatch.setattr(psycopg, "connect", connect)
    database = Database(f"postgresql+psycopg://nobody@localhost/nothing{said}")
    for transaction in (database.writing, database.drawing, database.reading):
        with pytest.raises(DatabaseDown), transaction():
            pass
    assert [one["connect_timeout"] for one in asked] == [waits] * 3
    assert all({"keepalives_idle", "tcp_user_timeout"} <= one.keys() for one in asked)
