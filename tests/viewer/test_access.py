"""Audiences, tokens, invitations and links: who sees what, and what never leaves this browser."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.viewer.conftest import Watched, overflow
from tests.viewer.fixture_server import PRIVATE, SEATED, Fixture

GAMES = ["civil-war", "samnite-wars", "de-bello-punico", "naval-battle"]
BAD = {"serious", "critical"}
SEEN = "[aria-label='Seen by'] [aria-pressed=true]"


def test_token_in_the_address_is_kept_and_removed(page: Page, fixture: Fixture) -> None:
    """A link with a token gives this browser the role; the token leaves the address bar."""
    page.goto(f"/#/campaigns/{SEATED}?token=tok-caesar&at=16")
    expect(page.locator(SEEN)).to_have_text(re.compile("Caesarian"))
    expect(page).to_have_url(re.compile(r"\?at=16&as=seat:caesarian$"))
    assert "tok-caesar" not in page.evaluate("JSON.stringify([location.href, history.state])")
    assert all("tok-" not in path for _, path, _ in fixture.requests)
    assert ("GET", f"/v1/campaigns/{SEATED}/whoami", "Bearer tok-caesar") in fixture.requests
    steps = [a for _, path, a in fixture.requests if "/steps?" in path]
    assert steps
    assert set(steps) == {"Bearer tok-caesar"}


def test_a_bad_token_is_not_kept(page: Page, watched: Watched) -> None:
    """A token that the server does not know is told of and thrown away."""
    watched.expected = ["401"]
    page.goto(f"/#/campaigns/{SEATED}?token=nonsense")
    expect(page.get_by_role("alert")).to_contain_text("This token is not known here.")
    expect(page).not_to_have_url(re.compile("nonsense"))
    assert "nonsense" not in str(page.evaluate("localStorage.getItem('iacta.tokens')"))


def test_the_audience_is_named_and_can_be_switched(page: Page) -> None:
    """The switch shows everyone and each role held; the step stays."""
    page.goto(f"/#/campaigns/{SEATED}?token=tok-caesar&at=16")
    expect(page.locator(".seen")).to_have_text("Seen by Caesarian")
    page.get_by_role("button", name="Everyone").click()
    expect(page.locator(".seen")).to_have_text("Seen by Everyone")
    expect(page).to_have_url(re.compile(r"\?at=16$"))
    expect(page.locator("[aria-label='Seen by'] button")).to_have_count(2)
    page.get_by_role("button", name="Caesarian", exact=True).click()
    expect(page.locator(".seen")).to_have_text("Seen by Caesarian")
    expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", "16")


def test_a_token_can_be_forgotten(page: Page) -> None:
    """Forgetting the token of the view one looks through goes back to everyone's."""
    page.goto(f"/#/campaigns/{SEATED}?token=tok-caesar&at=16")
    page.get_by_role("button", name="Seats and tokens").click()
    expect(page.get_by_label("Seats and tokens").locator("h2")).to_be_visible()
    page.get_by_role("button", name="Forget this token").click()
    expect(page.locator(".seen")).to_have_text("Seen by Everyone")
    assert page.evaluate("localStorage.getItem('iacta.tokens')") == "{}"


def test_a_copied_link_carries_no_token(page: Page) -> None:
    """The link leads to the same step and view, and to nothing secret."""
    page.goto(f"/#/campaigns/{SEATED}?token=tok-caesar&at=16")
    page.get_by_role("button", name="Copy a link to this event").click()
    expect(page.locator(".sheet-note")).to_contain_text("A link to event 16 is copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith(f"/#/campaigns/{SEATED}?at=16&as=seat:caesarian")
    assert "tok" not in copied


def test_a_link_to_a_view_not_held_falls_back(page: Page) -> None:
    """Without its token the view of a seat is not asked for; one is told so."""
    page.goto(f"/#/campaigns/{SEATED}?at=16&as=seat:republican")
    expect(page.locator(".seen")).to_have_text("Seen by Everyone")
    expect(page.locator(".sheet-note")).to_contain_text("You hold no token for that view")


def test_an_invitation_is_shown_and_claimed_on_a_click(page: Page, fixture: Fixture) -> None:
    """Nothing is claimed by opening the link; the code leaves the address bar."""
    page.goto(f"/#/campaigns/{SEATED}?invite=code-1")
    expect(page.get_by_role("heading", level=2)).to_have_text(
        "An invitation to Alea, a civil war by post"
    )
    expect(page.locator(".state")).to_contain_text("You play Republican in Civil war")
    expect(page).not_to_have_url(re.compile("code-1"))
    assert not fixture.claimed
    page.get_by_role("button", name="Take the seat of Republican").click()
    expect(page.locator(SEEN)).to_have_text(re.compile("Republican"))
    assert fixture.claimed
    assert all("code-1" not in path for _, path, _ in fixture.requests)


def test_an_invitation_claimed_before_says_so(
    page: Page, fixture: Fixture, watched: Watched
) -> None:
    """A second claim is refused in words."""
    watched.expected = ["409"]
    fixture.claimed = True
    page.goto(f"/#/campaigns/{SEATED}?invite=code-1")
    page.locator("#claim").click()
    expect(page.get_by_role("alert")).to_contain_text("This invitation was claimed before.")
    expect(page.get_by_role("alert")).to_contain_text("can be claimed once")


def test_a_private_campaign_opens_with_its_token_only(page: Page, watched: Watched) -> None:
    """Without a token it does not exist; with any role's token everyone's view opens too."""
    watched.expected = ["404"]
    page.goto(f"/#/campaigns/{PRIVATE}")
    expect(page.get_by_role("alert")).to_contain_text("the campaign is private")
    page.goto(f"/#/campaigns/{PRIVATE}?token=tok-observer")
    expect(page.locator("h1")).to_have_text("A private war")
    page.get_by_role("button", name="Everyone").click()
    expect(page.locator(".seen")).to_have_text("Seen by Everyone")


def test_without_storage_tokens_are_kept_in_memory(page: Page) -> None:
    """A browser that refuses storage still lets one look, until the page is closed."""
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })"
    )
    page.goto(f"/#/campaigns/{SEATED}?token=tok-caesar&at=16")
    expect(page.locator(".seen")).to_have_text("Seen by Caesarian")
    page.get_by_role("button", name="Light or dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_theme_is_toggled_and_kept(page: Page, theme: str) -> None:
    """The choice overrides the system's and survives a reload."""
    page.emulate_media(color_scheme="dark" if theme == "light" else "light")
    page.goto("/")
    page.get_by_role("button", name="Light or dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", theme)


AXE = Path(__file__).parents[1] / "tools" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = {
    "/": "Games",
    "/#/capsule": "Capsule",
    f"/#/campaigns/{SEATED}?at=16": "Alea, a civil war by post",
    f"/#/campaigns/{SEATED}?invite=code-1": "Invitation",
    f"/#/campaigns/{SEATED}?transfer=code-2": "Invitation",
    f"/#/campaigns/{SEATED}/seats": "Seats",
    f"/#/campaigns/{SEATED}/fork?at=16": "Fork",
    "/#/nowhere": "Not shown",
    **{f"/#/samples/{one}": "" for one in GAMES},
    **{f"/#/samples/{one}?at=40": "" for one in GAMES},
}


def hurdles(page: Page) -> list[str]:
    """What axe finds serious or worse."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")["violations"]
    return [f"{v['id']}: {v['nodes'][0]['html']}" for v in found if v["impact"] in BAD]


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("address", PAGES)
def test_nothing_serious_stands_in_the_way_on_any_page(
    page: Page, address: str, width: int
) -> None:
    """By axe; every page has one heading of the first level, on a phone too, and none overflows."""
    page.set_viewport_size({"width": width, "height": 850})
    page.goto(address)
    expect(page.locator("#app[data-page]:not([data-page=loading])")).to_be_visible()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_count(1)
    expect(heading).to_have_text(PAGES[address] or re.compile("."))
    assert hurdles(page) == []
    assert overflow(page) == 0
