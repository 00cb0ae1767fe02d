"""Checks of a referee's rulings: anything is allowed except the impossible."""

from collections.abc import Iterable
from typing import assert_never

from iacta.domain.civil_war import changes as ch
from iacta.domain.civil_war.evolve.changes import free_number
from iacta.domain.civil_war.rules.deployment import MAX_UNITS
from iacta.domain.civil_war.rules.segments import OMENS, TIRED, WINTER
from iacta.domain.civil_war.state import LASTING, SEATS, Leader, State
from iacta.domain.kernel.proof.errors import Conflict, Invalid, RuleViolation

ILLNESS = 4


def check_change(state: State, change: ch.AnyChange) -> None:
    """Refuse a change that is impossible in this state; raises `Refused`."""
    match change:
        case ch.PlaceUnit():
            _place_unit(state, change)
        case ch.RemoveUnit(key) | ch.FlipUnit(key):
            _units(state, (key,), "/unit", anywhere=isinstance(change, ch.RemoveUnit))
        case ch.MoveUnits():
            _zone(state, change.zone)
            _units(state, change.units, "/units")
            for index, name in enumerate(change.leaders):
                _alive(state, name, f"/leaders/{index}", in_play=True)
        case ch.SetCrossed():
            _units(state, change.units, "/units")
        case ch.PlaceLeader():
            _place_leader(state, change)
        case ch.RemoveLeader(name):
            _alive(state, name, "/leader")
        case ch.SetControl():
            _control(state, change)
        case ch.SetPeople():
            _people(state, change)
        case ch.SetEvent():
            _event(state, change)
        case ch.SetCity(name):
            if state.city(name) is None:
                raise Invalid(f"there is no city {name!r}", pointer="/city")
        case ch.SetSegments():
            _segment(state)
        case ch.EndSegment():
            _segment(state)
            if state.pending:
                raise Conflict(f"the {state.pending[0].seat} seat has a choice to make first")
        case ch.SetSpent():
            _units(state, change.units, "/units")
            for index, name in enumerate(change.leaders):
                _alive(state, name, f"/leaders/{index}", in_play=True)
        case _:
            assert_never(change)


def _zone(state: State, name: str) -> None:
    if state.zone(name) is None:
        raise Invalid(f"there is no zone {name!r}", pointer="/zone")


def _segment(state: State) -> None:
    if state.active is None:
        raise Conflict("no segment is in progress")


def _units(state: State, ids: Iterable[str], pointer: str, *, anywhere: bool = False) -> None:
    """Refuse units that do not exist, are off the map, or are part of a pending choice."""
    chosen = {key for due in state.pending for key in due.units}
    ids = tuple(ids)
    for key in ids:
        unit = state.unit(key)
        if unit is None:
            raise Invalid(f"there is no unit {key!r}", pointer=pointer)
        if unit.status != "map" and not anywhere:
            raise Conflict(f"unit {key!r} is not on the map", pointer=pointer)
        if key in chosen:
            raise Conflict(f"unit {key!r} is part of a pending choice", pointer=pointer)


def _place_unit(state: State, change: ch.PlaceUnit) -> None:
    if state.scenario == "table":
        raise RuleViolation("CW-32", "the referee's desk has no map to place units on")
    _zone(state, change.zone)
    if change.side not in SEATS and state.people(change.side) is None:
        raise Invalid(f"{change.side!r} is neither a seat nor a people", pointer="/side")
    if (change.kind == "people") != (change.people is not None):
        raise Invalid(
            "people is required for kind people, and allowed only there", pointer="/people"
        )
    if change.people is not None and state.people(change.people) is None:
        raise Invalid(f"there is no people {change.people!r}", pointer="/people")
    if change.side not in SEATS and change.people != change.side:
        raise Invalid("only units of a people fight on its side", pointer="/people")
    people = state.people(change.people) if change.people else None
    if people is not None and state.chart is not None:
        side = people.ally or people.name
        if change.side != side:
            raise Invalid(f"the {people.name} fight on the {side} side", pointer="/side")
    if state.chart is not None and not change.ma:
        raise Invalid("a unit on the map needs a movement allowance", pointer="/ma")
    unit = state.unit(change.id or f"u{free_number(state)}")
    if unit is not None and unit.status == "map":
        raise Conflict(f"unit {unit.id!r} is already in {unit.zone}", pointer="/id")
    if len(state.units) >= MAX_UNITS:
        raise Conflict(f"there are {MAX_UNITS} units already")


def _alive(state: State, name: str, pointer: str, *, in_play: bool = False) -> Leader:
    leader = state.leader(name)
    if leader is None:
        raise Invalid(f"there is no leader {name!r}", pointer=pointer)
    if leader.status == "dead":
        raise Conflict(f"{name} has left the game", pointer=pointer)
    if in_play and leader.status != "in-play":
        raise Conflict(f"{name} is not in play yet", pointer=pointer)
    return leader


def _place_leader(state: State, change: ch.PlaceLeader) -> None:
    leader = _alive(state, change.leader, "/leader")
    if change.zone is not None:
        _zone(state, change.zone)
    if leader.people is not None and change.faction is not None:
        raise Conflict(
            f"{leader.name} belongs to the {leader.people}, not to a faction", pointer="/faction"
        )
    if leader.people is not None and change.faction_leader:
        detail = f"{leader.name} belongs to the {leader.people} and cannot be a Faction Leader"
        raise Conflict(detail, pointer="/faction_leader")
    if state.chart is not None and change.zone is None and leader.zone is None:
        raise Invalid(f"{leader.name} needs a zone", pointer="/zone")
    if leader.people is None and leader.faction is None and change.faction is None:
        raise Invalid(f"{leader.name} needs a faction to enter", pointer="/faction")


def _people(state: State, change: ch.SetPeople) -> None:
    if state.people(change.people) is None:
        raise Invalid(f"there is no people {change.people!r}", pointer="/people")
    if change.at_war and change.ally is not None:
        raise Invalid("an ally cannot be at war", pointer="/ally")
    if state.chart is not None and state.pending:  # units of a pending choice could change sides
        raise Conflict(f"the {state.pending[0].seat} seat has a choice to make first")


def _control(state: State, change: ch.SetControl) -> None:
    if (change.zone is None) == (change.region is None):
        raise Invalid("give either a zone or a region")
    if change.zone is not None:
        _zone(state, change.zone)
    elif state.region(change.region or "") is None:
        raise Invalid(f"there is no region {change.region!r}", pointer="/region")


def _event(state: State, change: ch.SetEvent) -> None:
    if change.event not in LASTING or change.event == ILLNESS:
        raise Invalid(
            f"event {change.event} does not stay in force; rule its result instead",
            pointer="/event",
        )
    if change.event in (WINTER, OMENS, TIRED) and state.segments:
        detail = "the year's segments are already set: use set-segments instead"
        raise Conflict(detail, pointer="/event")
    if (change.event in state.in_force) == change.in_force:
        now = "already" if change.in_force else "not"
        raise Conflict(f"event {change.event} is {now} in force", pointer="/in_force")
