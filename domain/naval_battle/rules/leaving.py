"""Leaving the board: flight and rout by the own edge, breaking through by the enemy's. NV 11."""

from typing import Literal

from iacta.domain.kernel.contract.tables import literal
from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.naval_battle.effects import Fate, LeftBoard
from iacta.domain.naval_battle.rules.unfolding import Unfolding
from iacta.domain.naval_battle.state import Fleet


def by_own_edge(play: Unfolding, fleet: Fleet, how: Literal["fled", "routed"], dice: Dice) -> None:
    """A fleet that flees or routs off its own edge is rolled for. NV 11.2, NB-15."""
    face = dice.roll("d6", f"fate of {fleet.name}")
    assert play.state.tables is not None
    result = literal(Fate, play.state.tables.read("fate", how, face))
    fate = "lost" if result == "battered" and fleet.flipped else result
    play.add(LeftBoard(fleet.name, how, face, result, fate))


def break_through(play: Unfolding, fleet: Fleet) -> None:
    """A fleet leaves by the enemy's edge, a Force of its own from now on. NV 11.5, NV 11.6."""
    play.add(LeftBoard(fleet.name, "through", None, "through", "through"))
