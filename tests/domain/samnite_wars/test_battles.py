"""Revolts, wars, campaigns and what follows: the cards after a battle, conquest. SW P12 to P15."""

from typing import Any

import msgspec
import pytest

from iacta.domain.kernel.proof.errors import Conflict, NotYourTurn, RuleViolation
from iacta.domain.samnite_wars import SYSTEM
from iacta.domain.samnite_wars import commands as cmd
from iacta.domain.samnite_wars import effects as fx
from iacta.domain.samnite_wars.state import TurnEvent
from tests.domain.samnite_wars.given import CARDS, CONSUL, FOE, SEATS, THIRD, Desk, all_of, of

FILLER = ("Barbarians",)
"""what the Consul keeps, so that the turn waits for the Consul"""
NOTHING: dict[str, Any] = {}


def fought(
    kind: str,
    region: str,
    winner: str,
    *faces: int,
    rome: Any = (),
    enemy: Any = (),
    tokens: Any = NOTHING,
    players: int = 2,
    others: Any = NOTHING,
    filler: Any = FILLER,
    **more: Any,
) -> tuple[Desk, list[Any]]:
    """A battle that ``winner`` wins, each side with further cards in hand."""
    switches = more.pop("switches", {})
    mine = ("Legions", "Surprise") if winner == "rome" else ("Shields",)
    theirs = ("Spears",) if winner == "rome" else ("Surprise", "Cavalry")
    held = {CONSUL: [*mine, *filler, *rome], FOE: [*theirs, *enemy], **others}
    desk = Desk(players, **switches).fighting(kind, region, held, **more).control(**tokens)
    desk.lay(CONSUL, *mine)
    return desk, desk.lay(FOE, *theirs, faces=faces)


def everybody_passes(desk: Desk) -> list[Any]:
    effects: list[Any] = []
    for seat in desk.waiting():
        effects = desk.answer(seat)
    return effects


def due(effects: list[Any], card: str) -> list[tuple[int, str]]:
    """What a card gives or costs in PT and gold, with the rule of each."""
    found = (*all_of(fx.PrestigeChanged, effects), *all_of(fx.TreasuryChanged, effects))
    return [(one.change, one.rule) for one in found if one.reason == card]


# revolts


@pytest.mark.parametrize(
    ("tokens", "rebels"),
    [({}, None), ({"Gauls": 1}, "Gauls"), ({"Samnites": 2}, None), ({"Samnites": 3}, "Samnites")],
    ids=["Latins", "Gauls", "two tokens", "three tokens"],
)
def test_sw_8_the_only_region_rebels_or_else_a_latin_city(tokens: Any, rebels: Any) -> None:
    """SW-8, SW P12, SW-5: nobody is asked where there is nothing to choose."""
    desk = Desk().at("event", held={CONSUL: ["Swords"], FOE: ["Spears"]}).control(**tokens)
    desk.do(CONSUL, cmd.RollEvent(), 1)
    everybody_passes(desk)
    battle = desk.state.battle
    assert battle is not None
    assert (battle.region, battle.latin_city) == (rebels or "Latins", rebels is None)
    assert (battle.kind, battle.attacker, battle.enemy) == ("revolt", "rome", FOE)


def revolt(players: int, **tokens: int) -> Desk:
    held = {seat: [card] for seat, card in zip(SEATS[:players], CARDS, strict=False)}
    desk = Desk(players).at("event", held=held).control(**tokens)
    desk.do(CONSUL, cmd.RollEvent(), 1)
    everybody_passes(desk)
    return desk


def test_sw_28_each_foe_names_a_region_openly_and_most_names_win() -> None:
    """SW-28, SW P12: not the Latins, nothing that Rome does not control, once each."""
    desk = revolt(4, Gauls=1, Umbrians=1, Etruscans=1)
    assert desk.waiting() == [*SEATS[1:4]]
    for region in ("Latins", "Samnites"):
        with pytest.raises(RuleViolation) as refused:
            desk.do(FOE, cmd.NameRebels(region))
        assert refused.value.rule == "SW P12"
    desk.do(SEATS[3], cmd.NameRebels("Gauls"))
    assert [(one.seat, one.region) for one in desk.view().names] == [(SEATS[3], "Gauls")]
    with pytest.raises(Conflict):
        desk.do(SEATS[3], cmd.NameRebels("Umbrians"))
    with pytest.raises(NotYourTurn):
        desk.do(CONSUL, cmd.NameRebels("Umbrians"))
    desk.do(FOE, cmd.NameRebels("Umbrians"))
    chosen = of(fx.RebelsChosen, desk.do(THIRD, cmd.NameRebels("Gauls")))
    assert (chosen.region, chosen.rounds) == ("Gauls", ())
    assert desk.state.step == "enemy"


def test_sw_28_a_tie_is_rolled_off() -> None:
    """SW-28: between the regions with the most names."""
    desk = revolt(3, Gauls=1, Umbrians=1, Etruscans=1)
    desk.do(THIRD, cmd.NameRebels("Umbrians"))
    chosen = of(fx.RebelsChosen, desk.do(FOE, cmd.NameRebels("Gauls"), 2, 5))
    assert (chosen.region, chosen.tied) == ("Umbrians", ("Gauls", "Umbrians"))
    assert desk.state.event == TurnEvent(1, "revolt", "revolt", "Umbrians")


def test_sw_p12_the_consul_decides_who_plays_the_rebels() -> None:
    """SW P12: among three or more; with two there is one Foe only."""
    desk = revolt(3, Gauls=1)
    assert (desk.waiting(), desk.state.step) == ([CONSUL], "enemy")
    desk.do(CONSUL, cmd.NameEnemy(THIRD))
    assert desk.waiting() == [CONSUL, THIRD]
    assert desk.state.role(THIRD) == "enemy"


def test_sw_p12_a_revolt_put_down_brings_three_pt() -> None:
    """SW P12."""
    desk, _ = fought("revolt", "Gauls", "rome", tokens={"Gauls": 1})
    assert desk.prestige(CONSUL) == 13
    assert "Gauls" in desk.state.controlled


@pytest.mark.parametrize(("face", "free"), [(1, True), (3, True), (4, False), (6, False)])
def test_sw_p12_a_revolt_lost_costs_six_pt_and_on_three_the_region(face: int, free: bool) -> None:
    """SW P12."""
    desk, effects = fought("revolt", "Gauls", "enemy", face, tokens={"Gauls": 1}, rome=["Plague"])
    assert of(fx.PrestigeChanged, effects).change == -6
    assert of(fx.FreedomRolled, effects) == fx.FreedomRolled(face, free)
    assert ("Gauls" in desk.state.controlled) != free
    assert bool(all_of(fx.RegionFreed, effects)) == free


def test_sw_5_samnites_that_go_free_lose_all_tokens() -> None:
    """SW-5."""
    desk, _ = fought("revolt", "Samnites", "enemy", 2, tokens={"Samnites": 3}, rome=["Plague"])
    region = desk.state.region("Samnites")
    assert region is not None
    assert region.tokens == 0


def test_sw_8_a_latin_city_costs_pt_and_no_token() -> None:
    """SW-8: no die is thrown for a freedom that nobody gains."""
    desk = Desk().fighting("revolt", "Latins", {CONSUL: ["Shields", "Plague"], FOE: ["Surprise"]})
    battle = desk.state.battle
    assert battle is not None
    desk.with_(battle=msgspec.structs.replace(battle, latin_city=True))
    desk.lay(CONSUL, "Shields")
    effects = desk.lay(FOE, "Surprise")
    assert of(fx.PrestigeChanged, effects).change == -6
    assert desk.state.controlled == ("Latins",)


# wars


def test_sw_p15_a_war_won_brings_2d6_pt() -> None:
    """SW P15."""
    _, effects = fought("war", "Samnites", "rome", 4, 5, rome=["Plague"])
    gained = of(fx.PrestigeChanged, effects)
    assert (gained.change, gained.faces) == (9, (4, 5))


@pytest.mark.parametrize(
    ("treasury", "lost", "by_switch"), [(10, 5, 5), (9, 4, 5), (7, 3, 4), (1, 0, 1), (0, 0, 0)]
)
def test_rome_loses_half_its_treasury_rounded_down(
    treasury: int, lost: int, by_switch: int
) -> None:
    """SW P15, SW-29: the loss is rounded down, or what stays; and 2d6 PT are gone."""
    for rounded, coins, rule in (("loss", lost, "SW P15"), ("remainder", by_switch, "SW-29")):
        desk, effects = fought(
            "war",
            "Samnites",
            "enemy",
            1,
            3,
            treasury=treasury,
            rome=["Plague"],
            switches={"war_loss": rounded},
        )
        assert all_of(fx.PrestigeChanged, effects)[0].change == -4
        assert desk.state.treasury == treasury - coins
        told = [(one.change, one.rule) for one in all_of(fx.TreasuryChanged, effects)]
        assert told == ([(-coins, rule)] if coins else [])


def test_sw_40_with_the_latins_alone_no_region_goes_free() -> None:
    """SW-40: and no die is thrown for it."""
    desk, effects = fought("war", "Samnites", "enemy", 1, 1, rome=["Plague"])
    assert all_of(fx.FreedomRolled, effects) == []
    assert desk.state.controlled == ("Latins",)


def test_sw_p15_the_only_region_goes_free_by_itself() -> None:
    """SW P15: on 1 to 3."""
    desk, effects = fought(
        "war", "Samnites", "enemy", 1, 1, 3, tokens={"Gauls": 1}, rome=["Plague"]
    )
    assert of(fx.RegionFreed, effects).region == "Gauls"
    assert desk.state.step == "battle-cards"
    desk, _ = fought("war", "Samnites", "enemy", 1, 1, 4, tokens={"Gauls": 1})
    assert "Gauls" in desk.state.controlled


def test_sw_p15_of_several_regions_the_consul_chooses() -> None:
    """SW P15: not the Latins; then the cards are asked for."""
    tokens = {"Gauls": 1, "Umbrians": 1}
    desk, _ = fought("war", "Samnites", "enemy", 1, 1, 2, tokens=tokens, rome=["Plague"])
    assert (desk.state.step, desk.waiting()) == ("free", [CONSUL])
    for region in ("Latins", "Samnites"):
        with pytest.raises(RuleViolation) as refused:
            desk.do(CONSUL, cmd.FreeRegion(region))
        assert refused.value.rule == "SW P15"
    desk.do(CONSUL, cmd.FreeRegion("Umbrians"))
    assert desk.state.controlled == ("Latins", "Gauls")
    assert desk.state.step == "battle-cards"


# campaigns and conquest


def test_sw_p13_a_campaign_won_brings_1d6_pt_and_1d6_gold() -> None:
    """SW P13: without a Conquest card the region stays free."""
    desk, effects = fought("campaign", "Etruscans", "rome", 5, 2, rome=["Swords"])
    assert of(fx.PrestigeChanged, effects).change == 5
    assert of(fx.TreasuryChanged, effects).total == 12
    everybody_passes(desk)
    assert desk.state.controlled == ("Latins",)


def test_sw_p13_a_campaign_lost_costs_six_pt_and_the_next_campaign() -> None:
    """SW P13, SW P20: the next Consul may not march."""
    desk, effects = fought("campaign", "Etruscans", "enemy", rome=["Swords"])
    assert of(fx.PrestigeChanged, effects).change == -6
    everybody_passes(desk)
    for seat in desk.waiting():
        desk.do(seat, cmd.Discard(()))
    assert (desk.state.turn, desk.state.battle_lost) == (2, True)


CONQUESTS = [
    ("Citizenship", 3),
    ("Assimilation", 3),
    ("Integration", 3),
    ("Garrison", 1),
    ("Influence", 2),
    ("Power", 2),
    ("Annexation", 2),
    ("Expansion", 2),
    ("Colonies", 2),
    ("Occupation", 1),
    ("Development", 2),
    ("Subjugation", 1),
]


@pytest.mark.parametrize("seat", [CONSUL, FOE])
@pytest.mark.parametrize(("card", "prestige"), CONQUESTS)
def test_sw_19_a_conquest_card_takes_the_region_for_its_player(
    card: str, prestige: int, seat: str
) -> None:
    """SW-19, SW P13: the Consul's, or another's; its PT go to the player of the card."""
    cards = {"rome": [card]} if seat == CONSUL else {"enemy": [card]}
    desk, _ = fought("campaign", "Etruscans", "rome", 1, 1, treasury=0, **cards)
    before = desk.prestige(seat)
    for one in desk.waiting():
        effects = desk.answer(one, claim=card if one == seat else None)
    conquered = of(fx.Conquered, effects)
    assert (conquered.seat, conquered.region, conquered.tokens) == (seat, "Etruscans", 1)
    assert due(effects, card) == [(prestige, "SW P13")]
    treasury = desk.state.treasury if seat == CONSUL else 0
    assert desk.prestige(seat) == before + prestige + treasury
    assert desk.state.controlled == ("Latins", "Etruscans")
    assert card in desk.state.discard
    assert next(one for one in desk.view().players if one.seat == seat).conquests == ("Etruscans",)


def test_if_the_consul_does_not_have_a_conquest_card_another_player_may() -> None:
    """SW P13, SW-19: a Consul who passes with one in hand counts as one without."""
    desk, _ = fought("campaign", "Etruscans", "rome", 1, 1, rome=["Power"], enemy=["Colonies"])
    desk.answer(CONSUL)
    assert of(fx.Conquered, desk.answer(FOE, claim="Colonies")).seat == FOE
    assert "Power" in desk.hand(CONSUL)


def test_sw_19_the_consul_comes_first_and_other_cards_stay_unseen() -> None:
    """SW-19: who wanted it too does not show."""
    desk, _ = fought("campaign", "Etruscans", "rome", 1, 1, rome=["Garrison"], enemy=["Power"])
    desk.answer(FOE, claim="Power")
    effects = desk.answer(CONSUL, claim="Garrison")
    conquered = of(fx.Conquered, effects)
    assert (conquered.card, conquered.wanting) == ("Garrison", ())
    assert desk.hand(FOE) == ["Power"]
    assert "Power" not in [desk.values[digest] for digest in desk.opened]


def test_sw_19_others_roll_for_the_honour() -> None:
    """SW-19: high d6 among those who want; the losers' cards stay in hand, unseen."""
    others = {THIRD: ["Power"], SEATS[3]: ["Colonies"]}
    desk, _ = fought(
        "campaign", "Etruscans", "rome", 1, 1, players=4, others=others, enemy=["Garrison"]
    )
    for seat, claim in ((CONSUL, None), (FOE, None), (THIRD, "Power")):
        if seat in desk.waiting():
            desk.answer(seat, claim=claim)
    effects = desk.answer(SEATS[3], claim="Colonies", faces=(2, 4))
    conquered = of(fx.Conquered, effects)
    assert (conquered.seat, conquered.wanting) == (SEATS[3], (THIRD, SEATS[3]))
    assert conquered.rounds == ((2, 4),)
    assert desk.hand(THIRD) == ["Power"]
    assert "Power" not in [desk.values[digest] for digest in desk.opened]


def test_sw_5_each_conquest_puts_one_token_on_the_samnites() -> None:
    """SW-5: the third makes them Rome's."""
    for tokens, controlled in ((0, False), (1, False), (2, True)):
        desk, _ = fought(
            "campaign", "Samnites", "rome", 1, 1, rome=["Power"], tokens={"Samnites": tokens}
        )
        desk.answer(CONSUL, claim="Power")
        region = desk.state.region("Samnites")
        assert region is not None
        assert (region.tokens, region.controlled) == (tokens + 1, controlled)


def test_sw_p13_only_a_campaign_conquers() -> None:
    """SW P13: after a revolt or a war no Conquest card is asked for."""
    for kind, faces in (("revolt", ()), ("war", (1, 1))):
        desk, effects = fought(
            kind, "Samnites", "rome", *faces, tokens={"Samnites": 3}, rome=["Power"]
        )
        assert of(fx.WindowOpened, effects).claims == ()
        with pytest.raises(RuleViolation):
            desk.answer(CONSUL, claim="Power")


# cards of victory and defeat

VICTORIES = [
    ("Plunder", 0, 3),
    ("Take Slaves", 0, 2),
    ("Decisive Victory", 2, 0),
    ("Pyrrhic Victory", -2, 0),
    ("Severe Terms", 1, 2),
    ("Sue for Peace", 2, 1),
]


@pytest.mark.parametrize("seat", [CONSUL, FOE])
@pytest.mark.parametrize(("card", "prestige", "gold"), VICTORIES)
def test_sw_p23_a_victory_card_by_any_player(
    card: str, prestige: int, gold: int, seat: str
) -> None:
    """SW P23: the PT are the Consul's, the gold is the Treasury's."""
    cards = {"rome": [card]} if seat == CONSUL else {"enemy": [card]}
    desk, _ = fought("revolt", "Gauls", "rome", treasury=4, tokens={"Gauls": 1}, **cards)
    for one in desk.waiting():
        effects = desk.answer(one, *([card] if one == seat else []))
    assert due(effects, card) == [(one, "SW P23") for one in (prestige, gold) if one]
    assert desk.state.treasury == 4 + gold
    assert desk.prestige(CONSUL) == 10 + 3 + prestige + 4 + gold
    assert desk.prestige(FOE) == 10


DEFEATS = [
    ("Humiliating Defeat", -2, -2),
    ("Pass Under the Yoke", -2, 0),
    ("Ransoms", -1, -1),
    ("Rome is Sacked", None, -4),
]
"""Card, PT where Rome attacked, PT where it defended."""


@pytest.mark.parametrize("seat", [CONSUL, FOE])
@pytest.mark.parametrize(("card", "attacked", "defended"), DEFEATS)
@pytest.mark.parametrize("kind", ["campaign", "war"])
def test_sw_p24_a_defeat_card_by_any_player_takes_the_treasury(
    card: str, attacked: int | None, defended: int, kind: str, seat: str
) -> None:
    """SW P24, SW-21, SW-45: the whole of it, also where a war took half."""
    cards = {"rome": [card]} if seat == CONSUL else {"enemy": [card]}
    cards = {"rome": ["Plague"], "enemy": ["Chariots"], **cards}
    faces = (1, 1) if kind == "war" else ()
    desk, effects = fought(kind, "Samnites", "enemy", *faces, prestige=20, treasury=9, **cards)
    change = attacked if kind == "campaign" else defended
    if change is None:
        assert card not in of(fx.WindowOpened, effects).cards
        with pytest.raises(RuleViolation) as refused:
            desk.answer(seat, card)
        assert refused.value.rule == "SW P26"
        return
    left = desk.state.treasury
    for one in desk.waiting():
        before = desk.state
        effects = desk.answer(one, *([card] if one == seat else []))
    assert due(effects, card) == [(one, "SW P24") for one in (change, -left) if one]
    whole = [one for one in SYSTEM.narrate(before, effects, {}).text if "whole Treasury" in one]
    assert len(whole) == 1
    assert f"{left} gold" in whole[0]
    assert desk.state.treasury == 0
    assert desk.prestige(CONSUL) == 20 - (6 if kind == "campaign" else 2) + change


def test_sw_p23_no_victory_card_after_a_defeat_nor_the_other_way_round() -> None:
    """SW P23, SW P24: the window names what is due."""
    desk, _ = fought("campaign", "Samnites", "enemy", rome=["Plunder"], enemy=["Ransoms"])
    with pytest.raises(RuleViolation) as refused:
        desk.answer(CONSUL, "Plunder")
    assert refused.value.rule == "SW P23"
    desk, _ = fought("campaign", "Samnites", "rome", 1, 1, rome=["Plunder"], enemy=["Ransoms"])
    with pytest.raises(RuleViolation) as refused:
        desk.answer(FOE, "Ransoms")
    assert refused.value.rule == "SW P24"


ONE = {"card_limit": "one"}


def test_sw_20_victory_cards_can_be_played_by_any_player() -> None:
    """SW P23, SW-20, SW-32: as many as one holds; by switch one a player, and Scandal besides."""
    cards = {"rome": ["Plunder", "Take Slaves"], "enemy": ["Pyrrhic Victory", "Scandal"]}
    desk, _ = fought(
        "revolt", "Gauls", "rome", treasury=0, tokens={"Gauls": 1}, switches=ONE, **cards
    )
    with pytest.raises(RuleViolation) as refused:
        desk.answer(CONSUL, "Plunder", "Take Slaves")
    assert refused.value.rule == "SW-20"
    desk.answer(CONSUL, "Plunder")
    desk.answer(FOE, "Pyrrhic Victory", "Scandal")
    assert (desk.state.treasury, desk.prestige(CONSUL)) == (3, 10 + 3 - 2 - 3 + 3)
    desk, _ = fought("revolt", "Gauls", "rome", treasury=0, tokens={"Gauls": 1}, **cards)
    desk.answer(FOE)
    desk.answer(CONSUL, "Plunder", "Take Slaves")
    assert desk.state.treasury == 5


def test_sw_20_without_a_limit_all_victory_cards_and_scandal_may_be_played() -> None:
    """SW-20: as many as the options offer, through the command's own form."""
    cards = [
        "Plunder",
        "Take Slaves",
        "Decisive Victory",
        "Pyrrhic Victory",
        "Severe Terms",
        "Sue for Peace",
        "Scandal",
    ]
    desk, _ = fought(
        "revolt",
        "Gauls",
        "rome",
        tokens={"Gauls": 1},
        others={FOE: ["Spears", *cards]},
    )
    desk.answer(CONSUL)
    choice = desk.options(FOE)["answer:cards"].choices["/cards"]
    assert (len(choice.values), getattr(choice, "max", None)) == (7, 7)
    form = {"type": "samnite-wars.answer", "window": "battle", "cards": cards, "claim": None}
    assert len(msgspec.convert(form, cmd.Answer).cards) == 7


def test_sw_20_options_are_what_may_be_played_together() -> None:
    """SW-20: each Victory card alone or with Scandal, and with the Conquest card."""
    cards = ["Plunder", "Take Slaves", "Scandal", "Power"]
    desk, _ = fought("campaign", "Gauls", "rome", 1, 1, rome=cards, switches=ONE)
    options = desk.options(CONSUL)
    assert [*options] == ["answer", "answer:cards", "answer:claim"]
    plays = options["answer:cards"].choices["/cards"].values
    assert plays == [
        ["Plunder"],
        ["Take Slaves"],
        ["Scandal"],
        ["Plunder", "Scandal"],
        ["Take Slaves", "Scandal"],
    ]


def titles(choice: Any) -> list[str]:
    """What its alternatives are called."""
    return [one.title for one in choice.alternatives]


def test_a_card_that_may_be_played_says_who_gains() -> None:
    """SW P23, SW P13: a Foe's Victory card is the Consul's PT, a Conquest card one's own."""
    cards = ["Decisive Victory", "Sue for Peace", "Scandal", "Influence"]
    desk, _ = fought("campaign", "Gauls", "rome", 1, 1, others={THIRD: cards}, players=3)
    options = desk.options(THIRD)
    told = [
        "Decisive Victory (Fabius gains 2 PT)",
        "Sue for Peace (Fabius gains 2 PT, the Treasury gains 1 gold)",
        "Scandal (Fabius loses 3 PT)",
    ]
    assert titles(options["answer:cards"].choices["/cards"]) == told
    assert options["answer:cards"].title == "Play Decisive Victory, Sue for Peace or Scandal"
    assert options["answer:claim"].title == "Play Influence to conquer the Gauls"
    assert titles(options["answer:claim"].choices["/claim"]) == ["Influence (you gain 2 PT)"]


def test_cards_that_go_together_say_what_each_does() -> None:
    """SW-20: two cards in one choice."""
    cards = ["Plunder", "Severe Terms", "Scandal"]
    desk, _ = fought("campaign", "Gauls", "rome", 1, 1, rome=cards, switches=ONE)
    both = "Plunder (the Treasury gains 3 gold) and Scandal (you lose 3 PT)"
    assert both in titles(desk.options(CONSUL)["answer:cards"].choices["/cards"])


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("campaign", "Pass Under the Yoke (Fabius loses 2 PT, the Treasury is lost)"),
        ("war", "Pass Under the Yoke (the Treasury is lost)"),
    ],
)
def test_a_defeat_card_says_what_it_costs_here(kind: str, told: str) -> None:
    """SW P24, SW-45: the yoke costs no PT where Rome was attacked."""
    faces = (1, 1) if kind == "war" else ()
    desk, _ = fought(kind, "Gauls", "enemy", *faces, enemy=["Pass Under the Yoke"])
    play = desk.options(FOE)["answer:cards"]
    assert titles(play.choices["/cards"]) == [told]
    assert play.title == f"Play {told}".replace(" (", ", ").removesuffix(")")


@pytest.mark.parametrize(("kind", "faces"), [("campaign", ()), ("war", (1, 1))])
def test_a_yoke_that_costs_no_pt_says_why(kind: str, faces: tuple[int, ...]) -> None:
    """SW-45: it reads else as a card that does nothing."""
    desk, _ = fought(kind, "Gauls", "enemy", *faces, enemy=["Pass Under the Yoke"])
    desk.answer(CONSUL)
    before = desk.state
    text = SYSTEM.narrate(before, desk.answer(FOE, "Pass Under the Yoke"), {}).text
    assert text[0] == "Papirius plays Pass Under the Yoke."
    spared = "Pass Under the Yoke costs no PT, as Rome did not attack."
    assert (text[1] == spared) == (kind == "war")


def test_what_a_card_costs_its_own_player_is_said_before_it_is_chosen() -> None:
    """SW P23: who forgets that they are the Consul reads it of themselves, others read the name."""
    cards = {"rome": ["Scandal"], "enemy": ["Scandal"]}
    desk, _ = fought("campaign", "Gauls", "rome", 1, 1, **cards)
    assert desk.options(CONSUL)["answer:cards"].title == "Play Scandal, you lose 3 PT"
    assert desk.options(FOE)["answer:cards"].title == "Play Scandal, Fabius loses 3 PT"


def test_gold_that_corruption_strikes_is_said_with_the_card() -> None:
    """SW P19: above 20 some of it is lost again."""
    desk, _ = fought("revolt", "Gauls", "rome", treasury=19, tokens={"Gauls": 1}, rome=["Plunder"])
    told = "Play Plunder, the Treasury gains 3 gold, and above 20 loses 1d10 to corruption"
    assert desk.options(CONSUL)["answer:cards"].title == told


def test_sw_24_gold_of_a_victory_beyond_twenty_is_struck() -> None:
    """SW-24: 19 and 3 are 22."""
    desk, _ = fought("revolt", "Gauls", "rome", treasury=19, tokens={"Gauls": 1}, rome=["Plunder"])
    assert of(fx.Corrupted, desk.answer(CONSUL, "Plunder", faces=(7,))).total == 15


def test_a_player_without_cards_is_not_asked_and_the_turn_continues() -> None:
    """SW-32: with nobody to ask, the turn comes to its prestige and its end."""
    _, effects = fought("revolt", "Gauls", "rome", tokens={"Gauls": 1}, filler=())
    assert all_of(fx.WindowOpened, effects) == []
    assert of(fx.TurnBegun, effects).turn == 2


def test_who_holds_no_card_that_fits_reads_so_where_they_pass() -> None:
    """SW-32: from their own hand alone; who acts for a seat without seeing it reads of no card."""
    passes = {}
    for cards in (["Spears", "Cavalry"], ["Spears", "Plunder"]):
        desk, _ = fought("revolt", "Gauls", "rome", others={FOE: cards})
        desk.answer(CONSUL)
        titles = {one.title for one in desk.options(FOE).values()}
        passes["Plunder" in cards] = {one for one in titles if one.startswith("Pass")}
        unseen = SYSTEM.options(desk.state, f"seat:{FOE}", {})
        assert "Pass" in {one.title for one in unseen}
    assert passes == {False: {"Pass: nothing to play here"}, True: {"Pass"}}
