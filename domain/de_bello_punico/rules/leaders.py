"""Leaders: the units they ride with, how far they command, how they die. BP 13, BP-24, BP-29."""

from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.rules import fortuna
from iacta.domain.de_bello_punico.rules.unfolding import Unfolding
from iacta.domain.de_bello_punico.state import Leader, State, Unit
from iacta.domain.de_bello_punico.state.grid import OFF
from iacta.domain.de_bello_punico.state.keys import SideKey
from iacta.domain.de_bello_punico.state.pending import LeaderPending
from iacta.domain.de_bello_punico.tables import ROUT
from iacta.domain.kernel.proof.errors import RuleViolation

MOVEMENT = 6
"""a leader's movement points. BP 13"""
DEADLY = 1
"""the face that kills a leader. BP 13, BP-24"""


def command_range(leader: Leader) -> int:
    """The command range in hexes: twice the leader's value. BP 13."""
    return 2 * leader.value


def units_in_range(state: State, side: str) -> list[Unit]:
    """A side's units, not in panic, within its leader's command range. BP 13."""
    leader = state.leader(side)
    if leader is None or leader.fate or leader.unit is None:
        return []
    place = state.by_id[leader.unit].place
    return [
        unit
        for unit in state.units
        if unit.side == side
        and unit.steady
        and state.grid.distance(place, unit.place) <= command_range(leader)
    ]


def leave(play: Unfolding, key: str) -> None:
    """Move a leader from a lost or panicked unit to the nearest friendly one. BP 13, BP-29."""
    state = play.state
    leader = state.rider(key)
    if leader is None:
        return
    unit = state.by_id[key]
    start = unit.hex
    others = [
        one for one in state.units if one.side == leader.side and one.steady and one.id != key
    ]
    if not others or start is None:
        play.add(fx.LeaderLeft(leader.side, leader.name))
        return
    nearest = min(others, key=lambda one: state.grid.distance(start, one.place))
    path = (start, nearest.place)
    play.add(fx.LeaderMoved(leader.side, key, nearest.id, path, True))


def destinations(state: State, side: str) -> dict[str, tuple[str, ...]]:
    """Unit → path: the units that a leader can join with six MP. BP 13, BP-30, BP-42."""
    leader = state.leader(side)
    if leader is None or leader.fate or leader.moved or leader.unit is None:
        return {}
    grid = state.grid
    start = grid.index[state.by_id[leader.unit].place]
    enemies = {grid.index[h] for h, one in state.at.items() if one.side != side}
    cost, back = {start: 0}, {start: OFF}
    buckets: list[list[int]] = [[start], *([] for _ in range(MOVEMENT))]
    for spent, bucket in enumerate(buckets):
        for at in bucket:
            if cost[at] != spent:
                continue
            for beyond in grid.next[at]:
                if beyond == OFF or beyond in enemies or not grid.cost[beyond]:
                    continue
                total = spent + grid.cost[beyond]
                if total <= MOVEMENT and total < cost.get(beyond, MOVEMENT + 1):
                    cost[beyond], back[beyond] = total, at
                    buckets[total].append(beyond)
    found = {}
    for unit in state.units:
        if unit.side != side or not unit.steady or unit.id == leader.unit:
            continue
        at = grid.index[unit.place]
        if at in cost:
            path = [at]
            while back[path[-1]] != OFF:
                path.append(back[path[-1]])
            found[unit.id] = tuple(grid.ids[one] for one in reversed(path))
    return found


def transfer(play: Unfolding, side: SideKey, key: str) -> None:
    """Join another unit, once per movement impulse; that unit moves no further. BP 13."""
    leader = play.state.leader(side)
    if leader is None or leader.fate:
        raise RuleViolation("BP 13", f"{side} has no leader")
    if leader.moved:
        raise RuleViolation("BP-42", f"{leader.name} has moved in this impulse")
    path = destinations(play.state, side).get(key)
    if path is None:
        raise RuleViolation("BP 13", f"{leader.name} cannot join {key}", pointer="/command/unit")
    play.add(fx.LeaderMoved(side, leader.unit, key, path, False))


def roll(play: Unfolding, side: SideKey) -> None:
    """Roll for a leader whose unit has taken Disorder. BP 13."""
    leader = play.state.leader(side)
    assert leader is not None
    face = play.dice.roll("d6", f"life of {leader.name}")
    play.add(fx.LeaderRolled(side, face, fortuna.may_reroll(play.state, (side,))))


def resolve(play: Unfolding, rolled: LeaderPending) -> None:
    """A 1 kills: 5 Rout Points, and no more Command Points. BP 13, BP 16.1, BP-24."""
    leader = play.state.leader(rolled.side)
    assert leader is not None
    face = rolled.throws[0].face
    dead = face == DEADLY
    points = int(ROUT.cell("leader", "points")) if dead else 0
    rout = play.state.army(rolled.side).rout + points
    play.add(fx.LeaderResolved(rolled.side, leader.name, face, dead, points, rout))
