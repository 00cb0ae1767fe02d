"""Peace and raids: Pax Romana, Peace cards, Fortify, and the way to a campaign. SW P13, SW P14."""

from typing import Any

import pytest

from iacta.domain.kernel.proof.errors import Invalid, OutOfPhase, RuleViolation
from iacta.domain.samnite_wars import commands as cmd
from iacta.domain.samnite_wars import effects as fx
from iacta.domain.samnite_wars.rules import peace
from tests.domain.samnite_wars.given import CONSUL, FOE, THIRD, Desk, all_of, of

PEACE = [
    ("Tribute", 3, 3),
    ("Trade", 1, 1),
    ("Govern", -2, 4),
    ("Build", -4, 8),
    ("Taxation", 3, 0),
    ("Prosperity", 2, 2),
    ("Patronage", -3, 6),
    ("Politics", -1, 2),
    ("Dictatorship", 0, 1),
]
"""Card, gold, PT."""


ONE = {"card_limit": "one"}


def desk_of(step: str = "peace", *cards: str, **more: Any) -> Desk:
    return Desk(**more.pop("switches", {})).at(step, held={CONSUL: cards, FOE: ["Spears"]}, **more)


@pytest.mark.parametrize(("card", "gold", "prestige"), PEACE)
def test_sw_p25_a_peace_card_gives_what_it_says(card: str, gold: int, prestige: int) -> None:
    """SW P25, SW P13: besides the PT of Pax Romana, and before the Treasury's gold is counted."""
    desk = desk_of("peace", card)
    effects = desk.do(CONSUL, cmd.PaxRomana(card))  # it was the last card in hand
    assert desk.state.treasury == 10 + gold
    assert desk.prestige(CONSUL) == 10 + 1 + prestige + 10 + gold
    assert of(fx.CardsPlayed, effects).cards == (card,)
    assert desk.state.step == "etcetera"


def test_sw_p13_peace_is_told_with_what_it_brings_and_each_way_by_itself() -> None:
    """SW P13: no two of them begin with the same word, which the viewer would group them under."""
    told = [one.title for one in desk_of("peace", "Trade").options(CONSUL).values()]
    assert told == [
        "Pax Romana, which brings 1 PT",
        "Play a Peace card with Pax Romana",
        "Campaign, for 2 gold: a win brings 1d6 PT and 1d6 gold, a loss costs 6 PT",
    ]


def test_a_region_to_invade_is_told_with_its_culture_and_what_it_wants() -> None:
    """SW P16, SW P5: it decides which cards may be played there, and how often Rome must come."""
    told = desk_of("raids").options(CONSUL)["campaign"].choices["/region"].alternatives
    assert [one.title for one in told] == [
        "Etruscans (civilized, Hellenized)",
        "Samnites (semi-civilized, 0 of 3 tokens)",
        "Campanians (civilized, Hellenized)",
    ]


@pytest.mark.parametrize(("treasury", "cost"), [(6, "1d6 gold"), (5, "1d6 gold, 5 at most")])
def test_what_fortifying_costs_and_brings_is_said(treasury: int, cost: str) -> None:
    """SW P14, SW-18: beside what the campaign costs and brings."""
    told = desk_of("raids", treasury=treasury).options(CONSUL)["fortify"].title
    assert told == f"Fortify, for {cost}: no battle, no PT won or lost"


@pytest.mark.parametrize("victim", [FOE, THIRD])
def test_sw_33_intrigue_costs_an_opponent_four_pt(victim: str) -> None:
    """SW-33: whom the Consul names, for 2 gold."""
    desk = Desk(3).at("peace", held={CONSUL: ["Intrigue", "Swords"]})
    item = desk.options(CONSUL)["pax-romana:card"].choices["/card"].alternatives[0]
    assert item.title == "Intrigue (an opponent loses 4 PT, the Treasury pays 2 gold)"
    assert item.choices["/opponent"].values == [FOE, THIRD]
    desk.do(CONSUL, cmd.PaxRomana("Intrigue", victim))
    assert desk.prestige(victim) == 6
    assert desk.state.treasury == 8


def test_sw_33_no_other_card_names_an_opponent() -> None:
    """SW-33: nor does Intrigue go without one, or against its player."""
    desk = desk_of("peace", "Intrigue", "Trade")
    for card, opponent in (("Trade", FOE), ("Intrigue", None), (None, FOE)):
        with pytest.raises(RuleViolation) as refused:
            desk.do(CONSUL, cmd.PaxRomana(card, opponent))
        assert refused.value.rule == "SW-33"
    with pytest.raises(Invalid):
        desk.do(CONSUL, cmd.PaxRomana("Intrigue", CONSUL))


def test_sw_p25_what_it_costs_must_be_there() -> None:
    """SW P25: Build costs 4; it is offered from 4 on."""
    for treasury, offered in ((3, False), (4, True)):
        desk = desk_of("peace", "Build", treasury=treasury)
        assert ("pax-romana:card" in desk.options(CONSUL)) == offered
    with pytest.raises(RuleViolation) as refused:
        desk_of("peace", "Build", treasury=3).do(CONSUL, cmd.PaxRomana("Build"))
    assert refused.value.rule == "SW P26"


def test_sw_p25_only_peace_cards_and_only_ones_own() -> None:
    """SW P25, SW P4: no other type, none that is not held."""
    desk = desk_of("peace", "Swords")
    for card, rule in (("Swords", "SW P25"), ("Nonsense", "SW P25"), ("Trade", "SW P4")):
        with pytest.raises(RuleViolation) as refused:
            desk.do(CONSUL, cmd.PaxRomana(card))
        assert (refused.value.rule, refused.value.pointer) == (rule, "/command/card")


def test_sw_p19_a_gain_beyond_twenty_is_struck_before_prestige_is_counted() -> None:
    """SW P19, SW P17: Tribute makes 21; the prestige of the turn counts what is left."""
    desk = desk_of("peace", "Tribute", treasury=18)
    effects = desk.do(CONSUL, cmd.PaxRomana("Tribute"), 6)
    assert of(fx.Corrupted, effects).total == 15
    assert all_of(fx.PrestigeChanged, effects)[-1].change == 15


def test_sw_20_peace_cards_are_played_by_the_consul_during_pax_romana() -> None:
    """SW P25, SW-20: as many as one likes, one after the other; by switch one."""
    desk = desk_of("peace", "Trade", "Tribute", "Swords", switches=ONE)
    desk.do(CONSUL, cmd.PaxRomana("Trade"))
    assert desk.state.step == "etcetera"
    desk = desk_of("peace", "Trade", "Tribute", "Swords")
    desk.do(CONSUL, cmd.PaxRomana("Trade"))
    assert desk.state.step == "pax"
    assert desk.prestige(CONSUL) == 12
    desk.do(CONSUL, cmd.PeaceCard("Tribute"))
    assert desk.prestige(CONSUL) == 15
    with pytest.raises(RuleViolation):
        desk.do(CONSUL, cmd.PeaceCard("Swords"))
    assert [*desk.options(CONSUL)] == ["peace-card"]
    desk.do(CONSUL, cmd.PeaceCard())
    assert (desk.state.step, desk.prestige(CONSUL)) == ("etcetera", 15 + 14)


# raids


def test_sw_3_raids_give_fortify_or_a_campaign() -> None:
    """SW-3, SW P14: and no Pax Romana."""
    desk = desk_of("raids", "Trade", event="raids")
    assert [*desk.options(CONSUL)] == ["fortify", "campaign"]
    with pytest.raises(OutOfPhase):
        desk.do(CONSUL, cmd.PaxRomana())


@pytest.mark.parametrize(
    ("treasury", "face", "left", "rules"),
    [(10, 4, 6, ["SW P14"]), (4, 4, 0, ["SW P14"]), (3, 5, 0, ["SW-18"]), (0, 2, 0, [])],
)
def test_sw_18_fortify_takes_1d6_or_what_there_is(
    treasury: int, face: int, left: int, rules: list[str]
) -> None:
    """SW-18, SW P14: a Treasury cannot owe."""
    desk = desk_of("raids", event="raids", treasury=treasury)
    effects = desk.do(CONSUL, cmd.Fortify(), face)
    assert [one.rule for one in all_of(fx.TreasuryChanged, effects)] == rules
    assert (desk.state.treasury, desk.state.step) == (left, "etcetera")
    assert desk.prestige(CONSUL) == 10 + left


# the way to a campaign


@pytest.mark.parametrize("step", ["peace", "raids"])
def test_sw_p13_a_campaign_costs_two_gold_and_goes_over_a_border(step: str) -> None:
    """SW P13, SW P14, SW-17: to a region that borders one of Rome's and is not Rome's itself."""
    desk = desk_of(step, "Swords", event=step)
    assert peace.targets(desk.state) == ("Etruscans", "Samnites", "Campanians")
    effects = desk.do(CONSUL, cmd.Campaign("Etruscans", FOE))
    assert of(fx.TreasuryChanged, effects).change == -2
    assert of(fx.BattleBegun, effects).attacker == "rome"
    assert desk.state.step == "efforts"


@pytest.mark.parametrize(
    ("region", "rule"), [("Latins", "SW-17"), ("Campanians", "SW-17"), ("Gauls", "SW P13")]
)
def test_sw_17_no_other_target(region: str, rule: str) -> None:
    """SW-17, SW P13: not Rome's own, and not beyond the border."""
    desk = desk_of("peace", "Swords").control(Campanians=1)
    with pytest.raises(RuleViolation) as refused:
        desk.do(CONSUL, cmd.Campaign(region, FOE))
    assert (refused.value.rule, refused.value.pointer) == (rule, "/command/region")


def test_a_target_is_on_the_map() -> None:
    with pytest.raises(Invalid) as refused:
        desk_of("peace", "Swords").do(CONSUL, cmd.Campaign("Sicels", FOE))
    assert refused.value.pointer == "/command/region"


def test_sw_49_a_campaign_takes_no_peace_card() -> None:
    """SW-49, SW P25: in the same event either, or."""
    desk = desk_of("peace", "Trade", "Swords")
    desk.do(CONSUL, cmd.Campaign("Etruscans", FOE))
    for command in (cmd.PaxRomana("Trade"), cmd.PeaceCard("Trade")):
        with pytest.raises(OutOfPhase):
            desk.do(CONSUL, command)


def test_sw_5_samnites_with_two_tokens_are_still_to_be_conquered() -> None:
    """SW-5: and open no border before the third."""
    desk = desk_of("peace", "Swords").control(Samnites=2)
    assert "Samnites" in peace.targets(desk.state)
    assert "Umbrians" not in peace.targets(desk.state)
    desk.control(Samnites=3)
    assert "Samnites" not in peace.targets(desk.state)
    assert "Umbrians" in peace.targets(desk.state)


def test_sw_p13_not_without_the_gold() -> None:
    """SW P13: one coin is not enough, and the option is not there."""
    desk = desk_of("peace", "Swords", treasury=1)
    assert "campaign" not in desk.options(CONSUL)
    with pytest.raises(RuleViolation) as refused:
        desk.do(CONSUL, cmd.Campaign("Etruscans", FOE))
    assert refused.value.rule == "SW P13"


@pytest.mark.parametrize("levy", ["Recruitment", "Conscription"])
def test_sw_p20_after_a_lost_battle_a_levy_opens_the_way(levy: str) -> None:
    """SW P20, SW-34: for 2 gold besides the campaign's 2."""
    desk = desk_of("peace", levy, "Swords", battle_lost=True)
    assert "campaign" not in desk.options(CONSUL)
    with pytest.raises(RuleViolation) as refused:
        desk.do(CONSUL, cmd.Campaign("Etruscans", FOE))
    assert refused.value.rule == "SW P20"
    effects = desk.do(CONSUL, cmd.Campaign("Etruscans", FOE, levy=levy))
    paid = [(one.change, one.rule) for one in all_of(fx.TreasuryChanged, effects)]
    assert paid == [(-2, "SW P26"), (-2, "SW P13")]
    assert of(fx.CardsPlayed, effects).cards == (levy,)
    assert desk.hand(CONSUL) == ["Swords"]


def test_sw_34_a_levy_costs_four_gold_in_all() -> None:
    """SW-34: three are not enough, no other card is a levy, one must hold it."""
    desk = desk_of("peace", "Recruitment", "Swords", battle_lost=True, treasury=3)
    assert "campaign:levy" not in desk.options(CONSUL)
    with pytest.raises(RuleViolation) as refused:
        desk.do(CONSUL, cmd.Campaign("Etruscans", FOE, levy="Recruitment"))
    assert refused.value.rule == "SW-34"
    desk.with_(treasury=4)
    assert "campaign:levy" in desk.options(CONSUL)
    for levy, rule in (("Swords", "SW P20"), ("Conscription", "SW P4")):
        with pytest.raises(RuleViolation) as refused:
            desk.do(CONSUL, cmd.Campaign("Etruscans", FOE, levy=levy))
        assert (refused.value.rule, refused.value.pointer) == (rule, "/command/levy")


def test_sw_p20_a_levy_lifts_a_lost_battle_only() -> None:
    """SW P20, SW P26: not Plague, and it is not wasted where nothing is in the way."""
    desk = desk_of("peace", "Recruitment", battle_lost=True, plague=True)
    with pytest.raises(RuleViolation) as refused:
        desk.do(CONSUL, cmd.Campaign("Etruscans", FOE, levy="Recruitment"))
    assert refused.value.rule == "SW P26"
    desk = desk_of("peace", "Recruitment")
    with pytest.raises(RuleViolation) as refused:
        desk.do(CONSUL, cmd.Campaign("Etruscans", FOE, levy="Recruitment"))
    assert refused.value.rule == "SW P20"


def test_the_enemy_is_another_player() -> None:
    desk = desk_of("peace", "Swords")
    for enemy in (CONSUL, "valerius", "nobody"):
        with pytest.raises(Invalid) as refused:
            desk.do(CONSUL, cmd.Campaign("Etruscans", enemy))
        assert refused.value.pointer == "/command/enemy"
