"""Effects in the making: each is folded at once, so that the next rule sees what it did."""

from domain.de_bello_punico.effects import Fact
from domain.de_bello_punico.evolve import evolve
from domain.de_bello_punico.state import State, Unit
from domain.kernel.proof.dice import Dice
from domain.kernel.proof.seals import Secrets


class Course:
    """The effects of one command, with the dice and the secrets that it may use."""

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

    def unit(self, key: str) -> Unit:
        """A unit as it is now."""
        return self.state.by_id[key]
