"""How the bots fill an option."""

import re
from collections.abc import Sequence
from typing import Any

from iacta.domain.de_bello_punico.bots.sight import Plain, Sight
from iacta.domain.kernel.contract.choices import (
    Alternative,
    Below,
    Choice,
    Choices,
    ChooseOne,
    ChooseSome,
    Option,
    Unfillable,
    filled,
)


def plainly(see: Sight, option: Option, below: Below) -> Plain:
    """As it stands."""
    return dict(option.command)


def first_of(option: Option) -> Plain:
    """The first of each choice, and as many of several as there may be."""
    return filled(option, _first_choice)


def _first_choice(pointer: str, choice: Choice) -> tuple[Any, Choices]:
    match choice:
        case ChooseOne():
            return choice.one_of[0].value, choice.one_of[0].choices
        case ChooseSome():
            return choice.values[: choice.max], {}
    raise Unfillable(pointer)


def units_of(option: Option, pointer: str = "/unit") -> Sequence[Alternative]:
    """The units that it may be done with, each with what then may be chosen."""
    return option.choices[pointer].alternatives


def hits_on(target: Alternative) -> int:
    """The highest face with which a volley hits a target, as its title says."""
    return int(re.findall(r"(\d+) or less", target.title)[-1])
