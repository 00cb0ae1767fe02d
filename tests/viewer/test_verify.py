"""The verification runs unchanged in Node: on vectors, on forgeries, on the kernel's capsules."""

import pytest

from tests.domain.kernel.test_ending import ended_again
from tests.domain.kernel.test_forgeries import FORGERIES, SHAPES, Forge, named, take
from tests.domain.kernel.test_handovers import handed
from tests.support import chronicles
from tests.support.judge import Judge
from tests.viewer.conftest import run_node


@pytest.mark.parametrize("suite", ["vectors", "forgeries", "model"])
def test_suite_in_node(suite: str) -> None:
    """Every test of the suite passes, and there are some."""
    done = run_node("--test", "--test-reporter=tap", f"node/{suite}.test.mjs")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# pass 0" not in done.stdout
    assert "# skipped 0" in done.stdout
    assert "# todo 0" in done.stdout


@pytest.mark.parametrize("story", sorted(chronicles.EVERY))
def test_kernel_capsules_hold(story: str, judge: Judge) -> None:
    """A capsule that the kernel wrote passes in the independent implementation."""
    report = judge.capsule(chronicles.EVERY[story]().capsule())
    status = {c["number"]: c["status"] for c in report["checks"]}
    expected = dict.fromkeys(range(1, 10), "pass") | {10: "not run"}
    assert status == expected | ({7: "not run"} if story == "live" else {})
    assert report["verdict"] == "verified"


@pytest.mark.parametrize("by", ["referee", "service"])
def test_a_hand_over_by_the_referee_or_the_service_holds(by: str, judge: Judge) -> None:
    assert judge.failed(handed(by, "seat:north").bytes()) == []


def test_seals_are_opened_after_a_rewind_to_an_end(judge: Judge) -> None:
    table = ended_again()
    for seat in ("north", "east"):
        table.do(seat, "campaign.open-seals")
    assert judge.failed(table.capsule()) == []


@pytest.mark.parametrize(("forge", "chronicle", "failed"), named(FORGERIES))
def test_what_the_kernel_catches_is_caught(
    forge: Forge, chronicle: str, failed: list[int], judge: Judge
) -> None:
    """Check 10 needs the rules. Which check names a forgery is for each to say but for the form."""
    forged = forge(take(chronicle))
    found = judge.failed(forged if isinstance(forged, bytes) else forged.bytes())
    assert bool(found) == bool({*failed} - {10})
    assert (1 in found) == (1 in failed)


@pytest.mark.parametrize("name", [name for name in SHAPES if "gzip" not in name])
def test_what_is_not_of_the_form_fails_check_1(name: str, judge: Judge) -> None:
    forged = SHAPES[name](take("over"))
    assert 1 in judge.failed(forged if isinstance(forged, bytes) else forged.bytes())
