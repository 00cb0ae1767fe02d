"""The hex field: flat-topped hexes in columns, every second column half a hex lower.

A hex is called by its column and row, "0413": column 4, row 13, both from 1 at the top left; the
columns of even number stand lower. Directions go from 0, up, clockwise to 5. A unit faces one of
the six sides of its hex (BP 8).
"""

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Annotated, Literal

from msgspec import Meta

from iacta.domain.kernel.contract.system import Part

HexId = Annotated[
    str,
    Meta(
        pattern=r"^[0-9]{4}\Z",
        max_length=4,
        description="A hex: its column and its row, two digits each, from 01.",
    ),
]
Facing = Annotated[
    int,
    Meta(ge=0, le=5, description="The side of its hex that a unit faces, clockwise from 0, up."),
]
Home = Literal["north", "south"]
Note = Annotated[str, Meta(max_length=2000)]
Title = Annotated[str, Meta(min_length=1, max_length=80)]

HIGH = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
"""Steps in the six directions from a column of odd number."""
LOW = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
"""The same from one of even number, which stands half a hex lower."""
OUT = {"north": 0, "south": 3}
"""The direction in which a side's edge lies."""
OFF = -1
IMPASSABLE = 0


class Terrain(Part, frozen=True):
    """A terrain: its letter in the rows and its cost in MP; null if impassable."""

    #: What stands for it in the rows of the field.
    letter: Annotated[str, Meta(min_length=1, max_length=1)]
    key: Annotated[str, Meta(pattern=r"^[a-z-]+\Z", max_length=20)]  #: its key
    title: Title  #: its name
    #: MP to enter; null if impassable.
    cost: Annotated[int, Meta(ge=1, le=9)] | None = None


class Field(Part, frozen=True, kw_only=True, cache_hash=True):
    """A field of battle: rows of terrain letters from the north, and each side's edge."""

    scenario: Annotated[str, Meta(max_length=40)]  #: the scenario that is fought on it
    title: Title  #: its name
    #: Terrain letters, one string per row, from the north.
    rows: Annotated[
        tuple[Annotated[str, Meta(min_length=4, max_length=60)], ...],
        Meta(min_length=4, max_length=60),
    ]
    #: What the letters mean.
    terrain: Annotated[tuple[Terrain, ...], Meta(min_length=1, max_length=12)]
    rome: Home = "south"  #: Rome's edge
    carthage: Home = "north"  #: Carthage's edge
    provenance: Note = ""  #: its source
    note: Note = ""  #: a remark on it

    @property
    def width(self) -> int:
        """Columns."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Rows."""
        return len(self.rows)

    def home(self, side: str) -> Home:
        """The edge that is a side's own."""
        return self.rome if side == "rome" else self.carthage


def name(column: int, row: int) -> str:
    """A hex's name from its column and row, counted from 0."""
    return f"{column + 1:02}{row + 1:02}"


class Grid:
    """A field indexed for calculations: hexes are numbers, neighbours and costs are tables."""

    def __init__(self, field: Field) -> None:
        self.field = field
        width, height = field.width, field.height
        costs = {ground.letter: ground.cost or IMPASSABLE for ground in field.terrain}
        self.ids = [name(column, row) for row in range(height) for column in range(width)]
        self.index = {key: number for number, key in enumerate(self.ids)}
        self.cost = [costs[letter] for row in field.rows for letter in row]
        self.next = [
            self._around(column, row, width, height)
            for row in range(height)
            for column in range(width)
        ]
        self.ahead = {
            turn: [
                tuple(self._steps(around, facing, turn))
                for around in self.next
                for facing in range(6)
            ]
            for turn in (False, True)
        }
        """For a unit on hex n with facing f, at 6 · n + f: each hex that it may step into, as the
        number of the hex, 6 · hex + its facing there, and the MP; whether steps turn it. BP 6,
        BP-31."""
        self._fronts: dict[tuple[str, int], tuple[str, ...]] = {}
        self._within: dict[tuple[int, int], frozenset[int]] = {}

    @staticmethod
    def _around(column: int, row: int, width: int, height: int) -> tuple[int, ...]:
        found = []
        for right, down in LOW if column % 2 else HIGH:
            c, r = column + right, row + down
            found.append(r * width + c if 0 <= c < width and 0 <= r < height else OFF)
        return tuple(found)

    def _steps(
        self, around: tuple[int, ...], facing: int, turn: bool
    ) -> Iterator[tuple[int, int, int]]:
        for way in (facing, (facing + 1) % 6, (facing + 5) % 6):
            beyond = around[way]
            if beyond != OFF and self.cost[beyond] != IMPASSABLE:
                yield beyond, beyond * 6 + (way if turn else facing), self.cost[beyond]

    def neighbour(self, key: str, direction: int) -> str | None:
        """The next hex in a direction, if it is on the field."""
        number = self.next[self.index[key]][direction % 6]
        return None if number == OFF else self.ids[number]

    def front(self, key: str, facing: int) -> tuple[str, ...]:
        """The three hexes in front, the middle one first, as far as they are on the field. BP 8."""
        at = key, facing % 6
        found = self._fronts.get(at)
        if found is None:
            around = (self.neighbour(key, facing + turn) for turn in (0, 1, 5))
            found = self._fronts[at] = tuple(one for one in around if one is not None)
        return found

    def rear(self, key: str, facing: int) -> tuple[str, ...]:
        """The three hexes behind, the middle one first. BP 8."""
        return self.front(key, facing + 3)

    def direction(self, start: str, end: str) -> int | None:
        """In which direction a hex lies next to another; none if it does not."""
        around = self.next[self.index[start]]
        number = self.index[end]
        return around.index(number) if number in around else None

    def distance(self, start: str, end: str) -> int:
        """How many steps lie between two hexes."""
        (q, r), (u, v) = self._axial(start), self._axial(end)
        return max(abs(q - u), abs(r - v), abs(q + r - u - v))

    def within(self, number: int, steps: int) -> frozenset[int]:
        """The hexes not further than so many steps from one, itself too."""
        found = self._within.get((number, steps))
        if found is None:
            seen, edge = {number}, {number}
            for _ in range(steps):
                edge = {beyond for one in edge for beyond in self.next[one]} - seen - {OFF}
                seen |= edge
            found = self._within[number, steps] = frozenset(seen)
        return found

    def _axial(self, key: str) -> tuple[int, int]:
        column, row = int(key[:2]) - 1, int(key[2:]) - 1
        return column, row - (column - column % 2) // 2

    def over(self, key: str, side: str) -> tuple[int, ...]:
        """The directions that lead from a hex off the field by a side's own edge."""
        column, row = int(key[:2]) - 1, int(key[2:]) - 1
        north = self.field.home(side) == "north"
        beyond = -1 if north else self.field.height
        steps = LOW if column % 2 else HIGH
        return tuple(way for way, (_, down) in enumerate(steps) if row + down == beyond)

    def passable(self, key: str) -> bool:
        """Whether anybody may enter the hex."""
        return self.cost[self.index[key]] != IMPASSABLE

    def edge(self, side: str) -> tuple[str, ...]:
        """The passable hexes of a side's own edge, from the west."""
        width = self.field.width
        row = 0 if self.field.home(side) == "north" else self.field.height - 1
        return tuple(key for key in self.ids[row * width : (row + 1) * width] if self.passable(key))

    def way_out(self, side: str) -> dict[int, int]:
        """For each hex that has one: the MP of the shortest way off the field by a side's edge."""
        return self._ways["rome" if side == "rome" else "carthage"]

    @cached_property
    def _ways(self) -> dict[str, dict[int, int]]:
        return {side: self._from_edge(side) for side in ("rome", "carthage")}

    def _from_edge(self, side: str) -> dict[int, int]:
        """Walk backwards from the edge: leaving a hex costs what entering the next one costs."""
        far: dict[int, int] = {self.index[key]: 1 for key in self.edge(side)}
        ready: dict[int, list[int]] = {1: list(far)}
        at = 1
        while ready:
            for number in ready.pop(at, []):
                if far[number] != at:
                    continue
                for other in self.next[number]:
                    if other == OFF or self.cost[other] == IMPASSABLE:
                        continue
                    away = at + self.cost[number]
                    if away < far.get(other, 1_000_000):
                        far[other] = away
                        ready.setdefault(away, []).append(other)
            at += 1
        return far


@lru_cache(maxsize=32)
def grid_of(field: Field) -> Grid:
    """The grid of a field, made once."""
    return Grid(field)
