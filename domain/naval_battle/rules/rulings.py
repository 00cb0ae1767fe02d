"""Checks of a referee's rulings: anything is allowed except the impossible."""

from typing import assert_never

from iacta.domain.kernel.proof.errors import Invalid, OutOfPhase
from iacta.domain.naval_battle import changes as ch
from iacta.domain.naval_battle.rules import board
from iacta.domain.naval_battle.state import Fleet, State


def check_change(state: State, change: ch.AnyChange) -> None:
    """Raise `Refused` if the change is impossible."""
    if state.result is not None:
        raise OutOfPhase("the battle is over")
    match change:
        case ch.PlaceFleet():
            _place(state, change)
        case ch.FlipCounter() | ch.RemoveCounter():
            _counter(state, change)
        case ch.SetPanic() | ch.SetStratagems():
            return
        case _:
            assert_never(change)


def _place(state: State, change: ch.PlaceFleet) -> None:
    _afloat(state, change.fleet, "/fleet")
    file, rank = board.split(change.square)
    if file > state.columns or rank > state.rows:
        raise Invalid(f"{change.square} is not on this board", pointer="/square")
    if state.at(change.square) is not None:
        raise Invalid(f"{change.square} is taken", pointer="/square")


def _counter(state: State, change: ch.FlipCounter | ch.RemoveCounter) -> None:
    if state.pending is not None:
        raise OutOfPhase("a pending choice must be made first")
    if state.fleet(change.name) is not None:
        _afloat(state, change.name, "/name")
        return
    ship = state.ship_of(change.name)
    if ship is None or ship.status != "board":
        raise Invalid(f"{change.name} is not on the board", pointer="/name")
    if isinstance(change, ch.FlipCounter) and state.unit(change.name) is None:
        raise Invalid(f"{change.name} cannot be flipped", pointer="/name")


def _afloat(state: State, name: str, pointer: str) -> Fleet:
    fleet = state.fleet(name)
    if fleet is None or fleet.status != "board":
        raise Invalid(f"{name} is not a fleet on the board", pointer=pointer)
    return fleet
