"""A long campaign: its board is drawn before the rest of it is read, which comes in behind."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.viewer.fixture_server import SEATED, Fixture

LENGTH = 640
HERE_IN_SIGHT = """() => {
  const row = document.querySelector(".log .here"), box = row?.closest("ol");
  if (!row) return false;
  const [a, b] = [row.getBoundingClientRect(), box.getBoundingClientRect()];
  return a.top >= b.top && a.bottom <= b.bottom;
}"""


@pytest.fixture
def fixture(fixture: Fixture) -> Fixture:
    """The sample, and after it many events that change nothing."""
    last = fixture.items[-1]
    for seq in range(len(fixture.items) + 1, LENGTH + 1):
        told = {"seq": seq, "text": [f"Note {seq} is made."], "dice": [], "patch": [], "marks": []}
        fixture.items.append({**last, **told})
    return fixture


class Held:
    """Requests that are not answered until the test says so."""

    def __init__(self, page: Page, pattern: str) -> None:
        """Hold what is asked for from now on."""
        self.routes: list[Route] = []
        self._open = False
        page.route(pattern, self._asked)

    def _asked(self, route: Route) -> None:
        if self._open:
            route.continue_()
        else:
            self.routes.append(route)

    def release(self) -> None:
        """Let them through, and all that follow."""
        self._open = True
        for route in self.routes:
            route.continue_()


@pytest.fixture
def held(page: Page) -> Iterator[Held]:
    """The pages of steps."""
    yield Held(page, "**/steps?*limit=200*")
    page.unroute_all(behavior="ignoreErrors")


def test_the_board_stands_before_the_rest_is_read(page: Page, held: Held) -> None:
    page.goto(f"/#/campaigns/{SEATED}?at=300")
    expect(page.locator(".told")).to_have_text("Note 300 is made.")
    expect(page.locator("main.board svg").first).to_be_visible()
    expect(page.locator("#ruler")).to_have_attribute("aria-valuemax", str(LENGTH))
    expect(page.locator(".log .here .t")).to_have_text("Note 300 is made.")
    expect(page.locator(".log [data-seq='299'] .t")).to_have_text("…")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".told")).to_have_text("Note 301 is made.")
    assert len(held.routes) == 4
    held.release()
    for seq in (299, 302):
        expect(page.locator(f".log [data-seq='{seq}'] .t")).to_have_text(f"Note {seq} is made.")
    page.get_by_label("Search the log").fill("note 77 is")
    expect(page.locator(".log .ev")).to_have_count(1)
    page.get_by_label("Search the log").fill("")
    assert page.evaluate(HERE_IN_SIGHT)
    expect(page.locator(".told")).to_have_text("Note 301 is made.")


def test_an_event_that_is_not_read_says_so_until_it_comes(page: Page, held: Held) -> None:
    page.goto(f"/#/campaigns/{SEATED}?at=300")
    expect(page.locator(".told")).to_have_text("Note 300 is made.")
    alone = Held(page, "**/steps?*limit=1&*")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("main.board [aria-busy]")).to_contain_text("Reading event 299")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".told")).to_have_text("Note 300 is made.")
    assert len(alone.routes) == 1
