"""Odds by throwing: the same decision many times over with dice of a generator of its own."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from iacta.domain.kernel.contract.odds import odds
from iacta.domain.kernel.proof.canonical import encode, to_plain
from iacta.domain.kernel.proof.dice import Dice, next_face, stream
from iacta.domain.naval_battle import SYSTEM
from iacta.domain.naval_battle.state import State
from tests.domain.naval_battle.given import secrets

DEVIATIONS = 5
"""How many standard deviations a share may be off: once in more than a million."""


def _outcome(state: State, command: Any, dice: Dice) -> Mapping[str, Any]:
    return SYSTEM.odds_key(SYSTEM.decide(state, command, "seat:active", dice, secrets()))


def exact(state: State, command: Any) -> dict[str, Fraction]:
    """Outcome as text → its probability; the odds have to be exact."""
    found = odds(lambda dice: _outcome(state, command, dice))
    assert found.exact
    return {encode(one.outcome).decode(): one.probability for one in found.outcomes}


def sampled(state: State, command: Any, runs: int) -> Counter[str]:
    """Outcome as text → how often it came."""
    source = stream(b"sampled at sea", "odds", "test", 1, "", "")
    found: Counter[str] = Counter()
    for _ in range(runs):
        dice = Dice(lambda chain, die, purpose: next_face(source, die))
        found[encode(to_plain(_outcome(state, command, dice))).decode()] += 1
    return found


def agree(chances: Mapping[str, Fraction], counts: Counter[str], runs: int) -> None:
    """Every share is within the sampling error of its probability, and nothing else came."""
    assert set(counts) <= set(chances)
    for outcome, chance in chances.items():
        expected = runs * chance
        variance = runs * chance * (1 - chance)
        off = (counts[outcome] - expected) ** 2
        assert off <= DEVIATIONS**2 * variance + 1, (outcome, counts[outcome], float(expected))
