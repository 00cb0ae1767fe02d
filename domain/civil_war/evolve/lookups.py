"""What every fold needs: units and leaders changed, or a corrupt log where they are not."""

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from iacta.domain.civil_war.state import Leader, State, Unit
from iacta.domain.kernel.proof.errors import CorruptLog, require


def on_map(state: State, ids: Iterable[str], do: Callable[[Unit], Unit]) -> State:
    """Change units that stand on the map."""
    wanted = list(ids)
    if not wanted:
        return state
    known = {unit.id: unit for unit in state.units}
    changed = {}
    for key in wanted:
        unit = known.get(key)
        if unit is None or unit.status != "map":
            raise CorruptLog(f"there is no unit {key!r} on the map")
        changed[key] = do(unit)
    return replace(state, units=tuple(changed.get(unit.id, unit) for unit in state.units))


def in_play(state: State, names: Iterable[str], do: Callable[[Leader], Leader]) -> State:
    """Change leaders who are in play."""
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


def fallen(leader: Leader, year: int) -> Leader:
    """A leader who has died."""
    return replace(leader, status="dead", died=year, zone=None, ill=False, must_leave=False)


def gone(unit: Unit) -> Unit:
    """An eliminated unit: Romans to the Reserve, others to their people's box. CW 8.4.2P."""
    kept = "box" if unit.kind == "people" else "reserve"
    return replace(unit, status=kept, must_leave=False, crossed=False, spent=0)


def moves(state: State, seat: str) -> None:
    """It must be the seat's segment, before the battles."""
    require(state.active == seat, "it is not his segment")
    require(not state.fighting and not state.pending, "marching is over")
