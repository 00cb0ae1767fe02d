"""Canonical bytes: RFC 8785 (JCS) for the values that a record may hold.

A record holds strings, integers with |n| < 2**53, booleans, null, arrays, and objects with ASCII
member names. For these a sorted compact encoder is JCS; a property test holds it against a full
JCS library.
"""

import hashlib
import json
from typing import Any, NoReturn

import msgspec

from iacta.domain.kernel.proof.errors import BadRecord

MAX_INT = 2**53 - 1
MAX_DEPTH = 64

_encoder = msgspec.json.Encoder(order="sorted")


def _no_float(text: str) -> NoReturn:
    raise BadRecord(f"{text} is not an integer")


_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(float_hook=_no_float)


def check(value: Any, depth: int = 0) -> None:
    """Raise `BadRecord` unless ``value`` is built of what a record may hold."""
    kind = type(value)
    if kind is str:
        if not value.isascii():
            _check_text(value)
    elif kind is int:
        if not -MAX_INT <= value <= MAX_INT:
            raise BadRecord("an integer is out of range")
    elif kind is dict or kind is list or kind is tuple:
        if depth >= MAX_DEPTH:
            raise BadRecord("nested too deeply")
        if kind is dict:
            for name in value:
                if type(name) is not str or not name.isascii():
                    raise BadRecord("a member name is not ASCII")
            value = value.values()
        for item in value:
            check(item, depth + 1)
    elif value is not None and kind is not bool:
        raise BadRecord(f"{kind.__name__} has no canonical form")


def _check_text(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadRecord("a string has a lone surrogate") from None


def encode(value: Any) -> bytes:
    """C(x): the canonical bytes of plain data. Raises `BadRecord` for anything else."""
    check(value)
    return _encoder.encode(value)


def to_plain(value: Any) -> Any:
    """A struct as plain data, of exactly the types that reading it back gives."""
    return _decoder.decode(_encoder.encode(value))


def parse(data: bytes) -> Any:
    """Plain data from bytes that are exactly its canonical form, else `BadRecord`.

    Duplicate members, blanks, non-integers and any other spelling of the same value are refused.
    """
    try:
        value = _decoder.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BadRecord(f"not JSON: {error}") from None
    if not _is_simple(data):
        check(value)
    if _encoder.encode(value) != data:
        raise BadRecord("not in canonical form")
    return value


_NINES = bytes(57 if 48 <= byte <= 57 else byte for byte in range(256))
_LONG = b"9" * len(str(MAX_INT))


def _is_simple(data: bytes) -> bool:
    """Whether bytes, if they are canonical, can hold nothing that `check` refuses: all are ASCII,
    no number is long enough, nor are there brackets enough to be nested too deeply.
    """
    nested = data.count(b"{") + data.count(b"[")
    return data.isascii() and nested <= MAX_DEPTH and _LONG not in data.translate(_NINES)


def encode_decoded(value: Any) -> bytes:
    """C(x) of plain data that was decoded or read from a request, or of a struct with such members:
    of types that a record may hold, so that only their values are checked.
    """
    data = _encoder.encode(value)
    if not _is_simple(data):
        check(msgspec.to_builtins(value))
    return data


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise BadRecord("an object repeats a member")
    for name in members:
        if "\0" in name:
            raise BadRecord("a member name contains NUL")
    return members


def read(data: bytes) -> Any:
    """Plain data from any JSON spelling of it (a request), else `BadRecord`.

    As strict as `parse` about what a value may be, not about blanks, order and escapes.
    """
    try:
        value = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_pairs,
            parse_float=_no_float,
            parse_constant=_no_float,
        )
    except UnicodeDecodeError:
        raise BadRecord("the body is not UTF-8") from None
    except RecursionError:
        raise BadRecord("nested too deeply") from None
    except BadRecord:
        raise
    except ValueError as error:
        raise BadRecord(f"not JSON: {error}") from None
    check(value)
    return value


def sha256(data: bytes) -> bytes:
    """The digest, 32 bytes."""
    return hashlib.sha256(data).digest()


def fingerprint(value: Any) -> str:
    """Hex SHA-256 of C(value): how tables and data documents are pinned."""
    return sha256(encode(value)).hex()
