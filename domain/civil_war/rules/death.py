"""Phase D: natural death. CW D1; rulings CW-20, CW-22."""

from iacta.domain.civil_war.effects import LeaderChecked, LeaderLeft
from iacta.domain.civil_war.state import Leader, State
from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.errors import Invalid, OutOfPhase, RuleViolation


def due(state: State) -> list[Leader]:
    """Leaders in play with a number for the year who have not been checked. CW-22."""
    return [
        leader
        for leader in state.leaders
        if leader.status == "in-play"
        and leader.number_due(state.year) is not None
        and leader.name not in state.checked
    ]


def leavers(state: State) -> list[LeaderLeft]:
    """Leaders whose printed year has come leave without a roll. CW-20."""
    return [
        LeaderLeft(state.year, leader.name)
        for leader in state.leaders
        if leader.status == "in-play" and leader.leaves is not None and leader.leaves <= state.year
    ]


def named(state: State, name: str) -> Leader:
    """The leader to be checked; refuses whoever has no check to make. CW-22."""
    leader = state.leader(name)
    if leader is None:
        raise Invalid(f"there is no leader {name!r}", pointer="/command/leader")
    reason = _excused(state, leader)
    if reason:
        raise RuleViolation("CW-22", reason, pointer="/command/leader")
    if state.phase != "deaths":
        raise OutOfPhase("leaders are checked for natural death in phase D")
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
    """One d10, 0 to 9: strictly below his number is death. CW D1, CW-1."""
    number = leader.number_due(state.year)
    assert number is not None
    face = dice.roll("d10_zero", f"death of {leader.name}")
    return LeaderChecked(state.year, leader.name, number, face, face < number)
