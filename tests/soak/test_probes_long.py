"""Refusals probed at length: 4,000 in each system with secrets, by the referee and by every seat.

With ``IACTA_SOAK`` set they are that many, in a plain test run a short slice.
"""

import os

import pytest

from tests.conformance.probing import leak_in, watchers
from tests.conformance.subjects import SUBJECTS, WATCHES

SYSTEMS = {one.system.key: one.system for one in SUBJECTS}
COUNT = 4_000 if os.environ.get("IACTA_SOAK") else 100


@pytest.mark.parametrize("key", WATCHES)
def test_no_refusal_tells_what_its_sender_must_not_know(key: str) -> None:
    for watch in watchers(WATCHES[key]):
        assert leak_in(watch, SYSTEMS[key], COUNT) == ""
