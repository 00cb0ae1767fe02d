"""Who opens the seals of a campaign that is over, and when."""

from typing import Any

import pytest
from msgspec import structs

from iacta.domain.kernel.campaign.ending import opens_from
from iacta.domain.kernel.campaign.recheck import Mismatch, decide_again
from iacta.domain.kernel.campaign.waiting import standing
from iacta.domain.kernel.proof.errors import Conflict, Forbidden, Invalid, OutOfPhase, Refused
from tests.support import chronicles
from tests.support.table import Table
from tests.support.verifying import verify
from tests.systems.tally import SYSTEM

OPEN = "campaign.open-seals"


def over(*claimed: str, grace: int = 7, **found: Any) -> Table:
    """A campaign that has ended; these seats are held."""
    seats = [{"name": seat, "seat": seat} for seat in ("north", "east", "south")]
    options = {"seal_grace": grace}
    return Table.found(SYSTEM, seats=seats, options=options, **found).claim(*claimed).run()


def awaited(table: Table) -> list[str]:
    return [one.seat for one in standing(table.campaign, SYSTEM).waiting]


def kinds(table: Table) -> list[str]:
    return [effect["type"] for effect in table.events[-1].event.effects]


def decided_again(table: Table) -> None:
    """Every command gives what is recorded."""
    for made, before in zip(table.events, table.states, strict=False):
        values = table.vault.values()
        decide_again(before, made.event, SYSTEM, values, table.states.__getitem__)


def test_the_seat_that_completes_the_set_opens_the_seals() -> None:
    table = over("north", "east", "south")
    assert awaited(table) == ["north", "east", "south"]
    table.do("east", OPEN)
    assert table.events[-1].event.command == {"type": OPEN}, "the default is left out"
    table.do("north", OPEN, agree="yes")
    assert kinds(table) == ["seals-agreed"]
    assert not table.campaign.seals_opened
    assert awaited(table) == ["south"]
    table.do("south", OPEN)
    assert kinds(table) == ["seals-agreed", "seals-opened"]
    assert table.known("public") == table.vault.values()
    assert awaited(table) == []
    decided_again(table)


def test_one_seat_alone_opens_nothing_and_a_mistaken_end_can_be_taken_back() -> None:
    table = Table.found(SYSTEM).claim("north", "east")
    table.do("referee", "tally.set-up")
    before = table.campaign.seq
    table.do("referee", "campaign.conclude", reason="a mistake")
    table.do("north", OPEN)
    table.do("referee", "campaign.rewind", to=before, reason="it was a mistake")
    assert table.campaign.outcome is None
    assert (table.campaign.ended, table.campaign.seal_answers) == (None, {})
    table.do("referee", "campaign.conclude", reason="now it is over")
    assert awaited(table) == ["north", "east"], "the answer of before is void"
    decided_again(table)


@pytest.mark.parametrize("answer", ["no", "object"])
def test_an_answer_can_be_changed(answer: str) -> None:
    table = over("north", "east")
    table.do("east", OPEN)
    table.do("north", OPEN, agree=answer)
    assert awaited(table) == ["referee"], "every seat has answered"
    with pytest.raises(Conflict):
        table.do("north", OPEN, agree=answer)
    table.do("north", OPEN)
    assert table.campaign.seals_opened
    decided_again(table)


def test_a_seat_that_nobody_holds_is_not_asked() -> None:
    table = Table.found(SYSTEM, seats=[{"name": "A"}, {"name": "B"}, {"name": "C"}])
    table.claim("north", "east")
    table.do("referee", "tally.set-up")
    table.do("east", "campaign.resign")
    table.do("referee", "campaign.conclude", reason="r")
    assert awaited(table) == ["north"]
    for seat in ("east", "south"):
        with pytest.raises(Forbidden):
            table.do(seat, OPEN)
    table.do("north", OPEN)
    assert table.campaign.seals_opened


def test_where_nobody_is_asked_the_referee_opens_at_once() -> None:
    table = over()
    assert awaited(table) == ["referee"]
    table.do("referee", OPEN)
    assert table.campaign.seals_opened
    decided_again(table)


def test_a_hand_over_voids_the_answer_of_its_seat() -> None:
    table = over("north", "east")
    table.do("north", OPEN)
    table.hand_over("referee")
    assert awaited(table) == ["east"]
    table.hand_over("seat:north")
    assert awaited(table) == ["north", "east"]
    table.do("east", OPEN)
    assert not table.campaign.seals_opened


def test_no_referee_answers_for_a_seat() -> None:
    table = over("north", "east")
    with pytest.raises(Forbidden) as refusal:
        table.do("referee", OPEN, for_="seat:north")
    assert refusal.value.pointer == "/for"
    with pytest.raises(Invalid):
        table.do("referee", OPEN, agree="object")
    with pytest.raises(Invalid):
        table.do("service", OPEN, agree="no")


WAITS = {
    "the referee": ("referee", "", 7),
    "the referee, with an objection": ("referee", "object", 7),
    "the service": ("service", "", 14),
    "the service, a seat having said no": ("service", "no", 14),
    "the service, with an objection": ("service", "object", 28),
}


@pytest.mark.parametrize("who", WAITS)
def test_the_seals_are_opened_without_the_seats_after_a_grace(who: str) -> None:
    by, answer, days = WAITS[who]
    table = over("north", "east")
    if answer:
        table.do("north", OPEN, agree=answer)
    table.environment.days = days - 1
    with pytest.raises(OutOfPhase):
        table.do(by, OPEN)
    table.environment.days = days
    table.do(by, OPEN)
    assert kinds(table) == ["seals-opened"]
    decided_again(table)


def test_a_grace_of_none_lets_the_referee_open_at_once() -> None:
    table = over("north", "east", grace=0)
    table.do("referee", OPEN)
    assert table.campaign.seals_opened


def test_a_rewind_starts_the_grace_anew() -> None:
    table = over("north")
    end = table.campaign.seq
    table.do("north", "campaign.annotate", seq=1, text="t")
    table.environment.days = 6
    table.do("referee", "campaign.rewind", to=end, reason="the remark was of no use")
    assert table.campaign.outcome is not None
    table.environment.days = 12
    with pytest.raises(OutOfPhase):
        table.do("referee", OPEN)
    table.environment.days = 13
    table.do("referee", OPEN)
    decided_again(table)


def test_the_grace_is_counted_from_the_last_branch_that_ended() -> None:
    """The record knows nothing of it, and deciding again gives the same."""
    table = over("north")
    table.environment.ended = "2026-11-26T00:00:00.000Z"
    table.environment.days = 11
    with pytest.raises(OutOfPhase) as refusal:
        table.do("referee", OPEN)
    assert "2026-12-03T00:00:00.000Z" in refusal.value.detail
    table.environment.days = 12
    table.do("referee", OPEN)
    decided_again(table)


def test_deciding_again_holds_the_events_own_time_against_the_grace() -> None:
    table = over("north")
    table.environment.days = 7
    made = table.do("referee", OPEN).event
    early = {**{name: getattr(made, name) for name in made.__struct_fields__}}
    early["at"] = table.states[-2].at
    with pytest.raises(Mismatch):
        decide_again(table.states[-2], type(made)(**early), SYSTEM, table.vault.values(), never)


def never(seq: int) -> Any:
    raise AssertionError(seq)


class TestRecordsWithoutTheSwitch:
    """They were founded before there was one: any seat opens the seals as soon as it is over."""

    @pytest.fixture
    def old(self) -> Table:
        table = over("north", "east")
        for index, state in enumerate(table.states[1:], 1):
            options = {k: v for k, v in state.options.items() if k != "seal_grace"}
            table.states[index] = type(state)(
                **{
                    **{name: getattr(state, name) for name in state.__struct_fields__},
                    "options": options,
                }
            )
        return table

    @pytest.mark.parametrize(("by", "for_"), [("east", ""), ("referee", ""), ("referee", "north")])
    def test_a_seat_or_the_referee_opens_at_once(self, old: Table, by: str, for_: str) -> None:
        assert awaited(old) == ["referee"]
        old.do(by, OPEN, for_=f"seat:{for_}" if for_ else "")
        assert kinds(old) == ["seals-opened"]
        made, before = old.events[-1].event, old.states[-2]
        decide_again(before, made, SYSTEM, old.vault.values(), old.states.__getitem__)

    @pytest.mark.parametrize(("by", "agree"), [("service", "yes"), ("east", "no")])
    def test_nobody_answers_and_the_service_opens_nothing(
        self, old: Table, by: str, agree: str
    ) -> None:
        with pytest.raises(Refused):
            old.do(by, OPEN, agree=agree)

    def test_its_founding_is_decided_again_without_it(self) -> None:
        table = Table.found(SYSTEM)
        created = table.events[0].event
        del created.effects[0]["options"]["seal_grace"]
        decide_again(table.states[0], created, SYSTEM, {}, never)
        asked = Table.found(SYSTEM, options={"seal_grace": 3}).events[0].event
        del asked.effects[0]["options"]["seal_grace"]
        with pytest.raises(Mismatch):
            decide_again(table.states[0], asked, SYSTEM, {}, never)


def test_a_seat_that_was_handed_over_and_never_claimed_is_asked() -> None:
    table = Table.found(SYSTEM).claim("north")
    table.hand_over("seat:east")
    table.run()
    assert awaited(table) == ["north", "east"]
    decided_again(table)


def test_a_seat_that_is_claimed_after_the_referee_resigned_it_is_asked() -> None:
    table = Table.found(SYSTEM)
    table.do("referee", "campaign.resign", for_="seat:east")
    table.claim("north", "east").run()
    assert awaited(table) == ["north", "east"]
    decided_again(table)


def test_a_rewind_may_go_back_to_an_end_that_a_rewind_took_back() -> None:
    table = chronicles.ended_again()
    assert table.campaign.seals_opened
    assert verify(table.capsule()).ok
    decided_again(table)


@pytest.mark.parametrize("grace", [7, 10**15])
def test_a_time_that_no_record_can_name_is_never(grace: int) -> None:
    """A file that somebody made up may say that it ended at any time, and name any grace."""
    table = over("north", grace=7)
    assert table.campaign.ended is not None
    late = structs.replace(
        table.campaign,
        options={**table.campaign.options, "seal_grace": grace},
        ended=structs.replace(table.campaign.ended, at="9999-12-30T00:00:00.000Z"),
    )
    assert opens_from(late, "service") == "9999-12-31T23:59:59.999Z"
