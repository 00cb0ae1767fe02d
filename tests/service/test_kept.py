"""What a worker's writer keeps of heads and tokens holds until anybody changes it, anywhere."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from iacta.service import auth
from iacta.service.auth.handover import hand_over
from iacta.service.campaigns import removal
from iacta.service.campaigns.engine import Batch, Engine
from iacta.service.errors import Problem
from iacta.service.store import kept
from iacta.service.store.rows import CampaignRow
from tests.support.host import ScriptedHost
from tests.support.play import Game, bearer, branch, desk
from tests.support.postgres import drop_database, new_database
from tests.support.servers import app_of, problem

NOTE = {"type_": "campaign.annotate", "seq": 1, "text": "x"}
Workers = tuple[httpx.Client, httpx.Client]


@contextmanager
def two_workers(kind: str, data: Path) -> Iterator[Workers]:
    """Two servers on one database; on PostgreSQL as it is run, on a file as `iacta` beside it."""
    url = new_database(begun=True) if kind == "postgres" else ""
    with ExitStack() as stack:
        if url:
            stack.callback(drop_database, url)
        here, there = (
            stack.enter_context(TestClient(app_of(data, url, host=ScriptedHost(seed))))
            for seed in ("here", "there")
        )
        yield here, there


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def kind(request: pytest.FixtureRequest) -> str:
    """The database."""
    return str(request.param)


@pytest.fixture(scope="module")
def workers(kind: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workers]:
    """Two for all tests, each of which founds a campaign: to end one takes half a second."""
    with two_workers(kind, tmp_path_factory.mktemp("kept") / "data") as workers:
        yield workers


def engine_of(http: httpx.Client) -> Engine:
    return http.app.state.context.engine  # type: ignore[attr-defined,no-any-return]


def at(game: Game, http: httpx.Client) -> Game:
    """The same game as another worker serves it."""
    other = Game(http, game.created)
    other.tokens = game.tokens
    return other


def shared(workers: Workers, **members: Any) -> tuple[Game, Game]:
    """A campaign that both workers have played, so that both keep its head and tokens."""
    here, there = workers
    mine = desk(here, **members).claim_all()
    yours = at(mine, there)
    for one in (yours, mine, yours):
        one.do("referee", **NOTE)
        one.do("seat:caesarian", **NOTE)
    for http in workers:
        for role in ("referee", "seat:caesarian"):
            assert holds(http, mine, role), "it is kept, or these tests show nothing"
    return mine, yours


def holds(http: httpx.Client, game: Game, role: str) -> bool:
    token = game.tokens[role]
    assert token is not None
    return engine_of(http).held(game.id, auth.hash_token(token)) is not None


def change(http: httpx.Client, game: Game, work: Callable[[Batch, CampaignRow], Any]) -> None:
    """Change a campaign as the operator does beside the servers."""

    def run(batch: Batch) -> Any:
        row = batch.tx.campaign(game.id)
        assert row is not None
        return work(batch, row)

    engine_of(http).run(run)


def test_a_seat_replaced_at_one_worker_is_refused_at_the_other(workers: Workers) -> None:
    mine, yours = shared(workers)
    body = {"role": "seat:caesarian"}
    fresh = mine.post("referee", "/tokens", body).json()["token"]
    for game in (yours, mine):
        problem(game.send("seat:caesarian", **NOTE), "not-found")
    mine.tokens["seat:caesarian"] = fresh
    for game in (yours, mine):
        game.do("seat:caesarian", **NOTE)


def test_a_batch_of_a_revoked_token_is_refused_too(workers: Workers) -> None:
    mine, yours = shared(workers)
    assert mine.post("referee", "/tokens", {"role": "seat:caesarian"}).status_code == 201
    note = {"type": "campaign.annotate", "seq": 1, "text": "x"}
    batch = {"mode": "all-or-none", "commands": [{"command": note}]}
    before = yours.seq
    problem(yours.post("seat:caesarian", "/command-batches", batch), "not-found")
    assert yours.seq == before


def test_a_hidden_campaign_is_none_for_strangers_at_the_other_worker(workers: Workers) -> None:
    mine, yours = shared(workers, visibility="public")
    body = {"command": {"type": "campaign.annotate", "seq": 1, "text": "x"}}
    stranger = bearer("x" * 43)
    for game in (mine, yours):
        problem(
            game.http.post(f"{game.path}/commands", json=body, headers=stranger), "unauthorized"
        )
    change(mine.http, mine, removal.hide)
    for game in (yours, mine):
        problem(game.http.post(f"{game.path}/commands", json=body, headers=stranger), "not-found")
        game.do("referee", **NOTE)


def test_a_deleted_campaign_is_gone_at_the_other_worker(workers: Workers) -> None:
    mine, yours = shared(workers)
    change(mine.http, mine, lambda batch, row: removal.delete(batch, row, "a test"))
    for game in (yours, mine):
        problem(game.send("referee", **NOTE), "not-found")


def test_a_read_only_campaign_is_refused_at_the_other_worker(workers: Workers) -> None:
    mine, yours = shared(workers)
    change(mine.http, mine, lambda batch, row: batch.tx.change(row, kind="read-only"))
    for game in (yours, mine):
        problem(game.send("referee", **NOTE), "read-only")
    change(yours.http, mine, lambda batch, row: batch.tx.change(row, kind="live"))
    for game in (mine, yours):
        game.do("referee", **NOTE)


def test_what_another_worker_added_comes_before_what_is_added_here(workers: Workers) -> None:
    """Several events between two of one worker's, and none: no event is written twice."""
    mine, yours = shared(workers)
    at_first = mine.seq
    made = [
        game.do("referee", **NOTE)["head"]["seq"]
        for game in (yours, mine, mine, yours, yours, yours, mine, yours)
    ]
    assert made == list(range(at_first + 1, at_first + 9))
    items = mine.get("referee", "/events").json()["items"]
    assert [one["event"]["seq"] for one in items] == list(range(1, made[-1] + 1))


def test_more_than_is_looked_through_is_read_anew(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "FOLLOWED", 2)
    mine, yours = shared(workers)
    for count in (1, 2, 3, 4):
        for _ in range(count):
            mine.do("referee", **NOTE)
        assert yours.do("referee", **NOTE)["head"]["seq"] == mine.seq


def test_a_fork_and_its_parent_are_played_on_at_both(workers: Workers) -> None:
    mine, yours = shared(workers)
    ours = branch(mine, mine.seq)
    theirs = at(ours, yours.http)
    for game in (theirs, yours, ours, mine, theirs, yours):
        game.do("referee", **NOTE)
    assert ours.seq == theirs.seq
    assert mine.seq == yours.seq
    problem(theirs.http.post(
        f"{theirs.path}/commands",
        json={"command": {"type": "campaign.annotate", "seq": 1, "text": "x"}},
        headers=bearer(mine.tokens["referee"]),
    ), "not-found")  # fmt: skip


def test_a_batch_that_fails_leaves_nothing_behind(workers: Workers) -> None:
    """What it had changed and read of its own changes is not kept."""
    mine, yours = shared(workers)

    def fails(batch: Batch, row: CampaignRow) -> None:
        batch.tx.change(row, kind="read-only")
        again = batch.tx.campaign(row.id)
        assert again is not None
        assert again.kind == "read-only"
        raise RuntimeError("the disk is full")

    with pytest.raises(RuntimeError):
        change(mine.http, mine, fails)
    for game in (mine, yours):
        game.do("referee", **NOTE)


def test_a_token_revoked_within_a_batch_is_refused_to_what_comes_after(workers: Workers) -> None:
    mine, _ = shared(workers)
    engine, token = engine_of(mine.http), mine.tokens["seat:caesarian"]
    found: list[str] = []

    def revokes(batch: Batch) -> Any:
        def known() -> str:
            try:
                return auth.resolve(batch.tx, engine.mark, mine.id, token)[1].role
            except Problem as refused:
                return refused.type.slug

        found.append(known())
        row = batch.tx.campaign(mine.id)
        assert row is not None
        hand_over(batch, row, "seat:caesarian", "referee")
        found.append(known())

    engine.run(revokes)
    assert found == ["seat:caesarian", "not-found"]


def test_nothing_is_asked_of_the_database_for_a_head_and_a_token_that_are_kept(
    workers: Workers,
) -> None:
    mine, _ = shared(workers)
    asked: list[str] = []

    def note(_: Any, __: Any, statement: str, *___: Any) -> None:
        asked.append(statement)

    engine = engine_of(mine.http)
    mine.do("referee", **NOTE)
    sa.event.listen(engine.database.engine, "before_cursor_execute", note)
    mine.do("referee", **NOTE)
    assert not [one for one in asked if "FROM tokens" in one or "FROM campaigns" in one]


def test_only_so_much_is_kept(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers of its own: those of the others keep more already."""
    monkeypatch.setattr(kept, "MOST", 2)
    with two_workers(kind, tmp_path / "data") as (here, _):
        games = [desk(here) for _ in range(4)]
        for _ in range(2):
            for game in games:
                game.do("referee", **NOTE)
                memory = engine_of(here)._commit.kept
                assert len(memory.heads) <= 2
                assert len(memory.tokens) <= 2
