"""How fast the viewer is at a length: the first board, steps, jumps, elements, memory.

``python -m tests.bench.browser [--events N] [--rounds N]`` makes campaigns of a tenth of the length
and of the whole one, opens them in Chromium, replays the games that come with the viewer, and
prints JSON. A step's or jump's ms are those that the page's main thread worked for it, its frame
included: processor time, which a busy machine does not lengthen. Of the first board both are told,
what a reader waited and what the thread worked.
"""

import argparse
import json
import random
import statistics
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Page

from iacta.service.cli import play
from iacta.service.cli.common import open_engine
from iacta.service.folders import VIEWER
from iacta.service.systems import discover
from tests.bench.measure import Line, Series
from tests.support.browser import chromium_running
from tests.support.play import ADJUDICATE, bearer
from tests.support.servers import serving

SCRIPT = (Path(__file__).parent / "browser.js").read_text(encoding="utf-8")
BATCH = 100
WAR = 320
"""events that a war of bots has at least"""
KEPT = 200
"""jumps after which what is kept on the way is kept"""
STEPS = 200
EVENTS, ROUNDS = 10_000, 1_000
KINDS = ("desk", "war", "samples")
WIDE: Any = {"width": 1440, "height": 900}
PATIENCE = 300_000
"""ms that the whole log may take to be read"""


def desk(url: str, events: int) -> str:
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


def war(data: Path, events: int) -> str:
    """A whole war of bots on the map, with remarks between its events, so many in all: its id."""
    with open_engine(data, create=True) as engine, ThreadPoolExecutor(BATCH) as at_once:
        row = play.create(engine, "civil-war", "rubicon", f"A war of {events} events")
        below = random.Random(1).randrange

        def remark(seq: int) -> int:
            command = {"type": "campaign.annotate", "seq": seq, "text": "Seen."}
            return play.send(engine, row.id, "referee", command, "").seq

        for played in play.play(engine, row.id, discover()["civil-war"], "steady", below):
            seq = played.seq
            more = min(events // WAR, events - seq)
            seq = max(seq, *at_once.map(remark, [seq] * more))
            if seq >= events:
                break
    return row.id


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
        self._devtools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def _worked(self) -> float:
        """For how many ms the page's thread has worked."""
        metrics = self._devtools.send("Performance.getMetrics")["metrics"]
        return 1000 * float(next(m["value"] for m in metrics if m["name"] == "TaskDuration"))

    def first_board(self, path: str) -> dict[str, float]:
        """Open an address; after how many ms its board stands, and how many of them were work."""
        self.page.goto("about:blank")
        before = self._worked()
        self.page.goto(path, wait_until="commit")
        waited = float(self.page.evaluate("firstBoard"))
        return {"waited": round(waited), "worked": round(self._worked() - before)}

    def read_whole(self) -> float:
        """Wait for every event; after how many ms the last came."""
        return round(float(self.page.evaluate("wholeLog()")))

    def heap(self) -> float:
        """MB that are held once what is not needed was let go."""
        self._devtools.send("HeapProfiler.collectGarbage")
        used = self._devtools.send("Runtime.getHeapUsage")["usedSize"]
        return round(used / 1e6, 1)

    def _timed(self, acts: Iterable[str]) -> tuple[list[float], int]:
        """Do each and see its frame: the ms of work of each, the most elements that were seen."""
        spent, most = [], 0
        for act in acts:
            before = self._worked()
            self.page.evaluate(act)
            spent.append(self._worked() - before)
            most = max(most, int(self.page.evaluate("elements()")))
        return spent, most

    def run(self, rounds: int) -> dict[str, Any]:
        """Step and jump."""
        last = int(self.page.evaluate("last()"))
        jumps = [f"jump({1 + i * 6_180_339 % last})" for i in range(rounds)]
        self._timed(jumps[:KEPT])  # what is kept on the way is kept now
        before = self.heap()
        jumped, most = self._timed(jumps)
        after = self.heap()
        self.page.evaluate("jump(2)")
        stepped, more = self._timed(["step()"] * min(rounds, last - 2, STEPS))
        return {
            "step": spread(stepped),
            "jump": spread(jumped),
            "elements": max(most, more),
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


def report(events: int, rounds: int, only: Sequence[str]) -> dict[str, Any]:
    """Measure; by what was read what was found, in plain data."""
    lengths = (events // 10, events)
    result: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="iacta-bench-") as folder:
        data = Path(folder) / "data"
        wars = {length: war(data, length) for length in lengths if "war" in only}
        with serving(data, "--quiet") as server, chromium_running() as chromium:
            for length in lengths:
                made = {"desk": desk(server.url, length)} if "desk" in only else {}
                for kind, campaign in {**made, "war": wars.get(length)}.items():
                    if campaign:
                        path = f"/#/campaigns/{campaign}?at={length // 2}"
                        found = measured(chromium, server.url, path, rounds)
                        result[f"{kind} of {length:,} events"] = found
            for sample in sorted((VIEWER / "samples").glob("*.capsule")):
                if "samples" in only:
                    path = f"/#/samples/{sample.stem}?at=2"
                    result[sample.stem] = measured(chromium, server.url, path, rounds)
    return result


def lines() -> Iterator[Line]:
    """Of a desk in both lengths."""
    for what, found in report(EVENTS, ROUNDS, ("desk",)).items():
        board, step, jump = found["first_board_ms"], found["step"], found["jump"]
        before, after = found["heap_mb"]
        for name, unit, value, asked in (
            ("first board, nothing kept", "ms", board["cold"]["waited"], "1000"),
            ("first board again", "ms", board["warm"]["waited"], ""),
            ("step", "ms", step["median"], "16"),
            ("99 in 100 steps", "ms", step["p99"], "50"),
            ("jump", "ms", jump["median"], "16"),
            ("99 in 100 jumps", "ms", jump["p99"], "50"),
            ("most elements", "", found["elements"], "3000"),
            (f"memory after {KEPT} jumps", "MB", before, ""),
            (f"memory after {ROUNDS:,} more", "MB", after, ""),
        ):
            yield Line(
                name=f"viewer, {what}: {name}",
                unit=unit,
                value=Series((float(value),)),
                asked=asked,
            )


def main() -> None:
    """Measure, and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=EVENTS)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--only", choices=KINDS, action="append")
    given = parser.parse_args()
    json.dump(report(given.events, given.rounds, given.only or KINDS), sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
