"""Home: one's own games, those that await one first, and what the tab tells."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.viewer.conftest import Watched, overflow
from tests.viewer.fixture_server import BROKEN, ODD, PRIVATE, SEATED, Fixture

HELD = {
    ODD: {"seat:player-1": "tok-odd"},
    SEATED: {"seat:republican": "tok-republican"},
    PRIVATE: {"seat:caesarian": "tok-caesar"},
}


def hold(page: Page, held: dict[str, dict[str, str]]) -> None:
    """Give the browser these tokens."""
    page.goto("/icon.svg")
    page.evaluate("x => localStorage.setItem('iacta.tokens', x)", json.dumps(held))


@pytest.mark.parametrize("width", [1440, 390])
def test_games_that_await_one_come_first(page: Page, width: int) -> None:
    """A private one too; each leads to the table through the eyes of the role that is awaited."""
    page.set_viewport_size({"width": width, "height": 850})
    hold(page, HELD)
    page.goto("/")
    games = page.locator(".game")
    expect(games).to_have_count(3)
    expect(games.first).to_contain_text("Your turn")
    expect(games.first).to_contain_text("Move")
    expect(games.filter(has_text="A private war")).not_to_contain_text("Your turn")
    expect(page.get_by_role("heading", name="Your games")).to_contain_text("your turn in 1 game")
    expect(page).to_have_title("(your turn) Iacta")
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", "icon-turn.svg")
    expect(page.get_by_role("heading", name="Other public games")).to_be_visible()
    expect(page.locator(f".campaigns a[href*='{BROKEN}']")).to_have_count(1)
    expect(page.locator(f".campaigns a[href*='{SEATED}']")).to_have_count(0)
    assert overflow(page) == 0
    games.first.get_by_role("link").first.click()
    expect(page.locator(".seen")).to_have_text("Seen by Republican")


def test_what_is_new_since_one_looked_is_counted_and_replayed(page: Page, fixture: Fixture) -> None:
    items = list(fixture.items)
    fixture.items = items[:39]
    hold(page, {SEATED: HELD[SEATED]})
    page.goto("/")
    news = page.locator(".news")
    expect(news).to_have_text("not opened yet")
    page.goto(f"/#/campaigns/{SEATED}?as=seat:republican")
    expect(page.locator("#ruler")).to_have_attribute("aria-valuemax", "39")
    page.goto("about:blank")
    fixture.items = items
    page.goto("/")
    expect(news).to_have_text(f"{len(items) - 39} events since you looked")
    news.click()
    expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", "40")


def test_a_campaign_that_cannot_be_read_is_told_of(page: Page, watched: Watched) -> None:
    watched.expected = ["404"]
    hold(page, {PRIVATE: {"seat:caesarian": "a token that was replaced"}})
    page.goto("/")
    expect(page.get_by_text("1 campaign you hold a token of cannot be read")).to_be_visible()


def test_a_browser_without_a_game_is_shown_a_war(page: Page) -> None:
    """One that comes with the viewer: who won it, its board, and the way to play one's own."""
    page.goto("/")
    expect(page.get_by_role("heading", name="A war to look at")).to_be_visible()
    expect(page.get_by_role("heading", name="Your games")).to_have_count(0)
    expect(page.get_by_role("link", name="New campaign")).to_have_attribute("href", "#/new")
    expect(page).to_have_title("Iacta")
    expect(page.locator("main p").first).to_contain_text("Roman wargames")
    hero = page.locator(".hero")
    expect(hero.locator(".thumb")).to_be_visible()
    expect(hero.get_by_role("heading")).to_have_text(re.compile(r"^The .*\.$"))
    hero.get_by_role("link", name="Replay the war").click()
    expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", "1")


def paste(page: Page, text: str) -> None:
    """Paste something into the first page."""
    page.goto("about:blank")
    page.goto("/")
    page.get_by_role("button", name="Paste a link").click()
    page.get_by_label("A link, a token or a receipt").fill(text)
    page.get_by_role("button", name="Open it").click()


@pytest.mark.parametrize(
    ("pasted", "shown"),
    [
        (f"{{base}}/#/campaigns/{SEATED}?invite=code-1", "An invitation to Alea"),
        (f"Here: <{{base}}/#/campaigns/{SEATED}?transfer=code-2>.", "on this device too"),
        (f"#/campaigns/{SEATED}?at=16", "BC"),
        (f"{{base}}/v1/campaigns/{SEATED}", "BC"),
        (SEATED, "BC"),
    ],
    ids=["invitation", "transfer, in a sentence", "event", "address of the API", "id"],
)
def test_what_one_was_sent_is_pasted(page: Page, base: str, pasted: str, shown: str) -> None:
    """A link, with whatever stands around it in a mail, leads where a click on it would."""
    paste(page, pasted.format(base=base))
    expect(page.locator("main h2, .step b").first).to_contain_text(shown)


def test_a_token_is_pasted_with_its_campaign(page: Page, fixture: Fixture) -> None:
    """Alone it does not say of which; what is wrong is told where it was pasted."""
    token = "0" * 43
    fixture.tokens[token] = "seat:caesarian"
    paste(page, token)
    expect(page.get_by_role("alert")).to_contain_text("does not say which campaign")
    paste(page, f"{SEATED} {token}")
    expect(page.locator(".seen")).to_have_text("Seen by Caesarian")
    assert token not in page.url


@pytest.mark.parametrize(
    ("pasted", "fault"),
    [
        ("", "Nothing is pasted yet."),
        ("https://elsewhere.example/#/campaigns/1", "This link is for another server."),
        ("#/nowhere/at/all", "This link leads to no page here."),
        ("hello", "This is not a link, a token or a receipt."),
    ],
)
def test_what_leads_nowhere_is_said(page: Page, pasted: str, fault: str) -> None:
    paste(page, pasted)
    expect(page.get_by_role("alert")).to_contain_text(fault)
