"""Fold effects on the map into the state; an impossible effect raises `CorruptLog`."""

from collections.abc import Callable
from typing import assert_never

from msgspec.structs import replace

from iacta.domain.civil_war import effects as fx
from iacta.domain.civil_war.evolve.lookups import (
    dead,
    eliminated,
    need_zone,
    reduced_unit,
    require_active,
    update_leaders,
    update_units,
    with_control,
)
from iacta.domain.civil_war.evolve.peoples import court, settle_people
from iacta.domain.civil_war.state import Leader, RetreatDue, State, Unit
from iacta.domain.kernel.contract.roster import roster
from iacta.domain.kernel.proof.errors import CorruptLog, require


def act(state: State, effect: fx.MapEffect) -> State:
    """The state after one effect on the map; `CorruptLog` if it is impossible."""
    match effect:
        case fx.Marched():
            return _march(state, effect)
        case fx.SegmentBegun():
            return _segment(state, effect)
        case fx.MarchesEnded():
            require_active(state, effect.seat)
            require(effect.number == state.segment, f"the current segment is {state.segment}")
            return replace(state, fighting=True)
        case fx.Recruited():
            return _recruit(state, effect)
        case fx.Sailed():
            return _sail(state, effect)
        case fx.Retreated():
            return _retreat(state, effect)
        case fx.Deployed():
            require(
                state.phase == "event" and state.chart is None, "the set-up has already been placed"
            )
            return replace(
                state,
                chart=effect.chart,
                terms=effect.terms,
                cities=roster(effect.cities, "name"),
                units=roster(effect.units, "id"),
            )
        case fx.InitiativeTaken():
            require(state.phase == "event" and state.event is not None, "phase B is not due")
            require(
                not state.segments and effect.year == state.year, "the segments are already set"
            )
            return replace(state, initiative=effect.seat, segments=effect.segments, segment=0)
        case fx.SuccessorNamed():
            return _succeed(state, effect)
        case fx.LeaderReturned():
            return _return(state, effect)
        case fx.Courted():
            return court(state, effect)
        case fx.PeopleSettled():
            return settle_people(state, effect)
        case fx.RetreatAwaited():
            require(state.phase == "segments" and bool(effect.due.to), "no retreat is due")
            for key in effect.due.units:
                unit = state.unit(key)
                require(unit is not None and unit.must_leave, f"{key} does not have to leave")
            return replace(state, pending=(*state.pending, effect.due))
        case fx.FleetLeft():
            return _leave_port(state, effect)
        case fx.LeadersFled():
            return _flee(state, effect)
        case fx.ControlSettled():
            return _settle_control(state, effect)
        case fx.Rallied():
            return _rally(state, effect)
        case fx.WarWon():
            require(state.phase == "adjustments" and not state.ended, "the war is not decided")
            return replace(state, ended=effect.reason, winner=effect.winner)
        case _:
            assert_never(effect)


def _succeed(state: State, effect: fx.SuccessorNamed) -> State:
    heads = [
        one
        for one in state.leaders
        if one.faction_leader and one.status == "in-play" and one.people is None
    ]
    require(
        not any(one.faction == effect.faction for one in heads),
        "the faction already has a Faction Leader",
    )

    def named(leader: Leader) -> Leader:
        require(leader.faction == effect.faction, f"{leader.name} is of another faction")
        return replace(leader, faction_leader=True)

    return update_leaders(state, (effect.leader,), named)


def _segment(state: State, effect: fx.SegmentBegun) -> State:
    require(state.phase == "segments" and not state.pending, "no segment begins now")
    require(effect.number == state.segment + 1, f"segment {state.segment + 1} is next")
    require(
        effect.of == len(state.segments) >= effect.number,
        "the year does not have that many segments",
    )
    require(effect.seat == state.segments[effect.number - 1], f"it is not the {effect.seat} seat's")
    return with_full_allowances(state, effect.number)


def with_full_allowances(state: State, number: int) -> State:
    """The state at the start of a segment, with every movement allowance unspent."""
    units = [
        replace(unit, spent=0, crossed=False) for unit in state.units if unit.spent or unit.crossed
    ]
    leaders = [replace(one, spent=0) for one in state.leaders if one.spent]
    after = state.with_units(*units).with_leaders(*leaders)
    return replace(after, segment=number, fighting=False, courted=())


def _return(state: State, effect: fx.LeaderReturned) -> State:
    need_zone(state, effect.to)

    def go(leader: Leader) -> Leader:
        require(leader.zone == effect.zone != effect.to, f"{leader.name} is not in {effect.zone}")
        return replace(leader, zone=effect.to, spent=leader.spent + effect.cost)

    def carries(ship: Unit) -> Unit:
        require(ship.zone == effect.zone, f"{ship.id} is not in {effect.zone}")
        require(ship.kind == "naves" and ship.spent < ship.ma, f"{ship.id} cannot sail")
        return replace(ship, zone=effect.to, spent=ship.ma, fell_back=False)

    return update_units(update_leaders(state, (effect.leader,), go), effect.ships, carries)


def _march(state: State, effect: fx.Marched) -> State:
    require_active(state, effect.seat)
    need_zone(state, effect.to)

    def unit_goes(unit: Unit) -> Unit:
        require(
            unit.zone == effect.zone and unit.side == effect.side,
            f"{unit.id} is not in {effect.zone}",
        )
        spent = unit.spent + effect.cost
        require(spent <= unit.ma, f"{unit.id} cannot go so far")
        spent = unit.ma if effect.halted else spent
        return replace(unit, zone=effect.to, spent=spent, crossed=effect.crossed, fell_back=False)

    def leader_goes(leader: Leader) -> Leader:
        there = leader.zone == effect.zone and leader.side == effect.side
        require(there, f"{leader.name} is not in {effect.zone}")
        spent = leader.spent + effect.cost
        require(spent <= leader.ma, f"{leader.name} cannot go so far")
        return replace(leader, zone=effect.to, spent=leader.ma if effect.halted else spent)

    require(bool(effect.units or effect.leaders), f"nobody marches from {effect.zone}")
    return update_leaders(update_units(state, effect.units, unit_goes), effect.leaders, leader_goes)


def _sail(state: State, effect: fx.Sailed) -> State:
    require_active(state, effect.seat)
    need_zone(state, effect.to)
    require(bool(effect.ships), f"no ship sails from {effect.zone}")

    def unit_sails(unit: Unit) -> Unit:
        require(
            unit.zone == effect.zone and unit.side == effect.seat,
            f"{unit.id} is not in {effect.zone}",
        )
        require(
            (unit.kind == "naves") == (unit.id in effect.ships),
            f"{unit.id} is aboard as the wrong kind",
        )
        require(unit.spent < unit.ma, f"{unit.id} has moved already")
        return replace(
            unit,
            zone=effect.to,
            spent=unit.ma,
            crossed=effect.against_enemies,
            fell_back=False,
        )

    def leader_sails(leader: Leader) -> Leader:
        there = leader.zone == effect.zone and leader.faction == effect.seat
        require(there, f"{leader.name} is not in {effect.zone}")
        return replace(leader, zone=effect.to, spent=leader.ma)

    after = update_units(state, (*effect.ships, *effect.units), unit_sails)
    after = update_leaders(after, effect.leaders, leader_sails)
    return update_units(update_units(after, effect.reduced, reduced_unit), effect.sunk, eliminated)


def _retreat(state: State, effect: fx.Retreated) -> State:
    def leaves(to: str | None) -> Callable[[Unit], Unit]:
        def go(unit: Unit) -> Unit:
            # Naves leave with the Force that was beaten on land (CW-48)
            leaves = unit.must_leave or unit.kind == "naves"
            require(unit.zone == effect.zone and leaves, f"{unit.id} does not have to leave")
            if to is None:
                return eliminated(unit)
            return replace(unit, zone=to, must_leave=False, crossed=False, fell_back=True)

        return go

    def leader_leaves(leader: Leader) -> Leader:
        leaves = leader.zone == effect.zone and leader.must_leave
        require(leaves, f"{leader.name} does not have to leave {effect.zone}")
        if leader.name in effect.taken:
            return dead(leader, state.year)
        return replace(leader, zone=effect.to or effect.harbour, must_leave=False)

    for place in (effect.to, effect.harbour):
        if place is not None:
            need_zone(state, place)
    require(
        not effect.units or effect.to is not None, f"{effect.units} retreat without a destination"
    )
    require(
        not effect.fleet or effect.harbour is not None, f"{effect.fleet} sail without a harbour"
    )
    require(
        not effect.leaders or bool(effect.to or effect.harbour),
        f"{effect.leaders} retreat without a destination",
    )
    after = update_units(state, effect.units, leaves(effect.to))
    after = update_units(after, effect.fleet, leaves(effect.harbour))
    after = update_units(after, effect.eliminated, leaves(None))
    after = update_leaders(after, (*effect.leaders, *effect.taken), leader_leaves)
    left = tuple(
        due
        for due in state.pending
        if not (isinstance(due, RetreatDue) and (due.zone, due.side) == (effect.zone, effect.side))
    )
    return replace(after, pending=left)


def _leave_port(state: State, effect: fx.FleetLeft) -> State:
    require(state.phase == "segments" and bool(effect.ships), "no fleet leaves port now")
    if effect.harbour is not None:
        need_zone(state, effect.harbour)

    def sails(ship: Unit) -> Unit:
        there = ship.kind == "naves" and (ship.zone, ship.side) == (effect.zone, effect.seat)
        require(there, f"{ship.id} does not lie in {effect.zone}")
        if effect.harbour is None:
            return eliminated(ship)
        return replace(ship, zone=effect.harbour, must_leave=False, crossed=False, fell_back=True)

    def goes(leader: Leader) -> Leader:
        require(leader.zone == effect.zone != effect.harbour, f"{leader.name} is not aboard")
        return replace(leader, zone=effect.harbour, must_leave=False)

    require(effect.harbour is not None or not effect.leaders, "nobody sails with ships taken")
    return update_leaders(update_units(state, effect.ships, sails), effect.leaders, goes)


def _flee(state: State, effect: fx.LeadersFled) -> State:
    ways = {flight.leader: flight for flight in effect.leaders}

    def go(leader: Leader) -> Leader:
        flight = ways[leader.name]
        require(leader.zone == flight.zone != flight.to, f"{leader.name} is not in {flight.zone}")
        if flight.to is None:
            return dead(leader, state.year)
        return replace(leader, zone=flight.to, must_leave=False)

    return update_leaders(state, ways, go)


def _settle_control(state: State, effect: fx.ControlSettled) -> State:
    require(state.phase == "segments" and not state.pending, "Adjustments are not due")
    require(state.segment >= len(state.segments), "segments of this year are still to be played")
    require(effect.year == state.year, f"the year is {state.year}, not {effect.year}")
    zones = {taken.zone: taken.seat for taken in effect.zones}
    cities = {taken.city: taken.seat for taken in effect.cities}
    judged = {one.region: one.seat for one in effect.regions}
    regions = {one.name: judged.get(one.name) for one in state.regions}
    require(all(state.zone(name) is not None for name in zones), "a zone is unknown")
    require(all(state.city(name) is not None for name in cities), "a city is unknown")
    return replace(
        state,
        phase="adjustments",
        fighting=False,
        zones=with_control(state.zones, zones),
        cities=with_control(state.cities, cities),
        regions=with_control(state.regions, regions),
        recruiting=effect.recruiting,
    )


def _rally(state: State, effect: fx.Rallied) -> State:
    units = []
    for key in effect.units:
        unit = state.unit(key)
        people = state.people(unit.people or "") if unit else None
        if unit is None or unit.status != "box" or people is None or people.home is None:
            raise CorruptLog(f"unit {key!r} cannot return")
        units.append(replace(unit, status="map", zone=people.home, reduced=False, spent=0))
    require(bool(units), "no unit returns")
    return state.with_units(*units)


def _recruit(state: State, effect: fx.Recruited) -> State:
    require(state.phase == "adjustments" and not state.pending, "recruitment is not due now")
    require(state.recruiting[:1] == (effect.region,), f"{effect.region} is not next")
    raised = []
    for key in effect.raised:
        unit = state.unit(key)
        if unit is None or unit.status != "reserve" or unit.side != effect.seat:
            raise CorruptLog(f"unit {key!r} is not in the Reserve of {effect.seat}")
        if effect.zone is None or state.zone(effect.zone) is None:
            raise CorruptLog(f"the recruits are in no zone of {effect.region}")
        raised.append(replace(unit, status="map", zone=effect.zone, reduced=False, spent=0))

    def whole(unit: Unit) -> Unit:
        require(
            unit.reduced and unit.side == effect.seat,
            f"{unit.id} is not a reduced unit of the seat",
        )
        return replace(unit, reduced=False)

    after = update_units(state.with_units(*raised), effect.restored, whole)
    return replace(after, recruiting=state.recruiting[1:])
