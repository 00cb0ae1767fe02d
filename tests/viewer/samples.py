"""Write the sample games that the viewer ships: ``python -m tests.viewer.samples [system …]``.

Bots play each game to its end and open its seals; the first that is small enough is kept as a
capsule, as everybody sees it. The shelf tells of each without opening it. With ``--retell`` the
games stay as they were recorded, and only their words and views are made anew.
"""

import collections
import itertools
import json
import random
import sys
import tempfile
import zlib
from pathlib import Path
from typing import Any

import httpx
import msgspec

from iacta.domain.kernel.campaign.commands import Create, SeatName
from iacta.domain.kernel.proof import capsules
from iacta.service.campaigns import genesis
from iacta.service.campaigns.engine import Batch, Engine
from iacta.service.cli import files, play
from iacta.service.cli.common import open_engine
from iacta.service.systems import discover
from tests.support.servers import serving

FOLDER = Path(__file__).parents[2] / "viewer" / "samples"
LIMIT = 80_000
"""bytes of a zipped sample"""
TRIES = 120
"""games that are played until one ends soon enough"""


class Sample(msgspec.Struct):
    """What is played."""

    system: str
    scenario: str
    name: str
    note: str  #: what there is to see
    events: int  #: about as many as are small enough
    seats: tuple[str, ...] = ()


SAMPLES = (
    Sample("civil-war", "dyrrhachium", "Dyrrhachium", "Two sides; marches and battles on the map",
           169),
    Sample("samnite-wars", "standard", "Fabius and Papirius", "Cards; hands sealed to the end",
           150, ("fabius", "papirius")),
    Sample("de-bello-punico", "trebbia", "At the Trebbia", "Hexes, facing, Command points", 270),
    Sample("naval-battle", "actium", "Off Actium", "Fleets; allocations and bids sealed", 190),
)  # fmt: skip


def create(engine: Engine, sample: Sample) -> str:
    """The campaign, with the seats that the sample names; its id."""
    seats = tuple(SeatName(seat=seat, name=seat.title()) for seat in sample.seats)
    command = Create(sample.system, sample.scenario, seats)

    def work(batch: Batch) -> Any:
        row = genesis.create(batch, command, sample.name, "public")
        return lambda: row.id

    made: str = engine.submit(work, alone=True).result()
    return made


def played(engine: Engine, sample: Sample) -> str:
    """The first game that ends within so many events; its id."""
    system = discover()[sample.system]
    bot = list(system.bots)[-1]
    for seed in range(TRIES):
        below = random.Random(seed).randrange
        made = create(engine, sample)
        moves = play.play(engine, made, system, bot, below)
        last = collections.deque(itertools.islice(moves, sample.events), maxlen=1).pop()
        if last.seq <= sample.events:
            return made
    raise AssertionError(f"no game of {sample.system} ends within {sample.events} events")


def restored(data: Path, sample: Sample) -> str:
    """The game as the viewer has it, imported; its id."""
    capsule = FOLDER / f"{sample.system}.capsule"
    files.import_(capsule, data=data)
    return str(capsules.read(capsule.read_bytes()).head.campaign["id"])


def read(http: httpx.Client, sample: Sample, campaign: str) -> tuple[bytes, dict[str, Any]]:
    """The zipped capsule, and what the shelf tells."""
    path = f"/v1/campaigns/{campaign}"
    head = http.get(path).json()["head"]["seq"]
    last = http.get(f"{path}/steps", params={"after": head - 1}).json()
    capsule = http.get(f"{path}/capsule", params={"steps": True}).content
    packer = zlib.compressobj(9, wbits=31, memLevel=9)
    zipped = packer.compress(capsule) + packer.flush()
    assert len(zipped) <= LIMIT, f"{sample.system}: {len(zipped)} bytes of {head} events"
    told = {"system": sample.system, "name": sample.name, "note": sample.note}
    return zipped, {**told, "events": head, "view": last["view"], "step": last["items"][0]}


def main(keys: list[str], *, retell: bool) -> None:
    """Write the samples of some systems, or of all: played, or told anew."""
    shelf_file = FOLDER / "shelf.json"
    shelf = {}
    if shelf_file.exists():
        shelf = {one["system"]: one for one in json.loads(shelf_file.read_text(encoding="utf-8"))}
    samples = [one for one in SAMPLES if not keys or one.system in keys]
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        if retell:
            games = [restored(data, one) for one in samples]
        else:
            with open_engine(data, create=True) as engine:
                games = [played(engine, one) for one in samples]
        with serving(data) as server, httpx.Client(base_url=server.url, timeout=60) as http:
            for sample, campaign in zip(samples, games, strict=True):
                capsule, shelf[sample.system] = read(http, sample, campaign)
                (FOLDER / f"{sample.system}.capsule").write_bytes(capsule)
    in_order = [shelf[one.system] for one in SAMPLES if one.system in shelf]
    text = json.dumps(in_order, separators=(",", ":"), ensure_ascii=False)
    shelf_file.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main([one for one in sys.argv[1:] if one != "--retell"], retell="--retell" in sys.argv)
