"""The end of a year and of the war. CW-14, CW-28, CW-62."""

from domain.civil_war.effects import Fact, WarWon, YearClosed
from domain.civil_war.rules import control
from domain.civil_war.rules.board import other
from domain.civil_war.state import LAST_YEAR, SEATS, State


def close(state: State) -> YearClosed:
    """End the year: what left play comes back reduced, the year's events end. CW-14."""
    away = tuple(unit.id for unit in state.units if unit.status == "away")
    last = state.ended or state.year == LAST_YEAR
    return YearClosed(state.year, None if last else state.year + 1, away)


def verdict(state: State) -> list[Fact]:
    """Whether the war is decided at the end of this year. CW-62.

    Enough control points end it, and a seat without a unit on the map and without a point has
    lost; after its last year the more points win, equal ones draw.
    """
    if state.terms is None:
        return []
    points = control.points(state)
    alive = {unit.side for unit in state.units if unit.status == "map"}
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
