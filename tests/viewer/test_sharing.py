"""A campaign travels: framed on another page, previewed, and as a picture of its board."""

import html
import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.support.play import Game, found
from tests.support.servers import Running
from tests.viewer.conftest import Window

MARKUP = '"><script>alert(1)</script>'


@pytest.fixture(scope="module")
def game(http: httpx.Client) -> Game:
    """A public game, dealt, with markup in its name."""
    game = found(http, "samnite-wars", "standard", name=MARKUP, visibility="public").claim_all()
    game.do("referee", "samnite-wars.set-up")
    return game


@pytest.fixture(scope="module")
def hidden(http: httpx.Client) -> Game:
    """A private game."""
    return found(http, "samnite-wars", "standard", name="Nobody's business").claim_all()


@pytest.fixture(scope="module")
def window(chromium: object, server: Running) -> Iterator[Window]:
    """A window on this server."""
    window = Window(chromium, server.url)  # type: ignore[arg-type]
    yield window
    window.context.close()


@pytest.fixture
def page(window: Window) -> Iterator[Page]:
    """A page that must not complain."""
    page, complaints = window.page(), list[str]()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    page.close()
    assert complaints == []


def told(text: str) -> dict[str, str]:
    """What a page says for previews."""
    found = re.findall(r'<meta property="([^"]+)" content="([^"]*)">', text)
    return {name: html.unescape(value) for name, value in found}


def test_a_preview_tells_what_everyone_sees(http: httpx.Client, game: Game) -> None:
    answer = http.get(f"/c/{game.id}/2")
    said = told(answer.text)
    assert said["og:title"].startswith(MARKUP)
    assert MARKUP not in answer.text
    step = http.get(f"/v1/campaigns/{game.id}/steps", params={"after": 1, "limit": 1}).json()
    assert said["og:description"].endswith(" ".join(step["items"][0]["text"]))
    picture = httpx.get(said["og:image"])
    assert picture.headers["content-type"] == "image/png"
    assert f'href="../../#/campaigns/{game.id}?at=2"' in answer.text


@pytest.mark.parametrize("role", [None, "referee", "a seat"])
def test_of_what_is_not_public_a_preview_tells_nothing(
    role: str | None, http: httpx.Client, hidden: Game
) -> None:
    """Not even to the holder of a token: mails and chats are read by others."""
    seat = next(role for role in hidden.tokens if role.startswith("seat:"))
    token = hidden.tokens.get(seat if role == "a seat" else role or "")
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    unknown = "0193a5a0-0000-7000-8000-000000000099"
    known = http.get(f"/c/{hidden.id}/1", headers=headers)
    nobody = http.get(f"/c/{unknown}/1")
    assert known.text.replace(hidden.id, unknown) == nobody.text
    same = ("content-type", "cache-control", "etag", "content-length")
    assert [known.headers.get(one) for one in same] == [nobody.headers.get(one) for one in same]


@pytest.mark.parametrize("kind", ["c", "embed"])
@pytest.mark.parametrize("place", ["x/1", '"><b>/1', "{}/x", "{}/-1", "{}/1/2", "{}"])
def test_an_address_that_is_none_is_not_found(
    kind: str, place: str, http: httpx.Client, game: Game
) -> None:
    assert http.get(f"/{kind}/{place.format(game.id)}").status_code == 404


def test_only_the_frame_may_be_framed(http: httpx.Client, game: Game) -> None:
    policies = {
        path: http.get(path).headers["content-security-policy"]
        for path in ("/", f"/c/{game.id}/1", "/main.js", f"/embed/{game.id}/1")
    }
    framed = {path for path, policy in policies.items() if "frame-ancestors *" in policy}
    assert framed == {f"/embed/{game.id}/1"}
    assert all("default-src 'none'" in policy for policy in policies.values())


def test_a_preview_leads_to_the_viewer(page: Page, game: Game) -> None:
    page.goto(f"/c/{game.id}/2")
    expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", "2")


def test_a_frame_reads_no_token_and_offers_no_act(page: Page, game: Game) -> None:
    """Of one who holds the referee's: what is shown is what everyone sees."""
    page.goto(f"/#/campaigns/{game.id}?token={game.tokens['referee']}")
    expect(page.locator(".lab.seen")).to_have_text("Seen by Referee")
    sent: list[str] = []
    page.on("request", lambda one: sent.append(one.headers.get("authorization", "")))
    page.goto(f"/embed/{game.id}/1")
    expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", "1")
    expect(page.locator(".lab.seen")).to_have_text("Seen by Everyone")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#ruler")).to_have_attribute("aria-valuenow", "2")
    assert not any(sent)
    for name in ("Fork here", "Seats and tokens", "Save as one page", "Share"):
        expect(page.get_by_label(name, exact=True)).to_have_count(0)
    expect(page.locator(".side, .call")).to_have_count(0)
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Open in Iacta").click()
    expect(opened.value).to_have_url(re.compile(rf"/#/campaigns/{game.id}\?at=2"))
    opened.value.close()


@pytest.fixture
def elsewhere() -> Iterator[Callable[[str], str]]:
    """Another server, which answers with the text that it is given: its address."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(said[-1].encode())

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    said: list[str] = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()

    def serve(text: str) -> str:
        said.append(text)
        return f"http://127.0.0.1:{server.server_address[1]}"

    yield serve
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_frame_that_is_offered_is_the_one_that_is_served(
    page: Page, game: Game, elsewhere: Callable[[str], str]
) -> None:
    page.goto(f"/#/campaigns/{game.id}?at=2")
    page.get_by_role("button", name="Share").click()
    frame = page.get_by_label("A frame for a page of your own").input_value()
    assert f"/embed/{game.id}/2" in frame
    page.goto(elsewhere(frame))
    inside = page.frame_locator("iframe")
    expect(inside.locator("#ruler")).to_have_attribute("aria-valuenow", "2")


@pytest.mark.parametrize(("kind", "begins"), [("PNG", b"\x89PNG"), ("SVG", b"<svg")])
def test_the_board_is_saved_as_a_picture(kind: str, begins: bytes, page: Page, game: Game) -> None:
    page.goto(f"/#/campaigns/{game.id}?at=2")
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name=f"Save as {kind}").click()
    content = Path(saved.value.path()).read_bytes()
    assert content.startswith(begins)
    assert len(content) > 5_000
