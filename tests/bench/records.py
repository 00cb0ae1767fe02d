"""Folding, parsing and verifying what is recorded, in this process's own time."""

import pathlib
from collections.abc import Callable, Iterator, Mapping

from iacta.domain.kernel.campaign.fold import evolve
from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.campaign.verify.capsule import verify_capsule
from iacta.domain.kernel.campaign.verify.revisited import Revisited, gone_back_to
from iacta.domain.kernel.contract.system import AnySystem
from iacta.domain.kernel.proof.capsules import Capsule, read
from iacta.service.signing import check_signature
from tests.bench.measure import Line, Series, cpu_rate

GOLDEN = pathlib.Path(__file__).parents[1] / "conformance" / "golden"


def games(system: str) -> list[bytes]:
    """The golden games of a system that were played to an end."""
    files = sorted(GOLDEN.glob(f"{system}-*.jsonl"))
    return [file.read_bytes() for file in files if "broken-off" not in file.name]


def fold(capsule: Capsule, system: AnySystem) -> Campaign:
    """The campaign of a record, from its stored bytes; only what a rewind goes back to is kept."""
    campaign, past = Campaign(), Revisited(gone_back_to(one.event for one in capsule.items))
    for one in capsule.items:
        campaign = past.add(evolve(campaign, one.record, one.hash, system, past))
    return campaign


def lines(
    systems: Mapping[str, AnySystem], replayed: Callable[[], Series | None]
) -> Iterator[Line]:
    """For each system: folding beside a peer's replay at that time, parsing, and verifying."""
    for key, system in systems.items():
        files = games(key)
        capsules = [read(file) for file in files]
        count = sum(len(capsule.items) for capsule in capsules)

        def rate(work, count=count):  # type: ignore[no-untyped-def]
            return cpu_rate(count, work)

        yield Line(
            name=f"fold: {key}",
            unit="events/s",
            value=rate(lambda: [fold(one, system) for one in capsules]),  # noqa: B023
            peer="eventsourcing replays",
            beside=replayed(),
            asked="1.0, aim 2",
        )
        yield Line(
            name=f"parse: {key}",
            unit="events/s",
            value=rate(lambda: [read(file) for file in files]),  # noqa: B023
            asked="100,000",
        )
        yield Line(
            name=f"verify: {key}",
            unit="events/s",
            value=rate(lambda: [verify_capsule(file, check_signature) for file in files]),  # noqa: B023
            asked="20,000",
        )
        yield Line(
            name=f"verify, deciding again: {key}",
            unit="events/s",
            value=rate(
                lambda: [
                    verify_capsule(file, check_signature, systems=systems)
                    for file in files  # noqa: B023
                ]
            ),
            asked="8,000",
        )
