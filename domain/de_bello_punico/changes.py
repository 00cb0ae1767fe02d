"""The closed list of what a referee's ruling may change."""

from typing import Annotated

from msgspec import Meta

from iacta.domain.de_bello_punico.state.grid import Facing, HexId
from iacta.domain.de_bello_punico.state.keys import SideKey, Small, TypeKey, UnitId
from iacta.domain.kernel.contract.system import Change


class PlaceUnit(Change, frozen=True, tag="de-bello-punico.place-unit"):
    """Put a new unit on the field, or one that is off it or elsewhere on it."""

    unit: UnitId
    hex: HexId
    facing: Facing
    counter: TypeKey | None = None
    disorder: Annotated[int, Meta(ge=0, le=9)] = 0


class RemoveUnit(Change, frozen=True, tag="de-bello-punico.remove-unit"):
    """Take a unit off the field, without Rout Points."""

    unit: UnitId


class SetFacing(Change, frozen=True, tag="de-bello-punico.set-facing"):
    """Turn a unit."""

    unit: UnitId
    facing: Facing


class SetDisorder(Change, frozen=True, tag="de-bello-punico.set-disorder"):
    """Give a unit this much Disorder, less than its morale."""

    unit: UnitId
    disorder: Annotated[int, Meta(ge=0, le=9)]


class SetRout(Change, frozen=True, tag="de-bello-punico.set-rout"):
    """Give a side this many Rout Points."""

    side: SideKey
    rout: Small


class SetLeader(Change, frozen=True, tag="de-bello-punico.set-leader"):
    """Put a leader with a unit of his; he lives if he was dead."""

    side: SideKey
    unit: UnitId


class RemoveLeader(Change, frozen=True, tag="de-bello-punico.remove-leader"):
    """A leader is out of the battle, without Rout Points."""

    side: SideKey


AnyChange = PlaceUnit | RemoveUnit | SetFacing | SetDisorder | SetRout | SetLeader | RemoveLeader
