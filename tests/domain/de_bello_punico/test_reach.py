"""What a unit can reach, against a slow and plain reading of the rules, over battles in play."""

import heapq
import itertools

import pytest
from msgspec.structs import replace

from iacta.domain.de_bello_punico import SYSTEM
from iacta.domain.de_bello_punico.rules import ground
from iacta.domain.de_bello_punico.rules.crossing import crosses_freely
from iacta.domain.de_bello_punico.state import State, Unit
from iacta.domain.de_bello_punico.state.keys import other
from tests.domain.de_bello_punico.given import DOWN, UP, battle, unit
from tests.support.environment import Below
from tests.support.table import Table

Goals = dict[tuple[str, int], dict[int, int]]


def plain(state: State, unit: Unit) -> Goals:
    """Goal → friends broken through → the least MP: hex and facing. BP 6, BP 7, BP 8, BP-31."""
    grid, budget = state.grid, ground.allowance(state, unit)
    start = (unit.place, unit.facing)
    friends = {hex_: one for hex_, one in state.at.items() if one.side == unit.side and one != unit}
    enemies = {hex_ for hex_ in {*state.at, *state.alone} if state.enemy_on(hex_, unit.side)}
    found: Goals = {}
    ahead = [(0, 0, *start)]
    while ahead:
        spent, harm, hex_, facing = heapq.heappop(ahead)
        said = found.setdefault((hex_, facing), {})
        if any(known <= harm for known in said) or spent > max(budget, 0):
            continue
        said[harm] = spent
        if hex_ in state.zones[other(unit.side)] and hex_ != unit.place:
            continue
        for way in (facing - 1, facing, facing + 1):
            beyond = grid.neighbour(hex_, way % 6)
            if beyond is not None and beyond not in enemies and grid.passable(beyond):
                cost = grid.cost[grid.index[beyond]]
                hurt = beyond in friends and not crosses_freely(unit, friends[beyond])
                front = way % 6 if ground.turns(state) else facing
                heapq.heappush(ahead, (spent + cost, harm + hurt, beyond, front))
        if hex_ not in friends:
            for turned in range(6):
                heapq.heappush(ahead, (spent + 1, harm, hex_, turned))
    return {
        goal: said
        for goal, said in found.items()
        if said and goal != start and goal[0] not in friends
    }


def charge(state: State, unit: Unit, ways: Goals, goal: tuple[str, int]) -> int | None:
    """The least MP with which elephants come straight to a goal through nobody. BP-21."""
    hex_, facing = goal
    run = [hex_]
    while len(run) < 5:
        before = state.grid.neighbour(run[-1], facing + 3)
        if before is None or not state.grid.passable(run[-1]):
            return None
        run.append(before)
    zone = state.zones[other(unit.side)]
    stopped = [one for one in run[1:] if one in zone and one != unit.place]
    hurt = [
        one
        for one in run[:4]
        if state.enemy_on(one, unit.side)
        or (
            one in state.at
            and state.at[one] != unit
            and not (state.at[one].side == unit.side and crosses_freely(unit, state.at[one]))
        )
    ]
    if stopped or hurt:
        return None
    begun = {**ways, (unit.place, unit.facing): {0: 0}}
    here = state.at.get(run[4])
    if here is not None and here != unit:
        begun |= through(state, unit, run[4])
    before = (0, 1, 5) if ground.turns(state) else (0,)
    fits = [begun.get((run[4], (facing + turn) % 6), {}).get(0) for turn in before]
    lane = sum(state.grid.cost[state.grid.index[one]] for one in run[:4])
    total = min((mp + lane for mp in fits if mp is not None), default=None)
    fit = total is not None and total <= ground.allowance(state, unit)
    return total if fit else None


def through(state: State, unit: Unit, hex_: str) -> Goals:
    """How a unit comes to a hex where a friend stands whom it crosses freely, to go on. BP 7."""
    friend = state.at[hex_]
    if friend.side != unit.side or not crosses_freely(unit, friend):
        return {}
    without = replace(friend, hex=None, fate="removed")
    ways = plain(state.with_unit(without), unit)
    entered: Goals = {}
    for way in range(6):
        before = state.grid.neighbour(hex_, way + 3)
        if before is None:
            continue
        cost = state.grid.cost[state.grid.index[hex_]]
        begun = {**plain(state, unit), (unit.place, unit.facing): {0: 0}}
        for front in (way - 1, way, way + 1):
            mp = begun.get((before, front % 6), {}).get(0)
            goal = hex_, way if ground.turns(state) else front % 6
            if mp is not None and goal in ways:
                least = min(mp + cost, entered.get(goal, {0: mp + cost})[0])
                entered[goal] = {0: least}
    return entered


def check_unit(state: State, unit: Unit) -> int:
    """Everything the game finds is so, and nothing is missing; how many goals it has."""
    ways = plain(state, unit)
    wanted = {goal: (said[min(said)], min(said)) for goal, said in ways.items()}
    if unit.type == "elephants":
        for goal, (_, harm) in wanted.items():
            mp = None if harm else charge(state, unit, ways, goal)
            wanted[goal] = (mp, 0) if mp is not None else wanted[goal]
    way = ground.reach(state, unit)
    found = {
        (hex_, facing): said
        for hex_, facings in way.goals.items()
        for facing, said in facings.items()
    }
    assert found == wanted
    for (hex_, facing), (spent, harm) in found.items():
        assert way.cost(hex_, facing) == spent
        path = way.path(hex_, facing)
        assert (path[0], path[-1]) == (unit.place, hex_)
        assert ground.path_cost(state, unit, path[1:], facing) == spent
        friends = [state.at[one] for one in path[1:-1] if one in state.at]
        hurt = [one for one in friends if one != unit and not crosses_freely(unit, one)]
        assert len(hurt) == harm
    return len(found)


@pytest.mark.parametrize(
    ("scenario", "steps"),
    [("trebbia", "keep front"), ("beneventum", "turn"), ("po", "keep front"), ("zama", "turn")],
)
def test_what_a_unit_reaches_is_what_the_rules_say(scenario: str, steps: str) -> None:
    """Positions of a battle in play: what was reckoned for one must not be told of another."""
    seats = [{"name": one.title, "seat": one.seat} for one in SYSTEM.seats]
    options = {"steps": steps}
    table, below = Table.found(SYSTEM, scenario, seats=seats, options=options), Below("reach")
    checked = 0
    while checked < 10_000 and table.campaign.outcome is None:
        table.step(below, "steady")
        state = table.game
        if state.phase == "move":
            movers = [unit for unit in state.units if unit.steady]
            checked += sum(check_unit(state, unit) for unit in movers[:: 1 + below(7)])
    assert checked > 8_000


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
