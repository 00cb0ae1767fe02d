"""The end of a year and of the war. CW-14, CW-28."""

from domain.civil_war.effects import YearClosed
from domain.civil_war.state import LAST_YEAR, State


def close(state: State) -> YearClosed:
    """End the year: what left play comes back reduced, the year's events end. CW-14."""
    away = tuple(unit.id for unit in state.units if unit.status == "away")
    following = None if state.year == LAST_YEAR else state.year + 1
    return YearClosed(state.year, following, away)
