"""What seats may send; the referee sends any of it for a seat. Bounds are the API's contract."""

from typing import Annotated, Literal

from msgspec import Meta

from iacta.domain.de_bello_punico.state.grid import Facing, HexId
from iacta.domain.de_bello_punico.state.keys import BoxKey, UnitId, Worth
from iacta.domain.kernel.contract.system import Command, CommandSpec

FARTHEST = 12
"""hexes of a march: no allowance is greater"""
MOST = 100
"""units of one command"""
Units = Annotated[tuple[UnitId, ...], Meta(max_length=MOST)]
Support = Annotated[tuple[UnitId, ...], Meta(max_length=3)]


class Shift(Command, frozen=True, tag="de-bello-punico.shift"):
    """Set a unit up in another hex of its type. BP 17.1.2."""

    unit: UnitId
    to: HexId


class SeatLeader(Command, frozen=True, tag="de-bello-punico.seat-leader"):
    """Set the leader up with a unit. BP 17.1.2."""

    unit: UnitId


class HoldOut(Command, frozen=True, tag="de-bello-punico.hold-out"):
    """Keep a Numidian unit off the field. BP 17.1.3c."""

    unit: UnitId


class Ready(Command, frozen=True, tag="de-bello-punico.ready"):
    """Say that the set-up is done."""


class Place(Command, frozen=True, tag="de-bello-punico.place"):
    """Place a marker in a box; what it is stays secret. BP 4.1."""

    box: BoxKey
    marker: Worth


class PlaceAll(Command, frozen=True, tag="de-bello-punico.place-all"):
    """Place all markers in secret; ``vacuus`` is the place in ``boxes`` of the Vacuus. BP-12."""

    boxes: Annotated[tuple[BoxKey, ...], Meta(min_length=1, max_length=21)]
    vacuus: Annotated[int, Meta(ge=0, le=20)]


class RollInitiative(Command, frozen=True, tag="de-bello-punico.roll-initiative"):
    """Roll both initiative dice. BP 5."""


class ChooseOrder(Command, frozen=True, tag="de-bello-punico.choose-order"):
    """Say whether to be First or Second player. BP 5."""

    order: Literal["first", "second"]


class Goad(Command, frozen=True, tag="de-bello-punico.goad"):
    """Roll on the Elephants Table for an enemy unit. BP 4.8."""

    unit: UnitId


class Stampede(Command, frozen=True, tag="de-bello-punico.stampede"):
    """Move a furious enemy elephant unit; where it stands, if it is to stay. BP 15.1."""

    unit: UnitId
    to: HexId
    facing: Facing


class Move(Command, frozen=True, tag="de-bello-punico.move"):
    """Move a unit to a hex and turn it. BP 6.

    ``path``: the hexes after its own in order, the last of them ``to``; without it the unit goes
    the way that harms fewest friends, then the cheapest (BP-48).
    """

    unit: UnitId
    to: HexId
    facing: Facing
    path: Annotated[tuple[HexId, ...], Meta(max_length=FARTHEST)] = ()


class March(Command, frozen=True, tag="de-bello-punico.march"):
    """Move several units straight ahead, each as far as it can up to ``hexes``. BP 6."""

    units: Annotated[Units, Meta(min_length=1)]
    hexes: Annotated[int, Meta(ge=1, le=FARTHEST)]


class Hasten(Command, frozen=True, tag="de-bello-punico.hasten"):
    """Spend a Movement point: 1 MP more for up to three units of one type. BP 4.6."""

    units: Annotated[tuple[UnitId, ...], Meta(min_length=1, max_length=3)]


class Transfer(Command, frozen=True, tag="de-bello-punico.transfer"):
    """Let the leader join another unit. BP 13."""

    unit: UnitId


class Recall(Command, frozen=True, tag="de-bello-punico.recall"):
    """Spend a Cavalry point: a pursuer comes back onto the field. BP 14.1."""

    unit: UnitId
    to: HexId


class Ambush(Command, frozen=True, tag="de-bello-punico.ambush"):
    """Spend a Cavalry point: the unit held out enters by the Roman edge. BP 17.1.3c."""

    unit: UnitId
    to: HexId


class Leave(Command, frozen=True, tag="de-bello-punico.leave"):
    """Leave the field by the Carthaginian edge. BP 17.1.4."""

    unit: UnitId


class Shoot(Command, frozen=True, tag="de-bello-punico.shoot"):
    """Shoot at a unit. BP 9."""

    shooter: UnitId
    target: UnitId


class Commit(Command, frozen=True, tag="de-bello-punico.commit"):
    """Give units Command Points for this combat impulse; none is an answer too. BP 4.3."""

    units: Units


class Attack(Command, frozen=True, tag="de-bello-punico.attack"):
    """Attack a unit in front, with units in support; ``charge``: as mercenaries. BP 10."""

    attacker: UnitId
    target: UnitId
    support: Support
    charge: bool


class Stand(Command, frozen=True, tag="de-bello-punico.stand"):
    """Meet an attack, with units in support. BP 10.4."""

    support: Support


class Withdraw(Command, frozen=True, tag="de-bello-punico.withdraw"):
    """Go back before an attack. BP 10.1."""

    to: HexId


class Occupy(Command, frozen=True, tag="de-bello-punico.occupy"):
    """Advance into the vacated hex. BP 10.8."""

    facing: Facing


class Stay(Command, frozen=True, tag="de-bello-punico.stay"):
    """Do not advance. BP 10.8.1."""


class Pursue(Command, frozen=True, tag="de-bello-punico.pursue"):
    """Pursue. BP 14."""


class Hold(Command, frozen=True, tag="de-bello-punico.hold"):
    """Spend a Cavalry point: do not pursue. BP 4.5."""


class Rally(Command, frozen=True, tag="de-bello-punico.rally"):
    """Spend a Recovery point: take a point of Disorder from a unit. BP 4.4."""

    unit: UnitId


class Reroll(Command, frozen=True, tag="de-bello-punico.reroll"):
    """Spend the Fortuna point: throw one's die again. BP 4.9."""


class Accept(Command, frozen=True, tag="de-bello-punico.accept"):
    """Let one's die stand. BP-26."""


class End(Command, frozen=True, tag="de-bello-punico.end"):
    """End the impulse. BP 3.1."""


Fight = Commit | Attack | Stand | Withdraw | Occupy | Stay | Pursue | Hold
Action = (
    Goad
    | Stampede
    | Move
    | March
    | Hasten
    | Transfer
    | Recall
    | Ambush
    | Leave
    | Shoot
    | Rally
    | Fight
)
Order = (
    Shift
    | SeatLeader
    | HoldOut
    | Ready
    | Place
    | PlaceAll
    | RollInitiative
    | ChooseOrder
    | Reroll
    | Accept
    | End
    | Action
)

SEAT = ("seat",)
SET_UP = ("set-up",)
MOVE = ("move",)
COMBAT = ("combat",)
ROLLS = ("initiative", "elephants", "stampede", "move", "volley", "combat")
ENDS = ("elephants", "stampede", "move", "volley", "combat", "recover")

COMMANDS = (
    CommandSpec(Shift, "Shift a unit", SEAT, SET_UP, example={"unit": "r3", "to": "0912"}),
    CommandSpec(SeatLeader, "Seat the leader", SEAT, SET_UP, example={"unit": "r7"}),
    CommandSpec(HoldOut, "Hold a unit out", SEAT, SET_UP, example={"unit": "k30"}),
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
    CommandSpec(Goad, "Goad elephants", SEAT, ("elephants",), example={"unit": "k31"}),
    CommandSpec(
        Stampede,
        "Drive furious elephants",
        SEAT,
        ("stampede",),
        example={"unit": "k31", "to": "0908", "facing": 0},
    ),
    CommandSpec(Move, "Move a unit", SEAT, MOVE, example={"unit": "r5", "to": "1110", "facing": 0}),
    CommandSpec(
        March, "March ahead", SEAT, MOVE, example={"units": ["r1", "r2", "r3"], "hexes": 2}
    ),
    CommandSpec(Hasten, "Hasten units", SEAT, MOVE, example={"units": ["r5", "r6"]}),
    CommandSpec(Transfer, "Move the leader", SEAT, MOVE, example={"unit": "r9"}),
    CommandSpec(Recall, "Recall horse", SEAT, MOVE, example={"unit": "r24", "to": "0401"}),
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
    CommandSpec(Withdraw, "Withdraw", SEAT, COMBAT, example={"to": "1107"}),
    CommandSpec(Occupy, "Advance", SEAT, COMBAT, example={"facing": 0}),
    CommandSpec(Stay, "Stay", SEAT, COMBAT),
    CommandSpec(Pursue, "Pursue", SEAT, COMBAT),
    CommandSpec(Hold, "Hold the pursuit", SEAT, COMBAT),
    CommandSpec(Rally, "Rally a unit", SEAT, ("recover",), example={"unit": "r5"}),
    CommandSpec(Reroll, "Reroll by Fortuna", SEAT, ROLLS),
    CommandSpec(Accept, "Let the die stand", SEAT, ROLLS),
    CommandSpec(End, "End the impulse", SEAT, ENDS),
)
