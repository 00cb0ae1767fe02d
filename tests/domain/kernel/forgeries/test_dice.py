"""Dice that do not follow from their seeds, and chains that do not lead to their anchors."""

import copy

from iacta.domain.kernel.proof.dice import make_chain
from tests.domain.kernel.forgeries.tools import (
    Cases,
    Forge,
    redrawn,
    report_on,
    roll_again,
    take,
)
from tests.support import chronicles
from tests.support.forge import Forgery
from tests.support.verifying import failed

DICE = Cases()


@DICE.case(
    "over",
    "5 at 2: die 1 (d6) shows 2, the seed gives 5",
    "10 at 2: effect 8 (tally.led) is not what the rules give",
)
def dice_swapped(forgery: Forgery) -> Forgery:
    dice = next(
        draw["dice"]
        for event in forgery.events
        for draw in event["draws"]
        if draw["chain"] == "open" and len({die["face"] for die in draw["dice"]}) > 1
    )
    dice[0]["face"], dice[1]["face"] = dice[1]["face"], dice[0]["face"]
    return forgery.whole()


@DICE.case(
    "over",
    "5 at 5: die 1 (d6) shows 2, the seed gives 1",
    "10 at 5: effect 1 (tally.rolled) is not what the rules give",
)
def face_changed(forgery: Forgery) -> Forgery:
    die = forgery.with_effect("tally.rolled")["draws"][0]["dice"][0]
    die["face"] = die["face"] % 6 + 1
    return forgery.whole()


@DICE.case("live", "5 at 5: die 1 (d6) shows 2, the seed gives 1")
def face_and_effect_changed(forgery: Forgery) -> Forgery:
    """The roll resolves to the same points, so only the seed speaks against it."""
    event = forgery.with_effect("tally.rolled")
    die = event["draws"][0]["dice"][0]
    die["face"] = die["face"] ^ 1 or 2
    event["effects"][0]["face"] = die["face"]
    return forgery.whole()


@DICE.case("over", "10 at 5: a d6 for east rolls was due, not d6 for another purpose")
def die_renamed(forgery: Forgery) -> Forgery:
    forgery.with_effect("tally.rolled")["draws"][0]["dice"][0]["for"] = "another purpose"
    return forgery.whole()


@DICE.case("over", "10 at 5: nothing asked for the d6 for one more")
def die_added(forgery: Forgery) -> Forgery:
    """One more die than the rules read, with the face that the seed gives."""
    event = forgery.with_effect("tally.rolled")
    draw = event["draws"][0]
    draw["dice"].append({"die": "d6", "face": 1, "for": "one more"})
    roll_again(event, draw)
    return forgery.whole()


@DICE.case("over", "5 at 5: die 1 (d6) shows 1, the seed gives 6")
def drawn_again(forgery: Forgery) -> Forgery:
    forgery.with_effect("tally.rolled")["entropy"] = "better"
    return forgery.whole()


@DICE.case(
    "over",
    "5 at 2: die 1 (d6) shows 5, the seed gives 1",
    (
        "7 at 2: die 1 (shuffle:18) shows [2, 14, 1, 7, 16, 4, 15, 5, 8, 11, 12, 6, 13, 9, "
        "0, 17, 3, 10], the seed gives (1, 16, 15, 2, 17, 10, 6, 5, 8, 3, 11, 13, 0, 7, "
        "14, 12, 4, 9)"
    ),
    "10 at 2: the command is refused: Object contains unknown field `note`",
)
def command_of_a_draw_changed(forgery: Forgery) -> Forgery:
    forgery.event(2)["command"]["note"] = "x"
    return forgery.whole()


@DICE.case("live", "4 at 9: link 5 follows link 3")
def link_skipped(forgery: Forgery) -> Forgery:
    """The last roll takes the link after the next, whose faces pleased more."""
    table = chronicles.live()
    event = forgery.with_effect("tally.rolled", -1)
    draw = event["draws"][0]
    chain = table.environment.current["open"]
    draw["link"] += 1
    draw["seed"] = chain.link(draw["link"]).hex()
    for later in forgery.events[event["seq"] :]:
        for other in later["draws"]:
            if other["chain"] == "open":
                other["link"] += 1
                other["seed"] = chain.link(other["link"]).hex()
    return redrawn(forgery).whole()


@DICE.case("live", "4 at 9: link 5 follows link 3")
def link_numbered_past(forgery: Forgery) -> Forgery:
    """The right seed under another number."""
    draw = forgery.with_effect("tally.rolled", -1)["draws"][0]
    draw["link"] += 1
    return redrawn(forgery).whole()


@DICE.case("live", "4 at 9: its seed does not lead to the anchor")
def seed_of_nowhere(forgery: Forgery) -> Forgery:
    draw = forgery.with_effect("tally.rolled", -1)["draws"][0]
    draw["seed"] = "12" * 32
    return redrawn(forgery).whole()


@DICE.case("live", "4 at 3: an anchor is replaced")
def anchor_set_anew(forgery: Forgery) -> Forgery:
    """New chains in mid-log, and every later die from them."""
    created = dict(forgery.effect("campaign-created"))
    fresh = make_chain(b"\7" * 32, 64)
    anchor = {"anchor": fresh.anchor, "links": 64}
    at = forgery.with_effect("tally.bid-laid")["seq"]
    created["anchors"] = {"open": anchor, "sealed": anchor}
    forgery.event(at)["effects"].append(created)
    link = 0
    for event in forgery.events[at:]:
        for draw in event["draws"]:
            if draw["chain"] == "open":
                link += 1
                draw["link"], draw["seed"] = link, fresh.link(link).hex()
    return redrawn(forgery).whole()


@DICE.case("live", "4 at 1: campaign-created draws dice")
def dice_in_the_first_event(forgery: Forgery) -> Forgery:
    forgery.event(1)["draws"] = [forgery.draw("open")]
    return forgery.whole()


@DICE.case("live", "4 at 10: a chain is extended before its end")
def extension_too_early(forgery: Forgery) -> Forgery:
    """A chain is extended in the last event, which draws no last link."""
    effect = {"type": "dice-chain-extended", "chain": "open", "anchor": "ab" * 32, "links": 8}
    forgery.events[-1]["effects"].append(effect)
    return forgery.whole()


@DICE.case("live", "1: event 5: dice-chain-extended: Invalid enum value '' - at `$.chain`")
def extension_of_no_chain(forgery: Forgery) -> Forgery:
    effect = {"type": "dice-chain-extended", "chain": "", "anchor": "ab" * 32, "links": 8}
    forgery.with_effect("tally.rolled")["effects"].append(effect)
    return forgery.whole()


@DICE.case("extended", "4 at 5: a chain ended and was not extended")
def extension_left_out(forgery: Forgery) -> Forgery:
    """The chain's end is passed over, and the next dice come from a chain of no anchor."""
    event = forgery.with_effect("dice-chain-extended")
    event["effects"] = [
        effect for effect in event["effects"] if effect["type"] != "dice-chain-extended"
    ]
    return forgery.whole()


@DICE.case("extended", "4 at 5: an anchor that was used before")
def anchor_used_before(forgery: Forgery) -> Forgery:
    """The new chain is the first one again, whose links everybody has seen."""
    first = forgery.effect("campaign-created")["anchors"]["open"]
    drawn = [draw for event in forgery.events for draw in event["draws"]]
    seeds = [draw["seed"] for draw in drawn if draw["chain"] == "open"]
    later = 0
    for event in forgery.events:
        for effect in event["effects"]:
            if effect["type"] == "dice-chain-extended" and effect["chain"] == "open":
                effect["anchor"] = first["anchor"]
        for draw in event["draws"]:
            if draw["chain"] == "open":
                draw["seed"] = seeds[later % first["links"]]
                later += 1
    return redrawn(forgery).whole()


@DICE.case("extended", "4 at 29: an anchor that was used before")
def anchor_that_was_a_seed(forgery: Forgery) -> Forgery:
    """The last chain begins with an open seed, whose links go on to others that were seen."""
    drawn = [draw for event in forgery.events for draw in event["draws"]]
    drawn = [draw for draw in drawn if draw["chain"] == "open"]
    extended = [e for event in forgery.events for e in event["effects"] if e.get("chain") == "open"]
    extended[-1]["anchor"] = drawn[0]["seed"]
    for draw in drawn:
        if drawn.index(draw) >= 3 * len(extended):
            draw["seed"] = drawn[draw["link"]]["seed"]
    return redrawn(forgery).whole()


@DICE.case("over", "10 at 15: nothing asked for the d6 for nothing")
def link_used_for_nothing(forgery: Forgery) -> Forgery:
    """A draw whose dice nobody asked for, under the link that comes next."""
    event = forgery.events[-1]
    link = chronicles.over().environment.used["open"] + 1
    seed = chronicles.over().environment.current["open"].link(link).hex()
    dice = [{"die": "d6", "face": 1, "for": "nothing"}]
    event["draws"] = [{"chain": "open", "link": link, "seed": seed, "dice": dice}]
    roll_again(event, event["draws"][0])
    return forgery.whole()


@DICE.case("live", "1: event 9: more draws than one of each chain, open before sealed")
def two_draws_on_one_chain(forgery: Forgery) -> Forgery:
    event = forgery.with_effect("tally.rolled", -1)
    again = copy.deepcopy(event["draws"][0])
    again["link"] += 1
    again["seed"] = chronicles.live().environment.current["open"].link(again["link"]).hex()
    roll_again(event, again)
    event["draws"].append(again)
    return forgery.whole()


@DICE.case("over", "1: event 2: more draws than one of each chain, open before sealed")
def sealed_before_open(forgery: Forgery) -> Forgery:
    forgery.event(2)["draws"].reverse()
    return forgery.whole()


@DICE.case("live", "1: event 9: more draws than one of each chain, open before sealed")
def entered_beside_a_draw(forgery: Forgery) -> Forgery:
    event = forgery.with_effect("tally.rolled", -1)
    die = {"die": "d6", "face": 1, "for": "me"}
    event["draws"].append({"chain": "entered", "witness": "me", "dice": [die]})
    return forgery.whole()


@DICE.case("live", "1: event 9: a draw has no dice")
def burned_link(forgery: Forgery) -> Forgery:
    """The operator does not like what comes next, and uses a link up without a die."""
    event = forgery.with_effect("tally.rolled", -1)
    event["draws"][0]["dice"] = []
    return forgery.whole()


@DICE.case("live", "4 at 1: an anchor that was used before")
def anchors_alike(forgery: Forgery) -> Forgery:
    """Both chains are one, so that open seeds give the sealed links away."""
    anchors = forgery.event(1)["effects"][0]["anchors"]
    anchors["sealed"] = dict(anchors["open"])
    return forgery.whole()


@DICE.case("live", "10 at 9: the command is refused: only the referee enters dice")
def entered_instead_of_drawn(forgery: Forgery) -> Forgery:
    """A roll is said to have been thrown at a table, where no such dice are agreed on."""
    event = forgery.with_effect("tally.rolled", -1)
    dice = event["draws"][0]["dice"]
    event["draws"] = [{"chain": "entered", "witness": "me", "dice": dice}]
    return forgery.whole()


@DICE.each
def test_a_forged_die_or_chain_fails_exactly_these_checks(
    forge: Forge, chronicle: str, failures: list[str]
) -> None:
    assert failed(report_on(forge(take(chronicle)))) == failures


def test_entered_dice_are_counted_apart() -> None:
    report = report_on(take("entered"))
    assert report.counts.entered == 1
    assert "1 entered by hand" in report.check(5).detail


def test_entered_dice_of_several_events_are_added_up() -> None:
    assert report_on(entered_instead_of_drawn(take("entered"))).counts.entered == 2
