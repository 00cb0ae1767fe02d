"""What positions are worth to a steady player, in sixths of SP: the faces of a die, added up."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from iacta.domain.civil_war.bots.situation import BOLD, STACK, Plain, Situation, strength
from iacta.domain.civil_war.rules.recruit import NUMBERS

FACES = 6
LEVY = {"legio": 3, "auxilia": 2, "equites": 3, "naves": 1}
"""what a unit to be raised is worth, in SP"""
POINT = 3
"""what a control point is worth, in SP"""
STEP = 8
"""what it is worth to be 1 MA nearer to a goal"""
LOST = -1_000
"""what it is worth to stand before enemies who cannot be beaten"""
CARE = 2
"""what SP that he could lose weigh against SP that he could take"""


def might(units: Sequence[Mapping[str, Any]]) -> int:
    """Strength with quality in it: a veteran counts for more than his SP."""
    return sum(unit["sp"] * (2 + unit["quality"]) for unit in units)


class Prize(msgspec.Struct, frozen=True):
    """What a zone offers to those who march: might to beat there, or to join; units there."""

    zone: str
    worth: int
    beats: int
    joins: int
    crowd: int
    mine: bool


class Judgement(Situation):
    """A situation, and what it would be worth to stand elsewhere in it."""

    def __init__(self, game: Mapping[str, Any], seat: str) -> None:
        super().__init__(game, seat)
        self._season = 4 if self._is_last() else 1
        self._shares = {name: self._share(name) for name in self.zones}
        self._offers = [self._prize(name) for name in self.zones]
        self._drawn: dict[tuple[int, ...], dict[str, int]] = {}
        self._judged: dict[tuple[object, ...], int] = {}

    def _is_last(self) -> bool:
        """Whether he moves no more before the year's control is settled."""
        segment = self.game["segment"]
        return segment is not None and self.seat not in segment["order"][segment["number"] :]

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
        most: int = needs["garrison"]
        posts = min(held["legio"] + joining, most) - min(held["legio"], most)
        return int(FACES * posts * _worth(region) // most)

    def enough(self, zone: str, units: list[Plain], leaders: Sequence[str]) -> list[Plain]:
        """The strongest of these who are sure to win an attack, or all."""
        counts = range(1, len(units))
        sure = (count for count in counts if self.fight(zone, units[:count], leaders).wins == FACES)
        return units[: next(sure, len(units))]

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
        return self._shares[zone] * (FACES if self.safe(zone) else FACES // 2)

    def _held(self, zone: str, units: Sequence[Plain]) -> int:
        """SP that a zone is worth with units in it: a Legio takes its cities too."""
        towns = any(city["control"] != self.seat for city in self.zones[zone]["cities"])
        takes = towns and any(unit["kind"] == "legio" for unit in units)
        return self._shares[zone] * (3 if takes else 2) * self._season // 4

    def pull(self, zone: str, goal: str, units: Sequence[Plain]) -> int:
        """How much nearer a goal is than a zone to what is worth their march.

        Neither of the two counts: who has gone would else be drawn back.
        """
        prizes = self._prizes(units)
        near = [
            (
                prize - STEP * self.roads.distance(zone, one),
                prize - STEP * self.roads.distance(goal, one),
            )
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


def _worth(region: Mapping[str, Any]) -> int:
    """A region's points and recruits, in SP."""
    levy = NUMBERS.get(region["name"], {})
    return int(POINT * region["points"] + sum(LEVY[kind] * number for kind, number in levy.items()))
