"""Initiative and the choice of order. BP 3.1B, BP 5, BP 4.2."""

from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.rules import fortuna
from iacta.domain.de_bello_punico.rules.unfolding import Unfolding
from iacta.domain.de_bello_punico.state.keys import SIDES, SideKey, other
from iacta.domain.de_bello_punico.state.pending import InitiativePending
from iacta.domain.kernel.proof.errors import NotYourTurn


def roll(play: Unfolding) -> None:
    """Reveal the markers in the Initiative boxes, then roll a die per side. BP-38, BP 5."""
    bonus = tuple(_bonus(play, side) for side in SIDES)
    faces = tuple(play.dice.roll("d6", f"initiative of {side}") for side in SIDES)
    window = fortuna.may_reroll(play.state, SIDES)
    play.add(fx.InitiativeRolled(SIDES, faces, bonus, window))


def _bonus(play: Unfolding, side: SideKey) -> int:
    """The points in a side's initiative box; the Vacuus adds nothing. After a tie they stay."""
    if not play.state.commands(side):
        return 0
    for marker in play.state.in_box(side, "initiative"):
        worth = int(play.secrets.open(marker.seal) == "point")
        play.add(fx.MarkerUsed(side, "initiative", marker.seal, worth))
    mine = (one for one in play.state.markers if one.side == side)
    return sum(one.worth or 0 for one in mine if one.box == "initiative")


def resolve(play: Unfolding, rolled: InitiativePending) -> None:
    """The higher total wins; a tie is rerolled by a new command. BP 5."""
    totals = tuple(
        throw.face + bonus for throw, bonus in zip(rolled.throws, rolled.bonus, strict=True)
    )
    best = max(totals)
    winner = None
    if totals.count(best) == 1:
        winner = rolled.throws[totals.index(best)].side
    play.add(fx.InitiativeResolved(totals, winner))


def choose(play: Unfolding, side: SideKey, order: str) -> None:
    """The winner chooses to be First or Second player. BP 5."""
    if side != play.state.side:
        raise NotYourTurn("only the winner of the initiative chooses the order")
    first = side if order == "first" else other(side)
    play.add(fx.OrderChosen(side, first))
