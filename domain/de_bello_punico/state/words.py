"""Wording of the log: units, sides, boxes, directions, distances and sums."""

from collections.abc import Sequence

from iacta.domain.de_bello_punico.effects import Modifier
from iacta.domain.de_bello_punico.state import State
from iacta.domain.de_bello_punico.state.keys import leader_id
from iacta.domain.kernel.contract.words import listed, number, signed, total

SIDES = {"rome": "Rome", "carthage": "Carthage"}
DIRECTIONS = ("north", "north-east", "south-east", "south", "south-west", "north-west")
BOXES = {
    "combat": "Combat",
    "movement": "Movement",
    "recovery": "Recovery",
    "cavalry": "Cavalry",
    "furor": "Furor",
    "elephants": "Elephants",
    "fortuna": "Fortuna",
    "initiative": "Initiative",
}
TITLES = {
    "velites": "Velites",
    "hastati": "Hastati",
    "principes": "Principes",
    "triarii": "Triarii",
    "allied-celts": "Socii Celti",
    "allied-numidians": "Socii Numidi",
    "skirmishers": "Skirmishers",
    "mercenaries": "Mercenaries",
    "infantry": "Infantry",
    "veterans": "Veterans",
    "equites": "Equites",
    "light-cavalry": "Light cavalry",
    "elephants": "Elephants",
}


def unit(state: State, key: str) -> str:
    """A unit's name in the log, which is plural: `Hastati r4`; or that of a leader alone."""
    found = state.by_id.get(key)
    if found is not None:
        return f"{TITLES[found.type]} {key}"
    return next((one.name for one in state.leaders if leader_id(one.side) == key), key)


def leader(state: State, side: str) -> str:
    """The name of a side's leader."""
    return next(one.name for one in state.leaders if one.side == side)


def units(state: State, keys: Sequence[str]) -> str:
    """Several units by type: `Hastati r4 and r5`, `Hastati r4 and Triarii r9`.

    More have no "and", which would be read as of one type: `Hastati r4, r5, Triarii r9`.
    """
    groups: dict[str, list[str]] = {}
    for key in keys:
        groups.setdefault(TITLES[state.by_id[key].type], []).append(key)
    if len(groups) == 1:
        return "".join(f"{title} {listed(ids)}" for title, ids in groups.items())
    parts = [f"{title} {', '.join(ids)}" for title, ids in groups.items()]
    return listed(parts) if len(parts) == len(keys) else ", ".join(parts)


def hexes(count: int) -> str:
    """A distance: `one hex`, `four hexes`."""
    return "one hex" if count == 1 else f"{number(count)} hexes"


def added(die: int, modifiers: Sequence[Modifier], result: int) -> str:
    """A modified die as a sum: `die 6, Combat Points +4, Disorder −1: 9`."""
    parts = [f"die {die}", *(f"{one.reason} {signed(one.value)}" for one in modifiers)]
    return f"{', '.join(parts)}: {total(result)}"


def rout_points(count: int) -> str:
    """`1 Rout Point`, `5 Rout Points`: in digits, as the sums that they go into."""
    return f"{count} Rout Point{'' if count == 1 else 's'}"
