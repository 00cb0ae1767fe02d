"""What happened. Outcomes stand in the effects, so that folding never rolls, looks up or judges."""

from typing import Literal

from iacta.domain.de_bello_punico.effects.battle import (
    Advanced,
    AdvanceDue,
    AttackDeclared,
    AttackDropped,
    CombatResolved,
    CombatRolled,
    Fighter,
    LeaderAtRisk,
    LeaderResolved,
    LeaderRolled,
    Modifier,
    PointsCommitted,
    Pursued,
    PursuitDue,
    PursuitHeld,
    Stayed,
    VolleyResolved,
    VolleyRolled,
    Withdrew,
)
from iacta.domain.de_bello_punico.state import (
    Army,
    CounterType,
    Leader,
    Missile,
    Spot,
    Switches,
    Unit,
)
from iacta.domain.de_bello_punico.state.grid import Field
from iacta.domain.de_bello_punico.state.keys import BoxKey, Phase, SideKey, TypeKey
from iacta.domain.kernel.contract.system import Effect, Part
from iacta.domain.kernel.proof.seals import Sealed

Ending = Literal["field", "edge", "enemy", "veterans", "trapped"]
"""How a flight ends: on the field, off it, or with the unit's death and why. BP 11.1.2."""


class Began(Effect, frozen=True, tag="de-bello-punico.began"):
    """The battle is laid out: everything that it is played with."""

    scenario: str
    turns: int
    draw: SideKey | None
    switches: Switches
    armies: tuple[Army, ...]
    field: Field
    types: tuple[CounterType, ...]
    missiles: tuple[Missile, ...]
    support: tuple[tuple[TypeKey, ...], ...]
    spots: tuple[Spot, ...]
    setting: tuple[SideKey, ...]
    units: tuple[Unit, ...]
    leaders: tuple[Leader, ...]


class UnitShifted(Effect, frozen=True, tag="de-bello-punico.unit-shifted"):
    """In the set-up a unit takes another hex of its type; from no hex if it was held out."""

    unit: str
    start: str | None
    hex: str


class LeaderSeated(Effect, frozen=True, tag="de-bello-punico.leader-seated"):
    """In the set-up a leader joins a unit."""

    side: SideKey
    unit: str


class UnitHeldOut(Effect, frozen=True, tag="de-bello-punico.unit-held-out"):
    """A Numidian unit is kept off the field to enter later. BP 17.1.3c."""

    unit: str


class SideReady(Effect, frozen=True, tag="de-bello-punico.side-ready"):
    """A side has set up."""

    side: SideKey


class TurnBegun(Effect, frozen=True, tag="de-bello-punico.turn-begun"):
    """A turn begins with the strategic phase; all markers are taken up again. BP 3.1A."""

    turn: int


class MarkerPlaced(Effect, frozen=True, tag="de-bello-punico.marker-placed"):
    """A marker lies in a box. ``marker``: the digest that hides what it is. BP 4.1, BP-12."""

    side: SideKey
    box: BoxKey
    marker: str


class PlacementLaid(Effect, frozen=True, tag="de-bello-punico.placement-laid"):
    """A side has placed all its markers in one sealed command: the digests. BP-12."""

    side: SideKey
    boxes: str
    vacuus: str


class PlacedMarker(Part, frozen=True):
    """A marker in its box, its worth still hidden."""

    box: BoxKey
    marker: Sealed


class MarkersShown(Effect, frozen=True, tag="de-bello-punico.markers-shown"):
    """Both sides have placed: a side's markers box by box, sealed anew, the Vacuus last in its box.

    So it tells nothing which of a box's markers is used first. BP-12.
    """

    side: SideKey
    markers: tuple[PlacedMarker, ...]


class MarkerUsed(Effect, frozen=True, tag="de-bello-punico.marker-used"):
    """A marker is used and shown: 1 for a Command Point, 0 for the Vacuus. BP 4."""

    side: SideKey
    box: BoxKey
    marker: str
    worth: int


class PhaseBegun(Effect, frozen=True, tag="de-bello-punico.phase-begun"):
    """A phase of the turn begins; ``side`` is the side whose impulse it is."""

    phase: Phase
    side: SideKey | None = None


class InitiativeRolled(Effect, frozen=True, tag="de-bello-punico.initiative-rolled"):
    """Both initiative dice, in the order of ``sides``, and what their points add. BP 5."""

    sides: tuple[SideKey, ...]
    faces: tuple[int, ...]
    bonus: tuple[int, ...]
    window: tuple[SideKey, ...]


class InitiativeResolved(Effect, frozen=True, tag="de-bello-punico.initiative-resolved"):
    """Who has the initiative; nobody where the totals are equal, and all is rolled again. BP 5."""

    totals: tuple[int, ...]
    winner: SideKey | None


class OrderChosen(Effect, frozen=True, tag="de-bello-punico.order-chosen"):
    """The winner of the initiative has said who is First player. BP 5."""

    side: SideKey
    first: SideKey


class Rerolled(Effect, frozen=True, tag="de-bello-punico.rerolled"):
    """Fortuna: a seat throws one of its dice again, and the new face stands. BP 4.9, BP-23."""

    side: SideKey
    before: int
    face: int


class RollAccepted(Effect, frozen=True, tag="de-bello-punico.roll-accepted"):
    """A seat that might reroll lets its die stand. BP-26."""

    side: SideKey


class ElephantRolled(Effect, frozen=True, tag="de-bello-punico.elephant-rolled"):
    """Rome has rolled for an enemy elephant unit. ``left``: units that its point still covers."""

    unit: str
    face: int
    left: int
    window: tuple[SideKey, ...]


class ElephantResolved(Effect, frozen=True, tag="de-bello-punico.elephant-resolved"):
    """What the elephants do. BP 15.1."""

    unit: str
    face: int
    result: Literal["no effect", "motionless", "enraged", "furious"]


class Stampeded(Effect, frozen=True, tag="de-bello-punico.stampeded"):
    """An elephant unit runs where its owner did not send it: enraged, or led by Rome. BP 15.1."""

    unit: str
    path: tuple[str, ...]
    facing: int
    cost: int
    gone: bool
    fights: bool


class UnitMoved(Effect, frozen=True, tag="de-bello-punico.unit-moved"):
    """A unit has moved. ``path`` begins where it stood. ``no_attack``: it left an enemy zone
    (BP 8.2); ``charge``: elephants that ran four hexes straight (BP-21); ``stopped``: it entered
    an enemy zone, which ended its move (BP 8.2).
    """

    unit: str
    path: tuple[str, ...]
    facing: int
    cost: int
    no_attack: bool
    charge: bool
    stopped: bool = False


class UnitsHastened(Effect, frozen=True, tag="de-bello-punico.units-hastened"):
    """A Command Point gives units of one type 1 MP more. BP 4.6."""

    side: SideKey
    units: tuple[str, ...]


class UnitLeft(Effect, frozen=True, tag="de-bello-punico.unit-left"):
    """A Roman unit leaves by the enemy's edge, and Rome's Rout Points fall. BP 17.1.4, BP-19."""

    unit: str
    hex: str
    back: int
    rout: int


class UnitEntered(Effect, frozen=True, tag="de-bello-punico.unit-entered"):
    """A unit comes onto the field: back from a pursuit (BP 14.1), or from hiding (BP 17.1.3c).

    ``stopped``: into an enemy zone, which ends its move (BP 8.2, BP-39).
    """

    unit: str
    hex: str
    facing: int
    cost: int
    rule: str
    stopped: bool = False


class Disordered(Effect, frozen=True, tag="de-bello-punico.disordered"):
    """A unit takes Disorder. ``total``: what it then has; at its morale it panics. BP 10.7."""

    unit: str
    points: int
    total: int
    morale: int
    rule: str
    reason: str


class Panicked(Effect, frozen=True, tag="de-bello-punico.panicked"):
    """A unit panics, and its side takes Rout Points, now and never again. BP 11, BP 16.1, BP-3."""

    unit: str
    side: SideKey
    points: int
    rout: int


class UnitFled(Effect, frozen=True, tag="de-bello-punico.unit-fled"):
    """A panicked unit runs for its own edge. ``path`` begins where it stood. BP 11, BP 11.1."""

    unit: str
    path: tuple[str, ...]
    facing: int
    ends: Ending


class UnitEliminated(Effect, frozen=True, tag="de-bello-punico.unit-eliminated"):
    """A unit is taken off: elephants and skirmishers in panic, a panicked unit attacked."""

    unit: str
    rule: str
    reason: str


class LeaderMoved(Effect, frozen=True, tag="de-bello-punico.leader-moved"):
    """A leader joins another unit, of his own will (BP 13) or because his is gone (BP-29)."""

    side: SideKey
    start: str | None
    unit: str
    path: tuple[str, ...]
    forced: bool


class LeaderLeft(Effect, frozen=True, tag="de-bello-punico.leader-left"):
    """A leader has no unit to go to: he leaves the field. BP-29."""

    side: SideKey
    name: str


class Recovered(Effect, frozen=True, tag="de-bello-punico.recovered"):
    """A unit loses a point of Disorder. BP 4.4, BP 12."""

    unit: str
    total: int


class BattleEnded(Effect, frozen=True, tag="de-bello-punico.battle-ended"):
    """The battle is over; nobody wins a draw that is nobody's. BP 16, BP-18."""

    reason: str
    winners: tuple[SideKey, ...]


SetUp = UnitShifted | LeaderSeated | UnitHeldOut | SideReady
"""What a side does before the first turn."""

Commanded = (
    TurnBegun
    | MarkerPlaced
    | PlacementLaid
    | MarkersShown
    | MarkerUsed
    | PhaseBegun
    | InitiativeRolled
    | InitiativeResolved
    | OrderChosen
)
"""Turns, markers, initiative."""

Acted = (
    Rerolled
    | RollAccepted
    | ElephantRolled
    | ElephantResolved
    | Stampeded
    | UnitMoved
    | UnitsHastened
    | UnitLeft
    | UnitEntered
    | VolleyRolled
    | VolleyResolved
    | Recovered
    | BattleEnded
)
"""Movement, volleys, elephants, Fortuna, recovery, the end."""

Suffered = (
    Disordered
    | Panicked
    | UnitFled
    | UnitEliminated
    | LeaderMoved
    | LeaderLeft
    | LeaderAtRisk
    | LeaderRolled
    | LeaderResolved
)
"""Disorder, panic, flight, and what befalls leaders."""

Fought = (
    PointsCommitted
    | AttackDeclared
    | AttackDropped
    | Withdrew
    | CombatRolled
    | CombatResolved
    | AdvanceDue
    | Advanced
    | Stayed
    | PursuitDue
    | Pursued
    | PursuitHeld
)
"""Combat, advance, pursuit."""

Fact = Began | SetUp | Commanded | Acted | Suffered | Fought

__all__ = [
    "Acted",
    "AdvanceDue",
    "Advanced",
    "AttackDeclared",
    "AttackDropped",
    "BattleEnded",
    "Began",
    "CombatResolved",
    "CombatRolled",
    "Commanded",
    "Disordered",
    "ElephantResolved",
    "ElephantRolled",
    "Ending",
    "Fact",
    "Fighter",
    "Fought",
    "InitiativeResolved",
    "InitiativeRolled",
    "LeaderAtRisk",
    "LeaderLeft",
    "LeaderMoved",
    "LeaderResolved",
    "LeaderRolled",
    "LeaderSeated",
    "MarkerPlaced",
    "MarkerUsed",
    "MarkersShown",
    "Modifier",
    "OrderChosen",
    "Panicked",
    "PhaseBegun",
    "PlacedMarker",
    "PlacementLaid",
    "PointsCommitted",
    "Pursued",
    "PursuitDue",
    "PursuitHeld",
    "Recovered",
    "Rerolled",
    "RollAccepted",
    "SetUp",
    "SideReady",
    "Stampeded",
    "Stayed",
    "Suffered",
    "TurnBegun",
    "UnitEliminated",
    "UnitEntered",
    "UnitFled",
    "UnitHeldOut",
    "UnitLeft",
    "UnitMoved",
    "UnitShifted",
    "UnitsHastened",
    "VolleyResolved",
    "VolleyRolled",
    "Withdrew",
]
