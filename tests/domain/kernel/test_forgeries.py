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
from iacta.domain.kernel.campaign.verify.report import Contained, Report
from iacta.domain.kernel.proof import seals
from iacta.domain.kernel.proof.canonical import encode
from iacta.domain.kernel.proof.dice import command_digest, make_chain, next_face, stream
from tests.support import chronicles
from tests.support.environment import ScriptedEnvironment
from tests.support.forge import Forgery
from tests.support.keys import OTHER, SIGNER, Signer, check_signature
from tests.support.table import Table, campaign_id
from tests.support.verifying import failed, lines, verify
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


def nothing_created(forgery: Forgery) -> Forgery:
    forgery.event(1)["effects"] = []
    return forgery.whole()


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


def another_campaign_created(forgery: Forgery) -> Forgery:
    """It goes on with a second campaign, which is no fork of the first."""
    begun_twice(forgery).events[-1]["campaign"] = campaign_id(9)
    forgery.head["campaign"]["id"] = campaign_id(9)
    return forgery.whole()


def begun_by_a_fork(forgery: Forgery) -> Forgery:
    """The events that it shares with its parent are left out."""
    first, fork = forgery.events[0], forgery.with_effect("forked")
    first["command"], first["effects"] = fork["command"], fork["effects"]
    return forgery.whole()


def forked_twice(forgery: Forgery) -> Forgery:
    first, last = forgery.with_effect("forked", -1), forgery.events[-1]
    last["command"], last["effects"] = first["command"], first["effects"]
    return forgery.whole()


EVENTS: list[tuple[Forge, str, list[str]]] = [
    (
        effect_edited,
        "over",
        [
            "3 at 6: its bytes do not have this hash",
            "8: the checkpoint has a different root than the first 15 events",
        ],
    ),
    (
        effect_edited_by_the_server,
        "over",
        ["10 at 6: effect 2 (tally.roll-resolved) is not what the rules give"],
    ),
    (last_event_dropped, "over", ["8: the checkpoint covers 15 events; the record has 14"]),
    (
        time_changed,
        "over",
        [
            "3 at 4: its bytes do not have this hash",
            "8: the checkpoint has a different root than the first 15 events",
        ],
    ),
    (time_before_the_event_before, "over", ["2 at 4: its time is before the previous event's"]),
    (key_used_twice, "over", ["2 at 6: its key was used before"]),
    (seat_acts_for_a_seat, "over", ["2 at 5: only the referee acts for a seat"]),
    (head_of_another_system, "over", ["2: the file names a different system than its record"]),
    (
        head_of_another_scenario,
        "forked",
        ["2: the file names a different scenario than its record"],
    ),
    (
        nothing_created,
        "over",
        [
            "2 at 1: an event from another campaign",
            "4 at 2: malformed: 'open'",
            "7 at 15: the last links are not those of the chains drawn from",
        ],
    ),
    (
        begun_by_a_game,
        "over",
        ["2 at 1: an event from another campaign", "4 at 1: an anchor is replaced"],
    ),
    (
        events_swapped,
        "over",
        ["2 at 4: event 5 is where event 4 belongs", "4 at 5: link 3 follows link 1"],
    ),
    (event_of_another_campaign, "live", ["2 at 10: an event from another campaign"]),
    (hash_in_capitals, "over", ["1: line 6: Expected `str` matching regex '^[0-9a-f]{64}\\\\Z'"]),
    (prev_of_nothing, "over", ["3 at 15: it does not name the previous event's hash"]),
    (
        begun_twice,
        "over",
        ["2 at 15: a campaign begins twice", "4 at 15: an anchor that was used before"],
    ),
    (
        forked_twice,
        "restored",
        ["2 at 17: a campaign begins twice", "4 at 17: an anchor that was used before"],
    ),
    (
        begun_by_a_fork,
        "forked",
        [
            "2 at 1: a record begins with its campaign's creation",
            "4 at 2: its seed does not lead to the anchor",
            "7 at 18: the last links are not those of the chains drawn from",
        ],
    ),
    (
        another_campaign_created,
        "over",
        ["2 at 15: an event from another campaign", "4 at 15: an anchor that was used before"],
    ),
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


def agreed_by_a_stranger_alone(forgery: Forgery) -> Forgery:
    """The fork carries consents, and neither holders nor a backup."""
    del forgery.effect("forked")["held"]
    return agreed_by_a_stranger(forgery)


def held_by_a_stranger_alone(forgery: Forgery) -> Forgery:
    """The fork carries holders, and neither consents nor a backup."""
    del forgery.effect("forked")["consents"]
    return held_by_a_stranger(forgery)


def nothing_seen_of_a_backup(forgery: Forgery) -> Forgery:
    """The fork carries that it was restored, and nothing else."""
    del forgery.effect("forked")["held"]
    return nothing_seen(forgery)


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
        die["face"] = next_face(source, die["die"])


FORKS: list[tuple[Forge, str, list[str]]] = [
    (
        fork_of_another_parent,
        "forked",
        ["2 at 12: a fork does not continue the campaign that it names"],
    ),
    (
        fork_at_another_event,
        "forked",
        ["2 at 6: a fork does not continue the campaign that it names"],
    ),
    (fork_with_another_parent_hash, "forked", ["2 at 6: a fork does not name its parent's hash"]),
    (
        fork_under_the_first_campaigns_id,
        "forked",
        [
            "2 at 12: the record returns to an earlier campaign",
            "6 at 15: an opening is not what was sealed",
            "7 at 14: a sealed value has no opening",
        ],
    ),
    (dice_in_the_forks_first_event, "forked", ["4 at 12: forked draws dice"]),
    (
        parents_hash_not_mended,
        "forked",
        [
            "2 at 6: a fork does not name its parent's hash",
            "5 at 2: die 1 (d6) shows 5, the seed gives 2",
            (
                "7 at 2: die 1 (shuffle:18) shows [2, 14, 1, 7, 16, 4, 15, 5, 8, 11, 12, 6, 13, 9, "
                "0, 17, 3, 10], the seed gives (10, 0, 4, 15, 6, 11, 3, 7, 9, 14, 1, 13, 16, 12, "
                "2, 17, 5, 8)"
            ),
        ],
    ),
    (held_by_nobody_named, "branched", ["1: event 7: forked: an empty member is not left out"]),
    (held_twice, "branched", ["2 at 7: a fork names a seat twice, or one that is not there"]),
    (
        held_by_a_stranger,
        "restored",
        ["2 at 7: a fork names a seat twice, or one that is not there"],
    ),
    (
        agreed_by_a_stranger,
        "branched",
        ["2 at 7: a fork names a seat twice, or one that is not there"],
    ),
    (
        agreed_by_a_stranger_alone,
        "branched",
        ["2 at 7: a fork names a seat twice, or one that is not there"],
    ),
    (
        held_by_a_stranger_alone,
        "branched",
        ["2 at 7: a fork names a seat twice, or one that is not there"],
    ),
    (
        nothing_seen_of_a_backup,
        "restored",
        ["2 at 7: a fork that carries secrets keeps their order"],
    ),
    (
        agreed_before_it_could_be,
        "branched",
        ["2 at 7: a seat agrees to a fork before the event at which it is made"],
    ),
    (agreed_to_a_backup, "branched", ["2 at 7: nobody agrees to the fork of a restored backup"]),
    (order_kept, "branched", ["2 at 7: a fork that carries secrets keeps their order"]),
    (nothing_seen, "restored", ["2 at 7: a fork that carries secrets keeps their order"]),
    (
        fewer_than_none_lost,
        "restored",
        ["1: event 7: forked: Expected `int` >= 0 - at `$.restored.lost`"],
    ),
    (agreed_in_a_seats_name, "noted", ["2 at 7: a seat agrees to a fork by another's hand"]),
    (agreed_for_a_seat, "noted", ["2 at 7: a seat agrees to a fork by another's hand"]),
    (agreed_to_what_is_to_come, "noted", ["2 at 7: a seat agrees to a fork at an event to come"]),
    (
        noted_by_a_seat,
        "noted",
        ["2 at 12: a fork is noted by another command, or by another than the referee"],
    ),
    (
        noted_by_another_command,
        "noted",
        ["2 at 12: a fork is noted by another command, or by another than the referee"],
    ),
    (
        noted_of_itself,
        "noted",
        ["2 at 12: a noted fork is of a later event, or of the campaign itself"],
    ),
    (
        noted_before_it_could_be,
        "noted",
        ["2 at 12: a noted fork is of a later event, or of the campaign itself"],
    ),
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
    chain = table.environment.current["open"]
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
    link = chronicles.over().environment.used["open"] + 1
    seed = chronicles.over().environment.current["open"].link(link).hex()
    dice = [{"die": "d6", "face": 1, "for": "nothing"}]
    event["draws"] = [{"chain": "open", "link": link, "seed": seed, "dice": dice}]
    roll_again(event, event["draws"][0])
    return forgery.whole()


def two_draws_on_one_chain(forgery: Forgery) -> Forgery:
    event = forgery.with_effect("tally.rolled", -1)
    again = copy.deepcopy(event["draws"][0])
    again["link"] += 1
    again["seed"] = chronicles.live().environment.current["open"].link(again["link"]).hex()
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


DICE: list[tuple[Forge, str, list[str]]] = [
    (
        dice_swapped,
        "over",
        [
            "5 at 2: die 1 (d6) shows 2, the seed gives 5",
            "10 at 2: effect 8 (tally.led) is not what the rules give",
        ],
    ),
    (
        face_changed,
        "over",
        [
            "5 at 5: die 1 (d6) shows 2, the seed gives 1",
            "10 at 5: effect 1 (tally.rolled) is not what the rules give",
        ],
    ),
    (face_and_effect_changed, "live", ["5 at 5: die 1 (d6) shows 2, the seed gives 1"]),
    (
        answered_in_play,
        "live",
        [
            "7 at 11: a seat answers when nobody is asked about the seals",
            (
                "10 at 11: the rules refuse the command: the seals are opened when the campaign is "
                "over"
            ),
        ],
    ),
    (die_renamed, "over", ["10 at 5: a d6 for east rolls was due, not d6 for another purpose"]),
    (die_added, "over", ["10 at 5: nothing asked for the d6 for one more"]),
    (drawn_again, "over", ["5 at 5: die 1 (d6) shows 1, the seed gives 6"]),
    (
        command_of_a_draw_changed,
        "over",
        [
            "5 at 2: die 1 (d6) shows 5, the seed gives 1",
            (
                "7 at 2: die 1 (shuffle:18) shows [2, 14, 1, 7, 16, 4, 15, 5, 8, 11, 12, 6, 13, 9, "
                "0, 17, 3, 10], the seed gives (1, 16, 15, 2, 17, 10, 6, 5, 8, 3, 11, 13, 0, 7, "
                "14, 12, 4, 9)"
            ),
            "10 at 2: the command is refused: Object contains unknown field `note`",
        ],
    ),
    (link_skipped, "live", ["4 at 9: link 5 follows link 3"]),
    (link_numbered_past, "live", ["4 at 9: link 5 follows link 3"]),
    (seed_of_nowhere, "live", ["4 at 9: its seed does not lead to the anchor"]),
    (anchor_set_anew, "live", ["4 at 3: an anchor is replaced"]),
    (dice_in_the_first_event, "live", ["4 at 1: campaign-created draws dice"]),
    (extension_too_early, "live", ["4 at 10: a chain is extended before its end"]),
    (
        extension_of_no_chain,
        "live",
        ["1: event 5: dice-chain-extended: Invalid enum value '' - at `$.chain`"],
    ),
    (extension_left_out, "extended", ["4 at 5: a chain ended and was not extended"]),
    (anchor_used_before, "extended", ["4 at 5: an anchor that was used before"]),
    (link_used_for_nothing, "over", ["10 at 15: nothing asked for the d6 for nothing"]),
    (
        two_draws_on_one_chain,
        "live",
        ["1: event 9: more draws than one of each chain, open before sealed"],
    ),
    (burned_link, "live", ["1: event 9: a draw has no dice"]),
    (anchors_alike, "live", ["4 at 1: an anchor that was used before"]),
    (
        sealed_before_open,
        "over",
        ["1: event 2: more draws than one of each chain, open before sealed"],
    ),
    (
        entered_beside_a_draw,
        "live",
        ["1: event 9: more draws than one of each chain, open before sealed"],
    ),
    (
        entered_instead_of_drawn,
        "live",
        ["10 at 9: the command is refused: only the referee enters dice"],
    ),
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
        face = next_face(source, die["die"])
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


SEALS: list[tuple[Forge, str, list[str]]] = [
    (
        opening_changed,
        "over",
        ["6 at 2: an opening is not what was sealed", "7 at 2: a sealed value has no opening"],
    ),
    (
        salt_of_another_length,
        "over",
        ["6 at 2: an opening's salt is not 16 bytes", "7 at 2: a sealed value has no opening"],
    ),
    (
        salt_in_capitals,
        "over",
        ["6 at 2: an opening's salt is not 16 bytes", "7 at 2: a sealed value has no opening"],
    ),
    (opening_of_nothing, "over", ["6: an opening of nothing that is sealed here"]),
    (
        opening_with_a_seal_inside,
        "over",
        ["6 at 2: a sealed value contains a sealed value", "7 at 2: a sealed value has no opening"],
    ),
    (card_dealt_twice, "live", ["6 at 2: a digest that occurs elsewhere"]),
    (
        bid_copied,
        "live",
        [
            "6 at 8: a digest that occurs elsewhere",
            (
                "10 at 8: it cannot be folded: event 8, tally.dealt: it is malformed: Object "
                "contains unknown field `bid`"
            ),
        ],
    ),
    (
        opened_before_it_is_sealed,
        "over",
        [
            "6 at 5: an opening of what is sealed later",
            "10 at 5: effect 1 (opened) is not what the rules give",
        ],
    ),
    (opened_to_another_value, "over", ["6 at 4: an opening is not what was sealed"]),
    (
        opening_where_the_seal_stood,
        "over",
        ["10 at 2: a value was sealed that the record does not hold"],
    ),
    (value_left_closed, "over", ["7 at 2: a sealed value has no opening"]),
    (
        wrong_last_link,
        "over",
        [
            (
                "7 at 2: die 1 (shuffle:18) shows [2, 14, 1, 7, 16, 4, 15, 5, 8, 11, 12, 6, 13, 9, "
                "0, 17, 3, 10], the seed gives (0, 15, 16, 12, 4, 9, 11, 5, 2, 17, 1, 3, 7, 8, 14, "
                "10, 6, 13)"
            )
        ],
    ),
    (
        last_link_of_another_chain,
        "over",
        ["7 at 15: the last links are not those of the chains drawn from"],
    ),
    (
        last_link_left_out,
        "forked",
        ["7 at 18: the last links are not those of the chains drawn from"],
    ),
    (
        hidden_faces_that_do_not_follow,
        "over",
        [
            (
                "7 at 2: die 1 (shuffle:18) shows [10, 3, 17, 0, 9, 13, 6, 12, 11, 8, 5, 15, 4, "
                "16, 7, 1, 14, 2], the seed gives (2, 14, 1, 7, 16, 4, 15, 5, 8, 11, 12, 6, 13, 9, "
                "0, 17, 3, 10)"
            ),
            "10 at 2: a value was sealed that the record does not hold",
        ],
    ),
    (
        hidden_dice_rolled_again,
        "over",
        [
            "7 at 15: a last link does not lead to its anchor",
            "10 at 2: a value was sealed that the record does not hold",
        ],
    ),
    (
        hidden_dice_that_are_no_dice,
        "over",
        [
            "7 at 15: malformed: event 2: a draw has no dice",
            (
                '10 at 2: it cannot be decided: TypeError("string indices must be integers, not '
                "'str'\")"
            ),
        ],
    ),
    (another_card_dealt, "over", ["10 at 2: a value was sealed that the record does not hold"]),
    (
        seals_opened_twice,
        "over",
        [
            "7 at 15: the seals are opened twice",
            "10 at 15: the rules give 1 effects, the record has 2",
        ],
    ),
    (
        answered_before_the_end,
        "agreed",
        [
            "7 at 16: a seat answers when nobody is asked about the seals",
            "10 at 16: effect 1 (seals-agreed) is not what the rules give",
        ],
    ),
    (
        answered_after_the_seals_are_open,
        "agreed",
        [
            "7 at 20: a seat answers when nobody is asked about the seals",
            "10 at 20: the rules refuse the command: the seals are open",
        ],
    ),
    (
        answer_turned_round,
        "agreed",
        ["10 at 17: effect 1 (seals-agreed) is not what the rules give"],
    ),
    (
        seals_opened_by_the_first_to_agree,
        "agreed",
        [
            "7 at 19: a seat answers when nobody is asked about the seals",
            "10 at 18: the rules give 1 effects, the record has 2",
        ],
    ),
    (
        seals_opened_by_the_referee_within_the_grace,
        "agreed",
        [
            (
                "10 at 19: the rules refuse the command: unless every seat agrees, the seals can "
                "be opened from 2026-11-28T00:00:16.000Z on"
            )
        ],
    ),
    (
        seals_opened_by_the_service_within_the_grace,
        "agreed",
        [
            (
                "10 at 19: the rules refuse the command: unless every seat agrees, the seals can "
                "be opened from 2026-12-05T00:00:16.000Z on"
            )
        ],
    ),
    (
        grace_taken_out_of_the_founding,
        "agreed",
        [
            "10 at 17: the rules refuse the command: "
            "only a seat that votes on the seals may answer this"
        ],
    ),
    (
        seals_opened_before_the_end,
        "over",
        [
            "7 at 15: the seals are opened before the end",
            "10 at 14: the rules give 3 effects, the record has 2",
        ],
    ),
    (
        conclusion_taken_back,
        "over",
        [
            "7 at 16: the seals are opened before the end",
            (
                "10 at 16: the rules refuse the command: the seals are opened when the campaign is "
                "over"
            ),
        ],
    ),
    (
        rewound_past_the_open_seals,
        "over",
        [
            "7 at 16: a rewind to before the seals were opened",
            (
                "10 at 16: the rules refuse the command: the seals are open: nothing can be hidden "
                "again"
            ),
        ],
    ),
    (
        sealed_draw_after_the_open_seals,
        "over",
        [
            "7 at 16: a sealed value has no opening",
            "10 at 16: the command is refused: the campaign is over",
        ],
    ),
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


def rewind_to_itself(forgery: Forgery) -> Forgery:
    event = forgery.with_effect("rewound")
    forgery.effect("rewound")["to"] = event["seq"]
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


RULES: list[tuple[Forge, str, list[str]]] = [
    (
        rewind_hidden,
        "rewound",
        ["10 at 14: the command is refused: Roll: not now; the phase is now: Bids"],
    ),
    (
        rewind_dropped,
        "rewound",
        [
            "6 at 20: an opening is not what was sealed",
            "7 at 15: a sealed value has no opening",
            "10 at 13: the command is refused: Roll: not now; the phase is now: Bids",
        ],
    ),
    (
        rewind_to_another_event,
        "rewound",
        ["10 at 7: effect 1 (rewound) is not what the rules give"],
    ),
    (
        rewind_to_another_event,
        "reshuffled",
        [
            (
                "7 at 11: die 1 (shuffle:11) shows [9, 0, 2, 7, 3, 6, 10, 1, 5, 4, 8], the seed "
                "gives (2, 7, 8, 5, 0, 4, 10, 3, 1, 6, 9)"
            ),
            "10 at 11: it cannot be decided: CorruptLog('no rewind goes back to event 6')",
        ],
    ),
    (rewind_forward, "rewound", ["2 at 7: a rewind does not go back"]),
    (
        command_edited,
        "over",
        ["10 at 6: the rules refuse the command: north does not hold a lance"],
    ),
    (default_written_out, "over", ["10 at 1: the command is not written as commands are recorded"]),
    (
        seats_other_than_asked_for,
        "over",
        ["10 at 1: effect 1 (campaign-created) is not what the rules give"],
    ),
    (
        option_other_than_asked_for,
        "over",
        ["10 at 1: effect 1 (campaign-created) is not what the rules give"],
    ),
    (
        system_other_than_asked_for,
        "over",
        ["10 at 1: the command is refused: 'another' is another system"],
    ),
    (
        seat_sends_the_referees_command,
        "over",
        ["10 at 2: the command is refused: Shuffle and deal: not for seat:north"],
    ),
    (command_after_the_end, "over", ["10 at 16: the command is refused: the campaign is over"]),
    (claimed_by_somebody_else, "live", ["10 at 11: seat:east does not send this command"]),
    (
        another_seat_claimed,
        "live",
        ["10 at 11: effect 1 (seat-claimed) is not what the rules give"],
    ),
    (effects_left_out, "over", ["10 at 3: the rules give 1 effects, the record has 0"]),
    (first_effects_left_out, "over", ["10 at 1: the rules give 2 effects, the record has 1"]),
    (rewind_to_itself, "rewound", ["2 at 7: a rewind does not go back"]),
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


def checkpoint_of_the_parent(forgery: Forgery) -> Forgery:
    """A fork's file with its parent's checkpoint, which covers what both share."""
    forgery.checkpoint = SIGNER.checkpoint(CAMPAIGN, 1, bytes.fromhex(forgery.event(1)["hash"]))
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


CHECKPOINTS: list[tuple[Forge, str, list[str]]] = [
    (
        checkpoint_of_another_tree,
        "over",
        ["8: the checkpoint has a different root than the first 15 events"],
    ),
    (
        checkpoint_of_another_campaign,
        "over",
        [
            "8: the checkpoint is for another campaign",
            "9: the checkpoint is for a different log than this key's of the campaign",
        ],
    ),
    (
        checkpoint_of_another_origin,
        "over",
        [
            "8: the checkpoint is from a different server than the record",
            "9: the checkpoint is for a different log than this key's of the campaign",
        ],
    ),
    (
        root_not_canonical,
        "over",
        ["8: the checkpoint: base64 is not canonical", "9: base64 is not canonical"],
    ),
    (signature_changed, "over", ["9: alea.example's key did not sign it"]),
    (signed_with_another_key, "over", ["9: alea.example's key did not sign it"]),
    (
        file_of_another_campaign,
        "over",
        ["2: the file names a different campaign than its last event"],
    ),
    (
        checkpoint_of_the_parent,
        "forked",
        [
            "8: the checkpoint is for another campaign",
            "9: the checkpoint is for a different log than this key's of the campaign",
        ],
    ),
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


BYTES: dict[str, Forge] = {
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
    "an effect without a type": edited(lambda f: f.event(3)["effects"].append({"x": 1})),
    "an effect of two games": edited(
        lambda f: f.event(3)["effects"].append({"type": "tally.civil-war.rolled"})
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

SHAPES: dict[str, tuple[Forge, str]] = {
    "a seed in capitals": (
        edited(lambda f: f.draw("open").update(seed=f.draw("open")["seed"].upper())),
        "event 2: a seed is malformed",
    ),
    "a digest in capitals": (
        edited(
            lambda f: f.draw("sealed")["dice"].update(
                sealed=f.draw("sealed")["dice"]["sealed"].upper()
            )
        ),
        "event 2: a sealed value is malformed",
    ),
    "a digest that is a number": (
        edited(lambda f: f.draw("sealed")["dice"].update(sealed=5)),
        "event 2: a sealed value is malformed",
    ),
    "an anchor in capitals": (
        edited(lambda f: f.effect("campaign-created")["anchors"]["open"].update(anchor="AB" * 32)),
        (
            "event 1: campaign-created: Expected `str` matching regex '^[0-9a-f]{64}\\\\Z' - at "
            "`$.anchors.open.anchor`"
        ),
    ),
    "a chain without links": (
        edited(lambda f: f.effect("campaign-created")["anchors"]["open"].update(links=0)),
        "event 1: campaign-created: Expected `int` >= 1 - at `$.anchors.open.links`",
    ),
    "a chain of an unknown name": (
        set_in(lambda f: f.draw("open"), chain="loaded"),
        "event 2: a draw is malformed",
    ),
    "a draw without a link": (
        edited(lambda f: f.draw("open").pop("link")),
        "event 2: a draw is malformed",
    ),
    "a link that is true": (
        set_in(lambda f: f.draw("open"), link=True),
        "event 2: a link's number is malformed",
    ),
    "open dice that are sealed": (
        set_in(lambda f: f.draw("open"), dice={"sealed": "ab" * 32}),
        "event 2: a draw has no dice",
    ),
    "sealed dice that are open": (
        set_in(lambda f: f.draw("sealed"), dice=[]),
        "event 2: sealed dice are not sealed",
    ),
    "a die of an unknown kind": (
        set_in(lambda f: f.draw("open")["dice"][0], die="d0"),
        "no such die: 'd0'",
    ),
    "a die with too many faces": (
        set_in(lambda f: f.draw("open")["dice"][0], die="d65537"),
        "no such die: 'd65537'",
    ),
    "a face that the die has not": (
        set_in(lambda f: f.draw("open")["dice"][0], face=7),
        "event 2: 7 is no face of a d6",
    ),
    "a face that is true": (
        set_in(lambda f: f.draw("open")["dice"][0], face=True),
        "event 2: True is no face of a d6",
    ),
    "a shuffle with more than its cards": (
        set_in(lambda f: f.draw("open")["dice"][0], die="shuffle:2", face=[1, "x", 0]),
        "event 2: [1, 'x', 0] is no face of a shuffle:2",
    ),
    "a witness that is no text": (
        edited(lambda f: f.event(3).update(draws=[{"chain": "entered", "dice": [], "witness": 5}])),
        "event 3: a witness is malformed",
    ),
    "a rewind to a word": (
        edited(
            lambda f: f.event(3)["effects"].append(
                {"type": "rewound", "to": "x", "reason": "", "consents": [], "seen": False}
            )
        ),
        "event 3: rewound: Expected `int`, got `str` - at `$.to`",
    ),
    "a rewind to before the beginning": (
        edited(
            lambda f: f.event(3)["effects"].append(
                {"type": "rewound", "to": -1, "reason": "", "consents": [], "seen": False}
            )
        ),
        "event 3: rewound: Expected `int` >= 1 - at `$.to`",
    ),
    "openings that are none": (
        edited(lambda f: f.event(3)["effects"].append({"type": "opened", "openings": 7})),
        "event 3: opened: Expected `object`, got `int` - at `$.openings`",
    ),
    "last links that are a list": (
        edited(lambda f: f.event(3)["effects"].append({"type": "seals-opened", "last": []})),
        "event 3: seals-opened: Expected `object`, got `array` - at `$.last`",
    ),
    "a creation without its edition": (
        edited(lambda f: f.event(1)["effects"][0].pop("edition")),
        "event 1: campaign-created: Object missing required field `edition`",
    ),
    "a seat of 33 letters": (
        edited(lambda f: f.event(3)["effects"].append({"type": "resigned", "seat": "n" * 33})),
        "event 3: resigned: Expected `str` of length <= 32 - at `$.seat`",
    ),
    "a ruling without its reason": (
        edited(
            lambda f: f.event(3)["effects"].append({"type": "ruled", "text": "", "changes": []})
        ),
        "event 3: ruled: Object missing required field `reason`",
    ),
    "a sealed value that is no digest": (
        edited(
            lambda f: f.event(3)["effects"].append({"type": "tally.dealt", "card": {"sealed": [1]}})
        ),
        "event 3: a sealed value is malformed",
    ),
    "a die that is a word": (
        edited(lambda f: f.draw("open").update(dice=["d6"])),
        "event 2: a die is malformed",
    ),
    "a die without its purpose": (
        edited(lambda f: f.draw("open")["dice"][0].pop("for")),
        "event 2: a die is malformed",
    ),
    "a die with a number for its purpose": (
        set_in(lambda f: f.draw("open")["dice"][0], **{"for": 1}),
        "event 2: a die is malformed",
    ),
    "a draw without dice": (
        set_in(lambda f: f.draw("open"), dice=[]),
        "event 2: a draw has no dice",
    ),
    "a sealed value among other members": (
        set_in(lambda f: f.effect("tally.dealt")["card"], x=1),
        "event 2: a sealed value has other members beside it",
    ),
    "a chain that is a list": (
        set_in(lambda f: f.draw("open"), chain=[]),
        "event 2: a draw is malformed",
    ),
}


FORGERIES = EVENTS + FORKS + DICE + SEALS + RULES + CHECKPOINTS


def named(cases: list[tuple[Forge, str, list[str]]]) -> list[Any]:
    return [
        pytest.param(*case, id=f"{case[0].__name__}-{case[1]}")  # type: ignore[attr-defined]
        for case in cases
    ]


@pytest.mark.parametrize(("forge", "chronicle", "failures"), named(FORGERIES))
def test_a_forgery_fails_exactly_these_checks(
    forge: Forge, chronicle: str, failures: list[str]
) -> None:
    assert failed(report_on(forge(take(chronicle)))) == failures


@pytest.mark.parametrize("name", BYTES)
def test_bytes_that_are_not_of_the_form_fail_check_1(name: str) -> None:
    assert report_on(BYTES[name](take("over"))).failed() == [1]


@pytest.mark.parametrize("name", SHAPES)
def test_shapes_that_are_not_of_the_form_fail_check_1(name: str) -> None:
    forge, why = SHAPES[name]
    assert failed(report_on(forge(take("over")))) == [f"1: {why}"]


def report_on(forged: Forgery | bytes) -> Report:
    return verify(forged if isinstance(forged, bytes) else forged.bytes())


# --- what only an older checkpoint or an outside key shows --------------------------------------


def played_otherwise() -> Table:
    """The same campaign with other dice: everything in it follows."""
    return chronicles.finish(Table.found(SYSTEM, environment=ScriptedEnvironment("loaded")))


def test_a_whole_log_rolled_again_holds_in_itself_and_fails_an_older_checkpoint() -> None:
    """Only what the players have in their mailboxes shows that there was another log."""
    forged = played_otherwise().capsule()
    assert verify(forged).ok
    mailed = chronicles.over().checkpoint(size=6)
    assert failed(verify(forged, older=[mailed])) == [
        "8: an older checkpoint has a different root than the first 6 events"
    ]


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
    report = verify(chronicles.over().capsule(), rules=None)
    assert report.check(10).result == "not-run"
    assert report.ok


def test_events_after_the_checkpoint_are_counted() -> None:
    table = chronicles.over()
    forgery = take("over")
    forgery.checkpoint = table.checkpoint(size=4)
    report = report_on(forgery)
    assert report.ok
    assert report.counts.uncovered == 11
    assert lines(report)[7] == (
        "8 not-confirmed: the events have the checkpoint's root; 11 events after it are not covered"
    )


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
    report = verify(capsule, older=[mailed[3], mailed[5]])
    assert report.ok
    origin = f"alea.example/campaigns/{CAMPAIGN}"
    assert report.older == [Contained(origin, 3, "pass"), Contained(origin, 5, "pass")]
    unconfirmed = verify_capsule(capsule, check_signature, older=[mailed[3]])
    assert unconfirmed.older == [Contained(origin, 3, "not-confirmed")]
    assert verify(capsule, older=[mailed[6]]).failed() == [8]
    other = Table.found(SYSTEM, number=9).run(seed="other")
    assert verify(capsule, older=[other.checkpoint(SIGNER, 3)]).failed() == [8, 9]


def test_a_fork_may_be_of_another_server_than_its_first_event() -> None:
    signer = Signer("another.example")
    capsule = chronicles.forked().capsule(signer=signer)
    assert verify_capsule(capsule, check_signature, key=signer.key.text()).ok
