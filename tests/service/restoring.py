"""A game whose server is set back to a backup, and that goes on in a fork to its end."""

import itertools
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from litestar.testing import TestClient

from iacta.domain.kernel.contract.system import System
from iacta.service.cli import play
from iacta.service.projections.fsck import check_campaign, check_log
from iacta.service.store.read import Reader
from tests.cli.test_files import iacta
from tests.service.watching import Watched
from tests.support.environment import Below
from tests.support.host import ScriptedHost
from tests.support.play import Game, branch, found
from tests.support.servers import app_of

MORE = 5
"""events that were played and acknowledged after the backup"""


@contextmanager
def served(folder: Path, seed: str) -> Iterator[Any]:
    """A server over a folder that keeps its own key, as an operator's does."""
    app = app_of(folder, signing_key="", host=ScriptedHost(seed))
    with TestClient(app) as http:
        yield app, http


def played(app: Any, game: Game, system: System, seed: str) -> Iterator[bool]:
    """Let bots play, then whatever was hidden is shown; after each event whether play is over."""
    engine, bot = app.state.context.engine, next(iter(system.bots))
    for _ in play.play(engine, game.id, system, bot, Below(seed)):
        yield engine.cached(game.id).campaign.outcome is not None


def openings(game: Game, role: str) -> set[str]:
    """What a role is given openings of, of what no event has shown to everyone."""
    lines = [json.loads(line) for line in game.get(role, "/capsule").text.splitlines()]
    shown = {
        digest
        for line in lines
        for effect in line.get("event", {}).get("effects", ())
        if effect["type"] == "opened"
        for digest in effect["openings"]
    }
    return set(lines[-2]["openings"]) - shown


def until_hidden(app: Any, game: Game, system: System, seed: str) -> None:
    """Play until somebody holds a secret."""
    seats = [role for role in game.tokens if role.startswith("seat:")]
    for _ in played(app, game, system, seed):
        if any(openings(game, role) for role in seats):
            return
    raise AssertionError("nobody ever holds a secret")


def goes_on(folder: Path, system: System, scenario: str, sees: str) -> None:
    """Assert that a game with secrets comes to a sound end after its server was set back."""
    seats = [{"name": seat.title, "seat": seat.seat} for seat in system.seats]
    needed = system.scenario(scenario).min_seats or len(seats)
    with served(folder / "first", "found") as (app, http):
        game = found(
            http,
            system.key,
            scenario,
            seats=seats[:needed],
            options={"referee_sees": sees, "seal_grace": 0},
        ).claim_all()
        until_hidden(app, game, system, "before")
        roles = [role for role in game.tokens if role != "nobody"]
        before = {role: openings(game, role) for role in roles}
        at = game.seq
    shutil.copytree(folder / "first", folder / "backup")
    with served(folder / "first", "lost") as (app, http):
        game.http = http
        lost = itertools.islice(played(app, game, system, "lost"), MORE)
        assert len(list(lost)) == MORE
    assert "1 campaigns are read-only" in iacta("restored", "--data", folder / "backup").stdout
    with served(folder / "backup", "restored") as (app, http):
        game.http = http
        assert game.campaign()["status"] == "read-only"
        child = Watched(branch(game, at), app, system)
        roles = [role for role in roles if role in child.tokens]
        assert {role: openings(child, role) for role in roles} == before
        shared = {digest for digest, entry in child.vault.items() if entry.seq <= at}
        if child.campaign()["waiting"][0]["kinds"] == ["campaign.reshuffle"]:
            child.do("referee", "campaign.reshuffle")
        assert any(played(app, child, system, "after"))
        for role in roles:
            assert openings(child, role) & shared <= before[role], "somebody saw more"
        for _ in played(app, child, system, "end"):
            assert child.campaign()["seals_opened"]
        checks = child.get("observer", "/audit").json()["checks"]
        assert [check["result"] for check in checks] == ["pass"] * 10, checks
        assert faults(app) == []


def faults(app: Any) -> list[Any]:
    """What `iacta fsck` finds, the tests' own systems included."""
    engine = app.state.context.engine
    with engine.database.reading() as connection:
        reader = Reader(connection)
        return [
            *check_log(reader),
            *(
                fault
                for campaign_id in reader.campaign_ids()
                for fault in check_campaign(reader, campaign_id, engine.systems, engine.links)
            ),
        ]
