"""Whole games in the browser, with a page for each seat: by clicks, and without a mouse.

With ``IACTA_SOAK`` set every game to its end, at both widths, and the figures are printed; in a
plain test run a few commands.
"""

import os
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.viewer.bundle import hosted
from tests.viewer.clicker import Clicker, Typist
from tests.viewer.seats import GAMES, played

LONG = bool(os.environ.get("IACTA_SOAK"))
MOST = 20_000 if LONG else 2


WIDE, NARROW = (1440, 900), (390, 844)
PLAYED = [game[:3] for game in GAMES] if LONG else [GAMES[2][:3]]
HANDS = [(Typist, NARROW), *([(Typist, WIDE), (Clicker, WIDE), (Clicker, NARROW)] if LONG else [])]


@pytest.mark.parametrize(("hand", "size"), HANDS)
@pytest.mark.parametrize(("system", "scenario", "members"), PLAYED)
def test_a_game_is_played_to_its_end(
    chromium: Browser,
    tmp_path: Path,
    system: str,
    scenario: str,
    members: dict[str, Any],
    hand: type[Clicker],
    size: tuple[int, int],
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Whatever is pressed, the game goes on until it is decided; no page complains."""
    how: dict[str, Any] = {"hand": hand, "size": size, "seed": f"{system} to the end"}
    how["avoid"] = ("call-off", "decline")  # a battle that is not fought shows nothing
    with (
        # With ample limits: seats who press by machine ask for more odds a minute than people do.
        hosted(tmp_path / "data") as server,
        played(server, chromium, system, scenario, members, **how) as seats,
    ):
        if system == "naval-battle":
            seats.game.do("seat:reactive", "naval-battle.intercept", leader="Agrippa")
        began = time.monotonic()
        sent = seats.play(MOST)
        took, where = time.monotonic() - began, seats.game.campaign()
        with capsys.disabled():
            print(
                f"\n{system} {scenario}, {hand.__name__} at {size[0]}: {took / 60:.1f} min, "
                f"{sum(one.sends for one in seats.players.values())} sendings, "
                f"{sum(one.on_board for one in seats.players.values())} clicks on the board, "
                f"{where['head']['seq']} events, outcome {where['outcome']}"
            )
        assert sent >= MOST or where["status"] == "concluded"
