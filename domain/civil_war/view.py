"""The view, the same for everyone: the civil war hides nothing."""

from functools import lru_cache
from typing import assert_never

from iacta.domain.civil_war.effects import Holding
from iacta.domain.civil_war.rulebook import RULEBOOK
from iacta.domain.civil_war.rules import control, death
from iacta.domain.civil_war.rules.board import Board
from iacta.domain.civil_war.rules.march import immobilized_by
from iacta.domain.civil_war.standing import year_label
from iacta.domain.civil_war.state import (
    Chart,
    DesertionDue,
    Leader,
    LossesDue,
    Pending,
    RetreatDue,
    State,
    Zone,
)
from iacta.domain.civil_war.state.words import unit_title
from iacta.domain.civil_war.tables import EVENTS
from iacta.domain.kernel.contract.copies import copied
from iacta.domain.kernel.contract.system import Known, ViewPart


class EventView(ViewPart, frozen=True):
    """An event of the year or in force, in words."""

    number: int  #: its number in the table of events
    rule: str  #: its rule, such as `CW E3`
    title: str  #: its name
    text: str  #: what it does


class LeaderView(ViewPart, frozen=True, kw_only=True):
    """A leader."""

    name: str  #: the short name, used in commands
    full_name: str  #: the name in full
    people: str | None  #: the people a foreign leader comes from
    faction: str | None  #: the seat whose leader it is; null if none, or not yet rolled
    entry: str  #: when the leader enters, as printed
    status: str  #: `to-come`, `in-play` or `dead`
    #: The number this year's death check must reach; null if none is due.
    check: int | None
    zone: str | None  #: where the leader is; null if nowhere on the map
    tb: int  #: combat modifier, added to or subtracted from the die
    pc: int  #: rating that Faction Leaders compare in combat
    faction_leader: bool  #: whether the leader heads the faction
    ill: bool  #: whether ill this year
    must_leave: bool  #: whether the leader must leave the zone in this segment
    ma: int  #: movement allowance
    left: int  #: movement allowance left in this segment
    kept: str | None  #: the rule that keeps the leader in place this year; null if none does


class UnitView(ViewPart, frozen=True, kw_only=True):
    """A unit on the map."""

    id: str  #: its id, used in commands
    side: str  #: the seat or the people that it fights for
    kind: str  #: legio, auxilia, equites, naves or people
    people: str | None  #: the people it was raised from
    sp: int  #: strength points of the side that is face up
    quality: int  #: quality, averaged over a Force in battle
    reduced: bool  #: whether the reduced side is face up
    crossed: bool  #: whether it crossed a major river or a strait into its zone
    must_leave: bool  #: whether it must leave its zone in this segment
    fell_back: bool  #: whether it retreated there this year, and so takes nothing (CW-55)
    ma: int  #: movement allowance
    left: int  #: movement allowance left in this segment


class OffMapView(ViewPart, frozen=True):
    """A unit off the map: in the Reserve, in its people's box, or out of play for the year."""

    id: str  #: its id, used in commands
    side: str  #: the seat or the people that it fights for
    title: str  #: what it is, in words
    kept: str  #: `reserve`, `box` (its people's) or `away` (out of play for the year)


class CityView(ViewPart, frozen=True):
    """A city."""

    name: str  #: its name
    port: bool  #: whether it is a port
    control: str | None  #: the seat that controls it; null if none
    at: tuple[int, int] | None  #: hundredths of a degree, east and north


class ZoneView(ViewPart, frozen=True, kw_only=True):
    """A zone and the units in it."""

    name: str  #: its name
    region: str | None  #: the region that it belongs to
    outside_republic: bool  #: whether it lies outside the Republic
    control: str | None  #: the seat that controls it; null if none
    units: tuple[UnitView, ...]  #: the units in it
    people: str | None  #: the people that lives there
    at: tuple[int, int] | None  #: hundredths of a degree, east and north
    contested: bool  #: whether enemies face each other in it
    cities: tuple[CityView, ...]  #: the cities in it


class BorderView(ViewPart, frozen=True):
    """A land border between two zones: open, a major river, a strait or mountains."""

    between: tuple[str, str]  #: the two zones
    kind: str  #: `open`, `river` (a major one), `strait` or `mountain`
    name: str | None  #: of what lies between


class SeaView(ViewPart, frozen=True):
    """A sea area."""

    name: str  #: its name
    at: tuple[int, int] | None  #: hundredths of a degree, east and north


class CoastView(ViewPart, frozen=True):
    """A zone's port on a sea."""

    sea: str  #: the sea area
    zone: str  #: the zone on its shore
    port: str  #: the port that joins them


class MapView(ViewPart, frozen=True):
    """The adjacency of zones and seas; it never changes."""

    borders: tuple[BorderView, ...]  #: where zones meet
    seas: tuple[SeaView, ...]  #: the sea areas
    coasts: tuple[CoastView, ...]  #: which zones have a port on which sea
    sea_links: tuple[tuple[str, str], ...]  #: pairs of connected sea areas


class NeedsView(ViewPart, frozen=True):
    """The printed requirements for control of a region. CW R1."""

    zones: int  #: how many zones of the region
    cities: int  #: how many of its cities
    garrison: int  #: how many Legio in it


class RegionView(ViewPart, frozen=True):
    """A region, its points and who controls it. CW-57."""

    name: str  #: its name
    control: str | None  #: the seat that controls it; null if none
    points: int  #: control points for its controller
    needs: NeedsView  #: what control requires
    held: dict[str, Holding]  #: what each seat has of it, by seat


class PeopleView(ViewPart, frozen=True):
    """A people."""

    name: str  #: its name
    nationality: str  #: `germanic`, `celtic` or `other`
    at_war: bool  #: whether it is at war
    ally: str | None  #: the seat that it is allied with; null if none
    home: str | None  #: the zone that it lives in
    led_by: str | None  #: the seat that moves it while it is at war (CW-50)


class PendingView(ViewPart, frozen=True):
    """A choice that a seat or the referee must make."""

    seat: str  #: whose choice it is: a seat, or `referee`
    choice: str  #: `losses`, `retreat` or `desertion`
    place: str  #: the zone or region concerned
    count: int  #: how many units to choose
    units: tuple[str, ...]  #: the units to choose from, or that retreat
    to: tuple[str, ...]  #: the zones that a retreat may go to


class SegmentView(ViewPart, frozen=True):
    """The current segment of movement and combat."""

    number: int  #: its number in the year, from 1
    of: int  #: how many segments the year has
    seat: str  #: whose segment it is
    step: str  #: `march` or `fight`
    order: tuple[str, ...]  #: the seats of all the year's segments, in order


class RecruitView(ViewPart, frozen=True):
    """A region still to recruit, and its controller."""

    region: str  #: the region
    seat: str | None  #: the seat that controls it; null if none


class View(ViewPart, frozen=True, kw_only=True):
    """The state of the war as shown to everyone."""

    year: int  #: the year, as a negative number: -49 is 49 BC
    year_label: str  #: the year in words
    event: EventView | None  #: the event of this year, once it is rolled
    in_force: tuple[EventView, ...]  #: earlier events that still count
    deaths_due: tuple[str, ...]  #: leaders whose death check is due, in the table's order
    pending: tuple[PendingView, ...]  #: choices to make before anything else
    leaders: tuple[LeaderView, ...]  #: all leaders, including the dead and those not yet in play
    zones: tuple[ZoneView, ...]  #: the map's zones
    off_map: tuple[OffMapView, ...]  #: units off the map
    regions: tuple[RegionView, ...]  #: the regions
    peoples: tuple[PeopleView, ...]  #: the peoples
    scenario: str  #: the scenario's key
    phase: str  #: the phase of the year
    map: MapView | None  #: the adjacency of zones and seas; null in scenarios without a map
    initiative: str | None  #: the seat that has the initiative this year
    segment: SegmentView | None  #: the current segment of movement and combat
    points: dict[str, int]  #: control points, by seat
    victory: int | None  #: the control points that win the war; null if the scenario has none
    #: The seat that wins if nobody has so many after the last year, if one does.
    outlasts: str | None
    recruiting: tuple[RecruitView, ...]  #: regions still to recruit, in order
    winner: str | None  #: the seat that has won


def view(state: State, audience: str, known: Known) -> View:
    """The same view for every audience."""
    board = Board(state)
    towns = _towns(state)
    return copied(
        View,
        state,
        year_label=year_label(state.year),
        event=event_view(state.event) if state.event else None,
        in_force=tuple(event_view(number) for number in state.in_force),
        deaths_due=_deaths_due(state),
        pending=tuple(_pending(due) for due in state.pending),
        leaders=tuple(_leader(board, leader) for leader in state.leaders),
        zones=tuple(_zone(board, zone, towns.get(zone.name, ())) for zone in state.zones),
        off_map=tuple(
            OffMapView(unit.id, unit.side, unit_title(unit), unit.status)
            for unit in state.units
            if unit.status != "map"
        ),
        regions=_regions(state),
        peoples=tuple(
            PeopleView(one.name, one.nationality, one.at_war, one.ally, one.home, one.led_by)
            for one in state.peoples
        ),
        map=_map(state.chart) if state.chart else None,
        segment=_segment(state),
        points=control.points(state),
        victory=state.terms.victory if state.terms else None,
        outlasts=state.terms.outlasts if state.terms else None,
        recruiting=tuple(RecruitView(name, _holder(state, name)) for name in state.recruiting),
    )


@lru_cache(maxsize=32)
def _map(chart: Chart) -> MapView:
    return MapView(
        tuple(BorderView(one.between, one.kind, one.name) for one in chart.borders),
        tuple(SeaView(one.name, one.at) for one in chart.seas),
        tuple(CoastView(one.sea, one.zone, one.port) for one in chart.coasts),
        chart.sea_links,
    )


def _regions(state: State) -> tuple[RegionView, ...]:
    judged = control.judge_regions(
        state,
        {zone.name: zone.control for zone in state.zones},
        {city.name: city.control for city in state.cities},
    )
    return tuple(
        RegionView(
            region.name,
            region.control,
            region.points,
            NeedsView(one.needs.zones, one.needs.cities, one.needs.legio),
            one.held,
        )
        for region, one in zip(state.regions, judged, strict=True)
    )


def _holder(state: State, name: str) -> str | None:
    region = state.region(name)
    return region.control if region else None


def _towns(state: State) -> dict[str, tuple[CityView, ...]]:
    towns: dict[str, tuple[CityView, ...]] = {}
    for city in state.cities:
        shown = CityView(city.name, city.port, city.control, city.at)
        towns[city.zone] = (*towns.get(city.zone, ()), shown)
    return towns


def _segment(state: State) -> SegmentView | None:
    if state.active is None:
        return None
    step = "fight" if state.fighting else "march"
    return SegmentView(state.segment, len(state.segments), state.active, step, state.segments)


def event_view(number: int) -> EventView:
    """The view of an event by its number."""
    rule = f"CW E{number}"
    return EventView(number, rule, RULEBOOK.title(rule), EVENTS.cell(str(number), "effect"))


def _deaths_due(state: State) -> tuple[str, ...]:
    if state.phase not in ("event", "entry", "deaths"):
        return ()
    return tuple(leader.name for leader in death.leaders_due(state))


def _pending(due: Pending) -> PendingView:
    match due:
        case LossesDue():
            return PendingView(due.seat, "losses", due.zone, due.count, due.units, ())
        case RetreatDue():
            return PendingView(due.seat, "retreat", due.zone, len(due.units), due.units, due.to)
        case DesertionDue():
            return PendingView(due.seat, "desertion", due.region, due.count, due.units, ())
        case _:
            assert_never(due)


def _leader(board: Board, leader: Leader) -> LeaderView:
    due = leader.number_due(board.state.year) if leader.status == "in-play" else None
    kept = immobilized_by(board, leader) or None
    return copied(LeaderView, leader, check=due, left=board.ma_left(leader), kept=kept)


def _zone(board: Board, zone: Zone, cities: tuple[CityView, ...]) -> ZoneView:
    units = tuple(
        copied(UnitView, unit, sp=unit.strength, left=board.ma_left(unit))
        for unit in board.units_in(zone.name)
    )
    sides = {unit.side for unit in units}
    contested = any(board.hostile(one, other) for one in sides for other in sides)
    return copied(ZoneView, zone, units=units, contested=contested, cities=cities)
