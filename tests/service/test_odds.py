"""Odds over HTTP: within a budget, once for the same question, and in nobody's way."""

import itertools
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from iacta.domain.kernel.contract.odds import SAMPLES
from iacta.domain.kernel.contract.system import System
from iacta.service.campaigns.work_pool import WorkPool
from tests.support.play import Game, bearer, bidding
from tests.support.servers import AMPLE, Running, app_of, problem, running, systems, until
from tests.systems import tally
from tests.systems.tally.commands import Roll

CROWD = 45
LIMITS = replace(AMPLE, odds_at_once=2, odds_waiting=CROWD)
ROLL = {"type": "tally.roll"}


class Gate:
    """Counts the decisions that odds run; while it is shut, each of them takes its time."""

    def __init__(self) -> None:
        self.open, self.runs = threading.Event(), 0

    def system(self) -> System:
        """Tally, whose roll is too wide to be reckoned exactly and waits at the gate."""
        honest = tally.SYSTEM

        def decide(state: Any, command: Any, role: str, dice: Any, secrets: Any) -> Any:
            effects = honest.decide(state, command, role, dice, secrets)
            if isinstance(command, Roll):
                dice.shuffle(5, "wide")
                self.runs += 1
                self.open.wait(0.002)
            return effects

        return replace(honest, decide=decide)


@pytest.fixture
def gate() -> Iterator[Gate]:
    found = Gate()
    yield found
    found.open.set()


@pytest.fixture
def server(tmp_path: Path, gate: Gate) -> Iterator[Running]:
    app = app_of(tmp_path / "data", games=systems(gate.system()), limits=LIMITS)
    with running(app) as found:
        yield found


@pytest.fixture
def http(server: Running) -> Iterator[httpx.Client]:
    pool = httpx.Limits(max_connections=2 * CROWD)
    with httpx.Client(base_url=server.url, timeout=30, limits=pool) as client:
        yield client


def rolling(http: httpx.Client) -> Game:
    """A game of Tally in which North is to roll."""
    game = bidding(http)
    for seat, bid in (("north", 3), ("east", 1), ("south", 0)):
        game.do(f"seat:{seat}", "tally.bid", bid=bid)
    return game


def ask(game: Game, role: str = "seat:north", **members: Any) -> httpx.Response:
    return game.post(role, "/odds", {"command": {**ROLL, **members}})


def work_pool(server: Running) -> Any:
    return server.app.state.context.work_pool


@pytest.fixture
def crowd() -> Iterator[Callable[..., list[Future[httpx.Response]]]]:
    """Asks many times at once."""
    with ThreadPoolExecutor(CROWD) as pool:
        yield lambda *asks: [pool.submit(one) for one in asks]


def test_a_crowd_that_asks_the_same_is_answered_by_one_computation(
    http: httpx.Client, gate: Gate, crowd: Any
) -> None:
    game = rolling(http)
    asked = crowd(*[lambda: ask(game), lambda: ask(game, card=None)] * 20)
    until(lambda: gate.runs > 1, "it begins")
    gate.open.set()
    answers = [one.result() for one in asked]
    assert {one.status_code for one in answers} == {200}
    assert len({one.content for one in answers}) == 1
    assert gate.runs == SAMPLES
    assert ask(game).content == answers[0].content
    assert gate.runs == SAMPLES, "an answer is kept"


def test_another_question_is_not_answered_by_what_was_kept(http: httpx.Client, gate: Gate) -> None:
    gate.open.set()
    game = rolling(http)
    hand = game.get("seat:north", "/state").json()["view"]["game"]["boards"][0]["hand"]
    first = ask(game)
    assert (first.json()["exact"], first.json()["branches"]) == (False, SAMPLES)
    assert ask(game, card=hand[0]).status_code == 200
    assert gate.runs == 2 * SAMPLES
    problem(ask(game, "seat:east"), "not-your-turn")
    game.do("referee", "campaign.annotate", seq=1, text="The head moves on.")
    again = ask(game)
    assert again.json() == {**first.json(), "at": first.json()["at"] + 1}
    assert gate.runs == 3 * SAMPLES


def test_nobody_waits_for_a_crowd_that_asks_for_odds(
    http: httpx.Client, server: Running, gate: Gate, crowd: Any
) -> None:
    """Not for one of the threads that all reads share: the crowd is larger than they are many."""
    game = rolling(http)
    other = bidding(http)
    held = game.get("seat:north", "/state").json()["view"]["game"]["boards"][0]["hand"]
    cards = [None, *sorted(set(held))]
    asked = crowd(*[lambda card=card: ask(game, card=card) for card in cards] * 11)
    until(lambda: gate.runs > 2, "they begin")
    assert http.get("/health/live").status_code == 200
    assert http.get("/health/ready").status_code == 200
    assert other.get("seat:north", "/state").status_code == 200
    other.do("seat:north", "tally.bid", bid=1)
    assert game.get("seat:east", "/options").status_code == 200
    assert not any(one.done() for one in asked)
    gate.open.set()
    assert {one.result().status_code for one in asked} == {200}


def test_past_a_few_that_wait_the_next_are_told_to_come_back(
    http: httpx.Client, server: Running, gate: Gate, crowd: Any
) -> None:
    server.app.state.context.work_pool = WorkPool(replace(LIMITS, odds_at_once=1, odds_waiting=0))
    game = rolling(http)
    card = game.get("seat:north", "/state").json()["view"]["game"]["boards"][0]["hand"][0]
    (first,) = crowd(lambda: ask(game))
    until(lambda: gate.runs > 1, "it begins")
    refused = ask(game, card=card)
    problem(refused, "not-ready")
    assert int(refused.headers["retry-after"]) >= 1
    batch = {"mode": "until-refused", "dry_run": True, "commands": [{"command": ROLL}]}
    problem(game.post("seat:north", "/command-batches", batch), "not-ready")
    gate.open.set()
    assert first.result().status_code == 200
    assert ask(game, card=card).status_code == 200


def leave(server: Running, game: Game) -> socket.socket:
    """Ask on a connection of one's own, to be closed before the answer."""
    body = b'{"command": {"type": "tally.roll"}}'
    lines = [
        f"POST {game.path}/odds HTTP/1.1",
        "Host: alea",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        *(f"{name}: {value}" for name, value in bearer(game.tokens["seat:north"]).items()),
    ]
    host, port = server.url.removeprefix("http://").split(":")
    connection = socket.create_connection((host, int(port)))
    connection.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
    return connection


def test_the_work_ends_when_its_asker_hangs_up(
    http: httpx.Client, server: Running, gate: Gate
) -> None:
    game = rolling(http)
    connection = leave(server, game)
    until(lambda: gate.runs > 1, "it begins")
    connection.close()
    until(lambda: not work_pool(server)._jobs, "it is noticed")
    gate.open.set()
    work_pool(server)._pool.submit(lambda: None).result()
    work_pool(server)._pool.shutdown()
    assert gate.runs < SAMPLES, "the samples were never done"


def test_the_work_goes_on_while_one_who_asked_the_same_waits(
    http: httpx.Client, server: Running, gate: Gate, crowd: Any
) -> None:
    game = rolling(http)
    connection = leave(server, game)
    until(lambda: gate.runs > 1, "it begins")
    (patient,) = crowd(lambda: ask(game))
    (job,) = work_pool(server)._jobs.values()
    until(lambda: job.waiters == 2, "another asks the same")
    connection.close()
    until(lambda: job.waiters == 1, "the first has left")
    gate.open.set()
    assert patient.result().status_code == 200
    assert gate.runs == SAMPLES


def test_an_answer_is_given_when_the_budget_is_spent(
    http: httpx.Client, server: Running, gate: Gate
) -> None:
    gate.open.set()
    ticks = itertools.count()
    clock = lambda: next(ticks) / 100  # noqa: E731
    limits = replace(LIMITS, odds_milliseconds=1_000)
    server.app.state.context.work_pool = WorkPool(limits, clock, lambda seconds: None)
    found = ask(rolling(http)).json()
    assert not found["exact"]
    assert 0 < found["branches"] < 100
    assert len(found["outcomes"]) > 1
    assert gate.runs == found["branches"]


def test_odds_that_could_not_be_sampled_at_all_are_not_kept(
    http: httpx.Client, server: Running, gate: Gate
) -> None:
    gate.open.set()
    ticks = itertools.count()
    limits = replace(LIMITS, odds_milliseconds=1)
    game = rolling(http)
    server.app.state.context.work_pool = WorkPool(limits, lambda: next(ticks), lambda seconds: None)
    found = ask(game).json()
    assert (found["exact"], found["branches"], found["outcomes"]) == (False, 0, [])
    server.app.state.context.work_pool = WorkPool(LIMITS)
    assert ask(game).json()["branches"] == SAMPLES


def test_odds_are_given_of_what_the_command_seals_and_opens_itself(http: httpx.Client) -> None:
    """Nobody but who sees every bid is told what the last one decides."""
    for sees, status in (("all", 200), ("public", 403)):
        game = bidding(http, options={"referee_sees": sees})
        for seat in ("north", "east"):
            game.do(f"seat:{seat}", "tally.bid", bid=1)
        last = {"command": {"type": "tally.bid", "bid": 1}, "for": "south"}
        answer = game.post("referee", "/odds", last)
        assert answer.status_code == status
        if status == 200:
            told = answer.json()
            assert told["told"]
            assert [one["text"][0] for one in told["outcomes"]] == [
                f"{one['outcome']['leader']} leads and pays 1." for one in told["outcomes"]
            ]
            assert (told["modifiers"], told["worst"]) == ([], None)
            assert [one["probability"] for one in answer.json()["outcomes"]] == ["1/3"] * 3
