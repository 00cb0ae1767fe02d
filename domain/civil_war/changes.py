"""The closed list of what a referee's ruling may change."""

from typing import Annotated

from msgspec import Meta

from iacta.domain.civil_war.state import Kind, Name, Points, Prestige, Seat, Tactics, UnitId
from iacta.domain.kernel.contract.system import Change

UnitIds = Annotated[tuple[UnitId, ...], Meta(min_length=1, max_length=60)]


class PlaceUnit(Change, frozen=True, tag="civil-war.place-unit"):
    """Put a unit on the map, or bring one back that is kept off it.

    Without ``id`` it is named u1, u2 …; ``reduced_sp`` is else half of ``sp``, rounded up (CW-23).
    ``ma`` is its movement allowance, where there is a map.
    """

    zone: Name
    side: Name
    kind: Kind
    sp: Points
    quality: Points
    id: UnitId | None = None
    reduced_sp: Points | None = None
    reduced: bool = False
    people: Name | None = None
    ma: Annotated[int, Meta(ge=0, le=20)] = 0


class RemoveUnit(Change, frozen=True, tag="civil-war.remove-unit"):
    """Take a unit out of the game altogether."""

    unit: UnitId


class FlipUnit(Change, frozen=True, tag="civil-war.flip-unit"):
    """Turn a unit to its other side."""

    unit: UnitId


class MoveUnits(Change, frozen=True, tag="civil-war.move-units"):
    """Move units, and leaders with them. Whoever had to leave his zone has then left it."""

    units: UnitIds
    zone: Name
    leaders: Annotated[tuple[Name, ...], Meta(max_length=20)] = ()
    crossed: bool = False


class SetCrossed(Change, frozen=True, tag="civil-war.set-crossed"):
    """Say whether units crossed a major river or a strait into their zone. CW 7.2."""

    units: UnitIds
    crossed: bool


class PlaceLeader(Change, frozen=True, tag="civil-war.place-leader"):
    """Put a leader into a zone, or give him his values; he enters if he has not yet.

    What is left out stays as it is.
    """

    leader: Name
    zone: Name | None = None
    faction: Seat | None = None
    tb: Tactics | None = None
    pc: Prestige | None = None
    faction_leader: bool | None = None
    ill: bool | None = None


class RemoveLeader(Change, frozen=True, tag="civil-war.remove-leader"):
    """A leader dies, whatever the cause."""

    leader: Name
    cause: Annotated[str, Meta(max_length=200)] = ""


class SetControl(Change, frozen=True, tag="civil-war.set-control"):
    """Say who controls a zone or a region, one of the two; no seat is nobody."""

    zone: Name | None = None
    region: Name | None = None
    seat: Seat | None = None


class SetPeople(Change, frozen=True, tag="civil-war.set-people"):
    """Say whether a people is at war and whose ally it is.

    From war to peace is its pacification, a new ally its allegiance: leaders whom the table ends
    with that die of it (CW L3).
    """

    people: Name
    at_war: bool = False
    ally: Seat | None = None


class SetEvent(Change, frozen=True, tag="civil-war.set-event"):
    """Put an event of the table in force for the year, or end it."""

    event: Annotated[int, Meta(ge=1, le=15)]
    in_force: bool


class SetCity(Change, frozen=True, tag="civil-war.set-city"):
    """Say who controls a city; no seat is nobody. CW-56."""

    city: Name
    seat: Seat | None = None


class SetSegments(Change, frozen=True, tag="civil-war.set-segments"):
    """Say whose the segments are that follow the one that is on. CW-65."""

    seats: Annotated[tuple[Seat, ...], Meta(max_length=20)] = ()


class EndSegment(Change, frozen=True, tag="civil-war.end-segment"):
    """End the segment that is on; the next begins, after the last Adjustments are due. CW-65."""


class SetSpent(Change, frozen=True, tag="civil-war.set-spent"):
    """Say how much of their MA units and leaders have spent in this segment. CW-38."""

    spent: Annotated[int, Meta(ge=0, le=20)]
    units: Annotated[tuple[UnitId, ...], Meta(max_length=60)] = ()
    leaders: Annotated[tuple[Name, ...], Meta(max_length=20)] = ()


AnyChange = (
    PlaceUnit
    | RemoveUnit
    | FlipUnit
    | MoveUnits
    | SetCrossed
    | PlaceLeader
    | RemoveLeader
    | SetControl
    | SetPeople
    | SetEvent
    | SetCity
    | SetSegments
    | EndSegment
    | SetSpent
)
