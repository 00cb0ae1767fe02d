"""What the viewer carries runs unchanged in Node: its verification, and a player's turn."""

from contextlib import closing

import pytest

from iacta.domain.kernel.campaign.verify.capsule import verify_capsule
from tests.domain.kernel.forgeries.every import FORGERIES
from tests.domain.kernel.forgeries.test_shapes import SHAPES
from tests.domain.kernel.forgeries.tools import Forge, take
from tests.domain.kernel.test_handovers import handed
from tests.support import chronicles
from tests.support.judge import Judge
from tests.support.keys import check_signature
from tests.support.verifying import verify
from tests.viewer.conftest import run_node

SUITES = [
    *("vectors", "forgeries", "model", "reading", "fill"),
    *("turn", "tray", "offer", "onward", "pages"),
]


@pytest.mark.parametrize("suite", SUITES)
def test_suite_in_node(suite: str) -> None:
    """Every test of the suite passes, and there are some."""
    done = run_node("--test", "--test-reporter=tap", f"node/{suite}.test.mjs")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# pass 0" not in done.stdout
    assert "# skipped 0" in done.stdout
    assert "# todo 0" in done.stdout


@pytest.mark.parametrize("story", sorted(chronicles.EVERY))
def test_kernel_capsules_hold_and_are_reported_on_in_the_kernels_words(
    story: str, judge: Judge
) -> None:
    """A capsule that the kernel wrote passes in the independent implementation, which names the
    checks and their results as the kernel does.
    """
    capsule = chronicles.EVERY[story]().capsule()
    report = judge.capsule(capsule)
    found = [(check["number"], check["title"], check["result"]) for check in report["checks"]]
    kernel = verify(capsule, rules=None)
    assert found == [(check.number, check.title, check.result) for check in kernel.checks]
    results = {number: result for number, _, result in found}
    expected = dict.fromkeys(range(1, 10), "pass") | {10: "not-run"}
    assert results == expected | ({7: "not-run"} if story == "live" else {})
    assert report["verdict"] == "verified"


def test_a_capsule_without_a_key_from_outside_is_not_confirmed() -> None:
    """By the viewer as by the kernel."""
    capsule = chronicles.EVERY["over"]().capsule()
    with closing(Judge(key=None)) as keyless:
        report = keyless.capsule(capsule)
    kernel = verify_capsule(capsule, check_signature)
    results = {check["number"]: check["result"] for check in report["checks"]}
    assert results == {check.number: check.result for check in kernel.checks}
    assert results[9] == report["verdict"] == "not-confirmed"


@pytest.mark.parametrize("by", ["referee", "service"])
def test_a_hand_over_by_the_referee_or_the_service_holds(by: str, judge: Judge) -> None:
    assert judge.failed(handed(by, "seat:north").bytes()) == []


@pytest.mark.parametrize(("forge", "chronicle", "failed"), FORGERIES)
def test_what_the_kernel_catches_is_caught(
    forge: Forge, chronicle: str, failed: list[str], judge: Judge
) -> None:
    """Check 10 needs the rules. Which check names a forgery is for each to say but for the form."""
    forged = forge(take(chronicle))
    found = judge.failed(forged if isinstance(forged, bytes) else forged.bytes())
    numbers = {int(check.split(" ")[0].rstrip(":")) for check in failed}
    assert bool(found) == bool(numbers - {10})
    assert (1 in found) == (1 in numbers)


@pytest.mark.parametrize("name", [name for name in SHAPES if "gzip" not in name])
def test_what_is_not_of_the_form_fails_check_1(name: str, judge: Judge) -> None:
    forge, _ = SHAPES[name]
    forged = forge(take("over"))
    assert 1 in judge.failed(forged if isinstance(forged, bytes) else forged.bytes())
