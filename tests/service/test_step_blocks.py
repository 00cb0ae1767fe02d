"""Steps are kept once they were told: for one audience, as it was told, and while they hold."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from iacta.service.campaigns import removal, sandbox_tasks
from iacta.service.campaigns.capsule import PART
from iacta.service.errors import Problem
from iacta.service.http import proof
from iacta.service.projections import step_blocks, words
from iacta.service.projections.rebuild import rebuild
from iacta.service.projections.step_blocks import SIZE
from iacta.service.settings import Limits
from iacta.service.store import schema as t
from tests.service.test_proof import faults, take_in
from tests.support.environment import Below
from tests.support.play import ADJUDICATE, Game, bidding, desk
from tests.support.servers import app_of, systems

LONG = 2 * SIZE + 5


@pytest.fixture
def http(tmp_path: Path) -> Iterator[httpx.Client]:
    """A server of its own: what is kept is counted."""
    with TestClient(app_of(tmp_path / "data")) as client:
        yield client


def pad(game: Game, events: int = LONG) -> None:
    """Let the referee annotate until there are so many events."""
    note = {"command": {"type": "campaign.annotate", "seq": 1, "text": "x"}}
    body = {"mode": "until-refused", "commands": [note] * (events - game.seq)}
    assert game.post("referee", "/command-batches", body).status_code == 201


def kept(http: httpx.Client) -> list[Any]:
    """What is kept: campaign, audience and last event of each block."""
    here = http.app.state.context  # type: ignore[attr-defined]
    here.engine.run(lambda batch: None)  # after what was queued before it
    with here.database.reading() as connection:
        c = t.step_blocks.c
        rows = connection.execute(sa.select(c.campaign_id, c.audience, c.last))
        return sorted(map(tuple, rows))


def forget(http: httpx.Client) -> None:
    """Drop everything that is kept."""
    here = http.app.state.context  # type: ignore[attr-defined]
    here.engine.run(lambda batch: batch.tx.connection.execute(t.step_blocks.delete()))


def steps(game: Game, role: str, **params: Any) -> Any:
    answer = game.get(role, "/steps", params={"limit": 200, **params})
    assert answer.status_code == 200, answer.text
    return answer.json()


def saved(game: Game, role: str) -> bytes:
    answer = game.get(role, "/capsule", params={"steps": True})
    assert answer.status_code == 200, answer.text
    return answer.content


def test_each_audience_is_told_from_its_own_blocks_what_it_is_told_anew(http: httpx.Client) -> None:
    game = bidding(http, visibility="public").until("window")
    pad(game)
    fresh = {role: (steps(game, role), saved(game, role)) for role in game.tokens}
    audiences = sorted({"public", *game.tokens} - {"nobody", "observer"})  # they see the same
    assert kept(http) == [(game.id, one, last) for one in audiences for last in (SIZE, 2 * SIZE)]
    again = {role: (steps(game, role), saved(game, role)) for role in game.tokens}
    assert again == fresh
    assert len({data for _, data in fresh.values()}) == len(audiences), "each sees their own"
    assert steps(game, "referee", audience="public") == fresh["nobody"][0]
    assert faults(http) == []


def test_any_page_is_the_same_from_blocks_as_without(http: httpx.Client) -> None:
    game = bidding(http).until("window")
    pad(game)
    pages = [(0, 200), (0, 1), (SIZE - 1, 2), (SIZE, SIZE), (5, SIZE + 20), (LONG - 3, 50)]
    cold = []
    for after, limit in pages:
        forget(http)
        cold.append(steps(game, "seat:east", after=after, limit=limit))
    steps(game, "seat:east")
    assert len(kept(http)) == 2
    assert [steps(game, "seat:east", after=one, limit=two) for one, two in pages] == cold


def test_what_was_told_stays_when_play_goes_on_and_the_seals_are_opened(http: httpx.Client) -> None:
    game = bidding(http).until("window")
    pad(game)
    told = {role: steps(game, role)["items"] for role in game.tokens if role != "nobody"}
    below = Below("on")
    game.do("referee", "campaign.rewind", to=3, reason="x")
    while game.step(below):
        pass
    game.agree()
    for role, items in told.items():
        assert steps(game, role)["items"][: len(items)] == items
    forget(http)
    for role, items in told.items():
        assert steps(game, role)["items"][: len(items)] == items, "and so it would be told anew"


PAGES = ("/steps?after=0&limit=5", "/state?at=3")


def test_a_longer_file_is_told_with_what_it_opens(http: httpx.Client, tmp_path: Path) -> None:
    game = bidding(http, visibility="public").until("over")
    pad(game)
    closed = game.get("nobody", "/capsule").content
    game.agree()
    opened = game.get("nobody", "/capsule").content
    with TestClient(app_of(tmp_path / "one")) as one, TestClient(app_of(tmp_path / "two")) as two:
        copies = [Game(there, {**game.created, "invitations": {}}) for there in (one, two)]
        assert take_in(one, closed).status_code == 201
        steps(copies[0], "nobody")
        assert len(kept(one)) == 2
        tags = [copies[0].get("nobody", path).headers["etag"] for path in PAGES]
        assert take_in(one, opened).status_code == 200
        assert kept(one) == [], "it may open more of what was told"
        now = [copies[0].get("nobody", path).headers["etag"] for path in PAGES]
        assert not set(tags) & set(now), "and so nobody is told that they have it"
        assert take_in(two, opened).status_code == 201
        for audience in ("public", "referee", "seat:north", "seat:east", "seat:south"):
            told = [steps(copy, "nobody", audience=audience) for copy in copies]
            assert told[0] == told[1]


def test_what_other_code_told_is_told_anew(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = desk(http)
    pad(game)
    expected = steps(game, "referee")
    here = http.app.state.context  # type: ignore[attr-defined]
    wrong = step_blocks.pack(SIZE, [step_blocks.Told(b"{}", b"{}")] * SIZE).steps
    update = t.step_blocks.update().values(steps=wrong)
    kept(http)
    here.engine.run(lambda batch: batch.tx.connection.execute(update))
    assert [fault.what for fault in faults(http)] == [
        "kept steps of referee are not those of the log"
    ] * 2
    monkeypatch.setattr(words, "version", lambda system: "0" * 64)
    assert steps(game, "referee") == expected
    assert faults(http) == []


def test_a_block_that_cannot_be_read_is_told_anew(http: httpx.Client) -> None:
    game = desk(http)
    pad(game)
    expected = steps(game, "referee"), saved(game, "referee")
    here = http.app.state.context  # type: ignore[attr-defined]
    broken = t.step_blocks.update().values(steps=b"x")
    for ask, answer in zip((steps, saved), expected, strict=True):
        kept(http)
        here.engine.run(lambda batch: batch.tx.connection.execute(broken))
        assert len(faults(http)) == 2
        assert ask(game, "referee") == answer
        assert len(kept(http)) == 2
        assert faults(http) == []


def test_what_is_told_is_of_the_code_that_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new version may be installed while the one before still serves."""
    words._version.cache_clear()
    with TestClient(app_of(tmp_path / "data")) as http:
        with monkeypatch.context() as later:
            later.setattr(words, "_files", lambda package: [])
            game = desk(http)
            pad(game)
            steps(game, "referee")
        assert len(kept(http)) == 2
        words._version.cache_clear()
        assert versions(http) == {words.version(systems()["civil-war"])}


def versions(http: httpx.Client) -> set[str]:
    here = http.app.state.context  # type: ignore[attr-defined]
    with here.database.reading() as connection:
        return set(connection.execute(sa.select(t.step_blocks.c.version)).scalars())


@pytest.mark.parametrize("other", [False, True])
def test_what_a_process_of_other_code_told_is_not_kept(
    other: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is what it told read while others wait for the event loop."""
    run, read = proof.run_sandboxed, sandbox_tasks.blocks_of

    async def begun(*given: Any, **named: Any) -> Any:
        version = await run(*given, **named)
        assert version == words.version(systems()["civil-war"])
        return "0" * 64 if other else version

    def blocks_of(file: Any) -> Any:
        with pytest.raises(RuntimeError):
            asyncio.get_running_loop()
        yield from read(file)

    monkeypatch.setattr(proof, "run_sandboxed", begun)
    monkeypatch.setattr(sandbox_tasks, "blocks_of", blocks_of)
    with TestClient(app_of(tmp_path / "data", limits=Limits(steps_here=0))) as http:
        game = desk(http)
        pad(game)
        saved(game, "referee")
        assert len(kept(http)) == (0 if other else 2)


def test_what_was_told_before_the_work_ended_early_is_not_told_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits, run = Limits(steps_here=0, steps_each=SIZE), proof.run_sandboxed
    begun: list[int] = []

    async def once(*given: Any, **named: Any) -> Any:
        begun.append(given[-2])
        if len(begun) == 2:
            raise Problem("too-large", "This takes more time.")
        return await run(*given, **named)

    monkeypatch.setattr(proof, "run_sandboxed", once)
    with TestClient(app_of(tmp_path / "data", limits=limits)) as http:
        game = desk(http)
        pad(game)
        refused = game.get("referee", "/capsule", params={"steps": True})
        assert refused.json()["type"].endswith("too-large")
        assert [last for *_, last in kept(http)] == [SIZE]
        assert len(saved(game, "referee").splitlines()) == LONG + 4
        assert begun == [0, SIZE, 0, SIZE, 2 * SIZE]
        assert [last for *_, last in kept(http)] == [SIZE, 2 * SIZE]


def test_what_is_too_wide_to_be_kept_costs_no_transaction(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = desk(http)
    pad(game)
    monkeypatch.setattr(step_blocks, "WIDEST", 100)
    here = http.app.state.context  # type: ignore[attr-defined]
    monkeypatch.setattr(here.engine, "submit", never)
    assert len(steps(game, "referee")["items"]) == LONG
    assert len(saved(game, "referee").splitlines()) == LONG + 4


def never(*given: Any) -> None:
    raise AssertionError("there is nothing to keep")


def test_blocks_go_with_their_campaign_and_are_dropped_by_a_rebuild(http: httpx.Client) -> None:
    game, other = desk(http), desk(http)
    here = http.app.state.context  # type: ignore[attr-defined]
    for one in (game, other):
        pad(one)
        steps(one, "referee")
    fork = game.post("referee", "/forks", {"at": SIZE + 1, "name": "On"})
    assert fork.status_code == 201
    here.engine.run(lambda batch: removal.delete(batch, batch.tx.campaign(game.id), "spam"))
    assert {one for one, _, _ in kept(http)} == {other.id}
    assert faults(http) == []
    here.engine.run(lambda batch: rebuild(batch.tx, other.id, here.systems))
    assert kept(http) == []


def test_the_oldest_blocks_go(http: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(step_blocks, "MOST", 2)
    games = [desk(http) for _ in range(3)]
    for game in games:
        pad(game)
        steps(game, "referee")
        kept(http)
    assert {one for one, _, _ in kept(http)} == {games[-1].id}


def test_blocks_that_are_read_stay_and_others_go(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(step_blocks, "MOST", 8)
    games = [desk(http) for _ in range(8)]
    for game in games:
        pad(game)
        steps(game, "referee")
        assert steps(games[0], "referee")["items"], "its blocks are read all the time"
        kept(http)
    left = {one for one, _, _ in kept(http)}
    assert games[0].id in left
    assert games[1].id not in left
    assert len(left) == 4


def test_a_block_that_is_not_old_is_not_kept_anew(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = desk(http)
    pad(game)
    told = steps(game, "referee")
    assert len(kept(http)) == 2
    here = http.app.state.context  # type: ignore[attr-defined]
    monkeypatch.setattr(here.engine, "submit", never)
    assert steps(game, "referee") == told


def test_a_server_that_is_only_read_keeps_most_of_its_blocks(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that are kept while nothing is played are equally old."""
    game = bidding(http, visibility="public")
    pad(game)
    monkeypatch.setattr(step_blocks, "MOST", 3)
    for role in ("nobody", "referee", "seat:north"):
        steps(game, role)
        assert len(kept(http)) in (2, 3)


def test_a_capsule_of_many_parts_is_whole(http: httpx.Client) -> None:
    game = desk(http)
    game.do("referee", "civil-war.adjudicate-combat", **ADJUDICATE)
    while game.seq < PART + 3:
        pad(game, min(PART + 3, game.seq + 150))
    lines = saved(game, "referee").splitlines()
    assert len(lines) == PART + 3 + 4
    assert saved(game, "referee").splitlines() == lines


def test_pages_that_cannot_change_are_not_sent_twice(http: httpx.Client) -> None:
    game = bidding(http, visibility="public")
    pad(game, 20)
    paths = ("", "/steps", "/steps?after=0&limit=5", "/options", "/state", "/state?at=3")
    tags = {}
    for path in paths:
        answer = game.get("referee", path)
        tags[path] = answer.headers["etag"]
        assert answer.headers["cache-control"] == "private, no-cache"
        assert "Authorization" in answer.headers["vary"]
        again = game.get("referee", path, headers={"If-None-Match": tags[path]})
        assert (again.status_code, again.content) == (304, b"")
        if path:
            other = game.get("seat:north", path, headers={"If-None-Match": tags[path]})
            assert other.status_code == 200, "another's is another answer"
    pad(game, 21)
    for path in paths:
        again = game.get("referee", path, headers={"If-None-Match": tags[path]})
        final = path in ("/steps?after=0&limit=5", "/state?at=3")
        assert again.status_code == (304 if final else 200), path


def test_what_everybody_is_answered_alike_may_be_kept_by_all(http: httpx.Client) -> None:
    system = "/v1/systems/tally"
    (table, *_) = http.get(f"{system}/tables").json()["items"]
    for path in ("/v1/systems", system, f"{system}/tables", f"{system}/tables/{table['key']}"):
        answer = http.get(path)
        assert answer.headers["cache-control"] == "no-cache"
        tag = {"If-None-Match": answer.headers["etag"]}
        assert http.get(path, headers=tag).status_code == 304
    contract = http.get("/openapi.json")
    tag = {"If-None-Match": contract.headers["etag"]}
    assert http.get("/openapi.json", headers=tag).status_code == 304
