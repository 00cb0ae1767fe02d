"""What a row of the log names is marked on the board, while one is at that row."""

from playwright.sync_api import Locator, Page, expect

NAMES = {
    "civil-war": (33, 32, {"Apulia", "Picenum", "Etruria", "M. Antonius"}),
    "de-bello-punico": (32, 32, {"r20", "1415", "1413"}),
    "naval-battle": (40, 39, {"Sosius' wing", "Lurius' second squadron"}),
    "samnite-wars": (23, 17, {"Etruscans", "Campanians"}),
}
MARKED = """() => [...document.querySelectorAll("[data-named]")].map((el) =>
  el.dataset.ids.split(" ").map(decodeURIComponent))"""
MOVING = """() => document.getAnimations().filter((a) => a.animationName === "named").length"""


def row(page: Page, seq: int) -> Locator:
    """The log's row of an event."""
    return page.locator(f".log .ev[data-seq='{seq}']")


def rest(page: Page, seq: int) -> None:
    """Point at a row's number, and move on a little."""
    row(page, seq).locator(".n").hover(position={"x": 4, "y": 4})
    row(page, seq).locator(".n").hover(position={"x": 6, "y": 6})


def marked(page: Page) -> list[set[str]]:
    """What each marked element stands for."""
    return [set(ids) for ids in page.evaluate(MARKED)]


def test_a_row_that_is_pointed_at_marks_what_it_names(page: Page) -> None:
    """In all four games; nothing else is marked, and nothing when the pointer is gone."""
    for system, (at, seq, names) in NAMES.items():
        page.goto(f"/#/samples/{system}?at={at}")
        expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", str(at))
        expect(row(page, seq)).to_be_visible()
        rest(page, seq)
        found = marked(page)
        assert all(one & names for one in found), system
        assert names <= set().union(*found), system
        assert page.evaluate(MOVING) == 0
        page.mouse.move(300, 300)
        assert marked(page) == []


def test_a_row_marks_by_keys_and_when_it_is_opened_until_one_steps_on(page: Page) -> None:
    """With motion allowed it flashes."""
    page.goto("/#/samples/naval-battle?at=39")
    page.emulate_media(reduced_motion="no-preference")
    row(page, 39).locator(".n").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    here = marked(page)
    assert here
    row(page, 40).dispatch_event("click")
    expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", "40")
    opened = marked(page)
    assert any("Insteius' centre" in one for one in opened)
    assert opened != here
    assert page.evaluate(MOVING) == len(opened)
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", "41")
    assert marked(page) == []
