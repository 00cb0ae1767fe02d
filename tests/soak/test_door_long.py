"""Strangers at the door: while they press, health answers and another player plays on.

Each attack runs in a process of its own, from another address than the player's, and ends by
itself. With ``IACTA_SOAK`` it is as large as those that once stopped the server; `pytest -s` shows
the figures.
"""

import multiprocessing
import os
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from iacta.service.entropy import SystemHost
from iacta.service.settings import Limits
from tests.soak.strangers import ATTACKS, attack
from tests.support.play import ADJUDICATE, Game, desk
from tests.support.servers import DEADLINE, Process, Running, app_of, running, serving

SOAK = bool(os.environ.get("IACTA_SOAK"))
OWN = 1_000
COMBAT: dict[str, Any] = {"type_": "civil-war.adjudicate-combat", **ADJUDICATE}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process | Running]:
    """The service with the limits that it has for everybody; but for the soak it waits a second
    for headers, which takes ten.
    """
    data = tmp_path_factory.mktemp("door") / "data"
    limits = Limits(header_seconds=1.0)
    brief = app_of(data, host=SystemHost(), limits=limits)
    with serving(data, "--quiet") if SOAK else running(brief, limits) as server:
        yield server


ALLOWED = {
    "2 MiB bodies x8": {"401", "429"},
    "wrong claims x16": {"404", "429"},
    "1,500 streams": {"200", "429", "503", "ended"},
    "3,000 half-sent headers": {"ended"},
}


@pytest.mark.parametrize("name", ATTACKS)
def test_strangers_hinder_nobody(name: str, server: Process | Running) -> None:
    with httpx.Client(base_url=server.url, timeout=DEADLINE) as http:
        game = desk(http, visibility="public")
        before = _played(http, game, lambda: False)
        spawn = multiprocessing.get_context("spawn")
        ours, theirs = spawn.Pipe(duplex=False)
        attacker = spawn.Process(target=attack, args=(name, server.url, game.path, theirs))
        attacker.start()
        during = _played(http, game, lambda: attacker.is_alive() and not ours.poll())
        found: Counter[str] = ours.recv()
        attacker.join(DEADLINE)
        print(f"\n{name}: {dict(found)}")
        for what, figures in (("before", before), ("meanwhile", during)):
            print(f"  {what:10} {_told(figures)}")
        assert set(found) <= ALLOWED[name]
        assert http.get("/health/ready").status_code == 200
        assert game.get("referee", "/audit").json()["ok"]


def _played(http: httpx.Client, game: Game, go_on: Callable[[], bool]) -> dict[str, list[float]]:
    """Seconds that health and a player's command take, ten times and then while ``go_on``.

    The player keeps within what a token may send at once.
    """
    found: dict[str, list[float]] = {"live": [], "command": []}
    while len(found["live"]) < 10 or go_on():
        began = time.perf_counter()
        assert http.get("/health/live").status_code == 200
        lived = time.perf_counter()
        found["live"].append(lived - began)
        if len(found["command"]) < OWN:
            game.do("referee", **COMBAT)
            found["command"].append(time.perf_counter() - lived)
    return found


def _told(figures: dict[str, list[float]]) -> str:
    return ", ".join(
        f"{what} n={len(taken)} p50 {1000 * statistics.median(taken):.0f} "
        f"p99 {1000 * sorted(taken)[int(len(taken) * 0.99)]:.0f} max {1000 * max(taken):.0f} ms"
        for what, taken in figures.items()
    )
