"""What the year's end is worth where the enemy moves once more before it, as chances of regions.

A region is held as often as enough of its zones are left: so a zone counts for more the fewer there
are to spare, and one that is guarded is worth something even where others lie open.
"""

from collections.abc import Iterable, Mapping

from iacta.domain.civil_war.bots.reckoning import WON, Post, Reckoning, Units
from iacta.domain.civil_war.state import SEATS

Risks = Mapping[str, float]
"""how often the enemy stands alone in a zone at the year's end, from 0 to 1"""
Odds = tuple[float, float]
"""of a region: how often the seat and the enemy control it then"""


class Outlook:
    """What the seat expects of the regions, in SP, with the units and the risks as they are."""

    def __init__(self, reckoning: Reckoning, risks: Risks) -> None:
        self._reckoning, self._risks = reckoning, risks
        self._seat = reckoning.seat
        self._enemy = next(one for one in SEATS if one != self._seat)
        self._odds = {name: self._of(name, reckoning.posts, risks) for name in reckoning.regions}
        self._now = self._worth(self._odds)

    def gain(self, moved: Mapping[str, Units], risks: Risks) -> float:
        """By how much more the seat would expect, with these units and risks in these zones."""
        zones = self._reckoning.zones
        regions = {zones[name]["region"] for name in (*moved, *risks)} - {None}
        posts, all_ = self._reckoning.settled(moved), {**self._risks, **risks}
        odds = {name: self._of(name, posts, all_) for name in regions}
        return self._worth(self._odds | odds) - self._now

    def stake(self, zone: str) -> float:
        """What hangs on a zone: how much more is expected if it is safe than if it is lost."""
        return self.gain({}, {zone: 0}) - self.gain({}, {zone: 1})

    def _of(self, region: str, posts: Mapping[str, Post], risks: Risks) -> Odds:
        """How often either side has what control of a region needs. CW-57

        The enemy comes with the Legio that it needs, each of which takes a city; those of the
        seat who are beaten are reckoned to stay in the region.
        """
        inside, needs = self._reckoning.inside[region], self._reckoning.regions[region]["needs"]
        there = [(posts[zone], risks.get(zone, 0)) for zone in inside]
        exposed = sum(1 for _, risk in there if risk)
        odds = []
        for seat, comes in ((self._seat, 0), (self._enemy, exposed)):
            cities = sum(post.cities[seat] for post, _ in there) + comes
            legio = sum(post.legio[seat] for post, _ in there)
            able = cities >= needs["cities"] and (comes or legio >= needs["garrison"])
            kept = (self._keeps(seat, post, risk) for post, risk in there)
            odds.append(at_least(needs["zones"], kept) if able else 0.0)
        return odds[0], odds[1]

    def _keeps(self, seat: str, post: Post, risk: float) -> float:
        """How often a side holds a zone at the year's end."""
        if post.control == self._enemy:
            return float(seat == self._enemy)
        if seat == self._enemy:
            return risk
        return 1 - risk if post.control == seat else 0.0

    def _worth(self, odds: Mapping[str, Odds]) -> float:
        """What the regions are worth to the seat, less to the enemy, and the war that they win."""
        values, regions = self._reckoning.values, self._reckoning.regions
        worth = sum(values[name] * (own - other) for name, (own, other) in odds.items())
        if (victory := self._reckoning.victory) is None:
            return worth
        for index, sign in ((0, 1), (1, -1)):
            chances = [(regions[name]["points"], one[index]) for name, one in odds.items()]
            worth += sign * WON * _reaches(victory, chances)
        return worth


def at_least(count: int, chances: Iterable[float]) -> float:
    """How often so many of independent chances, or more, come true."""
    return _reaches(count, ((1, chance) for chance in chances))


def _reaches(goal: int, chances: Iterable[tuple[int, float]]) -> float:
    """How often the points of what comes true add up to a goal or more."""
    short = [0.0] * goal
    if not goal:
        return 1.0
    short[0], reached = 1.0, 0.0
    for points, chance in chances:
        if not chance:
            continue
        new = [one * (1 - chance) for one in short]
        for have, often in enumerate(short):
            if not often:
                continue
            if have + points >= goal:
                reached += often * chance
            else:
                new[have + points] += often * chance
        short = new
    return reached
