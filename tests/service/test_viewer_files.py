"""The viewer's files have their version in their addresses, so that a browser may keep them."""

import json
import re
from pathlib import Path

import httpx
import pytest

from iacta.service import viewer
from iacta.service.viewer import ViewerFiles

GAMES = ("civil-war", "de-bello-punico", "naval-battle", "samnite-wars")
ADDRESS = re.compile(r'(?:href|src)="([^"#:]+)"')


def addresses(page: str) -> list[str]:
    return ADDRESS.findall(page.partition("</head>")[0])


def test_what_the_page_asks_for_is_kept_for_ever(http: httpx.Client) -> None:
    asked = addresses(http.get("/").text)
    assert len(asked) > 40
    for address in asked:
        answer = http.get(f"/{address}")
        assert answer.status_code == 200, address
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers["content-type"].startswith(("text/", "image/"))


def test_every_module_that_is_loaded_is_asked_for_at_once(http: httpx.Client) -> None:
    page = http.get("/").text
    preloaded = re.findall(r'"modulepreload" href="assets/\w+/([^"]+)"', page)
    assert preloaded[:3] == list(viewer.ENTRIES)
    for path in preloaded:
        for found in viewer.IMPORT.finditer(http.get(f"/{path}").text):
            assert viewer.imported(found, path) in preloaded


def test_a_page_says_what_each_of_its_parts_needs_and_no_more(http: httpx.Client) -> None:
    page = http.get("/").text
    preloaded = set(re.findall(r'"modulepreload" href="assets/\w+/([^"]+)"', page))
    parts = json.loads(page.partition('id="parts" type="application/json">')[2].split("<")[0])
    called = {p for path in preloaded for p in viewer.PART.findall(http.get(f"/{path}").text)}
    assert called < set(parts)
    assert {f"systems/{key}{end}" for key in GAMES for end in (".js", "/glance.js")} < set(parts)
    for part, needed in parts.items():
        assert needed[0] == part, "a part would be loaded by every page"
        assert not preloaded & set(needed)
        imported = {part}
        for path in needed:
            for found in viewer.IMPORT.finditer(http.get(f"/{path}").text):
                imported.add(viewer.imported(found, path))
        assert imported - preloaded == set(needed)


def test_a_page_of_an_earlier_version_is_served_and_keeps_nothing(http: httpx.Client) -> None:
    answer = http.get("/assets/0123456789abcdef/main.js")
    assert answer.content == http.get("/main.js").content
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path", ["nobody.js", "../pyproject.toml", "%2e%2e/pyproject.toml", "css", "a" * 5000, ""]
)
def test_what_is_no_file_of_the_viewer_is_not_found(path: str, http: httpx.Client) -> None:
    version = re.findall(r"assets/(\w+)/", http.get("/").text)[0]
    assert http.get(f"/assets/{version}/{path}").status_code == 404


def test_a_file_that_is_changed_changes_every_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(viewer, "VIEWER", tmp_path)
    (tmp_path / "theme.js").write_text('import "./a.js";\n')
    (tmp_path / "ahead.js").write_text('import "./a.js";\n')
    (tmp_path / "main.js").write_text('export * from "./a.js";\n')
    (tmp_path / "a.js").write_text("export const a = 1;\n")
    files = ViewerFiles([])
    first = files.version()
    assert files.version() == first
    assert files.preloaded() == ("theme.js", "ahead.js", "main.js", "a.js")
    (tmp_path / "a.js").write_text("export const a = 23;\n")
    assert files.version() != first
    second = files.version()
    (tmp_path / "a.js").rename(tmp_path / "b.js")
    (tmp_path / "theme.js").write_text('import "./b.js";\n')
    (tmp_path / "main.js").write_text('import "./b.js";\n')
    assert files.version() not in (first, second)
