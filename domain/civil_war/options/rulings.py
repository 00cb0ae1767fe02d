"""What the referee may rule now, as choices."""

from collections.abc import Iterator, Sequence

from iacta.domain.civil_war import changes as ch
from iacta.domain.civil_war.options.map import SEAT_NAMES, some_units
from iacta.domain.civil_war.rules.deployment import MAX_UNITS
from iacta.domain.civil_war.rules.rulings import ILLNESS
from iacta.domain.civil_war.rules.segments import OMENS, TIRED, WINTER
from iacta.domain.civil_war.state import LASTING, SEATS, People, State, Unit
from iacta.domain.civil_war.state.words import unit_title
from iacta.domain.kernel.contract.choices import (
    Alternative,
    Choices,
    ChooseList,
    ChooseOne,
    ChooseText,
    Longest,
    integer,
    one_of,
    ruling,
    some_of,
)

MOST = 99
KINDS = ("legio", "auxilia", "equites", "naves")
SIDES = tuple(Alternative(seat, SEAT_NAMES[seat]) for seat in SEATS)
OWNER = one_of((Alternative(None, "nobody"), *SIDES))
CROSSED = one_of((Alternative(True, "crossed"), Alternative(False, "not crossed")))
COUNTER: Choices = {"/sp": integer(1, MOST), "/quality": integer(1, MOST), "/ma": integer(1, 20)}


def rulings(state: State) -> Sequence[Alternative]:
    """The changes that are possible in this state."""
    if state.phase in ("", "over"):
        return ()
    return (*_units(state), *_leaders(state), *_lands(state), *_year(state))


def _units(state: State) -> Iterator[Alternative]:
    zones = one_of(zone.name for zone in state.zones)
    if state.zones and state.scenario != "table" and len(state.units) < MAX_UNITS:
        choices = {"/side": one_of(SIDES), "/kind": one_of(KINDS), **COUNTER, "/zone": zones}
        yield ruling(ch.PlaceUnit, "Put a new unit on the map", choices)
        if state.peoples:
            peoples = one_of(_people(state, people) for people in state.peoples)
            choices = {"/people": peoples, **COUNTER, "/zone": zones}
            title = "Put a new unit of a people on the map"
            yield ruling(ch.PlaceUnit, title, choices, kind="people")
    chosen = {key for due in state.pending for key in due.units}
    free = [unit for unit in state.units if unit.id not in chosen]
    here = [unit for unit in free if unit.status == "map"]
    if free:
        units = one_of(_somewhere(unit) for unit in free)
        yield ruling(ch.RemoveUnit, "Take a unit out of the game", {"/unit": units})
    if here:
        units = one_of(_somewhere(unit) for unit in here)
        yield ruling(ch.FlipUnit, "Turn a unit to its other side", {"/unit": units})
        several, staff = (
            some_units(here, 1, len(here)),
            some_of([leader.name for leader in state.leaders if leader.status == "in-play"], 0, 20),
        )
        choices = {"/units": several, "/zone": zones, "/leaders": staff, "/crossed": CROSSED}
        yield ruling(ch.MoveUnits, "Move units, and leaders with them", choices)
        choices = {"/units": several, "/crossed": CROSSED}
        yield ruling(ch.SetCrossed, "Say whether units crossed a river or strait", choices)
        choices = {"/units": several, "/leaders": staff, "/spent": integer(0, 20)}
        yield ruling(ch.SetSpent, "Say how much of their MA is spent", choices)


def _somewhere(unit: Unit) -> Alternative:
    """A unit, by where it is."""
    where = {"map": unit.zone, "reserve": "Reserve", "box": "its people", "away": "out of play"}
    return Alternative(unit.id, f"{where[unit.status]}: {unit_title(unit)}")


def _people(state: State, people: People) -> Alternative:
    """A people, and the side that its unit is on: where there is a map, its own or its ally's."""
    own = people.ally or people.name
    sides: tuple[Alternative, ...] = (Alternative(own, own),)
    if state.chart is None:
        sides = (*SIDES, Alternative(people.name, people.name))
    return Alternative(people.name, people.name, {"/side": one_of(sides)})


def _leaders(state: State) -> Iterator[Alternative]:
    alive = [leader for leader in state.leaders if leader.status != "dead"]
    zones = one_of(zone.name for zone in state.zones)
    placed = []
    for leader in alive:
        choices: Choices = {"/zone": zones} if state.zones else {}
        if leader.people is None:
            choices = {**choices, "/faction": one_of(SIDES)}
        placed.append(Alternative(leader.name, leader.full_name, choices))
    if placed:
        title = "Put a leader into a zone or a faction"
        yield ruling(ch.PlaceLeader, title, {"/leader": one_of(placed)})
        dying: Choices = {
            "/leader": one_of(Alternative(one.name, one.full_name) for one in alive),
            "/cause": ChooseText(Longest(200)),
        }
        yield ruling(ch.RemoveLeader, "Let a leader die", dying)
    standing = [one for one in alive if one.status == "in-play" and (one.zone or not state.chart)]
    if standing:
        named = one_of(Alternative(one.name, one.full_name) for one in standing)
        for member, most in (("tb", 9), ("pc", MOST)):
            choices = {"/leader": named, f"/{member}": integer(0, most)}
            yield ruling(ch.PlaceLeader, f"Set a leader's {member.upper()}", choices)
        ill = one_of((Alternative(True, "ill"), Alternative(False, "well")))
        choices = {"/leader": named, "/ill": ill}
        yield ruling(ch.PlaceLeader, "Say whether a leader is ill", choices)


def _lands(state: State) -> Iterator[Alternative]:
    for change, member, names in (
        (ch.SetControl, "zone", [one.name for one in state.zones]),
        (ch.SetControl, "region", [one.name for one in state.regions]),
        (ch.SetCity, "city", [one.name for one in state.cities]),
    ):
        if names:
            choices = {f"/{member}": one_of(names), "/seat": OWNER}
            yield ruling(change, f"Say who controls a {member}", choices)
    if state.peoples and not (state.chart is not None and state.pending):
        choices = {
            "/people": one_of(one.name for one in state.peoples),
            "/at_war": one_of(
                (Alternative(True, "at war"), Alternative(False, "at peace", {"/ally": OWNER}))
            ),
        }
        yield ruling(ch.SetPeople, "Say whether a people is at war, and whose ally", choices)


def _year(state: State) -> Iterator[Alternative]:
    settled = (WINTER, OMENS, TIRED) if state.segments else ()
    events = [
        Alternative(event, f"event {event}", {"/in_force": _other(event in state.in_force)})
        for event in LASTING
        if event != ILLNESS and event not in settled
    ]
    yield ruling(ch.SetEvent, "Put an event in force, or end it", {"/event": one_of(events)})
    if state.active is not None:
        segments = ChooseList(SIDES, 0, 20)
        yield ruling(ch.SetSegments, "Say whose the segments are that follow", {"/seats": segments})
        if not state.pending:
            yield ruling(ch.EndSegment, "End the segment", {})


def _other(in_force: bool) -> ChooseOne:
    title = "ends" if in_force else "is in force"
    return one_of((Alternative(not in_force, title),))
