"""Sealed values: a digest in the record, the opening kept beside it (protocol, section 4)."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from iacta.domain.kernel.proof.canonical import encode_decoded, sha256
from iacta.domain.kernel.proof.errors import NotKnown

SALT_BYTES = 16


class Sealed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The digest of a hidden value."""

    sealed: str  #: the digest of the value and its salt, 64 hex digits


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The salt and value behind a digest."""

    salt: str  #: 32 hex digits, hashed with the value
    value: Any  #: what was sealed


class RestrictedOpening(msgspec.Struct, frozen=True):
    """An opening with the roles who may see it before the end, as in an event's ``by``."""

    opening: Opening
    to: tuple[str, ...]


def digest(campaign: str, seq: int, salt: bytes, value: Any) -> str:
    """The digest that seals ``value``, in plain data, in event ``seq`` of ``campaign``."""
    head = f"iacta/seal/1\n{campaign}\n{seq}\n".encode()
    return sha256(head + salt + encode_decoded(value)).hex()


def digests_in(value: Any) -> Iterable[str]:
    """Every digest of a sealed value in plain data, in order of appearance."""
    if isinstance(value, dict):
        if len(value) == 1 and "sealed" in value:
            yield value["sealed"]
            return
        value = [value[name] for name in sorted(value)]
    elif not isinstance(value, list | tuple):
        return
    for item in value:
        if isinstance(item, dict | list | tuple):
            yield from digests_in(item)


_SEALED = re.compile(rb'\{"sealed":"([0-9a-f]{64})"\}')


def digests_of(record: bytes) -> list[str]:
    """As `digests_in` a well-formed event's members, from its record.

    Nothing else in a record can look like one: in a text, quotes are escaped.
    """
    return [digest.decode() for digest in _SEALED.findall(record)]


def names_digest(record: bytes) -> bool:
    """Whether a well-formed event seals anything, from its record."""
    return _SEALED.search(record) is not None


def revealed_in(effects: Iterable[Mapping[str, Any]], sealed: Iterable[str]) -> Iterator[str]:
    """Every digest that an event's effects show to everyone, of those ``sealed`` until then."""
    for effect in effects:
        if effect["type"] == "opened":
            yield from effect["openings"]
        elif effect["type"] == "seals-opened":
            yield from sealed


def is_malformed(value: Any) -> bool:
    """Whether plain data has a text named ``sealed`` that has other members beside it."""
    if isinstance(value, dict):
        among = len(value) > 1 and isinstance(value.get("sealed"), str)
        return among or any(is_malformed(item) for item in value.values())
    return isinstance(value, list | tuple) and any(is_malformed(item) for item in value)


def blank(value: Any) -> Any:
    """Plain data with every sealed value emptied, as it enters the digest of a command."""
    if isinstance(value, dict):
        if value.keys() == {"sealed"}:
            return {"sealed": ""}
        return {name: blank(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [blank(item) for item in value]
    return value


def reveal(value: Any, values: Mapping[str, Any]) -> Any:
    """Plain data with every sealed value that ``values`` knows shown in its place."""
    if isinstance(value, dict):
        if value.keys() == {"sealed"} and value["sealed"] in values:
            return {"sealed": values[value["sealed"]]}
        return {name: reveal(item, values) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [reveal(item, values) for item in value]
    return value


def names_sealed(value: Any) -> bool:
    """Whether plain data uses the reserved member name ``sealed``."""
    return b'"sealed":' in msgspec.json.encode(value)


class Secrets:
    """The hidden side of one decision: what may be read, what is newly sealed, what is opened.

    ``known`` holds the values that the acting role may see; legality rests on these alone.
    ``hidden`` holds every value; it is read only for what happens, never for whether it may.
    """

    def __init__(
        self,
        known: Mapping[str, Any],
        hidden: Mapping[str, Any],
        seal: Callable[[Any, tuple[str, ...]], Sealed],
        members: Mapping[str, Sealed] | None = None,
    ) -> None:
        self._known = known
        self._hidden = hidden
        self._seal = seal
        self._members = members or {}
        self.opened: list[str] = []

    def known(self, digest: str) -> Any:
        """A value that the acting role may see, else `NotKnown`."""
        return _read(self._known, digest)

    def hidden(self, digest: str) -> Any:
        """Any value of the campaign. In odds only what the sender knows, else `NotKnown`."""
        return _read(self._hidden, digest)

    def seal(self, value: Any, to: tuple[str, ...] = ()) -> Sealed:
        """Seal ``value``, showing it to the roles ``to`` (as written in ``by``)."""
        return self._seal(value, to)

    def member(self, name: str) -> Sealed:
        """The seal under which the command's secret member ``name`` is recorded."""
        return self._members[name]

    def open(self, digest: str) -> Any:
        """Make a value public with this event, and return it."""
        value = self.hidden(digest)
        if digest not in self.opened:
            self.opened.append(digest)
        return value


def _read(values: Mapping[str, Any], digest: str) -> Any:
    try:
        return values[digest]
    except KeyError:
        raise NotKnown(digest) from None
