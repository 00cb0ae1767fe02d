"""A server that stops in the middle of something goes on with it."""

from pathlib import Path

from litestar.testing import TestClient

from tests.support.environment import Below
from tests.support.host import ScriptedHost
from tests.support.play import Game, found
from tests.support.servers import app_of

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
