"""Capsules: a saved campaign as one file of canonical JSON lines (protocol, section 7)."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from iacta.domain.kernel.proof.canonical import encode, encode_decoded, no_float, parse
from iacta.domain.kernel.proof.errors import BadRecord
from iacta.domain.kernel.proof.lines import BOUNDS, Bounds, read_lines
from iacta.domain.kernel.proof.record import (
    ZERO,
    Event,
    Hash,
    Loose,
    checked_at_once,
    read_event,
    with_hash,
)
from iacta.domain.kernel.proof.seals import Opening

VERSION = 1
HEAD = Bounds(line=64 * 1024, values=4_096)

Audience = Annotated[str, Meta(pattern=r"^(public|observer|referee|seat:[a-z0-9][a-z0-9-]*)\Z")]


class Head(msgspec.Struct, frozen=True, gc=False):
    """The first line: what the file says of itself, covered by no hash."""

    campaign: dict[str, Any]
    audience: Audience
    key: str
    iacta: str = "capsule"
    version: int = VERSION


class Item(msgspec.Struct, frozen=True, gc=False):
    """One event of a capsule: its record, the hash it claims, and its narration."""

    event: Event
    record: bytes
    hash: str
    narration: Mapping[str, Any]


class Capsule(msgspec.Struct, frozen=True, gc=False):
    """A capsule, read strictly."""

    head: Head
    view: Mapping[str, Any] | None
    items: tuple[Item, ...]
    openings: dict[str, Opening]
    checkpoint: str

    def after(self, count: int) -> Iterator[Item]:
        """What follows its first ``count`` events."""
        return islice(self.items, count, None)


def opening_lines(head: Head, view: Mapping[str, Any] | None = None) -> Iterator[bytes]:
    """The lines before those of the events."""
    yield encode(msgspec.to_builtins(head)) + b"\n"
    if view is not None:
        yield encode(view) + b"\n"


def closing_lines(openings: Mapping[str, Opening], checkpoint: str) -> Iterator[bytes]:
    """The lines after those of the events."""
    yield encode({"openings": msgspec.to_builtins(openings)}) + b"\n"
    yield encode({"checkpoint": checkpoint}) + b"\n"


def event_line(record: bytes, digest: str, narration: bytes = b"{}") -> bytes:
    """The line of an event: its record as stored, its hash, its narration.

    ``narration``: the canonical bytes of an object whose members sort after ``event``, as `text`,
    `patch` and `marks` do.
    """
    more = b"," + narration[1:] if narration != b"{}" else b"}"
    return b'{"event":' + with_hash(record, digest) + more + b"\n"


def read(data: bytes | Iterable[bytes], bounds: Bounds = BOUNDS) -> Capsule:
    """A capsule from its bytes, gzipped or not. `BadRecord` names the line that is malformed.

    Nothing after the first malformed line is looked at.
    """
    lines = read_lines([data] if isinstance(data, bytes) else data, bounds)
    head = _head(*next(lines))
    view, items = None, list[Item]()
    for number, line in lines:
        item = _bare_item(line)
        if item is not None:
            items.append(item)
            continue
        plain = _line(number, line)
        if number == 2 and "view" in plain:
            view = plain
        elif "event" in plain:
            items.append(_item(number, plain))
        else:
            break
    else:
        raise BadRecord("a capsule has at least a head, an event, openings and a checkpoint")
    if not items:
        raise BadRecord(f"line {number}: a capsule has at least one event")
    if plain.keys() != {"openings"}:
        raise BadRecord(f"line {number}: neither an event nor the openings")
    openings = _convert(number, plain["openings"], dict[Hash, Opening])
    return Capsule(head, view, tuple(items), openings, _checkpoint(lines))


def read_head(data: Iterable[bytes]) -> Head:
    """The head alone: whether a file may be a capsule at all. `BadRecord` if it may not."""
    return _head(*next(read_lines(data, HEAD)))


def _head(number: int, line: bytes) -> Head:
    if len(line) > HEAD.line:
        raise BadRecord(f"line {number}: longer than {HEAD.line} bytes")
    plain = _line(number, line)
    head: Head = _convert(number, plain, Head)
    if (plain.get("iacta"), plain.get("version")) != ("capsule", VERSION):
        raise BadRecord("line 1: not a capsule of this version")
    if not isinstance(head.campaign.get("id"), str):
        raise BadRecord("line 1: the head names no campaign")
    return head


def _checkpoint(lines: Iterator[tuple[int, bytes]]) -> str:
    """The last line's text; nothing may follow it."""
    number, line = next(lines, (0, b""))
    plain = _line(number, line) if number else {}
    if plain.keys() != {"checkpoint"}:
        raise BadRecord("a capsule ends with its openings and its checkpoint")
    if not isinstance(plain["checkpoint"], str):
        raise BadRecord("the checkpoint is not a text")
    if next(lines, None) is not None:
        raise BadRecord(f"line {number + 1}: something follows the checkpoint")
    return plain["checkpoint"]


def _line(number: int, line: bytes) -> dict[str, Any]:
    try:
        plain = parse(line)
    except BadRecord as error:
        raise BadRecord(f"line {number}: {error}") from None
    if not isinstance(plain, dict):
        raise BadRecord(f"line {number}: not an object")
    return plain


class _Hashed(Loose, gc=False):
    """An event with its hash, loosely."""

    hash: str


class _Bare(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A line that holds an event and nothing beside it."""

    event: _Hashed


_bare: msgspec.json.Decoder[_Bare] = msgspec.json.Decoder(_Bare, float_hook=no_float)
_EVENT = b'{"event":'
_KEY = b',"key":"'
_HASH_MEMBER = len(',"hash":""') + len(ZERO)


def _bare_item(line: bytes) -> Item | None:
    """The event of a line that holds nothing beside it, at one look; None where that does not tell.

    In canonical form the hash stands before the key, after which a record holds nothing free.
    """
    try:
        bare = _bare.decode(line)
    except (msgspec.DecodeError, RecursionError, ValueError):
        return None
    one = bare.event
    event = checked_at_once(one, bare, line, one.hash)
    if event is None:
        return None
    at = line.rindex(_KEY)
    return Item(event, line[len(_EVENT) : at - _HASH_MEMBER] + line[at:-1], one.hash, {})


def _item(number: int, line: dict[str, Any]) -> Item:
    event = line.get("event")
    if not isinstance(event, dict):
        raise BadRecord(f"line {number}: not an event")
    bare = {name: value for name, value in event.items() if name != "hash"}
    try:
        read = read_event(bare)
    except BadRecord as error:
        raise BadRecord(f"line {number}: {error}") from None
    narration = {name: value for name, value in line.items() if name != "event"}
    return Item(read, encode_decoded(bare), _hash(number, event.get("hash")), narration)


_HASH: msgspec.json.Decoder[str] = msgspec.json.Decoder(Hash)


def _hash(number: int, plain: Any) -> str:
    try:
        return _HASH.decode(encode_decoded(plain))
    except msgspec.ValidationError as error:
        raise BadRecord(f"line {number}: {error}") from None


def _convert(number: int, plain: Any, shape: Any) -> Any:
    try:
        return msgspec.convert(plain, shape, strict=True)
    except msgspec.ValidationError as error:
        raise BadRecord(f"line {number}: {error}") from None
