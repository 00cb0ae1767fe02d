"""What happened. Every die stands here with the row it was read on, and what came of it."""

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


class Begun(Effect, frozen=True, tag="naval-battle.begun"):
    """The forces in the hex, the board and the tables. Nobody is committed yet."""

    scenario: str
    case: Case
    place: str
    columns: int
    rows: int
    depth: int
    turn_limit: int
    switches: Switches
    tables: TableSet
    sides: tuple[Side, ...]
    fleets: tuple[Fleet, ...]
    units: tuple[Unit, ...]
    leaders: tuple[Leader, ...]


class Agreed(Effect, frozen=True, tag="naval-battle.agreed"):
    """A seat wants the battle of case (a). NV 1.3."""

    seat: Seat


class Intercepted(Effect, frozen=True, tag="naval-battle.intercepted"):
    """The reactive side intercepts. ``leader`` and ``paid`` in case (c). NV 1.4, NV 1.6."""

    seat: Seat
    force: str
    leader: str
    paid: int


class BattleGiven(Effect, frozen=True, tag="naval-battle.battle-given"):
    """The active side does not concede its supply. NV 1.5."""

    seat: Seat


class PhaseBegun(Effect, frozen=True, tag="naval-battle.phase-begun"):
    """The next phase begins."""

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
    """A seat has chosen who fights, and on which fleet, in secret. NV 2.1."""

    seat: Seat
    allocation: str


class AllocationsOpened(Effect, frozen=True, tag="naval-battle.allocations-opened"):
    """Both allocations, shown at once. NV 2.8."""

    active: tuple[Load, ...]
    reactive: tuple[Load, ...]


class BidLaid(Effect, frozen=True, tag="naval-battle.bid-laid"):
    """A seat has staked stratagems in secret. NB-13."""

    seat: Seat
    bid: str


class SuperiorityWon(Effect, frozen=True, tag="naval-battle.superiority-won"):
    """Both bids, active first, and who has tactical superiority by which rule. NV 2.9."""

    bids: tuple[int, int]
    seat: Seat
    rule: str


class Placed(Part, frozen=True):
    """A fleet and the square it is put on."""

    fleet: str
    square: str


class Deployed(Effect, frozen=True, tag="naval-battle.deployed"):
    """Fleets are set up on the board. NV 2.11."""

    seat: Seat
    places: tuple[Placed, ...]


class TurnBegun(Effect, frozen=True, tag="naval-battle.turn-begun"):
    """A side's part of a turn begins; its fleets and units have everything before them."""

    turn: int
    seat: Seat


class Modifier(Part, frozen=True):
    """What is taken off a die, why, and by which rule."""

    value: int
    reason: str
    rule: str


class Check(Part, frozen=True):
    """One unit's Command Check. ``row``: the line of the table; ``value``: face and modifiers."""

    name: str
    row: str
    face: int
    modifiers: tuple[Modifier, ...]
    value: int
    result: Literal["P", "H", "D", "F", "R"]
    flips: bool


class Checked(Effect, frozen=True, tag="naval-battle.checked"):
    """The Command Checks of a side, unit by unit, on the named table. NV 3.4."""

    seat: Seat
    table: Literal["command_check", "panic_check"]
    checks: tuple[Check, ...]


class Routed(Effect, frozen=True, tag="naval-battle.routed"):
    """A routed fleet runs for its own edge along ``path``, which begins where it was. NV 3.8."""

    fleet: str
    path: tuple[str, ...]


class LeftBoard(Effect, frozen=True, tag="naval-battle.left-board"):
    """A fleet leaves by an edge with all aboard. NV 11.2, NV 11.5.

    ``result``: what the table says of one that fled or routed; ``fate``: what became of it, as a
    flipped one that is battered is lost. Both are `through` by the enemy's edge.
    """

    fleet: str
    how: Literal["fled", "routed", "through"]
    face: int | None
    result: str
    fate: Literal["escapes", "battered", "lost", "through"]


class DoubleMoveBegun(Effect, frozen=True, tag="naval-battle.double-move-begun"):
    """The side with tactical superiority uses its one double move. NV 2.11."""

    seat: Seat


class Moved(Effect, frozen=True, tag="naval-battle.moved"):
    """A fleet moves along ``path``, which begins where it was. NV 3.1."""

    fleet: str
    path: tuple[str, ...]


class RallyRolled(Effect, frozen=True, tag="naval-battle.rally-rolled"):
    """A flipped fleet or ground unit tries to rally, and does nothing else this turn. NV 4.3."""

    name: str
    row: str
    face: int
    modifiers: tuple[Modifier, ...]
    value: int
    result: str
    rallies: bool


class Blow(Part, frozen=True):
    """One die of an attack: the table's ``result``, what it ``counts`` as ``on`` whom, and why."""

    face: int
    result: str
    on: str
    counts: Literal["A", "B", ""]
    did: Literal["nothing", "attacker-flipped", "attacker-lost", "flipped", "killed"]
    rule: str


class Attacked(Effect, frozen=True, tag="naval-battle.attacked"):
    """A stack's one attack of the turn. NV 5.6.

    ``unit``: who attacks, the fleet itself or its active ground unit; ``dice``: how many he had;
    ``beaten``: nobody is left on ``target`` to fight, and its hull is destroyed.
    """

    attack: Literal["ram", "volley", "boarding"]
    seat: Seat
    fleet: str
    unit: str
    target: str
    row: str
    dice: int
    blows: tuple[Blow, ...]
    beaten: bool


class Jump(Part, frozen=True):
    """A leader on a sinking fleet: his check, and the fleet he reaches, or none."""

    leader: str
    face: int | None
    row: str
    result: str
    to: str


class FleetSunk(Effect, frozen=True, tag="naval-battle.fleet-sunk"):
    """A fleet sinks with its ground units; leaders may jump. NV 4.6."""

    fleet: str
    drowned: tuple[str, ...]
    jumps: tuple[Jump, ...]


class CaptureAwaited(Effect, frozen=True, tag="naval-battle.capture-awaited"):
    """Boarders hold a beaten fleet, and their seat says what becomes of it. NV 9.1."""

    due: CaptureDue


class Captured(Effect, frozen=True, tag="naval-battle.captured"):
    """A fleet is taken. ``with_him``: leaders who go over with ``unit`` from ``ship``. NV 9.1.

    ``killed``: enemy leaders aboard (NV 9.5); ``lost``: enemy baggage aboard.
    """

    fleet: str
    seat: Seat
    unit: str
    ship: str
    with_him: tuple[str, ...]
    killed: tuple[str, ...]
    lost: tuple[str, ...]


class Reverted(Effect, frozen=True, tag="naval-battle.reverted"):
    """A prize whose captor is dead obeys its own side again. ``killed``: leaders aboard. NV 9.3."""

    fleet: str
    captor: str
    killed: tuple[str, ...]


class Panicked(Effect, frozen=True, tag="naval-battle.panicked"):
    """A side controls half or less of the fleets it began with, and panics for good. NV 10.1."""

    seat: Seat
    controlled: int
    original: int


class CallMade(Effect, frozen=True, tag="naval-battle.call-made"):
    """A side proposes to end the battle. NB-14."""

    seat: Seat


class CallRefused(Effect, frozen=True, tag="naval-battle.call-refused"):
    """The other side fights on. NB-14."""

    seat: Seat


class BattleEnded(Effect, frozen=True, tag="naval-battle.battle-ended"):
    """The battle is over, or there was none: why, who has won, the points, active first. NV 12.1.

    ``passage``: whether supply or the moving Force goes through, where nobody has to decide it.
    """

    reason: str
    winner: Seat | None = None
    points: tuple[int, int] = (0, 0)
    through: tuple[str, ...] = ()
    passage: bool | None = None


class Conversion(Part, frozen=True):
    """A prize and the discipline of the counter that takes its place; none where it is lost."""

    fleet: str
    discipline: Discipline | None


class Converted(Effect, frozen=True, tag="naval-battle.converted"):
    """All prizes go to their owners' pools, then captors find counters for them. NV 13.4."""

    prizes: tuple[Conversion, ...]


class ReconstitutionRoll(Part, frozen=True):
    """A die for one eliminated fleet or ground unit of the victor."""

    name: str
    row: str
    face: int
    result: str
    returns: bool


class Reconstituted(Effect, frozen=True, tag="naval-battle.reconstituted"):
    """The victor's eliminated come back, flipped, or stay lost. NV 14.1."""

    seat: Seat
    rolls: tuple[ReconstitutionRoll, ...]


class PassageDecided(Effect, frozen=True, tag="naval-battle.passage-decided"):
    """The winner lets supply or the moving Force through, or not. NV 12.3, NV 12.5."""

    seat: Seat
    allowed: bool


class Withdrew(Effect, frozen=True, tag="naval-battle.withdrew"):
    """The losing side goes into the friendly port, or leaves the hex. NV 12.2."""

    seat: Seat
    into: Literal["port", "away"]


Fact = (
    Begun
    | Agreed
    | Intercepted
    | BattleGiven
    | PhaseBegun
    | AllocationLaid
    | AllocationsOpened
    | BidLaid
    | SuperiorityWon
    | Deployed
    | TurnBegun
    | Checked
    | Routed
    | LeftBoard
    | DoubleMoveBegun
    | Moved
    | RallyRolled
    | Attacked
    | FleetSunk
    | CaptureAwaited
    | Captured
    | Reverted
    | Panicked
    | CallMade
    | CallRefused
    | BattleEnded
    | Converted
    | Reconstituted
    | PassageDecided
    | Withdrew
)
