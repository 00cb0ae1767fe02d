"""Routes by land and sea, and their costs. CW 7.2; rulings CW-37 to CW-44, CW-71."""

import heapq

import msgspec

from iacta.domain.civil_war.rules.atlas import Step
from iacta.domain.civil_war.rules.board import Board, land, ships
from iacta.domain.civil_war.state import SEATS, Passage, State

STORMS = 9


class Way(msgspec.Struct, frozen=True):
    """The cheapest route to a zone. ``crossed``: its last step crosses water, named ``over``.

    ``enemies``: enemies are at its end; ``war``: the people it starts a war with (CW-51).
    """

    route: tuple[str, ...]
    cost: int
    crossed: bool = False
    over: str | None = None
    enemies: bool = False
    war: str | None = None

    @property
    def to(self) -> str:
        """The zone where it ends."""
        return self.route[-1]


def step_cost(board: Board, kind: Passage) -> int:
    """The MA of a step over open country, a major river, a strait or mountains. CW-38."""
    terms = board.terms
    costs = {"river": terms.river, "strait": terms.strait, "mountain": terms.mountain}
    return costs.get(kind, terms.open)


def may_cross(board: Board, side: str, zone: str, step: Step) -> bool:
    """Whether a side may take a step: hostile Naves close a strait to who has none there. CW-38."""
    if step.kind != "strait":
        return True
    fleets = [*ships(board.units_in(zone)), *ships(board.units_in(step.to))]
    seat = board.seat_of(side)
    guarded = any(board.hostile(side, one.side) for one in fleets)
    return not guarded or any(one.side == seat for one in fleets)


def within_reach(board: Board, people: str | None, zone: str, to: str) -> bool:
    """Whether units or leaders of a people may go so far from home, or come nearer it. CW-71."""
    own = board.peoples.get(people) if people else None
    if own is None or own.home is None:
        return True
    away = board.atlas.from_home(own.home)
    return away.get(to, 99) <= max(board.terms.abroad, away.get(zone, 99) - 1)


def may_enter(board: Board, side: str, zone: str, *, armed: bool) -> bool:
    """Whether a side may enter a zone. CW-40, CW-50.

    Unarmed, it may enter neither where enemies are nor the land of a people at peace. A people at
    war may enter the Republic and its own land, but no zone with units of the seat that leads it.
    """
    key = ("enter", side, zone, armed)
    if key not in board.cache:
        board.cache[key] = _may_enter(board, side, zone, armed)
    found: bool = board.cache[key]
    return found


def _may_enter(board: Board, side: str, zone: str, armed: bool) -> bool:
    here = board.units_in(zone)
    if side not in SEATS:
        if board.zones[zone].outside_republic and board.zones[zone].people != side:
            return False
        if not armed and board.enemies_in(zone, side):
            return False
        return all(one.side == side or board.hostile(side, one.side) for one in here)
    led = board.led[side]
    if board.zones[zone].people in led or any(one.side in led for one in here):
        return False
    return armed or not (board.enemies_in(zone, side) or board.people_at_peace(zone))


def overland(board: Board, side: str, zone: str, limit: int, *, armed: bool) -> dict[str, Way]:
    """The cheapest route to every zone within ``limit`` MA overland, by zone. CW-37, CW-38.

    Ties go to a route that does not end with a crossing. A route ends where it meets enemies or a
    people at peace (CW-40).
    """
    key = ("overland", side, zone, limit, armed)
    if key not in board.cache:
        board.cache[key] = _overland(board, side, zone, limit, armed)
    ways: dict[str, Way] = board.cache[key]
    return ways


def _overland(board: Board, side: str, zone: str, limit: int, armed: bool) -> dict[str, Way]:
    heap: list[tuple[int, bool, tuple[str, ...], str | None]] = [(0, False, (zone,), None)]
    found: dict[str, Way] = {}
    while heap:
        cost, crossed, route, over = heapq.heappop(heap)
        here = route[-1]
        if here in found:
            continue
        found[here] = way = _way(board, side, route, cost, crossed, over)
        if len(route) > 1 and (way.enemies or way.war):
            continue
        for step in board.atlas.neighbours(here):
            further = cost + step_cost(board, step.kind)
            if further > limit or step.to in found:
                continue
            enters = may_enter(board, side, step.to, armed=armed)
            if enters and may_cross(board, side, here, step):
                name = step.name or "" if step.wet else None
                heapq.heappush(heap, (further, step.wet, (*route, step.to), name))
    del found[zone]
    return found


def _way(
    board: Board, side: str, route: tuple[str, ...], cost: int, crossed: bool, over: str | None
) -> Way:
    enemies = bool(board.enemies_in(route[-1], side))
    peaceful = board.people_at_peace(route[-1]) if side in SEATS else None
    war = peaceful.name if peaceful else None
    return Way(route, cost, crossed, over or None, enemies, war)


def by_sea(board: Board, seat: str, zone: str, limit: int) -> dict[str, Way]:
    """The shortest route by sea to every port within ``limit`` MA, by zone. CW-42.

    Ties go to the least watched route. A route is zone, seas, zone. Landing among enemies, or
    where it starts a war, is a crossing (CW-44).
    """
    price = board.terms.sea

    def risk(seas: tuple[str, ...]) -> int:
        return max(watchers(board, seat, sea) for sea in seas)

    fresh: list[tuple[str, ...]] = [(sea,) for sea in board.atlas.seas(zone)]
    reached = {route[-1] for route in fresh}
    found: dict[str, Way] = {}
    cost = price
    while fresh and cost <= limit:
        fresh.sort(key=risk)
        for seas in fresh:
            for port in board.atlas.zones_on.get(seas[-1], ()):
                if port != zone and port not in found and may_enter(board, seat, port, armed=True):
                    way = _way(board, seat, (zone, *seas, port), cost, False, None)
                    at_war = way.enemies or way.war is not None
                    found[port] = msgspec.structs.replace(way, crossed=at_war)
        beyond: dict[str, tuple[str, ...]] = {}
        for seas in fresh:
            for further in board.atlas.links.get(seas[-1], ()):
                if further not in reached:
                    beyond.setdefault(further, (*seas, further))
        reached |= beyond.keys()
        fresh = list(beyond.values())
        cost += price
    return found


def watchers(board: Board, seat: str, sea: str) -> int:
    """The number of the other seat's Naves in the ports of a sea. CW-45."""
    return sum(
        1
        for zone in board.atlas.zones_on.get(sea, ())
        for unit in board.units_in(zone)
        if unit.kind == "naves" and unit.side in SEATS and unit.side != seat
    )


def storms_close_the_sea(state: State) -> bool:
    """Whether event 9 prohibits retreats and flights by sea too. CW E9, CW-69."""
    return STORMS in state.in_force and state.switches.storms == "all"


def room(board: Board, side: str, zone: str) -> int:
    """How many more land units a side may stack in a zone. CW-39."""
    return max(0, board.terms.stacking - len(land(board.units_in(zone, side))))
