"""Disorder, panic and what a unit's panic costs its side. BP 10.7, BP 11, BP 16.1."""

from functools import lru_cache

from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.rules import flight, leaders
from iacta.domain.de_bello_punico.rules.unfolding import Unfolding
from iacta.domain.de_bello_punico.state import State, words
from iacta.domain.de_bello_punico.state.pending import LeaderDue
from iacta.domain.de_bello_punico.tables import ROUT


def rout_value(state: State, kind: str) -> int:
    """The Rout Points of a unit of a type. BP 16.1, BP-1; Allies and Mercenaries BP-4."""
    return points_of(kind, state.switches.allies_rout)


@lru_cache(maxsize=64)
def points_of(kind: str, allies: int) -> int:
    """The same, where Allies and Mercenaries bring ``allies`` Rout Points."""
    if kind in ("allied-celts", "allied-numidians", "mercenaries"):
        return allies
    return int(ROUT.cell(kind, "points"))


def disorder(play: Unfolding, key: str, points: int, rule: str, reason: str) -> None:
    """Give a unit Disorder; at its morale it panics. Units in panic take none. BP-9, BP-37."""
    unit = play.state.by_id[key]
    if not unit.steady:
        return
    morale = play.state.values[unit.type].morale
    total = unit.disorder + points
    play.add(fx.Disordered(key, points, total, morale, rule, reason))
    rider = play.state.rider(key)
    if rider is not None and LeaderDue(rider.side) not in play.state.pending:  # BP-43
        play.add(fx.LeaderAtRisk(rider.side, key))  # BP 13
    if total >= morale:
        panic(play, key)


def panic(play: Unfolding, key: str) -> None:
    """A unit panics: Rout Points, once (BP-3, BP 16.1.1); its leader leaves; it flees. BP 11."""
    unit = play.state.by_id[key]
    points = rout_value(play.state, unit.type)
    rout = play.state.army(unit.side).rout + points
    play.add(fx.Panicked(key, unit.side, points, rout))
    leaders.lose_unit(play, key)
    if unit.type in ("elephants", "skirmishers"):
        reason = "in panic they leave play at once"
        play.add(fx.UnitEliminated(key, "BP 11.1.1", reason))
        return
    crossed = flight.flee(play, key)
    for friend in crossed:
        disorder(play, friend, 1, "BP 7.1", f"{words.unit(play.state, key)} flee through them")


def flee_all(play: Unfolding) -> None:
    """Panicked units flee again as their side's movement begins, the foremost first. BP 11.1.

    Not in the turn in which they panicked; by a switch, not in that impulse. BP-44.
    """
    side = play.state.side
    assert side is not None
    ways = play.state.grid.way_out(side)
    index = play.state.grid.index
    rests = "routed" if play.state.switches.fugitives == "next turn" else "moved"
    runners = [
        unit
        for unit in play.state.units
        if unit.side == side and unit.here and unit.panicked and rests not in unit.marks
    ]
    runners.sort(key=lambda unit: ways.get(index[unit.place], 0))
    for unit in runners:
        if play.state.by_id[unit.id].here:
            for friend in flight.flee(play, unit.id):
                disorder(
                    play,
                    friend,
                    1,
                    "BP 7.1",
                    f"{words.unit(play.state, unit.id)} flee through them",
                )
