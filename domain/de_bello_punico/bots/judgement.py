"""How a battle stands for a side: what its units have borne, and what blows either side can strike.

Everything is reckoned in Rout Points. A blow is weighed over all 36 throws of its two dice.
"""

from functools import lru_cache

from iacta.domain.de_bello_punico.rules.combat import damage
from iacta.domain.de_bello_punico.rules.modifiers import from_behind, rear_value
from iacta.domain.de_bello_punico.rules.morale import rout_value
from iacta.domain.de_bello_punico.rules.support import supporters
from iacta.domain.de_bello_punico.state import State, Unit
from iacta.domain.de_bello_punico.state.keys import SideKey, other

STRENGTH = 0.12
"""what a unit's Combat Point is worth beside the Rout Points of its panic"""
BEND = 1.5
"""Disorder costs the more the nearer it is to panic: by this power of its part of the morale"""
CUT_DOWN = 0.1
"""what it is worth to kill a unit in panic, which brings nothing"""
FIGHTING = ("elephants", "stampede", "move", "volley", "attack-points", "defence-points", "combat")
"""the phases of an impulse up to its combats"""
NOW, NEXT, LATER = 0.8, 0.4, 0.2
"""what a blow is worth that can be struck in this impulse, in the next, and in the one after"""
WON = 40.0
"""what a battle that is won is worth"""
LEADER = 5.0
"""Rout Points for a leader. BP 16.1"""


class Fighter:
    """What counts of a unit in a combat: what its panic costs, what it adds, what it can bear."""

    __slots__ = ("cost", "disorder", "morale", "plus")

    def __init__(self, cost: float, plus: int, morale: int, disorder: int) -> None:
        self.cost, self.plus, self.morale, self.disorder = cost, plus, morale, disorder


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
    return cost * (min(disorder, morale) / morale) ** BEND


@lru_cache(maxsize=65536)
def _blow(
    plus: int, minus: int, mine: tuple[float, int, int], theirs: tuple[float, int, int]
) -> float:
    gain = 0.0
    for hurt, harm, part in chances(plus, minus):
        if harm:
            cost, morale, disorder = theirs
            gain += part * (toll(cost, morale, disorder + harm) - toll(cost, morale, disorder))
        if hurt:
            cost, morale, disorder = mine
            gain -= part * (toll(cost, morale, disorder + hurt) - toll(cost, morale, disorder))
    return gain


def blow(attacker: Fighter, target: Fighter, edge: int = 0, support: int = 0) -> float:
    """What an attack is worth to the attacker, on average.

    ``edge``: what it adds beside its force; ``support``: what the target adds.
    """
    return _blow(
        attacker.plus + edge,
        target.plus + support,
        (attacker.cost, attacker.morale, attacker.disorder),
        (target.cost, target.morale, target.disorder),
    )


def price(points: int, combat: int) -> float:
    """What a unit's panic costs its side, in Rout Points."""
    return points + STRENGTH * combat


def fighter(state: State, unit: Unit) -> Fighter:
    """A unit of the state as a fighter, without support."""
    kind = state.values[unit.type]
    plus = kind.combat - unit.disorder + ("point" in unit.marks)
    plus += any(one.hex == unit.hex for one in state.leaders)
    return Fighter(
        price(rout_value(state, unit.type), kind.combat), plus, kind.morale, unit.disorder
    )


def worth(state: State, seat: str) -> float:
    """By how many Rout Points the seat's army is the better off."""
    side: SideKey = "rome" if seat == "rome" else "carthage"
    enemy = other(side)
    if state.phase == "over":
        return WON * ((side in state.winners) - (enemy in state.winners))
    found = _borne(state, enemy) - _borne(state, side)
    for one, sign in ((side, 1), (enemy, -1)):
        if state.side == one and state.phase in FIGHTING:
            found += sign * NOW * _blows(state, one, now=True)
        found += sign * (LATER if state.side == one else NEXT) * _blows(state, one, now=False)
    return found


def _borne(state: State, side: SideKey) -> float:
    """What an army has borne: Rout Points, Disorder, its leader; near its limit all of it."""
    army = state.army(side)
    found = float(army.rout) + (WON / 2 if army.rout >= army.limit else 0.0)
    for unit in state.units:
        if unit.side != side:
            continue
        kind = state.values[unit.type]
        cost = price(rout_value(state, unit.type), kind.combat)
        if unit.steady:
            found += toll(cost, kind.morale, unit.disorder)
        elif unit.fate not in ("held", "pursuing", "left"):
            found += STRENGTH * kind.combat
    return found + (0.0 if state.commands(side) else 2.0)


def _blows(state: State, side: SideKey, *, now: bool) -> float:
    """The best blow that each of a side's units can strike from where it stands.

    ``now``: in this impulse, in which some have attacked; else in the next.
    """
    found = 0.0
    for unit in state.units:
        if unit.side != side or not unit.steady:
            continue
        if now and not {"attacked", "no-attack", "finis"}.isdisjoint(unit.marks):
            continue
        best = 0.0
        for hex_ in state.grid.front(unit.place, unit.facing):
            target = state.at.get(hex_)
            if target is not None and target.side != side:
                best = max(best, _attack(state, unit, target))
        found += best
    return found


def _attack(state: State, unit: Unit, target: Unit) -> float:
    if target.panicked:
        return CUT_DOWN
    edge = len(supporters(state, unit))
    if from_behind(state, unit, target):
        edge += rear_value(unit.type)
    helpers = len(supporters(state, target))
    return blow(fighter(state, unit), fighter(state, target), edge, helpers)
