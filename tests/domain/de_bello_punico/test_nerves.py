"""Panic, flight, pursuit, recovery, leaders. BP 11, BP 12, BP 13, BP 14."""

from typing import Any

import pytest
from msgspec.structs import replace

from iacta.domain.de_bello_punico import SYSTEM
from iacta.domain.de_bello_punico import commands as cmd
from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.evolve import evolve
from iacta.domain.de_bello_punico.rules import flight, leaders, morale
from iacta.domain.de_bello_punico.rules.unfolding import Unfolding
from iacta.domain.de_bello_punico.state import State
from iacta.domain.de_bello_punico.state.pending import LeaderDue
from iacta.domain.kernel.proof.dice import Dice, ScriptSource
from iacta.domain.kernel.proof.errors import Conflict, RuleViolation
from tests.domain.de_bello_punico.given import (
    DOWN,
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
    secrets,
    unit,
    when,
)

ATTACK = cmd.Attack("r1", "k1", (), False)


def shaken(key: str, kind: str, hex_: str, **more: Any) -> Any:
    """A unit that panics at the next Disorder."""
    morale_ = {"infantry": 3, "equites": 3, "light-cavalry": 3, "hastati": 4, "velites": 2}
    morale_ |= {"skirmishers": 2, "elephants": 3, "triarii": 5, "veterans": 5, "mercenaries": 4}
    return unit(key, kind, hex_, disorder=morale_[kind] - 1, **more)


def struck(state: State, key: str, points: int = 1) -> list[Any]:
    """The effects of Disorder on a unit."""
    play = Unfolding(state, evolve, Dice(ScriptSource(())), secrets(state))
    morale.disorder(play, key, points, "BP 10.6", "for a test")
    return play.effects


def test_disorder_adds_up_and_at_its_morale_a_unit_panics() -> None:
    """BP 10.7, BP-9, BP-10: the printed morale, 3 for Infantry; the first point flips it."""
    state = battle(unit("k1", "infantry", "1009"))
    assert [one.total for one in every(fx.Disordered, struck(state, "k1", 2))] == [2]
    assert not every(fx.Panicked, struck(state, "k1", 2))
    assert of(fx.Panicked, struck(state, "k1", 3)).unit == "k1"


def test_panic_is_scored_once() -> None:
    """BP-3, BP 16.1.1: not again when the unit is eliminated, and no Disorder counts in panic."""
    state = battle(shaken("k1", "infantry", "1009"), unit("r1", "hastati", "1010"))
    effects = when(state, ATTACK, 6, 1)
    assert of(fx.Panicked, effects).points == 1
    state = folded(state, effects)
    assert state.army("carthage").rout == 1
    assert struck(state, "k1") == []
    killed = battle(
        unit("k1", "infantry", "1009", panicked=True, disorder=3), unit("r1", "hastati", "1010")
    )
    effects = when(killed, ATTACK)
    assert of(fx.UnitEliminated, effects).rule == "BP 11.1.2"
    assert folded(killed, effects).army("carthage").rout == 0


def test_disorder_short_of_panic_gives_no_rout_points() -> None:
    """BP 16.1.2."""
    state = battle(unit("k1", "veterans", "1009"))
    assert folded(state, struck(state, "k1", 2)).army("carthage").rout == 0


def test_foot_in_panic_runs_its_allowance_to_its_own_edge() -> None:
    """BP 11: at once, four MP for Infantry; it keeps running later."""
    state = battle(shaken("k1", "infantry", "1009"), unit("r1", "hastati", "1010"))
    fled = of(fx.UnitFled, when(state, ATTACK, 6, 1))
    assert (fled.path, fled.ends, fled.facing) == (
        ("1009", "1008", "1007", "1006", "1005"),
        "field",
        UP,
    )


def test_in_later_turns_it_runs_on_before_others_move_and_leaves() -> None:
    """BP 11.1, BP 11: at the start of its side's movement."""
    state = battle(
        unit("k2", "infantry", "1006", UP, panicked=True, disorder=3),
        unit("k1", "infantry", "1003", UP, panicked=True, disorder=3),
        unit("r1", "hastati", "1016"),
        phase="move",
    )
    effects = when(state, cmd.End())
    assert [(one.unit, one.ends) for one in every(fx.UnitFled, effects)] == [
        ("k1", "edge"),
        ("k2", "field"),
    ]
    state = folded(state, effects)
    assert (state.phase, state.side) == ("move", "carthage")
    assert state.by_id["k1"].fate == "fled"
    assert "move" not in options(state, "carthage")


def test_it_runs_on_through_friends_to_an_empty_hex_and_they_suffer() -> None:
    """BP 11, BP 7.1: light foot goes free."""
    wall = [
        unit(f"k{n}", "infantry", f"{column:02}{row:02}")
        for n, (column, row) in enumerate(((c, r) for c in range(6, 15) for r in (4, 5)), 10)
    ]
    state = battle(shaken("k1", "infantry", "1009"), *wall)
    effects = struck(state, "k1")
    fled = of(fx.UnitFled, effects)
    assert fled.path[-1] == "1003"
    assert [one.rule for one in every(fx.Disordered, effects)[1:]] == ["BP 7.1", "BP 7.1"]
    light = [unit(one.id, "skirmishers", one.hex) for one in wall]
    assert (
        len(every(fx.Disordered, struck(battle(shaken("k1", "infantry", "1009"), *light), "k1")))
        == 1
    )


def test_of_equal_ways_the_fugitive_takes_the_freer() -> None:
    """BP-36: round a friend where the way is no longer, through him where it would be."""
    runner = unit("k1", "infantry", "0909", disorder=3, panicked=True)
    state = battle(runner, unit("k2", "infantry", "0808"), unit("k3", "infantry", "0908"))
    way = flight.route(state, runner)
    assert way is not None
    assert way[1] == "1008"
    assert len(way) == 9
    broken = replace(state.by_id["k2"], disorder=3, panicked=True)
    way = flight.route(state.with_unit(broken), runner)
    assert way is not None
    assert way[1] == "0808", "who is in panic takes no Disorder (BP-37)"
    shut = battle(
        unit("k1", "infantry", "1002", disorder=3, panicked=True), unit("k2", "infantry", "1001")
    )
    assert flight.route(shut, shut.by_id["k1"]) == ("1002", "1001")


def test_a_fugitive_is_eliminated_by_an_enemy_in_its_way() -> None:
    """BP 11.1.2."""
    wall = [unit(f"r{c}", "hastati", f"{c:02}05") for c in range(1, 27)]
    effects = struck(battle(shaken("k1", "infantry", "1008"), *wall), "k1")
    assert of(fx.UnitFled, effects).ends == "enemy"
    assert not every(fx.UnitEliminated, effects)


@pytest.mark.parametrize(("facing", "ends"), [(DOWN, "veterans"), (UP, "field")])
def test_a_fugitive_is_eliminated_by_the_front_of_veterans(facing: int, ends: str) -> None:
    """BP 11.1.2: from behind it runs through them."""
    wall = [unit(f"k{c}", "veterans", f"{c:02}07", facing) for c in range(2, 28 - 1)]
    effects = struck(battle(shaken("k1", "infantry", "1009"), *wall), "k1")
    assert of(fx.UnitFled, effects).ends == ends


def test_veterans_in_panic_have_only_front() -> None:
    """BP 8, BP 11.1.2: no fugitive runs through them, wherever they face."""
    wall = [
        unit(f"k{c}", "veterans", f"{c:02}07", UP, disorder=5, panicked=True) for c in range(2, 27)
    ]
    effects = struck(battle(shaken("k1", "infantry", "1009"), *wall), "k1")
    assert of(fx.UnitFled, effects).ends == "veterans"


def test_a_fugitive_without_a_way_is_eliminated() -> None:
    """BP-36."""
    state = battle(unit("r1", "hastati", "2401"), scenario="beneventum")
    assert flight.route(state, state.by_id["r1"]) is None
    effects = struck(state, "r1", 5)
    assert of(fx.UnitFled, effects).ends == "trapped"
    assert folded(state, effects).by_id["r1"].fate == "eliminated"


@pytest.mark.parametrize("kind", ["elephants", "skirmishers"])
def test_elephants_and_skirmishers_are_removed_in_panic(kind: str) -> None:
    """BP 11.1.1, BP 16.1: without Rout Points."""
    state = battle(shaken("k1", kind, "1009"))
    effects = struck(state, "k1")
    assert of(fx.UnitEliminated, effects).rule == "BP 11.1.1"
    assert of(fx.Panicked, effects).points == 0
    assert not every(fx.UnitFled, effects)


def test_units_in_panic_do_not_attack_or_recover() -> None:
    """BP 11, BP 12."""
    state = battle(
        unit("r1", "hastati", "1010", panicked=True, disorder=4),
        unit("r2", "hastati", "0910", UP_RIGHT),
        unit("k1", "infantry", "1009"),
    )
    with pytest.raises(RuleViolation) as refused:
        when(state, ATTACK)
    assert refused.value.rule == "BP 11"


def horse(*others: Any, mine: str = "equites", markers: Any = (), **more: Any) -> State:
    """Roman horse on 1010 before Carthaginian horse about to break on 1009."""
    return battle(
        unit("r1", mine, "1010"),
        shaken("k1", "equites", "1009"),
        unit("r9", "triarii", "1017"),
        *others,
        leaders=(leader("rome", "r9"),),
        markers=markers,
        **more,
    )


def test_horse_in_panic_leaves_the_field_at_once_and_is_pursued() -> None:
    """BP 11.2, BP 14, BP-2: by the same way, over the edge."""
    state = horse()
    effects = when(state, ATTACK, 6, 1)
    assert of(fx.UnitFled, effects).ends == "edge"
    pursued = of(fx.Pursued, effects)
    assert pursued.off
    assert pursued.path == ("1010", *of(fx.UnitFled, effects).path)
    state = folded(state, effects)
    assert (state.by_id["r1"].fate, state.by_id["r1"].hex) == ("pursuing", "1001")
    assert not every(fx.AdvanceDue, effects)
    assert state.army("rome").rout == 0


def test_a_pursuer_off_the_field_gives_no_rout_points() -> None:
    """BP 16.1.2."""
    state = folded(horse(), when(horse(), ATTACK, 6, 1))
    assert state.army("rome").rout == 0
    assert state.army("carthage").rout == 1


def test_a_pursuit_ends_in_an_enemy_zone() -> None:
    """BP 14."""
    state = horse(unit("k2", "infantry", "1104"))
    assert "1004" in state.zones["carthage"]
    pursued = of(fx.Pursued, when(state, ATTACK, 6, 1))
    assert (pursued.path[-1], pursued.off) == ("1004", False)


def test_a_pursuit_stops_before_a_unit_in_its_way() -> None:
    """BP-35."""
    wall = [unit(f"k{c + 20}", "skirmishers", f"{c:02}05", UP) for c in range(1, 27)]
    effects = when(horse(*wall), ATTACK, 6, 1)
    pursued = of(fx.Pursued, effects)
    assert (pursued.path[-1], pursued.off) == ("1006", False)


def test_the_defender_pursues_too() -> None:
    """BP 14: a cavalry unit that caused panic in an enemy cavalry."""
    state = battle(shaken("r1", "equites", "1010"), unit("k1", "equites", "1009"))
    effects = when(state, ATTACK, 1, 6)
    assert of(fx.Pursued, effects).unit == "k1"
    assert not every(fx.AdvanceDue, effects)


def test_foot_does_not_pursue() -> None:
    """BP 14, BP-35: nor, by the switch, does anybody after a volley."""
    state = after(horse(mine="hastati"), ATTACK)
    effects = when(state, cmd.Stand(()), 6, 1, seat="carthage")
    assert of(fx.UnitFled, effects).ends == "edge"
    assert not every(fx.PursuitDue, effects)
    state = battle(
        unit("r1", "light-cavalry", "1010"),
        shaken("k1", "equites", "1009"),
        phase="volley",
        side="carthage",
        switches={"pursuits": "combat"},
    )
    effects = when(state, cmd.Shoot("r1", "k1"), 1)
    assert of(fx.UnitFled, effects)
    assert not every(fx.PursuitDue, effects)


def test_a_cavalry_point_prevents_pursuit_and_the_attacker_advances() -> None:
    """BP 4.5, BP-2, BP 10.8."""
    state = after(horse(markers=(marker("rome", "cavalry"),)), ATTACK, 6, 1)
    assert set(options(state)) == {"pursue", "hold"}
    effects = when(state, cmd.Hold())
    assert of(fx.MarkerUsed, effects).box == "cavalry"
    assert of(fx.AdvanceDue, effects).hex == "1009"
    assert of(fx.Pursued, when(state, cmd.Pursue())).off


def test_a_unit_with_a_combat_point_gets_no_second_one() -> None:
    """BP 4.1.1, BP 4.5: it pursues, and nobody is asked."""
    state = horse(markers=(marker("rome", "cavalry"),))
    state = state.with_unit(replace(state.by_id["r1"], marks=("point", "commanded")))
    effects = when(state, ATTACK, 6, 1)
    assert of(fx.Pursued, effects).off
    asked = replace(
        after(horse(markers=(marker("rome", "cavalry"),)), ATTACK, 6, 1), units=state.units
    )
    with pytest.raises(RuleViolation) as refused:
        when(asked, cmd.Hold())
    assert refused.value.rule == "BP 4.1.1"


def test_who_was_held_back_has_had_its_point() -> None:
    """BP 4.1.1."""
    state = after(horse(markers=(marker("rome", "cavalry"),)), ATTACK, 6, 1)
    held = folded(state, when(state, cmd.Hold()))
    assert "commanded" in held.by_id["r1"].marks


def test_the_vacuus_prevents_nothing_but_is_asked_for() -> None:
    """BP-12: the question is opened by public facts."""
    state = after(horse(markers=(marker("rome", "cavalry", 1, "vacuus"),)), ATTACK, 6, 1)
    assert set(options(state)) == {"pursue"}
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Hold())
    assert refused.value.rule == "BP 4.5"


def test_a_pursuer_returns_for_a_point_by_its_hex_or_one_beside() -> None:
    """BP 14.1, BP 4.5, BP-39: facing inward, paying for the hex, and it may move on."""
    state = battle(
        unit("r1", "equites", "1001", fate="pursuing"),
        unit("r9", "triarii", "1017"),
        unit("k1", "infantry", "0901"),
        phase="move",
        leaders=(leader("rome", "r9"),),
        markers=(marker("rome", "cavalry"),),
    )
    gates = options(state)["recall"].choices["/unit"].alternatives[0].choices["/to"]
    assert gates.values == ["1001", "1101"]
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Recall("r1", "0901"))
    assert refused.value.rule == "BP 14.1"
    effects = when(state, cmd.Recall("r1", "1101"))
    entered = of(fx.UnitEntered, effects)
    assert (entered.hex, entered.facing, entered.cost) == ("1101", DOWN, 1)
    assert "r1" in options(folded(state, effects))["move"].choices["/unit"].values


def test_who_returns_into_an_enemy_zone_goes_no_further() -> None:
    """BP 14.1, BP 8.2, BP-15, BP-39: entering a zone ends the move, and keeps the attack."""
    state = battle(
        unit("r1", "equites", "1001", fate="pursuing"),
        unit("r9", "triarii", "1017"),
        unit("k1", "infantry", "1002", UP),
        phase="move",
        leaders=(leader("rome", "r9"),),
        markers=(marker("rome", "cavalry"),),
    )
    effects = when(state, cmd.Recall("r1", "1001"))
    assert of(fx.UnitEntered, effects).stopped
    state = folded(state, effects)
    assert "r1" not in options(state)["move"].choices["/unit"].values
    with pytest.raises(Conflict):
        when(state, cmd.Move("r1", "1101", UP_RIGHT))
    state = after(state, cmd.End())
    assert options(state)["attack"].choices["/attacker"].values == ["r1"]


def test_without_a_point_nobody_returns() -> None:
    """BP 14.1."""
    state = battle(
        unit("r1", "equites", "1001", fate="pursuing"),
        unit("r9", "triarii", "1017"),
        phase="move",
        leaders=(leader("rome", "r9"),),
    )
    assert "recall" not in options(state)
    with pytest.raises(RuleViolation):
        when(state, cmd.Recall("r1", "1001"))


def recovering(*more: Any, worth: str = "point") -> State:
    """Rome recovers, with one marker in the box and a leader whose range is 8."""
    return battle(
        unit("r1", "hastati", "1010", disorder=2),
        unit("r2", "hastati", "1016", disorder=1),
        unit("r3", "hastati", "2510", disorder=1),
        unit("r4", "hastati", "1015", disorder=4, panicked=True),
        unit("r5", "hastati", "1014"),
        unit("k1", "infantry", "1009"),
        phase="recover",
        leaders=(leader("rome", "r5"),),
        markers=(marker("rome", "recovery", 1, worth), *more),
    )


def test_a_recovery_point_takes_one_disorder_within_range() -> None:
    """BP 4.4, BP 12, BP 13: even in an enemy zone; not in panic, not without Disorder."""
    state = recovering(marker("rome", "recovery", 2))
    assert options(state)["rally"].choices["/unit"].values == ["r1", "r2"]
    state = after(state, cmd.Rally("r1"))
    assert state.by_id["r1"].disorder == 1
    for key in ("r1", "r3", "r4", "r5"):
        with pytest.raises(RuleViolation) as refused:
            when(state, cmd.Rally(key))
        assert refused.value.rule == "BP 12"
    assert after(state, cmd.Rally("r2")).side == "carthage"


def test_the_vacuus_recovers_nobody() -> None:
    """BP 4.4, BP-12."""
    state = recovering(worth="vacuus")
    assert set(options(state)) == {"end"}
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Rally("r1"))
    assert refused.value.rule == "BP 4.4"


@pytest.mark.parametrize(("face", "dead"), [(1, True), (2, False), (6, False)])
def test_a_leader_dies_on_a_one_when_his_unit_is_disordered(face: int, dead: bool) -> None:
    """BP 13, BP-24, BP 16.1: five Rout Points, and no Command Points any more."""
    state = battle(
        unit("r1", "hastati", "1010"),
        unit("k1", "infantry", "1009"),
        leaders=(leader("carthage", "k1"),),
    )
    effects = when(state, ATTACK, 6, 4, face)
    resolved = of(fx.LeaderResolved, effects)
    assert (resolved.dead, resolved.rout) == (dead, 5 if dead else 0)
    state = folded(state, effects)
    assert state.commands("carthage") == (not dead)


def test_by_a_switch_a_leader_whose_unit_panics_goes_to_the_nearest_of_his_own() -> None:
    """BP 13, BP-29, BP-30."""
    state = battle(
        shaken("k1", "infantry", "1009"),
        unit("k2", "infantry", "1005"),
        unit("k3", "infantry", "1002"),
        leaders=(leader("carthage", "k1"),),
        switches={"leaders": "with units"},
    )
    moved = of(fx.LeaderMoved, struck(state, "k1"))
    assert (moved.unit, moved.forced) == ("k2", True)


def test_by_a_switch_a_leader_without_units_leaves_the_field() -> None:
    """BP-29, BP-30, BP 13: his die is thrown all the same, and only his death gives Rout Points."""
    state = battle(
        shaken("k1", "infantry", "1009"),
        unit("r1", "hastati", "1010"),
        leaders=(leader("carthage", "k1"),),
        switches={"leaders": "with units"},
    )
    state = after(state, ATTACK)
    for face, rout in ((4, 1), (1, 6)):
        effects = when(state, cmd.Stand(()), 6, 1, face, seat="carthage")
        assert of(fx.LeaderLeft, effects).side == "carthage"
        assert of(fx.LeaderResolved, effects).dead == (face == 1)
        then = folded(state, effects)
        assert then.army("carthage").rout == rout
        assert not then.commands("carthage")
        assert not [one for one in then.pending if isinstance(one, LeaderDue)]


def test_the_command_range_is_twice_the_value() -> None:
    """BP 13: eight hexes for a leader of four."""
    state = battle(
        unit("r1", "hastati", "1010"),
        unit("r2", "hastati", "1018"),
        unit("r3", "hastati", "1810"),
        unit("r4", "hastati", "1910"),
        leaders=(leader("rome", "r1"),),
    )
    assert [one.id for one in leaders.units_in_range(state, "rome")] == ["r1", "r2", "r3"]


def test_fortuna_may_save_a_leader() -> None:
    """BP-23, BP-26: his die is an own die."""
    state = battle(
        unit("r1", "hastati", "1010"),
        unit("k1", "infantry", "1009"),
        unit("k2", "infantry", "1003"),
        leaders=(leader("carthage", "k1"),),
        markers=(marker("carthage", "fortuna"),),
    )
    state = after(after(state, ATTACK, 6, 4), cmd.Accept(), 1, seat="carthage")
    assert state.pending[0].window == ("carthage",)
    assert options(state, "carthage")["accept"].title == "Accept the die: a 1, Hannibal dies"
    assert not of(fx.LeaderResolved, when(state, cmd.Reroll(), 3, seat="carthage")).dead
    accepted = when(state, cmd.Accept(), seat="carthage")
    assert of(fx.LeaderResolved, accepted).dead
    text = SYSTEM.narrate(state, accepted, {}).text
    assert text == ("Hannibal falls: Carthage takes 5 Rout Points, now 5 of 15.",)
