"""The effects. They carry every outcome, so folding them never rolls or looks up."""

from typing import Literal

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
    """The war begins: the initial position."""

    scenario: str  #: the scenario's key
    switches: Switches  #: the settings that the rules read
    year: int  #: the first year; -49 is 49 BC
    zones: tuple[Zone, ...]  #: every zone
    regions: tuple[Region, ...]  #: every region
    peoples: tuple[People, ...]  #: every people
    leaders: tuple[Leader, ...]  #: every leader


class YearEventRolled(Effect, frozen=True, tag="civil-war.year-event-rolled"):
    """The year's event. ``in_force``: the events in force from now to the end of the year."""

    year: int  #: the year; -49 is 49 BC
    d6: int  #: the six-sided die
    d10: int  #: the ten-sided die, 0 to 9
    total: int  #: both: the event's number
    in_force: tuple[int, ...] = ()  #: the events that hold from now to the end of the year


class UnitsReduced(Effect, frozen=True, tag="civil-war.units-reduced"):
    """Units are reduced by ``rule``."""

    rule: str  #: the event or rule that does it
    units: tuple[str, ...]  #: their ids


class UnitsWithdrawn(Effect, frozen=True, tag="civil-war.units-withdrawn"):
    """Reduced units leave play until the year is closed. CW-14."""

    rule: str  #: the event or rule that does it
    units: tuple[str, ...]  #: their ids


class LeadersIll(Effect, frozen=True, tag="civil-war.leaders-ill"):
    """Faction Leaders fall ill for the year. CW E4."""

    rule: str  #: the event
    leaders: tuple[str, ...]  #: their names


class DesertionRolled(Effect, frozen=True, tag="civil-war.desertion-rolled"):
    """The two dice of event 11; ``regions`` is empty on doubles."""

    dice: tuple[int, int]  #: both dice
    regions: tuple[str, ...] = ()  #: the regions they point to; empty where the dice are equal


class LegioDeserted(Effect, frozen=True, tag="civil-war.legio-deserted"):
    """Legio of a region's controller go to the Reserve. CW-15."""

    region: str  #: the region
    seat: Seat  #: its controller
    units: tuple[str, ...]  #: the Legio that desert


class DesertionAwaited(Effect, frozen=True, tag="civil-war.desertion-awaited"):
    """A controller must choose the deserters. CW-29."""

    due: DesertionDue  #: the choice to be made


class PeopleTurned(Effect, frozen=True, tag="civil-war.people-turned"):
    """A people goes to war, or is pacified."""

    people: str  #: the people's name
    at_war: bool  #: whether it is at war from now on


class PhaseBegun(Effect, frozen=True, tag="civil-war.phase-begun"):
    """The next phase of the year begins."""

    phase: Literal["entry", "deaths", "combats", "segments"]  #: the phase


class Entrant(Part, frozen=True):
    """A leader who enters. ``face``: the die for a random faction, if rolled.

    ``zone``: where the leader enters, on a map (CW-60).
    """

    name: str  #: the leader's name
    faction: Seat | None = None  #: the seat whose leader it is; null if none
    face: int | None = None  #: the die for the faction, where one was thrown
    zone: str | None = None  #: where the leader enters, on a map (CW-60)


class LeadersEntered(Effect, frozen=True, tag="civil-war.leaders-entered"):
    """Leaders enter play."""

    year: int  #: the year; -49 is 49 BC
    leaders: tuple[Entrant, ...]  #: who enters


class LeaderChecked(Effect, frozen=True, tag="civil-war.leader-checked"):
    """A check for natural death: below ``number`` the leader dies. CW D1."""

    year: int  #: the year; -49 is 49 BC
    leader: str  #: the leader's name
    number: int  #: the number to reach
    face: int  #: what the die showed
    died: bool  #: whether the leader dies


class LeaderLeft(Effect, frozen=True, tag="civil-war.leader-left"):
    """A leader dies in the printed year without a roll. CW-20."""

    year: int  #: the year; -49 is 49 BC
    leader: str  #: the leader's name


class Conspired(Effect, frozen=True, tag="civil-war.conspired"):
    """The Ides of March: ``killed`` on a low face; ``turned`` leaders go over. CW-72."""

    year: int  #: the year; -44 is 44 BC
    leader: str  #: whom the conspirators strike
    face: int  #: what the die showed
    killed: bool  #: whether the leader dies
    turned: tuple[Entrant, ...] = ()  #: leaders who change sides, and where they go


class Modifier(Part, frozen=True):
    """One modifier of the die, with its reason."""

    reason: str  #: why
    rule: str  #: the rule or ruling
    value: int  #: what is added to the die


class ForceSummary(Part, frozen=True, kw_only=True):
    """One side of a combat in figures. ``ids``: its units, if they are on our map."""

    side: str | None = None  #: the seat or people; null on somebody's table
    sp: str  #: strength points, as a sum or a fraction
    units: int  #: how many units
    quality: str  #: their average quality, as a fraction
    tb: int  #: the leaders' figure for battle
    pc: int | None = None  #: the Faction Leader's figure
    leaders: tuple[str, ...] = ()  #: who takes part
    ids: tuple[str, ...] = ()  #: the units, where they stand on our map


class Losses(Part, frozen=True):
    """A side's losses: the units already determined, and how many the owner still chooses."""

    eliminated: tuple[str, ...] = ()  #: units that are eliminated
    reduced: tuple[str, ...] = ()  #: units that are reduced
    owner_chooses: int = 0  #: how many units the owner still chooses


class SideLosses(Part, frozen=True):
    """Both sides' losses."""

    attacker: Losses  #: the attacker's
    defender: Losses  #: the defender's


class CombatResult(Part, frozen=True):
    """The cell of the table: E, A, R, 1/4, 1/2 or 3/4 for each side."""

    attacker: str  #: what the cell says of the attacker
    defender: str  #: what the cell says of the defender


class CombatResolved(Effect, frozen=True, tag="civil-war.combat-resolved", kw_only=True):
    """A combat from odds to losses, with every number needed to check the arithmetic."""

    zone: str | None = None  #: where it was fought; null on somebody's table
    attacker: ForceSummary  #: the attacking side in figures
    defender: ForceSummary  #: the defending side in figures
    crossing: bool = False  #: whether the attacker crossed a major river or a strait
    outside_republic: bool = False  #: whether it was fought outside the Republic
    odds: str  #: strength against strength, as a fraction
    column_before_shift: str  #: the column of the odds
    shift: int  #: columns to the right, or to the left if negative
    shift_rule: str = ""  #: the rule of the shift
    column: str  #: the column that is read
    die: int  #: what the die showed
    modifiers: tuple[Modifier, ...]  #: what changes the die, and why
    modified_die: int  #: the die with its modifiers
    row: str  #: the row that is read
    result: CombatResult  #: the cell
    winner: Literal["attacker", "defender"]  #: which side won
    losses: SideLosses  #: what each side loses
    eliminated_leaders: tuple[str, ...] = ()  #: leaders who died


class LossesChosen(Effect, frozen=True, tag="civil-war.losses-chosen"):
    """The victor has chosen losses. CW 8.4.2F."""

    zone: str  #: where the combat was
    seat: str  #: who chose
    reduced: tuple[str, ...] = ()  #: units that are reduced
    eliminated: tuple[str, ...] = ()  #: units that are eliminated


class YearClosed(Effect, frozen=True, tag="civil-war.year-closed"):
    """A year ends, and with it events, illness and crossings; ``next`` is null after the last.

    ``returned`` units come back reduced (CW-14); ``unplaced`` units have nowhere to return to and
    leave the map (CW-66).
    """

    year: int  #: the year that ends
    next: int | None  #: the year that follows; null after the last
    returned: tuple[str, ...] = ()  #: units that come back, reduced (CW-14)
    unplaced: tuple[str, ...] = ()  #: units that have lost their place and leave the map (CW-66)


class Deployed(Effect, frozen=True, tag="civil-war.deployed"):
    """The set-up is placed on the map: chart, terms, cities and units. CW-64."""

    chart: Chart  #: how zones and seas lie
    terms: Terms  #: the figures that the war is fought by
    cities: tuple[City, ...]  #: every city
    units: tuple[Unit, ...]  #: every unit


class InitiativeTaken(Effect, frozen=True, tag="civil-war.initiative-taken"):
    """Who moves first and the order of the year's segments. CW-34, CW-36.

    ``points``: control points by seat; ``faces``: the dice, if any were rolled.
    """

    year: int  #: the year; -49 is 49 BC
    seat: Seat  #: who moves first
    points: dict[str, int]  #: control points, by seat
    faces: tuple[int, ...] = ()  #: the dice, where any were thrown
    segments: tuple[Seat, ...] = ()  #: the seats of the year's segments in order
    notes: tuple[str, ...] = ()  #: how it came to that, in words


class SuccessorNamed(Effect, frozen=True, tag="civil-war.successor-named"):
    """A faction gets a new Faction Leader. CW-61."""

    faction: Seat  #: the seat of the faction
    leader: str  #: the new Faction Leader
    pc: int  #: the figure of a Faction Leader


class SegmentBegun(Effect, frozen=True, tag="civil-war.segment-begun"):
    """A seat's segment of movement and combat begins; the previous one is over. CW-34."""

    number: int  #: its place in the year, from 1
    of: int  #: how many segments the year has
    seat: Seat  #: whose segment it is


class LeaderReturned(Effect, frozen=True, tag="civil-war.leader-returned"):
    """A Faction Leader travels to the nearest friendly city. CW E6.

    ``goal``: the destination; ``to``: how far the leader's MA reached.
    """

    leader: str  #: the leader's name
    zone: str  #: where the way begins
    to: str  #: how far the movement allowance reached
    goal: str  #: the city's zone
    route: tuple[str, ...]  #: the zones of the way, or zone, seas, zone
    cost: int  #: movement points spent
    ships: tuple[str, ...] = ()  #: the Naves that carry the leader, on a way by sea


class Marched(Effect, frozen=True, tag="civil-war.marched", kw_only=True):
    """Units and leaders marched overland. ``route`` begins and ends with ``zone`` and ``to``.

    ``crossed``: the last step crossed a major river or strait, named ``over``; ``halted``: the
    march met enemies or started a war, and ends for this segment. CW-37, CW-40, CW 7.2.
    """

    seat: Seat  #: who marched them
    side: str  #: the seat or people they fight for
    zone: str  #: where they stood
    to: str  #: where they arrived
    route: tuple[str, ...]  #: the zones of the way, both ends included
    cost: int  #: movement points spent
    units: tuple[str, ...] = ()  #: the units that marched
    leaders: tuple[str, ...] = ()  #: the leaders with them
    crossed: bool = False  #: whether the last step led over a major river or a strait
    over: str | None = None  #: its name
    #: Whether nobody goes on in this segment: enemies stand there, or it is war.
    halted: bool = False


class Interception(Part, frozen=True):
    """A hostile fleet on the route: ``enemy`` and ``own`` Naves, the die, the result. CW-45."""

    sea: str  #: where it happened
    enemy: int  #: enemy Naves
    own: int  #: Naves under way
    face: int  #: what the die showed
    caught: bool  #: whether the fleet was caught


class Sailed(Effect, frozen=True, tag="civil-war.sailed", kw_only=True):
    """Naves sailed from port to port with units and leaders aboard. CW-42.

    ``route``: zone, seas, zone. Intercepted ships are ``reduced`` or ``sunk``.
    """

    seat: Seat  #: who sailed them
    zone: str  #: where they embarked
    to: str  #: where they landed
    route: tuple[str, ...]  #: the zone, the seas, the zone
    cost: int  #: movement points spent
    ships: tuple[str, ...]  #: the Naves
    units: tuple[str, ...] = ()  #: the units aboard
    leaders: tuple[str, ...] = ()  #: the leaders aboard
    against_enemies: bool = False  #: whether enemies stand where they landed
    intercepted: Interception | None = None  #: the attempt to catch them, if there was one
    reduced: tuple[str, ...] = ()  #: Naves that were reduced
    sunk: tuple[str, ...] = ()  #: Naves that were sunk


class Courted(Effect, frozen=True, tag="civil-war.courted", kw_only=True):
    """A Faction Leader negotiates with a people at peace: d6 + PC against ``needed``. CW-52."""

    seat: Seat  #: who courted
    leader: str  #: the Faction Leader who treated
    people: str  #: the people
    zone: str  #: where they met
    face: int  #: what the die showed
    pc: int  #: the leader's figure, added to it
    total: int  #: both together
    needed: int  #: what had to be reached
    won: bool  #: whether the people is won over


class PeopleSettled(Effect, frozen=True, tag="civil-war.people-settled", kw_only=True):
    """A people goes to war, makes peace or becomes an ally. CW-50 to CW-54.

    ``home``: units that go home; ``boxed``: units that leave the map; ``ended``: leaders removed by
    the table (CW L3); ``leaders``: leaders who go home; ``provoked_by``: the seat that invaded
    (CW-51).
    """

    people: str  #: the people's name
    at_war: bool  #: whether it is at war from now on
    ally: Seat | None = None  #: the seat it is allied with from now on
    led_by: Seat | None = None  #: the seat that moves it
    rule: str  #: the rule or ruling
    reason: str  #: why, in words
    home: tuple[str, ...] = ()  #: its units that go home
    boxed: tuple[str, ...] = ()  #: its units that leave the map
    ended: tuple[str, ...] = ()  #: leaders whom the table ends with that (CW L3)
    leaders: tuple[str, ...] = ()  #: leaders who go home
    provoked_by: Seat | None = None  #: the seat that it defends itself against (CW-51)


class MarchesEnded(Effect, frozen=True, tag="civil-war.marches-ended"):
    """The active seat has marched and now fights in the ``contested`` zones. CW-41."""

    seat: Seat  #: whose segment it is
    number: int  #: the segment's number
    contested: tuple[str, ...] = ()  #: the zones where it fights


class RetreatAwaited(Effect, frozen=True, tag="civil-war.retreat-awaited"):
    """The losing seat must choose where its Force retreats to. CW-47."""

    due: RetreatDue  #: the choice to be made


class Retreated(Effect, frozen=True, tag="civil-war.retreated", kw_only=True):
    """A beaten Force retreated. CW 8.4.2W, CW-47, CW-48.

    ``to`` is null if nobody retreated overland; ``fleet`` went to ``harbour``. Units with nowhere
    to go are ``eliminated``, leaders with them ``taken``.
    """

    seat: str  #: whose Force it was
    zone: str  #: the zone that it left
    side: str  #: the seat or people it fights for
    to: str | None = None  #: where it went overland; null if nobody did
    units: tuple[str, ...] = ()  #: the units that went
    leaders: tuple[str, ...] = ()  #: the leaders who went
    fleet: tuple[str, ...] = ()  #: Naves that went by themselves
    harbour: str | None = None  #: where they went
    eliminated: tuple[str, ...] = ()  #: units that had nowhere to go
    taken: tuple[str, ...] = ()  #: leaders lost with them


class FleetLeft(Effect, frozen=True, tag="civil-war.fleet-left"):
    """Naves alone among enemies on land leave port, or are taken there. CW-46."""

    seat: str  #: whose Naves they are
    zone: str  #: where they lay
    ships: tuple[str, ...]  #: the Naves
    leaders: tuple[str, ...] = ()  #: leaders who sail with them
    harbour: str | None = None  #: where they go; null if they are taken


class Flight(Part, frozen=True):
    """A leader alone among enemies escapes to ``to``, or is captured if it is null."""

    leader: str  #: the leader's name
    zone: str  #: where the leader was
    to: str | None  #: where the leader got away to; null if taken


class LeadersFled(Effect, frozen=True, tag="civil-war.leaders-fled"):
    """Leaders without units escape from zones with enemies, or are captured. CW-49."""

    leaders: tuple[Flight, ...]  #: each with the end of the flight


class Holding(Part, frozen=True):
    """What a seat has in a region, or needs to control it. CW-57."""

    zones: int  #: zones of the region
    cities: int  #: cities of the region
    legio: int  #: Legio in the region


class ZoneTaken(Part, frozen=True):
    """A zone changes controller, or becomes uncontrolled, and why. CW-55."""

    zone: str  #: the zone
    seat: Seat | None  #: its controller from now on; null for nobody
    reason: str  #: why


class CityTaken(Part, frozen=True):
    """A city changes controller, and why. CW-56."""

    city: str  #: the city
    zone: str  #: the zone that it is in
    seat: Seat  #: its controller from now on
    reason: str  #: why


class RegionJudged(Part, frozen=True):
    """Who controls a region, with its printed requirements and what each seat has. CW R1, CW-57."""

    region: str  #: the region
    needs: Holding  #: what control takes
    held: dict[str, Holding]  #: what each seat holds of that, by seat
    seat: Seat | None  #: its controller from now on; null for nobody
    points: int  #: control points for its controller


class ControlSettled(Effect, frozen=True, tag="civil-war.control-settled"):
    """Adjustments: control of zones, cities and regions, and the control points. CW 9.

    ``zones`` and ``cities``: only those that changed hands; ``regions``: all, in printed order.
    ``recruiting``: the regions whose controllers recruit.
    """

    year: int  #: the year; -49 is 49 BC
    zones: tuple[ZoneTaken, ...]  #: zones that changed hands
    cities: tuple[CityTaken, ...]  #: cities that changed hands
    regions: tuple[RegionJudged, ...]  #: all regions, in printed order
    points: dict[str, int]  #: control points, by seat
    recruiting: tuple[str, ...] = ()  #: regions whose controllers recruit


class Rallied(Effect, frozen=True, tag="civil-war.rallied"):
    """Units of peoples return home from their boxes. CW-54."""

    units: tuple[str, ...]  #: their ids


class Recruited(Effect, frozen=True, tag="civil-war.recruited"):
    """A region's controller raised units from the Reserve and restored reduced ones. CW-59.

    ``zone`` is null if nothing could be recruited.
    """

    region: str  #: the region
    seat: Seat | None = None  #: its controller
    zone: str | None = None  #: where the units are raised; null if the region had nothing to give
    raised: tuple[str, ...] = ()  #: units from the Reserve
    restored: tuple[str, ...] = ()  #: units that are no longer reduced


class WarWon(Effect, frozen=True, tag="civil-war.war-won"):
    """The war is decided; ``winner`` is null for a draw. CW-62."""

    winner: Seat | None  #: the seat that won; null for a draw
    reason: str  #: why
    points: dict[str, int]  #: control points, by seat


SegmentEffect = Deployed | InitiativeTaken | SuccessorNamed | SegmentBegun | LeaderReturned
MarchEffect = Marched | Sailed | Courted | PeopleSettled | MarchesEnded | RetreatAwaited
AfterEffect = Retreated | FleetLeft | LeadersFled | ControlSettled | Rallied | Recruited | WarWon
"""The effects that follow combats on the map."""

MapEffect = SegmentEffect | MarchEffect | AfterEffect
"""The effects that occur only in scenarios with a map."""

EventEffect = Began | YearEventRolled | UnitsReduced | UnitsWithdrawn | LeadersIll | PeopleTurned
DesertionEffect = DesertionRolled | LegioDeserted | DesertionAwaited
LeaderEffect = PhaseBegun | LeadersEntered | LeaderChecked | LeaderLeft | Conspired
CombatEffect = CombatResolved | LossesChosen | YearClosed

AnyEffect = EventEffect | DesertionEffect | LeaderEffect | CombatEffect | MapEffect
