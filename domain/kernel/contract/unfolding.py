"""A command as it unfolds: the effects so far, and the state after them."""

from collections.abc import Callable
from typing import Generic, TypeVar

from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.seals import Secrets

S = TypeVar("S")
E = TypeVar("E")


class Unfolding(Generic[S, E]):
    """The effects of one command: each is folded at once, so the next rule sees what it did.

    ``dice`` and ``secrets`` are those that the command may use.
    """

    def __init__(self, state: S, evolve: Callable[[S, E], S], dice: Dice, secrets: Secrets) -> None:
        self.state = state
        self.dice = dice
        self.secrets = secrets
        self.effects: list[E] = []
        self._evolve = evolve

    def add(self, *effects: E) -> None:
        """Apply effects, in order."""
        for effect in effects:
            self.state = self._evolve(self.state, effect)
            self.effects.append(effect)
