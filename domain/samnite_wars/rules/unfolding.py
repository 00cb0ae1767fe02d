"""The effects of one command of this game, and the state after them."""

from iacta.domain.kernel.contract import unfolding
from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.seals import Secrets
from iacta.domain.samnite_wars.effects import Fact
from iacta.domain.samnite_wars.evolve import evolve
from iacta.domain.samnite_wars.state import State

Unfolding = unfolding.Unfolding[State, Fact]


def unfold(state: State, dice: Dice, secrets: Secrets) -> Unfolding:
    """The start of a command's effects."""
    return unfolding.Unfolding(state, evolve, dice, secrets)
