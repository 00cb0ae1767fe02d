"""Events as they were recorded."""

from typing import Any

import msgspec

from iacta.domain.kernel.proof.dice import Die
from iacta.domain.kernel.proof.record import CampaignId, Entropy, For, Hash, Key, Role, Seq, Time
from iacta.domain.kernel.proof.seals import Opening, Sealed


class OpenDraw(msgspec.Struct, frozen=True, tag_field="chain", tag="open"):
    """Dice of the open chain, shown at once."""

    link: Seq
    seed: Hash  #: the link itself in hex, which the faces follow from
    dice: tuple[Die, ...]  #: in the order in which they were thrown


class SealedDraw(msgspec.Struct, frozen=True, tag_field="chain", tag="sealed"):
    """Dice of the sealed chain, hidden for now. The value that is sealed is a list of `Die`."""

    link: Seq
    dice: Sealed  #: the digest that takes the place of the dice until the seals are open


class EnteredDraw(msgspec.Struct, frozen=True, tag_field="chain", tag="entered"):
    """Dice rolled outside and entered by hand: they prove nothing."""

    witness: str  #: who saw them, in words
    dice: tuple[Die, ...]  #: in the order in which the decision read them


class EventAnswer(msgspec.Struct, frozen=True, rename={"for_": "for"}, kw_only=True):
    """An event as recorded, with its hash. Clients ignore effect types they do not know."""

    v: int  #: the version of the record's format
    campaign: CampaignId
    seq: Seq
    at: Time  #: when the server accepted it, in UTC
    by: Role  #: who sent the command
    for_: For  #: the seat that the referee acted for; empty if none
    key: Key
    entropy: Entropy  #: the sender's own randomness, mixed into the dice; may be empty
    command: dict[str, Any]
    #: What was thrown, at most once from each chain.
    draws: tuple[OpenDraw | SealedDraw | EnteredDraw, ...]
    effects: list[dict[str, Any]]
    prev: Hash  #: the hash of the event before; 64 zeros for the first
    hash: Hash  #: of this event: the RFC 6962 leaf hash of the record without this member


class EventItem(msgspec.Struct, frozen=True):
    """An event with the openings that the caller may see."""

    event: EventAnswer  #: the record with its hash
    openings: dict[str, Opening]  #: sealed values of the event that the caller may see, by digest


class StreamMessage(msgspec.Struct, frozen=True):
    """A message of a campaign's stream, in the fields of Server-Sent Events.

    It has no field ``event``, so a browser's `EventSource` raises it as `message`. Lines that
    begin with a colon are comments; only the first block has ``retry``.
    """

    id: str  #: the event's number; a stream that is resumed after it sends `Last-Event-ID`
    data: str  #: an `EventItem` in JSON, in one line


class EventPage(msgspec.Struct, frozen=True):
    """Events in order."""

    items: tuple[EventItem, ...]  #: by rising number
    #: The `after` of the next page: the last event's number; null on the last page.
    next: str | None
