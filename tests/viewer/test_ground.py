"""The field of a battle on hexes: its ground told apart from afar, its boxes whole."""

import pytest
from playwright.sync_api import Page, expect

from tests.viewer.conftest import overflow

STROKES = """(path) => path.getAttribute("d").split("M").slice(1).map((stroke) => {
  const [x, y, dx, dy] = stroke.split(/[ l]/).map(Number), svg = path.ownerSVGElement;
  return ["hill", "rocky", "river", "bushes"].filter((kind) => {
    const inside = svg.querySelector(`.hx.${kind}`),
      at = (t) => Object.assign(svg.createSVGPoint(), { x: x + dx * t, y: y + dy * t });
    return inside?.isPointInFill(at(-1)) && !inside.isPointInFill(at(1));
  });
})"""
"""Of each hachure, the kinds of ground that it leads out of."""


def test_slopes_are_hachured_where_the_ground_falls(page: Page) -> None:
    """Out of the hills and off the rocks; a river has its bank."""
    page.goto("/#/samples/de-bello-punico?at=28")
    expect(page.locator(".dbp .edge-of.hill")).to_have_count(1)
    for kind in ("hill", "rocky"):
        kinds = page.locator(f".dbp .edge-of.{kind}").evaluate(STROKES)
        assert len(kinds) > 20
        assert all(kind in one for one in kinds), kind
    expect(page.locator(".dbp .edge-of.river")).to_have_count(1)
    expect(page.locator(".dbp .edge-of.open")).to_have_count(0)


@pytest.mark.parametrize("width", [1440, 1280, 800])
def test_the_command_boxes_hide_nothing(page: Page, width: int) -> None:
    """They do not scroll sideways where all of them is in sight."""
    page.set_viewport_size({"width": width, "height": 900})
    page.goto("/#/samples/de-bello-punico?at=28")
    boxes = page.locator(".boxes .scroll")
    expect(boxes).to_be_visible()
    assert boxes.evaluate("el => el.scrollWidth - el.clientWidth") == 0
    assert overflow(page) == 0
