"""State + a ruling's change → state."""

from typing import assert_never

from msgspec.structs import replace

from iacta.domain.de_bello_punico import changes as ch
from iacta.domain.de_bello_punico.evolve.lookups import (
    army,
    carried,
    leader_of,
    unit_at,
    unit_on_field,
    with_army,
    with_leader,
)
from iacta.domain.de_bello_punico.state import State, Unit
from iacta.domain.de_bello_punico.state.keys import SideKey
from iacta.domain.kernel.proof.errors import require


def change(state: State, effect: ch.AnyChange) -> State:
    """The state after one change that the referee ruled."""
    match effect:
        case ch.PlaceUnit():
            return _place(state, effect)
        case ch.RemoveUnit(key):
            gone = replace(unit_on_field(state, key), fate="removed", hex=None)
            return state.with_unit(gone)
        case ch.SetFacing(key, facing):
            return state.with_unit(replace(unit_on_field(state, key), facing=facing))
        case ch.SetDisorder(key, disorder):
            return state.with_unit(replace(unit_on_field(state, key), disorder=disorder))
        case ch.SetRout(side, rout):
            return with_army(state, replace(army(state, side), rout=rout))
        case ch.SetLeader(side, key):
            unit_on_field(state, key)
            leader = state.leader(side)
            assert leader is not None
            return with_leader(state, replace(leader, hex=state.by_id[key].hex, fate=""))
        case ch.RemoveLeader(side):
            return with_leader(state, replace(leader_of(state, side), hex=None, fate="left"))
        case _:
            assert_never(effect)


def _place(state: State, effect: ch.PlaceUnit) -> State:
    require(effect.hex in state.grid.index, f"there is no hex {effect.hex}")
    held = unit_at(state, effect.hex)
    require(held is None or held.id == effect.unit, f"{effect.hex} is taken")
    rider = state.rider(effect.unit) if effect.unit in state.by_id else None
    old = state.by_id.get(effect.unit)
    side: SideKey = "rome" if effect.unit.startswith("r") else "carthage"
    kind = effect.counter or (old.type if old else None)
    require(kind is not None, f"{effect.unit} needs a type")
    assert kind is not None
    placed = Unit(
        id=effect.unit,
        side=side,
        type=kind,
        hex=effect.hex,
        facing=effect.facing,
        disorder=effect.disorder,
    )
    if old is None:
        return replace(state, units=(*state.units, placed))
    return carried(state.with_unit(placed), rider, effect.hex)
