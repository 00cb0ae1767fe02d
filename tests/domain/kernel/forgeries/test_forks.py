"""Forks that do not continue their parent, or carry what they may not."""

import copy
from typing import Any

import pytest

from iacta.domain.kernel.campaign.effects import Restored
from tests.domain.kernel.forgeries.tools import (
    CAMPAIGN,
    Cases,
    Forge,
    redrawn,
    report_on,
    roll_again,
    take,
)
from tests.support import chronicles
from tests.support.forge import Forgery
from tests.support.table import campaign_id
from tests.support.verifying import failed, verify

FORKS = Cases()


@FORKS.case("forked", "2 at 12: a fork does not continue the campaign that it names")
def fork_of_another_parent(forgery: Forgery) -> Forgery:
    forgery.effect("forked", 1)["parent"] = campaign_id(77)
    return forgery.whole()


@FORKS.case("forked", "2 at 6: a fork does not continue the campaign that it names")
def fork_at_another_event(forgery: Forgery) -> Forgery:
    forgery.effect("forked")["at"] -= 1
    return forgery.whole()


@FORKS.case("forked", "2 at 6: a fork does not name its parent's hash")
def fork_with_another_parent_hash(forgery: Forgery) -> Forgery:
    forgery.effect("forked")["parent_hash"] = "ab" * 32
    return forgery.whole()


@FORKS.case(
    "forked",
    "2 at 12: the record returns to an earlier campaign",
    "6 at 15: an opening is not what was sealed",
    "7 at 14: a sealed value has no opening",
)
def fork_under_the_first_campaigns_id(forgery: Forgery) -> Forgery:
    last = forgery.effect("forked", 1)
    seq = next(event["seq"] for event in forgery.events if last in event["effects"])
    for event in forgery.events[seq - 1 :]:
        event["campaign"] = CAMPAIGN
    forgery.head["campaign"]["id"] = CAMPAIGN
    return redrawn(forgery).whole()


@FORKS.case("forked", "4 at 12: forked draws dice")
def dice_in_the_forks_first_event(forgery: Forgery) -> Forgery:
    event = forgery.with_effect("forked", 1)
    event["draws"] = [copy.deepcopy(forgery.draw("open"))]
    roll_again(event, event["draws"][0])
    return forgery.whole()


@FORKS.case(
    "forked",
    "2 at 6: a fork does not name its parent's hash",
    "5 at 2: die 1 (d6) shows 5, the seed gives 2",
    (
        "7 at 2: die 1 (shuffle:18) shows [2, 14, 1, 7, 16, 4, 15, 5, 8, 11, 12, 6, 13, 9, "
        "0, 17, 3, 10], the seed gives (10, 0, 4, 15, 6, 11, 3, 7, 9, 14, 1, 13, 16, 12, "
        "2, 17, 5, 8)"
    ),
)
def parents_hash_not_mended(forgery: Forgery) -> Forgery:
    """The shared events are hashed anew, and the fork goes on naming what was there."""
    forgery.event(2)["entropy"] = "another"
    return forgery.whole()


def fork_changed(forgery: Forgery, **members: Any) -> Forgery:
    """The first fork with other members, and the seats of its record."""
    forgery.effect("forked").update(members)
    return forgery.whole()


@FORKS.case("branched", "1: event 7: forked: an empty member is not left out")
def held_by_nobody_named(forgery: Forgery) -> Forgery:
    return fork_changed(forgery, held=[])


@FORKS.case("branched", "2 at 7: a fork names a seat twice, or one that is not there")
def held_twice(forgery: Forgery) -> Forgery:
    return fork_changed(forgery, held=["north", "north"])


@FORKS.case("branched", "2 at 7: a fork names a seat twice, or one that is not there")
def agreed_by_a_stranger_alone(forgery: Forgery) -> Forgery:
    """The fork carries consents, and neither holders nor a backup."""
    del forgery.effect("forked")["held"]
    return agreed_by_a_stranger(forgery)


@FORKS.case("branched", "2 at 7: a fork names a seat twice, or one that is not there")
def held_by_a_stranger_alone(forgery: Forgery) -> Forgery:
    """The fork carries holders, and neither consents nor a backup."""
    del forgery.effect("forked")["consents"]
    return held_by_a_stranger(forgery)


@FORKS.case("restored", "2 at 7: a fork that carries secrets keeps their order")
def nothing_seen_of_a_backup(forgery: Forgery) -> Forgery:
    """The fork carries that it was restored, and nothing else."""
    del forgery.effect("forked")["held"]
    return nothing_seen(forgery)


@FORKS.case("restored", "2 at 7: a fork names a seat twice, or one that is not there")
def held_by_a_stranger(forgery: Forgery) -> Forgery:
    return fork_changed(forgery, held=["caesar"])


@FORKS.case("branched", "2 at 7: a fork names a seat twice, or one that is not there")
def agreed_by_a_stranger(forgery: Forgery) -> Forgery:
    at = forgery.effect("forked")["at"]
    return fork_changed(forgery, consents=[["caesar", at + 1]])


@FORKS.case("branched", "2 at 7: a seat agrees to a fork before the event at which it is made")
def agreed_before_it_could_be(forgery: Forgery) -> Forgery:
    at = forgery.effect("forked")["at"]
    return fork_changed(forgery, consents=[["north", at]])


@FORKS.case("branched", "2 at 7: nobody agrees to the fork of a restored backup")
def agreed_to_a_backup(forgery: Forgery) -> Forgery:
    return fork_changed(forgery, restored={"lost": 0})


@FORKS.case("branched", "2 at 7: a fork that carries secrets keeps their order")
def order_kept(forgery: Forgery) -> Forgery:
    forgery.with_effect("forked")["command"]["keep_order"] = True
    return fork_changed(forgery, keep_order=True)


@FORKS.case("restored", "2 at 7: a fork that carries secrets keeps their order")
def nothing_seen(forgery: Forgery) -> Forgery:
    return fork_changed(forgery, seen=False)


@FORKS.case("restored", "1: event 7: forked: Expected `int` >= 0 - at `$.restored.lost`")
def fewer_than_none_lost(forgery: Forgery) -> Forgery:
    return fork_changed(forgery, restored={"lost": -1})


@FORKS.case("noted", "2 at 7: a seat agrees to a fork by another's hand")
def agreed_in_a_seats_name(forgery: Forgery) -> Forgery:
    forgery.with_effect("fork-consented")["by"] = "seat:south"
    return forgery.whole()


@FORKS.case("noted", "2 at 7: a seat agrees to a fork by another's hand")
def agreed_for_a_seat(forgery: Forgery) -> Forgery:
    event = forgery.with_effect("fork-consented")
    event["by"], event["for"] = "referee", event["by"]
    return forgery.whole()


@FORKS.case("noted", "2 at 7: a seat agrees to a fork at an event to come")
def agreed_to_what_is_to_come(forgery: Forgery) -> Forgery:
    event = forgery.with_effect("fork-consented")
    event["command"]["fork"] = event["effects"][0]["at"] = event["seq"]
    return forgery.whole()


@FORKS.case("noted", "2 at 12: a fork is noted by another command, or by another than the referee")
def noted_by_a_seat(forgery: Forgery) -> Forgery:
    forgery.with_effect("fork-made")["by"] = "seat:north"
    return forgery.whole()


@FORKS.case("noted", "2 at 12: a fork is noted by another command, or by another than the referee")
def noted_by_another_command(forgery: Forgery) -> Forgery:
    event = forgery.with_effect("fork-made")
    event["command"] = {"type": "campaign.annotate", "seq": 1, "text": "x"}
    return forgery.whole()


@FORKS.case("noted", "2 at 12: a noted fork is of a later event, or of the campaign itself")
def noted_of_itself(forgery: Forgery) -> Forgery:
    event = forgery.with_effect("fork-made")
    event["command"]["child"] = event["effects"][0]["child"] = event["campaign"]
    return forgery.whole()


@FORKS.case("noted", "2 at 12: a noted fork is of a later event, or of the campaign itself")
def noted_before_it_could_be(forgery: Forgery) -> Forgery:
    event = forgery.with_effect("fork-made")
    event["command"]["at"] = event["effects"][0]["at"] = event["seq"]
    return forgery.whole()


@FORKS.each
def test_a_forged_fork_fails_exactly_these_checks(
    forge: Forge, chronicle: str, failures: list[str]
) -> None:
    assert failed(report_on(forge(take(chronicle)))) == failures


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda forged: forged.effect("fork-made").update(at=1), "not what the rules give"),
        (
            lambda forged: forged.effect("fork-consented").update(withdrawn=True),
            "not what the rules give",
        ),
        (
            lambda forged: forged.with_effect("fork-consented")["command"].update(to=1),
            "refuse",
        ),
    ],
    ids=["noted of another event", "taken back that was given", "a rewind and a fork"],
)
def test_consents_and_notes_are_decided_again(change: Any, why: str) -> None:
    forgery = take("noted")
    change(forgery)
    report = verify(forgery.whole().bytes())
    assert report.failed() == [10]
    assert why in report.check(10).detail


def test_a_restored_backup_is_told_first() -> None:
    told = verify(take("restored").bytes()).check(2).detail
    assert told.startswith("forked from a restored backup, 5 signed events lost; 1 to")


def test_a_backup_restored_twice_is_told_twice() -> None:
    table = chronicles.live()
    for number, lost in ((2, 1), (3, 2)):
        at = table.campaign.seq
        table = table.fork(at, number=number, seen=True, by="service", restored=Restored(lost))
    told = verify(table.capsule()).check(2).detail
    assert told == (
        "forked from a restored backup, 1 signed event lost; "
        "forked from a restored backup, 2 signed events lost; 1 to 12 without gaps"
    )
