"""Fortuna: one own die thrown again. BP 4.9, BP-23, BP-26."""

from collections.abc import Sequence

from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.rules import points
from iacta.domain.de_bello_punico.rules.unfolding import Unfolding
from iacta.domain.de_bello_punico.state import State, words
from iacta.domain.de_bello_punico.state.keys import SideKey
from iacta.domain.de_bello_punico.state.pending import RollPending
from iacta.domain.kernel.proof.errors import NotYourTurn, OutOfPhase


def may_reroll(state: State, sides: Sequence[SideKey]) -> tuple[SideKey, ...]:
    """The sides asked, in order: those with a marker in Fortuna, even the Vacuus. BP-26, BP-34."""
    return tuple(side for side in sides if state.waits(side, "fortuna"))


def roll_to_answer(state: State, side: str) -> RollPending:
    """The roll that a side may answer now. BP-26."""
    roll = state.pending[0] if state.pending else None
    if not isinstance(roll, RollPending):
        raise OutOfPhase("no die may be rerolled now")
    if roll.window[:1] != (side,):
        raise NotYourTurn(f"{words.SIDES[side]} has no die to reroll or accept")
    return roll


def reroll(play: Unfolding, side: SideKey) -> None:
    """Spend the point and throw again; the new face stands, whatever it is. BP-23."""
    roll = roll_to_answer(play.state, side)
    points.spend(play, side, "fortuna")
    before = next(one.face for one in roll.throws if one.side == side)
    face = play.dice.roll("d6", f"{side}, again by Fortuna")
    play.add(fx.Rerolled(side, before, face))


def accept(play: Unfolding, side: SideKey) -> None:
    """Let the die stand. BP-26."""
    roll_to_answer(play.state, side)
    play.add(fx.RollAccepted(side))
