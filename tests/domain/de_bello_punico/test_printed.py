"""What is printed is played unless a switch says otherwise: a test for each sentence in doubt."""

from typing import Any

import pytest
from msgspec.structs import replace

from iacta.domain.de_bello_punico import SYSTEM
from iacta.domain.de_bello_punico import changes as ch
from iacta.domain.de_bello_punico import commands as cmd
from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.rulebook import SWITCHES
from iacta.domain.de_bello_punico.rules import attacks, elephants, ground, leaders
from iacta.domain.de_bello_punico.state import State
from iacta.domain.de_bello_punico.state.pending import LeaderWithdrawal
from iacta.domain.kernel.proof.errors import Conflict, RuleViolation
from tests.domain.de_bello_punico.given import (
    DOWN,
    UP,
    UP_LEFT,
    UP_RIGHT,
    after,
    battle,
    begun,
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
FAR = unit("k9", "infantry", "2602")


def test_it_is_possible_to_carry_out_only_one_withdrawal_per_combat_impulse() -> None:
    """BP 10.1, BP-6: one for the side that is attacked."""
    state = battle(
        unit("r1", "hastati", "1010"),
        unit("k1", "skirmishers", "1009"),
        unit("r2", "hastati", "1510"),
        unit("k2", "skirmishers", "1509"),
    )
    state = after(after(state, ATTACK), cmd.Withdraw("1008"), seat="carthage")
    state = after(state, cmd.Stay())
    assert of(fx.CombatResolved, when(state, cmd.Attack("r2", "k2", (), False), 3, 3))


def led(*others: Any, **more: Any) -> State:
    """Rome's movement: a leader with r1 on 1010."""
    units = (unit("r1", "hastati", "1010"), unit("r2", "triarii", "1014"), *others)
    return battle(*units, FAR, phase="move", leaders=(leader("rome", "r1"),), **more)


def test_leaders_have_six_movement_points_and_can_be_stacked() -> None:
    """BP 13, BP 7: they go where they like, alone, or into a hex with a friendly unit."""
    state = led()
    goals = options(state)["move-leader"].choices["/to"].values
    assert {"1014", "1016", "1004"} <= set(goals)
    assert "1017" not in goals
    assert goals[0] == "1014", "whom the leader may join stands before the many hexes alone"
    joined = of(fx.LeaderMoved, when(state, cmd.MoveLeader("1014")))
    assert (joined.unit, joined.forced) == ("r2", False)
    alone = of(fx.LeaderMoved, when(state, cmd.MoveLeader("1016")))
    assert (alone.unit, len(alone.path)) == (None, 7)
    with pytest.raises(RuleViolation) as refused:
        when(after(state, cmd.MoveLeader("1016")), cmd.MoveLeader("1015"))
    assert refused.value.rule == "BP-42"


def test_a_unit_that_moves_does_not_carry_its_leader() -> None:
    """BP 13, BP-42: a leader has six MP, and no more by riding."""
    state = after(led(), cmd.Move("r1", "1008", UP))
    assert state.rider("r1") is None
    assert state.alone == {"1010": "rome"}
    assert state.leader("rome") == led().leader("rome")


def test_an_enemy_zone_ends_a_leaders_move() -> None:
    """BP 8.2, BP 13."""
    state = led(unit("k1", "infantry", "1007", DOWN), unit("k2", "infantry", "1207", DOWN))
    paths = leaders.destinations(state, "rome")
    assert "1008" in paths
    zone = state.zones["carthage"]
    assert all(not zone & {*path[1:-1]} for path in paths.values())


def lonely(*others: Any, **more: Any) -> State:
    """Rome attacks; Hannibal stands alone on 1009, before r1."""
    return battle(
        unit("r1", "hastati", "1010"),
        *others,
        unit("k1", "infantry", "2005"),
        leaders=(leader("carthage", "1009"),),
        **more,
    )


def test_leaders_can_always_retreat() -> None:
    """BP 13, BP 10.1, BP-51: attacked alone they withdraw, and the attacker follows."""
    state = lonely()
    targets = options(state)["attack"].choices["/attacker"].alternatives[0].choices["/target"]
    assert targets.values == ["k0"]
    effects = when(state, cmd.Attack("r1", "k0", (), False))
    assert not every(fx.CombatRolled, effects)
    state = folded(state, effects)
    assert options(state, "carthage")["withdraw"].choices["/to"].values == [
        "1008",
        "1109",
        "1110",
        "0910",
        "0909",
    ]
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Withdraw("1007"), seat="carthage")
    assert refused.value.rule == "BP 10.1"
    state = after(state, cmd.Withdraw("1008"), seat="carthage")
    assert state.alone == {"1008": "carthage"}
    assert after(state, cmd.Occupy(UP)).by_id["r1"].hex == "1009"


def test_a_leaders_retreat_is_not_the_withdrawal_of_the_impulse() -> None:
    """BP 13, BP 10.1."""
    state = lonely(unit("k2", "skirmishers", "1509"), unit("r2", "hastati", "1510"))
    state = after(state, cmd.Attack("r1", "k0", (), False))
    state = after(after(state, cmd.Withdraw("1008"), seat="carthage"), cmd.Stay())
    assert attacks.may_answer(after(state, cmd.Attack("r2", "k2", (), False)))


def test_a_leader_with_nowhere_to_go_is_eliminated() -> None:
    """BP-29, BP 16.1: five Rout Points."""
    around = ("1008", "1109", "1110", "0910", "0909")
    ring = [unit(f"r{n}", "velites", hex_) for n, hex_ in enumerate(around, 2)]
    effects = when(lonely(*ring), cmd.Attack("r1", "k0", (), False))
    assert (of(fx.LeaderTaken, effects).points, of(fx.LeaderTaken, effects).rout) == (5, 5)
    state = folded(lonely(*ring), effects)
    assert not state.commands("carthage")
    assert after(state, cmd.Occupy(UP)).by_id["r1"].hex == "1009"


def test_nobody_charges_a_leader() -> None:
    """BP-51, BP 15.2."""
    state = battle(
        unit("k1", "mercenaries", "1009"),
        unit("r1", "hastati", "2010"),
        side="carthage",
        leaders=(leader("rome", "1010"), leader("carthage", "k1")),
        markers=(marker("carthage", "furor"),),
    )
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Attack("k1", "r0", (), True), seat="carthage")
    assert refused.value.rule == "BP-51"


def test_a_leader_alone_bars_the_enemys_way_and_no_friends() -> None:
    """BP 7, BP-51."""
    enemy = battle(
        unit("r1", "equites", "1010"), FAR, phase="move", leaders=(leader("carthage", "1009"),)
    )
    assert "1009" not in ground.reach(enemy, enemy.by_id["r1"]).goals
    with pytest.raises(RuleViolation):
        when(enemy, cmd.March(("r1",), 2))
    friend = battle(
        unit("r1", "equites", "1010"), FAR, phase="move", leaders=(leader("rome", "1009"),)
    )
    state = after(friend, cmd.Move("r1", "1009", UP))
    assert state.rider("r1") is not None


def test_leaders_and_in_panic_units_have_only_front() -> None:
    """BP 8, BP 11.1.2: no turn costs a leader MP, and fugitives pass no Veterans in panic."""
    paths = leaders.destinations(led(), "rome")
    assert {len(paths[hex_]) for hex_ in ("1009", "1110", "1111", "1011", "0911", "0910")} == {2}


def test_a_leader_whose_unit_panics_must_withdraw() -> None:
    """BP 13, BP-29: where to the player chooses; then the attacker may advance."""
    state = battle(
        unit("r1", "hastati", "1010"),
        unit("k1", "infantry", "1009", disorder=2),
        leaders=(leader("carthage", "k1"),),
    )
    effects = when(state, ATTACK, 6, 1, 4)
    state = folded(state, effects)
    assert state.pending[0] == LeaderWithdrawal("carthage")
    assert of(fx.AdvanceDue, effects).hex == "1009"
    state = after(state, cmd.Withdraw("0909"), seat="carthage")
    assert after(state, cmd.Occupy(UP)).alone == {"0909": "carthage"}


def test_a_leader_who_dies_withdraws_no_more() -> None:
    """BP 13."""
    state = battle(
        unit("r1", "hastati", "1010"),
        unit("k1", "infantry", "1009", disorder=2),
        leaders=(leader("carthage", "k1"),),
    )
    state = after(state, ATTACK, 6, 1, 1)
    assert LeaderWithdrawal("carthage") not in state.pending
    assert state.army("carthage").rout == 6


def test_a_leader_with_a_fugitive_that_is_cut_down_must_withdraw() -> None:
    """BP 13, BP 11.1.2."""
    state = battle(
        unit("r1", "hastati", "1010"),
        unit("k1", "infantry", "1009", disorder=3, panicked=True),
        leaders=(leader("carthage", "k1"),),
    )
    assert of(fx.LeaderMustWithdraw, when(state, ATTACK)).side == "carthage"


def test_a_leader_goes_with_a_unit_that_withdraws_or_advances() -> None:
    """BP-42."""
    state = battle(
        unit("r1", "hastati", "1010"),
        unit("k1", "skirmishers", "1009"),
        leaders=(leader("rome", "r1"), leader("carthage", "k1")),
    )
    state = after(after(state, ATTACK), cmd.Withdraw("1008"), seat="carthage")
    state = after(state, cmd.Occupy(UP))
    assert [one.hex for one in state.leaders] == ["1009", "1008"]


def test_a_leader_stays_where_the_unit_pursues_off_the_field() -> None:
    """BP-51, BP 14."""
    state = battle(
        unit("r1", "equites", "1010"),
        unit("k1", "equites", "1009", disorder=2),
        leaders=(leader("rome", "r1"),),
    )
    state = after(state, ATTACK, 6, 1)
    assert state.by_id["r1"].fate == "pursuing"
    assert state.alone == {"1010": "rome"}


def test_no_unit_is_ruled_onto_the_enemys_leader() -> None:
    """BP 7."""
    with pytest.raises(Conflict):
        SYSTEM.check_change(lonely(), ch.PlaceUnit("r1", "1009", UP))


def test_a_unit_enters_a_front_hex_so_that_its_rear_faces_the_hex_it_left() -> None:
    """BP 6, BP 8, BP-31: the rear is three hexes, so a step aside keeps the front."""
    state = battle(unit("r1", "hastati", "1010"), FAR, phase="move")
    moved = of(fx.UnitMoved, when(state, cmd.Move("r1", "1110", UP)))
    assert (moved.path, moved.cost) == (("1010", "1110"), 1)
    assert "1010" in state.grid.rear("1110", UP)
    reach = ground.reach(state, state.by_id["r1"])
    assert [reach.cost("1110", facing) for facing in (UP, UP_RIGHT)] == [1, 2]
    assert reach.cost("0910", UP_LEFT) == 2


def test_in_subsequent_turns_infantry_in_panic_flees_on() -> None:
    """BP 11.1, BP-44: not in the turn in which it panicked."""
    state = battle(unit("r1", "hastati", "1010"), unit("k1", "infantry", "1009", disorder=2))
    state = after(state, ATTACK, 6, 1)
    while state.pending:
        state = after(state, cmd.Stay())
    place = state.by_id["k1"].hex
    while state.turn == 3 and state.phase != "over":
        seat = SYSTEM.standing(state).waiting[0].seat
        state = after(state, cmd.End(), seat=seat)
        assert state.by_id["k1"].hex == place
    state = after(after(state, cmd.RollInitiative(), 1, 6), cmd.ChooseOrder("second"))
    assert state.by_id["k1"].hex != place


def test_who_arrives_with_its_front_adjacent_is_hit_and_not_who_is_turned_to() -> None:
    """BP 15.1, BP-20: turning on the spot is not arriving."""
    state = battle(
        unit("k1", "elephants", "1005", UP, marks=("finis", "furious")),
        unit("k2", "infantry", "1006"),
        unit("r1", "hastati", "1016"),
        phase="stampede",
        side="carthage",
    )
    turned = when(state, cmd.Stampede("k1", "1005", DOWN))
    assert not every(fx.Disordered, turned)
    arrived = when(state, cmd.Stampede("k1", "1104", DOWN))
    assert not every(fx.Disordered, arrived)
    near = state.with_unit(replace(state.by_id["k2"], hex="1007"))
    met = when(near, cmd.Stampede("k1", "1006", DOWN))
    assert {one.unit for one in every(fx.Disordered, met)} == {"k1", "k2"}


def test_cavalry_that_caused_panic_in_cavalry_must_pursue_also_by_a_volley() -> None:
    """BP 14, BP-35: immediately, and by the same route."""
    state = battle(
        unit("r1", "light-cavalry", "1010"),
        unit("k1", "equites", "1009", disorder=2),
        phase="volley",
        side="carthage",
    )
    effects = when(state, cmd.Shoot("r1", "k1"), 1)
    assert of(fx.Pursued, effects).path == ("1010", *of(fx.UnitFled, effects).path)


def test_no_friend_of_the_pursuer_stands_where_the_enemy_fled() -> None:
    """BP 14, BP 11.1.2, BP-35: there the fugitive was eliminated, and the pursuit ends before."""
    wall = [unit(f"r{c}", "velites", f"{c:02}06") for c in range(2, 26)]
    state = battle(unit("r1", "equites", "1010"), unit("k1", "equites", "1009", disorder=2), *wall)
    effects = when(state, ATTACK, 6, 1)
    assert of(fx.UnitFled, effects).ends == "enemy"
    assert (of(fx.Pursued, effects).path[-1], of(fx.Pursued, effects).off) == ("1007", False)


def test_one_point_chooses_two_elephant_units_and_makes_a_roll() -> None:
    """BP 4.8, BP-49: one die for both."""
    state = battle(
        unit("k1", "elephants", "1005"),
        unit("k2", "elephants", "1205"),
        unit("r1", "hastati", "1016"),
        phase="elephants",
        side="carthage",
        leaders=(leader("rome", "r1"),),
        markers=(marker("rome", "elephants"),),
    )
    assert options(state)["goad"].choices["/units"].max == 2
    effects = when(state, cmd.Goad(("k1", "k2")), 5)
    assert {one.result for one in every(fx.ElephantResolved, effects)} == {"enraged"}
    assert [one.unit for one in every(fx.Stampeded, effects)] == ["k1", "k2"]
    assert SYSTEM.cells(effects) == {"elephants k1, k2": "elephants, 5: enraged"}


def test_the_enraged_that_run_into_each_other_are_each_dealt_with() -> None:
    """BP 15.1, BP 7.1: the first breaks through the second, and panics it."""
    state = battle(
        unit("k1", "elephants", "1005"),
        unit("k2", "elephants", "1006", disorder=1),
        unit("r1", "hastati", "1016"),
        unit("k9", "infantry", "2502"),
        phase="elephants",
        side="carthage",
        leaders=(leader("rome", "r1"),),
        markers=(marker("rome", "elephants"),),
    )
    after_ = after(state, cmd.Goad(("k1", "k2")), 5)
    assert after_.by_id["k2"].fate == "removed"
    assert after_.pending == ()


@pytest.mark.parametrize(("battle_", "may"), [("trebbia", True), ("po", False), ("zama", False)])
def test_fewer_units_than_hexes_choose_where_the_scenario_says_so(battle_: str, may: bool) -> None:
    """BP 17.1.2, BP 17.3.2, BP 17.4.2, BP-50: elsewhere units go where they are indicated."""
    side = "rome" if battle_ == "trebbia" else "carthage"
    assert ("shift" in options(begun(battle_), side)) == may
    assert "shift" in options(begun(battle_, hexes="free"), side)


def test_a_refused_set_up_hex_names_the_battles_own_rule() -> None:
    """BP 17.4.2."""
    with pytest.raises(RuleViolation) as refused:
        when(begun("zama"), cmd.Shift("k1", "0101"), seat="carthage")
    assert refused.value.rule == "BP 17.4.2"


def test_each_player_has_seven_command_boxes_also_where_one_is_of_no_use() -> None:
    """BP 4.1, BP 17.1.3b: at the Trebbia a marker among Rome's elephants only bluffs."""
    state = battle(
        unit("k1", "elephants", "1005"),
        unit("r1", "hastati", "1016"),
        phase="elephants",
        side="carthage",
        scenario="trebbia",
        leaders=(leader("rome", "r1"),),
        markers=(marker("rome", "elephants"),),
    )
    assert len(state.army("rome").boxes) == 7
    assert not elephants.might_roll(state)


@pytest.mark.parametrize(
    ("seat", "box", "rule"),
    [("carthage", "elephants", "BP 4.8"), ("rome", "furor", "BP 4.7")],
)
def test_a_box_that_a_side_does_not_have_is_refused_by_its_own_rule(
    seat: str, box: str, rule: str
) -> None:
    """BP 4.7, BP 4.8."""
    units = unit("r1", "hastati", "1010"), unit("k1", "infantry", "1003")
    both = leader("rome", "r1"), leader("carthage", "k1")
    alternate = battle(*units, phase="command", leaders=both)
    if seat == "rome":
        placed = cmd.Place("combat", "point")
        alternate = after(alternate, placed, seat="carthage", marker="point")
    together = battle(*units, phase="command", leaders=both, switches={"placing": "together"})
    all_ = cmd.PlaceAll((box, *["combat"] * 3, "recovery"), 0)
    for state, command in ((alternate, cmd.Place(box, "point")), (together, all_)):
        with pytest.raises(RuleViolation) as refused:
            when(state, command, seat=seat, marker="point", boxes=[box], vacuus=0)
        assert refused.value.rule == rule


def test_the_switches_begin_with_what_is_printed() -> None:
    """BP-6, BP-30, BP-31, BP-35, BP-44, BP-49, BP-50: and each value says what it is."""
    assert {one.key: one.default for one in SWITCHES} == {
        "placing": "alternate",
        "allies_rout": 1,
        "withdrawals": "per side",
        "leaders": "alone",
        "steps": "keep front",
        "fugitives": "next turn",
        "pursuits": "any panic",
        "goading": "one roll",
        "hexes": "printed",
    }
    for one in SWITCHES:
        assert one.ruling in SYSTEM.rulebook
        assert len(one.titles) == len(one.values)
    printed = [one for one in SWITCHES if one.key not in ("placing", "allies_rout")]
    for one in printed:
        assert one.titles[0].endswith("as printed")
        assert one.titles[1].endswith("our ruling")


def test_the_rivers_cost_at_the_trebbia_is_said_to_be_ours() -> None:
    """BP 17.1.1, BP-52."""
    rules = {rule.number: rule for rule in SYSTEM.rulebook.rules}
    assert "BP-52" in rules["BP 17.1.1"].note
    assert rules["BP-52"].provenance == "ruling"
