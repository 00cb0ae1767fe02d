"""Allies, with four players or more. SW-25, SW-38."""

from typing import Any

import pytest

from iacta.domain.kernel.proof.errors import Conflict, Invalid, NotYourTurn, RuleViolation
from iacta.domain.samnite_wars import commands as cmd
from iacta.domain.samnite_wars import effects as fx
from tests.domain.samnite_wars.given import CONSUL, FOE, FOURTH, THIRD, Desk, all_of, of

HELD = {
    CONSUL: ["Legions"],
    FOE: ["Spears"],
    THIRD: ["Swords", "Tactics", "Shields"],
    FOURTH: ["Armor", "Terrain", "Morale"],
}


def campaign(players: int = 4, ally: str | None = None, **held: Any) -> Desk:
    desk = Desk(players).at("peace", held={**{k: HELD[k] for k in [*HELD][:players]}, **held})
    desk.do(CONSUL, cmd.Campaign("Etruscans", FOE, ally))
    return desk


def test_sw_25_with_three_players_there_are_no_allies() -> None:
    """SW P13, SW-25: neither for Rome nor against it."""
    desk = campaign(3)
    assert desk.state.step == "efforts"
    desk = Desk(3).at("peace", held={k: HELD[k] for k in (CONSUL, FOE, THIRD)})
    with pytest.raises(RuleViolation) as refused:
        desk.do(CONSUL, cmd.Campaign("Etruscans", FOE, THIRD))
    assert (refused.value.rule, refused.value.pointer) == ("SW P13", "/command/ally")


@pytest.mark.parametrize("ally", [CONSUL, FOE])
def test_sw_25_an_ally_is_a_third_player(ally: str) -> None:
    """SW-25: neither of the principals."""
    desk = Desk(4).at("peace", held=HELD)
    with pytest.raises(RuleViolation) as refused:
        desk.do(CONSUL, cmd.Campaign("Etruscans", FOE, ally))
    assert (refused.value.rule, refused.value.pointer) == ("SW-25", "/command/ally")


def test_an_ally_plays_in_this_game() -> None:
    desk = Desk(4).at("peace", held=HELD)
    with pytest.raises(Invalid) as refused:
        desk.do(CONSUL, cmd.Campaign("Etruscans", FOE, "junius"))
    assert refused.value.pointer == "/command/ally"


def test_sw_25_the_enemy_takes_another_ally_or_none() -> None:
    """SW-25: not the ally of Rome."""
    desk = campaign(ally=THIRD)
    assert (desk.state.step, desk.waiting()) == ("ally", [FOE])
    values = desk.options(FOE)["name-ally"].choices["/ally"].values
    assert values == [None, FOURTH]
    for ally in (CONSUL, FOE, THIRD):
        with pytest.raises(RuleViolation):
            desk.do(FOE, cmd.NameAlly(ally))
    with pytest.raises(NotYourTurn):
        desk.do(THIRD, cmd.NameAlly(FOURTH))
    desk.do(FOE, cmd.NameAlly(FOURTH))
    assert [desk.state.role(seat) for seat in (CONSUL, FOE, THIRD, FOURTH)] == [
        "consul",
        "enemy",
        "consul-ally",
        "enemy-ally",
    ]
    assert (desk.state.step, desk.waiting()) == ("gifts", [THIRD, FOURTH])


def test_sw_25_without_allies_the_efforts_are_next() -> None:
    """SW-25."""
    desk = campaign()
    desk.do(FOE, cmd.NameAlly())
    assert desk.state.step == "efforts"


def test_sw_25_an_ally_gives_two_chosen_cards_before_the_efforts() -> None:
    """SW-25, SW P12: known to giver and receiver alone; the receiver may lay them."""
    desk = campaign(ally=THIRD)
    desk.do(FOE, cmd.NameAlly(FOURTH))
    gave = of(fx.Gave, desk.do(THIRD, cmd.Give(("Swords", "Tactics"))))
    assert (gave.to, gave.count) == (CONSUL, 2)
    assert desk.readers[gave.cards.sealed] == (f"seat:{THIRD}", f"seat:{CONSUL}")
    assert desk.hand(CONSUL) == ["Swords", "Tactics", "Legions"]
    assert desk.hand(THIRD) == ["Shields"]
    shown = {role: desk.view(role).players for role in (CONSUL, THIRD, FOE, FOURTH, "public")}
    assert [card.name for card in shown[CONSUL][0].hand] == desk.hand(CONSUL)
    assert [card.name for card in shown[THIRD][2].hand] == ["Shields"]
    assert all(shown[role][0].hand is None for role in (THIRD, FOE, FOURTH, "public"))
    assert [player.cards for player in shown["public"]] == [3, 1, 1, 3]
    assert desk.waiting() == [FOURTH]
    desk.do(FOURTH, cmd.Give(("Armor", "Morale")))
    assert desk.state.step == "efforts"
    desk.lay(CONSUL, "Legions", "Swords", "Tactics")
    fought = of(fx.BattleFought, desk.lay(FOE, "Armor", "Morale", faces=(1, 1)))
    assert (fought.rome.force, fought.enemy.force) == (7, 4)


def test_sw_25_exactly_two_cards_in_hand_and_only_once() -> None:
    """SW P13, SW P4."""
    desk = campaign(ally=THIRD)
    desk.do(FOE, cmd.NameAlly())
    for cards, rule in (
        (("Swords",), "SW P13"),
        (("Swords", "Tactics", "Shields"), "SW P13"),
        (("Swords", "Spears"), "SW P4"),
    ):
        with pytest.raises(RuleViolation) as refused:
            desk.do(THIRD, cmd.Give(cards))
        assert refused.value.rule == rule
    with pytest.raises(NotYourTurn):
        desk.do(FOURTH, cmd.Give(("Armor", "Morale")))


@pytest.mark.parametrize("cards", [["Swords"], []], ids=["one", "none"])
def test_sw_38_an_ally_with_fewer_than_two_cards_gives_all(cards: list[str]) -> None:
    """SW-38: without cards an ally does not have to give."""
    desk = campaign(ally=THIRD, **{THIRD: cards})
    desk.do(FOE, cmd.NameAlly())
    assert desk.state.step == ("gifts" if cards else "efforts")
    if cards:
        with pytest.raises(RuleViolation) as refused:
            desk.do(THIRD, cmd.Give(()))
        assert (refused.value.rule, refused.value.detail) == (
            "SW-38",
            "an ally must give one card",
        )
        desk.do(THIRD, cmd.Give(tuple(cards)))
        assert (desk.hand(THIRD), desk.state.step) == ([], "efforts")


@pytest.mark.parametrize(("faces", "step"), [((1,), "enemy"), ((8, 2), "enemy")])
def test_sw_25_in_revolts_and_wars_too(faces: tuple[int, ...], step: str) -> None:
    """SW-25, SW P12, SW P15: the Consul names the enemy's leader and an ally of Rome."""
    desk = Desk(4).at("event", held=HELD)
    desk.do(CONSUL, cmd.RollEvent(), *faces)
    for seat in desk.waiting():
        desk.answer(seat)
    assert desk.state.step == step
    item = desk.options(CONSUL)["name-enemy"].choices["/enemy"].alternatives[0]
    assert item.choices["/ally"].values == [None, THIRD, FOURTH]
    desk.do(CONSUL, cmd.NameEnemy(FOE, FOURTH))
    battle = desk.state.battle
    assert battle is not None
    assert (battle.enemy, battle.rome_ally) == (FOE, FOURTH)


def test_a_card_that_comes_back_by_a_gift_is_held_again() -> None:
    """SW P4: one plays a card, another draws and gives it; it is in hand once."""
    desk = campaign(ally=THIRD, **{CONSUL: ["Legions", "Swords"], THIRD: ["Cavalry", "Tactics"]})
    consul = desk.state.player(CONSUL)
    assert consul is not None
    desk.state = desk.state.with_player(
        type(consul)(seat=CONSUL, prestige=10, cards=1, hand=consul.hand, shown=("Swords",))
    )
    desk.state = desk.state.with_player(
        type(consul)(
            seat=THIRD,
            prestige=10,
            cards=2,
            hand=desk.seal(["Swords", "Tactics"], (f"seat:{THIRD}",)).sealed,
        )
    )
    desk.do(FOE, cmd.NameAlly())
    desk.do(THIRD, cmd.Give(("Swords", "Tactics")))
    assert desk.hand(CONSUL) == ["Swords", "Tactics", "Legions"]
    desk.lay(CONSUL, "Swords", "Legions")
    with pytest.raises(Conflict):
        desk.lay(CONSUL, "Tactics")
    assert all_of(fx.EffortLaid, desk.lay(FOE, "Spears", faces=(1, 1)))
