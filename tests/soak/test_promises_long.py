"""Random games of every scenario, with all that is promised at each step held.

With ``IACTA_SOAK`` set, 30 games of each; in a plain test another one of Tally, as the conformance
suite plays one of each.
"""

import os

import pytest

from tests.conformance.subjects import IDS, SCENARIOS, Subject
from tests.conformance.test_contract import walk

LONG = bool(os.environ.get("IACTA_SOAK"))
GAMES = 30 if LONG else 1
PLAYED = len(SCENARIOS) if LONG else 1


@pytest.mark.parametrize(("subject", "scenario"), SCENARIOS[:PLAYED], ids=IDS[:PLAYED])
def test_random_games_keep_their_promises_to_the_end(subject: Subject, scenario: str) -> None:
    for number in range(GAMES):
        walk(subject, scenario, f"soak {number}")
