"""What a bot makes of its view: who stands where, who faces whom, who is the stronger."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from iacta.domain.de_bello_punico.tables import ROUT

Plain = dict[str, Any]
View = Mapping[str, Any]

HEAVY_BEHIND = 2
"""what most types add from behind. BP 10.5"""
PRIZES = {row.label: int(row.cells[0]) for row in ROUT.rows}
"""what a unit's panic brings. BP 16.1"""
NEAR = 3
"""hexes at which the armies are about to meet"""
FAR = 99
"""farther than any two hexes are apart"""


def _axial(hex_: str) -> tuple[int, int]:
    column, row = int(hex_[:2]) - 1, int(hex_[2:]) - 1
    return column, row - (column - column % 2) // 2


@lru_cache(maxsize=65536)
def distance(start: str, end: str) -> int:
    """How many steps lie between two hexes."""
    (q, r), (u, v) = _axial(start), _axial(end)
    return max(abs(q - u), abs(r - v), abs(q + r - u - v))


@lru_cache(maxsize=16384)
def ahead(hex_: str, facing: int) -> str:
    """The hex straight ahead, be it on the field or not."""
    column, row = int(hex_[:2]), int(hex_[2:])
    low = column % 2 == 0
    right = (0, 1, 1, 0, -1, -1)[facing % 6]
    down = ((-1, 0, 1, 1, 1, 0) if low else (-1, -1, 0, 1, 0, -1))[facing % 6]
    return f"{column + right:02}{row + down:02}"


@lru_cache(maxsize=16384)
def front(hex_: str, facing: int) -> tuple[str, str, str]:
    """The three hexes in front, the middle one first. BP 8."""
    return ahead(hex_, facing), ahead(hex_, facing + 1), ahead(hex_, facing + 5)


def rear(hex_: str, facing: int) -> tuple[str, str, str]:
    """The three hexes behind. BP 8."""
    return front(hex_, facing + 3)


def force(unit: Plain) -> int:
    """What a unit adds to its die. BP 10.3."""
    with_leader = bool(unit["leader"])
    return int(unit["strength"] - unit["disorder"] + ("point" in unit["marks"]) + with_leader)


def prize(unit: Plain) -> int:
    """The Rout Points that a unit's panic brings; units in panic bring none. BP 16.1, BP 16.1.1."""
    return 0 if unit["panicked"] else PRIZES.get(unit["type"], 1)  # Allies, Mercenaries: BP-4


class Sight:
    """The field as one side sees it."""

    def __init__(self, game: View, side: str) -> None:
        self.game, self.side = game, side
        self.units: dict[str, Plain] = {unit["id"]: unit for unit in game["units"]}
        here = [unit for unit in game["units"] if not unit["fate"]]
        self.at: dict[str, Plain] = {unit["hex"]: unit for unit in here}
        self.mine = [one for one in here if one["side"] == side and not one["panicked"]]
        self.enemies = [one for one in here if one["side"] != side and not one["panicked"]]
        self.fronts = {one["id"]: front(one["hex"], one["facing"]) for one in self.enemies}
        edge = game["field"]["edges"][side]
        self.forward = 0 if edge == "south" else 3
        """The facing towards the enemy's edge."""
        self.leader: Plain = next(one for one in game["leaders"] if one["side"] == side)
        self.army: Plain = next(one for one in game["armies"] if one["side"] == side)
        self._gaps: dict[str, int] = {}

    def gap(self, hex_: str) -> int:
        """How far the nearest enemy is."""
        if hex_ not in self._gaps:
            far = (distance(hex_, one["hex"]) for one in self.enemies)
            self._gaps[hex_] = min(far, default=FAR)
        return self._gaps[hex_]

    def closest(self, units: Iterable[Plain]) -> int:
        """How far the nearest enemy of any of these units is."""
        return min((self.gap(one["hex"]) for one in units), default=FAR)

    def before(self, hex_: str, facing: int) -> list[Plain]:
        """The enemies whom a unit would have in front."""
        found = (self.at.get(one) for one in front(hex_, facing))
        return [one for one in found if one and one["side"] != self.side]

    def behind(self, hex_: str, facing: int) -> int:
        """How many enemies could attack a unit there from behind. BP 10.5."""
        back = rear(hex_, facing)
        return sum(
            1 for one in self.enemies if one["hex"] in back and hex_ in self.fronts[one["id"]]
        )

    def beside(self, hex_: str) -> int:
        """How many own units stand next to a hex."""
        around = (self.at.get(ahead(hex_, way)) for way in range(6))
        return sum(1 for one in around if one and one["side"] == self.side and not one["panicked"])

    def edge(self, unit: Plain, target: Plain, hex_: str) -> int:
        """By how much a unit that attacks from a hex is the stronger."""
        from_behind = hex_ in rear(target["hex"], target["facing"])
        return force(unit) - force(target) + (HEAVY_BEHIND if from_behind else 0)

    def worth(self, unit: Plain, hex_: str, facing: int) -> float | None:
        """How good a place with this facing is; none if nobody can be attacked from there."""
        prey = self.before(hex_, facing)
        if not prey:
            return None
        best = max(0 if one["panicked"] else self.edge(unit, one, hex_) for one in prey)
        mates = self.beside(hex_) - (distance(hex_, unit["hex"]) == 1)
        return min(best, 6) - 3 * self.behind(hex_, facing) + min(mates, 2) / 2

    def best_facing(self, hex_: str, facings: Iterable[int]) -> int:
        """The facing with most enemies in front, fewest behind, nearest to the enemy's edge."""

        def value(facing: int) -> tuple[int, int]:
            turned = min((facing - self.forward) % 6, (self.forward - facing) % 6)
            exposed = len(self.before(hex_, facing)) - 2 * self.behind(hex_, facing)
            return exposed, -turned

        return max(facings, key=value)

    def held(self, box: str) -> int:
        """How many markers lie in a box."""
        found = next((one for one in self.army["boxes"] if one["box"] == box), None)
        return len(found["markers"]) if found else 0

    def in_range(self, hex_: str) -> int:
        """How many of its units a leader there would command."""
        return sum(1 for one in self.mine if distance(hex_, one["hex"]) <= self.leader["range"])
