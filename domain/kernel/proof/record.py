"""The event record and its hash chain (protocol, section 2)."""

import datetime
import re
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from iacta.domain.kernel.proof.canonical import (
    MAX_INT,
    encode_decoded,
    is_canonical,
    is_simple,
    no_float,
    parse,
)
from iacta.domain.kernel.proof.errors import BadRecord
from iacta.domain.kernel.proof.merkle import leaf_hash

ZERO = "0" * 64

CampaignId = Annotated[
    str,
    Meta(
        pattern=r"^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\Z",
        description="A campaign's id: a UUID of version 7.",
    ),
]
SeatKey = Annotated[
    str,
    Meta(
        pattern=r"^[a-z0-9]+(-[a-z0-9]+)*\Z",
        max_length=32,
        description="The key of a seat of the game's system.",
    ),
]
Role = Annotated[
    str,
    Meta(
        pattern=r"^(referee|observer|service|seat:[a-z0-9]+(-[a-z0-9]+)*)\Z",
        max_length=37,
        description="A role: `referee`, `observer`, `service` or `seat:<seat>`.",
    ),
]
For = Annotated[
    str,
    Meta(
        pattern=r"^(seat:[a-z0-9]+(-[a-z0-9]+)*)?\Z",
        max_length=37,
        description="The role of a seat, or empty.",
    ),
]
Key = Annotated[
    str,
    Meta(
        pattern=r"^[0-9A-Za-z._~-]{1,64}\Z",
        max_length=64,
        description="An idempotency key: of one sender, it never makes a second event.",
    ),
]
Entropy = Annotated[
    str,
    Meta(
        pattern=r"^[0-9A-Za-z._~-]{0,64}\Z",
        max_length=64,
        description="A sender's own randomness, mixed into the dice.",
    ),
]
Hash = Annotated[
    str,
    Meta(
        pattern=r"^[0-9a-f]{64}\Z",
        min_length=64,
        max_length=64,
        description="32 bytes in lower-case hex, a SHA-256 as a rule.",
    ),
]
Seq = Annotated[
    int, Meta(ge=1, le=MAX_INT, description="An event's number in its campaign, from 1.")
]
Count = Annotated[int, Meta(ge=0, le=MAX_INT)]
Time = Annotated[
    str,
    Meta(
        pattern=r"^[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}\.[0-9]{3}Z\Z",
        description="A time in UTC, to the millisecond.",
    ),
]
_TYPE = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)?")


class Event(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    rename={"for_": "for"},
    kw_only=True,
    gc=False,
):
    """One accepted command, what was rolled for it, what it did. Members as in the format."""

    v: Annotated[int, Meta(ge=1, le=1)]
    campaign: CampaignId
    seq: Seq
    at: Time
    by: Role
    for_: For
    key: Key
    entropy: Entropy
    command: dict[str, Any]
    draws: list[dict[str, Any]]
    effects: list[dict[str, Any]]
    prev: Hash

    @property
    def acting(self) -> str:
        """The role whose command it is: ``for`` where the referee acts for a seat."""
        return self.for_ or self.by


def record_bytes(event: Event) -> bytes:
    """The stored bytes: C(event without ``hash``)."""
    return encode_decoded(event)


def record_hash(record: bytes) -> str:
    """The event's ``hash``, hex: the RFC 6962 leaf hash of the stored bytes."""
    return leaf_hash(record).hex()


def read_record(record: bytes) -> Event:
    """An event from its stored bytes, strictly; `BadRecord` if they are malformed."""
    return read_at_once(record) or read_event(parse(record))


class Loose(
    msgspec.Struct, forbid_unknown_fields=True, rename={"for_": "for"}, kw_only=True, gc=False
):
    """The members of an event, whatever their texts and numbers are."""

    v: int
    campaign: str
    seq: int
    at: str
    by: str
    for_: str
    key: str
    entropy: str
    command: dict[str, Any]
    draws: list[dict[str, Any]]
    effects: list[dict[str, Any]]
    prev: str


_loose: msgspec.json.Decoder[Loose] = msgspec.json.Decoder(Loose, float_hook=no_float)


def line_of(shape: Any) -> str:
    """The pattern of a text of such a shape, on a line of its own."""
    (meta,) = shape.__metadata__
    pattern = meta.pattern.removeprefix("^").removesuffix(END)
    if meta.max_length and "{" not in pattern:
        return f"(?=.{{0,{meta.max_length}}}\n){pattern}\n"
    return f"{pattern}\n"  # how long it may be, it says itself


END = r"\Z"
_TEXTS = re.compile("".join(map(line_of, (CampaignId, Time, Role, For, Key, Entropy, Hash, Hash))))


def read_at_once(record: bytes) -> Event | None:
    """As `read_record`, at one look; None where that does not tell, or nothing of it is right."""
    try:
        one = _loose.decode(record)
    except (msgspec.DecodeError, RecursionError, ValueError):
        return None
    return checked_at_once(one, one, record)


def checked_at_once(one: Loose, whole: Any, data: bytes, digest: str = ZERO) -> Event | None:
    """The event that was decoded, if all is right by one look; else None, which does not tell.

    ``whole``: all that ``data`` was decoded to, the event or what it is part of; ``digest``: the
    hash that goes with it.
    """
    texts = (
        f"{one.campaign}\n{one.at}\n{one.by}\n{one.for_}\n{one.key}\n{one.entropy}\n{one.prev}\n"
        f"{digest}\n"
    )
    if (
        not is_simple(data)
        or not is_canonical(whole, data)
        or not _TEXTS.fullmatch(texts)
        or one.seq < 1  # nor is a number simple that is too large
        or one.v != 1
        or _fault(one.command, one.effects, one.at)
    ):
        return None
    return Event(
        v=1,
        campaign=one.campaign,
        seq=one.seq,
        at=one.at,
        by=one.by,
        for_=one.for_,
        key=one.key,
        entropy=one.entropy,
        command=one.command,
        draws=one.draws,
        effects=one.effects,
        prev=one.prev,
    )


def read_event(plain: Any) -> Event:
    """An event from plain data without ``hash``; `BadRecord` if it is malformed."""
    try:
        event = msgspec.convert(plain, Event, strict=True)
    except msgspec.ValidationError as error:
        raise BadRecord(str(error)) from None
    fault = _fault(event.command, event.effects, event.at)
    if fault:
        raise BadRecord(fault)
    return event


def _fault(command: dict[str, Any], effects: list[dict[str, Any]], at: str) -> str:
    """What is wrong with the types and the time in an event; empty if nothing is."""
    for part in (command, *effects):
        kind = part.get("type")
        if type(kind) is not str or not _is_type(kind):
            return "a command or an effect has no type, or a malformed one"
    return "" if _is_time(at) else f"no such time: {at}"


@lru_cache
def _is_type(kind: str) -> bool:
    return _TYPE.fullmatch(kind) is not None


def _is_time(at: str) -> bool:
    """Whether there is such a time."""
    try:
        time = datetime.datetime.fromisoformat(at)
    except ValueError:
        return False
    return time.hour == int(at[11:13])  # a later Python reads 24:00 as the next day


def with_hash(record: bytes, digest: str) -> bytes:
    """The record with its ``hash`` as a member, in canonical order, without parsing it.

    After ``key`` a record holds nothing free, so the last ``,"key":"`` is the member itself.
    """
    at = record.rindex(b',"key":"')
    return record[:at] + b',"hash":"' + digest.encode() + b'"' + record[at:]
