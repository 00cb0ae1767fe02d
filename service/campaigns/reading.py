"""The state of a campaign after any event: snapshots, a bounded fold, a cache."""

import threading
from collections import OrderedDict
from collections.abc import Mapping
from functools import partial
from typing import Any

from iacta.domain.kernel.campaign.fold import evolve
from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.contract.system import AnySystem
from iacta.domain.kernel.proof.errors import CorruptLog
from iacta.domain.kernel.proof.record import Event
from iacta.service.errors import Damaged, not_found
from iacta.service.projections import snapshots
from iacta.service.settings import MIB
from iacta.service.store.read import Reader
from iacta.service.store.rows import CampaignRow, StoredEvent

CACHE = 512
CACHE_BYTES = 4 * MIB
"""Of the snapshots and records that the states were folded from: in memory three times as much."""


class Folds:
    """States of campaigns by (id, event). Safe for many readers."""

    def __init__(self, systems: Mapping[str, AnySystem]) -> None:
        self._systems = systems
        self._cache: OrderedDict[tuple[str, int], tuple[Campaign, int]] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def system(self, row: CampaignRow) -> AnySystem:
        """The campaign's system; a campaign of one that is not installed is not found."""
        system = self._systems.get(row.system)
        if system is None:
            raise not_found()
        return system

    def cache(self, row_id: str, campaign: Campaign, size: int) -> None:
        """Cache a durable state. ``size``: the bytes that it was made of, beside a cached one."""
        key = row_id, campaign.seq
        with self._lock:
            self._bytes += size - self._cache.pop(key, (campaign, 0))[1]
            self._cache[key] = campaign, size
            while len(self._cache) > 1 and (len(self._cache) > CACHE or self._bytes > CACHE_BYTES):
                self._bytes -= self._cache.popitem(last=False)[1][1]

    def _get(self, row_id: str, at: int) -> Campaign | None:
        with self._lock:
            if (row_id, at) not in self._cache:
                return None
            self._cache.move_to_end((row_id, at))
            return self._cache[row_id, at][0]

    def state_at(self, reader: Reader, row: CampaignRow, at: int) -> Campaign:
        """The campaign after event ``at``. `Damaged` if its log does not fold."""
        state = self._get(row.id, at)
        if state is None:
            state, size = self._fold(reader, row, at)
            self.cache(row.id, state, size)
        return state

    def _fold(self, reader: Reader, row: CampaignRow, at: int) -> tuple[Campaign, int]:
        """A state, and the bytes that it was folded from."""
        system = self.system(row)
        campaign = Campaign()
        snapshot = reader.snapshot(row, at)
        if snapshot is not None:
            campaign = snapshots.decode(snapshot[1], system) or campaign
        size = len(snapshot[1]) if snapshot is not None else 0
        for stored in reader.events(row, campaign.seq, at - campaign.seq):
            _, campaign = self._next(reader, row, system, campaign, stored)
            size += len(stored.record)
        if campaign.seq != at:
            raise Damaged(row.id, f"event {campaign.seq + 1} is missing")
        return campaign, size

    def _next(
        self,
        reader: Reader,
        row: CampaignRow,
        system: AnySystem,
        campaign: Campaign,
        stored: StoredEvent,
    ) -> tuple[Event, Campaign]:
        """A stored event, and the campaign after it."""
        try:
            event = stored.event()
            past = partial(self.state_at, reader, row)
            return event, evolve(campaign, stored.record, stored.hash, system, past)
        except (CorruptLog, LookupError, TypeError, ValueError) as error:
            raise Damaged(row.id, f"event {stored.seq} does not fold") from error

    def walk(self, reader: Reader, row: CampaignRow, after: int, limit: int) -> Any:
        """(event, state after it) for events after ``after``."""
        system, campaign = self.system(row), self.state_before(reader, row, after)
        for stored in reader.events(row, after, limit):
            event, campaign = self._next(reader, row, system, campaign, stored)
            yield stored, event, campaign

    def state_before(self, reader: Reader, row: CampaignRow, after: int) -> Campaign:
        """The campaign after event ``after``; the blank one for 0."""
        return self.state_at(reader, row, after) if after else Campaign()
