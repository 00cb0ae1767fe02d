"""How fast the table answers a player's hand: medians and 95th percentiles of what they wait for.

``python -m tests.bench.table [--rounds N] [--game KEY]`` plays each game in Chromium and prints
JSON. Of each wait: ``ms`` from the click (of a step: from the server's answer) to the frame that
shows it; ``server``, how much of that a call was under way; ``cpu``, the time for which the page's
main thread worked since the click. On a busy machine only the last can be compared.
"""

import argparse
import json
import statistics
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Page

from tests.bench.measure import Line, Series
from tests.support.browser import chromium_running
from tests.support.environment import Below
from tests.support.play import Game, found
from tests.support.servers import serving
from tests.viewer.clicker import Clicker
from tests.viewer.seats import THREE

SCRIPT = (Path(__file__).parent / "table.js").read_text(encoding="utf-8")
GAMES: dict[str, tuple[str, dict[str, Any], str | None]] = {
    "civil-war": ("rubicon", {}, None),
    "de-bello-punico": ("zama", {}, "move"),
    "naval-battle": ("actium", {}, None),
    "samnite-wars": ("standard", {"seats": THREE}, None),
}
"""By system the scenario, what else it is created with, and the phase that is played."""
PARTS = ("ms", "server", "cpu")
ROUNDS = 15


class Timed(Clicker):
    """A player whose waits are measured."""

    def __init__(self, page: Page, below: Below) -> None:
        """Read the page's own clock."""
        super().__init__(page, below)
        page.add_init_script(SCRIPT)
        self.waits: list[dict[str, Any]] = []
        self._devtools = page.context.new_cdp_session(page)
        self._devtools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def _worked(self) -> float:
        """For how many ms the page's thread has worked."""
        metrics = self._devtools.send("Performance.getMetrics")["metrics"]
        return 1000 * float(next(m["value"] for m in metrics if m["name"] == "TaskDuration"))

    def click(self, selector: str, number: int = 0) -> bool:
        """Click, and measure what is waited for if it is one of the waits."""
        filling = self.page.locator(".act").count() > 0
        kinds = {".may [data-option": "form", ".board .offered": "list", "[data-send]": "step"}
        kind = next((kind for begins, kind in kinds.items() if selector.startswith(begins)), None)
        if kind is None or (kind != "step" and filling):
            return super().click(selector, number)
        spot = self.page.evaluate("([s, n]) => clicker.spot(s, n)", [selector, number])
        if spot is None:
            return False
        before = self._worked()
        self.page.mouse.click(*spot)
        wait = self.page.evaluate("kind => bench.shown(kind)", kind)
        self.waits.append({**wait, "cpu": self._worked() - before})
        return True


def quantiles(values: list[float]) -> dict[str, float]:
    """The median and the 95th percentile."""
    ranked = sorted(values)
    return {
        "median": round(statistics.median(ranked), 1),
        "p95": round(ranked[min(len(ranked) - 1, int(0.95 * len(ranked)))], 1),
    }


def summary(waits: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Of each kind of wait how many there were, and each of its parts."""
    kinds: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for wait in waits:
        kinds[wait["kind"]].append(wait)
    return {
        kind: {"count": len(own), **{part: quantiles([w[part] for w in own]) for part in PARTS}}
        for kind, own in sorted(kinds.items())
    }


def play(page: Page, game: Game, rounds: int) -> list[dict[str, Any]]:
    """Play the next awaited role in its browser, and return how long each wait took."""
    player = Timed(page, Below("bench"))
    held = json.dumps({game.id: {r: t for r, t in game.tokens.items() if t is not None}})
    page.goto("/icon.svg")
    page.evaluate("held => localStorage.setItem('iacta.tokens', held)", held)
    seat = ""
    for _ in range(rounds):
        where = game.campaign()
        if where["status"] != "open":
            break
        awaited = [w["seat"] for w in where["waiting"]]
        if seat not in awaited:
            seat = awaited[0]
            role = seat if seat == "referee" else f"seat:{seat}"
            page.goto("/icon.svg")
            page.goto(f"/#/campaigns/{game.id}?as={role}&at={where['head']['seq']}")
        player.command(int(where["head"]["seq"]))
    return player.waits


def report(rounds: int, only: str | None = None) -> dict[str, Any]:
    """Play every game, or one alone; what was measured, in plain data."""
    with (
        tempfile.TemporaryDirectory(prefix="iacta-bench-") as folder,
        serving(Path(folder) / "data") as server,
        httpx.Client(base_url=server.url, timeout=60) as http,
        chromium_running() as chromium,
    ):
        played = {}
        for system, (scenario, members, phase) in GAMES.items():
            if only not in (None, system):
                continue
            game = found(http, system, scenario, **members).claim_all()
            if phase is not None:
                game.until(phase)
            context = chromium.new_context(
                viewport={"width": 1440, "height": 900}, base_url=server.url
            )
            played[f"{system} {scenario}"] = summary(play(context.new_page(), game, rounds))
            context.close()
    return played


def lines() -> Iterator[Line]:
    """Of every game how long a player waits for the list, a form and a step."""
    for game, waits in report(ROUNDS).items():
        for kind, wait in waits.items():
            ms = wait["ms"]
            asked = "50" if kind == "step" else "100"
            yield Line(
                name=f"table, {game}: {kind}",
                unit="ms",
                value=Series((ms["median"],)),
                asked=asked,
            )
            yield Line(
                name=f"table, {game}: {kind}, 95 in 100", unit="ms", value=Series((ms["p95"],))
            )


def main() -> None:
    """Play, and print what was measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="commands a game")
    parser.add_argument("--game", choices=GAMES, help="one game alone")
    given = parser.parse_args()
    json.dump(report(given.rounds, given.game), sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
