"""The documents that a campaign may replace: zones, peoples, map, values, and set-ups.

All of them are reconstruction (CW-64). References between documents are checked at genesis.
"""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from iacta.domain.civil_war.state import (
    FIRST_YEAR,
    LAST_YEAR,
    SEATS,
    At,
    Border,
    Coast,
    Kind,
    Name,
    Nationality,
    Points,
    Prestige,
    Sea,
    Seat,
    Tactics,
    UnitId,
)
from iacta.domain.civil_war.tables import REGIONS
from iacta.domain.kernel.contract.system import Document, Part, packaged
from iacta.domain.kernel.proof.errors import Invalid

REGION_NAMES = tuple(row.label for row in REGIONS.rows)
Note = Annotated[str, Meta(max_length=1000)]
Sources = Annotated[tuple[Note, ...], Meta(max_length=40)]
Few = Annotated[int, Meta(ge=0, le=99)]
Allowance = Annotated[int, Meta(ge=1, le=20)]
Step = Annotated[int, Meta(ge=1, le=9)]
Year = Annotated[int, Meta(ge=FIRST_YEAR, le=LAST_YEAR)]


class ZoneData(Part, frozen=True):
    """A zone; ``region`` is null for a zone outside all regions."""

    name: Name
    region: Name | None = None
    outside_republic: bool = False


class ZoneList(Part, frozen=True):
    """The zones of the map."""

    zones: Annotated[tuple[ZoneData, ...], Meta(min_length=1, max_length=100)]
    provenance: Note = ""
    note: Note = ""


class PeopleData(Part, frozen=True):
    """A people, and whether it starts at war with the Republic."""

    name: Name
    nationality: Nationality
    at_war: bool = False


class PeopleList(Part, frozen=True):
    """The non-Roman peoples."""

    peoples: Annotated[tuple[PeopleData, ...], Meta(max_length=100)]
    provenance: Note = ""
    note: Note = ""


class CityData(Part, frozen=True):
    """A city of a zone."""

    name: Name
    at: At | None = None
    port: bool = False


class MapZone(Part, frozen=True):
    """A zone of the map with its cities; ``people``: the people whose home it is."""

    name: Name
    region: Name | None = None
    people: Name | None = None
    outside_republic: bool = False
    at: At | None = None
    cities: Annotated[tuple[CityData, ...], Meta(max_length=20)] = ()


class MapData(Part, frozen=True, kw_only=True):
    """The map: zones, land borders, seas, ports, and connections between seas."""

    zones: Annotated[tuple[MapZone, ...], Meta(min_length=1, max_length=100)]
    borders: Annotated[tuple[Border, ...], Meta(max_length=400)] = ()
    seas: Annotated[tuple[Sea, ...], Meta(max_length=40)] = ()
    coasts: Annotated[tuple[Coast, ...], Meta(max_length=300)] = ()
    sea_links: Annotated[tuple[tuple[Name, Name], ...], Meta(max_length=200)] = ()
    provenance: Note = ""
    note: Note = ""
    sources: Sources = ()


class UnitClass(Part, frozen=True, kw_only=True):
    """A class of units: kind, strength of both sides, quality, allowance, people if any."""

    key: UnitId
    kind: Kind
    sp: Points
    reduced_sp: Points
    quality: Annotated[int, Meta(ge=1, le=3)]
    ma: Allowance
    people: Name | None = None
    why: Note = ""


class LeaderValues(Part, frozen=True):
    """A leader's values."""

    name: Name
    tb: Tactics
    pc: Prestige
    ma: Allowance
    why: Note = ""


class ValueData(Part, frozen=True, kw_only=True):
    """The values of units and leaders, and movement costs."""

    classes: Annotated[tuple[UnitClass, ...], Meta(min_length=1, max_length=60)]
    leaders: Annotated[tuple[LeaderValues, ...], Meta(max_length=100)]
    open: Step
    river: Step
    strait: Step
    sea: Step
    mountain: Step = 1
    abroad: Few = 99
    stacking: Annotated[int, Meta(ge=1, le=60)]
    carries: Annotated[int, Meta(ge=0, le=20)]
    embassy: Few
    provenance: Note = ""
    note: Note = ""
    sources: Sources = ()


class ForceData(Part, frozen=True):
    """``count`` units of a class, or those in ``names``; in the Reserve if ``zone`` is null."""

    side: Name
    unit: UnitId
    zone: Name | None = None
    count: Annotated[int, Meta(ge=0, le=60)] = 0
    names: Annotated[tuple[UnitId, ...], Meta(max_length=60)] = ()
    why: Note = ""


class LeaderPlace(Part, frozen=True):
    """A leader's zone and faction at the start; a leader without a zone is dead."""

    leader: Name
    zone: Name | None = None
    faction: Seat | None = None
    faction_leader: bool = False
    died: Annotated[int, Meta(ge=-60, le=LAST_YEAR)] | None = None


class Holdings(Part, frozen=True):
    """What a seat controls: zones with their cities, and cities in other zones."""

    seat: Seat
    zones: Annotated[tuple[Name, ...], Meta(max_length=100)] = ()
    cities: Annotated[tuple[Name, ...], Meta(max_length=100)] = ()


class Stance(Part, frozen=True):
    """A people's stance at the start."""

    people: Name
    at_war: bool = False
    ally: Seat | None = None
    led_by: Seat | None = None


class SetUp(Part, frozen=True, kw_only=True):
    """A set-up. ``segments``: SMCs per year for both seats; ``victory``: points that end the war.

    ``outlasts``: the seat that has won if nobody has those points after the last year; where it is
    null, the seat with more points has. ``initiative``: the seat that has it in the first year.
    """

    year: Year
    segments: Annotated[int, Meta(ge=2, le=12)]
    victory: Annotated[int, Meta(ge=11, le=21)]
    last_year: Year
    outlasts: Seat | None = None
    holdings: Annotated[tuple[Holdings, ...], Meta(max_length=4)]
    forces: Annotated[tuple[ForceData, ...], Meta(max_length=200)]
    leaders: Annotated[tuple[LeaderPlace, ...], Meta(max_length=60)]
    peoples: Annotated[tuple[Stance, ...], Meta(max_length=40)] = ()
    initiative: Seat | None = None
    provenance: Note = ""
    note: Note = ""
    sources: Sources = ()


def check_zones(document: ZoneList | MapData) -> None:
    """Raise `Invalid` if a zone is listed twice, a region is unknown, or Roma is missing."""
    zones: Sequence[ZoneData | MapZone] = document.zones
    _check_once([zone.name for zone in zones], "/zones/{}/name")
    for index, zone in enumerate(zones):
        if zone.region is not None and zone.region not in REGION_NAMES:
            raise Invalid(f"there is no region {zone.region!r}", pointer=f"/zones/{index}/region")
        if zone.region is not None and zone.outside_republic:
            raise Invalid(
                "a zone of a region is inside the Republic",
                pointer=f"/zones/{index}/outside_republic",
            )
    if [zone.name for zone in zones if zone.region == "Roma"] != ["Roma"]:
        raise Invalid("the region Roma must consist of the zone Roma alone", pointer="/zones")


def check_map(document: MapData) -> None:
    """Raise `Invalid` unless names are unique, places known, and every zone is reachable."""
    check_zones(document)
    zones = {zone.name for zone in document.zones}
    seas = [sea.name for sea in document.seas]
    _check_once(seas, "/seas/{}/name")
    _check_once([*zones, *seas], "/seas")
    _check_once([city.name for zone in document.zones for city in zone.cities], "/zones")
    homes = [zone.people for zone in document.zones if zone.people]
    _check_once(homes, "/zones")
    for index, border in enumerate(document.borders):
        _check_pair(border.between, zones, f"/borders/{index}/between")
    _check_once(["|".join(sorted(one.between)) for one in document.borders], "/borders")
    for index, link in enumerate(document.sea_links):
        _check_pair(link, set(seas), f"/sea_links/{index}")
    for index, coast in enumerate(document.coasts):
        if coast.zone not in zones:
            raise Invalid(f"there is no zone {coast.zone!r}", pointer=f"/coasts/{index}/zone")
        if coast.sea not in seas:
            raise Invalid(f"there is no sea {coast.sea!r}", pointer=f"/coasts/{index}/sea")
    _check_one_piece(document)


def _check_once(names: Sequence[str], pointer: str) -> None:
    """Raise `Invalid` for a name that is listed twice; in ``pointer`` `{}` stands for its place."""
    for index, name in enumerate(names):
        if name in names[:index]:
            raise Invalid(f"{name!r} is listed twice", pointer=pointer.format(index))


def _check_pair(pair: tuple[str, str], known: set[str], pointer: str) -> None:
    for index, name in enumerate(pair):
        if name not in known:
            raise Invalid(f"{name!r} is unknown", pointer=f"{pointer}/{index}")
    if pair[0] == pair[1]:
        raise Invalid("a place cannot border itself", pointer=pointer)


def _check_one_piece(document: MapData) -> None:
    """Every zone can be reached from every other, by land or sea."""
    pairs = [border.between for border in document.borders] + list(document.sea_links)
    pairs += [(coast.zone, coast.sea) for coast in document.coasts]
    reached, fresh = set(), {document.zones[0].name}
    while fresh:
        reached |= fresh
        fresh = {b for pair in pairs for a, b in (pair, pair[::-1]) if a in fresh} - reached
    for index, zone in enumerate(document.zones):
        if zone.name not in reached:
            raise Invalid(f"zone {zone.name!r} cannot be reached", pointer=f"/zones/{index}")


def check_values(document: ValueData) -> None:
    """Raise `Invalid` if a class or leader is listed twice, or a class is inconsistent."""
    _check_once([one.key for one in document.classes], "/classes")
    _check_once([one.name for one in document.leaders], "/leaders/{}/name")
    for index, one in enumerate(document.classes):
        if one.reduced_sp > one.sp:
            raise Invalid(
                "the reduced side must not be stronger than the full side",
                pointer=f"/classes/{index}/reduced_sp",
            )
        if (one.kind == "people") != (one.people is not None):
            raise Invalid(
                "people is required for kind people, and allowed only there",
                pointer=f"/classes/{index}/people",
            )


def check_set_up(document: SetUp) -> None:
    """Raise `Invalid` if the years run backwards or anything is listed twice."""
    if document.last_year < document.year:
        raise Invalid("the last year is before the first", pointer="/last_year")
    _check_once([name for force in document.forces for name in force.names], "/forces")
    _check_once([place.leader for place in document.leaders], "/leaders")
    _check_once([stance.people for stance in document.peoples], "/peoples")
    _check_once([name for one in document.holdings for name in one.zones], "/holdings")
    _check_once([name for one in document.holdings for name in one.cities], "/holdings")
    heads = [place.faction for place in document.leaders if place.faction_leader]
    for seat in SEATS:
        if heads.count(seat) > 1:
            raise Invalid("a faction has only one Faction Leader", pointer="/leaders")
    for index, force in enumerate(document.forces):
        if bool(force.count) == bool(force.names):
            raise Invalid("give either count or names", pointer=f"/forces/{index}")


def check_peoples(document: PeopleList) -> None:
    """Raise `Invalid` if a people is listed twice or has the name of a seat."""
    _check_once([people.name for people in document.peoples], "/peoples/{}/name")
    for index, people in enumerate(document.peoples):
        if people.name in ("caesarian", "republican", "referee"):
            raise Invalid(
                "a people cannot have the name of a seat", pointer=f"/peoples/{index}/name"
            )


PACKAGE = "iacta.domain.civil_war"
ZONES = packaged(PACKAGE, "zones", ZoneList)
PEOPLES = packaged(PACKAGE, "peoples", PeopleList)
MAP = packaged(PACKAGE, "map", MapData)
VALUES = packaged(PACKAGE, "values", ValueData)
WARS = {key: packaged(PACKAGE, key, SetUp) for key in ("rubicon", "dyrrhachium", "ides")}

DOCUMENTS = (
    Document("zones", "Zones and their regions", ZoneList, ZONES, check=check_zones),
    Document("peoples", "Peoples and their nationality", PeopleList, PEOPLES, check=check_peoples),
    Document("map", "The map of the Mediterranean", MapData, MAP, check=check_map),
    Document("values", "Values of units and leaders", ValueData, VALUES, check=check_values),
    *(
        Document(key, f"Set-up of the scenario {key}", SetUp, war, check=check_set_up)
        for key, war in WARS.items()
    ),
)
