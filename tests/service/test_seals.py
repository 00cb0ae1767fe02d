"""The end opens the seals: asked over HTTP, opened by the service, held back by other branches."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from iacta.service.campaigns.engine import Engine
from iacta.service.campaigns.seals import PATIENCE, SealOpener
from iacta.service.projections.listing import due_openings
from iacta.service.store.read import Reader
from tests.service.test_proof import faults
from tests.support.environment import Below
from tests.support.host import ScriptedHost
from tests.support.play import Game, bidding, branch
from tests.support.servers import app_of, problem, sqlite_url, unchanged

OPEN = "campaign.open-seals"


class Server:
    """A service whose clock can be put forward."""

    def __init__(self, http: httpx.Client, app: Any, host: ScriptedHost) -> None:
        self.http, self.host = http, host
        self.engine: Engine = app.state.context.engine

    def over(self, **members: Any) -> Game:
        """A game of three held seats that has ended."""
        return bidding(self.http, **members).until("over")

    def due(self) -> list[tuple[str, str]]:
        with self.engine.database.reading() as connection:
            return due_openings(Reader(connection))

    def round(self) -> int:
        return SealOpener(self.engine).once()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    host = ScriptedHost()
    app = app_of(tmp_path / "data", host=host)
    with TestClient(app) as http:
        yield Server(http, app, host)


def asked(game: Game) -> list[str]:
    return [one["seat"] for one in game.campaign()["waiting"]]


def test_the_seats_are_asked_and_the_last_to_agree_opens(server: Server, tmp_path: Path) -> None:
    game = server.over(visibility="public")
    assert asked(game) == ["north", "east", "south"]
    offered = [item for item in game.options("seat:north") if item["command"]["type"] == OPEN]
    answers = [item["command"].get("agree", "yes") for item in offered]
    assert answers == ["yes", "no", "object"]
    with unchanged(sqlite_url(tmp_path / "data")):
        problem(game.send("referee", OPEN), "out-of-phase")
        problem(game.send("referee", OPEN, for_="north"), "forbidden")
        problem(game.send("observer", OPEN), "forbidden")
        problem(game.send("seat:north", OPEN, agree="perhaps"), "invalid-request")
    for item, said in zip(offered, ("agreed to", "did not agree to", "objected to"), strict=True):
        answer = game.post("seat:north", "/commands", {"command": item["command"]})
        assert answer.status_code == 201
        step = game.get("nobody", "/steps", params={"after": game.seq - 1}).json()["items"][0]
        assert step["text"][0].startswith(f"North {said} open")
    assert asked(game) == ["east", "south"]
    again = [
        item["command"]["agree"]
        for item in game.options("seat:north")
        if item["command"]["type"] == OPEN and "agree" in item["command"]
    ]
    assert again == ["no"], "what stands is not offered again"
    game.agree()
    assert game.campaign()["seals_opened"]
    audit = game.get("nobody", "/audit").json()
    assert {one["number"]: one["result"] for one in audit["checks"]}[10] == "pass"


def test_the_service_opens_what_is_due_once(server: Server) -> None:
    game, other = server.over(), server.over(options={"seal_grace": 30})
    assert [one for one, _ in server.due()] == [game.id, other.id]
    server.host.days = 13
    assert server.round() == 0
    server.host.days = 14
    assert server.round() == 1
    head = game.campaign()
    assert head["seals_opened"]
    assert server.round() == 0
    event = game.get("referee", f"/events/{head['head']['seq']}").json()["event"]
    assert (event["by"], event["command"]) == ("service", {"type": OPEN})
    ended = game.get("referee", f"/events/{head['head']['seq'] - 1}").json()["event"]
    assert event["key"] == f"seals-{ended['hash'][:32]}"
    assert [one for one, _ in server.due()] == [other.id]
    assert faults(server.http) == []
    assert game.get("referee", "/audit").json()["ok"]


def test_two_servers_make_one_event(server: Server, tmp_path: Path) -> None:
    game = server.over()
    host = ScriptedHost("another")
    server.host.days = host.days = 20
    mark = tmp_path / "data" / "mark"
    app = app_of(tmp_path / "other", sqlite_url(tmp_path / "data"), host=host, mark=mark)
    with TestClient(app):
        there = app.state.context.engine
        late = [there, server.engine]
        with there.database.reading() as connection:
            assert due_openings(Reader(connection)) == server.due()
        waiting = [SealOpener(engine) for engine in late]
        due = server.due()
        for one in waiting:  # each has found it due before either has opened it
            assert one._open(due[0][0])
    events = game.get("referee", "/events").json()["items"]
    assert [one["event"]["by"] for one in events].count("service") == 1
    assert faults(server.http) == []


def test_an_objection_leaves_it_to_the_referee(server: Server) -> None:
    game = server.over()
    game.do("seat:east", OPEN, agree="object")
    assert server.due() == []
    server.host.days = 27
    assert server.round() == 0
    game.do("referee", OPEN)
    assert game.campaign()["seals_opened"]


def test_what_is_over_takes_back_its_end_until_the_seals_are_open(server: Server) -> None:
    game = bidding(server.http)
    before = game.seq
    game.do("referee", "campaign.conclude", reason="a mistake")
    assert len(server.due()) == 1
    game.do("seat:north", OPEN)
    game.do("referee", "campaign.rewind", to=before, reason="it was a mistake")
    assert server.due() == []
    game.until("over")
    assert asked(game) == ["north", "east", "south"]
    game.agree()
    problem(game.send("referee", "campaign.rewind", to=before, reason="too late"), "conflict")


def test_a_branch_that_is_played_keeps_closed_what_it_shares(server: Server) -> None:
    game = bidding(server.http, options={"referee_sees": "all"})
    child = branch(game, game.seq)
    child.do("referee", "campaign.reshuffle")
    game.until("over")
    told = problem(game.send("seat:north", OPEN), "conflict")
    assert "not over" in told["detail"]
    server.host.days = 40
    opening = SealOpener(server.engine)
    assert opening.once() == 0
    below = Below("child")
    while child.campaign()["status"] == "open":
        child.step(below)
    told = problem(child.send("seat:north", OPEN), "conflict")
    assert "open its seals first" in told["detail"]
    problem(game.send("referee", OPEN), "out-of-phase")
    server.host.days = 47  # a grace after the last branch ended
    game.do("referee", OPEN)
    for seat in ("north", "east", "south"):
        child.do(f"seat:{seat}", OPEN)
    assert child.campaign()["seals_opened"]
    assert [server.round() for _ in range(PATIENCE)] == [0] * PATIENCE
    for one in (game, child):
        assert one.get("referee", "/audit").json()["ok"]
    assert faults(server.http) == []


def test_a_branch_that_could_not_answer_yet_has_its_grace(server: Server) -> None:
    """Its seats are asked from the end of the last branch on, though that one has opened."""
    game = bidding(server.http, options={"referee_sees": "all"})
    child = branch(game, game.seq)
    child.do("referee", "campaign.conclude", reason="left alone")
    server.host.days = 40
    game.until("over")
    problem(child.send("seat:north", OPEN, agree="object"), "conflict")
    for seat in ("north", "east", "south"):
        game.do(f"seat:{seat}", OPEN)
    problem(child.send("referee", OPEN), "out-of-phase")
    assert server.round() == 0
    server.host.days = 47
    child.do("referee", OPEN)
    for one in (game, child):
        assert one.get("referee", "/audit").json()["ok"]


def test_a_branch_that_holds_it_back_is_asked_again_after_a_while(server: Server) -> None:
    game = bidding(server.http, options={"referee_sees": "all"})
    answer = game.post("referee", "/forks", {"at": game.seq, "name": "If"})
    child = Game(server.http, answer.json())
    game.until("over")
    server.host.days = 14
    opening = SealOpener(server.engine)
    assert opening.once() == 0
    child.do("referee", "campaign.conclude", reason="left alone")
    server.host.days = 28
    assert [opening.once() for _ in range(PATIENCE)] == [0] * PATIENCE
    assert opening.once() == 1
    assert game.campaign()["seals_opened"]


def test_one_campaigns_fault_keeps_no_other_closed(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    from iacta.service.campaigns import seals

    broken, game = server.over(), server.over()
    honest = seals.open_seals

    def failing(campaign_id: str) -> Any:
        if campaign_id == broken.id:
            raise RuntimeError("a fault")
        return honest(campaign_id)

    monkeypatch.setattr(seals, "open_seals", failing)
    server.host.days = 14
    assert server.round() == 1
    assert game.campaign()["seals_opened"]
    assert not broken.campaign()["seals_opened"]
