"""What an audience sees of a campaign, and how each event changed it."""

from typing import Any

import msgspec

from iacta.domain.kernel.proof.record import CampaignId, Seq
from iacta.service.http.models.events import EventAnswer
from iacta.service.projections.rolls import Roll


class AddValue(msgspec.Struct, frozen=True, tag_field="op", tag="add"):
    """Put a value where there was none: a new member, or an item before the one at ``path``."""

    path: str  #: the place in the view, an RFC 6901 pointer
    value: Any  #: whatever belongs there


class ReplaceValue(msgspec.Struct, frozen=True, tag_field="op", tag="replace"):
    """Put another value in the place of the one at ``path``."""

    path: str  #: the place in the view, an RFC 6901 pointer
    value: Any  #: whatever belongs there


class RemoveValue(msgspec.Struct, frozen=True, tag_field="op", tag="remove"):
    """Remove the member or item at ``path``."""

    path: str  #: the place in the view, an RFC 6901 pointer


PatchOperation = AddValue | ReplaceValue | RemoveValue
"""One operation of a JSON Patch (RFC 6902). They are applied in order."""


class StateAnswer(msgspec.Struct, frozen=True):
    """The campaign after an event, as an audience sees it."""

    campaign: CampaignId
    at: int  #: the event after which the view is taken
    audience: str  #: whose view it is: `public` or a role
    view: dict[str, Any]


class StepDie(msgspec.Struct, frozen=True, rename={"for_": "for"}):
    """A die of a step."""

    chain: str  #: `open`, `sealed` or `entered`
    die: str  #: `d6`, `d10_zero` (0 to 9) or `shuffle:N`; empty while it is sealed
    #: What it shows; the order of a shuffle; null while it is sealed.
    face: int | tuple[int, ...] | None
    for_: str  #: what it was thrown for; empty while it is sealed
    #: How it is protected: `entropy` (the player's own was mixed in), `none`, `entered`, `sealed`.
    proof: str = msgspec.field(name="class")


class Mark(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A mark for rulers and logs: what kind of event this was. Clients ignore unknown kinds."""

    #: Such as `beat`, `chapter`, `battle`, `death`, `ruling`, `rewind`, `fork`, `entered`, `end`.
    kind: str
    #: The title of a chapter; the headline of a beat, as it stands after this event.
    label: str | msgspec.UnsetType = msgspec.UNSET
    seat: str | msgspec.UnsetType = msgspec.UNSET  #: who acts in a beat; not set if nobody does
    #: Whether the event belongs to the beat of the event before it; if not, it opens one.
    continues: bool | msgspec.UnsetType = msgspec.UNSET
    note: str | msgspec.UnsetType = msgspec.UNSET  #: a word about a chapter
    to: Seq | msgspec.UnsetType = msgspec.UNSET  #: the event that a rewind goes back to
    #: The last event that a fork shares with its parent.
    at: Seq | msgspec.UnsetType = msgspec.UNSET
    parent: CampaignId | msgspec.UnsetType = msgspec.UNSET  #: the campaign that a fork comes from


class StepItem(msgspec.Struct, frozen=True, rename={"for_": "for"}, kw_only=True):
    """An event in words, with its dice and the RFC 6902 patch of the view."""

    seq: Seq
    at: str  #: when the server accepted it, in UTC
    by: str  #: who sent the command
    for_: str  #: the seat that the referee acted for; empty if none
    text: tuple[str, ...]  #: the event in words: a headline, then the reckoning
    dice: tuple[StepDie, ...]  #: every die that was thrown
    patch: tuple[PatchOperation, ...]  #: turns the view before the event into the view after it
    marks: tuple[Mark, ...]  #: for rulers and logs
    event: EventAnswer  #: the record with its hash


class StepPage(msgspec.Struct, frozen=True):
    """Steps in order."""

    view: dict[str, Any]
    items: tuple[StepItem, ...]  #: by rising number
    #: The `after` of the next page: the last event's number; null on the last page.
    next: str | None


class RollPage(msgspec.Struct, frozen=True):
    """Dice in order."""

    items: tuple[Roll, ...]  #: in the order in which they were thrown
    next: str | None  #: the `after` of the next page; null on the last
