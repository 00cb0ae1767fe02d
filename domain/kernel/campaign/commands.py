"""Commands that every campaign has, whatever its game (protocol, section 2)."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from iacta.domain.kernel.contract.system import Command, CommandSpec, Part
from iacta.domain.kernel.proof.record import CampaignId, Role, SeatKey, Seq

MOST_CHANGES = 200
"""of one ruling"""
Prose = Annotated[str, Meta(min_length=1, max_length=2000)]
Name = Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]+\Z")]
Key = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[a-z0-9-]+\Z")]


Agreement = Literal["yes", "no", "object"]


class SeatName(Part, frozen=True):
    """Who sits where."""

    name: Name
    seat: SeatKey | None = None  #: which seat; if left out, one that is free


class Create(Command, frozen=True, tag="campaign.create"):
    """Create a campaign."""

    system: str  #: the key of a system
    scenario: str  #: the key of one of its scenarios
    seats: tuple[SeatName, ...] = ()  #: the names of the players
    options: dict[str, str | int | bool] = {}  #: switches that differ from their default, by key
    data: dict[str, Any] = {}  #: documents of the system that it replaces, whole, by key


class Fork(Command, frozen=True, tag="campaign.fork"):
    """Begin a new campaign from an earlier state of another."""

    at: Seq  #: the last event that both branches share
    reason: Annotated[str, Meta(max_length=2000)] = ""  #: why it is made
    keep_order: bool = False  #: leave hidden things as they were although they were seen


class Rewind(Command, frozen=True, tag="campaign.rewind"):
    """Take the game back to an earlier event. Nothing is deleted."""

    to: Seq  #: the last event that stands
    reason: Prose  #: why, in words that the log keeps
    keep_order: bool = False  #: leave hidden things as they were although they were seen


class Reshuffle(Command, frozen=True, tag="campaign.reshuffle"):
    """Redraw in secret what is hidden and undealt, after a fork that took it back."""


class Claim(Command, frozen=True, tag="campaign.claim"):
    """Take a seat by invitation."""

    seat: SeatKey


class HandOver(Command, frozen=True, tag="campaign.hand-over"):
    """Give a role to another holder; its previous tokens are revoked.

    By the referee, or by the service where its operator replaces a lost token.
    """

    role: Role  #: whose tokens are replaced


class Consent(Command, frozen=True, tag="campaign.consent"):
    """Agree to a rewind to event ``to``, or to a fork after event ``fork``: give one of them.

    Agreeing to a fork accepts that, once something hidden is drawn or played, play in each branch
    reveals secrets of the other. ``withdraw`` takes back agreement to a fork.
    """

    to: Seq | UnsetType = UNSET  #: the event that a rewind goes back to
    fork: Seq | UnsetType = UNSET  #: the last event that a fork may share
    withdraw: bool = False  #: take back agreement to a fork


class NoteFork(Command, frozen=True, tag="campaign.note-fork"):
    """Note that a campaign was forked from this one."""

    child: CampaignId  #: the campaign that was forked
    at: Seq  #: the last event that both share


class Ruling(Command, frozen=True, tag="campaign.rule"):
    """The referee's ruling, with the changes that follow from it."""

    text: Prose  #: what is ruled
    reason: Prose  #: why
    #: What it changes in the game, in order.
    changes: Annotated[tuple[dict[str, Any], ...], Meta(max_length=MOST_CHANGES)] = ()


class Annotate(Command, frozen=True, tag="campaign.annotate"):
    """Remark on an event."""

    seq: Seq  #: the event that the remark is on
    text: Prose  #: the remark


class Stand(Command, frozen=True, tag="campaign.stand"):
    """Answer the windows of a kind in advance, until a public fact.

    That the seat does is public. What it answers is sealed, and replaces what it answered before.
    """

    window: Key  #: the kind of window
    until: Key  #: how long the answer stands: until which public fact
    answer: Any  #: the answer, in the shape of that kind of window


class StandDown(Command, frozen=True, tag="campaign.stand-down"):
    """Withdraw a standing answer."""

    window: Key  #: the kind of window


class Resign(Command, frozen=True, tag="campaign.resign"):
    """Give up one's seat; the referee may still act for it."""


class Conclude(Command, frozen=True, tag="campaign.conclude"):
    """End the campaign."""

    reason: Prose  #: why it ends
    #: The seats that have won; none for a draw.
    winners: Annotated[tuple[SeatKey, ...], Meta(max_length=16)] = ()


class OpenSeals(Command, frozen=True, tag="campaign.open-seals"):
    """Show everything that was hidden, once the campaign is over.

    A seat answers for itself. The referee and the service open them when they may.
    """

    agree: Agreement = "yes"  #: a seat's answer: `no` is not yet, `object` leaves it to the referee


class AdoptEdition(Command, frozen=True, tag="campaign.adopt-edition"):
    """Play on under the installed edition of the rules."""


COMMANDS = (
    CommandSpec(
        Rewind,
        "Rewind",
        ("referee",),
        example={"to": 12, "reason": "An order was misread; both seats agreed."},
    ),
    CommandSpec(Reshuffle, "Reshuffle", ("referee",), example={}),
    CommandSpec(Consent, "Agree to a rewind or a fork", ("seat",), example={"to": 12}),
    CommandSpec(
        Ruling,
        "Rule",
        ("referee",),
        example={
            "text": "Curio stays in Africa.",
            "reason": "Curio's order came before the deadline.",
        },
    ),
    CommandSpec(
        Annotate, "Annotate", ("referee", "seat"), example={"seq": 3, "text": "Sent by post."}
    ),
    CommandSpec(
        Stand,
        "Answer in advance",
        ("seat",),
        secret=("answer",),
        example={"window": "fortuna", "until": "turn", "answer": {}},
    ),
    CommandSpec(StandDown, "Withdraw a standing answer", ("seat",), example={"window": "fortuna"}),
    CommandSpec(Resign, "Resign", ("seat",), example={}),
    CommandSpec(
        Conclude,
        "Conclude",
        ("referee",),
        example={"reason": "Agreed by both seats.", "winners": []},
    ),
    CommandSpec(OpenSeals, "Open the seals", ("referee", "seat", "service"), example={}),
    CommandSpec(AdoptEdition, "Adopt the installed edition", ("referee",), example={}),
)
"""Commands that may be posted to any campaign."""

UNPOSTED = (
    CommandSpec(Create, "Create", ("referee",)),
    CommandSpec(Fork, "Fork", ("referee",)),
    CommandSpec(Claim, "Claim a seat", ("seat",)),
    CommandSpec(HandOver, "Hand over", ("referee", "service")),
    CommandSpec(NoteFork, "Note a fork", ("referee",)),
)
"""Commands that other endpoints record; they are never posted."""
