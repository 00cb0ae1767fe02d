"""Distances over a map by land and sea, as the steady bot estimates them."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any

from iacta.domain.civil_war.rules.atlas import Step, zones_away
from iacta.domain.civil_war.state import Passage

COST = {"open": 1, "river": 2, "strait": 2, "mountain": 2}
"""MA of a step by default; the view does not show the campaign's own costs. CW-38"""

SAIL = 4
"""MA that a voyage counts for, as it takes a whole segment"""

Pairs = tuple[tuple[str, str], ...]
Borders = tuple[tuple[str, str, Passage], ...]


def roads(chart: Mapping[str, Any]) -> "Roads":
    """The roads of a view's map; cached."""
    return _roads(
        tuple((*one["between"], one["kind"]) for one in chart["borders"]),
        tuple((one["sea"], one["zone"]) for one in chart["coasts"]),
        tuple((one, other) for one, other in chart["sea_links"]),
    )


class Roads:
    """Borders with their cost, and ports by their seas."""

    def __init__(self, borders: Borders, coasts: Pairs, links: Pairs) -> None:
        self.steps: dict[str, dict[str, int]] = {}
        self._borders: dict[str, list[Step]] = {}
        for one, other, kind in borders:
            self._borders.setdefault(one, []).append(Step(other, kind, None))
            self._borders.setdefault(other, []).append(Step(one, kind, None))
            self.steps.setdefault(one, {})[other] = COST[kind]
            self.steps.setdefault(other, {})[one] = COST[kind]
        self._seas: dict[str, set[str]] = {}
        self._ports: dict[str, set[str]] = {}
        for sea, zone in coasts:
            self._seas.setdefault(zone, set()).add(sea)
            self._ports.setdefault(sea, set()).add(zone)
        self._links: dict[str, set[str]] = {}
        for one, other in links:
            self._links.setdefault(one, set()).add(other)
            self._links.setdefault(other, set()).add(one)
        self._away: dict[str, dict[str, int]] = {}
        self._far: dict[tuple[str, frozenset[str]], dict[str, int]] = {}
        self._shipped: dict[tuple[str, int, frozenset[str]], dict[str, int]] = {}
        self._sea_ways: dict[tuple[str, int], set[str]] = {}

    def hard(self, zone: str, goal: str) -> bool:
        """Whether the step between two zones crosses water or mountains."""
        return self.steps.get(zone, {}).get(goal, 1) > 1

    def wet(self, zone: str, goal: str) -> bool:
        """Whether the step between two zones crosses water."""
        return any(step.wet for step in self._borders.get(zone, ()) if step.to == goal)

    def distance(self, zone: str, goal: str, shut: frozenset[str] = frozenset()) -> int:
        """MA between two zones overland, through none that are shut; 99 if there is no route."""
        if zone == goal:
            return 0
        if (zone, shut) not in self._far:
            self._far[zone, shut] = self.overland(zone, 99, shut)
        return self._far[zone, shut].get(goal, 99)

    def overland(self, zone: str, limit: int, halts: Collection[str] = ()) -> dict[str, int]:
        """The cost of every zone within ``limit`` MA; a march ends in any zone of ``halts``."""
        found = {zone: 0}
        ready = [(0, zone)]
        while ready:
            ready.sort(reverse=True)
            cost, here = ready.pop()
            if cost > found[here] or (here in halts and here != zone):
                continue
            for there, price in self.steps.get(here, {}).items():
                if cost + price <= min(limit, found.get(there, 99) - 1):
                    found[there] = cost + price
                    ready.append((cost + price, there))
        del found[zone]
        return found

    def away(self, home: str) -> dict[str, int]:
        """How many zones each zone is from a home; a strait counts as one more. CW-71."""
        if home not in self._away:
            self._away[home] = zones_away(self._borders, home)
        return self._away[home]

    def shipped(self, port: str, limit: int, shut: frozenset[str] = frozenset()) -> dict[str, int]:
        """MA to every zone by a voyage of at most ``limit`` seas from a port, and on overland."""
        key = (port, limit, shut)
        if key not in self._shipped:
            shores = self.by_sea(port, limit)
            self._shipped[key] = {
                goal: SAIL + min(self.distance(shore, goal, shut) for shore in shores - shut)
                for goal in {*self.steps, *self._seas}
                if shores - shut
            }
        return self._shipped[key]

    def by_sea(self, zone: str, limit: int) -> set[str]:
        """Every zone with a port within ``limit`` seas."""
        key = (zone, limit)
        if key not in self._sea_ways:
            seas = set(self._seas.get(zone, ()))
            for _ in range(limit - 1):
                seas |= {further for sea in seas for further in self._links.get(sea, ())}
            ports = {port for sea in seas for port in self._ports.get(sea, ())}
            self._sea_ways[key] = ports - {zone}
        return self._sea_ways[key]


@lru_cache(maxsize=8)
def _roads(borders: Borders, coasts: Pairs, links: Pairs) -> Roads:
    return Roads(borders, coasts, links)
