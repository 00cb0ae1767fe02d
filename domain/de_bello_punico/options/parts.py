"""The parts that options are made of: a deed, its units and places as choices."""

from collections.abc import Iterable, Sequence
from typing import Any

from iacta.domain.de_bello_punico.state import State, Unit, words
from iacta.domain.de_bello_punico.state.keys import KEY
from iacta.domain.kernel.contract.system import Option

TURNS = [
    {"value": facing, "title": f"facing {name}"} for facing, name in enumerate(words.DIRECTIONS)
]
"""The six facings as items of a choice."""


def simple(kind: str, title: str, rule: str) -> Option:
    """An option that can be posted as it is."""
    return Option(kind, title, rule, {"type": f"{KEY}.{kind}"})


def option(kind: str, title: str, rule: str, choices: dict[str, Any], id_: str = "") -> Option:
    """An option with choices to make."""
    return Option(id_ or kind, title, rule, {"type": f"{KEY}.{kind}"}, choices)


def end(what: str) -> Option:
    """The end of an impulse. BP 3.1."""
    return simple("end", f"End {what}", "BP 3.1")


def one_of(items: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """A choice of one."""
    return {"one_of": list(items)}


def some_of(state: State, units: Sequence[Unit], most: int, least: int = 0) -> dict[str, Any]:
    """A choice of several units."""
    items = [item(state, unit) for unit in units]
    return {"some_of": items, "min": least, "max": min(most, len(items))}


def name(state: State, unit: Unit) -> str:
    """A unit and where it stands."""
    where = f"on {unit.hex}" if unit.hex else "held out"
    return f"{words.unit(state, unit.id)} {where}"


def item(state: State, unit: Unit, **choices: Any) -> dict[str, Any]:
    """A unit as an item of a choice, with the choices that follow from it, keyed by member."""
    found: dict[str, Any] = {"value": unit.id, "title": name(state, unit)}
    if choices:
        found["choices"] = {f"/{member}": choice for member, choice in choices.items()}
    return found


def places(hexes: Iterable[str]) -> dict[str, Any]:
    """A choice of one hex."""
    return one_of({"value": hex_, "title": f"to {hex_}"} for hex_ in hexes)
