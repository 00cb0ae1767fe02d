"""What a seat of De Bello Punico may know, for the leak test."""

from typing import Any

from iacta.domain.kernel.proof.seals import digests_in
from tests.conformance.watch import Watch
from tests.support.table import Table

KEY = "de-bello-punico"


def may_know(table: Table, seat: str) -> list[Any]:
    """What a seat may know, told from the record: its own markers, and those that were used."""
    entries = table.vault
    found: list[Any] = []
    for made in table.events:
        event = made.event
        if event.acting == seat:
            found += [entries.get(digest).opening.value for digest in digests_in(event.command)]
        for effect in event.effects:
            if effect["type"] == "opened":
                found += [opening["value"] for opening in effect["openings"].values()]
            if effect["type"] == f"{KEY}.markers-shown" and f"seat:{effect['side']}" == seat:
                found += [
                    entries.get(digest).opening.value for digest in digests_in(effect["markers"])
                ]
    return found


WATCH = Watch(
    watcher="seat:rome",
    scenario="beneventum",
    seats=({"name": "Gracchus", "seat": "rome"}, {"name": "Hanno", "seat": "carthage"}),
    attempts=(
        {"type": f"{KEY}.place", "box": "combat", "marker": "vacuus"},
        {"type": f"{KEY}.place", "box": "combat", "marker": "point"},
        {"type": f"{KEY}.roll-initiative"},
        {"type": f"{KEY}.choose-order", "order": "first"},
        {"type": f"{KEY}.hasten", "units": ["r4"]},
        {"type": f"{KEY}.march", "units": ["r4", "r5"], "hexes": 2},
        {"type": f"{KEY}.commit", "units": ["r4"]},
        {"type": f"{KEY}.attack", "attacker": "r4", "target": "k2", "support": [], "charge": False},
        {"type": f"{KEY}.reroll"},
        {"type": f"{KEY}.accept"},
        {"type": f"{KEY}.rally", "unit": "r4"},
        {"type": f"{KEY}.end"},
    ),
    may_know=may_know,
    seeds=14,
    commands=36,
    # three markers lie in Movement, the Vacuus before or behind a point, and one point is spent
    prefer=({"type": f"{KEY}.place", "box": "movement"}, {"type": f"{KEY}.hasten"}),
)
