"""Where a Force may go in a segment, and what it costs. CW 7.2; rulings CW-37 to CW-44."""

import heapq

import msgspec

from iacta.domain.civil_war.rules.board import Board, land
from iacta.domain.civil_war.state import SEATS, Passage


class Way(msgspec.Struct, frozen=True):
    """The cheapest way to a zone. ``crossed``: its last step led over water, named ``over``.

    ``enemies``: it ends among enemies; ``war``: the people that takes it for war (CW-51).
    """

    route: tuple[str, ...]
    cost: int
    crossed: bool = False
    over: str | None = None
    enemies: bool = False
    war: str | None = None

    @property
    def to(self) -> str:
        """Where it ends."""
        return self.route[-1]


def step_cost(board: Board, kind: Passage) -> int:
    """What a step costs: open country, a major river, a strait. CW-38."""
    terms = board.terms
    return {"open": terms.open, "river": terms.river, "strait": terms.strait}[kind]


def may_enter(board: Board, side: str, zone: str, *, armed: bool) -> bool:
    """Whether a side may come into a zone at all. CW-40, CW-50.

    Who is not armed comes neither among enemies nor to a people at peace; a people at war comes
    into the Republic and its own land, and not where the seat stands that leads it.
    """
    key = ("enter", side, zone, armed)
    if key not in board.known:
        board.known[key] = _may_enter(board, side, zone, armed)
    found: bool = board.known[key]
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
    return armed or not (board.enemies_in(zone, side) or board.at_peace(zone))


def overland(board: Board, side: str, zone: str, limit: int, *, armed: bool) -> dict[str, Way]:
    """Every zone that can be reached overland, by its cheapest way. CW-37, CW-38.

    Of ways that cost the same the one that does not end with a crossing. A way goes no further
    where enemies stand or a people at peace lives (CW-40).
    """
    key = ("overland", side, zone, limit, armed)
    if key not in board.known:
        board.known[key] = _overland(board, side, zone, limit, armed)
    ways: dict[str, Way] = board.known[key]
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
            if may_enter(board, side, step.to, armed=armed):
                water = step.kind != "open"
                name = step.name or "" if water else None
                heapq.heappush(heap, (further, water, (*route, step.to), name))
    del found[zone]
    return found


def _way(
    board: Board, side: str, route: tuple[str, ...], cost: int, crossed: bool, over: str | None
) -> Way:
    enemies = bool(board.enemies_in(route[-1], side))
    peaceful = board.at_peace(route[-1]) if side in SEATS else None
    war = peaceful.name if peaceful else None
    return Way(route, cost, crossed, over or None, enemies, war)


def by_sea(board: Board, seat: str, zone: str, limit: int) -> dict[str, Way]:
    """Every zone with a port that can be reached by sea, by the fewest seas. CW-42.

    Of routes as short that which is watched least. The route is the zone, the seas, the zone.
    Landing among enemies, or where it is war, is a crossing (CW-44).
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
    """How many of the other seat's Naves lie in the ports of a sea. CW-45."""
    return sum(
        1
        for zone in board.atlas.zones_on.get(sea, ())
        for unit in board.units_in(zone)
        if unit.kind == "naves" and unit.side in SEATS and unit.side != seat
    )


def room(board: Board, side: str, zone: str) -> int:
    """How many more land units of a side a zone takes. CW-39."""
    return max(0, board.terms.stacking - len(land(board.units_in(zone, side))))
