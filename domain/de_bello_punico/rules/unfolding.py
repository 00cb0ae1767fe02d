"""The effects of one command of this game, and the state after them."""

from iacta.domain.de_bello_punico.effects import AnyEffect
from iacta.domain.de_bello_punico.evolve import evolve
from iacta.domain.de_bello_punico.state import State
from iacta.domain.kernel.contract import unfolding
from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.seals import Secrets

Unfolding = unfolding.Unfolding[State, AnyEffect]


def unfold(state: State, dice: Dice, secrets: Secrets) -> Unfolding:
    """The start of a command's effects."""
    return unfolding.Unfolding(state, evolve, dice, secrets)
