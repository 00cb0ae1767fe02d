"""The end of a year and of the war. CW-14, CW-28, CW-62, CW-66."""

from iacta.domain.civil_war.effects import Fact, WarWon, YearClosed
from iacta.domain.civil_war.rules import control
from iacta.domain.civil_war.rules.board import Board, land, other
from iacta.domain.civil_war.rules.ways import room
from iacta.domain.civil_war.state import LAST_YEAR, SEATS, State, Unit


def close(state: State) -> YearClosed:
    """End the year: what left play comes back reduced, the year's events end. CW-14."""
    away = [unit for unit in state.units if unit.status == "away"]
    unplaced = _unplaced(state, away)
    returned = tuple(unit.id for unit in away if unit.id not in unplaced)
    last = state.ended or state.year == LAST_YEAR
    return YearClosed(state.year, None if last else state.year + 1, returned, unplaced)


def _unplaced(state: State, away: list[Unit]) -> tuple[str, ...]:
    """Of units that left play those whose place is lost. CW-66, CW-53.

    Their people has made peace, or their zone has filled up: the strongest find room first. A
    list of zones without a map has no limit.
    """
    if state.terms is None:
        return ()
    board = Board(state)
    strange = [unit for unit in away if _pacified_abroad(board, unit)]
    stacks: dict[tuple[str, str], list[Unit]] = {}
    for unit in sorted(land(away), key=lambda one: (one.quality, one.sp), reverse=True):
        if unit not in strange:
            stacks.setdefault((unit.zone, unit.side), []).append(unit)
    crowded = [
        unit for (zone, side), units in stacks.items() for unit in units[room(board, side, zone) :]
    ]
    return tuple(unit.id for unit in (*strange, *crowded))


def _pacified_abroad(board: Board, unit: Unit) -> bool:
    """Or at home, where its people has lost its home. CW-53, CW-66."""
    people = board.peoples.get(unit.side)
    if people is None or people.at_war:
        return False
    home = board.state.zone(people.home) if people.home else None
    return unit.zone != people.home or (home is not None and home.control in SEATS)


def verdict(state: State) -> list[Fact]:
    """Whether the war is decided at the end of this year. CW-62.

    Enough control points end it, and a seat without a unit on the map and without a point has
    lost; after its last year the more points win, equal ones draw.
    """
    if state.terms is None:
        return []
    points = control.points(state)
    alive = {unit.side for unit in state.units if unit.status in ("map", "away")}
    for seat in SEATS:
        beaten = other(seat)
        if beaten not in alive and not points[beaten] and seat in alive:
            return [WarWon(seat, "the other seat has nothing left", points)]
    for seat in SEATS:
        if points[seat] >= state.terms.victory:
            return [WarWon(seat, f"{points[seat]} control points", points)]
    if state.year < state.terms.last_year:
        return []
    if points["caesarian"] == points["republican"]:
        return [WarWon(None, "equal control points after the last year", points)]
    ahead = max(SEATS, key=lambda seat: points[seat])
    return [WarWon(ahead, "more control points after the last year", points)]
