"""The effects of one command of this game, and the state after them."""

from iacta.domain.civil_war.effects import Fact
from iacta.domain.civil_war.evolve import evolve
from iacta.domain.civil_war.state import State
from iacta.domain.kernel.contract import unfolding
from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.seals import Secrets

Unfolding = unfolding.Unfolding[State, Fact]


def unfold(state: State, dice: Dice, secrets: Secrets) -> Unfolding:
    """The start of a command's effects."""
    return unfolding.Unfolding(state, evolve, dice, secrets)
