"""A system in which two hidden things have each other's place: what a leak test compares with.

Another sealed chain would deal the watcher other cards at once; so the chain stays and two items
of every secret shuffle are exchanged. A seat that has seen neither of them may tell no difference.
"""

from typing import Any

from msgspec.structs import replace

from iacta.domain.kernel.contract.system import System
from iacta.domain.kernel.proof.dice import Dice, Source
from tests.support.environment import Below


class Swapping(Dice):
    """Dice whose secret shuffles have two of their items exchanged."""

    def __init__(self, source: Source, chain: str, number: int) -> None:
        super().__init__(source, chain)
        self._number = number

    @property
    def sealed(self) -> Dice:
        """The same dice thrown in secret."""
        return Swapping(self._source, "sealed", self._number)

    def shuffle(self, count: int, purpose: str) -> tuple[int, ...]:
        """A permutation; on the sealed chain with two items exchanged, which follow from number."""
        order = super().shuffle(count, purpose)
        if self._chain != "sealed" or count < 2:
            return order
        below = Below(f"swap {self._number}")
        one = below(count)
        other = (one + 1 + below(count - 1)) % count
        return tuple({one: other, other: one}.get(item, item) for item in order)


def swapping(system: System, number: int) -> System:
    """``system`` with two things exchanged in every secret shuffle."""

    def swapped(dice: Dice) -> Dice:
        return Swapping(dice._source, dice._chain, number)

    def decide(state: Any, command: Any, role: str, dice: Dice, secrets: Any) -> Any:
        return system.decide(state, command, role, swapped(dice), secrets)

    def reshuffle(state: Any, dice: Dice, secrets: Any) -> Any:
        assert system.reshuffle is not None
        return system.reshuffle(state, swapped(dice), secrets)

    again = reshuffle if system.reshuffle is not None else None
    return replace(system, decide=decide, reshuffle=again)
