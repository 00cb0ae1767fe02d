"""What a steady player makes of a view: forces, threats, what a position is worth to him.

Worth is counted in sixths of SP: what the faces of a die bring, added up.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from domain.civil_war.forecast import Host, Outlook, host, outlook
from domain.civil_war.roads import roads
from domain.civil_war.rules.recruit import NUMBERS
from domain.kernel.system import Option

Plain = dict[str, Any]
FACES = 6
BOLD = 4
"""faces of the combat die that have to win before he attacks"""
STACK = 20
STEP = 8
"""what it is worth to be 1 MA nearer to a goal"""
LOST = -1_000
"""what it is worth to stand before enemies who cannot be beaten"""
CARE = 2
"""what SP that he could lose weigh against SP that he could take"""
CARRIES = 3
LEVY = {"legio": 3, "auxilia": 2, "equites": 3, "naves": 1}
"""what a unit to be raised is worth, in SP"""


def strength(units: Sequence[Mapping[str, Any]]) -> int:
    """The sum of SP."""
    return sum(unit["sp"] for unit in units)


def might(units: Sequence[Mapping[str, Any]]) -> int:
    """Strength with quality in it: a veteran counts for more than his SP."""
    return sum(unit["sp"] * (2 + unit["quality"]) for unit in units)


ARMY = 8
"""SP that deserve a leader"""


class Prize(msgspec.Struct, frozen=True):
    """What a zone offers to those who march: might to beat there, or to join; units there."""

    zone: str
    worth: int
    beats: int
    joins: int
    crowd: int
    mine: bool


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
        self.roads = roads(game["map"])
        self._own = {name: self._of(name, hostile=False) for name in self.zones}
        self._enemies = {name: self._of(name, hostile=True) for name in self.zones}
        self._captains = self._leading(hostile=False)
        self._generals = self._leading(hostile=True)
        self.reaching: dict[str, list[Plain]] = {}
        self._led: dict[str, list[str]] = {}
        self.season = 4 if self._is_last() else 1
        self._posts = self._garrisons()
        self._shares = {name: self._share(name) for name in self.zones}
        self._foes = {
            name: host(units, self._named(self._generals.get(name, ())))
            for name, units in self._enemies.items()
            if units
        }
        self._threats = self._who_could_come()
        self._offers = [self._prize(name) for name in self.zones]
        self._drawn: dict[tuple[int, ...], dict[str, int]] = {}
        self._judged: dict[tuple[object, ...], int] = {}

    def _is_last(self) -> bool:
        """Whether he moves no more before the year's control is settled."""
        segment = self.game["segment"]
        return segment is not None and self.seat not in segment["order"][segment["number"] :]

    def _of(self, zone: str, *, hostile: bool) -> list[Plain]:
        mine = self._hostile if hostile else self._follows
        return [unit for unit in self.zones[zone]["units"] if mine(unit["side"])]

    def _leading(self, *, hostile: bool) -> dict[str, list[str]]:
        mine = self._hostile if hostile else self._follows
        found: dict[str, list[str]] = {}
        for one in self.game["leaders"]:
            if one["status"] == "in-play" and one["zone"] is not None:
                if mine(one["faction"] or one["people"] or ""):
                    found.setdefault(one["zone"], []).append(one["name"])
        return found

    def _follows(self, side: str) -> bool:
        people = self.peoples.get(side)
        if people is None:
            return side == self.seat
        return bool(people["at_war"]) and people["led_by"] == self.seat

    def _hostile(self, side: str) -> bool:
        people = self.peoples.get(side)
        if people is None:
            return side != self.seat
        return bool(people["at_war"]) and people["led_by"] != self.seat

    def own(self, zone: str) -> list[Plain]:
        """His units in a zone, and those of peoples that he leads."""
        return self._own[zone]

    def enemies(self, zone: str) -> list[Plain]:
        """Units in a zone that fight him."""
        return self._enemies[zone]

    def captains(self, zone: str) -> list[str]:
        """His leaders in a zone."""
        return self._captains.get(zone, [])

    def retreating(self) -> list[str]:
        """Units whose retreat is to be chosen first."""
        return list(self.game["pending"][0]["units"]) if self.game["pending"] else []

    def is_at_peace(self, zone: str) -> bool:
        """Whether a people lives there that he would drive into war."""
        name = self.zones[zone]["people"]
        people = self.peoples.get(name) if name else None
        if people is None or self.zones[zone]["control"]:
            return False
        return not people["at_war"] and people["ally"] is None

    def _garrisons(self) -> set[str]:
        """The units that hold what he has: a region's weakest Legio, one for untaken cities."""
        posts: set[str] = set()
        for name, region in self.regions.items():
            if region["control"] == self.seat:
                legio = sorted(
                    (
                        unit
                        for zone in self.zones.values()
                        if zone["region"] == name
                        for unit in self.own(zone["name"])
                        if unit["kind"] == "legio"
                    ),
                    key=lambda one: (one["sp"], one["quality"], one["id"]),
                )
                posts |= {unit["id"] for unit in legio[: region["needs"]["garrison"]]}
        return posts | {key for zone in self.zones for key in self._taking(zone)}

    def _taking(self, zone: str) -> list[str]:
        """The weakest Legio where cities are not yet his. CW-56."""
        place = self.zones[zone]
        if place["region"] is None or self.enemies(zone):
            return []
        if all(city["control"] == self.seat for city in place["cities"]):
            return []
        legio = [unit for unit in self.own(zone) if unit["kind"] == "legio"]
        return [min(legio, key=lambda one: (one["sp"], one["quality"]))["id"]] if legio else []

    def _who_could_come(self) -> dict[str, Host]:
        """Enemies who can march or sail into each zone in one segment."""
        pools: dict[str, dict[str, Plain]] = {name: {} for name in self.zones}
        led: dict[str, set[str]] = {name: set() for name in self.zones}
        halts = {name for name in self.zones if self.own(name)}
        for name, units in self._enemies.items():
            if not units or self._beaten(name):
                continue
            foot = [unit for unit in units if unit["kind"] != "naves"]
            ships = [unit for unit in units if unit["kind"] == "naves"]
            for pace in {unit["ma"] for unit in foot}:
                party = {unit["id"]: unit for unit in foot if unit["ma"] == pace}
                for goal in self.roads.overland(name, pace, halts):
                    pools[goal] |= party
                    led[goal].update(self._generals.get(name, ()))
            if ships:
                aboard = sorted(foot, key=lambda one: -one["sp"])[: CARRIES * len(ships)]
                for goal in self.roads.by_sea(name, ships[0]["ma"]):
                    pools[goal] |= {unit["id"]: unit for unit in (*aboard, *ships)}
                    led[goal].update(self._generals.get(name, ()))
        return {
            name: host(_strongest(pool), self._named(sorted(led[name])))
            for name, pool in pools.items()
            if pool
        }

    def _beaten(self, zone: str) -> bool:
        """Whether those who have come against an enemy are as good as sure to beat him."""
        own = self.own(zone)
        return bool(own) and self.fight(zone, own, self.captains(zone)).wins >= FACES - 1

    def reach(self, options: Sequence[Option]) -> None:
        """Note who could march into each zone now: what he may concentrate there."""
        for option in options:
            if option.command["type"] != "civil-war.march" or "/units" not in option.choices:
                continue
            ids = [item["value"] for item in option.choices["/units"]["some_of"]]
            led = option.choices.get("/leaders", {}).get("some_of", ())
            free = self.free(ids)
            for item in option.choices["/to"]["one_of"]:
                self.reaching.setdefault(item["value"], []).extend(free)
                self._led.setdefault(item["value"], []).extend(one["value"] for one in led)

    def coming(self, zone: str) -> list[str]:
        """Leaders who could come there now."""
        return self._led.get(zone, [])

    def free(self, ids: Sequence[str]) -> list[Plain]:
        """Who of these is needed nowhere in particular, the strongest first."""
        return _strongest({key: self.units[key] for key in ids if key not in self._posts})

    def fight(
        self, zone: str, units: Sequence[Plain], leaders: Sequence[str], *, crossing: bool = False
    ) -> Outlook:
        """What an attack on the enemies in a zone is likely to bring."""
        crossing = crossing or any(unit["crossed"] for unit in units)
        return outlook(host(units, self._named(leaders)), self._foes[zone], crossing=crossing)

    def enough(self, zone: str, units: list[Plain], leaders: Sequence[str]) -> list[Plain]:
        """The strongest of these who are sure to win an attack, or all."""
        counts = range(1, len(units))
        sure = (count for count in counts if self.fight(zone, units[:count], leaders).wins == FACES)
        return units[: next(sure, len(units))]

    def _named(self, names: Sequence[str]) -> list[Plain]:
        return [self.leaders[name] for name in names]

    def threat(self, zone: str, units: Sequence[Plain], leaders: Sequence[str]) -> Outlook:
        """What the enemies who could come are likely to bring upon those who stand there."""
        foes = self._threats.get(zone)
        return outlook(foes, host(units, self._named(leaders))) if foes else Outlook(0, 0, 0)

    def safe(self, zone: str) -> bool:
        """Whether no enemy could come there."""
        return zone not in self._threats

    def _share(self, zone: str) -> int:
        """What holding a zone is worth: its part of its region's worth, in SP."""
        region = self.regions.get(self.zones[zone]["region"] or "")
        return _worth(region) // max(1, region["needs"]["zones"]) if region else 0

    def garrison(self, zone: str, joining: int) -> int:
        """What so many Legio more, or fewer, are worth as garrison of a zone's region."""
        region = self.regions.get(self.zones[zone]["region"] or "")
        if region is None or not region["needs"]["garrison"]:
            return 0
        held, needs = region["held"][self.seat], region["needs"]
        if region["control"] != self.seat and held["zones"] < needs["zones"]:
            return 0
        posts = min(held["legio"] + joining, needs["garrison"])
        posts -= min(held["legio"], needs["garrison"])
        return FACES * posts * _worth(region) // needs["garrison"]

    def wants(self, zone: str) -> bool:
        """Whether he should send somebody: it is not his, or a city in it is not."""
        place = self.zones[zone]
        if place["region"] is None or self.own(zone):
            return False
        if place["control"] != self.seat:
            return True
        return any(city["control"] != self.seat for city in place["cities"])

    def standing(
        self, zone: str, units: Sequence[Plain], leaders: Sequence[str], *, crossing: bool = False
    ) -> int:
        """What it is worth that these stand in a zone, or fight for it, in sixths of SP."""
        key = (zone, crossing, *(unit["id"] for unit in units), *leaders)
        if key not in self._judged:
            self._judged[key] = self._judge(zone, units, leaders, crossing=crossing)
        return self._judged[key]

    def _judge(
        self, zone: str, units: Sequence[Plain], leaders: Sequence[str], *, crossing: bool
    ) -> int:
        gain, fought = 0, bool(self.enemies(zone))
        if not units:
            return 0 if fought else self._kept(zone)
        if fought:
            ahead = self.fight(zone, units, leaders, crossing=crossing)
            if ahead.wins < BOLD:
                return LOST
            gain = ahead.taken - ahead.lost
        after = self.threat(zone, units, leaders)
        risk = max(0, after.taken - after.lost) if after.wins >= BOLD - 1 else 0
        land = any(unit["kind"] != "naves" for unit in units)
        held = self._held(zone, units) * (FACES - after.wins // 2) if land else self._kept(zone)
        return gain + held - CARE * risk

    def _kept(self, zone: str) -> int:
        """What a zone without a garrison is worth: half where enemies could come."""
        if self.zones[zone]["control"] != self.seat:
            return 0
        return self._shares[zone] * (FACES // 2 if zone in self._threats else FACES)

    def _held(self, zone: str, units: Sequence[Plain]) -> int:
        """SP that a zone is worth with units in it: a Legio takes its cities too."""
        towns = any(city["control"] != self.seat for city in self.zones[zone]["cities"])
        takes = towns and any(unit["kind"] == "legio" for unit in units)
        return self._shares[zone] * (3 if takes else 2) * self.season // 4

    def pull(self, zone: str, goal: str, units: Sequence[Plain]) -> int:
        """How much nearer a goal is than a zone to what is worth their march.

        Neither of the two counts: who has gone would else be drawn back.
        """
        prizes = self._prizes(units)
        near = [
            (prize - STEP * self.roads.distance(zone, one), prize - STEP * self.roads.distance(goal, one))
            for one, prize in prizes.items()
            if one not in (zone, goal)
        ]
        if not near:
            return 0
        return max(there for _, there in near) - max(here for here, _ in near)

    def _prize(self, zone: str) -> Prize:
        enemies, own = self.enemies(zone), self.own(zone)
        if enemies:
            worth = FACES * (strength(enemies) + 2 * self._shares[zone])
            return Prize(zone, worth, 5 * might(enemies) // 4, 0, 0, mine=False)
        worth = FACES * 2 * self._shares[zone] if self.wants(zone) else 0
        mine = self.zones[zone]["control"] == self.seat
        return Prize(zone, worth, 0, might(own), len(own), mine)

    def _prizes(self, units: Sequence[Plain]) -> dict[str, int]:
        """What these could win or join, by zone: an enemy, a zone, a garrison, an army."""
        legio = sum(1 for unit in units if unit["kind"] == "legio")
        key = (might(units), strength(units), len(units), legio)
        if key not in self._drawn:
            self._drawn[key] = self._worthwhile(*key)
        return self._drawn[key]

    def _worthwhile(self, power: int, sp: int, count: int, legio: int) -> dict[str, int]:
        found = {}
        for prize in self._offers:
            worth = prize.worth if power >= prize.beats else 0
            if prize.joins > power and prize.crowd + count <= STACK:
                worth = max(worth, FACES * min(10, 2 * sp))
            if legio and prize.mine:
                worth += self.garrison(prize.zone, legio)
            if worth:
                found[prize.zone] = worth
        return found

    def escort(self, zone: str, party: Sequence[Plain], leaders: Sequence[str]) -> list[str]:
        """Which leaders go with a party: with an army's greater part all but one who stays.

        A strong detachment has one besides the Faction Leader, a weak one none.
        """
        going, here = strength(party), strength(self.own(zone))
        ranked = sorted(leaders, key=lambda name: -self.leaders[name]["tb"])
        others = [name for name in ranked if not self.leaders[name]["faction_leader"]]
        if 2 * going < here:
            return others[1:2] if going >= ARMY and len(others) > 1 else []
        stays = others[1:2] if here - going >= ARMY else []
        return [name for name in leaders if name not in stays]

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


def _worth(region: Mapping[str, Any]) -> int:
    """A region's points and recruits, in SP."""
    levy = NUMBERS.get(region["name"], {})
    return int(3 * region["points"] + sum(LEVY[kind] * number for kind, number in levy.items()))


def _strongest(units: Mapping[str, Plain]) -> list[Plain]:
    """The strongest first, no more than may stand together. CW-39."""
    ranked = sorted(units.values(), key=lambda one: (-one["sp"], -one["quality"], one["id"]))
    return ranked[:STACK]
