"""The state: a fold of effects, with everything that rules look up except the printed tables."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Annotated, Literal, Self

import msgspec
from msgspec import Meta

from iacta.domain.kernel.contract.roster import exchanged, find
from iacta.domain.kernel.contract.system import Part
from iacta.domain.kernel.proof.errors import CorruptLog

FIRST_YEAR = -49
LAST_YEAR = -29
LASTING = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15)
"""Events that stay in force for the year; the others take effect at once."""

Seat = Literal["caesarian", "republican"]
SEATS: tuple[Seat, Seat] = ("caesarian", "republican")
Kind = Literal["legio", "auxilia", "equites", "naves", "people"]
Nationality = Literal["germanic", "celtic", "other"]
Phase = Literal["", "event", "entry", "deaths", "combats", "segments", "adjustments", "over"]
Passage = Literal["open", "river", "strait", "mountain"]
WATER = ("river", "strait")
"""what a Force crosses. CW 8.6f"""
Name = Annotated[str, Meta(min_length=1, max_length=60)]
UnitId = Annotated[
    str,
    Meta(pattern=r"^[a-z0-9-]{1,40}\Z", min_length=1, max_length=40, description="A unit's id."),
]
Points = Annotated[int, Meta(ge=1, le=99)]
Tactics = Annotated[int, Meta(ge=0, le=9)]
Prestige = Annotated[int, Meta(ge=0, le=99)]


At = tuple[Annotated[int, Meta(ge=-18000, le=18000)], Annotated[int, Meta(ge=-9000, le=9000)]]
"""Longitude and latitude in hundredths of a degree, east and north."""


class Switches(Part, frozen=True, kw_only=True):
    """The campaign's settings that the rules read; what each means stands with the switches."""

    #: What happens to Faction Leaders of a Force that suffers E.
    faction_leaders: Literal["eliminated", "survive"] = "eliminated"
    crossing: Literal["always", "faction-leaders"] = "always"  #: when the crossing modifier applies
    #: Whether the highest value of several leaders counts, or their sum.
    several_leaders: Literal["highest", "sum"] = "highest"
    initiative: Literal["points", "roll"] = "points"  #: how the initiative is won
    #: Whether fleets roll to intercept others.
    interception: Literal["roll", "none"] = "roll"
    #: What a region's garrison is required for.
    garrisons: Literal["control", "recruitment"] = "control"
    #: Whose units a fraction counts: the defeated side's, or the victor's.
    portion: Literal["defeated", "victor"] = "defeated"
    #: Whose unpopularity event 10 is: a Faction Leader's, or the seat's without one.
    unpopularity: Literal["leader", "seat"] = "leader"
    storms: Literal["all", "voyages"] = "all"  #: what event 9 prohibits at sea
    ides: Literal["none", "conspiracy"] = "none"  #: whether there is a conspiracy in 44 BC


class Zone(Part, frozen=True):
    """A zone of the map. ``control``: a seat; ``people``: the people whose home it is."""

    name: Name  #: its name
    region: Name | None = None  #: the region that it belongs to
    outside_republic: bool = False  #: whether it lies outside the Republic
    control: Seat | None = None  #: the seat that controls it; null if none
    people: Name | None = None  #: the people that lives there
    at: At | None = None  #: hundredths of a degree, east and north


class City(Part, frozen=True):
    """A city in a zone; it may have another controller than the zone. CW-56."""

    name: Name  #: its name
    zone: Name  #: the zone that it is in
    port: bool = False  #: whether it is a port
    control: Seat | None = None  #: the seat that controls it; null if none
    at: At | None = None  #: hundredths of a degree, east and north


class Border(Part, frozen=True):
    """A land border between two zones. CW 7.2."""

    between: tuple[Name, Name]  #: the two zones
    kind: Passage = "open"  #: `open`, `river` (a major one), `strait` or `mountain`
    name: Name | None = None  #: of what lies between


class Sea(Part, frozen=True):
    """A sea area."""

    name: Name  #: its name
    at: At | None = None  #: hundredths of a degree, east and north


class Coast(Part, frozen=True):
    """A zone's port on a sea."""

    sea: Name  #: the sea area
    zone: Name  #: the zone on its shore
    port: Name  #: the port that joins them


class Chart(Part, frozen=True, cache_hash=True):
    """The adjacency of zones and seas. Reconstruction, a document."""

    borders: tuple[Border, ...] = ()  #: where zones meet
    seas: tuple[Sea, ...] = ()  #: the sea areas
    coasts: tuple[Coast, ...] = ()  #: which zones have a port on which sea
    sea_links: tuple[tuple[Name, Name], ...] = ()  #: pairs of connected sea areas


class Terms(Part, frozen=True, kw_only=True):
    """The parameters of a war on the map. Reconstruction, from documents."""

    segments: int  #: segments per year, for both seats together (CW-34)
    victory: int  #: control points that end the war at the end of a year (CW-62)
    last_year: int  #: the last year
    #: The seat that wins once it is over and nobody has so many points; null: who has more (CW-62).
    outlasts: Seat | None = None
    open: int  #: MA for a step over open country (CW-38)
    river: int  #: MA for a step across a major river
    strait: int  #: MA for a step across a strait
    mountain: int = 1  #: MA for a step across mountains
    sea: int  #: MA for each sea
    stacking: int  #: land units a side may have in a zone (CW-39)
    carries: int  #: land units that one Naves carries (CW-43)
    embassy: int  #: what a d6 plus PC must reach in negotiations (CW-52)
    abroad: int = 99  #: how many zones from home a people's units and leaders go (CW-71)
    #: The seat that has the initiative in the first year, whatever the points (CW-36).
    first: Seat | None = None


class Region(Part, frozen=True):
    """A region with its control points."""

    name: Name  #: its name
    points: int  #: control points for its controller
    control: Seat | None = None  #: the seat that controls it; null if none


class People(Part, frozen=True):
    """A non-Roman people."""

    name: Name  #: its name
    nationality: Nationality = "other"  #: `germanic`, `celtic` or `other`
    at_war: bool = False  #: whether it is at war
    ally: Seat | None = None  #: the seat that it is allied with; null if none
    home: Name | None = None  #: the zone that it lives in
    led_by: Seat | None = None  #: the seat that moves it while it is at war (CW-50)
    #: The seat that invaded it and so never leads it in this war (CW-51).
    provoked_by: Seat | None = None


class Check(Part, frozen=True):
    """A check for natural death: in the years ``first`` to ``last``, death below ``below``."""

    first: int  #: the first year that it is made in
    last: int  #: the last year that it is made in
    below: int  #: a roll below this is death


class Leader(Part, frozen=True, kw_only=True):
    """A leader. ``entry`` is as printed; ``enters`` or ``after`` is its meaning."""

    name: Name  #: the short name
    full_name: Name  #: the name in full
    entry: str  #: when the leader enters, as printed
    people: Name | None = None  #: the people a foreign leader comes from
    faction: Seat | None = None  #: the seat whose leader it is
    random_faction: bool = False  #: whether the faction is rolled for at entry
    enters: int | None = None  #: the year of entry
    after: Name | None = None  #: the leader whose death this one's entry follows
    next_turn: bool = False  #: whether the entry is the year after that death
    checks: tuple[Check, ...] = ()  #: checks for natural death
    leaves: int | None = None  #: the year in which the leader leaves without a roll
    #: The changes of the people's stance that remove the leader.
    ends_with: tuple[Literal["allegiance", "pacification"], ...] = ()
    #: Whether to come, in play or dead.
    status: Literal["to-come", "in-play", "dead"] = "to-come"
    died: int | None = None  #: the year of death
    zone: Name | None = None  #: where the leader is
    tb: int = 0  #: combat modifier, added to or subtracted from the die
    pc: int = 0  #: rating that Faction Leaders compare in combat
    faction_leader: bool = False  #: whether the leader heads the faction
    ill: bool = False  #: whether ill this year
    must_leave: bool = False  #: whether the leader must leave the zone in this segment
    ma: int = 0  #: movement allowance
    spent: int = 0  #: movement allowance spent in this segment

    @property
    def side(self) -> str | None:
        """The side the leader fights on: the faction, or else the people."""
        return self.faction or self.people

    def number_due(self, year: int) -> int | None:
        """The number that the leader must roll in ``year`` to survive, if any. CW D1."""
        for check in self.checks:
            if check.first <= year <= check.last:
                return check.below
        return None


class Unit(Part, frozen=True, kw_only=True):
    """A combat unit. ``side`` is a seat or a people."""

    id: UnitId
    zone: Name  #: where it stands
    side: Name  #: the seat or the people that it fights for
    kind: Kind  #: legio, auxilia, equites, naves or people
    sp: Points  #: strength points of the full side
    quality: Points  #: as on the counter
    reduced_sp: Points  #: strength points of the reduced side
    people: Name | None = None  #: the people it was raised from
    reduced: bool = False  #: whether the reduced side is face up
    crossed: bool = False  #: whether it crossed a major river or a strait into its zone
    must_leave: bool = False  #: whether it must leave its zone in this segment
    fell_back: bool = False  #: whether it retreated into its zone this year
    #: On the map, in the Reserve, in its people's box, or out of play.
    status: Literal["map", "reserve", "box", "away"] = "map"
    ma: int = 0  #: movement allowance
    spent: int = 0  #: movement allowance spent in this segment

    @property
    def strength(self) -> int:
        """Strength points of the side that is face up. CW-23."""
        return self.reduced_sp if self.reduced else self.sp


class LossesDue(Part, frozen=True, tag_field="kind", tag="losses"):
    """The victor's choice of losses. ``seat`` may be ``referee`` (CW-31)."""

    seat: str
    zone: Name
    count: int
    units: tuple[UnitId, ...]


class DesertionDue(Part, frozen=True, tag_field="kind", tag="desertion"):
    """A controller's choice of which Legio desert. CW-29."""

    seat: str  #: whose choice it is
    region: Name  #: the region
    count: int  #: how many desert
    units: tuple[UnitId, ...]  #: the units to choose from


class RetreatDue(Part, frozen=True, tag_field="kind", tag="retreat"):
    """The loser's choice of a retreat, among the zones ``to``. CW-47."""

    seat: str  #: whose choice it is
    zone: Name  #: the zone to leave
    side: Name  #: the seat or people it fights for
    units: tuple[UnitId, ...]  #: the beaten units
    leaders: tuple[Name, ...]  #: the leaders with them
    to: tuple[Name, ...]  #: the zones offered


Pending = LossesDue | DesertionDue | RetreatDue


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True, kw_only=True):
    """The state of the game."""

    scenario: str = ""
    switches: Switches = Switches()
    year: int = 0
    phase: Phase = ""
    event: int | None = None
    in_force: tuple[int, ...] = ()
    zones: tuple[Zone, ...] = ()
    regions: tuple[Region, ...] = ()
    peoples: tuple[People, ...] = ()
    leaders: tuple[Leader, ...] = ()
    units: tuple[Unit, ...] = ()
    numbered: int = 0
    pending: tuple[Pending, ...] = ()
    checked: tuple[str, ...] = ()
    first_year: int = FIRST_YEAR
    chart: Chart | None = None
    terms: Terms | None = None
    cities: tuple[City, ...] = ()
    initiative: Seat | None = None
    segments: tuple[Seat, ...] = ()
    segment: int = 0
    fighting: bool = False
    courted: tuple[str, ...] = ()
    recruiting: tuple[str, ...] = ()
    ended: str = ""
    winner: Seat | None = None

    @property
    def active(self) -> Seat | None:
        """The seat whose segment it is; null between segments."""
        if self.phase != "segments" or not 1 <= self.segment <= len(self.segments):
            return None
        return self.segments[self.segment - 1]

    def city(self, name: str) -> City | None:
        """A city by name."""
        return find(self.cities, "name", name)

    def zone(self, name: str) -> Zone | None:
        """A zone by name."""
        return find(self.zones, "name", name)

    def region(self, name: str) -> Region | None:
        """A region by name."""
        return find(self.regions, "name", name)

    def people(self, name: str) -> People | None:
        """A people by name."""
        return find(self.peoples, "name", name)

    def leader(self, name: str) -> Leader | None:
        """A leader by short name."""
        return find(self.leaders, "name", name)

    def unit(self, key: str) -> Unit | None:
        """A unit by id."""
        return find(self.units, "id", key)

    @cached_property
    def units_by_zone(self) -> Mapping[str, Sequence[Unit]]:
        """Units on the map by their zones, in order."""
        found = defaultdict[str, list[Unit]](list)
        for unit in self.units:
            if unit.status == "map":
                found[unit.zone].append(unit)
        return dict(found)

    @cached_property
    def leaders_by_zone(self) -> Mapping[str, Sequence[Leader]]:
        """Leaders in play by their zones, in order."""
        found = defaultdict[str, list[Leader]](list)
        for leader in self.leaders:
            if leader.status == "in-play" and leader.zone is not None:
                found[leader.zone].append(leader)
        return dict(found)

    def units_in(self, zone: str) -> Sequence[Unit]:
        """Units on the map in a zone, in order."""
        return self.units_by_zone.get(zone, ())

    def leaders_in(self, zone: str) -> Sequence[Leader]:
        """Leaders in play in a zone, in order."""
        return self.leaders_by_zone.get(zone, ())

    def with_units(self, *units: Unit) -> Self:
        """The state with some units replaced; `CorruptLog` if one does not exist."""
        try:
            changed = exchanged(self.units, "id", units)
        except KeyError as missing:
            raise CorruptLog(f"there is no unit {missing}") from None
        return msgspec.structs.replace(self, units=changed)

    def with_leaders(self, *leaders: Leader) -> Self:
        """The state with some leaders replaced; `CorruptLog` if one does not exist."""
        try:
            changed = exchanged(self.leaders, "name", leaders)
        except KeyError as missing:
            raise CorruptLog(f"there is no leader {missing}") from None
        return msgspec.structs.replace(self, leaders=changed)
