"""Leaders: where they go, how far they command, how they withdraw and die. BP 13, BP-24, BP-29."""

from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.rules import fortuna
from iacta.domain.de_bello_punico.rules.own import own_leader
from iacta.domain.de_bello_punico.rules.unfolding import Unfolding
from iacta.domain.de_bello_punico.state import Leader, State, Unit, words
from iacta.domain.de_bello_punico.state.grid import OFF
from iacta.domain.de_bello_punico.state.keys import SideKey, other
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
    if leader is None or leader.hex is None:
        return []
    place = leader.hex
    return [
        unit
        for unit in state.units
        if unit.side == side
        and unit.steady
        and state.grid.distance(place, unit.place) <= command_range(leader)
    ]


def lose_unit(play: Unfolding, key: str) -> None:
    """A leader's unit panics or is eliminated: the leader must withdraw. BP 13.

    Leaders who are always with a unit join the nearest at once. BP-29.
    """
    leader = play.state.rider(key)
    if leader is None:
        return
    if play.state.switches.leaders == "with units":
        join_nearest(play, key)
    else:
        play.add(fx.LeaderMustWithdraw(leader.side))


def join_nearest(play: Unfolding, key: str) -> None:
    """A leader who is always with a unit leaves one for the nearest other. BP-29."""
    state = play.state
    leader = state.rider(key)
    if leader is None or state.switches.leaders == "alone":
        return
    start = state.by_id[key].place
    others = [
        one for one in state.units if one.side == leader.side and one.steady and one.id != key
    ]
    if not others:
        play.add(fx.LeaderLeft(leader.side, leader.name))
        return
    nearest = min(others, key=lambda one: state.grid.distance(start, one.place))
    play.add(fx.LeaderMoved(leader.side, (start, nearest.place), nearest.id, True))


def retreats(state: State, side: str) -> list[str]:
    """The hexes that a leader can withdraw to: any beside it without an enemy. BP 10.1, BP 13.

    A leader has no rear (BP 8), and may join a friendly unit there (BP 7).
    """
    leader = own_leader(state, side)
    assert leader.hex is not None
    around = (state.grid.neighbour(leader.hex, way) for way in range(6))
    return [
        hex_
        for hex_ in around
        if hex_ is not None and state.grid.passable(hex_) and not state.enemy_on(hex_, side)
    ]


def withdraw(play: Unfolding, side: SideKey, to: str) -> None:
    """A leader withdraws. BP 13."""
    leader = own_leader(play.state, side)
    if to not in retreats(play.state, side):
        detail = f"{leader.name} cannot withdraw to {to}"
        raise RuleViolation("BP 10.1", detail, pointer="/command/to")
    _lead(play, leader, (str(leader.hex), to), forced=True)


def settle_withdrawal(play: Unfolding, side: SideKey) -> bool:
    """A withdrawal that leaves no choice; with nowhere to go the leader is taken. BP-29."""
    found = retreats(play.state, side)
    if len(found) > 1:
        return False
    if found:
        withdraw(play, side, found[0])
        return True
    name = words.leader(play.state, side)
    points = int(ROUT.cell("leader", "points"))
    rout = play.state.army(side).rout + points
    play.add(fx.LeaderTaken(side, name, points, rout))
    return True


def _lead(play: Unfolding, leader: Leader, path: tuple[str, ...], *, forced: bool) -> None:
    joined = play.state.at.get(path[-1])
    play.add(fx.LeaderMoved(leader.side, path, joined.id if joined else None, forced))


def destinations(state: State, side: str) -> dict[str, tuple[str, ...]]:
    """Hex → path: where a leader can go with six MP. BP 13, BP-42.

    An enemy zone ends the move, as any other (BP 8.2). Leaders who are always with a unit go where
    one is (BP-30).
    """
    leader = state.leader(side)
    if leader is None or leader.moved or leader.hex is None:
        return {}
    grid = state.grid
    start = grid.index[leader.hex]
    stop = state.zones[other(side)]
    cost, back = {start: 0}, {start: OFF}
    buckets: list[list[int]] = [[start], *([] for _ in range(MOVEMENT))]
    for spent, bucket in enumerate(buckets):
        for at in bucket:
            if cost[at] != spent or (at != start and grid.ids[at] in stop):
                continue
            for beyond in grid.next[at]:
                if beyond == OFF or not grid.cost[beyond]:
                    continue
                total = spent + grid.cost[beyond]
                nearer = total <= MOVEMENT and total < cost.get(beyond, MOVEMENT + 1)
                if nearer and not state.enemy_on(grid.ids[beyond], side):
                    cost[beyond], back[beyond] = total, at
                    buckets[total].append(beyond)
    found = {}
    for goal in cost:
        held = state.at.get(grid.ids[goal])
        joins = held is not None and held.steady
        if goal != start and (joins or state.switches.leaders == "alone"):
            path = [goal]
            while back[path[-1]] != OFF:
                path.append(back[path[-1]])
            found[grid.ids[goal]] = tuple(grid.ids[one] for one in reversed(path))
    return found


def move(play: Unfolding, side: SideKey, to: str) -> None:
    """Move a leader, once per movement impulse. BP 13."""
    leader = own_leader(play.state, side)
    if leader.moved:
        raise RuleViolation("BP-42", f"{leader.name} has moved in this impulse")
    path = destinations(play.state, side).get(to)
    if path is None:
        raise RuleViolation("BP 13", f"{leader.name} cannot go to {to}", pointer="/command/to")
    _lead(play, leader, path, forced=False)


def roll(play: Unfolding, side: SideKey) -> None:
    """Roll for a leader whose unit has taken Disorder. BP 13."""
    face = play.dice.roll("d6", f"life of {words.leader(play.state, side)}")
    play.add(fx.LeaderRolled(side, face, fortuna.may_reroll(play.state, (side,))))


def resolve(play: Unfolding, rolled: LeaderPending) -> None:
    """A 1 kills: 5 Rout Points, and no more Command Points. BP 13, BP 16.1, BP-24."""
    name = words.leader(play.state, rolled.side)
    face = rolled.throws[0].face
    dead = face == DEADLY
    points = int(ROUT.cell("leader", "points")) if dead else 0
    rout = play.state.army(rolled.side).rout + points
    play.add(fx.LeaderResolved(rolled.side, name, face, dead, points, rout))
