"""The states of a log that its rewinds go back to: all that a walk through it has to keep."""

from collections.abc import Iterable, Iterator

from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.proof.errors import CorruptLog
from iacta.domain.kernel.proof.record import Event


def gone_back_to(events: Iterable[Event]) -> Iterator[int]:
    """The events that rewinds among these go back to."""
    for event in events:
        for effect in event.effects:
            if effect["type"] == "rewound":
                yield effect["to"]


class Revisited:
    """States by event, as `fold.Past`. Holds those that are gone back to."""

    def __init__(self, wanted: Iterable[int]) -> None:
        """``wanted``: the events that are gone back to."""
        self._wanted = set(wanted)
        self._kept: dict[int, Campaign] = {}

    def __call__(self, seq: int) -> Campaign:
        """The state after event ``seq``; `CorruptLog` for one that no rewind names."""
        if seq not in self._kept:
            raise CorruptLog(f"no rewind goes back to event {seq}")
        return self._kept[seq]

    def add(self, campaign: Campaign) -> Campaign:
        """Remember a state of the walk if a rewind goes back to it; returns the state."""
        if campaign.seq in self._wanted:
            self._kept[campaign.seq] = campaign
        return campaign
