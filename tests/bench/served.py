"""What a running server does a second, and how long it takes: over HTTP, on one machine."""

import asyncio
import contextlib
import http.client
import json
import os
import pathlib
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from tests.bench.measure import REPEATS, Line, Series, percentile
from tests.support.postgres import drop_database, new_database

SECONDS = 3.0
CLIENTS = (1, 16, 64, 256)
CAMPAIGNS = 200  # that some clients send to, each to any of them

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


async def send(address: str, requests: Iterable[bytes], took: Callable[[float], None]) -> None:
    """Send one request after another on one connection. Each takes so many seconds."""
    reader, writer = await asyncio.open_connection(*address.split(":"))
    for request in requests:
        began = time.perf_counter()
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
        answer = await reader.readexactly(length)
        assert head.split()[1] in (b"200", b"201"), head + answer
        took(time.perf_counter() - began)
    writer.close()


def request(address: str, path: str, token: str = "", body: Any = None) -> bytes:
    """A request as it is sent: a GET without a body, a POST with one."""
    data = b"" if body is None else json.dumps(body).encode()
    head = f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\nHost: {address}\r\n"
    if token:
        head += f"Authorization: Bearer {token}\r\n"
    if data:
        head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n"
    return f"{head}\r\n".encode() + data


def rate(
    address: str, places: Sequence[tuple[str, str]], body: Any, clients: int
) -> tuple[float, float]:
    """Answers a second, and the time in milliseconds within which 99 of 100 came.

    ``places``: paths with a token each; every client sends to any of them.
    """
    known = [request(address, *place, body) for place in places]
    took: list[float] = []

    async def all_of_them() -> None:
        until = time.perf_counter() + SECONDS

        def any_of_them(number: int) -> Iterator[bytes]:
            below = random.Random(number)
            while time.perf_counter() < until:
                yield below.choice(known)

        await asyncio.gather(
            *(send(address, any_of_them(number), took.append) for number in range(clients))
        )

    asyncio.run(all_of_them())
    return len(took) / SECONDS, percentile(took, 0.99) * 1000


def commands(folder: pathlib.Path) -> Iterator[Line]:
    """Durable commands beside a bare POST, alternately, by number of clients and database."""
    with _bare_servers() as bare:
        with process("tests.bench.serve", str(folder)) as (address, _):
            for clients in CLIENTS:
                yield from _beside(bare, address, clients, "", "0.35, aim 0.45")
            yield from _beside(bare, address, 16, f" to any of {CAMPAIGNS}", "", CAMPAIGNS)
        url = new_database()
        try:
            with process("tests.bench.serve", str(folder / "postgres"), url) as (address, _):
                yield from _beside(bare, address, 16, " on PostgreSQL", "0.3")
        finally:
            drop_database(url)


@contextlib.contextmanager
def _bare_servers() -> Iterator[dict[str, str]]:
    """The addresses of bare servers, by what they read HTTP with."""
    with (
        process("tests.bench.bare", "h11") as (plain, _),
        process("tests.bench.bare", "httptools") as (quick, _),
    ):
        yield {"bare POST": plain, "bare POST on httptools": quick}


def _beside(
    bare: dict[str, str],
    address: str,
    clients: int,
    where: str,
    asked: str,
    campaigns: int = 1,
) -> Iterator[Line]:
    client = Client(address)
    desks = [Desk(client) for _ in range(campaigns)]
    places = [(f"{desk.path}/commands", desk.token) for desk in desks]
    roll = {"command": {"type": "civil-war.roll-year-event"}, "entropy": "alea"}
    seen: dict[str, list[tuple[float, float]]] = {}
    for _ in range(REPEATS):
        for name, there in bare.items():
            seen.setdefault(name, []).append(rate(there, places, roll, clients))
        for name, command in (("combats", COMBAT), ("notes", NOTE)):
            body = {"command": command, "entropy": "alea"}
            seen.setdefault(name, []).append(rate(address, places, body, clients))
    for name in ("combats", "notes"):
        for at, unit, least in ((0, "/s", asked), (1, "ms p99", "at most 4")):
            for peer in bare:
                yield Line(
                    name=f"{name}{where}, {clients} client{'s' * (clients > 1)}",
                    unit=unit,
                    value=Series(tuple(one[at] for one in seen[name])),
                    peer=peer,
                    beside=Series(tuple(one[at] for one in seen[peer])),
                    asked=least if peer == "bare POST" else "",
                )


def processor_ms(pid: int) -> float:
    """The processor's time that a process has had in all its threads, and its processes that have
    ended by way of the one that began them.
    """
    threads = pathlib.Path(f"/proc/{pid}/task").glob("*/schedstat")
    own = sum(int(one.read_text().split()[0]) for one in threads) / 1e6
    ticks = 0
    for begun in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
        for child in begun.read_text().split():
            fields = pathlib.Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[13]) + int(fields[14])
    return own + ticks * 1000 / os.sysconf("SC_CLK_TCK")


def resident_mib(pid: int) -> float:
    """The memory that a process holds, in MiB."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024
