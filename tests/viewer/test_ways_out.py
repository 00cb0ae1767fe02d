"""Every error says what one can do, and offers it as a button; what is pasted is checked."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.viewer.conftest import Watched
from tests.viewer.fixture_server import BROKEN, PRIVATE, SEATED, Fixture
from tests.viewer.test_pages import DROP, ready

PASTE = """text => {
  const data = new DataTransfer();
  data.setData("text", text);
  document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
}"""


def offered(page: Page) -> list[str]:
    expect(page.get_by_role("alert")).to_be_visible()
    return [one.inner_text() for one in page.locator(".state.bad .acts .btn").all()]


@pytest.mark.parametrize(
    ("path", "buttons"),
    [
        ("/#/nowhere", ["Paste my link", "All games"]),
        (f"/#/campaigns/{PRIVATE}", ["Paste my link", "All games"]),
        (f"/#/campaigns/{PRIVATE}?as=seat:x&at=3", ["Paste my link", "Look as everyone"]),
        (f"/#/campaigns/{BROKEN}", ["Try again", "All games"]),
        (f"/#/campaigns/{SEATED}?token=nobody", ["Paste my link", "All games"]),
    ],
)
def test_an_address_that_fails_offers_a_way_out(
    path: str, buttons: list[str], page: Page, watched: Watched
) -> None:
    watched.expected = ["401", "404", "500"]
    page.goto(path)
    assert offered(page)[: len(buttons)] == buttons


def test_a_link_can_be_pasted_where_one_was_wrong(page: Page) -> None:
    page.goto("/#/nowhere")
    page.get_by_role("button", name="Paste my link").click()
    field = page.get_by_label("A link, a token or a receipt")
    field.fill(f"See #/campaigns/{SEATED}?at=3 of yesterday")
    page.get_by_role("button", name="Open it").click()
    expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", "3")


def test_a_server_that_is_gone_leaves_files_to_open(page: Page, watched: Watched) -> None:
    watched.expected = ["ERR_FAILED", "Failed to load"]
    page.goto("/")
    ready(page)
    page.route("**/v1/**", lambda route: route.abort())
    page.goto(f"/#/campaigns/{SEATED}")
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached")
    assert offered(page) == ["Try again", "Open a saved file", "All games"]


def test_a_wrong_file_asks_for_another(page: Page) -> None:
    page.goto("/")
    ready(page)
    page.evaluate(DROP, ["dear diary\n", "notes.txt"])
    expect(page.get_by_role("alert")).to_contain_text("This file cannot be opened")
    assert offered(page)[0] == "Choose another file"
    with page.expect_file_chooser():
        page.get_by_role("button", name="Choose another file").click()


def test_a_checkpoint_that_is_pasted_is_held_against_its_campaign(
    page: Page, fixture: Fixture
) -> None:
    """Anywhere, as a mail quotes it; the answer is a sentence."""
    older = str(fixture.sample["older"])
    page.goto("/")
    ready(page)
    page.evaluate(PASTE, "\n".join(f"> {line}" for line in older.split("\n")))
    expect(page).to_have_url(re.compile(SEATED))
    lead = page.locator(".proof .lead").nth(1)
    expect(lead).to_have_text(re.compile("is of this record: what was signed then stands in it"))
    page.evaluate(PASTE, older.replace("\n9\n", "\n8\n"))
    expect(lead).to_have_text("The record does not agree with the older checkpoint that you gave.")
