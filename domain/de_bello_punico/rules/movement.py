"""Moving units: one where it likes, many straight ahead, and the points that hasten them. BP 6."""

import itertools
from collections.abc import Collection, Sequence

from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.rules import ground, leaders, morale, points
from iacta.domain.de_bello_punico.rules.crossing import LEGION, crosses_freely
from iacta.domain.de_bello_punico.rules.own import own_unit
from iacta.domain.de_bello_punico.rules.unfolding import Unfolding
from iacta.domain.de_bello_punico.state import State, Unit, words
from iacta.domain.de_bello_punico.state.grid import IMPASSABLE
from iacta.domain.de_bello_punico.state.keys import SideKey, other
from iacta.domain.kernel.proof.errors import Conflict, Invalid, RuleViolation

HASTENED = 3
"""units that one point hastens. BP 4.6"""
STEPS = ((0, -2), (3, -1), (3, 1), (0, 2), (-3, 1), (-3, -1))
"""The six directions on a plane of whole numbers: who stands foremost moves first."""


def own(state: State, side: str, key: str, pointer: str = "/command/unit") -> Unit:
    """A side's unit on the field and not in panic."""
    unit = own_unit(state, side, key, pointer)
    if not unit.here:
        raise Conflict(f"{words.unit(state, key)} are not on the field", pointer=pointer)
    if unit.panicked:
        raise RuleViolation("BP 11", f"{words.unit(state, key)} are in panic", pointer=pointer)
    return unit


def may_move(unit: Unit, side: str) -> bool:
    """Whether a unit is still to move. BP 6, BP 15.1."""
    fixed = "moved" in unit.marks or "finis" in unit.marks
    return unit.side == side and unit.steady and not fixed


def _mover(state: State, side: str, key: str, pointer: str = "/command/unit") -> Unit:
    unit = own(state, side, key, pointer)
    if "finis" in unit.marks:
        raise RuleViolation(
            "BP 15.1", f"{words.unit(state, key)} may not move this turn", pointer=pointer
        )
    if "moved" in unit.marks:
        raise Conflict(f"{words.unit(state, key)} have already moved", pointer=pointer)
    return unit


def in_enemy_zone(state: State, unit: Unit) -> bool:
    """Whether an enemy unit's front holds this hex. BP 8.2."""
    return unit.hex in state.zones[other(unit.side)]


def move(
    play: Unfolding, side: SideKey, key: str, to: str, facing: int, chosen: Sequence[str]
) -> None:
    """Move a unit; it and the units that it breaks through take Disorder. BP 6, BP 7.1, BP-48."""
    state = play.state
    unit = _mover(state, side, key)
    if to not in state.grid.index:
        raise Invalid(f"there is no hex {to!r}", pointer="/command/to")
    way = _chosen(state, unit, to, facing, chosen) if chosen else _way(state, unit, to, facing)
    path, cost = way
    crossed = [state.at[hex_] for hex_ in path[1:] if hex_ in state.at]
    _go(play, unit, path, facing, cost, state.zones[other(side)])
    for friend in crossed:
        if friend.id != key and not crosses_freely(unit, friend):
            mine, theirs = words.unit(state, key), words.unit(state, friend.id)
            morale.disorder(play, friend.id, 1, "BP 7.1", f"{mine} break through")
            morale.disorder(play, key, 1, "BP 7.1", f"they break through {theirs}")


def _way(state: State, unit: Unit, to: str, facing: int) -> tuple[tuple[str, ...], int]:
    """The way that a unit goes by itself, and its MP."""
    way = ground.reach(state, unit)
    cost = way.cost(to, facing)
    if cost is None or (to, facing) == (unit.hex, unit.facing):
        detail = f"{words.unit(state, unit.id)} cannot move to {to} with that facing"
        raise RuleViolation("BP 6", detail, pointer="/command/to")
    return way.path(to, facing), cost


def _chosen(
    state: State, unit: Unit, to: str, facing: int, path: Sequence[str]
) -> tuple[tuple[str, ...], int]:
    """The way that its owner has chosen, and its MP."""
    if path[-1] != to:
        raise Invalid(f"the path does not end in {to}", pointer="/command/path")
    try:
        cost = ground.path_cost(state, unit, path, facing)
    except ground.PathBlocked as error:
        pointer = f"/command/path/{error.step}"
        raise RuleViolation(
            "BP 6", f"{words.unit(state, unit.id)}: {error}", pointer=pointer
        ) from None
    return (unit.place, *path), cost


def _go(
    play: Unfolding,
    unit: Unit,
    path: tuple[str, ...],
    facing: int,
    cost: int,
    zone: Collection[str],
) -> None:
    """Leaving an enemy zone forbids an attack (BP-15); merely turning does not (BP 8.2.1)."""
    no_attack = len(path) > 1 and unit.hex in zone
    charge = unit.type == "elephants" and straight(play.state, path, facing)
    stopped = len(path) > 1 and path[-1] in zone
    play.add(
        fx.UnitMoved(
            unit=unit.id,
            path=path,
            facing=facing,
            cost=cost,
            no_attack=no_attack,
            charge=charge,
            stopped=stopped,
        )
    )


def straight(state: State, path: Sequence[str], facing: int) -> bool:
    """Whether a path ends with four hexes straight ahead. BP 10.3, BP-21."""
    last = path[-ground.STRAIGHT - 1 :]
    steps = {state.grid.direction(a, b) for a, b in itertools.pairwise(last)}
    return len(last) > ground.STRAIGHT and steps == {facing}


def may_march(state: State, unit: Unit, side: str) -> bool:
    """Whether a unit can go at least one hex straight ahead without losing its attack."""
    if not may_move(unit, side) or in_enemy_zone(state, unit):
        return False
    return len(_ahead(state, unit, 1, state.zones[other(side)])[0]) > 1


def _ahead(state: State, unit: Unit, hexes: int, zone: Collection[str]) -> tuple[list[str], int]:
    """The way straight ahead, up to so many hexes, and its cost. An enemy zone ends it. BP 8.2."""
    grid = state.grid
    path, spent, budget = [unit.place], 0, ground.allowance(state, unit)
    for _ in range(hexes):
        following = grid.neighbour(path[-1], unit.facing)
        if following is None or not state.vacant(following, unit.side):
            break
        cost = grid.cost[grid.index[following]]
        if cost == IMPASSABLE or spent + cost > budget:
            break
        path.append(following)
        spent += cost
        if following in zone:
            break
    return path, spent


def march(play: Unfolding, side: SideKey, keys: Sequence[str], hexes: int) -> None:
    """Move units straight ahead, the foremost first; a blocked unit may still move. BP 6."""
    state = play.state
    units = []
    for index, key in enumerate(keys):
        pointer = f"/command/units/{index}"
        unit = _mover(state, side, key, pointer)
        if key in keys[:index]:
            raise Invalid(f"{words.unit(state, key)} are listed twice", pointer=pointer)
        if in_enemy_zone(state, unit):
            detail = f"{words.unit(state, key)} would lose their attack: move them separately"
            raise RuleViolation("BP 8.2", detail, pointer=pointer)
        if not may_march(state, unit, side):
            raise RuleViolation(
                "BP 6", f"{words.unit(state, key)} have no free way straight ahead", pointer=pointer
            )
        units.append(unit)
    zone = state.zones[other(side)]
    for unit in sorted(units, key=_foremost):
        path, cost = _ahead(play.state, unit, hexes, zone)
        if len(path) > 1:
            _go(play, unit, tuple(path), unit.facing, cost, zone)


def _foremost(unit: Unit) -> int:
    column, row = int(unit.place[:2]), int(unit.place[2:])
    right, down = STEPS[unit.facing]
    return -(right * 3 * column + down * (2 * row + (column % 2 == 0)))


def haste_type(unit: Unit) -> str:
    """The type that counts for Movement points: Hastati and Principes are one. BP 4.6, BP-13."""
    return "legion" if unit.type in LEGION else unit.type


def may_hasten(unit: Unit, side: str) -> bool:
    """Whether a unit can still be given a Movement point. BP 4.1.1, BP 4.6."""
    return may_move(unit, side) and "commanded" not in unit.marks


def hasten(play: Unfolding, side: SideKey, keys: Sequence[str]) -> None:
    """Spend a point: +1 MP for up to three units of one type. BP 4.6."""
    units = []
    for index, key in enumerate(keys):
        pointer = f"/command/units/{index}"
        unit = _mover(play.state, side, key, pointer)
        if key in keys[:index]:
            detail = f"{words.unit(play.state, key)} are listed twice"
            raise Invalid(detail, pointer=pointer)
        if not may_hasten(unit, side):
            raise RuleViolation(
                "BP 4.1.1",
                f"{words.unit(play.state, key)} have already been given a Command Point",
                pointer=pointer,
            )
        units.append(unit)
    if len({haste_type(unit) for unit in units}) > 1:
        raise RuleViolation("BP 4.6", "all units must be of one type", pointer="/command/units")
    points.spend(play, side, "movement")
    play.add(fx.UnitsHastened(side, tuple(keys)))


def can_leave(state: State, unit: Unit, side: str) -> bool:
    """Whether a Roman unit may exit by the Carthaginian edge. BP 17.1.4, BP-41.

    It must face that edge and have 1 MP left. A unit that has moved this impulse may still go,
    unless an enemy zone stopped it (BP 8.2).
    """
    if state.scenario != "trebbia" or side != "rome" or unit.side != side or not unit.steady:
        return False
    if "stopped" in unit.marks or ground.allowance(state, unit) < 1:
        return False
    ways = state.grid.over(unit.place, "carthage")
    return any((unit.facing + turn) % 6 in ways for turn in (0, 1, 5))


def leave(play: Unfolding, side: SideKey, key: str) -> None:
    """Exit by the enemy's edge: Rome recovers the unit's Rout Points, not below 0. BP-19."""
    unit = own(play.state, side, key)
    if not can_leave(play.state, unit, side):
        detail = f"{words.unit(play.state, key)} cannot leave here"
        raise RuleViolation("BP 17.1.4", detail, pointer="/command/unit")
    leaders.join_nearest(play, key)
    army = play.state.army(side)
    back = min(army.rout, morale.rout_value(play.state, unit.type))
    play.add(fx.UnitLeft(key, unit.place, back, army.rout - back))
