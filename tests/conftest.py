"""Settings of every test: the same examples each time, no clock, and nothing done twice for all."""

import gc
import os
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from httpx._transports import default
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser

from iacta.service import log
from tests.support.browser import chromium_running

settings.register_profile(
    "iacta",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("iacta")

log.configure("warning")

# Each client reads the machine's certificates (20 ms), though none of ours speaks TLS.
default.create_ssl_context = cache(default.create_ssl_context)

# Tests make little garbage in circles; what is imported and collected stays, and is not walked.
gc.set_threshold(20_000, 20, 50)


SOAK = bool(os.environ.get("IACTA_SOAK"))
CASES = tomllib.loads((Path(__file__).parent / "soak" / "cases.toml").read_text(encoding="utf-8"))
"""By file and test: the cases that a plain run has."""


def left_to_the_soak(items: list[pytest.Item]) -> list[pytest.Item]:
    """What a plain run leaves out. A case that is kept and is no longer there is an error."""
    out, found = [], dict[tuple[str, str], set[str]]()
    for item in items:
        path, _, name = item.nodeid.partition("::")
        test, _, case = name.removesuffix("]").partition("[")
        if test in CASES.get(path, {}):
            found.setdefault((path, test), set()).add(case)
            if case not in CASES[path][test]:
                out.append(item)
    for (path, test), cases in found.items():
        if gone := set(CASES[path][test]) - cases:
            raise pytest.UsageError(f"cases.toml: {path}::{test} has no {sorted(gone)}")
    return out


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave to the soak what is the soak's, unless it is asked for by name.

    Then put what takes long before the rest: of each worker, as each gets a part of the list.
    """
    if not SOAK and not any("::" in one for one in config.args):
        out = left_to_the_soak(items)
        config.hook.pytest_deselected(items=out)
        gone = set(out)
        items[:] = [item for item in items if item not in gone]
    long = [item for item in items if item.get_closest_marker("long")]
    rest = [item for item in items if not item.get_closest_marker("long")]
    workers, total = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")), len(items)
    items.clear()
    for worker in range(workers):
        part = (total - len(items)) // (workers - worker)
        mine = long[worker::workers]
        items += mine + rest[: part - len(mine)]
        del rest[: part - len(mine)]


def pytest_collection_finish() -> None:
    """Leave what is there out of every later collection."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One Chromium for every test of this process: a second cannot run beside it."""
    with chromium_running() as browser:
        yield browser
