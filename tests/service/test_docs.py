"""The documentation that the server serves."""

import asyncio
import re
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urldefrag, urljoin

import httpx
import pytest

from iacta.service.http import docs
from iacta.service.http.docs import guides
from iacta.service.settings import VERSION


class Page(HTMLParser):
    """The links and anchors of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note where it leads, and what leads to it."""
        of = dict(attrs)
        self.anchors.add(of.get("id") or "")
        self.links += [of[name] or "" for name in ("href", "src") if name in of]


def read(http: httpx.Client, path: str) -> Page:
    answer = http.get(path, headers={"Accept": "text/html"})
    assert answer.status_code == 200, path
    return Page(answer.text)


def test_the_first_page_leads_to_every_guide_and_to_the_reference(http: httpx.Client) -> None:
    links = set(read(http, "/docs").links)
    named = {f"/docs/{name}" for name in guides() if name != "index"}
    assert named == {
        *("/docs/api", "/docs/your-own-client", "/docs/operations"),
        *("/docs/your-own-game", "/docs/a-game-with-secrets"),
        *("/docs/growth", "/docs/balance", "/docs/format", "/docs/glossary", "/docs/changelog"),
    }
    assert {*named, "/docs/reference", "/openapi.json", "/problems"} <= links


@pytest.mark.parametrize("name", [*guides(), "../problems"])
def test_every_link_of_a_page_leads_somewhere(name: str, http: httpx.Client) -> None:
    """Also to the place in the page that it names. Links to other hosts are not followed."""
    path = urljoin("/docs/", name)
    for link in read(http, path).links:
        target, anchor = urldefrag(urljoin(path, link))
        if target.startswith(("http:", "https:")):
            continue
        if anchor:
            assert anchor in read(http, target).anchors, f"{path}: {link}"
        else:
            assert http.get(target).status_code == 200, f"{path}: {link}"


@pytest.mark.parametrize("path", ["/docs", "/docs/glossary", "/docs/reference"])
def test_a_page_that_the_reader_has_is_not_sent_again(path: str, http: httpx.Client) -> None:
    first = http.get(path)
    assert first.headers["cache-control"] == "no-cache"
    again = http.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = http.get("/docs/api", headers={"If-None-Match": first.headers["etag"]})
    assert other.status_code == 200


def test_a_guide_is_read_off_the_event_loop(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def apart() -> Any:
        with pytest.raises(RuntimeError):
            asyncio.get_running_loop()
        return guides()

    monkeypatch.setattr(docs, "guides", apart)
    for path in ("/docs", "/docs/glossary"):
        assert http.get(path).status_code == 200


def test_the_format_and_the_changelog_are_the_ones_of_this_version(http: httpx.Client) -> None:
    assert "SHA-256" in http.get("/docs/format").text
    newest = re.findall("<h2[^>]*>(.*?)</h2>", http.get("/docs/changelog").text)[0]
    assert newest.split(",")[0] == VERSION


def test_a_guide_is_html_without_scripts_of_its_own(http: httpx.Client) -> None:
    answer = http.get("/docs/glossary")
    assert answer.headers["content-type"].startswith("text/html")
    assert re.findall(r"<script[^>]*>", answer.text) == ["<script type='module' src='/theme.js'>"]
    assert "<title>Glossary · Iacta</title>" in answer.text
    assert "<td>capsule</td>" in answer.text


def test_a_guide_is_served_as_the_markdown_that_it_is_made_of(http: httpx.Client) -> None:
    answer = http.get("/docs/your-own-game.md")
    assert answer.headers["content-type"] == "text/markdown; charset=utf-8"
    assert answer.content == guides()["your-own-game"].read_bytes()
    again = http.get("/docs/your-own-game.md", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    "path", ["nowhere", "nowhere.md", "api.md.md", "..%2fREADME.md", "civil-war/x", "no/x.md"]
)
def test_what_is_no_guide_is_not_found(path: str, http: httpx.Client) -> None:
    assert http.get(f"/docs/{path}").status_code == 404
