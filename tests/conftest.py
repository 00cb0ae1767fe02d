"""Settings of every test: the same examples each time, no clock, and nothing done twice for all."""

import gc
import os
from collections.abc import Iterator
from functools import cache

import pytest
from httpx._transports import default
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser

from iacta.service import log
from tests.support.browser import UNCAPPED, chromium_running

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


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put what takes long before the rest: of each worker, as each gets a part of the list."""
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
    with chromium_running(*UNCAPPED) as browser:
        yield browser
