"""The changes that a referee's ruling may make."""

from typing import Annotated

from msgspec import Meta

from iacta.domain.de_bello_punico.state.grid import Facing, HexId
from iacta.domain.de_bello_punico.state.keys import SideKey, Small, TypeKey, UnitId
from iacta.domain.kernel.contract.system import Change


class PlaceUnit(Change, frozen=True, tag="de-bello-punico.place-unit"):
    """Place a unit on a hex: a new one, one off the field, or one from another hex."""

    unit: UnitId  #: its id
    hex: HexId  #: where it is placed
    facing: Facing  #: its facing, 0 to 5
    counter: TypeKey | None = None  #: the type of a new unit
    disorder: Annotated[int, Meta(ge=0, le=9)] = 0  #: points of Disorder


class RemoveUnit(Change, frozen=True, tag="de-bello-punico.remove-unit"):
    """Remove a unit from the field, without Rout Points."""

    unit: UnitId  #: its id


class SetFacing(Change, frozen=True, tag="de-bello-punico.set-facing"):
    """Set a unit's facing."""

    unit: UnitId  #: its id
    facing: Facing  #: its facing, 0 to 5


class SetDisorder(Change, frozen=True, tag="de-bello-punico.set-disorder"):
    """Set a unit's Disorder, below its morale."""

    unit: UnitId  #: its id
    disorder: Annotated[int, Meta(ge=0, le=9)]  #: points of Disorder, fewer than its morale


class SetRout(Change, frozen=True, tag="de-bello-punico.set-rout"):
    """Set a side's Rout Points."""

    side: SideKey  #: `rome` or `carthage`
    rout: Small  #: the new Rout Points


class SetLeader(Change, frozen=True, tag="de-bello-punico.set-leader"):
    """Place a leader with a unit of their side; a dead leader lives again."""

    side: SideKey  #: whose leader it is
    unit: UnitId  #: a unit of that side


class RemoveLeader(Change, frozen=True, tag="de-bello-punico.remove-leader"):
    """Remove a leader from the battle, without Rout Points."""

    side: SideKey  #: whose leader it is


AnyChange = PlaceUnit | RemoveUnit | SetFacing | SetDisorder | SetRout | SetLeader | RemoveLeader
