"""What a unit can reach, against a slow and plain reading of the rules, over battles in play."""

import heapq
import itertools

import pytest
from msgspec.structs import replace

from domain.de_bello_punico import SYSTEM
from domain.de_bello_punico.keys import other
from domain.de_bello_punico.rules import ground
from domain.de_bello_punico.rules.crossing import crosses_freely
from domain.de_bello_punico.state import State, Unit
from tests.domain.de_bello_punico.given import DOWN, UP, battle, unit
from tests.support.means import Below
from tests.support.table import Table

Goals = dict[tuple[str, int], int]


def plain(state: State, unit: Unit, *, rough: bool) -> Goals:
    """MP by goal: hex and facing. BP 6, BP 7, BP 8; ``rough``: friends are broken through."""
    grid, budget = state.grid, ground.allowance(state, unit)
    start = (unit.place, unit.facing)
    passing = {
        hex_
        for hex_, held in state.at.items()
        if held.side == unit.side and held != unit and (rough or crosses_freely(unit, held))
    }
    blocked = {hex_ for hex_, held in state.at.items() if held != unit} - passing
    found: Goals = {}
    ahead = [(0, *start)]
    while ahead:
        spent, hex_, facing = heapq.heappop(ahead)
        if (hex_, facing) in found or spent > max(budget, 0):
            continue
        found[hex_, facing] = spent
        if hex_ in state.zones[other(unit.side)] and hex_ != unit.place:
            continue
        for way in (facing - 1, facing, facing + 1):
            beyond = grid.neighbour(hex_, way % 6)
            if beyond is not None and beyond not in blocked and grid.passable(beyond):
                cost = grid.cost[grid.index[beyond]]
                heapq.heappush(ahead, (spent + cost, beyond, way % 6))
        if hex_ not in passing:
            for turned in range(6):
                heapq.heappush(ahead, (spent + 1, hex_, turned))
    return {
        goal: spent for goal, spent in found.items() if goal != start and goal[0] not in passing
    }


def check_unit(state: State, unit: Unit) -> int:
    """Everything the game finds is so, and nothing is missing; how many goals it has."""
    free, through = plain(state, unit, rough=False), plain(state, unit, rough=True)
    wanted = {goal: (spent, True) for goal, spent in through.items()}
    wanted |= {goal: (spent, False) for goal, spent in free.items()}
    way = ground.reach(state, unit)
    found = {
        (hex_, facing): said
        for hex_, facings in way.goals.items()
        for facing, said in facings.items()
    }
    assert found == wanted
    for (hex_, facing), (spent, rough) in found.items():
        assert way.cost(hex_, facing) == spent
        path = way.path(hex_, facing)
        assert (path[0], path[-1]) == (unit.place, hex_)
        steps = list(itertools.pairwise(path))
        assert all(state.grid.direction(*step) is not None for step in steps)
        assert sum(state.grid.cost[state.grid.index[one]] for one in path[1:]) <= spent
        friends = [state.at[one] for one in path[1:-1] if one in state.at]
        hurt = [one for one in friends if one != unit and not crosses_freely(unit, one)]
        assert rough or not hurt
    return len(found)


@pytest.mark.parametrize("scenario", [one.key for one in SYSTEM.scenarios])
def test_what_a_unit_reaches_is_what_the_rules_say(scenario: str) -> None:
    """Positions of a battle in play: what was reckoned for one must not be told of another."""
    seats = [{"name": one.title, "seat": one.seat} for one in SYSTEM.seats]
    table, below = Table.found(SYSTEM, scenario, seats=seats), Below("reach")
    checked = 0
    while checked < 60_000 and table.campaign.outcome is None:
        table.step(below, "steady")
        state = table.game
        if state.phase == "move":
            movers = [unit for unit in state.units if unit.steady]
            checked += sum(check_unit(state, unit) for unit in movers[:: 1 + below(7)])
    assert checked > 20_000


FAR = unit("k1", "infantry", "1007")
NEAR = unit("r2", "hastati", "1009")
ROUND = [
    (),
    (FAR,),
    (replace(FAR, facing=UP),),
    (replace(FAR, panicked=True, disorder=3),),
    (NEAR,),
    (replace(NEAR, type="velites"),),
    (replace(NEAR, id="k2", side="carthage", type="infantry"),),
    (FAR, NEAR),
]
"""Nobody; an enemy, who turns away, who panics; a friend, one crossed free, an enemy; both."""


def test_whatever_changes_within_reach_changes_what_is_reached() -> None:
    """Every difference that matters, one after the other, forth and back."""
    movers = [
        unit("r1", "equites", "1010"),
        unit("r1", "equites", "1010", DOWN),
        unit("r1", "equites", "1010", marks=("hastened",)),
        unit("r1", "equites", "1010", spent=3),
        unit("r1", "hastati", "1010"),
    ]
    seen = set()
    for mover, others in [*itertools.product(movers, ROUND)] * 2:
        state = battle(mover, *others, phase="move")
        check_unit(state, state.by_id["r1"])
        goals = ground.reach(state, state.by_id["r1"]).goals
        seen.add(str(sorted((hex_, *said.items()) for hex_, said in goals.items())))
    assert len(seen) >= 30
