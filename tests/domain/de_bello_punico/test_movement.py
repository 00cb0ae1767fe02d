"""Movement, stacking, facing, zones of control. BP 6, BP 7, BP 8."""

from typing import Any

import pytest
from msgspec import convert

from iacta.domain.de_bello_punico import SYSTEM
from iacta.domain.de_bello_punico import commands as cmd
from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.rules import ground
from iacta.domain.de_bello_punico.state import State
from iacta.domain.kernel.contract.choices import Alternative, integer
from iacta.domain.kernel.proof.errors import Conflict, Invalid, NotYourTurn, RuleViolation
from tests.domain.de_bello_punico.given import (
    DOWN,
    UP,
    UP_LEFT,
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

FAR = unit("k9", "infantry", "2602")
"""An enemy out of everybody's way."""


def moving(*units: Any, **more: Any) -> State:
    """Rome's movement impulse."""
    return battle(*units, FAR, phase="move", **more)


def cost(state: State, key: str, to: str, facing: int) -> int | None:
    return ground.reach(state, state.by_id[key]).cost(to, facing)


def test_by_a_switch_a_step_turns_the_unit_that_way() -> None:
    """BP 6, BP-31: its rear then faces the hex that it left."""
    state = moving(unit("r1", "hastati", "1010"), switches={"steps": "turn"})
    moved = of(fx.UnitMoved, when(state, cmd.Move("r1", "1110", UP_RIGHT)))
    assert (moved.path, moved.facing, moved.cost) == (("1010", "1110"), UP_RIGHT, 1)
    assert cost(state, "r1", "1110", UP_RIGHT) == 1
    assert cost(state, "r1", "1110", UP) == 2
    assert cost(state, "r1", "0910", UP_LEFT) == 1


def test_the_rear_is_reached_only_by_turning() -> None:
    """BP 8, BP 8.1: a turn by any number of sides costs 1."""
    state = moving(unit("r1", "hastati", "1010"))
    assert [cost(state, "r1", "1010", facing) for facing in range(1, 6)] == [1] * 5
    assert cost(state, "r1", "1011", DOWN) == 2


def test_the_allowance_bounds_the_move() -> None:
    """BP 2.4, BP 6: four MP for Hastati."""
    state = moving(unit("r1", "hastati", "1010"))
    assert cost(state, "r1", "1006", UP) == 4
    assert cost(state, "r1", "1005", UP) is None
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Move("r1", "1005", UP))
    assert refused.value.rule == "BP 6"


def test_terrain_costs_and_stops() -> None:
    """BP 6, BP 17.2.1: bushes cost 2, and nobody enters the Calore."""
    state = battle(
        unit("r1", "hastati", "0808"),
        unit("r2", "hastati", "2205", UP_RIGHT),
        unit("k1", "infantry", "0303"),
        phase="move",
        scenario="beneventum",
    )
    assert cost(state, "r1", "0807", UP) == 1
    assert cost(state, "r1", "0806", UP) == 3
    assert cost(state, "r2", "2305", UP_RIGHT) is None


def test_units_move_one_some_or_none_and_each_once() -> None:
    """BP 6."""
    state = after(moving(unit("r1", "hastati", "1010")), cmd.Move("r1", "1009", UP))
    with pytest.raises(Conflict):
        when(state, cmd.Move("r1", "1008", UP))
    assert "move" not in options(state)
    with pytest.raises(NotYourTurn):
        when(state, cmd.End(), seat="carthage")
    assert after(moving(unit("r1", "hastati", "1010")), cmd.End()).side == "carthage"


def test_nobody_ends_on_another_or_enters_an_enemy() -> None:
    """BP 7."""
    enemy = unit("k1", "light-cavalry", "1209", UP)
    state = moving(unit("r1", "velites", "1010"), unit("r2", "hastati", "1009"), enemy)
    assert cost(state, "r1", "1009", UP) is None
    assert all(cost(state, "r1", "1209", facing) is None for facing in range(6))
    with pytest.raises(Invalid):
        when(state, cmd.Move("r1", "9999", UP))


@pytest.mark.parametrize(
    ("mover", "crossed", "suffers"),
    [
        ("triarii", "hastati", True),
        ("hastati", "hastati", False),
        ("hastati", "principes", False),
        ("principes", "hastati", False),
        ("velites", "triarii", False),
        ("triarii", "velites", False),
        ("equites", "equites", True),
    ],
)
def test_crossing_friends_costs_both_a_disorder_with_exceptions(
    mover: str, crossed: str, suffers: bool
) -> None:
    """BP 7.1: light foot, and Hastati with Principes, go free."""
    wall = [
        unit(f"r{n}", crossed, hex_)
        for n, hex_ in enumerate(("0909", "1009", "1109", "0910", "1110"), 2)
    ]
    state = moving(unit("r1", mover, "1010"), *wall)
    effects = when(state, cmd.Move("r1", "1008", UP))
    hurt = {one.unit: one.points for one in every(fx.Disordered, effects)}
    assert hurt == ({"r1": 1, "r3": 1} if suffers else {})


def test_a_leader_throws_one_die_though_his_unit_breaks_through_two_friends() -> None:
    """BP 13, BP-43, BP 7.1."""
    wall = [unit(f"r{c}{r}", "triarii", f"{c:02}{r:02}") for c in (9, 10, 11) for r in (8, 9)]
    wall += [unit("r2", "triarii", "0910"), unit("r3", "triarii", "1110")]
    state = moving(
        unit("r1", "equites", "1010"),
        *wall,
        leaders=(leader("rome", "r1"),),
        switches={"leaders": "with units"},
    )
    effects = when(state, cmd.Move("r1", "1007", UP), 4)
    assert [one.unit for one in every(fx.Disordered, effects)].count("r1") == 2
    assert len(every(fx.LeaderRolled, effects)) == 1


def test_a_way_round_comes_before_a_way_through() -> None:
    """BP 7.1: who can spare the Disorder does."""
    state = moving(unit("r1", "equites", "1010"), unit("r2", "triarii", "1009"))
    effects = when(state, cmd.Move("r1", "1008", UP))
    assert not every(fx.Disordered, effects)
    assert of(fx.UnitMoved, effects).cost > 2


def test_the_way_through_fewest_friends_is_taken() -> None:
    """BP-48, BP 7.1: by 1109, which is empty; as dear, and with half the Disorder."""
    friends = [unit(f"r{h}", "triarii", h) for h in ("1009", "1008", "1110", "0910")]
    effects = when(moving(unit("r1", "hastati", "1010"), *friends), cmd.Move("r1", "1107", UP))
    assert len([one for one in every(fx.Disordered, effects) if one.unit == "r1"]) == 1


def test_the_owner_may_name_the_way() -> None:
    """BP 6, BP-48: through whom he likes, and turning where he must."""
    friends = [unit("r2", "triarii", "1009"), unit("r3", "velites", "1110")]
    state = moving(unit("r1", "hastati", "1010"), *friends)
    through = cmd.Move("r1", "1008", UP, ("1009", "1008"))
    effects = when(state, through)
    assert [one.unit for one in every(fx.Disordered, effects)] == ["r2", "r1"]
    assert of(fx.UnitMoved, effects).cost == 2
    back = of(fx.UnitMoved, when(state, cmd.Move("r1", "1011", UP, ("1011",))))
    assert (back.path, back.cost, back.facing) == (("1010", "1011"), 3, UP)


BARRED = {
    "a gap": (("1008",), UP, 0),
    "no such hex": (("9999", "1008"), UP, 0),
    "an enemy": (("1110", "1209"), UP, 1),
    "an enemy's zone": (("0910", "0909", "1008"), UP, 2),
    "ends on a friend": (("1009",), UP, 0),
    "turns among friends": (("1009", "1010"), UP, 1),
    "too dear": (("1011", "1012", "1013", "1014"), UP, 3),
}


@pytest.mark.parametrize("what", BARRED)
def test_a_way_that_it_cannot_go_is_refused(what: str) -> None:
    """BP 6, BP 7, BP 8.1, BP 8.2: the pointer names the hex."""
    path, facing, step = BARRED[what]
    state = moving(
        unit("r1", "hastati", "1010"),
        unit("r2", "triarii", "1009"),
        unit("k1", "infantry", "1209", UP),
        unit("k2", "infantry", "0908", DOWN),
    )
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Move("r1", path[-1] if path[-1] != "9999" else "1008", facing, path))
    assert refused.value.pointer == f"/command/path/{step}"
    with pytest.raises(Invalid):
        when(state, cmd.Move("r1", "1010", UP, ("1109",)))


def test_skirmishers_cross_and_are_crossed_free() -> None:
    """BP 7.1."""
    state = battle(
        unit("k1", "skirmishers", "1004"),
        unit("k2", "elephants", "1005"),
        unit("r1", "hastati", "2016"),
        phase="move",
        side="carthage",
    )
    effects = when(state, cmd.Move("k1", "1006", DOWN), seat="carthage")
    assert not every(fx.Disordered, effects)


def test_entering_an_enemy_zone_ends_the_move() -> None:
    """BP 8.2: the three front hexes, as far as the unit faces."""
    state = moving(unit("r1", "equites", "1010"), unit("k1", "infantry", "1007"))
    assert cost(state, "r1", "1008", UP) == 2
    assert cost(state, "r1", "1008", DOWN) is None
    behind = moving(unit("r1", "equites", "1010"), unit("k1", "infantry", "1007", UP))
    assert cost(behind, "r1", "1008", DOWN) == 3


def test_who_leaves_an_enemy_zone_may_enter_another_and_not_attack() -> None:
    """BP 8.2, BP-15."""
    enemies = unit("k1", "infantry", "1009"), unit("k2", "infantry", "0808")
    state = moving(unit("r1", "hastati", "1010"), *enemies)
    assert "0910" in state.zones["carthage"]
    effects = when(state, cmd.Move("r1", "0910", UP_LEFT))
    assert of(fx.UnitMoved, effects).no_attack
    assert "no-attack" in folded(state, effects).by_id["r1"].marks


def test_who_turns_in_an_enemy_zone_may_attack() -> None:
    """BP 8.2.1."""
    state = moving(unit("r1", "hastati", "1010", DOWN), unit("k1", "infantry", "1009"))
    effects = when(state, cmd.Move("r1", "1010", UP))
    assert not of(fx.UnitMoved, effects).no_attack
    state = after(folded(state, effects), cmd.End())
    assert state.phase == "combat"
    assert options(state)["attack"].choices["/attacker"].values == ["r1"]


def test_who_left_a_zone_is_refused_an_attack() -> None:
    """BP 8.2, BP-15: the refusal names the rule."""
    fled = unit("r1", "hastati", "1010", marks=("no-attack",))
    state = battle(fled, unit("r2", "hastati", "0909"), unit("k1", "infantry", "1009"))
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Attack("r1", "k1", (), False))
    assert refused.value.rule == "BP 8.2"


def test_units_in_panic_have_no_zone() -> None:
    """BP 8.2, BP 11."""
    enemy = unit("k1", "infantry", "1007", disorder=3, panicked=True)
    state = moving(unit("r1", "equites", "1010"), enemy)
    assert cost(state, "r1", "1008", DOWN) == 3


def test_a_march_takes_each_unit_straight_ahead_as_far_as_it_can() -> None:
    """BP 6: the foremost first, so that nobody stands in the way of those behind."""
    line = (
        unit("r1", "hastati", "1010"),
        unit("r2", "principes", "1013"),
        unit("r3", "hastati", "1210"),
    )
    state = moving(*line, unit("k1", "infantry", "1207"))
    effects = when(state, cmd.March(("r2", "r1", "r3"), 3))
    assert [(one.unit, one.path[-1]) for one in every(fx.UnitMoved, effects)] == [
        ("r1", "1007"),
        ("r3", "1208"),
        ("r2", "1010"),
    ]


def test_a_march_is_refused_to_who_has_no_free_way_or_stands_in_a_zone() -> None:
    """BP 6, BP 8.2."""
    state = moving(
        unit("r1", "hastati", "1010"),
        unit("r2", "hastati", "1011"),
        unit("r3", "hastati", "1510"),
        unit("k1", "infantry", "1409"),
    )
    assert options(state)["march"].choices["/units"].values == ["r1"]
    for key, rule in (("r2", "BP 6"), ("r3", "BP 8.2")):
        with pytest.raises(RuleViolation) as refused:
            when(state, cmd.March((key,), 1))
        assert refused.value.rule == rule
    with pytest.raises(Invalid):
        when(state, cmd.March(("r1", "r1"), 1))


def test_an_advance_is_offered_as_far_as_the_fastest_can_go() -> None:
    """BP 6, BP 4.6: more hexes would move nobody farther."""
    foot, horse = unit("r1", "hastati", "1014"), unit("r2", "equites", "1514")
    quick = unit("r1", "hastati", "1014", marks=("hastened",))
    for units, most in (((foot,), 4), ((quick,), 5), ((foot, horse), 6)):
        state = moving(*units)
        assert options(state)["march"].choices["/hexes"] == integer(1, most)
        keys = tuple(one.id for one in units)
        assert when(state, cmd.March(keys, most)) == when(state, cmd.March(keys, cmd.FARTHEST))
        assert when(state, cmd.March(keys, most)) != when(state, cmd.March(keys, most - 1))


def test_an_advance_says_how_many_can_go_with_it_and_why() -> None:
    """BP 6, BP 8.2: one line; what is left unmoved, the end of the movement tells."""
    state = moving(
        unit("r1", "hastati", "1010"),
        unit("r2", "hastati", "1011"),
        unit("r3", "hastati", "1510"),
        unit("k1", "infantry", "1409"),
        leaders=(leader("rome", "r1"),),
    )
    titles = [one.title for one in options(state).values()]
    advance = "Advance the line: only 1 of 3 units, those free to go straight ahead"
    assert f"{advance}; their nearest enemy is four hexes away" in titles
    assert "Move a unit" in titles
    assert "End the movement: Scipio and three units unmoved" in titles
    alone = moving(unit("r1", "hastati", "1010"))
    assert options(alone)["march"].title == "Advance the line: their nearest enemy is 16 hexes away"


def test_a_move_says_why_there_is_no_line_to_advance() -> None:
    """BP 6, BP 8.2: whom an enemy holds may move, but none goes straight ahead with others."""
    held = moving(unit("r1", "hastati", "1010"), unit("k1", "infantry", "1009", DOWN))
    found = options(held)
    assert "march" not in found
    assert found["move"].title == (
        "Move a unit: none is free to go straight ahead, so no line advances"
    )


def test_an_advance_tells_how_far_it_is_to_an_enemy_beside_the_line() -> None:
    """BP 8.2: one whose front it is not in does not hold it."""
    state = moving(unit("r1", "hastati", "1010"), unit("k1", "infantry", "1011", DOWN))
    assert options(state)["march"].title == "Advance the line: their nearest enemy is one hex away"


def test_an_advance_tells_of_a_leader_whom_it_leaves_alone() -> None:
    """BP-42: a unit that comes up behind is company enough."""
    ahead, behind = unit("r1", "hastati", "1010"), unit("r2", "principes", "1012")
    state = moving(ahead, behind, leaders=(leader("rome", "r1"),))

    def told(*keys: str, hexes: int) -> str:
        effects = when(state, cmd.March(keys, hexes))
        return " ".join(SYSTEM.narrate(state, effects, {}).text)

    assert "Scipio is left on 1010." in told("r1", "r2", hexes=1)
    assert "stays" not in told("r1", "r2", hexes=2)


def led(*units: Any, worth: str = "point", leaders: str = "with units") -> State:
    """Rome's movement with a marker in the Movement box; a leader who is always with a unit."""
    return moving(
        *units,
        leaders=(leader("rome", "r1"),),
        markers=(marker("rome", "movement", 1, worth),),
        switches={"leaders": leaders},
    )


def test_a_movement_point_hastens_three_units_of_a_type() -> None:
    """BP 4.6, BP-13: Hastati and Principes are one type."""
    units = [
        unit(f"r{n}", kind, f"10{n + 8:02}")
        for n, kind in enumerate(("hastati", "principes", "hastati", "triarii"), 1)
    ]
    state = led(*units)
    effects = when(state, cmd.Hasten(("r1", "r2", "r3")))
    assert of(fx.MarkerUsed, effects).worth == 1
    hastened = folded(state, effects)
    assert cost(hastened, "r1", "1004", UP) == 5
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Hasten(("r1", "r4")))
    assert refused.value.rule == "BP 4.6"
    assert "hasten:legion" not in options(hastened)


def test_the_end_of_the_movement_tells_of_a_point_that_is_not_spent() -> None:
    """BP 4.6: the Vacuus is none."""
    foot = unit("r1", "hastati", "1010")
    told = "End the movement: Scipio and one unit unmoved; one Movement point unspent"
    assert options(led(foot))["end"].title == told
    moved = options(led(unit("r1", "hastati", "1010", marks=("moved",))))["end"].title
    why = ", which only units that have not moved could use"
    assert moved == f"End the movement: Scipio unmoved; one Movement point unspent{why}"
    blank = options(led(foot, worth="vacuus"))["end"].title
    assert blank == "End the movement: Scipio and one unit unmoved"


def test_a_point_that_is_spent_before_a_move_is_awaited_before_the_march() -> None:
    """BP 4.6: after the march it was too late; then what one mostly does."""
    state = led(unit("r1", "hastati", "1010"))
    (due,) = SYSTEM.standing(state).waiting
    kinds = [kind.split(".")[1] for kind in due.kinds]
    assert kinds[:4] == ["hasten", "march", "move-leader", "move"]
    assert options(state)["hasten:legion"].title.startswith("Spend a Movement point before the")


def test_a_unit_gets_one_point_an_impulse() -> None:
    """BP 4.1.1."""
    state = moving(
        unit("r1", "hastati", "1010"),
        leaders=(leader("rome", "r1"),),
        markers=(marker("rome", "movement"), marker("rome", "movement", 2)),
    )
    state = after(state, cmd.Hasten(("r1",)))
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Hasten(("r1",)))
    assert refused.value.rule == "BP 4.1.1"


def test_the_vacuus_hastens_nobody() -> None:
    """BP 4, BP 4.6, BP-12: the refusal rests on what its owner knows."""
    state = led(unit("r1", "hastati", "1010"), worth="vacuus")
    assert not [key for key in options(state) if key.startswith("hasten")]
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Hasten(("r1",)))
    assert refused.value.rule == "BP 4.6"


def test_a_leader_moves_with_his_unit_and_once_to_another() -> None:
    """BP 13, BP-30: six MP through whatever is not the enemy's."""
    state = led(
        unit("r1", "hastati", "1010"), unit("r2", "triarii", "1016"), unit("r3", "triarii", "1018")
    )
    assert options(state)["move-leader"].choices["/to"].values == ["1016"]
    moved = of(fx.LeaderMoved, when(state, cmd.MoveLeader("1016")))
    assert (moved.unit, moved.forced, len(moved.path)) == ("r2", False, 7)
    state = after(state, cmd.MoveLeader("1016"))
    with pytest.raises(RuleViolation):
        when(state, cmd.MoveLeader("1010"))
    far = led(unit("r1", "hastati", "1010"), unit("r3", "triarii", "1018"))
    with pytest.raises(RuleViolation):
        when(far, cmd.MoveLeader("1018"))


def test_a_leader_rides_or_changes_horses_and_not_both() -> None:
    """BP 13, BP-42: else he would have more than his six MP."""
    state = led(unit("r1", "equites", "1010"), unit("r2", "equites", "1110"))
    ridden = after(state, cmd.Move("r1", "1006", UP))
    assert "move-leader" not in options(ridden)
    with pytest.raises(RuleViolation) as refused:
        when(ridden, cmd.MoveLeader("1110"))
    assert refused.value.rule == "BP-42"
    joined = after(state, cmd.MoveLeader("1110"))
    assert options(joined)["move"].choices["/unit"].values == ["r1"]
    with pytest.raises(Conflict):
        when(joined, cmd.Move("r2", "1106", UP))
    with pytest.raises(Conflict):
        when(joined, cmd.March(("r2",), 2))


def test_a_leader_whose_unit_only_turns_has_not_ridden() -> None:
    """BP-42."""
    state = led(unit("r1", "equites", "1010"), unit("r2", "equites", "1110"))
    assert "move-leader" in options(after(state, cmd.Move("r1", "1010", DOWN)))


def test_who_takes_up_a_leader_that_has_ridden_goes_no_further() -> None:
    """BP-42, BP-29: his horse broke through friends, and panicked of it."""
    wall = [unit(f"r{n}", "triarii", hex_) for n, hex_ in enumerate(("0910", "1009", "1110"), 2)]
    state = led(unit("r1", "equites", "1010", disorder=3), *wall)
    ridden = after(state, cmd.Move("r1", "1008", UP), 4)
    (leader_,) = [one for one in ridden.leaders if one.side == "rome"]
    assert (leader_.hex, leader_.moved) == ("1009", True)
    assert "move-leader" not in options(ridden)
    assert "r3" not in options(ridden)["move"].choices["/unit"].values
    with pytest.raises(Conflict):
        when(ridden, cmd.March(("r3",), 2))


def test_a_leader_may_follow_a_unit_that_has_moved() -> None:
    """BP 13, BP-42: he has not ridden, and has his six MP."""
    state = led(unit("r1", "equites", "1010"), unit("r2", "hastati", "1110"))
    state = after(after(state, cmd.Move("r2", "1106", UP)), cmd.MoveLeader("1106"))
    assert state.rider("r2") is not None


def test_a_march_is_offered_as_far_as_it_is_accepted() -> None:
    """BP 6: who is told to go too far goes as far as he can."""
    state = moving(unit("r1", "hastati", "1010"))
    most = options(state)["march"].choices["/hexes"].integer.max
    assert of(fx.UnitMoved, when(state, cmd.March(("r1",), most))).path[-1] == "1006"


def test_a_march_is_offered_to_no_more_than_a_command_names() -> None:
    """BP 6: a battle of the players' own may have more units."""
    line = [
        unit(f"r{n + 1}", "hastati", f"{n % 26 + 1:02}{n // 26 * 4 + 4:02}") for n in range(104)
    ]
    state = battle(*line, phase="move")
    offered = options(state)["march"].choices["/units"]
    assert len(offered.alternatives) > offered.max == 100
    keys = tuple(offered.values[:100])
    decoded = convert({"units": keys, "hexes": 1, "type": "de-bello-punico.march"}, cmd.March)
    assert len(every(fx.UnitMoved, when(state, decoded))) == 100


def test_a_way_through_friends_is_offered_as_such() -> None:
    """BP 7.1: the player sees beforehand that they suffer."""
    wall = [unit(f"r{n}", "triarii", hex_) for n, hex_ in enumerate(("0910", "1009", "1110"), 2)]
    state = moving(unit("r1", "hastati", "1010"), *wall)
    way = chosen(options(state)["move"], "/facing", "/unit", "r1", "/to", "1008")
    assert way.alternatives[0] == Alternative(UP, "north, 2 MP, breaking through a friend")
