"""What the referee may rule now, as choices."""

from collections.abc import Iterator, Sequence

from iacta.domain.de_bello_punico import changes as ch
from iacta.domain.de_bello_punico.options.parts import TURNS, item, places
from iacta.domain.de_bello_punico.rules.rulings import MOST_UNITS
from iacta.domain.de_bello_punico.state import State
from iacta.domain.de_bello_punico.state.keys import SIDES
from iacta.domain.kernel.contract.choices import Alternative, ChooseOne, integer, one_of, ruling


def rulings(state: State) -> Sequence[Alternative]:
    """The changes that are possible in this state."""
    if state.pending or state.phase in ("", "over"):
        return ()
    return (*_units(state), *_sides(state))


def _units(state: State) -> Iterator[Alternative]:
    here = [unit for unit in state.units if unit.here]
    facing = one_of(TURNS)
    free = places(
        hex_ for hex_ in state.grid.ids if state.grid.passable(hex_) and hex_ not in state.at
    )
    yield ruling(
        ch.PlaceUnit,
        "Put a unit on a free hex",
        {
            "/unit": one_of(item(state, unit) for unit in state.units),
            "/hex": free,
            "/facing": facing,
        },
    )
    if len(state.units) < MOST_UNITS:
        types = one_of(Alternative(one.type, one.title) for one in state.types)
        yield ruling(
            ch.PlaceUnit,
            "Put a new unit on a free hex",
            {"/unit": _new(state), "/counter": types, "/hex": free, "/facing": facing},
        )
    loose = [unit for unit in here if state.rider(unit.id) is None]
    if loose:
        units = one_of(item(state, unit) for unit in loose)
        yield ruling(ch.RemoveUnit, "Take a unit off the field", {"/unit": units})
    if here:
        units = one_of(item(state, unit) for unit in here)
        yield ruling(ch.SetFacing, "Turn a unit", {"/unit": units, "/facing": facing})
    calm = [
        item(state, unit, disorder=integer(0, state.values[unit.type].morale - 1))
        for unit in here
        if not unit.panicked
    ]
    if calm:
        title = "Set a unit's points of Disorder"
        yield ruling(ch.SetDisorder, title, {"/unit": one_of(calm)})


def _new(state: State) -> ChooseOne:
    """The first free id of each side."""
    free = {}
    for side, letter in (("rome", "r"), ("carthage", "k")):
        number = next(n for n in range(1, 1000) if f"{letter}{n}" not in state.by_id)
        free[side] = f"{letter}{number}"
    return one_of(Alternative(id_, f"{id_}, of {side}") for side, id_ in free.items())


def _sides(state: State) -> Iterator[Alternative]:
    limits = [
        Alternative(side, side, {"/rout": integer(0, state.army(side).limit)}) for side in SIDES
    ]
    yield ruling(ch.SetRout, "Set a side's Rout Points", {"/side": one_of(limits)})
    seats, alive = [], []
    for side in SIDES:
        leader = state.leader(side)
        if leader is None:
            continue
        calm = [unit for unit in state.units if unit.side == side and unit.here]
        units = [item(state, unit) for unit in calm if not unit.panicked]
        if units:
            seats.append(Alternative(side, leader.name, {"/unit": one_of(units)}))
        if not leader.fate and state.phase != "command":
            alive.append(Alternative(side, leader.name))
    if seats:
        yield ruling(ch.SetLeader, "Put a leader with a unit of theirs", {"/side": one_of(seats)})
    if alive:
        title = "Take a leader out of the battle"
        yield ruling(ch.RemoveLeader, title, {"/side": one_of(alive)})
