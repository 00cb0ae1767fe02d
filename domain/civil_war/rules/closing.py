"""The end of a year and of the war. CW-14, CW-28, CW-62, CW-66."""

from iacta.domain.civil_war.effects import AnyEffect, WarWon, YearClosed
from iacta.domain.civil_war.rules import control
from iacta.domain.civil_war.rules.board import Board, land, other
from iacta.domain.civil_war.rules.ways import room
from iacta.domain.civil_war.state import LAST_YEAR, SEATS, State, Unit, words


def close(state: State) -> YearClosed:
    """End the year: units out of play return reduced, the year's events end. CW-14."""
    away = [unit for unit in state.units if unit.status == "away"]
    unplaced = _unplaced(state, away)
    returned = tuple(unit.id for unit in away if unit.id not in unplaced)
    last = state.ended or state.year == LAST_YEAR
    return YearClosed(state.year, None if last else state.year + 1, returned, unplaced)


def _unplaced(state: State, away: list[Unit]) -> tuple[str, ...]:
    """The returning units that have nowhere to return to. CW-66, CW-53.

    Enemies stand there, their people has made peace, or the stacking limit is reached: the
    strongest return first. Without a map there is no limit.
    """
    if state.terms is None:
        return ()
    board = Board(state)
    lost = [
        unit
        for unit in away
        if board.enemies_in(unit.zone, unit.side) or _pacified_abroad(board, unit)
    ]
    stacks: dict[tuple[str, str], list[Unit]] = {}
    for unit in sorted(land(away), key=lambda one: (one.quality, one.sp), reverse=True):
        if unit not in lost:
            stacks.setdefault((unit.zone, unit.side), []).append(unit)
    crowded = [
        unit for (zone, side), units in stacks.items() for unit in units[room(board, side, zone) :]
    ]
    return tuple(unit.id for unit in (*lost, *crowded))


def _pacified_abroad(board: Board, unit: Unit) -> bool:
    """Whether a unit's people is at peace and the unit abroad or its home lost. CW-53, CW-66."""
    people = board.peoples.get(unit.side)
    if people is None or people.at_war:
        return False
    home = board.state.zone(people.home) if people.home else None
    return unit.zone != people.home or (home is not None and home.control in SEATS)


def verdict(state: State) -> list[AnyEffect]:
    """The end of the war, if it is decided this year, or nothing. CW-62.

    Enough control points win; a seat with no units on the map and no points loses. After the last
    year the seat wins that only had to outlast the war; where none is named, more points win, and
    equal points are a draw.
    """
    if state.terms is None:
        return []
    points = control.points(state)
    alive = {unit.side for unit in state.units if unit.status in ("map", "away")}
    for seat in SEATS:
        beaten = other(seat)
        if beaten not in alive and not points[beaten] and seat in alive:
            return [WarWon(seat, f"{words.SEATS[beaten]} have nothing left", points)]
    for seat in SEATS:
        if points[seat] >= state.terms.victory:
            return [WarWon(seat, f"{points[seat]} control points", points)]
    if state.year < state.terms.last_year:
        return []
    if state.terms.outlasts is not None:
        return [WarWon(state.terms.outlasts, "they have outlasted the war", points)]
    if points["caesarian"] == points["republican"]:
        return [WarWon(None, "equal control points after the last year", points)]
    ahead = max(SEATS, key=lambda seat: points[seat])
    return [WarWon(ahead, "more control points after the last year", points)]
