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


def no_float(text: str) -> NoReturn:
    """What a decoder does with a number that is no integer: `BadRecord`."""
    raise BadRecord(f"{text} is not an integer")


_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(float_hook=no_float)


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
    return read_written(write_struct(value))


def write_struct(value: Any) -> bytes:
    """A struct of this code in canonical form, unless it holds what a record may not."""
    return _encoder.encode(value)


def read_written(data: bytes) -> Any:
    """Plain data from what `write_struct` gives."""
    return _decoder.decode(data)


def parse(data: bytes) -> Any:
    """Plain data from bytes that are exactly its canonical form, else `BadRecord`.

    Duplicate members, blanks, non-integers and any other spelling of the same value are refused.
    """
    try:
        value = _decoder.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BadRecord(f"not JSON: {error}") from None
    if not is_simple(data):
        check(value)
    if not is_canonical(value, data):
        raise BadRecord("not in canonical form")
    return value


def is_canonical(value: Any, data: bytes) -> bool:
    """Whether ``data``, which ``value`` was decoded from, is written as `encode` writes it."""
    return _encoder.encode(value) == data


_MARKS = bytes.maketrans(b"012345678[]", b"999999999{}")
"""Every digit as a nine, every bracket as a brace."""
_LONG = b"9" * len(str(MAX_INT))
_BEFORE_NUMBER = (b"", b":", b",", b"[", b"-")
_OTHERS = bytes(byte for byte in range(256) if byte not in b"{}[]")


def is_simple(data: bytes) -> bool:
    """Whether canonical bytes hold nothing that `check` refuses, by the bytes alone.

    At worst it says no: where a text looks like a number that is too long.
    """
    marks = data.translate(_MARKS)
    return (
        not _has_long_number(data, marks)
        and (marks.count(b"{") <= MAX_DEPTH or _is_shallow(data))
        and (data.isascii() or _has_ascii_names(data))
    )


def _has_long_number(data: bytes, marks: bytes) -> bool:
    at = marks.find(_LONG)
    while at >= 0:
        if data[max(0, at - 1) : at] in _BEFORE_NUMBER:
            return True
        at = marks.find(_LONG, at + len(_LONG))
    return False


def _is_shallow(data: bytes) -> bool:
    """Whether JSON is not nested too deeply: each step takes away what nothing is nested in."""
    braces = b"".join(_split_at_quotes(data)[::2]).translate(_MARKS, _OTHERS)
    for _ in range(MAX_DEPTH):
        if not braces:
            break
        braces = braces.replace(b"{}", b"")
    return not braces


def _has_ascii_names(data: bytes) -> bool:
    parts = _split_at_quotes(data)
    texts, what_follows = parts[1::2], parts[2::2]
    return all(
        text.isascii() or not after.startswith(b":")
        for text, after in zip(texts, what_follows, strict=False)
    )


def _split_at_quotes(data: bytes) -> list[bytes]:
    """What stands outside texts and in them by turns; a text loses its escaped quotes."""
    return data.replace(rb"\\", b"").replace(rb"\"", b"").split(b'"')


def encode_decoded(value: Any) -> bytes:
    """C(x) of plain data that was decoded or read from a request, or of a struct with such members:
    of types that a record may hold, so that only their values are checked.
    """
    data = _encoder.encode(value)
    if not is_simple(data):
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
            parse_float=no_float,
            parse_constant=no_float,
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
