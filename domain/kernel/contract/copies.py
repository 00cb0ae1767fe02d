"""Structs made from others: what has the same name is the same."""

from typing import Any, TypeVar

import msgspec

S = TypeVar("S", bound=msgspec.Struct)


def copied(shape: type[S], source: msgspec.Struct, **members: Any) -> S:
    """A struct of these ``members``, and of every other one as ``source`` has it."""
    same = {name: getattr(source, name) for name in shape.__struct_fields__ if name not in members}
    return shape(**same, **members)
