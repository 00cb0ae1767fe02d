"""Phase D: natural death. CW D1; rulings CW-20, CW-22."""

from iacta.domain.civil_war.effects import LeaderChecked, LeaderLeft
from iacta.domain.civil_war.state import Leader, State
from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.errors import Invalid, OutOfPhase, RuleViolation


def leaders_due(state: State) -> list[Leader]:
    """The leaders in play with a number for the year, not yet checked. CW-22."""
    return [
        leader
        for leader in state.leaders
        if leader.status == "in-play"
        and leader.number_due(state.year) is not None
        and leader.name not in state.checked
    ]


def departures(state: State) -> list[LeaderLeft]:
    """The effects of leaders who die in their printed year without a roll. CW-20."""
    return [
        LeaderLeft(state.year, leader.name)
        for leader in state.leaders
        if leader.status == "in-play" and leader.leaves is not None and leader.leaves <= state.year
    ]


def leader_to_check(state: State, name: str) -> Leader:
    """The leader of that name; refused unless a check of them is due. CW-22."""
    leader = state.leader(name)
    if leader is None:
        raise Invalid(f"there is no leader {name!r}", pointer="/command/leader")
    reason = _excused(state, leader)
    if reason:
        raise RuleViolation("CW-22", reason, pointer="/command/leader")
    if state.phase != "deaths":
        raise OutOfPhase("natural death is checked only in phase D")
    return leader


def _excused(state: State, leader: Leader) -> str:
    if leader.status != "in-play":
        return f"{leader.name} is not in play"
    if leader.number_due(state.year) is None:
        return f"{leader.name} has no number for {-state.year} BC"
    if leader.name in state.checked:
        return f"{leader.name} has been checked this year"
    return ""


def check(state: State, leader: Leader, dice: Dice) -> LeaderChecked:
    """Roll a d10, 0 to 9: below the leader's number is death. CW D1, CW-1."""
    number = leader.number_due(state.year)
    assert number is not None
    face = dice.roll("d10_zero", f"death of {leader.name}")
    return LeaderChecked(state.year, leader.name, number, face, face < number)
