"""What anyone sees: the civil war hides nothing."""

import msgspec

from domain.civil_war.options import unit_title
from domain.civil_war.rulebook import RULEBOOK
from domain.civil_war.rules import death
from domain.civil_war.standing import year_label
from domain.civil_war.state import Leader, LossesDue, Pending, State, Unit, Zone
from domain.civil_war.tables import EVENTS
from domain.kernel.system import Known


class EventView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event of the year or in force, in words."""

    number: int
    rule: str
    title: str
    text: str


class LeaderView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A leader. ``check``: the number he has to reach this year, if there is one."""

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


class OffMapView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit that is off the map: in the Reserve, its people's box, or away for the year."""

    id: str
    side: str
    title: str
    kept: str


class ZoneView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A zone and what stands there."""

    name: str
    region: str | None
    outside_republic: bool
    control: str | None
    units: tuple[UnitView, ...]


class RegionView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A region and its points."""

    name: str
    control: str | None
    points: int


class PeopleView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A people."""

    name: str
    nationality: str
    at_war: bool
    ally: str | None


class PendingView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A choice that somebody has to make."""

    seat: str
    choice: str
    place: str
    count: int
    units: tuple[str, ...]


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


def view(state: State, audience: str, known: Known) -> View:
    """The same view for every audience."""
    return View(
        year=state.year,
        year_label=year_label(state.year),
        event=event_view(state.event) if state.event else None,
        in_force=tuple(event_view(number) for number in state.in_force),
        deaths_due=_deaths_due(state),
        pending=tuple(_pending(due) for due in state.pending),
        leaders=tuple(_leader(state, leader) for leader in state.leaders),
        zones=tuple(_zone(state, zone) for zone in state.zones),
        off_map=tuple(_off_map(unit) for unit in state.units if unit.status != "map"),
        regions=tuple(
            RegionView(region.name, region.control, region.points) for region in state.regions
        ),
        peoples=tuple(
            PeopleView(people.name, people.nationality, people.at_war, people.ally)
            for people in state.peoples
        ),
    )


def event_view(number: int) -> EventView:
    """An event by its number, with our words for it."""
    rule = f"CW E{number}"
    return EventView(number, rule, RULEBOOK.title(rule), EVENTS.cell(str(number), "effect"))


def _deaths_due(state: State) -> tuple[str, ...]:
    if state.phase not in ("event", "entry", "deaths"):
        return ()
    return tuple(leader.name for leader in death.due(state))


def _pending(due: Pending) -> PendingView:
    if isinstance(due, LossesDue):
        return PendingView(due.seat, "losses", due.zone, due.count, due.units)
    return PendingView(due.seat, "desertion", due.region, due.count, due.units)


def _leader(state: State, leader: Leader) -> LeaderView:
    own = {name: getattr(leader, name) for name in LeaderView.__struct_fields__ if name != "check"}
    due = leader.number_due(state.year) if leader.status == "in-play" else None
    return LeaderView(check=due, **own)


def _zone(state: State, zone: Zone) -> ZoneView:
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
        )
        for unit in state.units_in(zone.name)
    )
    return ZoneView(zone.name, zone.region, zone.outside_republic, zone.control, units)


def _off_map(unit: Unit) -> OffMapView:
    return OffMapView(unit.id, unit.side, unit_title(unit), unit.status)
