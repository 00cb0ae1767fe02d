"""Repeats, concurrency, compare-and-swap, batches: one command, one event, however often sent."""

import asyncio
import itertools
import json
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from iacta.domain.kernel.campaign.verify.capsule import verify_capsule
from iacta.service.campaigns import commands as run
from iacta.service.campaigns.engine import Batch, Engine, LiveEnvironment
from iacta.service.errors import Problem
from iacta.service.signing import check_signature
from tests.support.host import ScriptedHost
from tests.support.loops import finish
from tests.support.play import ADJUDICATE, Game, bearer, bidding, desk, found
from tests.support.servers import Running, app_of, problem, rows, running, systems, unchanged

NOTE = "campaign.annotate"
COMBAT: dict[str, Any] = {"type_": "civil-war.adjudicate-combat", **ADJUDICATE}


def keyed(key: str) -> dict[str, str]:
    return {"Idempotency-Key": key}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The service on a socket."""
    with running(app_of(tmp_path_factory.mktemp("repeats") / "data")) as server:
        yield server


@pytest.fixture
def live(server: Running) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=60) as client:
        yield client


def at_once(server: Running, requests: list[httpx.Request]) -> list[httpx.Response]:
    """Send requests over as many connections, all at the same time."""

    async def all_of_them() -> list[httpx.Response]:
        limits = httpx.Limits(max_connections=None)
        async with httpx.AsyncClient(timeout=60, limits=limits) as client:
            return await asyncio.gather(*(client.send(one) for one in requests))

    return finish(all_of_them())


def post(game: Game, role: str, body: Any, **headers: str) -> httpx.Request:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    url = f"{str(game.http.base_url).rstrip('/')}{game.path}/commands"
    return httpx.Request("POST", url, json=body, headers={**bearer(game.tokens[role]), **named})


def checked(game: Game, role: str = "referee") -> list[dict[str, Any]]:
    """The events of a campaign whose capsule verifies, rules included."""
    capsule = game.get(role, "/capsule").content
    key = game.http.get("/v1/key").json()["key"]
    report = verify_capsule(capsule, check_signature, key=key, systems=systems())
    assert report.ok, report.failed()
    assert all(check.result != "fail" for check in report.checks)
    lines = game.get(role, "/events", headers={"Accept": "application/x-ndjson"}).text
    return [json.loads(line)["event"] for line in lines.splitlines()]


def test_64_clients_at_once_each_get_an_event_of_their_own(
    server: Running, live: httpx.Client
) -> None:
    game = desk(live)
    body = {"command": {"type": "civil-war.adjudicate-combat", **ADJUDICATE}}
    wanted = [
        post(game, "referee", {**body, "entropy": f"client{i}.{j}"}, Idempotency_Key=f"k{i}.{j}")
        for i in range(64)
        for j in range(2)
    ]
    answers = at_once(server, wanted)
    assert {answer.status_code for answer in answers} == {201}
    seqs = [answer.json()["event"]["seq"] for answer in answers]
    assert sorted(seqs) == list(range(2, 130))
    for sent, answer in zip(wanted, answers, strict=True):
        body = answer.json()
        assert body["event"]["key"] == sent.headers["idempotency-key"]
        size = int(body["checkpoint"].splitlines()[1])
        assert body["event"]["seq"] <= size == body["head"]["seq"]
    events = checked(game)
    assert [event["seq"] for event in events] == list(range(1, 130))
    assert [event["draws"][0]["link"] for event in events[1:]] == list(range(1, 129))
    assert {event["key"] for event in events[1:]} == {
        f"k{i}.{j}" for i in range(64) for j in (0, 1)
    }


def test_the_same_key_50_times_at_once_makes_one_event(server: Running, live: httpx.Client) -> None:
    game = desk(live)
    body = {"command": {"type": "civil-war.roll-year-event"}, "entropy": "alea"}
    answers = at_once(server, [post(game, "referee", body, Idempotency_Key="k")] * 50)
    statuses = sorted(answer.status_code for answer in answers)
    assert statuses == [200] * 49 + [201]
    assert len({str(answer.json()["event"]) for answer in answers}) == 1
    assert game.seq == 2
    assert [one["key"] for one in checked(game)][1:] == ["k"]


def test_two_clients_who_saw_the_same_head_cannot_both_be_first(
    server: Running, live: httpx.Client
) -> None:
    game = desk(live)
    body = {"command": {"type": "civil-war.adjudicate-combat", **ADJUDICATE}}
    answers = at_once(server, [post(game, "referee", body, If_Match='"1"') for _ in range(20)])
    assert sorted(answer.status_code for answer in answers) == [201] + [412] * 19
    assert game.seq == 2
    for answer in answers:
        if answer.status_code == 412:
            assert problem(answer, "stale")["head"]["seq"] == 2


def test_a_repeat_gets_the_event_that_its_key_made(http: httpx.Client, url: str) -> None:
    game = desk(http, options={"entered_dice": True})
    entered = {"witness": "by hand", "faces": [3]}
    first = game.send("referee", **COMBAT, entered_=entered, headers=keyed("a"))
    assert first.status_code == 201
    game.do("referee", NOTE, seq=1, text="later")
    with unchanged(url):
        again = game.send("referee", **COMBAT, entered_=entered, headers=keyed("a"))
        assert again.status_code == 200
        assert again.json()["event"] == first.json()["event"]
        assert again.json()["openings"] == first.json()["openings"]
        assert again.json()["head"]["seq"] == 3
        stale = {**keyed("a"), "If-Match": '"1"'}
        assert game.send("referee", **COMBAT, entered_=entered, headers=stale).status_code == 200
        stale["Idempotency-Key"] = "new"
        problem(game.send("referee", **COMBAT, headers=stale), "stale")


@pytest.mark.parametrize(
    "other",
    [
        {"type_": "civil-war.roll-year-event"},
        {**COMBAT, "crossing": True},
        {**COMBAT, "entropy_": "b"},
        {**COMBAT, "entropy_": ""},
        {**COMBAT, "entropy_": "a", "for_": "caesarian"},
        {**COMBAT, "entropy_": "a", "entered_": {"witness": "x", "faces": [3]}},
        {"type_": "no-such"},
    ],
    ids=["command", "member", "entropy", "no entropy", "for", "entered", "unknown"],
)
def test_the_same_key_with_anything_else_is_a_mismatch(
    other: dict[str, Any], http: httpx.Client, url: str
) -> None:
    game = desk(http, options={"entered_dice": True})
    game.do("referee", **COMBAT, entropy_="a", headers=keyed("a"))
    with unchanged(url):
        answer = game.send("referee", **other, headers=keyed("a"))
        problem(answer, "idempotency-mismatch")


def test_a_secret_command_is_compared_by_what_was_sealed(http: httpx.Client, url: str) -> None:
    game = bidding(http)
    first = game.send("seat:north", "tally.bid", bid=2, headers=keyed("a"))
    with unchanged(url):
        again = game.send("seat:north", "tally.bid", bid=2, headers=keyed("a"))
        assert (again.status_code, again.json()["event"]) == (200, first.json()["event"])
        assert again.json()["openings"] == first.json()["openings"] != {}
        problem(
            game.send("seat:north", "tally.bid", bid=3, headers=keyed("a")), "idempotency-mismatch"
        )


def test_a_key_tells_another_seat_nothing(http: httpx.Client) -> None:
    """The same command with a key that another seat has used is answered as with a fresh one."""
    taken, fresh = bidding(http), bidding(http)
    for game, key in ((taken, "shared"), (fresh, "other")):
        game.do("seat:north", "tally.bid", bid=1, headers=keyed(key))

    def told(game: Game, role: str, **command: Any) -> Any:
        answer = game.send(role, **command, headers=keyed("shared"))
        body = answer.json()
        if answer.status_code == 201:
            event = body["event"]
            return (
                201,
                event["seq"],
                event["by"],
                event["key"],
                len(body["openings"]),
                len(answer.content),
            )
        return answer.status_code, body["type"], body["detail"], len(answer.content)

    for role, command in (
        ("seat:east", {"type_": "tally.roll"}),
        ("seat:east", {"type_": "tally.bid", "bid": 9}),
        ("observer", {"type_": "tally.bid", "bid": 1}),
        ("seat:east", {"type_": "tally.bid", "bid": 2}),
        ("seat:south", {"type_": "tally.bid", "bid": 0}),
        ("referee", {"type_": NOTE, "seq": 1, "text": "x"}),
    ):
        assert told(taken, role, **command) == told(fresh, role, **command)
    events = checked(taken)
    assert sum(event["key"] == "shared" for event in events) == 4


def test_a_key_of_the_parent_is_free_in_its_fork(http: httpx.Client) -> None:
    game = desk(http)
    game.do("referee", **COMBAT, headers=keyed("a"))
    child = Game(http, game.post("referee", "/forks", {"at": 2, "name": "child"}).json())
    assert child.send("referee", **COMBAT, headers=keyed("a")).status_code == 201
    assert [event["key"] for event in checked(child)].count("a") == 2


def test_if_match_of_the_head_is_taken_and_of_any_other_event_is_stale(
    http: httpx.Client, url: str
) -> None:
    game = desk(http)
    assert game.send("referee", **COMBAT, headers={"If-Match": '"1"'}).status_code == 201
    assert game.send("referee", **COMBAT, headers={"If-Match": "*"}).status_code == 201
    with unchanged(url):
        for other in (1, 2, 4, 2**50):
            stale = game.send("referee", **COMBAT, headers={"If-Match": f'"{other}"'})
            assert problem(stale, "stale")["head"] == game.campaign()["head"]


# --- batches ------------------------------------------------------------------------------------


def batch(
    game: Game, mode: str, *commands: dict[str, Any], role: str = "referee", **more: Any
) -> httpx.Response:
    body = {"mode": mode, "commands": list(commands)}
    return game.post(role, "/command-batches", body, **more)


def note(text: str, **beside: Any) -> dict[str, Any]:
    return {"command": {"type": NOTE, "seq": 1, "text": text}, **beside}


DRAW = {"command": {"type": "civil-war.roll-year-event"}, "entropy": "e"}
NONSENSE = {"command": {"type": NOTE, "seq": 99, "text": "x"}}


@pytest.mark.parametrize("mode", ["all-or-none", "until-refused"])
def test_a_batch_minds_if_match(mode: str, http: httpx.Client, url: str) -> None:
    game = desk(http)
    commands = (note("a", key="a"), note("b", key="b"))
    with unchanged(url):
        for other in (2, 2**50):
            answer = batch(game, mode, *commands, headers={"If-Match": f'"{other}"'})
            assert problem(answer, "stale")["head"] == game.campaign()["head"]
        problem(batch(game, mode, *commands, headers={"If-Match": "1"}), "invalid-request")
    first = batch(game, mode, *commands, headers={"If-Match": '"1"'})
    assert first.status_code == 201
    assert [item["event"]["seq"] for item in first.json()["items"]] == [2, 3]
    with unchanged(url):  # keys are looked at first
        again = batch(game, mode, *commands, headers={"If-Match": '"1"'})
        assert (again.status_code, again.json()["items"]) == (200, first.json()["items"])
    assert batch(game, mode, note("c"), headers={"If-Match": "*"}).status_code == 201


def test_a_batch_that_goes_on_from_a_repeat_minds_if_match(http: httpx.Client, url: str) -> None:
    game = desk(http)
    batch(game, "until-refused", note("a", key="a"))
    commands = (note("a", key="a"), note("b"))
    with unchanged(url):
        answer = batch(game, "until-refused", *commands, headers={"If-Match": '"1"'})
        assert answer.status_code == 200
        refused = answer.json()["refused"]
        assert refused["index"] == 1
        assert refused["problem"]["type"] == "/problems/stale"
        assert refused["problem"]["head"] == game.campaign()["head"]
    answer = batch(game, "until-refused", *commands, headers={"If-Match": '"2"'})
    assert answer.status_code == 201
    assert answer.json()["refused"] is None


def test_all_or_none_takes_all(http: httpx.Client) -> None:
    game = desk(http)
    answer = batch(game, "all-or-none", note("a"), note("b"), DRAW)
    assert answer.status_code == 201
    body = answer.json()
    assert [item["event"]["seq"] for item in body["items"]] == [2, 3, 4]
    assert body["refused"] is None
    assert body["head"]["seq"] == 4
    assert len(checked(game)) == 4


def test_all_or_none_takes_none_if_one_is_refused(http: httpx.Client, url: str) -> None:
    game = desk(http)
    with unchanged(url):
        answer = batch(game, "all-or-none", note("a"), NONSENSE, DRAW)
        body = problem(answer, "invalid-request")
        assert [one["pointer"] for one in body["errors"]] == ["/commands/1/command/seq"]


def test_all_or_none_draws_in_its_last_command_only(tmp_path: Path, asked: list[int]) -> None:
    """A draw before the last is refused before any link is read."""
    with TestClient(app_of(tmp_path / "data", host=ScriptedHost(links=32))) as http:
        game = desk(http)
        with unchanged(f"sqlite:///{tmp_path / 'data' / 'iacta.sqlite'}"):
            answer = batch(game, "all-or-none", note("a"), DRAW, note("b"))
            body = problem(answer, "batch-draws")
            assert [one["pointer"] for one in body["errors"]] == ["/commands/1"]
            problem(batch(game, "all-or-none", DRAW, DRAW), "batch-draws")
        assert asked == []
        assert batch(game, "all-or-none", note("a"), DRAW).status_code == 201
        assert asked == [1]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the links that are read from now on."""
    numbers: list[int] = []
    original = LiveEnvironment.link

    def link(self: LiveEnvironment, chain: str) -> tuple[int, bytes]:
        k, secret = original(self, chain)
        numbers.append(k)
        return k, secret

    monkeypatch.setattr(LiveEnvironment, "link", link)
    return numbers


def test_until_refused_keeps_what_came_before(http: httpx.Client, url: str) -> None:
    game = desk(http)
    answer = batch(game, "until-refused", note("a"), DRAW, NONSENSE, note("unheard"))
    assert answer.status_code == 201
    body = answer.json()
    assert [item["event"]["seq"] for item in body["items"]] == [2, 3]
    assert body["refused"]["index"] == 2
    problem_ = body["refused"]["problem"]
    assert problem_["type"] == "/problems/invalid-request"
    assert [one["pointer"] for one in problem_["errors"]] == ["/commands/2/command/seq"]
    assert "unheard" not in str(checked(game))
    with unchanged(url):
        answer = batch(game, "until-refused", NONSENSE, note("unheard"))
        errors = problem(answer, "invalid-request")["errors"]
        assert [one["pointer"] for one in errors] == ["/commands/0/command/seq"]


def test_a_batch_may_be_sent_again_by_its_keys(http: httpx.Client, url: str) -> None:
    for mode in ("all-or-none", "until-refused"):
        game = desk(http)
        commands = (note("a", key="a"), note("b", key="b"), {**DRAW, "key": "c"})
        first = batch(game, mode, *commands)
        assert first.status_code == 201
        with unchanged(url):
            again = batch(game, mode, *commands)
            assert again.status_code == 200
            assert again.json()["items"] == first.json()["items"]
            answer = batch(game, "all-or-none", note("a", key="a"), note("new", key="d"))
            problem(answer, "idempotency-mismatch")
            answer = batch(game, "all-or-none", note("x", key="x"), note("y", key="x"))
            problem(answer, "idempotency-mismatch")


def test_until_refused_takes_up_where_a_repeat_ends(http: httpx.Client) -> None:
    game = desk(http)
    batch(game, "until-refused", note("a", key="a"))
    answer = batch(game, "until-refused", note("a", key="a"), note("b", key="b"))
    assert [item["event"]["seq"] for item in answer.json()["items"]] == [2, 3]
    assert len(checked(game)) == 3


def test_a_batch_may_rewind_to_an_event_of_its_own(http: httpx.Client) -> None:
    """What a later command of a batch looks back to is what the earlier ones made."""
    for mode in ("until-refused", "all-or-none"):
        game = desk(http)
        back = {"command": {"type": "campaign.rewind", "to": 3, "reason": "too far"}}
        if mode == "until-refused":
            answer = batch(game, mode, note("a"), DRAW, note("b"), back)
        else:
            game.do("referee", type_="civil-war.roll-year-event")
            answer = batch(game, mode, note("a"), note("b"), back)
        assert answer.status_code == 201, answer.text
        assert answer.json()["refused"] is None
        live = game.get("referee", "/state").json()["view"]
        assert game.get("referee", "/state", params={"at": 3}).json()["view"] == live
        checked(game)


def test_a_batch_is_of_1_to_200_commands(http: httpx.Client, url: str) -> None:
    game = desk(http)
    with unchanged(url):
        problem(batch(game, "all-or-none"), "invalid-request")
        problem(batch(game, "until-refused", *[note("x")] * 201), "invalid-request")
        problem(batch(game, "some", note("x")), "invalid-request")
    assert len(batch(game, "all-or-none", *[note("x")] * 200).json()["items"]) == 200


# --- within one group ---------------------------------------------------------------------------


def engine_of(http: httpx.Client) -> Engine:
    return http.app.state.context.engine  # type: ignore[attr-defined,no-any-return]


class Held:
    """The writer, held back until everything is queued, so that it all falls into one group."""

    def __init__(self, engine: Engine) -> None:
        self._engine, self._go = engine, threading.Event()
        self.batches: list[int] = []
        started = threading.Event()

        def wait(batch: Batch) -> Any:
            started.set()
            assert self._go.wait(30)
            return lambda: None

        self._first = engine.submit(wait, alone=True)
        assert started.wait(30)

    def submit(self, game: Game, work: Any) -> Future[Any]:
        def inside(batch: Batch) -> Any:
            self.batches.append(id(batch))
            row = batch.tx.campaign(game.id)
            assert row is not None
            return work(batch, row)

        return self._engine.submit(inside)

    def go(self) -> None:
        self._go.set()
        self._first.result(30)


COUNTED = itertools.count()


def order(key: str = "", type_: str = "civil-war.adjudicate-combat") -> run.Submission:
    members = ADJUDICATE if type_.endswith("combat") else {}
    return run.Submission({"type": type_, **members}, key=key or f"o{next(COUNTED)}")


def test_a_command_refused_in_a_group_fails_alone(http: httpx.Client) -> None:
    game = desk(http)
    held = Held(engine_of(http))
    bad = order(type_="civil-war.enter-leaders")
    orders = [order(), bad, order(), order(key="k"), order(key="k"), bad, order()]
    futures = [
        held.submit(game, lambda batch, row, one=one: run.execute(batch, row, "referee", one, None))
        for one in orders
    ]
    held.go()
    done = [future.exception(30) or future.result().answers[0].made for future in futures]
    assert [one if isinstance(one, bool) else "refused" for one in done] == [
        True, "refused", True, True, False, "refused", True,
    ]  # fmt: skip
    assert len(set(held.batches)) == 1, "they were to be in one group"
    assert [event["seq"] for event in checked(game)] == [1, 2, 3, 4, 5]


def test_a_poisoned_job_cannot_fail_its_neighbours(http: httpx.Client) -> None:
    game = desk(http)
    held = Held(engine_of(http))

    def poison(batch: Batch, row: Any) -> Any:
        batch.tx.connection.exec_driver_sql("INSERT INTO nowhere VALUES (1)")

    def good(batch: Batch, row: Any) -> Any:
        return run.execute(batch, row, "referee", order(key="a"), None)

    def fails_late(batch: Batch, row: Any) -> Any:
        run.execute(batch, row, "referee", order(key="late"), None)
        raise RuntimeError("after its event was taken into the batch")

    futures = [held.submit(game, one) for one in (good, poison, fails_late, good)]
    held.go()
    assert futures[0].result(30).answers[0].made
    assert "nowhere" in str(futures[1].exception(30))
    assert "after its event" in str(futures[2].exception(30))
    assert not futures[3].result(30).answers[0].made
    assert [event["key"] for event in checked(game)][1:] == ["a"]


def test_what_a_refused_job_wrote_is_not_committed(http: httpx.Client) -> None:
    game = desk(http)
    head = game.campaign()["head"]
    held = Held(engine_of(http))

    def good(batch: Batch, row: Any) -> Any:
        return run.execute(batch, row, "referee", order(), None)

    def appends(batch: Batch, row: Any) -> Any:
        run.execute(batch, row, "referee", order(), None)
        raise Problem("conflict", "after an event")

    def changes(batch: Batch, row: Any) -> Any:
        batch.tx.change(row, visibility="public")
        raise Problem("conflict", "after a change")

    futures = [held.submit(game, one) for one in (good, appends, changes, good)]
    held.go()
    for future, why in ((futures[1], "after an event"), (futures[2], "after a change")):
        refusal = future.exception(30)
        assert isinstance(refusal, Problem)
        assert refusal.detail == why
    assert [one.result(30).answers[0].seq for one in (futures[0], futures[3])] == [2, 3]
    assert game.seq == head["seq"] + 2
    assert game.campaign()["visibility"] == "private"
    assert len(checked(game)) == 3


def test_a_batch_draws_from_a_chain_that_its_group_has_just_extended(tmp_path: Path) -> None:
    with TestClient(app_of(tmp_path / "data", host=ScriptedHost(links=2))) as http:
        game = desk(http)
        held = Held(engine_of(http))
        futures = [
            held.submit(game, lambda b, row: run.execute(b, row, "referee", order(), None))
            for _ in range(2)
        ]
        futures.append(
            held.submit(
                game, lambda b, row: run.run_all_or_none(b, row, "referee", [order()], None)
            )
        )
        held.go()
        for future in futures:
            assert future.result(30).answers[0].made
        assert len(set(held.batches)) == 1
        events = checked(game)
        assert [event["draws"][0]["link"] for event in events[1:]] == [1, 2, 1]


def test_nothing_is_published_before_it_is_durable(tmp_path: Path) -> None:
    """Neither listeners nor the cached states know of an event whose commit failed."""
    with TestClient(app_of(tmp_path / "data")) as http:
        game = desk(http)
        engine = engine_of(http)
        heard: list[tuple[str, int]] = []

        def listen(ids: Any) -> None:
            stored = rows(f"sqlite:///{tmp_path / 'data' / 'iacta.sqlite'}")["events"]
            heard.extend((one, len(stored)) for one in ids)

        engine.listeners.append(listen)

        def fails(batch: Batch) -> Any:
            row = batch.tx.campaign(game.id)
            assert row is not None
            run.execute(batch, row, "referee", order(), None)
            raise RuntimeError("the disk is full")

        future = engine.submit(fails)
        assert isinstance(future.exception(30), RuntimeError)
        assert heard == []
        assert game.seq == 1
        game.do("referee", **COMBAT)
        assert heard == [(game.id, 2)], "told only once the event is in the database"
        assert len(checked(game)) == 2


def test_a_full_queue_is_answered_with_not_ready(http: httpx.Client) -> None:
    from iacta.service.store import commit

    game = desk(http)
    engine = engine_of(http)
    held = Held(engine)
    filled = [engine.submit(lambda batch: lambda: None) for _ in range(commit.MAX_QUEUE)]
    with pytest.raises(commit.Overloaded):
        engine.submit(lambda batch: lambda: None)
    answer = game.send("referee", **COMBAT)
    problem(answer, "not-ready")
    assert answer.headers["retry-after"] == "1"
    held.go()
    for future in filled:
        future.result(60)
    assert game.send("referee", **COMBAT).status_code == 201


def test_an_unclaimed_seat_is_claimed_once(server: Running, live: httpx.Client) -> None:
    game = found(live)
    code = {"invitation": game.invitations["north"]}
    url = f"{server.url}{game.path}/claims"
    answers = at_once(server, [httpx.Request("POST", url, json=code) for _ in range(10)])
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 9
    assert game.seq == 2
