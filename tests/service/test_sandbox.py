"""Processes of their own: their limits, their places, their end; what a server does with them."""

import contextlib
import gzip
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import anyio
import httpx
import msgspec
import pytest
from litestar.testing import TestClient

from iacta.service import one_file
from iacta.service.campaigns.work_pool import AnswerCache
from iacta.service.errors import Problem
from iacta.service.http import sandboxed
from iacta.service.projections.snapshots import EVERY
from iacta.service.sandbox import pool
from iacta.service.sandbox.child import Bounds
from iacta.service.sandbox.pool import Sandbox
from iacta.service.sandbox.slots import GIB, available_memory, slot_count
from iacta.service.settings import MIB, Limits, Rate
from tests.support import tasks
from tests.support.loops import finish
from tests.support.play import ADJUDICATE, Game, bidding, desk
from tests.support.servers import RATES, app_of, problem, running, sqlite_url, unchanged, until

AMPLE = Bounds(768 * MIB, 60, 60)
NDJSON = {"Content-Type": "application/x-ndjson"}
GZIP = {"Content-Type": "application/gzip"}


def task(function: Callable[..., Any]) -> str:
    return f"{tasks.__name__}:{function.__name__}"


def ask(
    function: Callable[..., Any], *arguments: Any, bounds: Bounds = AMPLE, shape: Any = int
) -> Any:
    """What an examiner gives for one task."""

    async def run() -> Any:
        return await Sandbox(1, 0, 1, bounds).run(shape, task(function), *arguments)

    return finish(run())


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


# --- one process --------------------------------------------------------------------------------


def test_a_task_answers_from_another_process() -> None:
    assert ask(tasks.double, 21) == 42


def test_a_task_is_given_open_files() -> None:
    async def run(source: Any, target: Any) -> int:
        return await Sandbox(1, 0, 1, AMPLE).run(int, task(tasks.copied), files=(source, target))

    with TemporaryFile() as source, TemporaryFile() as target:
        source.write(b"alea")
        source.flush()
        assert finish(run(source, target)) == 4
        target.seek(0)
        assert target.read() == b"alea"


def test_a_refusal_of_a_task_is_raised_here() -> None:
    with pytest.raises(Problem) as caught:
        ask(tasks.refused)
    assert (caught.value.type.slug, caught.value.detail) == ("invalid-request", "No.")
    assert [(one.pointer, one.detail) for one in caught.value.errors] == [("/a", "b")]


@pytest.mark.parametrize(
    ("function", "arguments", "bounds"),
    [
        (tasks.hungry, (512 * MIB,), Bounds(512 * MIB, 60, 60)),
        (tasks.busy, (), Bounds(768 * MIB, 1, 60)),
        (tasks.stuck, (), Bounds(768 * MIB, 60, 1)),
        (tasks.killed, (), AMPLE),
    ],
)
def test_past_its_limits_a_task_is_a_clear_problem(
    function: Any, arguments: Any, bounds: Bounds
) -> None:
    """Memory, the processor's time, time, and what the kernel kills for want of memory."""
    with pytest.raises(Problem) as caught:
        ask(function, *arguments, bounds=bounds)
    assert caught.value.type.slug == "too-large"
    wanted = "time" if function in (tasks.busy, tasks.stuck) else "memory"
    assert wanted in caught.value.detail


def test_within_its_limits_the_same_task_is_done() -> None:
    assert ask(tasks.hungry, 64 * MIB, bounds=Bounds(512 * MIB, 60, 60)) == 64 * MIB


def test_a_fault_of_a_task_is_a_fault_of_ours() -> None:
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        ask(tasks.broken)


@pytest.mark.parametrize(("function", "code"), [(tasks.crashed, -11), (tasks.vanished, 3)])
def test_an_end_that_nobody_can_explain_is_a_fault_and_not_the_files_size(
    function: Any, code: int
) -> None:
    with pytest.raises(RuntimeError, match=f"it ended with {code}"):
        ask(function)


def test_one_that_is_no_longer_asked_for_is_killed() -> None:
    async def run() -> int:
        sandbox = Sandbox(1, 0, 1, AMPLE)
        with TemporaryFile() as note:
            async with anyio.create_task_group() as group:
                group.start_soon(lambda: sandbox.run(int, task(tasks.stuck), files=(note,)))
                while not (text := os.pread(note.fileno(), 20, 0)):
                    await anyio.lowlevel.checkpoint()
                assert alive(int(text))
                group.cancel_scope.cancel()
        assert await sandbox.run(int, task(tasks.double), 4) == 8, "its place is free again"
        return int(text)

    assert not alive(finish(run()))


def test_more_than_there_are_places_wait_and_more_than_may_wait_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[Any] = []
    begin = pool._run

    async def noted(task: Any) -> Any:
        begun.append(task)
        return await begin(task)

    monkeypatch.setattr(pool, "_run", noted)

    async def run() -> None:
        sandbox, answers = Sandbox(1, 1, 1, AMPLE), []

        async def later() -> None:
            answers.append(await sandbox.run(int, task(tasks.double), 1))

        with TemporaryFile() as note:
            async with anyio.create_task_group() as waiting:  # noqa: SIM117
                async with anyio.create_task_group() as group:
                    group.start_soon(lambda: sandbox.run(int, task(tasks.stuck), files=(note,)))
                    while not os.pread(note.fileno(), 20, 0):
                        await anyio.lowlevel.checkpoint()
                    waiting.start_soon(later)
                    await anyio.wait_all_tasks_blocked()
                    assert len(begun) == 1, "there is one place"
                    with pytest.raises(Problem) as caught:
                        await sandbox.run(int, task(tasks.double), 2)
                    assert caught.value.type.slug == "not-ready"
                    assert int(caught.value.headers["Retry-After"]) > 0
                    group.cancel_scope.cancel()
        assert (answers, len(begun)) == ([2], 2)

    finish(run())


def test_a_sender_has_one_place_and_leaves_the_others_theirs() -> None:
    async def run() -> None:
        sandbox, answers = Sandbox(2, 0, 2, AMPLE), []

        async def later(note: Any, *senders: str) -> None:
            await sandbox.run(int, task(tasks.stuck), files=(note,), senders=senders)

        with TemporaryFile() as note, TemporaryFile() as other:
            async with anyio.create_task_group() as group:
                group.start_soon(later, note, "address a", "token t")
                while not os.pread(note.fileno(), 20, 0):
                    await anyio.lowlevel.checkpoint()
                group.start_soon(later, other, "address a")
                await anyio.wait_all_tasks_blocked()
                group.start_soon(later, other, "token t")
                await anyio.wait_all_tasks_blocked()
                for sender in ("address a", "token t"):
                    with pytest.raises(Problem) as caught:
                        await sandbox.run(int, task(tasks.double), 2, senders=[sender])
                    assert caught.value.type.slug == "rate-limited"
                assert int(caught.value.headers["Retry-After"]) > 0
                assert os.pread(other.fileno(), 20, 0) == b"", "their second waits for their first"
                answers.append(await sandbox.run(int, task(tasks.double), 2, senders=["address b"]))
                group.cancel_scope.cancel()
        assert answers == [4]
        assert await sandbox.run(int, task(tasks.double), 4, senders=["address a"]) == 8

    finish(run())


def test_there_are_two_places_where_there_is_memory(tmp_path: Path) -> None:
    meminfo, cgroup = tmp_path / "meminfo", tmp_path / "cgroup"
    assert available_memory(meminfo, cgroup) is None
    meminfo.write_text("MemTotal: 9 kB\nMemAvailable:   6291456 kB\n")
    assert available_memory(meminfo, cgroup) == 6 * GIB
    cgroup.mkdir()
    (cgroup / "memory.max").write_text("max\n")
    assert available_memory(meminfo, cgroup) == 6 * GIB
    (cgroup / "memory.max").write_text(str(3 * GIB))
    (cgroup / "memory.current").write_text(str(GIB))
    assert available_memory(meminfo, cgroup) == 2 * GIB, "what the container may have"
    assert [slot_count(one) for one in (None, 2 * GIB, 4 * GIB - 1, 4 * GIB)] == [1, 1, 1, 2]


# --- a server's ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played(http: httpx.Client) -> Game:
    """A public game of Tally."""
    return bidding(http, visibility="public").until("window")


async def refusing(*_: object, **__: object) -> None:
    raise Problem("too-large", "A process was begun.")


def never(*_: object, **__: object) -> None:
    raise AssertionError("a process was begun")


BOMBS = {
    "objects": lambda: gzip.compress(b"{}\n" * (21 * MIB), 9),
    "line feeds": lambda: gzip.compress(b"\n" * (64 * MIB), 9),
    "no end": lambda: gzip.compress(b'{"a":"' + b"x" * (64 * MIB), 9),
}
"""each made only where it is used: 64 MiB take a while to compress"""


@pytest.mark.parametrize("what", BOMBS)
def test_a_bomb_is_refused_without_a_process(
    what: str, http: httpx.Client, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    http.get("/v1/key")
    monkeypatch.setattr(Sandbox, "run", never)
    with unchanged(url):
        answer = http.post("/v1/campaigns/import", content=BOMBS[what](), headers=GZIP)
        body = problem(answer, "invalid-request")
    assert "check 1, " in body["errors"][0]["detail"]


def test_a_body_is_kept_in_a_file_without_a_name(
    http: httpx.Client, played: Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """So nothing of it is left, however the server ends."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    seen: list[Any] = []
    run = Sandbox.run

    async def watched(self: Any, *arguments: Any, **named: Any) -> Any:
        seen.extend(os.fstat(file.fileno()) for file in named["files"])
        assert list(tmp_path.iterdir()) == []
        return await run(self, *arguments, **named)

    monkeypatch.setattr(Sandbox, "run", watched)
    data = played.get("nobody", "/capsule").content
    assert http.post("/v1/campaigns/import", content=data, headers=NDJSON).status_code == 200
    assert [(one.st_nlink, one.st_mode & 0o777) for one in seen] == [(0, 0o600)] * 2
    assert seen[0].st_size == len(data)


@pytest.mark.parametrize(("whose", "limit"), [("another", "uploads"), (None, "sandbox_each")])
def test_few_bodies_are_received_at_once(
    whose: str | None, limit: str, http: httpx.Client, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In all, and from one address."""
    here = http.app.state.context  # type: ignore[attr-defined]
    if whose is None:
        whose = _address_seen(http, monkeypatch)
    here.uploads[whose] = getattr(here.settings.limits, limit)
    with unchanged(url):
        answer = http.post("/v1/campaigns/import", content=b"x\n", headers=NDJSON)
        problem(answer, "not-ready")
    assert int(answer.headers["retry-after"]) > 0
    del here.uploads[whose]
    problem(http.post("/v1/campaigns/import", content=b"x\n", headers=NDJSON), "invalid-request")
    assert not here.uploads, "and what has ended is forgotten"


def _address_seen(http: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address that the tests' client has."""
    seen: list[str] = []
    with monkeypatch.context() as patch:
        ask = sandboxed.address_of
        patch.setattr(sandboxed, "address_of", lambda one: seen.append(ask(one)) or seen[-1])
        http.post("/v1/campaigns/import", content=b"x\n", headers=NDJSON)
    return seen[-1]


@pytest.mark.parametrize("path", ["/audit", "/capsule?steps=true"])
def test_who_leaves_is_not_worked_for(path: str, tmp_path: Path) -> None:
    app = app_of(tmp_path / "data", limits=Limits(steps_here=0))
    with running(app) as server, httpx.Client(base_url=server.url) as http:
        game = bidding(http, visibility="public")
        here = app.state.context
        here.loader = task(tasks.no_systems)
        with pytest.raises(httpx.ReadTimeout):
            http.get(f"{game.path}{path}", timeout=0.5)
        http.close()
        until(lambda: here.sandbox._asked == 0, "the process is gone and its place is free")


def test_an_audit_reads_anew_and_decides_on_from_the_last_of_its_audience(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[tuple[str, int]] = []
    run = Sandbox.run

    async def watched(self: Any, *arguments: Any, **named: Any) -> Any:
        audience, kept = arguments[4:6]
        begun.append((audience, kept.decided.seq if kept else 0))
        return await run(self, *arguments, **named)

    monkeypatch.setattr(Sandbox, "run", watched)
    with TestClient(app_of(tmp_path / "data")) as http:
        game = bidding(http, visibility="public")
        first = [game.get(role, "/audit") for role in ("nobody", "referee")]
        again = [game.get(role, "/audit") for role in ("nobody", "referee")]
        seq = game.seq
        assert begun == [("public", 0), ("referee", 0), ("public", seq), ("referee", seq)]
        assert [one.content for one in first] == [one.content for one in again]
        assert [one.json()["audience"] for one in again] == ["public", "referee"]
        problem(game.get("nobody", "/audit", params={"audience": "referee"}), "unauthorized")
        game.do("referee", "campaign.annotate", seq=1, text="x")
        longer = game.get("nobody", "/audit")
        assert longer.json()["counts"] != first[0].json()["counts"]
        assert begun[-1] == ("public", seq)
        http.app.state.context.audits = AnswerCache(0)  # type: ignore[attr-defined]
        assert game.get("nobody", "/audit").content == longer.content
        assert begun[-1] == ("public", 0), "nothing is kept"


def test_an_audit_decides_again_once_more_is_open(tmp_path: Path) -> None:
    with TestClient(app_of(tmp_path / "data")) as http:
        game = bidding(http, visibility="public").until("over")
        closed = game.get("nobody", "/audit").json()
        assert closed["checks"][9]["result"] == "not-run"
        game.agree()
        opened = game.get("nobody", "/audit").json()
        assert opened["checks"][9]["result"] == "pass"
        assert opened["counts"]["decided"] == game.seq


def test_an_audit_sees_what_was_changed_under_what_it_has_decided(tmp_path: Path) -> None:
    with TestClient(app_of(tmp_path / "data")) as http:
        game = desk(http, visibility="public")
        for _ in range(3):
            game.do("referee", "civil-war.adjudicate-combat", **ADJUDICATE)
        assert game.get("nobody", "/audit").json()["ok"]
        with contextlib.closing(sqlite3.connect(tmp_path / "data" / "iacta.sqlite")) as database:
            plain = 'replace(CAST(record AS TEXT), \'"by":"referee"\', \'"by":"observer"\')'
            database.execute(f"UPDATE events SET record = CAST({plain} AS BLOB) WHERE seq = 2")
            database.commit()
        found = game.get("nobody", "/audit").json()
        assert not found["ok"]
        assert found["checks"][2]["result"] == "fail"


def test_an_audit_rests_on_no_snapshot(tmp_path: Path) -> None:
    with TestClient(app_of(tmp_path / "data")) as http:
        game = desk(http, visibility="public")
        note = {"command": {"type": "campaign.annotate", "seq": 1, "text": "x"}}
        batch = {"mode": "all-or-none", "commands": [note] * 2 * EVERY}
        assert game.post("referee", "/command-batches", batch).is_success
        assert game.get("nobody", "/audit").json()["ok"]
        with contextlib.closing(sqlite3.connect(tmp_path / "data" / "iacta.sqlite")) as database:
            other = 'replace(CAST(state AS TEXT), \'"edition":"\', \'"edition":"0\')'
            database.execute(f"UPDATE snapshots SET state = CAST({other} AS BLOB)")
            database.commit()
        game.do("referee", "civil-war.adjudicate-combat", **ADJUDICATE)
        found = game.get("nobody", "/audit").json()
        assert found["checks"][9]["result"] == "pass"
        assert found["counts"]["decided"] == game.seq


def test_processes_are_begun_at_a_rate(tmp_path: Path) -> None:
    few = msgspec.structs.replace(RATES, audits_by_address=Rate(2, 1), audits_by_token=Rate(1, 1))
    with TestClient(app_of(tmp_path / "data", limits=Limits(rates=few, steps_here=0))) as http:
        game, other = (bidding(http, visibility="public") for _ in range(2))
        assert game.get("nobody", "/audit").status_code == 200
        assert game.get("nobody", "/capsule", params={"steps": True}).status_code == 200
        for path in ("/audit", "/capsule?steps=true"):
            problem(other.get("nobody", path), "rate-limited")
        problem(game.get("nobody", "/audit"), "rate-limited")
        assert other.get("referee", "/audit").status_code == 200
        problem(other.get("referee", "/capsule?steps=true"), "rate-limited")


@pytest.mark.parametrize("steps_here", [0, 10_000])
def test_pages_are_made_at_a_rate_and_few_at_once(
    steps_here: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether a process tells the steps or they are kept: each page costs the disk all of it."""
    few = msgspec.structs.replace(RATES, audits_by_address=Rate(2, 1))
    limits = Limits(rates=few, steps_here=steps_here)
    with TestClient(app_of(tmp_path / "data", limits=limits)) as http:
        here = http.app.state.context
        held: list[int] = []
        write = one_file.write

        def noted(*given: Any) -> Any:
            held.append(here.spooling.borrowed_tokens)
            return write(*given)

        monkeypatch.setattr(one_file, "write", noted)
        game = bidding(http, visibility="public")
        for _ in range(2):
            assert (
                game.get("nobody", "/capsule", headers={"Accept": "text/html"}).status_code == 200
            )
        assert held == [1, 1]
        problem(game.get("nobody", "/capsule", headers={"Accept": "text/html"}), "rate-limited")
        assert game.get("nobody", "/capsule").status_code == 200, "the lines alone cost little"


def test_a_process_inherits_no_socket_and_no_database(tmp_path: Path) -> None:
    app = app_of(tmp_path / "data")
    with running(app) as server, httpx.Client(base_url=server.url) as http:
        bidding(http)
        found: list[str] = []

        async def look() -> None:
            found.extend(await app.state.context.sandbox.run(list, task(tasks.open_files)))

        finish(look())
        mine = os.listdir("/proc/self/fd")
        sockets = {os.readlink(f"/proc/self/fd/{one}") for one in mine if _is_link(one)}
        assert not any("iacta.sqlite" in one for one in found)
        assert not {one for one in found if one.startswith("socket:")} & sockets


def _is_link(name: str) -> bool:
    return os.path.lexists(f"/proc/self/fd/{name}")


def test_an_examination_past_its_limits_is_no_fault(tmp_path: Path) -> None:
    limits = Limits(sandbox_cpu_seconds=60, sandbox_seconds=1, steps_here=0)
    app = app_of(tmp_path / "data", limits=limits)
    with TestClient(app) as http:
        game = bidding(http, visibility="public")
        data = game.get("nobody", "/capsule").content
        http.app.state.context.loader = task(tasks.no_systems)
        with unchanged(sqlite_url(tmp_path / "data")):
            for answer in (
                game.get("nobody", "/audit"),
                game.get("nobody", "/capsule", params={"steps": True}),
                http.post("/v1/campaigns/import", content=data, headers=NDJSON),
            ):
                assert "time" in problem(answer, "too-large")["detail"]


@pytest.mark.parametrize("each", [10_000, 7])
def test_a_long_campaign_is_saved_with_its_steps_by_processes(
    each: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with TestClient(app_of(tmp_path / "data", limits=Limits(steps_here=10_000))) as http:
        game = bidding(http, visibility="public").until("window")
        here = {role: _with_steps(game, role) for role in game.tokens}
    limits = Limits(steps_here=0, steps_each=each)
    with TestClient(app_of(tmp_path / "data", limits=limits)) as http:
        game.http = http
        there = {role: _with_steps(game, role) for role in game.tokens}
        monkeypatch.setattr(Sandbox, "run", refusing)
        problem(game.get("referee", "/capsule", params={"steps": True}), "too-large")
    assert here == there
    assert len({*here.values()}) > 1, "each sees their own"


def _with_steps(game: Game, role: str) -> bytes:
    answer = game.get(role, "/capsule", params={"steps": True})
    assert answer.status_code == 200
    return bytes(answer.content)


def test_audits_and_imports_run_beside_a_postgresql(tmp_path: Path, postgres: str) -> None:
    limits = Limits(steps_here=0)
    with TestClient(app_of(tmp_path / "data", postgres, limits=limits)) as http:
        game = bidding(http, visibility="public")
        assert game.get("nobody", "/audit").json()["ok"]
        data = _with_steps(game, "nobody")
        with TestClient(app_of(tmp_path / "other", name="other.example")) as other:
            answer = other.post("/v1/campaigns/import", content=data, headers=NDJSON)
            assert answer.status_code == 201
