"""What the year's end would give: who controls which region once its zones are settled."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from iacta.domain.civil_war.bots.situation import ashore
from iacta.domain.civil_war.state import SEATS

WON = 60
"""value of the points that win the war, in SP, beside what their regions are worth"""

Units = Sequence[Mapping[str, Any]]


class Post(msgspec.Struct, frozen=True):
    """What a zone counts for its region: its holder, and cities and Legio by seat."""

    control: str | None
    cities: Mapping[str, int]
    legio: Mapping[str, int]


class Reckoning:
    """Control of the regions if the year ended as units stand.

    ``values``: of regions, in SP. ``inside``: their zones. ``holders``: the seat that would control
    each, if one would.
    """

    def __init__(self, game: Mapping[str, Any], seat: str, values: Mapping[str, int]) -> None:
        self.seat, self.values, self.victory = seat, values, game["victory"]
        self._led_by = {one["name"]: one["led_by"] for one in game["peoples"] if one["at_war"]}
        self._armed = {*SEATS, *self._led_by}
        self.zones = {one["name"]: one for one in game["zones"]}
        self.regions = {one["name"]: one for one in game["regions"]}
        self.inside = {
            name: [zone for zone, one in self.zones.items() if one["region"] == name]
            for name in self.regions
        }
        self.posts = {name: self._post(name, one["units"]) for name, one in self.zones.items()}
        self.holders = {name: self._holder(name, self.posts) for name in self.regions}

    def settled(self, moved: Mapping[str, Units]) -> Mapping[str, Post]:
        """All zones as they are settled with these units in these of them."""
        return self.posts | {zone: self._post(zone, units) for zone, units in moved.items()}

    def gain(self, moved: Mapping[str, Units]) -> int:
        """By how much the seat would be better off with these units in these zones, in SP."""
        posts = self.settled(moved)
        regions = {self.zones[zone]["region"] for zone in moved} - {None}
        holders = self.holders | {name: self._holder(name, posts) for name in regions}
        return self._worth(holders) - self._worth(self.holders)

    def lacks(self, region: str, moved: Mapping[str, Units]) -> tuple[int, int]:
        """How far the seat is from control of a region: the most that it lacks of a kind, and all.

        Zones, cities and Legio; where the region is the enemy's, how many keep it theirs.
        """
        needs = self.regions[region]["needs"]
        posts = self.settled(moved)
        inside = [posts[name] for name in self.inside[region]]
        enemy = next(one for one in SEATS if one != self.seat)
        if self.holders[region] == enemy:
            zones = sum(post.control == enemy for post in inside) - needs["zones"] + 1
            cities = sum(post.cities[enemy] for post in inside) - needs["cities"] + 1
            return max(0, min(zones, cities)), max(0, zones)
        short = (
            needs["zones"] - sum(post.control == self.seat for post in inside),
            needs["cities"] - sum(post.cities[self.seat] for post in inside),
            needs["garrison"] - sum(post.legio[self.seat] for post in inside),
        )
        return max(0, *short), sum(max(0, one) for one in short)

    def is_lost(self) -> bool:
        """Whether the enemy would have the points that win the war, and won what is yet to fight.

        So who has marched against them dares no less until the battle.
        """
        enemy = next(one for one in SEATS if one != self.seat)
        foes = {enemy, *(name for name, leader in self._led_by.items() if leader == enemy)}
        left = {
            name: [one for one in zone["units"] if one["side"] in foes]
            for name, zone in self.zones.items()
        }
        lost = {name: self._post(name, units) for name, units in left.items() if ashore(units)}
        posts = self.posts | lost
        holders = {name: self._holder(name, posts) for name in self.regions}
        return self._wins(self._points(enemy, holders))

    def _post(self, name: str, units: Units) -> Post:
        """A zone as it is settled with these units in it. CW-55, CW-56."""
        zone = self.zones[name]
        ashore = [one for one in units if one["kind"] != "naves" and not one["fell_back"]]
        sides = {one["side"] for one in ashore} & self._armed
        control = sides.pop() if len(sides) == 1 else zone["control"]
        held = [city["control"] for city in zone["cities"]]
        cities: dict[str, int] = {seat: held.count(seat) for seat in SEATS}
        if control in SEATS:  # each Legio takes a city
            others = [one for one in held if one != control][: _legio(ashore, control)]
            cities = {seat: count - others.count(seat) for seat, count in cities.items()}
            cities[control] += len(others)
        legio: dict[str, int] = {seat: _legio(units, seat) for seat in SEATS}
        return Post(control, cities, legio)

    def _holder(self, region: str, posts: Mapping[str, Post]) -> str | None:
        """The seat that has what control of a region needs, if one alone has it. CW-57."""
        needs = self.regions[region]["needs"]
        inside = [posts[name] for name in self.inside[region]]
        able = [
            seat
            for seat in SEATS
            if sum(post.control == seat for post in inside) >= needs["zones"]
            and sum(post.cities[seat] for post in inside) >= needs["cities"]
            and sum(post.legio[seat] for post in inside) >= needs["garrison"]
        ]
        return able[0] if len(able) == 1 else None

    def _worth(self, holders: Mapping[str, str | None]) -> int:
        """What the regions are worth to the seat, less what they are worth to the enemy."""
        worth = 0
        for seat in SEATS:
            held = [name for name, holder in holders.items() if holder == seat]
            value = sum(self.values[name] for name in held)
            value += WON if self._wins(self._points(seat, holders)) else 0
            worth += value if seat == self.seat else -value
        return worth

    def _points(self, seat: str, holders: Mapping[str, str | None]) -> int:
        return sum(self.regions[name]["points"] for name in holders if holders[name] == seat)

    def _wins(self, points: int) -> bool:
        return self.victory is not None and points >= self.victory


def _legio(units: Units, seat: str) -> int:
    return sum(1 for one in units if one["kind"] == "legio" and one["side"] == seat)
