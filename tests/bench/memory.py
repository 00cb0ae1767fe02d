"""What a server holds in memory as it answers more and more of what users send, over HTTP."""

import asyncio
import json
import pathlib
import random
from collections.abc import Callable, Iterator
from typing import Any

from tests.bench.measure import Line, Series
from tests.bench.served import COMBAT, NOTE, Client, Desk, process, request, resident_mib, send

REQUESTS = 20_000
CLIENTS = 16
DESKS = 60
GAMES = (
    ("civil-war", "rubicon"),
    ("de-bello-punico", "zama"),
    ("naval-battle", "actium"),
)
SHARES = (0.1, 0.5, 1.0)
Request = Callable[[random.Random], bytes]


def lines(folder: pathlib.Path, requests: int) -> Iterator[Line]:
    """Before the first of ``requests``, and after some shares of them."""
    with process("tests.bench.serve", str(folder)) as (address, pid):
        kinds = _kinds(address)
        yield _line("before any", pid)
        sent, below = 0, random.Random(0)
        for share in SHARES:
            until = round(requests * share)
            asyncio.run(_all(address, (_any(kinds, below) for _ in range(until - sent))))
            sent = until
            yield _line(f"after {sent:,}", pid)


def _line(when: str, pid: int) -> Line:
    held = Series((resident_mib(pid),))
    return Line(name=f"memory, mixed requests, {when}", unit="MiB", value=held, asked="150")


async def _all(address: str, some: Iterator[bytes]) -> None:
    """Send them on so many connections, each the next that nobody has sent."""
    await asyncio.gather(*(send(address, some, lambda _: None) for _ in range(CLIENTS)))


def _any(kinds: list[tuple[int, Request]], below: random.Random) -> bytes:
    weights = [weight for weight, _ in kinds]
    return below.choices([make for _, make in kinds], weights)[0](below)


def _kinds(address: str) -> list[tuple[int, Request]]:
    """What is sent, each with how often of 1,000: mostly reads, as a table that plays and watches
    sends them; commands and odds that differ; a fork now and then.
    """
    client = Client(address)
    desks = [Desk(client, 100) for _ in range(DESKS)]
    seats = [seat for game in GAMES for seat in _seats(client, *game)]

    def to_desk(path: str, body: Callable[[random.Random], Any] | None = None) -> Request:
        def make(below: random.Random) -> bytes:
            desk = below.choice(desks)
            there = path.format(at=below.randrange(1, desk.seq))
            return request(address, desk.path + there, desk.token, body and body(below))

        return make

    def of_game(path: str) -> Request:
        def make(below: random.Random) -> bytes:
            game, token = below.choice(seats)
            return request(address, game + path, token)

        return make

    return [
        (150, to_desk("")),
        (100, to_desk("/state")),
        (100, to_desk("/state?at={at}")),
        (100, to_desk("/steps?after={at}&limit=50")),
        (50, to_desk("/events?after={at}")),
        (50, lambda _: request(address, "/v1/campaigns?limit=50")),
        (100, of_game("/options")),
        (50, of_game("/options?of=*")),
        (50, of_game("/state")),
        (100, to_desk("/commands", lambda below: {"command": _combat(below), "entropy": "alea"})),
        (96, to_desk("/commands", lambda _: {"command": NOTE})),
        (50, to_desk("/odds", lambda below: {"command": _combat(below)})),
        (4, to_desk("/forks", lambda _: {"at": 50, "name": "On"})),
    ]


def _combat(below: random.Random) -> dict[str, Any]:
    """A combat of other strengths, so that odds are not those that were told before."""
    force = COMBAT["attacker"]
    units = [{**unit, "sp": below.randrange(1, 10)} for unit in force["units"]]
    return {**COMBAT, "attacker": {**force, "units": units}}


def _seats(client: Client, system: str, scenario: str) -> list[tuple[str, str]]:
    """The path and a token of each seat of a new campaign."""
    told = {"system": system, "scenario": scenario, "name": "x", "visibility": "public"}
    made = json.loads(client.ask("/v1/campaigns", body=told))
    path = f"/v1/campaigns/{made['campaign']['id']}"
    codes = made["invitations"].values()
    claims = [client.ask(f"{path}/claims", body={"invitation": code}) for code in codes]
    return [(path, json.loads(claim)["token"]) for claim in claims]
