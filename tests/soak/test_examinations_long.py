"""Bombs, hostile files and audits beside play: the server stays small, and others are served.

With ``IACTA_SOAK`` set it takes long, in a plain test a short slice. The times are printed.
"""

import gzip
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from iacta.service.settings import MIB
from tests.support.play import ADJUDICATE, Game, bearer, desk
from tests.support.servers import DEADLINE, Process, serving

SOAK = bool(os.environ.get("IACTA_SOAK"))
EVENTS = 4_000 if SOAK else 120
AUDITS = 16 if SOAK else 3
LOOKS = 400 if SOAK else 8
"""how often a bystander looks, and another player plays, during each attack"""
WHOLE = 60 * MIB if SOAK else 2 * MIB
MOST = 300 * MIB
KEY = "k" * 32
KEYED = {"IACTA_CREATE_KEY": KEY}
"""who has the key may import as often as they like"""
NDJSON = {"Content-Type": "application/x-ndjson"}
GZIP = {"Content-Type": "application/gzip"}


def resident(pid: int) -> int:
    """Bytes of memory that a process has at most had."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) * 1024


@contextmanager
def attack(url: str, workers: int, ask: Callable[[httpx.Client], httpx.Response]) -> Iterator[None]:
    """Several who ask the same over and over; what they are answered is no fault of the server."""
    stop, told = threading.Event(), set[int]()

    def run() -> None:
        with httpx.Client(base_url=url, timeout=600) as http:
            while not stop.is_set():
                told.add(ask(http).status_code)

    threads = [threading.Thread(target=run) for _ in range(workers)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join(600)
    assert told <= {200, 400, 413, 429, 503}, told


def waited(http: httpx.Client, game: Game) -> dict[str, list[float]]:
    """How long a look at the server's health and a command of another player took, in seconds."""
    found: dict[str, list[float]] = {"health": [], "command": []}
    for _ in range(LOOKS):
        began = time.perf_counter()
        assert http.get("/health/live").status_code == 200
        found["health"].append(time.perf_counter() - began)
        began = time.perf_counter()
        game.do("referee", "campaign.annotate", seq=1, text="meanwhile")
        found["command"].append(time.perf_counter() - began)
    return found


def shown(what: str, found: dict[str, list[float]], server: Process) -> None:
    """Print medians, 99th percentiles and maxima, and the server's memory."""
    for name, times in found.items():
        ordered = sorted(times)
        at = [ordered[int(len(ordered) * part)] for part in (0.5, 0.99)]
        p50, p99, most = (round(1000 * one, 1) for one in (*at, ordered[-1]))
        print(f"{what:>10} {name:>8}: p50 {p50} p99 {p99} max {most} ms")
    memory = resident(server._process.pid) // MIB
    print(f"{what:>10}   memory: {memory} MiB at most so far")


def test_others_play_on_beside_bombs_and_audits(tmp_path: Path) -> None:
    with (
        serving(tmp_path / "data", "--quiet", env=KEYED) as server,
        httpx.Client(base_url=server.url, headers=bearer(KEY), timeout=DEADLINE) as http,
    ):
        other, long = desk(http), desk(http, visibility="public")
        body = {"command": {"type": "civil-war.adjudicate-combat", **ADJUDICATE}}
        headers = bearer(long.tokens["referee"])
        for _ in range(EVENTS):
            assert http.post(f"{long.path}/commands", json=body, headers=headers).is_success
        saved = httpx.get(f"{server.url}{long.path}/capsule", timeout=600).content
        head, first, *_ = saved.splitlines(keepends=True)
        bomb = gzip.compress(b"{}\n" * (21 * MIB), 9)
        hostile = head + first * (WHOLE // len(first))
        shown("quiet", waited(http, other), server)

        def imported(data: bytes, kind: dict[str, str]) -> Callable[[httpx.Client], httpx.Response]:
            return lambda http: http.post(
                "/v1/campaigns/import", content=data, headers={**kind, **bearer(KEY)}
            )

        for what, workers, ask in (
            ("bombs", 2, imported(bomb, GZIP)),
            ("hostile", 2, imported(hostile, NDJSON)),
            ("audits", AUDITS, lambda http: http.get(f"{long.path}/audit")),
            ("steps", 2, lambda http: http.get(f"{long.path}/capsule?steps=true")),
        ):
            with attack(server.url, workers, ask):
                shown(what, waited(http, other), server)
            assert resident(server._process.pid) < MOST
        with serving(tmp_path / "there", "--quiet", "--name", "there.example", env=KEYED) as there:
            with httpx.Client(base_url=there.url, headers=bearer(KEY), timeout=600) as client:
                mine, taken = desk(client), threading.Event()
                answers: list[int] = []

                def bring() -> None:
                    with httpx.Client(base_url=there.url, timeout=600) as http:
                        answers.append(imported(saved, NDJSON)(http).status_code)
                    taken.set()

                thread = threading.Thread(target=bring)
                thread.start()
                shown("taking in", waited(client, mine), there)
                thread.join(600)
            assert answers == [201]
            assert resident(there._process.pid) < MOST
