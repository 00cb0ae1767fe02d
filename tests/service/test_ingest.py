"""Taking a long file in: slice by slice, seen by nobody before its end, whatever breaks it off."""

import asyncio
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from iacta.service.campaigns import importing, ingest, removal, slices
from iacta.service.campaigns.ingest import Ingest
from iacta.service.campaigns.slices import SliceFile
from iacta.service.errors import Problem
from iacta.service.projections.fsck import check_campaign, check_log
from iacta.service.store import incoming
from iacta.service.store.read import Reader
from tests.support.environment import Below
from tests.support.host import ScriptedHost
from tests.support.loops import finish
from tests.support.play import Game, bidding
from tests.support.servers import app_of, rows, running, sqlite_url, systems, unchanged

NDJSON = {"Content-Type": "application/x-ndjson"}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Game, bytes, bytes]:
    """A game of Tally: saved half way, and at its end with the seals open."""
    below = Below("taking")
    with TestClient(app_of(tmp_path_factory.mktemp("played") / "data")) as http:
        game = bidding(http, visibility="public")
        for _ in range(9):
            game.step(below)
        half = game.get("nobody", "/capsule").content
        while game.campaign()["status"] == "open":
            game.step(below)
        game.agree()
        return game, half, game.get("nobody", "/capsule").content


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[httpx.Client]:
    """Another server."""
    app = app_of(tmp_path / "data", name="elsewhere.example", host=ScriptedHost("elsewhere"))
    with TestClient(app) as client:
        yield client


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slices of three rows, and broken ones removed by fours."""
    monkeypatch.setattr(slices, "ROWS", 3)
    monkeypatch.setattr(ingest, "WINDOW", 4)


def take(data: bytes) -> Ingest:
    """An import, examined here."""
    out = io.BytesIO()
    found = importing.examine([data], systems(), out)
    return Ingest(found, SliceFile(out), "public", lambda batch, campaign_id: {})


def run(http: httpx.Client, jobs: Iterator[Any], most: int = 10_000) -> int:
    """Do some of an import's jobs, each in a transaction of its own. How many there were."""
    engine = http.app.state.context.engine  # type: ignore[attr-defined]
    done = 0
    while done < most:
        job = next(jobs, None)
        if job is None:
            break
        engine.run(job)
        done += 1
    return done


def faults(http: httpx.Client) -> list[Any]:
    """What a check of the whole database finds."""
    here = http.app.state.context  # type: ignore[attr-defined]
    with here.database.reading() as connection:
        reader = Reader(connection)
        found = list(check_log(reader))
        for one in reader.campaign_ids():
            found += check_campaign(reader, one, here.systems, here.engine.links)
    return found


def test_the_writer_serves_others_between_two_slices(
    elsewhere: httpx.Client, files: tuple[Game, bytes, bytes]
) -> None:
    game, _, whole = files
    found = take(whole)._examined
    assert len(found.places) > 20
    for place in found.places:
        rows_of = take(whole)._slices.at(place)
        assert len(rows_of.events) <= 3
        assert len(rows_of.openings) + len(rows_of.published) <= 3
    other = bidding(elsewhere)
    jobs, seq = take(whole).jobs(), other.seq
    while run(elsewhere, jobs, 1):
        other.do("referee", "campaign.annotate", seq=1, text="meanwhile")
    assert other.seq - seq >= len(found.places), "a command between any two"
    assert elsewhere.get(f"{game.path}/capsule").content == whole
    assert elsewhere.get(f"{game.path}/audit").json()["ok"]
    assert faults(elsewhere) == []


def test_nothing_is_seen_before_the_last_step(
    elsewhere: httpx.Client, files: tuple[Game, bytes, bytes]
) -> None:
    game, _, whole = files
    steps = sum(1 for _ in _counted(elsewhere, whole))
    assert steps > 20
    assert elsewhere.get(game.path).status_code == 200


def _counted(http: httpx.Client, data: bytes) -> Iterator[None]:
    """Each job, with a look at what is seen before it."""
    doing = take(data)
    jobs = doing.jobs()
    before = (404, [])
    while True:
        listed = http.get("/v1/campaigns").json()["items"]
        assert (http.get(f"/v1/campaigns/{doing._examined.id}").status_code, listed) == before
        job = next(jobs, None)
        if job is None:
            return
        last = job == doing._finish
        http.app.state.context.engine.run(job)  # type: ignore[attr-defined]
        yield
        if last:
            return


@pytest.mark.parametrize("longer", [False, True])
@pytest.mark.parametrize("again", ["half", "whole"])
def test_what_a_kill_leaves_is_taken_over(
    longer: bool, again: str, tmp_path: Path, files: tuple[Game, bytes, bytes]
) -> None:
    """After any number of its steps: a new campaign stays unseen, a kept one as it was."""
    game, half, whole = files
    second = half if again == "half" else whole
    total = _steps(tmp_path / "count", half if longer else b"", whole)
    for most in range(1, total, max(1, total // 4)):
        data = tmp_path / f"{most}"
        with TestClient(app_of(data, name="elsewhere.example")) as http:
            if longer:
                run(http, take(half).jobs())
            told = http.get(game.path).json()
            run(http, take(whole).jobs(), most)
            assert http.get(game.path).json().get("head") == told.get("head")
            run(http, take(second).jobs())
            kept = http.get(f"{game.path}/capsule").content
            assert [json.loads(line) for line in kept.splitlines()][-1] == json.loads(
                second.splitlines()[-1]
            )
            assert http.get(f"{game.path}/audit").json()["ok"]
            run(http, take(whole).jobs())
            assert http.get(f"{game.path}/capsule").content == whole
            assert faults(http) == []


def test_what_a_kill_leaves_of_another_log_is_not_mixed_in(
    tmp_path: Path, elsewhere: httpx.Client, files: tuple[Game, bytes, bytes]
) -> None:
    """Another file of the same id, broken off, changes nothing of what is taken in after it."""
    game, _, whole = files
    below = Below("other")
    with TestClient(app_of(tmp_path / "other")) as http:
        twin = bidding(http, visibility="public")
        for _ in range(9):
            twin.step(below)
        other = twin.get("nobody", "/capsule").content
    assert twin.id == game.id
    assert other.splitlines()[9] not in whole.splitlines()
    total = _steps(tmp_path / "count", b"", other)
    run(elsewhere, take(other).jobs(), total - 1)
    run(elsewhere, take(whole).jobs())
    assert elsewhere.get(f"{game.path}/capsule").content == whole
    assert faults(elsewhere) == []


def _steps(data: Path, first: bytes, whole: bytes) -> int:
    with TestClient(app_of(data, name="elsewhere.example")) as http:
        if first:
            run(http, take(first).jobs())
        return run(http, take(whole).jobs())


def test_the_next_start_removes_what_a_kill_has_left(
    tmp_path: Path, files: tuple[Game, bytes, bytes]
) -> None:
    game, half, whole = files
    for first in (b"", half):
        data = tmp_path / f"data {len(first)}"
        with TestClient(app_of(data)) as http:
            if first:
                run(http, take(first).jobs())
            before = rows(sqlite_url(data))
            run(http, take(whole).jobs(), 12)
        with TestClient(app_of(data)) as http:
            after = rows(sqlite_url(data))
            for name in ("shards", "vacant"):
                assert after.pop(name) != before.pop(name), "positions are not given twice"
            # Openings that the longer file has of events that were here stay, for seats alone.
            had, has = before.pop("openings"), after.pop("openings")
            assert len(had) <= len(has) if first else had == has == []
            assert after == before
            assert faults(http) == []
            run(http, take(whole).jobs())
            assert http.get(f"{game.path}/capsule").content == whole
            assert faults(http) == []


def test_two_imports_of_one_campaign_do_not_mix(
    elsewhere: httpx.Client, files: tuple[Game, bytes, bytes]
) -> None:
    """The later one goes on; the one before is told to try again, and finds it all here."""
    game, half, whole = files
    first, second = take(half).jobs(), take(whole).jobs()
    run(elsewhere, first, 4)
    run(elsewhere, second, 3)
    with pytest.raises(Problem) as caught:
        run(elsewhere, first)
    assert caught.value.type.slug == "not-ready"
    run(elsewhere, second)
    with unchanged(sqlite_url(Path(elsewhere.app.state.context.settings.data))):  # type: ignore[attr-defined]
        assert run(elsewhere, take(half).jobs()) == 2
    assert elsewhere.get(f"{game.path}/capsule").content == whole
    assert faults(elsewhere) == []


def test_a_step_that_was_committed_may_be_run_again(
    elsewhere: httpx.Client, files: tuple[Game, bytes, bytes]
) -> None:
    """As after a connection that broke between the commit and its answer."""
    game, _, whole = files
    engine = elsewhere.app.state.context.engine  # type: ignore[attr-defined]
    for job in take(whole).jobs():
        for _ in range(2):
            engine.run(job)
    assert elsewhere.get(f"{game.path}/capsule").content == whole
    assert faults(elsewhere) == []


def test_positions_that_a_broken_import_leaves_empty_are_counted(
    elsewhere: httpx.Client, files: tuple[Game, bytes, bytes]
) -> None:
    """`fsck` still finds every other gap."""
    _, half, whole = files
    run(elsewhere, take(half).jobs(), 4)
    run(elsewhere, take(whole).jobs())
    engine = elsewhere.app.state.context.engine  # type: ignore[attr-defined]
    assert faults(elsewhere) == []

    def forget(batch: Any) -> Any:
        batch.tx.connection.exec_driver_sql("UPDATE vacant SET events = events - 1")
        return lambda: None

    engine.submit(forget, alone=True).result()
    assert ["last position" in fault.what for fault in faults(elsewhere)] == [True]


def test_the_same_file_twice_at_once_is_kept_once(
    tmp_path: Path, files: tuple[Game, bytes, bytes]
) -> None:
    game, half, whole = files

    async def both(url: str) -> list[int]:
        async with httpx.AsyncClient(base_url=url, headers=NDJSON, timeout=60) as http:
            given = (whole, half, whole)
            sent = [http.post("/v1/campaigns/import", content=one) for one in given]
            return [answer.status_code for answer in await asyncio.gather(*sent)]

    app = app_of(tmp_path / "data", name="elsewhere.example")
    with running(app) as server, httpx.Client(base_url=server.url) as http:
        assert sorted(finish(both(server.url))) == [200, 200, 201]
        assert http.get(f"{game.path}/capsule").content == whole


def test_a_broken_import_claims_nothing_for_ever(
    elsewhere: httpx.Client, files: tuple[Game, bytes, bytes]
) -> None:
    _, half, _ = files
    here = elsewhere.app.state.context  # type: ignore[attr-defined]
    run(elsewhere, take(half).jobs(), 3)
    with here.database.reading() as connection:
        assert len(incoming.unfinished(Reader(connection))) == 1
    run(elsewhere, take(half).jobs())
    with here.database.reading() as connection:
        assert incoming.unfinished(Reader(connection)) == []


def test_a_broken_import_is_taken_over_in_postgresql(
    tmp_path: Path, postgres: str, files: tuple[Game, bytes, bytes]
) -> None:
    game, half, whole = files
    with TestClient(app_of(tmp_path / "data", postgres)) as http:
        run(http, take(half).jobs(), 6)
        run(http, take(half).jobs())
        run(http, take(whole).jobs(), 9)
        assert http.get(game.path).json()["head"]["seq"] < len(whole.splitlines()) - 3
    with TestClient(app_of(tmp_path / "data", postgres)) as http:
        assert faults(http) == [], "the start has removed what was left"
        run(http, take(whole).jobs())
        assert http.get(f"{game.path}/capsule").content == whole
        assert faults(http) == []


@pytest.mark.parametrize("first", ["broken", "half"])
def test_positions_are_counted_still_once_what_was_taken_in_is_deleted(
    elsewhere: httpx.Client, files: tuple[Game, bytes, bytes], first: str
) -> None:
    """Of a campaign whose import was broken off before it was here, or under way when it went."""
    game, half, whole = files
    if first == "broken":
        run(elsewhere, take(half).jobs(), 4)
        run(elsewhere, take(whole).jobs())
    else:
        run(elsewhere, take(half).jobs())
        run(elsewhere, take(whole).jobs(), 5)
    engine = elsewhere.app.state.context.engine  # type: ignore[attr-defined]

    def delete(batch: Any) -> Any:
        row = batch.tx.campaign(game.id)
        removal.delete(batch, row, "An address stood in it.")
        return lambda: None

    engine.submit(delete, alone=True).result()
    assert faults(elsewhere) == []
    bidding(elsewhere)
    assert faults(elsewhere) == []
