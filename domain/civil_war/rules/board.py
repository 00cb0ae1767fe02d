"""An index of one state: units and leaders by zone, sides and their enemies."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from iacta.domain.civil_war.rules.atlas import Atlas, atlas
from iacta.domain.civil_war.state import (
    SEATS,
    Chart,
    Leader,
    People,
    Seat,
    State,
    Terms,
    Unit,
    Zone,
)

FOUL_WEATHER = 2
UNREST = 6
NO_CHART = Chart()


class Board:
    """Units and leaders by zone, and what follows from where they are."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.atlas: Atlas = atlas(state.chart or NO_CHART)
        self.units = state.units_by_zone
        self.led: dict[str, tuple[str, ...]] = {
            seat: tuple(
                people.name for people in state.peoples if people.at_war and people.led_by == seat
            )
            for seat in SEATS
        }
        self.cache: dict[Any, Any] = {}
        """results of `ways`, which are requested repeatedly for one board"""
        self._weather = 1 if FOUL_WEATHER in state.in_force else 0

    @property
    def leaders(self) -> Mapping[str, Sequence[Leader]]:
        """Leaders in play by their zones; many a board is asked for none."""
        return self.state.leaders_by_zone

    @cached_property
    def zones(self) -> dict[str, Zone]:
        """Zones by name."""
        return {zone.name: zone for zone in self.state.zones}

    @cached_property
    def peoples(self) -> dict[str, People]:
        """Peoples by name."""
        return {people.name: people for people in self.state.peoples}

    @property
    def terms(self) -> Terms:
        """The parameters of the war; only for scenarios with a map."""
        assert self.state.terms is not None
        return self.state.terms

    def units_in(self, zone: str, side: str | None = None) -> Sequence[Unit]:
        """Units on the map in a zone, of one side or of all."""
        units = self.units.get(zone, ())
        return units if side is None else [unit for unit in units if unit.side == side]

    def leaders_in(self, zone: str, side: str) -> list[Leader]:
        """Leaders of a side in a zone."""
        return [leader for leader in self.leaders.get(zone, ()) if leader.side == side]

    def ma_left(self, piece: Unit | Leader) -> int:
        """The MA left in this segment; foul weather takes 1. CW E2, CW-38."""
        return max(0, piece.ma - self._weather - piece.spent)

    def hostile(self, one: str, other: str) -> bool:
        """Whether two sides are enemies: the two seats, or a seat and a people at war. CW-50.

        A people at war is no enemy of the seat that leads it, nor of another people.
        """
        if one == other:
            return False
        if one in SEATS and other in SEATS:
            return True
        if one in SEATS:
            one, other = other, one
        people = self.peoples.get(one)
        return people is not None and other in SEATS and people.at_war and people.led_by != other

    def enemies_in(self, zone: str, side: str) -> list[Unit]:
        """The enemy units of a side in a zone."""
        return [unit for unit in self.units.get(zone, ()) if self.hostile(side, unit.side)]

    def commands(self, seat: str, side: str) -> bool:
        """Whether a seat commands a side: its own, and a people at war that it leads. CW-50."""
        return side == seat or side in self.led.get(seat, ())

    def seat_of(self, side: str) -> str:
        """Who decides for a side: its seat, the seat that leads it, or the referee. CW-31."""
        people = self.peoples.get(side)
        return side if people is None else people.led_by or "referee"

    def sides(self, seat: str) -> list[str]:
        """The sides that a seat commands."""
        return [seat, *self.led[seat]]

    def home_of(self, zone: str) -> People | None:
        """The people whose home a zone is."""
        name = self.zones[zone].people
        return self.peoples.get(name) if name else None

    def people_at_peace(self, zone: str) -> People | None:
        """The people that would go to war if a seat's units entered the zone. CW-51.

        Null if a seat controls the zone, for then the people is pacified, and within the Republic.
        """
        people, place = self.home_of(zone), self.zones[zone]
        if people is None or people.at_war or people.ally:
            return None
        return people if place.outside_republic and not place.control else None

    def fighters(self, zone: str, side: str) -> Sequence[Unit]:
        """A side's units that fight in a zone: those on land, or else its Naves. CW-46."""
        units = self.units_in(zone, side)
        return land(units) or units

    def contested(self, seat: str) -> list[tuple[str, str, str]]:
        """(zone, side, enemy) of every combat that a seat must fight. CW-41, CW-46."""
        found = []
        for zone in self.state.zones:
            units = self.units.get(zone.name, ())
            sides = list(dict.fromkeys([unit.side for unit in units])) if len(units) > 1 else []
            if len(sides) < 2:
                continue
            ashore = {unit.side for unit in land(units)}
            found += [
                (zone.name, own, enemy)
                for own in sides
                if self.commands(seat, own)
                for enemy in sides
                if self.hostile(own, enemy) and (own in ashore) == (enemy in ashore)
            ]
        return found


def land(units: Sequence[Unit]) -> list[Unit]:
    """The land units among these."""
    return [unit for unit in units if unit.kind != "naves"]


def ships(units: Sequence[Unit]) -> list[Unit]:
    """The Naves among these, full ones before reduced ones."""
    return sorted((one for one in units if one.kind == "naves"), key=lambda one: one.reduced)


def other(seat: Seat) -> Seat:
    """The other seat."""
    return "republican" if seat == "caesarian" else "caesarian"
