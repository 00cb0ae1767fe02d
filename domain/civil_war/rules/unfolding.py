"""The unfolding of one command of this game: its effects so far and the state after them."""

from iacta.domain.civil_war.effects import AnyEffect
from iacta.domain.civil_war.state import State
from iacta.domain.kernel.contract import unfolding

Unfolding = unfolding.Unfolding[State, AnyEffect]
