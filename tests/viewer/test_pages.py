"""The list, the states, the proof, capsules from a file, and how it all fits its window."""

import gzip
import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.viewer.conftest import FONTS, HERE, Watched, overflow
from tests.viewer.fixture_server import BROKEN, EMPTY, ODD, SEATED, Fixture

SCREENS = ["/", f"/#/campaigns/{SEATED}?at=16", f"/#/campaigns/{ODD}?at=2", "/#/capsule"]
DROP = """async ([text, name]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  for (const type of ["dragover", "drop"])
    document.body.dispatchEvent(
      new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true })
    );
}"""
REGION = "(document.activeElement.closest('.bar, .why, .log, .time') ?? document.body).className"
NAMED = """(() => {
  const e = document.activeElement, labels = e.getAttribute("aria-label") || e.labels?.length;
  return e === document.body || !!(labels || e.textContent.trim());
})()"""


def ready(page: Page) -> None:
    """The page shows something other than that it is loading."""
    page.wait_for_selector("#app[data-page]:not([data-page=loading])")


def status(page: Page) -> dict[int, str]:
    """The status of each check in the pane."""
    expect(page.locator(".checks li")).to_have_count(10)
    return {
        int(row.get_attribute("data-check") or 0): str(row.get_attribute("data-result"))
        for row in page.locator(".checks li").all()
    }


@pytest.mark.parametrize("campaigns", ["some", "none"])
def test_list_leads_to_the_api(page: Page, fixture: Fixture, campaigns: str) -> None:
    if campaigns == "none":
        fixture.campaigns = []
    page.goto("/")
    ready(page)
    expect(page.get_by_role("link", name="the API")).to_have_attribute("href", "/docs")


def test_list_says_who_won(page: Page) -> None:
    page.goto("/")
    ended = page.locator(".campaigns tbody tr").nth(2).locator(".wait-cell")
    expect(ended).to_have_text("Over, won by R Republican", use_inner_text=True)


def test_list_says_what_waits_for_whom(page: Page) -> None:
    """A line each: name, system, turn, who is awaited and for what."""
    page.goto("/")
    rows = page.locator(".campaigns tbody tr")
    expect(rows).to_have_count(4)
    expect(rows.first).to_contain_text("Alea, a civil war by post")
    expect(rows.first).to_contain_text("Civil war, rubicon")
    expect(rows.first).to_contain_text("43 BC")
    expect(rows.first).to_contain_text("Republican: move")
    expect(rows.nth(1)).to_contain_text("A Appia, B Brutus: lay effort")
    rows.first.get_by_role("link").click()
    expect(page.locator("h1")).to_have_text("Alea, a civil war by post")


def test_list_is_filtered(page: Page) -> None:
    """System and status narrow the list; what is empty then can be widened again."""
    page.goto("/")
    page.get_by_label(re.compile("^Game")).select_option("samnite-wars")
    expect(page.locator(".campaigns tbody tr")).to_have_count(1)
    page.get_by_label("Status").select_option("concluded")
    expect(page.locator(".state")).to_contain_text("There is no such game with this status.")
    page.get_by_role("button", name="Show all").click()
    expect(page.locator(".campaigns tbody tr")).to_have_count(4)


def test_an_empty_list_says_what_one_can_do(page: Page, fixture: Fixture) -> None:
    """No campaigns is a state with words."""
    fixture.campaigns = []
    page.goto("/")
    expect(page.locator(".state h2")).to_have_text("No public games yet")


def test_errors_show_title_detail_remedy_and_request(page: Page, watched: Watched) -> None:
    """A problem document is told in its own words, with what one can do."""
    watched.expected = ["500", "404"]
    page.goto(f"/#/campaigns/{BROKEN}")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Internal error")
    expect(alert).to_contain_text("Something went wrong here.")
    expect(alert).to_contain_text("Try again")
    expect(alert).to_contain_text("req-7f3a")
    page.goto(f"/#/campaigns/{EMPTY}")
    expect(alert).to_contain_text("This campaign has no events yet")
    page.goto("/#/nowhere")
    expect(alert).to_contain_text("There is no such page")


def test_a_server_that_comes_back(page: Page, fixture: Fixture, watched: Watched) -> None:
    """Try again reads anew."""
    watched.expected = ["503"]
    fixture.down = True
    page.goto("/")
    expect(page.get_by_role("alert")).to_contain_text("The service is starting.")
    fixture.down = False
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".campaigns tbody tr")).to_have_count(4)


def test_proof_of_a_sound_campaign(page: Page) -> None:
    """Ten numbered checks, counts, classes, and what is not proven."""
    page.goto(f"/#/campaigns/{SEATED}?at=16")
    button = page.locator(".proof-button")
    expect(button).to_have_text("Verify 42 events")
    button.click()
    assert status(page) == dict.fromkeys(range(1, 10), "pass") | {7: "not-run", 10: "not-run"}
    expect(button).to_have_text("Verified 42 of 42")
    pane = page.get_by_role("region", name="What was checked")
    expect(pane.locator(".counts")).to_contain_text("events hashed")
    expect(pane).to_contain_text("Key given by the server this page came from.")
    expect(pane.locator(".classes tr").nth(1)).to_contain_text("12 Sender's entropy")
    expect(pane).to_contain_text("nothing proves that a seat, and not the server")
    page.keyboard.press("Escape")
    expect(pane).to_have_count(0)
    expect(button).to_be_focused()


def test_proof_names_the_first_failure(page: Page, fixture: Fixture) -> None:
    """An edited record fails, with the check's number and the event's."""
    fixture.capsule = fixture.capsule.replace("thrown at the table in Bath", "thrown nowhere")
    page.goto(f"/#/campaigns/{SEATED}?at=16")
    page.locator(".proof-button").click()
    assert status(page)[3] == "fail"
    expect(page.locator(".proof-button")).to_have_text("Fails at 18 check 3")
    expect(page.locator(".proof h2")).to_have_text("Check 3 does not hold")
    page.locator(".checks .fail").first.get_by_role("button", name="event 18").click()
    expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", "18")


def test_proof_holds_an_older_checkpoint_against_the_record(page: Page, fixture: Fixture) -> None:
    """A pasted checkpoint, quoted as mail does, is contained or not."""
    page.goto(f"/#/campaigns/{SEATED}?at=16")
    page.locator(".proof-button").click()
    assert status(page)[8] == "pass"
    older = str(fixture.sample["older"])
    quoted = "\r\n".join(f"> {line}".replace("— ", "-- ") for line in older.split("\n"))
    page.get_by_label("An older checkpoint").fill(quoted)
    page.get_by_role("button", name="Check again").click()
    expect(page.locator("[data-check='8']")).to_contain_text("1 older checkpoint contained")
    page.get_by_label("An older checkpoint").fill(older.replace("\n9\n", "\n8\n"))
    page.get_by_role("button", name="Check again").click()
    expect(page.locator("[data-check='8'][data-result=fail]")).to_be_visible()


def test_a_dropped_capsule_replays_without_a_server(page: Page, fixture: Fixture) -> None:
    """A capsule dropped anywhere replays without asking; its own key confirms nothing."""
    page.goto("/")
    ready(page)
    expect(page.locator(".campaigns")).to_be_visible()
    page.evaluate(DROP, [fixture.sample["capsule"], "war.capsule"])
    expect(page.locator("h1")).to_have_text("Alea, a civil war by post")
    expect(page.locator(".lab.seen")).to_have_text("Seen by Everyone")
    expect(page.get_by_text(re.compile("^Seen by"))).to_have_count(1)
    expect(page.locator(".sheet-note")).to_contain_text("covered by no hash")
    loaded = len([1 for _, path, _ in fixture.requests if path.startswith("/v1/")])
    page.keyboard.press("Home")
    for _ in range(15):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", "16")
    expect(page).to_have_url(re.compile(r"#/capsule\?at=16$"))
    expect(page.locator(".crt td.hit")).to_have_text("½/A")
    expect(page.locator(".log [data-seq='16']").get_by_role("img", name="d6: 5")).to_be_visible()
    page.locator(".proof-button").click()
    assert status(page)[9] == "not-confirmed"
    expect(page.locator(".proof-button")).to_contain_text("Not confirmed")
    page.get_by_label("Verifier key").fill(fixture.sample["key"])
    page.get_by_role("button", name="Check again").click()
    page.locator("details:has(.checks) summary").click()
    expect(page.locator("[data-check='9'][data-result=pass]")).to_be_visible()
    assert len([1 for _, path, _ in fixture.requests if path.startswith("/v1/")]) == loaded


def test_a_zipped_bare_capsule_replays_as_its_record(
    page: Page, fixture: Fixture, tmp_path: Path
) -> None:
    """Without steps the record itself is shown: commands, effects, dice."""
    file = tmp_path / "war.capsule.gz"
    file.write_bytes(gzip.compress(fixture.capsule.encode()))
    page.goto("/#/capsule")
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name="Choose a file").click()
    chosen.value.set_files(file)
    expect(page.locator(".board")).to_contain_text("The bare record")
    page.keyboard.press("Home")
    expect(page.locator(".log [data-seq='2']")).to_contain_text("Caesarian: roll year event.")
    expect(page.locator(".log [data-seq='2'] .die")).to_have_count(2)
    for _ in range(15):
        page.keyboard.press("ArrowRight")
    page.locator("summary").click()
    expect(page.locator(".record")).to_contain_text("Effect: combat resolved")


def test_what_is_no_capsule_is_refused_in_words(page: Page) -> None:
    """A file of another kind gives an error, not a blank page."""
    bytes_ = "new File([Uint8Array.from(text, (c) => c.charCodeAt(0))]"
    for text, says in (
        ("hello", "This file cannot be opened"),
        ("{}\n", "This file cannot be opened"),
        ('{"iacta":"capsule"}\n', "This file cannot be opened"),
        ("", "This file cannot be opened"),
        ("\x1f\x8bnonsense", "cannot be unpacked"),
    ):
        page.goto("about:blank")
        page.goto("/#/capsule")
        ready(page)
        page.evaluate(DROP.replace("new File([text]", bytes_), [text, "x"])
        expect(page.get_by_role("alert")).to_contain_text(says)


@pytest.mark.parametrize("url", SCREENS)
def test_nothing_overflows_even_with_wider_fonts(page: Page, url: str) -> None:
    """No screen scrolls sideways, with fonts a tenth larger too. It is opened on a phone."""
    for width in (390, 320, 1024, 1440):
        page.set_viewport_size({"width": width, "height": 844})
        if width == 390:
            page.goto(url)
            ready(page)
        for size in FONTS:
            page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
            assert overflow(page) <= 0, (width, size)


def test_a_name_without_a_blank_does_not_widen_the_list(page: Page, fixture: Fixture) -> None:
    fixture.campaigns = [fixture.summary(name="Xx" * 40)]
    page.goto("/")
    ready(page)
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 844})
        assert overflow(page) <= 0, width


def test_touch_targets_on_a_phone(page: Page) -> None:
    """The controls at the foot and in the log are tall enough for a finger."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/#/campaigns/{SEATED}?at=16")
    ready(page)
    page.get_by_role("tab", name="Log").click()
    for selector in (".panes button", ".go button", ".find input", ".find select", ".tools button"):
        for box in [b.bounding_box() for b in page.locator(selector).all()]:
            assert box
            assert box["height"] >= 44, selector
    foot = page.locator(".time").bounding_box()
    assert foot
    assert (foot["y"] + foot["height"], foot["height"]) == (844, 72)


CONTRAST = (HERE / "contrast.js").read_text().split("\n", 1)[1]


@pytest.mark.parametrize("chosen", [False, True], ids=["by the system", "by the reader"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_contrast(page: Page, theme: Literal["light", "dark"], *, chosen: bool) -> None:
    """Ink on every ground is 4.5 to 1 at least, edges of controls 3 to 1.

    The dark theme stands in the style sheet twice, for the system's choice and for the reader's.
    """
    page.goto("/")
    if chosen:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    else:
        page.emulate_media(color_scheme=theme)
    assert page.evaluate(CONTRAST) == []


TOKENS = """() => {
  const names = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule.selectorText === ":root").flatMap((rule) => [...rule.style])
    .filter((name) => name.startsWith("--"));
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)]));
}"""


def test_dark_is_the_same_whoever_chooses_it(page: Page) -> None:
    page.goto("/")
    light = page.evaluate(TOKENS)
    page.emulate_media(color_scheme="dark")
    by_the_system = page.evaluate(TOKENS)
    page.emulate_media(color_scheme="light")
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert page.evaluate(TOKENS) == by_the_system != light


def test_focus_goes_through_the_page_in_order(page: Page) -> None:
    """Tab meets the bar, the step, the log and the foot, in that order, and each is named."""
    page.goto(f"/#/campaigns/{SEATED}?at=16")
    ready(page)
    seen: list[str] = []
    for _ in range(30):
        page.keyboard.press("Tab")
        seen.append(str(page.evaluate(REGION)).split(" ")[0])
        assert page.evaluate(NAMED)
    regions = list(dict.fromkeys(s for s in seen if s))
    assert [r for r in regions if r in ("bar", "log", "time")] == ["bar", "log", "time"]


def test_every_image_of_a_control_has_a_name(page: Page) -> None:
    """No button without a name, on any screen; all looked at in one moment of the page."""
    for url in SCREENS:
        page.goto("about:blank")
        page.goto(url)
        ready(page)
        names = page.get_by_role("button").evaluate_all(
            "buttons => buttons.map(b => b.getAttribute('aria-label') || b.innerText.trim())"
        )
        assert names, url
        assert all(names), url
