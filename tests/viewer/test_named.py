"""What a row of the log names is marked on the board; what befell a counter last is on its card."""

import gzip
import json
from itertools import takewhile

import pytest
from playwright.sync_api import Locator, Page, expect

from iacta.service.folders import VIEWER
from tests.viewer.conftest import settled

NAMES = {
    "civil-war": (33, 32, {"Apulia", "Picenum", "Etruria", "M. Antonius"}),
    "de-bello-punico": (32, 32, {"r20", "1415", "1413", "Sempronius"}),
    "naval-battle": (40, 39, {"Sosius' wing", "Lurius' second squadron"}),
    "samnite-wars": (23, 17, {"Etruscans", "Campanians"}),
}
MARKED = """() => [...document.querySelectorAll("[data-named]")].map((el) =>
  el.dataset.ids.split(" ").map(decodeURIComponent))"""
MOVING = """() => document.getAnimations().filter((a) => a.animationName === "named").length"""


def row(page: Page, seq: int) -> Locator:
    """The log's row of an event."""
    return page.locator(f".log .ev[data-seq='{seq}']")


def rest(page: Page, seq: int) -> None:
    """Point at a row's number, and move on a little."""
    row(page, seq).locator(".n").hover(position={"x": 4, "y": 4})
    row(page, seq).locator(".n").hover(position={"x": 6, "y": 6})


def marked(page: Page) -> list[set[str]]:
    """What each marked element stands for."""
    return [set(ids) for ids in page.evaluate(MARKED)]


def test_a_row_that_is_pointed_at_marks_what_it_names(page: Page) -> None:
    """In all four games; nothing else is marked, and nothing when the pointer is gone."""
    for system, (at, seq, names) in NAMES.items():
        page.goto(f"/#/samples/{system}?at={at}")
        expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", str(at))
        expect(row(page, seq)).to_be_visible()
        rest(page, seq)
        found = marked(page)
        assert all(one & names for one in found), system
        assert names <= set().union(*found), system
        assert page.evaluate(MOVING) == 0
        page.mouse.move(300, 300)
        assert marked(page) == []


def test_a_row_marks_by_keys_and_when_it_is_opened_until_one_steps_on(page: Page) -> None:
    """With motion allowed it flashes."""
    page.goto("/#/samples/naval-battle?at=39")
    page.emulate_media(reduced_motion="no-preference")
    row(page, 39).locator(".n").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    here = marked(page)
    assert here
    row(page, 40).dispatch_event("click")
    expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", "40")
    opened = marked(page)
    assert any("Insteius' centre" in one for one in opened)
    assert opened != here
    assert page.evaluate(MOVING) == len(opened)
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", "41")
    assert marked(page) == []


def befell(system: str, at: int, ids: set[str]) -> int:
    """The last event up to one, of a sample, whose effects name one of ``ids``."""
    data = (VIEWER / f"samples/{system}.capsule").read_bytes()
    lines = gzip.decompress(data).splitlines() if data[:2] == b"\x1f\x8b" else data.splitlines()
    events = [one["event"] for one in map(json.loads, lines) if "event" in one]
    return max(
        event["seq"]
        for event in takewhile(lambda one: one["seq"] <= at, events)
        if any(f'"{name}"' in json.dumps(event["effects"]) for name in ids)
    )


@pytest.mark.parametrize(
    ("system", "at", "counter"),
    [
        ("de-bello-punico", 150, ".unit[data-card=r10]"),
        ("civil-war", 60, ".ctr[data-card^=Narbonensis]"),
        ("naval-battle", 60, ".stack"),
    ],
)
def test_a_card_tells_what_befell_its_counter_last_and_leads_there(
    page: Page, system: str, at: int, counter: str
) -> None:
    page.goto(f"/#/samples/{system}?at={at}")
    expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", str(at))
    stack = page.locator(f".board {counter}").first
    ids = stack.evaluate("el => el.dataset.ids.split(' ').map(decodeURIComponent)")
    last = befell(system, at, {*ids})
    assert last < at
    stack.click()
    lately = page.locator("board-card .lately")
    expect(lately).to_contain_text(f"Event {last}:")
    lately.get_by_role("button").click()
    expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", str(last))
    expect(lately).to_contain_text("Now:")


def test_what_a_card_leads_to_is_reached_by_keys(page: Page) -> None:
    """Tab goes from the counter into its card, Escape back to it, and once more closes it."""
    at = 60
    page.goto(f"/#/samples/civil-war?at={at}")
    expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", str(at))
    page.locator("board-zoom").focus()
    page.keyboard.press("ArrowRight")
    card = page.locator("board-card")
    link, key = card.locator(".lately button"), "document.activeElement.dataset.card"
    for _ in range(30):
        if link.count():
            break
        page.keyboard.press("ArrowRight")
    counter = page.evaluate(key)
    page.keyboard.press("Tab")
    expect(link).to_be_focused()
    page.keyboard.press("Escape")
    assert page.evaluate(key) == counter
    expect(card).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    assert page.evaluate(key) == counter


def test_nothing_opens_under_a_pointer_that_rests(page: Page) -> None:
    """What the page brings under it is not pointed at; one pixel on it is."""
    at = 60
    page.goto(f"/#/samples/civil-war?at={at}")
    counter = page.locator(".board .ctr[data-card]").first
    settled(page)
    box = counter.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.goto("/#/")
    expect(counter).to_have_count(0)
    page.mouse.move(x, y)
    page.evaluate(
        """() => addEventListener("pointerover", ({ target }) => {
          if (target.closest("[data-card]")) document.body.dataset.over = "";
        })"""
    )
    page.clock.install()
    page.go_back()
    expect(page.locator("body[data-over]")).to_be_attached()
    page.clock.run_for(1000)  # longer than one points at a counter before it is told
    card = page.locator("board-card")
    expect(card).to_be_hidden()
    page.mouse.move(x + 1, y)
    page.clock.run_for(1000)
    expect(card).to_be_visible()
