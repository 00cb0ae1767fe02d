"""Wording of the log and of options: the names of sides, and verbs that agree with a name."""

from iacta.domain.naval_battle.state import State


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


def does(state: State, name: str, verb: str) -> str:
    """A name and what it does: `Legio X boards`, `Praetorians board`."""
    return f"{name} {verb if is_plural(state, name) else third(verb)}"


def third(verb: str) -> str:
    """The third person of a verb: `boards`, `rallies`, `passes`."""
    first, *rest = verb.split(" ", 1)
    if first.endswith("y") and first[-2] not in "aeiou":
        first = f"{first[:-1]}ie"
    elif first.endswith("s"):
        first = f"{first}e"
    return " ".join([f"{first}s", *rest])
