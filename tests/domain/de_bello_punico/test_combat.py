"""Combat: attack, withdrawal, support, modifiers, results, advance. BP 10, BP 4.3, BP 15.2."""

from typing import Any

import pytest
from msgspec.structs import replace

from iacta.domain.de_bello_punico import SYSTEM
from iacta.domain.de_bello_punico import commands as cmd
from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.rules import attacks, combat, modifiers, support
from iacta.domain.de_bello_punico.state import State
from iacta.domain.de_bello_punico.state.keys import other
from iacta.domain.kernel.proof.errors import Conflict, NotYourTurn, OutOfPhase, RuleViolation
from tests.domain.de_bello_punico.given import (
    DOWN,
    UP,
    UP_RIGHT,
    after,
    battle,
    chosen,
    every,
    folded,
    leader,
    marker,
    of,
    options,
    unit,
    when,
)

ATTACK = cmd.Attack("r1", "k1", (), False)


def meeting(*others: Any, mine: str = "hastati", theirs: str = "infantry", **more: Any) -> State:
    """r1 on 1010 before k1 on 1009, face to face."""
    return battle(unit("r1", mine, "1010"), unit("k1", theirs, "1009"), *others, **more)


def fought(
    state: State,
    mine: int,
    theirs: int,
    command: cmd.Attack = ATTACK,
    seat: str = "rome",
    lives: tuple[int, ...] = (),
) -> Any:
    """A combat with these dice; who is asked stands without support."""
    declared = attacks.may_answer(folded(state, [_declared(command)]))
    if not declared:
        return of(fx.CombatResolved, when(state, command, mine, theirs, *lives, seat=seat))
    state = after(state, command, seat=seat)
    stood = when(state, cmd.Stand(()), mine, theirs, *lives, seat=other(seat))
    return of(fx.CombatResolved, stood)


def _declared(command: cmd.Attack) -> fx.AttackDeclared:
    return fx.AttackDeclared(command.attacker, command.target, (), False, 0)


def reasons(fighter: Any) -> dict[str, int]:
    return {one.rule: one.value for one in fighter.modifiers}


def test_a_unit_attacks_once_an_enemy_in_its_front() -> None:
    """BP 10: voluntary, one by one; a unit may be attacked several times."""
    state = meeting(unit("r2", "hastati", "0910", UP_RIGHT), unit("k2", "infantry", "1011", UP))
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Attack("r1", "k2", (), False))
    assert refused.value.rule == "BP 10"
    state = after(state, ATTACK, 3, 4)
    with pytest.raises(RuleViolation) as refused:
        when(state, ATTACK)
    assert refused.value.rule == "BP 10"
    again = when(state, cmd.Attack("r2", "k1", (), False), 3, 3)
    assert of(fx.CombatResolved, again).attacker.unit == "r2"
    assert after(state, cmd.End()).side == "carthage"


def test_only_the_side_in_phase_attacks() -> None:
    """BP 10."""
    with pytest.raises(NotYourTurn):
        when(meeting(), cmd.Attack("k1", "r1", (), False), seat="carthage")
    with pytest.raises(OutOfPhase):
        when(meeting(phase="move"), ATTACK)


@pytest.mark.parametrize(
    ("mine", "theirs", "harm"),
    [
        (5, 5, (1, 1)),
        (6, 5, (0, 1)),
        (5, 6, (1, 0)),
        (9, 5, (0, 1)),
        (10, 5, (0, 2)),
        (4, 8, (2, 0)),
        (1, 0, (0, 2)),
        (3, -2, (0, 2)),
        (0, 2, (2, 0)),
        (0, 0, (1, 1)),
        (0, -1, (0, 1)),
        (-3, -1, (1, 0)),
        (-2, -2, (1, 1)),
    ],
)
def test_results_by_difference_and_doubling(mine: int, theirs: int, harm: tuple[int, int]) -> None:
    """BP 10.6, BP-7, BP-8."""
    assert combat.damage(mine, theirs) == harm


def test_both_roll_and_add_their_combat_points() -> None:
    """BP 10.2, BP 10.3, BP 2.4: Hastati 5, Infantry 3."""
    resolved = fought(meeting(), 4, 3)
    assert (resolved.attacker.face, resolved.attacker.total) == (4, 9)
    assert (resolved.defender.face, resolved.defender.total) == (3, 6)
    assert (resolved.difference, resolved.winner, resolved.defender.disorder) == (3, "r1", 1)


def test_equal_totals_hurt_the_two_units() -> None:
    """BP 10.6, BP-8."""
    state = meeting()
    effects = when(state, ATTACK, 3, 5)
    assert {one.unit: one.points for one in every(fx.Disordered, effects)} == {"r1": 1, "k1": 1}
    assert of(fx.CombatResolved, effects).winner is None


def test_at_least_double_hurts_twice() -> None:
    """BP 10.6."""
    resolved = fought(meeting(theirs="skirmishers", mine="triarii"), 6, 1)
    assert (resolved.attacker.total, resolved.defender.total) == (12, 3)
    assert resolved.doubled
    assert resolved.defender.disorder == 2


def test_disorder_leader_and_command_point_count() -> None:
    """BP 10.3, BP 13, BP 4.3: each with its rule, for both sides."""
    state = battle(
        unit("r1", "hastati", "1010", disorder=2, marks=("point",)),
        unit("k1", "infantry", "1009", disorder=1),
        leaders=(leader("rome", "r1"),),
    )
    resolved = fought(state, 3, 3)
    assert [(one.rule, one.value) for one in resolved.attacker.modifiers] == [
        ("BP 10.3", 5),
        ("BP 4.3", 1),
        ("BP 13", 1),
        ("BP 10.3", -2),
    ]
    assert [one.value for one in resolved.defender.modifiers] == [3, -1]


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("hastati", 2),
        ("equites", 2),
        ("velites", 1),
        ("allied-celts", 1),
        ("allied-numidians", 1),
        ("triarii", 2),
        ("principes", 2),
        ("light-cavalry", 2),
    ],
)
def test_an_attack_from_behind(kind: str, value: int) -> None:
    """BP 10.5: through one of the three rear hexes, by the attacker's type."""
    state = battle(unit("r1", kind, "1010"), unit("k1", "infantry", "1009", UP))
    assert reasons(fought(state, 3, 3).attacker)["BP 10.5"] == value
    aside = battle(unit("r1", kind, "1010"), unit("k1", "infantry", "1009", DOWN))
    assert "BP 10.5" not in reasons(fought(aside, 3, 3).attacker)


def test_mercenaries_from_behind_count_one() -> None:
    """BP-4."""
    state = battle(
        unit("k1", "mercenaries", "1009"), unit("r1", "hastati", "1010", DOWN), side="carthage"
    )
    resolved = fought(state, 3, 3, cmd.Attack("k1", "r1", (), False), "carthage")
    assert reasons(resolved.attacker)["BP 10.5"] == 1


def test_terrain_does_not_count() -> None:
    """BP 10.3."""
    state = battle(
        unit("r1", "hastati", "0807"), unit("k1", "infantry", "0806"), scenario="beneventum"
    )
    assert set(reasons(fought(state, 3, 3).defender)) == {"BP 10.3"}


def test_the_example_of_support_on_a_field_of_ours() -> None:
    """BP 10.4, BP 10.6, BP 10.4.1, BP-40: the source's five cases, letter by letter.

    Hastati D and H attack C and G. A, behind D, faces elsewhere; E, behind D, is of another type;
    I is behind both and has to be given to one; L, behind H, stands in M's zone; B, behind C, is
    of another type, and F, behind G, of the same.
    """
    d, h = unit("r4", "hastati", "0909"), unit("r8", "hastati", "1109")
    a = unit("r1", "hastati", "0809", UP_RIGHT)
    e = unit("r5", "principes", "0910")
    i = unit("r9", "hastati", "1009")
    el = unit("r12", "hastati", "1110")
    m = unit("k13", "infantry", "1210", 4)
    c, g = unit("k3", "infantry", "0908"), unit("k7", "infantry", "1108")
    b, f = unit("k2", "mercenaries", "0907"), unit("k6", "infantry", "1107")
    state = battle(d, h, a, e, i, el, m, c, g, b, f)

    def helpers(one: Any) -> list[str]:
        return [unit_.id for unit_ in support.supporters(state, one)]

    assert state.grid.rear(d.place, d.facing) == ("0910", "0809", "1009")
    assert el.hex in state.zones["carthage"]
    assert helpers(d) == ["r9"]
    assert helpers(h) == ["r9"]
    assert helpers(c) == []
    assert helpers(g) == ["k6"]
    for key in (a, e, el):
        with pytest.raises(RuleViolation) as refused:
            when(state, cmd.Attack("r4", "k3", (key.id,), False))
        assert refused.value.rule == "BP 10.4"

    first = when(state, cmd.Attack("r4", "k3", ("r9",), False), 3, 3)
    assert reasons(of(fx.CombatResolved, first).attacker)["BP 10.4"] == 1
    state = folded(state, first)
    while state.pending:
        state = after(state, cmd.Stay())
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Attack("r8", "k7", ("r9",), False))
    assert refused.value.rule == "BP 10.4.1"
    state = after(state, cmd.Attack("r8", "k7", (), False))
    assert options(state, "carthage")["stand"].choices["/support"].values == ["k6"]
    second = of(fx.CombatResolved, when(state, cmd.Stand(("k6",)), 3, 3, seat="carthage"))
    assert reasons(second.defender)["BP 10.4"] == 1
    assert "BP 10.4" not in reasons(second.attacker)


def test_hastati_and_principes_do_not_support_each_other() -> None:
    """BP-13."""
    state = meeting(unit("r2", "principes", "1011"), unit("r3", "hastati", "0911"))
    assert [one.id for one in support.supporters(state, state.by_id["r1"])] == ["r3"]


def test_the_faster_unit_may_withdraw_into_its_rear() -> None:
    """BP 10.1, BP-5, BP-6: facing the way it goes; the attack is used up, the attacker follows."""
    state = after(meeting(theirs="skirmishers"), ATTACK)
    offered = options(state, "carthage")
    assert set(offered) == {"stand", "withdraw"}
    assert set(offered["withdraw"].choices["/to"].values) == {"1008", "0909", "1109"}
    effects = when(state, cmd.Withdraw("0909"), seat="carthage")
    back = of(fx.Withdrew, effects)
    assert (back.hex, back.facing) == ("0909", 5)
    assert of(fx.AdvanceDue, effects).hex == "1009"
    state = folded(state, effects)
    assert "attacked" in state.by_id["r1"].marks


def test_who_would_have_supported_an_attack_before_a_withdrawal_is_free() -> None:
    """BP 10.4.1: no combat was fought."""
    state = meeting(
        unit("r2", "hastati", "1011"),
        unit("r3", "hastati", "1510"),
        unit("k3", "infantry", "1509"),
        theirs="skirmishers",
    )
    state = after(state, cmd.Attack("r1", "k1", ("r2",), False))
    back = after(after(state, cmd.Withdraw("1008"), seat="carthage"), cmd.Stay())
    assert back.phase == "combat"
    assert "supported" not in back.by_id["r2"].marks
    stood = after(state, cmd.Stand(()), 3, 3, seat="carthage")
    assert "supported" in stood.by_id["r2"].marks


@pytest.mark.parametrize(
    ("mine", "theirs", "may"),
    [
        ("hastati", "infantry", False),
        ("hastati", "equites", True),
        ("equites", "light-cavalry", True),
        ("equites", "equites", False),
        ("light-cavalry", "equites", False),
    ],
)
def test_faster_is_a_greater_printed_allowance(mine: str, theirs: str, may: bool) -> None:
    """BP-5."""
    state = meeting(mine=mine, theirs=theirs)
    assert attacks.faster(state, state.by_id["k1"], state.by_id["r1"]) == may


def test_by_a_switch_a_unit_with_its_leader_may_always_withdraw() -> None:
    """BP 13, BP-5, BP-30."""
    led = {"leaders": "with units"}
    state = after(meeting(leaders=(leader("carthage", "k1"),), switches=led), ATTACK)
    assert "withdraw" in options(state, "carthage")


def test_without_an_empty_rear_hex_there_is_no_withdrawal() -> None:
    """BP 10.1, BP-6."""
    wall = [unit(f"k{n}", "infantry", hex_) for n, hex_ in enumerate(("1008", "0909", "1109"), 2)]
    effects = when(meeting(*wall, theirs="skirmishers"), ATTACK, 3, 3)
    assert of(fx.CombatResolved, effects)


@pytest.mark.parametrize(("switch", "again"), [("per side", False), ("per unit", True)])
def test_one_withdrawal_a_side_or_by_a_switch_a_unit(switch: str, again: bool) -> None:
    """BP-6."""
    state = battle(
        unit("r1", "hastati", "1010"),
        unit("k1", "skirmishers", "1009"),
        unit("r2", "hastati", "1510"),
        unit("k2", "skirmishers", "1509"),
        switches={"withdrawals": switch},
    )
    state = after(after(state, ATTACK), cmd.Withdraw("1008"), seat="carthage")
    state = after(state, cmd.Stay())
    declared = folded(
        state, when(state, cmd.Attack("r2", "k2", (), False), *(() if again else (3, 3)))
    )
    assert bool(attacks.withdrawal_hexes(declared)) == again


def test_a_unit_withdraws_once_an_impulse() -> None:
    """BP-6."""
    state = battle(
        unit("r1", "hastati", "1010"), unit("k1", "skirmishers", "1009", marks=("withdrew",))
    )
    assert of(fx.CombatResolved, when(state, ATTACK, 3, 3))


def routed_before(kind: str) -> State:
    """k1 breaks at the next Disorder before a unit of a kind."""
    return battle(unit("r1", kind, "1010"), unit("k1", "infantry", "1009", disorder=2))


@pytest.mark.parametrize(
    ("kind", "optional"),
    [
        ("hastati", True),
        ("principes", True),
        ("triarii", True),
        ("velites", False),
        ("allied-celts", False),
        ("equites", False),
    ],
)
def test_the_attacker_advances_and_heavy_foot_may_stay(kind: str, optional: bool) -> None:
    """BP 10.8, BP 10.8.1: into the vacated hex, with any front."""
    state = after(routed_before(kind), ATTACK, 6, 1)
    assert ("stay" in options(state)) == optional
    if not optional:
        with pytest.raises(RuleViolation) as refused:
            when(state, cmd.Stay())
        assert refused.value.rule == "BP 10.8"
    moved = of(fx.Advanced, when(state, cmd.Occupy(UP_RIGHT)))
    assert (moved.start, moved.hex, moved.facing) == ("1010", "1009", UP_RIGHT)


def test_where_the_defender_stays_nobody_advances() -> None:
    """BP 10.8."""
    assert not every(fx.AdvanceDue, when(meeting(), ATTACK, 5, 3))


def pointed(*, phase: str = "attack-points", markers: Any = None) -> State:
    """Both sides with two points for combat, one unit each within range, one beyond."""
    both = [marker(side, "combat", n) for side in ("rome", "carthage") for n in (1, 2)]
    return meeting(
        unit("r2", "hastati", "1018"),
        phase=phase,
        leaders=(leader("rome", "r1", 2), leader("carthage", "k1", 2)),
        markers=both if markers is None else markers,
    )


def test_attacker_then_defender_commit_points_within_range() -> None:
    """BP 4.3, BP-14, BP-25: one a unit, twice the leader's value in hexes."""
    state = pointed()
    assert options(state)["commit"].choices["/units"].values == ["r1"]
    with pytest.raises(NotYourTurn):
        when(state, cmd.Commit(("k1",)), seat="carthage")
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Commit(("r2",)))
    assert refused.value.rule == "BP 4.3"
    state = after(state, cmd.Commit(("r1",)))
    assert state.phase == "defence-points"
    state = after(state, cmd.Commit(("k1",)), seat="carthage")
    assert state.phase == "combat"
    resolved = fought(state, 3, 3, lives=(6,))
    assert reasons(resolved.attacker)["BP 4.3"] == reasons(resolved.defender)["BP 4.3"] == 1


def test_who_may_come_to_a_combat_stands_first_among_those_given_points() -> None:
    """BP 4.3: by whom they may be attacked, or whom they may attack; then those out of contact."""
    behind = unit("r0", "hastati", "1012")
    state = pointed()
    state = replace(state, units=(behind, *state.units))
    near, far = options(state)["commit"].choices["/units"].alternatives
    assert (near.value, far.value) == ("r1", "r0")
    assert near.title.endswith(", may attack Infantry k1")
    assert "attack" not in far.title
    state = after(state, cmd.Commit(()))
    (met,) = options(state, "carthage")["commit"].choices["/units"].alternatives
    assert met.title.endswith(", may be attacked by Hastati r1")


def test_it_is_said_where_no_point_can_be_of_use() -> None:
    """BP 4.3: nobody in range meets an enemy."""
    state = pointed()
    apart = [one for one in state.units if one.id != "k1"]
    state = replace(state, units=tuple(apart))
    told = "Commit none: no unit in range can fight"
    assert options(state)["commit"].title == told


def test_how_many_units_may_be_given_points_is_told_and_none_is_not_their_name() -> None:
    """BP 4.3: what is called to give none is done by one press, and asks for no unit."""
    assert options(pointed())["commit"].title == "Give a Command Point to a unit: +1 in combat"
    beside = unit("r0", "hastati", "1012")
    state = replace(pointed(), units=(beside, *pointed().units))
    told = "Give a Command Point to up to two units: +1 in combat"
    assert options(state)["commit"].title == told
    bluff = pointed(markers=[marker("rome", "combat", 1, "vacuus")])
    told = "Commit none: no Command Point for combat"
    assert options(bluff)["commit"].title == told


def test_the_phase_names_who_gives_points() -> None:
    """BP 4.3: in the defender's part it is not the side whose impulse it is."""
    phase = SYSTEM.standing(pointed(phase="defence-points")).phase
    assert phase is not None
    assert phase.title == "Phase C, the defender's Command Points: Carthage"


def test_to_commit_nothing_is_an_answer_and_the_vacuus_gives_nothing() -> None:
    """BP 4.3, BP-25, BP-12."""
    bluff = pointed(markers=[marker("rome", "combat", 1, "vacuus")])
    assert options(bluff)["commit"].choices["/units"].max == 0
    with pytest.raises(RuleViolation) as refused:
        when(bluff, cmd.Commit(("r1",)))
    assert refused.value.rule == "BP 4.3"
    effects = when(bluff, cmd.Commit(()))
    assert not every(fx.MarkerUsed, effects)
    assert folded(bluff, effects).phase == "combat"


def test_committed_points_last_the_impulse() -> None:
    """BP-25."""
    state = after(after(pointed(), cmd.Commit(("r1",))), cmd.Commit(()), seat="carthage")
    assert "point" in state.by_id["r1"].marks
    assert "point" not in after(state, cmd.End()).by_id["r1"].marks


def charging(*marks: str, markers: Any = (), **more: Any) -> State:
    """Carthage's mercenaries before Hastati."""
    return battle(
        unit("k1", "mercenaries", "1009", marks=marks),
        unit("r1", "hastati", "1010"),
        unit("k2", "mercenaries", "1209"),
        unit("r2", "hastati", "1210"),
        unit("k3", "mercenaries", "1409"),
        unit("r3", "hastati", "1410"),
        unit("k9", "veterans", "1002"),
        side="carthage",
        leaders=(leader("carthage", "k9"),),
        markers=markers,
        **more,
    )


CHARGE = cmd.Attack("k1", "r1", (), True)
FUROR = (marker("carthage", "furor"),)


def test_a_furor_point_is_two_charges() -> None:
    """BP 4.7, BP 15.2, BP-22: +2 each."""
    state = charging(markers=FUROR)
    attack = options(state, "carthage")["attack"]
    ways = chosen(attack, "/charge", "/attacker", "k1", "/target", "r1")
    assert ways.values == [False, True]
    first = when(state, CHARGE, 3, 3, seat="carthage")
    assert reasons(of(fx.CombatResolved, first).attacker)["BP 15.2"] == 2
    assert of(fx.AttackDeclared, first).charges == 1
    state = folded(state, first)
    second = when(state, cmd.Attack("k2", "r2", (), True), 3, 3, seat="carthage")
    assert not every(fx.MarkerUsed, second)
    state = folded(state, second)
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Attack("k3", "r3", (), True), seat="carthage")
    assert refused.value.rule == "BP 4.7"


@pytest.mark.parametrize(("face", "wild"), [(4, False), (5, True), (6, True)])
def test_a_natural_five_or_six_costs_one_more(face: int, wild: bool) -> None:
    """BP 15.2, BP-22: after the combat, whatever its result."""
    effects = when(charging(markers=FUROR), CHARGE, face, 1, seat="carthage")
    cost = [one for one in every(fx.Disordered, effects) if one.unit == "k1"]
    assert [one.rule for one in cost] == (["BP 15.2"] if wild else [])


def test_a_leader_throws_one_die_for_a_charge_that_goes_wrong_twice() -> None:
    """BP 13, BP-43: one or more points of Disorder, one die."""
    state = battle(
        unit("k1", "mercenaries", "1009"),
        unit("r1", "hastati", "1010"),
        side="carthage",
        leaders=(leader("carthage", "k1"),),
        markers=FUROR,
    )
    state = replace(state, units=(replace(state.units[0], disorder=1), state.units[1]))
    effects = when(state, CHARGE, 5, 6, 4, seat="carthage")
    assert [one.unit for one in every(fx.Disordered, effects)].count("k1") == 2
    assert len(every(fx.LeaderRolled, effects)) == 1


def test_nobody_charges_a_unit_in_panic() -> None:
    """BP 15.2, BP 11.1.2: it is cut down without a combat, and no point is burnt."""
    state = charging(markers=FUROR)
    routed = replace(state.by_id["r1"], disorder=4, panicked=True)
    state = state.with_unit(routed)
    attack = options(state, "carthage")["attack"]
    assert chosen(attack, "/charge", "/attacker", "k1", "/target", "r1").values == [False]
    assert chosen(attack, "/charge", "/attacker", "k2", "/target", "r2").values == [False, True]
    with pytest.raises(RuleViolation) as refused:
        when(state, CHARGE, seat="carthage")
    assert refused.value.rule == "BP 11.1.2"


def test_without_a_leader_the_second_charge_of_a_point_is_lost() -> None:
    """BP-24, BP 13, BP 15.2: as the second roll of a point against elephants."""
    state = charging(charges=1)
    assert after(state, CHARGE, 3, 3, seat="carthage").charges == 0
    gone = replace(state.leaders[0], hex=None, fate="dead")
    state = replace(state, leaders=(gone, *state.leaders[1:]))
    attack = options(state, "carthage")["attack"]
    assert chosen(attack, "/charge", "/attacker", "k1", "/target", "r1").values == [False]
    with pytest.raises(RuleViolation) as refused:
        when(state, CHARGE, seat="carthage")
    assert refused.value.rule == "BP 13"


def test_only_carthages_mercenaries_charge_and_with_one_point_each() -> None:
    """BP 15.2, BP 4.1.1, BP 4.7."""
    with pytest.raises(RuleViolation) as refused:
        when(meeting(), cmd.Attack("r1", "k1", (), True))
    assert refused.value.rule == "BP 15.2"
    with pytest.raises(RuleViolation) as refused:
        when(charging("point", markers=FUROR), CHARGE, seat="carthage")
    assert refused.value.rule == "BP 4.1.1"
    with pytest.raises(RuleViolation) as refused:
        when(charging(), CHARGE, seat="carthage")
    assert refused.value.rule == "BP 4.7"


def test_elephants_charge_after_four_hexes_straight_ahead() -> None:
    """BP-21, BP 10.3."""
    state = battle(
        unit("k1", "elephants", "1004"),
        unit("r1", "hastati", "1009"),
        phase="move",
        side="carthage",
    )
    ran = after(
        after(state, cmd.Move("k1", "1008", DOWN), seat="carthage"), cmd.End(), seat="carthage"
    )
    assert "charge" in ran.by_id["k1"].marks
    resolved = fought(ran, 3, 3, cmd.Attack("k1", "r1", (), False), "carthage")
    assert resolved.attacker.modifiers[-1].reason == "elephants after four hexes straight ahead"
    assert resolved.attacker.modifiers[-1].rule == "BP 10.3"
    short = battle(
        unit("k1", "elephants", "1005"),
        unit("r1", "hastati", "1009"),
        phase="move",
        side="carthage",
    )
    assert (
        "charge"
        not in after(short, cmd.Move("k1", "1008", DOWN), seat="carthage").by_id["k1"].marks
    )


def test_both_may_reroll_the_attacker_first() -> None:
    """BP-26, BP-34, BP 4.9: rolled and resolved are two events; each throws his own die."""
    state = meeting(
        unit("r9", "triarii", "1016"),
        unit("k9", "veterans", "1002"),
        leaders=(leader("rome", "r9"), leader("carthage", "k9")),
        markers=(marker("rome", "fortuna"), marker("carthage", "fortuna")),
    )
    state = after(state, ATTACK, 2, 5)
    assert state.pending[0].window == ("rome", "carthage")
    with pytest.raises(NotYourTurn):
        when(state, cmd.Reroll(), seat="carthage")
    state = after(state, cmd.Reroll(), 6)
    resolved = of(fx.CombatResolved, when(state, cmd.Reroll(), 1, seat="carthage"))
    assert (resolved.attacker.face, resolved.defender.face) == (6, 1)


def test_to_accept_a_die_says_what_the_dice_bring_as_they_lie() -> None:
    """BP 10.6, BP-26: the totals, and who takes Disorder."""
    state = meeting(
        unit("r9", "triarii", "1016"),
        leaders=(leader("rome", "r9"),),
        markers=(marker("rome", "fortuna"),),
    )
    for faces in ((6, 1), (1, 6), (2, 4)):
        rolled = after(state, ATTACK, *faces)
        fought = of(fx.CombatResolved, when(rolled, cmd.Accept()))
        hurt = [one for one in (fought.attacker, fought.defender) if one.disorder]
        who = "both" if len(hurt) > 1 else hurt[0].unit
        sums = f"{fought.attacker.total} to {fought.defender.total}"
        told = f"Accept the die: {sums}, {who} +{hurt[0].disorder} Disorder"
        assert options(rolled)["accept"].title == told


def test_attacks_are_offered_with_both_sums() -> None:
    """BP 10.3: as a player would reckon them."""
    targets = chosen(options(meeting())["attack"], "/target", "/attacker", "r1")
    assert targets.alternatives[0].title == "Infantry k1 on 1009: +5 against +3"


def test_an_attack_while_one_is_to_be_answered_is_refused() -> None:
    """BP 10: each is announced and concluded before the next."""
    state = after(meeting(unit("r2", "hastati", "0910", UP_RIGHT), theirs="skirmishers"), ATTACK)
    with pytest.raises(OutOfPhase):
        when(state, cmd.Attack("r2", "k1", (), False))
    with pytest.raises((NotYourTurn, Conflict)):
        when(state, cmd.Stand(()))


def test_modifiers_from_behind_are_a_matter_of_hexes() -> None:
    """BP 10.5, BP 8."""
    state = battle(unit("r1", "hastati", "1010"), unit("k1", "infantry", "1009", 1))
    assert modifiers.from_behind(state, state.by_id["r1"], state.by_id["k1"])
