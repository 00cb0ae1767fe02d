"""The effects of one command of this game, and the state after them."""

from iacta.domain.de_bello_punico.effects import AnyEffect
from iacta.domain.de_bello_punico.state import State
from iacta.domain.kernel.contract import unfolding

Unfolding = unfolding.Unfolding[State, AnyEffect]
