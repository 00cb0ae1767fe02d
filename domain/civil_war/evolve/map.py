"""State + an effect of the war on the map → state. The impossible is a corrupt log."""

from collections.abc import Callable
from typing import assert_never

from msgspec.structs import replace

from iacta.domain.civil_war import effects as fx
from iacta.domain.civil_war.evolve.lookups import fallen, gone, in_play, moves, on_map
from iacta.domain.civil_war.evolve.peoples import court, settle_people
from iacta.domain.civil_war.state import Leader, RetreatDue, State, Unit
from iacta.domain.kernel.proof.errors import CorruptLog, require


def act(state: State, effect: fx.OnTheMap) -> State:
    """The state after one effect on the map."""
    match effect:
        case fx.Deployed():
            return _deploy(state, effect)
        case fx.InitiativeTaken():
            return _initiative(state, effect)
        case fx.SuccessorNamed():
            return _succeed(state, effect)
        case fx.SegmentBegun():
            return _segment(state, effect)
        case fx.LeaderReturned():
            return _return(state, effect)
        case fx.Marched():
            return _march(state, effect)
        case fx.Sailed():
            return _sail(state, effect)
        case fx.Courted():
            return court(state, effect)
        case fx.PeopleSettled():
            return settle_people(state, effect)
        case fx.MarchesEnded():
            return _end_marches(state, effect)
        case fx.RetreatAwaited():
            return _await_retreat(state, effect)
        case fx.Retreated():
            return _retreat(state, effect)
        case fx.LeadersFled():
            return _flee(state, effect)
        case fx.ControlSettled():
            return _settle_control(state, effect)
        case fx.Rallied():
            return _rally(state, effect)
        case fx.Recruited():
            return _recruit(state, effect)
        case fx.WarWon():
            return _win(state, effect)
        case _:
            assert_never(effect)


def _zone(state: State, name: str) -> None:
    require(state.zone(name) is not None, f"there is no zone {name!r}")


def _deploy(state: State, effect: fx.Deployed) -> State:
    require(state.phase == "event" and state.chart is None, "the forces stand already")
    return replace(
        state,
        chart=effect.chart,
        terms=effect.terms,
        cities=effect.cities,
        units=effect.units,
    )


def _initiative(state: State, effect: fx.InitiativeTaken) -> State:
    require(state.phase == "event" and state.event is not None, "phase B is not due")
    require(not state.segments and effect.year == state.year, "the segments are settled")
    return replace(state, initiative=effect.seat, segments=effect.segments, segment=0)


def _succeed(state: State, effect: fx.SuccessorNamed) -> State:
    heads = [
        one
        for one in state.leaders
        if one.faction_leader and one.status == "in-play" and one.people is None
    ]
    require(not any(one.faction == effect.faction for one in heads), "the faction has its leader")

    def named(leader: Leader) -> Leader:
        require(leader.faction == effect.faction, f"{leader.name} is of another faction")
        return replace(leader, faction_leader=True)

    return in_play(state, (effect.leader,), named)


def _segment(state: State, effect: fx.SegmentBegun) -> State:
    require(state.phase == "segments" and not state.pending, "no segment begins now")
    require(effect.number == state.segment + 1, f"segment {state.segment + 1} is next")
    require(effect.of == len(state.segments) >= effect.number, "there are not so many segments")
    require(effect.seat == state.segments[effect.number - 1], "it is the other seat's segment")
    return rested(state, effect.number)


def rested(state: State, number: int) -> State:
    """The state at the beginning of a segment: every allowance is whole again."""
    units = tuple(
        replace(unit, spent=0, crossed=False) if unit.spent or unit.crossed else unit
        for unit in state.units
    )
    leaders = tuple(
        replace(leader, spent=0) if leader.spent else leader for leader in state.leaders
    )
    return replace(state, segment=number, fighting=False, courted=(), units=units, leaders=leaders)


def _return(state: State, effect: fx.LeaderReturned) -> State:
    _zone(state, effect.to)

    def go(leader: Leader) -> Leader:
        require(leader.zone == effect.zone != effect.to, f"{leader.name} is not in {effect.zone}")
        return replace(leader, zone=effect.to, spent=leader.spent + effect.cost)

    return in_play(state, (effect.leader,), go)


def _march(state: State, effect: fx.Marched) -> State:
    moves(state, effect.seat)
    _zone(state, effect.to)

    def unit_goes(unit: Unit) -> Unit:
        require(unit.zone == effect.zone and unit.side == effect.side, f"{unit.id} is not there")
        spent = unit.spent + effect.cost
        require(spent <= unit.ma, f"{unit.id} cannot go so far")
        spent = unit.ma if effect.halted else spent
        return replace(unit, zone=effect.to, spent=spent, crossed=effect.crossed)

    def leader_goes(leader: Leader) -> Leader:
        require(leader.zone == effect.zone and leader.side == effect.side, "he is not there")
        spent = leader.spent + effect.cost
        require(spent <= leader.ma, f"{leader.name} cannot go so far")
        return replace(leader, zone=effect.to, spent=leader.ma if effect.halted else spent)

    require(bool(effect.units or effect.leaders), "nobody marches")
    return in_play(on_map(state, effect.units, unit_goes), effect.leaders, leader_goes)


def _sail(state: State, effect: fx.Sailed) -> State:
    moves(state, effect.seat)
    _zone(state, effect.to)
    require(bool(effect.ships), "nobody sails without ships")

    def unit_sails(unit: Unit) -> Unit:
        require(unit.zone == effect.zone and unit.side == effect.seat, f"{unit.id} is not there")
        require((unit.kind == "naves") == (unit.id in effect.ships), f"{unit.id} is no ship")
        require(unit.spent < unit.ma, f"{unit.id} has moved already")
        return replace(unit, zone=effect.to, spent=unit.ma, crossed=effect.against_enemies)

    def leader_sails(leader: Leader) -> Leader:
        require(leader.zone == effect.zone and leader.faction == effect.seat, "he is not there")
        return replace(leader, zone=effect.to, spent=leader.ma)

    after = on_map(state, (*effect.ships, *effect.units), unit_sails)
    after = in_play(after, effect.leaders, leader_sails)
    return on_map(on_map(after, effect.reduced, _worn), effect.sunk, gone)


def _worn(unit: Unit) -> Unit:
    require(not unit.reduced, f"unit {unit.id} is reduced already")
    return replace(unit, reduced=True)


def _end_marches(state: State, effect: fx.MarchesEnded) -> State:
    moves(state, effect.seat)
    require(effect.number == state.segment, "another segment is on")
    return replace(state, fighting=True)


def _await_retreat(state: State, effect: fx.RetreatAwaited) -> State:
    require(state.phase == "segments" and bool(effect.due.to), "no retreat is due")
    for key in effect.due.units:
        unit = state.unit(key)
        require(unit is not None and unit.must_leave, f"{key} need not leave")
    return replace(state, pending=(*state.pending, effect.due))


def _retreat(state: State, effect: fx.Retreated) -> State:
    def leaves(to: str | None) -> Callable[[Unit], Unit]:
        def go(unit: Unit) -> Unit:
            require(unit.zone == effect.zone and unit.must_leave, f"{unit.id} need not leave")
            if to is None:
                return gone(unit)
            return replace(unit, zone=to, must_leave=False, crossed=False)

        return go

    def leader_leaves(leader: Leader) -> Leader:
        require(leader.zone == effect.zone and leader.must_leave, "he need not leave")
        if leader.name in effect.taken:
            return fallen(leader, state.year)
        return replace(leader, zone=effect.to or effect.harbour, must_leave=False)

    for place in (effect.to, effect.harbour):
        if place is not None:
            _zone(state, place)
    require(not effect.units or effect.to is not None, "they go nowhere")
    require(not effect.fleet or effect.harbour is not None, "they sail nowhere")
    require(not effect.leaders or bool(effect.to or effect.harbour), "he goes nowhere")
    after = on_map(state, effect.units, leaves(effect.to))
    after = on_map(after, effect.fleet, leaves(effect.harbour))
    after = on_map(after, effect.eliminated, leaves(None))
    after = in_play(after, (*effect.leaders, *effect.taken), leader_leaves)
    left = tuple(
        due
        for due in state.pending
        if not (isinstance(due, RetreatDue) and (due.zone, due.side) == (effect.zone, effect.side))
    )
    return replace(after, pending=left)


def _flee(state: State, effect: fx.LeadersFled) -> State:
    ways = {flight.leader: flight for flight in effect.leaders}

    def go(leader: Leader) -> Leader:
        flight = ways[leader.name]
        require(leader.zone == flight.zone != flight.to, f"{leader.name} is not in {flight.zone}")
        if flight.to is None:
            return fallen(leader, state.year)
        return replace(leader, zone=flight.to, must_leave=False)

    return in_play(state, ways, go)


def _settle_control(state: State, effect: fx.ControlSettled) -> State:
    require(state.phase == "segments" and not state.pending, "Adjustments are not due")
    require(state.segment >= len(state.segments), "there are segments still to come")
    require(effect.year == state.year, f"the year is {state.year}, not {effect.year}")
    zones = {taken.zone: taken.seat for taken in effect.zones}
    cities = {taken.city: taken.seat for taken in effect.cities}
    regions = {judged.region: judged.seat for judged in effect.regions}
    require(zones.keys() <= {zone.name for zone in state.zones}, "there is no such zone")
    require(cities.keys() <= {city.name for city in state.cities}, "there is no such city")
    return replace(
        state,
        phase="adjustments",
        fighting=False,
        zones=tuple(
            replace(zone, control=zones[zone.name]) if zone.name in zones else zone
            for zone in state.zones
        ),
        cities=tuple(
            replace(city, control=cities[city.name]) if city.name in cities else city
            for city in state.cities
        ),
        regions=tuple(
            replace(region, control=regions.get(region.name)) for region in state.regions
        ),
        recruiting=effect.recruiting,
    )


def _rally(state: State, effect: fx.Rallied) -> State:
    units = {}
    for key in effect.units:
        unit = state.unit(key)
        people = state.people(unit.people or "") if unit else None
        if unit is None or unit.status != "box" or people is None or people.home is None:
            raise CorruptLog(f"unit {key!r} cannot come back")
        units[key] = replace(unit, status="map", zone=people.home, reduced=False, spent=0)
    require(bool(units), "nobody comes back")
    return state.with_units(units)


def _recruit(state: State, effect: fx.Recruited) -> State:
    require(state.phase == "adjustments" and not state.pending, "nobody recruits now")
    require(state.recruiting[:1] == (effect.region,), f"{effect.region} is not next")
    raised = {}
    for key in effect.raised:
        unit = state.unit(key)
        if unit is None or unit.status != "reserve" or unit.side != effect.seat:
            raise CorruptLog(f"unit {key!r} is not in his Reserve")
        if effect.zone is None or state.zone(effect.zone) is None:
            raise CorruptLog("recruits gather nowhere")
        raised[key] = replace(unit, status="map", zone=effect.zone, reduced=False, spent=0)

    def whole(unit: Unit) -> Unit:
        require(unit.reduced and unit.side == effect.seat, f"{unit.id} is whole")
        return replace(unit, reduced=False)

    after = on_map(state.with_units(raised), effect.restored, whole)
    return replace(after, recruiting=state.recruiting[1:])


def _win(state: State, effect: fx.WarWon) -> State:
    require(state.phase == "adjustments" and not state.ended, "the war is not decided")
    return replace(state, ended=effect.reason, winner=effect.winner)
