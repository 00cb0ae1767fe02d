"""War Efforts: who may lay which card, what it counts, and who wins. SW P27, SW P21, SW P22."""

import itertools
from typing import Any

import pytest

from iacta.domain.kernel.proof.errors import Conflict, NotYourTurn, RuleViolation
from iacta.domain.samnite_wars import commands as cmd
from iacta.domain.samnite_wars import effects as fx
from iacta.domain.samnite_wars.rules import efforts
from tests.domain.samnite_wars.given import CARDS, CONSUL, FOE, Desk, all_of, of, replace, rows

SITUATIONS: dict[str, tuple[str, str, str, dict[str, int]]] = {
    "e1": ("enemy", "campaign", "Etruscans", {}),
    "e2": ("enemy", "campaign", "Samnites", {}),
    "e3": ("enemy", "campaign", "Gauls", {}),
    "e4": ("enemy", "war", "Messapians", {}),
    "e5": ("enemy", "campaign", "Tarentines", {}),
    "e6": ("enemy", "revolt", "Tarentines", {"Tarentines": 1}),
    "e7": ("enemy", "war", "Tarentines", {}),
    "c1": ("rome", "campaign", "Etruscans", {}),
    "c2": ("rome", "war", "Samnites", {}),
    "c3": ("rome", "campaign", "Umbrians", {"Gauls": 1, "Etruscans": 1}),
    "c4": ("rome", "campaign", "Tarentines", {"Messapians": 1, "Lucanians": 1}),
}
"""Column of forces.csv → side, battle, region, what Rome controls besides the Latins."""
CELLS = [(row["card"], key, row[key]) for row in rows("forces.csv") for key in SITUATIONS]


def arena(kind: str, region: str, tokens: dict[str, int], **held: Any) -> Desk:
    return Desk().fighting(kind, region, held).control(**tokens)


@pytest.mark.parametrize(("card", "key", "typed"), CELLS)
def test_sw_p22_a_card_for_the_consul_and_for_the_enemy(card: str, key: str, typed: str) -> None:
    """SW P22, SW P21, SW-11 to SW-14, SW-36: may it be laid, and what does it count."""
    side, kind, region, tokens = SITUATIONS[key]
    seat = CONSUL if side == "rome" else FOE
    desk = arena(kind, region, tokens, **{CONSUL: [], FOE: [], seat: [card]})
    offered = "/effort" in desk.options(seat)["lay-effort"].choices
    assert offered == (typed != "-")
    if typed == "-":
        with pytest.raises(RuleViolation) as refused:
            desk.lay(seat, card)
        assert refused.value.rule == "SW P22"
        assert refused.value.pointer == f"/command/effort/{CARDS[card].kind}"
        return
    effort = efforts.total_effort(desk.state, side, (card,))  # type: ignore[arg-type]
    assert effort.force == int(typed)
    assert all(part.rule and part.reason for part in effort.cards[0].parts)


@pytest.mark.parametrize(
    ("side", "ally", "value", "rule"),
    [
        ("enemy", "Samnites", 3, "SW P21"),
        ("enemy", "Umbrians", 1, "SW P21"),
        ("rome", "Gauls", 2, "SW P21"),
        ("rome", "Umbrians", 1, "SW P21"),
        ("rome", "Latins", 2, "SW-14"),
    ],
)
def test_an_ally_counts_by_the_rule_on_allies(side: Any, ally: str, value: int, rule: str) -> None:
    """SW P21, SW-14: as printed but for the Latins, who are Rome itself."""
    state = arena("campaign", "Samnites", {"Gauls": 1}, fabius=[], papirius=[]).state
    parts = efforts.total_effort(state, side, (ally,)).cards[0].parts
    assert [(part.value, part.rule) for part in parts] == [(value, rule)]


def test_the_typed_forces_are_of_all_cards_that_fight() -> None:
    """SW P26: fifty cards in eleven situations."""
    assert len(CELLS) == 550
    assert {card for card, _, _ in CELLS} == {
        card.name for card in CARDS.values() if card.kind in efforts.KINDS
    }


@pytest.mark.parametrize(
    "card", [card.name for card in CARDS.values() if card.kind not in efforts.KINDS]
)
def test_sw_p27_other_cards_are_laid_in_no_effort(card: str) -> None:
    """SW P27: nor do they count as a card that fits (SW-15)."""
    desk = arena("campaign", "Samnites", {}, fabius=[card], papirius=["Spears"])
    with pytest.raises(RuleViolation) as refused:
        desk.do(CONSUL, cmd.LayEffort(cmd.WarEffort(troops=card)))
    assert refused.value.rule == "SW P27"
    assert desk.lay(CONSUL)[0].seat == CONSUL


def test_sw_36_a_bonus_follows_the_side_and_not_what_it_controls() -> None:
    """SW-36: Javelins get nothing from Samnites that Rome controls, though Maniples are Rome's."""
    desk = arena("campaign", "Gauls", {"Samnites": 3}, fabius=["Javelins"], papirius=[])
    assert efforts.total_effort(desk.state, "rome", ("Javelins",)).force == 1


def test_sw_5_two_tokens_on_the_samnites_open_none_of_their_cards() -> None:
    """SW-5: below three they are not Rome's."""
    for tokens, counts in ((2, 1), (3, 2)):
        desk = arena("campaign", "Gauls", {"Samnites": tokens}, fabius=["Samnites"], papirius=[])
        assert efforts.total_effort(desk.state, "rome", ("Samnites",)).force == counts
        warriors = efforts.allowed(desk.state, "rome", CARDS["Warriors"])
        assert warriors == (tokens == 3)


def test_sw_35_a_rebelling_region_opens_its_cards_to_the_consul() -> None:
    """SW-35: its token still lies there."""
    desk = arena("revolt", "Gauls", {"Gauls": 1}, fabius=["Chariots"], papirius=["Chariots"])
    assert efforts.allowed(desk.state, "rome", CARDS["Chariots"])
    assert efforts.allowed(desk.state, "enemy", CARDS["Chariots"])


def test_sw_13_the_consul_uses_the_cards_of_romes_regions_and_of_their_culture() -> None:
    """SW-13: with the Gauls their Chariots and what is non-civilized, never what is the enemy's."""
    for tokens, fits in ((0, False), (1, True)):
        desk = arena("campaign", "Etruscans", {"Gauls": tokens}, fabius=[], papirius=[])
        for name in ("Chariots", "Warriors", "Hordes", "Ferocity"):
            assert efforts.allowed(desk.state, "rome", CARDS[name]) == fits
        for name in ("New Foe", "Coalition", "Fortifications", "Greek General"):
            assert not efforts.allowed(desk.state, "rome", CARDS[name])


def test_sw_14_a_latin_city_is_in_the_role_of_the_latins() -> None:
    """SW-14, SW-8: 3 for the rebels, 2 for the Consul who controls them."""
    desk = arena("revolt", "Latins", {}, fabius=["Latins"], papirius=[])
    assert efforts.total_effort(desk.state, "enemy", ("Latins",)).force == 3
    assert efforts.total_effort(desk.state, "rome", ("Latins",)).force == 2


@pytest.mark.parametrize(
    ("kind", "role"), [("campaign", "attacker"), ("revolt", "attacker"), ("war", "defender")]
)
def test_sw_10_rome_attacks_but_in_wars(kind: str, role: str) -> None:
    """SW-10: Siege is the attacker's, Fortifications the defender's."""
    desk = Desk().fighting(kind, "Samnites", {CONSUL: ["Siege"], FOE: ["Siege"]})
    assert desk.state.battle is not None
    assert desk.state.battle.role("rome") == role
    assert efforts.allowed(desk.state, "rome", CARDS["Siege"]) == (role == "attacker")
    assert efforts.allowed(desk.state, "rome", CARDS["Fortifications"]) == (role == "defender")


FULL = ["Latins", "Centurions", "Legions", "Swords", "Surprise", "Spears"]


def test_sw_p27_an_effort_adds_up_one_card_of_each_type() -> None:
    """SW P27: 2 + 2 + 3 + (1 + 1) + 3 = 12 against 1."""
    desk = arena("campaign", "Samnites", {}, fabius=FULL, papirius=["Spears"])
    desk.lay(CONSUL, "Latins", "Centurions", "Legions", "Swords", "Surprise")
    effects = desk.lay(FOE, "Spears", faces=(4, 5))
    fought = of(fx.BattleFought, effects)
    assert (fought.rome.force, fought.enemy.force, fought.winner) == (12, 1, "rome")
    swords = fought.rome.cards[3]
    assert [(part.value, part.rule) for part in swords.parts] == [(1, "SW P26"), (1, "SW-12")]
    played = {effect.seat: effect.cards for effect in all_of(fx.CardsPlayed, effects)}
    assert played[CONSUL] == ("Latins", "Centurions", "Legions", "Swords", "Surprise")
    assert desk.hand(CONSUL) == ["Spears"]
    assert desk.state.discard == (*played[CONSUL], "Spears")


def test_sw_p27_a_card_is_of_the_type_in_whose_place_it_is_laid() -> None:
    """SW P27: so no type is laid twice."""
    desk = arena("campaign", "Samnites", {}, fabius=["Swords", "Spears"], papirius=["Shields"])
    with pytest.raises(RuleViolation) as refused:
        desk.do(CONSUL, cmd.LayEffort(cmd.WarEffort(weapon="Swords", battle="Spears")))
    assert (refused.value.rule, refused.value.pointer) == ("SW P27", "/command/effort/battle")


def test_sw_p4_a_card_must_be_in_hand_to_be_laid() -> None:
    """SW P4: in words that do not depend on who holds it, or whether anybody does."""
    desk = arena("campaign", "Samnites", {}, fabius=["Swords"], papirius=["Spears"])
    details = []
    for name in ("Spears", "Shields"):
        with pytest.raises(RuleViolation) as refused:
            desk.lay(CONSUL, name)
        assert refused.value.rule == "SW P4"
        details.append(refused.value.detail.replace(name, "*"))
    assert len({*details}) == 1


def test_sw_15_one_card_at_least_if_one_fits() -> None:
    """SW P27, SW-15: with a fitting card one must be laid; without one nothing is."""
    desk = arena("campaign", "Samnites", {}, fabius=["Swords"], papirius=["Legions"])
    with pytest.raises(RuleViolation) as refused:
        desk.lay(CONSUL)
    assert refused.value.rule == "SW P27"
    assert [*desk.options(CONSUL)["lay-effort"].choices] == ["/effort"]
    assert [*desk.options(FOE)] == ["lay-effort"]
    desk.lay(FOE)
    fought = of(fx.BattleFought, desk.lay(CONSUL, "Swords", faces=(1, 1)))
    assert (fought.enemy.cards, fought.enemy.force) == ((), 0)


def test_sw_15_a_player_without_cards_lays_nothing_and_is_not_awaited() -> None:
    """SW-15: the other's effort then opens at once."""
    desk = arena("campaign", "Samnites", {}, fabius=["Swords"], papirius=[])
    assert desk.waiting() == [CONSUL]
    assert of(fx.BattleFought, desk.lay(CONSUL, "Swords", faces=(1, 1))).winner == "rome"


def test_sw_15_the_first_effort_stays_sealed_for_everybody_else() -> None:
    """SW-15: in view, waiting and state nothing shows but that it lies there."""
    desk = arena("campaign", "Samnites", {}, fabius=["Swords"], papirius=["Spears"])
    (laid,) = desk.lay(CONSUL, "Swords")
    assert isinstance(laid, fx.EffortLaid)
    assert desk.opened == []
    for role in ("public", FOE, "referee"):
        side = desk.view(role).battle.rome
        assert (side.laid, side.cards, side.force) == (True, None, None)
        assert desk.view(role).players[0].cards == 1
    own = desk.view(CONSUL).battle.rome
    assert ([card.name for card in own.cards], own.force) == (["Swords"], 2)
    assert desk.waiting() == [FOE]
    with pytest.raises(Conflict):
        desk.lay(CONSUL, "Swords")


def test_only_the_principals_lay_efforts() -> None:
    desk = Desk(3).fighting("campaign", "Samnites", {CONSUL: ["Swords"], FOE: ["Spears"]})
    desk.hold({"valerius": ["Shields"]})
    with pytest.raises(NotYourTurn):
        desk.lay("valerius", "Shields")


@pytest.mark.parametrize(("faces", "winner"), [((3, 5), "enemy"), ((2, 2, 6, 1), "rome")])
def test_sw_16_equal_forces_are_rolled_off(faces: tuple[int, ...], winner: str) -> None:
    """SW-16: again while the dice are equal."""
    desk = arena("campaign", "Samnites", {}, fabius=["Spears"], papirius=["Shields"])
    desk.lay(CONSUL, "Spears")
    more = (1, 1) if winner == "rome" else ()
    fought = of(fx.BattleFought, desk.lay(FOE, "Shields", faces=(*faces, *more)))
    assert fought.winner == winner
    assert [face for one in fought.rounds for face in one] == list(faces)


def test_sw_p27_options_are_every_effort() -> None:
    """SW P27: whichever card is chosen first, any of the other types may go with it."""
    desk = arena("campaign", "Samnites", {}, fabius=FULL, papirius=["Spears"])
    (lay,) = desk.options(CONSUL).values()
    found = set()
    for first in lay.choices["/effort"].alternatives:
        kinds = [pointer.removeprefix("/effort/") for pointer in first.choices]
        for others in itertools.product(*(choice.values for choice in first.choices.values())):
            effort = {**first.value, **dict(zip(kinds, others, strict=True))}
            found.add(tuple(effort[kind] for kind in efforts.KINDS))
    assert len(found) == 2 * 2 * 2 * 3 * 2 - 1


def test_sw_p27_options_say_what_a_card_adds_in_this_battle() -> None:
    """SW P21, SW P26: an ally by its region, Swords by who fights."""
    desk = arena("campaign", "Samnites", {}, fabius=["Latins", "Swords"], papirius=["Spears"])
    (lay,) = desk.options(CONSUL).values()
    first, second = lay.choices["/effort"].alternatives
    assert [first.title, second.title] == ["Latins (force 2)", "Swords (force 2)"]
    assert [one.title for one in first.choices["/effort/weapon"].alternatives] == [
        "none",
        "Swords (force 2)",
    ]


REGION = " and on 1 to 3 a region"


@pytest.mark.parametrize(
    ("kind", "held", "won", "lost", "rule"),
    [
        ("campaign", {}, "1d6 PT and 1d6 gold", "6 PT", "SW P13"),
        ("revolt", {"Samnites": 1}, "3 PT", "6 PT and on 1 to 3 the Samnites", "SW P12"),
        ("war", {}, "2d6 PT", "2d6 PT and 5 of the 11 gold", "SW P15"),
        ("war", {"Gauls": 1}, "2d6 PT", f"2d6 PT, 5 of the 11 gold{REGION}", "SW P15"),
    ],
)
def test_what_a_battle_is_worth_is_told_where_cards_are_laid(
    kind: str, held: dict[str, int], won: str, lost: str, rule: str
) -> None:
    """SW P12, SW P13, SW P15: the Consul wins and loses; the Foe who leads the enemy does not."""
    desk = arena(kind, "Samnites", held, fabius=["Swords"], papirius=["Spears"])
    desk.with_(treasury=11)
    (laying,), (fighting,) = (desk.options(seat).values() for seat in (CONSUL, FOE))
    assert laying.title == f"Lay a War Effort: a win brings {won}, a loss costs {lost} ({rule})"
    assert fighting.title == (
        f"Lay a War Effort: a win costs Fabius {lost}, a loss brings Fabius {won}; "
        f"you nothing ({rule})"
    )


def test_a_latin_city_in_revolt_is_not_at_stake() -> None:
    """SW-8: it is never lost."""
    desk = arena("revolt", "Latins", {}, fabius=["Swords"], papirius=["Spears"])
    assert desk.state.battle is not None
    desk.with_(battle=replace(desk.state.battle, latin_city=True))
    (lay,) = desk.options(CONSUL).values()
    assert lay.title.endswith("a win brings 3 PT, a loss costs 6 PT (SW P12)")


def test_an_empty_treasury_is_not_at_stake() -> None:
    """SW P15: half of nothing is nothing."""
    desk = arena("war", "Samnites", {}, fabius=["Swords"], papirius=["Spears"]).with_(treasury=0)
    (lay,) = desk.options(CONSUL).values()
    assert lay.title.endswith("a win brings 2d6 PT, a loss costs 2d6 PT (SW P15)")
