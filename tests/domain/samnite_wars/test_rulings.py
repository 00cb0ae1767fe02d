"""What a referee's ruling may change: a closed list, each checked and folded. SW P5."""

from typing import Any

import pytest

from iacta.domain.kernel.proof.errors import Conflict, Invalid, RuleViolation
from iacta.domain.samnite_wars import SYSTEM
from iacta.domain.samnite_wars import changes as ch
from iacta.domain.samnite_wars.state import State
from tests.domain.samnite_wars.given import CONSUL, FOE, Desk


def ruled(desk: Desk, change: Any) -> State:
    SYSTEM.check_change(desk.state, change)
    desk.state = SYSTEM.evolve(desk.state, change)
    return desk.state


def desk_of(step: str = "peace") -> Desk:
    return Desk().at(step, held={CONSUL: ["Swords"], FOE: ["Spears"]})


def test_prestige_coins_tokens_and_a_lost_battle_are_ruled_on() -> None:
    """SW P2, SW P3, SW P5, SW P20: each is then as the referee says."""
    desk = desk_of()
    ruled(desk, ch.SetPrestige(FOE, 33))
    ruled(desk, ch.SetTreasury(4))
    ruled(desk, ch.SetTokens("Samnites", 3))
    state = ruled(desk, ch.SetBattleLost(True))
    assert desk.prestige(FOE) == 33
    assert (state.treasury, state.battle_lost) == (4, True)
    assert state.controlled == ("Latins", "Samnites")


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        (ch.SetPrestige("valerius", 1), "/seat"),
        (ch.SetTokens("Sicels", 1), "/region"),
        (ch.SetTokens("Gauls", 2), "/tokens"),
        (ch.SetTokens("Latins", 0), "/tokens"),
    ],
    ids=["seat", "region", "too many", "the Latins"],
)
def test_the_impossible_is_refused(change: Any, pointer: str) -> None:
    """SW P5, SW-8: where it is wrong is said."""
    with pytest.raises(Invalid) as refused:
        SYSTEM.check_change(desk_of().state, change)
    assert refused.value.pointer == pointer


def test_sw_p19_a_ruling_leaves_no_more_than_twenty_coins() -> None:
    """SW P19, SW-24: more would be struck at once; with corruption once after a gain they stay."""
    desk = desk_of()
    ruled(desk, ch.SetTreasury(20))
    with pytest.raises(RuleViolation) as refused:
        SYSTEM.check_change(desk.state, ch.SetTreasury(21))
    assert (refused.value.rule, refused.value.pointer) == ("SW P19", "/coins")
    assert ruled(Desk(corruption="once").at("peace"), ch.SetTreasury(21)).treasury == 21


@pytest.mark.parametrize(
    "step", ["event-cards", "rebels", "enemy", "gifts", "efforts", "free", "battle-cards"]
)
def test_regions_are_not_ruled_on_while_an_event_rests_on_them(step: str) -> None:
    """SW P5: or the battle might be for a region that it no longer can change."""
    with pytest.raises(Conflict):
        SYSTEM.check_change(desk_of(step).state, ch.SetTokens("Gauls", 1))


def test_each_ruling_has_its_words() -> None:
    for change, told in (
        (ch.SetPrestige(FOE, 33), "Papirius has 33 PT."),
        (ch.SetTreasury(4), "The Treasury holds 4 gold."),
        (ch.SetTokens("Samnites", 2), "Rome has two tokens on the Samnites."),
        (ch.SetBattleLost(False), "Rome has not lost a battle in its last turn."),
    ):
        assert SYSTEM.narrate(desk_of().state, [change], {}).text == (told,)
