"""Disorder, panic and what a unit's panic costs its side. BP 10.7, BP 11, BP 16.1."""

from domain.de_bello_punico import effects as fx
from domain.de_bello_punico.rules import flight, leaders
from domain.de_bello_punico.rules.course import Course
from domain.de_bello_punico.state import State
from domain.de_bello_punico.state.pending import LeaderDue
from domain.de_bello_punico.tables import ROUT


def rout_value(state: State, kind: str) -> int:
    """The Rout Points of a unit of a type. BP 16.1, BP-1; Allies and Mercenaries BP-4."""
    if kind in ("allied-celts", "allied-numidians", "mercenaries"):
        return state.switches.allies_rout
    return int(ROUT.cell(kind, "points"))


def disorder(course: Course, key: str, points: int, rule: str, reason: str) -> None:
    """Give a unit Disorder; at its morale it panics. Units in panic take none. BP-9, BP-37."""
    unit = course.unit(key)
    if not unit.steady:
        return
    morale = course.state.values[unit.type].morale
    total = unit.disorder + points
    course.add(fx.Disordered(key, points, total, morale, rule, reason))
    rider = course.state.rider(key)
    if rider is not None and LeaderDue(rider.side) not in course.state.pending:  # BP-43
        course.add(fx.LeaderAtRisk(rider.side, key))  # BP 13
    if total >= morale:
        panic(course, key)


def panic(course: Course, key: str) -> None:
    """A unit panics: Rout Points, once (BP-3, BP 16.1.1); its leader leaves; it flees. BP 11."""
    unit = course.unit(key)
    points = rout_value(course.state, unit.type)
    rout = course.state.army(unit.side).rout + points
    course.add(fx.Panicked(key, unit.side, points, rout))
    leaders.leave(course, key)
    if unit.type in ("elephants", "skirmishers"):
        reason = "in panic they are gone at once"
        course.add(fx.UnitEliminated(key, "BP 11.1.1", reason))
        return
    crossed = flight.flee(course, key)
    for friend in crossed:
        disorder(course, friend, 1, "BP 7.1", "fugitives break through")


def flee_all(course: Course) -> None:
    """At the start of a side's movement its units in panic run on, the foremost first. BP 11.1.

    But not who panicked within this very impulse, before elephants. BP-44.
    """
    side = course.state.side
    assert side is not None
    ways = course.state.grid.way_out(side)
    index = course.state.grid.index
    runners = [
        unit
        for unit in course.state.units
        if unit.side == side and unit.here and unit.panicked and "moved" not in unit.marks
    ]
    runners.sort(key=lambda unit: ways.get(index[unit.place], 0))
    for unit in runners:
        if course.unit(unit.id).here:
            for friend in flight.flee(course, unit.id):
                disorder(course, friend, 1, "BP 7.1", "fugitives break through")
