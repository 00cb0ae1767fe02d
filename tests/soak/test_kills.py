"""A server killed in the middle of load has lost nothing that it acknowledged."""

import json
import os
import random
import signal
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from tests.cli.test_files import iacta
from tests.support import postgres
from tests.support.play import ADJUDICATE, bearer
from tests.support.servers import DEADLINE, Process, until

SOAK = bool(os.environ.get("IACTA_SOAK"))
KILLS, ACKNOWLEDGED = (100, 10_000) if SOAK else (1, 40)
CHECK_EVERY = 10
"""kills after which the whole database is checked, as it is after the last"""
CLIENTS = 8
FAKETIME = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), Path("none"))
HOUR = "-1h"

Kill = Callable[[Process, int], Process]


class Table:
    """Two campaigns, and what the server has acknowledged of them."""

    def __init__(self, url: str) -> None:
        self.tokens: dict[str, str] = {}
        self.answered: list[tuple[str, str, dict[str, Any]]] = []
        for _ in range(2):
            creation = {
                "system": "civil-war",
                "scenario": "table",
                "name": "x",
                "visibility": "public",
            }
            made = httpx.post(f"{url}/v1/campaigns", json=creation, timeout=DEADLINE).json()
            self.tokens[made["campaign"]["id"]] = made["tokens"]["referee"]


class Load:
    """Clients that post until they are stopped, and send what was cut off again under its key."""

    def __init__(self, url: str, table: Table, enough: int) -> None:
        self.url, self._table = url, table
        self._wanted = len(table.answered) + enough
        self.enough, self._stop = threading.Event(), threading.Event()
        self._threads = [
            threading.Thread(target=self._post, args=(i,), daemon=True) for i in range(CLIENTS)
        ]

    def __enter__(self) -> None:
        """Post until enough is answered; go on."""
        for thread in self._threads:
            thread.start()
        assert self.enough.wait(20 * DEADLINE), "the server does not answer"

    def __exit__(self, *_: object) -> None:
        """Stop, whatever was answered."""
        self._stop.set()
        for thread in self._threads:
            thread.join(2 * DEADLINE)
            assert not thread.is_alive()

    def _post(self, client: int) -> None:
        campaign, token = list(self._table.tokens.items())[client % 2]
        path = f"{self.url}/v1/campaigns/{campaign}/commands"
        wait = threading.Event()
        with httpx.Client(headers=bearer(token), timeout=DEADLINE) as http:
            while not self._stop.is_set():
                key = os.urandom(8).hex()
                while (answer := _sent(http, path, client, key)) is None:
                    if self._stop.is_set():
                        return
                    wait.wait(0.02)
                assert answer.status_code in (200, 201), answer.text
                self._table.answered.append((campaign, key, answer.json()))
                if len(self._table.answered) >= self._wanted:
                    self.enough.set()


def _sent(http: httpx.Client, path: str, client: int, key: str) -> httpx.Response | None:
    """A command's answer, none where it has to be sent again."""
    note = {"type": "campaign.annotate", "seq": 1, "text": key}
    roll = {"type": "civil-war.adjudicate-combat", **ADJUDICATE}
    body = {"command": note if client % 4 else roll}
    try:
        answer = http.post(path, json=body, headers={"Idempotency-Key": key})
    except httpx.TransportError:
        return None
    return None if answer.status_code in (429, 503) else answer


def storm(data: Path, env: Mapping[str, str], kill: Kill, clock: Path | None = None) -> Table:
    """Kill again and again under load; nothing that was acknowledged is lost or doubled."""
    server = Process(data, "--quiet", env=env)
    table, points = Table(server.url), random.Random(2026)
    try:
        for number in range(1, KILLS + 1):
            with Load(server.url, table, points.randrange(2 * ACKNOWLEDGED // KILLS)):
                if clock is not None and number == KILLS // 2:
                    clock.write_text(HOUR)
                server = kill(server, number)
            if number % CHECK_EVERY == 0 or number == KILLS:
                _check(data)
        if len(table.answered) < ACKNOWLEDGED:
            with Load(server.url, table, ACKNOWLEDGED - len(table.answered)):
                pass
        _compare(server.url, table)
    finally:
        server.kill()
    _check(data)
    return table


def _check(data: Path) -> None:
    """Everything can be derived again, and the mark holds nothing that the database does not."""
    done = iacta("fsck", "--data", data, "--json")
    assert done.exit_code == 0, done.output
    checked = json.loads(done.stdout)
    assert (checked["faults"], checked["lost"]) == ([], [])


def _compare(url: str, table: Table) -> None:
    """What was acknowledged is there as it was, each key once, its checkpoint covering it."""
    events = {campaign: stored(url, campaign) for campaign in table.tokens}
    for found in events.values():
        assert [event["seq"] for event in found] == list(range(1, len(found) + 1))
        keys = [event["key"] for event in found]
        assert len(set(keys)) == len(keys)
    for campaign, key, answer in table.answered:
        event = answer["event"]
        assert event["key"] == key
        assert events[campaign][event["seq"] - 1] == event
        assert int(answer["checkpoint"].split("\n")[1]) >= event["seq"]
    print(f"{KILLS} kills, {len(table.answered)} acknowledged, 0 lost")


def stored(url: str, campaign: str) -> list[dict[str, Any]]:
    """Every event that the server gives."""
    path = f"{url}/v1/campaigns/{campaign}/events"
    headers = {"Accept": "application/x-ndjson"}
    lines = httpx.get(path, headers=headers, timeout=4 * DEADLINE).text.splitlines()
    return [json.loads(line)["event"] for line in lines]


@pytest.fixture
def clock(tmp_path: Path) -> tuple[Path, dict[str, str]]:
    """A clock that can be set while a server runs, with the environment that has it so.

    Only in the long run: it needs libfaketime.
    """
    told = tmp_path / "clock"
    told.write_text("+0")
    if SOAK:
        assert FAKETIME.exists(), "libfaketime is not here: run `apt-get install faketime`"
    faked = {
        "LD_PRELOAD": str(FAKETIME),
        "FAKETIME_TIMESTAMP_FILE": str(told),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    return told, faked if SOAK else {}


def test_every_acknowledged_event_is_there_after_a_kill(
    tmp_path: Path, clock: tuple[Path, dict[str, str]]
) -> None:
    """Half-way the clock is set back by an hour, where it can be."""
    told, env = clock
    data = tmp_path / "data"

    def kill(server: Process, number: int) -> Process:
        server.kill()
        return Process(data, "--quiet", env=env)

    table = storm(data, env, kill, told)
    times = [event["at"] for one in table.tokens for event in told_by(table, one)]
    assert (len(set(times[-20:])) == 1) is SOAK, "an hour's events are dated alike"


def told_by(table: Table, campaign: str) -> list[dict[str, Any]]:
    """The acknowledged events of a campaign, in order; never dated before one that they follow."""
    events = [answer["event"] for of, _, answer in table.answered if of == campaign]
    events.sort(key=lambda event: int(event["seq"]))
    assert [event["at"] for event in events] == sorted(event["at"] for event in events)
    return events


@pytest.mark.parametrize("kind", ["the server", "its backends"])
def test_every_acknowledged_event_is_in_postgres_after_a_kill(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    data, url = tmp_path / "data", postgres.new_database()
    monkeypatch.setenv("IACTA_DATABASE_URL", url)
    assert iacta("migrate", "--data", data).exit_code == 0

    def kill(server: Process, number: int) -> Process:
        if kind == "its backends":
            kill_backends(url, how=signal.SIGKILL if number % CHECK_EVERY == 0 else None)
            return server
        server.kill()
        return Process(data, "--quiet")

    storm(data, {}, kill)
    postgres.drop_database(url)


def kill_backends(url: str, how: signal.Signals | None) -> None:
    """End all of a database's connections; with SIGKILL the database itself begins anew."""
    engine = sa.create_engine(url, isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)
    others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    if how is None:
        with engine.connect() as connection:
            connection.execute(sa.text(f"SELECT pg_terminate_backend(pid) {others}"))
    else:
        with engine.connect() as connection:
            found = connection.execute(sa.text(f"SELECT pid {others}")).scalars().all()
            os.kill(found[0], how)
            until(lambda: not _answers(connection), "the database has noticed")
        until(lambda: _connects(engine), "the database has recovered")
    engine.dispose()


def _answers(connection: sa.Connection) -> bool:
    try:
        return connection.execute(sa.text("SELECT 1")).scalar_one() == 1
    except sa.exc.DBAPIError:
        return False


def _connects(engine: sa.Engine) -> bool:
    try:
        with engine.connect() as connection:
            return _answers(connection)
    except sa.exc.DBAPIError:
        return False


def test_a_command_that_was_cut_off_is_sent_again_under_its_key(tmp_path: Path) -> None:
    """The client does not know whether it was recorded; the key makes it once either way."""
    data = tmp_path / "data"
    server = Process(data, "--quiet")
    creation = {"system": "civil-war", "scenario": "table", "name": "x", "visibility": "public"}
    made = httpx.post(f"{server.url}/v1/campaigns", json=creation, timeout=DEADLINE).json()
    campaign, token = made["campaign"]["id"], made["tokens"]["referee"]
    body = {"command": {"type": "civil-war.roll-year-event"}, "entropy": "alea"}
    headers = {**bearer(token), "Idempotency-Key": "event-of-49"}
    path = f"/v1/campaigns/{campaign}/commands"
    first = httpx.post(server.url + path, json=body, headers=headers, timeout=DEADLINE)
    server.kill()
    server = Process(data, "--quiet")
    again = httpx.post(server.url + path, json=body, headers=headers, timeout=DEADLINE)
    server.kill()
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json()["event"] == again.json()["event"]
