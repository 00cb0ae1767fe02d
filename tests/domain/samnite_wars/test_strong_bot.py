"""The strong bot: it counts what wins the game, and times its end."""

from typing import Any

import msgspec
import pytest

from iacta.domain.kernel.campaign.bots import command_of
from iacta.domain.samnite_wars import SYSTEM
from iacta.domain.samnite_wars.bots.sense import sensible
from iacta.domain.samnite_wars.bots.strong import candidates, worth
from tests.domain.samnite_wars.given import CONSUL, FOE, SEATS, THIRD, Desk
from tests.support.environment import Below

FIVE = {"Etruscans": 1, "Umbrians": 1, "Gauls": 1, "Lucanians": 1}
"""with the Latins"""
SIX = FIVE | {"Campanians": 1}
DECLARED = {"type": "samnite-wars.declare-end"}


def scored(desk: Desk, **prestige: int) -> Desk:
    """Players with so many PT."""
    for seat, points in prestige.items():
        player = msgspec.structs.replace(desk.state.seated(seat), prestige=points)
        desk.state = desk.state.with_player(player)
    return desk


def begun(consul: int, foe: int, tokens: dict[str, int], treasury: int = 8) -> Desk:
    """A turn that begins."""
    desk = Desk().at("strategy", treasury=treasury).control(**tokens)
    return scored(desk, **{CONSUL: consul, FOE: foe})


def sent(bot: str, desk: Desk, role: str) -> dict[str, Any]:
    """What a bot sends at this desk."""
    acting = f"seat:{role}"
    known = desk.known(acting)
    return dict(command_of(bot, SYSTEM, desk.state, acting, known, Below("choice")) or {})


def test_a_consul_of_six_regions_who_leads_declares_the_end_and_thinks_of_nothing_else() -> None:
    """SW P1: whatever a longer turn might add, the game is won."""
    desk = begun(21, 20, SIX)
    view = msgspec.to_builtins(desk.view(CONSUL))
    options = [*desk.options(CONSUL).values()]
    assert candidates(view, options, f"seat:{CONSUL}", Below("choice")) == [DECLARED]


def test_a_game_is_won_or_lost_by_however_much() -> None:
    """SW P1, SW-6: a tie is shared."""
    for other, points in ((10, 1.0), (99, 1.0), (100, 0.5), (101, 0.0), (200, 0.0)):
        desk = begun(100, other, SIX).with_(step="over")
        assert worth(desk.state, CONSUL) == points
        assert worth(desk.state, FOE) == 1 - points


def test_six_regions_are_won_by_the_consul_who_leads() -> None:
    assert [worth(begun(31, 30, SIX).state, one) for one in (CONSUL, FOE)] == [1, 0]
    assert 0 < worth(begun(30, 30, SIX).state, FOE) < 1
    assert 0 < worth(begun(31, 30, FIVE).state, FOE) < 1


def test_a_lead_counts_for_more_the_sooner_the_game_may_end() -> None:
    ahead = [worth(begun(40, 30, tokens).state, CONSUL) for tokens in ({}, {"Gauls": 1}, FIVE)]
    assert 0.5 < ahead[0] < ahead[1] < ahead[2] < 1


def test_the_treasury_is_the_consul_s_of_the_turn() -> None:
    """SW P17: its gold becomes PT at the turn's end."""
    poor, rich = (begun(30, 40, FIVE, treasury) for treasury in (2, 20))
    assert worth(poor.state, CONSUL) < worth(rich.state, CONSUL)
    assert worth(poor.state, FOE) > worth(rich.state, FOE)


def test_among_three_the_best_rival_counts_most() -> None:
    def against(foe: int, third: int) -> float:
        desk = Desk(3).at("strategy", treasury=0).control(**FIVE)
        return worth(scored(desk, **{CONSUL: 30, FOE: foe, THIRD: third}).state, CONSUL)

    assert against(45, 15) < against(30, 30) < against(15, 20)


@pytest.mark.parametrize(
    ("claimant", "consul", "foe"), [(CONSUL, 10, 30), (FOE, 40, 30)], ids=["consul", "foe"]
)
def test_nobody_conquers_the_sixth_region_for_a_rival_who_leads(
    claimant: str, consul: int, foe: int
) -> None:
    """SW P13, SW P1: the shrewd bot takes the card's PT, and the other declares the end."""
    held = {CONSUL: ["Legions", "Treaty"], FOE: ["Spears", "Hostages"]}
    held[claimant].append("Power")
    desk = Desk().fighting("campaign", "Campanians", held).control(**FIVE)
    scored(desk, **{CONSUL: consul, FOE: foe})
    desk.lay(CONSUL, "Legions")
    desk.lay(FOE, "Spears", faces=(1, 1))
    assert sent("shrewd", desk, claimant)["claim"] == "Power"
    assert sent("strong", desk, claimant)["claim"] is None


def test_no_foe_conquers_the_sixth_region_for_another_foe() -> None:
    """Who leads declares the end as soon as they are Consul."""
    held = {CONSUL: ["Legions"], FOE: ["Spears", "Hostages", "Power"], THIRD: ["Treaty"]}
    desk = Desk(3).fighting("campaign", "Campanians", held).control(**FIVE)
    scored(desk, **{CONSUL: 10, FOE: 20, THIRD: 60})
    desk.lay(CONSUL, "Legions")
    desk.lay(FOE, "Spears", faces=(1, 1))
    assert sent("shrewd", desk, FOE)["claim"] == "Power"
    assert sent("strong", desk, FOE)["claim"] is None


def answer(window: str, *cards: str) -> dict[str, Any]:
    """Cards that are played in a window."""
    return {"type": "samnite-wars.answer", "window": window, "cards": [*cards], "claim": None}


@pytest.mark.parametrize(("treasury", "played"), [(5, True), (19, False)])
def test_no_consul_brings_corruption_upon_the_treasury(treasury: int, played: bool) -> None:
    """SW P17, SW P19: it takes more than the card gives, and every coin is a PT."""
    desk = won({CONSUL: ["Severe Terms"]}, **{CONSUL: 20, FOE: 30})
    view = {**msgspec.to_builtins(desk.view(CONSUL)), "treasury": treasury}
    assert sensible(view, CONSUL, answer("battle", "Severe Terms")) is played


def test_the_sixth_region_is_conquered_by_the_consul_whom_it_makes_win() -> None:
    held = {CONSUL: ["Legions", "Treaty", "Power"], FOE: ["Spears", "Hostages"]}
    desk = Desk().fighting("campaign", "Campanians", held).control(**FIVE)
    scored(desk, **{CONSUL: 30, FOE: 35})
    desk.lay(CONSUL, "Legions")
    desk.lay(FOE, "Spears", faces=(1, 1))
    assert sent("strong", desk, CONSUL)["claim"] == "Power"


def thought(desk: Desk, role: str) -> list[dict[str, Any]]:
    """All that the search of a seat might try at this desk."""
    view, options = msgspec.to_builtins(desk.view(role)), [*desk.options(role).values()]
    tries = [candidates(view, options, f"seat:{role}", Below(str(seed))) for seed in range(20)]
    return [dict(command) for found in tries for command in found]


def won(held: dict[str, list[str]], players: int = 2, **prestige: int) -> Desk:
    """A campaign that Rome has won, and cards that may be played after it."""
    held = {CONSUL: [], FOE: [], **held}
    held = {**held, CONSUL: ["Legions", *held[CONSUL]], FOE: ["Spears", *held[FOE]]}
    desk = scored(Desk(players).fighting("campaign", "Etruscans", held), **prestige)
    desk.lay(CONSUL, "Legions")
    desk.lay(FOE, "Spears", faces=(1, 1))
    return desk


def test_a_foe_gives_the_consul_no_prestige_for_nothing() -> None:
    """SW P23: but gold of his is the next Consul's too."""
    held = ["Decisive Victory", "Severe Terms", "Take Slaves"]
    desk = won({FOE: held, CONSUL: ["Plunder"]})
    played = {card for command in thought(desk, FOE) for card in command["cards"]}
    assert played == {"Take Slaves"}


@pytest.mark.parametrize(("treasury", "played"), [(18, False), (19, True)])
def test_a_foe_gives_gold_that_brings_corruption(treasury: int, played: bool) -> None:
    """SW P17, SW P19: it takes more than the card gives."""
    desk = won({FOE: ["Severe Terms"]}, **{CONSUL: 20, FOE: 30})
    view = {**msgspec.to_builtins(desk.view(FOE)), "treasury": treasury}
    assert sensible(view, FOE, answer("battle", "Severe Terms")) is played


@pytest.mark.parametrize(
    ("treasury", "lost", "played"), [(1, False, False), (2, False, True), (3, True, False)]
)
def test_no_foe_plays_plague_where_no_campaign_could_be(
    treasury: int, lost: bool, played: bool
) -> None:
    """SW P13, SW P20, SW-34: it costs 2 gold, and 2 more after a lost battle."""
    desk = Desk().at("event-cards", treasury=treasury)
    view = {**msgspec.to_builtins(desk.view(FOE)), "battle_lost": lost}
    assert sensible(view, FOE, answer("event", "Plague")) is played


@pytest.mark.parametrize(
    ("consul", "treasury", "cards", "played"),
    [
        (0, 3, ["Ransoms"], True),
        (0, 0, ["Ransoms"], False),
        (0, 3, ["Rome is Sacked", "Ransoms"], False),
        (4, 3, ["Rome is Sacked", "Ransoms"], False),
        (5, 3, ["Rome is Sacked", "Ransoms"], True),
        (0, 3, ["Scandal"], False),
    ],
)
def test_no_foe_plays_a_card_that_takes_nothing(
    consul: int, treasury: int, cards: list[str], played: bool
) -> None:
    """SW P24, SW-7: one Defeat card empties the Treasury, and PT do not fall below none."""
    desk = scored(Desk().at("battle-cards", treasury=treasury), **{CONSUL: consul, FOE: 0})
    view = msgspec.to_builtins(desk.view(FOE))
    assert sensible(view, FOE, answer("battle", *cards)) is played


def test_a_consul_does_not_harm_himself() -> None:
    """SW P23, SW-32."""
    desk = won({CONSUL: ["Pyrrhic Victory", "Scandal", "Decisive Victory"], FOE: ["Plunder"]})
    played = {card for command in thought(desk, CONSUL) for card in command["cards"]}
    assert played == {"Decisive Victory"}


@pytest.mark.parametrize(("consul", "harmed"), [(1, False), (30, True)])
def test_nobody_spends_a_scandal_on_a_consul_who_is_last(consul: int, harmed: bool) -> None:
    """His gold of the turn counted. SW P17."""
    held = {FOE: ["Scandal"], THIRD: ["Swords"], CONSUL: ["Plunder"]}
    desk = scored(won(held, 3), **{CONSUL: consul, FOE: 25, THIRD: 20}).with_(treasury=5)
    played = {card for command in thought(desk, FOE) for card in command["cards"]}
    assert played == ({"Scandal"} if harmed else set())


@pytest.mark.parametrize(
    ("consul", "treasury", "claims"), [(60, 0, {None}), (20, 40, {None}), (20, 0, {None, "Power"})]
)
def test_no_foe_claims_the_region_that_lets_a_consul_who_leads_end_the_game(
    consul: int, treasury: int, claims: set[str | None]
) -> None:
    """SW P13, SW P1, SW P17: in few of the worlds that are searched it makes a difference."""
    desk = won({FOE: ["Power"], CONSUL: ["Plunder"]})
    desk.control(Umbrians=1, Gauls=1, Lucanians=1, Campanians=1).with_(treasury=treasury)
    scored(desk, **{CONSUL: consul, FOE: 30})
    assert {command["claim"] for command in thought(desk, FOE)} == claims


@pytest.mark.parametrize(("rival", "claims"), [(60, {None}), (40, {None, "Power"})])
def test_no_consul_who_is_behind_claims_the_region_that_lets_the_next_one_end_the_game(
    rival: int, claims: set[str | None]
) -> None:
    """SW P13, SW P1: of four players, a rival who leads is Consul first and ends the game."""
    desk = won({CONSUL: ["Power"], FOE: ["Plunder"]}, 4, **{CONSUL: 40, FOE: 30, THIRD: rival})
    desk.control(Umbrians=1, Gauls=1, Lucanians=1, Campanians=1).with_(treasury=0)
    assert {command["claim"] for command in thought(desk, CONSUL)} == claims


def test_free_cards_of_an_ally_are_not_refused() -> None:
    """SW-25."""
    held = {seat: ["Legions", "Spears", "Swords"] for seat in SEATS[:4]}
    desk = Desk(4).at("peace", held=held)
    marches = [one for one in thought(desk, CONSUL) if one["type"] == "samnite-wars.campaign"]
    assert marches
    assert all(one["ally"] is not None for one in marches)


@pytest.mark.parametrize(
    ("consul", "tokens", "serves"), [(40, 2, True), (28, 2, False), (28, 1, True)]
)
def test_no_consul_far_behind_opens_the_sixth_region(
    consul: int, tokens: int, serves: bool
) -> None:
    """SW P13, SW P1: the leader would take it with a Conquest card and end the game."""
    desk = begun(consul, 50, {**FIVE, "Samnites": tokens})
    view = msgspec.to_builtins(desk.view(CONSUL))
    command = {"type": "samnite-wars.campaign", "region": "Samnites", "enemy": FOE}
    assert sensible(view, CONSUL, command) is serves


def test_what_serves_no_one_is_not_played_because_the_shrewd_bot_would() -> None:
    """Severe Terms bring three, and corruption takes more from a Treasury that is full."""
    desk = won({CONSUL: ["Severe Terms"]}, **{CONSUL: 20, FOE: 30})
    desk.state = msgspec.structs.replace(desk.state, treasury=19)
    assert sent("shrewd", desk, CONSUL)["cards"] == ["Severe Terms"]
    assert sent("strong", desk, CONSUL)["cards"] == []
