"""Coins and prestige. SW P2, SW P3, SW P19."""

from domain.samnite_wars.effects import Corrupted, PrestigeChanged, TreasuryChanged
from domain.samnite_wars.rules.course import Course

MOST_COINS = 20


def gain(course: Course, coins: int, reason: str, rule: str) -> None:
    """Put coins into the Treasury; the Tax Base never runs out (SW-39)."""
    course.add(TreasuryChanged(coins, course.state.treasury + coins, reason, rule))
    corrupt(course)


def spend(course: Course, coins: int, reason: str, rule: str) -> None:
    """Take coins out of the Treasury; nothing is added for none."""
    if coins:
        course.add(TreasuryChanged(-coins, course.state.treasury - coins, reason, rule))


def corrupt(course: Course) -> None:
    """After a gain that leaves more than 20, lose 1d10 once. SW P19, SW-24."""
    if course.state.treasury > MOST_COINS:
        face = course.dice.roll("d10", "corruption")
        course.add(Corrupted(face, face, course.state.treasury - face))


def honour(course: Course, seat: str, change: int, reason: str, rule: str, *faces: int) -> None:
    """Give or take PT, not below 0 (SW-7); the bank never runs out (SW-4, SW-39)."""
    player = course.state.player(seat)
    assert player is not None
    total = max(0, player.prestige + change)
    course.add(PrestigeChanged(seat, change, total, reason, rule, faces))
