"""The state: a fold of effects.

A leader has a hex, alone or with a unit of their side. A marker's worth is null until it is used.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from iacta.domain.de_bello_punico.state.grid import Facing, Field, Grid, HexId, Note, Title, grid_of
from iacta.domain.de_bello_punico.state.keys import (
    ARMS,
    SIDES,
    Arm,
    BoxKey,
    Mark,
    Phase,
    SideKey,
    Small,
    TypeKey,
    UnitId,
)
from iacta.domain.de_bello_punico.state.pending import AnyPending, AttackPending
from iacta.domain.kernel.contract.roster import Found, exchanged, find, roster
from iacta.domain.kernel.contract.system import Part


class CounterType(Part, frozen=True, kw_only=True):
    """The values of a kind of counter. BP 2.4."""

    type: TypeKey  #: its key
    title: Title  #: what it is called
    letters: Annotated[str, Meta(min_length=1, max_length=3)]  #: the letters on the counter
    combat: Annotated[int, Meta(ge=0, le=12)]  #: Combat Points, added to its die
    movement: Annotated[int, Meta(ge=1, le=12)]  #: movement allowance
    morale: Annotated[int, Meta(ge=1, le=9)]  #: the Disorder at which it panics
    missile: bool = False  #: whether it can shoot
    reason: Note = ""  #: where the values come from

    @property
    def arm(self) -> Arm:
        """The arm: foot, light (infantry), horse or elephants."""
        return ARMS[self.type]


class Numbers(Part, frozen=True):
    """The number that hits one type of target, on that face or less. BP 9.3."""

    target: TypeKey  #: the type of the target
    number: Annotated[int, Meta(ge=0, le=6)]  #: this face or less hits; 0 never does


class Missile(Part, frozen=True):
    """A row of the missile table: who shoots, how far, with which numbers. BP 9.3."""

    shooter: TypeKey  #: the type of the shooter
    range: Annotated[int, Meta(ge=1, le=2)]  #: how far, in hexes
    #: One per type of target.
    numbers: Annotated[tuple[Numbers, ...], Meta(min_length=1, max_length=20)]


class Unit(Part, frozen=True, kw_only=True):
    """A unit. ``fate`` is empty while it is on the field.

    A ``held`` unit may still enter (17.1.3c); a ``pursuing`` one left by ``hex`` (14.1).
    """

    id: UnitId
    side: SideKey  #: `rome` or `carthage`
    type: TypeKey  #: the type of its counter
    hex: str | None  #: its hex; null off the field
    facing: Facing  #: its facing, 0 to 5
    disorder: Small = 0  #: points of Disorder
    panicked: bool = False  #: whether it is in panic
    #: Why it is off the field; empty on the field.
    fate: Literal["", "held", "pursuing", "fled", "eliminated", "removed", "left"] = ""
    marks: tuple[Mark, ...] = ()  #: what it has done this turn
    spent: Small = 0  #: MP spent in this impulse

    @property
    def here(self) -> bool:
        """Whether it is on the field."""
        return not self.fate

    @property
    def steady(self) -> bool:
        """On the field and not in panic."""
        return not self.fate and not self.panicked

    @property
    def place(self) -> str:
        """The hex of a unit on the field."""
        assert self.hex is not None
        return self.hex


class Leader(Part, frozen=True):
    """A side's leader. All six hexes around a leader are front (BP 8), so it faces nowhere."""

    side: SideKey  #: `rome` or `carthage`
    name: str  #: the leader's name
    value: Small  #: as printed
    hex: HexId | None  #: the leader's hex; null off the field
    fate: Literal["", "dead", "left"] = ""  #: the leader's fate; empty while on the field
    moved: bool = False  #: whether the leader has moved in this impulse


class Marker(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A marker in a box; ``seal`` hides whether it is a point or the Vacuus. BP-12."""

    side: SideKey
    box: BoxKey
    seal: str
    worth: Small | None = None

    @property
    def used(self) -> bool:
        """Whether it has been used, and so revealed."""
        return self.worth is not None


class Army(Part, frozen=True):
    """A side: its Command Points, its boxes, its rout limit and Rout Points. BP 16."""

    side: SideKey  #: `rome` or `carthage`
    points: Small  #: Command Points a turn
    boxes: tuple[BoxKey, ...]  #: the boxes that its markers are placed in
    limit: Small  #: the Rout Points at which it is beaten
    rout: Small = 0  #: Rout Points so far


class Spot(Part, frozen=True):
    """Where units of a type may be set up. BP 17."""

    side: SideKey  #: `rome` or `carthage`
    type: TypeKey  #: the type of the units
    hexes: tuple[HexId, ...]  #: where they may be set up


class Switches(Part, frozen=True, kw_only=True):
    """The campaign's switches."""

    placing: Literal["alternate", "together"] = "alternate"  #: how markers are placed
    allies_rout: Literal[1, 0] = 1  #: Rout Points of Allies and Mercenaries
    #: How often units may withdraw before an attack.
    withdrawals: Literal["per side", "per unit"] = "per side"
    leaders: Literal["alone", "with units"] = "alone"  #: whether leaders may stand alone
    steps: Literal["keep front", "turn"] = "keep front"  #: the front of a unit that steps aside
    fugitives: Literal["next turn", "next impulse"] = "next turn"  #: when infantry runs on
    pursuits: Literal["any panic", "combat"] = "any panic"  #: which panic horse pursues
    goading: Literal["one roll", "each"] = "one roll"  #: the rolls against two elephant units
    hexes: Literal["printed", "free"] = "printed"  #: in which battles set-up hexes are chosen


class Placement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side's markers placed in one sealed command. BP-12, placing together."""

    side: SideKey
    boxes: str
    vacuus: str


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True, kw_only=True):
    """The state of the battle.

    ``first``: the First player; ``side``: the side in phase, even if the other must decide.
    ``charges``, ``checks``: mercenary charges and elephant rolls that a spent point still allows.
    """

    phase: Phase = ""
    scenario: str = ""
    turn: int = 0
    turns: int = 0
    first: SideKey | None = None
    side: SideKey | None = None
    draw: SideKey | None = None
    switches: Switches = Switches()
    armies: tuple[Army, ...] = ()
    field: Field | None = None
    types: tuple[CounterType, ...] = ()
    missiles: tuple[Missile, ...] = ()
    support: tuple[tuple[TypeKey, ...], ...] = ()
    spots: tuple[Spot, ...] = ()
    setting: tuple[SideKey, ...] = ()
    units: tuple[Unit, ...] = ()
    leaders: tuple[Leader, ...] = ()
    placements: tuple[Placement, ...] = ()
    markers: tuple[Marker, ...] = ()
    charges: int = 0
    checks: int = 0
    pending: tuple[AnyPending, ...] = ()
    winners: tuple[SideKey, ...] = ()
    ending: str = ""

    @cached_property
    def grid(self) -> Grid:
        """The field's grid, for calculations."""
        assert self.field is not None
        return grid_of(self.field)

    @cached_property
    def by_id(self) -> Mapping[str, Unit]:
        """Units by their id."""
        return Found(roster(self.units, "id"))

    @cached_property
    def at(self) -> dict[str, Unit]:
        """Units on the field by their hex."""
        return {unit.hex: unit for unit in self.units if not unit.fate and unit.hex}

    @cached_property
    def alone(self) -> dict[str, SideKey]:
        """The sides of the leaders who stand alone, by their hex. BP 7, BP 13."""
        return {one.hex: one.side for one in self.leaders if one.hex and one.hex not in self.at}

    @cached_property
    def zones(self) -> dict[str, frozenset[str]]:
        """The hexes in each side's zones of control; the panicked have none. BP 8.2."""
        found: dict[str, set[str]] = {side: set() for side in SIDES}
        for unit in self.units:
            if unit.steady:
                found[unit.side].update(self.grid.front(unit.place, unit.facing))
        return {side: frozenset(hexes) for side, hexes in found.items()}

    @cached_property
    def values(self) -> dict[str, CounterType]:
        """The counters' values by type."""
        return {one.type: one for one in self.types}

    @property
    def declared_attack(self) -> AttackPending | None:
        """The attack that has been declared and not yet fought. BP 10."""
        first = self.pending[0] if self.pending else None
        return first if isinstance(first, AttackPending) else None

    @property
    def alternate(self) -> bool:
        """Whether markers are placed one by one."""
        return self.switches.placing == "alternate"

    def unit(self, key: str) -> Unit | None:
        """A unit by its id, wherever it is."""
        return find(self.units, "id", key)

    def army(self, side: str) -> Army:
        """A side's army; raises KeyError before the battle has begun."""
        for army in self.armies:
            if army.side == side:
                return army
        raise KeyError(side)

    def leader(self, side: str) -> Leader | None:
        """A side's leader, dead or alive."""
        return next((one for one in self.leaders if one.side == side), None)

    def rider(self, unit: str) -> Leader | None:
        """The leader who is stacked with a unit on the field."""
        held = self.unit(unit)
        if held is None:
            raise KeyError(unit)
        place = held.hex if held.here else None
        return next((one for one in self.leaders if place and one.hex == place), None)

    def escort(self, leader: Leader) -> Unit | None:
        """The unit that a leader is stacked with."""
        return self.at.get(leader.hex) if leader.hex else None

    def enemy_on(self, hex_: str, side: str) -> bool:
        """Whether a hex holds a unit of the other side, or its leader alone. BP 7, BP-51."""
        held = self.at.get(hex_)
        return (held.side if held else self.alone.get(hex_, side)) != side

    def vacant(self, hex_: str, side: str) -> bool:
        """Whether a side's unit may end there: no unit (BP 7), and no enemy leader. BP-51."""
        return hex_ not in self.at and self.alone.get(hex_, side) == side

    def commands(self, side: str) -> bool:
        """Whether a side may use Command Points: it has a leader on the field. BP-24."""
        leader = self.leader(side)
        return leader is not None and not leader.fate

    def in_box(self, side: str, box: str) -> tuple[Marker, ...]:
        """A side's unused markers in a box."""
        return tuple(
            one for one in self.markers if one.side == side and one.box == box and not one.used
        )

    def waits(self, side: str, box: str) -> bool:
        """Whether, by public facts, a side might have a usable point in a box."""
        return self.commands(side) and bool(self.in_box(side, box))

    def with_unit(self, unit: Unit) -> "State":
        """The state with a unit replaced."""
        return msgspec.structs.replace(self, units=exchanged(self.units, "id", (unit,)))
