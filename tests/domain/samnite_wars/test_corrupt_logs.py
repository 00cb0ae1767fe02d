"""Effects where they cannot be: each is a corrupt log, never silently taken. SW P7."""

from typing import Any

import pytest

from iacta.domain.kernel.proof.errors import CorruptLog
from iacta.domain.kernel.proof.seals import Sealed
from iacta.domain.samnite_wars import SYSTEM
from iacta.domain.samnite_wars import effects as fx
from iacta.domain.samnite_wars.state import Effort, State, TurnEvent
from tests.domain.samnite_wars.given import CONSUL, FOE, Desk

SEAL = Sealed("a" * 64)
DIGEST = "a" * 64
IMPOSSIBLE: dict[str, Any] = {
    "begun twice": fx.Began((CONSUL,), (), (), Desk().state.switches),
    "set up twice": fx.SetUpRolled((1, 1), 1, CONSUL, ()),
    "a turn out of turn": fx.TurnBegun(5, CONSUL),
    "an unknown consul": fx.TurnBegun(2, "manlius"),
    "a new deck while there is one": fx.Renewed(SEAL, 3),
    "more dealt than there is": fx.Dealt(CONSUL, 90, SEAL),
    "nothing dealt": fx.Dealt(CONSUL, 0, SEAL),
    "dealt to nobody": fx.Dealt("manlius", 1, SEAL),
    "taxes that do not add up": fx.Taxed(1, 3, 99),
    "corruption that does not add up": fx.Corrupted(3, 3, 99),
    "a treasury that does not add up": fx.TreasuryChanged(2, 99, "x", "SW P3"),
    "prestige that does not add up": fx.PrestigeChanged(CONSUL, 2, 99, "x", "SW P2"),
    "prestige of nobody": fx.PrestigeChanged("manlius", 2, 2, "x", "SW P2"),
    "a second event": fx.EventRolled(TurnEvent(1, "revolt", "revolt")),
    "an answer unasked": fx.AnswerLaid(CONSUL, DIGEST, DIGEST),
    "a window closed that is not open": fx.WindowClosed("event"),
    "more cards played than held": fx.CardsPlayed(FOE, ("Swords", "Spears")),
    "no card played": fx.CardsPlayed(FOE, ()),
    "a war negated in peace": fx.WarNegated(CONSUL, "Treaty"),
    "rebels named in peace": fx.RebelsNamed(FOE, "Gauls"),
    "rebels chosen of none": fx.RebelsChosen("Gauls"),
    "a battle for nowhere": fx.BattleBegun("war", "Sicels", "enemy"),
    "an enemy without a battle": fx.EnemyNamed(FOE),
    "an ally without a battle": fx.EnemyAllyNamed(None),
    "gifts without a battle": fx.GiftsAwaited((FOE,)),
    "a gift without a battle": fx.Gave(FOE, CONSUL, 1, SEAL),
    "an effort without a battle": fx.EffortLaid(FOE, DIGEST),
    "a battle fought without one": fx.BattleFought(Effort(), Effort(), (), "rome"),
    "freedom without a defeat": fx.FreedomRolled(1, True),
    "a free region freed": fx.RegionFreed("Gauls"),
    "Rome's region conquered": fx.Conquered(CONSUL, "Power", "Latins", 2),
    "two tokens at once": fx.Conquered(CONSUL, "Power", "Gauls", 2),
    "a discard out of time": fx.DiscardLaid(CONSUL, DIGEST),
    "a discard of nothing laid": fx.Discarded(CONSUL, 1),
    "a turn ended too early": fx.TurnEnded(1),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_an_effect_where_it_cannot_be_is_a_corrupt_log(name: str) -> None:
    desk = Desk().at("peace", held={CONSUL: ["Swords"], FOE: ["Spears"]})
    with pytest.raises(CorruptLog):
        SYSTEM.evolve(desk.state, IMPOSSIBLE[name])


@pytest.mark.parametrize("name", [name for name in IMPOSSIBLE if name != "begun twice"])
def test_before_the_beginning_there_is_nothing_to_change(name: str) -> None:
    with pytest.raises(CorruptLog):
        SYSTEM.evolve(State(), IMPOSSIBLE[name])


def test_after_the_end_nothing_goes_on() -> None:
    desk = Desk().at("peace", held={CONSUL: ["Swords"]})
    over = SYSTEM.evolve(desk.state, fx.GameEnded("x", "SW-6"))
    for effect in (fx.GameEnded("x", "SW-6"), fx.PhaseBegun("event"), fx.Shuffled(SEAL, 5)):
        with pytest.raises(CorruptLog):
            SYSTEM.evolve(over, effect)


def test_what_is_laid_stands() -> None:
    """SW-15, SW-32: a second effort or answer of the same seat cannot be."""
    desk = Desk().fighting("campaign", "Gauls", {CONSUL: ["Swords"], FOE: ["Spears"]})
    laid = SYSTEM.evolve(desk.state, fx.EffortLaid(FOE, DIGEST))
    with pytest.raises(CorruptLog):
        SYSTEM.evolve(laid, fx.EffortLaid(FOE, DIGEST))
