"""Elephants. BP 4.8, BP 15, BP 15.1."""

from typing import Any

import pytest
from msgspec.structs import replace

from iacta.domain.de_bello_punico import SYSTEM
from iacta.domain.de_bello_punico import changes as ch
from iacta.domain.de_bello_punico import commands as cmd
from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.rules import attacks, elephants, support
from iacta.domain.de_bello_punico.state import State
from iacta.domain.kernel.proof.errors import NotYourTurn, OutOfPhase, RuleViolation
from tests.domain.de_bello_punico.given import (
    DOWN,
    DOWN_LEFT,
    UP,
    UP_RIGHT,
    after,
    battle,
    every,
    folded,
    leader,
    marker,
    of,
    options,
    unit,
    when,
)


def goading(*others: Any, worth: str = "point", beast: Any = None, **more: Any) -> State:
    """The beginning of Carthage's movement: Rome has a marker against the elephants."""
    return battle(
        beast or unit("k1", "elephants", "1005"),
        *others,
        unit("r1", "hastati", "1016"),
        unit("k9", "infantry", "2502"),
        phase="elephants",
        side="carthage",
        leaders=(leader("rome", "r1"),),
        markers=(marker("rome", "elephants", 1, worth),),
        **more,
    )


def rolled(face: int, *others: Any, **more: Any) -> tuple[State, list[Any]]:
    """The state and the effects of a roll for k1."""
    state = goading(*others, **more)
    effects = when(state, cmd.Goad(("k1",)), face)
    return folded(state, effects), effects


def test_a_point_is_good_for_two_elephants_before_carthage_moves() -> None:
    """BP 4.8, BP 15, BP 15.1: at the beginning of the Carthaginian movement impulse."""
    state = goading(unit("k2", "elephants", "1205"), unit("k3", "elephants", "1405"))
    with pytest.raises(NotYourTurn):
        when(state, cmd.Goad(("k1",)), seat="carthage")
    with pytest.raises(OutOfPhase):
        when(state, cmd.Move("k1", "1006", DOWN), seat="carthage")
    first = when(state, cmd.Goad(("k1", "k3")), 1)
    assert of(fx.MarkerUsed, first).box == "elephants"
    assert [one.unit for one in every(fx.ElephantResolved, first)] == ["k1", "k3"]
    state = folded(state, first)
    assert state.phase == "move"
    assert "checked" not in state.by_id["k2"].marks


def test_by_a_switch_each_of_the_two_elephants_has_a_roll() -> None:
    """BP-49: the second is chosen when the first die has been seen."""
    more = unit("k2", "elephants", "1205"), unit("k3", "elephants", "1405")
    state = goading(*more, switches={"goading": "each"})
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Goad(("k1", "k2")))
    assert refused.value.rule == "BP-49"
    first = when(state, cmd.Goad(("k1",)), 1)
    assert of(fx.ElephantRolled, first).left == 1
    state = folded(state, first)
    assert options(state)["goad"].choices["/units"].values == ["k2", "k3"]
    second = when(state, cmd.Goad(("k2",)), 2)
    assert not every(fx.MarkerUsed, second)
    assert folded(state, second).phase == "move"


def test_rome_may_let_them_be() -> None:
    """BP 4.8."""
    assert after(goading(), cmd.End()).phase == "move"


def test_the_vacuus_goads_nobody_but_rome_is_asked() -> None:
    """BP-12, BP 4.8."""
    state = goading(worth="vacuus")
    assert elephants.might_roll(state)
    assert set(options(state)) == {"end"}
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Goad(("k1",)))
    assert refused.value.rule == "BP 4.8"


@pytest.mark.parametrize("face", [1, 2])
def test_no_effect(face: int) -> None:
    """BP 15.1: they move and fight as ever."""
    state, effects = rolled(face)
    assert of(fx.ElephantResolved, effects).result == "no effect"
    assert "k1" in options(state, "carthage")["move"].choices["/unit"].values


@pytest.mark.parametrize("face", [3, 4])
def test_motionless(face: int) -> None:
    """BP 15.1: they neither move nor fight for the turn."""
    state, effects = rolled(face, beast=unit("k1", "elephants", "1015"))
    assert of(fx.ElephantResolved, effects).result == "motionless"
    assert "k1" not in options(state, "carthage")["move"].choices["/unit"].values
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Move("k1", "1014", UP), seat="carthage")
    assert refused.value.rule == "BP 15.1"
    state = after(state, cmd.End(), seat="carthage")
    assert "k1" not in _attackers(state)


def _attackers(state: State) -> list[str]:
    attack = options(state, "carthage").get("attack")
    return attack.choices["/attacker"].values if attack and state.phase == "combat" else []


def test_the_motionless_and_the_furious_do_not_withdraw() -> None:
    """BP 15.1, BP 10.1: Finis neither moves nor fights for the turn, though it be faster."""
    for marks, may in (((), True), (("finis",), False)):
        state = battle(unit("r1", "hastati", "1010"), unit("k1", "elephants", "1009", marks=marks))
        assert attacks.faster(state, state.by_id["k1"], state.by_id["r1"])
        state = folded(state, [fx.AttackDeclared("r1", "k1", (), False, 0)])
        assert bool(attacks.withdrawal_hexes(state)) == may
        if not may:
            with pytest.raises(RuleViolation) as refused:
                when(state, cmd.Withdraw("1008"), seat="carthage")
            assert refused.value.rule == "BP 10.1"


def test_the_motionless_are_fought_as_any() -> None:
    """BP-46: attacked, they count their Combat Points, and Disorder comes of it."""
    state = battle(
        unit("r1", "hastati", "1010"), unit("k1", "elephants", "1009", marks=("checked", "finis"))
    )
    effects = when(state, cmd.Attack("r1", "k1", (), False), 1, 6)
    resolved = of(fx.CombatResolved, effects)
    assert sum(one.value for one in resolved.defender.modifiers) > 0
    assert {one.unit for one in every(fx.Disordered, effects)} == {"r1"}


def test_no_zone_stops_the_furious() -> None:
    """BP-45: neither Rome's, whose horse faces 1007, nor Carthage's."""
    state = furious(unit("k2", "infantry", "1209", DOWN), unit("r2", "equites", "0907", UP_RIGHT))
    assert "1007" in state.zones["rome"]
    way = elephants.stampede_reach(state, state.by_id["k1"])
    assert way.path("1009", DOWN) == ("1005", "1006", "1007", "1008", "1009")


def test_the_motionless_and_the_furious_support_nobody() -> None:
    """BP 15.1, BP 10.4."""
    for marks, helpers in (((), ["k2"]), (("finis",), [])):
        state = battle(
            unit("r1", "hastati", "1010"),
            unit("k1", "elephants", "1009"),
            unit("k2", "elephants", "1008", marks=marks),
        )
        assert [one.id for one in support.supporters(state, state.by_id["k1"])] == helpers


def test_enraged() -> None:
    """BP 15.1: 1 Disorder, and straight ahead as far as their allowance takes them."""
    state, effects = rolled(5)
    assert of(fx.ElephantResolved, effects).result == "enraged"
    assert of(fx.Disordered, effects).total == 1
    ran = of(fx.Stampeded, effects)
    assert ran.path == ("1005", "1006", "1007", "1008", "1009", "1010")
    assert "k1" not in options(state, "carthage")["move"].choices["/unit"].values


def test_the_enraged_fight_if_they_end_before_an_enemy() -> None:
    """BP 15.1, BP-33, BP-21: an enemy zone stops them; after four hexes they charge."""
    state, effects = rolled(5, unit("r2", "hastati", "1010"))
    assert of(fx.Stampeded, effects).path[-1] == "1009"
    state = after(state, cmd.End(), seat="carthage")
    assert _attackers(state) == ["k1"]
    assert "charge" in state.by_id["k1"].marks


def test_the_enraged_who_start_in_a_zone_attack_too() -> None:
    """BP-33, BP 15.1: out of one enemy zone into another, and they fight whom they find."""
    enemies = unit("r2", "hastati", "1005", DOWN), unit("r3", "hastati", "1010")
    state, effects = rolled(5, *enemies, beast=unit("k1", "elephants", "1006"))
    assert {"1006", "1009"} <= goading(*enemies).zones["rome"]
    assert of(fx.Stampeded, effects).path == ("1006", "1007", "1008", "1009")
    assert _attackers(after(state, cmd.End(), seat="carthage")) == ["k1"]


def test_the_furious_do_not_stop_before_a_unit_in_panic() -> None:
    """BP-20, BP-37: it takes no Disorder, and so neither do they."""
    routed = unit("k2", "infantry", "1008", UP, disorder=3, panicked=True)
    state = furious(routed)
    routed = state.by_id["k2"]
    assert routed.here
    state = replace(
        state,
        units=tuple(replace(one, hex="1007") if one is routed else one for one in state.units),
    )
    way = elephants.stampede_reach(state, state.by_id["k1"])
    assert way.cost("1006", DOWN_LEFT) == 2
    assert not every(fx.Disordered, when(state, cmd.Stampede("k1", "1006", DOWN)))


def test_the_enraged_break_through_their_own() -> None:
    """BP 15.1, BP 7.1: both take 1; they end in the last empty hex."""
    state, effects = rolled(5, unit("k2", "infantry", "1007"), unit("k3", "skirmishers", "1010"))
    assert of(fx.Stampeded, effects).path[-1] == "1009"
    hurt = [(one.unit, one.rule) for one in every(fx.Disordered, effects)]
    assert hurt == [("k1", "BP 15.1"), ("k2", "BP 7.1"), ("k1", "BP 7.1")]
    assert state.by_id["k1"].disorder == 2


def test_who_panics_before_elephants_runs_once_in_that_impulse() -> None:
    """BP-44, BP 11, BP 11.1: by the switch, and again in the next movement of its side."""
    friend = unit("k2", "infantry", "1007", disorder=2)
    state, effects = rolled(5, friend, switches={"fugitives": "next impulse"})
    assert of(fx.UnitFled, effects).unit == "k2"
    if state.phase == "elephants":
        state = after(state, cmd.End())
    assert state.phase == "move"
    there = state.by_id["k2"].hex
    assert there == of(fx.UnitFled, effects).path[-1]
    later = replace(
        state.with_unit(replace(state.by_id["k2"], marks=())), phase="elephants", checks=0
    )
    moved = folded(later, when(later, cmd.End()))
    assert moved.by_id["k2"].hex != there


def test_the_enraged_who_run_off_the_field_are_gone() -> None:
    """BP-33."""
    state, effects = rolled(5, beast=unit("k1", "elephants", "1003", UP))
    assert of(fx.Stampeded, effects).gone
    assert state.by_id["k1"].fate == "removed"
    assert state.army("carthage").rout == 0


RUNS = [
    ("1004", "1109", DOWN, 5),
    ("1010", "1408", UP_RIGHT, 5),
    ("1004", "1008", DOWN, 4),
]


@pytest.mark.parametrize(
    ("start", "to", "facing", "cost"), RUNS, ids=["after a step aside", "after a turn", "ahead"]
)
def test_elephants_take_the_straight_run_where_there_is_one(
    start: str, to: str, facing: int, cost: int
) -> None:
    """BP 10.3, BP-21, BP-48: of several ways the one that makes a charge."""
    state = battle(
        unit("k1", "elephants", start),
        unit("r1", "hastati", "2016"),
        phase="move",
        side="carthage",
    )
    moved = of(fx.UnitMoved, when(state, cmd.Move("k1", to, facing), seat="carthage"))
    assert (moved.charge, moved.cost) == (True, cost)


def test_through_friends_elephants_charge_only_when_told_to() -> None:
    """BP-48: round by default, though without the charge."""
    state = battle(
        unit("k1", "elephants", "1004"),
        unit("k2", "infantry", "1006"),
        unit("r1", "hastati", "2016"),
        phase="move",
        side="carthage",
    )
    round_ = when(state, cmd.Move("k1", "1008", DOWN), seat="carthage")
    assert not of(fx.UnitMoved, round_).charge
    assert not every(fx.Disordered, round_)
    path = ("1005", "1006", "1007", "1008")
    through = when(state, cmd.Move("k1", "1008", DOWN, path), seat="carthage")
    assert of(fx.UnitMoved, through).charge
    assert [one.unit for one in every(fx.Disordered, through)] == ["k2", "k1"]


def test_the_enraged_may_panic_of_it() -> None:
    """BP 15.1, BP 11.1.1."""
    _, effects = rolled(5, beast=unit("k1", "elephants", "1005", disorder=2))
    assert of(fx.UnitEliminated, effects)
    assert not every(fx.Stampeded, effects)


def furious(*others: Any) -> State:
    state, effects = rolled(6, *others)
    assert of(fx.ElephantResolved, effects).result == "furious"
    return state


def test_furious() -> None:
    """BP 15.1, BP-20: Rome leads them; before a Carthaginian unit they stop, and both take 1."""
    state = furious(unit("k2", "infantry", "1009"))
    assert state.phase == "stampede"
    with pytest.raises(NotYourTurn):
        when(state, cmd.Stampede("k1", "1008", DOWN), seat="carthage")
    effects = when(state, cmd.Stampede("k1", "1008", DOWN))
    assert {one.unit: one.total for one in every(fx.Disordered, effects)} == {"k1": 1, "k2": 1}
    state = folded(state, effects)
    assert state.phase == "move"
    assert "k1" not in options(state, "carthage")["move"].choices["/unit"].values
    assert "finis" in after(state, cmd.End(), seat="carthage").by_id["k1"].marks


def test_where_a_ruling_leaves_nothing_to_goad_nothing_is_offered() -> None:
    """BP 4.8, BP-24: no elephants, or a point half used and no leader any more."""
    state = goading()
    assert "goad" in options(state)
    assert set(options(SYSTEM.evolve(state, ch.RemoveUnit("k1")))) == {"end"}
    alone = SYSTEM.evolve(goading(checks=1), ch.RemoveLeader("rome"))
    assert set(options(alone)) == {"end"}
    with pytest.raises(RuleViolation) as refused:
        when(alone, cmd.Goad(("k1",)))
    assert refused.value.rule == "BP 13"


@pytest.mark.parametrize(
    "ruling", [ch.RemoveUnit("k1"), ch.PlaceUnit("k1", "1006", DOWN)], ids=["removed", "placed"]
)
def test_where_a_ruling_calms_the_last_furious_rome_ends_it(ruling: Any) -> None:
    """BP 15.1: else nobody could go on."""
    state = furious(unit("k2", "infantry", "1009"))
    assert set(options(state)) == {"stampede"}
    with pytest.raises(OutOfPhase):
        when(state, cmd.End())
    SYSTEM.check_change(state, ruling)
    calm = SYSTEM.evolve(state, ruling)
    assert set(options(calm)) == {"end"}
    assert after(calm, cmd.End()).phase == "move"


def test_the_furious_go_no_further_than_the_first_carthaginian() -> None:
    """BP-20."""
    state = furious(unit("k2", "infantry", "1107"))
    way = elephants.stampede_reach(state, state.by_id["k1"])
    assert "1107" in state.grid.front("1006", DOWN)
    assert (way.cost("1006", DOWN), way.cost("1007", DOWN)) == (1, 3)
    effects = when(state, cmd.Stampede("k1", "1006", DOWN))
    assert [one.unit for one in every(fx.Disordered, effects)] == ["k2", "k1"]
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Stampede("k1", "1107", DOWN))
    assert refused.value.rule == "BP 15.1"


def test_the_furious_go_around_a_leader_who_stands_alone() -> None:
    """BP-51: no unit enters that hex but by an attack."""
    away = unit("k2", "infantry", "1409")
    open_to = elephants.stampede_reach(furious(away), unit("k1", "elephants", "1005", DOWN))
    state = furious(away)
    state = replace(state, leaders=(leader("rome", "1007"), *state.leaders[1:]))
    way = elephants.stampede_reach(state, state.by_id["k1"])
    assert open_to.cost("1007", DOWN) == 2
    assert way.cost("1007", DOWN) is None
    assert "1007" not in way.path("1009", DOWN)
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Stampede("k1", "1007", DOWN))
    assert refused.value.rule == "BP 15.1"


def test_with_no_mp_left_the_furious_hurt_nobody() -> None:
    """BP-20, BP 15.1: only with MP left."""
    state = furious(unit("k2", "infantry", "1011"))
    assert not every(fx.Disordered, when(state, cmd.Stampede("k1", "1010", DOWN)))


def test_rome_may_leave_the_furious_where_they_stand() -> None:
    """BP 15.1: what stands in front already does not count as reached."""
    state = furious(unit("k2", "infantry", "1006"))
    effects = when(state, cmd.Stampede("k1", "1005", DOWN))
    assert not every(fx.Disordered, effects)


def test_the_straight_ahead_suffers_before_those_aside() -> None:
    """BP-20."""
    state = furious(unit("k2", "infantry", "1009"), unit("k3", "infantry", "1109"))
    assert {"1009", "1109"} <= set(state.grid.front("1008", DOWN))
    effects = when(state, cmd.Stampede("k1", "1008", DOWN))
    assert [one.unit for one in every(fx.Disordered, effects)] == ["k2", "k1"]


def test_fortuna_throws_against_elephants_again() -> None:
    """BP-23, BP-26."""
    state = goading()
    state = battle(
        *state.units,
        phase="elephants",
        side="carthage",
        leaders=(leader("rome", "r1"),),
        markers=(marker("rome", "elephants"), marker("rome", "fortuna")),
    )
    state = after(state, cmd.Goad(("k1",)), 1)
    assert state.pending[0].window == ("rome",)
    assert of(fx.ElephantResolved, when(state, cmd.Reroll(), 3)).result == "motionless"
