"""Campaigns as they stood after any event: snapshots, a bounded fold, a cache."""

import threading
from collections import OrderedDict
from collections.abc import Mapping
from functools import partial
from typing import Any

from domain.kernel.campaign import Campaign, evolve
from domain.kernel.errors import CorruptLog
from domain.kernel.system import System
from domain.kernel.vault import Vault
from service.errors import not_found
from service.projections import snapshots
from service.store.read import CampaignRow, Reader

CACHE = 2048


class Folds:
    """States of campaigns by (id, event). Safe for many readers."""

    def __init__(self, systems: Mapping[str, System]) -> None:
        self._systems = systems
        self._cache: OrderedDict[tuple[str, int], Campaign] = OrderedDict()
        self._lock = threading.Lock()

    def system(self, row: CampaignRow) -> System:
        """The campaign's system; a campaign of one that is not installed is not found."""
        system = self._systems.get(row.system)
        if system is None:
            raise not_found()
        return system

    def keep(self, row_id: str, campaign: Campaign) -> None:
        """Remember a state that is durable."""
        with self._lock:
            self._cache[row_id, campaign.seq] = campaign
            self._cache.move_to_end((row_id, campaign.seq))
            while len(self._cache) > CACHE:
                self._cache.popitem(last=False)

    def _get(self, row_id: str, at: int) -> Campaign | None:
        with self._lock:
            found = self._cache.get((row_id, at))
            if found is not None:
                self._cache.move_to_end((row_id, at))
            return found

    def at(self, reader: Reader, row: CampaignRow, at: int) -> Campaign:
        """The campaign after event ``at``. `CorruptLog` if its log does not fold."""
        found = self._get(row.id, at)
        if found is None:
            found = self._fold(reader, row, at)
            self.keep(row.id, found)
        return found

    def _fold(self, reader: Reader, row: CampaignRow, at: int) -> Campaign:
        system = self.system(row)
        campaign = Campaign()
        snapshot = reader.snapshot(row, at)
        if snapshot is not None:
            campaign = snapshots.unpack(snapshot[1], system) or campaign
        for stored in reader.events(row, campaign.seq, at - campaign.seq):
            past = partial(self.at, reader, row)
            campaign = evolve(campaign, stored.event(), stored.hash, system, past)
        if campaign.seq != at:
            raise CorruptLog(f"event {campaign.seq + 1} of {row.id} is missing")
        return campaign

    def walk(self, reader: Reader, row: CampaignRow, after: int, limit: int) -> Any:
        """(event, state after it) for events after ``after``."""
        system, campaign = self.system(row), self.before(reader, row, after)
        for stored in reader.events(row, after, limit):
            event = stored.event()
            campaign = evolve(campaign, event, stored.hash, system, partial(self.at, reader, row))
            yield stored, event, campaign

    def before(self, reader: Reader, row: CampaignRow, after: int) -> Campaign:
        """The campaign after event ``after``; the blank one for 0."""
        return self.at(reader, row, after) if after else Campaign()


def sees_all(campaign: Campaign) -> bool:
    """Whether the referee sees what seats see."""
    return campaign.options.get("referee_sees") == "all"


def known_to(vault: Vault, campaign: Campaign, audience: str) -> Mapping[str, Any]:
    """The hidden values that an audience could see when the campaign stood so."""
    return vault.known_to(audience, campaign.seq, all_seats=sees_all(campaign))
