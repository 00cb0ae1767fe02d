"""Shared steps of folding; each raises `CorruptLog` if a unit or leader is missing."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from msgspec.structs import replace

from iacta.domain.civil_war.state import City, Leader, People, Region, Seat, State, Unit, Zone
from iacta.domain.kernel.contract.roster import exchanged
from iacta.domain.kernel.proof.errors import CorruptLog, require


def update_units(state: State, ids: Iterable[str], do: Callable[[Unit], Unit]) -> State:
    """The state with units on the map changed; `CorruptLog` if one is not on the map."""
    changed = []
    for key in ids:
        unit = state.unit(key)
        if unit is None or unit.status != "map":
            raise CorruptLog(f"there is no unit {key!r} on the map")
        changed.append(do(unit))
    return state.with_units(*changed) if changed else state


def update_leaders(state: State, names: Iterable[str], do: Callable[[Leader], Leader]) -> State:
    """The state with leaders in play changed; `CorruptLog` if one is not in play."""
    changed = []
    for name in names:
        leader = state.leader(name)
        if leader is None or leader.status != "in-play":
            raise CorruptLog(f"{name} is not in play")
        changed.append(do(leader))
    return state.with_leaders(*changed) if changed else state


def need_zone(state: State, name: str) -> None:
    """Raise `CorruptLog` unless there is such a zone."""
    require(state.zone(name) is not None, f"there is no zone {name!r}")


def people_of(state: State, name: str) -> People:
    """A people; `CorruptLog` if there is none of that name."""
    people = state.people(name)
    if people is None:
        raise CorruptLog(f"there is no people {name!r}")
    return people


Held = TypeVar("Held", Zone, City, Region)


def with_control(places: tuple[Held, ...], seats: Mapping[str, Seat | None]) -> tuple[Held, ...]:
    """The places, those that ``seats`` names under the control of its seat."""
    named = (one for one in places if one.name in seats)
    return exchanged(places, "name", (replace(one, control=seats[one.name]) for one in named))


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
