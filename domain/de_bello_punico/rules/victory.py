"""The end of the battle: BP 16, and BP 17.1.4, BP 17.2.3, BP 17.3.3, BP 17.4.3 for each field."""

from iacta.domain.de_bello_punico.effects import BattleEnded
from iacta.domain.de_bello_punico.state import State
from iacta.domain.de_bello_punico.state.keys import SIDES, other


def judge(state: State) -> BattleEnded | None:
    """Whether the battle is over at the end of a turn. BP 3.1D, BP 16."""
    beaten = [side for side in SIDES if state.army(side).rout >= state.army(side).limit]
    if len(beaten) == 1:
        return BattleEnded(f"the army of {beaten[0].capitalize()} routs", (other(beaten[0]),))
    if beaten:
        return _drawn(state, "both armies rout")
    if state.turn == state.turns:
        return _drawn(state, "the last turn is over and neither army routs")
    return None


def _drawn(state: State, reason: str) -> BattleEnded:
    """A draw, which at the Trebbia is Rome's and at Beneventum Carthage's. BP-18."""
    if state.draw is None:
        return BattleEnded(f"{reason}: a draw", ())
    return BattleEnded(f"{reason}, and a draw is {state.draw.capitalize()}'s", (state.draw,))
