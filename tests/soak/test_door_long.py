"""Strangers at the door: while they press, health answers and another player plays on.

Each attack runs in a process of its own, from another address than the player's, and ends by
itself. With ``IACTA_SOAK`` it is as large as those that once stopped the server; `pytest -s` shows
the figures.
"""

import asyncio
import json
import multiprocessing
import os
import statistics
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from iacta.service.entropy import SystemHost
from iacta.service.settings import Limits
from tests.support.play import ADJUDICATE, Game, desk
from tests.support.servers import DEADLINE, Process, Running, app_of, running, serving
from tests.support.sockets import head

SOAK = bool(os.environ.get("IACTA_SOAK"))
ELSEWHERE = ("127.0.0.2", 0)
OWN = 1_000
COMBAT: dict[str, Any] = {"type_": "civil-war.adjudicate-combat", **ADJUDICATE}
BODY = {"Content_Type": "application/json"}


async def _open(url: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    place = urlsplit(url)
    return await asyncio.open_connection(place.hostname, place.port, local_addr=ELSEWHERE)


async def _ask(url: str, request: bytes) -> str:
    """The status of one answer, or how the connection ended."""
    try:
        reader, writer = await _open(url)
        writer.write(request)
        line = await asyncio.wait_for(reader.readline(), DEADLINE)
        writer.close()
        return line[9:12].decode() or "ended"
    except (OSError, TimeoutError) as error:
        return type(error).__name__


async def _repeated(url: str, request: bytes, senders: int, each: int) -> Counter[str]:
    async def sender() -> list[str]:
        return [await _ask(url, request) for _ in range(each)]

    found = await asyncio.gather(*(sender() for _ in range(senders)))
    return Counter(status for one in found for status in one)


async def large_bodies(url: str, path: str) -> Counter[str]:
    """2 MiB of `{}` eight at a time, without a token."""
    body = b'{"commands":[' + b"{}," * 699_000 + b"{}]}"
    request = head("POST", f"{path}/command-batches", Content_Length=str(len(body)), **BODY) + body
    return await _repeated(url, request, 8, 50 if SOAK else 2)


async def wrong_claims(url: str, path: str) -> Counter[str]:
    """Guessed invitations, sixteen at a time."""
    body = json.dumps({"invitation": "x" * 43}).encode()
    request = head("POST", f"{path}/claims", Content_Length=str(len(body)), **BODY) + body
    return await _repeated(url, request, 16, 300 if SOAK else 4)


async def streams(url: str, path: str) -> Counter[str]:
    """As many streams as one can open, held until all have their answer."""
    held = []

    async def one() -> str:
        with suppress(OSError):
            reader, writer = await _open(url)
            held.append(writer)
            writer.write(head("GET", f"{path}/stream"))
            return (await asyncio.wait_for(reader.readline(), DEADLINE))[9:12].decode() or "ended"
        return "ended"

    found = Counter(await asyncio.gather(*(one() for _ in range(1_500 if SOAK else 80))))
    for writer in held:
        writer.close()
    return found


async def half_headers(url: str, path: str) -> Counter[str]:
    """Half a request each, and then nothing until the server ends the connection."""

    async def one() -> str:
        try:
            reader, writer = await _open(url)
            writer.write(head("GET", path)[:-4])
            await asyncio.wait_for(reader.read(), DEADLINE)
            writer.close()
        except TimeoutError:
            return "still open"
        except OSError:
            pass
        return "ended"

    return Counter(await asyncio.gather(*(one() for _ in range(3_000 if SOAK else 120))))


ATTACKS: dict[str, Callable[[str, str], Coroutine[Any, Any, Counter[str]]]] = {
    "2 MiB bodies x8": large_bodies,
    "wrong claims x16": wrong_claims,
    "1,500 streams": streams,
    "3,000 half-sent headers": half_headers,
}


def _attack(name: str, url: str, path: str, told: Any) -> None:
    told.send(asyncio.run(ATTACKS[name](url, path)))


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
        attacker = spawn.Process(target=_attack, args=(name, server.url, game.path, theirs))
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
