"""What is at stake in an attack, in the logarithm of the odds to win the battle.

The weights are those of a logistic regression on 2,600 positions from some 220 battles between
steady bots. Points count, and far more the fleets that are left above the half at which a side
panics: fights are not about what counters are worth but about whose line breaks first.
"""

from iacta.domain.naval_battle.bots.chances import Mark, worth
from iacta.domain.naval_battle.bots.plans import Plain, View
from iacta.domain.naval_battle.state import other

POINT = 0.125
"""A victory point."""
FLIPPED, UNIT_FLIPPED = 0.3, 0.12
"""A fleet, and a ground unit, on its flipped side."""
PRIZE = 0.27
LEADER = 0.1
MARGIN, SAFE = 0.9, 2.0
"""A fleet above the half at which a side panics, and how many of them count."""
PANIC = 2.3


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

    def hull(self, fleet: Plain, then: float = 0.0) -> Mark:
        """A fleet with everybody aboard, as it sinks; ``then``: what its flip is worth beside."""
        return self._fleet(fleet, POINT * sum(one["points"] for one in fleet["aboard"]), then)

    def prize(self, fleet: Plain, then: float = 0.0) -> Mark:
        """A fleet without those who fought for it, as it is captured; ``then`` as for a hull."""
        return self._fleet(fleet, PRIZE + self._won[other(fleet["control"])], then)

    def _fleet(self, fleet: Plain, more: float, then: float) -> Mark:
        points = fleet["points"] if fleet["owner"] == fleet["control"] else 0
        loss = POINT * points + self._lost[fleet["control"]] + LEADER * len(fleet["leaders"]) + more
        if fleet["state"] == "flipped":
            return (loss - FLIPPED,), True
        flip = FLIPPED + then
        return (flip, loss - flip), True

    def ram(self, fleet: Plain, target: Plain, then: float = 0.0) -> float:
        """A fleet against a hull and all aboard; ``then``: what its flip is worth to the next."""
        marks = (self.hull(target, then),)
        return worth(fleet["factor"], "combat", "Phalanx", self.hull(fleet), marks)

    def volley(self, fleet: Plain, target: Plain) -> float:
        """A fleet against the unit on deck."""
        return worth(fleet["factor"], "fire", "Fire", self.hull(fleet), self._deck(target)[:1])

    def boarding(self, unit: Plain, target: Plain, mode: str, then: float = 0.0) -> float:
        """A ground unit against everybody on deck, then the hull; ``then``: as for a ram."""
        deck = self._deck(target)
        hull = () if target["captured"] and deck else (self.prize(target, then),)
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
        hits, _ = self.prize(prize)
        whole: float = sum(hits) + FLIPPED * (prize["state"] == "flipped")
        return whole + POINT * int(prize["points"])


def _unit(unit: Plain, more: float = 0.0) -> Mark:
    """A ground unit; ``more``: what its loss is worth beside its points."""
    hits = (UNIT_FLIPPED, POINT * unit["points"] + more)
    return hits[1:] if unit["state"] == "flipped" else hits, unit["weight"] == "light"


def nerve(over: float) -> float:
    """What it is worth to have so many fleets more than half."""
    return MARGIN * min(SAFE, over) if over > 0 else -PANIC
