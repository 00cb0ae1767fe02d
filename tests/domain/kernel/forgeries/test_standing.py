"""Standing answers that no seat has laid, or that are given otherwise than they were laid."""

from typing import Any

from tests.domain.kernel.forgeries.tools import Cases, Forge, report_on, take
from tests.support.forge import Forgery
from tests.support.verifying import failed

STANDING = Cases()
NOT_LAID = "the service answers what no seat has laid"
OTHERWISE = "a standing answer is not as its seat laid it"


def given(forgery: Forgery) -> dict[str, Any]:
    """The first answer that the service gives."""
    return next(one for one in forgery.events if one["by"] == "service")


@STANDING.case("over", f"2 at 6: {NOT_LAID}")
def answered_for_a_seat_that_laid_nothing(forgery: Forgery) -> Forgery:
    answer = forgery.with_effect("tally.answered")
    answer |= {"for": answer["by"], "by": "service", "key": f"standing-{answer['seq']}"}
    return forgery.whole()


@STANDING.case("stood", f"2 at 10: {NOT_LAID}")
def answered_with_other_entropy(forgery: Forgery) -> Forgery:
    given(forgery)["entropy"] = "tried"
    return forgery.whole()


@STANDING.case("stood", f"2 at 10: {NOT_LAID}")
def answered_under_another_key(forgery: Forgery) -> Forgery:
    given(forgery)["key"] = "auto-1"
    return forgery.whole()


@STANDING.case("stood", f"2 at 17: {NOT_LAID}")
def stood_down_by_the_service(forgery: Forgery) -> Forgery:
    """The service sends for a seat what is no answer."""
    ended = forgery.event(17)
    ended |= {"for": ended["by"], "by": "service", "key": "standing-17", "entropy": "e2"}
    return forgery.whole()


@STANDING.case("stood", f"2 at 23: {NOT_LAID}")
def answered_after_it_was_withdrawn(forgery: Forgery) -> Forgery:
    answer = forgery.event(23)
    answer |= {"for": answer["by"], "by": "service", "key": "standing-23", "entropy": "e2"}
    return forgery.whole()


AFTER = STANDING.case(
    "stood",
    f"2 at 16: {NOT_LAID}",
    "6: an opening of nothing that is sealed here",
)
"""What ends a seat's answers stands in the place of a bid, before the service gives one."""


def in_place_of_the_bid(forgery: Forgery, by: str, command: Any, effect: Any) -> Forgery:
    """This command and its effect for the 14th event's."""
    event = forgery.event(14)
    event |= {"by": by, "draws": [], "command": command, "effects": [effect]}
    return forgery.whole()


@AFTER
def answered_after_the_seat_changed_hands(forgery: Forgery) -> Forgery:
    command = {"type": "campaign.hand-over", "role": "seat:east"}
    effect = {"type": "seat-handed-over", "role": "seat:east"}
    return in_place_of_the_bid(forgery, "referee", command, effect)


@AFTER
def answered_after_the_seat_was_given_up(forgery: Forgery) -> Forgery:
    effect = {"type": "resigned", "seat": "east"}
    return in_place_of_the_bid(forgery, "seat:east", {"type": "campaign.resign"}, effect)


@AFTER
def answered_after_the_seat_was_claimed_anew(forgery: Forgery) -> Forgery:
    effect = {"type": "seat-claimed", "seat": "east"}
    return in_place_of_the_bid(forgery, "seat:east", {"type": "campaign.claim"}, effect)


@AFTER
def answered_after_another_edition_was_adopted(forgery: Forgery) -> Forgery:
    effect = {"type": "edition-adopted", "edition": "other", "tables": {}, "data": {}}
    return in_place_of_the_bid(forgery, "referee", {"type": "campaign.adopt-edition"}, effect)


@STANDING.case("stood", "10 at 10: the standing answer is to answer otherwise")
def passed_in_place_of_the_card(forgery: Forgery) -> Forgery:
    """The card that the seat laid is not played, and nothing else is wrong."""
    answer = given(forgery)
    answer["command"] = {"type": "tally.pass"}
    return forgery.whole()


@STANDING.case("stood", f"2 at 5: {OTHERWISE}")
def laid_by_another_seat(forgery: Forgery) -> Forgery:
    forgery.event(5)["by"] = "seat:east"
    return forgery.whole()


@STANDING.case("stood", f"2 at 5: {OTHERWISE}")
def laid_for_longer(forgery: Forgery) -> Forgery:
    forgery.effect("standing-laid")["until"] = "turn"
    return forgery.whole()


@STANDING.case("stood", f"2 at 5: {OTHERWISE}")
def another_answer_named(forgery: Forgery) -> Forgery:
    forgery.effect("standing-laid")["answer"] = "ab" * 32
    return forgery.whole()


@STANDING.case("stood", "2 at 10: a standing answer ends that was not laid")
def ended_twice(forgery: Forgery) -> Forgery:
    event = forgery.with_effect("standing-ended")
    event["effects"].append(forgery.effect("standing-ended"))
    return forgery.whole()


@STANDING.case("stood", "10 at 10: the rules give 3 effects, the record has 2")
def stands_after_its_fact(forgery: Forgery) -> Forgery:
    event = forgery.with_effect("standing-ended")
    event["effects"].pop()
    return forgery.whole()


@STANDING.each
def test_a_forged_standing_answer_is_caught(
    forge: Forge, chronicle: str, failures: list[str]
) -> None:
    assert failed(report_on(forge(take(chronicle)))) == failures
