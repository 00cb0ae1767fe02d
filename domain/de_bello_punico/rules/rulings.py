"""Which changes a referee's ruling may make: anything but the impossible."""

from typing import assert_never

from iacta.domain.de_bello_punico import changes as ch
from iacta.domain.de_bello_punico.state import State, Unit, words
from iacta.domain.kernel.proof.errors import Conflict, Invalid, OutOfPhase

MOST_UNITS = 300


def check_change(state: State, change: ch.AnyChange) -> None:
    """Refuse a change that is impossible in this state."""
    if state.pending:
        raise Conflict("a pending matter must be settled first")
    if state.phase == "over":
        raise OutOfPhase("the battle is over")
    match change:
        case ch.PlaceUnit():
            _place(state, change)
        case ch.RemoveUnit(key) | ch.SetFacing(key, _):
            unit = _unit(state, key)
            if isinstance(change, ch.RemoveUnit) and state.rider(unit.id) is not None:
                raise Conflict(
                    "a leader is with them: place the leader elsewhere first", pointer="/unit"
                )
        case ch.SetDisorder(key, disorder):
            unit = _unit(state, key)
            if unit.panicked or disorder >= state.values[unit.type].morale:
                raise Invalid(
                    "Disorder must be below morale, and the unit not in panic", pointer="/disorder"
                )
        case ch.SetRout(side, rout):
            if rout > state.army(side).limit:
                raise Invalid("Rout Points may not exceed the side's limit", pointer="/rout")
        case ch.SetLeader(side, key):
            unit = _unit(state, key)
            if unit.side != side or unit.panicked:
                raise Invalid(
                    "the unit must be of the leader's side and not in panic", pointer="/unit"
                )
        case ch.RemoveLeader(side):
            leader = state.leader(side)
            if leader is None or leader.fate:
                raise Conflict(f"{words.SIDES[side]} has no leader", pointer="/side")
            if state.phase == "command":  # else nobody might be left to place a marker
                raise Conflict("wait until the markers are placed", pointer="/side")
        case _:
            assert_never(change)


def _unit(state: State, key: str) -> Unit:
    unit = state.by_id.get(key)
    if unit is None:
        raise Invalid(f"there is no unit {key!r}", pointer="/unit")
    if not unit.here:
        raise Conflict(f"{words.unit(state, key)} are not on the field", pointer="/unit")
    return unit


def _place(state: State, change: ch.PlaceUnit) -> None:
    old = state.by_id.get(change.unit)
    if old is None and change.counter is None:
        raise Invalid("a new unit needs a type", pointer="/counter")
    kind = change.counter or (old.type if old else "")
    if change.disorder >= state.values[kind].morale:
        raise Invalid("Disorder must be below morale", pointer="/disorder")
    if change.hex not in state.grid.index or not state.grid.passable(change.hex):
        raise Invalid(f"no unit may be on {change.hex}", pointer="/hex")
    side = "rome" if change.unit.startswith("r") else "carthage"
    if state.alone.get(change.hex, side) != side:
        raise Conflict(f"the enemy's leader is on {change.hex}", pointer="/hex")
    held = state.at.get(change.hex)
    if held is not None and held.id != change.unit:
        raise Conflict(f"{words.unit(state, held.id)} are on {change.hex}", pointer="/hex")
    if old is None and len(state.units) >= MOST_UNITS:
        raise Conflict(f"there are {MOST_UNITS} units already")
