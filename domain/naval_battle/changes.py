"""The changes that a referee's ruling may make on the board."""

from typing import Annotated

from msgspec import Meta

from iacta.domain.kernel.contract.system import Change
from iacta.domain.naval_battle.state import Name, Seat, Square


class PlaceFleet(Change, frozen=True, tag="naval-battle.place-fleet"):
    """Move a fleet on the board to another square."""

    fleet: Name  #: the fleet's name
    square: Square  #: file and rank, such as `d9`


class FlipCounter(Change, frozen=True, tag="naval-battle.flip"):
    """Flip a fleet on the board, or a ground unit aboard."""

    name: Name  #: the fleet's or ground unit's name


class RemoveCounter(Change, frozen=True, tag="naval-battle.remove"):
    """Remove a fleet with all aboard, a ground unit or a leader, as lost."""

    name: Name  #: the fleet's, ground unit's or leader's name


class SetPanic(Change, frozen=True, tag="naval-battle.set-panic"):
    """Set whether a side has panicked."""

    seat: Seat  #: the side's seat
    panicked: bool  #: whether it has panicked


class SetStratagems(Change, frozen=True, tag="naval-battle.set-stratagems"):
    """Set the number of a side's Military Stratagems."""

    seat: Seat  #: the side's seat
    stratagems: Annotated[int, Meta(ge=0, le=20)]  #: the new number


AnyChange = PlaceFleet | FlipCounter | RemoveCounter | SetPanic | SetStratagems
