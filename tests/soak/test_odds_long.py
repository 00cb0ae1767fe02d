"""A crowd that asks for dear odds holds nobody up.

The figures are shown and belong to the machine. Asserted is that everybody is answered.
"""

import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.support.play import Game, bearer, desk, found
from tests.support.servers import DEADLINE, serving

SOAK = bool(os.environ.get("IACTA_SOAK"))
CROWD = 45 if SOAK else 20
ROUNDS = 5 if SOAK else 1
GAMES = 12 if SOAK else 3
DEAR = {"type": "civil-war.check-leader-deaths"}


def timed(ask: Callable[[], httpx.Response], took: list[float], over: threading.Event) -> None:
    """Ask again and again until it is over, and note how long each answer took."""
    while not over.is_set():
        began = time.perf_counter()
        assert ask().status_code in (200, 201)
        took.append(time.perf_counter() - began)


@contextmanager
def watching(game: Game, url: str) -> Iterator[dict[str, list[float]]]:
    """Meanwhile another client asks for health, and another player sends commands."""
    over, took = threading.Event(), {"/health/live": [], "another's command": []}
    remark = {"command": {"type": "campaign.annotate", "seq": 1, "text": "Meanwhile."}}
    with httpx.Client(base_url=url, timeout=DEADLINE * 4) as http:
        headers = bearer(game.tokens["referee"])
        asks: dict[str, Callable[[], httpx.Response]] = {
            "/health/live": lambda: http.get("/health/live"),
            "another's command": lambda: http.post(
                f"{game.path}/commands", json=remark, headers=headers
            ),
        }
        threads = [
            threading.Thread(target=timed, args=(ask, took[what], over))
            for what, ask in asks.items()
        ]
        for thread in threads:
            thread.start()
        try:
            yield took
        finally:
            over.set()
            for thread in threads:
                thread.join()


def ask(game: Game, url: str, answers: list[int]) -> None:
    """One of the crowd."""
    with httpx.Client(base_url=url, timeout=DEADLINE * 4) as http:
        headers = bearer(game.tokens["referee"])
        answer = http.post(f"{game.path}/odds", json={"command": DEAR}, headers=headers)
    answers.append(answer.status_code)


def test_a_crowd_that_asks_for_odds_holds_nobody_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with (
        serving(tmp_path / "data", "--quiet") as server,
        httpx.Client(base_url=server.url, timeout=DEADLINE) as http,
    ):
        others = desk(http)
        games = [found(http, "civil-war", "zones").until("deaths") for _ in range(GAMES)]
        for number in range(ROUNDS):
            for game in games:  # moved on, they have nothing to answer from
                game.do("referee", "campaign.annotate", seq=1, text=f"Round {number}.")
            answers: list[int] = []
            with watching(others, server.url) as took:
                crowd = [
                    threading.Thread(target=ask, args=(games[n % len(games)], server.url, answers))
                    for n in range(CROWD)
                ]
                for one in crowd:
                    one.start()
                for one in crowd:
                    one.join()
            assert len(answers) == CROWD
            assert set(answers) <= {200, 503}
            with capsys.disabled():
                sys.stdout.write(f"\nodds {dict(Counter(answers))}\n{figures(took)}")


def figures(took: dict[str, list[float]]) -> str:
    """A line for each kind of question."""
    lines = []
    for what, seconds in took.items():
        ranked = sorted(seconds)
        p99 = ranked[int(len(ranked) * 0.99)]
        lines.append(f"{what}: {len(ranked)} answers, p99 {p99:.3f} s, most {ranked[-1]:.3f} s\n")
    return "".join(lines)
