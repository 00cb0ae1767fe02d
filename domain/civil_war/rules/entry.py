"""Phase C: leaders enter. CW L1, CW L2, CW L3; ruling CW-7."""

from collections.abc import Mapping

from iacta.domain.civil_war.effects import Entrant, LeadersEntered
from iacta.domain.civil_war.rules.segments import entry_zone
from iacta.domain.civil_war.state import Leader, Seat, State
from iacta.domain.kernel.proof.dice import Dice


def leaders_due(state: State) -> list[Leader]:
    """The leaders who enter in phase C of this year, in table order."""
    return [leader for leader in state.leaders if _is_due(state, leader)]


def _is_due(state: State, leader: Leader) -> bool:
    if leader.status != "to-come":
        return False
    if leader.enters is not None:  # CW L1: the printed year; CW L3 for the others
        return leader.enters <= state.year
    before = state.leader(leader.after) if leader.after else None
    if before is None or before.status != "dead" or before.died is None:
        return False
    # CW L1: A is the first phase C after Caesar's death; CW L3: Darius and Juba II a turn later
    return before.died < state.year if leader.next_turn else True


def without_faction(state: State) -> list[Leader]:
    """The leaders due whose faction must still be rolled. CW L2."""
    return [leader for leader in leaders_due(state) if leader.random_faction]


def roll_factions(state: State, dice: Dice) -> dict[str, int]:
    """Roll one d6 for each leader who enters without a faction: face by name. CW L2, CW-7."""
    return {
        leader.name: dice.roll("d6", f"faction of {leader.name}")
        for leader in without_faction(state)
    }


def enter(state: State, faces: Mapping[str, int]) -> list[LeadersEntered]:
    """Enter all leaders due; no effect if there are none."""
    entrants = tuple(_entrant(state, leader, faces) for leader in leaders_due(state))
    return [LeadersEntered(state.year, entrants)] if entrants else []


def _entrant(state: State, leader: Leader, faces: Mapping[str, int]) -> Entrant:
    faction = _faction(leader, faces)
    return Entrant(leader.name, faction, faces.get(leader.name), entry_zone(state, leader, faction))


def _faction(leader: Leader, faces: Mapping[str, int]) -> Seat | None:
    if leader.name not in faces:
        return leader.faction
    return "caesarian" if faces[leader.name] % 2 == 0 else "republican"  # CW L2: even C, odd R
