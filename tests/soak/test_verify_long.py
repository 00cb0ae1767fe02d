"""The property tests of verification and of whole games, for as long as one likes.

With ``IACTA_SOAK`` set they take thousands of examples, in a plain test run a short slice.
"""

import os
from collections.abc import Iterator

import pytest
from hypothesis import assume, given

from iacta.domain.kernel.campaign.verify.capsule import verify_capsule, verify_receipt
from tests.conformance.subjects import IDS, SCENARIOS, Subject
from tests.support.judge import Judge
from tests.support.keys import SIGNER, check_signature
from tests.support.mutations import mutated_bytes, mutated_json, mutated_receipts, never_raises
from tests.support.properties import examples
from tests.support.table import Table

KEY = SIGNER.key.text()
LONG = bool(os.environ.get("IACTA_SOAK"))
EXAMPLES = 4_000 if LONG else 20
PLAYED = len(SCENARIOS) if LONG else 1


@examples(EXAMPLES)
@given(mutated_bytes())
def test_mutations_of_the_bytes(data: bytes) -> None:
    never_raises(data)


@examples(EXAMPLES)
@given(mutated_json())
def test_mutations_of_the_json(data: bytes) -> None:
    never_raises(data)


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    """The other implementation."""
    judge = Judge()
    yield judge
    judge.close()


@examples(EXAMPLES * 5)
@given(data=mutated_bytes() | mutated_json())
def test_two_implementations_judge_alike(judge: Judge, data: bytes) -> None:
    """Written apart from one page: what one refuses so does the other, for its form or not."""
    assume(data[:2] != b"\x1f\x8b")
    ours, theirs = verify_capsule(data, check_signature, key=KEY).failed(), judge.failed(data)
    assert bool(ours) == bool(theirs)
    assert (1 in ours) == (1 in theirs)


@examples(EXAMPLES * 5)
@given(text=mutated_receipts())
def test_two_implementations_judge_receipts_alike(judge: Judge, text: str) -> None:
    report = verify_receipt(text, check_signature, key=KEY)
    assert bool(report.failed()) == ("fault" in judge.receipt(text))


@pytest.mark.parametrize(("subject", "scenario"), SCENARIOS[:PLAYED], ids=IDS[:PLAYED])
def test_random_games_end_and_verify(subject: Subject, scenario: str) -> None:
    """Each from a seed of its own; every one is decided again from its capsule."""
    for number in range(max(1, EXAMPLES // 20)):
        table = Table.found(subject.system, scenario).run(seed=f"soak {number}")
        if table.campaign.last_secret_seq:
            table.do("referee", "campaign.open-seals")
        report = verify_capsule(
            table.capsule(),
            check_signature,
            key=KEY,
            systems={subject.system.key: subject.system},
        )
        assert report.failed() == []
        assert report.check(10).result == "pass"
