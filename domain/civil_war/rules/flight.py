"""Leaders left alone among enemies. Ruling CW-49."""

from iacta.domain.civil_war.effects import AnyEffect, Flight, LeadersFled
from iacta.domain.civil_war.rules.board import Board
from iacta.domain.civil_war.rules.ways import may_enter, overland, storms_close_the_sea
from iacta.domain.civil_war.state import Leader, State


def flee(state: State) -> list[AnyEffect]:
    """At the end of a segment, leaders alone among enemies escape or are captured.

    Ill leaders cannot leave and are captured. CW E4, CW-49.
    """
    board = Board(state)
    flights = tuple(
        Flight(leader.name, zone, None if leader.ill else _refuge(board, leader, zone))
        for zone, leaders in board.leaders.items()
        for leader in leaders
        if _alone(board, leader, zone)
    )
    return [LeadersFled(flights)] if flights else []


def _alone(board: Board, leader: Leader, zone: str) -> bool:
    side = str(leader.side)
    return not board.units_in(zone, side) and bool(board.enemies_in(zone, side))


def _refuge(board: Board, leader: Leader, zone: str) -> str | None:
    """Where a leader gets away to: friendly units in reach, or else a friendly zone. CW-49.

    In reach is what the whole MA reaches overland, and every port on a sea of the zone.
    """
    side = str(leader.side)
    ways = overland(board, side, zone, leader.ma, armed=False)
    costs = {way.to: way.cost for way in ways.values() if not way.enemies}
    if not storms_close_the_sea(board.state):
        for sea in board.atlas.seas(zone):
            for port in board.atlas.zones_on.get(sea, ()):
                if port != zone and may_enter(board, side, port, armed=False):
                    costs[port] = min(board.terms.sea, costs.get(port, board.terms.sea))
    near = sorted(costs, key=lambda to: costs[to])
    manned = (to for to in near if board.units_in(to, side))
    own = (to for to in near if side in (board.zones[to].control, board.zones[to].people))
    return next(manned, None) or next(own, None)
