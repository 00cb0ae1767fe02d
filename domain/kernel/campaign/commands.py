"""Commands that every campaign knows, whatever its game (protocol, section 2)."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from iacta.domain.kernel.contract.system import Command, CommandSpec, Part
from iacta.domain.kernel.proof.record import CampaignId, Role, SeatKey, Seq

MOST_CHANGES = 200
"""of one ruling"""
Prose = Annotated[str, Meta(min_length=1, max_length=2000)]
Name = Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]+\Z")]


Agreement = Literal["yes", "no", "object"]


class SeatName(Part, frozen=True):
    """Who sits where."""

    name: Name
    seat: SeatKey | None = None


class Create(Command, frozen=True, tag="campaign.create"):
    """Found a campaign. ``options`` are its switches, ``data`` the documents it replaces."""

    system: str
    scenario: str
    seats: tuple[SeatName, ...] = ()
    options: dict[str, str | int | bool] = {}
    data: dict[str, Any] = {}


class Fork(Command, frozen=True, tag="campaign.fork"):
    """Begin a campaign of one's own after event ``at`` of another."""

    at: Seq
    reason: Annotated[str, Meta(max_length=2000)] = ""
    keep_order: bool = False


class Rewind(Command, frozen=True, tag="campaign.rewind"):
    """Take the game back to where it stood after event ``to``. Nothing is deleted."""

    to: Seq
    reason: Prose
    keep_order: bool = False


class Reshuffle(Command, frozen=True, tag="campaign.reshuffle"):
    """Draw anew, in secret, what is hidden and undealt, after a fork that took it back."""


class Claim(Command, frozen=True, tag="campaign.claim"):
    """Take a seat one was invited to."""

    seat: SeatKey


class HandOver(Command, frozen=True, tag="campaign.hand-over"):
    """Give a role to another holder; its tokens so far are revoked.

    By the referee, or by the service where its operator replaces a lost token.
    """

    role: Role


class Consent(Command, frozen=True, tag="campaign.consent"):
    """Agree to a rewind to event ``to``, or to a fork after event ``fork``: one of the two.

    Who agrees to a fork agrees that, from the first hidden thing that is drawn or played, each
    branch tells about the other what play tells. ``withdraw`` takes back agreement to a fork.
    """

    to: Seq | UnsetType = UNSET
    fork: Seq | UnsetType = UNSET
    withdraw: bool = False


class NoteFork(Command, frozen=True, tag="campaign.note-fork"):
    """Campaign ``child`` was forked from this one after event ``at``."""

    child: CampaignId
    at: Seq


class Ruling(Command, frozen=True, tag="campaign.rule"):
    """The referee's ruling, with the changes that follow from it."""

    text: Prose
    reason: Prose
    changes: Annotated[tuple[dict[str, Any], ...], Meta(max_length=MOST_CHANGES)] = ()


class Annotate(Command, frozen=True, tag="campaign.annotate"):
    """A remark on event ``seq``."""

    seq: Seq
    text: Prose


class Resign(Command, frozen=True, tag="campaign.resign"):
    """Give up one's seat; the referee may go on acting for it."""


class Conclude(Command, frozen=True, tag="campaign.conclude"):
    """End the campaign."""

    reason: Prose
    winners: Annotated[tuple[SeatKey, ...], Meta(max_length=16)] = ()


class OpenSeals(Command, frozen=True, tag="campaign.open-seals"):
    """Show everything that was hidden, once the campaign is over.

    A seat answers for itself: ``yes``, not yet (``no``), or it objects to their being opened
    without it. The referee and the service open them when they may.
    """

    agree: Agreement = "yes"


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
            "reason": "His order came before the deadline.",
        },
    ),
    CommandSpec(
        Annotate,
        "Annotate",
        ("referee", "seat"),
        example={"seq": 3, "text": "Sent by post."},
    ),
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
"""What may be posted to any campaign."""

UNPOSTED = (
    CommandSpec(Create, "Create", ("referee",)),
    CommandSpec(Fork, "Fork", ("referee",)),
    CommandSpec(Claim, "Claim a seat", ("seat",)),
    CommandSpec(HandOver, "Hand over", ("referee", "service")),
    CommandSpec(NoteFork, "Note a fork", ("referee",)),
)
"""What other endpoints record."""
