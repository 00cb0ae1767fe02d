"""How fast the viewer is at a length: the first board, steps, jumps, elements, memory.

``python -m tests.bench.browser [--events N] [--rounds N]`` makes campaigns of a tenth of the length
and of the whole one, opens them in Chromium, replays the games that come with the viewer, and
prints JSON. A step's or jump's ms are those for which the page's thread was kept, its frame
included; on a busy machine only their proportions hold.
"""

import argparse
import json
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Page

from iacta.service.folders import VIEWER
from tests.support.browser import chromium_running
from tests.support.play import ADJUDICATE, bearer
from tests.support.servers import serving

SCRIPT = (Path(__file__).parent / "browser.js").read_text(encoding="utf-8")
BATCH = 100
WIDE: Any = {"width": 1440, "height": 900}
PATIENCE = 300_000
"""ms that the whole log may take to be read"""


def long_campaign(url: str, events: int) -> str:
    """A desk of so many events, a quarter of them combats: its id."""
    founding = {"system": "civil-war", "scenario": "table", "name": f"{events} events"}
    with httpx.Client(base_url=url, timeout=120) as http:
        made = http.post("/v1/campaigns", json={**founding, "visibility": "public"}).json()
        campaign, token = made["campaign"]["id"], made["tokens"]["referee"]
        combat = {"type": "civil-war.adjudicate-combat", **ADJUDICATE}
        head = 1
        while head < events:
            commands = [
                combat if i % 4 == 0 else {"type": "campaign.annotate", "seq": 1, "text": f"{i}."}
                for i in range(head, min(events, head + BATCH))
            ]
            body = [{"command": one, "entropy": "alea"} for one in commands]
            answer = http.post(
                f"/v1/campaigns/{campaign}/command-batches",
                json={"mode": "until-refused", "commands": body},
                headers=bearer(token),
            )
            answer.raise_for_status()
            head = answer.json()["head"]["seq"]
    return str(campaign)


def spread(ms: Sequence[float]) -> dict[str, float]:
    """The middle of what was measured, and what one in a hundred exceeds."""
    cuts = statistics.quantiles(ms, n=100)
    return {"median": round(statistics.median(ms), 1), "p99": round(cuts[98], 1)}


class Reader:
    """A fresh browser on one campaign."""

    def __init__(self, chromium: Browser, url: str) -> None:
        self.context = chromium.new_context(viewport=WIDE, base_url=url, reduced_motion="reduce")
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.add_init_script(SCRIPT)
        self._devtools = self.context.new_cdp_session(self.page)

    def first_board(self, path: str) -> float:
        """Open an address; after how many ms its board stands."""
        self.page.goto("about:blank")
        self.page.goto(path)
        return round(float(self.page.evaluate("firstBoard")))

    def read_whole(self) -> float:
        """Wait for every event; after how many ms the last came."""
        return round(float(self.page.evaluate("wholeLog()")))

    def heap(self) -> float:
        """MB that are held once what is not needed was let go."""
        self._devtools.send("HeapProfiler.collectGarbage")
        used = self._devtools.send("Runtime.getHeapUsage")["usedSize"]
        return round(used / 1e6, 1)

    def run(self, rounds: int) -> dict[str, Any]:
        """Step and jump."""
        self.page.evaluate("jumps(200)")  # what is kept on the way is kept now
        before = self.heap()
        jumps = self.page.evaluate(f"jumps({rounds})")
        after = self.heap()
        steps = self.page.evaluate(f"steps(2, {min(rounds, 200)})")
        return {
            "step": spread(steps["ms"]),
            "jump": spread(jumps["ms"]),
            "elements": max(steps["most"], jumps["most"]),
            "heap_mb": [before, after],
        }

    def close(self) -> None:
        """Close it."""
        self.context.close()


def measured(chromium: Browser, url: str, path: str, rounds: int) -> dict[str, Any]:
    """An address in a browser that has never seen it, and again in one that has its files."""
    reader = Reader(chromium, url)
    cold = reader.first_board(path)
    whole = reader.read_whole()
    found = {"first_board_ms": {"cold": cold, "warm": reader.first_board(path)}, "whole_ms": whole}
    reader.read_whole()
    found |= reader.run(rounds)
    reader.close()
    return found


def main(arguments: Sequence[str] = ()) -> dict[str, Any]:
    """Measure; the result as JSON has it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=1_000)
    given = parser.parse_args(arguments)
    result: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="iacta-bench-") as folder:
        data = Path(folder) / "data"
        with serving(data, "--quiet") as server, chromium_running() as chromium:
            for events in (given.events // 10, given.events):
                campaign = long_campaign(server.url, events)
                path = f"/#/campaigns/{campaign}?at={events // 2}"
                result[f"{events} events"] = measured(chromium, server.url, path, given.rounds)
            for sample in sorted((VIEWER / "samples").glob("*.capsule")):
                path = f"/#/samples/{sample.stem}?at=2"
                result[sample.stem] = measured(chromium, server.url, path, given.rounds)
    return result


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(sys.argv[1:]), indent=1) + "\n")
