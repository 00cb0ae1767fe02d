"""What the referee may rule now, as choices."""

from collections.abc import Iterator, Sequence

from iacta.domain.kernel.contract.choices import Alternative, integer, one_of, ruling
from iacta.domain.naval_battle import changes as ch
from iacta.domain.naval_battle.rules import board
from iacta.domain.naval_battle.state import State

SEATS = ("active", "reactive")


def rulings(state: State) -> Sequence[Alternative]:
    """The changes that are possible in this state."""
    if state.result is not None or state.phase == "":
        return ()
    return tuple(_changes(state))


def _changes(state: State) -> Iterator[Alternative]:
    afloat = [fleet.name for fleet in state.fleets if fleet.status == "board"]
    free = [square for square in _squares(state) if state.at(square) is None]
    if afloat and free:
        choices = {"/fleet": one_of(afloat), "/square": one_of(free)}
        yield ruling(ch.PlaceFleet, "Put a fleet on another square", choices)
    if afloat and state.pending is None:
        units = [one.name for one in state.units if _aboard(state, one.name)]
        leaders = [one.name for one in state.leaders if _aboard(state, one.name)]
        counters = [*afloat, *units]
        yield ruling(
            ch.FlipCounter,
            "Turn a fleet or ground unit to its other side",
            {"/name": one_of(counters)},
        )
        yield ruling(
            ch.RemoveCounter,
            "Take a fleet, ground unit or leader out, as lost",
            {"/name": one_of([*counters, *leaders])},
        )
    panic = one_of((Alternative(True, "in panic"), Alternative(False, "not in panic")))
    yield ruling(
        ch.SetPanic, "Say whether a side has panicked", {"/seat": one_of(SEATS), "/panicked": panic}
    )
    yield ruling(
        ch.SetStratagems,
        "Set a side's Military Stratagems",
        {"/seat": one_of(SEATS), "/stratagems": integer(0, 20)},
    )


def _squares(state: State) -> list[str]:
    files, ranks = range(1, state.columns + 1), range(1, state.rows + 1)
    return [board.name(file, rank) for rank in ranks for file in files]


def _aboard(state: State, name: str) -> bool:
    ship = state.ship_of(name)
    return ship is not None and ship.status == "board"
