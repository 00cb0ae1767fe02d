"""Moves, marches and stampedes in sentences, and who stays behind with them."""

from collections.abc import Sequence
from typing import Any

from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.state import State, words
from iacta.domain.kernel.contract.words import count_of, sentence


def in_order(state: State, units: Sequence[str]) -> list[str]:
    """Units as their army lists them."""
    return [one.id for one in state.units if one.id in units]


def march(state: State, moved: Sequence[fx.UnitMoved]) -> list[str]:
    """Many moves straight ahead, by how far they go."""
    side = words.SIDES[state.by_id[moved[0].unit].side]
    ways = {words.DIRECTIONS[one.facing] for one in moved}
    groups: dict[tuple[int, str], list[str]] = {}
    for one in moved:
        way = f" {words.DIRECTIONS[one.facing]}" if len(ways) > 1 else ""
        groups.setdefault((len(one.path) - 1, way), []).append(one.unit)
    lines, farthest = [], max(steps for steps, _ in groups)
    for (steps, way), units in sorted(groups.items(), key=lambda group: -group[0][0]):
        far = words.hexes(steps)
        lines.append(sentence(f"{far}{way}: {words.units(state, in_order(state, units))}"))
    ahead = f" {ways.pop()}" if len(ways) == 1 else ""
    far = f"{'up to ' if len({steps for steps, _ in groups}) > 1 else ''}{words.hexes(farthest)}"
    return [f"{side} marches {far}{ahead} with {count_of(len(moved), 'unit')}.", *lines]


def company(before: State, after: State, effects: Sequence[Any]) -> list[str]:
    """Leaders whom their units leave alone, and units that come to a leader. BP 13, BP-42."""
    if before.switches.leaders != "alone":
        return []
    lines = []
    for one in (effect for effect in effects if isinstance(effect, fx.UnitMoved)):
        left, joined = before.rider(one.unit), after.rider(one.unit)
        if left is not None and left.hex not in after.at:
            lines.append(f"{left.name} is left on {left.hex}.")
        if joined is not None and joined != left:
            lines.append(f"{words.unit(before, one.unit)} join {joined.name}.")
    return lines


def move(state: State, effect: fx.UnitMoved) -> str:
    """One unit's move: from where to where, how it faces, and what follows from it."""
    name = words.unit(state, effect.unit)
    facing = words.DIRECTIONS[effect.facing]
    if len(effect.path) == 1:
        return f"{name} turn to face {facing}."
    told = f"{name} go from {effect.path[0]} to {effect.path[-1]}, facing {facing}"
    if effect.no_attack:
        told += " (left an enemy zone, so may not attack)"
    if effect.charge:
        told += " (four hexes straight ahead: +1 if they attack)"
    return f"{told}."


def stampede(state: State, effect: fx.Stampeded) -> str:
    """A run of elephants. BP 15.1."""
    name = words.unit(state, effect.unit)
    if effect.gone:
        return f"{name} run off the field."
    facing = words.DIRECTIONS[effect.facing]
    if len(effect.path) == 1:
        return f"{name} stay on {effect.path[0]}, facing {facing}."
    return f"{name} run from {effect.path[0]} to {effect.path[-1]}, facing {facing}."
