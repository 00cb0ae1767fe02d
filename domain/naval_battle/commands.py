"""The commands of seats. Bounds here are the API's contract."""

from typing import Annotated

from msgspec import Meta

from iacta.domain.kernel.contract.system import Command, CommandSpec
from iacta.domain.naval_battle.state import Load, Mode, Name, Role, Square

Ships = Annotated[tuple[Load, ...], Meta(min_length=1, max_length=40)]


class Agree(Command, frozen=True, tag="naval-battle.agree"):
    """Agree to the battle of case (a), or to a proposal to end it. NV 1.3, NB-14."""


class Decline(Command, frozen=True, tag="naval-battle.decline"):
    """Decline the battle of case (a), or a proposal to end it. NV 1.3, NB-14."""


class Intercept(Command, frozen=True, tag="naval-battle.intercept"):
    """Intercept supply with a Force, or movement with a leader's stratagem. NV 1.4, NV 1.6."""

    force: Role = "force"  #: which Force intercepts
    leader: Name | None = None  #: the leader who spends a stratagem


class LetPass(Command, frozen=True, tag="naval-battle.let-pass"):
    """Do not intercept. NV 1.4, NV 1.6."""


class GiveBattle(Command, frozen=True, tag="naval-battle.give-battle"):
    """Fight for intercepted supply. NV 1.5."""


class Concede(Command, frozen=True, tag="naval-battle.concede"):
    """Concede that supply is cut. NV 1.5."""


class Allocate(Command, frozen=True, tag="naval-battle.allocate"):
    """Allocate fleets, and units and leaders aboard, in secret. NV 2.1, NV 2.8.

    Both allocations are opened together. What is left out stays out of the battle. The first ground
    unit of a fleet stands on deck: it boards, and is shot at and boarded first; those below wait.
    """

    ships: Ships  #: the fleets that fight, with what is aboard


class Bid(Command, frozen=True, tag="naval-battle.bid"):
    """Bid Military Stratagems for tactical superiority in secret; may be 0. NB-13.

    Both bids are opened together, and both are paid. The higher bid wins: that side sets up last,
    moves first and has one double move. Stratagems have no other use in the battle.
    """

    stratagems: Annotated[int, Meta(ge=0, le=99)]  #: how many to bid


class Place(Command, frozen=True, tag="naval-battle.place"):
    """Set up one fleet. NV 2.11."""

    fleet: Name  #: the fleet's name
    square: Square  #: the square to set up on, such as `d9`


class FormLine(Command, frozen=True, tag="naval-battle.form-line"):
    """Set up all remaining fleets, front rank first, from the middle outwards. NV 2.11."""


class CheckCommand(Command, frozen=True, tag="naval-battle.check"):
    """Make your side's Command Checks. NV 3.4."""


class DoubleMove(Command, frozen=True, tag="naval-battle.double-move"):
    """Use your only double move in this movement phase. NV 2.11."""


class Move(Command, frozen=True, tag="naval-battle.move"):
    """Move a fleet. NV 3.1."""

    fleet: Name  #: the fleet's name
    to: Square  #: the square to move to, such as `d7`


class Flee(Command, frozen=True, tag="naval-battle.flee"):
    """Leave the board by your own edge, after panic. NV 11.1."""

    fleet: Name  #: the fleet's name


class BreakThrough(Command, frozen=True, tag="naval-battle.break-through"):
    """Leave the board by the enemy's edge. NV 11.3."""

    fleet: Name  #: the fleet's name


class Rally(Command, frozen=True, tag="naval-battle.rally"):
    """Rally a flipped fleet or ground unit. NV 4.3."""

    name: Name  #: the fleet's or ground unit's name


class EndMovement(Command, frozen=True, tag="naval-battle.end-movement"):
    """End your movement."""


class Ram(Command, frozen=True, tag="naval-battle.ram"):
    """Ram an adjacent fleet. NV 6.1."""

    fleet: Name  #: the fleet that rams
    target: Name  #: the adjacent fleet


class Volley(Command, frozen=True, tag="naval-battle.volley"):
    """Shoot at the active ground unit on a fleet. NV 7.1."""

    fleet: Name  #: the fleet that shoots
    target: Name  #: the fleet that is shot at


class Board(Command, frozen=True, tag="naval-battle.board"):
    """Board an adjacent fleet. NV 8.1."""

    fleet: Name  #: the fleet whose active ground unit boards
    target: Name  #: the adjacent fleet
    mode: Mode  #: the formation of the boarders


class Capture(Command, frozen=True, tag="naval-battle.capture"):
    """Capture the beaten fleet. NV 9.1."""

    #: the leaders on the boarders' ship who move to the prize
    leaders: Annotated[tuple[Name, ...], Meta(max_length=12)] = ()


class Sink(Command, frozen=True, tag="naval-battle.sink"):
    """Sink the beaten fleet. NV 9.1."""


class CallOff(Command, frozen=True, tag="naval-battle.call-off"):
    """Propose to end the battle now. NB-14."""


class EndCombat(Command, frozen=True, tag="naval-battle.end-combat"):
    """End your combat, and your part of the turn."""


class Reconstitute(Command, frozen=True, tag="naval-battle.reconstitute"):
    """As victor, roll to get eliminated fleets and units back. NV 14.1."""


class Passage(Command, frozen=True, tag="naval-battle.passage"):
    """As winner, decide whether supply or the moving Force goes through. NV 12.3, NV 12.5."""

    allow: bool  #: whether supply or the moving Force goes through


class Withdraw(Command, frozen=True, tag="naval-battle.withdraw"):
    """As loser, withdraw into the friendly port or out of the hex. NV 12.2."""

    port: bool  #: where to withdraw: into the friendly port (true) or out of the hex (false)


OccasionCommand = Agree | Decline | Intercept | LetPass | GiveBattle | Concede
SetUpCommand = Allocate | Bid | Place | FormLine
MovementCommand = CheckCommand | DoubleMove | Move | Flee | BreakThrough | Rally | EndMovement
CombatCommand = Ram | Volley | Board | Capture | Sink | CallOff | EndCombat
AftermathCommand = Reconstitute | Passage | Withdraw

AnyCommand = OccasionCommand | SetUpCommand | MovementCommand | CombatCommand | AftermathCommand

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
        "Allocate fleets and who is aboard",
        SEAT,
        ("allocation",),
        secret=("ships",),
        example={
            "ships": [
                {"fleet": "Antonius' squadron", "aboard": ["Legio XXI"], "leaders": ["Antonius"]}
            ]
        },
    ),
    CommandSpec(
        Bid,
        "Bid stratagems for superiority",
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
        BreakThrough, "Break through", SEAT, ("movement",), example={"fleet": "Afranius' squadron"}
    ),
    CommandSpec(Rally, "Rally", SEAT, ("movement",), example={"name": "Legio XXI"}),
    CommandSpec(EndMovement, "End movement", SEAT, ("movement",)),
    CommandSpec(Ram, "Ram", SEAT, ("combat",), example=ANTONIUS),
    CommandSpec(Volley, "Shoot", SEAT, ("combat",), example=ANTONIUS),
    CommandSpec(Board, "Board", SEAT, ("combat",), example={**ANTONIUS, "mode": "Quincunx"}),
    CommandSpec(Capture, "Capture the fleet", SEAT, ("combat",), example={"leaders": ["Antonius"]}),
    CommandSpec(Sink, "Sink the fleet", SEAT, ("combat",)),
    CommandSpec(CallOff, "Propose to end the battle", SEAT, ("movement", "combat")),
    CommandSpec(EndCombat, "End combat", SEAT, ("combat",)),
    CommandSpec(Reconstitute, "Reconstitute", SEAT, ("reconstitution",)),
    CommandSpec(Passage, "Allow or deny passage", SEAT, ("passage",), example={"allow": False}),
    CommandSpec(Withdraw, "Withdraw", SEAT, ("withdrawal",), example={"port": True}),
)
