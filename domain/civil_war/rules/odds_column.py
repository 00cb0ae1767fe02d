"""The column of the combat table, from strengths and qualities. Rulings CW-11, CW-21."""

from bisect import bisect_right
from fractions import Fraction

import msgspec

from iacta.domain.civil_war.rules.battle import Battle
from iacta.domain.civil_war.tables import COMBAT

COLUMNS = COMBAT.columns
RATIOS = tuple(Fraction(column) for column in COLUMNS)


class Column(msgspec.Struct, frozen=True):
    """The exact odds, their column, and the column after the quality shift."""

    odds: Fraction
    before: str
    shift: int
    rule: str
    after: str


def find(battle: Battle) -> Column:
    """The column of a battle, shifts included; they stop at the outer columns. CW-11."""
    odds = Fraction(battle.attacker.strength, battle.defender.strength)
    start = at_odds(odds)
    shift, rule = by_quality(battle.attacker.quality, battle.defender.quality)
    end = min(max(start + shift, 0), len(COLUMNS) - 1)
    return Column(odds, COLUMNS[start], shift, rule, COLUMNS[end])


def at_odds(odds: Fraction) -> int:
    """The index of the last column whose odds do not exceed the exact ones. CW-11, CW-21."""
    return max(bisect_right(RATIOS, odds) - 1, 0)


def by_quality(attacker: Fraction, defender: Fraction) -> tuple[int, str]:
    """The shift in columns to the right, and its rule."""
    if attacker >= 2 * defender:
        return 2, "CW Sc"
    if defender >= 2 * attacker:
        return -2, "CW Sd"
    if attacker > defender:
        return 1, "CW Sa"
    if attacker < defender:
        return -1, "CW Sb"
    return 0, ""
