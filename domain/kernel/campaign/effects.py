"""Effects that every campaign knows (protocol, section 2). Their names have no prefix."""

from typing import Any, Literal

import msgspec

from iacta.domain.kernel.contract.system import Effect, Part
from iacta.domain.kernel.proof.record import CampaignId, Count, Hash, Role, SeatKey, Seq
from iacta.domain.kernel.proof.seals import Opening


class Anchor(Part, frozen=True):
    """Link 0 of a chain and how many links follow it."""

    anchor: Hash
    links: Seq


class Anchors(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The two chains of a campaign."""

    open: Anchor
    sealed: Anchor


class Seated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat in play and the name of who is to hold it."""

    seat: SeatKey
    name: str


class CampaignCreated(Effect, frozen=True, tag="campaign-created"):
    """A campaign is founded. ``tables`` and ``data`` pin what it is played with by hash;
    documents that it replaces stand whole in ``custom``.
    """

    server: str
    system: str
    edition: str
    scenario: str
    options: dict[str, str | int | bool]
    seats: tuple[Seated, ...]
    tables: dict[str, Hash]
    data: dict[str, Hash]
    custom: dict[str, Any]
    anchors: Anchors


class Restored(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A backup was restored. ``lost``: signed events that it lacks, as far as the server knows."""

    lost: Count


class Forked(Effect, frozen=True, tag="forked", omit_defaults=True):
    """A campaign begins where another stood. ``seen``: somebody knew what is now hidden again.

    The members after ``keep_order`` are left out where they are empty. ``held``: seats that keep
    their holders; ``consents``: seats that agreed, each with the parent's event in which it did;
    ``restored``: the parent was left behind by a restored backup.
    """

    parent: CampaignId
    at: Seq
    parent_hash: Hash
    anchors: Anchors
    seen: bool
    keep_order: bool
    held: tuple[SeatKey, ...] = ()
    consents: tuple[tuple[SeatKey, Seq], ...] = ()
    restored: Restored | None = None

    @property
    def carries(self) -> bool:
        """Whether it says that secrets, or the seats' holders, came along."""
        return bool(self.held or self.consents or self.restored)


class Rewound(Effect, frozen=True, tag="rewound"):
    """The game stands again as after event ``to``."""

    to: Seq
    reason: str
    consents: tuple[SeatKey, ...]
    seen: bool


class Consented(Effect, frozen=True, tag="consented"):
    """A seat agrees to a rewind."""

    seat: SeatKey
    to: Seq


class ForkConsented(Effect, frozen=True, tag="fork-consented"):
    """A seat agrees to a fork after event ``at``, or takes its agreement back."""

    seat: SeatKey
    at: Seq
    withdrawn: bool


class ForkMade(Effect, frozen=True, tag="fork-made"):
    """``child`` was forked from here after event ``at``; agreement to it is used up."""

    child: CampaignId
    at: Seq


class Extended(Effect, frozen=True, tag="dice-chain-extended"):
    """The chain's last link was drawn; a new anchor begins."""

    chain: Literal["open", "sealed"]
    anchor: Hash
    links: Seq


class Opened(Effect, frozen=True, tag="opened"):
    """Sealed values become public: digest → opening."""

    openings: dict[Hash, Opening]


class SealsAgreed(Effect, frozen=True, tag="seals-agreed"):
    """A seat's answer to whether the seals are to be opened. Its last one counts."""

    seat: SeatKey
    agree: Literal["yes", "no", "object"]


class SealsOpened(Effect, frozen=True, tag="seals-opened"):
    """Everything is shown. ``last``: anchor of each sealed chain → its last link drawn."""

    last: dict[Hash, Hash]


class Ruled(Effect, frozen=True, tag="ruled"):
    """The referee's ruling and the changes it makes."""

    text: str
    reason: str
    changes: tuple[dict[str, Any], ...]


class Annotated(Effect, frozen=True, tag="annotated"):
    """A remark on an event."""

    seq: Seq
    text: str


class SeatClaimed(Effect, frozen=True, tag="seat-claimed"):
    """A seat has its player."""

    seat: SeatKey


class SeatHandedOver(Effect, frozen=True, tag="seat-handed-over"):
    """A role has a new holder. A seat that had resigned is held again."""

    role: Role


class Resigned(Effect, frozen=True, tag="resigned"):
    """A seat has given up."""

    seat: SeatKey


class EditionAdopted(Effect, frozen=True, tag="edition-adopted"):
    """The campaign is played under another edition from here on."""

    edition: str
    tables: dict[str, Hash]
    data: dict[str, Hash]


class Concluded(Effect, frozen=True, tag="concluded"):
    """The campaign is over."""

    reason: str
    winners: tuple[SeatKey, ...]


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
    | SeatClaimed
    | SeatHandedOver
    | Resigned
    | EditionAdopted
    | Concluded
)

TAGS = frozenset(str(shape.__struct_config__.tag) for shape in KERNEL.__args__)

RESERVED = frozenset({"standing-laid", "roll-pending"})
"""Names kept for witnessed rolls and standing orders."""
