"""What takes longer as a campaign grows, or as there are more of them, if it does: over HTTP."""

import json
import pathlib
import random
import time
from collections.abc import Callable, Iterator, Sequence

from tests.bench.measure import REPEATS, Line, Series, percentile, repeated
from tests.bench.records import GOLDEN
from tests.bench.served import NOTE, Client, Desk, process, processor_ms, resident_mib

LENGTHS = (100, 1_000, 10_000, 100_000)
CAMPAIGNS = (1, 100, 1_000)
PLACES = 300
GAMES = ("civil-war-rubicon-outlasted", "de-bello-punico-zama-rome-routs")


def lines(folder: pathlib.Path, lengths: Sequence[int] = LENGTHS) -> Iterator[Line]:
    """Reads by the length of a campaign, then by how many campaigns there are."""
    with process("tests.bench.serve", str(folder / "long")) as (address, pid):
        client = Client(address)
        yield Line(name="memory, fresh", unit="MiB", value=Series((resident_mib(pid),)))
        for length in lengths:
            yield from _of_length(Desk(client, length), f"{length:,} events", pid)
        desk = Desk(client, 2)
        batches = repeated(lambda: desk.batch(200))
        yield Line(name="batch of 200", unit="commands/s", value=batches, asked="4,000")
        yield Line(name="memory, after all this", unit="MiB", value=Series((resident_mib(pid),)))
    with process("tests.bench.serve", str(folder / "many")) as (address, _):
        yield from _of_many(Client(address))
    for name in GAMES:
        # The golden games have one id, so each is imported into a server of its own.
        with process("tests.bench.serve", str(folder / name)) as (address, _):
            yield from _of_game(Client(address), name)


def _of_length(desk: Desk, of: str, pid: int) -> Iterator[Line]:
    """Each as the client waits for it, and as the server's processor works for it."""
    client, path, token = desk.client, desk.path, desk.token
    yield from _states(client, path, desk.seq, of, pid)

    def line(name: str, asked: str, measure: Callable[[], float]) -> Iterator[Line]:
        waited, worked = [], []
        for _ in range(REPEATS):
            before = processor_ms(pid)
            waited.append(measure())
            worked.append(processor_ms(pid) - before)
        of_all = f"{name} of {of}"
        yield Line(name=of_all, unit="ms", value=Series(tuple(waited)), asked=asked)
        yield Line(name=of_all, unit="ms of processor", value=Series(tuple(worked)))

    fork = {"at": desk.seq, "name": "On"}
    yield from line("fork", "5", lambda: client.timed(f"{path}/forks", token, fork))

    def audit() -> float:
        client.ask(f"{path}/commands", token, {"command": NOTE})  # a head that was not audited yet
        return client.timed(f"{path}/audit", token)

    first = Series((audit(),))
    yield Line(name=f"first audit of {of}", unit="ms", value=first)
    yield from line("audit", "500", audit)
    told = f"{path}/capsule?steps=true"
    first = Series((client.timed(told),))
    yield Line(name=f"first capsule with steps of {of}", unit="ms", value=first)
    yield from line("capsule with steps", "1,000", lambda: client.timed(told))
    yield from line("first byte of the capsule with steps", "50", lambda: _first_byte(client, told))
    below = random.Random(of)

    def steps() -> float:
        after = below.randrange(max(1, desk.seq - 200))
        return client.timed(f"{path}/steps?after={after}&limit=200")

    yield from line("200 steps", "25", steps)


def _states(client: Client, path: str, last: int, of: str, pid: int) -> Iterator[Line]:
    """A state at places that were not asked for before."""
    waited, worked = [], []
    for at in random.Random(of).sample(range(1, last), min(PLACES, last - 1)):
        before = processor_ms(pid)
        waited.append(client.timed(f"{path}/state?at={at}"))
        worked.append(processor_ms(pid) - before)
    for name, share in (("median", 0.5), ("p99", 0.99)):
        of_all = f"state at any of {of}, {name}"
        waits, works = (Series((percentile(one, share),)) for one in (waited, worked))
        yield Line(name=of_all, unit="ms", value=waits, asked="8")
        yield Line(name=of_all, unit="ms of processor", value=works)


def _first_byte(client: Client, path: str) -> float:
    began = time.perf_counter()
    client.ask(path)
    return (client.first_byte - began) * 1000


def _of_many(client: Client) -> Iterator[Line]:
    """Ten events each: a page of the list, and the state and a command of any of them."""
    desks: list[Desk] = []
    below = random.Random(0)
    for count in CAMPAIGNS:
        desks += [Desk(client, 10) for _ in range(count - len(desks))]

        def timed(path: str, body: object = None, desks: list[Desk] = desks) -> Callable[[], float]:
            def once() -> float:
                desk = below.choice(desks)
                return client.timed(desk.path + path, desk.token, body)

            return once

        of = f"of {count:,} campaigns" if count > 1 else "of one campaign"
        page = repeated(lambda: client.timed("/v1/campaigns?limit=50"))
        yield Line(name=f"page of the list {of}", unit="ms", value=page)
        yield Line(name=f"state {of}", unit="ms", value=repeated(timed("/state")))
        one = repeated(timed("/commands", {"command": NOTE}))
        yield Line(name=f"command {of}", unit="ms", value=one)


def _of_game(client: Client, name: str) -> Iterator[Line]:
    """A page of 200 steps from the middle of a game, first and again."""
    played = (GOLDEN / f"{name}.jsonl").read_bytes()
    path = f"/v1/campaigns/{json.loads(client.ask('/v1/campaigns/import', body=played))['id']}"
    steps = f"{path}/steps?after=100&limit=200"
    first = Series((client.timed(steps),))
    yield Line(name=f"first 200 steps of {name}", unit="ms", value=first)
    again = repeated(lambda: client.timed(steps))
    yield Line(name=f"200 steps of {name}", unit="ms", value=again, asked="25")
