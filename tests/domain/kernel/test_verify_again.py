"""Verifying a log that has grown: what was decided before is not decided again."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from msgspec import structs

from iacta.domain.kernel.campaign.verify import deciding
from iacta.domain.kernel.campaign.verify.capsule import verify_read
from iacta.domain.kernel.campaign.verify.deciding import Before
from iacta.domain.kernel.campaign.verify.report import Report
from iacta.domain.kernel.campaign.verify.revisited import gone_back_to
from iacta.domain.kernel.proof import capsules
from iacta.domain.kernel.proof.capsules import Capsule, Item
from iacta.domain.kernel.proof.record import Event
from tests.support import chronicles
from tests.support.environment import Below
from tests.support.keys import check_signature
from tests.support.table import Table
from tests.support.verifying import failed
from tests.systems.tally import SYSTEM
from tests.systems.tally.effects import Rolled


class Stored:
    """A saved campaign whose events are read from a place, as from a database."""

    def __init__(self, capsule: Capsule) -> None:
        self.head, self.view = capsule.head, capsule.view
        self.openings, self.checkpoint = capsule.openings, capsule.checkpoint
        self._items = capsule.items

    def after(self, count: int) -> Iterable[Item]:
        assert 0 <= count <= len(self._items)
        return iter(self._items[count:])


def stored(table: Table, audience: str = "seat:north") -> Stored:
    return Stored(capsules.read(table.capsule(audience)))


def check(
    saved: Stored, before: Before | None, look: Callable[[Event], None] | None = None, **system: Any
) -> Report:
    rules = structs.replace(SYSTEM, **system)
    systems = {rules.key: rules}
    return verify_read(saved, check_signature, systems=systems, before=before, look=look)


class Work:
    """Which events are folded, and which decided, by their numbers."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.folded: list[int] = []
        self.decided: list[int] = []
        fold, decide = deciding.evolve, deciding.decide_again

        def folded(campaign: Any, *given: Any) -> Any:
            self.folded.append(campaign.seq + 1)
            return fold(campaign, *given)

        def decided(campaign: Any, *given: Any, **named: Any) -> Any:
            self.decided.append(campaign.seq + 1)
            return decide(campaign, *given, **named)

        patch.setattr(deciding, "evolve", folded)
        patch.setattr(deciding, "decide_again", decided)

    def done(self) -> tuple[list[int], list[int]]:
        """What was folded and decided since it was last asked."""
        found = self.folded, self.decided
        self.folded, self.decided = [], []
        return found


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    return Work(monkeypatch)


def note(table: Table, count: int = 2) -> Table:
    for _ in range(count):
        table.do("referee", "campaign.annotate", seq=1, text="Seen.")
    return table


def numbers(first: int, table: Table) -> list[int]:
    return list(range(first, table.campaign.seq + 1))


def begun(turn: int = 2) -> Table:
    """A table of its own, at the beginning of a turn."""
    return chronicles.until_turn(Table.found(SYSTEM), turn)


@pytest.mark.parametrize("audience", ["public", "seat:north"])
def test_only_what_is_new_is_folded_and_decided(work: Work, audience: str) -> None:
    """The report, and what is kept, are as if all had been; what is hidden stays counted."""
    table, before = begun(), Before()
    assert failed(check(stored(table, audience), before)) == []
    first = table.campaign.seq + 1
    note(table)
    work.done()
    again = check(stored(table, audience), before)
    assert work.done() == (numbers(first, table), numbers(first, table))
    fresh = Before()
    assert again == check(stored(table, audience), fresh)
    assert (before.decided, before.state) == (fresh.decided, fresh.state)
    assert before.state == table.campaign


def test_what_is_kept_says_what_was_decided() -> None:
    table, before, other = begun(), Before(), Before()
    check(stored(table), before)
    kept = before.decided
    assert kept is not None
    head = table.campaign
    assert (kept.seq, kept.hash, kept.other) == (head.seq, head.hash, 0)
    assert kept.count + kept.hidden == head.seq
    check(stored(table, "public"), other)
    assert other.decided is not None
    assert other.decided.known != kept.known
    assert other.decided.hidden > kept.hidden


def test_events_of_an_edition_that_is_not_installed_stay_counted(work: Work) -> None:
    table, before = begun(), Before()
    check(stored(table), before, edition="another")
    assert before.decided is not None
    assert (before.decided.count, before.decided.other) == (0, table.campaign.seq)
    note(table)
    report = check(stored(table), before, edition="another")
    assert f"; {table.campaign.seq} are of an edition that is not" in report.check(10).detail
    assert work.done()[1] == []


def test_of_the_same_log_nothing_is_decided_again(work: Work) -> None:
    table, before = begun(), Before()
    first = check(stored(table), before)
    work.done()
    assert check(stored(table), before) == first
    assert work.done() == ([], [])


def test_once_more_of_it_is_open_all_is_decided_again(work: Work) -> None:
    """What its last event sealed, too, and other values of as many."""
    table, before, below = Table.found(SYSTEM), Before(), Below("deal")
    while not any(one["type"] == "tally.dealt" for one in table.events[-1].event.effects):
        table.step(below)
    for first in ("public", "seat:east"):
        check(stored(table, first), before)
        work.done()
        check(stored(table), before)
        assert work.done()[1] == numbers(1, table)


def test_what_is_opened_of_later_events_decides_nothing_again(work: Work) -> None:
    table, before = begun(), Before()
    saved = stored(table)
    check(saved, before)
    first, below = table.campaign.seq + 1, Below("on")
    while len(stored(table).openings) == len(saved.openings):
        table.step(below)
    work.done()
    assert check(stored(table), before) == check(stored(table), Before())
    assert work.done()[1][: len(numbers(first, table))] == numbers(first, table)


def test_nothing_open_at_all_is_kept_as_such() -> None:
    table, before = Table.found(SYSTEM), Before()
    check(stored(table, "public"), before)
    assert before.decided is not None
    assert before.decided.known == ""


def test_another_log_is_decided_whole(work: Work) -> None:
    """Of as many events, or of fewer, what was kept of the other counts for nothing."""
    table, before = begun(3), Before()
    check(stored(table), before)
    for other in (note(begun(2), 20), Table.found(SYSTEM)):
        work.done()
        assert check(stored(other), before) == check(stored(other), None)
        assert work.done()[1] == numbers(1, other) * 2
        check(stored(table), before)


def test_a_state_that_is_not_that_after_what_was_decided_is_not_used(work: Work) -> None:
    table, before = begun(), Before()
    check(stored(table), before)
    kept, state = before.decided, before.state
    assert kept is not None
    assert state is not None
    note(table)
    for torn in (
        Before(kept),
        Before(None, state),
        Before(structs.replace(kept, seq=kept.seq - 1), state),
        Before(kept, structs.replace(state, hash="0" * 64)),
    ):
        work.done()
        check(stored(table), torn)
        assert work.done()[1] == numbers(1, table)


@pytest.mark.parametrize(("back", "whole"), [(1, True), (0, False)], ids=["before", "to"])
def test_a_rewind_to_before_what_was_decided_folds_all_again(
    work: Work, back: int, whole: bool
) -> None:
    """The state that it goes back to is not kept; nothing is decided again for it."""
    table = note(begun())
    before, first = Before(), table.campaign.seq + 1
    check(stored(table), before)
    note(table)
    table.do("referee", "campaign.rewind", to=first - 1 - back, reason="a misread order")
    work.done()
    report = check(stored(table), before)
    assert work.done() == (numbers(1 if whole else first, table), numbers(first, table))
    assert report == check(stored(table), None)


def test_a_rewind_that_was_decided_itself_is_not_gone_back_for(work: Work) -> None:
    table = note(begun())
    to = table.campaign.seq - 1
    table.do("referee", "campaign.rewind", to=to, reason="a misread order")
    before, first = Before(), table.campaign.seq + 1
    check(stored(table), before)
    note(table)
    work.done()
    check(stored(table), before)
    assert work.done() == (numbers(first, table), numbers(first, table))


def test_a_check_that_fails_keeps_nothing() -> None:
    before = Before()

    def deaf(*_: Any) -> Any:
        raise RuntimeError

    assert check(stored(begun()), before, decide=deaf).check(10).result == "fail"
    assert (before.decided, before.state) == (None, None)


def test_rules_that_fail_in_the_fold_are_told_of_as_they_failed() -> None:
    def torn(state: Any, effect: Any) -> Any:
        if isinstance(effect, Rolled):
            raise RuntimeError("torn")
        return SYSTEM.evolve(state, effect)

    told = check(stored(chronicles.over()), None, evolve=torn).check(10)
    assert (told.result, told.detail) == ("fail", "it cannot be decided: RuntimeError('torn')")


def test_each_event_is_looked_at_once() -> None:
    table, seen = begun(), list[Event]()
    check(stored(table), None, look=seen.append)
    assert seen == [made.event for made in table.events]


def test_what_rewinds_go_back_to_is_read_of_the_events() -> None:
    events = [made.event for made in chronicles.rewound().events]
    rewinds = [one.command["to"] for one in events if one.command["type"] == "campaign.rewind"]
    assert len(rewinds) == 2
    assert [*gone_back_to(events)] == rewinds
