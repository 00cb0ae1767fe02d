"""Where a unit can go: hexes with facings, what they cost, the way there. BP 6, BP 7, BP 8."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from domain.de_bello_punico.grid import OFF, Grid
from domain.de_bello_punico.keys import other
from domain.de_bello_punico.rules.crossing import crosses_freely
from domain.de_bello_punico.state import State, Unit

Cost = dict[int, int]
Back = dict[int, int]
"""Nodes are 6 · hex + facing."""
FAR = 1_000_000
"""more than any budget"""


@dataclass(frozen=True, slots=True)
class Ways:
    """What a search found: MP and the node before, by node; in ``passing`` nobody ends. BP 7."""

    cost: Cost
    back: Back
    passing: Collection[int]

    def end(self, node: int) -> bool:
        """Whether the unit may end in a node."""
        return node in self.cost and node // 6 not in self.passing


class Reach:
    """What a unit can reach: ``free`` without hurting anybody, ``rough`` by breaking through."""

    def __init__(self, grid: Grid, start: int, free: Ways, rough: Ways | None = None) -> None:
        self._grid, self._start = grid, start
        self._ways = (free,) if rough is None else (free, rough)

    @cached_property
    def goals(self) -> dict[str, dict[int, tuple[int, bool]]]:
        """Hex → facing → MP and whether friends suffer; without standing still. To be read only."""
        found: dict[str, dict[int, tuple[int, bool]]] = {}
        ids = self._grid.ids
        for rough, ways in enumerate(self._ways):
            for node, spent in ways.cost.items():
                hex_ = node // 6
                if node == self._start or hex_ in ways.passing:
                    continue
                facings = found.get(ids[hex_])
                if facings is None:
                    facings = found[ids[hex_]] = {}
                if node % 6 not in facings:
                    facings[node % 6] = spent, rough > 0
        return found

    def cost(self, hex_: str, facing: int) -> int | None:
        """The MP of a goal; none if it cannot be reached."""
        node = self._grid.index[hex_] * 6 + facing
        return next((ways.cost[node] for ways in self._ways if ways.end(node)), None)

    def path(self, hex_: str, facing: int) -> tuple[str, ...]:
        """The hexes on the way, the first where the unit stands."""
        node = self._grid.index[hex_] * 6 + facing
        back = next(ways.back for ways in self._ways if ways.end(node))
        nodes = [node]
        while back[nodes[-1]] != OFF:
            nodes.append(back[nodes[-1]])
        hexes = [self._grid.ids[one // 6] for one in reversed(nodes)]
        return tuple(hex_ for i, hex_ in enumerate(hexes) if i == 0 or hex_ != hexes[i - 1])


def allowance(state: State, unit: Unit) -> int:
    """The MP that a unit has left in this impulse. BP 2.4, BP 4.6."""
    bonus = 1 if "hastened" in unit.marks else 0
    return state.values[unit.type].movement + bonus - unit.spent


def reach(state: State, unit: Unit) -> Reach:
    """Everywhere a unit can go. Paths that hurt nobody come before shorter ones that do. BP 7.1."""
    grid, index = state.grid, state.grid.index
    budget = max(allowance(state, unit), 0)
    near = grid.within(index[unit.place], budget)
    enemies: set[int] = set()
    friends: set[int] = set()
    loose: set[int] = set()
    for hex_, held in state.at.items():
        if (number := index[hex_]) not in near:
            continue
        if held.side != unit.side:
            enemies.add(number)
        elif held.id != unit.id:
            (loose if crosses_freely(unit, held) else friends).add(number)
    zone = state.zones[other(unit.side)]
    stop = frozenset(number for hex_ in zone if (number := index[hex_]) in near)
    start = index[unit.place] * 6 + unit.facing
    sets = frozenset(enemies), frozenset(friends), frozenset(loose)
    return _reach(grid, start, budget, *sets, stop)


@lru_cache(maxsize=256)
def _reach(
    grid: Grid,
    start: int,
    budget: int,
    enemies: frozenset[int],
    friends: frozenset[int],
    loose: frozenset[int],
    stop: frozenset[int],
) -> Reach:
    """The same while nothing changes within reach: most units, from one move to the next."""
    free = search(grid, start, budget, enemies | friends, loose, stop)
    rough = search(grid, start, budget, enemies, loose | friends, stop) if friends else None
    return Reach(grid, start, free, rough)


def search(
    grid: Grid,
    start: int,
    budget: int,
    blocked: Collection[int],
    passing: Collection[int],
    stop: Collection[int],
    halts: Mapping[int, bool] | None = None,
) -> Ways:
    """The cheapest ways from a node, within a budget.

    A step goes into one of the three front hexes and turns the unit that way (BP 6, BP-31); a turn
    costs 1 (BP 8.1). A hex in ``stop`` ends the move (BP 8.2), as does a node in ``halts``; in
    ``passing`` a unit neither turns nor ends.
    """
    cost: Cost = {start: 0}
    back: Back = {start: OFF}
    buckets: list[list[int]] = [[start], *([] for _ in range(max(budget, 0)))]
    origin = start // 6
    turned: set[int] = set(passing)
    for spent, bucket in enumerate(buckets):
        for node in bucket:
            hex_ = node // 6
            if cost[node] != spent or (hex_ in stop and hex_ != origin):
                continue
            if halts and node in halts and node != start:
                continue
            for beyond, goal, step in grid.ahead[node]:
                total = spent + step
                if total <= budget and total < cost.get(goal, FAR) and beyond not in blocked:
                    cost[goal], back[goal] = total, node
                    buckets[total].append(goal)
            if spent < budget and hex_ not in turned:
                # Who comes to the hex later turns there no cheaper.
                turned.add(hex_)
                for goal in range(hex_ * 6, hex_ * 6 + 6):
                    if spent + 1 < cost.get(goal, FAR):
                        cost[goal], back[goal] = spent + 1, node
                        buckets[spent + 1].append(goal)
    return Ways(cost, back, passing)
