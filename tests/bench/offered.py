"""What a seat of Zama reads of its options: how long it takes to make, and how many bytes."""

import gzip
import time
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from iacta.domain.kernel.campaign.fold import replay
from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.campaign.waiting import awaited
from iacta.domain.kernel.contract.choices import Option, concerns, narrowed, outlined
from iacta.domain.kernel.contract.system import AnySystem
from iacta.domain.kernel.proof.capsules import Capsule, read
from iacta.domain.kernel.proof.record import Event
from iacta.service.app import COMPRESSION
from iacta.service.http.models.play import Options, OptionsOutline
from iacta.service.http.offers import offers
from tests.bench.measure import Line, Series, percentile
from tests.bench.records import GOLDEN

KIB, MIB = 1024, 1024 * 1024
READS = ("everything", "everything as it is sent, compressed", "the outline", "of one unit")


def lines(systems: Mapping[str, AnySystem]) -> Iterator[Line]:
    """Each read at every time that a seat is awaited, and what a whole game comes to."""
    system = systems["de-bello-punico"]
    capsule = read((GOLDEN / "de-bello-punico-zama-rome-routs.jsonl").read_bytes())
    ms: list[float] = []
    sizes: dict[str, list[int]] = {name: [] for name in READS}
    wholes: list[float] = []
    for seat in ("rome", "carthage"):
        whole = 0
        for everything, outline, one, took in _turns(capsule, system, seat):
            ms.append(took)
            packed = len(gzip.compress(everything, COMPRESSION.gzip_compress_level))
            for name, size in zip(READS, (len(everything), packed, outline, one), strict=True):
                sizes[name].append(size)
            whole += outline + one
        wholes.append(whole / MIB)
    for share, word in ((0.5, "median"), (0.95, "p95"), (1.0, "most")):
        value = Series((percentile(ms, share),))
        yield Line(name=f"options in Zama, {word}", unit="ms", value=value, asked="40")
        for name in READS:
            value = Series((percentile(sizes[name], share) / KIB,))
            yield Line(name=f"options in Zama, {name}, {word}", unit="KiB", value=value, asked="40")
    yield Line(
        name="options in a whole game of Zama, a seat",
        unit="MiB",
        value=Series(tuple(wholes)),
        asked="3",
    )


def _turns(
    capsule: Capsule, system: AnySystem, seat: str
) -> Iterator[tuple[bytes, int, int, float]]:
    """For each time that a seat is awaited: everything, the bytes of the outline and of what the
    viewer reads next, once a unit is picked; and the ms that the options took to make.
    """
    known = {digest: one.value for digest, one in capsule.openings.items()}
    states = list(replay([(one.record, one.hash) for one in capsule.items], system))
    for campaign, then in zip(states, [one.event for one in capsule.items[1:]], strict=False):
        if seat not in {due.seat for due in awaited(campaign, system)}:
            continue
        began = time.process_time()
        items = offers(campaign, system, f"seat:{seat}", known)
        took = (time.process_time() - began) * 1000
        outline = OptionsOutline(
            campaign.seq, awaited(campaign, system), tuple(map(outlined, items))
        )
        picked = _picked(items, then, seat)
        one = len(_answer(campaign, system, picked)) if picked else 0
        yield _answer(campaign, system, items), len(msgspec.json.encode(outline)), one, took


def _answer(campaign: Campaign, system: AnySystem, items: tuple[Option, ...]) -> bytes:
    return msgspec.json.encode(Options(campaign.seq, awaited(campaign, system), items))


def _picked(items: tuple[Option, ...], then: Event, seat: str) -> tuple[Option, ...]:
    """What is read of the first thing that the seat's own next command names; nothing if it waits,
    or sends what the outline holds whole.
    """
    if then.acting != f"seat:{seat}":
        return ()
    sent = then.command
    same = [item for item in items if item.command["type"] == sent["type"] and item.choices]
    named = [id_ for item in same for id_ in concerns(item) if id_ in _texts(sent)]
    if not named:
        return ()
    return tuple(one for item in items if (one := narrowed(item, named[0])) is not None)


def _texts(value: Any) -> set[str]:
    if isinstance(value, str):
        return {value}
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return {text for part in parts for text in _texts(part)}
