"""Where a unit can go: hexes with facings, what they cost, the way there. BP 6, BP 7, BP 8."""

from collections.abc import Collection, Mapping

from domain.de_bello_punico.grid import IMPASSABLE, OFF, Grid
from domain.de_bello_punico.keys import other
from domain.de_bello_punico.rules.crossing import crosses_freely
from domain.de_bello_punico.state import State, Unit

Cost = dict[int, int]
Back = dict[int, int]
"""Nodes are 6 · hex + facing."""


class Reach:
    """What a unit can reach: first without hurting anybody, then by breaking through friends."""

    def __init__(self, grid: Grid, start: int, free: tuple[Cost, Back], rough: tuple[Cost, Back]):
        self._grid, self._start = grid, start
        self._free, self._rough = free, rough

    def goals(self) -> dict[str, dict[int, tuple[int, bool]]]:
        """Hex → facing → MP and whether friends suffer; without standing still."""
        found: dict[str, dict[int, tuple[int, bool]]] = {}
        ids = self._grid.ids
        for cost, rough in ((self._free[0], False), (self._rough[0], True)):
            for node, spent in cost.items():
                if node != self._start:
                    found.setdefault(ids[node // 6], {}).setdefault(node % 6, (spent, rough))
        return found

    def cost(self, hex_: str, facing: int) -> int | None:
        """The MP of a goal; none if it cannot be reached."""
        node = self._grid.index[hex_] * 6 + facing
        return self._free[0].get(node, self._rough[0].get(node))

    def path(self, hex_: str, facing: int) -> tuple[str, ...]:
        """The hexes on the way, the first where the unit stands."""
        node = self._grid.index[hex_] * 6 + facing
        back = self._free[1] if node in self._free[0] else self._rough[1]
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
    enemies: set[int] = set()
    friends: set[int] = set()
    loose: set[int] = set()
    for hex_, held in state.at.items():
        if held.side != unit.side:
            enemies.add(index[hex_])
        elif held.id != unit.id:
            (loose if crosses_freely(unit, held) else friends).add(index[hex_])
    stop = {index[hex_] for hex_ in state.zones[other(unit.side)]}
    start = index[unit.place] * 6 + unit.facing
    budget = allowance(state, unit)
    free = search(grid, start, budget, enemies | friends, loose, stop)
    rough = free
    if any(one // 6 in friends for one in _beside(grid, free[0])):
        rough = search(grid, start, budget, enemies, loose | friends, stop)
    return Reach(grid, start, _standing(free, loose), _standing(rough, loose | friends))


def _beside(grid: Grid, cost: Cost) -> list[int]:
    """The nodes in front of every node."""
    found = []
    for node in cost:
        around, facing = grid.next[node // 6], node % 6
        found += [around[facing - turn] * 6 for turn in (0, 1, 5)]
    return found


def _standing(found: tuple[Cost, Back], passing: Collection[int]) -> tuple[Cost, Back]:
    """Only the nodes where the unit may end. BP 7."""
    cost, back = found
    return {node: spent for node, spent in cost.items() if node // 6 not in passing}, back


def search(
    grid: Grid,
    start: int,
    budget: int,
    blocked: Collection[int],
    passing: Collection[int],
    stop: Collection[int],
    halts: Mapping[int, bool] | None = None,
) -> tuple[Cost, Back]:
    """The cheapest ways from a node, within a budget.

    A step goes into one of the three front hexes and turns the unit that way (BP 6, BP-31); a turn
    costs 1 (BP 8.1). A hex in ``stop`` ends the move (BP 8.2), as does a node in ``halts``; in
    ``passing`` a unit neither turns nor ends.
    """
    cost, back = {start: 0}, {start: OFF}
    buckets: list[list[int]] = [[start], *([] for _ in range(max(budget, 0)))]
    origin = start // 6
    around, terrain = grid.next, grid.cost
    for spent, bucket in enumerate(buckets):
        for node in bucket:
            if cost[node] != spent:
                continue
            hex_, facing = divmod(node, 6)
            if (hex_ in stop and hex_ != origin) or (halts and node in halts and node != start):
                continue
            near = around[hex_]
            for way in (facing, (facing + 1) % 6, (facing + 5) % 6):
                beyond = near[way]
                if beyond == OFF or beyond in blocked or terrain[beyond] == IMPASSABLE:
                    continue
                total = spent + terrain[beyond]
                if total > budget:
                    continue
                goal = beyond * 6 + way
                if goal not in cost or total < cost[goal]:
                    cost[goal], back[goal] = total, node
                    buckets[total].append(goal)
            if spent < budget and hex_ not in passing:
                for goal in range(hex_ * 6, hex_ * 6 + 6):
                    if goal not in cost or spent + 1 < cost[goal]:
                        cost[goal], back[goal] = spent + 1, node
                        buckets[spent + 1].append(goal)
    return cost, back
