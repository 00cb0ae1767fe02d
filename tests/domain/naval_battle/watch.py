"""What a side may know, for the leak test: its own choices, and what both have opened."""

from typing import Any

from iacta.domain.kernel.proof.seals import digests_in
from tests.conformance.watch import Watch
from tests.support.table import Table


def may_know(table: Table, seat: str) -> list[Any]:
    """Told from the record: what the seat itself chose, and what lies open."""
    entries = table.vault
    found: list[Any] = []
    for made in table.events:
        event = made.event
        if event.acting == seat:
            found += [entries.get(digest).opening.value for digest in digests_in(event.command)]
        for effect in event.effects:
            if effect["type"] == "opened":
                found += [opening["value"] for opening in effect["openings"].values()]
            if effect["type"] == "naval-battle.superiority-won":
                found.append(effect["bids"])  # whose each is
    return found


WATCH = Watch(
    watcher="seat:reactive",
    scenario="naulochus",
    seats=({"name": "Agrippa", "seat": "active"}, {"name": "Demochares", "seat": "reactive"}),
    attempts=(
        {"type": "naval-battle.agree"},
        {"type": "naval-battle.allocate", "ships": [{"fleet": "Pirate galleys"}]},
        {"type": "naval-battle.allocate", "ships": [{"fleet": "Tarentum squadron"}]},
        {"type": "naval-battle.bid", "stratagems": 0},
        {"type": "naval-battle.bid", "stratagems": 3},
        {"type": "naval-battle.bid", "stratagems": 4},
        {"type": "naval-battle.form-line"},
        {"type": "naval-battle.place", "fleet": "Pirate galleys", "square": "d10"},
    ),
    may_know=may_know,
    seeds=40,
    commands=8,
    prefer=({"type": "naval-battle.agree"},),
)
