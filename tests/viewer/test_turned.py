"""A board looked at from the other side: every square at the other corner, texts upright."""

import pytest
from playwright.sync_api import Page, expect

from tests.viewer.conftest import settled

PLACES = """() => {
  const board = document.querySelector(".nb-board").getBoundingClientRect();
  return Object.fromEntries(
    [...document.querySelectorAll(".nb-board .ship, .nb-board .target")].map((el) => {
      const { left, top, width, height } = el.getBoundingClientRect();
      return [el.dataset.square ?? decodeURIComponent(el.dataset.ids),
        [left + width / 2 - board.left, top + height / 2 - board.top]];
    }));
}"""
LABELS = """() => ["x1.top", "x1.foot", "y1.west", "y1.east"].map(
  (one) => document.querySelector(`.nb-board .lbl.${one}`).textContent.trim())"""
TURNED = """() => [...document.querySelectorAll(".nb-board :is(.ship, .lbl, .edge, .lead)")].filter(
  (el) => new DOMMatrix(getComputedStyle(el).transform).a < 0).length"""


def shown(page: Page) -> dict[str, list[float]]:
    """Where on the board each square and fleet stands, once nothing moves."""
    settled(page)
    return dict(page.evaluate(PLACES))


@pytest.mark.parametrize("width", [1440, 390])
def test_the_sea_is_looked_at_from_the_other_side(page: Page, width: int) -> None:
    """By its button and its key; files, ranks and edges go with it, and it stays so."""
    page.set_viewport_size({"width": width, "height": 844})
    page.goto("/#/samples/naval-battle?at=40")
    expect(page.locator(".nb-board .ship").first).to_be_visible()
    before, labels = shown(page), page.evaluate(LABELS)
    edges = page.locator(".nb-board .edge").all_inner_texts()
    page.get_by_role("button", name="From the other side").click()
    expect(page.locator(".nb-board .lbl.x1.top")).not_to_have_text(labels[0])
    after = shown(page)
    middle = [sum(at) / 2 for at in zip(before["a1"], after["a1"], strict=True)]
    for name, (x, y) in before.items():
        assert abs(x + after[name][0] - 2 * middle[0]) < 3, name
        assert abs(y + after[name][1] - 2 * middle[1]) < 3, name
    assert page.evaluate(LABELS) == ["h", "h", "1", "1"]
    assert labels == ["a", "a", "10", "10"]
    assert page.locator(".nb-board .edge").all_inner_texts() == edges[::-1]
    assert page.evaluate(TURNED) == 0, "texts are upright"
    page.reload()
    expect(page.locator(".nb-board .lbl.x1.top")).to_have_text("h")
    page.keyboard.press("f")
    expect(page.locator(".nb-board .lbl.x1.top")).to_have_text("a")
    again = shown(page)
    assert again.keys() == before.keys()
    assert all(again[name] == pytest.approx(before[name], abs=0.1) for name in before)


def test_only_a_board_that_can_be_turned_offers_it(page: Page) -> None:
    """A map with the north above stays as it is, whatever key is pressed."""
    page.goto("/#/samples/civil-war?at=35")
    expect(page.get_by_role("button", name="Larger")).to_be_visible()
    expect(page.get_by_role("button", name="From the other side")).to_have_count(0)
    page.keyboard.press("f")
    assert page.evaluate("localStorage['iacta.turned']") is None
