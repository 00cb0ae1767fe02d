"""The story: beats in the log, who acts, codes that tell themselves, what happened since."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from iacta.service.folders import VIEWER
from tests.viewer import terms
from tests.viewer.conftest import jump, overflow
from tests.viewer.fixture_server import SEATED, Fixture

CAMPAIGN = f"/#/campaigns/{SEATED}"
HIDDEN = """() => {
  const box = document.querySelector('.log ol'), row = box.querySelector('[aria-current]');
  const b = box.getBoundingClientRect(), r = row.getBoundingClientRect();
  return r.top < b.top - 1 || r.bottom > b.bottom + 1; }"""


def told(fixture: Fixture, seq: int, *text: str, **beat: Any) -> None:
    """Let an event be told like this, with this mark of its beat."""
    item = fixture.items[seq - 1]
    marks = [{"kind": "battle"}] if "label" in beat else []
    changed = {**item, "marks": [*marks, {"kind": "beat", **beat}]}
    fixture.items[seq - 1] = {**changed, "text": list(text)} if text else changed


@pytest.fixture
def fixture(sample: dict[str, Any]) -> Fixture:
    """Events 19 to 22 are one combat, sent by everybody and won by the Republicans."""
    fixture = Fixture(sample)
    told(fixture, 19, "Caesar attacks Cato.", seat="caesarian")
    told(fixture, 20, "Cato stands.", seat="republican", continues=True)
    result = "Cato beats off Caesar, 30 SP to 24, by CW 8.6a."
    told(fixture, 21, result, seat="republican", continues=True, label=result)
    told(fixture, 22, "Caesar chooses two units.", seat="caesarian", continues=True)
    return fixture


def at(page: Page, seq: int) -> None:
    """The replay stands at this event, and the log's row of it is whole in sight."""
    expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", str(seq))
    expect(page.locator(".log [aria-current=step]")).to_have_attribute("data-seq", str(seq))
    assert not page.evaluate(HIDDEN)


def test_arrows_go_from_beat_to_beat_and_with_shift_from_event_to_event(page: Page) -> None:
    """A beat is one row; going through its events unfolds it; leaving folds it."""
    page.goto(f"{CAMPAIGN}?at=18")
    at(page, 18)
    page.keyboard.press("ArrowRight")
    at(page, 21)
    expect(page.locator(".log .within")).to_have_count(0)
    expect(page.locator(".log [data-row='beat 19']")).to_contain_text("Cato beats off Caesar")
    page.keyboard.press("ArrowRight")
    at(page, 23)
    page.keyboard.press("ArrowLeft")
    at(page, 21)
    for key, seq in [("ArrowLeft", 20), ("ArrowLeft", 19), ("ArrowRight", 20)]:
        page.keyboard.press(f"Shift+{key}")
        at(page, seq)
    expect(page.locator(".log .within")).to_have_count(4)
    page.keyboard.press("ArrowRight")
    at(page, 21)
    page.keyboard.press("ArrowRight")
    at(page, 23)
    expect(page.locator(".log .within")).to_have_count(0)


def test_a_beat_unfolds_and_folds_by_its_button(page: Page) -> None:
    """An event of it can be gone to; folding goes back to what the headline tells."""
    page.goto(f"{CAMPAIGN}?at=21")
    at(page, 21)
    fold = page.get_by_role("button", name="The 4 events of this")
    expect(fold).to_have_attribute("aria-expanded", "false")
    fold.press("Enter")
    page.locator(".log [data-seq='22']").click()
    at(page, 22)
    expect(fold).to_have_attribute("aria-expanded", "true")
    fold.click()
    at(page, 21)
    expect(page.locator(".log .within")).to_have_count(0)


def test_links_the_ruler_and_the_search_find_an_event_within_a_beat(page: Page) -> None:
    """A link leads to the event itself, the ruler to the beat, a search to what it found."""
    page.goto(f"{CAMPAIGN}?at=20")
    at(page, 20)
    jump(page, 22)
    at(page, 22)
    box = page.locator("#ruler").bounding_box()
    assert box
    page.mouse.click(box["x"] + 8 + 18.6 / 41 * (box["width"] - 16), box["y"] + 70)
    at(page, 21)
    page.get_by_role("searchbox").fill("Cato stands")
    expect(page.locator(".log .within")).to_contain_text(["Republican Cato stands."])
    expect(page.locator(".log .foot").first).to_have_text("1 event of 42")


def test_who_acts_bears_the_mark_and_not_who_sent_it(page: Page, fixture: Fixture) -> None:
    """Of the beat, its outcome's; of each event, its own; nobody's where nobody acts."""
    told(fixture, 23, "Rain falls.")
    page.goto(f"{CAMPAIGN}?at=20")
    at(page, 20)
    expect(page.locator(".log [data-row='beat 19'] .vh")).to_have_text("Republican")
    expect(page.locator(".log [data-seq='19'] .vh")).to_have_text("Caesarian")
    jump(page, 23)
    expect(page.locator(".log [data-seq='23']")).to_contain_text("Rain falls.")
    expect(page.locator(".log [data-seq='23'] .vh")).to_have_count(0)


def test_a_code_tells_what_it_means_to_pointer_finger_and_keys(page: Page) -> None:
    """An abbreviation and a rule's number; the longest number is the one that is meant."""
    page.goto(f"{CAMPAIGN}?at=21")
    at(page, 21)
    row, note = page.locator(".log [data-seq='21']"), page.locator("#code-note")
    expect(row.locator(".code")).to_have_text(["SP", "CW 8.6a"])
    row.get_by_role("button", name="SP").hover()
    expect(note).to_have_text("SP A unit's strength points.")
    page.mouse.move(5, 5)
    expect(note).to_be_hidden()
    row.get_by_role("button", name="SP").click()
    expect(note).to_be_visible()
    page.mouse.move(5, 5)
    row.get_by_role("button", name="CW 8.6a").press("Enter")
    expect(note).to_contain_text("Straits")
    expect(note).to_contain_text("Not for Naves. A ruling")
    at(page, 21)
    page.keyboard.press("Escape")
    expect(note).to_be_hidden()


def test_what_a_table_abbreviates_is_spelled_out_where_it_applies(page: Page) -> None:
    """A year's event in the words in which the page tells the year's course."""
    page.goto("/#/samples/civil-war?at=47")
    told = page.locator(".w-res .odds")
    expect(told).to_have_text(re.compile("^two segments fewer"))
    page.get_by_text("In words: what each region needs").click()
    expect(page.locator(".events")).to_contain_text("two segments fewer")


def test_who_is_not_consul_is_a_foe(page: Page) -> None:
    """In the word of the rules and of the help; nobody is one before there is a Consul."""
    page.goto("/#/samples/samnite-wars?at=5")
    expect(page.locator(".sw-players .role")).to_have_text(["Consul", "Foe"])
    page.goto("/#/samples/samnite-wars?at=1")
    expect(page.locator(".sw-players .role")).to_have_text(["", ""])


STRAYED = """() => [...document.querySelectorAll(".log .code")].filter((code) => {
  let after = code.nextSibling;
  while (after && (!after.data?.trim() || after.nodeType === Node.COMMENT_NODE))
    after = after.nextSibling;
  if (!/^[,.;:)]/.test(after?.data ?? "")) return false;
  const mark = document.createRange();
  mark.setStart(after, 0);
  mark.setEnd(after, 1);
  return mark.getBoundingClientRect().top > code.getBoundingClientRect().bottom - 2;
}).map((code) => code.textContent)"""
"""Codes whose comma or full stop begins the next line."""


def test_a_comma_does_not_begin_a_line(page: Page) -> None:
    page.goto("/#/samples/de-bello-punico?at=98")
    expect(page.locator(".log .code").first).to_be_attached()
    for width in range(330, 400, 10):
        page.set_viewport_size({"width": width, "height": 844})
        page.locator("#show-log").click()
        assert page.evaluate(STRAYED) == [], width


def test_a_game_that_is_opened_from_a_file_brings_the_meaning_of_its_codes(
    page: Page, fixture: Fixture
) -> None:
    """No server is asked for them; where the viewer has none of a game, nothing is said of them."""
    page.goto("/#/samples/civil-war?at=35")
    row = page.locator(".log [data-seq='35']")
    row.locator(".code", has_text="TB").first.click()
    expect(page.locator("#code-note")).to_contain_text("combat modifier")
    assert not [path for _, path, _ in fixture.requests if path.startswith("/v1/")]


def test_the_terms_that_the_viewer_brings_are_the_games() -> None:
    """Written by `python -m tests.viewer.terms`."""
    wanted = terms.files()
    assert len(wanted) == len(list((VIEWER / "systems").glob("*.js"))) - 1
    for file, text in wanted.items():
        assert file.read_text(encoding="utf-8") == text, file.parent.name


def test_opened_again_it_stands_where_its_reader_left_off(page: Page, fixture: Fixture) -> None:
    """What came after is told in a line, and can be stepped through or skipped."""
    later = fixture.items[18:]
    del fixture.items[18:]
    page.goto(CAMPAIGN)
    at(page, 18)
    fixture.items.extend(later)
    page.goto("about:blank")
    page.goto(CAMPAIGN)
    at(page, 18)
    line = page.locator(".since")
    expect(line).to_contain_text("24 events since you looked:")
    expect(line).to_contain_text("Cato beats off Caesar")
    line.get_by_role("button", name="Step through them").click()
    at(page, 21)
    expect(line).to_contain_text("20 events since you looked")
    page.goto("about:blank")
    page.goto(CAMPAIGN)
    at(page, 21)
    line.get_by_role("button", name="Go to the end").click()
    at(page, 42)
    expect(line).to_have_count(0)
    assert json.loads(page.evaluate("localStorage['iacta.seen']"))[SEATED] == 42


def test_what_ends_the_beat_that_was_seen_is_shown_at_once(page: Page, fixture: Fixture) -> None:
    """A beat is told as one: nobody is told of "0 events" that they have not seen."""
    del fixture.items[22:]
    last = fixture.items.pop()
    page.goto(CAMPAIGN)
    at(page, 21)
    fixture.items.append(last)
    page.goto("about:blank")
    page.goto(CAMPAIGN)
    expect(page.locator("#ruler")).to_have_attribute("aria-valuemax", "22")
    expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", "22")
    expect(page.locator(".since")).to_have_count(0)


def swipe(page: Page, selector: str, by: int) -> None:
    """Draw a finger sideways over an element."""
    page.locator(selector).first.evaluate(
        """(el, by) => { const touch = (x) => new Touch({ identifier: 1, target: el, clientX: x,
             clientY: 300 });
           const fire = (name, x, on) => el.dispatchEvent(new TouchEvent(name, { bubbles: true,
             touches: on ? [touch(x)] : [], changedTouches: [touch(x)] }));
           fire("touchstart", 200, true); fire("touchend", 200 + by, false); }""",
        by,
    )


def test_on_a_phone_the_outcome_is_in_the_first_screen_and_a_swipe_is_a_step(page: Page) -> None:
    """Board, why and log are tabs; the foot is 72 px high."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{CAMPAIGN}?at=18")
    expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", "18")
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.get_by_role("tablist", name="What is shown")).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 844})
    outcome = page.locator(".outcome-line")
    swipe(page, ".outcome-line", -90)
    expect(outcome).to_contain_text("Cato beats off Caesar")
    expect(outcome).to_be_in_viewport(ratio=1)
    foot = page.locator(".time").bounding_box()
    assert foot
    assert foot["height"] == 72
    swipe(page, ".outcome-line", 90)
    expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", "18")
    expect(page.locator(".why")).to_be_hidden()
    expect(page.locator(".log")).to_be_hidden()
    page.get_by_role("tab", name="Why").click()
    expect(page.locator(".why")).to_be_in_viewport()
    expect(page.locator(".board")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Log")).to_be_focused()
    at(page, 18)
    swipe(page, ".log [data-seq='18'] p", -90)
    at(page, 21)
    assert overflow(page) <= 0


def test_a_window_at_200_per_cent_keeps_room_for_the_board(page: Page) -> None:
    """Head and foot take less than half of 450 px, and the page's head scrolls away."""
    page.set_viewport_size({"width": 720, "height": 450})
    page.goto(f"{CAMPAIGN}?at=21")
    foot = page.locator(".time").bounding_box()
    board = page.locator(".board").bounding_box()
    assert foot
    assert board
    assert foot["height"] <= 44
    assert board["y"] < 225
    expect(page.locator(".outcome-line")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Play")).to_be_in_viewport(ratio=1)
    assert overflow(page) <= 0
