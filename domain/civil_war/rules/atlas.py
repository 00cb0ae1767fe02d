"""Adjacency by land and sea, indexed from the chart in the state. CW-64."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

import msgspec

from iacta.domain.civil_war.state import WATER, Chart, Passage

T = TypeVar("T")


class Step(msgspec.Struct, frozen=True):
    """A land border seen from one zone: the zone beyond and what is crossed."""

    to: str
    kind: Passage
    name: str | None

    @property
    def wet(self) -> bool:
        """Whether it crosses a major river or a strait. CW 8.6f."""
        return self.kind in WATER


class Atlas(msgspec.Struct, frozen=True):
    """The chart indexed by zone and by sea."""

    steps: dict[str, tuple[Step, ...]]
    seas_of: dict[str, tuple[str, ...]]
    zones_on: dict[str, tuple[str, ...]]
    links: dict[str, tuple[str, ...]]
    away: dict[str, dict[str, int]]

    def neighbours(self, zone: str) -> tuple[Step, ...]:
        """The land borders of a zone, in the map's order."""
        return self.steps.get(zone, ())

    def step(self, zone: str, to: str) -> Step | None:
        """The border from one zone to a neighbour; null if there is none."""
        return next((step for step in self.neighbours(zone) if step.to == to), None)

    def from_home(self, home: str) -> dict[str, int]:
        """How many zones each zone is from a home overland; a strait counts as one more. CW-71."""
        return self.away.get(home, {home: 0})

    def seas(self, zone: str) -> tuple[str, ...]:
        """The seas on which a zone has a port."""
        return self.seas_of.get(zone, ())

    def is_port(self, zone: str) -> bool:
        """Whether a zone has a port."""
        return zone in self.seas_of


@lru_cache(maxsize=32)
def atlas(chart: Chart) -> Atlas:
    """The atlas of a chart; cached."""
    steps: dict[str, list[Step]] = {}
    for border in chart.borders:
        one, other = border.between
        steps.setdefault(one, []).append(Step(other, border.kind, border.name))
        steps.setdefault(other, []).append(Step(one, border.kind, border.name))
    seas_of: dict[str, list[str]] = {}
    zones_on: dict[str, list[str]] = {}
    for coast in chart.coasts:
        if coast.sea not in seas_of.setdefault(coast.zone, []):
            seas_of[coast.zone].append(coast.sea)
            zones_on.setdefault(coast.sea, []).append(coast.zone)
    links: dict[str, list[str]] = {}
    for one, other in chart.sea_links:
        links.setdefault(one, []).append(other)
        links.setdefault(other, []).append(one)
    away = {home: zones_away(steps, home) for home in steps}
    return Atlas(_frozen(steps), _frozen(seas_of), _frozen(zones_on), _frozen(links), away)


def zones_away(steps: Mapping[str, Sequence[Step]], home: str) -> dict[str, int]:
    """How many zones each zone is from a home overland; a strait counts as one more. CW-71."""
    found, ready = {home: 0}, [(0, home)]
    while ready:
        ready.sort(reverse=True)
        away, zone = ready.pop()
        for step in steps.get(zone, ()):
            there = away + (2 if step.kind == "strait" else 1)
            if there < found.get(step.to, 99):
                found[step.to] = there
                ready.append((there, step.to))
    return found


def _frozen(lists: dict[str, list[T]]) -> dict[str, tuple[T, ...]]:
    return {name: tuple(items) for name, items in lists.items()}
