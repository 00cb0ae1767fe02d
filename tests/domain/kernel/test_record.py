"""The event record: strict, closed, and with its hash shown where it belongs."""

import re
from typing import Any

import msgspec
import pytest

from iacta.domain.kernel.proof import record
from iacta.domain.kernel.proof.canonical import MAX_INT, encode
from iacta.domain.kernel.proof.errors import BadRecord
from tests.support import chronicles

NO_TYPE = "a command or an effect has no type, or a malformed one"


def plain(**changes: Any) -> dict[str, Any]:
    """An event as plain data, with some of its members changed."""
    event = chronicles.over().events[2].event
    return {**msgspec.to_builtins(event), **changes}


def test_an_event_is_read_as_it_was_written() -> None:
    event = chronicles.over().events[2].event
    assert record.read_record(record.record_bytes(event)) == event


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"seq": "3"}, "Expected `int`, got `str` - at `$.seq`"),
        ({"seq": 0}, "Expected `int` >= 1 - at `$.seq`"),
        ({"v": 2}, "Expected `int` <= 1 - at `$.v`"),
        ({"no_such": 1}, "Object contains unknown field `no_such`"),
        ({"at": "2026-02-30T00:00:00.000Z"}, "no such time: 2026-02-30T00:00:00.000Z"),
        ({"command": {"bid": 1}}, NO_TYPE),
        ({"command": {"type": 1}}, NO_TYPE),
        ({"command": {"type": "Tally.bid"}}, NO_TYPE),
        ({"command": {"type": "tally.bid.high"}}, NO_TYPE),
        ({"effects": [{"type": "tally.bid"}, {"type": ""}]}, NO_TYPE),
    ],
)
def test_an_event_of_another_form_is_refused_for_what_is_wrong(
    changes: dict[str, Any], says: str
) -> None:
    with pytest.raises(BadRecord, match=f"^{re.escape(says)}"):
        record.read_event(plain(**changes))


def sound() -> list[dict[str, Any]]:
    """Events at the edges of what is allowed."""
    return [
        plain(),
        plain(seq=1),
        plain(seq=10**15 - 1),
        plain(key="k" * 64, entropy="~" * 64),
        plain(command={"type": "tally.bid", "deep": [[{"a": None}], -1, True]}),
    ]


@pytest.mark.parametrize("event", sound())
def test_a_plain_event_is_read_at_one_look_as_it_is_member_by_member(event: Any) -> None:
    assert record.read_at_once(encode(event)) == record.read_event(event)
    assert record.read_record(encode(event)) == record.read_event(event)


@pytest.mark.parametrize(
    "changes",
    [{"seq": MAX_INT}, {"command": {"type": "tally.bid", "n": -MAX_INT}}],
)
def test_what_one_look_does_not_tell_is_read_member_by_member(changes: dict[str, Any]) -> None:
    """A number of so many digits may be too large until it is looked at."""
    event = plain(**changes)
    assert record.read_at_once(encode(event)) is None
    assert record.read_record(encode(event)) == record.read_event(event)


@pytest.mark.parametrize(
    "changes",
    [
        *({"seq": seq} for seq in (0, -1, MAX_INT + 1, "3", 3.0, None)),
        *({"v": v} for v in (0, 2, "1")),
        *({"campaign": text} for text in ("", "x", "../" * 9)),
        *({"at": text} for text in ("", "2026-02-30T00:00:00.000Z", "2026-02-20 00:00:00.000Z")),
        *({"by": text} for text in ("", "nobody", "seat:", "seat:north\n")),
        *({"for": text} for text in ("north", "referee\n")),
        *({"key": text} for text in ("k" * 65, "k\n", "\x7f")),
        *({"entropy": text} for text in ("e" * 65, "e\n")),
        *({"prev": text} for text in ("", "0" * 63, "0" * 65, "G" * 64)),
        *({"command": one} for one in ({}, {"type": 1}, {"type": "Tally.bid"}, [])),
        *({"effects": one} for one in ([{}], [{"type": "tally.bid"}, {"type": ""}], {})),
        {"no_such": 1},
    ],
)
def test_what_is_wrong_passes_neither_way(changes: dict[str, Any]) -> None:
    data = msgspec.json.encode(plain(**changes), order="sorted")
    assert record.read_at_once(data) is None
    with pytest.raises(BadRecord):
        record.read_record(data)


@pytest.mark.parametrize("name", ["seq", "v", "at", "key", "command", "effects", "draws", "prev"])
def test_an_event_without_a_member_passes_neither_way(name: str) -> None:
    event = plain()
    del event[name]
    assert record.read_at_once(encode(event)) is None
    with pytest.raises(BadRecord):
        record.read_record(encode(event))


def test_an_event_that_is_not_in_canonical_form_passes_neither_way() -> None:
    data = encode(plain())
    backwards = msgspec.json.encode(dict(reversed(plain().items())))
    for wrong in (data + b" ", data.replace(b":", b": ", 1), backwards):
        assert record.read_at_once(wrong) is None
        with pytest.raises(BadRecord):
            record.read_record(wrong)


@pytest.mark.parametrize(("digest", "right"), [("ab" * 32, True), ("ab" * 31, False), ("", False)])
def test_an_event_that_is_part_of_a_line_stands_with_a_hash(digest: str, right: bool) -> None:
    data = encode({**plain(), "hash": digest})
    line = msgspec.json.decode(data)
    event = msgspec.convert({**plain()}, record.Loose)
    found = record.checked_at_once(event, line, data, digest)
    assert found == (record.read_event(plain()) if right else None)
    assert record.checked_at_once(event, {**line, "more": 1}, data, digest) is None
    assert record.checked_at_once(event, line, data + b" ", digest) is None


def test_the_hash_is_shown_as_the_member_before_the_key() -> None:
    """A command may hold what looks like the member; the record's own is the last."""
    kept = plain(command={"type": "tally.bid", "note": 1, "a": 0, "key": ',"key":"'})
    seen = record.with_hash(encode(kept), "ab" * 32)
    assert seen == encode({**kept, "hash": "ab" * 32})


def test_who_acts_is_the_seat_that_the_referee_acts_for() -> None:
    own = record.read_event(plain(by="seat:north", **{"for": ""}))
    for_a_seat = record.read_event(plain(by="referee", **{"for": "seat:north"}))
    assert (own.acting, for_a_seat.acting) == ("seat:north", "seat:north")


@pytest.mark.parametrize(
    ("shape", "right", "wrong"),
    [
        (record.Key, ("a", "~" * 64), ("", "a" * 65, "a b", "^a")),
        (record.Entropy, ("", "e" * 64), ("e" * 65, "é")),
        (record.Hash, ("0f" * 32,), ("0f" * 31, "0F" * 32, "0f" * 33)),
        (record.Role, ("referee", "seat:a"), ("seat:", "seat:" + "a" * 100, "")),
        (record.Time, ("2026-11-21T00:00:03.000Z",), ("2026-11-21T00:00:03Z", "")),
    ],
)
def test_a_pattern_on_a_line_takes_what_the_shape_takes(
    shape: Any, right: tuple[str, ...], wrong: tuple[str, ...]
) -> None:
    pattern = re.compile("first\n" + record.line_of(shape))
    for text in right:
        assert msgspec.convert(text, shape) == text
        assert pattern.fullmatch(f"first\n{text}\n")
    for text in wrong:
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(text, shape)
        assert not pattern.fullmatch(f"first\n{text}\n")
