"""What a seat of Tally may know, for the leak test."""

from typing import Any

from iacta.domain.kernel.proof.seals import digests_in
from tests.conformance.watch import Watch
from tests.support.table import Table


def may_know(table: Table, seat: str) -> list[Any]:
    """What Tally lets a seat know, told from the record: its cards and bids, what is shown."""
    entries = table.vault
    found: list[Any] = []
    for made in table.events:
        event = made.event
        if event.acting == seat:
            found += [entries.get(digest).opening.value for digest in digests_in(event.command)]
        for effect in event.effects:
            if effect["type"] == "tally.dealt" and f"seat:{effect['seat']}" == seat:
                found.append(entries.get(effect["card"]["sealed"]).opening.value)
            if effect["type"] == "tally.bids-resolved":
                found.append(effect["bids"])
            if effect["type"] in ("tally.rolled", "tally.answered"):
                found.append(effect["card"])
            if effect["type"] == "seals-opened":
                found.append("everything")
    return found


WATCH = Watch(
    watcher="seat:north",
    scenario="short",
    seats=tuple({"name": name, "seat": name} for name in ("north", "east", "south")),
    attempts=(
        {"type": "tally.bid", "bid": 1},
        {"type": "tally.bid", "bid": 9},
        {"type": "tally.roll", "card": "sword"},
        {"type": "tally.roll"},
        {"type": "tally.answer", "card": "sword"},
        {"type": "tally.answer", "card": "sling"},
        {"type": "tally.pass"},
        {"type": "tally.set-up"},
    ),
    may_know=may_know,
    seeds=40,
    commands=200,
)
