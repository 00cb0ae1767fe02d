"""What an attack is worth: points that it is expected to win, less those that it may cost.

Read on the tables of the game; a campaign that replaces them is played by these all the same.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from iacta.domain.naval_battle.tables import TABLE_SET

Plain = dict[str, Any]

FLIP, KILL = 0.4, 0.6
"""The parts of a counter's worth that are lost when it is flipped, and when it is eliminated."""
PRIZE = 1.5
"""What a beaten hull is worth to boarders beyond its points: it changes sides."""
LEADER = 3.0

Mark = tuple[tuple[float, ...], bool]
"""A counter in a fight: what each hit that it can take is worth, whether L is B against it."""


def mark(counter: Plain, extra: float = 0.0) -> Mark:
    """A fleet or a ground unit as a mark; ``extra``: what is lost with it."""
    soft = "weight" not in counter or counter["weight"] == "light"
    value = counter["points"] + extra
    hits = (value * FLIP, value * KILL)
    return hits[1:] if counter["state"] == "flipped" else hits, soft


def cargo(fleet: Plain) -> float:
    """What goes down with a fleet."""
    return float(sum(one["points"] for one in fleet["aboard"]) + LEADER * len(fleet["leaders"]))


def ram(fleet: Plain, target: Plain) -> float:
    """A fleet against a hull and all aboard."""
    own, theirs = mark(fleet, cargo(fleet)), mark(target, cargo(target))
    return worth(fleet["factor"], "combat", "Phalanx", own, (theirs,))


def volley(fleet: Plain, target: Plain) -> float:
    """A fleet against the unit on deck."""
    deck = [one for one in target["aboard"] if one["factor"]]
    return worth(fleet["factor"], "fire", "Fire", mark(fleet), (mark(deck[0]),)) if deck else 0.0


def boarding(unit: Plain, target: Plain, mode: str) -> float:
    """A ground unit against everybody on deck, then the hull."""
    deck = [mark(one) for one in target["aboard"] if one["factor"]]
    prize = mark(target, PRIZE + LEADER * len(target["leaders"]))
    hull = [] if target["captured"] and deck else [prize]
    return worth(unit["factor"], "combat", mode, mark(unit), (*deck, *hull))


@lru_cache(maxsize=1 << 16)
def worth(dice: int, table: str, row: str, own: Mark, defenders: Sequence[Mark]) -> float:
    """The expected worth of so many dice, rolled until they run out or the fight is decided."""
    if not dice or not defenders:
        return 0.0
    ((hit, *more), soft), *rest = defenders
    total = 0.0
    for face in range(1, 7):
        result = TABLE_SET.read(table, row, face)
        if result == "A":
            total -= own[0][0]
        elif result == "B" or (result == "L" and soft):
            left = ((tuple(more), soft), *rest) if more else tuple(rest)
            total += hit
            total += worth(dice - 1, table, row, own, left)
        else:
            total += worth(dice - 1, table, row, own, tuple(defenders))
    return total / 6
