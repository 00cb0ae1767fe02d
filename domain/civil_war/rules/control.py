"""Adjustments: control and control points. CW 9, CW R1; rulings CW-55 to CW-58."""

from collections.abc import Mapping, Sequence

from iacta.domain.civil_war import effects as fx
from iacta.domain.civil_war.rules.board import Board, land
from iacta.domain.civil_war.state import SEATS, Seat, State, Unit, Zone
from iacta.domain.civil_war.tables import REGIONS

NEEDS = {
    row.label: fx.Holding(
        int(REGIONS.cell(row.label, "zones")),
        int(REGIONS.cell(row.label, "cities")),
        int(REGIONS.cell(row.label, "garrison")),
    )
    for row in REGIONS.rows
}
POINTS = {row.label: int(REGIONS.cell(row.label, "points")) for row in REGIONS.rows}


def settle(state: State) -> fx.ControlSettled:
    """Settle control of zones, then cities, then regions, in printed order. CW 9."""
    board = Board(state)
    zones = [taken for zone in state.zones if (taken := _zone(board, zone))]
    held = {zone.name: zone.control for zone in state.zones}
    held |= {taken.zone: taken.seat for taken in zones}
    cities = _cities(board, held)
    towns = {city.name: city.control for city in state.cities}
    towns |= {taken.city: taken.seat for taken in cities}
    judged = judge_regions(state, held, towns)
    return fx.ControlSettled(
        state.year,
        tuple(zones),
        tuple(cities),
        judged,
        points_of({one.region: one.seat for one in judged}),
        tuple(one.region for one in judged if one.seat is not None and one.region != "Roma"),
    )


def _zone(board: Board, zone: Zone) -> fx.ZoneTaken | None:
    """The change of control of a zone: to the only side with land units there, if any. CW-55.

    A people at peace controls nothing, and units that fell back there this year take nothing.
    """
    sides = {unit.side for unit in land(board.units_in(zone.name)) if not unit.fell_back}
    sides = {side for side in sides if side in SEATS or board.peoples[side].at_war}
    if len(sides) != 1:
        return None
    side = sides.pop()
    seat = next((one for one in SEATS if one == side), None)
    if seat == zone.control:
        return None
    return fx.ZoneTaken(
        zone.name,
        seat,
        f"only {board.seat_of(side)} units stand there" if seat else f"the {side} hold it",
    )


def _cities(board: Board, held: Mapping[str, Seat | None]) -> list[fx.CityTaken]:
    """The cities that change hands: one for each Legio of the zone's controller. CW-55, CW-56."""
    found = []
    legio = {name: _besiegers(board.units_in(name)) for name in held}
    for city in board.state.cities:
        seat = held[city.zone]
        if seat is None or seat == city.control or not legio[city.zone].get(seat):
            continue
        legio[city.zone][seat] -= 1
        found.append(fx.CityTaken(city.name, city.zone, seat, f"a Legio stands in {city.zone}"))
    return found


def _besiegers(units: Sequence[Unit]) -> dict[str, int]:
    """The Legio that may take a city each, by side: those that have not fallen back there."""
    counts: dict[str, int] = {}
    for unit in units:
        if unit.kind == "legio" and not unit.fell_back:
            counts[unit.side] = counts.get(unit.side, 0) + 1
    return counts


def judge_regions(
    state: State, zones: Mapping[str, Seat | None], cities: Mapping[str, Seat | None]
) -> tuple[fx.RegionJudged, ...]:
    """Judge control of each region: printed zones, cities and garrison. CW-57, CW R1."""
    return tuple(
        _judge_region(state, region.name, holdings(state, region.name, zones, cities))
        for region in state.regions
    )


def _judge_region(state: State, region: str, held: dict[Seat, fx.Holding]) -> fx.RegionJudged:
    able = [seat for seat in SEATS if _suffices(state, held[seat], NEEDS[region])]
    seat = able[0] if len(able) == 1 else None
    return fx.RegionJudged(region, NEEDS[region], dict(held.items()), seat, POINTS[region])


def _suffices(state: State, held: fx.Holding, needs: fx.Holding) -> bool:
    """CW-58: the garrison is required for control, unless the switch says for recruitment only."""
    garrison = held.legio >= needs.legio or state.switches.garrisons == "recruitment"
    return held.zones >= needs.zones and held.cities >= needs.cities and garrison


def holdings(
    state: State, region: str, zones: Mapping[str, Seat | None], cities: Mapping[str, Seat | None]
) -> dict[Seat, fx.Holding]:
    """What each seat has in a region: zones, cities, and Legio on the map."""
    inside = {zone.name for zone in state.zones if zone.region == region}
    return {
        seat: fx.Holding(
            sum(1 for name in inside if zones.get(name) == seat),
            sum(1 for city in state.cities if city.zone in inside and cities[city.name] == seat),
            sum(
                1
                for unit in state.units
                if unit.kind == "legio"
                and unit.side == seat
                and unit.status == "map"
                and unit.zone in inside
            ),
        )
        for seat in SEATS
    }


def garrisoned(state: State, region: str, seat: Seat) -> bool:
    """Whether a seat has the garrison of a region in place. CW-58."""
    now = holdings(state, region, {}, {city.name: None for city in state.cities})
    return now[seat].legio >= NEEDS[region].legio


def points_of(control: Mapping[str, Seat | None]) -> dict[str, int]:
    """The control points of each seat. CW R1."""
    return {
        seat: sum(POINTS[region] for region, holder in control.items() if holder == seat)
        for seat in SEATS
    }


def points(state: State) -> dict[str, int]:
    """The current control points of each seat."""
    return {
        seat: sum(region.points for region in state.regions if region.control == seat)
        for seat in SEATS
    }
