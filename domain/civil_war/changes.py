"""The changes that a referee's ruling may make."""

from typing import Annotated

from msgspec import Meta

from iacta.domain.civil_war.state import Kind, Name, Points, Prestige, Seat, Tactics, UnitId
from iacta.domain.kernel.contract.system import Change

UnitIds = Annotated[tuple[UnitId, ...], Meta(min_length=1, max_length=60)]


class PlaceUnit(Change, frozen=True, tag="civil-war.place-unit", kw_only=True):
    """Place a unit on the map: a new one, or one that is off the map."""

    zone: Name  #: where it is placed
    side: Name  #: the seat or the people that it fights for
    kind: Kind  #: legio, auxilia, equites, naves or people
    sp: Points  #: strength points of its full side
    quality: Points  #: as on the counter
    #: The id of an off-map unit, or an id for a new one; u1, u2 … if omitted.
    id: UnitId | None = None
    #: Strength points of its reduced side; half of `sp`, rounded up, if omitted (CW-23).
    reduced_sp: Points | None = None
    reduced: bool = False  #: whether the reduced side is face up
    people: Name | None = None  #: the people it was raised from
    ma: Annotated[int, Meta(ge=0, le=20)] = 0  #: its movement allowance, in scenarios with a map


class RemoveUnit(Change, frozen=True, tag="civil-war.remove-unit"):
    """Remove a unit from the game for good."""

    unit: UnitId  #: the unit's id


class FlipUnit(Change, frozen=True, tag="civil-war.flip-unit"):
    """Flip a unit."""

    unit: UnitId  #: the unit's id


class MoveUnits(Change, frozen=True, tag="civil-war.move-units"):
    """Move units, and leaders with them. Those who had to leave their zone no longer do."""

    units: UnitIds  #: the units' ids
    zone: Name  #: the zone they move to
    leaders: Annotated[tuple[Name, ...], Meta(max_length=20)] = ()  #: leaders who go with them
    crossed: bool = False  #: whether they count as having crossed a major river or a strait


class SetCrossed(Change, frozen=True, tag="civil-war.set-crossed"):
    """Set whether units crossed a major river or a strait into their zone. CW 7.2."""

    units: UnitIds  #: the units' ids
    crossed: bool  #: whether they crossed


class PlaceLeader(Change, frozen=True, tag="civil-war.place-leader"):
    """Place a leader or change their values; a leader not yet in play enters.

    Omitted members stay unchanged.
    """

    leader: Name  #: the leader's short name
    zone: Name | None = None  #: the leader's new zone
    faction: Seat | None = None  #: the seat whose leader it is
    tb: Tactics | None = None  #: combat modifier
    pc: Prestige | None = None  #: rating that Faction Leaders compare in combat
    faction_leader: bool | None = None  #: whether the leader heads the faction
    ill: bool | None = None  #: whether ill this year


class RemoveLeader(Change, frozen=True, tag="civil-war.remove-leader"):
    """Kill a leader, whatever the cause."""

    leader: Name  #: the leader's short name
    cause: Annotated[str, Meta(max_length=200)] = ""  #: why, for the log


class SetControl(Change, frozen=True, tag="civil-war.set-control"):
    """Set the controller of either a zone or a region; without a seat nobody controls it."""

    zone: Name | None = None  #: the zone that changes hands
    region: Name | None = None  #: the region that changes hands
    seat: Seat | None = None  #: its new controller; nobody if omitted


class SetPeople(Change, frozen=True, tag="civil-war.set-people"):
    """Set whether a people is at war and whose ally it is.

    Going from war to peace is its pacification, a new ally its allegiance: leaders whom the table
    removes on that event die (CW L3).
    """

    people: Name  #: the people's name
    at_war: bool = False  #: whether it is at war from now on
    ally: Seat | None = None  #: its new ally; none if omitted


class SetEvent(Change, frozen=True, tag="civil-war.set-event"):
    """Put a year event in force for the year, or end it."""

    event: Annotated[int, Meta(ge=1, le=15)]  #: its number in the table
    in_force: bool  #: whether it counts from now on


class SetCity(Change, frozen=True, tag="civil-war.set-city"):
    """Set the controller of a city; without a seat nobody controls it. CW-56."""

    city: Name  #: the city's name
    seat: Seat | None = None  #: its new controller; nobody if omitted


class SetSegments(Change, frozen=True, tag="civil-war.set-segments"):
    """Set the seats of the segments after the current one. CW-65."""

    #: One for each segment that follows.
    seats: Annotated[tuple[Seat, ...], Meta(max_length=20)] = ()


class EndSegment(Change, frozen=True, tag="civil-war.end-segment"):
    """End the current segment; the next begins, or Adjustments after the last. CW-65."""


class SetSpent(Change, frozen=True, tag="civil-war.set-spent"):
    """Set how much MA units and leaders have spent in this segment. CW-38."""

    spent: Annotated[int, Meta(ge=0, le=20)]  #: how much of the allowance
    units: Annotated[tuple[UnitId, ...], Meta(max_length=60)] = ()  #: the units affected
    leaders: Annotated[tuple[Name, ...], Meta(max_length=20)] = ()  #: the leaders affected


PieceChange = PlaceUnit | RemoveUnit | FlipUnit | MoveUnits | SetCrossed | SetSpent
LeaderChange = PlaceLeader | RemoveLeader
LandChange = SetControl | SetPeople | SetCity

AnyChange = PieceChange | LeaderChange | LandChange | SetEvent | SetSegments | EndSegment
