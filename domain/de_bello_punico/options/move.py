"""What a seat may do in its movement impulse. BP 6."""

from functools import lru_cache

from iacta.domain.de_bello_punico import commands as cmd
from iacta.domain.de_bello_punico.options.parts import end, item, some_units
from iacta.domain.de_bello_punico.rules import ground, leaders, movement, points, returning
from iacta.domain.de_bello_punico.state import State, Unit, words
from iacta.domain.de_bello_punico.state.keys import SideKey
from iacta.domain.kernel.contract.choices import (
    Alternative,
    Choices,
    ChooseOne,
    Option,
    integer,
    one_of,
    option,
)
from iacta.domain.kernel.contract.system import Known
from iacta.domain.kernel.contract.words import count_of, listed

MOVE = "Move a unit"


def moving(state: State, side: SideKey, known: Known) -> list[Option]:
    """Points first, then marches and moves, then the end."""
    movers = [unit for unit in state.units if movement.may_move(unit, side)]
    line = _march(state, side, movers)
    found = [
        *_hasten(state, side, movers, known),
        *_entries(state, side, known),
        *_move_leader(state, side),
        *line,
        *_leave(state, side),
    ]
    moves = [offer for unit in movers if (offer := _mover(state, unit))]
    if moves:
        title = MOVE if line else f"{MOVE}: none is free to go straight ahead, so no line advances"
        found.append(option(cmd.Move, title, "BP 6", {"/unit": one_of(moves)}))
    return [*found, end(f"the movement{_unused(state, side, movers, known)}")]


@lru_cache(maxsize=4096)
def _facings(costs: tuple[tuple[int, tuple[int, int]], ...]) -> Choices:
    """The facings of a goal with their cost; many goals share the same."""
    turns = [
        Alternative(facing, f"{words.DIRECTIONS[facing]}, {cost} MP{_through(harm)}")
        for facing, (cost, harm) in costs
    ]
    return {"/facing": one_of(turns)}


def _through(harm: int) -> str:
    """Said of a way on which friends suffer. BP 7.1"""
    if not harm:
        return ""
    return ", breaking through a friend" if harm == 1 else f", through {harm} friends"


def _mover(state: State, unit: Unit) -> Alternative | None:
    way = ground.reach(state, unit)
    return item(state, unit, to=_hexes(way)) if way.goals else None


@lru_cache(maxsize=256)
def _hexes(way: ground.Reach) -> ChooseOne:
    """The goals as a choice, made once for a reach, which is itself kept."""
    return one_of(
        Alternative(hex_, hex_, _facings(tuple(sorted(facings.items()))))
        for hex_, facings in way.goals.items()
    )


def _march(state: State, side: SideKey, movers: list[Unit]) -> list[Option]:
    ready = [unit for unit in movers if movement.may_march(state, unit, side)]
    if not ready:
        return []
    farthest = max(ground.allowance(state, unit) for unit in ready)
    choices: Choices = {
        "/units": some_units(state, ready, 1, cmd.MOST),
        "/hexes": integer(1, min(cmd.FARTHEST, farthest)),
    }
    told = []
    if len(ready) < len(movers):
        told.append(f"only {len(ready)} of {len(movers)} units, those free to go straight ahead")
    enemies = [unit for unit in state.at.values() if unit.side != side]
    if enemies:
        way = min(state.grid.distance(one.place, foe.place) for one in ready for foe in enemies)
        told.append(f"their nearest enemy is {words.hexes(way)} away")
    title = f"Advance the line{': ' if told else ''}{'; '.join(told)}"
    return [option(cmd.March, title, "BP 6", choices)]


def _unused(state: State, side: SideKey, movers: list[Unit], known: Known) -> str:
    """What would be left if the movement ended now: who has not moved, and points."""
    leader = state.leader(side)
    still = [leader.name] if leader and leader.hex and not leader.moved else []
    still += [count_of(len(movers), "unit")] if movers else []
    points_left = len(points.usable_points(state, side, "movement", known))
    left = [f"{listed(still)} unmoved"] if still else []
    if points_left:
        late = not any(movement.may_hasten(unit, side) for unit in movers)
        why = ", which only units that have not moved could use" if late else ""
        left.append(f"{count_of(points_left, 'Movement point')} unspent{why}")
    return f": {'; '.join(left)}" if left else ""


def _hasten(state: State, side: SideKey, movers: list[Unit], known: Known) -> list[Option]:
    if not points.usable_points(state, side, "movement", known):
        return []
    kinds: dict[str, list[Unit]] = {}
    for unit in movers:
        if movement.may_hasten(unit, side):
            kinds.setdefault(movement.haste_type(unit), []).append(unit)
    return [
        option(
            cmd.Hasten,
            f"Spend a Movement point before the move: +1 MP for up to three {_kind(kind)}",
            "BP 4.6",
            {"/units": some_units(state, units, 1, movement.HASTENED)},
            key=kind,
        )
        for kind, units in kinds.items()
    ]


def _kind(kind: str) -> str:
    return "Hastati and Principes" if kind == "legion" else words.TITLES[kind]


def _move_leader(state: State, side: SideKey) -> list[Option]:
    leader = state.leader(side)
    paths = leaders.destinations(state, side)
    if leader is None or not paths:
        return []
    title = f"Move {leader.name}"
    if state.switches.leaders == "with units":
        title += " to another unit, which then moves no more"
    joined_first = sorted(paths, key=lambda hex_: hex_ not in state.at)
    goals = one_of(Alternative(hex_, _joining(state, hex_)) for hex_ in joined_first)
    return [option(cmd.MoveLeader, title, "BP 13", {"/to": goals})]


def _joining(state: State, hex_: str) -> str:
    held = state.at.get(hex_)
    return f"to {hex_}, with {words.unit(state, held.id)}" if held else f"to {hex_}, alone"


def _entries(state: State, side: SideKey, known: Known) -> list[Option]:
    if not points.usable_points(state, side, "cavalry", known):
        return []
    found = []
    back = [
        _gate(state, unit, places)
        for unit in state.units
        if unit.side == side and (places := returning.return_hexes(state, unit))
    ]
    if back:
        title = "Spend a Cavalry point: return a pursuer"
        found.append(option(cmd.Recall, title, "BP 14.1", {"/unit": one_of(back)}))
    hidden = returning.hidden_unit(state)
    if (
        hidden is not None
        and hidden.side == side
        and (lairs := returning.ambush_hexes(state, hidden))
    ):
        title = "Spend a Cavalry point: the hidden Numidians fall on the Roman rear"
        choices = {"/unit": one_of([_gate(state, hidden, lairs)])}
        found.append(option(cmd.Ambush, title, "BP 17.1.3c", choices))
    return found


def _gate(state: State, unit: Unit, places: tuple[str, ...]) -> Alternative:
    gates = one_of(Alternative(hex_, f"by {hex_}") for hex_ in places)
    return Alternative(unit.id, words.unit(state, unit.id), {"/to": gates})


def _leave(state: State, side: SideKey) -> list[Option]:
    items = [item(state, unit) for unit in state.units if movement.can_leave(state, unit, side)]
    if not items:
        return []
    title = "Leave by the Carthaginian edge, which recovers Rout Points"
    return [option(cmd.Leave, title, "BP 17.1.4", {"/unit": one_of(items)})]
