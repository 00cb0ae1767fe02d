"""Effects that every campaign knows (protocol, section 2). Their names have no prefix."""

from typing import Any, Literal

import msgspec

from iacta.domain.kernel.contract.system import Effect, Part
from iacta.domain.kernel.proof.record import CampaignId, Count, Hash, Role, SeatKey, Seq
from iacta.domain.kernel.proof.seals import Opening


class Anchor(Part, frozen=True):
    """Link 0 of a chain and how many links follow it."""

    anchor: Hash  #: link 0 of the chain, in hex
    links: Seq  #: how many links follow it


class Anchors(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The two chains of a campaign."""

    open: Anchor  #: of the chain whose dice are shown at once
    sealed: Anchor  #: of the chain whose dice are hidden


class Seated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat in play and the name of who is to hold it."""

    seat: SeatKey
    name: str  #: the player's name


class CampaignCreated(Effect, frozen=True, tag="campaign-created", kw_only=True):
    """A campaign is created. What it is played with is pinned by hash."""

    server: str  #: the name of the server's verifier key
    system: str  #: the key of the system
    edition: str  #: of the rules that it is played under
    scenario: str  #: the key of the scenario
    options: dict[str, str | int | bool]  #: all switches with their values
    seats: tuple[Seated, ...]  #: the seats in play
    tables: dict[str, Hash]  #: the hash of each printed table, by its key
    data: dict[str, Hash]  #: the hash of each document, by its key
    custom: dict[str, Any]  #: documents that it replaces, whole, by key
    anchors: Anchors  #: where the dice chains begin


class Restored(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A backup was restored."""

    lost: Count  #: how many signed events it lacks, as far as the server knows


class Forked(Effect, frozen=True, tag="forked", kw_only=True):
    """A campaign begins from an earlier state of another.

    The members after ``keep_order`` are left out where they are empty.
    """

    parent: CampaignId  #: the campaign that it was forked from
    at: Seq  #: the last event that both share
    parent_hash: Hash  #: the hash of that event
    anchors: Anchors  #: where the fork's dice chains begin
    seen: bool  #: whether somebody knew what is now hidden again
    keep_order: bool  #: whether hidden things were left as they were
    held: tuple[SeatKey, ...] = ()  #: seats that keep their holders
    #: Seats that agreed, each with the parent's event in which it did.
    consents: tuple[tuple[SeatKey, Seq], ...] = ()
    restored: Restored | None = None  #: set if the parent was left behind by a restored backup

    @property
    def carries(self) -> bool:
        """Whether it says that secrets, or the seats' holders, came along."""
        return bool(self.held or self.consents or self.restored)


class Rewound(Effect, frozen=True, tag="rewound"):
    """The game returns to its state after an earlier event."""

    to: Seq  #: the last event that stands
    reason: str  #: why
    consents: tuple[SeatKey, ...]  #: the seats that agreed
    seen: bool  #: whether somebody knew what is now hidden again


class Consented(Effect, frozen=True, tag="consented"):
    """A seat agrees to a rewind."""

    seat: SeatKey
    to: Seq  #: the event that a rewind may go back to


class ForkConsented(Effect, frozen=True, tag="fork-consented"):
    """A seat agrees to a fork, or takes its agreement back."""

    seat: SeatKey
    at: Seq  #: the last event that a fork may share
    withdrawn: bool  #: whether it takes its agreement back


class ForkMade(Effect, frozen=True, tag="fork-made"):
    """A campaign was forked from here; agreement to it is used up."""

    child: CampaignId  #: the campaign that was forked
    at: Seq  #: the last event that both share


class Extended(Effect, frozen=True, tag="dice-chain-extended"):
    """The chain's last link was drawn; a new anchor begins."""

    chain: Literal["open", "sealed"]  #: which of the two chains
    anchor: Hash  #: link 0 of the new part, in hex
    links: Seq  #: how many links follow it


class Opened(Effect, frozen=True, tag="opened"):
    """Sealed values become public."""

    openings: dict[Hash, Opening]  #: the values with their salts, by digest


class SealsAgreed(Effect, frozen=True, tag="seals-agreed"):
    """A seat's answer to whether the seals are to be opened. Its last one counts."""

    seat: SeatKey
    #: Its answer: `no` is not yet, `object` leaves it to the referee.
    agree: Literal["yes", "no", "object"]


class SealsOpened(Effect, frozen=True, tag="seals-opened"):
    """Everything that was hidden is shown."""

    last: dict[Hash, Hash]  #: the last link drawn of each sealed chain, by its anchor


class Ruled(Effect, frozen=True, tag="ruled"):
    """The referee's ruling and the changes it makes."""

    text: str  #: what is ruled
    reason: str  #: why
    changes: tuple[dict[str, Any], ...]  #: what it changes in the game, in order


class Annotated(Effect, frozen=True, tag="annotated"):
    """A remark on an event."""

    seq: Seq  #: the event that the remark is on
    text: str  #: the remark


class SeatClaimed(Effect, frozen=True, tag="seat-claimed"):
    """A seat has its player."""

    seat: SeatKey


class SeatHandedOver(Effect, frozen=True, tag="seat-handed-over"):
    """A role has a new holder. A seat that had resigned has a player again."""

    role: Role


class StandingLaid(Effect, frozen=True, tag="standing-laid"):
    """A seat answers the windows of a kind in advance, in place of what it answered before."""

    seat: SeatKey
    window: str  #: the kind of window
    until: str  #: the public fact until which the answer stands
    answer: Hash  #: the digest under which the command holds the answer


class StandingEnded(Effect, frozen=True, tag="standing-ended"):
    """A standing answer is withdrawn, or the fact has come until which it stood."""

    seat: SeatKey
    window: str  #: the kind of window


class Resigned(Effect, frozen=True, tag="resigned"):
    """A seat has given up."""

    seat: SeatKey


class EditionAdopted(Effect, frozen=True, tag="edition-adopted"):
    """The campaign is played under another edition from here on."""

    edition: str  #: of the rules from here on
    tables: dict[str, Hash]  #: the hash of each printed table, by its key
    data: dict[str, Hash]  #: the hash of each document, by its key


class Concluded(Effect, frozen=True, tag="concluded"):
    """The campaign is over."""

    reason: str  #: why it ended
    winners: tuple[SeatKey, ...]  #: the seats that have won; none for a draw


KERNEL = (
    CampaignCreated
    | Forked
    | Rewound
    | Consented
    | ForkConsented
    | ForkMade
    | Extended
    | Opened
    | SealsAgreed
    | SealsOpened
    | Ruled
    | Annotated
    | StandingLaid
    | StandingEnded
    | SeatClaimed
    | SeatHandedOver
    | Resigned
    | EditionAdopted
    | Concluded
)

SHAPES = frozenset(KERNEL.__args__)
TAGS = frozenset(str(shape.__struct_config__.tag) for shape in SHAPES)
