"""Leaders left alone among enemies. Ruling CW-49."""

from iacta.domain.civil_war.effects import AnyEffect, Flight, LeadersFled
from iacta.domain.civil_war.rules.board import Board
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
    """The nearest zone with friendly units and no enemies, by land or sea. CW-49."""
    side = str(leader.side)
    reached, fresh = {zone}, [zone]
    while fresh:
        for place in fresh:
            if board.units_in(place, side) and not board.enemies_in(place, side):
                return place
        fresh = [place for place in dict.fromkeys(_next(board, fresh)) if place not in reached]
        reached |= {*fresh}
    return None


def _next(board: Board, places: list[str]) -> list[str]:
    return [
        place
        for zone in places
        for place in (
            *(step.to for step in board.atlas.neighbours(zone)),
            *(port for sea in board.atlas.seas(zone) for port in board.atlas.zones_on.get(sea, ())),
        )
    ]
