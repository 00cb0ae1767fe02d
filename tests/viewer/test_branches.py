"""Forks made in the browser, and roles that go to another device or into a file."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.environment import Below
from tests.support.play import Game, found
from tests.support.servers import Running
from tests.viewer.conftest import Watched, Window, overflow

TWO = [{"name": seat.title(), "seat": seat} for seat in ("fabius", "papirius")]


@pytest.fixture
def page(table: Window, watched: Watched) -> Iterator[Page]:
    """A page that must not complain."""
    page = table.page()
    page.on("console", watched.console)
    page.on("pageerror", lambda error: watched.complaints.append(str(error)))
    yield page
    page.close()
    assert watched.unexpected() == []


def samnite(http: httpx.Client, name: str) -> Game:
    """A game of two with hands, past its first deal."""
    game = found(http, "samnite-wars", "standard", name=name, seats=TWO).claim_all()
    below = Below(name)
    while game.seq < 8:
        assert game.step(below)
    return game


def held(page: Page) -> dict[str, dict[str, str]]:
    """The tokens that the browser keeps, by campaign and role."""
    kept: dict[str, dict[str, str]] = json.loads(
        page.evaluate("localStorage.getItem('iacta.tokens') ?? '{}'")
    )
    return kept


def hold(page: Page, game: Game, role: str) -> None:
    """Give the browser one role."""
    page.goto("/icon.svg")
    kept = json.dumps({game.id: {role: game.tokens[role]}})
    page.evaluate("x => localStorage.setItem('iacta.tokens', x)", kept)


@pytest.mark.parametrize("width", [1440, 390])
def test_anyone_forks_where_nothing_is_hidden(page: Page, http: httpx.Client, width: int) -> None:
    """From any event of the replay; the one who forks is the referee and gives the seats anew."""
    page.set_viewport_size({"width": width, "height": 850})
    game = found(http, "civil-war", "rubicon", name="Alea", visibility="public").claim_all()
    game.step(Below("a fork"))
    page.goto(f"/#/campaigns/{game.id}/fork?at=1")
    page.get_by_label("Name of the fork").fill("If Curio had lived")
    assert overflow(page) == 0
    page.get_by_role("button", name="Fork after event 1").click()
    expect(page.get_by_role("heading", name="If Curio had lived")).to_be_visible()
    child = page.url.split("/")[-2]
    assert set(held(page)[child]) >= {"referee"}
    expect(page.get_by_label("The link of Caesarian")).to_have_value(re.compile("invite="))
    told = http.get(f"/v1/campaigns/{child}", headers=bearer(held(page)[child]["referee"])).json()
    assert told["lineage"][-1]["id"] == game.id
    assert told["lineage"][-1]["at"] == 1


def bearer(token: str) -> dict[str, str]:
    """The header that says who asks."""
    return {"Authorization": f"Bearer {token}"}


def test_a_fork_of_secrets_waits_for_consents_and_leads_the_seats_there(
    page: Page, http: httpx.Client, watched: Watched
) -> None:
    """Who is missing is named; then the holders' tokens are good in the fork, and found there."""
    watched.expected = ["409"]
    game = samnite(http, "Two consuls")
    at = game.seq
    hold(page, game, "referee")
    page.goto(f"/#/campaigns/{game.id}/fork?at={at}")
    expect(page.locator(".carried")).to_contain_text("every seat that holds or held a secret")
    page.locator("#fork").click()
    expect(page.get_by_role("alert")).to_contain_text("waits for the agreement of")
    expect(page.get_by_role("alert")).to_contain_text(re.compile("Fabius", re.IGNORECASE))
    for seat in ("fabius", "papirius"):
        game.do(f"seat:{seat}", "campaign.consent", fork=at)
    page.locator("#fork").click()
    expect(page.get_by_text("Every seat is taken")).to_be_visible()
    child = page.url.split("/")[-2]
    hold(page, game, "seat:fabius")
    page.goto(f"/#/campaigns/{game.id}?as=seat:fabius")
    note = page.locator(".sheet-note")
    expect(note).to_contain_text("a fork was made that carries the seats")
    assert held(page)[child] == {"seat:fabius": game.tokens["seat:fabius"]}
    note.get_by_role("link").click()
    expect(page).to_have_url(re.compile(f"{child}.*as=seat:fabius"))
    expect(page.locator(".seen")).to_have_text("Seen by Fabius")


def test_one_who_is_still_asked_finds_the_way_from_the_result(
    page: Page, http: httpx.Client
) -> None:
    """A war that was broken off has no winner; its seals wait for the seats."""
    game = samnite(http, "Broken off")
    game.do("referee", "campaign.conclude", reason="The seats agreed to stop.", winners=[])
    hold(page, game, "seat:fabius")
    page.goto(f"/#/campaigns/{game.id}?as=seat:fabius")
    expect(page.locator("#verdict")).to_have_text("Nobody is named as the winner.")
    expect(page.locator(".why-won")).to_contain_text("The seats agreed to stop.")
    page.locator(".asked").get_by_role("link", name="To the table").click()
    expect(page.locator("#ruler")).to_be_visible()


def test_a_role_goes_to_another_device_once(
    page: Page, chromium: Browser, server: Running, http: httpx.Client, watched: Watched
) -> None:
    """By a link behind the #; both devices are listed, and each can revoke the other."""
    watched.expected = ["404", "409"]
    game = samnite(http, "Two devices")
    hold(page, game, "seat:fabius")
    page.goto(f"/#/campaigns/{game.id}?as=seat:fabius")
    page.get_by_role("button", name="Seats and tokens").first.click()
    expect(page.get_by_text(re.compile("no other device"))).to_be_visible()
    page.get_by_role("button", name="Play on another device").click()
    link = page.get_by_label("The link for your other device", exact=True).input_value()
    expect(
        page.get_by_role("img", name="The link for your other device as a QR code")
    ).to_be_visible()
    with chromium.new_context(base_url=server.url) as other:
        asked: list[str] = []
        device = other.new_page()
        device.on("request", lambda request: asked.append(request.url))
        refused: list[str] = []
        device.on("response", lambda got: refused.append(got.url) if got.status >= 400 else None)
        device.goto(link)
        expect(device).not_to_have_url(re.compile("transfer"))
        device.get_by_role("button", name="Play here").click()
        expect(device.locator(".seen")).to_have_text("Seen by Fabius")
        assert refused == [], "a private campaign was asked for by a stranger"
        second = held(device)[game.id]["seat:fabius"]
        assert second != game.tokens["seat:fabius"]
        code = link.split("transfer=")[1]
        assert all(code not in url for url in asked)
        device.goto("about:blank")
        device.goto(link)
        device.get_by_role("button", name="Play here").click()
        expect(device.get_by_role("heading", level=2)).to_have_text("This link is no longer good")
    page.reload()
    page.get_by_role("button", name="Seats and tokens").first.click()
    page.get_by_role("button", name="Revoke its token").click()
    expect(page.get_by_text(re.compile("no other device"))).to_be_visible()
    answer = http.get(f"/v1/campaigns/{game.id}/whoami", headers=bearer(second))
    assert answer.status_code == 404  # a private campaign is not there for strangers


def test_tokens_are_saved_to_a_file_and_taken_from_it(
    page: Page, http: httpx.Client, tmp_path: Path, watched: Watched
) -> None:
    """What a lost browser held, another one reads from the file; nothing held there is lost."""
    watched.expected = ["404"]
    game = samnite(http, "A file")
    hold(page, game, "seat:papirius")
    page.goto("/")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save them to a file").click()
    file = tmp_path / "tokens.json"
    saved.value.save_as(file)
    page.evaluate('localStorage.setItem(\'iacta.tokens\', \'{"other": {"observer": "x"}}\')')
    page.goto("/#/capsule")
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name="Choose a file").click()
    chosen.value.set_files(file)
    expect(page.get_by_text("1 token of your file is kept here now.")).to_be_visible()
    assert held(page)[game.id] == {"seat:papirius": game.tokens["seat:papirius"]}
    assert held(page)["other"] == {"observer": "x"}
