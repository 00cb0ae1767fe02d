"""Games played in the browser: each seat a page of its own, by clicks and by keys."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.support.environment import Below
from tests.support.host import HostOfTest
from tests.support.play import Game, found
from tests.support.servers import Running, app_of, running
from tests.viewer.bundle import hosted
from tests.viewer.clicker import Typist
from tests.viewer.seats import GAMES, played

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server in a scripted world, so that the dice fall as they fell the last time."""
    with hosted(tmp_path_factory.mktemp("played") / "data", odds=300) as server:
        yield server


FEW: dict[str, Any] = {"absent": ("referee",)}
"""The referee comes once they are awaited: a browser that only looks on costs as much."""


@pytest.mark.parametrize(("system", "scenario", "members", "size"), GAMES)
def test_forty_commands_by_clicks(
    chromium: Browser,
    server: Running,
    system: str,
    scenario: str,
    members: dict[str, Any],
    size: tuple[int, int],
) -> None:
    """Each seat in a browser of its own; what is sent is what was pressed, and nothing else."""
    how = {"size": size, "seed": f"{system} by clicks", "avoid": ("call-off", "decline"), **FEW}
    with played(server, chromium, system, scenario, members, **how) as seats:
        if system == "naval-battle":
            seats.game.do("seat:reactive", "naval-battle.intercept", leader="Agrippa")
        assert seats.play(40) >= 40
        by = seats.players.values()
        assert any(player.on_board for player in by) or not any(player.lit for player in by)


LEFT = 10
"""commands of a battle that are left to the browsers, if they chose as before"""


def test_a_battle_is_played_to_its_end(chromium: Browser, tmp_path: Path) -> None:
    """The last command leads every page to the result."""
    battle = ("naval-battle", "interception", {})
    whole = app_of(tmp_path / "whole", host=HostOfTest())
    with running(whole) as server, httpx.Client(base_url=server.url) as http:
        game, below = found(http, *battle[:2]).claim_all(), Below("to the end")
        with patch.object(game, "post", wraps=game.post) as posted:
            while game.step(below):
                pass

    def nearly(game: Game) -> None:
        """The same again, in a world of the same dice."""
        for sent in posted.call_args_list[:-LEFT]:
            assert game.post(*sent.args).status_code == 201

    how: dict[str, Any] = {"seed": "to the end", "prepare": nearly}
    with (
        hosted(tmp_path / "nearly") as server,
        played(server, chromium, *battle, **how) as seats,
    ):
        assert 1 <= seats.play(150) < 150
        assert seats.game.campaign()["status"] == "concluded"
        for player in seats.players.values():
            player.settle(seats.game.seq)
            expect(player.page.locator(".awaited")).to_contain_text("Concluded:")
            assert player.see()["rows"] == []


class Held(Typist):
    """One who never loses their place: what has the focus is theirs from the first key on."""

    def noted(self, seen: dict[str, Any]) -> dict[str, Any]:
        """What was seen, once something has the focus."""
        seen = super().noted(seen)
        assert not self.asked.commands or seen["focus"] != "BODY", seen
        return seen


def test_twenty_commands_by_keys(chromium: Browser, server: Running) -> None:
    """Without a mouse: every act has a key, `n` leads to all questions, the focus is never lost."""
    how = {"hand": Held, "seed": "keys", **FEW}
    with played(server, chromium, "samnite-wars", "standard", {}, **how) as seats:
        assert seats.play(20) >= 20
