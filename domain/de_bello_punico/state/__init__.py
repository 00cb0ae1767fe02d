"""The state: what is folded from effects.

A leader always rides with a unit of his own (BP-30). A marker's worth is null until it is used.
"""

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
from iacta.domain.de_bello_punico.state.pending import AnyPending
from iacta.domain.kernel.contract.system import Part


class CounterType(Part, frozen=True):
    """The values of a kind of counter. BP 2.4."""

    type: TypeKey
    title: Title
    letters: Annotated[str, Meta(min_length=1, max_length=3)]
    combat: Annotated[int, Meta(ge=0, le=12)]
    movement: Annotated[int, Meta(ge=1, le=12)]
    morale: Annotated[int, Meta(ge=1, le=9)]
    missile: bool = False
    reason: Note = ""

    @property
    def arm(self) -> Arm:
        """Foot, light foot, horse or elephants."""
        return ARMS[self.type]


class Numbers(Part, frozen=True):
    """Against one type of target: the number or less that hits. BP 9.3."""

    target: TypeKey
    number: Annotated[int, Meta(ge=0, le=6)]


class Missile(Part, frozen=True):
    """A row of the missile table: who shoots, how far, with which numbers. BP 9.3."""

    shooter: TypeKey
    range: Annotated[int, Meta(ge=1, le=2)]
    numbers: Annotated[tuple[Numbers, ...], Meta(min_length=1, max_length=20)]


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit. ``fate`` is empty on the field; ``hex`` is then set, and ``spent`` counts its MP.

    ``held`` may still enter (17.1.3c), ``pursuing`` left by ``hex`` and may return (14.1).
    """

    id: UnitId
    side: SideKey
    type: TypeKey
    hex: str | None
    facing: Facing
    disorder: Small = 0
    panicked: bool = False
    fate: Literal["", "held", "pursuing", "fled", "eliminated", "removed", "left"] = ""
    marks: tuple[Mark, ...] = ()
    spent: Small = 0

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


class Leader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side's leader; ``unit`` is with whom he rides. BP 13."""

    side: SideKey
    name: str
    value: Small
    unit: UnitId | None
    fate: Literal["", "dead", "left"] = ""
    moved: bool = False


class Marker(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A marker in a box; ``seal`` hides whether it is a point or the Vacuus. BP-12."""

    side: SideKey
    box: BoxKey
    seal: str
    worth: Small | None = None

    @property
    def used(self) -> bool:
        """Whether it has been used, and is open."""
        return self.worth is not None


class Army(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side: its Command Points, its boxes, its rout limit and Rout Points. BP 16."""

    side: SideKey
    points: Small
    boxes: tuple[BoxKey, ...]
    limit: Small
    rout: Small = 0


class Spot(Part, frozen=True):
    """Where units of a type may be set up. BP 17."""

    side: SideKey
    type: TypeKey
    hexes: tuple[HexId, ...]


class Switches(Part, frozen=True):
    """The campaign's switches."""

    placing: Literal["alternate", "together"] = "alternate"
    allies_rout: Literal[1, 0] = 1
    withdrawals: Literal["per unit", "per side"] = "per unit"


class Placement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side's markers placed in one sealed command. BP-12, placing together."""

    side: SideKey
    boxes: str
    vacuus: str


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The battle before and after any effect.

    ``first`` leads the turn; ``side`` is the side in phase, whoever it is that now decides.
    ``charges`` and ``checks``: mercenary charges and elephants that a point already spent still
    allows.
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
        """The field made ready for reckoning."""
        assert self.field is not None
        return grid_of(self.field)

    @cached_property
    def by_id(self) -> dict[str, Unit]:
        """Units by their id."""
        return {unit.id: unit for unit in self.units}

    @cached_property
    def at(self) -> dict[str, Unit]:
        """Units on the field by their hex."""
        return {unit.hex: unit for unit in self.units if not unit.fate and unit.hex}

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
    def alternate(self) -> bool:
        """Whether markers are placed one by one."""
        return self.switches.placing == "alternate"

    def army(self, side: str) -> Army:
        """A side; KeyError if the battle has not begun."""
        for army in self.armies:
            if army.side == side:
                return army
        raise KeyError(side)

    def leader(self, side: str) -> Leader | None:
        """A side's leader, dead or alive."""
        return next((one for one in self.leaders if one.side == side), None)

    def rider(self, unit: str) -> Leader | None:
        """The leader who rides with a unit."""
        return next((one for one in self.leaders if one.unit == unit and not one.fate), None)

    def commands(self, side: str) -> bool:
        """Whether a side may use Command Points: its leader is there. BP-24."""
        leader = self.leader(side)
        return leader is not None and not leader.fate

    def in_box(self, side: str, box: str) -> tuple[Marker, ...]:
        """A side's unused markers in a box."""
        return tuple(
            one for one in self.markers if one.side == side and one.box == box and not one.used
        )

    def waits(self, side: str, box: str) -> bool:
        """Whether a side could, for all that is public, use a point of a box."""
        return self.commands(side) and bool(self.in_box(side, box))

    def with_unit(self, unit: Unit) -> "State":
        """The state with a unit in another condition."""
        units = tuple(unit if one.id == unit.id else one for one in self.units)
        return msgspec.structs.replace(self, units=units)
