"""How long what is on a unit lasts, and what it takes while it lasts. BP 3.1, BP 4.1.1, BP 8.2."""

from typing import Any

import pytest
from msgspec.structs import replace

from iacta.domain.de_bello_punico import SYSTEM
from iacta.domain.de_bello_punico import commands as cmd
from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.rules import attacks, flight, ground, leaders, support
from iacta.domain.de_bello_punico.state import State
from iacta.domain.de_bello_punico.state.keys import Mark
from iacta.domain.kernel.proof.errors import RuleViolation
from tests.domain.de_bello_punico.given import (
    DOWN,
    DOWN_LEFT,
    UP,
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

MARKS: tuple[str, ...] = tuple(
    one
    for one in Mark.__args__  # type: ignore[attr-defined]
    if one != "furious"
)
"""All but that of the furious, whom Rome leads before anybody moves."""
ATTACK = cmd.Attack("r1", "k1", (), False)

UNTIL = {
    "moved": "volley of rome",
    "stopped": "volley of rome",
    "hastened": "volley of rome",
    "commanded": "volley of rome",
    "no-attack": "recover of rome",
    "charge": "recover of rome",
    "attacked": "recover of rome",
    "supported": "recover of rome",
    "withdrew": "recover of rome",
    "point": "recover of rome",
    "fired": "turn 4",
    "checked": "turn 4",
    "finis": "turn 4",
    "routed": "turn 4",
}
"""When a mark is gone that a unit bears in Rome's movement, Rome being First player."""


def marked_battle() -> State:
    """Rome's movement in turn III: everybody bears every mark, and everything has been used."""
    state = battle(
        unit("r1", "hastati", "1016", marks=MARKS, spent=3),
        unit("k1", "infantry", "1002", marks=MARKS, spent=3),
        phase="move",
        leaders=(leader("rome", "r1"), leader("carthage", "k1")),
        charges=1,
        checks=1,
    )
    tired = tuple(replace(one, moved=True) for one in state.leaders)
    return replace(state, leaders=tired)


def course() -> list[tuple[str, State]]:
    """The states after each phase that begins until the next turn has begun."""
    state, found = marked_battle(), []
    for seat in ("rome", "carthage"):
        for effect in when(state, cmd.End(), seat=seat):
            state = folded(state, [effect])
            if isinstance(effect, fx.PhaseBegun):
                found.append((f"{effect.phase} of {effect.side}", state))
            if isinstance(effect, fx.TurnBegun):
                found.append((f"turn {effect.turn}", state))
    return found


@pytest.mark.parametrize("key", ["r1", "k1"])
@pytest.mark.parametrize("mark", MARKS)
def test_every_mark_is_gone_when_its_time_is_over(mark: str, key: str) -> None:
    """BP 3.1, BP-25, BP-6, BP-15, BP-21, BP 9, BP 10, BP 10.4.1, BP 15.1: and not before."""
    gone = next(when_ for when_, state in course() if mark not in state.by_id[key].marks)
    assert gone == UNTIL[mark]


def test_the_furious_are_led_in_one_impulse() -> None:
    """BP 15.1: in the next Carthage leads them again."""
    state = battle(unit("k1", "elephants", "1005", marks=("furious",)), phase="stampede")
    state = folded(state, [fx.PhaseBegun("move", "carthage")])
    assert state.by_id["k1"].marks == ()


def test_what_has_been_used_is_there_again() -> None:
    """BP 6, BP 13, BP 4.7, BP 4.8: MP and the leader's ride each impulse, points each turn."""
    states = dict(course())
    volley, last = states["volley of rome"], states["turn 4"]
    assert {one.spent for one in volley.units} == {0}
    assert {one.moved for one in volley.leaders} == {False}
    assert (volley.charges, volley.checks) == (1, 1)
    assert (last.charges, last.checks) == (0, 0)


def test_who_was_given_a_point_may_be_given_one_in_the_next_impulse() -> None:
    """BP 4.1.1: one in each impulse."""
    state = battle(unit("r1", "hastati", "1010", marks=("commanded",)), phase="combat")
    state = folded(state, [fx.PhaseBegun("recover", "rome")])
    assert state.by_id["r1"].marks == ()
    state = state.with_unit(replace(state.by_id["r1"], marks=("commanded",), spent=1))
    state = folded(state, [fx.PhaseBegun("elephants", "carthage")])
    assert (state.by_id["r1"].marks, state.by_id["r1"].spent) == ((), 0)


def test_a_unit_that_left_a_zone_attacks_again_a_turn_later() -> None:
    """BP 8.2, BP-15: two turns of a Roman unit, with what it may in each."""
    state = battle(
        unit("r1", "hastati", "1010"),
        unit("k1", "infantry", "1009"),
        unit("k2", "infantry", "0808"),
        unit("r2", "hastati", "2010"),
        unit("k3", "infantry", "2009"),
        phase="move",
    )
    state = after(after(state, cmd.Move("r1", "0910", 5)), cmd.End())
    assert options(state)["attack"].choices["/attacker"].values == ["r2"]
    state = after(state, cmd.End())
    state = after(after(state, cmd.End(), seat="carthage"), cmd.End(), seat="carthage")
    assert (state.turn, state.phase) == (4, "initiative")
    state = after(after(state, cmd.RollInitiative(), 1, 6), cmd.ChooseOrder("first"))
    state = after(after(state, cmd.Move("r1", "0910", UP)), cmd.End())
    assert options(state)["attack"].choices["/attacker"].values == ["r1", "r2"]


def test_who_comes_onto_the_field_has_paid_for_the_hex() -> None:
    """BP-39, BP 14.1: its MP are its own allowance less the hex."""
    state = battle(
        unit("r1", "equites", "1001", fate="pursuing"),
        unit("r9", "triarii", "1017"),
        unit("k1", "infantry", "2602"),
        phase="move",
        leaders=(leader("rome", "r9"),),
        markers=(marker("rome", "cavalry"),),
    )
    state = after(state, cmd.Recall("r1", "1001"))
    assert ground.allowance(state, state.by_id["r1"]) == state.values["equites"].movement - 1


def test_horse_that_panics_itself_does_not_pursue() -> None:
    """BP 14: both break at once."""
    state = battle(
        unit("r1", "equites", "1010", disorder=2), unit("k1", "equites", "1009", disorder=2)
    )
    effects = when(state, ATTACK, 3, 3)
    assert len(every(fx.Panicked, effects)) == 2
    assert not every(fx.PursuitDue, effects)


def test_units_in_panic_support_nobody() -> None:
    """BP 10.4, BP 11."""
    routed = unit("r2", "hastati", "1011", disorder=4, panicked=True)
    state = battle(unit("r1", "hastati", "1010"), routed, unit("k1", "infantry", "1009"))
    assert support.supporters(state, state.by_id["r1"]) == []


@pytest.mark.parametrize(("hex_", "costs"), [("1109", {None, 3, 4}), ("2009", {2})])
def test_nobody_crosses_a_friend_who_stands_in_an_enemy_zone(hex_: str, costs: set[Any]) -> None:
    """BP 8.2, BP 7: the zone would end the move in a hex that is taken."""
    state = battle(
        unit("r1", "velites", "1010"),
        unit("r2", "velites", "1009"),
        unit("k1", "infantry", hex_, DOWN),
        phase="move",
    )
    assert ("1009" in state.zones["carthage"]) == (hex_ == "1109")
    assert ground.reach(state, state.by_id["r1"]).cost("1008", UP) in costs


@pytest.mark.parametrize(
    ("steps", "friends", "cost"),
    [
        ("turn", (), 3),
        ("turn", (unit("r2", "velites", "1009"),), 4),
        ("keep front", (), 2),
        ("keep front", (unit("r2", "velites", "1009"),), 2),
    ],
)
def test_nobody_turns_in_a_friends_hex(steps: str, friends: tuple[Any, ...], cost: int) -> None:
    """BP 7, BP 8.1: into the enemy zone on 1110 facing south-east by a turn on 1009, or before."""
    state = battle(
        unit("r1", "velites", "1010"),
        *friends,
        unit("k1", "infantry", "1210", 4),
        phase="move",
        switches={"steps": steps},
    )
    assert state.zones["carthage"] == {"1110", "1111", "1211"}
    assert ground.reach(state, state.by_id["r1"]).cost("1110", 2) == cost


def test_nobody_withdraws_into_a_river() -> None:
    """BP 10.1, BP 17.2.1."""
    state = battle(
        unit("r1", "hastati", "2106", 1),
        unit("k1", "equites", "2205", DOWN_LEFT),
        scenario="beneventum",
    )
    assert state.grid.rear("2205", DOWN_LEFT) == ("2305", "2306", "2204")
    state = after(state, ATTACK)
    assert attacks.withdrawal_hexes(state) == ["2204"]


def test_a_leader_does_not_leave_the_field_with_his_horse() -> None:
    """BP 14, BP-30, BP-29: by the switch, when it pursues over the edge, he joins another."""
    state = battle(
        unit("r1", "equites", "1010"),
        unit("r2", "triarii", "1017"),
        unit("k1", "equites", "1009", disorder=2),
        leaders=(leader("rome", "r1"),),
        switches={"leaders": "with units"},
    )
    effects = when(state, ATTACK, 6, 1)
    assert of(fx.Pursued, effects).off
    moved = of(fx.LeaderMoved, effects)
    assert (moved.unit, moved.forced) == ("r2", True)


EDGE = battle(
    unit("r1", "equites", "1203"),
    unit("r2", "equites", "1302"),
    unit("r3", "hastati", "1001"),
    unit("k1", "infantry", "2010"),
    phase="move",
    scenario="trebbia",
    leaders=(leader("rome", "r1"),),
    switches={"leaders": "with units"},
)
"""At the Trebbia, before the Carthaginian edge."""


def test_a_leader_who_rode_with_a_unit_that_leaves_goes_no_further() -> None:
    """BP 13, BP-42, BP-29: it left by the edge, and he went to the nearest."""
    state = after(after(EDGE, cmd.Move("r1", "1201", UP)), cmd.Leave("r1"))
    assert state.rider("r2") is not None
    assert "move-leader" not in options(state)
    assert options(state)["move"].choices["/unit"].values == ["r3"]
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.MoveLeader("1001"))
    assert refused.value.rule == "BP-42"


def test_a_unit_that_a_leader_joins_does_not_leave_with_him() -> None:
    """BP-42, BP-41: to leave is a step, and it moves no more."""
    state = after(EDGE, cmd.MoveLeader("1001"))
    assert "leave" not in options(state)
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Leave("r3"))
    assert refused.value.rule == "BP 17.1.4"


def test_a_point_is_refused_to_a_side_without_its_leader() -> None:
    """BP-24, BP 13."""
    state = battle(
        unit("r1", "hastati", "1010"),
        unit("k1", "infantry", "1002"),
        phase="move",
        markers=(marker("rome", "movement"),),
    )
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Hasten(("r1",)))
    assert refused.value.rule == "BP 13"


def enraged(*others: Any) -> tuple[State, list[Any]]:
    """Elephants on 1005 go wild."""
    state = battle(
        unit("k1", "elephants", "1005"),
        *others,
        unit("r1", "hastati", "2016"),
        unit("k9", "infantry", "2502"),
        phase="elephants",
        side="carthage",
        leaders=(leader("rome", "r1"),),
        markers=(marker("rome", "elephants"),),
    )
    effects = when(state, cmd.Goad(("k1",)), 5)
    return folded(state, effects), effects


@pytest.mark.parametrize(("enemy", "charge"), [("1009", False), ("1010", True)])
def test_the_enraged_charge_only_after_four_hexes(enemy: str, charge: bool) -> None:
    """BP-21."""
    state, _ = enraged(unit("r2", "hastati", enemy))
    assert ("charge" in state.by_id["k1"].marks) == charge


@pytest.mark.parametrize("kind", ["skirmishers", "infantry"])
def test_light_foot_lets_the_enraged_through(kind: str) -> None:
    """BP 7.1, BP 15.1."""
    _, effects = enraged(unit("k2", kind, "1007"))
    hurt = [one.unit for one in every(fx.Disordered, effects) if one.rule == "BP 7.1"]
    assert hurt == ([] if kind == "skirmishers" else ["k2", "k1"])


def test_flight_pays_for_the_ground() -> None:
    """BP 11, BP 17.2.1: over bushes and hills the same MP carry a fugitive less far."""
    state = battle(unit("k1", "infantry", "0806", UP, disorder=2), scenario="beneventum")
    rough = tuple("b" * len(row) for row in state.field.rows) if state.field else ()
    assert state.field is not None
    wild = replace(state, field=replace(state.field, rows=rough))
    for field, steps in ((state, 4), (wild, 2)):
        course_ = folded(field, [fx.Panicked("k1", "carthage", 1, 1)])
        assert flight.route(course_, course_.by_id["k1"]) is not None
        assert len(_fled(field)) - 1 == steps


def _fled(state: State) -> tuple[str, ...]:
    """The way of a unit that is shot into panic."""
    state = replace(
        state,
        phase="volley",
        side="carthage",
        units=(*state.units, unit("r1", "velites", "0807")),
    )
    fled = of(fx.UnitFled, when(state, cmd.Shoot("r1", "k1"), 1))
    assert isinstance(fled.path, tuple)
    return fled.path


def test_every_point_of_disorder_counts_against_a_unit() -> None:
    """BP 10.3, BP 10.7: four points are -4."""
    state = battle(unit("r1", "triarii", "1010", disorder=4), unit("k1", "infantry", "1009"))
    resolved = of(
        fx.CombatResolved,
        when(
            state,
            ATTACK,
            3,
            3,
        ),
    )
    values = {one.reason: one.value for one in resolved.attacker.modifiers}
    assert values["Disorder"] == -4


def test_a_leader_goes_round_enemies() -> None:
    """BP 13: six hexes off, and a line of enemies between."""
    wall = [unit(f"k{c}", "infantry", f"{c:02}13", UP) for c in range(6, 15)]
    state = battle(
        unit("r1", "hastati", "1010"),
        unit("r2", "triarii", "1016"),
        phase="move",
        leaders=(leader("rome", "r1"),),
    )
    assert "1016" in leaders.destinations(state, "rome")
    barred = replace(state, units=(*state.units, *wall))
    assert "1016" not in leaders.destinations(barred, "rome")


def test_a_leader_pays_for_the_ground() -> None:
    """BP 13, BP 17.2.1: three hexes of bushes are his six MP."""
    state = battle(
        unit("r1", "hastati", "0810"),
        unit("r2", "triarii", "0807"),
        unit("r3", "triarii", "0806"),
        unit("k1", "infantry", "0202"),
        phase="move",
        scenario="beneventum",
        leaders=(leader("rome", "r1"),),
    )
    assert {"0807", "0806"} <= set(leaders.destinations(state, "rome"))
    assert state.field is not None
    rough = tuple("b" * len(row) for row in state.field.rows)
    wild = replace(state, field=replace(state.field, rows=rough))
    assert "0807" in leaders.destinations(wild, "rome")
    assert "0806" not in leaders.destinations(wild, "rome")


def test_no_mark_is_without_an_end() -> None:
    """BP 3.1: the table above names every mark, and the view shows them."""
    assert set(UNTIL) == set(MARKS)
    view = SYSTEM.view(marked_battle(), "public", {})
    assert {mark for one in view.units for mark in one.marks} == set(MARKS)
