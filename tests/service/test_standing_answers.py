"""Standing answers over HTTP: one transaction, batches that stop alike, and nothing told."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient
from msgspec.structs import replace

from iacta.domain.kernel.proof.record import read_event
from iacta.service.projections.rolls import proof_class
from tests.conformance.subjects import WATCHES
from tests.service.watching import Watched, first_difference
from tests.support.host import ScriptedHost
from tests.support.play import Game, bidding
from tests.support.servers import app_of, running, systems
from tests.systems import tally
from tests.systems.tally.commands import Answer
from tests.systems.tally.rules.hands import hand
from tests.systems.tally.windows import ROLLS

NORTH, EAST = "seat:north", "seat:east"
PASS: dict[str, Any] = {"type": "tally.pass"}
HELD = 2
"""the worth of a card that east holds in these worlds"""
ROLL: dict[str, Any] = {"type": "tally.roll"}


@pytest.fixture
def http(tmp_path: Path) -> Iterator[httpx.Client]:
    with TestClient(app_of(tmp_path, games=systems(tally.SYSTEM))) as client:
        yield client


def stand(game: Game, role: str, answer: Any, until: str = "game") -> dict[str, Any]:
    laid = {"window": "rolls", "until": until, "answer": answer}
    return game.do(role, "campaign.stand", **laid, entropy_="beforehand")


def bids(game: Game) -> Game:
    """North bids the most, and leads."""
    for number, seat in enumerate(game.created["invitations"]):
        game.do(f"seat:{seat}", "tally.bid", bid=0 if number else 1)
    return game


def kinds(game: Game, after: int) -> list[tuple[str, str, str]]:
    items = game.get("referee", "/events", params={"after": after}).json()["items"]
    events = [item["event"] for item in items]
    return [(one["by"], one["for"], one["command"]["type"]) for one in events]


def test_the_answer_is_durable_with_the_command_that_asked_for_it(http: httpx.Client) -> None:
    game = bids(bidding(http, 2))
    stand(game, EAST, {})
    made = game.do(NORTH, "tally.roll", entropy_="alea")
    seq = made["event"]["seq"]
    assert made["event"]["command"] == ROLL
    assert made["head"]["seq"] == seq + 1
    assert kinds(game, seq - 1) == [(NORTH, "", "tally.roll"), ("service", EAST, "tally.pass")]
    assert f"\n{seq + 1}\n" in made["checkpoint"]


def test_a_command_sent_again_gives_no_second_answer(http: httpx.Client) -> None:
    game = bids(bidding(http, 2))
    stand(game, EAST, {})
    key = {"Idempotency-Key": "once"}
    first = game.send(NORTH, "tally.roll", headers=key)
    before = game.seq
    again = game.send(NORTH, "tally.roll", headers=key)
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json()["event"] == first.json()["event"]
    assert game.seq == before


@pytest.mark.parametrize("mode", ["until-refused", "all-or-none"])
@pytest.mark.parametrize("dry_run", [False, True])
def test_a_batch_stops_at_a_window_alike(http: httpx.Client, mode: str, dry_run: bool) -> None:
    """With a standing answer of the other seat the next turn would begin, and a bid be taken."""
    answers = []
    for laid in (None, {}, {"worth": 3}):
        game = bids(bidding(http, 2))
        if laid is not None:
            stand(game, EAST, laid)
        commands = [{"command": ROLL}, {"command": {"type": "tally.bid", "bid": 0}}]
        body = {"mode": mode, "commands": commands, "dry_run": dry_run}
        answer = game.post(NORTH, "/command-batches", body)
        plain = answer.json()
        refused = plain.get("refused") or (plain if "status" in plain else None)
        told = refused and (refused.get("detail"), refused.get("errors"))
        answers.append(
            (answer.status_code, len(plain.get("items", [])), plain.get("stopped"), told)
        )
    assert answers[0] == answers[1] == answers[2]


def test_the_own_answer_in_a_batch_goes_before_the_standing_one(http: httpx.Client) -> None:
    game = bids(bidding(http, 3))
    game.do(NORTH, "tally.roll")
    stand(game, "seat:south", {}, "turn")
    before = game.seq
    assert kinds(game, before - 1) == [("service", "seat:south", "tally.pass")]
    two = [{"command": PASS}, {"command": {"type": "tally.bid", "bid": 0}}]
    body = {"mode": "all-or-none", "commands": two}
    assert game.post(EAST, "/command-batches", body).status_code == 201


def test_its_dice_count_as_without_entropy(http: httpx.Client) -> None:
    """Tally's answers throw none; the class is told of the event."""
    game = bids(bidding(http, 2))
    stand(game, EAST, {})
    made = game.do(NORTH, "tally.roll", entropy_="alea")
    items = game.get("referee", "/events", params={"after": made["event"]["seq"] - 1}).json()
    mine, given = (
        read_event({name: value for name, value in item["event"].items() if name != "hash"})
        for item in items["items"]
    )
    assert given.entropy == "beforehand"
    assert (proof_class(mine, "open"), proof_class(given, "open")) == ("entropy", "none")


def peeks(state: Any, seat: str, reply: Any, known: Any) -> Any:
    """A careless game's answer, from a hand that its seat does not see."""
    return hand(state.board("north"), known)


@pytest.mark.parametrize("answer", [lambda *_: Answer("ballista"), peeks])
def test_a_game_whose_answer_is_impossible_leaves_its_seat_to_answer(
    tmp_path: Path, answer: Any
) -> None:
    faulty = replace(tally.SYSTEM, windows=(replace(ROLLS, answer=answer),))
    with TestClient(app_of(tmp_path, games=systems(faulty))) as http:
        game = bids(bidding(http, 2))
        stand(game, EAST, {})
        seq = game.do(NORTH, "tally.roll", entropy_="alea")["event"]["seq"]
        assert game.seq == seq
        assert [one["seat"] for one in game.campaign()["waiting"]] == ["east"]
        game.do(EAST, "tally.pass")


def test_the_game_names_its_windows(http: httpx.Client) -> None:
    (window,) = http.get("/v1/systems/tally").json()["windows"]
    assert (window["key"], window["title"], window["rule"]) == ("rolls", "rolls", "TY 5")
    assert [until["key"] for until in window["untils"]] == ["turn", "game"]
    assert set(window["schema"]["$defs"]["Reply"]["properties"]) == {"worth", "least"}


# --- two worlds ---------------------------------------------------------------------------------


def leads(game: Game) -> str:
    leader: str = game.get("referee", "/state").json()["view"]["game"]["leader"]
    return leader


@contextmanager
def twins(folder: Path, *answers: Any) -> Iterator[list[Watched]]:
    """The same campaign on two servers, where east has laid these answers."""
    with ExitStack() as stack:
        games = []
        for number, answer in enumerate(answers):
            app = app_of(folder / str(number), host=ScriptedHost(), games=systems(tally.SYSTEM))
            http = stack.enter_context(
                httpx.Client(base_url=stack.enter_context(running(app)).url, timeout=30)
            )
            game = Watched(bidding(http, 3), app, tally.SYSTEM)
            stand(game, EAST, answer)
            games.append(game)
        yield games


@pytest.mark.parametrize(("watcher", "whole"), [(NORTH, True), ("referee", False)])
def test_a_sealed_answer_is_told_to_nobody_until_it_is_given(
    tmp_path: Path, watcher: str, whole: bool
) -> None:
    """Everything that a reader is told is alike: bytes, lengths, ETags, counts, odds, dry runs.

    East answers a four with a card in one world and passes in the other: all is the same until a
    four is thrown, or more. Then the worlds part, as they would by hand.
    """
    watch = WATCHES["tally"]
    watch = replace(watch, watcher=watcher, attempts=watch.attempts[:2])
    with twins(tmp_path, {}, {"worth": HELD, "least": 4}) as games:
        assert first_difference(games, watch, whole) == ""
        for _ in range(3):
            before = games[0].seq
            for game in games:
                bids(game)
            leader = f"seat:{leads(games[0])}"
            for game in games:
                game.do(leader, "tally.roll", entropy_="alea")
            if kinds(games[0], before) != kinds(games[1], before):
                assert first_difference(games, watch, False) != ""
                return
            for game in games:
                for role in {NORTH, "seat:south"} - {leader}:
                    game.do(role, "tally.pass")
            assert first_difference(games, watch, False) == ""
    raise AssertionError("no four was thrown: the test saw less than it says")
