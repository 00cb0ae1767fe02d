"""Records whose hashes and dice hold, and which the rules do not give."""

from tests.domain.kernel.forgeries.tools import Cases, Forge, report_on, take
from tests.support import chronicles
from tests.support.forge import Forgery
from tests.support.verifying import failed, verify

RULES = Cases()


@RULES.case("rewound", "10 at 14: the command is refused: Roll: not now; the phase is now: Bids")
def rewind_hidden(forgery: Forgery) -> Forgery:
    """The rewind is replaced by a remark, and play goes on as if nothing had been taken back."""
    event = forgery.with_effect("rewound", -1)
    event["command"] = {"type": "campaign.annotate", "seq": 1, "text": "a remark"}
    event["effects"] = [{"type": "annotated", "seq": 1, "text": "a remark"}]
    event["draws"] = []
    return forgery.whole()


@RULES.case(
    "rewound",
    "6 at 20: an opening is not what was sealed",
    "7 at 15: a sealed value has no opening",
    "10 at 13: the command is refused: Roll: not now; the phase is now: Bids",
)
def rewind_dropped(forgery: Forgery) -> Forgery:
    seq = forgery.with_effect("rewound", -1)["seq"]
    del forgery.items[seq - 1]
    return forgery.renumber().whole()


@RULES.case("rewound", "10 at 7: effect 1 (rewound) is not what the rules give")
@RULES.case(
    "reshuffled",
    (
        "7 at 11: die 1 (shuffle:11) shows [9, 0, 2, 7, 3, 6, 10, 1, 5, 4, 8], the seed "
        "gives (2, 7, 8, 5, 0, 4, 10, 3, 1, 6, 9)"
    ),
    "10 at 11: it cannot be decided: CorruptLog('no rewind goes back to event 6')",
)
def rewind_to_another_event(forgery: Forgery) -> Forgery:
    event = forgery.with_effect("rewound")
    event["command"]["to"] -= 1
    return forgery.whole()


@RULES.case("rewound", "2 at 7: a rewind does not go back")
def rewind_to_itself(forgery: Forgery) -> Forgery:
    event = forgery.with_effect("rewound")
    forgery.effect("rewound")["to"] = event["seq"]
    return forgery.whole()


@RULES.case("rewound", "2 at 7: a rewind does not go back")
def rewind_forward(forgery: Forgery) -> Forgery:
    forgery.effect("rewound")["to"] = 10_000
    return forgery.whole()


@RULES.case("over", "10 at 6: the rules refuse the command: north does not hold a lance")
def command_edited(forgery: Forgery) -> Forgery:
    event = forgery.with_effect("tally.answered")
    event["command"] = {"type": "tally.answer", "card": "lance"}
    return forgery.whole()


@RULES.case("over", "10 at 1: the command is not written as commands are recorded")
def default_written_out(forgery: Forgery) -> Forgery:
    """A member that equals its default, with the faces that the longer command gives."""
    event = forgery.event(1)
    event["command"]["options"] = {}
    return forgery.whole()


@RULES.case("over", "10 at 1: effect 1 (campaign-created) is not what the rules give")
def seats_other_than_asked_for(forgery: Forgery) -> Forgery:
    forgery.effect("campaign-created")["seats"][0]["name"] = "Somebody else"
    return forgery.whole()


@RULES.case("over", "10 at 1: effect 1 (campaign-created) is not what the rules give")
def option_other_than_asked_for(forgery: Forgery) -> Forgery:
    forgery.effect("campaign-created")["options"]["referee_sees"] = "all"
    return forgery.whole()


@RULES.case("over", "10 at 1: the command is refused: 'another' is another system")
def system_other_than_asked_for(forgery: Forgery) -> Forgery:
    forgery.event(1)["command"]["system"] = "another"
    return forgery.whole()


@RULES.case("over", "10 at 2: the command is refused: Shuffle and deal: not for seat:north")
def seat_sends_the_referees_command(forgery: Forgery) -> Forgery:
    forgery.event(2)["by"] = "seat:north"
    return forgery.whole()


@RULES.case("over", "10 at 16: the command is refused: the campaign is over")
def command_after_the_end(forgery: Forgery) -> Forgery:
    event = forgery.copy().items[-1]
    event["event"].update(
        command={"type": "campaign.resign"},
        effects=[{"type": "resigned", "seat": "north"}],
        by="seat:north",
        key="late",
    )
    forgery.items.append(event)
    return forgery.renumber().whole()


@RULES.case("live", "10 at 11: seat:east does not send this command")
def claimed_by_somebody_else(forgery: Forgery) -> Forgery:
    event = forgery.copy().items[-1]
    event["event"].update(
        command={"type": "campaign.claim", "seat": "north"},
        effects=[{"type": "seat-claimed", "seat": "north"}],
        by="seat:east",
        key="claim",
        entropy="",
        draws=[],
    )
    forgery.items.append(event)
    return forgery.renumber().whole()


@RULES.case("live", "10 at 11: effect 1 (seat-claimed) is not what the rules give")
def another_seat_claimed(forgery: Forgery) -> Forgery:
    event = forgery.copy().items[-1]
    event["event"].update(
        command={"type": "campaign.claim", "seat": "north"},
        effects=[{"type": "seat-claimed", "seat": "east"}],
        by="seat:north",
        key="claim",
        entropy="",
        draws=[],
    )
    forgery.items.append(event)
    return forgery.renumber().whole()


@RULES.case("over", "10 at 3: the rules give 1 effects, the record has 0")
def effects_left_out(forgery: Forgery) -> Forgery:
    forgery.event(3)["effects"] = []
    return forgery.whole()


@RULES.case("over", "10 at 1: the rules give 2 effects, the record has 1")
def first_effects_left_out(forgery: Forgery) -> Forgery:
    forgery.event(1)["effects"] = [forgery.event(1)["effects"][0]]
    return forgery.whole()


@RULES.each
def test_a_forged_decision_fails_exactly_these_checks(
    forge: Forge, chronicle: str, failures: list[str]
) -> None:
    assert failed(report_on(forge(take(chronicle)))) == failures


def test_effects_of_an_unknown_type_are_hashed_and_linked_and_not_folded() -> None:
    forgery = take("over")
    forgery.event(5)["effects"].append({"type": "tally.weather", "sky": "grey"})
    report = report_on(forgery.whole())
    assert report.ok
    assert report.check(3).result == "pass"
    assert report.check(10).result == "not-run"
    assert "tally.weather" in report.check(10).detail


def test_a_reserved_effect_of_the_kernel_is_not_folded_either() -> None:
    forgery = take("over")
    forgery.event(5)["effects"].append({"type": "roll-pending"})
    assert report_on(forgery.whole()).check(10).result == "not-run"


def test_events_under_another_edition_are_not_decided_again() -> None:
    forgery = take("over")
    forgery.effect("campaign-created")["edition"] = "0"
    report = report_on(forgery.whole())
    assert report.ok
    assert report.check(10).result == "not-run"


def test_tables_that_are_not_the_installed_ones_are_no_pass() -> None:
    forgery = take("over")
    forgery.effect("campaign-created")["tables"]["points"] = "ab" * 32
    report = report_on(forgery.whole())
    assert report.ok
    assert report.check(10).result == "not-run"


def test_without_the_rules_the_fold_is_no_pass() -> None:
    report = verify(chronicles.over().capsule(), rules=None)
    assert report.check(10).result == "not-run"
    assert report.ok
