"""Wording of the log and of options: the names of sides, and verbs that agree with a name."""

import re

from iacta.domain.kernel.contract.words import within
from iacta.domain.naval_battle.state import State

OWN = re.compile(r".*'(s\b|\s)|.*\b([IVXLC]+|\d+)\b")
"""names that bear no article: somebody's wing, a legion with its number"""


def side(state: State, seat: str) -> str:
    """A side by its name."""
    return f"the {state.side(seat).name}"


def is_plural(state: State, name: str) -> bool:
    """Whether the name of a fleet, ground unit or leader is a plural."""
    counter = state.counter(name)
    return counter is not None and counter.plural


def be(state: State, name: str) -> str:
    """`is`, or `are` for a plural name."""
    return "are" if is_plural(state, name) else "is"


def the(state: State, name: str) -> str:
    """A name within a sentence: `the Egyptian squadron`, `Sosius' wing`, `Legio X`, `Antony`."""
    if (inner := within(name)) != name:
        return inner
    bare = state.counter(name) is None or OWN.match(name)
    common = is_plural(state, name) or " " in name
    return f"the {name}" if common and not bare else name


def ship(state: State, name: str) -> str:
    """The same of a fleet that may be a prize: `the prize Sosius' wing`."""
    fleet = state.fleet(name)
    return f"the prize {name}" if fleet is not None and fleet.captor else the(state, name)


def acts(state: State, name: str, verb: str) -> str:
    """The same of a fleet that may be a prize: `the prize Sosius' wing rams`."""
    return f"{ship(state, name)} {verb if is_plural(state, name) else third(verb)}"


def does(state: State, name: str, verb: str) -> str:
    """A name and what it does: `Legio X boards`, `Praetorians board`."""
    return f"{name} {verb if is_plural(state, name) else third(verb)}"


def told(state: State, name: str, verb: str) -> str:
    """The same in the log: `Legio X boards`, `the Praetorians board`."""
    return f"{the(state, name)} {verb if is_plural(state, name) else third(verb)}"


def third(verb: str) -> str:
    """The third person of a verb: `boards`, `rallies`, `passes`."""
    first, *rest = verb.split(" ", 1)
    if first.endswith("y") and first[-2] not in "aeiou":
        first = f"{first[:-1]}ie"
    elif first.endswith("s"):
        first = f"{first}e"
    return " ".join([f"{first}s", *rest])
