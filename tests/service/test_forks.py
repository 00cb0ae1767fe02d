"""Forks of games that hide something: who may, what they carry, what they tell."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from iacta.domain.kernel.campaign.verify.capsule import verify_capsule
from iacta.domain.kernel.proof.record import read_record
from iacta.service.campaigns.removal import delete
from iacta.service.errors import Problem
from iacta.service.http import campaigns
from iacta.service.http.answers import write_id
from iacta.service.signing import check_signature
from iacta.service.store import schema
from tests.support.play import Game, agree, bidding, branch, desk, found
from tests.support.servers import app_of, problem, sqlite_url, systems, unchanged

SEES = ("public", "all")
SEATS = ("seat:north", "seat:east", "seat:south")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data folder of one test."""
    return tmp_path / "data"


@pytest.fixture
def url(data: Path) -> str:
    return sqlite_url(data)


@pytest.fixture
def http(data: Path) -> Iterator[httpx.Client]:
    with TestClient(app_of(data)) as client:
        yield client


def engine_of(http: httpx.Client) -> Any:
    return http.app.state.context.engine  # type: ignore[attr-defined]


def restore(http: httpx.Client) -> None:
    """As `iacta restored` does."""
    engine_of(http).mark_restored()


def hide(http: httpx.Client, campaign_id: str) -> None:
    """As `iacta hide` does."""

    def work(batch: Any) -> Any:
        row = batch.tx.campaign(campaign_id)
        batch.tx.change(row, visibility="private")
        return lambda: None

    engine_of(http).submit(work, alone=True).result(30)


def fork(game: Game, role: str, at: int, **members: Any) -> httpx.Response:
    return game.post(role, "/forks", {"at": at, "name": "x", **members})


def last(game: Game, role: str = "referee") -> dict[str, Any]:
    """The last event."""
    found: dict[str, Any] = game.get(role, f"/events/{game.seq}").json()["event"]
    return found


def hand(game: Game, role: str) -> Any:
    """The cards that a seat sees in its own hand."""
    boards = game.get(role, "/state").json()["view"]["game"]["boards"]
    return next(one["hand"] for one in boards if f"seat:{one['seat']}" == role)


def sound(game: Game, role: str = "referee") -> None:
    """The capsule verifies, rules included, as far as its audience may see."""
    key = game.http.get("/v1/key").json()["key"]
    capsule = game.get(role, "/capsule").content
    report = verify_capsule(capsule, check_signature, key=key, systems=systems())
    assert report.ok, [(check.number, check.detail) for check in report.checks]


# --- who may ------------------------------------------------------------------------------------


def test_where_nothing_is_hidden_yet_anybody_may_fork(http: httpx.Client) -> None:
    game = bidding(http, visibility="public")
    before = game.seq
    answer = fork(game, "nobody", 1)
    assert answer.status_code == 201
    assert answer.json()["held"] == []
    assert set(answer.json()["invitations"]) == {"north", "east", "south"}
    assert set(answer.json()["tokens"]) == {"referee", "observer"}
    assert game.seq == before, "nothing is written into the parent"


@pytest.mark.parametrize("sees", SEES)
def test_of_what_is_hidden_only_the_referee_makes_a_fork(
    http: httpx.Client, url: str, sees: str
) -> None:
    game = bidding(http, options={"referee_sees": sees}, visibility="public")
    at = game.seq
    for role in ("nobody", "observer", *SEATS):
        with unchanged(url):
            told = problem(fork(game, role, at), "forbidden")["detail"]
        assert ("campaign.consent" in told) == (sees == "public")
    if sees == "all":
        assert fork(game, "referee", at).status_code == 201


def test_a_referee_who_sees_no_hands_waits_for_every_seat(http: httpx.Client, url: str) -> None:
    game = bidding(http)
    at = game.seq
    for number, role in enumerate(SEATS):
        with unchanged(url):
            told = problem(fork(game, "referee", at), "conflict")["detail"]
        assert told.endswith(", ".join(seat.removeprefix("seat:") for seat in SEATS[number:]))
        made = game.do(role, "campaign.consent", fork=at)["event"]
        assert made["effects"] == [
            {"type": "fork-consented", "seat": role.removeprefix("seat:"), "at": at,
             "withdrawn": False}
        ]  # fmt: skip
    problem(fork(game, "referee", at + 1), "conflict")
    child = branch(game, at)
    begun = child.get("referee", f"/events/{at + 1}").json()["event"]
    assert begun["effects"][0]["held"] == ["north", "east", "south"]
    assert begun["effects"][0]["consents"] == [
        ["north", at + 1], ["east", at + 2], ["south", at + 3]
    ]  # fmt: skip
    assert begun["effects"][0]["seen"]
    assert "restored" not in begun["effects"][0]
    noted = last(game)
    assert (noted["by"], noted["command"]["type"]) == ("referee", "campaign.note-fork")
    assert noted["effects"] == [{"type": "fork-made", "child": child.id, "at": at}]
    problem(fork(game, "referee", at), "conflict")
    sound(game)
    sound(child)


def test_a_seat_agrees_by_its_own_token_and_may_take_it_back(http: httpx.Client, url: str) -> None:
    game = bidding(http)
    at = game.seq
    with unchanged(url):
        refused = game.send("referee", "campaign.consent", fork=at, for_="north")
        assert problem(refused, "forbidden")["errors"][0]["pointer"] == "/for"
        for wrong in ({}, {"fork": at, "to": 1}, {"to": 1, "withdraw": True}, {"fork": at + 1}):
            problem(game.send("seat:north", "campaign.consent", **wrong), "invalid-request")
        problem(game.send("seat:north", "campaign.consent", fork=at, withdraw=True), "conflict")
    agree(game, at)
    problem(game.send("seat:north", "campaign.consent", fork=at), "conflict")
    game.do("seat:north", "campaign.consent", fork=at, withdraw=True)
    assert problem(fork(game, "referee", at), "conflict")["detail"].endswith("of north")
    game.do("seat:north", "campaign.consent", fork=at)
    assert fork(game, "referee", at).status_code == 201


def test_a_hand_over_voids_the_seats_agreement(http: httpx.Client) -> None:
    game = bidding(http)
    at = game.seq
    agree(game, at)
    answer = game.post("referee", "/tokens", {"role": "seat:east"})
    game.tokens["seat:east"] = answer.json()["token"]
    assert problem(fork(game, "referee", at), "conflict")["detail"].endswith("of east")
    game.do("seat:east", "campaign.consent", fork=at)
    assert fork(game, "referee", at).status_code == 201


def test_a_seat_that_the_referee_resigned_is_waited_for_and_one_that_resigned_is_not(
    http: httpx.Client,
) -> None:
    game = bidding(http)
    at = game.seq
    agree(game, at)
    game.do("referee", "campaign.resign", for_="east")
    game.do("seat:south", "campaign.resign")
    assert problem(fork(game, "referee", at), "conflict")["detail"].endswith("of east")
    answer = game.post("referee", "/tokens", {"role": "seat:east"})
    game.tokens["seat:east"] = answer.json()["token"]
    game.do("seat:east", "campaign.consent", fork=at)
    assert fork(game, "referee", at).status_code == 201


def test_a_seat_that_was_resigned_before_anybody_held_it_is_asked(http: httpx.Client) -> None:
    game = found(http)
    game.do("referee", "campaign.resign", for_="east")
    game.claim_all()
    game.do("referee", "tally.set-up")
    at = game.seq
    game.do("seat:north", "campaign.consent", fork=at)
    assert problem(fork(game, "referee", at), "conflict")["detail"].endswith("of east")
    game.do("seat:east", "campaign.consent", fork=at)
    assert fork(game, "referee", at).status_code == 201


def test_what_is_over_is_forked_once_its_seals_are_open(http: httpx.Client) -> None:
    game = bidding(http, options={"referee_sees": "all", "seal_grace": 0}, visibility="public")
    at = game.seq
    game.do("referee", "campaign.conclude", reason="tired", winners=[])
    told = problem(fork(game, "referee", at), "conflict")["detail"]
    assert "once its seals are open" in told
    game.do("referee", "campaign.open-seals")
    answer = fork(game, "nobody", at)
    assert answer.status_code == 201
    assert answer.json()["held"] == []


@pytest.mark.parametrize("sees", SEES)
def test_the_order_of_what_is_hidden_is_never_kept(http: httpx.Client, url: str, sees: str) -> None:
    game = bidding(http, options={"referee_sees": sees})
    at = game.seq
    agree(game, at)
    with unchanged(url):
        told = problem(fork(game, "referee", at, keep_order=True), "conflict")
        assert told["errors"][0]["pointer"] == "/keep_order"
    child = branch(game, at)
    with unchanged(url):
        problem(child.send("seat:north", "tally.bid", bid=1), "out-of-phase")
    offered = [one["id"] for one in child.options("referee")]
    assert offered == ["campaign.reshuffle", "campaign.conclude"]
    child.do("referee", "campaign.reshuffle")
    shuffled = child.seq
    with unchanged(url):  # else the parent's play would tell what comes
        for to in (at, shuffled - 1):
            rewind = {"to": to, "reason": "x", "keep_order": True}
            problem(child.send("referee", "campaign.rewind", **rewind), "conflict")
    child.do("seat:north", "tally.bid", bid=1)
    child.do("referee", "campaign.rewind", to=shuffled, reason="x", keep_order=True)
    sound(child)


# --- what a fork carries ------------------------------------------------------------------------


def test_seats_keep_their_holders_and_their_hands(http: httpx.Client) -> None:
    game = bidding(http)
    at, hands = game.seq, {role: hand(game, role) for role in SEATS}
    agree(game, at)
    answer = fork(game, "referee", at)
    assert set(answer.json()["tokens"]) == {"referee"}
    assert answer.json()["held"] == ["north", "east", "south"]
    assert answer.json()["invitations"] == {}
    child = Game(http, answer.json())
    child.tokens = {**game.tokens, **child.tokens}
    assert {role: hand(child, role) for role in SEATS} == hands
    for role in ("observer", "referee"):
        assert child.get(role, "/whoami").json()["role"] == role
        boards = child.get(role, "/state").json()["view"]["game"]["boards"]
        assert [one["hand"] for one in boards] == [None] * 3
    own = child.tokens["referee"]
    child.tokens["referee"] = game.tokens["referee"]
    assert child.get("referee").status_code == 404, "the parent's referee is not the child's"
    child.tokens["referee"] = own


def test_a_seat_without_a_holder_is_invited_anew(http: httpx.Client) -> None:
    seats = [{"name": name, "seat": name} for name in ("north", "east", "south")]
    made = http.post(
        "/v1/campaigns",
        json={
            "system": "tally", "scenario": "short", "name": "x", "visibility": "private",
            "seats": seats, "options": {"referee_sees": "all"},
        },
    )  # fmt: skip
    game = Game(http, made.json())
    del game.invitations["east"]
    game.claim_all().do("referee", "tally.set-up")
    child = branch(game, game.seq)
    assert set(child.invitations) == {"east"}
    assert child.created["held"] == ["north", "south"]
    child.claim_all()
    assert game.get("seat:north", "").json()["seats"][1]["claimed"], "taken in both at once"
    code = {"invitation": made.json()["invitations"]["east"]}
    problem(http.post(f"{game.path}/claims", json=code), "conflict")
    game.tokens["seat:east"] = child.tokens["seat:east"]
    assert game.get("seat:east", "/whoami").json()["role"] == "seat:east"
    assert last(game)["command"] == {"type": "campaign.claim", "seat": "east"}
    sound(game)
    sound(child)


@pytest.mark.parametrize("where", ["parent", "child"])
def test_a_seat_is_handed_over_in_every_branch_that_shares_its_secrets(
    http: httpx.Client, where: str
) -> None:
    game = bidding(http)
    agree(game, game.seq)
    child = branch(game, game.seq - 3)
    one, other = (game, child) if where == "parent" else (child, game)
    answer = one.post("referee", "/tokens", {"role": "seat:east"})
    token = answer.json()["token"]
    for branch_ in (one, other):
        assert last(branch_)["effects"] == [{"type": "seat-handed-over", "role": "seat:east"}]
        assert branch_.get("seat:east").status_code == 404, "the old token is dead"
        branch_.tokens["seat:east"] = token
        assert branch_.get("seat:east", "/whoami").json()["role"] == "seat:east"
        sound(branch_)


def test_a_handed_over_observer_is_an_observer_of_one_branch(http: httpx.Client) -> None:
    game = bidding(http)
    agree(game, game.seq)
    child = branch(game, game.seq - 3)
    before = child.seq
    assert game.post("referee", "/tokens", {"role": "observer"}).status_code == 201
    assert game.get("observer").status_code == child.get("observer").status_code == 404
    assert child.seq == before
    assert engine_of(http).mark.holds("revoked", _hash(game.tokens["observer"]))


def _hash(token: str | None) -> str:
    from iacta.service.auth import hash_token

    assert token
    return hash_token(token)


def test_forks_of_strangers_share_no_holders(http: httpx.Client) -> None:
    """What was shown to all before a fork was made is no secret that it shares."""
    game = bidding(http, options={"seal_grace": 0}, visibility="public")
    at = game.seq
    game.do("referee", "campaign.conclude", reason="tired", winners=[])
    game.do("referee", "campaign.open-seals")
    mine = Game(http, fork(game, "nobody", at).json()).claim_all()
    theirs = Game(http, fork(game, "nobody", at).json()).claim_all()
    before = theirs.seq
    assert mine.post("referee", "/tokens", {"role": "seat:east"}).status_code == 201
    assert theirs.seq == before
    mine.do("referee", "campaign.reshuffle")
    mine.do("referee", "campaign.rewind", to=at, reason="the seals of the parent are open")
    mine.do("referee", "campaign.conclude", reason="tired", winners=[])
    mine.do("referee", "campaign.open-seals")
    theirs.do("referee", "campaign.reshuffle")
    theirs.do("referee", "campaign.rewind", to=at, reason="and so are mine")


# --- the end ------------------------------------------------------------------------------------


def test_seals_stay_closed_until_every_branch_has_ended_the_parent_first(
    http: httpx.Client, url: str
) -> None:
    game = bidding(http, options={"seal_grace": 0})
    at = game.seq
    agree(game, at)
    child = branch(game, at)
    for one in (game, child):
        one.do("referee", "campaign.conclude", reason="over", winners=[])
        with unchanged(url):
            problem(one.send("referee", "campaign.open-seals"), "conflict")
    game.do("referee", "campaign.open-seals")
    with unchanged(url):
        told = problem(child.send("referee", "campaign.rewind", to=at, reason="x"), "conflict")
        assert "opened its seals" in told["detail"]
        two = [{"command": {"type": "campaign.rewind", "to": at, "reason": "x"}}]
        batch = {"mode": "all-or-none", "commands": two}
        problem(child.post("referee", "/command-batches", batch), "conflict")
    child.do("referee", "campaign.open-seals")
    for one in (game, child):
        checks = one.get("referee", "/audit").json()["checks"]
        assert {check["result"] for check in checks} == {"pass"}


def test_a_fork_that_waits_for_its_reshuffle_may_be_concluded(http: httpx.Client) -> None:
    game = bidding(http, options={"seal_grace": 0})
    agree(game, game.seq)
    child = branch(game, game.seq - 3)
    child.do("referee", "campaign.conclude", reason="never begun", winners=[])
    problem(child.send("referee", "campaign.reshuffle"), "campaign-concluded")
    game.do("referee", "campaign.conclude", reason="over", winners=[])
    game.do("referee", "campaign.open-seals")
    child.do("referee", "campaign.open-seals")
    sound(child)


# --- after a restored backup --------------------------------------------------------------------


@pytest.mark.parametrize("sees", SEES)
@pytest.mark.parametrize("role", ["referee", "service"])
def test_what_a_backup_left_behind_is_forked_once_where_its_secrets_end(
    http: httpx.Client, url: str, sees: str, role: str
) -> None:
    game = bidding(http, options={"referee_sees": sees}, visibility="public")
    game.do("seat:east", "tally.bid", bid=2)
    at = game.seq
    restore(http)
    told = problem(game.send("seat:north", "tally.bid", bid=1), "read-only")["detail"]
    for other in ("nobody", "seat:north"):
        assert problem(fork(game, other, at), "forbidden")["detail"] in told
    with unchanged(url):
        problem(fork(game, "referee", at, keep_order=True), "conflict")
        refused = problem(fork(game, "referee", at - 1), "conflict")
        assert f"event {at} alone" in refused["detail"]
    child = branch(game, at) if role == "referee" else by_operator(game, at)
    begun = child.get("nobody", f"/events/{at + 1}").json()["event"]
    assert begun["by"] == role
    assert begun["effects"][0]["restored"] == {"lost": 0}
    assert begun["effects"][0]["held"] == ["north", "east", "south"]
    assert engine_of(http).mark.holds("forked", game.id)
    with unchanged(url):
        refused = problem(fork(game, "referee", at), "conflict")
        assert "already been forked" in refused["detail"]
    told = problem(game.send("seat:north", "tally.bid", bid=1), "read-only")
    assert "its one fork" in told["detail"]
    told = child.get("nobody", "/steps", params={"after": at}).json()["items"][0]["text"][0]
    assert told.startswith("A backup was restored")
    nodes = child.get("nobody", "/lineage").json()["items"]
    assert [node["restored"] for node in nodes] == [None, {"lost": 0}]
    checks = child.get("nobody", "/audit").json()["checks"]
    assert checks[1]["detail"].startswith("forked from a restored backup, 0 signed events lost")


def test_the_tree_is_told_when_the_one_fork_was_deleted(http: httpx.Client) -> None:
    game = bidding(http, visibility="public")
    restore(http)
    child = branch(game, game.seq)

    def remove(batch: Any) -> Any:
        delete(batch, batch.tx.campaign(child.id), "Nobody came.")
        return lambda: None

    engine_of(http).submit(remove, alone=True).result(30)
    answer = game.get("nobody", "/lineage")
    assert answer.status_code == 200, answer.text
    nodes = [(node["id"], node["restored"]) for node in answer.json()["items"]]
    assert nodes == [(game.id, None), (child.id, None)]


def test_a_tree_costs_as_many_queries_however_wide_it_is(http: httpx.Client) -> None:
    game = desk(http)
    asked: list[str] = []

    def note(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
        asked.append(statement)

    def queries() -> int:
        asked.clear()
        sa.event.listen(engine_of(http).database._read, "before_cursor_execute", note)
        nodes = game.get("referee", "/lineage").json()["items"]
        sa.event.remove(engine_of(http).database._read, "before_cursor_execute", note)
        assert [(node["id"], node["parent"]) for node in nodes] == tree
        return len(asked)

    forks = [branch(game, 1)]
    tree = [(game.id, None)]  # private forks, whose tokens are others
    few = queries()
    forks += [branch(game, 1) for _ in range(5)]
    assert queries() == few
    assert all(fork.get("referee", "/lineage").json()["items"] for fork in forks)


def test_the_tree_comes_in_pages_that_tell_nothing_of_the_hidden(http: httpx.Client) -> None:
    """Pages are of what their reader may see, and a hidden campaign's place is no place."""
    game = desk(http, visibility="public")
    forks = [branch(game, 1) for _ in range(4)]
    below = [branch(fork, 1) for fork in forks[:2]]
    hide(http, forks[1].id)

    def pages(role: str, limit: int) -> list[list[tuple[str, str | None]]]:
        found, after = [], {}
        while True:
            page = game.get(role, "/lineage", params={"limit": limit, **after}).json()
            found.append([(node["id"], node["parent"]) for node in page["items"]])
            if page["next"] is None:
                return found
            after = {"after": page["next"]}

    tree = [(game.id, None)] + [(fork.id, game.id) for fork in forks if fork is not forks[1]]
    tree += [(below[0].id, forks[0].id), (below[1].id, None)]
    assert pages("nobody", 200) == [tree]
    assert pages("nobody", 2) == [tree[:2], tree[2:4], tree[4:]]
    assert pages("nobody", 6) == [tree]
    hidden, unknown = (
        game.get("nobody", "/lineage", params={"after": write_id(one)}).content
        for one in (forks[1].id, str(UUID(int=1)))
    )
    assert hidden == unknown
    told = game.campaign("nobody")
    assert told["fork_count"] == len(told["forks"]) == 3


def test_a_campaign_names_its_first_forks_and_counts_all(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = desk(http, visibility="public")
    forks = [branch(game, 1).id for _ in range(3)]
    monkeypatch.setattr(campaigns, "MAX_FORKS", 2)
    told = game.campaign("nobody")
    assert [one["id"] for one in told["forks"]] == forks[:2]
    assert told["fork_count"] == 3


def by_operator(game: Game, at: int) -> Game:
    """A fork as `iacta fork` makes it."""
    from iacta.domain.kernel.campaign.commands import Fork
    from iacta.service.auth.tokens import issue_for_new_campaign
    from iacta.service.campaigns.genesis import fork as make

    def work(batch: Any) -> Any:
        row = make(batch, batch.tx.campaign(game.id), "service", Fork(at), "On")
        tokens, invitations = issue_for_new_campaign(batch, batch.engine.cached(row.id).campaign)
        created = {"campaign": {"id": row.id}, "tokens": tokens, "invitations": invitations}
        return lambda: created

    child = Game(game.http, engine_of(game.http).submit(work, alone=True).result(30))
    child.tokens = {**game.tokens, **child.tokens}
    return child


def test_the_operator_forks_no_game_in_play(http: httpx.Client, url: str) -> None:
    for sees in SEES:
        game = bidding(http, options={"referee_sees": sees})
        with unchanged(url), pytest.raises(Problem, match="only the referee"):
            by_operator(game, game.seq)


def test_the_mark_outside_the_database_knows_that_it_was_forked(http: httpx.Client) -> None:
    game = bidding(http)
    restore(http)
    engine_of(http).mark.add([("forked", game.id)])
    assert "already been forked" in problem(fork(game, "referee", game.seq), "conflict")["detail"]


def test_the_one_fork_is_a_constraint_of_the_database(http: httpx.Client, url: str) -> None:
    game = bidding(http)
    restore(http)
    branch(game, game.seq)
    engine = sa.create_engine(url, poolclass=sa.NullPool)
    again = schema.continuations.insert().values(campaign_id=game.id, child_id=game.id)
    with engine.begin() as connection, pytest.raises(sa.exc.IntegrityError):
        connection.execute(again)
    engine.dispose()


def test_what_was_revoked_or_used_stays_dead_in_a_backup(http: httpx.Client) -> None:
    game = bidding(http, visibility="public")
    mark = engine_of(http).mark
    mark.add([("revoked", _hash(game.tokens[role])) for role in ("seat:east", "observer")])
    problem(game.get("seat:east", "/whoami"), "unauthorized")
    restore(http)
    child = branch(game, game.seq)
    assert child.created["held"] == ["north", "south"]
    assert set(child.invitations) == {"east"}
    for role in ("seat:east", "observer"):
        child.tokens[role] = game.tokens[role]
        problem(child.get(role, "/whoami"), "unauthorized")
    code = child.invitations["east"]
    mark.add([("used", _hash(code))])
    problem(http.post(f"{child.path}/claims", json={"invitation": code}), "conflict")


def test_without_a_mark_no_token_goes_along(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = bidding(http)
    restore(http)
    monkeypatch.setattr(type(engine_of(http).mark), "missing", True)
    child = branch(game, game.seq)
    assert child.created["held"] == []
    assert set(child.invitations) == {"north", "east", "south"}
    child.tokens = {**game.tokens, **child.tokens}
    assert child.get("seat:north").status_code == 404


def test_the_last_whole_event_is_the_last_whose_secrets_are_all_here(
    http: httpx.Client, url: str
) -> None:
    game = bidding(http)
    at = game.seq
    game.do("seat:north", "tally.bid", bid=1)
    restore(http)
    engine = sa.create_engine(url, poolclass=sa.NullPool)
    o, c = schema.openings.c, schema.chains.c
    with engine.begin() as connection:
        connection.execute(schema.openings.delete().where(o.seq == at + 1))
    assert f"event {at} alone" in problem(fork(game, "referee", at + 1), "conflict")["detail"]
    with engine.begin() as connection:
        connection.execute(schema.chains.delete().where(c.chain == "sealed"))
    drawn = at  # the set-up draws in secret; without its chain the seals could never be opened
    told = problem(fork(game, "referee", at), "conflict")["detail"]
    assert f"event {drawn - 1} alone" in told
    engine.dispose()


def test_a_child_that_was_restored_leaves_out_nothing_of_its_past(http: httpx.Client) -> None:
    """What a fork shares with its parent counts for it, openings and links."""
    game = bidding(http, options={"seal_grace": 0})
    agree(game, game.seq)
    child = branch(game, game.seq - 3)
    child.do("referee", "campaign.reshuffle")
    child.do("seat:north", "tally.bid", bid=1)
    restore(http)
    on = branch(child, child.seq)
    on.do("referee", "campaign.reshuffle")
    on.do("referee", "campaign.conclude", reason="over", winners=[])
    on.do("referee", "campaign.open-seals")
    checks = on.get("referee", "/audit").json()["checks"]
    assert {check["result"] for check in checks} == {"pass"}


def test_imported_with_its_seals_closed_it_is_forked_by_nobody(
    http: httpx.Client, tmp_path: Path
) -> None:
    game = bidding(http)
    capsule = game.get("seat:north", "/capsule").content
    with TestClient(app_of(tmp_path / "elsewhere")) as other:
        kind = {"content-type": "application/x-ndjson"}
        assert other.post("/v1/campaigns/import", content=capsule, headers=kind).status_code == 201
        there = Game(other, {**game.created, "tokens": {"nobody": None}})
        told = problem(fork(there, "nobody", game.seq), "forbidden")["detail"]
        assert "saved before its seals were opened" in told
        assert fork(there, "nobody", 1).status_code == 201, "nothing was hidden yet"


def test_records_name_what_is_empty_by_leaving_it_out(http: httpx.Client) -> None:
    game = bidding(http, visibility="public")
    child = Game(http, fork(game, "nobody", 1).json())
    line = child.get("nobody", "/capsule").text.splitlines()[2]
    event = json.loads(line)["event"]
    event.pop("hash")
    assert set(event["effects"][0]) == {
        "type", "parent", "at", "parent_hash", "anchors", "seen", "keep_order"
    }  # fmt: skip
    assert read_record(json.dumps(event, sort_keys=True, separators=(",", ":")).encode())
