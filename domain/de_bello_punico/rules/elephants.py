"""Elephants: Rome's rolls against them, and what they do. BP 4.8, BP 15, BP 15.1."""

from collections.abc import Mapping, Sequence
from typing import Any

from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.rules import fortuna, ground, leaders, morale, points
from iacta.domain.de_bello_punico.rules.unfolding import Unfolding
from iacta.domain.de_bello_punico.state import State, Unit, words
from iacta.domain.de_bello_punico.state.grid import IMPASSABLE
from iacta.domain.de_bello_punico.state.pending import ElephantPending
from iacta.domain.de_bello_punico.tables import ELEPHANTS
from iacta.domain.kernel.contract.tables import literal
from iacta.domain.kernel.proof.errors import Invalid, RuleViolation

EACH_POINT = 2
"""elephant units for a point. BP 4.8"""


def targets(state: State) -> list[Unit]:
    """The elephant units that Rome has not rolled for this turn."""
    return [
        unit
        for unit in state.units
        if unit.type == "elephants"
        and unit.side == "carthage"
        and unit.steady
        and "checked" not in unit.marks
    ]


def might_roll(state: State) -> bool:
    """Whether Rome gets to roll: with a marker in the box, or a roll that is already paid for.

    Never at the Trebbia, where a marker in the box is wasted. BP 17.1.3b.
    """
    if state.scenario == "trebbia":
        return False
    if state.side != "carthage" or not targets(state) or not state.commands("rome"):
        return False
    return bool(state.checks) or state.waits("rome", "elephants")


def may_pay(state: State, known: Mapping[str, Any]) -> bool:
    """Whether Rome has a paid roll left, or a point to spend; none without a leader. BP-24."""
    left = state.checks and state.commands("rome")
    return bool(left or points.usable_points(state, "rome", "elephants", known))


def at_once(state: State) -> int:
    """How many units a roll may be for. BP 4.8, BP-49."""
    return EACH_POINT if state.switches.goading == "one roll" else 1


def goad(play: Unfolding, keys: Sequence[str]) -> None:
    """Roll once against two elephant units, for a point. BP 4.8, BP 15.1.

    By a switch each unit has a roll of its own, and a point pays for two (BP-49).
    """
    state = play.state
    able = [unit.id for unit in targets(state)]
    for index, key in enumerate(keys):
        if key not in able or key in keys[:index]:
            pointer = f"/command/units/{index}"
            detail = f"{words.unit(state, key)} cannot be rolled against"
            raise RuleViolation("BP 4.8", detail, pointer=pointer)
    if len(keys) > at_once(state):
        detail = "each unit has a roll of its own"
        raise RuleViolation("BP-49", detail, pointer="/command/units/1")
    if not state.commands("rome"):
        raise RuleViolation("BP 13", points.NO_LEADER)
    left = state.checks - 1
    if not state.checks:
        points.spend(play, "rome", "elephants")
        left = EACH_POINT - at_once(state)
    face = play.dice.roll("d6", f"elephants {', '.join(keys)}")
    window = fortuna.may_reroll(play.state, ("rome",))
    play.add(fx.ElephantRolled(keys[0], face, left, window, tuple(keys[1:])))


def resolve(play: Unfolding, rolled: ElephantPending) -> None:
    """Read the table; enraged elephants run at once, one after the other. BP 15.1."""
    face = rolled.throws[0].face
    result = literal(fx.Goaded, ELEPHANTS.cell(str(face), "result"))
    keys = (rolled.unit, *rolled.others)
    play.add(*(fx.ElephantResolved(key, face, result) for key in keys))
    if result != "enraged":
        return
    for key in keys:
        morale.disorder(play, key, 1, "BP 15.1", "they are enraged")
        if play.state.by_id[key].steady:
            _rage(play, key)


def _rage(play: Unfolding, key: str) -> None:
    """Run straight ahead as far as possible, through friends, up to the enemy. BP 15.1, BP-33."""
    state, unit = play.state, play.state.by_id[key]
    path, crossed, gone = _run(state, unit, ground.allowance(state, unit))
    if gone:
        leaders.join_nearest(play, key)
    cost = sum(state.grid.cost[state.grid.index[hex_]] for hex_ in path[1:])
    play.add(
        fx.Stampeded(
            unit=key, path=tuple(path), facing=unit.facing, cost=cost, gone=gone, fights=not gone
        )
    )
    for friend in crossed:
        morale.disorder(play, friend, 1, "BP 7.1", f"{words.unit(state, key)} break through")
        through = f"they break through {words.unit(state, friend)}"
        morale.disorder(play, key, 1, "BP 7.1", through)


def _run(state: State, unit: Unit, budget: int) -> tuple[list[str], list[str], bool]:
    """The path, the units broken through, and whether it leaves the field."""
    grid, zone = state.grid, state.zones["rome"]
    path, met, ends = [unit.place], [], 1
    gone = False
    while path[-1] not in zone or len(path) == 1:
        following = grid.neighbour(path[-1], unit.facing)
        if following is None:
            gone = budget > 0
            break
        cost = grid.cost[grid.index[following]]
        held = state.at.get(following)
        if cost == IMPASSABLE or cost > budget or state.enemy_on(following, "carthage"):
            break
        budget -= cost
        path.append(following)
        if held is None:
            ends = len(path)
        elif held.type not in ("velites", "skirmishers"):
            met.append(held.id)
    if not gone:
        path = path[:ends]
    places = {state.at[hex_].id for hex_ in path[1:] if hex_ in state.at}
    return path, [key for key in met if key in places], gone


def furious_units(state: State) -> list[Unit]:
    """The elephant units that Rome drives this impulse. BP 15.1, BP-20."""
    return [unit for unit in state.units if unit.steady and "furious" in unit.marks]


def stampede_reach(state: State, unit: Unit) -> ground.Reach:
    """Where Rome can drive it: into empty hexes, stopping where it arrives before an enemy. BP-20.

    Zones of control do not stop it. BP-45.
    """
    grid, index = state.grid, state.grid.index
    budget = ground.allowance(state, unit)
    none: frozenset[int] = frozenset()
    units = {hex_ for hex_, held in state.at.items() if held.id != unit.id}
    taken = frozenset(index[hex_] for hex_ in units | state.alone.keys())  # BP-51
    lie = ground.Surroundings(taken, none, none, none)
    prey = {index[h] for h, held in state.at.items() if _stops_before(held, unit.id)}
    halts = {
        grid.next[hex_][(facing + turn + 3) % 6] * 6 + facing
        for hex_ in prey
        for facing in range(6)
        for turn in (0, 1, 5)
        if grid.next[hex_][(facing + turn + 3) % 6] >= 0
    }
    start = index[unit.place] * 6 + unit.facing
    ways = ground.search(grid, start, budget, lie, ground.turns(state), halts)
    return ground.Reach(grid, start, ways)


def stampede(play: Unfolding, key: str, to: str, facing: int) -> None:
    """Drive a furious unit; arriving before a Carthaginian one, both take 1 Disorder. BP 15.1.

    It must have entered a hex, to arrive there, and have MP left; turning is not arriving. BP-20.
    """
    state = play.state
    if key not in [unit.id for unit in furious_units(state)]:
        detail = f"{words.unit(state, key)} are not furious"
        raise RuleViolation("BP 15.1", detail, pointer="/command/unit")
    unit = state.by_id[key]
    if to not in state.grid.index:
        raise Invalid(f"there is no hex {to!r}", pointer="/command/to")
    way = stampede_reach(state, unit)
    cost = way.cost(to, facing)
    if cost is None:
        detail = f"{words.unit(state, key)} cannot run to {to} with that facing"
        raise RuleViolation("BP 15.1", detail, pointer="/command/to")
    path = way.path(to, facing)
    left = ground.allowance(state, unit) - cost
    play.add(fx.Stampeded(unit=key, path=path, facing=facing, cost=cost, gone=False, fights=False))
    victim = _victim(play.state, key, to, facing)
    if len(path) > 1 and left > 0 and victim is not None:
        mine, theirs = words.unit(state, key), words.unit(state, victim)
        morale.disorder(play, victim, 1, "BP 15.1", f"{mine} run into them")
        morale.disorder(play, key, 1, "BP 15.1", f"they run into {theirs}")


def _victim(state: State, key: str, place: str, facing: int) -> str | None:
    """The Carthaginian unit in front, the one straight ahead before those aside. BP-20."""
    for hex_ in state.grid.front(place, facing):
        held = state.at.get(hex_)
        if held is not None and _stops_before(held, key):
            return held.id
    return None


def _stops_before(held: Unit, key: str) -> bool:
    """Whether furious elephants stop in front of a unit: not if it is in panic. BP-37."""
    return held.side == "carthage" and held.steady and held.id != key
