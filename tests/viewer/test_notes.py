"""Notes and bookmarks on events: those kept in this browser, and those that everyone reads."""

import json
import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.support.play import found
from tests.viewer.axe import hurdles
from tests.viewer.conftest import overflow
from tests.viewer.fixture_server import ODD, SEATED, Fixture

WORDS = "He crossed too early. See Suetonius."
OWN = "Your note, for you alone"
HERE = ".log .ev[aria-current=step]"


def look(page: Page, at: int, query: str = "") -> None:
    """Look at an event."""
    page.goto(f"/#/campaigns/{SEATED}?at={at}{query}")
    expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", str(at))


def write(page: Page, text: str = WORDS) -> None:
    """Write a note on the event that is shown, and close the pane."""
    page.keyboard.press("w")
    page.get_by_label(OWN).fill(text)
    page.get_by_label(OWN).blur()
    page.keyboard.press("Escape")


def stored(page: Page) -> dict[str, dict[str, dict[str, object]]]:
    """What the browser keeps of notes."""
    kept: dict[str, dict[str, dict[str, object]]] = json.loads(
        page.evaluate("localStorage.getItem('iacta.notes') ?? '{}'")
    )
    return kept


def test_a_note_is_kept_over_a_reload_and_leaves_the_browser_by_no_way(
    page: Page, fixture: Fixture, tmp_path: Path
) -> None:
    """Log and ruler show it; no request, link, frame or picture has it; others have none of it."""
    look(page, 16)
    page.keyboard.press("m")
    write(page)
    page.reload()
    expect(page.locator(HERE)).to_contain_text(WORDS)
    expect(page.locator(f"{HERE}.bookmarked")).to_be_visible()
    expect(page.locator("#ruler [data-bookmark='16']")).to_have_count(1)
    expect(page.get_by_role("button", name="Bookmark", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    assert stored(page) == {SEATED: {"16": {"marked": True, "text": WORDS}}}
    page.get_by_role("button", name="Share").click()
    shared = page.locator(".share textarea").evaluate_all("all => all.map((one) => one.value)")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as SVG").click()
    saved.value.save_as(tmp_path / "board.svg")
    told = [page.url, *shared, (tmp_path / "board.svg").read_text(encoding="utf-8")]
    assert all("Suetonius" not in one for one in told)
    assert {method for method, _, _ in fixture.requests} == {"GET"}
    assert all("Suetonius" not in path for _, path, _ in fixture.requests)
    page.goto(f"/#/campaigns/{ODD}?at=2")
    expect(page.locator("h1")).to_have_text("Four consuls")
    expect(page.locator("[data-bookmark], .own-note, .bookmarked")).to_have_count(0)


def test_keys_go_from_bookmark_to_bookmark_and_a_list_tells_them(page: Page) -> None:
    """`m` sets and takes, `j` and `J` go on and back, the list jumps and forgets."""
    ruler = page.locator("#ruler")
    look(page, 9)
    page.keyboard.press("j")
    expect(page.locator(".toast")).to_contain_text("There is no bookmark yet")
    page.keyboard.press("m")
    last = ruler.get_attribute("aria-valuemax") or ""
    page.keyboard.press("End")
    expect(ruler).to_have_attribute("aria-valuenow", last)
    page.keyboard.press("m")
    page.keyboard.press("J")
    expect(ruler).to_have_attribute("aria-valuenow", "9")
    page.keyboard.press("j")
    expect(ruler).to_have_attribute("aria-valuenow", last)
    page.keyboard.press("j")
    expect(page.locator(".toast")).to_contain_text("There is no bookmark after this")
    page.keyboard.press("w")
    expect(page.locator(".all-notes li")).to_have_count(2)
    page.get_by_role("button", name="Event 9", exact=True).click()
    expect(ruler).to_have_attribute("aria-valuenow", "9")
    page.get_by_role("button", name="Forget what you keep of event 9").click()
    expect(page.locator(".all-notes li")).to_have_count(1)
    page.get_by_label(OWN).fill("m j w")
    expect(ruler).to_have_attribute("aria-valuenow", "9")
    page.keyboard.press("Escape")
    page.locator(".step-acts").get_by_role("link", name="Fork here").click()
    expect(page.get_by_label("The last event that both share")).to_have_value("9")


SPOILT = json.dumps({SEATED: {"9": 5, "x": [], "-1": {}, "16": {"text": 7}}, "x": "y"})


@pytest.mark.parametrize("kept", ["denied", SPOILT], ids=["denied", "spoilt"])
def test_a_storage_that_is_denied_or_spoilt_stops_nothing(page: Page, kept: str) -> None:
    """Without storage a bookmark lasts as long as the page, and one is told so."""
    denied = "get() { throw new Error('no'); }"
    script = f"Object.defineProperty(window, 'localStorage', {{ {denied} }})"
    if kept != "denied":
        script = f"localStorage.setItem('iacta.notes', {json.dumps(kept)})"
    page.add_init_script(script)
    look(page, 16)
    page.keyboard.press("m")
    expect(page.locator("#ruler [data-bookmark='16']")).to_have_count(1)
    expect(page.locator(".toast")).to_contain_text(
        "until this page is closed" if kept == "denied" else "in this browser only"
    )
    write(page)
    expect(page.locator(HERE)).to_contain_text(WORDS)


def test_the_pane_of_notes_fits_and_stands_in_nobodys_way(page: Page) -> None:
    look(page, 16, "&token=tok-caesar")
    page.keyboard.press("m")
    page.get_by_role("button", name="Notes", exact=True).click()
    page.get_by_label(OWN).fill(WORDS)
    page.get_by_label(OWN).blur()
    expect(page.get_by_label("A remark on event 16, as Caesarian")).to_be_visible()
    expect(page.locator(".all-notes .own-note")).to_have_text(re.compile(WORDS))
    assert overflow(page) == 0
    assert hurdles(page) == []
    page.set_viewport_size({"width": 390, "height": 850})
    page.emulate_media(color_scheme="dark")
    assert overflow(page) == 0
    assert hurdles(page, "color-contrast") == []


def test_a_remark_of_a_seat_is_read_by_others_and_said_once(
    played_page: Page, http: httpx.Client, chromium: Browser
) -> None:
    """An answer that is lost is asked for again with the same key; one who only looks may not."""
    game = found(http, "civil-war", "rubicon", name="Alea", visibility="public").claim_all()
    kept = json.dumps({game.id: {"seat:caesarian": game.tokens["seat:caesarian"]}})
    with chromium.new_context(base_url=str(http.base_url)) as other:
        reader = other.new_page()
        reader.goto(f"/#/campaigns/{game.id}?at=1")
        expect(reader.locator("#ruler")).to_be_visible()
        played_page.goto("/icon.svg")
        played_page.evaluate("x => localStorage.setItem('iacta.tokens', x)", kept)
        played_page.goto(f"/#/campaigns/{game.id}?at=1&as=seat:caesarian")

        def lost(route: Route) -> None:
            route.fetch()
            route.abort()

        played_page.route("**/commands", lost, times=1)
        played_page.get_by_role("button", name="Notes", exact=True).click()
        remark = played_page.get_by_label("A remark on event 1, as Caesarian")
        remark.fill("Sent by post.")
        expect(played_page.locator(".pane.notes")).to_contain_text("it cannot be taken back")
        played_page.get_by_role("button", name="Send the remark").click()
        expect(played_page.get_by_role("alert")).to_be_visible()
        played_page.get_by_role("button", name="Send the remark").click()
        expect(played_page.locator(".all-notes .remark")).to_contain_text("Sent by post.")
        expect(remark).to_have_value("")
        row = reader.locator(".log [data-go='1']")
        expect(row.locator(".remark")).to_have_text(re.compile("Caesarian\\s+Sent by post."))
        expect(reader.locator("#ruler [data-remark='1']")).to_have_count(1)
        reader.keyboard.press("w")
        expect(reader.get_by_label(OWN)).to_be_visible()
        expect(reader.get_by_role("button", name="Send the remark")).to_have_count(0)
    steps = game.get("nobody", "/steps?after=0&limit=200").json()["items"]
    said = [e for s in steps for e in s["event"]["effects"] if e["type"] == "annotated"]
    assert said == [{"type": "annotated", "seq": 1, "text": "Sent by post."}]
