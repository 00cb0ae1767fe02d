"""Naval battles for as long as one likes: random ones by the thousand, odds by the 100,000.

With ``IACTA_SOAK`` set, 1,000 battles of each scenario under all values of the switches, 25 of
bots that search, and 100,000 boardings of each mode; in a plain test run a short slice.
"""

import os

import pytest

from iacta.domain.naval_battle import SYSTEM
from iacta.domain.naval_battle import commands as cmd
from tests.domain.naval_battle.sampled import agree, exact, sampled
from tests.domain.naval_battle.test_odds import boarding
from tests.domain.naval_battle.test_whole_battles import SCENARIOS, fought
from tests.support.switches import any_switches

LONG = bool(os.environ.get("IACTA_SOAK"))
BATTLES = {"random": 1_000, "steady": 1_000, "strong": 25} if LONG else {"random": 3, "steady": 3}
SAMPLES = 100_000 if LONG else 2_000


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("bot", BATTLES)
def test_battles_end_without_a_dead_end_or_a_broken_invariant(scenario: str, bot: str) -> None:
    for number in range(BATTLES[bot]):
        fought(scenario, bot, f"soak {number}", **any_switches(SYSTEM, f"switches {number}"))


@pytest.mark.parametrize("mode", ["Phalanx", "Wedge", "Quincunx"])
def test_exact_odds_agree_with_sampled_ones(mode: str) -> None:
    command = cmd.Board("Own", "Enemy", mode)  # type: ignore[arg-type]
    agree(exact(boarding(), command), sampled(boarding(), command, SAMPLES), SAMPLES)
