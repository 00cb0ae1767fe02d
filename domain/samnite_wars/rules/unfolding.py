"""The unfolding of one command of this game: its effects so far and the state after them."""

from iacta.domain.kernel.contract import unfolding
from iacta.domain.samnite_wars.effects import AnyEffect
from iacta.domain.samnite_wars.state import State

Unfolding = unfolding.Unfolding[State, AnyEffect]
