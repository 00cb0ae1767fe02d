"""The Ides of March, an option in the place of CW 8.5.2. Ruling CW-72."""

from iacta.domain.civil_war.effects import AnyEffect, Conspired, Entrant
from iacta.domain.civil_war.rules.segments import headquarters
from iacta.domain.civil_war.state import State
from iacta.domain.kernel.proof.dice import Dice

YEAR, VICTIM, SEAT, STRUCK = -44, "Caesar", "caesarian", 4
CONSPIRATORS = ("D. Brutus", "Trebonius")
"""those of the table who were of Caesar's faction until then"""


def conspire(state: State, dice: Dice) -> list[AnyEffect]:
    """In phase D of 44 BC, while Caesar heads the faction that controls Roma: 1 to 4 kills him.

    His friends among the conspirators go over to the Republicans, where a leader would enter.
    """
    caesar, roma = state.leader(VICTIM), state.zone("Roma")
    master = caesar is not None and caesar.status == "in-play" and caesar.faction_leader
    held = roma is not None and roma.control == SEAT
    if state.switches.ides == "none" or state.year != YEAR or not (master and held):
        return []
    face = dice.roll("d6", "the Ides of March")
    if face > STRUCK:
        return [Conspired(state.year, VICTIM, face, False)]
    turned = tuple(
        Entrant(one.name, "republican", None, headquarters(state, "republican"))
        for one in state.leaders
        if one.name in CONSPIRATORS and one.status == "in-play" and one.faction == SEAT
    )
    return [Conspired(state.year, VICTIM, face, True, turned)]
