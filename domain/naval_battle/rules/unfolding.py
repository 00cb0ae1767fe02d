"""The unfolding of one command of this game: its effects so far and the state after them."""

from iacta.domain.kernel.contract import unfolding
from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.seals import Secrets
from iacta.domain.naval_battle.effects import AnyEffect
from iacta.domain.naval_battle.evolve import evolve
from iacta.domain.naval_battle.state import State

Unfolding = unfolding.Unfolding[State, AnyEffect]


def unfold(state: State, dice: Dice, secrets: Secrets) -> Unfolding:
    """An unfolding without effects, to decide a command with."""
    return unfolding.Unfolding(state, evolve, dice, secrets)
