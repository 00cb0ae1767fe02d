"""What is read at one look is read as by looking member by member, and as strictly."""

import functools
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from iacta.domain.kernel.proof import canonical, capsules, record
from iacta.domain.kernel.proof.errors import BadRecord
from tests.domain.kernel.test_canonical import SLICE
from tests.support import chronicles

ONE = chronicles.over().events[2]
RECORD = record.record_bytes(ONE.event)
LINE = capsules.event_line(RECORD, ONE.hash).rstrip(b"\n")
COMMAND = b'"command":{'


def commanded(member: bytes) -> bytes:
    """The record, with one more member in its command, before all others."""
    return RECORD.replace(COMMAND, COMMAND + member + b",", 1)


def nested(depth: int) -> bytes:
    """The record with a command that nests so deeply that the record does."""
    return commanded(b'"a":' + b"[" * (depth - 2) + b"]" * (depth - 2))


def swapped(name: bytes, value: bytes) -> bytes:
    """The record with another value of a member of its own, the last of that name."""
    at = RECORD.rindex(b'"' + name + b'":') + len(name) + 3
    end = at + len(msgspec.json.encode(msgspec.json.decode(RECORD)[name.decode()]))
    return RECORD[:at] + value + RECORD[end:]


RECORDS = {
    "as it is": RECORD,
    "blank": RECORD.replace(b'"v":1', b'"v": 1'),
    "line feed": RECORD + b"\n",
    "twice a member": RECORD.replace(b'"v":1', b'"v":1,"v":1'),
    "twice a member within": commanded(b'"a":1,"a":1'),
    "unknown member": RECORD.replace(b'"v":1', b'"v":1,"w":1'),
    "missing member": RECORD.replace(b',"v":1', b""),
    "order": commanded(b'"zz":1'),
    "null": b"null",
    "array": b"[" + RECORD + b"]",
    "cut off": RECORD[:-1],
    "more after it": RECORD + RECORD,
    "number as a float": swapped(b"seq", b"3.0"),
    "float within": commanded(b'"a":1.5'),
    "whole float within": commanded(b'"a":1.0'),
    "exponent within": commanded(b'"a":1e3'),
    "huge float within": commanded(b'"a":1e999'),
    "negative nought": commanded(b'"a":-0'),
    "longest number": commanded(b'"a":9007199254740991'),
    "longer number": commanded(b'"a":9007199254740992'),
    "longer negative number": commanded(b'"a":-9007199254740992'),
    "longer number in a list": commanded(b'"a":[9007199254740992]'),
    "longer number after another": commanded(b'"a":[1,9007199254740992]'),
    "number of a hundred digits": commanded(b'"a":' + b"9" * 100),
    "long number in a text": commanded(b'"a":"[9007199254740992"'),
    "long number in a name": commanded(b'"9007199254740992":1'),
    "not a number": commanded(b'"a":NaN'),
    "seq of no event": swapped(b"seq", b"0"),
    "seq out of range": swapped(b"seq", b"9007199254740992"),
    "seq beyond 64 bits": swapped(b"seq", b"9" * 30),
    "seq as a text": swapped(b"seq", b'"3"'),
    "version": swapped(b"v", b"2"),
    "version as a boolean": swapped(b"v", b"true"),
    "NUL in a name": commanded(b'"\\u0000":1'),
    "bare NUL": commanded(b'"\x00":1'),
    "name beyond ASCII": commanded('"é":1'.encode()),
    "name beyond ASCII, escaped": commanded(b'"\\u00e9":1'),
    "text beyond ASCII": commanded('"a":"é"'.encode()),
    "text beyond ASCII before a colon": commanded('"a":"é:"'.encode()),
    "text beyond ASCII, escaped": commanded(b'"a":"\\u00e9"'),
    "quote after what is beyond ASCII": commanded('"a":"é\\":"'.encode()),
    "name with a quote beyond ASCII": commanded('"é\\"a":1'.encode()),
    "invalid UTF-8": commanded(b'"a":"\xff"'),
    "surrogate in UTF-8": commanded(b'"a":"\xed\xa0\x80"'),
    "lone surrogate": commanded(b'"a":"\\ud800"'),
    "depth 62": nested(62),
    "depth 63": nested(63),
    "depth 64": nested(64),
    "depth 65": nested(65),
    "depth 10,000": nested(10_000),
    "many brackets side by side": commanded(b'"a":[' + b"[]," * 100 + b"[]]"),
    "closing brackets in texts": commanded(b'"a":' + b'["]",' * 70 + b"1" + b',"["]' * 70),
    "quotes and brackets in texts": commanded(b'"a":["\\"[","\\\\",' + b'"]",' * 80 + b"1]"),
    "campaign": swapped(b"campaign", b'"x"'),
    "time": swapped(b"at", b'"2026-02-30T00:00:00.000Z"'),
    "time with an hour too many": swapped(b"at", b'"2026-02-20T24:00:00.000Z"'),
    "time and a line feed": swapped(b"at", b'"2026-02-20T00:00:00.000Z\\n"'),
    "role": swapped(b"by", b'"nobody"'),
    "role and a line feed": swapped(b"by", b'"referee\\n"'),
    "longest role": swapped(b"by", b'"seat:' + b"a" * 32 + b'"'),
    "longer role": swapped(b"by", b'"seat:' + b"a" * 33 + b'"'),
    "two roles on two lines": swapped(b"by", b'"referee\\nseat:a"'),
    "for whom": swapped(b"for", b'"referee"'),
    "empty key": swapped(b"key", b'""'),
    "longest key": swapped(b"key", b'"' + b"k" * 64 + b'"'),
    "longer key": swapped(b"key", b'"' + b"k" * 65 + b'"'),
    "key in blanks": swapped(b"key", b'"a b"'),
    "longer entropy": swapped(b"entropy", b'"' + b"e" * 65 + b'"'),
    "hash in capitals": swapped(b"prev", b'"' + b"A" * 64 + b'"'),
    "shorter hash": swapped(b"prev", b'"' + b"a" * 63 + b'"'),
    "type": RECORD.replace(b'"type":"', b'"type":"A', 1),
    "effects as an object": swapped(b"effects", b"{}"),
    "effect as a number": swapped(b"effects", b"[1]"),
    "effect without a type": swapped(b"effects", b'[{"a":1}]'),
    "effect with a number as type": swapped(b"effects", b'[{"type":1}]'),
    "effect with a list as type": swapped(b"effects", b'[{"type":[]}]'),
}
HASH = f'"hash":"{ONE.hash}"'.encode()
LINES = {
    **{name: b'{"event":' + record.with_hash(data, ONE.hash) + b"}"
       for name, data in RECORDS.items() if b',"key":"' in data},
    "no hash": b'{"event":' + RECORD + b"}",
    "twice a hash": LINE.replace(HASH, HASH + b"," + HASH),
    "hash at the end": b'{"event":' + RECORD[:-1] + b"," + HASH + b"}}",
    "shorter hash of the event": LINE.replace(HASH, HASH[:-2] + b'"'),
    "longer hash of the event": LINE.replace(HASH, HASH[:-1] + b'a"'),
    "hash of the event in capitals": LINE.replace(HASH, HASH.upper().replace(b"HASH", b"hash")),
    "hash as a number": LINE.replace(HASH, b'"hash":1'),
    "narrated": LINE[:-1] + b',"text":["It fell."]}',
    "event as a text": b'{"event":"x"}',
    "other member first": b'{"a":1,' + LINE[1:],
    "blank before": b" " + LINE,
}  # fmt: skip


def outcome(read: Callable[[], Any]) -> Any:
    """What is read, or in which words it is refused."""
    try:
        return read()
    except BadRecord as error:
        return str(error)


@pytest.mark.parametrize("data", RECORDS.values(), ids=list(RECORDS))
def test_a_record_is_read_at_once_as_it_is_member_by_member(data: bytes) -> None:
    slowly = outcome(lambda: record.read_event(canonical.parse(data)))
    assert record.read_at_once(data) in (slowly, None)
    assert outcome(lambda: record.read_record(data)) == slowly


@pytest.mark.parametrize("line", LINES.values(), ids=list(LINES))
def test_a_line_is_read_at_once_as_it_is_member_by_member(line: bytes) -> None:
    slowly = outcome(lambda: capsules._item(7, capsules._line(7, line)))
    assert capsules._bare_item(line) in (slowly, None)


def test_what_is_as_usual_is_read_at_once() -> None:
    assert record.read_at_once(RECORD) == ONE.event
    assert capsules._bare_item(LINE) == capsules.Item(ONE.event, RECORD, ONE.hash, {})


TEXTS = st.text(alphabet='{}[]"\\:,é9', max_size=4)
PARTS = st.recursive(
    st.one_of(TEXTS, st.integers(-(2**54), 2**54)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
WRAPS = st.lists(st.sampled_from(["list", "object", "texts"]), min_size=55, max_size=70)


def wrapped(value: Any, how: str) -> Any:
    """The value one step deeper, with brackets in texts beside it where ``how`` says so."""
    return {"list": [value], "object": {"]": value}, "texts": ["]", value, "["]}[how]


@SLICE
@given(PARTS, st.just([]) | WRAPS)
def test_bytes_that_look_simple_hold_nothing_that_is_refused(value: Any, wraps: list[str]) -> None:
    deep = functools.reduce(wrapped, wraps, value)
    data = msgspec.json.encode(deep, order="sorted")
    refused = outcome(lambda: canonical.check(deep))
    assert not (canonical.is_simple(data) and refused)
    if not refused and b"9" * 16 not in data.translate(canonical._MARKS):
        assert canonical.is_simple(data)


@pytest.mark.parametrize("letter", ["é", "Ж", "🎲", "\\", '"', "9" * 16, "{}"])
def test_a_long_text_is_looked_at_once(letter: str) -> None:
    """What looked on to the end of the text from every letter would not end today."""
    value = {"text": letter * 500_000}
    assert canonical.parse(canonical.encode(value)) == value
