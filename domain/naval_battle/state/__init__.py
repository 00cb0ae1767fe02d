"""The state of a naval battle: board, sides, fleets and who is aboard. Folded from effects.

Fleets, ground units and leaders are known by their names, which differ from one another.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from iacta.domain.kernel.contract.roster import exchanged, find
from iacta.domain.kernel.contract.system import Part

Seat = Literal["active", "reactive"]
SEATS: tuple[Seat, Seat] = ("active", "reactive")
Case = Literal["a", "b", "c"]
Discipline = Literal["imperator", "veteran", "recruit", "mob", "barbarian"]
Weight = Literal["light", "medium", "heavy"]
Role = Literal["force", "moving", "present", "besieged", "relieving"]
Mode = Literal["Phalanx", "Wedge", "Quincunx"]
CheckResult = Literal["", "P", "H", "D", "F", "R"]
Phase = Literal[
    "",
    "occasion",
    "reply",
    "allocation",
    "bids",
    "deployment",
    "command",
    "movement",
    "combat",
    "reconstitution",
    "passage",
    "withdrawal",
    "over",
]

Name = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f]+\Z")]
Square = Annotated[
    str,
    Meta(
        pattern=r"^[a-l](1[0-6]|[1-9])\Z",
        description="A file, `a` from the left as the active side looks, and a rank from its edge.",
    ),
]


def other(seat: str) -> Seat:
    """The seat across the board."""
    return "reactive" if seat == "active" else "active"


class Unit(Part, frozen=True, kw_only=True):
    """A ground unit. ``factor``: its dice; 0 is baggage. ``check``: its result of this turn."""

    name: str  #: its name, used in commands
    side: Seat  #: the seat that it belongs to
    kind: str  #: what it is
    discipline: Discipline  #: its training and morale
    factor: int  #: its dice in combat; 0 is baggage
    points: int  #: victory points for eliminating or capturing it
    weight: Weight  #: `light`, `medium` or `heavy`
    legion: bool  #: whether it is a legion
    force: Role  #: the Force that it sails with
    ship: str = ""  #: the fleet that the accounts put it on; empty if they do not say
    plural: bool = False  #: whether its name is a plural
    status: Literal["reserve", "aboard", "eliminated"] = "reserve"  #: ashore, aboard or lost
    flipped: bool = False  #: whether it is flipped to its disrupted side
    check: CheckResult = ""  #: the result of its Command Check this turn
    rallied: bool = False  #: whether it has tried to rally this turn


class Leader(Part, frozen=True):
    """A leader. ``rating``: subtracted from the check dice of units aboard."""

    name: str  #: the leader's name, used in commands
    side: Seat  #: the seat that the leader belongs to
    discipline: Discipline  #: the leader's own discipline
    rating: int  #: subtracted from the check dice of units aboard
    force: Role  #: the Force that the leader sails with
    status: Literal["reserve", "aboard", "dead"] = "reserve"  #: ashore, aboard or dead
    ship: str = ""  #: the fleet that the accounts put the leader on; empty if they do not say


FleetStatus = Literal[
    "reserve", "ready", "board", "sunk", "through", "fled", "converted", "returned"
]
"""In the hex, committed, afloat here, gone; the last two are prizes after the battle."""


class Fleet(Part, frozen=True, kw_only=True):
    """A fleet. ``side``: its owner; ``control``: the seat that commands it; ``captor``: its captor.

    ``aboard``: its ground units from the top; the first that is no baggage is the active one.
    """

    name: str  #: its name, used in commands
    side: Seat  #: the seat that it was built for
    control: Seat  #: the seat that commands it
    discipline: Discipline  #: of its crew
    factor: int  #: combat factor
    points: int  #: victory points for eliminating or capturing it
    capacity: int  #: how many ground units it carries
    force: Role  #: the Force that it sails with
    plural: bool = False  #: whether its name is a plural
    status: FleetStatus = "reserve"  #: where it is, or how it was lost
    square: str = ""  #: where it is on the board; empty elsewhere
    flipped: bool = False  #: whether it is flipped to its disrupted side
    check: CheckResult = ""  #: the result of its Command Check this turn
    moved: bool = False  #: whether it has moved this turn
    attacked: bool = False  #: whether it has attacked this turn
    rallied: bool = False  #: whether it has tried to rally this turn
    captor: str = ""  #: the ground unit that took it; empty if none
    aboard: tuple[str, ...] = ()  #: its ground units, from the top
    leaders: tuple[str, ...] = ()  #: the leaders aboard


class Side(Part, frozen=True, kw_only=True):
    """One side. ``allocation`` and ``bid``: digests of what it chose in secret.

    ``force``: the one with which it intercepts; ``interceptor``: the leader who paid for it.
    ``original``: fleets it began with; ``called``: it has proposed an end this turn.
    """

    seat: Seat  #: the key of the seat
    name: str  #: the side's name
    stratagems: int  #: Military Stratagems left
    port: str  #: the friendly port; empty if there is none
    pool: tuple[Discipline, ...]  #: spare fleet counters for prizes, by discipline
    agreed: bool = False  #: whether it agrees to what is proposed
    force: str = ""  #: the Force that it intercepts with
    interceptor: str = ""  #: the leader whose stratagem paid for the interception
    allocation: str = ""  #: the digest of the secret allocation
    allocated: bool = False  #: whether both allocations are open
    bid: str = ""  #: the digest of the secret bid
    original: int = 0  #: fleets that it began with
    panicked: bool = False  #: whether it has panicked
    called: bool = False  #: whether it has proposed an end this turn


class Load(Part, frozen=True):
    """A fleet that takes part, with its ground units from the top and its leaders."""

    fleet: Name  #: the fleet's name
    aboard: Annotated[tuple[Name, ...], Meta(max_length=12)] = ()  #: its ground units, from the top
    leaders: Annotated[tuple[Name, ...], Meta(max_length=12)] = ()  #: the leaders aboard


class Line(Part, frozen=True):
    """A row of a table: its label, and a cell for each face of a d6."""

    row: Annotated[str, Meta(max_length=20)]  #: its label
    #: One for each face of a d6.
    cells: Annotated[
        tuple[Annotated[str, Meta(min_length=1, max_length=10)], ...],
        Meta(min_length=6, max_length=6),
    ]


Lines = Annotated[tuple[Line, ...], Meta(min_length=1, max_length=10)]


class TableSet(Part, frozen=True):
    """The tables that a battle is fought by."""

    command_check: Lines  #: for Command Checks
    panic_check: Lines  #: for Command Checks in panic, and for leaders on sinking fleets
    combat: Lines  #: for ramming and boarding
    fire: Lines  #: for shooting
    rally: Lines  #: for rallying
    fate: Lines  #: for fleets that flee or rout off the board
    reconstitution: Lines  #: for the victor's losses

    def read(self, table: str, row: str, face: int) -> str:
        """The cell of a face; KeyError if the table has no such row."""
        lines: tuple[Line, ...] = getattr(self, table)
        for line in lines:
            if line.row == row:
                return line.cells[face - 1]
        raise KeyError(row)


class Switches(Part, frozen=True):
    """The campaign's settings."""

    l_results: Literal["none", "as-b"] = "none"  #: what L does to ground units that are not light
    jumps: Literal["only-f", "f-and-r"] = "only-f"  #: which results drown a leader who jumps
    captors: Literal["capture", "sink"] = "capture"  #: what boarders from a prize do with a fleet


class CaptureDue(Part, frozen=True, tag="capture"):
    """``unit`` from ``ship`` has beaten everyone on ``fleet``: ``seat`` takes or sinks it."""

    seat: Seat  #: whose choice it is
    unit: str  #: the ground unit that beat everyone aboard
    ship: str  #: the fleet that it came from
    fleet: str  #: the beaten fleet


class CallDue(Part, frozen=True, tag="call-off"):
    """The other side proposes to end the battle; ``seat`` answers."""

    seat: Seat


Pending = CaptureDue | CallDue


class Result(Part, frozen=True):
    """How the battle ended. ``points``: what each side is credited with, active first.

    ``passage``: whether the winner lets supply or the moving Force through; none where nobody may
    say. ``through``: fleets that go on, and are not intercepted again this move.
    """

    reason: str
    winner: Seat | None = None
    points: tuple[int, int] = (0, 0)
    through: tuple[str, ...] = ()
    passage: bool | None = None
    withdrew: str = ""


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, gc=False):
    """The battle before and after any effect. ``double``: where the double move stands."""

    scenario: str = ""
    case: Case = "a"
    place: str = ""
    columns: int = 0
    rows: int = 0
    depth: int = 0
    turn_limit: int = 0
    switches: Switches = Switches()
    tables: TableSet | None = None
    sides: tuple[Side, ...] = ()
    fleets: tuple[Fleet, ...] = ()
    units: tuple[Unit, ...] = ()
    leaders: tuple[Leader, ...] = ()
    phase: Phase = ""
    turn: int = 0
    mover: Seat | None = None
    first: Seat | None = None
    double: Literal["", "unused", "in-use", "used"] = ""
    pending: Pending | None = None
    result: Result | None = None

    def side(self, seat: str) -> Side:
        """A seat's side; KeyError if there is none."""
        for side in self.sides:
            if side.seat == seat:
                return side
        raise KeyError(seat)

    def fleet(self, name: str) -> Fleet | None:
        """A fleet, if it is of this battle."""
        return find(self.fleets, "name", name)

    def unit(self, name: str) -> Unit | None:
        """A ground unit, if it is of this battle."""
        return find(self.units, "name", name)

    def leader(self, name: str) -> Leader | None:
        """The leader of that name, or None."""
        return find(self.leaders, "name", name)

    def at(self, square: str) -> Fleet | None:
        """The fleet on a square of the board."""
        for fleet in self.fleets:
            if fleet.square == square and fleet.status == "board":
                return fleet
        return None

    def on_board(self, seat: str) -> list[Fleet]:
        """The fleets on the board that obey a seat."""
        return [one for one in self.fleets if one.status == "board" and one.control == seat]

    def passengers(self, fleet: Fleet) -> list[Unit]:
        """The ground units on a fleet, from the top."""
        return [unit for name in fleet.aboard if (unit := self.unit(name)) is not None]

    def deck(self, fleet: Fleet) -> list[Unit]:
        """The ground units on a fleet that count as defenders, the active one first."""
        return [unit for unit in self.passengers(fleet) if unit.factor]

    def company(self, fleet: Fleet) -> list["Fleet | Unit"]:
        """A fleet and the ground units on it that can fight."""
        return [fleet, *self.deck(fleet)]

    def counter(self, name: str) -> "Fleet | Unit | None":
        """A fleet or a ground unit, if it is of this battle."""
        return self.fleet(name) or self.unit(name)

    def with_counter(self, counter: "Fleet | Unit") -> "State":
        """The same with a fleet or a ground unit changed."""
        if isinstance(counter, Fleet):
            return self.with_fleets(counter)
        return self.with_units(counter)

    def ship_of(self, name: str) -> Fleet | None:
        """The fleet that a ground unit or a leader is on."""
        for fleet in self.fleets:
            if name in fleet.aboard or name in fleet.leaders:
                return fleet
        return None

    def with_side(self, side: Side) -> "State":
        """The same with one side changed."""
        sides = tuple(side if one.seat == side.seat else one for one in self.sides)
        return msgspec.structs.replace(self, sides=sides)

    def with_fleets(self, *changed: Fleet) -> "State":
        """The same with fleets changed."""
        return msgspec.structs.replace(self, fleets=exchanged(self.fleets, "name", changed))

    def with_units(self, *changed: Unit) -> "State":
        """The same with ground units changed."""
        return msgspec.structs.replace(self, units=exchanged(self.units, "name", changed))

    def with_leaders(self, *changed: Leader) -> "State":
        """The same with leaders changed."""
        return msgspec.structs.replace(self, leaders=exchanged(self.leaders, "name", changed))
