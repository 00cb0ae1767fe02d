"""What happened. Outcomes stand in the effects, so that folding never rolls or looks up."""

from typing import Literal

import msgspec

from iacta.domain.civil_war.state import (
    Chart,
    City,
    DesertionDue,
    Leader,
    People,
    Region,
    RetreatDue,
    Seat,
    Switches,
    Terms,
    Unit,
    Zone,
)
from iacta.domain.kernel.contract.system import Effect, Part


class Began(Effect, frozen=True, tag="civil-war.began"):
    """The war begins: the whole first position."""

    scenario: str
    switches: Switches
    year: int
    zones: tuple[Zone, ...]
    regions: tuple[Region, ...]
    peoples: tuple[People, ...]
    leaders: tuple[Leader, ...]


class YearEventRolled(Effect, frozen=True, tag="civil-war.year-event-rolled"):
    """The year's event. ``in_force``: the events that hold from now to the end of the year."""

    year: int
    d6: int
    d10: int
    total: int
    in_force: tuple[int, ...]


class UnitsReduced(Effect, frozen=True, tag="civil-war.units-reduced"):
    """Units are turned to their reduced side by ``rule``."""

    rule: str
    units: tuple[str, ...]


class UnitsWithdrawn(Effect, frozen=True, tag="civil-war.units-withdrawn"):
    """Reduced units leave play until the year is closed. CW-14."""

    rule: str
    units: tuple[str, ...]


class LeadersIll(Effect, frozen=True, tag="civil-war.leaders-ill"):
    """Faction Leaders fall ill for the year. CW E4."""

    rule: str
    leaders: tuple[str, ...]


class DesertionRolled(Effect, frozen=True, tag="civil-war.desertion-rolled"):
    """The two dice of event 11; ``regions`` is empty where they are equal."""

    dice: tuple[int, int]
    regions: tuple[str, ...]


class LegioDeserted(Effect, frozen=True, tag="civil-war.legio-deserted"):
    """Legio of a region's controller go to the Reserve. CW-15."""

    region: str
    seat: Seat
    units: tuple[str, ...]


class DesertionAwaited(Effect, frozen=True, tag="civil-war.desertion-awaited"):
    """A controller has to name his deserters. CW-29."""

    due: DesertionDue


class PeopleTurned(Effect, frozen=True, tag="civil-war.people-turned"):
    """A people goes to war, or is pacified."""

    people: str
    at_war: bool


class PhaseBegun(Effect, frozen=True, tag="civil-war.phase-begun"):
    """The next phase of the year begins."""

    phase: Literal["entry", "deaths", "combats", "segments"]


class Entrant(Part, frozen=True):
    """A leader who enters. ``face``: the die for his faction, where one was thrown.

    ``zone``: whom he joins there, on a map (CW-60).
    """

    name: str
    faction: Seat | None = None
    face: int | None = None
    zone: str | None = None


class LeadersEntered(Effect, frozen=True, tag="civil-war.leaders-entered"):
    """Leaders enter play."""

    year: int
    leaders: tuple[Entrant, ...]


class LeaderChecked(Effect, frozen=True, tag="civil-war.leader-checked"):
    """A check for natural death: below ``number`` he dies. CW D1."""

    year: int
    leader: str
    number: int
    face: int
    died: bool


class LeaderLeft(Effect, frozen=True, tag="civil-war.leader-left"):
    """A leader leaves play without a roll. CW-20."""

    year: int
    leader: str


class Modifier(Part, frozen=True):
    """One modifier of the die, with its reason."""

    reason: str
    rule: str
    value: int


class ForceSummary(Part, frozen=True):
    """A side of a combat in figures. ``ids``: its units, where they stand on our map."""

    side: str | None
    sp: str
    units: int
    quality: str
    tb: int
    pc: int | None
    leaders: tuple[str, ...]
    ids: tuple[str, ...] = ()


class Losses(Part, frozen=True):
    """A side's losses: what is determined, and how many units the owner chooses."""

    eliminated: tuple[str, ...]
    reduced: tuple[str, ...]
    owner_chooses: int


class SideLosses(Part, frozen=True):
    """Both sides' losses."""

    attacker: Losses
    defender: Losses


class CombatResult(Part, frozen=True):
    """The cell of the table: E, A, R, 1/4, 1/2 or 3/4 for each side."""

    attacker: str
    defender: str


class CombatResolved(Effect, frozen=True, tag="civil-war.combat-resolved"):
    """A combat, from odds to losses, with every number it can be added up from."""

    zone: str | None
    attacker: ForceSummary
    defender: ForceSummary
    crossing: bool
    outside_republic: bool
    odds: str
    column_before_shift: str
    shift: int
    shift_rule: str
    column: str
    die: int
    modifiers: tuple[Modifier, ...]
    modified_die: int
    row: str
    result: CombatResult
    winner: Literal["attacker", "defender"]
    losses: SideLosses
    eliminated_leaders: tuple[str, ...]


class LossesChosen(Effect, frozen=True, tag="civil-war.losses-chosen"):
    """The victor's choice. CW 8.4.2F."""

    zone: str
    seat: str
    reduced: tuple[str, ...]
    eliminated: tuple[str, ...]


class YearClosed(Effect, frozen=True, tag="civil-war.year-closed"):
    """A year ends, and with it events, illness and crossings; ``next`` is none after the last.

    ``returned`` units come back reduced (CW-14), ``unplaced`` ones have lost their place and
    leave the map (CW-66).
    """

    year: int
    next: int | None
    returned: tuple[str, ...]
    unplaced: tuple[str, ...] = ()


class Deployed(Effect, frozen=True, tag="civil-war.deployed"):
    """The forces take their places: map, figures, cities and units of the set-up. CW-64."""

    chart: Chart
    terms: Terms
    cities: tuple[City, ...]
    units: tuple[Unit, ...]


class InitiativeTaken(Effect, frozen=True, tag="civil-war.initiative-taken"):
    """Who moves first and the order of the year's segments. CW-34, CW-36.

    ``points`` are each seat's control points, ``faces`` the dice where any were thrown.
    """

    year: int
    seat: Seat
    points: dict[str, int]
    faces: tuple[int, ...]
    segments: tuple[Seat, ...]
    notes: tuple[str, ...]


class SuccessorNamed(Effect, frozen=True, tag="civil-war.successor-named"):
    """A faction without a Faction Leader has one again. CW-61."""

    faction: Seat
    leader: str
    pc: int


class SegmentBegun(Effect, frozen=True, tag="civil-war.segment-begun"):
    """A seat's segment of movement and combat begins; the one before is over. CW-34."""

    number: int
    of: int
    seat: Seat


class LeaderReturned(Effect, frozen=True, tag="civil-war.leader-returned"):
    """A Faction Leader goes to a city of his by the shortest way. CW E6.

    ``goal`` is where he is bound; ``to`` is as far as his MA took him.
    """

    leader: str
    zone: str
    to: str
    goal: str
    route: tuple[str, ...]
    cost: int


class Marched(Effect, frozen=True, tag="civil-war.marched"):
    """Units and leaders marched overland. ``route`` begins and ends with ``zone`` and ``to``.

    ``crossed``: the last step led over a major river or a strait, ``over`` its name; ``halted``:
    enemies stand there, or it is war, and nobody goes on in this segment. CW-37, CW-40, CW 7.2.
    """

    seat: Seat
    side: str
    zone: str
    to: str
    route: tuple[str, ...]
    cost: int
    units: tuple[str, ...]
    leaders: tuple[str, ...]
    crossed: bool
    over: str | None
    halted: bool


class Interception(Part, frozen=True):
    """A hostile fleet on the way: its Naves and ours, the die, whether it caught us. CW-45."""

    sea: str
    enemy: int
    own: int
    face: int
    caught: bool


class Sailed(Effect, frozen=True, tag="civil-war.sailed"):
    """Naves sailed from port to port with units and leaders aboard. CW-42.

    ``route``: the zone, the seas, the zone. A ship caught is ``reduced`` or ``sunk``.
    """

    seat: Seat
    zone: str
    to: str
    route: tuple[str, ...]
    cost: int
    ships: tuple[str, ...]
    units: tuple[str, ...]
    leaders: tuple[str, ...]
    against_enemies: bool
    intercepted: Interception | None
    reduced: tuple[str, ...]
    sunk: tuple[str, ...]


class Courted(Effect, frozen=True, tag="civil-war.courted"):
    """A Faction Leader treats with a people at peace: d6 and PC against a number. CW-52."""

    seat: Seat
    leader: str
    people: str
    zone: str
    face: int
    pc: int
    total: int
    needed: int
    won: bool


class PeopleSettled(Effect, frozen=True, tag="civil-war.people-settled"):
    """War, peace or alliance of a people, with all that follows from it. CW-50 to CW-54.

    ``home``: its units that go home, ``boxed``: those that leave the map, ``ended``: leaders whom
    the table ends with that (CW L3), ``leaders``: those who go home. ``provoked_by``: the seat
    that it defends itself against (CW-51).
    """

    people: str
    at_war: bool
    ally: Seat | None
    led_by: Seat | None
    rule: str
    reason: str
    home: tuple[str, ...] = ()
    boxed: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()
    provoked_by: Seat | None = None


class MarchesEnded(Effect, frozen=True, tag="civil-war.marches-ended"):
    """The active seat has marched; now it fights. ``contested``: the zones it fights in. CW-41."""

    seat: Seat
    number: int
    contested: tuple[str, ...]


class RetreatAwaited(Effect, frozen=True, tag="civil-war.retreat-awaited"):
    """A loser has to say where his Force goes. CW-47."""

    due: RetreatDue


class Retreated(Effect, frozen=True, tag="civil-war.retreated"):
    """A beaten Force left its zone. CW 8.4.2W, CW-47, CW-48.

    ``to`` is none where nobody went overland; ``fleet`` went to ``harbour`` by itself. What had
    nowhere to go is ``eliminated``, leaders ``taken`` with it.
    """

    seat: str
    zone: str
    side: str
    to: str | None
    units: tuple[str, ...]
    leaders: tuple[str, ...]
    fleet: tuple[str, ...] = ()
    harbour: str | None = None
    eliminated: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()


class Flight(Part, frozen=True):
    """A leader alone among enemies gets away to ``to``, or is taken."""

    leader: str
    zone: str
    to: str | None


class LeadersFled(Effect, frozen=True, tag="civil-war.leaders-fled"):
    """Leaders without units leave zones where enemies stand. CW-49."""

    leaders: tuple[Flight, ...]


class Holding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat holds in a region, or has to hold. CW-57."""

    zones: int
    cities: int
    legio: int


class ZoneTaken(Part, frozen=True):
    """A zone has another controller, or none any more, and why. CW-55."""

    zone: str
    seat: Seat | None
    reason: str


class CityTaken(Part, frozen=True):
    """A city has another controller, and why. CW-56."""

    city: str
    zone: str
    seat: Seat
    reason: str


class RegionJudged(Part, frozen=True):
    """Who controls a region: its printed needs, what each seat holds there. CW R1, CW-57."""

    region: str
    needs: Holding
    held: dict[str, Holding]
    seat: Seat | None
    points: int


class ControlSettled(Effect, frozen=True, tag="civil-war.control-settled"):
    """Adjustments: who controls what from now on, and the points of that. CW 9.

    ``zones`` and ``cities`` are those that changed hands; ``regions`` are all, in printed order.
    ``recruiting``: the regions whose controllers recruit.
    """

    year: int
    zones: tuple[ZoneTaken, ...]
    cities: tuple[CityTaken, ...]
    regions: tuple[RegionJudged, ...]
    points: dict[str, int]
    recruiting: tuple[str, ...]


class Rallied(Effect, frozen=True, tag="civil-war.rallied"):
    """Units of peoples come back from their boxes to their homes. CW-54."""

    units: tuple[str, ...]


class Recruited(Effect, frozen=True, tag="civil-war.recruited"):
    """A region's controller raised units from the Reserve and restored reduced ones. CW-59.

    Without ``zone`` the region had nothing to give.
    """

    region: str
    seat: Seat | None
    zone: str | None
    raised: tuple[str, ...]
    restored: tuple[str, ...]


class WarWon(Effect, frozen=True, tag="civil-war.war-won"):
    """The war is decided; no winner is a draw. CW-62."""

    winner: Seat | None
    reason: str
    points: dict[str, int]


OnTheMap = (
    Deployed
    | InitiativeTaken
    | SuccessorNamed
    | SegmentBegun
    | LeaderReturned
    | Marched
    | Sailed
    | Courted
    | PeopleSettled
    | MarchesEnded
    | RetreatAwaited
    | Retreated
    | LeadersFled
    | ControlSettled
    | Rallied
    | Recruited
    | WarWon
)
"""What happens only where there is a map."""

Fact = (
    Began
    | YearEventRolled
    | UnitsReduced
    | UnitsWithdrawn
    | LeadersIll
    | DesertionRolled
    | LegioDeserted
    | DesertionAwaited
    | PeopleTurned
    | PhaseBegun
    | LeadersEntered
    | LeaderChecked
    | LeaderLeft
    | CombatResolved
    | LossesChosen
    | YearClosed
    | OnTheMap
)
