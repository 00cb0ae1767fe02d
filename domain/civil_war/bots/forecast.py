"""The expected result of a combat, summed over the six faces of the die."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec

from iacta.domain.civil_war.rules.combat import read_cell, row_of
from iacta.domain.civil_war.rules.losses import FRACTIONS
from iacta.domain.civil_war.rules.odds_column import COLUMNS, at_odds, by_quality

NOBODY = -1


class ForceStrength(msgspec.Struct, frozen=True):
    """A Force in figures. ``hurts``: SP that each unit loses to a hit, ascending.

    ``quality``: the sum over units; ``pc``: that of its Faction Leader, -1 without one.
    """

    sp: int
    quality: int
    hurts: tuple[int, ...]
    tb: int
    pc: int


class Forecast(msgspec.Struct, frozen=True):
    """How many of six faces the attacker wins, and the SP both sides lose over all six."""

    wins: int
    lost: int
    taken: int


def hurt(unit: Mapping[str, Any]) -> int:
    """SP that a unit loses to a hit: all if reduced, otherwise about half."""
    return int(unit["sp"] if unit["reduced"] else unit["sp"] // 2)


def force_strength(
    units: Sequence[Mapping[str, Any]], leaders: Sequence[Mapping[str, Any]] = ()
) -> ForceStrength:
    """The Force of these units and leaders of a view. CW-12."""
    return ForceStrength(
        sum(unit["sp"] for unit in units),
        sum(unit["quality"] for unit in units),
        tuple(sorted(hurt(unit) for unit in units)),
        max((one["tb"] for one in leaders if not one["ill"]), default=0),
        max((one["pc"] for one in leaders if one["faction_leader"]), default=NOBODY),
    )


@lru_cache(maxsize=65536)
def forecast(
    attacker: ForceStrength,
    defender: ForceStrength,
    *,
    crossing: bool = False,
    home: bool = False,
) -> Forecast:
    """The expected result of an attack; both sides must have units. ``home``: CW 8.6b."""
    column = _column(attacker.sp, defender.sp)
    column += _shift(attacker.quality, len(attacker.hurts), defender.quality, len(defender.hurts))
    column = min(max(column, 0), len(COLUMNS) - 1)
    die = attacker.tb - defender.tb - int(crossing) - int(home)
    if attacker.pc != NOBODY and defender.pc != NOBODY:
        die += (attacker.pc > defender.pc) - (attacker.pc < defender.pc)
    wins = lost = taken = 0
    for own, other, won in _faces(column, die):
        wins += won
        lost += _loss(own, attacker, defender)
        taken += _loss(other, defender, attacker)
    return Forecast(wins, lost, taken)


@lru_cache(maxsize=4096)
def _column(sp: int, other: int) -> int:
    return at_odds(Fraction(max(1, sp), max(1, other)))


@lru_cache(maxsize=4096)
def _shift(quality: int, count: int, other: int, others: int) -> int:
    return by_quality(Fraction(quality, count), Fraction(other, others))[0]


@lru_cache(maxsize=256)
def _faces(column: int, die: int) -> tuple[tuple[str, str, bool], ...]:
    """Both results and whether the attacker wins, face by face. CW 8.4."""
    cells = [read_cell(row_of(face + die), COLUMNS[column]) for face in range(1, 7)]
    return tuple((cell.attacker, cell.defender, who == "attacker") for cell, who in cells)


def _loss(result: str, own: ForceStrength, other: ForceStrength) -> int:
    """SP that a side loses to a result. CW 8.4.2."""
    match result:
        case "E":
            return own.sp
        case "A":
            return sum(own.hurts)
        case "R":
            return 0
        case _:
            return sum(own.hurts[: _hits(result, len(other.hurts))])


@lru_cache(maxsize=256)
def _hits(result: str, units: int) -> int:
    return int(FRACTIONS[result] * units)
