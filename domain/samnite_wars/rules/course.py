"""Effects in the making, with the dice and the secrets of one command."""

from domain.kernel.proof.dice import Dice
from domain.kernel.proof.seals import Secrets
from domain.samnite_wars.effects import Fact
from domain.samnite_wars.evolve import evolve
from domain.samnite_wars.state import State


class Course:
    """The effects of one command: each is folded at once, so the next rule sees what it did."""

    def __init__(self, state: State, dice: Dice, secrets: Secrets) -> None:
        self.state = state
        self.dice = dice
        self.secrets = secrets
        self.effects: list[Fact] = []

    def add(self, *effects: Fact) -> None:
        """Take up effects, in order."""
        for effect in effects:
            self.state = evolve(self.state, effect)
            self.effects.append(effect)
