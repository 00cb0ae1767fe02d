"""Fold the changes of rulings into the state."""

from typing import assert_never

from msgspec.structs import replace

from iacta.domain.civil_war import changes as ch
from iacta.domain.civil_war.evolve.lookups import dead, need_zone, people_of, with_control
from iacta.domain.civil_war.evolve.map import with_full_allowances
from iacta.domain.civil_war.evolve.peoples import following
from iacta.domain.civil_war.state import Leader, People, Seat, State, Unit
from iacta.domain.kernel.proof.errors import CorruptLog, require


def change(state: State, effect: ch.AnyChange) -> State:
    """The state after one change of a ruling; raises `CorruptLog` if impossible."""
    match effect:
        case ch.PlaceUnit():
            return _place_unit(state, effect)
        case ch.RemoveUnit(key):
            _unit(state, key)
            return replace(state, units=tuple(unit for unit in state.units if unit.id != key))
        case ch.FlipUnit(key):
            unit = _unit(state, key)
            return state.with_units(replace(unit, reduced=not unit.reduced))
        case ch.MoveUnits():
            return _move(state, effect)
        case ch.SetCrossed():
            crossed = [replace(_unit(state, key), crossed=effect.crossed) for key in effect.units]
            return state.with_units(*crossed)
        case ch.PlaceLeader():
            return _place_leader(state, effect)
        case ch.RemoveLeader(name):
            return state.with_leaders(dead(_leader(state, name), state.year))
        case ch.SetControl():
            return _set_control(state, effect)
        case ch.SetPeople():
            return _set_people(state, effect)
        case ch.SetEvent(event, in_force):
            others = {*state.in_force} - {event}
            held = others | {event} if in_force else others
            return replace(state, in_force=tuple(sorted(held)))
        case ch.SetCity():
            return _set_city(state, effect)
        case ch.SetSegments(seats):
            _need_segment(state)
            return replace(state, segments=(*state.segments[: state.segment], *seats))
        case ch.EndSegment():
            _need_segment(state)
            if state.pending:
                raise CorruptLog(f"the {state.pending[0].seat} seat has a choice to make")
            return with_full_allowances(state, state.segment + 1)
        case ch.SetSpent():
            units = [replace(_unit(state, key), spent=effect.spent) for key in effect.units]
            named = [replace(_leader(state, name), spent=effect.spent) for name in effect.leaders]
            return state.with_units(*units).with_leaders(*named)
        case _:
            assert_never(effect)


def _need_segment(state: State) -> None:
    require(state.active is not None, "no segment is in progress")


def _set_city(state: State, effect: ch.SetCity) -> State:
    require(state.city(effect.city) is not None, f"there is no city {effect.city!r}")
    return replace(state, cities=with_control(state.cities, {effect.city: effect.seat}))


def _unit(state: State, key: str) -> Unit:
    unit = state.unit(key)
    if unit is None:
        raise CorruptLog(f"there is no unit {key!r}")
    return unit


def _leader(state: State, name: str) -> Leader:
    leader = state.leader(name)
    if leader is None:
        raise CorruptLog(f"there is no leader {name!r}")
    return leader


def _place_unit(state: State, effect: ch.PlaceUnit) -> State:
    need_zone(state, effect.zone)
    number = state.numbered if effect.id else free_number(state)
    unit = Unit(
        id=effect.id or f"u{number}",
        zone=effect.zone,
        side=effect.side,
        kind=effect.kind,
        sp=effect.sp,
        quality=effect.quality,
        reduced_sp=effect.reduced_sp or (effect.sp + 1) // 2,
        people=effect.people,
        reduced=effect.reduced,
        ma=effect.ma,
    )
    others = tuple(one for one in state.units if one.id != unit.id)
    return replace(state, units=(*others, unit), numbered=number)


def free_number(state: State) -> int:
    """The smallest n for which no unit has the id `u` + n."""
    number = state.numbered + 1
    while state.unit(f"u{number}") is not None:
        number += 1
    return number


def _move(state: State, effect: ch.MoveUnits) -> State:
    need_zone(state, effect.zone)
    units = [
        replace(
            _unit(state, key),
            zone=effect.zone,
            crossed=effect.crossed,
            must_leave=False,
            fell_back=False,
        )
        for key in effect.units
    ]
    leaders = [
        replace(_leader(state, name), zone=effect.zone, must_leave=False) for name in effect.leaders
    ]
    return state.with_units(*units).with_leaders(*leaders)


def _place_leader(state: State, effect: ch.PlaceLeader) -> State:
    leader = _leader(state, effect.leader)
    if leader.status == "dead":
        raise CorruptLog(f"{leader.name} is out of the game")
    given = {
        name: getattr(effect, name)
        for name in ("zone", "faction", "tb", "pc", "faction_leader", "ill")
        if getattr(effect, name) is not None
    }
    if effect.zone is not None:
        given["must_leave"] = False
    return state.with_leaders(replace(leader, status="in-play", **given))


def _set_control(state: State, effect: ch.SetControl) -> State:
    """Set control of a zone or region; the zone and the region Roma are one place."""
    place = effect.zone or effect.region or ""
    known = state.zone(place) if effect.zone else state.region(place)
    require(known is not None, f"there is no zone or region {place!r}")
    both, seats = place == "Roma", {place: effect.seat}
    return replace(
        state,
        zones=with_control(state.zones, seats) if effect.zone or both else state.zones,
        regions=with_control(state.regions, seats) if effect.region or both else state.regions,
    )


def _set_people(state: State, effect: ch.SetPeople) -> State:
    """Set war, peace and alliance, and remove the leaders they end. CW L3."""
    people = people_of(state, effect.people)
    ends = set()
    if people.at_war and not effect.at_war and effect.ally is None:
        ends.add("pacification")
    if effect.ally is not None and effect.ally != people.ally:
        ends.add("allegiance")
    set_so = replace(people, at_war=effect.at_war, ally=effect.ally, provoked_by=None)
    if state.chart is not None:
        state = following(state, set_so)
        set_so = replace(set_so, led_by=_leading(state, set_so))
    return replace(
        state,
        peoples=tuple(set_so if one is people else one for one in state.peoples),
        leaders=tuple(
            dead(leader, state.year) if _is_ended(leader, people, ends) else leader
            for leader in state.leaders
        ),
    )


def _leading(state: State, people: People) -> Seat | None:
    """The seat that leads a people sent to war by a ruling: the last, else as on a tie. CW-50."""
    if not people.at_war:
        return None
    return people.led_by or ("caesarian" if state.initiative == "republican" else "republican")


def _is_ended(leader: Leader, people: People, ends: set[str]) -> bool:
    alive = leader.status in ("to-come", "in-play")
    return alive and leader.people == people.name and bool(ends & {*leader.ends_with})
