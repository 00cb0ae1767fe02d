"""An event on paper: the board, what happened and why, in light colours, on few sheets."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.viewer.conftest import alters

SHEETS = {"civil-war": 1, "de-bello-punico": 1, "naval-battle": 3, "samnite-wars": 2}
"""At most: a naval battle lists what every fleet carries."""


@alters
@pytest.mark.parametrize("system", SHEETS)
def test_an_event_is_printed(page: Page, system: str) -> None:
    """Whatever the theme is; what can only be pressed stays away."""
    page.goto(f"/#/samples/{system}?at=40")
    expect(page.locator(".why .say, .why h2").first).to_be_visible()
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    pdf = page.pdf(prefer_css_page_size=True, print_background=True)
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", pdf)) <= SHEETS[system]
    page.emulate_media(media="print")
    for shown in (".bar h1", ".now-line .step", ".board", ".why"):
        expect(page.locator(shown).first).to_be_visible()
    for hidden in (".log", ".time", ".zoom-keys", ".bar .end"):
        expect(page.locator(hidden).locator("visible=true")).to_have_count(0)
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == "rgb(255, 255, 255)"
