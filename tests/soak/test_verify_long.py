"""The property tests of verification and of whole games, for as long as one likes.

With ``IACTA_SOAK`` set they take thousands of examples, in a plain test run a short slice.
"""

import os

import pytest
from hypothesis import given

from domain.kernel.verify import verify_capsule
from tests.conformance.subjects import IDS, SCENARIOS, Subject
from tests.support.keys import SIGNER, check_signature
from tests.support.mutations import mutated_bytes, mutated_json, never_raises
from tests.support.properties import examples
from tests.support.table import Table

EXAMPLES = 4_000 if os.environ.get("IACTA_SOAK") else 20


@examples(EXAMPLES)
@given(mutated_bytes())
def test_mutations_of_the_bytes(data: bytes) -> None:
    never_raises(data)


@examples(EXAMPLES)
@given(mutated_json())
def test_mutations_of_the_json(data: bytes) -> None:
    never_raises(data)


@pytest.mark.parametrize(("subject", "scenario"), SCENARIOS, ids=IDS)
def test_random_games_end_and_verify(subject: Subject, scenario: str) -> None:
    """Each from a seed of its own; every one is decided again from its capsule."""
    for number in range(max(1, EXAMPLES // 20)):
        table = Table.found(subject.system, scenario).run(seed=f"soak {number}")
        if table.campaign.hidden:
            table.do("referee", "campaign.open-seals")
        report = verify_capsule(
            table.capsule(),
            check_signature,
            key=SIGNER.key.text(),
            systems={subject.system.key: subject.system},
        )
        assert report.failed() == []
        assert report.check(10).result == "pass"
