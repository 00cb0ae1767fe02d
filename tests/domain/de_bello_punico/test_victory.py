"""Rout, draws, and the Trebbia's own rules. BP 16, BP 17."""

from typing import Any

import pytest
from msgspec.structs import replace

from iacta.domain.de_bello_punico import SYSTEM
from iacta.domain.de_bello_punico import commands as cmd
from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.rules import victory
from iacta.domain.de_bello_punico.state import State
from iacta.domain.kernel.proof.errors import Concluded, RuleViolation
from tests.domain.de_bello_punico.given import (
    DOWN,
    DOWN_LEFT,
    DOWN_RIGHT,
    UP,
    UP_LEFT,
    UP_RIGHT,
    after,
    battle,
    begun,
    leader,
    marker,
    of,
    options,
    unit,
    when,
)
from tests.support.table import Table


def at_end(scenario: str, rome: int, carthage: int, turn: int) -> State:
    """A battle with these Rout Points, at the end of a turn."""
    state = replace(begun(scenario), turn=turn)
    rout = {"rome": rome, "carthage": carthage}
    armies = tuple(replace(army, rout=rout[army.side]) for army in state.armies)
    return replace(state, armies=armies)


@pytest.mark.parametrize(
    ("scenario", "rome", "carthage", "turn", "winners"),
    [
        ("trebbia", 12, 11, 3, ("carthage",)),
        ("trebbia", 11, 12, 3, ("rome",)),
        ("trebbia", 11, 11, 3, None),
        ("trebbia", 12, 12, 3, ("rome",)),
        ("trebbia", 0, 0, 14, ("rome",)),
        ("trebbia", 12, 0, 14, ("carthage",)),
        ("beneventum", 9, 9, 3, ("rome",)),
        ("beneventum", 10, 8, 3, ("carthage",)),
        ("beneventum", 10, 9, 3, ("carthage",)),
        ("beneventum", 0, 0, 12, ("carthage",)),
        ("po", 14, 0, 3, ("carthage",)),
        ("po", 0, 12, 3, ("rome",)),
        ("po", 14, 12, 3, ()),
        ("po", 0, 0, 15, ()),
        ("po", 0, 0, 14, None),
        ("zama", 16, 14, 3, ("carthage",)),
        ("zama", 15, 15, 3, ("rome",)),
        ("zama", 20, 20, 3, ()),
        ("zama", 0, 0, 16, ()),
    ],
)
def test_who_wins(scenario: str, rome: int, carthage: int, turn: int, winners: Any) -> None:
    """BP 16, BP-18, BP 17.1.4, BP 17.2.3, BP 17.3.3, BP 17.4.3."""
    ended = victory.judge(at_end(scenario, rome, carthage, turn))
    assert (ended.winners if ended else None) == winners


def test_victory_is_looked_for_at_the_end_of_the_turn() -> None:
    """BP 3.1D, BP 16."""
    state = battle(unit("r1", "hastati", "1010"), unit("k1", "infantry", "1003"), phase="move")
    armies = tuple(replace(army, rout=army.limit * (army.side == "rome")) for army in state.armies)
    state = replace(state, armies=armies)
    state = after(state, cmd.End())
    assert state.phase == "move"
    state = after(state, cmd.End(), seat="carthage")
    assert (state.phase, state.winners) == ("over", ("carthage",))
    outcome = SYSTEM.standing(state).outcome
    assert outcome is not None
    assert outcome.winners == ("carthage",)
    with pytest.raises(Concluded):
        when(state, cmd.End())


def trebbia(*units: Any, **more: Any) -> State:
    """Movement at the Trebbia."""
    return battle(*units, phase="move", scenario="trebbia", **more)


def test_romans_march_off_by_the_carthaginian_edge_and_rout_points_fall() -> None:
    """BP 17.1, BP 17.1.4, BP-19: by the unit's value."""
    state = trebbia(
        unit("r1", "triarii", "1201"),
        unit("r2", "hastati", "1401", DOWN),
        unit("k1", "infantry", "2010"),
    )
    state = replace(state, armies=tuple(replace(army, rout=5) for army in state.armies))
    assert options(state)["leave"].choices["/unit"].values == ["r1"]
    left = of(fx.UnitLeft, when(state, cmd.Leave("r1")))
    assert (left.back, left.rout) == (2, 3)
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Leave("r2"))
    assert refused.value.rule == "BP 17.1.4"


@pytest.mark.parametrize(
    ("hex_", "facing", "may"),
    [
        ("0101", UP, True),
        ("0101", UP_LEFT, True),
        ("0101", DOWN, False),
        ("0301", DOWN_LEFT, True),
        ("0201", DOWN_LEFT, False),
        ("0201", UP_RIGHT, True),
        ("0201", DOWN_RIGHT, False),
        ("0102", UP_LEFT, False),
    ],
)
def test_the_front_must_lead_over_the_carthaginian_edge(hex_: str, facing: int, may: bool) -> None:
    """BP 17.1.4, BP-41: not over any border of the map."""
    state = trebbia(unit("r1", "triarii", hex_, facing), unit("k1", "infantry", "2010"))
    assert ("leave" in options(state)) == may
    if not may:
        with pytest.raises(RuleViolation):
            when(state, cmd.Leave("r1"))


def test_who_has_moved_leaves_with_the_mp_that_are_left() -> None:
    """BP 17.1.4, BP-41: after a move, after a turn; not without MP."""
    far = unit("k1", "infantry", "2010")
    near = trebbia(unit("r1", "hastati", "1202"), far)
    assert of(fx.UnitLeft, when(after(near, cmd.Move("r1", "1201", UP)), cmd.Leave("r1")))
    turned = after(trebbia(unit("r1", "hastati", "1201", DOWN), far), cmd.Move("r1", "1201", UP))
    assert options(turned)["leave"].choices["/unit"].values == ["r1"]
    spent = after(trebbia(unit("r1", "hastati", "1205"), far), cmd.Move("r1", "1201", UP))
    assert "leave" not in options(spent)
    with pytest.raises(RuleViolation) as refused:
        when(spent, cmd.Leave("r1"))
    assert refused.value.rule == "BP 17.1.4"


def test_an_enemy_zone_that_was_entered_keeps_it_on_the_field() -> None:
    """BP 8.2, BP-41: who stood in it or turned in it may go."""
    enemy = unit("k1", "infantry", "1101", DOWN_RIGHT)
    entered = after(trebbia(unit("r1", "hastati", "1202"), enemy), cmd.Move("r1", "1201", UP))
    assert "1201" in entered.zones["carthage"]
    assert "leave" not in options(entered)
    with pytest.raises(RuleViolation):
        when(entered, cmd.Leave("r1"))
    there = trebbia(unit("r1", "hastati", "1201", DOWN), enemy)
    assert "leave" in options(after(there, cmd.Move("r1", "1201", UP)))


def test_pursuers_take_no_rout_points_back() -> None:
    """BP 17.1.4, BP-41, BP 16.1.2: they are not considered for Rout Points, and may return."""
    state = battle(
        unit("r1", "equites", "1205"),
        unit("k1", "equites", "1204", disorder=2),
        scenario="trebbia",
    )
    state = replace(state, armies=tuple(replace(army, rout=5) for army in state.armies))
    state = after(state, cmd.Attack("r1", "k1", (), False), 6, 1)
    assert state.by_id["r1"].fate == "pursuing"
    assert (state.army("rome").rout, state.army("carthage").rout) == (5, 6)


def test_rout_points_never_fall_below_none() -> None:
    """BP-19."""
    state = trebbia(unit("r1", "triarii", "1201"), unit("k1", "infantry", "2010"))
    assert of(fx.UnitLeft, when(state, cmd.Leave("r1"))).rout == 0


def test_nobody_marches_off_elsewhere() -> None:
    """BP 17.1.4."""
    zama = battle(unit("r1", "triarii", "1201"), unit("k1", "infantry", "2010"), phase="move")
    assert "leave" not in options(zama)
    punic = trebbia(
        unit("k1", "infantry", "1201", UP), unit("r1", "triarii", "2010"), side="carthage"
    )
    assert "leave" not in options(punic, "carthage")


def ambush(*, routed: bool = True, marked: bool = True) -> State:
    """Carthage moves with a unit in hiding."""
    return trebbia(
        unit("k2", "light-cavalry", None, fate="held"),
        unit("k1", "infantry", "1005"),
        unit("r1", "hastati", "1010"),
        unit("r2", "velites", "1218", panicked=routed, disorder=2),
        side="carthage",
        leaders=(leader("carthage", "k1"),),
        markers=(marker("carthage", "cavalry"),) if marked else (),
    )


def test_the_hidden_unit_enters_by_the_roman_edge_for_a_point() -> None:
    """BP 17.1.3, BP 17.1.3c, BP-27, BP-39: once a Roman unit has been in flight."""
    state = ambush()
    numidians = options(state, "carthage")["ambush"].choices["/unit"].alternatives[0]
    gates = numidians.choices["/to"].values
    assert set(gates) == set(state.grid.edge("rome")) - {"1218"}
    effects = when(state, cmd.Ambush("k2", "1018"), seat="carthage")
    entered = of(fx.UnitEntered, effects)
    assert (entered.hex, entered.facing, entered.cost) == ("1018", UP, 2)
    assert of(fx.MarkerUsed, effects).box == "cavalry"


def of_horse() -> State:
    """Roman horse has fled, and horse has no In Fugam marker. BP 11.2."""
    state = ambush(routed=False)
    gone = unit("r2", "equites", None, fate="fled", panicked=True, disorder=4)
    return state.with_unit(gone)


@pytest.mark.parametrize("state", [ambush(routed=False), ambush(marked=False), of_horse()])
def test_it_waits_for_a_rout_and_a_point(state: State) -> None:
    """BP 17.1.3c, BP-27."""
    assert "ambush" not in options(state, "carthage")
    with pytest.raises(RuleViolation):
        when(state, cmd.Ambush("k2", "1018"), seat="carthage")


@pytest.mark.parametrize("scenario", ["trebbia", "beneventum", "po", "zama"])
def test_a_line_keeping_battle_ends_in_a_rout_or_a_draw(scenario: str) -> None:
    """BP 17.1, BP 17.2, BP 17.3, BP 17.4: the steady players fight it out."""
    table = Table.found(SYSTEM, scenario).run(bot="steady", seed="steady", most=2_000)
    assert table.campaign.outcome is not None
    assert any(army.rout for army in table.game.armies)
    assert 100 < len(table.events) < 1_500
