"""A server that stops in the middle of something goes on with it."""

import sqlite3
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from iacta.service.errors import Unusable
from tests.support.environment import Below
from tests.support.host import ScriptedHost
from tests.support.loops import finish
from tests.support.play import Game, desk, found
from tests.support.servers import app_of, problem

SEATS = ["fabius", "papirius"]


def laying(game: Game) -> str:
    """Play until one War Effort of two is laid; who laid it."""
    below = Below("efforts")
    while True:
        where = game.campaign()
        due = [waiting["seat"] for waiting in where["waiting"]]
        if where["phase"]["key"] == "efforts" and len(due) == 1:
            return next(seat for seat in SEATS if seat not in due)
        assert game.step(below)


def test_an_effort_that_is_laid_stays_sealed_over_a_restart(tmp_path: Path) -> None:
    """Samnite Wars, SW-15: the second effort opens both, whatever happened in between."""
    seats = [{"name": seat.title(), "seat": seat} for seat in SEATS]
    with TestClient(app_of(tmp_path / "data")) as http:
        game = found(http, "samnite-wars", "standard", seats=seats).claim_all()
        first = laying(game)
        second = next(seat for seat in SEATS if seat != first)
        seq = game.seq
        sealed = game.get(f"seat:{first}", f"/events/{seq}").json()["event"]["command"]["effort"]
        told = [game.get(f"seat:{second}", path).json() for path in ("/state", f"/events/{seq}")]
    with TestClient(app_of(tmp_path / "data", host=ScriptedHost("later"))) as http:
        game.http = http
        assert game.seq == seq
        again = [game.get(f"seat:{second}", path).json() for path in ("/state", f"/events/{seq}")]
        assert again == told
        assert told[1]["openings"] == {}
        own = game.get(f"seat:{first}", f"/events/{seq}").json()["openings"]
        assert set(own) == {sealed["sealed"]}
        command = game.choose(f"seat:{second}", Below("second"))
        assert command is not None
        made = game.post(f"seat:{second}", "/commands", {"command": command}).json()["event"]
        kinds = [effect["type"] for effect in made["effects"]]
        assert "samnite-wars.battle-fought" in kinds
        (opened,) = [one["openings"] for one in made["effects"] if one["type"] == "opened"]
        assert sealed["sealed"] in opened
        assert game.get("referee", "/audit").json()["ok"]


@pytest.mark.parametrize(("key", "why"), [("", "is not set"), ("33" * 32, "is not the key")])
def test_a_server_without_the_key_of_its_links_does_not_start(
    key: str, why: str, tmp_path: Path
) -> None:
    with TestClient(app_of(tmp_path / "data", links_key="22" * 32)) as http:
        desk(http)
    with pytest.raises(ExceptionGroup) as refused:
        finish(started(app_of(tmp_path / "data", links_key=key)))
    (error,) = refused.value.exceptions
    assert isinstance(error, Unusable)
    assert f"IACTA_LINKS_KEY {why}" in str(error)
    with TestClient(app_of(tmp_path / "data", links_key="22" * 32)) as http:
        assert desk(http).send("referee", "civil-war.roll-year-event").status_code == 201


async def started(app: Litestar) -> None:
    """Start and stop."""
    async with app.lifespan():
        pass


def test_links_that_cannot_be_read_are_a_problem_that_names_the_setting(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with TestClient(app_of(data, links_key="22" * 32)) as http:
        game, other = desk(http), desk(http)
        with sqlite3.connect(data / "iacta.sqlite") as connection:
            connection.execute(
                "UPDATE chains SET stored = substr(stored, 1, 20) WHERE campaign_id = ?", [game.id]
            )
        connection.close()
        http.app.state.context.engine._live.clear()  # type: ignore[attr-defined]
        refused = problem(game.send("referee", "civil-war.roll-year-event"), "not-ready")
        assert "IACTA_LINKS_KEY" in refused["detail"]
        assert game.seq == 1
        assert other.send("referee", "civil-war.roll-year-event").status_code == 201
