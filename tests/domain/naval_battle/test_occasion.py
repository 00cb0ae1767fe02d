"""The three cases: who decides that there is a battle, and what it costs."""

import pytest

from iacta.domain.kernel.proof.errors import (
    Concluded,
    Conflict,
    NotYourTurn,
    OutOfPhase,
    RuleViolation,
)
from iacta.domain.naval_battle import SYSTEM
from iacta.domain.naval_battle import commands as cmd
from iacta.domain.naval_battle import effects as fx
from tests.domain.naval_battle.given import after, begun, of, offered, when


def test_each_case_has_its_scenario() -> None:
    """NV 1.2: three cases."""
    cases = {key: begun(key).case for key in ("interception", "supply", "naulochus", "actium")}
    assert cases == {"interception": "c", "supply": "b", "naulochus": "a", "actium": "c"}


def test_a_scenario_says_what_it_is_about_and_no_case() -> None:
    """Who is invited has read no rule: what the battle decides is said, not its letter."""
    notes = {one.key: one.note for one in SYSTEM.scenarios}
    assert not [note for note in notes.values() if "ase (" in note]
    for key in ("interception", "actium"):
        assert "the winner decides whether he sails on" in notes[key]


def test_both_players_agree_to_the_battle_of_case_a() -> None:
    """NV 1.3: one alone is not enough, and nobody agrees twice."""
    state = after(begun("naulochus"), cmd.Agree(), seat="reactive")
    assert state.phase == "occasion"
    with pytest.raises(Conflict):
        when(state, cmd.Agree(), seat="reactive")
    with pytest.raises(Conflict):
        when(state, cmd.Decline(), seat="reactive")
    assert after(state, cmd.Agree(), seat="active").phase == "allocation"


def test_one_refusal_and_there_is_no_battle_in_case_a() -> None:
    """NV 1.3: neither side has won, and it is over."""
    state = after(begun("naulochus"), cmd.Decline(), seat="active")
    outcome = SYSTEM.standing(state).outcome
    assert outcome is not None
    assert outcome.winners == ()
    assert "decline" in outcome.reason
    with pytest.raises(Concluded):
        when(state, cmd.Agree(), seat="reactive")


def test_the_enemy_may_intercept_supply_or_let_it_pass() -> None:
    """NV 1.4: it is the reactive side's choice."""
    with pytest.raises(NotYourTurn):
        when(begun("supply"), cmd.LetPass(), seat="active")
    passed = after(begun("supply"), cmd.LetPass(), seat="reactive")
    assert passed.phase == "over"
    assert passed.result is not None
    assert passed.result.passage is True
    with pytest.raises(RuleViolation, match="takes no leader") as refused:
        when(begun("supply"), cmd.Intercept("besieged", "L. Nasidius"), seat="reactive")
    assert refused.value.rule == "NV 1.4"


def test_the_active_player_concedes_supply_or_fights_for_it() -> None:
    """NV 1.5: a conceded supply is cut without a battle."""
    state = after(begun("supply"), cmd.Intercept("besieged"), seat="reactive")
    assert state.phase == "reply"
    with pytest.raises(NotYourTurn):
        when(state, cmd.Concede(), seat="reactive")
    conceded = after(state, cmd.Concede(), seat="active")
    assert conceded.result is not None
    assert (conceded.phase, conceded.result.passage) == ("over", False)
    assert after(state, cmd.GiveBattle(), seat="active").phase == "allocation"


@pytest.mark.parametrize("force", ["besieged", "relieving"])
def test_either_the_besieged_or_the_relieving_force_offers_battle(force: str) -> None:
    """NV 2.3: the one that is named is the one that may be allocated, and not both."""
    state = after(begun("supply"), cmd.Intercept(force), seat="reactive")  # type: ignore[arg-type]
    state = after(state, cmd.GiveBattle(), seat="active")
    own = [one.name for one in state.fleets if one.side == "reactive" and one.force == force]
    theirs = [one.name for one in state.fleets if one.side == "reactive" and one.force != force]
    load = cmd.Load(own[0]), cmd.Load(theirs[0])
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Allocate(load), seat="reactive")
    assert (refused.value.rule, refused.value.pointer) == ("NV 2.3", "/command/ships/1/fleet")
    assert when(state, cmd.Allocate((cmd.Load(own[0]),)), seat="reactive")
    assert offered(begun("supply"), "reactive") == {
        "intercept:besieged",
        "intercept:relieving",
        "let-pass",
    }
    with pytest.raises(RuleViolation) as no_such:
        when(begun("supply"), cmd.Intercept(), seat="reactive")
    assert no_such.value.rule == "NV 2.3"


def test_an_interception_of_movement_costs_a_stratagem_of_a_leader() -> None:
    """NV 1.6: the leader is of the intercepting side, and it has a stratagem left."""
    state = begun("interception")
    for leader in (None, "Afranius"):
        with pytest.raises(RuleViolation) as refused:
            when(state, cmd.Intercept("force", leader), seat="reactive")
        assert refused.value.rule == "NV 1.6"
    effects = when(state, cmd.Intercept("force", "Antonius"), seat="reactive")
    assert of(fx.Intercepted, effects).stratagems == 1
    there = after(state, cmd.Intercept("force", "Antonius"), seat="reactive")
    assert there.side("reactive").stratagems == state.side("reactive").stratagems - 1


def test_the_battle_of_case_c_is_fought_at_once() -> None:
    """NV 1.7: the active side is not asked."""
    state = after(begun(), cmd.Intercept("force", "Antonius"), seat="reactive")
    assert state.phase == "allocation"
    with pytest.raises(OutOfPhase):
        when(state, cmd.Concede(), seat="active")


def test_a_force_that_nobody_intercepts_sails_on() -> None:
    """NV 1.6: without a stratagem spent there is no interception."""
    state = after(begun(), cmd.LetPass(), seat="reactive")
    assert state.result is not None
    assert (state.phase, state.result.passage) == ("over", True)


def test_cases_are_not_mixed_up() -> None:
    """NV 1.2: no agreement in case (c), no interception in case (a)."""
    with pytest.raises(OutOfPhase):
        when(begun(), cmd.Agree(), seat="active")
    with pytest.raises(OutOfPhase):
        when(begun("naulochus"), cmd.LetPass(), seat="reactive")
