"""Making views: what a view shows just as the state has it is copied by its name."""

from typing import Any, TypeVar

import msgspec

V = TypeVar("V", bound=msgspec.Struct)


def shown(shape: type[V], source: msgspec.Struct, **members: Any) -> V:
    """A view of ``source``: these ``members``, and every other one as ``source`` has it."""
    same = {name: getattr(source, name) for name in shape.__struct_fields__ if name not in members}
    return shape(**same, **members)
