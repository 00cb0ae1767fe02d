"""What the fold reads of a record: its members and its effects, as structs, from its bytes."""

import contextlib
import re
from collections.abc import Callable, Mapping
from typing import Any, get_args

import msgspec

from iacta.domain.kernel.campaign import effects as fx
from iacta.domain.kernel.contract.system import AnySystem
from iacta.domain.kernel.proof.canonical import read_written, write_struct
from iacta.domain.kernel.proof.errors import CorruptLog


class Drawn(msgspec.Struct, gc=False, frozen=True):
    """Which link a draw took, of which chain; none where dice were entered."""

    chain: str
    link: int | None = None


class Sent(msgspec.Struct, gc=False, frozen=True):
    """What the fold reads of a command."""

    type: str


class Fact(msgspec.Struct, gc=False, frozen=True, rename={"for_": "for"}, kw_only=True):
    """What the fold reads of an event: its effects as structs. Members as in the record."""

    campaign: str
    seq: int
    at: str
    by: str
    for_: str
    entropy: str
    command: Sent
    draws: tuple[Drawn, ...]
    effects: tuple[Any, ...]
    prev: str

    @property
    def acting(self) -> str:
        """The role whose command it is: ``for`` where the referee acts for a seat."""
        return self.for_ or self.by


class _Plain(msgspec.Struct, gc=False, frozen=True):
    """Of an event that cannot be read, what tells why."""

    seq: int
    effects: list[dict[str, Any]]


def _upcaster(system: AnySystem) -> Callable[[bytes], bytes]:
    """What reads a record's effects as they are recorded now; most records are told by one look."""
    if not system.upcasters:
        return lambda record: record
    types = "|".join(re.escape(one.type) for one in system.upcasters)
    older = re.compile(rf'"type":"(?:{types})"'.encode())

    def upcast(record: bytes) -> bytes:
        if not older.search(record):
            return record
        plain = msgspec.json.decode(record)
        plain["effects"] = [_recorded_now(system, effect) for effect in plain["effects"]]
        return msgspec.json.encode(plain)

    return upcast


def _recorded_now(system: AnySystem, effect: Mapping[str, Any]) -> Mapping[str, Any]:
    for upcaster in system.upcasters:
        if upcaster.type == effect.get("type"):
            effect = upcaster.read(effect)
    return effect


class _Reader:
    """What reads the records of a system; made once, since making it costs more than its use."""

    def __init__(self, system: AnySystem) -> None:
        effects: Any = system.effect_type | fx.KERNEL
        members = [("effects", tuple[effects, ...])]
        fact = msgspec.defstruct(
            "Fact", members, bases=(Fact,), gc=False, frozen=True, kw_only=True
        )
        self.system = system
        self.effect: msgspec.json.Decoder[Any] = msgspec.json.Decoder(effects)
        self.fact: msgspec.json.Decoder[Fact] = msgspec.json.Decoder(fact)
        shapes = get_args(effects)
        self.tags = {str(shape.__struct_config__.tag) for shape in shapes}
        self.upcast = _upcaster(system)


_READERS: dict[int, _Reader] = {}
"""By the identity of the system, which the reader keeps alive."""


def _reader(system: AnySystem) -> _Reader:
    found = _READERS.get(id(system))
    if found is None:
        found = _READERS[id(system)] = _Reader(system)
    return found


def effect_tags(system: AnySystem) -> set[str]:
    """The types of all effects that the kernel or the game knows, or has known."""
    return _reader(system).tags | {upcaster.type for upcaster in system.upcasters}


def read_fact(system: AnySystem, record: bytes) -> Fact:
    """What the fold reads of a record, however it was recorded; `CorruptLog` if it is malformed."""
    reader = _reader(system)
    try:
        return reader.fact.decode(reader.upcast(record))
    except msgspec.DecodeError as error:
        raise _named(system, record) or CorruptLog(f"an event is malformed: {error}") from None


def _named(system: AnySystem, record: bytes) -> CorruptLog | None:
    """What is wrong with the first effect that is malformed, by its type."""
    with contextlib.suppress(msgspec.DecodeError):
        plain = msgspec.json.decode(record, type=_Plain)
        for effect in plain.effects:
            try:
                decode_effect(system, effect)
            except CorruptLog as fault:
                return CorruptLog(f"event {plain.seq}, {effect.get('type')}: {fault}")
    return None


def decode_effect(system: AnySystem, plain: Mapping[str, Any]) -> Any:
    """An effect's struct, however it was recorded; `CorruptLog` if it is unknown or malformed."""
    try:
        return _reader(system).effect.decode(msgspec.json.encode(_recorded_now(system, plain)))
    except msgspec.DecodeError as error:
        raise CorruptLog(f"it is malformed: {error}") from None


def read_back(system: AnySystem, made: Any) -> tuple[dict[str, Any], Any]:
    """An effect that was just decided, in plain data and as a struct, both as it is read back."""
    data = write_struct(made)
    try:
        return read_written(data), _reader(system).effect.decode(data)
    except msgspec.DecodeError as error:
        raise CorruptLog(f"it is malformed: {error}") from None


def decode_recorded_change(system: AnySystem, plain: Mapping[str, Any]) -> Any:
    """A recorded change; `CorruptLog` if it is unknown or malformed."""
    try:
        return msgspec.convert(plain, system.change_type, strict=True)
    except msgspec.ValidationError as error:
        raise CorruptLog(f"{plain.get('type')}: {error}") from None
