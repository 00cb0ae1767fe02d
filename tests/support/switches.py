"""Values of a game's switches, drawn for games that are to be played under all of them."""

from typing import Any

from iacta.domain.kernel.contract.system import System
from tests.support.environment import Below


def any_switches(system: System, seed: str) -> dict[str, Any]:
    """A value of each switch; the same for the same seed."""
    below = Below(seed)
    return {one.key: one.values[below(len(one.values))] for one in system.switches}
