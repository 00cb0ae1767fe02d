"""Capsules: a saved campaign as one file of canonical JSON lines (protocol, section 7)."""

import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from domain.kernel.canonical import encode, parse
from domain.kernel.errors import BadRecord
from domain.kernel.record import Event, Hash, read_event, record_bytes
from domain.kernel.seals import Opening

MAX_BYTES = 64 * 1024 * 1024
VERSION = 1

Audience = Annotated[str, Meta(pattern=r"^(public|observer|referee|seat:[a-z0-9][a-z0-9-]*)\Z")]


class Head(msgspec.Struct, frozen=True):
    """The first line: what the file says of itself, covered by no hash."""

    campaign: dict[str, Any]
    audience: Audience
    key: str
    iacta: str = "capsule"
    version: int = VERSION


class Item(msgspec.Struct, frozen=True):
    """One event of a capsule: its record, the hash it claims, and what was told of it."""

    event: Event
    record: bytes
    hash: str
    told: Mapping[str, Any]


class Capsule(msgspec.Struct, frozen=True):
    """A capsule, read strictly."""

    head: Head
    view: Mapping[str, Any] | None
    items: tuple[Item, ...]
    openings: dict[str, Opening]
    checkpoint: str


def write(
    head: Head,
    events: Iterable[Mapping[str, Any]],
    openings: Mapping[str, Opening],
    checkpoint: str,
    view: Mapping[str, Any] | None = None,
) -> Iterator[bytes]:
    """The lines of a capsule. Each of ``events`` is ``{"event": … with hash}`` or more."""
    yield encode(msgspec.to_builtins(head)) + b"\n"
    if view is not None:
        yield encode(view) + b"\n"
    for event in events:
        yield encode(event) + b"\n"
    yield encode({"openings": msgspec.to_builtins(openings)}) + b"\n"
    yield encode({"checkpoint": checkpoint}) + b"\n"


def unpack(data: bytes) -> bytes:
    """The lines of a capsule that may be gzipped; `BadRecord` past the size limit."""
    if data[:2] == b"\x1f\x8b":
        inflate = zlib.decompressobj(wbits=31)
        try:
            data = inflate.decompress(data, MAX_BYTES + 1)
        except zlib.error as error:
            raise BadRecord(f"not gzip: {error}") from None
        if not inflate.eof and len(data) <= MAX_BYTES:
            raise BadRecord("the gzip stream is cut off")
        if inflate.unused_data:
            raise BadRecord("something follows the gzip stream")
    if len(data) > MAX_BYTES:
        raise BadRecord(f"a capsule is at most {MAX_BYTES} bytes")
    return data


def read(data: bytes) -> Capsule:
    """A capsule from its bytes. `BadRecord` names the line that is not of the form."""
    data = unpack(data)
    if not data.endswith(b"\n"):
        raise BadRecord("a capsule ends with a line feed")
    lines = data[:-1].split(b"\n")
    if len(lines) < 4:
        raise BadRecord("a capsule has at least a head, an event, openings and a checkpoint")
    return _read_lines([_line(number, line) for number, line in enumerate(lines, 1)])


def _line(number: int, line: bytes) -> Any:
    try:
        plain = parse(line)
    except BadRecord as error:
        raise BadRecord(f"line {number}: {error}") from None
    if not isinstance(plain, dict):
        raise BadRecord(f"line {number}: not an object")
    return plain


def _read_lines(lines: list[Any]) -> Capsule:
    head = _convert(1, lines[0], Head)
    if (lines[0].get("iacta"), lines[0].get("version")) != ("capsule", VERSION):
        raise BadRecord("line 1: not a capsule of this version")
    if not isinstance(head.campaign.get("id"), str):
        raise BadRecord("line 1: the head names no campaign")
    first, view = 1, None
    if "view" in lines[1]:
        first, view = 2, lines[1]
    items = tuple(_item(number, line) for number, line in enumerate(lines[first:-2], first + 1))
    if not items:
        raise BadRecord("a capsule has at least one event")
    openings, checkpoint = lines[-2], lines[-1]
    if openings.keys() != {"openings"} or checkpoint.keys() != {"checkpoint"}:
        raise BadRecord("a capsule ends with its openings and its checkpoint")
    if not isinstance(checkpoint["checkpoint"], str):
        raise BadRecord("the checkpoint is not a text")
    return Capsule(
        head,
        view,
        items,
        _convert(len(lines) - 1, openings["openings"], dict[Hash, Opening]),
        checkpoint["checkpoint"],
    )


def _item(number: int, line: dict[str, Any]) -> Item:
    event = line.get("event")
    if not isinstance(event, dict):
        raise BadRecord(f"line {number}: not an event")
    bare = {name: value for name, value in event.items() if name != "hash"}
    try:
        read = read_event(bare)
    except BadRecord as error:
        raise BadRecord(f"line {number}: {error}") from None
    told = {name: value for name, value in line.items() if name != "event"}
    return Item(read, record_bytes(read), _convert(number, event.get("hash"), Hash), told)


def _convert(number: int, plain: Any, shape: Any) -> Any:
    try:
        return msgspec.convert(plain, shape, strict=True)
    except msgspec.ValidationError as error:
        raise BadRecord(f"line {number}: {error}") from None
