"""Games played in the browser: each seat a page of its own, by clicks and by keys."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.support.servers import Process, serving
from tests.viewer.clicker import Typist
from tests.viewer.seats import GAMES, played


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server of this checkout that lets a player be quick."""
    with serving(tmp_path_factory.mktemp("played") / "data") as process:
        yield process


@pytest.mark.parametrize(("system", "scenario", "members", "size"), GAMES)
def test_forty_commands_by_clicks(
    chromium: Browser,
    server: Process,
    system: str,
    scenario: str,
    members: dict[str, Any],
    size: tuple[int, int],
) -> None:
    """Each seat in a browser of its own; what is sent is what was pressed, and nothing else."""
    how = {"size": size, "seed": f"{system} by clicks", "avoid": ("call-off", "decline")}
    with played(server, chromium, system, scenario, members, **how) as seats:
        if system == "naval-battle":
            seats.game.do("seat:reactive", "naval-battle.intercept", leader="Agrippa")
        assert seats.play(40) >= 40
        by = seats.players.values()
        assert any(player.on_board for player in by) or not any(player.lit for player in by)


def test_a_battle_is_played_to_its_end(chromium: Browser, server: Process) -> None:
    """The last command leads every page to the result."""
    with played(server, chromium, "naval-battle", "interception", {}, seed="to the end") as seats:
        seats.play(150)
        assert seats.game.campaign()["status"] == "concluded"
        for player in seats.players.values():
            player.settle(seats.game.seq)
            expect(player.page.locator(".awaited")).to_contain_text("Concluded:")
            assert player.see()["rows"] == []


class Held(Typist):
    """One who never loses their place: what has the focus is theirs from the first key on."""

    def see(self) -> dict[str, Any]:
        """What is to be seen, once something has the focus."""
        seen = super().see()
        assert not self.asked.commands or seen["focus"] != "BODY", seen
        return seen


def test_twenty_commands_by_keys(chromium: Browser, server: Process) -> None:
    """Without a mouse: every act has a key, `n` leads to all questions, the focus is never lost."""
    how = {"hand": Held, "seed": "keys"}
    with played(server, chromium, "samnite-wars", "standard", {}, **how) as seats:
        assert seats.play(20) >= 20
