"""The operator's hand: tokens made anew, campaigns hidden, shown and deleted."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from iacta.domain.kernel.campaign.verify.capsule import verify_capsule
from iacta.domain.kernel.proof.dice import STRIDE
from iacta.service.auth.handover import hand_over
from iacta.service.campaigns import removal
from iacta.service.campaigns.engine import Batch
from iacta.service.entropy import LinkStore
from iacta.service.projections.rebuild import rebuild
from iacta.service.signing import check_signature
from iacta.service.store import schema as t
from iacta.service.store.rows import CampaignRow
from tests.service.test_proof import COMBAT, faults, take_in
from tests.support.environment import Below
from tests.support.forge import Forgery
from tests.support.keys import OTHER
from tests.support.play import Game, bearer, bidding, branch, desk
from tests.support.postgres import drop_database, new_database
from tests.support.readings import READINGS, STREAM
from tests.support.servers import app_of, problem, rows, sqlite_url, systems

Client = TestClient[Any]
UNKNOWN = "0193a5a0-0000-7000-8000-00000000dead"


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A fresh database of either kind."""
    if request.param == "sqlite":
        yield sqlite_url(tmp_path / "data")
        return
    url = new_database(begun=True)
    yield url
    drop_database(url)


@pytest.fixture
def http(url: str, tmp_path: Path) -> Iterator[Client]:
    """The service over it."""
    with TestClient(app_of(tmp_path / "data", url)) as client:
        yield client


@pytest.fixture
def lite(tmp_path: Path) -> Iterator[Client]:
    """The service over an embedded database."""
    with TestClient(app_of(tmp_path / "data")) as client:
        yield client


def operate(http: httpx.Client, campaign: str, work: Callable[[Batch, CampaignRow], Any]) -> Any:
    """Run the operator's work on a campaign, as the command line does."""

    def run(batch: Batch) -> Callable[[], Any]:
        row = batch.tx.campaign(campaign)
        assert row is not None
        done = work(batch, row)
        return lambda: done

    engine = http.app.state.context.engine  # type: ignore[attr-defined]
    return engine.submit(run, alone=True).result(30)


def delete(http: httpx.Client, campaign: str, reason: str = "An address stood in it.") -> int:
    kept: int = operate(http, campaign, lambda batch, row: removal.delete(batch, row, reason))
    return kept


def verifies(http: httpx.Client, data: bytes) -> Any:
    key = http.get("/v1/key").json()["key"]
    return verify_capsule(data, check_signature, key=key, systems=systems())


def test_a_lost_token_is_replaced_and_the_log_says_so(lite: Client) -> None:
    game = desk(lite, visibility="public").claim_all()
    lost = game.tokens["referee"]
    game.tokens["referee"] = operate(
        lite, game.id, lambda batch, row: hand_over(batch, row, "referee", "service")
    )
    game.do("referee", **COMBAT)
    problem(lite.get(f"{game.path}/whoami", headers=bearer(lost)), "unauthorized")
    (event,) = (
        one["event"]
        for one in game.get("referee", "/events").json()["items"]
        if one["event"]["by"] == "service"
    )
    assert event["command"] == {"type": "campaign.hand-over", "role": "referee"}
    assert event["effects"] == [{"type": "seat-handed-over", "role": "referee"}]
    report = verifies(lite, game.get("referee", "/capsule").content)
    assert report.ok
    assert report.check(10).result == "pass"
    steps = game.get("nobody", "/steps").json()["items"]
    assert steps[event["seq"] - 1]["text"] == [
        "The referee: handed over to a new holder by the server's operator."
    ]
    assert faults(lite) == []


def test_a_seat_that_resigned_is_held_again_once_it_is_handed_over(lite: Client) -> None:
    game = desk(lite, visibility="public").claim_all()
    game.do("seat:caesarian", "campaign.resign")
    problem(game.send("seat:caesarian", "campaign.resign"), "conflict")
    made = game.post("referee", "/tokens", {"role": "seat:caesarian"})
    game.tokens["seat:caesarian"] = made.json()["token"]
    assert [seat["resigned"] for seat in game.campaign()["seats"]] == [False, False]
    assert any(one["id"] == "campaign.resign" for one in game.options("seat:caesarian"))
    game.do("seat:caesarian", "campaign.resign")
    assert [seat["resigned"] for seat in game.campaign()["seats"]] == [True, False]
    assert verifies(lite, game.get("referee", "/capsule").content).ok
    assert faults(lite) == []


def test_what_is_hidden_is_read_by_its_tokens_alone(lite: Client) -> None:
    game = desk(lite, visibility="public").claim_all()
    before = rows(sqlite_url(Path(lite.app.state.context.settings.data)))
    operate(lite, game.id, removal.hide)
    assert game.id not in lite.get("/v1/campaigns").text
    for path in (*READINGS, STREAM):
        known, never = (lite.get(f"/v1/campaigns/{one}{path}") for one in (game.id, UNKNOWN))
        assert known.status_code == never.status_code == 404
        assert known.json()["detail"] == never.json()["detail"]
    assert game.campaign("seat:caesarian")["visibility"] == "hidden"
    game.do("referee", **COMBAT)
    data = game.get("referee", "/capsule").content
    assert take_in(lite, data).status_code == 200
    assert lite.get(game.path).status_code == 404, "an import does not show it"
    assert faults(lite) == []
    operate(lite, game.id, removal.show)
    assert game.campaign("nobody")["visibility"] == "public"
    assert len(before["campaigns"]) == 1


def test_a_hidden_file_is_not_shown_by_bringing_it_again(lite: Client, tmp_path: Path) -> None:
    with TestClient(app_of(tmp_path / "home")) as home:
        game = desk(home, visibility="public")
        first = game.get("nobody", "/capsule").content
        game.do("referee", **COMBAT)
        longer = game.get("nobody", "/capsule").content
    assert take_in(lite, first).status_code == 201
    operate(lite, game.id, removal.hide)
    for data in (first, longer):
        assert take_in(lite, data).status_code == 200
        assert lite.get(game.path).status_code == 404
    assert lite.get("/v1/campaigns").json()["items"] == []


def test_only_what_was_public_is_hidden_and_shown(lite: Client) -> None:
    private, public = desk(lite), desk(lite, visibility="public")
    for work, game in (
        (removal.show, private),
        (removal.hide, private),
        (removal.show, public),
    ):
        with pytest.raises(Exception, match="not"):
            operate(lite, game.id, work)
    assert private.get("nobody").status_code == 404
    assert public.get("nobody").status_code == 200


def left(http: httpx.Client, campaign: str) -> dict[str, int]:
    """How many rows each table has of a campaign."""
    found = {}
    with http.app.state.context.database.reading() as connection:  # type: ignore[attr-defined]
        for table in t.metadata.sorted_tables:
            if "campaign_id" in table.c:
                query = sa.select(sa.func.count()).where(table.c.campaign_id == campaign)
                found[table.name] = connection.execute(query).scalar_one()
    return {name: count for name, count in found.items() if count}


def test_a_deleted_campaign_leaves_its_checkpoint_and_the_reason(http: Client) -> None:
    game = bidding(http, visibility="public")
    below = Below("deleted")
    for _ in range(5):
        game.step(below)
    checkpoint = game.get("nobody", "/checkpoint").text
    assert {"events", "openings", "chains", "tokens", "invitations"} <= {*left(http, game.id)}
    assert delete(http, game.id, "An address stood in it.") == 0
    assert left(http, game.id) == {}
    for role in game.tokens:
        for path in (*READINGS, STREAM):
            body = problem(game.get(role, path), "deleted")
            assert (body["reason"], body["checkpoint"]) == ("An address stood in it.", checkpoint)
    problem(game.send("referee", "campaign.annotate", seq=1, text="x"), "deleted")
    problem(http.post(f"{game.path}/forks", json={"at": 1, "name": "on"}), "deleted")
    claim = http.post(f"{game.path}/claims", json={"invitation": game.invitations["north"]})
    problem(claim, "not-found")
    assert http.get("/v1/campaigns").json()["items"] == []
    assert faults(http) == []
    after = desk(http, visibility="public")
    after.do("referee", **COMBAT)
    assert faults(http) == [], "the positions go on"
    operate(http, after.id, lambda batch, row: rebuild(batch.tx, row.id, batch.engine.systems))
    assert faults(http) == []


def test_a_private_campaign_leaves_no_trace_for_strangers(lite: Client) -> None:
    game = desk(lite).claim_all()
    hidden = desk(lite, visibility="public").claim_all()
    operate(lite, hidden.id, removal.hide)
    for one in (game, hidden):
        delete(lite, one.id)
        for role in one.tokens:
            token = bearer(one.tokens[role])
            for path in (*READINGS, STREAM):
                gone = lite.get(f"{one.path}{path}", headers=token)
                never = lite.get(f"/v1/campaigns/{UNKNOWN}{path}", headers=token)
                same = [
                    (a.status_code, {**a.json(), "request_id": "", "instance": ""})
                    for a in (gone, never)
                ]
                assert same[0] == same[1]
                assert gone.status_code == 404
    assert faults(lite) == []


def test_a_deleted_file_is_not_taken_in_again(lite: Client) -> None:
    game = desk(lite, visibility="public")
    game.do("referee", **COMBAT)
    data = game.get("nobody", "/capsule").content
    delete(lite, game.id, "It must not be here.")
    assert problem(take_in(lite, data), "deleted")["reason"] == "It must not be here."
    theirs = Forgery(data).sign(OTHER).bytes()
    assert take_in(lite, theirs).status_code == 201, "another copy is another matter"
    assert lite.get(game.path).json()["key"] == OTHER.key.text()
    private = desk(lite)
    data = private.get("referee", "/capsule").content
    delete(lite, private.id, "A secret reason.")
    assert "secret" not in take_in(lite, data).text
    assert faults(lite) == []


def test_what_a_kept_fork_shares_stays_until_the_fork_goes(http: Client) -> None:
    """Played to its end with all it shares sealed, though its parent can open nothing more."""
    game = bidding(http, visibility="public", options={"referee_sees": "all"})
    below = Below("kept")
    for _ in range(4):
        game.step(below)
    at = game.seq
    fork = branch(game, at, "kept")
    for _ in range(3):
        game.step(below)
    record = [game.get("referee", f"/events/{n}").json()["event"] for n in range(1, at + 1)]
    assert delete(http, game.id) == at
    problem(game.get("referee"), "deleted")
    assert left(http, game.id)["events"] == at
    assert not {"tokens", "invitations", "listing"} & {*left(http, game.id)}
    assert [fork.get("referee", f"/events/{n}").json()["event"] for n in range(1, at + 1)] == record
    drawn = [draw["link"] for e in record for draw in e["draws"] if draw["chain"] == "sealed"]
    assert kept_links(http, game.id) == {"sealed": max(drawn)}, "none that were still to come"
    assert faults(http) == []
    operate(http, fork.id, lambda batch, row: rebuild(batch.tx, row.id, batch.engine.systems))
    assert faults(http) == []
    fork.do("referee", "campaign.reshuffle")
    while fork.campaign()["status"] == "open":
        fork.step(below)
    fork.agree()
    report = verifies(http, fork.get("nobody", "/capsule").content)
    assert report.ok
    assert {check.result for check in report.checks} == {"pass"}
    lineage = fork.campaign("nobody")["lineage"]
    assert [(one["id"], one["name"]) for one in lineage] == [(game.id, "(deleted)")]
    delete(http, fork.id)
    assert left(http, game.id) == left(http, fork.id) == {}
    assert faults(http) == []


def kept_links(http: httpx.Client, campaign: str) -> dict[str, int]:
    """How many links are kept of a campaign's chains."""
    links = LinkStore()
    with http.app.state.context.database.reading() as connection:  # type: ignore[attr-defined]
        rows = connection.execute(sa.select(t.chains).where(t.chains.c.campaign_id == campaign))
        found = {row.chain: links.decode(row.anchor, row.links, row.stored) for row in rows}
    for chain in found.values():
        assert len(chain.stored) == -(-chain.links // STRIDE)
    return {name: chain.links for name, chain in found.items()}


def test_a_fork_of_a_deleted_fork_keeps_what_it_needs_of_both(lite: Client) -> None:
    game = desk(lite, visibility="public")
    for _ in range(5):
        game.do("referee", **COMBAT)
    child = Game(lite, lite.post(f"{game.path}/forks", json={"at": 4, "name": "child"}).json())
    for _ in range(3):
        child.do("referee", **COMBAT)
    early = Game(lite, lite.post(f"{child.path}/forks", json={"at": 2, "name": "early"}).json())
    late = Game(lite, lite.post(f"{child.path}/forks", json={"at": 6, "name": "late"}).json())
    assert (delete(lite, child.id), delete(lite, game.id)) == (2, 4)
    assert faults(lite) == []
    late.do("referee", **COMBAT)
    assert verifies(lite, late.get("nobody", "/capsule").content).ok
    delete(lite, late.id)
    assert (left(lite, child.id), left(lite, game.id)["events"]) == ({}, 2)
    assert verifies(lite, early.get("nobody", "/capsule").content).ok
    assert faults(lite) == []
    delete(lite, early.id)
    assert left(lite, game.id) == {}
    assert faults(lite) == []


def forget(http: httpx.Client) -> None:
    """As a server that was started anew, which holds no state of before."""
    engine = http.app.state.context.engine  # type: ignore[attr-defined]
    engine.folds._cache.clear()
    engine._live.clear()


def test_a_fork_is_taken_back_though_its_parent_was_deleted(lite: Client) -> None:
    game = bidding(lite, options={"referee_sees": "all"})
    at = game.seq
    fork = branch(game, at)
    fork.do("referee", "campaign.reshuffle")
    delete(lite, game.id)
    forget(lite)
    fork.do("referee", "campaign.rewind", to=at, reason="A parent that is gone plays no more.")
    assert branch(fork, at + 1).seq == at + 2


def test_what_a_deleted_campaign_had_shown_stays_shown(http: Client) -> None:
    """What it opened is hidden again in no fork, and no secret that forks of strangers share."""
    game = bidding(http, visibility="public", options={"referee_sees": "all", "seal_grace": 0})
    at = game.seq
    kept = branch(game, at)
    kept.do("referee", "campaign.conclude", reason="tired", winners=[])
    game.do("referee", "campaign.conclude", reason="tired", winners=[])
    game.do("referee", "campaign.open-seals")
    made = [game.post("nobody", "/forks", {"at": at, "name": "x"}).json() for _ in range(2)]
    mine, theirs = (Game(http, one).claim_all() for one in made)
    delete(http, game.id)
    forget(http)
    before = theirs.seq
    assert mine.post("referee", "/tokens", {"role": "seat:east"}).status_code == 201
    assert theirs.seq == before, "another's seat is not handed over"
    rewind = {"to": at, "reason": "x"}
    told = problem(kept.send("referee", "campaign.rewind", **rewind), "conflict")["detail"]
    assert "opened its seals" in told
    assert faults(http) == []


def test_fsck_finds_what_a_deletion_left_behind(lite: Client) -> None:
    game = desk(lite, visibility="public").claim_all()
    delete(lite, game.id)

    def plant(batch: Batch, row: CampaignRow) -> None:
        token = {"hash": "0" * 64, "campaign_id": row.id, "role": "referee"}
        batch.tx.connection.execute(t.tokens.insert(), token)
        batch.tx.change(row, reason=None)

    operate(lite, game.id, plant)
    assert sorted(one.what for one in faults(lite)) == [
        "it was deleted without a reason",
        "it was deleted, and tokens still has it",
    ]
