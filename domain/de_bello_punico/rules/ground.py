"""Where a unit can go: hexes with facings, what they cost, the way there. BP 6, BP 7, BP 8."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from iacta.domain.de_bello_punico.rules.crossing import crosses_freely
from iacta.domain.de_bello_punico.state import State, Unit
from iacta.domain.de_bello_punico.state.grid import OFF, Grid
from iacta.domain.de_bello_punico.state.keys import other

STRAIGHT = 4
"""hexes in a straight line that make a charge of elephants. BP 10.3, BP-21"""
MANY = 1_000_000
"""more than any budget, or than all friends"""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What lies about a unit, as numbers of hexes: enemies; friends who would suffer by its
    breaking through, and ``loose`` ones who would not (BP 7); where an enemy zone ends its move.
    """

    enemies: frozenset[int]
    friends: frozenset[int]
    loose: frozenset[int]
    stop: frozenset[int]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found. A node is 6 · hex + facing; a label is a node and how many friends have
    been broken through on the way to it: ``harm`` · ``span`` + node.
    """

    span: int
    cost: dict[int, int]
    """label → MP"""
    back: dict[int, int]
    """label → the label before"""
    least: dict[int, int]
    """node → the least harm with which it is reached"""


class Reach:
    """What a unit can reach: the way that harms fewest friends, then the cheapest. BP-48."""

    def __init__(
        self,
        grid: Grid,
        start: int,
        ways: SearchResult,
        shut: Collection[int] = (),
        charges: Mapping[int, tuple[int, int]] | None = None,
    ) -> None:
        self._grid, self._start, self._ways, self._shut = grid, start, ways, shut
        self._charges = charges or {}

    @cached_property
    def goals(self) -> dict[str, dict[int, tuple[int, int]]]:
        """Hex → facing → MP and how many friends suffer; without standing still. To be read only.

        No move may end in a ``shut`` hex. BP 7.
        """
        found: dict[str, dict[int, tuple[int, int]]] = {}
        ids = self._grid.ids
        for node, harm in self._ways.least.items():
            hex_ = node // 6
            if node == self._start or hex_ in self._shut:
                continue
            facings = found.get(ids[hex_])
            if facings is None:
                facings = found[ids[hex_]] = {}
            facings[node % 6] = self._mp(node), harm
        return found

    def _mp(self, node: int) -> int:
        if node in self._charges:
            return self._charges[node][1]
        return self._ways.cost[self._ways.least[node] * self._ways.span + node]

    def cost(self, hex_: str, facing: int) -> int | None:
        """The MP of a goal; none if it cannot be reached."""
        node = self._grid.index[hex_] * 6 + facing
        ends = node in self._ways.least and node // 6 not in self._shut
        return self._mp(node) if ends else None

    def path(self, hex_: str, facing: int) -> tuple[str, ...]:
        """The hexes on the way, the first where the unit stands."""
        node, back = self._grid.index[hex_] * 6 + facing, self._ways.back
        hexes: list[int] = []
        if node in self._charges:
            hexes = _lane(self._grid, node)[:-1]
            label = self._charges[node][0]
        else:
            label = self._ways.least[node] * self._ways.span + node
        while label != OFF:
            hexes.append(label % self._ways.span // 6)
            label = back[label]
        hexes.reverse()
        ids = self._grid.ids
        return tuple(
            ids[number] for i, number in enumerate(hexes) if i == 0 or number != hexes[i - 1]
        )


def allowance(state: State, unit: Unit) -> int:
    """The MP that a unit has left in this impulse. BP 2.4, BP 4.6."""
    bonus = 1 if "hastened" in unit.marks else 0
    return state.values[unit.type].movement + bonus - unit.spent


def surroundings(state: State, unit: Unit, near: Collection[int]) -> Surroundings:
    """What lies about a unit within some hexes."""
    index = state.grid.index
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
    for hex_, side in state.alone.items():
        if side != unit.side:  # BP-51
            enemies.add(index[hex_])
    zone = state.zones[other(unit.side)]
    stop = frozenset(number for hex_ in zone if (number := index[hex_]) in near)
    return Surroundings(frozenset(enemies), frozenset(friends), frozenset(loose), stop)


def reach(state: State, unit: Unit) -> Reach:
    """Everywhere a unit can go."""
    grid = state.grid
    budget = max(allowance(state, unit), 0)
    here = grid.index[unit.place]
    ground = surroundings(state, unit, grid.within(here, budget))
    return _reach(
        grid, here * 6 + unit.facing, budget, ground, unit.type == "elephants", turns(state)
    )


def turns(state: State) -> bool:
    """Whether a step turns the unit the way it goes. BP 6, BP-31."""
    return state.switches.steps == "turn"


@lru_cache(maxsize=256)
def _reach(
    grid: Grid, start: int, budget: int, ground: Surroundings, beast: bool, turn: bool
) -> Reach:
    """The same while nothing changes within reach: most units, from one move to the next."""
    ways = search(grid, start, budget, ground, turn)
    charges = _charges(grid, start, budget, ground, ways, turn) if beast else None
    return Reach(grid, start, ways, ground.friends | ground.loose, charges)


def search(
    grid: Grid,
    start: int,
    budget: int,
    ground: Surroundings,
    turn: bool,
    halts: Collection[int] = (),
) -> SearchResult:
    """The ways from a node within a budget: for each harm that saves MP, the cheapest.

    A step goes into one of the three front hexes and keeps the front, or turns the unit that way
    (BP 6, BP-31); a turn costs 1 (BP 8.1). An enemy zone ends the move (BP 8.2), as does a node in
    ``halts``; where a friend stands a unit neither turns nor ends (BP 7).
    """
    span = 6 * len(grid.ids)
    friends, loose, stop, blocked = ground.friends, ground.loose, ground.stop, ground.enemies
    cost, back = {start: 0}, {start: OFF}
    least: dict[int, int] = {}
    buckets: list[list[int]] = [[start], *([] for _ in range(max(budget, 0)))]
    origin = start // 6
    ahead = grid.ahead[turn]
    turned: dict[int, int] = {}
    for spent, bucket in enumerate(buckets):
        for label in bucket:
            harm, node = divmod(label, span)
            # What came before was no dearer: only less harm is worth more MP.
            if cost[label] != spent or least.get(node, MANY) <= harm:
                continue
            least[node] = harm
            hex_ = node // 6
            if (hex_ in stop and hex_ != origin) or (node in halts and hex_ != origin):
                continue
            base = label - node
            for beyond, goal, step in ahead[node]:
                total = spent + step
                if total > budget or beyond in blocked:
                    continue
                then = base + goal + (span if beyond in friends else 0)
                if total < cost.get(then, MANY):
                    cost[then], back[then] = total, label
                    buckets[total].append(then)
            if spent < budget and hex_ not in friends and hex_ not in loose:
                # Reaching the hex later with as much harm makes no turn there cheaper.
                if turned.get(hex_, MANY) <= harm:
                    continue
                turned[hex_] = harm
                for then in range(base + hex_ * 6, base + hex_ * 6 + 6):
                    if spent + 1 < cost.get(then, MANY):
                        cost[then], back[then] = spent + 1, label
                        buckets[spent + 1].append(then)
    return SearchResult(span, cost, back, least)


def _lane(grid: Grid, node: int) -> list[int]:
    """The hexes of a straight run that ends in a node, the last first; less on a field's rim."""
    hex_, facing = divmod(node, 6)
    lane = [hex_]
    while len(lane) <= STRAIGHT and (beyond := grid.next[lane[-1]][(facing + 3) % 6]) != OFF:
        lane.append(beyond)
    return lane


def _charges(
    grid: Grid, start: int, budget: int, ground: Surroundings, ways: SearchResult, turn: bool
) -> dict[int, tuple[int, int]]:
    """Goals at the end of a straight run that harms nobody: where it begins, and the MP. BP-21."""
    found = {}
    closed = ground.enemies | ground.friends
    for node, harm in ways.least.items():
        lane = _lane(grid, node)
        if harm or len(lane) <= STRAIGHT:
            continue
        *run, begin = lane
        halted = ground.stop.intersection(run[1:])
        if halted or closed.intersection(run) or not all(grid.cost[one] for one in run):
            continue
        if begin in ground.stop and begin != start // 6:
            continue
        fits = [begin * 6 + (node + by) % 6 for by in ((0, 1, 5) if turn else (0,))]
        label = min(fits, key=lambda one: ways.cost.get(one, MANY))
        total = ways.cost.get(label, MANY) + sum(grid.cost[one] for one in run)
        if total <= budget:
            found[node] = label, total
    return found


class PathBlocked(Exception):
    """A path that a unit cannot take. ``step``: the index of the hex that stops it."""

    def __init__(self, step: int, why: str) -> None:
        super().__init__(why)
        self.step = step


def path_cost(state: State, unit: Unit, path: Sequence[str], facing: int) -> int:
    """The MP of a path that the player chose, from the next hex on. Raises `PathBlocked`.

    The unit turns where that is cheapest: steps go into its front, and any turn costs 1 MP
    (BP 8.1).
    """
    grid = state.grid
    here = at = grid.index[unit.place]
    ground = surroundings(state, unit, range(len(grid.ids)))
    spent = {unit.facing: 0}  # facing → MP

    def turned() -> dict[int, int]:
        if at in ground.friends or at in ground.loose or (at in ground.stop and at != here):
            return spent
        dearest = min(spent.values()) + 1
        return {way: min(spent.get(way, MANY), dearest) for way in range(6)}

    for step, hex_ in enumerate(path):
        beyond = grid.index.get(hex_, OFF)
        if beyond == OFF or beyond not in grid.next[at]:
            raise PathBlocked(step, f"{hex_!r} is not adjacent to the previous hex")
        if at in ground.stop and at != here:
            raise PathBlocked(step, "an enemy zone of control has ended their move")
        if beyond in ground.enemies or not grid.cost[beyond]:
            raise PathBlocked(step, f"they cannot enter {hex_}")
        way = grid.next[at].index(beyond)
        fit = {f: mp for f, mp in turned().items() if (way - f) % 6 in (0, 1, 5)}
        if not fit:
            raise PathBlocked(step, "they cannot turn in a friendly unit's hex")
        if turns(state):
            fit = {way: min(fit.values())}
        at, spent = beyond, {f: mp + grid.cost[beyond] for f, mp in fit.items()}
    if at in ground.friends or at in ground.loose:
        raise PathBlocked(len(path) - 1, "a friendly unit is there")
    total = turned().get(facing)
    if total is None:
        raise PathBlocked(len(path) - 1, "they cannot turn in an enemy zone of control")
    if total > allowance(state, unit):
        raise PathBlocked(len(path) - 1, f"it costs {total} MP")
    return total
