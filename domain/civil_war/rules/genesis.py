"""The initial position, from the tables and the documents."""

import re
from collections.abc import Sequence
from typing import Literal

from iacta.domain.civil_war.documents import WARS, MapData, PeopleList, SetUp, ValueData, ZoneList
from iacta.domain.civil_war.effects import AnyEffect, Began
from iacta.domain.civil_war.rules import deployment
from iacta.domain.civil_war.state import (
    FIRST_YEAR,
    Check,
    Leader,
    People,
    Region,
    Seat,
    State,
    Switches,
    Zone,
)
from iacta.domain.civil_war.tables import LEADERS, NON_ROMAN, PERIODS, REGIONS
from iacta.domain.kernel.contract.system import Setup

FACTIONS: dict[str, Seat] = {"C": "caesarian", "R": "republican"}
PEOPLE_OF = {
    "Cleopatra VII": "Aegyptii",
    "Achillas": "Aegyptii",
    "Orodes II": "Parthi",
    "Pacorus & Surena": "Parthi",
    "Phraates IV": "Parthi",
    "Pharnaces II": "Pontici",
    "Darius": "Pontici",
    "Juba I": "Numidae",
    "Juba II": "Numidae",
}
"""The peoples of the non-Roman leaders."""


def begin(setup: Setup) -> Sequence[AnyEffect]:
    """The first effects: the initial position; `Invalid` if documents contradict each other."""
    if setup.scenario in WARS:
        return _war(setup)
    zones: ZoneList = setup.data["zones"]
    peoples: PeopleList = setup.data["peoples"]
    return [
        Began(
            scenario=setup.scenario,
            switches=_switches(setup),
            year=FIRST_YEAR,
            zones=tuple(
                Zone(zone.name, zone.region, zone.outside_republic) for zone in zones.zones
            ),
            regions=regions(),
            peoples=tuple(
                People(people.name, people.nationality, people.at_war) for people in peoples.peoples
            ),
            leaders=(*roman_leaders(), *non_roman_leaders()),
        )
    ]


def _war(setup: Setup) -> Sequence[AnyEffect]:
    """A war on the map; `Invalid` if a document refers to what another does not contain."""
    map_: MapData = setup.data["map"]
    values: ValueData = setup.data["values"]
    war: SetUp = setup.data[setup.scenario]
    people_list: PeopleList = setup.data["peoples"]
    where = f"/data/{setup.scenario}"
    zones = deployment.zones(map_, war, where)
    known = {zone.name for zone in zones}
    peoples = deployment.peoples(people_list, map_, war, where)
    printed = (*roman_leaders(), *non_roman_leaders())
    leaders = deployment.leaders(printed, values, war, known, where)
    position = State(
        scenario=setup.scenario,
        switches=_switches(setup),
        year=war.year,
        zones=zones,
        regions=regions(),
        peoples=peoples,
        leaders=deployment.with_allegiance(leaders, peoples),
        units=deployment.units(values, war, peoples, known, where),
        chart=deployment.chart(map_),
        terms=deployment.terms(values, war),
        cities=deployment.cities(map_, war, zones, where),
    )
    deployment.check_position(position, where)
    began = Began(
        scenario=position.scenario,
        switches=position.switches,
        year=position.year,
        zones=zones,
        regions=deployment.first_regions(position),
        peoples=peoples,
        leaders=position.leaders,
    )
    return [began, deployment.deployed(position)]


def _switches(setup: Setup) -> Switches:
    chosen = {key: setup.options[key] for key in Switches.__struct_fields__ if key in setup.options}
    return Switches(**chosen)


def regions() -> tuple[Region, ...]:
    """The printed regions with their control points. CW R1."""
    return tuple(Region(row.label, int(REGIONS.cell(row.label, "points"))) for row in REGIONS.rows)


def roman_leaders() -> tuple[Leader, ...]:
    """The printed Roman leaders. CW L1, CW L2, CW D1."""
    return tuple(_roman(row.label, *row.cells) for row in LEADERS.rows)


def _roman(name: str, full_name: str, entry: str, faction: str, *numbers: str) -> Leader:
    return Leader(
        name=name,
        full_name=full_name,
        entry=entry,
        faction=FACTIONS.get(faction),
        random_faction=faction == "?",
        enters=int(entry) if entry not in ("D", "A") else None,
        after="Caesar" if entry == "A" else None,
        checks=tuple(
            Check(first, last, int(number))
            for (first, last), number in zip(PERIODS, numbers, strict=True)
            if number
        ),
        status="in-play" if entry == "D" else "to-come",
    )


def non_roman_leaders() -> tuple[Leader, ...]:
    """The printed non-Roman leaders. CW L3, CW-20."""
    return tuple(_non_roman(row.label, *row.cells) for row in NON_ROMAN.rows)


def _non_roman(name: str, entry: str, death: str) -> Leader:
    after = re.fullmatch(r"turn after death of (.+)", entry)
    return Leader(
        name=name,
        full_name=name,
        entry=entry,
        people=PEOPLE_OF[name],
        enters=None if after else int(entry),
        after=after[1] if after else None,
        next_turn=bool(after),
        leaves=int(death) if re.fullmatch(r"-\d+", death) else None,
        ends_with=_ends(death),
    )


def _ends(death: str) -> tuple[Literal["allegiance", "pacification"], ...]:
    if death.startswith("first allegiance or pacification"):
        return ("allegiance", "pacification")
    return ("pacification",) if death.startswith("first pacification") else ()
