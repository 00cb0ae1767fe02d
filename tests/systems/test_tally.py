"""Tally's own rules: given commands and dice, then effects."""

from typing import Any

import pytest

from iacta.domain.kernel.campaign.requests import Entered
from iacta.domain.kernel.proof.errors import (
    Conflict,
    Invalid,
    NotYourTurn,
    OutOfPhase,
    RuleViolation,
)
from tests.support.table import Table
from tests.systems.tally import SYSTEM
from tests.systems.tally.tables import DECK, POINTS

TWO = [{"name": "Anna", "seat": "north"}, {"name": "Berta", "seat": "east"}]


def dealt(**found: Any) -> Table:
    table = Table.found(SYSTEM, seats=TWO, **found)
    table.do("referee", "tally.set-up")
    return table


def bid(table: Table, north: int, east: int) -> list[dict[str, Any]]:
    table.do("north", "tally.bid", bid=north)
    return table.do("east", "tally.bid", bid=east).event.effects


def rolled(table: Table, face: int) -> dict[str, Any]:
    leader = f"seat:{table.game.leader}"
    entered = Entered("scripted", (face,))
    done = table.do("referee", "tally.roll", for_=leader, entered=entered)
    return done.event.effects[0]


# TY 1


def test_ty_1_three_cards_are_dealt_to_each_seat_and_dice_name_a_leader() -> None:
    table = dealt()
    assert [board.cards for board in table.game.boards] == [3, 3]
    assert table.game.left == sum(card.count for card in DECK.cards) - 6
    assert table.game.leader in ("north", "east")


def test_ty_1_a_deck_holds_four_hands() -> None:
    cards = [{"name": "sword", "worth": 3, "count": 11}]
    with pytest.raises(Invalid, match="twelve") as refusal:
        Table.found(SYSTEM, data={"deck": {"cards": cards}})
    assert refusal.value.pointer == "/data/deck/cards"


def test_ty_1_another_deck_is_played_with() -> None:
    table = dealt(data={"deck": {"cards": [{"name": "lance", "worth": 2, "count": 20}]}})
    assert table.view("seat:north")["game"]["boards"][0]["hand"] == ["lance"] * 3


# TY 2


def test_ty_2_nobody_bids_more_than_his_coins() -> None:
    with pytest.raises(RuleViolation) as refusal:
        dealt().do("north", "tally.bid", bid=6)
    assert refusal.value.rule == "TY 2"


def test_ty_2_a_bid_stands() -> None:
    table = dealt()
    table.do("north", "tally.bid", bid=0)
    with pytest.raises(Conflict):
        table.do("north", "tally.bid", bid=1)


def test_ty_2_a_bid_is_shown_to_nobody_before_all_have_bid() -> None:
    table = dealt()
    table.do("north", "tally.bid", bid=3)
    shown = [table.view(role)["game"]["boards"][0] for role in ("seat:north", "seat:east")]
    assert [board["bid"] for board in shown] == [3, None]
    assert [board["has_bid"] for board in shown] == [True, True]


# TY 3


def test_ty_3_the_highest_bid_pays_takes_a_card_and_leads() -> None:
    table = dealt()
    effects = bid(table, 2, 1)
    assert [effect["type"] for effect in effects] == [
        "opened",
        "tally.bid-laid",
        "tally.bids-resolved",
        "tally.dealt",
    ]
    assert effects[2] == {
        "type": "tally.bids-resolved",
        "bids": [2, 1],
        "rounds": [],
        "leader": "north",
        "paid": 2,
    }
    assert (table.game.leader, table.game.boards[0].coins) == ("north", 3)
    assert table.game.boards[0].cards == 4


def test_ty_3_equal_bids_are_rolled_off() -> None:
    table = dealt()
    resolved = bid(table, 2, 2)[2]
    last = resolved["rounds"][-1]
    assert resolved["leader"] == ("north" if last[0] > last[1] else "east")


def test_ty_ruling_1_without_bids_the_leader_stays_and_no_card_is_taken() -> None:
    """Ruling TY-1."""
    table = dealt()
    before = table.game.leader
    assert [effect["type"] for effect in bid(table, 0, 0)][-1] == "tally.bids-resolved"
    assert table.game.leader == before


# TY 4


def test_ty_4_the_leader_may_add_a_card_that_he_holds() -> None:
    table = dealt()
    bid(table, 1, 0)
    hand = table.view("seat:north")["game"]["boards"][0]["hand"]
    effect = table.do("north", "tally.roll", card=hand[0]).event.effects[0]
    assert effect["worth"] == table.game.worth(hand[0])
    assert table.game.boards[0].played == (hand[0],)


def test_ty_4_nobody_plays_a_card_that_he_does_not_hold() -> None:
    table = dealt()
    bid(table, 1, 0)
    with pytest.raises(RuleViolation) as refusal:
        table.do("north", "tally.roll", card="lance")
    assert (refusal.value.rule, refusal.value.pointer) == ("TY 4", "/command/card")


def test_ty_4_only_the_leader_rolls() -> None:
    table = dealt()
    bid(table, 1, 0)
    with pytest.raises(NotYourTurn):
        table.do("east", "tally.roll")


# TY 5


def test_ty_5_whoever_holds_cards_answers_or_passes() -> None:
    table = dealt(options={"entered_dice": True})
    bid(table, 1, 0)
    assert rolled(table, 6)["window"] == ["east"]
    hand = table.view("seat:east")["game"]["boards"][1]["hand"]
    answered, resolved = table.do("east", "tally.answer", card=hand[0]).event.effects
    assert answered["worth"] == table.game.worth(hand[0])
    assert resolved["total"] == 6 - answered["worth"]


def test_ty_5_a_roll_that_all_let_stand_counts_in_full() -> None:
    table = dealt(options={"entered_dice": True})
    bid(table, 1, 0)
    rolled(table, 6)
    resolved = table.do("east", "tally.pass").event.effects[-1]
    assert (resolved["total"], resolved["points"]) == (6, 3)


# TY 6


@pytest.mark.parametrize(
    ("total", "single", "double"),
    [
        (0, 0, 0),
        (1, 0, 0),
        (2, 1, 2),
        (3, 1, 2),
        (4, 2, 4),
        (5, 2, 4),
        (6, 3, 6),
        (7, 3, 6),
        (8, 4, 8),
        (9, 5, 10),
    ],
)
def test_ty_6_points_for_a_total(total: int, single: int, double: int) -> None:
    """TY 6, and the second column of ruling TY-2."""
    assert POINTS.row(str(total)) == (str(single), str(double))


def test_ty_ruling_2_double_points() -> None:
    """Ruling TY-2."""
    table = dealt(options={"double_points": True, "entered_dice": True})
    bid(table, 1, 0)
    rolled(table, 6)
    assert table.do("east", "tally.pass").event.effects[-1]["points"] == 6


# TY 7


def test_ty_7_after_the_last_turn_the_highest_score_wins() -> None:
    table = dealt().run()
    best = max(board.points for board in table.game.boards)
    winners = tuple(board.seat for board in table.game.boards if board.points == best)
    assert table.game.turn == 3
    assert table.campaign.outcome is not None
    assert table.campaign.outcome.winners == winners


def test_a_command_in_another_phase_is_refused() -> None:
    with pytest.raises(OutOfPhase):
        Table.found(SYSTEM).do("north", "tally.bid", bid=0)


def test_a_ruling_names_a_seat_that_is_in_play() -> None:
    change = {"type": "tally.set-points", "seat": "west", "points": 2}
    with pytest.raises(Invalid) as refusal:
        dealt().do("referee", "campaign.rule", text="t", reason="r", changes=[change])
    assert refusal.value.pointer == "/command/changes/0/seat"
