"""What the seats of the Samnite Wars may know, for the leak test."""

from typing import Any

from iacta.domain.kernel.proof.seals import digests_in
from tests.conformance.watch import Watch
from tests.support.table import Table

PUBLIC = {
    "samnite-wars.discarded": ("seat", "count"),
    "samnite-wars.conquered": ("seat", "wanting", "rounds"),
    "samnite-wars.top-shown": ("card",),
}
"""What the rules make public of hidden cards without opening a seal, by effect."""


def may_know(table: Table, role: str) -> list[Any]:
    """What the game lets a role know, told from the record: its cards, choices, what is open."""
    entries, found = table.vault, []
    for made in table.events:
        event = made.event
        if event.acting == role:
            found += [entries.get(digest).opening.value for digest in digests_in(event.command)]
        for effect in event.effects:
            if effect["type"] == "opened":
                found += [opening["value"] for opening in effect["openings"].values()]
            if effect["type"] == "seals-opened":
                found.append("everything")
            if effect["type"] == "samnite-wars.dealt" and f"seat:{effect['seat']}" == role:
                found.append(entries.get(effect["hand"]["sealed"]).opening.value)
            if effect["type"] == "samnite-wars.gave":
                seats = (f"seat:{effect['seat']}", f"seat:{effect['to']}")
                if role in seats:
                    found.append(entries.get(effect["cards"]["sealed"]).opening.value)
            found += [effect.get(name) for name in PUBLIC.get(effect["type"], ())]
    return found


ATTEMPTS = (
    {"type": "samnite-wars.set-up"},
    {"type": "samnite-wars.draw", "cards": 1},
    {"type": "samnite-wars.draw", "cards": 60},
    {"type": "samnite-wars.roll-event"},
    {"type": "samnite-wars.answer", "window": "event", "cards": [], "claim": None},
    {"type": "samnite-wars.answer", "window": "event", "cards": ["Scandal"], "claim": None},
    {"type": "samnite-wars.answer", "window": "battle", "cards": ["Plunder"], "claim": "Power"},
    {"type": "samnite-wars.answer", "window": "battle", "cards": [], "claim": None},
    {"type": "samnite-wars.pax-romana", "card": "Tribute"},
    {"type": "samnite-wars.pax-romana"},
    {"type": "samnite-wars.fortify"},
    {"type": "samnite-wars.campaign", "region": "Etruscans", "enemy": "papirius"},
    {"type": "samnite-wars.name-rebels", "region": "Etruscans"},
    {"type": "samnite-wars.give", "cards": ["Swords", "Spears"]},
    {"type": "samnite-wars.lay-effort", "effort": {"troops": "Cavalry", "weapon": "Spears"}},
    {"type": "samnite-wars.lay-effort", "effort": {}},
    {"type": "samnite-wars.discard", "cards": ["Swords"]},
    {"type": "samnite-wars.discard", "cards": []},
    {"type": "samnite-wars.declare-end"},
)


def watch(watcher: str, *seats: str, seeds: int, commands: int) -> Watch:
    """A watch over a game of these seats."""
    return Watch(
        watcher=watcher,
        scenario="standard",
        seats=tuple({"name": seat, "seat": seat} for seat in seats),
        attempts=ATTEMPTS,
        may_know=may_know,
        seeds=seeds,
        commands=commands,
        # one coin more is corruption, so whether a die is thrown rests on the cards laid (SW P19)
        ruled=({"type": "samnite-wars.set-treasury", "coins": 20},),
    )


WATCH = watch("seat:fabius", "fabius", "papirius", "valerius", seeds=10, commands=60)
