"""How a battle stands for a side: what its units have borne, and what blows either side can strike.

Everything is reckoned in Rout Points. A blow is weighed over all 36 throws of its two dice.
"""

from functools import lru_cache

import msgspec

from iacta.domain.de_bello_punico.rules.combat import damage
from iacta.domain.de_bello_punico.rules.modifiers import from_behind, rear_value
from iacta.domain.de_bello_punico.rules.morale import points_of
from iacta.domain.de_bello_punico.rules.support import supporters
from iacta.domain.de_bello_punico.state import State, Unit
from iacta.domain.de_bello_punico.state.keys import SideKey, other

STRENGTH = 0.12
"""what a unit's Combat Point is worth beside the Rout Points of its panic"""
BEND = 1.5
"""Disorder costs the more the nearer it is to panic: by this power of its part of the morale"""
FIGHTING = ("elephants", "stampede", "move", "volley", "attack-points", "defence-points", "combat")
"""the phases of an impulse up to its combats"""
NOW, NEXT, LATER = 0.8, 0.4, 0.2
"""what a blow is worth that can be struck in this impulse, in the next, and in the one after"""
SPENT = {"attacked", "no-attack", "finis"}
"""the marks of units that attack no more in this impulse"""
WON = 40.0
"""what a battle that is won is worth"""
LEADERLESS = 2.0
"""what it costs beside the Rout Points to have no leader on the field"""


class Fighter(msgspec.Struct, frozen=True):
    """What counts of a unit in a combat: what its panic costs, what it adds, what it can bear."""

    cost: float
    plus: int
    morale: int
    disorder: int


@lru_cache(maxsize=1024)
def chances(plus: int, minus: int) -> tuple[tuple[int, int, float], ...]:
    """Disorder of attacker and defender with its probability, from what both add. BP 10.6."""
    found: dict[tuple[int, int], int] = {}
    for mine in range(1, 7):
        for theirs in range(1, 7):
            both = damage(plus + mine, minus + theirs)
            found[both] = found.get(both, 0) + 1
    return tuple((hurt, harm, count / 36) for (hurt, harm), count in found.items())


@lru_cache(maxsize=4096)
def toll(cost: float, morale: int, disorder: int) -> float:
    """What Disorder costs: all of it at the morale, where the unit panics. BP 10.7."""
    return float(cost * (min(disorder, morale) / morale) ** BEND)


@lru_cache(maxsize=65536)
def blow(attacker: Fighter, target: Fighter, edge: int = 0, support: int = 0) -> float:
    """What an attack is worth to the attacker, on average.

    ``edge``: what it adds beside its force; ``support``: what the target adds.
    """
    gain = 0.0
    for hurt, harm, part in chances(attacker.plus + edge, target.plus + support):
        gain += part * traded(attacker, target, hurt, harm)
    return gain


def traded(attacker: Fighter, target: Fighter, hurt: int, harm: int) -> float:
    """What Disorder of both is worth to the attacker."""
    return _more(target, harm) - _more(attacker, hurt)


def _more(unit: Fighter, points: int) -> float:
    return toll(unit.cost, unit.morale, unit.disorder + points) - toll(
        unit.cost, unit.morale, unit.disorder
    )


def price(points: int, combat: int) -> float:
    """What a unit's panic costs its side, in Rout Points."""
    return points + STRENGTH * combat


def _cost(state: State, unit: Unit) -> float:
    return _cost_of(unit.type, state.switches.allies_rout, state.values[unit.type].combat)


@lru_cache(maxsize=256)
def _cost_of(kind: str, allies: int, combat: int) -> float:
    return price(points_of(kind, allies), combat)


def _fighter(state: State, unit: Unit) -> Fighter:
    kind = state.values[unit.type]
    plus = kind.combat - unit.disorder + ("point" in unit.marks)
    plus += any(one.hex == unit.hex for one in state.leaders)
    return Fighter(_cost(state, unit), plus, kind.morale, unit.disorder)


def worth(state: State, seat: str) -> float:
    """By how many Rout Points the seat's army is the better off."""
    side: SideKey = "rome" if seat == "rome" else "carthage"
    enemy = other(side)
    if state.phase == "over":
        return WON * ((side in state.winners) - (enemy in state.winners))
    found = _borne(state, enemy) - _borne(state, side)
    for one, sign in ((side, 1), (enemy, -1)):
        now, later = _blows(state, one)
        if state.side == one and state.phase in FIGHTING:
            found += sign * NOW * now
        found += sign * (LATER if state.side == one else NEXT) * later
    return found


def _borne(state: State, side: SideKey) -> float:
    """What an army has borne: Rout Points, Disorder, its leader; near its limit all of it."""
    army = state.army(side)
    found = float(army.rout) + (WON / 2 if army.rout >= army.limit else 0.0)
    for unit in state.units:
        if unit.side != side:
            continue
        kind = state.values[unit.type]
        if unit.steady:
            if unit.disorder:
                found += toll(_cost(state, unit), kind.morale, unit.disorder)
        elif unit.fate not in ("held", "pursuing", "left"):
            found += STRENGTH * kind.combat
    return found + (0.0 if state.commands(side) else LEADERLESS)


def _blows(state: State, side: SideKey) -> tuple[float, float]:
    """The best blow that each of a side's units can strike from where it stands.

    Of those that have not attacked in this impulse, and of all.
    """
    now, found, at, front = 0.0, 0.0, state.at, state.grid.front
    for unit in state.units:
        if unit.side != side or unit.fate or unit.panicked:
            continue
        best = 0.0
        for hex_ in front(unit.place, unit.facing):
            target = at.get(hex_)
            if target is not None and target.side != side and not target.panicked:
                best = max(best, _attack(state, unit, target))
        found += best
        if SPENT.isdisjoint(unit.marks):
            now += best
    return now, found


def _attack(state: State, unit: Unit, target: Unit) -> float:
    edge = len(supporters(state, unit))
    if from_behind(state, unit, target):
        edge += rear_value(unit.type)
    helpers = len(supporters(state, target))
    return blow(_fighter(state, unit), _fighter(state, target), edge, helpers)
