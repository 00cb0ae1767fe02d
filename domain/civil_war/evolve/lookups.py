"""Shared steps of folding; each raises `CorruptLog` if a unit or leader is missing."""

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from iacta.domain.civil_war.state import Leader, State, Unit
from iacta.domain.kernel.proof.errors import CorruptLog, require


def update_units(state: State, ids: Iterable[str], do: Callable[[Unit], Unit]) -> State:
    """The state with units on the map changed; `CorruptLog` if one is not on the map."""
    wanted = list(ids)
    if not wanted:
        return state
    changed = {}
    for key in wanted:
        unit = state.unit(key)
        if unit is None or unit.status != "map":
            raise CorruptLog(f"there is no unit {key!r} on the map")
        changed[key] = do(unit)
    return state.with_units(changed)


def update_leaders(state: State, names: Iterable[str], do: Callable[[Leader], Leader]) -> State:
    """The state with leaders in play changed; `CorruptLog` if one is not in play."""
    wanted = list(names)
    if not wanted:
        return state
    changed = {}
    for name in wanted:
        leader = state.leader(name)
        if leader is None or leader.status != "in-play":
            raise CorruptLog(f"{name} is not in play")
        changed[name] = do(leader)
    return state.with_leaders(changed)


def dead(leader: Leader, year: int) -> Leader:
    """The leader, dead in ``year``."""
    return replace(leader, status="dead", died=year, zone=None, ill=False, must_leave=False)


def eliminated(unit: Unit) -> Unit:
    """The unit, eliminated: Romans to the Reserve, others to their people's box. CW 8.4.2P."""
    kept = "box" if unit.kind == "people" else "reserve"
    return replace(unit, status=kept, must_leave=False, crossed=False, fell_back=False, spent=0)


def reduced_unit(unit: Unit) -> Unit:
    """The unit, reduced; `CorruptLog` if it already is."""
    require(not unit.reduced, f"unit {unit.id} is reduced already")
    return replace(unit, reduced=True)


def require_active(state: State, seat: str) -> None:
    """Raise `CorruptLog` unless the seat is marching in its own segment."""
    require(state.active == seat, f"it is not the segment of the {seat} seat")
    require(not state.fighting and not state.pending, f"segment {state.segment} is fighting")
