"""Openings that are not what was sealed, and seals opened when they may not be."""

from typing import Any

from iacta.domain.kernel.proof import seals
from iacta.domain.kernel.proof.dice import command_digest, next_face, stream
from tests.domain.kernel.forgeries.tools import CAMPAIGN, Cases, Forge, report_on, take
from tests.support import chronicles
from tests.support.forge import Forgery
from tests.support.table import Table
from tests.support.verifying import failed
from tests.systems.tally import SYSTEM

SEALS = Cases()


@SEALS.case(
    "live",
    "7 at 11: a seat answers when nobody is asked about the seals",
    "10 at 11: the rules refuse the command: the seals are opened when the campaign is over",
)
def answered_in_play(forgery: Forgery) -> Forgery:
    """A seat answers whether to open the seals, and nothing is over."""
    more = {**forgery.events[-1], "seq": len(forgery.events) + 1, "by": "seat:north", "for": ""}
    more |= {"key": "early", "entropy": "", "draws": []}
    more["command"] = {"type": "campaign.open-seals"}
    more["effects"] = [{"type": "seals-agreed", "seat": "north", "agree": "yes"}]
    forgery.items.append({"event": more})
    return forgery.whole()


def digest_of(seq: int, value: Any, salt: str) -> str:
    return seals.digest(CAMPAIGN, seq, bytes.fromhex(salt), value)


@SEALS.case(
    "over", "6 at 2: an opening is not what was sealed", "7 at 2: a sealed value has no opening"
)
def opening_changed(forgery: Forgery) -> Forgery:
    digest = next(iter(forgery.openings))
    forgery.openings[digest]["value"] = "sling2"
    return forgery


@SEALS.case(
    "over", "6 at 2: an opening's salt is not 16 bytes", "7 at 2: a sealed value has no opening"
)
def salt_of_another_length(forgery: Forgery) -> Forgery:
    """A digest made over 17 bytes of salt, so that the bytes can be parted in two ways."""
    dealt = forgery.effect("tally.dealt")
    old = dealt["card"]["sealed"]
    opening = forgery.openings.pop(old)
    opening["salt"] += "00"
    dealt["card"]["sealed"] = new = digest_of(2, opening["value"], opening["salt"])
    forgery.openings[new] = opening
    return forgery.whole()


@SEALS.case(
    "over", "6 at 2: an opening's salt is not 16 bytes", "7 at 2: a sealed value has no opening"
)
def salt_of_other_letters(forgery: Forgery) -> Forgery:
    opening = next(iter(forgery.openings.values()))
    opening["salt"] = "X" * 32
    return forgery


@SEALS.case(
    "over", "6 at 2: an opening's salt is not 16 bytes", "7 at 2: a sealed value has no opening"
)
def salt_in_capitals(forgery: Forgery) -> Forgery:
    opening = next(iter(forgery.openings.values()))
    opening["salt"] = opening["salt"].upper()
    return forgery


@SEALS.case("over", "6: an opening of nothing that is sealed here")
def opening_of_nothing(forgery: Forgery) -> Forgery:
    forgery.openings["ab" * 32] = {"salt": "00" * 16, "value": 1}
    return forgery


@SEALS.case(
    "over",
    "6 at 2: a sealed value contains a sealed value",
    "7 at 2: a sealed value has no opening",
)
def opening_with_a_seal_inside(forgery: Forgery) -> Forgery:
    return card_sealed_as(forgery, {"sealed": "ab" * 32})


@SEALS.case(
    "over",
    "6 at 2: a sealed value contains a sealed value",
    "7 at 2: a sealed value has no opening",
)
def opening_with_a_malformed_seal_inside(forgery: Forgery) -> Forgery:
    return card_sealed_as(forgery, {"sealed": "ab" * 32, "beside": 1})


@SEALS.case("over", "10 at 2: a value was sealed that the record does not hold")
def opening_with_an_object_named_as_seals_are(forgery: Forgery) -> Forgery:
    """It is no seal, so that only the rules know it for no card."""
    return card_sealed_as(forgery, {"sealed": {"ab": 1}, "beside": 1})


def card_sealed_as(forgery: Forgery, value: Any) -> Forgery:
    """The first card dealt is this value, sealed properly."""
    dealt, salt = forgery.effect("tally.dealt"), "00" * 16
    del forgery.openings[dealt["card"]["sealed"]]
    dealt["card"]["sealed"] = new = digest_of(2, value, salt)
    forgery.openings[new] = {"salt": salt, "value": value}
    return forgery.whole()


@SEALS.case("live", "6 at 2: a digest that occurs elsewhere")
def card_dealt_twice(forgery: Forgery) -> Forgery:
    """Two closed cards under one digest, of the event in which it was sealed."""
    first, second = (forgery.effect("tally.dealt", n) for n in (0, 1))
    second["card"] = first["card"]
    return forgery.whole()


@SEALS.case(
    "live",
    "6 at 8: a digest that occurs elsewhere",
    (
        "10 at 8: it cannot be folded: event 8, tally.dealt: it is malformed: Object "
        "contains unknown field `bid`"
    ),
)
def bid_copied(forgery: Forgery) -> Forgery:
    """The second seat's sealed bid is the first seat's digest."""
    first, second = (forgery.with_effect("tally.bid-laid", n) for n in (-2, -1))
    copied = first["command"]["bid"]["sealed"]
    second["command"]["bid"]["sealed"] = copied
    second["effects"][-1]["bid"] = copied
    return forgery.whole()


@SEALS.case(
    "over",
    "6 at 5: an opening of what is sealed later",
    "10 at 5: effect 1 (opened) is not what the rules give",
)
def opened_before_it_is_sealed(forgery: Forgery) -> Forgery:
    """An event shows what a later one seals."""
    last = forgery.effect("opened", -1)["openings"]
    early = forgery.with_effect("tally.rolled")
    early["effects"].insert(0, {"type": "opened", "openings": last})
    return forgery.whole()


@SEALS.case("over", "6 at 4: an opening is not what was sealed")
def opened_to_another_value(forgery: Forgery) -> Forgery:
    opened = forgery.effect("opened")["openings"]
    first = next(iter(opened.values()))
    first["value"] = 5 - first["value"]
    return forgery.whole()


@SEALS.case("over", "10 at 2: a value was sealed that the record does not hold")
def opening_where_the_seal_stood(forgery: Forgery) -> Forgery:
    dealt = forgery.effect("tally.dealt")
    dealt["card"] = forgery.openings.pop(dealt["card"]["sealed"])
    return forgery.whole()


@SEALS.case("over", "7 at 2: a sealed value has no opening")
def value_left_closed(forgery: Forgery) -> Forgery:
    del forgery.openings[forgery.effect("tally.dealt")["card"]["sealed"]]
    return forgery


@SEALS.case(
    "over",
    (
        "7 at 2: die 1 (shuffle:18) shows [2, 14, 1, 7, 16, 4, 15, 5, 8, 11, 12, 6, 13, 9, "
        "0, 17, 3, 10], the seed gives (0, 15, 16, 12, 4, 9, 11, 5, 2, 17, 1, 3, 7, 8, 14, "
        "10, 6, 13)"
    ),
)
def wrong_last_link(forgery: Forgery) -> Forgery:
    last = forgery.effect("seals-opened")["last"]
    last.update(dict.fromkeys(last, "cd" * 32))
    return forgery.whole()


@SEALS.case("over", "7 at 15: the last links are not those of the chains drawn from")
def last_link_of_another_chain(forgery: Forgery) -> Forgery:
    effect = forgery.effect("seals-opened")
    effect["last"] = {"ab" * 32: "cd" * 32}
    return forgery.whole()


@SEALS.case("forked", "7 at 18: the last links are not those of the chains drawn from")
def last_link_left_out(forgery: Forgery) -> Forgery:
    forgery.effect("seals-opened")["last"].popitem()
    return forgery.whole()


@SEALS.case(
    "over",
    (
        "7 at 2: die 1 (shuffle:18) shows [10, 3, 17, 0, 9, 13, 6, 12, 11, 8, 5, 15, 4, "
        "16, 7, 1, 14, 2], the seed gives (2, 14, 1, 7, 16, 4, 15, 5, 8, 11, 12, 6, 13, 9, "
        "0, 17, 3, 10)"
    ),
    "10 at 2: a value was sealed that the record does not hold",
)
def hidden_faces_that_do_not_follow(forgery: Forgery) -> Forgery:
    """Another order of the deck, sealed properly, than the link gives."""
    draw = forgery.draw("sealed")
    opening = forgery.openings.pop(draw["dice"]["sealed"])
    opening["value"][0]["face"].reverse()
    new = digest_of(2, opening["value"], opening["salt"])
    draw["dice"]["sealed"] = new
    forgery.openings[new] = opening
    return forgery.whole()


@SEALS.case(
    "over",
    "7 at 15: a last link does not lead to its anchor",
    "10 at 2: a value was sealed that the record does not hold",
)
def hidden_dice_rolled_again(forgery: Forgery) -> Forgery:
    """A better order of the deck from another seed, which is then called the last link."""
    event, seed = forgery.event(2), b"\x09" * 32
    draw = forgery.draw("sealed")
    opening = forgery.openings.pop(draw["dice"]["sealed"])
    d = command_digest(event["command"])
    source = stream(seed, CAMPAIGN, "sealed", draw["link"], d, event["entropy"])
    for die in opening["value"]:
        face = next_face(source, die["die"])
        assert isinstance(face, tuple)
        die["face"] = list(face)
    new = digest_of(2, opening["value"], opening["salt"])
    draw["dice"]["sealed"] = new
    forgery.openings[new] = opening
    last = forgery.effect("seals-opened")["last"]
    last.update(dict.fromkeys(last, seed.hex()))
    return forgery.whole()


@SEALS.case(
    "over",
    "7 at 15: malformed: event 2: a draw has no dice",
    "10 at 2: it cannot be decided: TypeError(\"string indices must be integers, not 'str'\")",
)
def hidden_dice_that_are_no_dice(forgery: Forgery) -> Forgery:
    draw = forgery.draw("sealed")
    opening = forgery.openings.pop(draw["dice"]["sealed"])
    opening["value"] = {"dice": 1}
    draw["dice"]["sealed"] = new = digest_of(2, opening["value"], opening["salt"])
    forgery.openings[new] = opening
    return forgery.whole()


@SEALS.case("over", "10 at 2: a value was sealed that the record does not hold")
def another_card_dealt(forgery: Forgery) -> Forgery:
    """A card sealed properly, which does not lie on the deck."""
    dealt = forgery.effect("tally.dealt")
    opening = forgery.openings.pop(dealt["card"]["sealed"])
    opening["value"] = "sling" if opening["value"] != "sling" else "sword"
    dealt["card"]["sealed"] = new = digest_of(2, opening["value"], opening["salt"])
    forgery.openings[new] = opening
    return forgery.whole()


@SEALS.case(
    "over",
    "7 at 15: the seals are opened twice",
    "10 at 15: the rules give 1 effects, the record has 2",
)
def seals_opened_twice(forgery: Forgery) -> Forgery:
    event = forgery.events[-1]
    event["effects"].append(event["effects"][0])
    return forgery.whole()


@SEALS.case(
    "agreed",
    "7 at 16: a seat answers when nobody is asked about the seals",
    "10 at 16: effect 1 (seals-agreed) is not what the rules give",
)
def answered_before_the_end(forgery: Forgery) -> Forgery:
    event = forgery.with_effect("concluded")
    event["effects"].insert(0, {"type": "seals-agreed", "seat": "east", "agree": "yes"})
    return forgery.whole()


@SEALS.case(
    "agreed",
    "7 at 20: a seat answers when nobody is asked about the seals",
    "10 at 20: the rules refuse the command: the seals are open",
)
def answered_after_the_seals_are_open(forgery: Forgery) -> Forgery:
    again = forgery.copy().with_effect("seals-agreed", -1)
    again.update(seq=again["seq"] + 1, key="again")
    again["effects"] = again["effects"][:1]
    forgery.items.append({"event": again})
    return forgery.whole()


@SEALS.case("agreed", "10 at 17: effect 1 (seals-agreed) is not what the rules give")
def answer_turned_round(forgery: Forgery) -> Forgery:
    """The seat said no, and the record says that it agreed."""
    forgery.effect("seals-agreed")["agree"] = "yes"
    return forgery.whole()


@SEALS.case(
    "agreed",
    "7 at 19: a seat answers when nobody is asked about the seals",
    "10 at 18: the rules give 1 effects, the record has 2",
)
def seals_opened_by_the_first_to_agree(forgery: Forgery) -> Forgery:
    """As though one seat were enough."""
    first, last = (forgery.with_effect("seals-agreed", nth) for nth in (1, 2))
    first["effects"].append(last["effects"].pop())
    return forgery.whole()


def opened_by(forgery: Forgery, by: str) -> Forgery:
    event = forgery.events[-1]
    event.update(by=by, effects=event["effects"][1:])
    return forgery.whole()


@SEALS.case(
    "agreed",
    (
        "10 at 19: the rules refuse the command: unless every seat agrees, the seals can "
        "be opened from 2026-11-28T00:00:16.000Z on"
    ),
)
def seals_opened_by_the_referee_within_the_grace(forgery: Forgery) -> Forgery:
    return opened_by(forgery, "referee")


@SEALS.case(
    "agreed",
    (
        "10 at 19: the rules refuse the command: unless every seat agrees, the seals can "
        "be opened from 2026-12-05T00:00:16.000Z on"
    ),
)
def seals_opened_by_the_service_within_the_grace(forgery: Forgery) -> Forgery:
    return opened_by(forgery, "service")


@SEALS.case(
    "agreed",
    "10 at 17: the rules refuse the command: only a seat that votes on the seals may answer this",
)
def grace_taken_out_of_the_founding(forgery: Forgery) -> Forgery:
    """Then one seat would have been enough, and no answer is one."""
    del forgery.effect("campaign-created")["options"]["seal_grace"]
    return forgery.whole()


@SEALS.case(
    "over",
    "7 at 15: the seals are opened before the end",
    "10 at 14: the rules give 3 effects, the record has 2",
)
def seals_opened_before_the_end(forgery: Forgery) -> Forgery:
    event = forgery.with_effect("concluded")
    event["effects"] = [e for e in event["effects"] if e["type"] != "concluded"]
    return forgery.whole()


@SEALS.case(
    "over",
    "7 at 15: the seals are opened before the end",
    "10 at 14: the rules give 3 effects, the record has 2",
)
def concluded_after_the_seals_are_open(forgery: Forgery) -> Forgery:
    """The conclusion is moved to an event of its own behind them."""
    event = forgery.with_effect("concluded")
    concluded = forgery.effect("concluded")
    event["effects"].remove(concluded)
    last = {**forgery.events[-1], "key": "end", "effects": [concluded]}
    forgery.items.append({"event": last})
    return forgery.renumber().whole()


@SEALS.case(
    "over",
    "7 at 16: the seals are opened before the end",
    "10 at 16: the rules refuse the command: the seals are opened when the campaign is over",
)
def conclusion_taken_back(forgery: Forgery) -> Forgery:
    """A rewind behind the conclusion, then the seals are opened all the same."""
    opens, rewinds = forgery.items.pop(), forgery.copy().items[-1]
    back = {"to": 2, "reason": "x", "type": "rewound", "consents": [], "seen": True}
    event = rewinds["event"]
    event.update(draws=[], effects=[back], by="referee", key="back")
    event["for"], event["entropy"] = "", ""
    event["command"] = {
        "type": "campaign.rewind",
        "to": 2,
        "reason": "x",
        "keep_order": True,
    }
    forgery.items += [rewinds, opens]
    return forgery.renumber().whole()


@SEALS.case(
    "over",
    "7 at 16: a rewind to before the seals were opened",
    "10 at 16: the rules refuse the command: the seals are open: nothing can be hidden again",
)
def rewound_past_the_open_seals(forgery: Forgery) -> Forgery:
    return rewound_to(forgery, 2)


def rewound_to(forgery: Forgery, to: int) -> Forgery:
    """The last event is followed by a rewind."""
    event = forgery.copy().items[-1]
    back = {"to": to, "reason": "x", "type": "rewound", "consents": [], "seen": True}
    event["event"].update(
        effects=[back],
        key="back",
        command={"type": "campaign.rewind", "to": to, "reason": "x", "keep_order": True},
        by="referee",
    )
    forgery.items.append(event)
    return forgery.renumber().whole()


@SEALS.case(
    "over",
    "7 at 16: a sealed value has no opening",
    "10 at 16: the command is refused: the campaign is over",
)
def sealed_draw_after_the_open_seals(forgery: Forgery) -> Forgery:
    event = forgery.copy().items[-1]
    event["event"].update(
        effects=[],
        key="more",
        command={"type": "tally.set-up"},
        draws=[{"chain": "sealed", "link": 2, "dice": {"sealed": "ab" * 32}}],
    )
    forgery.items.append(event)
    return forgery.renumber().whole()


@SEALS.case("over", "10 at 16: the rules refuse the command: event 15 is not before the last one")
def rewound_to_the_open_seals(forgery: Forgery) -> Forgery:
    """Nothing is hidden again by it, so that only the rules speak against it."""
    return rewound_to(forgery, forgery.events[-1]["seq"])


@SEALS.case(
    "over",
    "7 at 16: a sealed draw after the seals are open",
    "10 at 16: the command is refused: the campaign is over",
)
def sealed_draw_from_the_same_chain_after_the_open_seals(forgery: Forgery) -> Forgery:
    """Its link is called the last one, so that its faces follow."""
    event = {**forgery.events[-1], "key": "more", "command": {"type": "tally.set-up"}}
    forgery.items.append({"event": {**event, "effects": []}})
    return draw_sealed(forgery.renumber()).whole()


@SEALS.case("over", "10 at 15: nothing asked for the d6 for more")
def sealed_draw_with_the_open_seals(forgery: Forgery) -> Forgery:
    """Dice that nobody asked for, in the event that opens them."""
    return draw_sealed(forgery).whole()


def draw_sealed(forgery: Forgery) -> Forgery:
    """The last event draws on the sealed chain, which is opened up to there."""
    event, link = forgery.events[-1], 2
    seed = chronicles.over().environment.current["sealed"].link(link)
    d = command_digest(event["command"])
    source = stream(seed, CAMPAIGN, "sealed", link, d, event["entropy"])
    dice = [{"die": "d6", "face": next_face(source, "d6"), "for": "more"}]
    digest = digest_of(event["seq"], dice, "00" * 16)
    forgery.openings[digest] = {"salt": "00" * 16, "value": dice}
    event["draws"] = [{"chain": "sealed", "link": link, "dice": {"sealed": digest}}]
    last = forgery.effect("seals-opened")["last"]
    last.update(dict.fromkeys(last, seed.hex()))
    return forgery


@SEALS.each
def test_a_forged_seal_fails_exactly_these_checks(
    forge: Forge, chronicle: str, failures: list[str]
) -> None:
    assert failed(report_on(forge(take(chronicle)))) == failures


def test_an_opening_cannot_be_parted_otherwise() -> None:
    """A bid of 23 under 16 bytes of salt is not a bid of 3 under 17."""
    table = Table.found(SYSTEM)
    table.do("referee", "tally.set-up")
    change = {"type": "tally.set-coins", "seat": "north", "coins": 99}
    table.do("referee", "campaign.rule", text="rich", reason="a test", changes=[change])
    laid = table.do("north", "tally.bid", bid=23)
    forgery = Forgery(table.capsule("seat:north"))
    digest = laid.event.command["bid"]["sealed"]
    opening = forgery.openings[digest]
    forgery.openings[digest] = {"salt": opening["salt"] + b"2".hex(), "value": 3}
    salt = bytes.fromhex(forgery.openings[digest]["salt"])
    assert seals.digest(CAMPAIGN, laid.event.seq, salt, 3) == digest
    assert report_on(forgery).failed() == [6]


def test_a_bid_of_another_seat_cannot_be_opened_to_another_value() -> None:
    forgery = take("live", "seat:north")
    mine = forgery.event(3)["command"]["bid"]["sealed"]
    forgery.openings[mine] = {"salt": "00" * 16, "value": 5}
    assert report_on(forgery).failed() == [6]
