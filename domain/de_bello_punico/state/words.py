"""Small words: numbers, lists, units, sides and directions as the log says them."""

from collections.abc import Sequence

from domain.de_bello_punico.effects import Modifier
from domain.de_bello_punico.state import State

NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
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


def number(count: int) -> str:
    """A small number in words."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def count_of(count: int, noun: str) -> str:
    """`one unit`, `two units`."""
    return f"{number(count)} {noun}" if count == 1 else f"{number(count)} {noun}s"


def listed(names: Sequence[str]) -> str:
    """Names with commas and an `and`."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def unit(state: State, key: str) -> str:
    """A unit as the log calls it: `Hastati r4`."""
    found = state.by_id.get(key)
    return f"{TITLES[found.type]} {key}" if found else key


def signed(value: int) -> str:
    """A number with its sign, the minus as typeset."""
    return f"+{value}" if value >= 0 else f"\u2212{-value}"


def total(value: int) -> str:
    """A total, the minus as typeset."""
    return str(value) if value >= 0 else f"\u2212{-value}"


def added(die: int, modifiers: Sequence[Modifier], result: int) -> str:
    """A sum one can check by eye: `die 6, Combat Points +4, Disorder −1: 9`."""
    parts = [f"die {die}", *(f"{one.reason} {signed(one.value)}" for one in modifiers)]
    return f"{', '.join(parts)}: {total(result)}"


def sentence(words: str) -> str:
    """Words with a capital in front and a full stop behind."""
    return f"{words[:1].upper()}{words[1:]}."
