"""What a plain run leaves to the soak is what `tests/soak/cases.toml` says."""

from types import SimpleNamespace
from typing import Any

import pytest

from tests import conftest

FILE = "tests/viewer/test_wide.py"


@pytest.fixture(autouse=True)
def cases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conftest, "CASES", {FILE: {"test_fits": ["390-[x]"]}})


def items(*names: str) -> list[Any]:
    return [SimpleNamespace(nodeid=f"{FILE}::{name}") for name in names]


def test_a_case_that_is_not_kept_is_left_to_the_soak() -> None:
    every = items("test_fits[390-[x]]", "test_fits[1440]", "test_fits_too[1440]", "test_other")
    assert conftest.left_to_the_soak(every) == [every[1]]


def test_a_case_that_is_kept_and_gone_is_an_error() -> None:
    """Else a test whose cases were named anew would run no more."""
    with pytest.raises(pytest.UsageError, match=r"test_fits has no \['390-\[x\]'\]"):
        conftest.left_to_the_soak(items("test_fits[400]", "test_other"))
    assert conftest.left_to_the_soak(items("test_other")) == []
