"""What a running server does a second, and how long it takes: over HTTP, on one machine."""

import asyncio
import contextlib
import http.client
import json
import pathlib
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from tests.bench.measure import REPEATS, Line, Series, percentile, repeated
from tests.bench.records import GOLDEN

SECONDS = 3.0
CLIENTS = (1, 16, 64)
LENGTHS = (100, 1_000, 10_000)

FORCE = {"units": [{"kind": "legio", "sp": 4, "quality": 2, "reduced": False}] * 3, "leaders": []}
COMBAT = {
    "type": "civil-war.adjudicate-combat",
    "attacker": FORCE,
    "defender": FORCE,
    "crossing": False,
    "outside_republic": False,
}
NOTE = {"type": "campaign.annotate", "seq": 1, "text": "x"}


@contextlib.contextmanager
def process(*command: str) -> Iterator[tuple[str, int]]:
    """A server in a process of its own, until the measurement is over: its address and its id."""
    with subprocess.Popen(
        [sys.executable, "-m", *command], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().split()[1].removeprefix("http://"), server.pid
        finally:
            server.terminate()


class Client:
    """One connection to a server."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._connection = http.client.HTTPConnection(address, timeout=300)

    def ask(self, path: str, token: str = "", body: Any = None) -> bytes:
        """Send a request; its answer, which must be one that says it went well."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        kind = "application/x-ndjson" if isinstance(body, bytes) else "application/json"
        if data is not None:
            headers["Content-Type"] = kind
        self._connection.request("GET" if data is None else "POST", path, data, headers)
        answer = self._connection.getresponse()
        if answer.status not in (200, 201):
            raise AssertionError(answer.read())
        self.first_byte = time.perf_counter()
        return answer.read()

    def timed(self, path: str, token: str = "", body: Any = None) -> float:
        """How long an answer takes, in milliseconds."""
        began = time.perf_counter()
        self.ask(path, token, body)
        return (time.perf_counter() - began) * 1000


class Desk:
    """A campaign at which combats are resolved for ever."""

    def __init__(self, client: Client, events: int = 1) -> None:
        made = json.loads(
            client.ask(
                "/v1/campaigns",
                body={
                    "system": "civil-war",
                    "scenario": "table",
                    "name": "x",
                    "visibility": "public",
                },
            )
        )
        self.client = client
        self.path = f"/v1/campaigns/{made['campaign']['id']}"
        self.token: str = made["tokens"]["referee"]
        self.seq = 1
        while self.seq < events:
            self.batch(min(200, events - self.seq))

    def batch(self, count: int) -> float:
        """Commands a second in one batch."""
        commands = [{"command": COMBAT, "entropy": "alea"}] * count
        body = {"mode": "until-refused", "commands": commands}
        took = self.client.timed(f"{self.path}/command-batches", self.token, body)
        self.seq += count
        return count / took * 1000


async def _client(address: str, request: bytes, until: float, took: list[float]) -> None:
    """Send one request after another on one connection."""
    reader, writer = await asyncio.open_connection(*address.split(":"))
    while (began := time.perf_counter()) < until:
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
        await reader.readexactly(length)
        assert head.split()[1] in (b"200", b"201"), head
        took.append(time.perf_counter() - began)
    writer.close()


def rate(address: str, path: str, token: str, body: Any, clients: int) -> tuple[float, float]:
    """Answers a second, and the time in milliseconds within which 99 of 100 came."""
    data = json.dumps(body).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
    )
    took: list[float] = []

    async def all_of_them() -> None:
        until = time.perf_counter() + SECONDS
        request = head.encode() + data
        await asyncio.gather(*(_client(address, request, until, took) for _ in range(clients)))

    asyncio.run(all_of_them())
    return len(took) / SECONDS, percentile(took, 0.99) * 1000


def commands(folder: pathlib.Path) -> Iterator[Line]:
    """Durable commands beside a bare POST, alternately, by number of clients."""
    with (
        process("tests.bench.bare") as (bare, _),
        process("tests.bench.serve", str(folder)) as (address, _),
    ):
        desk = Desk(Client(address))
        path = f"{desk.path}/commands"
        roll = {"command": {"type": "civil-war.roll-year-event"}, "entropy": "alea"}
        for clients in CLIENTS:
            seen: dict[str, list[tuple[float, float]]] = {"bare": [], "combats": [], "notes": []}
            for _ in range(REPEATS):
                seen["bare"].append(rate(bare, path, desk.token, roll, clients))
                for name, command in (("combats", COMBAT), ("notes", NOTE)):
                    body = {"command": command, "entropy": "alea"}
                    seen[name].append(rate(address, path, desk.token, body, clients))
            for name in ("combats", "notes"):
                for at, unit, asked in ((0, "/s", "0.35, aim 0.45"), (1, "ms p99", "at most 4")):
                    yield Line(
                        name=f"{name}, {clients} client{'s' * (clients > 1)}",
                        unit=unit,
                        value=Series(tuple(one[at] for one in seen[name])),
                        peer="bare POST",
                        beside=Series(tuple(one[at] for one in seen["bare"])),
                        asked=asked,
                    )


def growth(folder: pathlib.Path) -> Iterator[Line]:
    """What takes longer as a campaign grows, if it does."""
    with process("tests.bench.serve", str(folder)) as (address, pid):
        client = Client(address)
        fresh = resident_mib(pid)
        for length in LENGTHS:
            desk = Desk(client, length)
            yield from _of_length(desk, f"{length:,} events")
        yield _batch(desk)
        yield Line(name="memory, fresh", unit="MiB", value=Series((fresh,)))
        yield Line(name="memory, after all this", unit="MiB", value=Series((resident_mib(pid),)))
    for name in ("civil-war-rubicon-outlasted", "de-bello-punico-zama-rome-routs"):
        # The golden games have one id, so each is imported into a server of its own.
        with process("tests.bench.serve", str(folder / name)) as (address, _):
            yield _steps(Client(address), name)


def _batch(desk: Desk) -> Line:
    value = repeated(lambda: desk.batch(200))
    return Line(name="batch of 200", unit="commands/s", value=value, asked="4,000")


def _of_length(desk: Desk, of: str) -> Iterator[Line]:
    client, path, token = desk.client, desk.path, desk.token
    below = random.Random(of)
    places = below.sample(range(1, desk.seq), min(300, desk.seq - 1))
    times = [client.timed(f"{path}/state?at={at}", token) for at in places]
    for name, share in (("median", 0.5), ("p99", 0.99)):
        value = Series((percentile(times, share),))
        yield Line(name=f"state at any of {of}, {name}", unit="ms", value=value, asked="8")

    def line(name: str, asked: str, measure: Callable[[], float]) -> Line:
        return Line(name=f"{name} of {of}", unit="ms", value=repeated(measure), asked=asked)

    fork = {"at": desk.seq, "name": "On"}
    yield line("fork", "5", lambda: client.timed(f"{path}/forks", token, fork))

    def audit() -> float:
        client.ask(f"{path}/commands", token, {"command": NOTE})  # what was kept is of another head
        return client.timed(f"{path}/audit", token)

    yield line("audit", "500", audit)
    yield line("capsule with steps", "1,000", lambda: client.timed(f"{path}/capsule?steps=true"))

    def first_byte() -> float:
        began = time.perf_counter()
        client.ask(f"{path}/capsule?steps=true")
        return (client.first_byte - began) * 1000

    yield line("first byte of the capsule with steps", "50", first_byte)


def _steps(client: Client, name: str) -> Line:
    """A page of 200 steps from the middle of a game."""
    played = (GOLDEN / f"{name}.jsonl").read_bytes()
    path = f"/v1/campaigns/{json.loads(client.ask('/v1/campaigns/import', body=played))['id']}"
    value = repeated(lambda: client.timed(f"{path}/steps?after=100&limit=200"))
    return Line(name=f"200 steps of {name}", unit="ms", value=value, asked="25")


def resident_mib(pid: int) -> float:
    """The memory that a process holds, in MiB."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024
