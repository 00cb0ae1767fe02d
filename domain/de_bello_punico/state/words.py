"""Wording of the log: units, sides, boxes, directions and sums."""

from collections.abc import Sequence

from iacta.domain.de_bello_punico.effects import Modifier
from iacta.domain.de_bello_punico.state import State
from iacta.domain.kernel.contract.words import signed, total

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
    """A unit's name in the log: `Hastati r4`."""
    found = state.by_id.get(key)
    return f"{TITLES[found.type]} {key}" if found else key


def added(die: int, modifiers: Sequence[Modifier], result: int) -> str:
    """A modified die as a sum: `die 6, Combat Points +4, Disorder −1: 9`."""
    parts = [f"die {die}", *(f"{one.reason} {signed(one.value)}" for one in modifiers)]
    return f"{', '.join(parts)}: {total(result)}"
