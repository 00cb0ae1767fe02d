"""A campaign is founded in the browser, its seats are given and taken, and handed over."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.support.servers import Running, until
from tests.viewer.axe import hurdles
from tests.viewer.bundle import hosted
from tests.viewer.conftest import Watched, Window, overflow

WIDTHS = [1440, 390]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server of this checkout."""
    with hosted(tmp_path_factory.mktemp("founding") / "data") as server:
        yield server


@pytest.fixture(scope="module")
def window(chromium: Browser, server: Running) -> Iterator[Window]:
    """A window on this server."""
    window = Window(chromium, server.url)
    yield window
    window.context.close()


@pytest.fixture
def page(window: Window, watched: Watched) -> Iterator[Page]:
    """A page that must not complain."""
    page = window.page()
    page.on("console", watched.console)
    page.on("pageerror", lambda error: watched.complaints.append(str(error)))
    yield page
    page.close()
    assert watched.unexpected() == []


def found(
    page: Page, game: str, name: str, mine: str | None = None, scenario: str | None = None
) -> str:
    """Found a campaign by the page; its id."""
    page.goto("/#/new")
    page.get_by_role("button", name=game).click()
    if scenario:
        page.get_by_role("radio", name=scenario).check()
    page.get_by_label("Name of the campaign").fill(name)
    if mine:
        page.get_by_label(f"I play {mine}").check()
    page.get_by_role("button", name="Create the campaign").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    return page.url.split("/")[-2]


def link(page: Page, whose: str) -> str:
    """The link that is given to somebody."""
    return page.get_by_label(f"The link of {whose}", exact=True).input_value()


def test_games_stay_where_they_are_as_their_pictures_come(page: Page) -> None:
    """A press that is begun before is not lost, nor goes to another game."""
    held: list[Route] = []
    page.route("**/shelf.json", lambda route: held.append(route))
    page.set_viewport_size({"width": 390, "height": 850})
    page.goto("/#/new")
    samnite = page.get_by_role("button", name="Samnite Wars")
    before = samnite.bounding_box()
    assert before is not None
    expect(page.locator(".system svg.thumb")).to_have_count(0)
    page.mouse.move(before["x"] + before["width"] / 2, before["y"] + 20)  # where a picture comes
    page.mouse.down()
    page.unroute("**/shelf.json")  # what was held goes on
    expect(samnite.locator("svg.thumb")).to_be_visible()
    assert samnite.bounding_box() == before
    page.mouse.up()
    expect(samnite).to_have_attribute("aria-pressed", "true")


def test_nothing_is_created_before_the_game_that_was_chosen_is_there(page: Page) -> None:
    """A slow line made a campaign of the game that was chosen before."""
    page.goto("/#/new")
    create = page.get_by_role("button", name="Create the campaign")
    expect(create).to_be_enabled()
    held: list[Route] = []
    page.route("**/systems/*", lambda route: held.append(route))
    for name in ("Naval Battle", "Samnite Wars"):
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "true")
        expect(create).to_be_disabled()
    until(lambda: page.evaluate("true") and len(held) == 2, "both are asked for")
    for route in reversed(held):  # the last that was chosen comes first
        route.continue_()
    expect(page.get_by_label("Name of the player of Fabius")).to_be_visible()
    expect(create).to_be_enabled()


@pytest.mark.parametrize("width", WIDTHS)
def test_a_campaign_of_three_is_founded_and_its_seats_are_taken(
    page: Page, server: Running, width: int
) -> None:
    """Names, a switch and one's own seat; the others follow their links, no code in any path."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.set_viewport_size({"width": width, "height": 850})
    page.goto("/#/new")
    page.get_by_role("button", name="Samnite Wars").click()
    page.get_by_label("Name of the campaign").fill("Three consuls")
    page.get_by_label("Name of the player of Fabius").fill("Ann")
    page.get_by_label("I play Fabius").check()
    page.get_by_role("checkbox", name="Valerius", exact=True).check()
    page.get_by_label("Where the dice come from").select_option(
        label="The referee may enter dice from the table"
    )
    assert overflow(page) == 0
    page.get_by_role("button", name="Create the campaign").click()
    rows = page.locator(".seating > li")
    expect(rows.nth(0)).to_contain_text("you play it here")
    expect(rows.nth(1)).to_contain_text("still free")
    expect(page.get_by_text("A bot can take a seat too")).to_be_visible()
    assert overflow(page) == 0
    campaign, mine = page.url.split("/")[-2], link(page, "Papirius")
    page.get_by_role("button", name="QR code").first.click()
    expect(page.get_by_role("img", name="The link of Papirius as a QR code")).to_be_visible()
    page.get_by_role("button", name="Copy the link").first.click()
    assert page.evaluate("navigator.clipboard.readText()") == mine
    page.get_by_role("button", name="Play as Papirius myself").click()
    expect(rows.nth(1)).to_contain_text("you play it here")
    page.evaluate("to => { location.href = to; }", link(page, "Valerius"))
    expect(page.get_by_role("heading", name="Ann invites you to Three consuls")).to_be_visible()
    expect(page.locator(".invitation")).to_contain_text("Your side: Valerius. Opponents: ")
    expect(page.locator(".invitation")).to_contain_text("Samnite Wars: The growth of the Republic.")
    expect(page.locator(".invitation .thumb")).to_be_visible()
    assert overflow(page) == 0
    page.get_by_role("button", name="Play as Valerius").click()
    expect(page.locator(".lab.seen")).to_have_text("Seen by Valerius")
    token = page.evaluate("JSON.parse(localStorage['iacta.tokens'])")[campaign]["referee"]
    told = httpx.get(
        f"{server.url}/v1/campaigns/{campaign}", headers={"Authorization": f"Bearer {token}"}
    ).json()
    assert [s["claimed"] for s in told["seats"]] == [True] * 3
    assert told["seats"][0]["name"] == "Ann"
    assert told["options"]["entered_dice"] is True
    code = mine.split("invite=")[1].split("&")[0]
    assert all(code not in url and token not in url for url in asked)


@pytest.mark.parametrize(
    ("game", "scenario"),
    [
        ("Roman civil war", "The Rubicon"),
        ("De Bello Punico", "Beneventum"),
        ("Naval battle", "Off Nova Carthago"),
    ],
)
def test_a_newcomer_is_offered_a_first_game(page: Page, game: str, scenario: str) -> None:
    """Neither the largest battle nor the desk without a map, unless one chooses it."""
    page.goto("/#/new")
    page.get_by_role("button", name=game).click()
    expect(page.locator("[aria-pressed=true].system")).to_contain_text(game)
    expect(page.locator("[name=scenario]:checked")).to_have_count(1)
    expect(page.locator(".rows label").first).to_contain_text(scenario)
    expect(page.locator(".rows label:has(:checked)")).to_contain_text(scenario)
    how = page.locator(".founding .how")
    how.locator("summary").first.click()
    expect(how.locator(".primer p").first).to_be_visible()


def test_what_a_question_of_the_table_is_about_is_told_beside_it(page: Page) -> None:
    page.goto("/#/new")
    asked = page.get_by_label("How long to wait for a player who does not answer once it is over")
    expect(asked).to_have_accessible_description(re.compile("everything hidden is opened"))


def test_whoever_founds_lands_where_they_are_awaited(page: Page) -> None:
    found(page, "De Bello Punico", "Zama by post", "Carthage")
    page.get_by_role("link", name="To the table").click()
    expect(page.locator(".yours")).to_contain_text("Your turn")


@pytest.mark.parametrize("width", WIDTHS)
def test_a_newcomer_reads_how_the_game_goes(page: Page, width: int) -> None:
    """On the invitation, where it is folded, and at the table before the keys.

    The sample is of another scenario: neither its board nor its end is shown.
    """
    page.set_viewport_size({"width": width, "height": 900})
    found(page, "Roman civil war", "Alea", scenario="The Rubicon")
    page.evaluate("to => { location.href = to; }", link(page, "Republican"))
    shown = page.locator(".invitation")
    expect(shown).to_contain_text("The Rubicon, 49 BC")
    how = shown.locator(".how")
    expect(how.locator("p").first).to_be_hidden()
    how.locator("summary").first.click()
    expect(how.locator("p").first).to_contain_text("Caesarians and Republicans")
    assert overflow(page) == 0
    expect(shown.locator("figure")).to_have_count(0)
    expect(shown).not_to_contain_text("Dyrrhachium")
    page.get_by_role("button", name="Play as Republican").click()
    expect(page.locator(".why")).to_contain_text("Event 1")
    expect(page.locator(".pos b")).to_have_text("2")
    page.get_by_role("button", name="How this game goes, and the keys").click()
    pane = page.get_by_role("region", name="Help")
    expect(pane.get_by_role("heading", level=2)).to_have_text(["How this game goes", "Keys"])
    expect(pane.locator(".primer p").first).to_contain_text("Caesarians and Republicans")
    later = pane.locator(".primer p", has_text="A region is yours")
    expect(later).to_be_hidden()
    pane.get_by_text("More, for later").click()
    expect(later).to_be_visible()
    assert overflow(page) == 0


def test_an_invitation_to_a_public_campaign_shows_its_own_board(
    page: Page, server: Running
) -> None:
    """Of the Rubicon no sample is shipped, so that the picture can only be the campaign's."""
    founding = {"system": "civil-war", "scenario": "rubicon", "name": "Alea"}
    body = {**founding, "visibility": "public"}
    made = httpx.post(f"{server.url}/v1/campaigns", json=body).json()
    code = made["invitations"]["republican"]
    page.goto(f"/#/campaigns/{made['campaign']['id']}?invite={code}&seat=republican")
    figure = page.locator(".invitation figure")
    expect(figure.locator(".thumb")).to_be_visible()
    expect(figure).to_contain_text("How it stands")


def test_an_invitation_to_a_private_campaign_complains_of_nothing(
    page: Page, watched: Watched
) -> None:
    """It says itself what it is to; who may not look is not shown a refusal in the console."""
    found(page, "Naval battle", "Off Actium", scenario="Actium")
    invitation = link(page, "the Antonians")
    page.evaluate("localStorage.clear()")
    page.goto("about:blank")
    page.goto(invitation)
    shown = page.locator(".invitation")
    expect(shown).to_contain_text("Your side: the Antonians. Opponent: the Caesarians.")
    expect(shown).to_contain_text("Actium")
    assert watched.complaints == []


def test_at_home_sides_are_named_in_a_list(page: Page) -> None:
    """Without an article at each."""
    found(page, "Naval battle", "Naulochus", scenario="Naulochus")
    page.goto("/")
    expect(page.locator(".game .theirs")).to_have_text(re.compile(r"\w+ians and \w+ians$"))


def test_in_the_list_of_a_phone_a_set_up_begins_where_turns_do(page: Page, server: Running) -> None:
    founding = {"scenario": "naulochus", "system": "naval-battle", "name": "A set-up"}
    httpx.post(f"{server.url}/v1/campaigns", json={**founding, "visibility": "public"})
    page.set_viewport_size({"width": 390, "height": 850})
    page.goto("/")
    row = page.get_by_role("row").filter(has=page.get_by_role("link", name="A set-up"))
    left = "e => e.getBoundingClientRect().left"
    phase = row.locator(".year-cell small").evaluate(left)
    assert phase == pytest.approx(row.get_by_role("link").evaluate(left), abs=1)


def test_a_founder_who_plays_sits_down_in_their_seat(page: Page) -> None:
    """Of two friends nobody is led to the other's orders, nor to what a referee sees."""
    found(page, "Samnite Wars", "The growth of the Republic", "Fabius")
    page.get_by_role("link", name="To the table").click()
    expect(page.locator(".yours")).to_contain_text("Anyone may act")
    page.get_by_label("In whose name you act").select_option(label="Act as referee")
    page.locator("[data-option=set-up]").click()
    page.locator("[data-throw]").click()
    expect(page.locator(".flash.ok")).to_be_visible()
    expect(page.locator("[data-chair]:has-text('Enter orders')")).to_have_count(0)


def test_what_is_wrong_is_said_at_its_field(
    page: Page, server: Running, watched: Watched, tmp_path: Path
) -> None:
    """A wrong name, a document with an error in it, and too few seats."""
    watched.expected = ["400"]
    at = f"{server.url}/v1/systems/de-bello-punico/data/counters"
    counters = httpx.get(at).json()
    counters["types"][0]["combat"] = 99
    own = tmp_path / "counters.json"
    own.write_text(json.dumps(counters))
    page.goto("/#/new")
    page.get_by_role("button", name="De Bello Punico").click()
    page.get_by_label("Name of the campaign").fill("bad\u202ename")
    page.get_by_role("button", name="Create the campaign").click()
    field = page.get_by_label("Name of the campaign")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#name-fault")).not_to_be_empty()
    field.fill("Other counters")
    page.get_by_text("Your own data").click()
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name="Choose files").click()
    chosen.value.set_files(own)
    expect(page.locator(".documents .held")).to_have_text("yours: counters.json")
    page.get_by_role("button", name="Create the campaign").click()
    expect(page.locator("#document-counters-fault")).to_contain_text("/types/0/combat")
    page.get_by_role("button", name="Take ours again").click()
    page.get_by_role("button", name="Create the campaign").click()
    expect(page.get_by_role("heading", name="Other counters")).to_be_visible()


def test_a_file_that_is_no_document_is_told_of(page: Page, tmp_path: Path) -> None:
    stray = tmp_path / "notes.json"
    stray.write_text("{}")
    page.goto("/#/new")
    page.get_by_text("Your own data").click()
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name="Choose files").click()
    chosen.value.set_files(stray)
    expect(page.get_by_role("alert")).to_contain_text("No document is called notes.json")


def test_a_seat_is_handed_over_and_its_old_token_is_worthless(page: Page, server: Running) -> None:
    """Said twice before it happens; the link is shown once, and this browser forgets the seat."""
    campaign = found(page, "Naval battle", "Off Actium", "The Antonians", scenario="Actium")
    old = page.evaluate("JSON.parse(localStorage['iacta.tokens'])")[campaign]["seat:active"]
    page.get_by_role("button", name="Hand over the Antonians").click()
    told = page.get_by_role("region", name="Hand over the Antonians")
    expect(told).to_contain_text("stops working at once, on every device, in this browser too.")
    expect(told).to_contain_text("everyone who follows the campaign is told")
    page.get_by_role("button", name="Hand it over").click()
    expect(page.get_by_text("This link is shown only once.")).to_be_visible()
    expect(page.get_by_role("img", name="The link of the Antonians as a QR code")).to_be_visible()
    assert "seat:active" not in page.evaluate("localStorage['iacta.tokens']")
    at = f"{server.url}/v1/campaigns/{campaign}/whoami"
    assert httpx.get(at, headers={"Authorization": f"Bearer {old}"}).status_code == 404
    page.evaluate("to => { location.href = to; }", link(page, "the Antonians"))
    expect(page.locator(".lab.seen")).to_have_text("Seen by Antonians")


def test_a_seat_claimed_elsewhere_shows_at_once(page: Page, server: Running) -> None:
    campaign = found(page, "Naval battle", "Massilia", scenario="Actium")
    row = page.locator(".seating > li").nth(1)
    expect(row).to_contain_text("still free")
    code = re.search("invite=([^&]+)", link(page, "the Caesarians"))
    assert code
    claims = f"{server.url}/v1/campaigns/{campaign}/claims"
    assert httpx.post(claims, json={"invitation": code[1]}).status_code == 201
    expect(row).to_contain_text("taken")


@pytest.mark.parametrize(("width", "theme"), [(1440, "light"), (390, "dark")])
def test_no_serious_hurdle(page: Page, width: int, theme: Any) -> None:
    """By axe: a new campaign, its seats with a QR code, home, an invitation; nothing overflows."""
    page.set_viewport_size({"width": width, "height": 850})
    page.emulate_media(color_scheme=theme)
    page.goto("/#/new")
    page.get_by_role("button", name="Samnite Wars").click()
    page.get_by_label("I play Fabius").check()
    page.get_by_label("Where the dice come from").select_option(
        label="The referee may enter dice from the table"
    )
    page.get_by_text("Your own data").click()
    page.get_by_text("How the rules are read").click()
    assert hurdles(page) == []
    assert overflow(page) == 0
    page.get_by_role("button", name="Create the campaign").click()
    page.get_by_role("button", name="QR code").first.click()
    expect(page.locator(".qr")).to_be_visible()
    page.get_by_role("button", name="Hand over Fabius").click()
    assert hurdles(page) == []
    assert overflow(page) == 0
    invitation = link(page, "Papirius")
    page.get_by_role("link", name="Iacta").click()
    expect(page.locator(".game")).to_have_count(1)
    page.get_by_role("button", name="Paste a link").click()
    page.get_by_role("button", name="Open it").click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert hurdles(page) == []
    assert overflow(page) == 0
    page.evaluate("to => { location.href = to; }", invitation)
    expect(page.locator(".invitation")).to_be_visible()
    assert hurdles(page) == []
    assert overflow(page) == 0
