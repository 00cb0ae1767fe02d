"""What an honest capsule shows, before anything in it is forged."""

import pytest

from tests.support import chronicles
from tests.support.forge import Forgery
from tests.support.verifying import verify


@pytest.mark.parametrize("audience", chronicles.AUDIENCES)
@pytest.mark.parametrize("chronicle", chronicles.EVERY)
def test_an_honest_capsule_has_no_failed_check(chronicle: str, audience: str) -> None:
    report = verify(chronicles.EVERY[chronicle]().capsule(audience))
    open_yet = {7, 10} if chronicle == "live" else set()
    assert {check.number for check in report.checks if check.result != "pass"} == open_yet


@pytest.mark.parametrize("chronicle", chronicles.EVERY)
def test_a_forger_who_changes_nothing_gives_the_same_capsule(chronicle: str) -> None:
    """Whatever the forgeries below are caught for is what they change."""
    honest = chronicles.EVERY[chronicle]().capsule()
    assert Forgery(honest).whole().bytes() == honest
