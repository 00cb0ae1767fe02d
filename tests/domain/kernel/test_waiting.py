"""Who is awaited, and since when."""

import msgspec

from iacta.domain.kernel.campaign.waiting import awaited
from tests.support import chronicles
from tests.support.table import Table
from tests.systems.tally import SYSTEM


def since(table: Table) -> dict[str, int]:
    found = awaited(table.campaign, SYSTEM)
    assert all(one.since.at == table.states[one.since.seq].at for one in found)
    assert found == table.campaign.waiting
    return {one.seat: one.since.seq for one in found}


def bidding() -> Table:
    """Three seats that bid, in event 2."""
    table = Table.found(SYSTEM)
    table.do("referee", "tally.set-up")
    assert set(since(table).values()) == {2}
    return table


def test_a_seat_is_awaited_since_the_event_that_made_its_answer_due() -> None:
    table = bidding()
    first, *others = since(table)
    table.do(first, "tally.bid", bid=1)
    assert since(table) == dict.fromkeys(others, 2)
    for seat in others:
        table.do(seat, "tally.bid", bid=0)
    assert set(since(table).values()) == {table.campaign.seq}


def test_notes_and_consents_change_nothing() -> None:
    table = bidding()
    before = since(table)
    table.do("referee", "campaign.annotate", seq=1, text="x")
    table.do(next(iter(before)), "campaign.consent", to=1)
    assert since(table) == before


def test_after_a_rewind_and_in_a_fork_everybody_is_awaited_anew() -> None:
    table = bidding()
    first, *_ = since(table)
    table.do(first, "tally.bid", bid=1)
    child = table.fork(2, seen=False)
    assert set(since(child).values()) == {child.campaign.seq}
    for seat in table.roles[1:]:
        table.do(seat, "campaign.consent", to=2)
    table.do("referee", "campaign.rewind", to=2, reason="x")
    assert set(since(table).values()) == {table.campaign.seq}


def test_a_seat_that_acts_and_goes_on_is_awaited_since_it_acted() -> None:
    """Also where the referee enters its command, or the same is due again."""
    for by in ("seat", "referee"):
        table = bidding()
        again = 0
        while table.campaign.outcome is None:
            before = since(table)
            seat = next(iter(before))
            command = table.choose(seat if seat == "referee" else f"seat:{seat}", lambda _: 0)
            acting = "" if seat == "referee" or by == "seat" else f"seat:{seat}"
            table.send("referee" if acting else seat, command, for_=acting)
            after = since(table)
            again += seat in after
            assert after.get(seat, table.campaign.seq) == table.campaign.seq
            for other in after:
                assert after[other] in (before.get(other), table.campaign.seq)
        assert again


def test_what_another_release_did_not_await_is_awaited_since_the_last_event() -> None:
    table = chronicles.live()
    forgetful = msgspec.structs.replace(table.campaign, waiting=())
    assert {one.since.seq for one in awaited(forgetful, SYSTEM)} == {table.campaign.seq}
