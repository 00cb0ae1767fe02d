"""Adjudication: odds, shifts, modifiers, results, losses."""

from fractions import Fraction

import pytest

from iacta.domain.civil_war import changes as ch
from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war import effects as fx
from iacta.domain.civil_war.rules import odds_column
from iacta.domain.kernel.proof.errors import Concluded, Invalid, OutOfPhase
from tests.domain.civil_war.given import (
    at,
    begun,
    captain,
    field,
    fight,
    folded,
    leader,
    reasons,
    ruled,
    when,
)


def mixed(*units: tuple[int, int, bool]) -> cmd.FieldForce:
    """Legio by SP, quality and whether reduced."""
    return cmd.FieldForce(
        units=tuple(cmd.FieldUnit("legio", sp, quality, reduced) for sp, quality, reduced in units),
        leaders=(),
    )


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (1, 9, "1/3"),
        (1, 3, "1/3"),
        (49, 99, "1/3"),
        (1, 2, "1/2"),
        (65, 98, "1/2"),
        (2, 3, "2/3"),
        (79, 99, "2/3"),
        (4, 5, "4/5"),
        (98, 99, "4/5"),
        (1, 1, "1/1"),
        (6, 5, "1/1"),
        (5, 4, "5/4"),
        (7, 5, "5/4"),
        (3, 2, "3/2"),
        (99, 50, "3/2"),
        (2, 1, "2/1"),
        (59, 20, "2/1"),
        (3, 1, "3/1"),
        (79, 20, "3/1"),
        (4, 1, "4/1"),
        (99, 1, "4/1"),
    ],
)
def test_cw_11_odds_round_down_to_a_column(attack: int, defence: int, column: str) -> None:
    """CW-11, CW-21: to the last column not above the true odds, exactly; beyond, the outer one."""
    resolved = fight(field(sp=attack), field(sp=defence), 3)
    assert (resolved.column_before_shift, resolved.shift) == (column, 0)
    assert resolved.odds == "/".join(map(str, Fraction(attack, defence).as_integer_ratio()))


@pytest.mark.parametrize(
    ("attacker", "defender", "shift", "rule"),
    [
        ([2], [2], 0, ""),
        ([3], [2], 1, "CW Sa"),
        ([2], [3], -1, "CW Sb"),
        ([4], [2], 2, "CW Sc"),
        ([2], [4], -2, "CW Sd"),
        ([3, 2], [2], 1, "CW Sa"),
        ([2, 2, 3], [1, 1, 1, 1, 1, 2], 2, "CW Sc"),
        ([3, 2, 2], [1, 2, 1], 1, "CW Sa"),
        ([1, 1, 2], [3, 2, 3], -2, "CW Sd"),
        ([1, 2], [3], -2, "CW Sd"),
        ([2, 2, 1], [2, 3, 2, 3], -1, "CW Sb"),
    ],
)
def test_quality_shifts_the_column(
    attacker: list[int], defender: list[int], shift: int, rule: str
) -> None:
    """CW Sa, CW Sb, CW Sc, CW Sd, CW-11: the exact mean; twice as good instead of better."""
    resolved = fight(
        mixed(*((6, one, False) for one in attacker)),
        mixed(*((6, one, False) for one in defender)),
        3,
    )
    assert (resolved.shift, resolved.shift_rule) == (shift, rule)
    columns = odds_column.COLUMNS
    before = columns.index(resolved.column_before_shift)
    assert columns.index(resolved.column) == min(max(before + shift, 0), 9)


def test_cw_11_shifts_stop_at_the_outer_columns() -> None:
    """CW-11: 4/1 with twice the quality stays 4/1, 1/3 with half of it 1/3."""
    best = fight(field(sp=40, quality=4), field(sp=4, quality=1), 3)
    worst = fight(field(sp=4, quality=1), field(sp=40, quality=4), 3)
    assert (best.shift, best.column) == (2, "4/1")
    assert (worst.shift, worst.column) == (-2, "1/3")


def test_the_effect_has_every_number_of_the_contract() -> None:
    """CW 8.4: seven SP against five on 5/4, better quality, a crossing."""
    resolved = fight(
        mixed((3, 3, False), (4, 2, False)),
        mixed((5, 2, False)),
        4,
        crossing=True,
    )
    assert (resolved.odds, resolved.column_before_shift, resolved.column) == ("7/5", "5/4", "3/2")
    assert resolved.attacker == fx.ForceSummary(
        side=None, sp="7", units=2, quality="5/2", tb=0, pc=None, leaders=()
    )
    assert resolved.modifiers == (fx.Modifier("major river or strait crossed", "CW 8.6f", -1),)
    assert (resolved.die, resolved.modified_die, resolved.row) == (4, 3, "3")
    assert resolved.result == fx.CombatResult("3/4", "A")
    assert resolved.winner == "attacker"
    assert resolved.losses.defender == fx.Losses((), ("0",), 0)


def test_cw_8_6a_adds_and_subtracts_tb() -> None:
    """CW 8.6a: each side's TB counts for that side."""
    resolved = fight(field(1, captain("Caesar", tb=4)), field(1, captain("Pompeius", tb=3)), 2)
    assert [(one.reason, one.value) for one in resolved.modifiers] == [
        ("TB of Caesar, attacking", 4),
        ("TB of Pompeius, defending", -3),
    ]
    assert resolved.modified_die == 3
    assert {one.rule for one in resolved.modifiers} == {"CW 8.6a"}


def several(name: str) -> cmd.FieldForce:
    """A force of two leaders, both Faction Leaders."""
    return field(
        1,
        captain(f"{name} I", tb=2, pc=3, chief=True),
        captain(f"{name} II", tb=3, pc=1, chief=True),
    )


def test_cw_12_the_highest_of_several_leaders_counts() -> None:
    """CW-12: TB 3 of 2 and 3, PC 3 of 3 and 1."""
    resolved = fight(several("Antonius"), field(1, captain("Brutus", pc=3, chief=True)), 2)
    assert [(one.reason, one.value) for one in resolved.modifiers] == [
        ("TB of Antonius II, attacking", 3)
    ]
    assert (resolved.attacker.tb, resolved.attacker.pc) == (3, 3)


def test_cw_12_the_switch_sums_them() -> None:
    """CW-12: with several_leaders `sum` it is TB 5 and PC 4, which is now higher."""
    desk = begun("table", several_leaders="sum")
    resolved = fight(several("Antonius"), field(1, captain("Brutus", pc=3, chief=True)), 2, desk)
    assert [one.value for one in resolved.modifiers] == [2, 3, 1]
    assert (resolved.attacker.tb, resolved.attacker.pc) == (5, 4)


def test_peoples_abroad_fight_for_their_own() -> None:
    """CW 8.6b, CW 8.6c: only outside the Republic, only a Force of peoples alone."""
    numidae = field(2, kind="people", people="Numidae")
    assert reasons(fight(field(), numidae, 3, outside_republic=True)) == {"CW 8.6b": -1}
    assert reasons(fight(numidae, field(), 3, outside_republic=True)) == {"CW 8.6c": 1}
    both = reasons(fight(numidae, numidae, 3, outside_republic=True))
    assert both == {"CW 8.6b": -1, "CW 8.6c": 1}
    assert reasons(fight(field(), numidae, 3)) == {}
    with_romans = cmd.FieldForce(units=(*numidae.units, *field().units), leaders=())
    assert reasons(fight(field(), with_romans, 3, outside_republic=True)) == {}


@pytest.mark.parametrize(
    ("attacker", "defender", "want"),
    [
        ((9, True), (7, True), {"CW 8.6d": 1}),
        ((5, True), (7, True), {"CW 8.6e": -1}),
        ((7, True), (7, True), {}),
        ((9, True), (7, False), {}),
        ((9, False), (7, True), {}),
    ],
)
def test_pc_counts_between_faction_leaders(
    attacker: tuple[int, bool], defender: tuple[int, bool], want: dict[str, int]
) -> None:
    """CW 8.6d, CW 8.6e: one for the higher PC, where both sides have a Faction Leader."""
    resolved = fight(
        field(1, captain("Caesar", pc=attacker[0], chief=attacker[1])),
        field(1, captain("Pompeius", pc=defender[0], chief=defender[1])),
        3,
    )
    assert reasons(resolved) == want


def test_cw_10_a_crossing_counts_in_every_battle() -> None:
    """CW 8.6f, CW-10: also without any Faction Leader."""
    assert reasons(fight(field(), field(), 3, crossing=True)) == {"CW 8.6f": -1}


def test_cw_10_the_switch_asks_for_faction_leaders() -> None:
    """CW-10: with crossing `faction-leaders` it needs one on each side."""
    desk = begun("table", crossing="faction-leaders")
    chief = captain("Caesar", chief=True)
    assert reasons(fight(field(), field(1, chief), 3, desk, crossing=True)) == {}
    both = fight(field(1, chief), field(1, chief), 3, desk, crossing=True)
    assert reasons(both) == {"CW 8.6f": -1}


@pytest.mark.parametrize(
    ("tb", "against", "die", "modified", "row"),
    [(9, 0, 6, 15, "≥9"), (0, 9, 1, -8, "≤-2"), (3, 0, 6, 9, "≥9"), (0, 3, 1, -2, "≤-2")],
)
def test_the_outer_rows_stand_for_all_beyond(
    tb: int, against: int, die: int, modified: int, row: str
) -> None:
    """CW 8.4: the modified die is the plain sum; only the row is cut."""
    resolved = fight(field(1, captain("A", tb=tb)), field(1, captain("D", tb=against)), die)
    assert (resolved.modified_die, resolved.row) == (modified, row)


def test_cw_8_4_2e_eliminates_units_and_leaders() -> None:
    """CW 8.4.2E, CW 8.4.2L, CW-9: Faction Leaders too."""
    resolved = fight(
        field(2, captain("Curio"), captain("Caesar", pc=1, chief=True), sp=1),
        field(1, captain("Juba I", tb=4), sp=30),
        1,
    )
    assert resolved.result == fx.CombatResult("E", "R")
    assert resolved.losses.attacker == fx.Losses(("0", "1"), (), 0)
    assert resolved.eliminated_leaders == ("Curio", "Caesar")


def test_cw_9_the_switch_spares_faction_leaders() -> None:
    """CW-9: with faction_leaders `survive` only the others fall."""
    resolved = fight(
        field(2, captain("Curio"), captain("Caesar", chief=True), sp=1),
        field(1, captain("Juba I", tb=4), sp=30),
        1,
        begun("table", faction_leaders="survive"),
    )
    assert resolved.eliminated_leaders == ("Curio",)


def test_cw_8_4_2a_reduces_and_eliminates_the_reduced() -> None:
    """CW 8.4.2A, CW-30: nobody is asked, and leaders live."""
    loser = mixed((4, 2, False), (4, 2, True), (4, 2, False))
    resolved = fight(mixed((12, 2, False)), loser, 6)
    assert resolved.result.defender == "A"
    assert resolved.losses.defender == fx.Losses(("1",), ("0", "2"), 0)
    worn = fight(field(sp=40), field(1, captain("Scipio"), reduced=True), 4)
    assert worn.losses.defender == fx.Losses(("0",), (), 0)
    assert worn.eliminated_leaders == ()


def test_cw_8_4_2r_costs_nothing() -> None:
    """CW 8.4.2R: neither the winner nor the loser of an R/R."""
    resolved = fight(field(3), field(3), 3)
    assert resolved.result == fx.CombatResult("R", "R")
    assert resolved.winner == "defender"
    assert resolved.losses.attacker == resolved.losses.defender == fx.Losses((), (), 0)


def test_cw_8_4_2f_example_two_units_beat_nine() -> None:
    """CW 8.4.2F: half of nine is four and a half, rounded down four; the victor has only two."""
    resolved = fight(mixed((36, 2, False), (36, 2, False)), field(9), 3)
    assert resolved.column == "2/1"
    assert resolved.result == fx.CombatResult("1/2", "A")
    assert resolved.losses.attacker == fx.Losses((), ("0", "1"), 0)
    assert len(resolved.losses.defender.reduced) == 9


def test_cw_8_4_2f_example_two_fresh_units_beat_four_reduced() -> None:
    """CW 8.4.2F: three quarters of four is three; the victor has two, and both are reduced once."""
    resolved = fight(mixed((4, 2, False), (4, 2, False)), field(4, sp=2, reduced=True), 5)
    assert resolved.result == fx.CombatResult("3/4", "A")
    assert resolved.losses.attacker == fx.Losses((), ("0", "1"), 0)
    assert resolved.losses.defender == fx.Losses(("0", "1", "2", "3"), (), 0)


def test_cw_8_4_2f_leaves_no_choice_where_all_are_hit() -> None:
    """CW 8.4.2F: of two unlike units that have four to lose, each is hit once."""
    resolved = fight(mixed((36, 2, False), (35, 2, True)), field(9), 3)
    assert resolved.result == fx.CombatResult("3/4", "A")
    assert resolved.losses.attacker == fx.Losses(("1",), ("0",), 0)


def test_cw_8_4_2f_rounds_down_and_lets_the_owner_choose() -> None:
    """CW 8.4.2F: half of nine is four, of five unlike units, the owner's choice."""
    resolved = fight(
        mixed(*((20, 2, flag) for flag in (False, True, False, True, False))), field(9), 3
    )
    assert resolved.result == fx.CombatResult("1/2", "A")
    assert resolved.losses.attacker == fx.Losses((), (), 4)


def test_cw_8_4_2f_units_all_alike_leave_no_choice() -> None:
    """CW 8.4.2F: of like units the first are hit; reduced ones are eliminated."""
    fresh = fight(field(5, sp=20), field(9), 3)
    assert fresh.losses.attacker == fx.Losses((), ("0", "1", "2", "3"), 0)
    worn = fight(field(5, sp=20, reduced=True), field(9), 3)
    assert worn.losses.attacker == fx.Losses(("0", "1", "2", "3"), (), 0)


def test_cw_8_4_2f_a_part_of_one_unit_is_none() -> None:
    """CW 8.4.2F: a half of one unit is rounded down to nothing."""
    resolved = fight(field(2, sp=4), field(1), 3)
    assert resolved.result == fx.CombatResult("1/2", "A")
    assert resolved.losses.attacker == fx.Losses((), (), 0)


def test_cw_27_an_ill_leader_has_no_tb_and_dies_if_driven_out() -> None:
    """CW E4, CW-27: an ill leader's PC counts; only where year events count."""
    desk = ruled(
        begun("table"), leader("Caesar", "Roma", chief=True), ch.PlaceLeader("Caesar", ill=True)
    )
    caesar = field(1, captain("Caesar", tb=4, pc=9, chief=True))
    pompeius = field(1, captain("Pompeius", pc=5, chief=True))
    resolved = fight(caesar, pompeius, 1, desk, year_events=True)
    assert reasons(resolved) == {"CW E4": 0, "CW 8.6d": 1}
    assert resolved.winner == "defender"
    assert resolved.eliminated_leaders == ("Caesar",)
    assert reasons(fight(caesar, pompeius, 1, desk)) == {"CW 8.6a": 4, "CW 8.6d": 1}


def test_cw_32_an_adjudication_changes_nothing_on_the_desk() -> None:
    """CW-32: in every phase of the year, and no leader of ours dies of it."""
    for phase in ("event", "entry", "deaths", "combats"):
        desk = at(begun("table"), -43, phase)
        resolved = fight(field(1, captain("Caesar"), sp=1), field(sp=40), 1, desk)
        assert folded(desk, [resolved]) == desk


def test_a_unit_of_a_people_and_no_other_names_its_people() -> None:
    """CW 8.4: a form that contradicts itself is invalid, with a pointer."""
    for force in (field(kind="people"), field(people="Galli")):
        with pytest.raises(Invalid) as refused:
            fight(field(), force, 3)
        assert refused.value.pointer == "/command/defender/units/0/people"


def test_cw_18_an_unlisted_people_is_refused_only_where_events_count() -> None:
    """CW-18: its nationality would be unknown."""
    picti = field(kind="people", people="Picti")
    assert fight(field(), picti, 3).modifiers == ()
    with pytest.raises(Invalid, match="nationality"):
        fight(field(), picti, 3, year_events=True)


def test_desk_and_map_do_not_mix() -> None:
    """CW-32: no adjudication on the map, no map on the desk, nothing once the war is over."""
    order = cmd.AdjudicateCombat(
        attacker=field(), defender=field(), crossing=False, outside_republic=False
    )
    with pytest.raises(OutOfPhase):
        when(begun("zones"), order)
    with pytest.raises(OutOfPhase):
        when(at(begun("table"), -49, "combats"), cmd.ResolveCombat("Roma", ("a",), ("b",)))
    with pytest.raises(Concluded):
        when(at(begun("table"), -29, "over"), order)
