"""What is at stake in an attack, in the logarithm of the odds to win the battle.

The weights are those of a logistic regression on 2,600 positions from some 220 battles between
steady bots. Points count, and far more the fleets that are left above the half at which a side
panics: fights are not about what counters are worth but about whose line breaks first.
"""

from collections.abc import Sequence
from functools import lru_cache

from iacta.domain.naval_battle.bots import plans
from iacta.domain.naval_battle.bots.plans import Plain, View
from iacta.domain.naval_battle.tables import TABLE_SET

POINT = 0.125
"""A victory point."""
FLIPPED, UNIT_FLIPPED = 0.3, 0.12
"""A fleet, and a ground unit, on its flipped side."""
PRIZE = 0.27
LEADER = 0.1
MARGIN, SAFE = 0.9, 2.0
"""A fleet above the half at which a side panics, and how many of them count."""
PANIC = 2.3

Mark = tuple[float, float, bool, bool]
"""A counter in a fight: what its loss and its flip are worth, whether it is flipped, if L is B."""


class Stakes:
    """What flips and losses of either side's counters are worth in a battle as it stands."""

    def __init__(self, game: View) -> None:
        self._lost, self._won = dict[str, float](), dict[str, float]()
        for side in game["sides"]:
            over, seat = side["controlled"] - side["original"] / 2, side["seat"]
            if side["panicked"]:
                self._lost[seat] = self._won[seat] = 0.0
            else:
                self._lost[seat] = nerve(over) - nerve(over - 1)
                self._won[seat] = nerve(over + 1) - nerve(over)

    def hull(self, fleet: Plain) -> Mark:
        """A fleet with everybody aboard, as it sinks."""
        return self._fleet(fleet, POINT * sum(one["points"] for one in fleet["aboard"]))

    def prize(self, fleet: Plain) -> Mark:
        """A fleet without those who fought for it, as it is captured."""
        return self._fleet(fleet, PRIZE + self._won[plans.opponent(fleet["control"])])

    def _fleet(self, fleet: Plain, more: float) -> Mark:
        points = fleet["points"] if fleet["owner"] == fleet["control"] else 0
        flipped = fleet["state"] == "flipped"
        loss = POINT * points + self._lost[fleet["control"]] + LEADER * len(fleet["leaders"]) + more
        return loss - FLIPPED * flipped, FLIPPED, flipped, True

    def ram(self, fleet: Plain, target: Plain, then: float = 0.0) -> float:
        """A fleet against a hull and all aboard; ``then``: what its flip is worth to the next."""
        marks = (_with(self.hull(target), then),)
        return worth(fleet["factor"], "combat", "Phalanx", self.hull(fleet), marks)

    def volley(self, fleet: Plain, target: Plain) -> float:
        """A fleet against the unit on deck."""
        return worth(fleet["factor"], "fire", "Fire", self.hull(fleet), self._deck(target)[:1])

    def boarding(self, unit: Plain, target: Plain, mode: str, then: float = 0.0) -> float:
        """A ground unit against everybody on deck, then the hull; ``then``: as for a ram."""
        deck = self._deck(target)
        hull = () if target["captured"] and deck else (_with(self.prize(target), then),)
        return worth(unit["factor"], "combat", mode, _unit(unit), (*deck, *hull))

    def _deck(self, fleet: Plain) -> tuple[Mark, ...]:
        """Who fights on board, from the top; a prize reverts with its captor."""
        return tuple(
            _unit(one, self._reverted(fleet) if one["name"] == fleet["captor"] else 0.0)
            for one in fleet["aboard"]
            if one["factor"]
        )

    def _reverted(self, prize: Plain) -> float:
        """A prize that is its own side's again, and its points with it."""
        loss, flip, flipped, _ = self.prize(prize)
        points: int = prize["points"]
        return loss + flip * flipped + POINT * points


def _unit(unit: Plain, more: float = 0.0) -> Mark:
    flipped = unit["state"] == "flipped"
    loss = POINT * unit["points"] + UNIT_FLIPPED * (not flipped) + more
    return loss, UNIT_FLIPPED, flipped, unit["weight"] == "light"


def _with(mark: Mark, then: float) -> Mark:
    loss, flip, flipped, soft = mark
    return loss, flip + then, flipped, soft


def nerve(over: float) -> float:
    """What it is worth to have so many fleets more than half."""
    return MARGIN * min(SAFE, over) if over > 0 else -PANIC


@lru_cache(maxsize=1 << 16)
def worth(dice: int, table: str, row: str, own: Mark, defenders: Sequence[Mark]) -> float:
    """The expected worth of so many dice, rolled until they run out or the fight is decided."""
    if not dice or not defenders:
        return 0.0
    (loss, flip, flipped, soft), *rest = defenders
    total = 0.0
    for face in range(1, 7):
        result = TABLE_SET.read(table, row, face)
        if result == "A":
            total -= own[0] if own[2] else own[1]
        elif result == "B" or (result == "L" and soft):
            left = tuple(rest) if flipped else ((loss - flip, flip, True, soft), *rest)
            total += loss if flipped else flip
            total += worth(dice - 1, table, row, own, left)
        else:
            total += worth(dice - 1, table, row, own, tuple(defenders))
    return total / 6
