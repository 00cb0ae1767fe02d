"""The event record: strict, closed, and with its hash shown where it belongs."""

import re
from typing import Any

import msgspec
import pytest

from iacta.domain.kernel.proof import record
from iacta.domain.kernel.proof.canonical import encode
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


def test_the_hash_is_shown_as_the_member_before_the_key() -> None:
    """A command may hold what looks like the member; the record's own is the last."""
    kept = plain(command={"type": "tally.bid", "note": 1, "a": 0, "key": ',"key":"'})
    seen = record.with_hash(encode(kept), "ab" * 32)
    assert seen == encode({**kept, "hash": "ab" * 32})


def test_who_acts_is_the_seat_that_the_referee_acts_for() -> None:
    own = record.read_event(plain(by="seat:north", **{"for": ""}))
    for_a_seat = record.read_event(plain(by="referee", **{"for": "seat:north"}))
    assert (own.acting, for_a_seat.acting) == ("seat:north", "seat:north")
