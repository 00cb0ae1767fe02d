"""The state: a fold of effects. Everything a rule looks up stands in it, tables excepted."""

from typing import Annotated, Literal, Self

import msgspec
from msgspec import Meta

from iacta.domain.kernel.contract.system import Part
from iacta.domain.kernel.proof.errors import CorruptLog

FIRST_YEAR = -49
LAST_YEAR = -29
LASTING = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15)
"""Events that hold through their year; the others happen at once."""

Seat = Literal["caesarian", "republican"]
SEATS: tuple[Seat, Seat] = ("caesarian", "republican")
Kind = Literal["legio", "auxilia", "equites", "naves", "people"]
Nationality = Literal["germanic", "celtic", "other"]
Phase = Literal["", "event", "entry", "deaths", "combats", "segments", "adjustments", "over"]
Passage = Literal["open", "river", "strait"]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
UnitId = Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,40}\Z", min_length=1, max_length=40)]
Points = Annotated[int, Meta(ge=1, le=99)]
Tactics = Annotated[int, Meta(ge=0, le=9)]
Prestige = Annotated[int, Meta(ge=0, le=99)]


At = tuple[Annotated[int, Meta(ge=-18000, le=18000)], Annotated[int, Meta(ge=-9000, le=9000)]]
"""Longitude and latitude in hundredths of a degree, east and north."""


class Switches(Part, frozen=True):
    """The campaign's settings that the rules read. CW-9, CW-10, CW-12, CW-36, CW-45, CW-58."""

    faction_leaders: Literal["eliminated", "survive"] = "eliminated"
    crossing: Literal["always", "faction-leaders"] = "always"
    several_leaders: Literal["highest", "sum"] = "highest"
    initiative: Literal["points", "roll"] = "points"
    interception: Literal["roll", "none"] = "roll"
    garrisons: Literal["control", "recruitment"] = "control"


class Zone(Part, frozen=True):
    """A zone of the map. ``control`` is a seat, ``people`` who lives there."""

    name: Name
    region: Name | None = None
    outside_republic: bool = False
    control: Seat | None = None
    people: Name | None = None
    at: At | None = None


class City(Part, frozen=True):
    """A city in a zone; it may be held against the zone's controller. CW-56."""

    name: Name
    zone: Name
    port: bool = False
    control: Seat | None = None
    at: At | None = None


class Border(Part, frozen=True):
    """Where two zones meet, and what has to be crossed there. CW 7.2."""

    between: tuple[Name, Name]
    kind: Passage = "open"
    name: Name | None = None


class Sea(Part, frozen=True):
    """A sea area."""

    name: Name
    at: At | None = None


class Coast(Part, frozen=True):
    """A zone's port on a sea."""

    sea: Name
    zone: Name
    port: Name


class Chart(Part, frozen=True, cache_hash=True):
    """How zones and seas lie to one another. Reconstruction, a document."""

    borders: tuple[Border, ...] = ()
    seas: tuple[Sea, ...] = ()
    coasts: tuple[Coast, ...] = ()
    sea_links: tuple[tuple[Name, Name], ...] = ()


class Terms(Part, frozen=True):
    """The figures a war is fought by. Reconstruction, documents.

    ``first``: the seat that has the initiative in the first year, whatever the points (CW-36).
    ``segments``: SMCs a year for both seats together (CW-34). ``victory``: control points that end
    the war at the end of a year (CW-62). ``river`` … ``sea``: what a step costs in MA (CW-38);
    ``stacking``: land units a side may have in a zone (CW-39); ``carries``: land units a Naves
    (CW-43); ``embassy``: what d6 and PC have to reach (CW-52).
    """

    segments: int
    victory: int
    last_year: int
    open: int
    river: int
    strait: int
    sea: int
    stacking: int
    carries: int
    embassy: int
    first: Seat | None = None


class Region(Part, frozen=True):
    """A region with its control points."""

    name: Name
    points: int
    control: Seat | None = None


class People(Part, frozen=True):
    """A non-Roman people. ``ally`` is the seat it is allied to, ``home`` the zone it lives in.

    ``led_by``: the seat that moves it while it is at war (CW-50); ``provoked_by``: the seat that
    came into its land and never leads it in this war (CW-51).
    """

    name: Name
    nationality: Nationality = "other"
    at_war: bool = False
    ally: Seat | None = None
    home: Name | None = None
    led_by: Seat | None = None
    provoked_by: Seat | None = None


class Check(Part, frozen=True):
    """In the years ``first`` to ``last`` a roll below ``below`` is natural death."""

    first: int
    last: int
    below: int


class Leader(Part, frozen=True):
    """A leader. ``entry`` is as printed; ``enters`` or ``after`` is what it means.

    ``ends_with``: what of his people ends him. ``random_faction``: rolled for at entry.
    """

    name: Name
    full_name: Name
    entry: str
    people: Name | None = None
    faction: Seat | None = None
    random_faction: bool = False
    enters: int | None = None
    after: Name | None = None
    next_turn: bool = False
    checks: tuple[Check, ...] = ()
    leaves: int | None = None
    ends_with: tuple[Literal["allegiance", "pacification"], ...] = ()
    status: Literal["to-come", "in-play", "dead", "left"] = "to-come"
    died: int | None = None
    zone: Name | None = None
    tb: int = 0
    pc: int = 0
    faction_leader: bool = False
    ill: bool = False
    must_leave: bool = False
    ma: int = 0
    spent: int = 0

    @property
    def side(self) -> str | None:
        """The side he fights on: his faction, else his people."""
        return self.faction or self.people

    def number_due(self, year: int) -> int | None:
        """The number he has to reach in ``year``, if there is one. CW D1."""
        for check in self.checks:
            if check.first <= year <= check.last:
                return check.below
        return None


class Unit(Part, frozen=True):
    """A combat unit. ``side`` is a seat or a people; ``status`` says where it is kept."""

    id: UnitId
    zone: Name
    side: Name
    kind: Kind
    sp: Points
    quality: Points
    reduced_sp: Points
    people: Name | None = None
    reduced: bool = False
    crossed: bool = False
    must_leave: bool = False
    status: Literal["map", "reserve", "box", "away"] = "map"
    ma: int = 0
    spent: int = 0

    @property
    def strength(self) -> int:
        """SP of the side that shows. CW-23."""
        return self.reduced_sp if self.reduced else self.sp


class LossesDue(Part, frozen=True, tag_field="kind", tag="losses"):
    """A victor's choice of which units bear his losses. ``seat`` may be ``referee`` (CW-31)."""

    seat: str
    zone: Name
    count: int
    units: tuple[UnitId, ...]


class DesertionDue(Part, frozen=True, tag_field="kind", tag="desertion"):
    """A controller's choice of which Legio desert. CW-29."""

    seat: str
    region: Name
    count: int
    units: tuple[UnitId, ...]


class RetreatDue(Part, frozen=True, tag_field="kind", tag="retreat"):
    """A loser's choice of where his Force goes, among the zones ``to``. CW-47."""

    seat: str
    zone: Name
    side: Name
    units: tuple[UnitId, ...]
    leaders: tuple[Name, ...]
    to: tuple[Name, ...]


Pending = LossesDue | DesertionDue | RetreatDue


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game after some effects."""

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
        """The seat whose segment it is."""
        if self.phase != "segments" or not 1 <= self.segment <= len(self.segments):
            return None
        return self.segments[self.segment - 1]

    def city(self, name: str) -> City | None:
        """A city by name."""
        return next((city for city in self.cities if city.name == name), None)

    def zone(self, name: str) -> Zone | None:
        """A zone by name."""
        return next((zone for zone in self.zones if zone.name == name), None)

    def region(self, name: str) -> Region | None:
        """A region by name."""
        return next((region for region in self.regions if region.name == name), None)

    def people(self, name: str) -> People | None:
        """A people by name."""
        return next((people for people in self.peoples if people.name == name), None)

    def leader(self, name: str) -> Leader | None:
        """A leader by his short name."""
        return next((leader for leader in self.leaders if leader.name == name), None)

    def unit(self, key: str) -> Unit | None:
        """A unit by id."""
        return next((unit for unit in self.units if unit.id == key), None)

    def units_in(self, zone: str) -> tuple[Unit, ...]:
        """Units on the map in a zone, in order."""
        return tuple(unit for unit in self.units if unit.zone == zone and unit.status == "map")

    def leaders_in(self, zone: str) -> tuple[Leader, ...]:
        """Leaders in play in a zone, in order."""
        return tuple(
            leader for leader in self.leaders if leader.zone == zone and leader.status == "in-play"
        )

    def with_units(self, units: dict[str, Unit]) -> Self:
        """The state with some units replaced; `CorruptLog` if one does not exist."""
        known = {unit.id for unit in self.units}
        if missing := units.keys() - known:
            raise CorruptLog(f"there is no unit {min(missing)!r}")
        return msgspec.structs.replace(
            self, units=tuple(units.get(unit.id, unit) for unit in self.units)
        )

    def with_leaders(self, leaders: dict[str, Leader]) -> Self:
        """The state with some leaders replaced; `CorruptLog` if one does not exist."""
        known = {leader.name for leader in self.leaders}
        if missing := leaders.keys() - known:
            raise CorruptLog(f"there is no leader {min(missing)!r}")
        return msgspec.structs.replace(
            self,
            leaders=tuple(leaders.get(leader.name, leader) for leader in self.leaders),
        )
