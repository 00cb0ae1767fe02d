"""The effects. Every die is recorded with the table row it was read on and its result."""

from typing import Literal

from iacta.domain.kernel.contract.system import Effect, Part
from iacta.domain.naval_battle.state import (
    CaptureDue,
    Case,
    Discipline,
    Fleet,
    Leader,
    Load,
    Seat,
    Side,
    Switches,
    TableSet,
    Unit,
)

CheckTable = Literal["command_check", "panic_check"]
CheckLetter = Literal["P", "H", "D", "F", "R"]
Fate = Literal["escapes", "battered", "lost", "through"]
Attack = Literal["ram", "volley", "boarding"]
Counts = Literal["A", "B", ""]
"""What a die counts as: a hit on the attacker, on the target, or none. NB-2."""
Ending = Literal["declined", "passed", "cut", "last-turn", "no-fleet", "agreed"]
"""How a battle ended; the first three are without a battle: declined, let pass, conceded."""
Done = Literal["nothing", "attacker-flipped", "attacker-lost", "flipped", "killed"]


class Begun(Effect, frozen=True, tag="naval-battle.begun", kw_only=True):
    """The battle begins: Forces, board and tables. Nothing is allocated yet."""

    scenario: str  #: the scenario's key
    case: Case  #: the occasion: `a` (agreed), `b` (supply) or `c` (interception)
    place: str  #: where it is fought
    columns: int  #: how many files the board has
    rows: int  #: how many ranks the board has
    depth: int  #: how many ranks from its edge a side sets up in
    turn_limit: int  #: the turn after which it is over
    switches: Switches  #: the settings of the campaign
    tables: TableSet  #: the tables that it is fought by
    sides: tuple[Side, ...]  #: both sides
    fleets: tuple[Fleet, ...]  #: every fleet
    units: tuple[Unit, ...]  #: every ground unit
    leaders: tuple[Leader, ...]  #: every leader


class Agreed(Effect, frozen=True, tag="naval-battle.agreed"):
    """A seat agrees to the battle of case (a). NV 1.3."""

    seat: Seat  #: who agrees


class Intercepted(Effect, frozen=True, tag="naval-battle.intercepted"):
    """The reactive side intercepts. NV 1.4, NV 1.6.

    In case (c): the ``leader`` who intercepts and the ``stratagems`` paid.
    """

    seat: Seat  #: who intercepts
    force: str  #: the Force that intercepts
    leader: str = ""  #: the leader who pays for it; empty if none
    stratagems: int = 0  #: how many stratagems it costs


class BattleGiven(Effect, frozen=True, tag="naval-battle.battle-given"):
    """The active side does not concede its supply. NV 1.5."""

    seat: Seat  #: who gives battle


class PhaseBegun(Effect, frozen=True, tag="naval-battle.phase-begun"):
    """The next phase begins."""

    #: The phase.
    phase: Literal[
        "reply",
        "allocation",
        "bids",
        "deployment",
        "movement",
        "combat",
        "reconstitution",
        "passage",
        "withdrawal",
        "over",
    ]


class AllocationLaid(Effect, frozen=True, tag="naval-battle.allocation-laid"):
    """A seat has allocated its Force in secret. NV 2.1."""

    seat: Seat  #: who has chosen
    allocation: str  #: the digest of the choice


class AllocationsOpened(Effect, frozen=True, tag="naval-battle.allocations-opened"):
    """Both allocations, revealed together. NV 2.8."""

    active: tuple[Load, ...]  #: the active side's fleets with who is aboard
    reactive: tuple[Load, ...]  #: the reactive side's fleets with who is aboard


class BidLaid(Effect, frozen=True, tag="naval-battle.bid-laid"):
    """A seat has bid stratagems in secret. NB-13."""

    seat: Seat  #: who has staked
    bid: str  #: the digest of the stake


class SuperiorityWon(Effect, frozen=True, tag="naval-battle.superiority-won"):
    """Both bids, active first, and who has tactical superiority by which rule. NV 2.9."""

    bids: tuple[int, int]  #: both stakes, the active side's first
    seat: Seat  #: who has tactical superiority
    rule: str  #: the rule that decided


class Placed(Part, frozen=True):
    """A fleet and its square."""

    fleet: str  #: the fleet's name
    square: str  #: where it is put


class Deployed(Effect, frozen=True, tag="naval-battle.deployed"):
    """Fleets are set up on the board. NV 2.11."""

    seat: Seat  #: whose fleets they are
    places: tuple[Placed, ...]  #: each fleet with its square


class TurnBegun(Effect, frozen=True, tag="naval-battle.turn-begun"):
    """A side's part of a turn begins; its fleets and units may move and attack again."""

    turn: int  #: the turn, from 1
    seat: Seat  #: whose part of the turn it is


class Modifier(Part, frozen=True):
    """A modifier of a die: value, reason and rule."""

    value: int  #: what is taken off the die
    reason: str  #: why
    rule: str  #: the rule or ruling


class Check(Part, frozen=True):
    """One unit's Command Check. ``row``: the line of the table; ``value``: face and modifiers."""

    name: str  #: the fleet or ground unit
    row: str  #: the line of the table
    face: int  #: what the die showed
    modifiers: tuple[Modifier, ...]  #: what changes it, and why
    value: int  #: the die with its modifiers
    result: CheckLetter  #: what the table says
    flips: bool = False  #: whether it is flipped


class Checked(Effect, frozen=True, tag="naval-battle.checked"):
    """The Command Checks of a side, unit by unit, on the named table. NV 3.4."""

    seat: Seat  #: whose checks they are
    table: CheckTable  #: the table that is read
    checks: tuple[Check, ...]  #: one a fleet or ground unit


class Routed(Effect, frozen=True, tag="naval-battle.routed"):
    """A routed fleet runs for its own edge. ``path`` begins where it was. NV 3.8."""

    fleet: str  #: the fleet's name
    path: tuple[str, ...]  #: the squares of its way, beginning where it was


class LeftBoard(Effect, frozen=True, tag="naval-battle.left-board"):
    """A fleet leaves by an edge with all aboard. NV 11.2, NV 11.5.

    ``result``: what the table says of one that fled or routed; ``fate``: what became of it, as a
    flipped one that is battered is lost. Both are `through` by the enemy's edge.
    """

    fleet: str  #: the fleet's name
    how: Literal["fled", "routed", "through"]  #: in flight, routed, or by the enemy's edge
    face: int | None  #: the die for its fate, where one was thrown
    result: str  #: what the table says of one that fled or routed
    fate: Fate  #: what became of it


class DoubleMoveBegun(Effect, frozen=True, tag="naval-battle.double-move-begun"):
    """The side with tactical superiority uses its one double move. NV 2.11."""

    seat: Seat  #: whose double move it is


class Moved(Effect, frozen=True, tag="naval-battle.moved"):
    """A fleet moves along ``path``, which begins where it was. NV 3.1."""

    fleet: str  #: the fleet's name
    path: tuple[str, ...]  #: the squares of its way, beginning where it was


class RallyRolled(Effect, frozen=True, tag="naval-battle.rally-rolled"):
    """A flipped fleet or ground unit tries to rally, and does nothing else this turn. NV 4.3."""

    name: str  #: the fleet or ground unit
    row: str  #: the line of the table
    face: int  #: what the die showed
    modifiers: tuple[Modifier, ...]  #: what changes it, and why
    value: int  #: the die with its modifiers
    result: str  #: what the table says
    rallies: bool  #: whether it turns back to its full side


class Blow(Part, frozen=True):
    """One die of an attack: the table's ``result``, what it ``counts`` as, ``on`` which counter."""

    face: int  #: what the die showed
    result: str  #: what the table says
    on: str  #: whom it falls on
    counts: Counts  #: what it counts as
    did: Done  #: what it did
    rule: str  #: the rule or ruling


class Attacked(Effect, frozen=True, tag="naval-battle.attacked", kw_only=True):
    """A stack's one attack of the turn. NV 5.6.

    ``unit``: the attacker, a fleet or its active ground unit; ``dice``: its number of dice;
    ``beaten``: all defenders of ``target`` and its hull are defeated.
    """

    attack: Attack  #: the kind of attack
    seat: Seat  #: who attacks
    fleet: str  #: the attacking fleet
    unit: str  #: who strikes: the fleet itself, or its active ground unit
    target: str  #: the fleet that is attacked
    row: str  #: the line of the table
    dice: int  #: how many dice the attacker had
    blows: tuple[Blow, ...]  #: one a die
    #: Whether nobody is left on the target to fight, and its hull is destroyed.
    beaten: bool = False


class Jump(Part, frozen=True):
    """A leader on a sinking fleet: the check, and the fleet reached, or null."""

    leader: str  #: the leader's name
    face: int | None  #: what the die showed
    row: str  #: the line of the table
    result: str  #: what the table says
    to: str  #: the fleet that is reached; empty if none


class FleetSunk(Effect, frozen=True, tag="naval-battle.fleet-sunk"):
    """A fleet sinks with its ground units; leaders may jump. NV 4.6."""

    fleet: str  #: the fleet's name
    drowned: tuple[str, ...]  #: ground units that went down with it
    jumps: tuple[Jump, ...]  #: leaders aboard, and where they got to


class CaptureAwaited(Effect, frozen=True, tag="naval-battle.capture-awaited"):
    """Boarders have beaten a fleet; their seat must capture or sink it. NV 9.1."""

    due: CaptureDue  #: the choice to be made


class Captured(Effect, frozen=True, tag="naval-battle.captured"):
    """A fleet is captured. ``leaders``: those who move to it with ``unit`` from ``ship``. NV 9.1.

    ``killed``: enemy leaders aboard (NV 9.5); ``lost``: enemy baggage aboard.
    """

    fleet: str  #: the fleet that is taken
    seat: Seat  #: who takes it
    unit: str  #: the ground unit that took it
    ship: str  #: the fleet that this unit came from
    leaders: tuple[str, ...] = ()  #: leaders who go over with it
    killed: tuple[str, ...] = ()  #: enemy leaders aboard (NV 9.5)
    lost: tuple[str, ...] = ()  #: enemy baggage aboard


class Reverted(Effect, frozen=True, tag="naval-battle.reverted"):
    """A prize reverts because its captor is eliminated. ``killed``: leaders aboard. NV 9.3."""

    fleet: str  #: the prize
    captor: str  #: the ground unit that had taken it
    killed: tuple[str, ...] = ()  #: leaders aboard who died


class Panicked(Effect, frozen=True, tag="naval-battle.panicked"):
    """A side controls half or less of the fleets it began with, and panics for good. NV 10.1."""

    seat: Seat  #: the side that panics
    controlled: int  #: fleets that it controls
    original: int  #: fleets that it began with


class CallMade(Effect, frozen=True, tag="naval-battle.call-made"):
    """A side proposes to end the battle. NB-14."""

    seat: Seat  #: who proposes it


class CallRefused(Effect, frozen=True, tag="naval-battle.call-refused"):
    """The other side fights on. NB-14."""

    seat: Seat  #: who refuses


class BattleEnded(Effect, frozen=True, tag="naval-battle.battle-ended"):
    """The battle is over, or there was none: why, who has won, the points, active first. NV 12.1.

    ``ending``: how it ended; ``passage``: whether supply or the moving Force goes through, if
    that needs no decision.
    """

    ending: Ending  #: how it came to its end
    reason: str  #: why, in words
    points: tuple[int, int]  #: what each side is credited with, the active one first
    winner: Seat | None = None  #: the seat that won; null for a draw
    #: Fleets that go on in any case, and are not intercepted again this move.
    through: tuple[str, ...] = ()
    #: Whether supply or the moving Force goes through, where nobody has to decide it.
    passage: bool | None = None


class Conversion(Part, frozen=True):
    """A prize and the discipline of its new counter; null if there is none and it is lost."""

    fleet: str  #: the prize
    discipline: Discipline | None  #: of the counter that takes its place; null where it is lost


class Converted(Effect, frozen=True, tag="naval-battle.converted"):
    """All prizes return to their owners' pools, then captors take counters for them. NV 13.4."""

    prizes: tuple[Conversion, ...]  #: each prize and what becomes of it


class ReconstitutionRoll(Part, frozen=True):
    """A die for one eliminated fleet or ground unit of the victor."""

    name: str  #: the fleet or ground unit
    row: str  #: the line of the table
    face: int  #: what the die showed
    result: str  #: what the table says
    returns: bool  #: whether it comes back, flipped


class Reconstituted(Effect, frozen=True, tag="naval-battle.reconstituted"):
    """The victor's eliminated counters return flipped, or stay lost. NV 14.1."""

    seat: Seat  #: the victor
    rolls: tuple[ReconstitutionRoll, ...]  #: one an eliminated fleet or ground unit


class PassageDecided(Effect, frozen=True, tag="naval-battle.passage-decided"):
    """The winner decides whether supply or the moving Force goes through. NV 12.3, NV 12.5."""

    seat: Seat  #: the winner
    allowed: bool  #: whether supply or the moving Force goes through
    #: Fleets of the moving Force that go on, and are not intercepted again this move. NV 12.8.
    through: tuple[str, ...] = ()


class Withdrew(Effect, frozen=True, tag="naval-battle.withdrew"):
    """The losing side withdraws into the friendly port, or out of the hex. NV 12.2."""

    seat: Seat  #: the loser
    into: Literal["port", "away"]  #: into the friendly port, or away


OccasionEffect = Begun | Agreed | Intercepted | BattleGiven | PhaseBegun
SetUpEffect = AllocationLaid | AllocationsOpened | BidLaid | SuperiorityWon | Deployed
MovementEffect = TurnBegun | Checked | Routed | LeftBoard | DoubleMoveBegun | Moved | RallyRolled
CombatEffect = Attacked | FleetSunk | CaptureAwaited | Captured | Reverted | Panicked
EndEffect = CallMade | CallRefused | BattleEnded | Converted
AftermathEffect = Reconstituted | PassageDecided | Withdrew

AnyEffect = (
    OccasionEffect | SetUpEffect | MovementEffect | CombatEffect | EndEffect | AftermathEffect
)
