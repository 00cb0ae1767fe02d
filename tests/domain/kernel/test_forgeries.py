"""Forgeries, each caught by the check that is meant for it.

Most are made as a lying server would: hashes, root and signature are computed anew, so that
nothing but the intended check can notice. What a forger cannot compute is left as it is.
"""

import copy
import gzip
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest

from iacta.domain.kernel.campaign.verify.capsule import verify_capsule
from iacta.domain.kernel.campaign.verify.report import Report
from iacta.domain.kernel.proof import seals
from iacta.domain.kernel.proof.canonical import encode
from iacta.domain.kernel.proof.dice import cast, command_digest, make_chain, stream
from tests.support import chronicles
from tests.support.forge import Forgery
from tests.support.keys import OTHER, SIGNER, check_signature
from tests.support.means import ScriptedMeans
from tests.support.table import Table, campaign_id
from tests.support.verifying import verify
from tests.systems.tally import SYSTEM

Forge = Callable[[Forgery], Forgery | bytes]

CAMPAIGN = campaign_id()


def take(chronicle: str, audience: str = "public") -> Forgery:
    """A capsule to forge."""
    return Forgery(chronicles.EVERY[chronicle]().capsule(audience))


@pytest.mark.parametrize("audience", chronicles.AUDIENCES)
@pytest.mark.parametrize("chronicle", chronicles.EVERY)
def test_an_honest_capsule_has_no_failed_check(chronicle: str, audience: str) -> None:
    report = verify(chronicles.EVERY[chronicle]().capsule(audience))
    open_yet = {7, 10} if chronicle == "live" else set()
    assert {check.number for check in report.checks if check.result != "pass"} == open_yet


@pytest.mark.parametrize("chronicle", chronicles.EVERY)
def test_a_forger_who_changes_nothing_gives_the_same_capsule(chronicle: str) -> None:
    """Whatever the forgeries below are caught for is what they change."""
    honest = chronicles.EVERY[chronicle]().capsule()
    assert Forgery(honest).whole().bytes() == honest


# --- events: bytes, order, hashes ---------------------------------------------------------------


def effect_edited(forgery: Forgery) -> Forgery:
    forgery.effect("tally.roll-resolved")["points"] += 1
    return forgery


def effect_edited_by_the_server(forgery: Forgery) -> Forgery:
    return effect_edited(forgery).whole()


def last_event_dropped(forgery: Forgery) -> Forgery:
    del forgery.items[-1]
    return forgery


def time_changed(forgery: Forgery) -> Forgery:
    forgery.event(4)["at"] = "2026-11-21T00:00:04.500Z"
    return forgery


def time_before_the_event_before(forgery: Forgery) -> Forgery:
    forgery.event(4)["at"] = "2026-11-20T00:00:00.000Z"
    return forgery.whole()


def key_used_twice(forgery: Forgery) -> Forgery:
    bids = [event for event in forgery.events if event["by"] == "seat:north"]
    bids[1]["key"] = bids[0]["key"]
    return forgery.whole()


def seat_acts_for_a_seat(forgery: Forgery) -> Forgery:
    event = forgery.with_effect("tally.rolled")
    event["by"], event["for"] = "seat:east", "seat:north"
    return forgery.whole()


def head_of_another_system(forgery: Forgery) -> Forgery:
    """No hash covers the head, but a viewer draws what it names."""
    forgery.head["campaign"]["system"] = "civil-war"
    return forgery


def head_of_another_scenario(forgery: Forgery) -> Forgery:
    forgery.head["campaign"]["scenario"] = "whole"
    return forgery


def begun_by_a_game(forgery: Forgery) -> Forgery:
    forgery.event(1)["command"]["type"] = "tally.roll"
    return forgery.whole()


def events_swapped(forgery: Forgery) -> Forgery:
    items = forgery.items
    items[3], items[4] = items[4], items[3]
    return forgery.whole()


def event_of_another_campaign(forgery: Forgery) -> Forgery:
    other = Forgery(Table.found(SYSTEM, number=9).run(seed="elsewhere").capsule())
    forgery.items[-1] = other.items[len(forgery.items) - 1]
    forgery.head["campaign"]["id"] = other.head["campaign"]["id"]
    return forgery.whole()


def hash_in_capitals(forgery: Forgery) -> Forgery:
    forgery.event(5)["hash"] = forgery.event(5)["hash"].upper()
    return forgery


def prev_of_nothing(forgery: Forgery) -> Forgery:
    event = forgery.events[-1]
    forgery.rehash()
    event["prev"] = "ab" * 32
    bare = {name: value for name, value in event.items() if name != "hash"}
    event["hash"] = sha256(b"\0" + encode(bare)).hexdigest()
    return forgery.sign()


def begun_twice(forgery: Forgery) -> Forgery:
    first, last = forgery.events[0], forgery.events[-1]
    last["command"], last["effects"] = first["command"], first["effects"]
    return forgery.whole()


EVENTS: list[tuple[Forge, str, list[int]]] = [
    (effect_edited, "over", [3, 8]),
    (effect_edited_by_the_server, "over", [10]),
    (last_event_dropped, "over", [8]),
    (time_changed, "over", [3, 8]),
    (time_before_the_event_before, "over", [2]),
    (key_used_twice, "over", [2]),
    (seat_acts_for_a_seat, "over", [2]),
    (head_of_another_system, "over", [2]),
    (head_of_another_scenario, "forked", [2]),
    (begun_by_a_game, "over", [2, 4]),
    (events_swapped, "over", [2, 4]),
    (event_of_another_campaign, "live", [2]),
    (hash_in_capitals, "over", [1]),
    (prev_of_nothing, "over", [3]),
    (begun_twice, "over", [2, 4]),
]


# --- forks --------------------------------------------------------------------------------------


def fork_of_another_parent(forgery: Forgery) -> Forgery:
    forgery.effect("forked", 1)["parent"] = campaign_id(77)
    return forgery.whole()


def fork_at_another_event(forgery: Forgery) -> Forgery:
    forgery.effect("forked")["at"] -= 1
    return forgery.whole()


def fork_with_another_parent_hash(forgery: Forgery) -> Forgery:
    forgery.effect("forked")["parent_hash"] = "ab" * 32
    return forgery.whole()


def fork_under_the_first_campaigns_id(forgery: Forgery) -> Forgery:
    last = forgery.effect("forked", 1)
    seq = next(event["seq"] for event in forgery.events if last in event["effects"])
    for event in forgery.events[seq - 1 :]:
        event["campaign"] = CAMPAIGN
    forgery.head["campaign"]["id"] = CAMPAIGN
    return redrawn(forgery).whole()


def dice_in_the_forks_first_event(forgery: Forgery) -> Forgery:
    event = forgery.with_effect("forked", 1)
    event["draws"] = [copy.deepcopy(forgery.draw("open"))]
    roll_again(event, event["draws"][0])
    return forgery.whole()


def parents_hash_not_mended(forgery: Forgery) -> Forgery:
    """The shared events are hashed anew, and the fork goes on naming what was there."""
    forgery.event(2)["entropy"] = "another"
    return forgery.whole()


def fork_changed(forgery: Forgery, **members: Any) -> Forgery:
    """The first fork with other members, and the seats of its record."""
    forgery.effect("forked").update(members)
    return forgery.whole()


def held_by_nobody_named(forgery: Forgery) -> Forgery:
    return fork_changed(forgery, held=[])


def held_twice(forgery: Forgery) -> Forgery:
    return fork_changed(forgery, held=["north", "north"])


def held_by_a_stranger(forgery: Forgery) -> Forgery:
    return fork_changed(forgery, held=["caesar"])


def agreed_by_a_stranger(forgery: Forgery) -> Forgery:
    at = forgery.effect("forked")["at"]
    return fork_changed(forgery, consents=[["caesar", at + 1]])


def agreed_before_it_could_be(forgery: Forgery) -> Forgery:
    at = forgery.effect("forked")["at"]
    return fork_changed(forgery, consents=[["north", at]])


def agreed_to_a_backup(forgery: Forgery) -> Forgery:
    return fork_changed(forgery, restored={"lost": 0})


def order_kept(forgery: Forgery) -> Forgery:
    forgery.with_effect("forked")["command"]["keep_order"] = True
    return fork_changed(forgery, keep_order=True)


def nothing_seen(forgery: Forgery) -> Forgery:
    return fork_changed(forgery, seen=False)


def fewer_than_none_lost(forgery: Forgery) -> Forgery:
    return fork_changed(forgery, restored={"lost": -1})


def answered_in_play(forgery: Forgery) -> Forgery:
    """A seat answers whether to open the seals, and nothing is over."""
    more = {**forgery.events[-1], "seq": len(forgery.events) + 1, "by": "seat:north", "for": ""}
    more |= {"key": "early", "entropy": "", "draws": []}
    more["command"] = {"type": "campaign.open-seals"}
    more["effects"] = [{"type": "seals-agreed", "seat": "north", "agree": "yes"}]
    forgery.items.append({"event": more})
    return forgery.whole()


def agreed_in_a_seats_name(forgery: Forgery) -> Forgery:
    forgery.with_effect("fork-consented")["by"] = "seat:south"
    return forgery.whole()


def agreed_for_a_seat(forgery: Forgery) -> Forgery:
    event = forgery.with_effect("fork-consented")
    event["by"], event["for"] = "referee", event["by"]
    return forgery.whole()


def agreed_to_what_is_to_come(forgery: Forgery) -> Forgery:
    event = forgery.with_effect("fork-consented")
    event["command"]["fork"] = event["effects"][0]["at"] = event["seq"]
    return forgery.whole()


def noted_by_a_seat(forgery: Forgery) -> Forgery:
    forgery.with_effect("fork-made")["by"] = "seat:north"
    return forgery.whole()


def noted_by_another_command(forgery: Forgery) -> Forgery:
    event = forgery.with_effect("fork-made")
    event["command"] = {"type": "campaign.annotate", "seq": 1, "text": "x"}
    return forgery.whole()


def noted_of_itself(forgery: Forgery) -> Forgery:
    event = forgery.with_effect("fork-made")
    event["command"]["child"] = event["effects"][0]["child"] = event["campaign"]
    return forgery.whole()


def noted_before_it_could_be(forgery: Forgery) -> Forgery:
    event = forgery.with_effect("fork-made")
    event["command"]["at"] = event["effects"][0]["at"] = event["seq"]
    return forgery.whole()


def redrawn(forgery: Forgery) -> Forgery:
    """Faces computed anew for the events' campaigns, as a server does that knows the seeds."""
    for event in forgery.events:
        for draw in event["draws"]:
            if draw["chain"] == "open":
                roll_again(event, draw)
    return forgery


def roll_again(event: dict[str, Any], draw: dict[str, Any]) -> None:
    """The faces that follow from the draw's seed."""
    d = command_digest(event["command"])
    seed = bytes.fromhex(draw["seed"])
    source = stream(seed, event["campaign"], "open", draw["link"], d, event["entropy"])
    for die in draw["dice"]:
        die["face"] = cast(source, die["die"])


FORKS: list[tuple[Forge, str, list[int]]] = [
    (fork_of_another_parent, "forked", [2]),
    (fork_at_another_event, "forked", [2]),
    (fork_with_another_parent_hash, "forked", [2]),
    (fork_under_the_first_campaigns_id, "forked", [2, 6, 7]),
    (dice_in_the_forks_first_event, "forked", [4]),
    (parents_hash_not_mended, "forked", [2, 5, 7]),
    (held_by_nobody_named, "branched", [1]),
    (held_twice, "branched", [2]),
    (held_by_a_stranger, "restored", [2]),
    (agreed_by_a_stranger, "branched", [2]),
    (agreed_before_it_could_be, "branched", [2]),
    (agreed_to_a_backup, "branched", [2]),
    (order_kept, "branched", [2]),
    (nothing_seen, "restored", [2]),
    (fewer_than_none_lost, "restored", [1]),
    (agreed_in_a_seats_name, "noted", [2]),
    (agreed_for_a_seat, "noted", [2]),
    (agreed_to_what_is_to_come, "noted", [2]),
    (noted_by_a_seat, "noted", [2]),
    (noted_by_another_command, "noted", [2]),
    (noted_of_itself, "noted", [2]),
    (noted_before_it_could_be, "noted", [2]),
]


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


# --- dice ---------------------------------------------------------------------------------------


def dice_swapped(forgery: Forgery) -> Forgery:
    dice = next(
        draw["dice"]
        for event in forgery.events
        for draw in event["draws"]
        if draw["chain"] == "open" and len({die["face"] for die in draw["dice"]}) > 1
    )
    dice[0]["face"], dice[1]["face"] = dice[1]["face"], dice[0]["face"]
    return forgery.whole()


def face_changed(forgery: Forgery) -> Forgery:
    die = forgery.with_effect("tally.rolled")["draws"][0]["dice"][0]
    die["face"] = die["face"] % 6 + 1
    return forgery.whole()


def face_and_effect_changed(forgery: Forgery) -> Forgery:
    """The roll resolves to the same points, so only the seed speaks against it."""
    event = forgery.with_effect("tally.rolled")
    die = event["draws"][0]["dice"][0]
    die["face"] = die["face"] ^ 1 or 2
    event["effects"][0]["face"] = die["face"]
    return forgery.whole()


def die_renamed(forgery: Forgery) -> Forgery:
    forgery.with_effect("tally.rolled")["draws"][0]["dice"][0]["for"] = "another purpose"
    return forgery.whole()


def die_added(forgery: Forgery) -> Forgery:
    """One more die than the rules read, with the face that the seed gives."""
    event = forgery.with_effect("tally.rolled")
    draw = event["draws"][0]
    draw["dice"].append({"die": "d6", "face": 1, "for": "one more"})
    roll_again(event, draw)
    return forgery.whole()


def drawn_again(forgery: Forgery) -> Forgery:
    forgery.with_effect("tally.rolled")["entropy"] = "better"
    return forgery.whole()


def command_of_a_draw_changed(forgery: Forgery) -> Forgery:
    forgery.event(2)["command"]["note"] = "x"
    return forgery.whole()


def link_skipped(forgery: Forgery) -> Forgery:
    """The last roll takes the link after the next, whose faces pleased more."""
    table = chronicles.live()
    event = forgery.with_effect("tally.rolled", -1)
    draw = event["draws"][0]
    chain = table.means.current["open"]
    draw["link"] += 1
    draw["seed"] = chain.link(draw["link"]).hex()
    for later in forgery.events[event["seq"] :]:
        for other in later["draws"]:
            if other["chain"] == "open":
                other["link"] += 1
                other["seed"] = chain.link(other["link"]).hex()
    return redrawn(forgery).whole()


def link_numbered_past(forgery: Forgery) -> Forgery:
    """The right seed under another number."""
    draw = forgery.with_effect("tally.rolled", -1)["draws"][0]
    draw["link"] += 1
    return redrawn(forgery).whole()


def seed_of_nowhere(forgery: Forgery) -> Forgery:
    draw = forgery.with_effect("tally.rolled", -1)["draws"][0]
    draw["seed"] = "12" * 32
    return redrawn(forgery).whole()


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


def dice_in_the_first_event(forgery: Forgery) -> Forgery:
    forgery.event(1)["draws"] = [forgery.draw("open")]
    return forgery.whole()


def extension_too_early(forgery: Forgery) -> Forgery:
    """A chain is extended in the last event, which draws no last link."""
    effect = {"type": "dice-chain-extended", "chain": "open", "anchor": "ab" * 32, "links": 8}
    forgery.events[-1]["effects"].append(effect)
    return forgery.whole()


def extension_of_no_chain(forgery: Forgery) -> Forgery:
    effect = {"type": "dice-chain-extended", "chain": "", "anchor": "ab" * 32, "links": 8}
    forgery.with_effect("tally.rolled")["effects"].append(effect)
    return forgery.whole()


def extension_left_out(forgery: Forgery) -> Forgery:
    """The chain's end is passed over, and the next dice come from a chain of no anchor."""
    event = forgery.with_effect("dice-chain-extended")
    event["effects"] = [
        effect for effect in event["effects"] if effect["type"] != "dice-chain-extended"
    ]
    return forgery.whole()


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


def link_used_for_nothing(forgery: Forgery) -> Forgery:
    """A draw whose dice nobody asked for, under the link that comes next."""
    event = forgery.events[-1]
    link = chronicles.over().means.used["open"] + 1
    seed = chronicles.over().means.current["open"].link(link).hex()
    dice = [{"die": "d6", "face": 1, "for": "nothing"}]
    event["draws"] = [{"chain": "open", "link": link, "seed": seed, "dice": dice}]
    roll_again(event, event["draws"][0])
    return forgery.whole()


def two_draws_on_one_chain(forgery: Forgery) -> Forgery:
    event = forgery.with_effect("tally.rolled", -1)
    again = copy.deepcopy(event["draws"][0])
    again["link"] += 1
    again["seed"] = chronicles.live().means.current["open"].link(again["link"]).hex()
    roll_again(event, again)
    event["draws"].append(again)
    return forgery.whole()


def sealed_before_open(forgery: Forgery) -> Forgery:
    forgery.event(2)["draws"].reverse()
    return forgery.whole()


def entered_beside_a_draw(forgery: Forgery) -> Forgery:
    event = forgery.with_effect("tally.rolled", -1)
    die = {"die": "d6", "face": 1, "for": "me"}
    event["draws"].append({"chain": "entered", "witness": "me", "dice": [die]})
    return forgery.whole()


def burned_link(forgery: Forgery) -> Forgery:
    """The operator does not like what comes next, and uses a link up without a die."""
    event = forgery.with_effect("tally.rolled", -1)
    event["draws"][0]["dice"] = []
    return forgery.whole()


def anchors_alike(forgery: Forgery) -> Forgery:
    """Both chains are one, so that open seeds give the sealed links away."""
    anchors = forgery.event(1)["effects"][0]["anchors"]
    anchors["sealed"] = dict(anchors["open"])
    return forgery.whole()


def entered_instead_of_drawn(forgery: Forgery) -> Forgery:
    """A roll is said to have been thrown at a table, where no such dice are agreed on."""
    event = forgery.with_effect("tally.rolled", -1)
    dice = event["draws"][0]["dice"]
    event["draws"] = [{"chain": "entered", "witness": "me", "dice": dice}]
    return forgery.whole()


DICE: list[tuple[Forge, str, list[int]]] = [
    (dice_swapped, "over", [5, 10]),
    (face_changed, "over", [5, 10]),
    (face_and_effect_changed, "live", [5]),
    (answered_in_play, "live", [7, 10]),
    (die_renamed, "over", [10]),
    (die_added, "over", [10]),
    (drawn_again, "over", [5]),
    (command_of_a_draw_changed, "over", [5, 7, 10]),
    (link_skipped, "live", [4]),
    (link_numbered_past, "live", [4]),
    (seed_of_nowhere, "live", [4]),
    (anchor_set_anew, "live", [4]),
    (dice_in_the_first_event, "live", [4]),
    (extension_too_early, "live", [4]),
    (extension_of_no_chain, "live", [1]),
    (extension_left_out, "extended", [4]),
    (anchor_used_before, "extended", [4]),
    (link_used_for_nothing, "over", [10]),
    (two_draws_on_one_chain, "live", [1]),
    (burned_link, "live", [1]),
    (anchors_alike, "live", [4]),
    (sealed_before_open, "over", [1]),
    (entered_beside_a_draw, "live", [1]),
    (entered_instead_of_drawn, "live", [10]),
]


# --- seals --------------------------------------------------------------------------------------


def digest_of(forgery: Forgery, seq: int, value: Any, salt: str) -> str:
    return seals.digest(CAMPAIGN, seq, bytes.fromhex(salt), value)


def opening_changed(forgery: Forgery) -> Forgery:
    digest = next(iter(forgery.openings))
    forgery.openings[digest]["value"] = "sling2"
    return forgery


def salt_of_another_length(forgery: Forgery) -> Forgery:
    """A digest made over 17 bytes of salt, so that the bytes can be parted in two ways."""
    dealt = forgery.effect("tally.dealt")
    old = dealt["card"]["sealed"]
    opening = forgery.openings.pop(old)
    opening["salt"] += "00"
    dealt["card"]["sealed"] = new = digest_of(forgery, 2, opening["value"], opening["salt"])
    forgery.openings[new] = opening
    return forgery.whole()


def salt_in_capitals(forgery: Forgery) -> Forgery:
    opening = next(iter(forgery.openings.values()))
    opening["salt"] = opening["salt"].upper()
    return forgery


def opening_of_nothing(forgery: Forgery) -> Forgery:
    forgery.openings["ab" * 32] = {"salt": "00" * 16, "value": 1}
    return forgery


def opening_with_a_seal_inside(forgery: Forgery) -> Forgery:
    dealt = forgery.effect("tally.dealt")
    value, salt = {"sealed": "ab" * 32}, "00" * 16
    old = dealt["card"]["sealed"]
    dealt["card"]["sealed"] = new = digest_of(forgery, 2, value, salt)
    del forgery.openings[old]
    forgery.openings[new] = {"salt": salt, "value": value}
    return forgery.whole()


def card_dealt_twice(forgery: Forgery) -> Forgery:
    """Two closed cards under one digest, of the event in which it was sealed."""
    first, second = (forgery.effect("tally.dealt", n) for n in (0, 1))
    second["card"] = first["card"]
    return forgery.whole()


def bid_copied(forgery: Forgery) -> Forgery:
    """The second seat's sealed bid is the first seat's digest."""
    first, second = (forgery.with_effect("tally.bid-laid", n) for n in (-2, -1))
    copied = first["command"]["bid"]["sealed"]
    second["command"]["bid"]["sealed"] = copied
    second["effects"][-1]["bid"] = copied
    return forgery.whole()


def opened_before_it_is_sealed(forgery: Forgery) -> Forgery:
    """An event shows what a later one seals."""
    last = forgery.effect("opened", -1)["openings"]
    early = forgery.with_effect("tally.rolled")
    early["effects"].insert(0, {"type": "opened", "openings": last})
    return forgery.whole()


def opened_to_another_value(forgery: Forgery) -> Forgery:
    opened = forgery.effect("opened")["openings"]
    first = next(iter(opened.values()))
    first["value"] = 5 - first["value"]
    return forgery.whole()


def opening_where_the_seal_stood(forgery: Forgery) -> Forgery:
    dealt = forgery.effect("tally.dealt")
    dealt["card"] = forgery.openings.pop(dealt["card"]["sealed"])
    return forgery.whole()


def value_left_closed(forgery: Forgery) -> Forgery:
    del forgery.openings[forgery.effect("tally.dealt")["card"]["sealed"]]
    return forgery


def wrong_last_link(forgery: Forgery) -> Forgery:
    last = forgery.effect("seals-opened")["last"]
    last.update(dict.fromkeys(last, "cd" * 32))
    return forgery.whole()


def last_link_of_another_chain(forgery: Forgery) -> Forgery:
    effect = forgery.effect("seals-opened")
    effect["last"] = {"ab" * 32: "cd" * 32}
    return forgery.whole()


def last_link_left_out(forgery: Forgery) -> Forgery:
    forgery.effect("seals-opened")["last"].popitem()
    return forgery.whole()


def hidden_faces_that_do_not_follow(forgery: Forgery) -> Forgery:
    """Another order of the deck, sealed properly, than the link gives."""
    draw = forgery.draw("sealed")
    opening = forgery.openings.pop(draw["dice"]["sealed"])
    opening["value"][0]["face"].reverse()
    new = digest_of(forgery, 2, opening["value"], opening["salt"])
    draw["dice"]["sealed"] = new
    forgery.openings[new] = opening
    return forgery.whole()


def hidden_dice_rolled_again(forgery: Forgery) -> Forgery:
    """A better order of the deck from another seed, which is then called the last link."""
    event, seed = forgery.event(2), b"\x09" * 32
    draw = forgery.draw("sealed")
    opening = forgery.openings.pop(draw["dice"]["sealed"])
    d = command_digest(event["command"])
    source = stream(seed, CAMPAIGN, "sealed", draw["link"], d, event["entropy"])
    for die in opening["value"]:
        face = cast(source, die["die"])
        assert isinstance(face, tuple)
        die["face"] = list(face)
    new = digest_of(forgery, 2, opening["value"], opening["salt"])
    draw["dice"]["sealed"] = new
    forgery.openings[new] = opening
    last = forgery.effect("seals-opened")["last"]
    last.update(dict.fromkeys(last, seed.hex()))
    return forgery.whole()


def hidden_dice_that_are_no_dice(forgery: Forgery) -> Forgery:
    draw = forgery.draw("sealed")
    opening = forgery.openings.pop(draw["dice"]["sealed"])
    opening["value"] = {"dice": 1}
    draw["dice"]["sealed"] = new = digest_of(forgery, 2, opening["value"], opening["salt"])
    forgery.openings[new] = opening
    return forgery.whole()


def another_card_dealt(forgery: Forgery) -> Forgery:
    """A card sealed properly, which does not lie on the deck."""
    dealt = forgery.effect("tally.dealt")
    opening = forgery.openings.pop(dealt["card"]["sealed"])
    opening["value"] = "sling" if opening["value"] != "sling" else "sword"
    dealt["card"]["sealed"] = new = digest_of(forgery, 2, opening["value"], opening["salt"])
    forgery.openings[new] = opening
    return forgery.whole()


def seals_opened_twice(forgery: Forgery) -> Forgery:
    event = forgery.events[-1]
    event["effects"].append(event["effects"][0])
    return forgery.whole()


def answered_before_the_end(forgery: Forgery) -> Forgery:
    event = forgery.with_effect("concluded")
    event["effects"].insert(0, {"type": "seals-agreed", "seat": "east", "agree": "yes"})
    return forgery.whole()


def answered_after_the_seals_are_open(forgery: Forgery) -> Forgery:
    again = forgery.copy().with_effect("seals-agreed", -1)
    again.update(seq=again["seq"] + 1, key="again")
    again["effects"] = again["effects"][:1]
    forgery.items.append({"event": again})
    return forgery.whole()


def answer_turned_round(forgery: Forgery) -> Forgery:
    """The seat said no, and the record says that it agreed."""
    forgery.effect("seals-agreed")["agree"] = "yes"
    return forgery.whole()


def seals_opened_by_the_first_to_agree(forgery: Forgery) -> Forgery:
    """As though one seat were enough."""
    first, last = (forgery.with_effect("seals-agreed", nth) for nth in (1, 2))
    first["effects"].append(last["effects"].pop())
    return forgery.whole()


def opened_by(forgery: Forgery, by: str) -> Forgery:
    event = forgery.events[-1]
    event.update(by=by, effects=event["effects"][1:])
    return forgery.whole()


def seals_opened_by_the_referee_within_the_grace(forgery: Forgery) -> Forgery:
    return opened_by(forgery, "referee")


def seals_opened_by_the_service_within_the_grace(forgery: Forgery) -> Forgery:
    return opened_by(forgery, "service")


def grace_taken_out_of_the_founding(forgery: Forgery) -> Forgery:
    """Then one seat would have been enough, and no answer is one."""
    del forgery.effect("campaign-created")["options"]["seal_grace"]
    return forgery.whole()


def seals_opened_before_the_end(forgery: Forgery) -> Forgery:
    event = forgery.with_effect("concluded")
    event["effects"] = [e for e in event["effects"] if e["type"] != "concluded"]
    return forgery.whole()


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


def rewound_past_the_open_seals(forgery: Forgery) -> Forgery:
    event = forgery.copy().items[-1]
    back = {"to": 2, "reason": "x", "type": "rewound", "consents": [], "seen": True}
    event["event"].update(
        effects=[back],
        key="back",
        command={"type": "campaign.rewind", "to": 2, "reason": "x", "keep_order": True},
        by="referee",
    )
    forgery.items.append(event)
    return forgery.renumber().whole()


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


SEALS: list[tuple[Forge, str, list[int]]] = [
    (opening_changed, "over", [6, 7]),
    (salt_of_another_length, "over", [6, 7]),
    (salt_in_capitals, "over", [6, 7]),
    (opening_of_nothing, "over", [6]),
    (opening_with_a_seal_inside, "over", [6, 7]),
    (card_dealt_twice, "live", [6]),
    (bid_copied, "live", [6, 10]),
    (opened_before_it_is_sealed, "over", [6, 10]),
    (opened_to_another_value, "over", [6]),
    (opening_where_the_seal_stood, "over", [10]),
    (value_left_closed, "over", [7]),
    (wrong_last_link, "over", [7]),
    (last_link_of_another_chain, "over", [7]),
    (last_link_left_out, "forked", [7]),
    (hidden_faces_that_do_not_follow, "over", [7, 10]),
    (hidden_dice_rolled_again, "over", [7, 10]),
    (hidden_dice_that_are_no_dice, "over", [7, 10]),
    (another_card_dealt, "over", [10]),
    (seals_opened_twice, "over", [7, 10]),
    (answered_before_the_end, "agreed", [7, 10]),
    (answered_after_the_seals_are_open, "agreed", [7, 10]),
    (answer_turned_round, "agreed", [10]),
    (seals_opened_by_the_first_to_agree, "agreed", [7, 10]),
    (seals_opened_by_the_referee_within_the_grace, "agreed", [10]),
    (seals_opened_by_the_service_within_the_grace, "agreed", [10]),
    (grace_taken_out_of_the_founding, "agreed", [10]),
    (seals_opened_before_the_end, "over", [7, 10]),
    (conclusion_taken_back, "over", [7, 10]),
    (rewound_past_the_open_seals, "over", [7, 10]),
    (sealed_draw_after_the_open_seals, "over", [7, 10]),
]


# --- what the rules say -------------------------------------------------------------------------


def rewind_hidden(forgery: Forgery) -> Forgery:
    """The rewind is replaced by a remark, and play goes on as if nothing had been taken back."""
    event = forgery.with_effect("rewound", -1)
    event["command"] = {"type": "campaign.annotate", "seq": 1, "text": "a remark"}
    event["effects"] = [{"type": "annotated", "seq": 1, "text": "a remark"}]
    event["draws"] = []
    return forgery.whole()


def rewind_dropped(forgery: Forgery) -> Forgery:
    seq = forgery.with_effect("rewound", -1)["seq"]
    del forgery.items[seq - 1]
    return forgery.renumber().whole()


def rewind_to_another_event(forgery: Forgery) -> Forgery:
    event = forgery.with_effect("rewound")
    event["command"]["to"] -= 1
    return forgery.whole()


def rewind_forward(forgery: Forgery) -> Forgery:
    forgery.effect("rewound")["to"] = 10_000
    return forgery.whole()


def command_edited(forgery: Forgery) -> Forgery:
    event = forgery.with_effect("tally.answered")
    event["command"] = {"type": "tally.answer", "card": "lance"}
    return forgery.whole()


def default_written_out(forgery: Forgery) -> Forgery:
    """A member that equals its default, with the faces that the longer command gives."""
    event = forgery.event(1)
    event["command"]["options"] = {}
    return forgery.whole()


def seats_other_than_asked_for(forgery: Forgery) -> Forgery:
    forgery.effect("campaign-created")["seats"][0]["name"] = "Somebody else"
    return forgery.whole()


def option_other_than_asked_for(forgery: Forgery) -> Forgery:
    forgery.effect("campaign-created")["options"]["referee_sees"] = "all"
    return forgery.whole()


def system_other_than_asked_for(forgery: Forgery) -> Forgery:
    forgery.event(1)["command"]["system"] = "another"
    return forgery.whole()


def seat_sends_the_referees_command(forgery: Forgery) -> Forgery:
    forgery.event(2)["by"] = "seat:north"
    return forgery.whole()


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


def effects_left_out(forgery: Forgery) -> Forgery:
    forgery.event(3)["effects"] = []
    return forgery.whole()


def first_effects_left_out(forgery: Forgery) -> Forgery:
    forgery.event(1)["effects"] = [forgery.event(1)["effects"][0]]
    return forgery.whole()


RULES: list[tuple[Forge, str, list[int]]] = [
    (rewind_hidden, "rewound", [10]),
    (rewind_dropped, "rewound", [6, 7, 10]),
    (rewind_to_another_event, "rewound", [10]),
    (rewind_forward, "rewound", [2]),
    (command_edited, "over", [10]),
    (default_written_out, "over", [10]),
    (seats_other_than_asked_for, "over", [10]),
    (option_other_than_asked_for, "over", [10]),
    (system_other_than_asked_for, "over", [10]),
    (seat_sends_the_referees_command, "over", [10]),
    (command_after_the_end, "over", [10]),
    (claimed_by_somebody_else, "live", [10]),
    (another_seat_claimed, "live", [10]),
    (effects_left_out, "over", [10]),
    (first_effects_left_out, "over", [10]),
]


# --- checkpoints --------------------------------------------------------------------------------


def checkpoint_of_another_tree(forgery: Forgery) -> Forgery:
    forgery.checkpoint = SIGNER.checkpoint(CAMPAIGN, len(forgery.events), b"\1" * 32)
    return forgery


def checkpoint_of_another_campaign(forgery: Forgery) -> Forgery:
    forgery.head["campaign"]["id"] = campaign_id(5)
    forgery.sign()
    forgery.head["campaign"]["id"] = CAMPAIGN
    return forgery


def checkpoint_of_another_origin(forgery: Forgery) -> Forgery:
    """An origin that begins and ends as it should."""
    forgery.checkpoint = SIGNER.checkpoint(
        CAMPAIGN,
        0,
        sha256().digest(),
        f"alea.example/campaigns/x/campaigns/{CAMPAIGN}",
    )
    return forgery


def root_not_canonical(forgery: Forgery) -> Forgery:
    lines = forgery.checkpoint.split("\n")
    assert lines[2][-2:] != "B="
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    lines[2] = lines[2][:-2] + alphabet[alphabet.index(lines[2][-2]) + 1] + "="
    forgery.checkpoint = "\n".join(lines)
    return forgery


def signature_changed(forgery: Forgery) -> Forgery:
    body, gap, signature = forgery.checkpoint.rpartition(" ")
    swapped = ("B" if signature[20] == "A" else "A").join((signature[:20], signature[21:]))
    forgery.checkpoint = body + gap + swapped
    return forgery


def signed_with_another_key(forgery: Forgery) -> Forgery:
    return forgery.sign(OTHER)


def file_of_another_campaign(forgery: Forgery) -> Forgery:
    forgery.head["campaign"]["id"] = campaign_id(5)
    return forgery


CHECKPOINTS: list[tuple[Forge, str, list[int]]] = [
    (checkpoint_of_another_tree, "over", [8]),
    (checkpoint_of_another_campaign, "over", [8, 9]),
    (checkpoint_of_another_origin, "over", [8, 9]),
    (root_not_canonical, "over", [8, 9]),
    (signature_changed, "over", [9]),
    (signed_with_another_key, "over", [9]),
    (file_of_another_campaign, "over", [2]),
]


# --- bytes and shapes ---------------------------------------------------------------------------


def replaced(old: bytes, new: bytes) -> Forge:
    def forge(forgery: Forgery) -> bytes:
        data = forgery.bytes()
        assert old in data
        return data.replace(old, new, 1)

    return forge


def edited(change: Callable[[Forgery], object]) -> Forge:
    def forge(forgery: Forgery) -> Forgery:
        change(forgery)
        return forgery.whole()

    return forge


def set_in(part: Callable[[Forgery], dict[str, Any]], **members: Any) -> Forge:
    return edited(lambda forgery: part(forgery).update(members))


SHAPES: dict[str, Forge] = {
    "duplicate member": replaced(b'"seq":2,', b'"seq":2,"seq":2,'),
    "a number with a fraction": replaced(b'"seq":2,', b'"seq":2.0,'),
    "a number with an exponent": replaced(b'"seq":2,', b'"seq":2e0,'),
    "a number in quotes": replaced(b'"seq":2,', b'"seq":"2",'),
    "a number past the range": replaced(b'"seq":2,', b'"seq":9007199254740992,'),
    "a huge number": replaced(b'"seq":2,', b'"seq":' + b"9" * 5000 + b","),
    "a negative zero": replaced(b'"seq":2,', b'"seq":-0,'),
    "members out of order": replaced(b'"seq":2,"v":1', b'"v":1,"seq":2'),
    "a blank": replaced(b'"seq":2,', b'"seq": 2,'),
    "an escape without need": replaced(b'"entropy"', b'"\\u0065ntropy"'),
    "a lone surrogate": replaced(b'"entropy":""', b'"entropy":"\\ud800"'),
    "bytes that are not UTF-8": replaced(b'"entropy":""', b'"entropy":"\xff"'),
    "10,000 deep": replaced(b'"draws":[]', b'"draws":' + b"[" * 10_000 + b"]" * 10_000),
    "200 deep": replaced(b'"draws":[]', b'"draws":' + b"[" * 200 + b"]" * 200),
    "true for a number": replaced(b'"v":1', b'"v":true'),
    "an unknown member": set_in(lambda f: f.event(3), extra=1),
    "a version to come": set_in(lambda f: f.event(3), v=2),
    "a time that is none": set_in(lambda f: f.event(3), at="2026-02-30T00:00:00.000Z"),
    "a time without milliseconds": set_in(lambda f: f.event(3), at="2026-11-21T20:46:00Z"),
    "a time in other digits": set_in(lambda f: f.event(3), at="２０２６-11-21T20:46:00.123Z"),
    "a time with a line feed": set_in(lambda f: f.event(3), at="2026-11-21T20:46:00.123Z\n"),
    "an id in capitals": set_in(lambda f: f.event(3), campaign=CAMPAIGN.upper()),
    "a key with a blank": set_in(lambda f: f.event(3), key="a b"),
    "a role of nobody": set_in(lambda f: f.event(3), by="emperor"),
    "a seed in capitals": edited(
        lambda f: f.draw("open").update(seed=f.draw("open")["seed"].upper())
    ),
    "a digest in capitals": edited(
        lambda f: f.draw("sealed")["dice"].update(sealed=f.draw("sealed")["dice"]["sealed"].upper())
    ),
    "a digest that is a number": edited(lambda f: f.draw("sealed")["dice"].update(sealed=5)),
    "an anchor in capitals": edited(
        lambda f: f.effect("campaign-created")["anchors"]["open"].update(anchor="AB" * 32)
    ),
    "a chain without links": edited(
        lambda f: f.effect("campaign-created")["anchors"]["open"].update(links=0)
    ),
    "a chain of an unknown name": set_in(lambda f: f.draw("open"), chain="loaded"),
    "a draw without a link": edited(lambda f: f.draw("open").pop("link")),
    "a link that is true": set_in(lambda f: f.draw("open"), link=True),
    "open dice that are sealed": set_in(lambda f: f.draw("open"), dice={"sealed": "ab" * 32}),
    "sealed dice that are open": set_in(lambda f: f.draw("sealed"), dice=[]),
    "a die of an unknown kind": set_in(lambda f: f.draw("open")["dice"][0], die="d0"),
    "a die with too many faces": set_in(lambda f: f.draw("open")["dice"][0], die="d65537"),
    "a face that the die has not": set_in(lambda f: f.draw("open")["dice"][0], face=7),
    "a face that is true": set_in(lambda f: f.draw("open")["dice"][0], face=True),
    "a shuffle with more than its cards": set_in(
        lambda f: f.draw("open")["dice"][0], die="shuffle:2", face=[1, "x", 0]
    ),
    "a witness that is no text": edited(
        lambda f: f.event(3).update(draws=[{"chain": "entered", "dice": [], "witness": 5}])
    ),
    "a rewind to a word": edited(
        lambda f: f.event(3)["effects"].append(
            {"type": "rewound", "to": "x", "reason": "", "consents": [], "seen": False}
        )
    ),
    "a rewind to before the beginning": edited(
        lambda f: f.event(3)["effects"].append(
            {"type": "rewound", "to": -1, "reason": "", "consents": [], "seen": False}
        )
    ),
    "openings that are none": edited(
        lambda f: f.event(3)["effects"].append({"type": "opened", "openings": 7})
    ),
    "last links that are a list": edited(
        lambda f: f.event(3)["effects"].append({"type": "seals-opened", "last": []})
    ),
    "an effect without a type": edited(lambda f: f.event(3)["effects"].append({"x": 1})),
    "an effect of two games": edited(
        lambda f: f.event(3)["effects"].append({"type": "tally.civil-war.rolled"})
    ),
    "a creation without its edition": edited(lambda f: f.event(1)["effects"][0].pop("edition")),
    "a seat of 33 letters": edited(
        lambda f: f.event(3)["effects"].append({"type": "resigned", "seat": "n" * 33})
    ),
    "a ruling without its reason": edited(
        lambda f: f.event(3)["effects"].append({"type": "ruled", "text": "", "changes": []})
    ),
    "a sealed value that is no digest": edited(
        lambda f: f.event(3)["effects"].append({"type": "tally.dealt", "card": {"sealed": [1]}})
    ),
    "a ratio among the untold": lambda f: b"".join(
        [
            f.bytes().splitlines(keepends=True)[0],
            b'{"view":{"share":0.5}}\n',
            *f.bytes().splitlines(keepends=True)[1:],
        ]
    ),
    "an effect that is a word": edited(lambda f: f.event(3)["effects"].append("rolled")),
    "a command without a type": edited(lambda f: f.event(3).update(command={})),
    "an opening with more members": edited(
        lambda f: next(iter(f.openings.values())).update(more=1)
    ),
    "an event without a hash": lambda f: (f.event(3).pop("hash"), f)[1],
    "another kind of file": lambda f: (f.head.update(iacta="rolls"), f)[1],
    "a file that does not say what it is": lambda f: (f.head.pop("iacta"), f)[1],
    "a file without its version": lambda f: (f.head.pop("version"), f)[1],
    "a draw without dice": set_in(lambda f: f.draw("open"), dice=[]),
    "a sealed value among other members": set_in(lambda f: f.effect("tally.dealt")["card"], x=1),
    "a chain that is a list": set_in(lambda f: f.draw("open"), chain=[]),
    "a file of a version to come": lambda f: (f.head.update(version=2), f)[1],
    "no last line feed": lambda f: f.bytes()[:-1],
    "a carriage return": lambda f: f.bytes().replace(b"\n", b"\r\n"),
    "an empty line": lambda f: f.bytes().replace(b"\n", b"\n\n", 1),
    "nothing": lambda f: b"",
    "no events": lambda f: b"".join(f.bytes().splitlines(keepends=True)[i] for i in (0, -2, -1)),
    "a view and no events": lambda f: b"".join(
        [
            f.bytes().splitlines(keepends=True)[0],
            b'{"view":{}}\n',
            *f.bytes().splitlines(keepends=True)[-2:],
        ]
    ),
    "gzip cut off": lambda f: gzip.compress(f.bytes())[:-20],
    "gzip with something behind": lambda f: gzip.compress(f.bytes()) + b"more",
    "gzip that is none": lambda f: b"\x1f\x8b" + f.bytes(),
}


FORGERIES = EVENTS + FORKS + DICE + SEALS + RULES + CHECKPOINTS


def named(cases: list[tuple[Forge, str, list[int]]]) -> list[Any]:
    return [
        pytest.param(*case, id=f"{case[0].__name__}-{case[1]}")  # type: ignore[attr-defined]
        for case in cases
    ]


@pytest.mark.parametrize(
    ("forge", "chronicle", "failed"),
    named(FORGERIES),
)
def test_a_forgery_fails_exactly_these_checks(
    forge: Forge, chronicle: str, failed: list[int]
) -> None:
    assert report_on(forge(take(chronicle))).failed() == failed


@pytest.mark.parametrize("name", SHAPES)
def test_bytes_or_shapes_that_are_not_of_the_form_fail_check_1(name: str) -> None:
    assert report_on(SHAPES[name](take("over"))).failed() == [1]


def report_on(forged: Forgery | bytes) -> Report:
    return verify(forged if isinstance(forged, bytes) else forged.bytes())


# --- what only an older checkpoint or an outside key shows --------------------------------------


def played_otherwise() -> Table:
    """The same campaign with other dice: everything in it follows."""
    return chronicles.finish(Table.found(SYSTEM, means=ScriptedMeans("loaded")))


def test_a_whole_log_rolled_again_holds_in_itself_and_fails_an_older_checkpoint() -> None:
    """Only what the players have in their mailboxes shows that there was another log."""
    forged = played_otherwise().capsule()
    assert verify(forged).ok
    mailed = chronicles.over().checkpoint(size=6)
    assert verify(forged, older=[mailed]).failed() == [8]


def test_a_whole_log_rolled_again_under_another_key_fails_the_key_from_outside() -> None:
    forged = played_otherwise().capsule(signer=OTHER)
    assert verify(forged).failed() == [9]


def test_the_files_own_key_confirms_nothing() -> None:
    forged = played_otherwise().capsule(signer=OTHER)
    report = verify_capsule(forged, check_signature, systems={"tally": SYSTEM})
    assert report.ok
    assert report.check(9).result == "not-confirmed"


def test_a_last_event_dropped_by_the_server_fails_an_older_checkpoint() -> None:
    table = chronicles.over()
    forged = last_event_dropped(take("over")).whole().bytes()
    assert 8 not in verify(forged).failed()
    assert verify(forged, older=[table.checkpoint()]).failed() == [8]


def test_an_older_checkpoint_signed_by_another_key_is_named() -> None:
    table = chronicles.over()
    assert verify(table.capsule(), older=[table.checkpoint(OTHER, 4)]).failed() == [9]


def test_an_older_checkpoint_may_be_pasted_from_a_mail() -> None:
    table = chronicles.over()
    quoted = "".join(f"> {line} \r\n" for line in table.checkpoint(size=4).splitlines())
    assert verify(table.capsule(), older=[quoted.replace("—", "--")]).ok


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
    report = verify(chronicles.over().capsule(), rules=False)
    assert report.check(10).result == "not-run"
    assert report.ok


def test_events_after_the_checkpoint_are_counted() -> None:
    table = chronicles.over()
    forgery = take("over")
    forgery.checkpoint = table.checkpoint(size=4)
    report = report_on(forgery)
    assert report.ok
    assert report.counts.uncovered == len(table.events) - 4


def test_what_no_hash_covers_is_listed() -> None:
    forgery = take("over")
    forgery.items[3]["text"] = ["east wins"]
    unchecked = report_on(forgery).unchecked
    assert {"audience", "campaign name", "text"} == set(unchecked)


def test_entered_dice_are_counted_apart() -> None:
    report = report_on(take("entered"))
    assert report.counts.entered == 1
    assert "1 entered by hand" in report.check(5).detail


def test_an_older_checkpoint_of_a_forks_parent_covers_what_is_shared() -> None:
    parent = Table.found(SYSTEM).run(seed="parent")
    mailed = {size: parent.checkpoint(SIGNER, size) for size in (3, 5, 6)}
    capsule = parent.fork(5, number=2).capsule()
    assert verify(capsule, older=[mailed[3], mailed[5]]).ok
    assert verify(capsule, older=[mailed[6]]).failed() == [8]
    other = Table.found(SYSTEM, number=9).run(seed="other")
    assert verify(capsule, older=[other.checkpoint(SIGNER, 3)]).failed() == [8, 9]
