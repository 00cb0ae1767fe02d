"""What a steady player makes of a view: forces, chances, distances, what is worth holding."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from domain.civil_war.rules.odds_column import COLUMNS, at_odds, by_quality
from domain.kernel.system import Option

Plain = dict[str, Any]
FAR = 99
ARMY = 8
"""SP that deserve a leader"""


def strength(units: Sequence[Mapping[str, Any]]) -> int:
    """The sum of SP."""
    return sum(unit["sp"] for unit in units)


class Situation:
    """A seat's reading of the map at one moment."""

    def __init__(self, game: Mapping[str, Any], seat: str) -> None:
        self.game, self.seat = game, seat
        self.zones: dict[str, Plain] = {zone["name"]: zone for zone in game["zones"]}
        self.units: dict[str, Plain] = {
            unit["id"]: unit for zone in game["zones"] for unit in zone["units"]
        }
        self.regions: dict[str, Plain] = {one["name"]: one for one in game["regions"]}
        self.peoples: dict[str, Plain] = {one["name"]: one for one in game["peoples"]}
        self.leaders: dict[str, Plain] = {one["name"]: one for one in game["leaders"]}
        self.reaching: dict[str, list[Plain]] = {}
        self._led: dict[str, list[str]] = {}
        self._next = self._neighbours()
        self._far = self._distances()

    def _neighbours(self) -> dict[str, set[str]]:
        """Zones that touch."""
        near: dict[str, set[str]] = {name: set() for name in self.zones}
        for border in self.game["map"]["borders"]:
            one, other = border["between"]
            near[one].add(other)
            near[other].add(one)
        return near

    def _distances(self) -> dict[str, int]:
        """Steps from each zone to the nearest one that he wants, or where he can win."""
        far = {name: 0 for name in self.zones if self.wants(name) or self.enemies(name)}
        fresh, steps = list(far), 0
        while fresh:
            steps += 1
            fresh = [
                name
                for name in self.zones
                if name not in far and any(one in self._next[name] for one in fresh)
            ]
            far |= dict.fromkeys(fresh, steps)
        return far

    def distance(self, zone: str) -> int:
        """Steps to the nearest zone that is worth going to."""
        return self._far.get(zone, FAR)

    def own(self, zone: str) -> list[Plain]:
        """His units in a zone."""
        return [unit for unit in self.zones[zone]["units"] if unit["side"] == self.seat]

    def enemies(self, zone: str) -> list[Plain]:
        """Units in a zone that fight him."""
        return [unit for unit in self.zones[zone]["units"] if self._hostile(unit["side"])]

    def _hostile(self, side: str) -> bool:
        people = self.peoples.get(side)
        if people is None:
            return side != self.seat
        return bool(people["at_war"]) and people["led_by"] != self.seat

    def is_at_peace(self, zone: str) -> bool:
        """Whether a people lives there that he would drive into war."""
        name = self.zones[zone]["people"]
        people = self.peoples.get(name) if name else None
        if people is None or self.zones[zone]["control"]:
            return False
        return not people["at_war"] and people["ally"] is None

    def captains(self, zone: str) -> list[str]:
        """His leaders in a zone."""
        return [
            one["name"]
            for one in self.game["leaders"]
            if one["zone"] == zone and one["faction"] == self.seat and one["status"] == "in-play"
        ]

    def reach(self, options: Sequence[Option]) -> None:
        """Note who could march into each zone now: what he may concentrate there."""
        for option in options:
            if option.command["type"] != "civil-war.march" or "/units" not in option.choices:
                continue
            ids = [item["value"] for item in option.choices["/units"]["some_of"]]
            led = option.choices.get("/leaders", {}).get("some_of", ())
            free = self.spare(option.command["zone"], ids)
            for item in option.choices["/to"]["one_of"]:
                self.reaching.setdefault(item["value"], []).extend(free)
                self._led.setdefault(item["value"], []).extend(one["value"] for one in led)

    def coming(self, zone: str) -> list[str]:
        """Leaders who could come there now."""
        return self._led.get(zone, [])

    def value(self, zone: str) -> int:
        """What a zone counts for: its region's points, Roma's most."""
        region = self.regions.get(self.zones[zone]["region"] or "")
        if region is None:
            return 0
        mine = 2 if region["control"] != self.seat else 0
        return 2 * int(region["points"]) + mine + (6 if zone == "Roma" else 0)

    def wants(self, zone: str) -> bool:
        """Whether he should send somebody: it is not his, or a city in it is not."""
        place = self.zones[zone]
        if place["region"] is None or self.own(zone):
            return False
        if place["control"] != self.seat:
            return True
        return any(city["control"] != self.seat for city in place["cities"])

    def party(self, zone: str, free: list[Plain]) -> list[Plain]:
        """A detachment to occupy a zone: a Legio if it has cities to take; the weakest do."""
        legio = [unit for unit in free if unit["kind"] == "legio"]
        others = [unit for unit in free if unit["kind"] != "legio"]
        towns = any(city["control"] != self.seat for city in self.zones[zone]["cities"])
        threat = max((strength(self.enemies(one)) for one in self._next[zone]), default=0)
        if threat > 2 * strength(free):
            return []
        if towns and not legio:
            return others[:1]
        if threat:
            return free
        return (legio[-1:] or others[-1:]) if towns else (others[-1:] or legio[-1:])

    def escort(self, zone: str, party: list[Plain], leaders: list[str]) -> list[str]:
        """Which leaders go with a party: with an army's greater part all but one who stays.

        A strong detachment has one besides the Faction Leader, a weak one none.
        """
        going, here = strength(party), strength(self.own(zone))
        ranked = sorted(leaders, key=lambda name: -self.leaders[name]["tb"])
        chief = [name for name in ranked if self.leaders[name]["faction_leader"]]
        others = [name for name in ranked if name not in chief]
        if 2 * going < here:
            return others[1:2] if going >= ARMY and len(others) > 1 else []
        stays = others[1:2] if here - going >= ARMY else []
        return [name for name in leaders if name not in stays]

    def danger(self, zone: str, joining: Sequence[Plain] = ()) -> bool:
        """Whether enemies next to a zone are stronger by half than what stands there."""
        foes = sum(strength(self.enemies(one)) for one in self._next[zone])
        return 2 * foes > 3 * strength([*self.own(zone), *joining])

    def spare(self, zone: str, ids: Sequence[str]) -> list[Plain]:
        """Who of these may leave a zone, the strongest first: garrisons stay. CW-57."""
        units = sorted(
            (self.units[key] for key in ids), key=lambda one: (one["sp"], one["quality"])
        )
        stay = self._garrison(zone)
        kept: list[Plain] = []
        for unit in units:
            if len(kept) < stay and unit["kind"] == "legio":
                kept.append(unit)
        return [unit for unit in reversed(units) if unit not in kept]

    def _garrison(self, zone: str) -> int:
        """How many Legio have to stay: to take its cities, to keep the region's garrison."""
        place = self.zones[zone]
        region = self.regions.get(place["region"] or "")
        if region is None:
            return 0
        here = sum(1 for unit in self.own(zone) if unit["kind"] == "legio")
        towns = sum(1 for city in place["cities"] if city["control"] != self.seat)
        stay = min(here, 1) if towns or zone == "Roma" else 0
        if region["control"] == self.seat:
            surplus = region["held"][self.seat]["legio"] - region["needs"]["garrison"]
            stay = max(stay, here - max(0, surplus))
        return stay

    def chance(
        self, zone: str, units: list[Plain], leaders: Sequence[str], *, crossing: bool = False
    ) -> int:
        """Faces of six that win an attack there with these units and leaders."""
        enemies = self.enemies(zone)
        if not enemies:
            return 6
        if not units:
            return 0
        column = at_odds(Fraction(max(1, strength(units)), max(1, strength(enemies))))
        column += by_quality(_quality(units), _quality(enemies))[0]
        column = min(max(column, 0), len(COLUMNS) - 1) + 1
        die = self._tactics(leaders) - self._tactics(self._defenders(zone)) - int(crossing)
        if any(unit["crossed"] for unit in units):
            die -= 1
        return sum(1 for face in range(1, 7) if face + die + column >= 9)

    def _tactics(self, leaders: Sequence[str]) -> int:
        return max((self.leaders[name]["tb"] for name in leaders), default=0)

    def _defenders(self, zone: str) -> list[str]:
        return [
            one["name"]
            for one in self.game["leaders"]
            if one["zone"] == zone
            and one["status"] == "in-play"
            and self._hostile(one["faction"] or one["people"] or "")
        ]

    def need(self, people: str) -> int:
        """What an alliance is worth: what stands under arms there."""
        home = self.peoples[people]["home"]
        return strength(self.zones[home]["units"]) // 2 if home else 0

    def forbidden(self, zone: str, goal: str, ships: int) -> bool:
        """Whether a hostile fleet on the way is stronger than his. CW-45."""
        coasts = self.game["map"]["coasts"]
        seas = {coast["sea"] for coast in coasts if coast["zone"] in (zone, goal)}
        return any(
            ships
            < sum(
                1
                for coast in coasts
                if coast["sea"] == sea
                for unit in self.enemies(coast["zone"])
                if unit["kind"] == "naves"
            )
            for sea in seas
        )


def _quality(units: Sequence[Plain]) -> Fraction:
    return Fraction(sum(unit["quality"] for unit in units), len(units))
