"""A ruling's changes, folded."""

from typing import assert_never

from msgspec.structs import replace

from iacta.domain.kernel.proof.errors import CorruptLog, require
from iacta.domain.naval_battle import changes as ch
from iacta.domain.naval_battle.evolve.fleets import aboard, afloat, eliminate, freed, kill, lose
from iacta.domain.naval_battle.state import State


def change(state: State, change: ch.AnyChange) -> State:
    """The state after one change; `CorruptLog` if it cannot be."""
    require(len(state.sides) == 2 and state.result is None, "there is no battle")
    match change:
        case ch.PlaceFleet():
            fleet = afloat(state, change.fleet)
            require(state.at(change.square) is None, f"{change.square} is taken")
            return state.with_fleets(replace(fleet, square=change.square))
        case ch.FlipCounter():
            return _flip(state, change.name)
        case ch.RemoveCounter():
            return _remove(state, change.name)
        case ch.SetPanic():
            side = state.side(change.seat)
            return state.with_side(replace(side, panicked=change.panicked))
        case ch.SetStratagems():
            side = state.side(change.seat)
            return state.with_side(replace(side, stratagems=change.stratagems))
        case _:
            assert_never(change)


def _flip(state: State, name: str) -> State:
    if state.fleet(name) is not None:
        fleet = afloat(state, name)
        return state.with_fleets(replace(fleet, flipped=not fleet.flipped))
    unit = aboard(state, name)
    return state.with_units(replace(unit, flipped=not unit.flipped))


def _remove(state: State, name: str) -> State:
    if state.fleet(name) is not None:
        return without_captors(lose(state, afloat(state, name), ()))
    ship = state.ship_of(name)
    if ship is None:
        raise CorruptLog(f"{name} is on no fleet")
    if name in ship.leaders:
        leaders = tuple(one for one in ship.leaders if one != name)
        return kill(state, (name,)).with_fleets(replace(ship, leaders=leaders))
    units = tuple(one for one in ship.aboard if one != name)
    return without_captors(eliminate(state, (name,)).with_fleets(replace(ship, aboard=units)))


def without_captors(state: State) -> State:
    """Prizes whose captor is eliminated are freed. NV 9.3."""
    for fleet in state.fleets:
        captor = state.unit(fleet.captor)
        if fleet.status == "board" and captor is not None and captor.status == "eliminated":
            state = freed(state, fleet)
    return state
