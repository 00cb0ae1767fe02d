"""What draws units from afar, beside what positions are worth, in sixths of an SP."""

from collections.abc import Mapping, Sequence
from heapq import nlargest
from typing import Any

import msgspec

from iacta.domain.civil_war.bots.positions import Positions
from iacta.domain.civil_war.bots.roads import SAIL
from iacta.domain.civil_war.bots.situation import (
    ARMY,
    CARRIES,
    FACES,
    STACK,
    STEADY,
    Plain,
    Temper,
    ashore,
    strength,
)

NEAR = 6
"""MA from which armies may come together before an enemy"""
Traits = tuple[int, int, int, int, bool]
"""of a party: weighted strength, SP, number, Legio, and whether they take zones for the seat"""


def weighted_strength(units: Sequence[Mapping[str, Any]]) -> int:
    """Strength weighted by quality."""
    return sum(unit["sp"] * (2 + unit["quality"]) for unit in units)


class Prize(msgspec.Struct, frozen=True, kw_only=True):
    """What a zone offers a march: strength to beat or to join, and the units there.

    ``theirs``: whether it is the enemy's, so that a people's units, who do not take it for the
    seat, may take it away. CW-55
    """

    zone: str
    value: int
    beats: int
    joins: int
    crowd: int
    mine: bool
    theirs: bool


class Judgement(Positions):
    """The value of positions, and of what marches from them would lead to."""

    def __init__(self, game: Mapping[str, Any], seat: str, temper: Temper = STEADY) -> None:
        super().__init__(game, seat, temper)
        self._offers = [self._prize(name) for name in self.zones]
        self._drawn: dict[Traits, dict[str, int]] = {}
        self._pulls: dict[tuple[Traits, str], list[tuple[int, str]]] = {}
        self._gathered: dict[tuple[str, int], int] = {}
        self._ferries = self._ports() if temper.reckons else []

    def pull(self, zone: str, goal: str, units: Sequence[Plain], rest: Sequence[Plain]) -> int:
        """How much closer a goal is than a zone to zones worth marching to; ``rest`` stay behind.

        The steady bot counts neither of the two, or units would be drawn back to where they came
        from. Who reckons counts both, and what is left before it is settled: so nobody is better
        off for having been there and back.
        """
        key = _traits(units, takes=self._conquers(units))
        here, there = self._nearest(key, zone), self._nearest(key, goal)
        if self.temper.reckons:
            left = 0 if ashore(rest) else self._unsettled(zone)
            if strength(units) < ARMY and self._is_post(zone, rest):
                return -left
            if not here or not there or (strength(units) < ARMY and there[0][1] != goal):
                return -left
            return there[0][0] - max(here[0][0], left)
        drawn = [
            next((value for value, one in near if one not in (zone, goal)), None)
            for near in (here, there)
        ]
        return 0 if drawn[0] is None or drawn[1] is None else drawn[1] - drawn[0]

    def _is_post(self, zone: str, rest: Sequence[Plain]) -> bool:
        """Whether those who leave a zone lay open what the year's end needs: nothing draws them."""
        return not ashore(rest) and self.stakes[zone] > 0 and not self.safe(zone)

    def _unsettled(self, zone: str) -> int:
        """The value of a zone that the seat's units have come to, while it is still to be taken."""
        wanted = self.lacks(zone) and not self.enemies(zone)
        return FACES * 2 * self._shares[zone] if wanted else 0

    def _nearest(self, key: Traits, zone: str) -> list[tuple[int, str]]:
        """The three prizes that draw units of these traits most from a zone, the best first."""
        if (key, zone) not in self._pulls:
            drawn = (
                (prize - self.temper.step * self._march(zone, one, key[2]), one)
                for one, prize in self._prizes(key).items()
            )
            self._pulls[key, zone] = nlargest(3, drawn)
        return self._pulls[key, zone]

    def _ports(self) -> list[tuple[str, int, int]]:
        """Where the seat's ships are, how many units they carry and how many seas they sail."""
        if self.storms():
            return []
        fleets = {name: self.ships(name) for name in self.zones}
        return [(name, CARRIES * len(all_), all_[0]["ma"]) for name, all_ in fleets.items() if all_]

    def _march(self, zone: str, goal: str, count: int) -> int:
        """MA for so many units from a zone to a goal, overland or by the seat's ships."""
        ways = [
            self.distance(zone, port) + self.shipped(port, reach).get(goal, 99)
            for port, room, reach in self._ferries
            if room >= count
        ]
        return min((self.distance(zone, goal), *ways))

    def lift(self, port: str, fleet: Sequence[Plain]) -> int:
        """How much more the army in a port would be drawn to if this fleet were there for it."""
        units = self.free([unit["id"] for unit in ashore(self.own(port))])[: CARRIES * len(fleet)]
        if strength(units) < 2 * ARMY or self.enemies(port):
            return 0
        others = [one for one in self.ships(port) if one not in fleet]
        if CARRIES * len(others) >= len(units):
            return 0
        prizes = self._prizes(_traits(units, takes=self._conquers(units)))
        seas, step = self.shipped(port, fleet[0]["ma"]), self.temper.step
        by_sea = [prize - step * seas.get(one, 99) for one, prize in prizes.items()]
        by_land = [prize - step * self.distance(port, one) for one, prize in prizes.items()]
        return max(0, max(by_sea, default=0) - max(by_land, default=0))

    def _prize(self, zone: str) -> Prize:
        enemies, own = self.enemies(zone), self.own(zone)
        settled = bool(enemies and own) and not self.undecided(zone)
        wanted = (bool(enemies) or self.wants(zone)) and not settled
        value = 0
        if wanted:
            value = strength(enemies) + 2 * self._shares[zone] + self._crown(zone)
        return Prize(
            zone=zone,
            value=FACES * value,
            beats=5 * weighted_strength(enemies) // 4,
            joins=0 if enemies else weighted_strength(own),
            crowd=0 if enemies else len(own),
            mine=not enemies and self.zones[zone]["control"] == self.seat,
            theirs=self._theirs(zone),
        )

    def _massed(self, prize: Prize) -> int:
        """Weighted strength of the armies that are near enough to come together."""
        if not self.temper.reckons:
            return 0
        ports = [
            self._gather(port, room)
            for port, room, reach in self._ferries
            if self.shipped(port, reach).get(prize.zone, 99) <= SAIL
        ]
        return max((self._gather(prize.zone, STACK), *ports))

    def _gather(self, zone: str, most: int) -> int:
        """The same of the armies that are near a zone, so many units at most."""
        if (zone, most) not in self._gathered:
            armies = [
                self.free([unit["id"] for unit in ashore(self.own(name))])
                for name in self.zones
                if self.distance(name, zone) <= NEAR
            ]
            units = [one for army in armies if strength(army) >= ARMY for one in army]
            units.sort(key=lambda one: -one["sp"])
            self._gathered[zone, most] = weighted_strength(units[: min(most, STACK)])
        return self._gathered[zone, most]

    def _crown(self, zone: str) -> int:
        """Half of what it would give at the year's end to have taken a zone, in SP, from afar.

        By as many Legio as its region's garrison needs. CW-57
        """
        region = self.regions.get(self.zones[zone]["region"] or "")
        if self.reckoning is None or region is None:
            return 0
        taker = {"kind": "legio", "side": self.seat, "fell_back": False}
        takers = [taker] * max(1, region["needs"]["garrison"])
        return max(0, self.reckoning.gain({zone: takers})) // 2

    def _prizes(self, key: Traits) -> dict[str, int]:
        """The value of what units of these traits could win or join, by zone."""
        if key not in self._drawn:
            self._drawn[key] = self._worthwhile(key)
        return self._drawn[key]

    def _worthwhile(self, key: Traits) -> dict[str, int]:
        power, sp, count, legio, takes = key
        found = {}
        for prize in self._offers:
            taken = takes or prize.beats or prize.theirs
            able = power >= prize.beats or (sp >= ARMY and self._massed(prize) >= prize.beats)
            value = prize.value if taken and able else 0
            if prize.joins > power and prize.crowd + count <= STACK:
                value = max(value, FACES * min(10, 2 * sp))
            if legio and prize.mine:
                value += self.garrison(prize.zone, legio)
            if value:
                found[prize.zone] = value
        return found


def _traits(units: Sequence[Plain], *, takes: bool) -> Traits:
    """Weighted strength, SP, number, Legio, and whether they take zones for the seat."""
    legio = sum(1 for unit in units if unit["kind"] == "legio")
    return weighted_strength(units), strength(units), len(units), legio, takes
