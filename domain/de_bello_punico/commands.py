"""The commands of seats, which the referee may send for a seat. Bounds are the API's contract."""

from typing import Annotated, Literal

from msgspec import Meta

from iacta.domain.de_bello_punico.state.grid import Facing, HexId
from iacta.domain.de_bello_punico.state.keys import BoxKey, TargetId, UnitId, Worth
from iacta.domain.kernel.contract.system import Command, CommandSpec

FARTHEST = 12
"""the most hexes of a march: no allowance is greater"""
MOST = 100
"""the most units in one command"""
Units = Annotated[tuple[UnitId, ...], Meta(max_length=MOST)]
Support = Annotated[tuple[UnitId, ...], Meta(max_length=3)]


class Shift(Command, frozen=True, tag="de-bello-punico.shift"):
    """Set up a unit in another hex of its type. BP 17.1.2."""

    unit: UnitId  #: the unit to move
    to: HexId  #: a hex where its type may be set up


class SeatLeader(Command, frozen=True, tag="de-bello-punico.seat-leader"):
    """Set up the leader with a unit. BP 17.1.2."""

    unit: UnitId  #: the unit that the leader is with


class HoldOut(Command, frozen=True, tag="de-bello-punico.hold-out"):
    """Hold a Numidian unit off the field. BP 17.1.3c."""

    unit: UnitId  #: the Numidian unit


class Ready(Command, frozen=True, tag="de-bello-punico.ready"):
    """Finish your set-up."""


class Place(Command, frozen=True, tag="de-bello-punico.place"):
    """Place a marker in a box; its worth stays secret. BP 4.1."""

    box: BoxKey  #: the box it is put in
    marker: Worth  #: the marker: a Command Point, or the Vacuus


class PlaceAll(Command, frozen=True, tag="de-bello-punico.place-all"):
    """Place all markers in secret. BP-12."""

    boxes: Annotated[tuple[BoxKey, ...], Meta(min_length=1, max_length=21)]  #: one box per marker
    #: Which of them is the Vacuus: its index in `boxes`, from 0.
    vacuus: Annotated[int, Meta(ge=0, le=20)]


class RollInitiative(Command, frozen=True, tag="de-bello-punico.roll-initiative"):
    """Roll both initiative dice. BP 5."""


class ChooseOrder(Command, frozen=True, tag="de-bello-punico.choose-order"):
    """Choose to be First or Second player. BP 5."""

    order: Literal["first", "second"]  #: whether you move first or second


class Goad(Command, frozen=True, tag="de-bello-punico.goad"):
    """Roll on the Elephants Table for one or two enemy units. BP 4.8."""

    #: The enemy's elephant units; one, where each has a roll of its own (BP-49).
    units: Annotated[tuple[UnitId, ...], Meta(min_length=1, max_length=2)]


class Stampede(Command, frozen=True, tag="de-bello-punico.stampede"):
    """Move a furious enemy elephant unit. BP 15.1."""

    unit: UnitId  #: the furious elephant unit
    to: HexId  #: the hex it runs to; its own hex to stay
    facing: Facing  #: its facing afterwards, 0 to 5


class Move(Command, frozen=True, tag="de-bello-punico.move"):
    """Move a unit to a hex with a final facing. BP 6."""

    unit: UnitId  #: the unit to move
    to: HexId  #: the hex it ends in
    facing: Facing  #: its facing afterwards, 0 to 5
    #: The hexes after its own, in order, ending with `to`; if omitted, the path that harms
    #: fewest friends, then the cheapest (BP-48).
    path: Annotated[tuple[HexId, ...], Meta(max_length=FARTHEST)] = ()


class March(Command, frozen=True, tag="de-bello-punico.march"):
    """Advance several units straight ahead, each as far as it can up to ``hexes``. BP 6."""

    units: Annotated[Units, Meta(min_length=1)]  #: the units that advance straight ahead
    hexes: Annotated[int, Meta(ge=1, le=FARTHEST)]  #: hexes at most; each goes as far as it can


class Hasten(Command, frozen=True, tag="de-bello-punico.hasten"):
    """Spend a Movement point: +1 MP for up to three units of one type. BP 4.6."""

    #: Up to three of one type.
    units: Annotated[tuple[UnitId, ...], Meta(min_length=1, max_length=3)]


class MoveLeader(Command, frozen=True, tag="de-bello-punico.move-leader"):
    """Move the leader, who joins the unit of that hex if there is one. BP 13."""

    to: HexId  #: the hex where the leader ends


class Recall(Command, frozen=True, tag="de-bello-punico.recall"):
    """Spend a Cavalry point: return a pursuer to the field. BP 14.1."""

    unit: UnitId  #: the unit that pursued off the field
    to: HexId  #: the hex it returns to


class Ambush(Command, frozen=True, tag="de-bello-punico.ambush"):
    """Spend a Cavalry point: bring the held-out unit on by the Roman edge. BP 17.1.3c."""

    unit: UnitId  #: the unit that was held back
    to: HexId  #: the hex it enters in


class Leave(Command, frozen=True, tag="de-bello-punico.leave"):
    """Leave the field by the Carthaginian edge. BP 17.1.4."""

    unit: UnitId  #: the unit that leaves


class Shoot(Command, frozen=True, tag="de-bello-punico.shoot"):
    """Shoot at a unit. BP 9."""

    shooter: UnitId  #: the unit that shoots
    target: UnitId  #: the unit that is shot at


class Commit(Command, frozen=True, tag="de-bello-punico.commit"):
    """Assign Command Points to units for this combat impulse, or none. BP 4.3."""

    units: Units  #: the units, one point each


class Attack(Command, frozen=True, tag="de-bello-punico.attack"):
    """Attack a unit in front, optionally with support. BP 10."""

    attacker: UnitId  #: the unit that attacks
    target: TargetId  #: a unit in front of it, or a leader who stands there alone
    support: Support  #: units that support it
    charge: bool  #: whether it makes a mercenary charge


class Stand(Command, frozen=True, tag="de-bello-punico.stand"):
    """Stand against an attack, optionally with support. BP 10.4."""

    support: Support  #: units that support the one attacked


class Withdraw(Command, frozen=True, tag="de-bello-punico.withdraw"):
    """Withdraw from an attack; also a leader who must. BP 10.1, BP 13."""

    to: HexId  #: the hex to withdraw to


class Occupy(Command, frozen=True, tag="de-bello-punico.occupy"):
    """Advance into the vacated hex. BP 10.8."""

    facing: Facing  #: its facing afterwards, 0 to 5


class Stay(Command, frozen=True, tag="de-bello-punico.stay"):
    """Do not advance. BP 10.8.1."""


class Pursue(Command, frozen=True, tag="de-bello-punico.pursue"):
    """Pursue a fleeing enemy. BP 14."""


class Hold(Command, frozen=True, tag="de-bello-punico.hold"):
    """Spend a Cavalry point to prevent a pursuit. BP 4.5."""


class Rally(Command, frozen=True, tag="de-bello-punico.rally"):
    """Spend a Recovery point to remove a point of Disorder from a unit. BP 4.4."""

    unit: UnitId  #: the unit that recovers


class Reroll(Command, frozen=True, tag="de-bello-punico.reroll"):
    """Spend the Fortuna point to reroll your die. BP 4.9."""


class Accept(Command, frozen=True, tag="de-bello-punico.accept"):
    """Accept your die as rolled. BP-26."""


class End(Command, frozen=True, tag="de-bello-punico.end"):
    """End the impulse. BP 3.1."""


CombatCommand = Commit | Attack | Stand | Withdraw | Occupy | Stay | Pursue | Hold
MoveCommand = Move | March | Hasten | MoveLeader | Recall | Ambush | Leave
ActionCommand = Goad | Stampede | MoveCommand | Shoot | Rally | CombatCommand
SetUpCommand = Shift | SeatLeader | HoldOut | Ready
TurnCommand = Place | PlaceAll | RollInitiative | ChooseOrder | Reroll | Accept | End
AnyCommand = SetUpCommand | TurnCommand | ActionCommand

SEAT = ("seat",)
SET_UP = ("set-up",)
MOVE = ("move",)
COMBAT = ("combat",)
PURSUITS = ("volley", "combat")
ROLLS = ("initiative", "elephants", "stampede", "move", "volley", "combat")
RETREATS = ("elephants", "stampede", "move", "volley", "combat")
ENDS = ("elephants", "stampede", "move", "volley", "combat", "recover")

COMMANDS = (
    CommandSpec(Shift, "Shift a unit", SEAT, SET_UP, example={"unit": "r3", "to": "0912"}),
    CommandSpec(SeatLeader, "Set up the leader", SEAT, SET_UP, example={"unit": "r7"}),
    CommandSpec(HoldOut, "Hold back a unit", SEAT, SET_UP, example={"unit": "k30"}),
    CommandSpec(Ready, "Ready", SEAT, SET_UP),
    CommandSpec(
        Place,
        "Place a marker",
        SEAT,
        ("command",),
        secret=("marker",),
        example={"box": "combat", "marker": "vacuus"},
    ),
    CommandSpec(
        PlaceAll,
        "Place all markers",
        SEAT,
        ("command",),
        secret=("boxes", "vacuus"),
        example={"boxes": ["combat", "combat", "recovery", "fortuna"], "vacuus": 3},
    ),
    CommandSpec(RollInitiative, "Roll for the initiative", SEAT, ("initiative",)),
    CommandSpec(ChooseOrder, "Choose the order", SEAT, ("order",), example={"order": "first"}),
    CommandSpec(Goad, "Goad elephants", SEAT, ("elephants",), example={"units": ["k31", "k32"]}),
    CommandSpec(
        Stampede,
        "Drive furious elephants",
        SEAT,
        ("stampede",),
        example={"unit": "k31", "to": "0908", "facing": 0},
    ),
    CommandSpec(Move, "Move a unit", SEAT, MOVE, example={"unit": "r5", "to": "1110", "facing": 0}),
    CommandSpec(
        March, "Advance the line", SEAT, MOVE, example={"units": ["r1", "r2", "r3"], "hexes": 2}
    ),
    CommandSpec(Hasten, "Hasten units", SEAT, MOVE, example={"units": ["r5", "r6"]}),
    CommandSpec(MoveLeader, "Move the leader", SEAT, MOVE, example={"to": "1114"}),
    CommandSpec(Recall, "Recall cavalry", SEAT, MOVE, example={"unit": "r24", "to": "0401"}),
    CommandSpec(Ambush, "Spring the ambush", SEAT, MOVE, example={"unit": "k30", "to": "0416"}),
    CommandSpec(Leave, "Leave the field", SEAT, MOVE, example={"unit": "r5"}),
    CommandSpec(Shoot, "Shoot", SEAT, ("volley",), example={"shooter": "r1", "target": "k12"}),
    CommandSpec(
        Commit,
        "Commit Command Points",
        SEAT,
        ("attack-points", "defence-points"),
        example={"units": ["r5"]},
    ),
    CommandSpec(
        Attack,
        "Attack",
        SEAT,
        COMBAT,
        example={"attacker": "r5", "target": "k12", "support": ["r13"], "charge": False},
    ),
    CommandSpec(Stand, "Stand", SEAT, COMBAT, example={"support": []}),
    CommandSpec(Withdraw, "Withdraw", SEAT, RETREATS, example={"to": "1107"}),
    CommandSpec(Occupy, "Advance", SEAT, COMBAT, example={"facing": 0}),
    CommandSpec(Stay, "Stay", SEAT, COMBAT),
    CommandSpec(Pursue, "Pursue", SEAT, PURSUITS),
    CommandSpec(Hold, "Prevent a pursuit", SEAT, PURSUITS),
    CommandSpec(Rally, "Rally a unit", SEAT, ("recover",), example={"unit": "r5"}),
    CommandSpec(Reroll, "Reroll with Fortuna", SEAT, ROLLS),
    CommandSpec(Accept, "Accept the die", SEAT, ROLLS),
    CommandSpec(End, "End the impulse", SEAT, ENDS),
)
