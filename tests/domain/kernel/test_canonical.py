"""Canonical bytes, held against another library's."""

import functools
import json
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from iacta.domain.kernel.proof import canonical
from iacta.domain.kernel.proof.errors import BadRecord
from tests.support.properties import SLICE, TEXT, VALUES


@SLICE
@given(VALUES)
def test_the_bytes_are_those_of_a_full_jcs_library(value: object) -> None:
    assert canonical.encode(value) == rfc8785.dumps(value)  # type: ignore[arg-type]


@pytest.mark.parametrize("code", [*range(0x21), 0x22, 0x5C, 0x7F, 0x2028, 0x2029, 0x85, 0x1F600])
def test_every_character_with_an_escape_is_spelled_as_jcs_spells_it(code: int) -> None:
    assert canonical.encode(chr(code)) == rfc8785.dumps(chr(code))


@SLICE
@given(VALUES)
def test_what_is_encoded_is_parsed_to_the_same(value: object) -> None:
    assert canonical.parse(canonical.encode(value)) == value
    if not has_nul(value):
        assert canonical.read(canonical.encode(value)) == value


def has_nul(value: object) -> bool:
    return "\\u0000" in json.dumps(value)


@SLICE
@given(VALUES)
def test_a_request_may_be_spelled_otherwise(value: object) -> None:
    spelled = json.dumps(value, indent=1).encode()
    if not has_nul(value):
        assert canonical.read(spelled) == value
    if spelled != canonical.encode(value):
        with pytest.raises(BadRecord):
            canonical.parse(spelled)


@SLICE
@given(st.binary(max_size=40))
def test_bytes_are_parsed_or_refused(data: bytes) -> None:
    try:
        value = canonical.parse(data)
    except BadRecord:
        return
    assert canonical.encode(value) == data


NOT_RECORDS = [
    b"",
    b"1.0",
    b"1e3",
    b"-0",
    b"01",
    b"+1",
    b"NaN",
    b"Infinity",
    b"9007199254740992",
    b"-9007199254740992",
    b"9" * 400,
    b"9" * 5000,
    b"1e999",
    b'"\\ud800"',
    b'"\xed\xa0\x80"',
    b'"\xff"',
    b"\xef\xbb\xbf1",
    b"[1,]",
    b"[" * 10_000 + b"]" * 10_000,
    b'{"a":1,"a":2}',
    b"1 2",
    b"tru",
    b'{"\xc3\xa9":1}',
]


@pytest.mark.parametrize("data", NOT_RECORDS, ids=lambda data: f"{data[:20]!r}-{len(data)}")
@pytest.mark.parametrize("reader", [canonical.parse, canonical.read], ids=["parse", "read"])
def test_what_a_record_may_not_hold_is_refused_by_both_readers(reader, data: bytes) -> None:  # type: ignore[no-untyped-def]
    if data == b"-0" and reader is canonical.read:
        assert canonical.read(data) == 0
        return
    with pytest.raises(BadRecord):
        reader(data)


def test_depth_is_bounded() -> None:
    deepest = b"[" * canonical.MAX_DEPTH + b"]" * canonical.MAX_DEPTH
    assert canonical.encode(canonical.parse(deepest)) == deepest
    for reader in (canonical.parse, canonical.read):
        with pytest.raises(BadRecord):
            reader(b"[" + deepest + b"]")


def test_a_member_name_with_nul_is_no_request() -> None:
    with pytest.raises(BadRecord):
        canonical.read(b'{"\\u0000":1}')


@pytest.mark.parametrize("value", [1.5, float("nan"), b"x", {1: 2}, {"é": 1}, "\ud800", object()])
def test_nothing_else_has_a_canonical_form(value: object) -> None:
    with pytest.raises(BadRecord):
        canonical.encode(value)


@SLICE
@given(TEXT, TEXT)
def test_different_values_have_different_bytes(one: str, other: str) -> None:
    assert (canonical.encode(one) == canonical.encode(other)) == (one == other)
    assert (canonical.fingerprint(one) == canonical.fingerprint(other)) == (one == other)


@pytest.mark.parametrize(
    ("reader", "data", "why"),
    [
        (canonical.read, b"1.5", "1.5 is not an integer"),
        (canonical.read, b"NaN", "NaN is not an integer"),
        (canonical.parse, b"9007199254740992", "an integer is out of range"),
        (canonical.parse, b"[" * 65 + b"]" * 65, "nested too deeply"),
        (canonical.read, b"[" * 10_000 + b"]" * 10_000, "nested too deeply"),
        (canonical.parse, b'{"\xc3\xa9":1}', "a member name is not ASCII"),
        (canonical.read, b'"\\ud800"', "a string has a lone surrogate"),
        (canonical.parse, b"tru", "not JSON: Input data was truncated"),
        (canonical.parse, b"[1, 2]", "not in canonical form"),
        (canonical.read, b'{"a":1,"a":2}', "an object repeats a member"),
        (canonical.read, b'{"\\u0000":1}', "a member name contains NUL"),
        (canonical.read, b'"\xff"', "the body is not UTF-8"),
        (canonical.read, b"tru", "not JSON: Expecting value: line 1 column 1 (char 0)"),
    ],
)
def test_what_is_refused_is_said_in_words(reader: Any, data: bytes, why: str) -> None:
    with pytest.raises(BadRecord) as refusal:
        reader(data)
    assert str(refusal.value) == why


@SLICE
@given(VALUES)
def test_what_was_decoded_is_spelled_as_if_it_were_looked_through(value: Any) -> None:
    assert canonical.encode_decoded(value) == canonical.encode(value)


@pytest.mark.parametrize(
    "value",
    [2**53, [-(2**53)], {"a": {"é": 1}}, functools.reduce(lambda inner, _: [inner], range(65), 1)],
    ids=["long", "long and negative", "name", "deep"],
)
def test_what_was_decoded_is_refused_as_if_it_were_looked_through(value: Any) -> None:
    with pytest.raises(BadRecord) as refusal:
        canonical.encode(value)
    with pytest.raises(BadRecord, match=f"^{refusal.value}$"):
        canonical.encode_decoded(value)


def test_what_has_no_canonical_form_is_named_by_its_type() -> None:
    with pytest.raises(BadRecord, match=r"^bytes has no canonical form$"):
        canonical.encode(b"x")
