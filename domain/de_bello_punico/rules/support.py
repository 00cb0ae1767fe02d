"""Support from behind. BP 10.4."""

from collections.abc import Sequence
from functools import lru_cache

from iacta.domain.de_bello_punico.state import State, Unit, words
from iacta.domain.de_bello_punico.state.keys import TypeKey, other
from iacta.domain.kernel.proof.errors import RuleViolation

POINTER = "/command/support"


def same_type(state: State, one: str, another: str) -> bool:
    """Whether two types support each other, by the table of types. BP 10.4, BP-13."""
    return _in_one_group(state.support, one, another)


@lru_cache(maxsize=1024)
def _in_one_group(groups: tuple[tuple[TypeKey, ...], ...], one: str, another: str) -> bool:
    return any(one in group and another in group for group in groups)


def supporters(state: State, unit: Unit) -> list[Unit]:
    """Units that can support a unit: behind it, same type and facing, in no enemy zone. BP 10.4.

    Each supports one combat an impulse (BP 10.4.1); elephants marked Finis do not fight (BP 15.1).
    """
    zone = state.zones[other(unit.side)]
    behind = (state.at.get(hex_) for hex_ in state.grid.rear(unit.place, unit.facing))
    return [
        one
        for one in behind
        if one is not None
        and one.side == unit.side
        and one.steady
        and one.facing == unit.facing
        and one.hex not in zone
        and not {"supported", "finis"} & set(one.marks)
        and same_type(state, one.type, unit.type)
    ]


def check(state: State, unit: Unit, support: Sequence[str]) -> None:
    """Refuse support from units that cannot give it. BP 10.4, BP 10.4.1.

    Support counts once dice are rolled: a withdrawal uses up none.
    """
    able = [one.id for one in supporters(state, unit)]
    for index, key in enumerate(support):
        if key not in able or key in support[:index]:
            rule = "BP 10.4"
            held = state.by_id.get(key)
            if held is not None and "supported" in held.marks:
                rule = "BP 10.4.1"
            detail = f"{words.unit(state, key)} cannot support {words.unit(state, unit.id)}"
            raise RuleViolation(rule, detail, pointer=f"{POINTER}/{index}")
