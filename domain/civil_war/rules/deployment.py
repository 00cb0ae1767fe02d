"""The set-up of a war on the map, checked against the map, values and peoples. CW-64.

Every function raises `Invalid` where the set-up refers to something that does not exist; ``where``
is the JSON pointer of the set-up.
"""

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from iacta.domain.civil_war.documents import (
    ForceData,
    MapData,
    PeopleList,
    SetUp,
    UnitClass,
    ValueData,
)
from iacta.domain.civil_war.effects import Deployed
from iacta.domain.civil_war.rules import control
from iacta.domain.civil_war.state import (
    SEATS,
    Chart,
    City,
    Leader,
    People,
    Region,
    Seat,
    State,
    Terms,
    Unit,
    Zone,
)
from iacta.domain.kernel.proof.errors import Invalid

LETTERS = {"caesarian": "c", "republican": "r"}
MAX_UNITS = 400
"""the most units of a war, on and off the map"""
ROOM = 20
"""how many of them a set-up must leave free for rulings"""


def _known(name: str, names: set[str], what: str, pointer: str) -> None:
    if name not in names:
        raise Invalid(f"there is no {what} {name!r}", pointer=pointer)


def chart(document: MapData) -> Chart:
    """The adjacency of the map."""
    return Chart(document.borders, document.seas, document.coasts, document.sea_links)


def terms(values: ValueData, war: SetUp) -> Terms:
    """The parameters of the war."""
    return Terms(
        segments=war.segments,
        victory=war.victory,
        last_year=war.last_year,
        outlasts=war.outlasts,
        open=values.open,
        river=values.river,
        strait=values.strait,
        mountain=values.mountain,
        sea=values.sea,
        stacking=values.stacking,
        carries=values.carries,
        embassy=values.embassy,
        abroad=values.abroad,
        first=war.initiative,
    )


def zones(document: MapData, war: SetUp, where: str) -> tuple[Zone, ...]:
    """The zones with their initial controllers."""
    held: dict[str, Seat] = {}
    names = {zone.name for zone in document.zones}
    for index, holding in enumerate(war.holdings):
        for at, name in enumerate(holding.zones):
            _known(name, names, "zone", f"{where}/holdings/{index}/zones/{at}")
            held[name] = holding.seat
    return tuple(
        Zone(
            zone.name, zone.region, zone.outside_republic, held.get(zone.name), zone.people, zone.at
        )
        for zone in document.zones
    )


def cities(document: MapData, war: SetUp, held: tuple[Zone, ...], where: str) -> tuple[City, ...]:
    """The cities with their initial controllers: by default that of their zone. CW-56."""
    of_zone = {zone.name: zone.control for zone in held}
    names = {city.name for zone in document.zones for city in zone.cities}
    apart: dict[str, Seat] = {}
    for index, holding in enumerate(war.holdings):
        for at, name in enumerate(holding.cities):
            _known(name, names, "city", f"{where}/holdings/{index}/cities/{at}")
            apart[name] = holding.seat
    return tuple(
        City(city.name, zone.name, city.port, apart.get(city.name, of_zone[zone.name]), city.at)
        for zone in document.zones
        for city in zone.cities
    )


def peoples(document: PeopleList, map_: MapData, war: SetUp, where: str) -> tuple[People, ...]:
    """The peoples with their homes and initial stances."""
    homes = {zone.people: zone.name for zone in map_.zones if zone.people}
    names = {people.name for people in document.peoples}
    for index, zone in enumerate(map_.zones):
        if zone.people is not None:
            _known(zone.people, names, "people", f"/data/map/zones/{index}/people")
    stances = {stance.people: stance for stance in war.peoples}
    for index, stance in enumerate(war.peoples):
        pointer = f"{where}/peoples/{index}"
        _known(stance.people, names, "people", f"{pointer}/people")
        if stance.at_war and stance.ally:
            raise Invalid(
                "an allied people cannot be at war with the Republic", pointer=f"{pointer}/ally"
            )
        if stance.led_by and not stance.at_war:
            raise Invalid("a people at peace is not led by a seat", pointer=f"{pointer}/led_by")
    found = []
    for one in document.peoples:
        people = People(one.name, one.nationality, one.at_war, home=homes.get(one.name))
        if one.name in stances:
            own = stances[one.name]
            people = replace(people, at_war=own.at_war, ally=own.ally, led_by=own.led_by)
        found.append(people)
    return tuple(found)


def leaders(
    printed: tuple[Leader, ...], values: ValueData, war: SetUp, known: set[str], where: str
) -> tuple[Leader, ...]:
    """The printed leaders with our values and positions. CW L1, CW-60, CW-64."""
    names = {leader.name for leader in printed}
    for index, one in enumerate(values.leaders):
        _known(one.name, names, "leader", f"/data/values/leaders/{index}/name")
    figures = {one.name: one for one in values.leaders}
    for leader in printed:
        if leader.name not in figures:
            raise Invalid(f"{leader.name} has no values", pointer="/data/values/leaders")
    places = {place.leader: (index, place) for index, place in enumerate(war.leaders)}
    for index, place in enumerate(war.leaders):
        pointer = f"{where}/leaders/{index}"
        _known(place.leader, names, "leader", f"{pointer}/leader")
        if place.zone is not None:
            _known(place.zone, known, "zone", f"{pointer}/zone")
        if (place.zone is None) == (place.died is None):
            raise Invalid(f"{place.leader} needs either a zone or a year of death", pointer=pointer)
        if place.died is not None and place.died > war.year:
            raise Invalid(
                f"{place.leader}'s year of death is after the start", pointer=f"{pointer}/died"
            )
    found: list[Leader] = []
    for leader in printed:
        if leader.name in figures:
            own = figures[leader.name]
            leader = replace(leader, tb=own.tb, pc=own.pc, ma=own.ma)
        if leader.name in places:
            index, place = places[leader.name]
            leader = _placed(leader, place.zone, place.died, f"{where}/leaders/{index}")
            if place.faction is not None:
                if leader.people is not None:
                    raise Invalid(
                        f"{leader.name} belongs to the {leader.people}, not to a faction",
                        pointer=f"{where}/leaders/{index}/faction",
                    )
                leader = replace(leader, faction=place.faction, random_faction=False)
            if place.faction_leader:
                _check_head(leader, found, f"{where}/leaders/{index}/faction_leader")
            leader = replace(leader, faction_leader=place.faction_leader)
        elif leader.status == "in-play":
            raise Invalid(f"{leader.name} is in play at the start and needs a zone", pointer=where)
        found.append(leader)
    return tuple(found)


def _check_head(leader: Leader, others: list[Leader], pointer: str) -> None:
    """Raise `Invalid` unless the leader is their faction's only Faction Leader. CW-64."""
    if leader.people is not None:
        raise Invalid(
            f"{leader.name} belongs to the {leader.people}, not to a faction", pointer=pointer
        )
    for one in others:
        if one.faction_leader and one.faction == leader.faction:
            raise Invalid(f"{one.name} is already this faction's Faction Leader", pointer=pointer)


def _placed(leader: Leader, zone: str | None, died: int | None, pointer: str) -> Leader:
    if zone is None:
        return replace(leader, status="dead", died=died, zone=None)
    if leader.people is None and leader.faction is None:
        raise Invalid(f"{leader.name} has no faction yet", pointer=pointer)
    return replace(leader, status="in-play", zone=zone)


def with_allegiance(found: tuple[Leader, ...], stances: tuple[People, ...]) -> tuple[Leader, ...]:
    """The leaders, those of an allied people with their ally's faction. CW-50."""
    allies = {people.name: people.ally for people in stances if people.ally}
    return tuple(
        replace(leader, faction=allies[leader.people]) if leader.people in allies else leader
        for leader in found
    )


def units(
    values: ValueData, war: SetUp, stances: tuple[People, ...], known: set[str], where: str
) -> tuple[Unit, ...]:
    """Every unit of the set-up: on the map, in the Reserve or in its people's box. CW-64."""
    classes = {one.key: one for one in values.classes}
    peoples = {people.name: people for people in stances}
    found: list[Unit] = []
    counts: dict[str, int] = {}
    for index, force in enumerate(war.forces):
        pointer = f"{where}/forces/{index}"
        kind = _class(force, classes, peoples, known, pointer)
        side = force.side
        if side not in SEATS:
            side = peoples[side].ally or side
        for name in _names(force, counts):
            found.append(_unit(name, side, kind, force.zone))
    ids = [unit.id for unit in found]
    if len(ids) > MAX_UNITS - ROOM:
        raise Invalid(f"there are more than {MAX_UNITS - ROOM} units", pointer=f"{where}/forces")
    if twice := sorted({key for key in ids if ids.count(key) > 1}):
        raise Invalid(f"two units have the id {twice[0]!r}", pointer=f"{where}/forces")
    return tuple(found)


def _class(
    force: ForceData,
    classes: dict[str, UnitClass],
    peoples: dict[str, People],
    known: set[str],
    pointer: str,
) -> UnitClass:
    _known(force.unit, set(classes), "class of units", f"{pointer}/unit")
    kind = classes[force.unit]
    if force.side not in SEATS:
        _known(force.side, set(peoples), "seat or people", f"{pointer}/side")
    if (kind.people or "") != (force.side if force.side not in SEATS else ""):
        raise Invalid(
            f"{force.unit} units cannot fight for the {force.side} side", pointer=f"{pointer}/side"
        )
    if force.zone is not None:
        _known(force.zone, known, "zone", f"{pointer}/zone")
    return kind


def _names(force: ForceData, counts: dict[str, int]) -> Iterator[str]:
    yield from force.names
    letter = f"{LETTERS[force.side]}-" if force.side in LETTERS else ""
    for _ in range(force.count):
        counts[letter + force.unit] = number = counts.get(letter + force.unit, 0) + 1
        yield f"{letter}{force.unit}-{number}"


def _unit(name: str, side: str, kind: UnitClass, zone: str | None) -> Unit:
    kept: Literal["box", "reserve"] = "box" if kind.kind == "people" else "reserve"
    return Unit(
        id=name,
        zone=zone or (kind.people or "Roma"),
        side=side,
        kind=kind.kind,
        sp=kind.sp,
        quality=kind.quality,
        reduced_sp=kind.reduced_sp,
        people=kind.people,
        status="map" if zone else kept,
        ma=kind.ma,
    )


def check_position(state: State, where: str) -> None:
    """Raise `Invalid` if the position breaks stacking or mixes enemies. CW-39, CW-41, CW-42."""
    sides: dict[str, set[str]] = {}
    counts: dict[tuple[str, str], int] = {}
    ports = {coast.zone for coast in (state.chart or Chart()).coasts}
    for unit in state.units:
        if unit.status != "map":
            continue
        sides.setdefault(unit.zone, set()).add(unit.side)
        if unit.kind == "naves" and unit.zone not in ports:
            raise Invalid(
                f"Naves are placed in {unit.zone}, which has no port", pointer=f"{where}/forces"
            )
        if unit.kind != "naves":
            key = (unit.zone, unit.side)
            counts[key] = counts.get(key, 0) + 1
    for zone, there in sides.items():
        if there >= {*SEATS}:
            raise Invalid(f"both seats have units in {zone}", pointer=f"{where}/forces")
    for (zone, _), count in counts.items():
        if state.terms is not None and count > state.terms.stacking:
            raise Invalid(f"too many units are placed in {zone}", pointer=f"{where}/forces")


def first_regions(state: State) -> tuple[Region, ...]:
    """The regions with their initial controllers, by the rule of Adjustments. CW-57."""
    judged = control.judge_regions(
        state,
        {zone.name: zone.control for zone in state.zones},
        {city.name: city.control for city in state.cities},
    )
    holders = {one.region: one.seat for one in judged}
    return tuple(replace(region, control=holders[region.name]) for region in state.regions)


def deployed(state: State) -> Deployed:
    """The effect that places the set-up on the map."""
    assert state.chart is not None
    assert state.terms is not None
    return Deployed(state.chart, state.terms, state.cities, state.units)
