"""Combats between forces that stand in zones, and the year's end."""

import pytest

from iacta.domain.civil_war import SYSTEM
from iacta.domain.civil_war import changes as ch
from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war import effects as fx
from iacta.domain.civil_war.state import LossesDue, State
from iacta.domain.kernel.contract.choices import ChooseSome
from iacta.domain.kernel.proof.errors import Invalid, NotYourTurn, OutOfPhase, RuleViolation
from tests.domain.civil_war.given import (
    at,
    begun,
    folded,
    leader,
    none_of,
    of,
    reasons,
    ruled,
    unit,
    when,
)


def epirus(*changes: object, **switches: object) -> State:
    """Phase E: two Legio units of Caesar's against two of Pompey's in Epirus."""
    return ruled(
        at(begun(**switches), -48, "combats"),
        unit("Epirus", id="c1"),
        unit("Epirus", id="c2"),
        unit("Epirus", "republican", id="r1"),
        unit("Epirus", "republican", id="r2"),
        *changes,
    )


ATTACK = cmd.ResolveCombat("Epirus", ("c1", "c2"), ("r1", "r2"))


def test_a_combat_takes_its_forces_from_the_map() -> None:
    """CW 8.4, CW-24: strengths, and every leader of each side in the zone."""
    state = epirus(
        leader("Caesar", "Epirus", tb=4, pc=9, chief=True),
        leader("M. Antonius", "Epirus", tb=2),
        leader("Pompeius", "Epirus", tb=3, pc=8, chief=True),
        leader("Cato", "Achaia", tb=5),
    )
    (resolved,) = when(state, ATTACK, 6, role="seat:caesarian")
    assert resolved.zone == "Epirus"
    assert resolved.attacker == fx.ForceSummary(
        side="caesarian",
        sp="8",
        units=2,
        quality="2",
        tb=4,
        pc=9,
        leaders=("M. Antonius", "Caesar"),
        ids=("c1", "c2"),
    )
    assert resolved.defender.leaders == ("Pompeius",)
    assert reasons(resolved)["CW 8.6d"] == 1
    assert (resolved.modified_die, resolved.winner) == (8, "attacker")


def test_cw_23_a_reduced_side_has_half_the_strength_rounded_up() -> None:
    """CW-23: or what the referee gave it."""
    state = ruled(
        epirus(),
        unit("Roma", id="five", sp=5, reduced=True),
        unit("Roma", id="own", sp=5, reduced_sp=4, reduced=True),
    )
    assert [state.unit(key).strength for key in ("five", "own", "c1")] == [3, 4, 4]


def test_cw_26_half_the_attackers_that_crossed_make_the_crossing() -> None:
    """CW 8.6f, CW-26: one of two, and it has crossed once only."""
    state = epirus(ch.SetCrossed(("c2",), True))
    effects = when(state, ATTACK, 3)
    assert reasons(effects[0]) == {"CW 8.6f": -1}
    after = folded(state, effects)
    assert not after.unit("c2").crossed
    only = cmd.ResolveCombat("Epirus", ("c1",), ("r1", "r2"))
    assert reasons(when(state, only, 3)[0]) == {}


def test_the_loser_has_to_leave_and_does_not_fight_before() -> None:
    """CW 8.4.2W, CW-25: the loser is marked, cannot fight, and is free once moved."""
    state = epirus(leader("Pompeius", "Epirus", tb=0))
    after = folded(state, when(state, ATTACK, 5))
    assert [after.unit(key).must_leave for key in ("c1", "r1", "r2")] == [False, True, True]
    assert after.leader("Pompeius").must_leave
    with pytest.raises(RuleViolation) as refused:
        when(after, ATTACK)
    assert refused.value.rule == "CW-25"
    moved = ruled(after, ch.MoveUnits(("r1", "r2"), "Macedonia", ("Pompeius",)))
    assert moved.unit("r1").zone == "Macedonia"
    assert not any(unit.must_leave for unit in moved.units)
    assert not moved.leader("Pompeius").must_leave


def test_cw_8_4_2p_the_eliminated_go_to_reserve_or_box() -> None:
    """CW 8.4.2P: Romans to the Reserve, peoples to their box; leaders of an E die."""
    state = ruled(
        at(begun(), -48, "combats"),
        unit("Numidae", id="c1", sp=1),
        unit("Numidae", kind="people", people="Mauri", id="c2", sp=1),
        unit("Numidae", "Numidae", "people", people="Numidae", id="n1", sp=40),
        leader("Curio", "Numidae"),
    )
    order = cmd.ResolveCombat("Numidae", ("c1", "c2"), ("n1",))
    assert folded(state, when(state, order, 2)).unit("c1").status == "map"
    effects = when(state, order, 1)
    after = folded(state, effects)
    assert [after.unit(key).status for key in ("c1", "c2")] == ["reserve", "box"]
    assert after.leader("Curio").status == "dead"
    assert effects[0].eliminated_leaders == ("Curio",)


def test_cw_30_leaders_outlive_a_force_that_a_eliminates() -> None:
    """CW-30: A takes the last reduced unit, its leader has to leave."""
    state = ruled(
        at(begun(), -48, "combats"),
        unit("Epirus", id="c1", sp=30),
        unit("Epirus", "republican", id="r1", reduced=True),
        leader("Cato", "Epirus"),
    )
    after = folded(state, when(state, cmd.ResolveCombat("Epirus", ("c1",), ("r1",)), 2))
    assert after.unit("r1").status == "reserve"
    assert (after.leader("Cato").status, after.leader("Cato").must_leave) == ("in-play", True)


def test_cw_e4_an_ill_leader_driven_out_dies() -> None:
    """CW E4: an ill leader's TB does not count, and defeat is death."""
    state = epirus(
        leader("Pompeius", "Epirus", tb=3, chief=True), ch.PlaceLeader("Pompeius", ill=True)
    )
    effects = when(state, ATTACK, 5)
    assert reasons(effects[0]) == {"CW E4": 0}
    assert effects[0].eliminated_leaders == ("Pompeius",)
    assert folded(state, effects).leader("Pompeius").status == "dead"


def victory() -> State:
    """Caesar's three unlike Legio beat three and have one to lose."""
    state = ruled(
        at(begun(), -48, "combats"),
        unit("Epirus", id="c1", sp=9),
        unit("Epirus", id="c2", sp=1, reduced=True),
        unit("Epirus", id="c3", sp=8),
        *(unit("Epirus", "republican", id=f"r{n}") for n in (1, 2, 3)),
    )
    order = cmd.ResolveCombat("Epirus", ("c1", "c2", "c3"), ("r1", "r2", "r3"))
    effects = when(state, order, 5)
    assert effects[0].result == fx.CombatResult("1/2", "A")
    return folded(state, effects)


def test_the_victor_chooses_losses() -> None:
    """CW 8.4.2F: the fresh are reduced, the reduced eliminated."""
    state = victory()
    assert state.pending == (LossesDue("caesarian", "Epirus", 1, ("c1", "c2", "c3")),)
    fresh = when(state, cmd.ChooseLosses(("c3",)), role="seat:caesarian")
    assert fresh == [fx.LossesChosen("Epirus", "caesarian", ("c3",), ())]
    assert folded(state, fresh).unit("c3").reduced
    worn = when(state, cmd.ChooseLosses(("c2",)))
    assert worn == [fx.LossesChosen("Epirus", "caesarian", (), ("c2",))]
    assert folded(state, worn).unit("c2").status == "reserve"
    assert folded(state, worn).pending == ()


def test_losses_are_listed_by_the_strength_that_they_cost() -> None:
    """CW 8.4.2F: who takes the first ones, as many as are due, keeps the most."""
    state = victory()
    (option,) = SYSTEM.options(state, "seat:caesarian", {})
    choice = option.choices["/units"]
    assert isinstance(choice, ChooseSome)

    def left(key: str) -> int:
        after = folded(state, when(state, cmd.ChooseLosses((key,))))
        return sum(one.strength for one in after.units_in("Epirus") if one.side == "caesarian")

    kept = [left(key) for key in choice.values]
    assert kept == sorted(kept, reverse=True)
    assert len({*kept}) > 1


def test_nothing_else_happens_before_the_choice() -> None:
    """CW 8.4.2F: no other seat, no other number, no other unit, no closing of the year."""
    state = victory()
    with pytest.raises(NotYourTurn):
        when(state, cmd.ChooseLosses(("c1",)), role="seat:republican")
    with pytest.raises(OutOfPhase):
        when(state, cmd.CloseYear())
    for wrong in (("c1", "c2"), ("r1",), ("c1", "c1")):
        with pytest.raises(RuleViolation) as refused:
            when(state, cmd.ChooseLosses(wrong))
        assert refused.value.rule == "CW 8.4.2F"
    with pytest.raises(OutOfPhase):
        when(epirus(), cmd.ChooseLosses(("c1",)))


def test_cw_31_the_referee_chooses_for_a_people() -> None:
    """CW-31: a victorious people has no seat to ask."""
    state = ruled(
        at(begun(), -48, "combats"),
        *(
            unit("Numidae", "Numidae", "people", people="Numidae", id=f"n{sp}", sp=sp)
            for sp in (8, 9, 10)
        ),
        *(unit("Numidae", id=f"c{n}") for n in (1, 2, 3)),
    )
    order = cmd.ResolveCombat("Numidae", ("n8", "n9", "n10"), ("c1", "c2", "c3"))
    with pytest.raises(NotYourTurn):
        when(state, order, role="seat:republican")
    after = folded(state, when(state, order, 3))
    assert after.pending[0].seat == "referee"
    assert SYSTEM.standing(after).waiting[0].seat == "referee"
    with pytest.raises(NotYourTurn):
        when(after, cmd.ChooseLosses(("n8",)), role="seat:caesarian")
    assert folded(after, when(after, cmd.ChooseLosses(("n8",)))).unit("n8").reduced


def test_cw_33_forces_are_of_one_side_and_fight_another() -> None:
    """CW-33: mixed forces and fratricide are refused, so is a foreign seat."""
    state = epirus(unit("Roma", id="far"))
    for attacker, defender in (
        (("c1", "r1"), ("r2",)),
        (("c1",), ("c2",)),
        (("c1",), ("r1", "c2")),
    ):
        with pytest.raises(RuleViolation) as refused:
            when(state, cmd.ResolveCombat("Epirus", attacker, defender))
        assert refused.value.rule == "CW-33"
    for attacker in (("far",), ("nobody",), ("c1", "c1")):
        with pytest.raises(Invalid):
            when(state, cmd.ResolveCombat("Epirus", attacker, ("r1",)))
    with pytest.raises(Invalid):
        when(state, cmd.ResolveCombat("Utopia", ("c1",), ("r1",)))
    with pytest.raises(NotYourTurn):
        when(state, ATTACK, role="seat:republican")


def test_cw_2_phases_without_dice_or_choice_pass_by_themselves() -> None:
    """CW-2: after the event of -49 leaders have entered, nobody checks, and combats begin."""
    effects = when(begun(), cmd.RollYearEvent(), 3, 4)
    assert [type(effect) for effect in effects] == [
        fx.YearEventRolled,
        fx.PhaseBegun,
        fx.LeadersEntered,
        fx.PhaseBegun,
        fx.PhaseBegun,
    ]
    assert folded(begun(), effects).phase == "combats"


def test_cw_28_the_year_is_closed_and_the_next_begins() -> None:
    """CW-28: illness, events, crossings and checks end with it."""
    state = ruled(
        epirus(),
        ch.SetEvent(5, True),
        ch.PlaceLeader("Caesar", ill=True),
        ch.SetCrossed(("c1",), True),
    )
    effects = when(state, cmd.CloseYear())
    assert effects == [fx.YearClosed(-48, -47, ())]
    after = folded(state, effects)
    assert (after.year, after.phase, after.in_force) == (-47, "event", ())
    assert not after.leader("Caesar").ill
    assert not after.unit("c1").crossed
    assert none_of(fx.UnitsReduced, effects)
    assert SYSTEM.commands[-1].roles == ("referee",)


def test_the_war_ends_with_its_years() -> None:
    """CW E0: after -29 there is an outcome without a winner."""
    state = at(begun(), -29, "combats")
    over = folded(state, when(state, cmd.CloseYear()))
    standing = SYSTEM.standing(over)
    assert standing.outcome is not None
    assert (standing.outcome.reason, standing.outcome.winners) == ("the war's years are over", ())
    assert standing.turn is not None
    assert (standing.turn.number, standing.turn.label) == (21, "29 BC")
    assert of(fx.YearClosed, when(state, cmd.CloseYear())).next is None
