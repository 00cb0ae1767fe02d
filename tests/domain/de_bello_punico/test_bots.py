"""The steady bot: it keeps a front, goes for flanks, and spends a point where it tells."""

import os
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from iacta.domain.de_bello_punico import SYSTEM
from iacta.domain.de_bello_punico import commands as cmd
from iacta.domain.de_bello_punico.bots import steady_command
from iacta.domain.de_bello_punico.state import State
from iacta.domain.kernel.proof.canonical import to_plain
from tests.domain.de_bello_punico.given import (
    DOWN,
    DOWN_LEFT,
    UP,
    after,
    battle,
    begun,
    known,
    leader,
    marker,
    unit,
)
from tests.support.environment import Below, ScriptedEnvironment
from tests.support.table import Table


def sent(state: State, seat: str = "rome") -> dict[str, Any]:
    """What the bot does for a seat."""
    known_ = known(state, seat)
    view = to_plain(SYSTEM.view(state, f"seat:{seat}", known_))
    options = SYSTEM.options(state, f"seat:{seat}", known_)
    command = steady_command(view, options, f"seat:{seat}", Below("steady"))
    assert command is not None
    return {**command, "type": command["type"].split(".")[1]}


def test_it_does_not_turn_its_back_when_it_advances() -> None:
    """BP 10.8: Carthage, who comes from the north, faces the enemy that is left."""
    state = battle(
        unit("k1", "elephants", "1009"),
        unit("r1", "velites", "1010", disorder=1),
        unit("r2", "hastati", "1012"),
        side="carthage",
    )
    state = after(state, cmd.Attack("k1", "r1", (), False), 6, 1, seat="carthage")
    assert sent(state, "carthage") == {"type": "occupy", "facing": DOWN}


def test_it_advances_facing_north_for_rome() -> None:
    """BP 10.8."""
    state = battle(
        unit("r1", "equites", "1010"),
        unit("k1", "skirmishers", "1009", disorder=1),
        unit("k2", "infantry", "1006"),
    )
    state = after(state, cmd.Attack("r1", "k1", (), False), 6, 1)
    assert sent(state) == {"type": "occupy", "facing": UP}


def test_points_go_to_those_who_fight() -> None:
    """BP 4.3: not to the first units of the list."""
    state = battle(
        unit("r1", "velites", "1016"),
        unit("r2", "hastati", "1010"),
        unit("k1", "infantry", "1009"),
        phase="attack-points",
        leaders=(leader("rome", "r2"),),
        markers=(marker("rome", "combat", 1), marker("rome", "combat", 2)),
    )
    assert sent(state)["units"] == ["r2"]


def test_it_takes_an_enemy_from_behind() -> None:
    """BP 10.5: horse goes round rather than straight on."""
    state = battle(
        unit("r1", "equites", "1011"),
        unit("k1", "veterans", "1009", DOWN_LEFT),
        phase="move",
    )
    command = sent(state)
    assert command["type"] == "move"
    assert command["to"] in state.grid.rear("1009", DOWN_LEFT)
    assert "1009" in state.grid.front(command["to"], command["facing"])


def test_it_marches_through_none_of_its_own() -> None:
    """BP 7.1."""
    wall = [unit(f"r{n}", "triarii", hex_) for n, hex_ in enumerate(("0910", "1009", "1110"), 2)]
    state = battle(
        unit("r1", "equites", "1010"), *wall, unit("k1", "infantry", "1007"), phase="move"
    )
    command = sent(state)
    assert command.get("unit") != "r1" or command["to"] == "1010"


def horse(*others: Any) -> State:
    """Roman horse has routed horse, and has a Cavalry point."""
    state = battle(
        unit("r1", "equites", "1010"),
        unit("k1", "equites", "1009", disorder=2),
        unit("r9", "triarii", "1017"),
        *others,
        leaders=(leader("rome", "r9"),),
        markers=(marker("rome", "cavalry"),),
    )
    return after(state, cmd.Attack("r1", "k1", (), False), 6, 1)


def test_horse_with_work_to_do_is_held_back_and_other_horse_pursues() -> None:
    """BP 4.5, BP 14."""
    assert sent(horse(unit("k2", "infantry", "1208")))["type"] == "hold"
    assert sent(horse(unit("k2", "infantry", "2602")))["type"] == "pursue"


def test_pursuers_come_back_where_the_fighting_is() -> None:
    """BP 14.1."""
    state = battle(
        unit("r1", "equites", "1001", fate="pursuing"),
        unit("r9", "triarii", "1017"),
        unit("k1", "infantry", "2003"),
        phase="move",
        leaders=(leader("rome", "r9"),),
        markers=(marker("rome", "cavalry"),),
    )
    command = sent(state)
    assert (command["type"], command["to"]) == ("recall", "1101")


def test_the_ambush_is_sprung_where_the_fighting_is() -> None:
    """BP 17.1.3c."""
    state = battle(
        unit("k1", "light-cavalry", None, fate="held"),
        unit("k9", "veterans", "1002"),
        unit("r1", "hastati", "0815", disorder=4, panicked=True),
        unit("r2", "triarii", "1516"),
        phase="move",
        side="carthage",
        scenario="trebbia",
        leaders=(leader("carthage", "k9"),),
        markers=(marker("carthage", "cavalry"),),
    )
    command = sent(state, "carthage")
    assert (command["type"], command["to"]) == ("ambush", "1518")


def test_elephants_are_rolled_against_and_driven_into_their_own() -> None:
    """BP 4.8, BP 15.1: the nearest two; then where a Carthaginian unit is hit."""
    state = battle(
        *(unit(f"k{n}", "elephants", f"{n + 9:02}{n * 2:02}") for n in (1, 2, 3)),
        unit("r1", "hastati", "1216"),
        phase="elephants",
        side="carthage",
        leaders=(leader("rome", "r1"),),
        markers=(marker("rome", "elephants"),),
    )
    assert sent(state) == {"type": "goad", "units": ["k3", "k2"]}
    furious = battle(
        unit("k1", "elephants", "1005", marks=("finis", "furious")),
        unit("k2", "infantry", "1103"),
        unit("r1", "hastati", "1216"),
        phase="stampede",
        side="carthage",
    )
    command = sent(furious)
    assert "1103" in furious.grid.front(command["to"], command["facing"])
    assert command["to"] != "1005"


def test_a_worn_unit_at_the_far_edge_leaves_with_its_rout_points() -> None:
    """BP 17.1.4."""
    state = battle(
        unit("r1", "hastati", "1001", disorder=2),
        unit("k1", "infantry", "2010"),
        phase="move",
        scenario="trebbia",
    )
    assert sent(state)["type"] != "leave"
    army = replace(state.army("rome"), rout=5)
    state = replace(state, armies=(army, state.army("carthage")))
    assert sent(state) == {"type": "leave", "unit": "r1"}


@pytest.mark.parametrize(
    "lesser",
    [
        unit("k2", "skirmishers", "1110", disorder=1),
        unit("k2", "infantry", "1110", disorder=3, panicked=True),
    ],
    ids=("skirmishers", "fugitives"),
)
def test_it_attacks_where_a_panic_brings_rout_points(lesser: Any) -> None:
    """BP 16.1, BP 16.1.1: not the light foot that is easier to beat, nor those in flight."""
    state = battle(
        unit("r1", "triarii", "1010"), unit("k1", "veterans", "1009", disorder=4), lesser
    )
    command = sent(state)
    assert (command["type"], command["target"]) == ("attack", "k1")


@pytest.mark.parametrize(("friend", "kind"), [("0910", "occupy"), ("1011", "stay")])
def test_heavy_foot_keeps_the_line(friend: str, kind: str) -> None:
    """BP 10.8.1: it advances beside a friend, and not out of the line."""
    state = battle(
        unit("r1", "hastati", "1010"),
        unit("r2", "hastati", friend),
        unit("k1", "infantry", "1009", disorder=2),
        unit("k2", "infantry", "1008"),
    )
    state = after(state, cmd.Attack("r1", "k1", (), False))
    assert sent(after(state, cmd.Stand(()), 6, 1, seat="carthage"))["type"] == kind


def test_it_hastens_those_who_come_up_to_the_enemy_by_it() -> None:
    """BP 4.6."""
    units = unit("r1", "hastati", "1010"), unit("r2", "hastati", "2018")
    state = battle(
        *units,
        unit("k1", "infantry", "1004"),
        phase="move",
        leaders=(leader("rome", "r1"),),
        markers=(marker("rome", "movement"),),
    )
    assert sent(state) == {"type": "hasten", "units": ["r1"]}


def test_a_lonely_leader_joins_a_unit() -> None:
    """BP 13."""
    state = battle(
        unit("r1", "hastati", "1010", marks=("moved",)),
        unit("k1", "infantry", "2602"),
        phase="move",
        leaders=(leader("rome", "1014"),),
    )
    assert sent(state) == {"type": "move-leader", "to": "1010"}


def test_no_leader_rides_on_elephants() -> None:
    """BP 15.1: those that run wild carry their leader into the enemy, or are led by Rome."""
    state = battle(
        unit("k1", "elephants", "1009", DOWN, marks=("moved",)),
        unit("k2", "infantry", "1003", DOWN, marks=("moved",)),
        unit("r1", "hastati", "1016"),
        phase="move",
        side="carthage",
        leaders=(leader("carthage", "1006"),),
    )
    assert sent(state, "carthage") == {"type": "move-leader", "to": "1003"}


def test_a_leader_who_must_withdraws_to_a_unit() -> None:
    """BP 13."""
    state = battle(
        unit("r1", "hastati", "1010"),
        unit("k1", "infantry", "1008"),
        unit("k2", "infantry", "2005"),
        leaders=(leader("carthage", "1009"),),
    )
    state = after(state, cmd.Attack("r1", "k0", (), False))
    assert sent(state, "carthage") == {"type": "withdraw", "to": "1008"}


@pytest.mark.parametrize(("faces", "kind"), [((2, 6), "reroll"), ((5, 1), "accept")])
def test_it_rerolls_a_poor_face(faces: tuple[int, int], kind: str) -> None:
    """BP 4.9."""
    state = battle(
        unit("r1", "hastati", "1010"),
        unit("k1", "infantry", "1009"),
        unit("r9", "triarii", "1017"),
        leaders=(leader("rome", "r9"),),
        markers=(marker("rome", "fortuna"),),
    )
    assert sent(after(state, cmd.Attack("r1", "k1", (), False), *faces))["type"] == kind


def test_all_is_placed_at_once_where_it_is_asked_for() -> None:
    """BP-12."""
    state = replace(begun("zama", placing="together"), phase="command", turn=1, setting=())
    command = sent(state)
    assert len(command["boxes"]) == 5
    assert command["vacuus"] in range(5)


SOAK = bool(os.environ.get("IACTA_SOAK"))
BATTLES = 60 if SOAK else 1
"""of each scenario"""
SELDOM = {"hasten", "hold", "pursue", "recall", "ambush", "stampede", "leave"}
"""Not in every few battles; each has a position of its own above."""


def test_the_steady_player_uses_every_kind_of_command() -> None:
    """BP 3.1C, BP 4.1, BP-12, BP 17.1.3c: each where it pays, in battles of all scenarios."""
    used: Counter[str] = Counter()
    for number in range(BATTLES):
        for scenario in SYSTEM.scenarios:
            seed = f"all {number}"
            options = {"placing": "together" if scenario.key == "beneventum" else "alternate"}
            environment, below = ScriptedEnvironment(seed), Below(seed)
            table = Table.found(SYSTEM, scenario.key, environment=environment, options=options)
            while table.step(below, "steady"):
                pass
            used.update(one.event.command["type"].partition(".")[2] for one in table.events)
    kinds = {spec.type.partition(".")[2] for spec in SYSTEM.commands}
    assert (kinds if SOAK else kinds - SELDOM) - {*used} == set()
    assert used["hold-out"] == BATTLES
