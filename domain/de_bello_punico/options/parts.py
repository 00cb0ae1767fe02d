"""The parts that options are made of: units, hexes and facings as alternatives."""

from collections.abc import Iterable, Sequence

from iacta.domain.de_bello_punico import commands as cmd
from iacta.domain.de_bello_punico.state import State, Unit, words
from iacta.domain.kernel.contract.choices import (
    Alternative,
    Choice,
    ChooseOne,
    ChooseSome,
    Option,
    one_of,
    option,
    some_of,
)

TURNS = [Alternative(facing, f"facing {name}") for facing, name in enumerate(words.DIRECTIONS)]
"""The six facings as alternatives."""


def end(what: str) -> Option:
    """The end of an impulse. BP 3.1."""
    return option(cmd.End, f"End {what}", "BP 3.1")


def some_units(state: State, units: Sequence[Unit], least: int, most: int) -> ChooseSome:
    """A choice of several units."""
    return some_of((item(state, unit) for unit in units), least, most)


def name(state: State, unit: Unit) -> str:
    """A unit and where it stands."""
    where = f"on {unit.hex}" if unit.hex else "held back"
    return f"{words.unit(state, unit.id)} {where}"


def item(state: State, unit: Unit, **choices: Choice) -> Alternative:
    """A unit as an alternative, with the choices that follow from it, keyed by member."""
    nested = {f"/{member}": choice for member, choice in choices.items()}
    return Alternative(unit.id, name(state, unit), nested)


def places(hexes: Iterable[str]) -> ChooseOne:
    """A choice of one hex."""
    return one_of(Alternative(hex_, f"to {hex_}") for hex_ in hexes)
