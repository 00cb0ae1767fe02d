"""The steady bot's evaluation of positions, in sixths of an SP (sums over six die faces)."""

from collections.abc import Mapping, Sequence
from heapq import nlargest
from typing import Any

import msgspec

from iacta.domain.civil_war.bots.forecast import Forecast
from iacta.domain.civil_war.bots.reckoning import Reckoning
from iacta.domain.civil_war.bots.roads import SAIL
from iacta.domain.civil_war.bots.situation import (
    ARMY,
    CARRIES,
    FACES,
    STACK,
    STEADY,
    Plain,
    Situation,
    Temper,
    ashore,
    is_last,
    strength,
)
from iacta.domain.civil_war.rules.recruit import NUMBERS
from iacta.domain.civil_war.rules.ways import STORMS
from iacta.domain.civil_war.state import SEATS

LEVY = {"legio": 3, "auxilia": 2, "equites": 3, "naves": 1}
"""value of a unit that can be raised, in SP"""
POINT = 3
"""value of a control point, in SP"""
SOONER, ANSWERED, LAST = 25, 60, 100
"""how much of what the year's end would give will last until then, in percent: with more segments
of the seat to come, with one of the enemy's alone, with none"""
LEADER, HEAD = 2, 20
"""value of a leader, and of a Faction Leader beside that, in SP"""
NEAR = 6
"""MA from which armies may come together before an enemy"""
KEPT = 3
"""how much surer a leader is taken who may not leave. CW E4, CW E6"""
LOST = -1_000
"""value of facing enemies who cannot be beaten"""

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


class Judgement(Situation):
    """A situation with the value of possible positions in it."""

    def __init__(self, game: Mapping[str, Any], seat: str, temper: Temper = STEADY) -> None:
        super().__init__(game, seat, temper)
        self._values = {name: _region_value(one) for name, one in self.regions.items()}
        self._last = is_last(game, seat)
        self._season = 4 if self._last else 1
        self._shares = {name: self._share(name) for name in self.zones}
        self._reckoning = Reckoning(game, seat, self._values) if temper.reckons else None
        self._offers = [self._prize(name) for name in self.zones]
        self._drawn: dict[Traits, dict[str, int]] = {}
        self._pulls: dict[tuple[Traits, str], list[tuple[int, str]]] = {}
        self._gathered: dict[tuple[str, int], int] = {}
        self._judged: dict[tuple[object, ...], int] = {}
        self._open = [
            name
            for name, one in self.zones.items()
            if one["control"] == seat and not ashore(self.own(name)) and not self.safe(name)
        ]
        self._ferries = self._ports() if temper.far else []

    def _share(self, zone: str) -> int:
        """The value of holding a zone: its share of the region's value, in SP."""
        region = self.regions.get(self.zones[zone]["region"] or "")
        if region is None:
            return 0
        return int(self._values[region["name"]] // max(1, region["needs"]["zones"]))

    def garrison(self, zone: str, joining: int) -> int:
        """The value of ``joining`` more (or fewer) Legio as garrison of a zone's region."""
        region = self.regions.get(self.zones[zone]["region"] or "")
        if region is None or not region["needs"]["garrison"]:
            return 0
        held, needs = region["held"][self.seat], region["needs"]
        if region["control"] != self.seat and held["zones"] < needs["zones"]:
            return 0
        most: int = needs["garrison"]
        posts = min(held["legio"] + joining, most) - min(held["legio"], most)
        return int(FACES * posts * self._values[region["name"]] // most)

    def enough(self, zone: str, units: list[Plain], leaders: Sequence[str]) -> list[Plain]:
        """As many of the strongest units as make victory certain, or all."""
        counts = range(1, len(units))
        sure = (count for count in counts if self.fight(zone, units[:count], leaders).wins == FACES)
        return units[: next(sure, len(units))]

    def certain(self, march: Plain) -> bool:
        """Whether a march is certain to beat the enemies at its end, by itself."""
        goal, units = march["to"], [self.units[key] for key in march["units"]]
        crossing = self.crosses(march["zone"], goal)
        return self.fight(goal, units, march.get("leaders", ()), crossing=crossing).wins == FACES

    def holding(self, zone: str, units: Sequence[Plain]) -> int:
        """How many of these, from the first, hold a zone against those who could come, or 0."""
        own = [unit for unit in self.own(zone) if unit not in units]
        counts = range(1, len(units) + 1)
        sure = (one for one in counts if self.threat(zone, [*own, *units[:one]], ()).wins <= 1)
        return next(sure, 0)

    def position_value(
        self, zone: str, units: Sequence[Plain], leaders: Sequence[str], *, crossing: bool = False
    ) -> int:
        """The value of these units being in a zone, or fighting for it, in sixths of an SP."""
        key = (zone, crossing, *(unit["id"] for unit in units), *leaders)
        if key not in self._judged:
            self._judged[key] = self._judge(zone, units, leaders, crossing=crossing)
        return self._judged[key]

    def _judge(
        self, zone: str, units: Sequence[Plain], leaders: Sequence[str], *, crossing: bool
    ) -> int:
        gain, fought = self._captives(zone), bool(self.enemies(zone))
        if not ashore(units):
            return 0 if fought else self._ungarrisoned_value(zone) - self.deserted(zone, leaders)
        if fought:
            ahead = self.fight(zone, units, leaders, crossing=crossing)
            if ahead.wins < self.temper.bold:
                return LOST
            gain = ahead.taken - ahead.lost + gain * ahead.wins // FACES
        after = self.threat(zone, units, leaders)
        wins, risk = self._danger(zone, units, leaders, after)
        forsaken = self.deserted(zone, leaders, units) if after.wins == FACES else 0
        return gain + self._held(zone, units, wins) - self.temper.care * risk - forsaken

    def _captives(self, zone: str) -> int:
        """What ill leaders of the enemy are worth, who do not get away, for who reckons. CW E4."""
        if not self.temper.reckons:
            return 0
        sick = [one for one in self._named(self._generals.get(zone, ())) if one["ill"]]
        return sum(FACES * _rank(one) for one in sick)

    def _danger(
        self, zone: str, units: Sequence[Plain], leaders: Sequence[str], after: Forecast
    ) -> tuple[int, int]:
        """With how many faces of six these are driven out, and the SP that it costs.

        Who reckons knows that nobody gets away who has nowhere to go. CW-48
        """
        risk = max(0, after.taken - after.lost) if after.wins >= self.temper.bold - 1 else 0
        if after.wins == FACES and self.cornered(zone):
            risk = FACES * strength(units)
        often = 2 if self._is_remote(zone, units, leaders) else 1
        return after.wins // often, risk // often

    def _is_remote(self, zone: str, units: Sequence[Plain], leaders: Sequence[str]) -> bool:
        """Whether enemies who could come do so half of the time: none next door would beat these.

        Who reckons thinks so: they cannot be everywhere, and there are others to beat.
        """
        return self.temper.reckons and self.next_door(zone, units, leaders) < self.temper.bold

    def _held(self, zone: str, units: Sequence[Plain], wins: int) -> int:
        """The value of a zone with these units in it, whom enemies beat with so many faces."""
        if not self._stays(zone):
            return self._garrisoned_value(zone, units) * (FACES - wins)
        taken = self._shares[zone] * self._season // 4 if self._takes(zone, units) else 0
        return self._shares[zone] * (FACES - wins // 2) + taken * (FACES - wins)

    def _stays(self, zone: str) -> bool:
        """Whether a zone stays the seat's with nobody in it, to a temper that ``reckons``.

        So no unit goes back to have it counted at the year's end, and none leaves because it is in
        danger there: enemies who could come are reckoned to come half of the time either way.
        """
        mine = self.zones[zone]["control"] == self.seat
        return self.temper.reckons and mine and not self.enemies(zone)

    def _ungarrisoned_value(self, zone: str) -> int:
        """The value of an ungarrisoned zone: half if enemies could come, now or in a while."""
        if self.zones[zone]["control"] != self.seat:
            return 0
        safe = not self.answered if self.temper.reckons else self.safe(zone)
        return self._shares[zone] * (FACES if safe else FACES // 2)

    def deserted(self, zone: str, leaders: Sequence[str], units: Sequence[Plain] = ()) -> int:
        """What leaders are worth whom no army guards, where enemies could come for them. CW-49.

        Or an army of these units, which is certain to be beaten.

        The year's end does not save them: the next one begins, and who is beaten falls back there.
        """
        if not self.temper.reckons or zone not in self._threats:
            return 0
        often = 2 if self._is_remote(zone, units, leaders) else 1
        return sum(self._alone(self.leaders[name]) for name in leaders) // often

    def _alone(self, leader: Mapping[str, Any]) -> int:
        return FACES * _rank(leader) * (KEPT if leader["kept"] else 1)

    def _garrisoned_value(self, zone: str, units: Sequence[Plain]) -> int:
        """The value of a zone with these units in it, in SP; a Legio takes its cities too."""
        if not self._conquers(units):
            return self._shares[zone] * self._season // 4 if self._theirs(zone) else 0
        return self._shares[zone] * (3 if self._takes(zone, units) else 2) * self._season // 4

    def _conquers(self, units: Sequence[Plain]) -> bool:
        """Whether units take zones for the seat, as who reckons knows of peoples that do not."""
        return not self.temper.reckons or any(unit["side"] == self.seat for unit in units)

    def _takes(self, zone: str, units: Sequence[Plain]) -> bool:
        """Whether cities are still to be taken, and a Legio is there to take one. CW-56."""
        towns = any(city["control"] != self.seat for city in self.zones[zone]["cities"])
        return towns and any(unit["kind"] == "legio" for unit in units)

    def year_end(
        self,
        zone: str,
        goal: str,
        rest: Sequence[Plain],
        joined: Sequence[Plain],
        leaders: Sequence[str],
    ) -> int:
        """How much more the year's end would give after a march from a zone to a goal.

        ``rest`` stay and ``joined`` are at the goal then. What a march gives counts as often as
        its battle is won and nobody drives them out again; what it gives up, as often as nobody
        would have driven out who were there.
        """
        if self._reckoning is None:
            return 0
        moved: dict[str, Sequence[Plain]] = {zone: [*rest, *self.enemies(zone)], goal: joined}
        gain = self._reckoning.gain(moved)
        if gain > 0 and self.enemies(goal):
            gain = gain * self.fight(goal, joined, leaders).wins // FACES
        if gain < 0:
            gain = -self.lasting(-gain, zone, self.own(zone), self.captains(zone))
        lasting = self.lasting(gain, goal, joined, leaders)
        if self._is_remote(goal, joined, leaders):
            lasting = (gain + lasting) // 2
        gain = lasting - self._laid_open(zone, moved)
        lasts = (ANSWERED if self.answered else LAST) if self._last else SOONER
        return gain * FACES * lasts // 100

    def _laid_open(self, zone: str, moved: Mapping[str, Sequence[Plain]]) -> int:
        """Half of what an enemy would take who came to a zone that is left to nobody.

        They are thought of in all zones that are open already: one alone may not matter.
        """
        mine = self.zones[zone]["control"] == self.seat
        if self._reckoning is None or not mine or ashore(moved[zone]) or self.safe(zone):
            return 0
        enemy = next(one for one in SEATS if one != self.seat)
        intruder = {"kind": "legio", "side": enemy, "fell_back": False}
        taken = {one: [intruder] for one in self._open if one not in moved}
        held = self._reckoning.gain({**moved, **taken})
        return (held - self._reckoning.gain({**moved, **taken, zone: [intruder]})) // 2

    def lasting(self, gain: int, zone: str, units: Sequence[Plain], leaders: Sequence[str]) -> int:
        """What is gained in a zone, as often as nobody drives the units out, for who reckons."""
        if gain <= 0 or not self.temper.reckons:
            return gain
        return gain * (FACES - self.threat(zone, units, leaders).wins) // FACES

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
            if not here or not there or (strength(units) < ARMY and there[0][1] != goal):
                return -left
            return there[0][0] - max(here[0][0], left)
        drawn = [
            next((value for value, one in near if one not in (zone, goal)), None)
            for near in (here, there)
        ]
        return 0 if drawn[0] is None or drawn[1] is None else drawn[1] - drawn[0]

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
        if any(one["number"] == STORMS for one in self.game["in_force"]):
            return []
        fleets = {name: self.ships(name) for name in self.zones}
        return [(name, CARRIES * len(all_), all_[0]["ma"]) for name, all_ in fleets.items() if all_]

    def _march(self, zone: str, goal: str, count: int) -> int:
        """MA for so many units from a zone to a goal, overland or by the seat's ships."""
        ways = [
            self.roads.distance(zone, port) + self.roads.shipped(port, reach).get(goal, 99)
            for port, room, reach in self._ferries
            if room >= count
        ]
        return min((self.roads.distance(zone, goal), *ways))

    def lift(self, port: str, fleet: Sequence[Plain]) -> int:
        """How much more the army in a port would be drawn to if this fleet were there for it."""
        units = self.free([unit["id"] for unit in ashore(self.own(port))])[: CARRIES * len(fleet)]
        if strength(units) < 2 * ARMY or self.enemies(port):
            return 0
        others = [one for one in self.ships(port) if one not in fleet]
        if CARRIES * len(others) >= len(units):
            return 0
        prizes = self._prizes(_traits(units, takes=self._conquers(units)))
        seas, step = self.roads.shipped(port, fleet[0]["ma"]), self.temper.step
        by_sea = [prize - step * seas.get(one, 99) for one, prize in prizes.items()]
        by_land = [prize - step * self.roads.distance(port, one) for one, prize in prizes.items()]
        return max(0, max(by_sea, default=0) - max(by_land, default=0))

    def _prize(self, zone: str) -> Prize:
        enemies, own = self.enemies(zone), self.own(zone)
        wanted = bool(enemies) or self.wants(zone)
        value = strength(enemies) + (2 * self._shares[zone] + self._crown(zone) if wanted else 0)
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
        if not self.temper.far:
            return 0
        ports = [
            self._gather(port, room)
            for port, room, reach in self._ferries
            if self.roads.shipped(port, reach).get(prize.zone, 99) <= SAIL
        ]
        return max((self._gather(prize.zone, STACK), *ports))

    def _gather(self, zone: str, most: int) -> int:
        """The same of the armies that are near a zone, so many units at most."""
        if (zone, most) not in self._gathered:
            armies = [
                self.free([unit["id"] for unit in ashore(self.own(name))])
                for name in self.zones
                if self.roads.distance(name, zone) <= NEAR
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
        if self._reckoning is None or region is None or not self.temper.far:
            return 0
        taker = {"kind": "legio", "side": self.seat, "fell_back": False}
        takers = [taker] * max(1, region["needs"]["garrison"])
        return max(0, self._reckoning.gain({zone: takers})) // 2

    def _theirs(self, zone: str) -> bool:
        control = self.zones[zone]["control"]
        return control in SEATS and control != self.seat

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


def _rank(leader: Mapping[str, Any]) -> int:
    """The value of a leader, in SP."""
    return LEADER + (HEAD if leader["faction_leader"] else 0)


def _traits(units: Sequence[Plain], *, takes: bool) -> Traits:
    """Weighted strength, SP, number, Legio, and whether they take zones for the seat."""
    legio = sum(1 for unit in units if unit["kind"] == "legio")
    return weighted_strength(units), strength(units), len(units), legio, takes


def _region_value(region: Mapping[str, Any]) -> int:
    """The value of a region's points and recruits, in SP."""
    levy = NUMBERS.get(region["name"], {})
    return int(POINT * region["points"] + sum(LEVY[kind] * number for kind, number in levy.items()))
