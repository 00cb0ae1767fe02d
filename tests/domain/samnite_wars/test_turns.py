"""The turn's frame: set-up, Fate, Taxation, Strategy, Prestige, Etcetera, the end. SW P6 to P10."""

from typing import Any

import pytest

from iacta.domain.kernel.proof.errors import (
    Concluded,
    Conflict,
    Invalid,
    NotYourTurn,
    OutOfPhase,
    RuleViolation,
)
from iacta.domain.samnite_wars import SYSTEM
from iacta.domain.samnite_wars import commands as cmd
from iacta.domain.samnite_wars import effects as fx
from iacta.domain.samnite_wars.rules import turns
from iacta.domain.samnite_wars.state import FaceDown
from iacta.domain.samnite_wars.tables import DECK
from tests.domain.samnite_wars.given import CONSUL, FOE, SEATS, THIRD, Desk, all_of, of, replace

TEN = [card.name for card in DECK[10:20]]
ORDER = [card.name for card in DECK]


def started(*, players: int = 2, faces: Any = (3, 5, 4, 9, 2), **switches: Any) -> Desk:
    desk = Desk(players, **switches)
    desk.do("referee", cmd.SetUp(), *faces)
    return desk


# set-up


def test_sw_42_set_up_is_one_command_after_genesis() -> None:
    """SW-42, SW P6: 1d6 PT each, 1d6 coins, the first Consul by d10; then turn 1 has begun."""
    desk = Desk()
    assert desk.waiting() == ["referee"]
    assert [*desk.options(FOE)] == ["set-up"]
    effects = desk.do("referee", cmd.SetUp(), 3, 5, 4, 2, 9)
    assert [type(effect) for effect in effects] == [
        fx.SetUpRolled,
        fx.Shuffled,
        fx.TurnBegun,
        fx.Dealt,
        fx.Dealt,
        fx.Taxed,
    ]
    assert [die for die, _ in desk.thrown] == ["d6", "d6", "d6", "d10", "d10"]
    state = desk.state
    assert [player.prestige for player in state.players] == [3, 5]
    assert (state.turn, state.consul, state.step) == (1, FOE, "strategy")
    assert state.treasury == 4 + 3
    assert state.controlled == ("Latins",)


def test_sw_27_the_highest_d10_begins_and_equals_roll_again() -> None:
    """SW-27: among three, the two who are equal roll on."""
    desk = started(players=3, faces=(1, 1, 1, 1, 8, 8, 3, 2, 7))
    assert desk.state.consul == FOE
    assert desk.state.turn_order == (FOE, THIRD, CONSUL)


def test_sw_2_two_to_eight_play() -> None:
    """SW-2: eight seats with letters of their own on four slots; all hands can be filled."""
    assert len(SYSTEM.seats) == 8
    assert SYSTEM.scenario("standard").min_seats == 2
    assert len({seat.letter for seat in SYSTEM.seats}) == 8
    assert sorted(seat.slot for seat in SYSTEM.seats) == [1, 1, 2, 2, 3, 3, 4, 4]
    desk = started(players=8, faces=(1,) * 9 + (9, *range(1, 8)))
    assert [player.cards for player in desk.state.players] == [10] * 8
    assert desk.state.left == 9


def test_set_up_comes_once_and_first() -> None:
    desk = Desk()
    with pytest.raises(OutOfPhase):
        desk.do(CONSUL, cmd.RollEvent())
    desk.do(CONSUL, cmd.SetUp(), 3, 5, 4, 9, 2)
    with pytest.raises(OutOfPhase):
        desk.do("referee", cmd.SetUp())


# Fate


def test_sw_p8_hands_are_filled_to_ten_from_the_consul_on() -> None:
    """SW P8, SW-31: the cards go in turn order, as they lie."""
    desk = started(faces=(3, 5, 4, 2, 9))
    assert desk.hand(FOE) == ORDER[:10]
    assert desk.hand(CONSUL) == ORDER[10:20]
    assert desk.state.left == 69


def test_sw_p4_a_hand_is_seen_by_its_owner_alone() -> None:
    """SW P4: others see how many cards it has."""
    desk = started()
    for role in ("public", "referee", FOE):
        player = desk.view(role).players[0]
        assert (player.cards, player.hand) == (10, None)
    own = desk.view(CONSUL).players[0].hand
    assert [card.name for card in own] == desk.hand(CONSUL)


def test_sw_22_a_hand_beyond_ten_draws_nothing() -> None:
    """SW-22: Strategy may exceed ten; the Fate phase then adds none."""
    desk = Desk().at("etcetera", held={CONSUL: ORDER[:12], FOE: ORDER[12:20]})
    desk.do(CONSUL, cmd.Discard(()))
    effects = desk.do(FOE, cmd.Discard(()))
    assert [(one.seat, one.count) for one in all_of(fx.Dealt, effects)] == [(FOE, 2)]
    assert [player.cards for player in desk.state.players] == [12, 10]


def test_sw_23_an_empty_deck_is_renewed_from_the_whole_discard() -> None:
    """SW-23, SW-31: also from what lies face down, and in the middle of a hand."""
    desk = Desk().at("etcetera", held={CONSUL: ORDER[:10], FOE: ORDER[10:13]})
    down = desk.seal(ORDER[13:16]).sealed
    shown = tuple(ORDER[16:86])
    desk.with_(discard=shown, face_down=(FaceDown(down, 3),)).deck(ORDER[86:])
    desk.do(CONSUL, cmd.Discard(()))
    effects = desk.do(FOE, cmd.Discard(()))
    dealt = all_of(fx.Dealt, effects)
    assert [one.count for one in dealt] == [3, 4]
    assert of(fx.Renewed, effects).left == 73
    assert desk.hand(FOE) == [*ORDER[10:13], *ORDER[13:17], *ORDER[86:]]
    assert (desk.state.discard, desk.state.face_down) == ((), ())
    assert desk.state.left == 69


def test_sw_31_no_cards_left_is_no_draw() -> None:
    """SW-31: two who hold all but four cards leave the others with those."""
    desk = Desk(3).at("etcetera", held={CONSUL: ORDER[:45], FOE: ORDER[45:85], THIRD: ORDER[85:]})
    for seat in (CONSUL, FOE):
        desk.do(seat, cmd.Discard(()))
    effects = desk.do(THIRD, cmd.Discard((ORDER[85],)))
    assert of(fx.Renewed, effects).left == 1
    assert desk.hand(THIRD) == ORDER[85:]
    assert desk.state.step == "event"


def test_the_fate_deck_is_kept_face_up() -> None:
    """SW-23: as printed by switch, its top card public; as it is meant it names none."""
    assert started().view().deck.top is None
    desk = started(fate_deck="face-up")
    assert desk.view().deck.top == ORDER[20]
    effects = desk.do(CONSUL, cmd.Draw(2))
    assert of(fx.TopShown, effects).card == ORDER[22]
    assert desk.view().deck.top == ORDER[22]


def test_the_discard_is_kept_face_down() -> None:
    """SW-23, SW-32: as printed by switch; then windows ask for cards that nobody may look for."""
    for lies, shown, asked in (
        ("face-up", ("Scandal", "Spears"), ("Plague",)),
        ("face-down", (), ("Scandal", "Plague")),
    ):
        desk = Desk(discard_pile=lies).at("event", held={CONSUL: TEN, FOE: ORDER[:10]})
        desk.with_(discard=("Scandal", "Spears"))
        discard = desk.view().discard
        assert (discard.count, discard.shown, discard.face_down) == (2, shown, 2 - len(shown))
        assert of(fx.WindowOpened, desk.do(CONSUL, cmd.RollEvent(), 2)).cards == asked


# Taxation


@pytest.mark.parametrize(
    ("tokens", "coins"),
    [({}, 3), ({"Etruscans": 1, "Gauls": 1}, 5), ({"Samnites": 2}, 3), ({"Samnites": 3}, 4)],
    ids=["Latins", "three regions", "two tokens", "three tokens"],
)
def test_sw_p9_taxes_are_two_and_one_for_each_region(tokens: dict[str, int], coins: int) -> None:
    """SW P9, SW-5: the Latins included, the Samnites from three tokens on."""
    desk = Desk().at("etcetera", treasury=5, held={CONSUL: TEN}).control(**tokens)
    assert desk.view().tax == coins
    effects = desk.do(CONSUL, cmd.Discard(()))
    taxed = of(fx.Taxed, effects)
    assert (taxed.coins, taxed.total) == (coins, 5 + coins)


def test_if_the_treasury_ever_has_more_than_20_gold_it_immediately_loses_1d10() -> None:
    """SW P19, SW-24: 18 and 3 are 21; again while more than 20 are left, by switch once."""
    desk = Desk().at("etcetera", treasury=18, held={CONSUL: TEN})
    effects = desk.do(CONSUL, cmd.Discard(()), 10)
    assert of(fx.Corrupted, effects) == fx.Corrupted(10, 10, 11)
    desk = Desk().at("etcetera", treasury=20, held={CONSUL: TEN})
    effects = desk.do(CONSUL, cmd.Discard(()), 1, 2)
    assert [(one.lost, one.total) for one in all_of(fx.Corrupted, effects)] == [(1, 22), (2, 20)]
    desk = Desk(corruption="once").at("etcetera", treasury=40, held={CONSUL: TEN})
    desk.do(CONSUL, cmd.Discard(()), 1)
    assert desk.state.treasury == 42


def test_sw_p19_twenty_coins_lose_nothing() -> None:
    """SW P19: no die is thrown."""
    desk = Desk().at("etcetera", treasury=17, held={CONSUL: TEN})
    desk.do(CONSUL, cmd.Discard(()))
    assert desk.state.treasury == 20


# Strategy


def test_sw_p10_the_consul_pays_a_coin_a_card() -> None:
    """SW P10, SW P3, SW-22: beyond ten; the coins go out of the Treasury."""
    desk = Desk().at("strategy", treasury=5, held={CONSUL: TEN})
    effects = desk.do(CONSUL, cmd.Draw(3))
    assert of(fx.TreasuryChanged, effects).total == 2
    assert len(desk.hand(CONSUL)) == 13
    assert desk.state.step == "event"


def test_sw_p10_not_more_than_the_treasury_holds() -> None:
    """SW P10: the option says how many."""
    desk = Desk().at("strategy", treasury=5, held={CONSUL: TEN})
    assert desk.options(CONSUL)["draw:some"].choices["/cards"].integer.max == 5
    with pytest.raises(RuleViolation) as refused:
        desk.do(CONSUL, cmd.Draw(6))
    assert refused.value.rule == "SW P10"
    with pytest.raises(NotYourTurn):
        desk.do(FOE, cmd.Draw(1))


def test_sw_31_strategy_draws_at_most_what_is_left() -> None:
    """SW-31: the deck and the discard after it."""
    desk = Desk().at("strategy", treasury=9, held={CONSUL: ORDER[:87]})
    assert turns.most_to_draw(desk.state) == 2
    with pytest.raises(RuleViolation) as refused:
        desk.do(CONSUL, cmd.Draw(3))
    assert refused.value.rule == "SW-31"
    desk.do(CONSUL, cmd.Draw(2))
    assert len(desk.hand(CONSUL)) == 89


def test_sw_p7_a_strategy_phase_without_a_choice_passes_by_itself() -> None:
    """SW P7: where no card is left to draw, the event is next."""
    desk = Desk().at("etcetera", held={CONSUL: ORDER[:50], FOE: ORDER[50:]})
    desk.do(CONSUL, cmd.Discard(()))
    desk.do(FOE, cmd.Discard(()))
    assert (desk.state.consul, desk.state.step) == (FOE, "event")


# Prestige and Etcetera


def test_sw_p17_the_consul_gains_pt_for_the_treasurys_gold() -> None:
    """SW P17, SW P2: after the event is resolved; the gold stays."""
    desk = Desk().at("peace", treasury=7, held={CONSUL: TEN})
    effects = desk.do(CONSUL, cmd.PaxRomana())
    gains = [(one.change, one.rule) for one in all_of(fx.PrestigeChanged, effects)]
    assert gains == [(1, "SW P13"), (7, "SW P17")]
    assert (desk.prestige(CONSUL), desk.state.treasury) == (18, 7)


def test_sw_p18_everyone_may_discard_up_to_five_unseen() -> None:
    """SW P18, SW-22, SW-23: face down; how many shows when all have done."""
    desk = Desk().at("etcetera", held={CONSUL: TEN, FOE: ORDER[:10]})
    assert desk.waiting() == [CONSUL, FOE]
    (laid,) = desk.do(FOE, cmd.Discard((ORDER[0], ORDER[3])))
    assert isinstance(laid, fx.DiscardLaid)
    assert desk.view().players[1].cards == 10
    effects = desk.do(CONSUL, cmd.Discard(()))
    counts = [(one.seat, one.count) for one in all_of(fx.Discarded, effects)]
    assert counts == [(CONSUL, 0), (FOE, 2)]
    discard = desk.view().discard
    assert (discard.count, discard.shown, discard.face_down) == (2, (), 2)
    assert desk.opened == []
    assert len(desk.hand(FOE)) == 10
    assert ORDER[0] not in desk.hand(FOE)


def test_sw_p18_a_discard_is_held_and_stands() -> None:
    """SW P18, SW P4: no card twice, none that one does not hold, no second thought."""
    desk = Desk().at("etcetera", held={CONSUL: TEN, FOE: ORDER[:10]})
    with pytest.raises(Invalid):
        desk.do(CONSUL, cmd.Discard((TEN[0], TEN[0])))
    with pytest.raises(RuleViolation) as refused:
        desk.do(CONSUL, cmd.Discard((ORDER[0],)))
    assert refused.value.rule == "SW P4"
    desk.do(CONSUL, cmd.Discard((TEN[0],)))
    with pytest.raises(Conflict):
        desk.do(CONSUL, cmd.Discard(()))
    assert desk.options(CONSUL) == {}


def test_sw_p7_the_next_player_is_consul() -> None:
    """SW P7: round the table, and what belonged to the turn is gone."""
    desk = Desk(3).at("etcetera", held={CONSUL: TEN}, plague=True, lost_this_turn=True)
    effects = desk.do(CONSUL, cmd.Discard(()))
    begun = of(fx.TurnBegun, effects)
    assert (begun.turn, begun.consul) == (2, FOE)
    state = desk.state
    assert (state.plague, state.event, state.battle, state.battle_lost) == (False, None, None, True)
    assert [state.role(seat) for seat in SEATS[:3]] == ["foe", "consul", "foe"]


# the end


def six(desk: Desk) -> Desk:
    return desk.control(Etruscans=1, Gauls=1, Umbrians=1, Campanians=1, Lucanians=1)


@pytest.mark.parametrize("step", ["strategy", "event", "peace", "etcetera"])
def test_sw_p1_the_consul_of_six_regions_declares_the_end(step: str) -> None:
    """SW P1, SW-6: with nothing of the event left to answer, the Latins counted; most PT wins."""
    desk = six(Desk().at(step, held={CONSUL: TEN, FOE: ORDER[:10]}))
    assert "declare-end" in desk.options(CONSUL)
    effects = desk.do(CONSUL, cmd.DeclareEnd())
    assert of(fx.GameEnded, effects).declared_by == CONSUL
    outcome = SYSTEM.standing(desk.state).outcome
    assert outcome is not None
    assert outcome.winners == (CONSUL, FOE)
    with pytest.raises(Concluded):
        desk.do(CONSUL, cmd.DeclareEnd())


def test_sw_6_no_declaration_escapes_an_effort_that_is_laid() -> None:
    """SW-6: by switch at any time; what was laid then stays sealed."""
    held = {CONSUL: ["Swords"], FOE: ["Spears"]}
    desk = six(Desk().fighting("war", "Samnites", held))
    desk.lay(FOE, "Spears")
    assert "declare-end" not in desk.options(CONSUL)
    with pytest.raises(RuleViolation) as refused:
        desk.do(CONSUL, cmd.DeclareEnd())
    assert refused.value.rule == "SW-6"
    desk = six(Desk(declaration="any-time").fighting("war", "Samnites", held))
    desk.lay(FOE, "Spears")
    desk.do(CONSUL, cmd.DeclareEnd())
    assert desk.opened == []
    assert desk.state.step == "over"


@pytest.mark.parametrize("step", ["event-cards", "rebels", "ally", "gifts", "free", "battle-cards"])
def test_sw_6_no_declaration_while_the_event_is_unsettled(step: str) -> None:
    """SW-6: so no Defeat card is escaped, and no region kept that has to go."""
    for moment, may in (("settled", False), ("any-time", True)):
        desk = six(Desk(declaration=moment).at(step, held={CONSUL: TEN, FOE: ORDER[:10]}))
        assert desk.view().may_declare == may


def test_sw_6_discards_that_are_laid_hinder_no_declaration() -> None:
    """SW-6: they change no result, and the PT of the turn are counted by then."""
    desk = six(Desk().at("etcetera", held={CONSUL: TEN, FOE: ORDER[:10]}))
    desk.do(FOE, cmd.Discard((ORDER[0],)))
    desk.do(CONSUL, cmd.DeclareEnd())
    assert desk.state.step == "over"


def test_sw_6_no_other_player_and_not_with_five_regions() -> None:
    """SW P1, SW-6, SW-5: two tokens on the Samnites are no sixth region."""
    desk = six(Desk().at("peace", held={CONSUL: TEN}))
    with pytest.raises(RuleViolation) as refused:
        desk.do(FOE, cmd.DeclareEnd())
    assert refused.value.rule == "SW P1"
    desk.control(Gauls=0, Samnites=2)
    assert not desk.view().may_declare
    with pytest.raises(RuleViolation) as refused:
        desk.do(CONSUL, cmd.DeclareEnd())
    assert refused.value.rule == "SW P1"


def test_sw_p1_most_pt_wins() -> None:
    """SW P1, SW P2: not the player who declares."""
    desk = six(Desk().at("peace", held={CONSUL: TEN}))
    rich = desk.state.player(FOE)
    assert rich is not None
    desk.state = desk.state.with_player(replace(rich, prestige=11))
    desk.do(CONSUL, cmd.DeclareEnd())
    assert turns.winners(desk.state) == (FOE,)


@pytest.mark.parametrize(
    ("limit", "turn", "over"),
    [(60, 59, False), (60, 60, True), (20, 20, True), ("none", 60, False)],
)
def test_sw_41_after_the_last_turn_the_most_pt_win(limit: Any, turn: int, over: bool) -> None:
    """SW-41: sixty turns, another number, or none, by switch."""
    desk = Desk(turn_limit=limit).at("etcetera", held={CONSUL: TEN}).with_(turn=turn)
    effects = desk.do(CONSUL, cmd.Discard(()))
    assert bool(all_of(fx.GameEnded, effects)) == over
    assert (desk.state.step == "over") == over
    assert desk.view().turn_limit == (None if limit == "none" else limit)


def test_sw_39_tax_base_and_bank_never_run_out() -> None:
    """SW-39, SW-4, SW P3: coins and PT are as many as the rules give; only Rome's are counted."""
    desk = Desk(corruption="once").at("etcetera", treasury=500, prestige=9000, held={CONSUL: TEN})
    desk.do(CONSUL, cmd.Discard(()), 1)
    assert desk.state.treasury == 502
    desk.with_(step="peace", consul=CONSUL)
    desk.do(CONSUL, cmd.PaxRomana())
    assert desk.prestige(CONSUL) == 9503
