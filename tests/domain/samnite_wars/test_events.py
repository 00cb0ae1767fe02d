"""The event, the region of a war, and the cards that are played on them. SW P11, SW P15, SW P16."""

from typing import Any

import pytest

from iacta.domain.kernel.proof.errors import Conflict, NotYourTurn, OutOfPhase, RuleViolation
from iacta.domain.samnite_wars import SYSTEM
from iacta.domain.samnite_wars import commands as cmd
from iacta.domain.samnite_wars import effects as fx
from iacta.domain.samnite_wars.state import TurnEvent
from tests.domain.samnite_wars.given import CONSUL, FOE, SEATS, THIRD, Desk, all_of, of

HELD = {CONSUL: ["Swords"], FOE: ["Spears"]}


def rolled(*faces: int, players: int = 2, **tokens: int) -> tuple[Desk, TurnEvent]:
    desk = Desk(players).at("event", held=HELD).control(**tokens)
    return desk, of(fx.EventRolled, desk.do(CONSUL, cmd.RollEvent(), *faces)).event


def passed(desk: Desk) -> Desk:
    for seat in desk.waiting():
        desk.answer(seat)
    return desk


@pytest.mark.parametrize(
    ("face", "kind"),
    [(1, "revolt"), (2, "peace"), (4, "peace"), (5, "raids"), (7, "raids")],
)
def test_sw_p11_the_event_is_read_on_the_table(face: int, kind: str) -> None:
    """SW P11: one d10, no second die."""
    desk, event = rolled(face)
    assert (event.face, event.rolled, event.kind, event.region_face) == (face, kind, kind, None)
    assert desk.state.step == "event-cards"


@pytest.mark.parametrize("face", [8, 9, 10])
def test_sw_48_a_war_rolls_its_region_at_once(face: int) -> None:
    """SW-48, SW P15, SW-1: both dice before anybody is asked."""
    desk, event = rolled(face, 2)
    assert [purpose for _, purpose in desk.thrown] == ["event", "region of the war"]
    assert (event.rolled, event.kind, event.region) == ("war", "war", "Etruscans")


@pytest.mark.parametrize(
    ("face", "tokens", "kind", "region"),
    [
        (1, {}, "revolt", None),
        (1, {"Gauls": 1, "Umbrians": 1}, "revolt", None),
        (2, {"Etruscans": 1}, "revolt", "Etruscans"),
        (3, {"Samnites": 2}, "war", "Samnites"),
        (3, {"Samnites": 3}, "revolt", "Samnites"),
        (4, {}, "war", "Campanians"),
        (5, {}, "war", "Etruscans"),
        (5, {"Umbrians": 1}, "war", "Gauls"),
        (5, {"Gauls": 1}, "revolt", "Gauls"),
        (6, {}, "war", "Samnites"),
        (6, {"Etruscans": 1}, "war", "Umbrians"),
        (7, {}, "war", "Samnites"),
        (7, {"Samnites": 3}, "war", "Messapians"),
        (8, {}, "peace", None),
        (8, {"Campanians": 1}, "war", "Lucanians"),
        (9, {}, "peace", None),
        (10, {}, "peace", None),
        (10, {"Messapians": 1}, "war", "Tarentines"),
        (10, {"Tarentines": 1}, "revolt", "Tarentines"),
    ],
)
def test_sw_9_the_region_of_a_war(
    face: int, tokens: dict[str, int], kind: str, region: str | None
) -> None:
    """SW-9, SW P16: Latins, controlled, bordering, and the parenthesis once, in this order."""
    _, event = rolled(8, face, **tokens)
    assert (event.kind, event.region) == (kind, region)


def test_sw_9_a_substitute_that_is_controlled_revolts() -> None:
    """SW-9: Gauls do not border a Republic that has the Etruscans on a map of its own."""
    desk = Desk().at("event", held=HELD).control(Etruscans=1)
    desk.with_(borders=(("Latins", "Etruscans"), ("Gauls", "Umbrians")))
    event = of(fx.EventRolled, desk.do(CONSUL, cmd.RollEvent(), 8, 5)).event
    assert (event.kind, event.region) == ("revolt", "Etruscans")
    assert event.how == "the Gauls do not border the Republic; the Etruscans are Rome's already"


def test_sw_30_the_latins_on_the_region_table_are_a_whole_revolt() -> None:
    """SW-30: with two regions the Foes name one; with none a Latin city rebels."""
    desk, _ = rolled(9, 1, Etruscans=1, Campanians=1)
    assert passed(desk).state.step == "rebels"
    desk, _ = rolled(9, 1)
    battle = passed(desk).state.battle
    assert battle is not None
    assert (battle.region, battle.latin_city) == ("Latins", True)


def test_sw_p16_peace_in_parentheses_gives_the_whole_choice() -> None:
    """SW P16, SW-37: unlike a negated war."""
    desk, _ = rolled(8, 9)
    assert passed(desk).state.step == "peace"
    assert {"pax-romana", "campaign"} <= {*desk.options(CONSUL)}


def test_only_the_consul_rolls() -> None:
    desk = Desk().at("event", held=HELD)
    with pytest.raises(NotYourTurn):
        desk.do(FOE, cmd.RollEvent())


# the window after the event


def war(players: int = 2, **held: Any) -> Desk:
    desk = Desk(players).at("event", held={**HELD, **held})
    desk.do(CONSUL, cmd.RollEvent(), 8, 2)
    return desk


def test_a_consul_with_nothing_to_play_reads_that_peace_cards_come_next() -> None:
    """In peace, from their own hand alone; a Foe's Peace cards and a revolt bring none."""
    passes = []
    for seat, face in ((CONSUL, 2), (FOE, 2), (CONSUL, 1)):
        desk = Desk().at("event", held={CONSUL: ["Politics"], FOE: ["Politics"]})
        desk.do(CONSUL, cmd.RollEvent(), face)
        passes.append(desk.options(seat)["answer"].title)
    nothing = "Pass: nothing to play here"
    assert passes == ["Pass: Peace cards come next", nothing, nothing]


def test_sw_32_everybody_who_holds_cards_is_asked_at_once() -> None:
    """SW-32: by the number of cards alone, the Consul first in order."""
    desk = Desk(4).at("event", held={CONSUL: ["Swords"], FOE: [], THIRD: ["Spears"]})
    window = of(fx.WindowOpened, desk.do(CONSUL, cmd.RollEvent(), 2))
    assert window.asked == (CONSUL, THIRD)
    assert desk.waiting() == [CONSUL, THIRD]
    assert [*desk.options(FOE)] == []
    assert [*desk.options(THIRD)] == ["answer"]


@pytest.mark.parametrize(
    ("faces", "cards", "claims"),
    [
        ((1,), ("Scandal",), ()),
        ((2,), ("Scandal", "Plague"), ()),
        ((5,), ("Scandal", "Plague"), ()),
        ((8, 2), ("Scandal",), ("Treaty", "Hostages", "Diplomacy")),
        ((8, 1), ("Scandal",), ()),
        ((8, 9), ("Scandal", "Plague"), ()),
    ],
    ids=["revolt", "peace", "raids", "war", "war turned revolt", "war turned peace"],
)
def test_sw_46_sw_47_what_may_be_played_goes_by_the_event_as_it_stands(
    faces: tuple[int, ...], cards: tuple[str, ...], claims: tuple[str, ...]
) -> None:
    """SW-46, SW-47: Plague where a campaign is possible, Treaty and its like where war stands."""
    desk, _ = rolled(*faces)
    window = desk.state.window
    assert window is not None
    assert (window.cards, window.claims) == (cards, claims)


def test_sw_32_a_card_that_lies_open_in_the_discard_is_not_asked_for() -> None:
    """SW-32: all can see that nobody holds it; with none left there is no question."""
    desk = Desk().at("event", held=HELD, discard=("Scandal", "Hostages"))
    desk.do(CONSUL, cmd.RollEvent(), 8, 2)
    window = desk.state.window
    assert window is not None
    assert (window.cards, window.claims) == ((), ("Treaty", "Diplomacy"))
    desk = Desk().at("event", held=HELD, discard=("Scandal",))
    assert of(fx.BattleBegun, desk.do(CONSUL, cmd.RollEvent(), 1)).latin_city


def test_sw_32_an_answer_is_sealed_until_all_have_answered() -> None:
    """SW-32: a pass looks like a card; one's own answer is in one's own view."""
    desk = war(papirius=["Scandal"])
    (laid,) = desk.answer(FOE, "Scandal")
    assert isinstance(laid, fx.AnswerLaid)
    assert desk.opened == []
    assert desk.view().window.mine is None
    assert desk.view().window.answered == (FOE,)
    assert desk.view(FOE).window.mine.cards == ("Scandal",)
    assert desk.waiting() == [CONSUL]
    with pytest.raises(Conflict):
        desk.answer(FOE)
    effects = desk.answer(CONSUL)
    assert of(fx.CardsPlayed, effects).cards == ("Scandal",)


def test_sw_32_no_card_answers_another_window() -> None:
    """SW-32: the window is named, and so are its cards."""
    desk = war(papirius=["Plunder", "Plague", "Treaty"])
    with pytest.raises(OutOfPhase):
        desk.do(FOE, cmd.Answer("battle", (), None))
    for card, rule in (("Plunder", "SW P23"), ("Plague", "SW-46"), ("Treaty", "SW-32")):
        with pytest.raises(RuleViolation) as refused:
            desk.answer(FOE, card)
        assert (refused.value.rule, refused.value.pointer) == (rule, "/command/cards")
    with pytest.raises(RuleViolation) as refused:
        desk.answer(FOE, claim="Power")
    assert (refused.value.rule, refused.value.pointer) == ("SW P13", "/command/claim")
    with pytest.raises(RuleViolation) as refused:
        desk.answer(FOE, claim="Hostages")
    assert refused.value.rule == "SW P4"


@pytest.mark.parametrize("seat", [CONSUL, FOE])
@pytest.mark.parametrize("card", ["Treaty", "Hostages", "Diplomacy"])
def test_sw_26_any_player_negates_a_war_before_roles_are_given(card: str, seat: str) -> None:
    """SW-26, SW-37: Pax Romana follows, with its PT and Peace cards, and no campaign."""
    desk = war(**{seat: [card, "Trade"]})
    assert desk.options(seat)["answer:claim"].title == f"Negate the war with {card}"
    for one in (CONSUL, FOE):
        effects = desk.answer(one, claim=card if one == seat else None)
    assert of(fx.WarNegated, effects) == fx.WarNegated(seat, card)
    assert desk.state.event is not None
    assert (desk.state.event.kind, desk.state.step) == ("pax", "treaty")
    assert card in desk.state.discard
    assert not any(key.startswith("campaign") for key in desk.options(CONSUL))
    with pytest.raises(OutOfPhase):
        desk.do(CONSUL, cmd.Campaign("Etruscans", FOE))
    card_due = "Trade" if seat == CONSUL else None
    effects = desk.do(CONSUL, cmd.PaxRomana(card_due))
    assert all_of(fx.PrestigeChanged, effects)[0].change == 1


def test_sw_26_the_first_in_turn_order_counts_and_the_other_card_stays_unseen() -> None:
    """SW-26, SW-32: whoever answered first; the second card stays sealed."""
    desk = war(3, papirius=["Treaty"], valerius=["Hostages"])
    desk.answer(THIRD, claim="Hostages")
    desk.answer(FOE, claim="Treaty")
    effects = desk.answer(CONSUL)
    assert of(fx.WarNegated, effects).card == "Treaty"
    assert desk.hand(THIRD) == ["Hostages"]
    assert "Hostages" not in [desk.values[digest] for digest in desk.opened]


def test_who_is_forestalled_is_told_that_the_card_stays_in_hand() -> None:
    """SW-26: nobody else learns what they had laid."""
    desk = war(3, papirius=["Treaty"], valerius=["Hostages"])
    desk.answer(THIRD, claim="Hostages")
    desk.answer(FOE, claim="Treaty")
    before = desk.state
    effects = desk.answer(CONSUL)
    kept = "Valerius keeps Hostages: only Treaty counts."
    told = {
        seat: SYSTEM.narrate(before, effects, desk.known(f"seat:{seat}")).text
        for seat in (CONSUL, FOE, THIRD)
    }
    assert kept in told[THIRD][1:]
    assert told[CONSUL] == told[FOE] == tuple(line for line in told[THIRD] if line != kept)


def test_sw_p26_scandal_costs_the_consul_three_pt_in_any_window() -> None:
    """SW P26, SW-32: whoever plays it, even if a war is negated."""
    desk = war(3, valerius=["Scandal"], papirius=["Treaty"])
    desk.answer(THIRD, "Scandal")
    desk.answer(FOE, claim="Treaty")
    desk.answer(CONSUL)
    assert desk.prestige(CONSUL) == 7


def test_sw_7_pt_do_not_fall_below_nothing() -> None:
    """SW-7: of two PT Scandal takes two."""
    desk = Desk().at("event", prestige=2, held={**HELD, FOE: ["Scandal"]})
    desk.do(CONSUL, cmd.RollEvent(), 2)
    desk.answer(CONSUL)
    changed = of(fx.PrestigeChanged, desk.answer(FOE, "Scandal"))
    assert (changed.change, changed.total) == (-3, 0)


@pytest.mark.parametrize(("face", "step"), [(3, "peace"), (6, "raids")])
def test_sw_p26_plague_forbids_the_campaign(face: int, step: str) -> None:
    """SW P26, SW-17: this turn."""
    desk = Desk().at("event", held={CONSUL: ["Swords"], FOE: ["Plague"]})
    desk.do(CONSUL, cmd.RollEvent(), face)
    desk.answer(CONSUL)
    of(fx.CampaignForbidden, desk.answer(FOE, "Plague"))
    assert (desk.state.plague, desk.state.step) == (True, step)
    assert not any(key.startswith("campaign") for key in desk.options(CONSUL))
    with pytest.raises(RuleViolation) as refused:
        desk.do(CONSUL, cmd.Campaign("Etruscans", FOE))
    assert refused.value.rule == "SW P26"


def test_seats_are_in_turn_order_from_the_consul() -> None:
    desk = Desk(4).with_(consul=THIRD)
    assert desk.state.turn_order == (THIRD, SEATS[3], CONSUL, FOE)
