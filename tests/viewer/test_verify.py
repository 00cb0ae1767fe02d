"""The verification runs unchanged in Node: on vectors, on forgeries, on the kernel's capsules."""

import json
from pathlib import Path

import pytest

from tests.support import chronicles
from tests.support.keys import SIGNER
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
def test_kernel_capsules_hold(story: str, tmp_path: Path) -> None:
    """A capsule that the kernel wrote passes in the independent implementation."""
    (tmp_path / "capsule").write_bytes(chronicles.EVERY[story]().capsule())
    done = run_node("node/run.mjs", str(tmp_path / "capsule"), SIGNER.key.text())
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    status = {c["number"]: c["status"] for c in report["checks"]}
    expected = dict.fromkeys(range(1, 10), "pass") | {10: "not run"}
    assert status == expected | ({7: "not run"} if story == "live" else {})
    assert report["verdict"] == "verified"
