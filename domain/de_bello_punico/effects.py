"""The effects. They carry every outcome, so folding them never rolls, looks up or judges."""

from typing import Literal

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
Goaded = Literal["no effect", "motionless", "enraged", "furious"]
"""What elephants do when Rome rolls for them. BP 15.1."""


class Began(Effect, frozen=True, tag="de-bello-punico.began", kw_only=True):
    """The battle begins: the initial position with everything it is played with."""

    scenario: str  #: the scenario's key
    turns: int  #: how many turns there are
    draw: SideKey | None  #: the side that a draw counts for; null if nobody
    switches: Switches  #: the settings of the campaign
    armies: tuple[Army, ...]  #: both sides
    field: Field  #: the field
    types: tuple[CounterType, ...]  #: the kinds of counters with their values
    missiles: tuple[Missile, ...]  #: the missile table
    support: tuple[tuple[TypeKey, ...], ...]  #: groups of types that support each other
    spots: tuple[Spot, ...]  #: where units may be set up
    setting: tuple[SideKey, ...]  #: the sides that set up, in order
    units: tuple[Unit, ...]  #: every unit
    leaders: tuple[Leader, ...]  #: both leaders


class UnitShifted(Effect, frozen=True, tag="de-bello-punico.unit-shifted"):
    """A unit is set up in another hex of its type; ``start`` is null if it was held back."""

    unit: str  #: its id
    start: str | None  #: the hex it left; null if it was held back
    hex: str  #: where it stands now


class LeaderSeated(Effect, frozen=True, tag="de-bello-punico.leader-seated"):
    """A leader is set up with a unit."""

    side: SideKey  #: whose leader it is
    unit: str  #: the unit that the leader rides with


class UnitHeldOut(Effect, frozen=True, tag="de-bello-punico.unit-held-out"):
    """A Numidian unit is kept off the field to enter later. BP 17.1.3c."""

    unit: str  #: its id


class SideReady(Effect, frozen=True, tag="de-bello-punico.side-ready"):
    """A side has finished its set-up."""

    side: SideKey  #: `rome` or `carthage`


class TurnBegun(Effect, frozen=True, tag="de-bello-punico.turn-begun"):
    """A turn begins with the strategic phase; all markers return to their sides. BP 3.1A."""

    turn: int  #: the turn, from 1


class MarkerPlaced(Effect, frozen=True, tag="de-bello-punico.marker-placed"):
    """A marker is placed in a box. ``marker``: the digest that hides its worth. BP 4.1, BP-12."""

    side: SideKey  #: whose marker it is
    box: BoxKey  #: the box that it lies in
    marker: str  #: the digest that hides what it is


class PlacementLaid(Effect, frozen=True, tag="de-bello-punico.placement-laid"):
    """A side has placed all its markers in one sealed command: the digests. BP-12."""

    side: SideKey  #: whose markers they are
    boxes: str  #: the digest of the boxes
    vacuus: str  #: the digest of the place of the Vacuus


class PlacedMarker(Part, frozen=True):
    """A marker in its box, its worth still hidden."""

    box: BoxKey  #: the box that it lies in
    marker: Sealed  #: its worth, sealed


class MarkersShown(Effect, frozen=True, tag="de-bello-punico.markers-shown"):
    """Both sides have placed: a side's markers box by box, resealed, the Vacuus last in its box.

    So the order in which a box's markers are used reveals nothing. BP-12.
    """

    side: SideKey  #: whose markers they are
    markers: tuple[PlacedMarker, ...]  #: box by box, the Vacuus last in its box


class MarkerUsed(Effect, frozen=True, tag="de-bello-punico.marker-used"):
    """A marker is used and revealed: 1 for a Command Point, 0 for the Vacuus. BP 4."""

    side: SideKey  #: whose marker it is
    box: BoxKey  #: the box that it lay in
    marker: str  #: the digest that hid it
    worth: int  #: 1 for a Command Point, 0 for the Vacuus


class PhaseBegun(Effect, frozen=True, tag="de-bello-punico.phase-begun"):
    """A phase of the turn begins; ``side`` is the side whose impulse it is."""

    phase: Phase  #: the phase
    side: SideKey | None = None  #: the side whose impulse it is


class InitiativeRolled(Effect, frozen=True, tag="de-bello-punico.initiative-rolled"):
    """Both initiative dice, in the order of ``sides``, and the bonus of their points. BP 5."""

    sides: tuple[SideKey, ...]  #: whose die is which
    faces: tuple[int, ...]  #: what the dice showed
    bonus: tuple[int, ...]  #: what the Command Points add to each
    window: tuple[SideKey, ...] = ()  #: who may reroll, in this order


class InitiativeResolved(Effect, frozen=True, tag="de-bello-punico.initiative-resolved"):
    """Who has the initiative; null on equal totals, which are rerolled. BP 5."""

    totals: tuple[int, ...]  #: each die with its bonus
    winner: SideKey | None  #: who has the initiative; null where it is rolled again


class OrderChosen(Effect, frozen=True, tag="de-bello-punico.order-chosen"):
    """The winner of the initiative has chosen the First player. BP 5."""

    side: SideKey  #: who has chosen
    first: SideKey  #: the First player


class Rerolled(Effect, frozen=True, tag="de-bello-punico.rerolled"):
    """Fortuna: a seat rerolls one of its dice, and the new face stands. BP 4.9, BP-23."""

    side: SideKey  #: whose die it is
    before: int  #: what it showed
    face: int  #: what it shows now


class RollAccepted(Effect, frozen=True, tag="de-bello-punico.roll-accepted"):
    """A seat that could reroll accepts its die. BP-26."""

    side: SideKey  #: whose die it is


class ElephantRolled(Effect, frozen=True, tag="de-bello-punico.elephant-rolled"):
    """Rome rolls against an elephant unit, or two. BP 4.8, BP 15.1."""

    unit: str  #: the elephants
    face: int  #: what the die showed
    left: int = 0  #: units that the point still covers, if each has a roll of its own (BP-49)
    window: tuple[SideKey, ...] = ()  #: who may reroll, in this order
    others: tuple[str, ...] = ()  #: other elephants that the same roll is for


class ElephantResolved(Effect, frozen=True, tag="de-bello-punico.elephant-resolved"):
    """What the elephants do. BP 15.1."""

    unit: str  #: the elephants
    face: int  #: what the die shows
    result: Goaded  #: what the table says


class Stampeded(Effect, frozen=True, tag="de-bello-punico.stampeded", kw_only=True):
    """An elephant unit runs out of its owner's control: enraged, or moved by Rome. BP 15.1."""

    unit: str  #: the elephants
    path: tuple[str, ...]  #: the hexes of its way, beginning where it stood
    facing: int  #: the side of the hex it then faces, 0 to 5
    cost: int  #: movement points spent
    gone: bool = False  #: whether it left the field
    fights: bool = False  #: whether it is still on the field, to fight


class UnitMoved(Effect, frozen=True, tag="de-bello-punico.unit-moved", kw_only=True):
    """A unit has moved. ``path`` begins where it was. ``no_attack``: it left an enemy zone
    (BP 8.2); ``charge``: elephants that ran four hexes straight (BP 10.3); ``stopped``: it entered
    an enemy zone, which ended its move (BP 8.2).
    """

    unit: str  #: its id
    path: tuple[str, ...]  #: the hexes of its way, beginning where it stood
    facing: int  #: the side of the hex it then faces, 0 to 5
    cost: int  #: movement points spent
    no_attack: bool = False  #: whether it may not attack, as it left an enemy zone (BP 8.2)
    charge: bool = False  #: whether elephants ran four hexes straight (BP 10.3)
    stopped: bool = False  #: whether an enemy zone ended its move (BP 8.2)


class UnitsHastened(Effect, frozen=True, tag="de-bello-punico.units-hastened"):
    """A Command Point gives units of one type +1 MP. BP 4.6."""

    side: SideKey  #: whose Command Point it is
    units: tuple[str, ...]  #: the units that get 1 MP more


class UnitLeft(Effect, frozen=True, tag="de-bello-punico.unit-left"):
    """A Roman unit leaves by the enemy's edge, and Rome's Rout Points fall. BP 17.1.4, BP-19."""

    unit: str  #: its id
    hex: str  #: the hex it left by
    back: int  #: Rout Points that are taken off
    rout: int  #: Rome's Rout Points then


class UnitEntered(Effect, frozen=True, tag="de-bello-punico.unit-entered"):
    """A unit enters the field: back from a pursuit (BP 14.1), or from hiding (BP 17.1.3c).

    ``stopped``: into an enemy zone, which ends its move (BP 8.2, BP-39).
    """

    unit: str  #: its id
    hex: str  #: where it enters
    facing: int  #: the side of the hex it then faces, 0 to 5
    cost: int  #: movement points spent
    rule: str  #: the rule that lets it
    stopped: bool = False  #: whether an enemy zone ended its move (BP 8.2, BP-39)


class Disordered(Effect, frozen=True, tag="de-bello-punico.disordered"):
    """A unit takes Disorder. ``total``: its new Disorder; at its morale it panics. BP 10.7."""

    unit: str  #: its id
    points: int  #: Disorder that it takes
    total: int  #: Disorder that it then has
    morale: int  #: its morale; with as much Disorder it panics
    rule: str  #: the rule or ruling
    reason: str  #: why


class Panicked(Effect, frozen=True, tag="de-bello-punico.panicked"):
    """A unit panics, and its side takes Rout Points for it, once. BP 11, BP 16.1, BP-3."""

    unit: str  #: its id
    side: SideKey  #: whose unit it is
    points: int  #: Rout Points that its side takes
    rout: int  #: the side's Rout Points then


class UnitFled(Effect, frozen=True, tag="de-bello-punico.unit-fled"):
    """A panicked unit flees towards its own edge. ``path`` begins where it was. BP 11, BP 11.1."""

    unit: str  #: its id
    path: tuple[str, ...]  #: the hexes of its way, beginning where it stood
    facing: int  #: the side of the hex it then faces, 0 to 5
    ends: Ending  #: how the flight ends


class UnitEliminated(Effect, frozen=True, tag="de-bello-punico.unit-eliminated"):
    """A unit is eliminated: elephants or skirmishers in panic, or a panicked unit attacked."""

    unit: str  #: its id
    rule: str  #: the rule or ruling
    reason: str  #: why


class LeaderMoved(Effect, frozen=True, tag="de-bello-punico.leader-moved"):
    """A leader moves, by command or because the leader must withdraw. BP 13, BP-29."""

    side: SideKey  #: whose leader it is
    path: tuple[str, ...]  #: the hexes of the way, beginning where the leader stood
    unit: str | None = None  #: the unit that the leader joins; null if none
    forced: bool = False  #: whether the leader had to withdraw


class LeaderMustWithdraw(Effect, frozen=True, tag="de-bello-punico.leader-must-withdraw"):
    """A leader's unit is gone, or the leader is attacked alone: a withdrawal is due. BP 13."""

    side: SideKey  #: whose leader it is


class LeaderTaken(Effect, frozen=True, tag="de-bello-punico.leader-taken"):
    """A leader who must withdraw and cannot is eliminated. BP-29, BP 16.1."""

    side: SideKey  #: whose leader it is
    name: str  #: the leader's name
    points: int  #: Rout Points that it costs
    rout: int  #: the side's Rout Points then


class LeaderLeft(Effect, frozen=True, tag="de-bello-punico.leader-left"):
    """A leader who is always with a unit, and has none to join, leaves the field. BP-29."""

    side: SideKey  #: whose leader it is
    name: str  #: the leader's name


class Recovered(Effect, frozen=True, tag="de-bello-punico.recovered"):
    """A unit loses a point of Disorder. BP 4.4, BP 12."""

    unit: str  #: its id
    total: int  #: Disorder that it then has


class BattleEnded(Effect, frozen=True, tag="de-bello-punico.battle-ended"):
    """The battle is over; ``winners`` is empty for a true draw. BP 16, BP-18."""

    reason: str  #: why
    winners: tuple[SideKey, ...]  #: the sides that have won; none for a draw that is nobody's


class Modifier(Part, frozen=True):
    """A modifier of a die: value, reason and rule."""

    value: int  #: what is added to the die
    reason: str  #: why
    rule: str  #: the rule or ruling


class LeaderAtRisk(Effect, frozen=True, tag="de-bello-punico.leader-at-risk"):
    """A leader's unit has taken Disorder: the leader's roll is due. BP 13, BP-24."""

    side: SideKey  #: whose leader it is
    unit: str  #: the unit that the leader rides with


class LeaderRolled(Effect, frozen=True, tag="de-bello-punico.leader-rolled"):
    """The die for a leader. BP 13."""

    side: SideKey  #: whose leader it is
    face: int  #: what the die showed
    window: tuple[SideKey, ...] = ()  #: who may reroll, in this order


class LeaderResolved(Effect, frozen=True, tag="de-bello-punico.leader-resolved"):
    """Whether the leader dies, on a 1, which costs the side Rout Points. BP 13, BP 16.1."""

    side: SideKey  #: whose leader it is
    name: str  #: the leader's name
    face: int  #: what the die shows
    dead: bool  #: whether the leader dies
    points: int  #: Rout Points that it costs
    rout: int  #: the side's Rout Points then


class VolleyRolled(Effect, frozen=True, tag="de-bello-punico.volley-rolled"):
    """A unit shoots: the number that hits, and the die. BP 9.3."""

    shooter: str  #: the unit that shoots
    target: str  #: the unit that is shot at
    range: int  #: how far, in hexes
    number: int  #: this face or less hits
    face: int  #: what the die showed
    window: tuple[SideKey, ...] = ()  #: who may reroll, in this order


class VolleyResolved(Effect, frozen=True, tag="de-bello-punico.volley-resolved"):
    """Whether the volley hits; a hit is 1 Disorder. BP 9.3."""

    shooter: str  #: the unit that shot
    target: str  #: the unit that was shot at
    number: int  #: this face or less hits
    face: int  #: what the die shows
    hit: bool  #: whether it hits


class PointsCommitted(Effect, frozen=True, tag="de-bello-punico.points-committed"):
    """Units that fight with a Command Point this impulse. BP 4.3, BP-25."""

    side: SideKey  #: whose Command Points they are
    units: tuple[str, ...]  #: one point each


class AttackDeclared(Effect, frozen=True, tag="de-bello-punico.attack-declared"):
    """A unit attacks another, and the defender may answer. BP 10."""

    attacker: str  #: the unit that attacks
    target: str  #: the unit that is attacked, or the leader alone, `r0` or `k0`
    support: tuple[str, ...] = ()  #: units that support the attacker
    charge: bool = False  #: whether mercenaries charge
    charges: int = 0  #: charges that the Furor point still allows


class AttackDropped(Effect, frozen=True, tag="de-bello-punico.attack-dropped"):
    """An attack without dice, on a unit in panic (BP 11.1.2) or a leader alone (BP-51)."""

    attacker: str  #: the unit that attacked
    target: str  #: what was attacked


class Withdrew(Effect, frozen=True, tag="de-bello-punico.withdrew"):
    """The attacked unit withdraws, and the attack is used up. BP 10.1, BP-6."""

    unit: str  #: its id
    start: str  #: the hex it left
    hex: str  #: where it stands now
    facing: int  #: the side of the hex it then faces, 0 to 5


class CombatRolled(Effect, frozen=True, tag="de-bello-punico.combat-rolled", kw_only=True):
    """Both dice of a combat. BP 10.2."""

    attacker: str  #: the unit that attacks
    target: str  #: the unit that is attacked
    support: tuple[str, ...] = ()  #: units that support the attacker
    defence: tuple[str, ...] = ()  #: units that support the target
    charge: bool = False  #: whether mercenaries charge
    sides: tuple[SideKey, ...]  #: whose die is which
    faces: tuple[int, ...]  #: what the dice showed
    window: tuple[SideKey, ...] = ()  #: who may reroll, in this order


class Fighter(Part, frozen=True):
    """One unit's part in a combat: its die, what is added, the total, its Disorder from it."""

    unit: str  #: its id
    side: SideKey  #: whose unit it is
    hex: str  #: where it stands
    face: int  #: what its die shows
    modifiers: tuple[Modifier, ...]  #: what is added, and why
    total: int  #: the die with its modifiers
    disorder: int  #: Disorder that it takes


class CombatResolved(Effect, frozen=True, tag="de-bello-punico.combat-resolved"):
    """A combat's totals and result. ``winner``: a unit, or null. BP 10.6."""

    attacker: Fighter  #: the attacker's part
    defender: Fighter  #: the defender's part
    difference: int  #: of the totals
    doubled: bool  #: whether one total is at least twice the other, which doubles the Disorder
    winner: str | None  #: the unit that won; null if nobody did


class AdvanceDue(Effect, frozen=True, tag="de-bello-punico.advance-due"):
    """The defender's hex is empty: the attacker enters it, or may. BP 10.8."""

    unit: str  #: the unit that advances
    hex: str  #: the vacated hex
    optional: bool = False  #: whether it may stay instead


class Advanced(Effect, frozen=True, tag="de-bello-punico.advanced"):
    """The attacker enters the vacated hex, with any facing. BP 10.8."""

    unit: str  #: its id
    start: str  #: the hex it left
    hex: str  #: where it stands now
    facing: int  #: the side of the hex it then faces, 0 to 5


class Stayed(Effect, frozen=True, tag="de-bello-punico.stayed"):
    """The attacker does not advance. BP 10.8.1."""

    unit: str  #: its id


class PursuitDue(Effect, frozen=True, tag="de-bello-punico.pursuit-due", kw_only=True):
    """Cavalry has routed cavalry, and must pursue it. BP 14."""

    unit: str  #: the horse that pursues
    route: tuple[str, ...]  #: the hexes along which the enemy fled
    off: bool = False  #: whether the enemy fled off the field
    attacked: bool = False  #: whether the pursuer was the attacker


class Pursued(Effect, frozen=True, tag="de-bello-punico.pursued"):
    """Cavalry pursues. ``path`` begins where it was; ``off``: off the field. BP 14."""

    unit: str  #: its id
    path: tuple[str, ...]  #: the hexes of its way, beginning where it stood
    facing: int  #: the side of the hex it then faces, 0 to 5
    off: bool = False  #: whether it went over the edge


class PursuitHeld(Effect, frozen=True, tag="de-bello-punico.pursuit-held"):
    """A Cavalry point prevents a pursuit. BP 4.5."""

    unit: str  #: its id


SetUpEffect = UnitShifted | LeaderSeated | UnitHeldOut | SideReady
"""Effects of the set-up."""

MarkerEffect = MarkerPlaced | PlacementLaid | MarkersShown | MarkerUsed
TurnEffect = (
    TurnBegun | PhaseBegun | MarkerEffect | InitiativeRolled | InitiativeResolved | OrderChosen
)
"""Effects of turns, markers and initiative."""

MovementEffect = UnitMoved | UnitsHastened | UnitLeft | UnitEntered | Stampeded
DieEffect = Rerolled | RollAccepted | ElephantRolled | ElephantResolved
ActionEffect = MovementEffect | DieEffect | VolleyRolled | VolleyResolved | Recovered | BattleEnded
"""Effects of movement, volleys, elephants, Fortuna, recovery and the end."""

LeaderStep = LeaderMoved | LeaderMustWithdraw | LeaderTaken | LeaderLeft
LeaderEffect = LeaderStep | LeaderAtRisk | LeaderRolled | LeaderResolved
ConsequenceEffect = Disordered | Panicked | UnitFled | UnitEliminated | LeaderEffect
"""Effects of Disorder, panic, flight and leaders."""

AttackEffect = AttackDeclared | AttackDropped | Withdrew | CombatRolled | CombatResolved
PursuitEffect = AdvanceDue | Advanced | Stayed | PursuitDue | Pursued | PursuitHeld
CombatEffect = PointsCommitted | AttackEffect | PursuitEffect
"""Effects of combat, advance and pursuit."""

AnyEffect = Began | SetUpEffect | TurnEffect | ActionEffect | ConsequenceEffect | CombatEffect
