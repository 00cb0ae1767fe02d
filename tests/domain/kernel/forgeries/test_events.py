"""Events edited, dropped, reordered, or from another campaign."""

from hashlib import sha256

from iacta.domain.kernel.proof.canonical import encode
from tests.domain.kernel.forgeries.tools import Cases, Forge, report_on, take
from tests.support.forge import Forgery
from tests.support.table import Table, campaign_id
from tests.support.verifying import failed
from tests.systems.tally import SYSTEM

EVENTS = Cases()


@EVENTS.case(
    "over",
    "3 at 6: its bytes do not have this hash",
    "8: the checkpoint has a different root than the first 15 events",
)
def effect_edited(forgery: Forgery) -> Forgery:
    forgery.effect("tally.roll-resolved")["points"] += 1
    return forgery


@EVENTS.case("over", "10 at 6: effect 2 (tally.roll-resolved) is not what the rules give")
def effect_edited_by_the_server(forgery: Forgery) -> Forgery:
    return effect_edited(forgery).whole()


@EVENTS.case("over", "8: the checkpoint covers 15 events; the record has 14")
def last_event_dropped(forgery: Forgery) -> Forgery:
    del forgery.items[-1]
    return forgery


@EVENTS.case(
    "over",
    "3 at 4: its bytes do not have this hash",
    "8: the checkpoint has a different root than the first 15 events",
)
def time_changed(forgery: Forgery) -> Forgery:
    forgery.event(4)["at"] = "2026-11-21T00:00:04.500Z"
    return forgery


@EVENTS.case("over", "2 at 4: its time is before the previous event's")
def time_before_the_event_before(forgery: Forgery) -> Forgery:
    forgery.event(4)["at"] = "2026-11-20T00:00:00.000Z"
    return forgery.whole()


@EVENTS.case("over", "2 at 6: its key was used before")
def key_used_twice(forgery: Forgery) -> Forgery:
    bids = [event for event in forgery.events if event["by"] == "seat:north"]
    bids[1]["key"] = bids[0]["key"]
    return forgery.whole()


@EVENTS.case("over", "2 at 5: only the referee acts for a seat")
def seat_acts_for_a_seat(forgery: Forgery) -> Forgery:
    event = forgery.with_effect("tally.rolled")
    event["by"], event["for"] = "seat:east", "seat:north"
    return forgery.whole()


@EVENTS.case("over", "2: the file names a different system than its record")
def head_of_another_system(forgery: Forgery) -> Forgery:
    """No hash covers the head, but a viewer draws what it names."""
    forgery.head["campaign"]["system"] = "civil-war"
    return forgery


@EVENTS.case("forked", "2: the file names a different scenario than its record")
def head_of_another_scenario(forgery: Forgery) -> Forgery:
    forgery.head["campaign"]["scenario"] = "whole"
    return forgery


@EVENTS.case(
    "over",
    "2 at 1: an event from another campaign",
    "4 at 2: malformed: 'open'",
    "7 at 15: the last links are not those of the chains drawn from",
)
def nothing_created(forgery: Forgery) -> Forgery:
    forgery.event(1)["effects"] = []
    return forgery.whole()


@EVENTS.case("over", "2 at 1: an event from another campaign", "4 at 1: an anchor is replaced")
def begun_by_a_game(forgery: Forgery) -> Forgery:
    forgery.event(1)["command"]["type"] = "tally.roll"
    return forgery.whole()


@EVENTS.case("over", "2 at 4: event 5 is where event 4 belongs", "4 at 5: link 3 follows link 1")
def events_swapped(forgery: Forgery) -> Forgery:
    items = forgery.items
    items[3], items[4] = items[4], items[3]
    return forgery.whole()


@EVENTS.case("live", "2 at 10: an event from another campaign")
def event_of_another_campaign(forgery: Forgery) -> Forgery:
    other = Forgery(Table.found(SYSTEM, number=9).run(seed="elsewhere").capsule())
    forgery.items[-1] = other.items[len(forgery.items) - 1]
    forgery.head["campaign"]["id"] = other.head["campaign"]["id"]
    return forgery.whole()


@EVENTS.case("over", "1: line 6: Expected `str` matching regex '^[0-9a-f]{64}\\\\Z'")
def hash_in_capitals(forgery: Forgery) -> Forgery:
    forgery.event(5)["hash"] = forgery.event(5)["hash"].upper()
    return forgery


@EVENTS.case("over", "3 at 15: it does not name the previous event's hash")
def prev_of_nothing(forgery: Forgery) -> Forgery:
    event = forgery.events[-1]
    forgery.rehash()
    event["prev"] = "ab" * 32
    bare = {name: value for name, value in event.items() if name != "hash"}
    event["hash"] = sha256(b"\0" + encode(bare)).hexdigest()
    return forgery.sign()


@EVENTS.case("over", "2 at 15: a campaign begins twice", "4 at 15: an anchor that was used before")
def begun_twice(forgery: Forgery) -> Forgery:
    first, last = forgery.events[0], forgery.events[-1]
    last["command"], last["effects"] = first["command"], first["effects"]
    return forgery.whole()


@EVENTS.case(
    "over", "2 at 15: an event from another campaign", "4 at 15: an anchor that was used before"
)
def another_campaign_created(forgery: Forgery) -> Forgery:
    """It goes on with a second campaign, which is no fork of the first."""
    begun_twice(forgery).events[-1]["campaign"] = campaign_id(9)
    forgery.head["campaign"]["id"] = campaign_id(9)
    return forgery.whole()


@EVENTS.case(
    "forked",
    "2 at 1: a record begins with its campaign's creation",
    "4 at 2: its seed does not lead to the anchor",
    "7 at 18: the last links are not those of the chains drawn from",
)
def begun_by_a_fork(forgery: Forgery) -> Forgery:
    """The events that it shares with its parent are left out."""
    first, fork = forgery.events[0], forgery.with_effect("forked")
    first["command"], first["effects"] = fork["command"], fork["effects"]
    return forgery.whole()


@EVENTS.case(
    "restored", "2 at 17: a campaign begins twice", "4 at 17: an anchor that was used before"
)
def forked_twice(forgery: Forgery) -> Forgery:
    first, last = forgery.with_effect("forked", -1), forgery.events[-1]
    last["command"], last["effects"] = first["command"], first["effects"]
    return forgery.whole()


@EVENTS.each
def test_a_forged_event_fails_exactly_these_checks(
    forge: Forge, chronicle: str, failures: list[str]
) -> None:
    assert failed(report_on(forge(take(chronicle)))) == failures


def test_what_no_hash_covers_is_listed() -> None:
    forgery = take("over")
    forgery.items[3]["text"] = ["east wins"]
    unchecked = report_on(forgery).unchecked
    assert {"audience", "campaign name", "text"} == set(unchecked)
