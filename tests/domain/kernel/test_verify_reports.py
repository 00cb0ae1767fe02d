"""What a report says of an honest capsule, word by word."""

import gzip

import pytest
from msgspec import structs

from iacta.domain.kernel.campaign.verify.capsule import verify_capsule
from iacta.domain.kernel.campaign.verify.report import TITLES, Counts
from iacta.domain.kernel.contract.system import System
from iacta.domain.kernel.proof.lines import Bounds
from tests.support import chronicles
from tests.support.forge import Forgery
from tests.support.keys import SIGNER, check_signature
from tests.support.table import Table
from tests.support.verifying import lines, verify
from tests.systems.tally import SYSTEM
from tests.systems.tally.effects import Begun

SAID = {
    1: "pass: {events} events, each the canonical bytes of what it says",
    2: "pass: 1 to {events} without gaps",
    3: "pass: {events} hashes, each naming the previous one",
    4: "pass: every link leads to its anchor, and none is left out",
    5: "pass: {faces} faces follow from their seeds",
    6: "pass: {openings} of {sealed} sealed values are open, and are what was sealed",
    7: "pass: everything is open; 1 hidden faces follow from their seeds",
    8: "pass: the events have the checkpoint's root",
    9: f"pass: signed by {SIGNER.key.text()}",
    10: "pass: {decided} commands give the effects that are recorded",
}
"""what is said of a campaign that was played to its end"""

REPORTS: dict[str, tuple[Counts, dict[int, str]]] = {
    "live": (
        Counts(events=10, faces=6, openings=4, sealed=22, decided=4),
        {
            7: "not-run: the seals are not open yet",
            10: "not-run: 4 commands; 6 depend on what is still hidden",
        },
    ),
    "over": (Counts(events=15, faces=7, openings=26, sealed=26, decided=15), {}),
    "rewound": (
        Counts(events=24, faces=9, openings=30, sealed=30, decided=24),
        {2: "pass: 1 to 24 without gaps, 2 rewinds"},
    ),
    "forked": (
        Counts(events=18, faces=7, openings=26, sealed=26, decided=18),
        {7: "pass: everything is open; 2 hidden faces follow from their seeds"},
    ),
    "restored": (
        Counts(events=17, faces=7, openings=28, sealed=28, decided=17),
        {
            2: ("pass: forked from a restored backup, 5 signed events lost; 1 to 17 without gaps"),
            7: "pass: everything is open; 2 hidden faces follow from their seeds",
        },
    ),
    "entered": (
        Counts(events=15, faces=4, entered=1, openings=24, sealed=24, decided=15),
        {5: "pass: 4 faces follow from their seeds, 1 entered by hand"},
    ),
}


@pytest.mark.parametrize("chronicle", REPORTS)
def test_a_report_says_what_was_looked_at(chronicle: str) -> None:
    report = verify(chronicles.EVERY[chronicle]().capsule())
    counts, others = REPORTS[chronicle]
    assert report.counts == counts
    said = {**SAID, **others}
    members = {name: getattr(counts, name) for name in counts.__struct_fields__}
    assert lines(report) == [f"{number} {said[number].format(**members)}" for number in said]


def test_the_checks_are_numbered_and_titled_as_in_the_format() -> None:
    report = verify(chronicles.over().capsule())
    assert {check.number: check.title for check in report.checks} == TITLES
    assert [check.number for check in report.checks] == list(range(1, 11))


def test_a_gzipped_capsule_is_the_same() -> None:
    data = chronicles.over().capsule()
    assert verify(gzip.compress(data)) == verify(data)


def test_a_view_in_the_file_is_listed_as_unchecked() -> None:
    parts = chronicles.over().capsule().splitlines(keepends=True)
    report = verify(b"".join([parts[0], b'{"view":{"left":99}}\n', *parts[1:]]))
    assert report.ok
    assert report.unchecked == ["audience", "campaign name", "view"]


def adopted(*editions: str) -> Table:
    """A campaign whose referee adopted newer editions, each after another turn."""
    table = Table.found(SYSTEM)
    for turn, edition in enumerate(editions, 2):
        chronicles.until_turn(table, turn)
        table.system = structs.replace(SYSTEM, edition=edition)
        table.do("referee", "campaign.adopt-edition")
    return chronicles.finish(table)


@pytest.mark.parametrize(
    ("editions", "installed"),
    [("2", "2"), ("23", "3"), ("23", "2"), ("23", "1"), ("2", "4")],
)
def test_what_was_decided_under_another_edition_is_not_decided_again(
    editions: str, installed: str
) -> None:
    table = adopted(*editions)
    decided = sum(state.edition == installed for state in table.states)
    others = len(table.events) - decided
    rules: System = structs.replace(SYSTEM, edition=installed)
    report = verify(table.capsule(), rules=rules)
    assert report.ok
    assert lines(report)[-1] == (
        f"10 not-run: {decided} commands; {others} are of an edition that is not installed"
    )


def test_what_is_hidden_and_what_another_edition_decided_are_both_told() -> None:
    table = chronicles.until_turn(Table.found(SYSTEM), 2)
    table.system = rules = structs.replace(SYSTEM, edition="2")
    table.do("referee", "campaign.adopt-edition")
    chronicles.until_turn(table, 3)
    report = verify(table.capsule(), rules=rules)
    assert lines(report)[-1] == (
        "10 not-run: 3 commands; 2 depend on what is still hidden; "
        "6 are of an edition that is not installed"
    )


def test_rules_with_a_single_effect_know_no_other() -> None:
    rules: System = structs.replace(SYSTEM, effect_type=Begun)
    report = verify(chronicles.over().capsule(), rules=rules)
    assert lines(report)[-1] == (
        "10 not-run: not folded: the rules do not know the effect tally.shuffled"
    )


def test_a_file_past_the_bounds_that_are_given_is_not_read() -> None:
    report = verify_capsule(chronicles.over().capsule(), check_signature, bounds=Bounds(lines=17))
    assert lines(report) == ["1 fail: a capsule has at most 17 lines"]


def test_commands_are_not_decided_again_without_the_rules() -> None:
    report = verify(chronicles.over().capsule(), rules=None)
    assert lines(report)[-1] == "10 not-run: the rules are not installed"


def test_commands_are_not_decided_again_in_a_record_that_does_not_hold() -> None:
    forgery = Forgery(chronicles.over().capsule())
    forgery.event(4)["at"] = "2026-11-20T00:00:00.000Z"
    report = verify(forgery.whole().bytes())
    assert lines(report)[-1] == "10 not-run: the record itself fails a check"
