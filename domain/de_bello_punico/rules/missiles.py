"""Missile volleys: arc, range, line of sight, the number that hits. BP 9."""

import itertools

from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.rules import combat, fortuna, morale
from iacta.domain.de_bello_punico.rules.own import own_unit
from iacta.domain.de_bello_punico.rules.unfolding import Unfolding
from iacta.domain.de_bello_punico.state import State, Unit, words
from iacta.domain.de_bello_punico.state.grid import OFF
from iacta.domain.de_bello_punico.state.keys import SideKey
from iacta.domain.de_bello_punico.state.pending import VolleyPending
from iacta.domain.kernel.proof.errors import Conflict, RuleViolation


class Shot:
    """A target in reach: who, how far, which number or less hits."""

    def __init__(self, target: Unit, range_: int, number: int) -> None:
        self.target, self.range, self.number = target, range_, number


def number(state: State, shooter: str, target: str, range_: int) -> int:
    """The number or less that hits, 0 for never. BP 9.3."""
    for row in state.missiles:
        if row.shooter == shooter and row.range == range_:
            return next((one.number for one in row.numbers if one.target == target), 0)
    return 0


def sight(state: State, unit: Unit) -> dict[str, int]:
    """Hex → range: the hexes in a unit's arc of fire that no unit hides. BP 9.1, BP-16.

    The arc opens from the three front hexes: five hexes at range 2 (BP-32). There a line
    straight out passes one hex, a line between two hexes their common border.
    """
    grid = state.grid
    around = grid.next[grid.index[unit.place]]
    found: dict[str, int] = {}
    ways = [(unit.facing + turn) % 6 for turn in (5, 0, 1)]
    ids = grid.ids
    for way in ways:
        near = around[way]
        if near == OFF:
            continue
        found[ids[near]] = 1
        beyond = grid.next[near][way]
        if beyond != OFF and ids[near] not in state.at:
            found[ids[beyond]] = 2
    for left, right in itertools.pairwise(ways):
        sides = (around[left], around[right])
        steps = ((sides[0], right), (sides[1], left))
        between = next((grid.next[near][way] for near, way in steps if near != OFF), OFF)
        if between != OFF and not all(near != OFF and ids[near] in state.at for near in sides):
            found[ids[between]] = 2
    return found


def shots(state: State, unit: Unit) -> list[Shot]:
    """What a unit can shoot at, once a turn. BP 9, BP 9.1, BP 9.2, BP-37."""
    if not unit.steady or "fired" in unit.marks or not state.values[unit.type].missile:
        return []
    found = []
    for hex_, range_ in sight(state, unit).items():
        target = state.at.get(hex_)
        if target is None or target.side == unit.side or target.panicked:
            continue
        needed = number(state, unit.type, target.type, range_)
        if needed:
            found.append(Shot(target, range_, needed))
    return found


def any_shot(state: State, side: str) -> bool:
    """Whether a side can shoot at all."""
    return any(unit.side == side and shots(state, unit) for unit in state.units)


def shoot(play: Unfolding, side: SideKey, shooter: str, target: str) -> None:
    """Throw the die of a volley. BP 9.3."""
    unit = own_unit(play.state, side, shooter, "/command/shooter")
    if "fired" in unit.marks:
        raise Conflict(
            f"{words.unit(play.state, shooter)} have shot this turn", pointer="/command/shooter"
        )
    found = [one for one in shots(play.state, unit) if one.target.id == target]
    if not found:
        who, whom = words.unit(play.state, shooter), words.unit(play.state, target)
        detail = f"{who} cannot shoot at {whom}"
        raise RuleViolation("BP 9.1", detail, pointer="/command/target")
    face = play.dice.roll("d6", f"volley of {shooter} on {target}")
    window = fortuna.may_reroll(play.state, (side,))
    shot = found[0]
    play.add(fx.VolleyRolled(shooter, target, shot.range, shot.number, face, window))


def resolve(play: Unfolding, rolled: VolleyPending) -> None:
    """The number or less inflicts 1 Disorder; horse pursues horse that it panics. BP 9.3, BP 14."""
    face = rolled.throws[0].face
    hit = face <= rolled.number
    play.add(fx.VolleyResolved(rolled.shooter, rolled.target, rolled.number, face, hit))
    if not hit:
        return
    seen = len(play.effects)
    volley = f"a volley from {words.unit(play.state, rolled.shooter)}"
    morale.disorder(play, rolled.target, 1, "BP 9.3", volley)
    if play.state.switches.pursuits == "any panic":  # BP-35
        combat.chase(play, rolled.shooter, rolled.target, seen, attacked=False)
