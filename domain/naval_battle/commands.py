"""What seats may send. Bounds here are the API's contract."""

from typing import Annotated

from msgspec import Meta

from iacta.domain.kernel.contract.system import Command, CommandSpec
from iacta.domain.naval_battle.state import Load, Mode, Name, Role, Square

Ships = Annotated[tuple[Load, ...], Meta(min_length=1, max_length=40)]


class Agree(Command, frozen=True, tag="naval-battle.agree"):
    """Agree to what both have to agree on: the battle of case (a), or its end. NV 1.3, NB-14."""


class Decline(Command, frozen=True, tag="naval-battle.decline"):
    """Decline it. NV 1.3, NB-14."""


class Intercept(Command, frozen=True, tag="naval-battle.intercept"):
    """Intercept supply with a Force, or naval movement by a leader's stratagem. NV 1.4, NV 1.6."""

    force: Role = "force"
    leader: Name | None = None


class LetPass(Command, frozen=True, tag="naval-battle.let-pass"):
    """Do not intercept. NV 1.4, NV 1.6."""


class GiveBattle(Command, frozen=True, tag="naval-battle.give-battle"):
    """Fight for the supply that is intercepted. NV 1.5."""


class Concede(Command, frozen=True, tag="naval-battle.concede"):
    """Concede that supply is cut. NV 1.5."""


class Allocate(Command, frozen=True, tag="naval-battle.allocate"):
    """Choose in secret which fleets fight, and who is aboard. NV 2.1, NV 2.8."""

    ships: Ships


class Bid(Command, frozen=True, tag="naval-battle.bid"):
    """Stake Military Stratagems for tactical superiority in secret; 0 looks like any. NB-13."""

    stratagems: Annotated[int, Meta(ge=0, le=99)]


class Place(Command, frozen=True, tag="naval-battle.place"):
    """Set up one fleet. NV 2.11."""

    fleet: Name
    square: Square


class FormLine(Command, frozen=True, tag="naval-battle.form-line"):
    """Set up every fleet that is left, from the middle outwards, the front rank first. NV 2.11."""


class CheckCommand(Command, frozen=True, tag="naval-battle.check"):
    """Make the Command Checks of the side. NV 3.4."""


class DoubleMove(Command, frozen=True, tag="naval-battle.double-move"):
    """Use the one double move in this movement phase. NV 2.11."""


class Move(Command, frozen=True, tag="naval-battle.move"):
    """Move a fleet. NV 3.1."""

    fleet: Name
    to: Square


class Flee(Command, frozen=True, tag="naval-battle.flee"):
    """Leave by the own edge, after panic. NV 11.1."""

    fleet: Name


class BreakThrough(Command, frozen=True, tag="naval-battle.break-through"):
    """Leave by the enemy's edge. NV 11.3."""

    fleet: Name


class Rally(Command, frozen=True, tag="naval-battle.rally"):
    """Rally a flipped fleet or ground unit. NV 4.3."""

    name: Name


class EndMovement(Command, frozen=True, tag="naval-battle.end-movement"):
    """End the side's movement."""


class Ram(Command, frozen=True, tag="naval-battle.ram"):
    """Ram an adjacent fleet. NV 6.1."""

    fleet: Name
    target: Name


class Volley(Command, frozen=True, tag="naval-battle.volley"):
    """Shoot at the active ground unit on a fleet. NV 7.1."""

    fleet: Name
    target: Name


class Board(Command, frozen=True, tag="naval-battle.board"):
    """Board an adjacent fleet with the active ground unit of ``fleet``. NV 8.1."""

    fleet: Name
    target: Name
    mode: Mode


class Capture(Command, frozen=True, tag="naval-battle.capture"):
    """Take the beaten fleet; ``leaders`` of the boarders' ship go over with them. NV 9.1."""

    leaders: Annotated[tuple[Name, ...], Meta(max_length=12)] = ()


class Sink(Command, frozen=True, tag="naval-battle.sink"):
    """Sink the beaten fleet. NV 9.1."""


class CallOff(Command, frozen=True, tag="naval-battle.call-off"):
    """Propose to end the battle as it stands. NB-14."""


class EndCombat(Command, frozen=True, tag="naval-battle.end-combat"):
    """End the side's combat, and its part of the turn."""


class Reconstitute(Command, frozen=True, tag="naval-battle.reconstitute"):
    """Roll for the victor's eliminated fleets and units. NV 14.1."""


class Passage(Command, frozen=True, tag="naval-battle.passage"):
    """Say, as winner, whether supply or the moving Force goes through. NV 12.3, NV 12.5."""

    allow: bool


class Withdraw(Command, frozen=True, tag="naval-battle.withdraw"):
    """Go, as loser, into the friendly port, or out of the hex. NV 12.2."""

    port: bool


Order = (
    Agree
    | Decline
    | Intercept
    | LetPass
    | GiveBattle
    | Concede
    | Allocate
    | Bid
    | Place
    | FormLine
    | CheckCommand
    | DoubleMove
    | Move
    | Flee
    | BreakThrough
    | Rally
    | EndMovement
    | Ram
    | Volley
    | Board
    | Capture
    | Sink
    | CallOff
    | EndCombat
    | Reconstitute
    | Passage
    | Withdraw
)

SEAT = ("seat",)
FIGHTING = ("command", "movement", "combat")
ANTONIUS = {"fleet": "Antonius' squadron", "target": "Afranius' squadron"}

COMMANDS = (
    CommandSpec(Agree, "Agree", SEAT, ("occasion", *FIGHTING)),
    CommandSpec(Decline, "Decline", SEAT, ("occasion", *FIGHTING)),
    CommandSpec(Intercept, "Intercept", SEAT, ("occasion",), example={"leader": "Antonius"}),
    CommandSpec(LetPass, "Let pass", SEAT, ("occasion",)),
    CommandSpec(GiveBattle, "Give battle", SEAT, ("reply",)),
    CommandSpec(Concede, "Concede supply", SEAT, ("reply",)),
    CommandSpec(
        Allocate,
        "Choose who fights, and aboard what",
        SEAT,
        ("allocation",),
        secret=("ships",),
        example={
            "ships": [
                {
                    "fleet": "Antonius' squadron",
                    "aboard": ["Legio XXI"],
                    "leaders": ["Antonius"],
                }
            ]
        },
    ),
    CommandSpec(
        Bid,
        "Stake stratagems for superiority",
        SEAT,
        ("bids",),
        secret=("stratagems",),
        example={"stratagems": 1},
    ),
    CommandSpec(
        Place,
        "Set up a fleet",
        SEAT,
        ("deployment",),
        example={"fleet": "Antonius' squadron", "square": "d9"},
    ),
    CommandSpec(FormLine, "Set up the rest in line", SEAT, ("deployment",)),
    CommandSpec(CheckCommand, "Make the Command Checks", SEAT, ("command",)),
    CommandSpec(DoubleMove, "Use the double move", SEAT, ("movement",)),
    CommandSpec(
        Move,
        "Move a fleet",
        SEAT,
        ("movement",),
        example={"fleet": "Antonius' squadron", "to": "d7"},
    ),
    CommandSpec(Flee, "Flee", SEAT, ("movement",), example={"fleet": "Antonius' squadron"}),
    CommandSpec(
        BreakThrough,
        "Break through",
        SEAT,
        ("movement",),
        example={"fleet": "Afranius' squadron"},
    ),
    CommandSpec(Rally, "Rally", SEAT, ("movement",), example={"name": "Legio XXI"}),
    CommandSpec(EndMovement, "End movement", SEAT, ("movement",)),
    CommandSpec(Ram, "Ram", SEAT, ("combat",), example=ANTONIUS),
    CommandSpec(Volley, "Shoot", SEAT, ("combat",), example=ANTONIUS),
    CommandSpec(Board, "Board", SEAT, ("combat",), example={**ANTONIUS, "mode": "Quincunx"}),
    CommandSpec(Capture, "Take the fleet", SEAT, ("combat",), example={"leaders": ["Antonius"]}),
    CommandSpec(Sink, "Sink the fleet", SEAT, ("combat",)),
    CommandSpec(CallOff, "Propose to end the battle", SEAT, ("movement", "combat")),
    CommandSpec(EndCombat, "End combat", SEAT, ("combat",)),
    CommandSpec(Reconstitute, "Reconstitute", SEAT, ("reconstitution",)),
    CommandSpec(Passage, "Allow or deny passage", SEAT, ("passage",), example={"allow": False}),
    CommandSpec(Withdraw, "Withdraw", SEAT, ("withdrawal",), example={"port": True}),
)
