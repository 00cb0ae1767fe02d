"""Wide structs are built by name: two members of one type that change places are seen by nobody."""

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from types import ModuleType

import msgspec
import pytest

import iacta.domain
import iacta.service

MOST = 7
"""members that a struct may take by position"""


def structs(package: ModuleType) -> Iterator[type[msgspec.Struct]]:
    """Every struct that a package defines."""
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        for one in vars(import_module(module.name)).values():
            defined = isinstance(one, type) and one.__module__ == module.name
            if defined and issubclass(one, msgspec.Struct):
                yield one


def too_wide(shape: type[msgspec.Struct]) -> bool:
    """Whether it takes more members by position than one can count, or two flags side by side."""
    if not (members := shape.__match_args__):
        return False
    flags = {one.name for one in msgspec.structs.fields(shape) if one.type is bool}
    return len(members) > MOST or any({*pair} <= flags for pair in pairwise(members))


@pytest.mark.parametrize("package", [iacta.domain, iacta.service], ids=lambda one: one.__name__)
def test_wide_structs_are_built_by_name(package: ModuleType) -> None:
    assert [str(shape) for shape in structs(package) if too_wide(shape)] == []


def test_a_struct_with_two_flags_side_by_side_is_too_wide() -> None:
    class Flags(msgspec.Struct):
        name: str
        ill: bool
        crossed: bool

    class Apart(msgspec.Struct):
        ill: bool
        name: str
        crossed: bool

    assert too_wide(Flags)
    assert not too_wide(Apart)
