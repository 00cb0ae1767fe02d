"""How options are made."""

from collections.abc import Iterable
from typing import Any

from iacta.domain.kernel.contract.system import Option


def simple(kind: str, title: str, rule: str, **members: object) -> Option:
    """An option without choices."""
    ident = ":".join([kind, *(str(value) for value in members.values())])
    return Option(ident, title, rule, {"type": f"naval-battle.{kind}", **members})


def one_of(pairs: Iterable[tuple[object, str]]) -> dict[str, Any]:
    """A choice of one among values with titles."""
    return {"one_of": [{"value": value, "title": title} for value, title in pairs]}
