"""Lookups and updates for folding; each raises `CorruptLog` if the part is missing."""

from msgspec.structs import replace

from iacta.domain.de_bello_punico.state import Army, Leader, State, Unit
from iacta.domain.de_bello_punico.state.keys import Mark
from iacta.domain.kernel.proof.errors import CorruptLog, require


def unit(state: State, key: str) -> Unit:
    """A unit, wherever it is."""
    found = state.unit(key)
    if found is None:
        raise CorruptLog(f"there is no unit {key!r}")
    return found


def unit_on_field(state: State, key: str) -> Unit:
    """A unit on the field."""
    found = unit(state, key)
    require(found.here, f"{key} is not on the field")
    return found


def unit_at(state: State, hex_: str | None) -> Unit | None:
    """The unit on a hex: for one look, no index of all of them is made."""
    return next((one for one in state.units if one.hex == hex_ and one.hex and not one.fate), None)


def marked(one: Unit, *marks: Mark | str) -> Unit:
    """A unit with more marks, each once, in order."""
    return replace(one, marks=tuple(dict.fromkeys((*one.marks, *marks))))


def unmarked(one: Unit, mark: str) -> Unit:
    """A unit without a mark."""
    return replace(one, marks=tuple(held for held in one.marks if held != mark))


def army(state: State, side: str) -> Army:
    """A side."""
    try:
        return state.army(side)
    except KeyError:
        raise CorruptLog(f"there is no side {side!r}") from None


def with_army(state: State, changed: Army) -> State:
    """The state with a side in another condition."""
    armies = tuple(changed if one.side == changed.side else one for one in state.armies)
    return replace(state, armies=armies)


def leader_of(state: State, side: str) -> Leader:
    """A side's leader, who must be in the battle."""
    found = state.leader(side)
    if found is None or found.fate:
        raise CorruptLog(f"{side} has no leader")
    return found


def with_leader(state: State, changed: Leader) -> State:
    """The state with a leader in another condition."""
    leaders = tuple(changed if one.side == changed.side else one for one in state.leaders)
    return replace(state, leaders=leaders)


def carried(state: State, leader: Leader | None, to: str | None) -> State:
    """The state with a leader, if there is one, on the hex to which the leader's unit has gone."""
    return state if leader is None else with_leader(state, replace(leader, hex=to))


def pop_pending(state: State, kind: type) -> State:
    """The state without its first pending matter, which must be of a kind."""
    require(
        bool(state.pending) and isinstance(state.pending[0], kind), f"no {kind.__name__} is due"
    )
    return replace(state, pending=state.pending[1:])
