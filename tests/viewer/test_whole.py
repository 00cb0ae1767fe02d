"""What stands on a page is whole: names, outcomes, titles; and it is not too much."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from iacta.service.folders import VIEWER
from tests.viewer.conftest import jump, settled

MOST = 3_000
"""elements of a page, however long the campaign"""
BATTLES = {
    "civil-war": (20, 35),
    "de-bello-punico": (29, 98),
    "naval-battle": (31, 40),
    "samnite-wars": (43, 49),
}
"""a quiet event and a battle of each sample"""
SHELF: dict[str, Any] = {
    one["system"]: one
    for one in json.loads((VIEWER / "samples" / "shelf.json").read_text(encoding="utf-8"))
}
BROKEN = """() => [...document.querySelectorAll(".slip b")]
  .filter((el) => !el.textContent.trim().includes(" "))
  .filter((el) => {
    const words = document.createRange();
    words.selectNodeContents(el);
    return new Set([...words.getClientRects()].map((line) => Math.round(line.top))).size > 1;
  })
  .map((el) => el.textContent)"""
CUT = """(selector) => [...document.querySelectorAll(selector)]
  .filter((el) => el.checkVisibility())
  .filter((el) => el.scrollHeight > el.clientHeight + 2 || el.scrollWidth > el.clientWidth + 1)
  .map((el) => el.textContent.trim())"""

HIDDEN = """() => [...document.querySelectorAll("#app :is(main, section, div, p)")]
  .filter((el) => el.checkVisibility() && /auto|scroll|hidden/.test(getComputedStyle(el).overflowY))
  .filter((el) => el.scrollHeight > el.clientHeight + 2 && !el.querySelector(":scope > .log"))
  .filter((el) => getComputedStyle(el).textOverflow !== "ellipsis" &&
    getComputedStyle(el).webkitLineClamp === "none")"""
UNTOLD = f"""() => ({HIDDEN})()
  .filter((el) => !el.querySelector(":scope > .more-below[data-shown]"))
  .map((el) => el.className)"""
TO_THE_END = f"() => ({HIDDEN})().forEach((el) => el.scrollTo(0, el.scrollHeight))"


@pytest.mark.parametrize("system", SHELF)
def test_nothing_is_cut_without_a_hint(page: Page, system: str) -> None:
    """A pane that holds more than it shows says so until its end is reached."""
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"/#/samples/{system}?at=2")
    for seq in (2, *BATTLES[system]):
        jump(page, seq)
        expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", str(seq))
        settled(page)
        assert page.evaluate(UNTOLD) == [], seq
    hint = page.locator(".more-below[data-shown] span")
    if system in ("de-bello-punico", "naval-battle"):
        pane = hint.first.locator("xpath=../..")
        hint.first.click()
        assert pane.evaluate("el => el.scrollTop") > 0
    page.evaluate(TO_THE_END)
    expect(hint).to_have_count(0)


@pytest.mark.parametrize("width", [1440, 768])
def test_a_name_of_a_card_is_not_broken(page: Page, width: int) -> None:
    """Both sides of a battle have room for the words of their cards."""
    page.set_viewport_size({"width": width, "height": 1024})
    page.goto("/#/samples/samnite-wars?at=49")
    expect(page.locator(".slip b", has_text="Fortifications")).to_be_visible()
    assert page.evaluate(BROKEN) == []


def test_an_outcome_is_told_to_its_end(page: Page) -> None:
    """Of every battle of the civil war, beside its table: the verb comes last in a long one."""
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto("/#/samples/civil-war?at=35")
    head = page.locator(".argument h2")
    expect(head).to_contain_text("beat Pompeius, Cassius and Spinther in Achaia.")
    for _ in range(9):
        assert page.evaluate(CUT, ".argument h2, .argument .odds") == []
        before = page.locator("#ruler").get_attribute("aria-valuenow")
        page.keyboard.press("b")
        if page.locator("#ruler").get_attribute("aria-valuenow") == before:
            break


@pytest.mark.parametrize("system", SHELF)
def test_a_campaigns_name_is_whole_on_a_narrow_page(page: Page, system: str) -> None:
    page.set_viewport_size({"width": 768, "height": 1024})
    page.goto(f"/#/samples/{system}?at=20")
    expect(page.locator("h1")).to_have_text(SHELF[system]["name"])
    assert page.evaluate(CUT, ".bar h1") == []


@pytest.mark.parametrize("system", SHELF)
def test_a_page_has_few_elements_wherever_one_is(page: Page, system: str) -> None:
    """Wide, where it shows most."""
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"/#/samples/{system}?at=2")
    for seq in range(2, SHELF[system]["events"], SHELF[system]["events"] // 12):
        jump(page, seq)
        expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", str(seq))
        assert page.evaluate("document.querySelectorAll('*').length") <= MOST, seq
