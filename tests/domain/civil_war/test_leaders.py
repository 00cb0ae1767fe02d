"""Phases C and D: leaders enter and die."""

import pytest

from iacta.domain.civil_war import changes as ch
from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war import effects as fx
from iacta.domain.civil_war.effects import Entrant
from iacta.domain.kernel.proof.errors import Conflict, Invalid, OutOfPhase, RuleViolation
from tests.domain.civil_war.given import (
    at,
    begun,
    event,
    folded,
    leader,
    none_of,
    of,
    rows,
    ruled,
    when,
)

LATE = [row["leader"] for row in rows("leaders.csv") if row["entry"] == "-48"]
AFTER_CAESAR = [row["leader"] for row in rows("leaders.csv") if row["entry"] == "A"]


def test_cw_l1_d_stands_on_the_map_at_the_start() -> None:
    """CW L1: those with D are in play, nobody else is."""
    want = [row["leader"] for row in rows("leaders.csv") if row["entry"] == "D"]
    assert [one.name for one in begun().leaders if one.status == "in-play"] == want


def test_cw_l1_a_year_is_phase_c_of_that_year() -> None:
    """CW L1: the ten of -48 enter at once when the event of -48 is done, without a roll."""
    state = at(begun(), -48)
    entered = of(fx.LeadersEntered, event(state, 7))
    assert [one.name for one in entered.leaders] == LATE
    assert {one.face for one in entered.leaders} == {None}
    assert folded(state, event(state, 7)).leader("Bassus").faction == "caesarian"


def test_cw_l1_a_follows_caesars_death_whatever_its_cause() -> None:
    """CW L1: after a ruling kills Caesar, the twelve enter in the next phase C."""
    state = ruled(at(begun(), -46), ch.RemoveLeader("Caesar", "daggers"))
    waiting = folded(state, event(state, 7))
    assert waiting.phase == "entry"
    entered = of(fx.LeadersEntered, when(waiting, cmd.EnterLeaders(), 2, 1))
    assert [one.name for one in entered.leaders] == AFTER_CAESAR


def test_cw_l1_a_natural_death_lets_them_in_a_year_later() -> None:
    """CW L1: who dies in phase D is followed in phase C of the next year."""
    state = at(begun(), -43)
    state = folded(state, event(state, 7))
    dead = folded(state, when(state, cmd.CheckLeaderDeath("Caesar"), 0))
    assert dead.leader("Octavianus").status == "to-come"
    done = folded(dead, when(dead, cmd.CheckLeaderDeaths(), 9, 9, 9, 9))
    following = folded(done, when(done, cmd.CloseYear()))
    after = folded(following, event(following, 7))
    assert after.phase == "entry"
    assert folded(after, when(after, cmd.EnterLeaders(), 6, 6)).leader("Octavianus").status == (
        "in-play"
    )


def test_cw_l2_even_is_caesarian_and_odd_republican() -> None:
    """CW L2, CW-7: Pansa and Salvidienus roll when they enter, in the table's order."""
    state = ruled(at(begun(), -44), ch.RemoveLeader("Caesar"))
    state = folded(state, event(state, 7))
    assert state.leader("Pansa").faction is None
    for pansa in range(1, 7):
        for salvidienus in range(1, 7):
            effects = when(state, cmd.EnterLeaders(), pansa, salvidienus)
            entered = {one.name: one for one in of(fx.LeadersEntered, effects).leaders}
            for name, face in (("Pansa", pansa), ("Salvidienus", salvidienus)):
                side = "caesarian" if face in (2, 4, 6) else "republican"
                assert entered[name] == Entrant(name, side, face)


def test_cw_l3_non_romans_enter_in_their_year() -> None:
    """CW L3: six of them in -49, Phraates IV in -38, without a faction."""
    entered = of(fx.LeadersEntered, event(begun(), 7)).leaders
    assert [one.name for one in entered] == [
        row["name"] for row in rows("non_roman.csv") if row["enters"] == "-49"
    ]
    later = of(fx.LeadersEntered, event(at(begun(), -38), 7)).leaders
    assert later == (Entrant("Phraates IV"),)


@pytest.mark.parametrize("row", rows("non_roman.csv"), ids=lambda row: row["name"])
@pytest.mark.parametrize("end", ["allegiance", "pacification"])
def test_cw_l3_allegiance_and_pacification_end_whom_the_table_says(
    row: dict[str, str], end: str
) -> None:
    """CW L3: a people's fate is its leader's where the table says so."""
    state = folded(begun(), event(begun(), 7))
    people = state.leader(row["name"]).people
    state = ruled(state, ch.SetPeople(people, at_war=True))
    pacified = ch.SetPeople(people)
    allied = ch.SetPeople(people, ally="caesarian")
    after = ruled(state, pacified if end == "pacification" else allied)
    assert (after.leader(row["name"]).status == "dead") == (row[end] == "yes")


@pytest.mark.parametrize(("heir", "before"), [("Darius", "Pharnaces II"), ("Juba II", "Juba I")])
def test_cw_l3_heirs_enter_the_turn_after(heir: str, before: str) -> None:
    """CW L3: not in the year of the death, even if phase C is still to come."""
    state = ruled(at(begun(), -47), ch.RemoveLeader(before))
    same = folded(state, event(state, 7))
    assert same.leader(heir).status == "to-come"
    following = folded(same, when(same, cmd.CloseYear()))
    assert heir in [one.name for one in of(fx.LeadersEntered, event(following, 7)).leaders]


def deaths(year: int) -> object:
    """Phase D of a year, everybody due."""
    state = at(begun(), year)
    return folded(state, event(state, 7))


@pytest.mark.parametrize("row", rows("leaders.csv"), ids=lambda row: row["leader"])
@pytest.mark.parametrize("period", [(-43, -39), (-38, -34), (-33, -29)])
def test_cw_d1_a_leader_dies_strictly_below_their_number(
    row: dict[str, str], period: tuple[int, int]
) -> None:
    """CW D1: every leader, every face, first and last year of every column."""
    number = row[f"{period[0]} to {period[1]}"].lstrip("<")
    for year in period:
        state = deaths(year)
        name = row["leader"]
        if state.leader(name).status != "in-play" and row["entry"] == "A":
            state = ruled(state, ch.PlaceLeader(name, faction="caesarian"))
        if not number:
            with pytest.raises(RuleViolation) as refused:
                when(state, cmd.CheckLeaderDeath(name), 0)
            assert refused.value.rule == "CW-22"
            continue
        for face in range(10):
            checked = of(fx.LeaderChecked, when(state, cmd.CheckLeaderDeath(name), face))
            assert checked == fx.LeaderChecked(year, name, int(number), face, face < int(number))


def test_cw_d1_example_pompeius_survives_a_5_in_39_and_dies_of_it_in_38() -> None:
    """CW D1: the printed example."""
    assert not of(fx.LeaderChecked, when(deaths(-39), cmd.CheckLeaderDeath("Pompeius"), 5)).died
    effects = when(deaths(-38), cmd.CheckLeaderDeath("Pompeius"), 5)
    assert of(fx.LeaderChecked, effects).died
    assert folded(deaths(-38), effects).leader("Pompeius").status == "dead"


def test_cw_d1_example_curio_checks_from_38() -> None:
    """CW D1, CW-22: the printed example."""
    with pytest.raises(RuleViolation, match="no number for 39 BC") as refused:
        when(deaths(-39), cmd.CheckLeaderDeath("Curio"))
    assert refused.value.rule == "CW-22"
    assert of(fx.LeaderChecked, when(deaths(-38), cmd.CheckLeaderDeath("Curio"), 2)).number == 2


def test_cw_d1_all_who_are_due_check_in_the_tables_order() -> None:
    """CW D1: one command, one die each, and the phase is over."""
    effects = when(deaths(-43), cmd.CheckLeaderDeaths(), 1, 2, 1, 2, 2)
    checked = [effect for effect in effects if isinstance(effect, fx.LeaderChecked)]
    assert [(one.leader, one.died) for one in checked] == [
        ("Ahenobarbus", True),
        ("Caesar", False),
        ("Cato", True),
        ("Labienus", False),
        ("Pompeius", True),
    ]
    assert effects[-1] == fx.PhaseBegun("combats")


def test_cw_22_nobody_checks_before_43_or_twice_or_out_of_play() -> None:
    """CW-22: each of these is refused with its rule; an unknown name is invalid."""
    cases = (
        (deaths(-44), "Caesar"),
        (folded(deaths(-43), when(deaths(-43), cmd.CheckLeaderDeath("Cato"), 9)), "Cato"),
        (ruled(deaths(-43), ch.RemoveLeader("Pompeius")), "Pompeius"),
        (deaths(-43), "Octavianus"),
    )
    for state, name in cases:
        with pytest.raises(RuleViolation) as refused:
            when(state, cmd.CheckLeaderDeath(name))
        assert refused.value.rule == "CW-22"
    with pytest.raises(Invalid):
        when(deaths(-43), cmd.CheckLeaderDeath("Cicero"))
    with pytest.raises(OutOfPhase):
        when(at(begun(), -43), cmd.CheckLeaderDeath("Caesar"))


def test_cw_20_orodes_dies_in_39_without_a_roll() -> None:
    """CW-20: not in -40, and without a die in -39."""
    assert none_of(fx.LeaderLeft, event(at(begun(), -40), 7))
    effects = event(at(begun(), -39), 7)
    assert of(fx.LeaderLeft, effects) == fx.LeaderLeft(-39, "Orodes II")
    assert folded(at(begun(), -39), effects).leader("Orodes II").status == "dead"


def test_the_dead_do_not_return() -> None:
    """CW D1: who dies is permanently out of play."""
    state = ruled(begun(), ch.RemoveLeader("Curio"))
    with pytest.raises(Conflict):
        ruled(state, leader("Curio", "Africa"))
