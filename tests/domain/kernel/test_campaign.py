"""A campaign as a fold: founding, rewinds, forks, endings, and what cannot be."""

import re
from typing import Any

import msgspec
import pytest

from iacta.domain.kernel.campaign.commands import Create
from iacta.domain.kernel.campaign.event import Context
from iacta.domain.kernel.campaign.fold import evolve, replay
from iacta.domain.kernel.campaign.genesis import create
from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.proof.errors import Conflict, CorruptLog, Invalid, OutOfPhase
from iacta.domain.kernel.proof.record import ZERO, Event, record_bytes, record_hash
from tests.support import chronicles
from tests.support.environment import Below, ScriptedEnvironment
from tests.support.table import Table, campaign_id
from tests.systems.tally import SYSTEM

replace = msgspec.structs.replace


# Founding


def test_the_first_event_holds_all_that_the_campaign_is_played_with() -> None:
    table = Table.found(SYSTEM, "long", options={"double_points": True})
    created = table.events[0].event.effects[0]
    assert created["options"] == {
        "referee_sees": "public",
        "entered_dice": False,
        "seal_grace": 7,
        "witnessed": "never",
        "double_points": True,
    }
    assert [seat["seat"] for seat in created["seats"]] == ["north", "east"]
    assert created["tables"] == {"points": SYSTEM.table("points").fingerprint()}
    assert created["anchors"] == {
        chain: {"anchor": table.environment.current[chain].anchor, "links": 1024}
        for chain in ("open", "sealed")
    }
    assert table.events[0].event.draws == []
    assert table.events[0].event.prev == ZERO


@pytest.mark.parametrize(
    ("found", "pointer"),
    [
        ({"scenario": "endless"}, "/scenario"),
        ({"options": {"weather": True}}, "/options/weather"),
        ({"options": {"double_points": 1}}, "/options/double_points"),
        ({"options": {"referee_sees": "some"}}, "/options/referee_sees"),
        ({"options": {"witnessed": "always"}}, "/options/witnessed"),
        ({"seats": [{"name": "A"}]}, "/seats"),
        ({"seats": [{"name": "A"}] * 5}, "/seats"),
        ({"seats": [{"name": "A", "seat": "centre"}, {"name": "B"}]}, "/seats/0/seat"),
        (
            {"seats": [{"name": "A", "seat": "east"}, {"name": "B", "seat": "east"}]},
            "/seats/1/seat",
        ),
        ({"data": {"map": {}}}, "/data/map"),
        ({"data": {"deck": {"cards": 5}}}, "/data/deck/cards"),
        ({"data": {"deck": {"cards": [], "x": 1}}}, "/data/deck"),
        (
            {"data": {"deck": {"cards": [{"name": "lance", "worth": 9}]}}},
            "/data/deck/cards/0/worth",
        ),
        ({"data": {"deck": {"sealed": "x"}}}, "/data/deck"),
    ],
)
def test_what_a_campaign_cannot_be_founded_on(found: dict[str, Any], pointer: str) -> None:
    with pytest.raises(Invalid) as refusal:
        Table.found(SYSTEM, **found)
    assert refusal.value.pointer == pointer


def test_a_campaign_of_another_system_is_refused() -> None:
    command = Create("another", "short")
    with pytest.raises(Invalid) as refusal:
        create(campaign_id(), "alea.example", command, Context(SYSTEM, ScriptedEnvironment()), "k")
    assert refusal.value.pointer == "/system"


def test_seats_are_taken_in_order_where_none_is_named() -> None:
    seats = [{"name": "A"}, {"name": "B", "seat": "north"}, {"name": "C"}]
    table = Table.found(SYSTEM, seats=seats)
    assert [(seat.seat, seat.name) for seat in table.campaign.seats] == [
        ("north", "B"),
        ("east", "A"),
        ("south", "C"),
    ]


# The fold


@pytest.mark.parametrize("chronicle", chronicles.EVERY)
def test_the_fold_of_the_stored_bytes_is_the_live_state(chronicle: str) -> None:
    table = chronicles.EVERY[chronicle]()
    events = [(made.record, made.hash) for made in table.events]
    assert list(replay(events, SYSTEM)) == table.states[1:]


@pytest.mark.parametrize("chronicle", chronicles.EVERY)
def test_a_campaign_goes_to_json_and_back(chronicle: str) -> None:
    """A snapshot folds on as the live state does."""
    for campaign in chronicles.EVERY[chronicle]().states[1:]:
        plain = msgspec.json.decode(msgspec.json.encode(campaign))
        again = msgspec.convert(plain, Campaign)
        game = msgspec.convert(plain["game"], SYSTEM.state_type)
        assert replace(again, game=game) == campaign


def folded(table: Table, event: Event) -> Campaign:
    record = record_bytes(event)
    return evolve(table.campaign, record, record_hash(record), SYSTEM, table.states.__getitem__)


def next_event(table: Table, *effects: dict[str, Any], **members: Any) -> Event:
    event = Event(
        v=1,
        campaign=table.campaign.id,
        seq=table.campaign.seq + 1,
        at=table.campaign.at,
        by="referee",
        for_="",
        key="k",
        entropy="",
        command={"type": "campaign.annotate", "seq": 1, "text": "t"},
        draws=[],
        effects=list(effects),
        prev=table.campaign.hash,
    )
    return replace(event, **members)


ANCHORS = {chain: {"anchor": "ab" * 32, "links": 8} for chain in ("open", "sealed")}
FORKED = {
    "type": "forked",
    "parent": campaign_id(),
    "at": 2,
    "parent_hash": "ab" * 32,
    "anchors": ANCHORS,
    "seen": False,
    "keep_order": False,
}

IMPOSSIBLE: dict[str, dict[str, Any]] = {
    "an unknown effect": {"type": "tally.weather"},
    "an unknown effect of the kernel": {"type": "dissolved"},
    "an effect without its members": {"type": "rewound"},
    "an effect with more members": {"type": "resigned", "seat": "north", "x": 1},
    "a seat that is not in play": {"type": "resigned", "seat": "west"},
    "a claim of a seat that is not in play": {"type": "seat-claimed", "seat": "west"},
    "a rewind forward": {
        "type": "rewound",
        "to": 99,
        "reason": "",
        "consents": [],
        "seen": False,
    },
    "seals before the end": {"type": "seals-opened", "last": {}},
    "an answer about the seals before the end": {
        "type": "seals-agreed",
        "seat": "north",
        "agree": "yes",
    },
    "an extension before the end": {
        "type": "dice-chain-extended",
        "chain": "open",
        "anchor": "ab" * 32,
        "links": 4,
    },
    "an extension of no chain": {
        "type": "dice-chain-extended",
        "chain": "loaded",
        "anchor": "ab" * 32,
        "links": 4,
    },
    "a fork from elsewhere": FORKED,
    "agreement to a fork that is to come": {
        "type": "fork-consented",
        "seat": "north",
        "at": 99,
        "withdrawn": False,
    },
    "agreement of a seat that is not in play": {
        "type": "fork-consented",
        "seat": "west",
        "at": 1,
        "withdrawn": False,
    },
    "agreement taken back that was not given": {
        "type": "fork-consented",
        "seat": "north",
        "at": 1,
        "withdrawn": True,
    },
    "a note of a fork of itself": {"type": "fork-made", "child": campaign_id(), "at": 1},
    "a note of a fork to come": {"type": "fork-made", "child": campaign_id(2), "at": 99},
    "a hand-over of a seat that is not in play": {
        "type": "seat-handed-over",
        "role": "seat:west",
    },
    "a change that is none": {
        "type": "ruled",
        "text": "t",
        "reason": "r",
        "changes": [{"type": "tally.burn"}],
    },
    "a roll in another phase": {
        "type": "tally.rolled",
        "seat": "north",
        "face": 3,
        "card": None,
        "worth": 0,
        "window": [],
    },
    "a second beginning": {
        "type": "tally.begun",
        "seats": ["north"],
        "cards": [],
        "coins": 5,
        "turns": 3,
        "column": "single",
    },
}


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_an_impossible_effect_is_a_corrupt_log(what: str) -> None:
    """It says which event it is, and which of its effects."""
    table = Table.found(SYSTEM)
    table.do("referee", "tally.set-up")
    where = f"event {len(table.events) + 1}, {IMPOSSIBLE[what]['type']}: "
    with pytest.raises(CorruptLog, match=re.escape(where)):
        folded(table, next_event(table, IMPOSSIBLE[what]))


ELSEWHERE: dict[str, dict[str, Any]] = {
    "a number before": {"seq": 1},
    "a number ahead": {"seq": 9},
    "another event before it": {"prev": ZERO},
    "another campaign": {"campaign": campaign_id(5)},
    "a link of no chain": {"draws": [{"chain": "open", "link": 9, "seed": "ab" * 32, "dice": []}]},
    "a sealed link again": {
        "draws": [{"chain": "sealed", "link": 1, "dice": {"sealed": "ab" * 32}}]
    },
}


@pytest.mark.parametrize("what", ELSEWHERE)
def test_an_event_that_does_not_follow_is_a_corrupt_log(what: str) -> None:
    table = Table.found(SYSTEM)
    table.do("referee", "tally.set-up")
    with pytest.raises(CorruptLog):
        folded(table, next_event(table, **ELSEWHERE[what]))


def test_an_end_after_the_end_is_a_corrupt_log() -> None:
    table = Table.found(SYSTEM).run()
    with pytest.raises(CorruptLog):
        folded(table, next_event(table, {"type": "concluded", "reason": "r", "winners": []}))


@pytest.mark.parametrize("seat", ["north", "west"])
def test_an_answer_after_the_opening_or_of_no_seat_is_a_corrupt_log(seat: str) -> None:
    table = chronicles.over() if seat == "north" else Table.found(SYSTEM).run()
    with pytest.raises(CorruptLog):
        folded(table, next_event(table, {"type": "seals-agreed", "seat": seat, "agree": "yes"}))


def test_seals_opened_twice_are_a_corrupt_log() -> None:
    table = chronicles.over()
    with pytest.raises(CorruptLog):
        folded(table, next_event(table, {"type": "seals-opened", "last": {}}))


# Rewinds


def test_a_rewind_takes_the_game_back_and_the_record_on() -> None:
    table = chronicles.until_turn(Table.found(SYSTEM), 2)
    table.do("north", "campaign.resign")
    before = table.campaign
    table.do("referee", "campaign.rewind", to=1, reason="anew")
    after = table.campaign
    assert after.game.phase == "set-up"
    assert after.seq == before.seq + 1
    assert after.chains == before.chains
    assert after.seats == before.seats
    assert after.sealed == before.sealed


def test_what_was_shown_stays_shown_after_a_rewind() -> None:
    table = chronicles.until_turn(Table.found(SYSTEM), 2)
    known = table.known("public")
    table.do("referee", "campaign.rewind", to=2, reason="anew")
    assert known.items() <= table.known("public").items()


def test_a_rewind_can_itself_be_taken_back() -> None:
    table = chronicles.until_turn(Table.found(SYSTEM), 2)
    game, at = table.game, table.campaign.seq
    table.do("referee", "campaign.rewind", to=2, reason="anew")
    table.do("referee", "campaign.rewind", to=at, reason="no, on", keep_order=True)
    assert table.game == game


def test_a_rewind_over_what_somebody_learned_says_so_and_reshuffles() -> None:
    table = chronicles.until_turn(Table.found(SYSTEM), 2)
    deck = table.states[2].game.deck
    made = table.do("referee", "campaign.rewind", to=2, reason="anew")
    rewound, shuffled = made.event.effects
    assert rewound["seen"] is True
    assert shuffled["type"] == "tally.shuffled"
    assert [draw["chain"] for draw in made.event.draws] == ["sealed"]
    assert table.game.deck != deck
    values = table.vault.values()
    assert sorted(values[table.game.deck]) == sorted(values[deck])


def test_the_order_is_kept_where_the_command_says_so() -> None:
    table = chronicles.until_turn(Table.found(SYSTEM), 2)
    made = table.do("referee", "campaign.rewind", to=2, reason="anew", keep_order=True)
    assert [effect["type"] for effect in made.event.effects] == ["rewound"]
    assert made.event.draws == []
    assert table.game == table.states[2].game


def test_a_rewind_over_nothing_hidden_says_that_too() -> None:
    table = Table.found(SYSTEM)
    table.do("referee", "tally.set-up")
    table.do("north", "campaign.annotate", seq=1, text="t")
    made = table.do("referee", "campaign.rewind", to=2, reason="r")
    assert made.event.effects[0]["seen"] is False
    assert made.event.draws == []


def test_a_rewind_to_before_the_deal_has_nothing_to_shuffle() -> None:
    table = Table.found(SYSTEM)
    table.do("referee", "tally.set-up")
    made = table.do("referee", "campaign.rewind", to=1, reason="r")
    assert made.event.effects[0]["seen"] is True
    assert made.event.draws == []


def test_consents_are_named_in_the_rewind_they_were_given_for() -> None:
    table = chronicles.until_turn(Table.found(SYSTEM), 2)
    table.do("east", "campaign.consent", to=3)
    table.do("north", "campaign.consent", to=3)
    table.do("north", "campaign.consent", to=2)
    made = table.do("referee", "campaign.rewind", to=3, reason="agreed")
    assert made.event.effects[0]["consents"] == ["east", "north"]
    assert table.campaign.consents == ()


def test_a_rewind_takes_back_the_end() -> None:
    table = Table.found(SYSTEM).run()
    table.do("referee", "campaign.rewind", to=2, reason="once more")
    assert table.campaign.outcome is None
    assert table.run(seed="again").campaign.outcome is not None


def test_nothing_is_rewound_once_the_seals_are_open() -> None:
    table = chronicles.finish(Table.found(SYSTEM))
    with pytest.raises(Conflict):
        table.do("referee", "campaign.rewind", to=2, reason="r")


# Forks


def test_a_fork_shares_the_events_before_it_byte_for_byte() -> None:
    parent = chronicles.live()
    child = parent.fork(5)
    assert [made.record for made in child.events[:5]] == [m.record for m in parent.events[:5]]
    first = child.events[5].event
    assert (first.seq, first.prev, first.campaign) == (6, parent.events[4].hash, campaign_id(2))
    assert first.draws == []
    assert first.effects[0]["parent_hash"] == parent.events[4].hash


def test_a_fork_has_chains_of_its_own_and_seats_to_be_claimed() -> None:
    parent = chronicles.live()
    child = parent.fork(5)
    for name, head in child.campaign.chains.items():
        assert head.used == 0
        assert head.anchor != parent.campaign.chains[name].anchor
    assert not any(seat.claimed or seat.resigned for seat in child.campaign.seats)
    assert [seat.name for seat in child.campaign.seats] == [
        seat.name for seat in parent.campaign.seats
    ]
    assert child.game == parent.states[5].game


def test_a_fork_over_what_somebody_learned_waits_for_a_reshuffle() -> None:
    child = chronicles.live().fork(5)
    assert child.campaign.reshuffle_due
    assert [waiting.kinds for waiting in child.standing.waiting] == [("campaign.reshuffle",)]
    with pytest.raises(OutOfPhase):
        child.do("north", "campaign.annotate", seq=1, text="t")
    deck = child.game.deck
    made = child.do("referee", "campaign.reshuffle")
    assert [draw["chain"] for draw in made.event.draws] == ["sealed"]
    assert child.game.deck != deck
    assert not child.campaign.reshuffle_due
    with pytest.raises(OutOfPhase):
        child.do("referee", "campaign.reshuffle")
    child.do("north", "campaign.annotate", seq=1, text="t")


def test_a_fork_that_keeps_the_order_goes_on_at_once() -> None:
    child = chronicles.live().fork(5, keep_order=True)
    assert not child.campaign.reshuffle_due
    assert child.events[-1].event.effects[0]["seen"] is True


def test_a_fork_of_a_game_that_hides_nothing_to_shuffle_goes_on_at_once() -> None:
    """Where a system has no reshuffle, none can be waited for."""
    system = replace(SYSTEM, reshuffle=None)
    parent = chronicles.until_turn(Table.found(system), 2)
    child = parent.fork(3, seen=True)
    assert not child.campaign.reshuffle_due
    chronicles.until_turn(child, 2)


def test_a_campaign_whose_seals_are_open_is_not_forked_at_its_end() -> None:
    table = chronicles.over()
    with pytest.raises(Conflict):
        table.fork(len(table.events))


def test_agreement_to_a_fork_stands_until_it_is_used_taken_back_or_handed_over() -> None:
    table = chronicles.noted()
    standing = [
        (made.event.seq, [(one.seat, one.at) for one in state.fork_consents])
        for made, state in zip(table.events, table.states[1:], strict=True)
        if made.event.command["type"] in ("campaign.consent", "campaign.note-fork")
    ]
    (first, given), *_, (before, all_of_them), (noted, left) = standing
    at = first - 1
    assert given == [(table.campaign.seats[0].seat, at)]
    assert sorted(all_of_them) == sorted(
        [*((seat.seat, at) for seat in table.campaign.seats), ("north", at - 1)]
    )
    assert noted == before + 1
    assert left == [("north", at - 1)], "what was agreed to for another event stands"


def test_a_fork_that_carries_seats_counts_them_as_claimed() -> None:
    campaign = chronicles.restored().campaign
    assert [seat.seat for seat in campaign.seats if seat.claimed] == ["north"]


def test_a_fork_that_carries_secrets_is_not_rewound_to_an_order_that_is_shared() -> None:
    parent = chronicles.live()
    at = len(parent.events)
    child = parent.fork(at, seen=True, held=("north",))
    child.do("referee", "campaign.reshuffle")
    own = child.campaign.seq
    child.do("north", "campaign.annotate", seq=1, text="t")
    for to in (at - 1, at, own - 1):
        with pytest.raises(Conflict):
            child.do("referee", "campaign.rewind", to=to, reason="x", keep_order=True)
    child.do("referee", "campaign.rewind", to=own, reason="x", keep_order=True)
    child.do("referee", "campaign.rewind", to=at - 1, reason="x")


def test_a_fork_of_a_fork_knows_its_stretches() -> None:
    campaign = chronicles.forked().campaign
    assert [stretch.campaign for stretch in campaign.stretches] == [
        campaign_id(1),
        campaign_id(2),
        campaign_id(3),
    ]
    firsts = [stretch.first for stretch in campaign.stretches]
    assert firsts == sorted(firsts)
    assert firsts[0] == 1


def test_a_forks_seals_name_the_last_link_of_every_chain_it_shares() -> None:
    table = chronicles.forked()
    opened = table.events[-1].event.effects[0]
    assert set(opened["last"]) == {span.anchor for span in table.campaign.sealed}
    assert len(opened["last"]) > 1


# The end


def test_the_game_concludes_the_campaign_in_the_event_that_ends_it() -> None:
    table = Table.found(SYSTEM).run()
    last = table.events[-1].event
    assert last.effects[-1]["type"] == "concluded"
    assert last.effects[-1]["winners"] == list(table.campaign.outcome.winners)  # type: ignore[union-attr]
    assert table.view("public")["status"] == "concluded"


def test_the_referee_may_conclude_it_before() -> None:
    table = chronicles.until_turn(Table.found(SYSTEM), 2)
    table.do("referee", "campaign.conclude", reason="It is late.", winners=["east"])
    assert table.campaign.outcome is not None
    assert table.view("public")["winners"] == ["east"]


def test_after_the_end_the_seals_are_awaited_and_shown_to_everyone() -> None:
    table = Table.found(SYSTEM).run()
    assert [waiting.kinds for waiting in table.standing.waiting] == [("campaign.open-seals",)]
    table.do("referee", "campaign.open-seals")
    assert table.standing.waiting == ()
    assert table.known("public") == table.vault.values()
    boards = table.view("public")["game"]["boards"]
    assert all(board["hand"] is not None for board in boards)
    with pytest.raises(Conflict):
        table.do("referee", "campaign.open-seals")


def test_a_campaign_without_hidden_draws_awaits_nothing_after_its_end() -> None:
    table = Table.found(SYSTEM)
    table.do("referee", "campaign.conclude", reason="r")
    assert table.standing.waiting == ()


def test_remarks_are_taken_after_the_end() -> None:
    table = chronicles.finish(Table.found(SYSTEM))
    table.do("north", "campaign.annotate", seq=3, text="There I lost it.")


def test_who_has_resigned_resigns_no_more() -> None:
    table = Table.found(SYSTEM)
    table.do("north", "campaign.resign")
    assert table.view("public")["seats"][0]["resigned"] is True
    with pytest.raises(Conflict):
        table.do("north", "campaign.resign")


def test_a_ruling_changes_what_it_names() -> None:
    table = Table.found(SYSTEM)
    change = {"type": "tally.set-points", "seat": "east", "points": 7}
    table.do("referee", "campaign.rule", text="t", reason="r", changes=[change])
    assert table.game.board("east").points == 7


def test_changes_of_a_ruling_build_on_each_other() -> None:
    table = Table.found(SYSTEM)
    changes = [{"type": "tally.set-points", "seat": "east", "points": points} for points in (7, 3)]
    table.do("referee", "campaign.rule", text="t", reason="r", changes=changes)
    assert table.game.board("east").points == 3


def test_two_tables_with_other_seeds_play_other_games() -> None:
    """The scripted environment is not the same whatever the seed."""
    games = {
        Table.found(SYSTEM, environment=ScriptedEnvironment(seed)).run(seed="same").game
        for seed in ("a", "b", "c", "d")
    }
    assert len(games) > 1
    assert Below("x")(10**6) != Below("y")(10**6)
