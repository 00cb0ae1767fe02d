"""A recorded game told event by event, as everybody hears it."""

from collections.abc import Iterator
from functools import cache

from iacta.domain.kernel.campaign.fold import evolve
from iacta.domain.kernel.campaign.narrate import narrate
from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.contract.system import Story
from iacta.domain.kernel.proof import capsules
from iacta.domain.kernel.proof.record import Event
from tests.conformance.golden import FOLDER
from tests.conformance.subjects import SUBJECTS


@cache
def golden(name: str) -> tuple[tuple[Event, Story], ...]:
    """The events of a golden game with their stories."""
    return tuple(_told((FOLDER / f"{name}.jsonl").read_bytes()))


def _told(capsule: bytes) -> Iterator[tuple[Event, Story]]:
    items = capsules.read(capsule).items
    key = items[0].event.effects[0]["system"]
    system = next(one.system for one in SUBJECTS if one.system.key == key)
    states = [Campaign()]
    for item in items:
        after = evolve(states[-1], item.record, item.hash, system, states.__getitem__)
        yield item.event, narrate(item.event, states[-1], after, system, {})
        states.append(after)


def types(event: Event) -> set[str]:
    """The types of an event's effects, without the game's name."""
    return {str(effect["type"]).rpartition(".")[2] for effect in event.effects}
