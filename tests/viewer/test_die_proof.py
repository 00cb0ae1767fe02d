"""A die is a button: it tells in four lines how it fell, worked out in the browser."""

import copy

from playwright.sync_api import Page, expect

from tests.viewer.fixture_server import SEATED, Fixture

COMBAT = f"/#/campaigns/{SEATED}?at=16"


def opened(page: Page) -> None:
    page.goto(COMBAT)
    page.locator(".why .prove:visible").first.click()
    expect(page.locator(".thrown .lines > li")).to_have_count(4)


def test_a_die_is_followed_from_its_seed_to_its_face(page: Page, fixture: Fixture) -> None:
    """Each line names what is in the event; the board stays in sight and in use beside it."""
    (draw,) = fixture.items[15]["event"]["draws"]
    opened(page)
    seed, chance, stir, face = page.locator(".thrown .lines > li").all()
    expect(page.locator(".thrown h2")).to_have_text(f"Why it shows {draw['dice'][0]['face']}")
    expect(seed.locator("code")).to_have_attribute("title", draw["seed"])
    expect(seed).to_contain_text(f"This throw took link {draw['link']}.")
    expect(seed.locator(".holds")).to_contain_text("it is the anchor")
    entropy = fixture.items[15]["event"]["entropy"]
    expect(chance.locator("code")).to_have_text(entropy)
    expect(stir).to_contain_text("HMAC-SHA256")
    expect(face.locator(".holds")).to_have_text("The log says the same")
    expect(page.locator("main.board")).not_to_have_attribute("inert", "")
    page.keyboard.press("Escape")
    expect(page.locator(".thrown")).to_have_count(0)
    expect(page.locator(".why .prove:visible").first).to_be_focused()


def test_a_face_that_does_not_follow_is_caught(page: Page, fixture: Fixture) -> None:
    """Here what the sender added is not what the die was thrown with."""
    item = copy.deepcopy(fixture.items[15])
    item["event"]["entropy"] = "another"
    fixture.items[15] = item
    opened(page)
    expect(page.locator(".thrown h2")).to_have_text("It does not follow")
    expect(page.locator(".thrown .breaks")).to_contain_text("The log says otherwise")


def test_a_seed_of_another_chain_is_caught(page: Page, fixture: Fixture) -> None:
    item = copy.deepcopy(fixture.items[15])
    item["event"]["draws"][0]["seed"] = "ab" * 32
    fixture.items[15] = item
    opened(page)
    expect(page.locator(".thrown .breaks").first).to_contain_text("does not lead to the anchor")


def test_in_a_narrow_window_the_pane_covers_what_lies_under_it(page: Page) -> None:
    page.set_viewport_size({"width": 1024, "height": 768})
    opened(page)
    expect(page.locator("main.board")).to_have_attribute("inert", "")
