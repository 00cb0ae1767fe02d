"""What runs beside the requests goes on after a fault, and a shutdown closes everything."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import psycopg
import pytest
import structlog
from litestar.testing import TestClient

from iacta.service.campaigns import seals
from iacta.service.campaigns.seals import SealOpener
from iacta.service.settings import Limits
from iacta.service.store.database import Database
from iacta.service.streaming import Hub, notices
from tests.support.loops import finish
from tests.support.servers import DEADLINE, app_of


def test_seals_are_opened_after_a_round_that_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds: list[int] = []
    enough = asyncio.Event()

    async def run() -> None:
        loop = asyncio.get_running_loop()

        def once(opener: SealOpener) -> int:
            rounds.append(1)
            if len(rounds) == 3:
                loop.call_soon_threadsafe(enough.set)
            raise TypeError("a damaged row")

        monkeypatch.setattr(SealOpener, "once", once)
        monkeypatch.setattr(seals, "EVERY", 0.0)
        task = asyncio.create_task(SealOpener(None).run())  # type: ignore[arg-type]
        await asyncio.wait_for(enough.wait(), DEADLINE)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with structlog.testing.capture_logs() as logged:
        finish(run())
    assert {str(one["exc_info"]) for one in logged} == {"a damaged row"}


def test_a_shutdown_closes_everything_though_a_part_of_it_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_: SealOpener) -> None:
        raise TypeError("the opener died")

    closed: list[Database] = []
    monkeypatch.setattr(SealOpener, "run", fail)
    monkeypatch.setattr(Database, "close", lambda database: closed.append(database))
    app = app_of(tmp_path / "data")
    with pytest.raises(ExceptionGroup) as raised, TestClient(app):
        here = app.state.context
    assert "the opener died" in repr(raised.value)
    assert here.hub.stopping
    assert not here.engine.alive
    assert closed == [here.database]


def test_listening_goes_on_after_any_fault(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, listening, original = [], threading.Event(), psycopg.connect

    def connect(*given: Any, **named: Any) -> Any:
        asked.append(given)
        if len(asked) < 3:
            raise TypeError("a fault")
        listening.set()
        return original(*given, **named)

    monkeypatch.setattr(psycopg, "connect", connect)
    monkeypatch.setattr(notices, "AGAIN", 0.0)
    database = Database(postgres)
    with structlog.testing.capture_logs() as logged:
        there = notices.Notices(database, Hub(Limits()))
        assert listening.wait(DEADLINE)
        there.close()
    database.close()
    assert [str(one["exc_info"]) for one in logged] == ["a fault"]
