"""The closed list of what a referee's ruling may change on the board."""

from typing import Annotated

from msgspec import Meta

from iacta.domain.kernel.contract.system import Change
from iacta.domain.naval_battle.state import Name, Seat, Square


class PlaceFleet(Change, frozen=True, tag="naval-battle.place-fleet"):
    """Put a fleet that is on the board on another square."""

    fleet: Name
    square: Square


class FlipCounter(Change, frozen=True, tag="naval-battle.flip"):
    """Turn a fleet on the board, or a ground unit aboard, to its other side."""

    name: Name


class RemoveCounter(Change, frozen=True, tag="naval-battle.remove"):
    """Take a fleet with all aboard, a ground unit or a leader out of the battle, as lost."""

    name: Name


class SetPanic(Change, frozen=True, tag="naval-battle.set-panic"):
    """Say whether a side has panicked."""

    seat: Seat
    panicked: bool


class SetStratagems(Change, frozen=True, tag="naval-battle.set-stratagems"):
    """Say how many Military Stratagems a side has."""

    seat: Seat
    stratagems: Annotated[int, Meta(ge=0, le=20)]


AnyChange = PlaceFleet | FlipCounter | RemoveCounter | SetPanic | SetStratagems
