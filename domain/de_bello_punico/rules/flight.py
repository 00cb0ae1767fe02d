"""Flight: the shortest way off the field, and what stands in it. BP 11, BP 11.1, BP 11.2."""

from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.rules.crossing import crosses_freely
from iacta.domain.de_bello_punico.rules.unfolding import Unfolding
from iacta.domain.de_bello_punico.state import State, Unit
from iacta.domain.de_bello_punico.state.grid import OFF, OUT

Burden = tuple[int, int]
"""Eliminations and Disorder on a path: of equally short paths the fleeing unit takes the safer."""


def fatal(state: State, runner: Unit, start: str, end: str) -> fx.Ending | None:
    """Why entering a hex would kill a unit in panic. BP 11.1.2."""
    if state.enemy_on(end, runner.side):
        return "enemy"
    held = state.at.get(end)
    if held is None or held.id == runner.id:
        return None
    # BP 8: units in panic have only front
    if held.type == "veterans" and (held.panicked or start in state.grid.front(end, held.facing)):
        return "veterans"
    return None


def _burden(state: State, runner: Unit, start: str, end: str) -> Burden:
    if fatal(state, runner, start, end):
        return (1, 0)
    held = state.at.get(end)
    if held is None or held.id == runner.id:
        return (0, 0)
    return (0, 0 if held.panicked or crosses_freely(runner, held) else 1)  # BP-37


def route(state: State, runner: Unit) -> tuple[str, ...] | None:
    """The shortest path from a unit to its own edge, its hex first; None if blocked. BP-36.

    Ties: the fewest eliminations, then the least Disorder, then the more northerly.
    """
    grid, ways = state.grid, state.grid.way_out(runner.side)
    found: dict[int, tuple[Burden, int]] = {}

    def best(at: int) -> Burden:
        if at in found:
            return found[at][0]
        choices: list[tuple[Burden, int]] = []
        for beyond in grid.next[at]:
            if beyond == OFF or beyond not in ways or not grid.cost[beyond]:
                continue
            if ways[beyond] + grid.cost[beyond] == ways[at]:
                here = _burden(state, runner, grid.ids[at], grid.ids[beyond])
                further = best(beyond)
                choices.append(((here[0] + further[0], here[1] + further[1]), beyond))
        found[at] = min(choices) if choices else ((0, 0), OFF)
        return found[at][0]

    at = grid.index[runner.place]
    if at not in ways:
        return None
    best(at)
    path = [at]
    while found[path[-1]][1] != OFF:
        path.append(found[path[-1]][1])
    return tuple(grid.ids[number] for number in path)


def flee(play: Unfolding, key: str) -> list[str]:
    """A unit flees: infantry its movement allowance (BP 11), cavalry off the field (BP 11.2).

    Returns the friendly units that take Disorder as it breaks through (BP 7.1).
    """
    state, runner = play.state, play.state.by_id[key]
    way = route(state, runner)
    if way is None:
        play.add(fx.UnitFled(key, (runner.place,), runner.facing, "trapped"))
        return []
    kind = state.values[runner.type]
    left = 1_000_000 if kind.arm == "horse" else kind.movement
    path, crossed, ends = _run(state, runner, way, left)
    facing = runner.facing
    if len(path) > 1:
        facing = state.grid.direction(path[-2], path[-1]) or 0
    if ends == "edge":
        facing = OUT[state.grid.field.home(runner.side)]
    play.add(fx.UnitFled(key, tuple(path), facing, ends))
    return crossed


def _run(
    state: State, runner: Unit, way: tuple[str, ...], left: int
) -> tuple[list[str], list[str], fx.Ending]:
    """Flee step by step; a unit that would stop on a friend runs on to an empty hex. BP 11."""
    path = [way[0]]
    crossed: list[str] = []
    for hex_ in way[1:]:
        cost = state.grid.cost[state.grid.index[hex_]]
        if left < cost and path[-1] not in _others(state, runner):
            return path, crossed, "field"
        death = fatal(state, runner, path[-1], hex_)
        path.append(hex_)
        if death:
            return path, crossed, death
        held = state.at.get(hex_)
        if held is not None and not crosses_freely(runner, held):
            crossed.append(held.id)
        left -= cost
    if left < 1 and path[-1] not in _others(state, runner):
        return path, crossed, "field"
    return path, crossed, "edge"


def _others(state: State, runner: Unit) -> set[str]:
    return {hex_ for hex_, held in state.at.items() if held.id != runner.id}
