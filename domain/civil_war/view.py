"""What anyone sees: the civil war hides nothing."""

from functools import lru_cache
from typing import assert_never

import msgspec

from iacta.domain.civil_war.effects import Holding
from iacta.domain.civil_war.rulebook import RULEBOOK
from iacta.domain.civil_war.rules import control, death
from iacta.domain.civil_war.rules.board import Board
from iacta.domain.civil_war.standing import year_label
from iacta.domain.civil_war.state import (
    Chart,
    DesertionDue,
    Leader,
    LossesDue,
    Pending,
    RetreatDue,
    State,
    Unit,
    Zone,
)
from iacta.domain.civil_war.state.words import unit_title
from iacta.domain.civil_war.tables import EVENTS
from iacta.domain.kernel.contract.system import Known


class EventView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event of the year or in force, in words."""

    number: int
    rule: str
    title: str
    text: str


class LeaderView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A leader. ``check``: the number he has to reach this year; ``left``: of his MA."""

    name: str
    full_name: str
    people: str | None
    faction: str | None
    entry: str
    status: str
    check: int | None
    zone: str | None
    tb: int
    pc: int
    faction_leader: bool
    ill: bool
    must_leave: bool
    ma: int
    left: int


class UnitView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit with the strength of the side that shows."""

    id: str
    side: str
    kind: str
    people: str | None
    sp: int
    quality: int
    reduced: bool
    crossed: bool
    must_leave: bool
    ma: int
    left: int


class OffMapView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit that is off the map: in the Reserve, its people's box, or away for the year."""

    id: str
    side: str
    title: str
    kept: str


class CityView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A city. ``at``: hundredths of a degree, east and north."""

    name: str
    port: bool
    control: str | None
    at: tuple[int, int] | None


class ZoneView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A zone and what stands there. ``contested``: enemies face each other in it."""

    name: str
    region: str | None
    outside_republic: bool
    control: str | None
    units: tuple[UnitView, ...]
    people: str | None
    at: tuple[int, int] | None
    contested: bool
    cities: tuple[CityView, ...]


class BorderView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where two zones meet: open country, a major river or a strait, with its name."""

    between: tuple[str, str]
    kind: str
    name: str | None


class SeaView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sea area."""

    name: str
    at: tuple[int, int] | None


class CoastView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A zone's port on a sea."""

    sea: str
    zone: str
    port: str


class MapView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How zones and seas lie to one another; the same through a whole war."""

    borders: tuple[BorderView, ...]
    seas: tuple[SeaView, ...]
    coasts: tuple[CoastView, ...]
    sea_links: tuple[tuple[str, str], ...]


class NeedsView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What control of a region takes, as printed. CW R1."""

    zones: int
    cities: int
    garrison: int


class RegionView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A region and its points; ``needs`` for control, and what each seat has of it. CW-57."""

    name: str
    control: str | None
    points: int
    needs: NeedsView
    held: dict[str, Holding]


class PeopleView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A people."""

    name: str
    nationality: str
    at_war: bool
    ally: str | None
    home: str | None
    led_by: str | None


class PendingView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A choice that somebody has to make. ``to``: the zones of a retreat."""

    seat: str
    choice: str
    place: str
    count: int
    units: tuple[str, ...]
    to: tuple[str, ...]


class SegmentView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The segment that is on. ``step``: march or fight; ``order``: the seats of the year's."""

    number: int
    of: int
    seat: str
    step: str
    order: tuple[str, ...]


class RecruitView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A region that has still to recruit, and its controller."""

    region: str
    seat: str | None


class View(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The civil war as everyone sees it."""

    year: int
    year_label: str
    event: EventView | None
    in_force: tuple[EventView, ...]
    deaths_due: tuple[str, ...]
    pending: tuple[PendingView, ...]
    leaders: tuple[LeaderView, ...]
    zones: tuple[ZoneView, ...]
    off_map: tuple[OffMapView, ...]
    regions: tuple[RegionView, ...]
    peoples: tuple[PeopleView, ...]
    scenario: str
    phase: str
    map: MapView | None
    initiative: str | None
    segment: SegmentView | None
    points: dict[str, int]
    victory: int | None
    recruiting: tuple[RecruitView, ...]
    winner: str | None


def view(state: State, audience: str, known: Known) -> View:
    """The same view for every audience."""
    board = Board(state)
    towns = _towns(state)
    return View(
        year=state.year,
        year_label=year_label(state.year),
        event=event_view(state.event) if state.event else None,
        in_force=tuple(event_view(number) for number in state.in_force),
        deaths_due=_deaths_due(state),
        pending=tuple(_pending(due) for due in state.pending),
        leaders=tuple(_leader(board, leader) for leader in state.leaders),
        zones=tuple(_zone(board, zone, towns.get(zone.name, ())) for zone in state.zones),
        off_map=tuple(_off_map(unit) for unit in state.units if unit.status != "map"),
        regions=_regions(state),
        peoples=tuple(
            PeopleView(one.name, one.nationality, one.at_war, one.ally, one.home, one.led_by)
            for one in state.peoples
        ),
        scenario=state.scenario,
        phase=state.phase,
        map=_map(state.chart) if state.chart else None,
        initiative=state.initiative,
        segment=_segment(state),
        points=control.points(state),
        victory=state.terms.victory if state.terms else None,
        recruiting=tuple(RecruitView(name, _holder(state, name)) for name in state.recruiting),
        winner=state.winner,
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
    judged = control.judge(
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
    """An event by its number, with our words for it."""
    rule = f"CW E{number}"
    return EventView(number, rule, RULEBOOK.title(rule), EVENTS.cell(str(number), "effect"))


def _deaths_due(state: State) -> tuple[str, ...]:
    if state.phase not in ("event", "entry", "deaths"):
        return ()
    return tuple(leader.name for leader in death.due(state))


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
    return LeaderView(
        leader.name,
        leader.full_name,
        leader.people,
        leader.faction,
        leader.entry,
        leader.status,
        due,
        leader.zone,
        leader.tb,
        leader.pc,
        leader.faction_leader,
        leader.ill,
        leader.must_leave,
        leader.ma,
        board.left(leader),
    )


def _zone(board: Board, zone: Zone, cities: tuple[CityView, ...]) -> ZoneView:
    units = tuple(
        UnitView(
            unit.id,
            unit.side,
            unit.kind,
            unit.people,
            unit.strength,
            unit.quality,
            unit.reduced,
            unit.crossed,
            unit.must_leave,
            unit.ma,
            board.left(unit),
        )
        for unit in board.units_in(zone.name)
    )
    sides = {unit.side for unit in units}
    contested = any(board.hostile(one, other) for one in sides for other in sides)
    return ZoneView(
        zone.name,
        zone.region,
        zone.outside_republic,
        zone.control,
        units,
        zone.people,
        zone.at,
        contested,
        cities,
    )


def _off_map(unit: Unit) -> OffMapView:
    return OffMapView(unit.id, unit.side, unit_title(unit), unit.status)
