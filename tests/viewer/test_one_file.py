"""A campaign saved as one page: it opens from disk, without a network, and verifies itself."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from iacta.service import one_file
from iacta.service.folders import VIEWER
from iacta.service.systems import discover
from iacta.service.viewer import ViewerFiles
from tests.support.play import Game, found
from tests.support.servers import Running
from tests.viewer.bundle import hosted

SAMPLES = sorted(path.stem for path in (VIEWER / "samples").glob("*.capsule"))
LARGEST = 400_000
"""bytes, zipped: what a mail can carry without a second thought"""


@pytest.fixture
def alone(chromium: Browser) -> Iterator[Page]:
    """A browser without a network, where nothing may complain or ask for anything."""
    context = chromium.new_context(viewport={"width": 1440, "height": 900}, offline=True)
    page, complaints = context.new_page(), list[str]()
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "request",
        lambda asked: (
            None if asked.url.startswith(("file:", "blob:")) else complaints.append(asked.url)
        ),
    )
    yield page
    context.close()
    assert complaints == []


def test_every_game_has_a_sample() -> None:
    assert set(SAMPLES) == set(discover())


@pytest.mark.parametrize("key", SAMPLES)
def test_a_page_opens_from_disk_steps_and_verifies(key: str, alone: Page, tmp_path: Path) -> None:
    capsule = gzip.decompress((VIEWER / "samples" / f"{key}.capsule").read_bytes())
    lines = capsule.splitlines(keepends=True)
    page = b"".join(one_file.write(discover()[key], "public", lines))
    assert len(gzip.compress(page)) < LARGEST
    file = tmp_path / "war.html"
    file.write_bytes(page)
    alone.goto(file.as_uri())
    expect(alone.locator("#verdict")).to_be_visible()
    alone.get_by_role("button", name="Replay", exact=True).click()
    ruler = alone.locator("#ruler")
    expect(ruler).to_be_visible()
    alone.keyboard.press("Home")
    alone.keyboard.press("Shift+ArrowRight")
    expect(ruler).to_have_attribute("aria-valuenow", "2")
    expect(alone.locator(".board")).not_to_be_empty()
    alone.locator(".bar [aria-label^='Verify']").click()
    expect(alone.locator(".proof h2")).to_contain_text("The record is consistent")
    expect(alone.locator(".proof")).not_to_contain_text("fails")
    assert alone.evaluate("document.styleSheets.length") == 1


def test_a_page_tells_what_its_codes_mean(alone: Page, tmp_path: Path) -> None:
    lines = gzip.decompress((VIEWER / "samples" / "civil-war.capsule").read_bytes())
    file = tmp_path / "war.html"
    whole = one_file.write(discover()["civil-war"], "public", lines.splitlines(keepends=True))
    file.write_bytes(b"".join(whole))
    alone.goto(f"{file.as_uri()}#/capsule?at=35")
    alone.locator(".log [data-seq='35'] .code", has_text="TB").first.hover()
    expect(alone.locator("#code-note")).to_contain_text("combat modifier")


def test_any_title_can_be_a_pages_and_unchanged_files_are_read_for_it_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A game's title is its author's."""
    digested: list[int] = []
    digest = ViewerFiles._digest
    monkeypatch.setattr(ViewerFiles, "_digest", lambda self: digested.append(1) or digest(self))
    system = msgspec.structs.replace(discover()["civil-war"], title=r"\1, \d <b>")
    for _ in range(2):
        page = b"".join(one_file.write(system, "public", []))
        assert rb"<title>Iacta: \1, \d &lt;b&gt;, as everyone sees it</title>" in page
    assert len(digested) <= 1


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server of this checkout."""
    with hosted(tmp_path_factory.mktemp("pages") / "data") as server:
        yield server


SCRIPT = "</script><script>alert(1)</script>"


@pytest.fixture
def game(server: Running) -> Iterator[Game]:
    """A game whose name is markup, with a hand dealt."""
    with httpx.Client(base_url=server.url, timeout=60) as http:
        game = found(http, "samnite-wars", "standard", name=SCRIPT).claim_all()
        game.do("referee", "samnite-wars.set-up")
        yield game


def saved(game: Game, role: str, audience: str) -> httpx.Response:
    token = game.tokens[role]
    headers = {"Accept": "text/html", "Authorization": f"Bearer {token}"}
    return game.http.get(
        f"/v1/campaigns/{game.id}/capsule", params={"audience": audience}, headers=headers
    )


def test_a_page_is_an_attachment_that_may_do_nothing_on_this_server(game: Game) -> None:
    answer = saved(game, "referee", "public")
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["content-disposition"].startswith("attachment;")
    assert "sandbox" in answer.headers["content-security-policy"]
    assert "Accept" in answer.headers["vary"]


def test_no_players_word_and_no_token_stands_in_the_page(game: Game) -> None:
    text = saved(game, "referee", "referee").text
    assert "alert(1)" not in text
    assert not any(token in text for token in game.tokens.values() if token)


def test_what_only_one_may_see_says_so_in_name_and_title(game: Game) -> None:
    role = next(role for role in game.tokens if role.startswith("seat:"))
    answer = saved(game, role, role)
    assert f"-{role.replace(':', '-')}.html" in answer.headers["content-disposition"]
    assert f"FOR {role.upper()} ONLY</title>" in answer.text
    assert "ONLY" not in saved(game, role, "public").text.partition("</title>")[0]
    assert saved(game, role, "referee").status_code == 403
