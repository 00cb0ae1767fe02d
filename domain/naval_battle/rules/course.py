"""Effects in the making: each is folded at once, so the next rule sees what it did."""

from domain.naval_battle.effects import Fact
from domain.naval_battle.evolve import evolve
from domain.naval_battle.state import State


class Course:
    """The effects of one command, and the state after them."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.effects: list[Fact] = []

    def add(self, *effects: Fact) -> None:
        """Take up effects, in order."""
        for effect in effects:
            self.state = evolve(self.state, effect)
            self.effects.append(effect)
