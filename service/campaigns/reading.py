"""Campaigns as they stood after any event: snapshots, a bounded fold, a cache."""

import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

import msgspec

from domain.kernel.campaign import Campaign, evolve
from domain.kernel.canonical import fingerprint
from domain.kernel.system import System
from domain.kernel.vault import Vault
from service.errors import not_found
from service.store.read import CampaignRow, Reader

SNAPSHOT_EVERY = 256
CACHE = 2048


def write_snapshot(campaign: Campaign, system: System) -> bytes:
    """A campaign's state as stored; a cache of the fold, never more."""
    return msgspec.json.encode({"shape": shape_of(system), "campaign": campaign})


def read_snapshot(data: bytes, system: System) -> Campaign | None:
    """The state of a snapshot, unless the code's state has another shape by now."""
    try:
        plain = msgspec.json.decode(data)
        if plain["shape"] != shape_of(system):
            return None
        campaign = msgspec.convert(plain["campaign"], Campaign)
        game = msgspec.convert(campaign.game, system.state)
        return msgspec.structs.replace(campaign, game=game)
    except (msgspec.MsgspecError, KeyError, TypeError):
        return None


_SHAPES: dict[str, str] = {}


def shape_of(system: System) -> str:
    """A hash of the shape of states, so that a snapshot of other code is folded anew."""
    key = f"{system.key}/{system.edition}"
    if key not in _SHAPES:
        shapes = [msgspec.json.schema(shape) for shape in (Campaign, system.state)]
        _SHAPES[key] = fingerprint([_text(shape) for shape in shapes])
    return _SHAPES[key]


def _text(schema: Mapping[str, Any]) -> str:
    return msgspec.json.encode(schema, order="sorted").decode()


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
            campaign = read_snapshot(snapshot[1], system) or campaign
        states = {campaign.seq: campaign}

        def past(seq: int) -> Campaign:
            return states.get(seq) or self.at(reader, row, seq)

        for stored in reader.events(row, campaign.seq, at - campaign.seq):
            campaign = evolve(campaign, stored.event(), stored.hash, system, past)
            states[campaign.seq] = campaign
        return campaign

    def walk(self, reader: Reader, row: CampaignRow, after: int, limit: int) -> Any:
        """(event, state after it) for events after ``after``."""
        system, campaign = self.system(row), self.before(reader, row, after)
        states = {campaign.seq: campaign}

        def past(seq: int) -> Campaign:
            return states.get(seq) or self.at(reader, row, seq)

        for stored in reader.events(row, after, limit):
            event = stored.event()
            campaign = evolve(campaign, event, stored.hash, system, past)
            states[campaign.seq] = campaign
            yield stored, event, campaign

    def before(self, reader: Reader, row: CampaignRow, after: int) -> Campaign:
        """The campaign after event ``after``; the blank one for 0."""
        return self.at(reader, row, after) if after else Campaign()


def sees_all(campaign: Campaign) -> bool:
    """Whether the referee sees what seats see."""
    return campaign.options.get("referee_sees") == "all"


def known_to(vault: Vault, campaign: Campaign, audience: str) -> dict[str, Any]:
    """The hidden values that an audience could see when the campaign stood so."""
    return vault.known_to(audience, campaign.seq, all_seats=sees_all(campaign))
