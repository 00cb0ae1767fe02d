"""Audiences, tokens, invitations and links: who sees what, and what never leaves this browser."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.viewer.axe import hurdles
from tests.viewer.conftest import Watched, overflow, settled
from tests.viewer.fixture_server import PRIVATE, SEATED, Fixture

BATTLES = {"civil-war": 35, "samnite-wars": 49, "de-bello-punico": 98, "naval-battle": 40}
GAMES = ["civil-war", "samnite-wars", "de-bello-punico", "naval-battle"]
SEEN = "[aria-label='Seen by'] [aria-pressed=true]"


def test_token_in_the_address_is_kept_and_removed(page: Page, fixture: Fixture) -> None:
    """A link with a token gives this browser the role; the token leaves the address bar."""
    page.goto(f"/#/campaigns/{SEATED}?token=tok-caesar&at=16")
    expect(page.locator(SEEN)).to_have_text(re.compile("Caesarian"))
    expect(page).to_have_url(re.compile(r"\?at=16&as=seat:caesarian$"))
    assert "tok-caesar" not in page.evaluate("JSON.stringify([location.href, history.state])")
    assert all("tok-" not in path for _, path, _ in fixture.requests)
    assert ("GET", f"/v1/campaigns/{SEATED}/whoami", "Bearer tok-caesar") in fixture.requests
    expect(page.locator(".log [aria-current=step]")).to_be_visible()
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


TAKE = "Play as Republican"
TOKEN = re.compile("[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]")


def kept(page: Page, name: str) -> Any:
    """What the browser keeps under a name of ours."""
    return json.loads(page.evaluate(f"localStorage.getItem('iacta.{name}') ?? '{{}}'"))


def lose(page: Page, answers: int) -> None:
    """Let so many claims be done without anybody hearing of it."""

    def lost(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/claims", lost, times=answers)


def test_an_invitation_is_shown_and_claimed_on_a_click(page: Page, fixture: Fixture) -> None:
    """Nothing is claimed by opening the link; the code leaves the address bar."""
    page.goto(f"/#/campaigns/{SEATED}?invite=code-1")
    expect(page.get_by_role("heading", level=2)).to_have_text(
        "An invitation to Alea, a civil war by post"
    )
    expect(page.locator(".state")).to_contain_text(
        "Your side: Republican. Opponent: Livia (Caesarian)."
    )
    expect(page.locator(".state")).to_contain_text("Civil war")
    expect(page.locator(".state .how")).to_have_count(0)
    expect(page).not_to_have_url(re.compile("code-1"))
    assert not fixture.claimed
    page.get_by_role("button", name=TAKE).click()
    expect(page.locator(SEEN)).to_have_text(re.compile("Republican"))
    assert TOKEN.fullmatch(fixture.claimed)
    assert kept(page, "tokens")[SEATED]["seat:republican"] == fixture.claimed
    assert kept(page, "claims") == {}
    assert all("code-1" not in path for _, path, _ in fixture.requests)


@pytest.mark.parametrize("game", ["civil-war", "Civil+war", "A+game+of+ours"])
def test_an_invitation_says_to_which_game_it_is(page: Page, game: str) -> None:
    """By its key or by its title, as the link calls it; nothing is asked of a closed campaign."""
    page.goto(f"/#/campaigns/{SEATED}?invite=code-1&closed=yes&name=An+evening&game={game}")
    expect(page.get_by_role("heading", level=2)).to_have_text("An invitation to An evening")
    told = game.replace("+", " ").replace("civil-war", "Civil war")
    expect(page.locator(".invitation .game-line")).to_have_text(re.compile(rf"^\s*{told}\.\s*$"))


def test_a_seat_is_not_lost_with_an_answer(page: Page, fixture: Fixture, watched: Watched) -> None:
    """The token was kept before it was sent, and the same claim is sent again."""
    watched.expected = ["ERR_FAILED"]
    lose(page, 1)
    page.goto(f"/#/campaigns/{SEATED}?invite=code-1")
    page.get_by_role("button", name=TAKE).click()
    expect(page.locator(SEEN)).to_have_text(re.compile("Republican"))
    assert len(fixture.claims) == 2
    assert fixture.claims[0] == fixture.claims[1]
    assert kept(page, "tokens")[SEATED]["seat:republican"] == fixture.claimed


@pytest.mark.parametrize("comes_back", ["by the link", "without it"])
def test_a_page_closed_while_it_waits_loses_no_seat(
    page: Page, fixture: Fixture, watched: Watched, comes_back: str
) -> None:
    """Before anything is answered the page goes; the next one sends what was kept."""
    watched.expected = ["ERR_FAILED"]
    lose(page, 1)
    link = f"/#/campaigns/{SEATED}?invite=code-1"
    page.goto(link)
    page.get_by_role("button", name=TAKE).click()
    expect(page.get_by_text("No answer yet.")).to_be_visible()
    page.goto("about:blank")
    page.goto(link if comes_back == "by the link" else "/")
    if comes_back == "by the link":
        expect(page.locator(SEEN)).to_have_text(re.compile("Republican"))
    else:
        expect(page.locator(".game")).to_contain_text("you play as Republican")
    assert {one["token"] for one in fixture.claims} == {fixture.claimed}
    assert kept(page, "claims") == {}


def test_a_server_that_stays_away_is_asked_again_by_a_button(
    page: Page, fixture: Fixture, watched: Watched
) -> None:
    """Time is the page's own here; what is sent in the end is what was sent first."""
    watched.expected = ["ERR_FAILED"]
    lose(page, 4)
    page.clock.install()
    page.goto(f"/#/campaigns/{SEATED}?invite=code-1")
    page.get_by_role("button", name=TAKE).click()
    for seconds in (1, 3, 8):
        settled(page)  # what was lost is known, and the wait for the next has begun
        expect(page.get_by_text("No answer yet.")).to_be_visible()
        page.clock.run_for(1000 * seconds)
    expect(page.get_by_role("alert")).to_contain_text("Nothing is lost")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(SEEN)).to_have_text(re.compile("Republican"))
    assert {one["token"] for one in fixture.claims} == {fixture.claimed}


def test_an_answer_that_comes_late_changes_no_other_page(
    page: Page, fixture: Fixture, watched: Watched
) -> None:
    """The reader has gone on: a refusal does not bring the invitation back over what is shown."""
    watched.expected = ["409"]
    fixture.claimed = "another's"
    held_back: list[Route] = []
    page.route("**/claims", lambda route: held_back.append(route))
    page.goto(f"/#/campaigns/{SEATED}?invite=code-1")
    page.get_by_role("button", name=TAKE).click()
    page.get_by_role("link", name="Not now").click()
    expect(page.locator(".campaigns tbody tr")).to_have_count(4)
    with page.expect_response("**/claims"):
        held_back[0].continue_()
    page.evaluate("new Promise((done) => setTimeout(done))")
    expect(page.locator(".campaigns tbody tr")).to_have_count(4)
    expect(page.locator(".state")).to_have_count(0)


def test_a_used_invitation_says_what_to_do(page: Page, fixture: Fixture, watched: Watched) -> None:
    """Where one took the seat, or from the referee; nothing stays begun."""
    watched.expected = ["409"]
    fixture.claimed = "another's"
    page.goto(f"/#/campaigns/{SEATED}?invite=code-1")
    page.locator("#claim").click()
    expect(page.get_by_role("heading", level=2)).to_have_text("This invitation has been used")
    expect(page.locator(".state")).to_contain_text("Somebody has taken Republican")
    expect(page.locator(".state")).to_contain_text("ask the referee for a new one")
    assert hurdles(page) == []
    assert kept(page, "claims") == {}
    page.get_by_role("button", name="Look at the campaign").click()
    expect(page.locator("h1")).to_have_text("Alea, a civil war by post")


def test_an_invitation_to_a_seat_that_is_held_here_leads_there(page: Page) -> None:
    page.goto(f"/#/campaigns/{SEATED}?token=tok-republican")
    expect(page.locator(SEEN)).to_have_text(re.compile("Republican"))
    page.goto("about:blank")
    page.goto(f"/#/campaigns/{SEATED}?invite=code-1&seat=republican")
    expect(page.get_by_role("heading", level=2)).to_contain_text(
        "You already play as Republican in Alea"
    )
    page.get_by_role("link", name="To the table").click()
    expect(page.locator(SEEN)).to_have_text(re.compile("Republican"))


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


PAGES = {
    "/": "Games",
    "/#/capsule": "Capsule",
    f"/#/campaigns/{SEATED}?at=16": "Alea, a civil war by post",
    f"/#/campaigns/{SEATED}?invite=code-1": "Invitation",
    f"/#/campaigns/{SEATED}?invite=code-1&seat=republican&by=Ann": "Invitation",
    f"/#/campaigns/{SEATED}?transfer=code-2": "Invitation",
    f"/#/campaigns/{SEATED}/seats": "Seats",
    f"/#/campaigns/{SEATED}/fork?at=16": "Fork",
    "/#/nowhere": "Error",
    **{f"/#/samples/{one}": "" for one in GAMES},
    **{f"/#/samples/{one}?at={at}": "" for one, at in BATTLES.items()},
}


@pytest.mark.parametrize("address", PAGES)
def test_nothing_stands_in_the_way_on_any_page(page: Page, address: str) -> None:
    """By axe, at both widths; every page has one heading of the first level; none overflows.

    The theme changes colours alone: the dark one is held to the rule of contrast.
    """
    page.goto(address)
    expect(page.locator("#app[data-page]:not([data-page=loading])")).to_be_visible()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_count(1)
    expect(heading).to_have_text(PAGES[address] or re.compile("."))
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 850})
        assert overflow(page) == 0
        assert hurdles(page) == [], width
        page.emulate_media(color_scheme="dark")
        assert hurdles(page, "color-contrast") == [], width
        page.emulate_media(color_scheme="light")


def test_of_a_game_that_does_not_say_how_it_goes_help_has_the_keys(page: Page) -> None:
    page.goto(f"/#/campaigns/{SEATED}?at=16")
    expect(page.locator(".log [aria-current=step]")).to_be_visible()
    page.keyboard.press("?")
    help_ = page.get_by_role("region", name="Help")
    expect(help_.get_by_role("heading", level=2)).to_have_text(["Keys"])
