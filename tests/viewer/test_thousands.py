"""A campaign of more than a thousand events: its numbers are told alike, and stand in one line."""

import httpx
from playwright.sync_api import Page, expect

from tests.support.play import found

FOOT = """() => {
  const pos = document.querySelector(".pos"), lines = document.createRange();
  lines.setStartBefore(pos.querySelector("b"));
  lines.setEndAfter(pos.querySelector(".lab"));
  return [pos.getBoundingClientRect().bottom - innerHeight,
    lines.getBoundingClientRect().height];
}"""


def test_its_numbers_are_told_alike_and_fit(played_page: Page, http: httpx.Client) -> None:
    """Where one stands and how many there are, on a phone in one line within the foot."""
    game = found(http, "civil-war", "table", visibility="public")
    note = {"command": {"type": "campaign.annotate", "seq": 1, "text": "A remark."}}
    batch = {"mode": "all-or-none", "commands": [note] * 50}
    for _ in range(21):
        assert game.post("referee", "/command-batches", batch).status_code == 201
    page = played_page
    page.goto(f"/#/campaigns/{game.id}?at=1040")
    expect(page.locator(".pos b")).to_have_text("1,040")
    expect(page.locator(".pos")).to_contain_text("of 1,051")
    expect(page.locator(".curn")).to_have_text("1,040")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".pos .eyes")).to_be_visible()
    below, height = page.evaluate(FOOT)
    assert below <= 0
    assert height < 30
