"""The effects of one command of this game, and the state after them."""

from domain.kernel.contract import unfolding
from domain.kernel.proof.dice import Dice
from domain.kernel.proof.seals import Secrets
from domain.naval_battle.effects import Fact
from domain.naval_battle.evolve import evolve
from domain.naval_battle.state import State

Unfolding = unfolding.Unfolding[State, Fact]


def unfold(state: State, dice: Dice, secrets: Secrets) -> Unfolding:
    """The start of a command's effects."""
    return unfolding.Unfolding(state, evolve, dice, secrets)
