"""Losses by combat result. CW 8.4.2E, CW 8.4.2A, CW 8.4.2F, CW 8.4.2R."""

from fractions import Fraction

from iacta.domain.civil_war.effects import Losses
from iacta.domain.civil_war.rules.battle import Fighter, Force
from iacta.domain.civil_war.state import Switches

FRACTIONS = {"1/4": Fraction(1, 4), "1/2": Fraction(1, 2), "3/4": Fraction(3, 4)}


def from_result(result: str, own: Force, enemy: Force, switches: Switches) -> Losses:
    """The losses of a side whose result is E, A, a fraction or R."""
    match result:
        case "E":  # CW 8.4.2E: all are eliminated
            return Losses(tuple(unit.id for unit in own.units), (), 0)
        case "A":  # CW 8.4.2A: all are reduced, the reduced eliminated
            return hit(own.units)
        case "R":  # CW 8.4.2R: none
            return Losses((), (), 0)
        case _:
            return _portion(FRACTIONS[result], own, enemy, switches)


def hit(units: tuple[Fighter, ...]) -> Losses:
    """Each unit is hit once: reduced, or eliminated if it was reduced."""
    return Losses(
        tuple(unit.id for unit in units if unit.reduced),
        tuple(unit.id for unit in units if not unit.reduced),
        0,
    )


def _portion(part: Fraction, own: Force, enemy: Force, switches: Switches) -> Losses:
    """CW 8.4.2F: a part of the defeated side's number of units, rounded down, at most all.

    By switch a part of the victor's own, at most as many as were defeated (CW-73).
    """
    if switches.portion == "victor":
        count = min(int(part * len(own.units)), len(enemy.units))
    else:
        count = int(part * len(enemy.units))
    if count >= len(own.units):
        return hit(own.units)
    if count and len({unit.value for unit in own.units}) > 1:
        return Losses((), (), count)
    return hit(own.units[:count])
