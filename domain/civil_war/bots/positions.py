"""What it is worth to be in a zone or to fight for it, in sixths of an SP (sums over six faces)."""

from collections.abc import Mapping, Sequence
from typing import Any

from iacta.domain.civil_war.bots.forecast import Forecast
from iacta.domain.civil_war.bots.outlook import Outlook
from iacta.domain.civil_war.bots.reckoning import WON, Reckoning
from iacta.domain.civil_war.bots.situation import (
    ARMY,
    FACES,
    STEADY,
    Plain,
    Situation,
    Temper,
    ashore,
    is_last,
    strength,
)
from iacta.domain.civil_war.rules.recruit import NUMBERS
from iacta.domain.civil_war.state import SEATS

LEVY = {"legio": 3, "auxilia": 2, "equites": 3, "naves": 1}
"""value of a unit that can be raised, in SP"""
POINT = 3
"""value of a control point, in SP"""
SOONER, LAST = 25, 100
"""how much of what the year's end is expected to give will last until then, in percent: with more
segments of the seat to come, with none"""
OPEN, POST = 0.85, 0.75
"""how often enemies come who could: to who lies open, to a post that they are certain to beat"""
LEADER, HEAD = 2, 20
"""value of a leader, and of a Faction Leader beside that, in SP"""
KEPT = 3
"""how much surer a leader is taken who may not leave. CW E4, CW E6"""
LOST = -1_000
"""value of facing enemies who cannot be beaten"""


class Positions(Situation):
    """A situation with the value of possible positions in it."""

    def __init__(self, game: Mapping[str, Any], seat: str, temper: Temper = STEADY) -> None:
        super().__init__(game, seat, temper)
        self._values = {name: _region_value(one) for name, one in self.regions.items()}
        self.last = is_last(game, seat)
        self._season = 4 if self.last else 1
        self._shares = {name: self._share(name) for name in self.zones}
        self.reckoning = Reckoning(game, seat, self._values) if temper.reckons else None
        self._judged: dict[tuple[object, ...], int] = {}
        self.risks = {
            name: self.risk(name, self.own(name), self.captains(name)) for name in self.zones
        }
        self.outlook = Outlook(self.reckoning, self.risks) if self.reckoning else None
        self.stakes = {name: self._stake(name) for name in self.zones}

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

    def dares(self, zone: str, units: Sequence[Plain], leaders: Sequence[str]) -> bool:
        """Whether these fight in a zone at odds at which only who has lost else would."""
        if self.temper.bold >= STEADY.bold or not self.enemies(zone):
            return False
        return self.fight(zone, units, leaders).wins < STEADY.bold

    def certain(self, march: Plain) -> bool:
        """Whether a march is certain to beat the enemies at its end, by itself."""
        goal, units = march["to"], [self.units[key] for key in march["units"]]
        crossing = self.crosses(march["zone"], goal)
        return self.fight(goal, units, march.get("leaders", ()), crossing=crossing).wins == FACES

    def guards(self, march: Plain) -> bool:
        """Whether a march would hold its goal against all who could come before the year's end."""
        if not self.last or not self.answered or not self.stakes[march["to"]]:
            return False
        goal, units = march["to"], [self.units[key] for key in march["units"]]
        leaders = [*self.captains(goal), *march.get("leaders", ())]
        return self.threat(goal, [*self.own(goal), *units], leaders).wins <= 1

    def holding(self, zone: str, units: Sequence[Plain]) -> int:
        """How many of these, from the first, hold a zone against those who could come, or 0."""
        own = [unit for unit in self.own(zone) if unit not in units]
        counts = range(1, len(units) + 1)
        sure = (one for one in counts if self.threat(zone, [*own, *units[:one]], ()).wins <= 1)
        return next(sure, 0)

    def position_value(
        self,
        zone: str,
        units: Sequence[Plain],
        leaders: Sequence[str],
        *,
        crossing: bool = False,
        ahead: str = "",
    ) -> int:
        """The value of these units being in a zone, or fighting for it, in sixths of an SP.

        ``ahead``: where an army of the seat would stand in the enemy's way.
        """
        key = (zone, crossing, ahead, *(unit["id"] for unit in units), *leaders)
        if key not in self._judged:
            self._judged[key] = self._judge(zone, units, leaders, crossing=crossing, ahead=ahead)
        return self._judged[key]

    def _judge(
        self,
        zone: str,
        units: Sequence[Plain],
        leaders: Sequence[str],
        *,
        crossing: bool,
        ahead: str,
    ) -> int:
        gain, fought = self._captives(zone), bool(self.enemies(zone))
        if not ashore(units):
            if fought:
                return 0
            return self._ungarrisoned_value(zone, ahead) - self.deserted(zone, leaders, (), ahead)
        if fought:
            battle = self.fight(zone, units, leaders, crossing=crossing)
            if battle.wins < self.temper.bold:
                return LOST
            gain = battle.taken - battle.lost + gain * battle.wins // FACES
        after = self.threat(zone, units, leaders, ahead)
        wins, risk = self._danger(zone, units, leaders, after)
        certain = after.wins == FACES
        forsaken = self.deserted(zone, leaders if certain else self._kept(leaders), units, ahead)
        if not certain:
            forsaken = forsaken * after.wins // FACES if after.wins >= self.temper.bold else 0
        care = self.temper.care
        if self.temper.reckons and strength(units) < ARMY:
            care = min(care, 1)  # a post is there to be lost: who leaves it gives it away
        if self.last and self.answered and self.stakes[zone] >= WON // 2:
            care = 0  # nothing is worth more than what the war is lost by
        return gain + self._held(zone, units, wins) - care * risk - forsaken

    def _captives(self, zone: str) -> int:
        """What leaders of the enemy are worth whom units take there, for who reckons. CW E4, CW-49.

        The ill ones, and where no army guards them all who have nowhere to go.
        """
        if not self.temper.reckons:
            return 0
        there = self._named(self._generals.get(zone, ()))
        lost = not self.enemies(zone) and not self._has_refuge(zone, there)
        return sum(FACES * _rank(one) for one in there if one["ill"] or lost)

    def _has_refuge(self, zone: str, leaders: Sequence[Plain]) -> bool:
        """Whether enemy leaders get away from a zone to one that is theirs. CW-49"""
        far = max((one["ma"] for one in leaders), default=0)
        ways = {*self.roads.overland(zone, far, self._halts)}
        if not self.storms():
            ways |= self.roads.by_sea(zone, 1)
        return any(
            self._enemies[one] or self._hostile_ships[one] or self._theirs(one)
            for one in ways
            if not self.own(one)
        )

    def _danger(
        self, zone: str, units: Sequence[Plain], leaders: Sequence[str], after: Forecast
    ) -> tuple[int, int]:
        """With how many faces of six these are driven out, and the SP that it costs.

        Who reckons knows that nobody gets away who has nowhere to go. CW-48
        """
        risk = max(0, after.taken - after.lost) if after.wins >= self.temper.bold - 1 else 0
        if self.cornered(zone):
            risk = after.wins * strength(units)
        often = 2 if self._is_remote(zone, units, leaders) else 1
        return after.wins // often, risk // often

    def stands(self, zone: str, units: Sequence[Plain]) -> int:
        """Faces of six with which nobody drives these out of a zone before the year's end."""
        often = 2 if self._is_remote(zone, units, ()) else 1
        return FACES - self.threat(zone, units, ()).wins // often

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

    def _ungarrisoned_value(self, zone: str, ahead: str = "") -> int:
        """The value of an ungarrisoned zone: half if enemies could come, now or in a while."""
        if self.zones[zone]["control"] != self.seat:
            return 0
        safe = not self.answered if self.temper.reckons else self.safe(zone, ahead)
        return self._shares[zone] * (FACES if safe else FACES // 2)

    def deserted(
        self, zone: str, leaders: Sequence[str], units: Sequence[Plain] = (), ahead: str = ""
    ) -> int:
        """What leaders are worth whom no army guards, where enemies could come for them. CW-49.

        Or an army of these units, which is certain to be beaten.

        The year's end does not save them: the next one begins, and who is beaten falls back there.
        """
        if not self.temper.reckons or self.foes(zone, ahead) is None:
            return 0
        often = 2 if self._is_remote(zone, units, leaders) else 1
        return sum(self._alone(self.leaders[name]) for name in leaders) // often

    def _kept(self, leaders: Sequence[str]) -> list[str]:
        """Those of these who may not leave: they are lost where others get away."""
        return [name for name in leaders if self.leaders[name]["kept"]]

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
        if self.outlook is None:
            return 0
        there = [*joined, *self.won(goal, self.enemies(goal))]
        moved: dict[str, Sequence[Plain]] = {zone: [*rest, *self.enemies(zone)], goal: there}
        ahead = self.screen(goal, joined, leaders)
        risks = {zone: self.risk(zone, rest, (), ahead), goal: self.risk(goal, joined, leaders)}
        if self.enemies(goal):
            battle = self.fight(goal, joined, leaders)
            risks = self._relieved(goal, battle) | risks
            risks[goal] = 1 - (1 - risks[goal]) * battle.wins / FACES
        lasts = LAST if self.last else SOONER
        return int(self.outlook.gain(moved, risks) * FACES * lasts / 100)

    def won(self, zone: str, units: Sequence[Plain]) -> list[Plain]:
        """These once the enemies in a zone are beaten, who take nothing where they go. CW-55

        Their Legio are reckoned to stay in the region.
        """
        beaten = {unit["id"] for unit in self.enemies(zone)}
        return [{**unit, "fell_back": True} if unit["id"] in beaten else unit for unit in units]

    def screen(self, zone: str, units: Sequence[Plain], leaders: Sequence[str]) -> str:
        """The zone if these would stand in the enemy's way, for who reckons; empty if not."""
        able = self.temper.reckons and strength(ashore(units)) >= 2 * ARMY
        return zone if able and self.threat(zone, units, leaders).wins < FACES // 2 else ""

    def _relieved(self, goal: str, battle: Forecast) -> dict[str, float]:
        """The risks of zones that only the enemies in a zone threaten, once they are beaten."""
        left = 1 - battle.taken / (FACES * strength(self.enemies(goal)))
        return {
            zone: risk * left
            for zone, risk in self.risks.items()
            if risk and self.comes_only(goal, zone)
        }

    def is_at_stake(self, zone: str) -> bool:
        """Whether the last segment may guard a zone for the year's end."""
        return self.last and self.stakes[zone] > 0 and self.risks[zone] > 0

    def risk(
        self, zone: str, units: Sequence[Plain], leaders: Sequence[str], ahead: str = ""
    ) -> float:
        """How often enemies drive these out of a zone, or come to what lies open, from 0 to 1."""
        if not self.temper.reckons or self.safe(zone, ahead):
            return 0
        often = 2 if self._is_remote(zone, units, leaders) else 1
        if not ashore(units):
            return OPEN / often
        return POST * self.threat(zone, units, leaders, ahead).wins / FACES / often

    def _stake(self, zone: str) -> int:
        """What hangs on a zone at the year's end, in SP: of the seat's, or that it takes then."""
        held = ashore(self.own(zone)) and not self.enemies(zone)
        if self.outlook is None or not (held or self.zones[zone]["control"] == self.seat):
            return 0
        return round(self.outlook.stake(zone))

    def lasting(self, gain: int, zone: str, units: Sequence[Plain], leaders: Sequence[str]) -> int:
        """What is gained in a zone, as often as nobody drives the units out, for who reckons."""
        if gain <= 0 or not self.temper.reckons:
            return gain
        return gain * (FACES - self.threat(zone, units, leaders).wins) // FACES

    def _theirs(self, zone: str) -> bool:
        control = self.zones[zone]["control"]
        return control in SEATS and control != self.seat


def _rank(leader: Mapping[str, Any]) -> int:
    """The value of a leader, in SP."""
    return LEADER + (HEAD if leader["faction_leader"] else 0)


def _region_value(region: Mapping[str, Any]) -> int:
    """The value of a region's points and recruits, in SP."""
    levy = NUMBERS.get(region["name"], {})
    return int(POINT * region["points"] + sum(LEVY[kind] * number for kind, number in levy.items()))
