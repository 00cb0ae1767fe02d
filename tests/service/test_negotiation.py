"""What is answered in which form, what is not sent twice, and files that cannot be."""

import gzip
import json
import os
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from iacta.service.http import docs, viewer
from iacta.service.http.negotiate import LARGE, Compressed
from tests.support.play import Game, bidding, desk, found
from tests.support.servers import app_of, problem, running


def test_large_answers_are_compressed_off_the_event_loop(
    http: httpx.Client, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`zlib` lets others work meanwhile; in the event loop it would let nobody."""
    loops: set[int] = set()
    packed: list[tuple[int, int]] = []
    call, pack = Compressed.__call__, Compressed._packed

    async def watched(self: Compressed, message: Any) -> None:
        loops.add(threading.get_ident())
        await call(self, message)

    def noted(self: Compressed, body: bytes, more: bool) -> bytes:
        packed.append((len(body), threading.get_ident()))
        return pack(self, body, more)

    monkeypatch.setattr(Compressed, "__call__", watched)
    monkeypatch.setattr(Compressed, "_packed", noted)
    for path in ("/openapi.json", "/docs/scalar.js", f"{game.path}/steps", f"{game.path}/capsule"):
        answer = http.get(path, headers={"Accept-Encoding": "gzip"})
        assert answer.headers["content-encoding"] == "gzip"
    assert any(size > LARGE for size, _ in packed)
    assert not [size for size, thread in packed if size > LARGE and thread in loops]


FILES = ("/", "/index.html", "/main.js", "/docs/scalar.js", "/docs/reference.js")


@pytest.fixture(scope="module")
def game(http: httpx.Client) -> Game:
    """A public game with dice."""
    return bidding(http, visibility="public").until("window")


@pytest.mark.parametrize(
    "path", ["/" + "a" * 256, "/css/" + "a" * 256, "/a" * 3000, "/index.html/x", "/docs/x/y"]
)
def test_a_path_that_no_file_can_have_is_not_found(path: str, http: httpx.Client) -> None:
    problem(http.get(path), "not-found")


def test_a_fault_of_the_file_system_is_a_fault_of_ours(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(self: object, path: object) -> None:
        raise OSError(5, "s3cret")

    monkeypatch.setattr(viewer.BaseLocalFileSystem, "info", broken)
    answer = http.get("/index.html")
    assert answer.status_code == 500
    assert answer.json()["type"] == "/problems/internal-error"
    assert "s3cret" not in answer.text


@pytest.mark.parametrize("path", FILES)
@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_a_file_that_the_reader_has_is_not_sent_again(
    path: str, encoding: str, http: httpx.Client
) -> None:
    asked = {"Accept-Encoding": encoding}
    first = http.get(path, headers=asked)
    tag = first.headers["etag"]
    assert first.headers["cache-control"] == "no-cache"
    for is_not_modified in (tag, f"W/{tag}", f'"x", {tag}', "*"):
        again = http.get(path, headers={**asked, "If-None-Match": is_not_modified})
        assert (again.status_code, again.content) == (304, b"")
        for name in ("etag", "cache-control", "vary"):
            assert again.headers[name] == first.headers[name]
        assert "content-length" not in again.headers
    other = http.get(path, headers={**asked, "If-None-Match": '"x"'})
    assert (other.status_code, other.content) == (200, first.content)


def test_a_file_that_has_changed_is_sent_again(
    http: httpx.Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "scalar.js").write_text("1")
    monkeypatch.setitem(docs.FILES, "/docs/scalar.js", tmp_path / "scalar.js")
    tag = http.get("/docs/scalar.js").headers["etag"]
    (tmp_path / "scalar.js").write_text("2")
    os.utime(tmp_path / "scalar.js", (0, 0))
    answer = http.get("/docs/scalar.js", headers={"If-None-Match": tag})
    assert (answer.status_code, answer.text) == (200, "2")


def test_not_modified_is_whole_on_a_socket(tmp_path: Path) -> None:
    """A server that minds lengths takes it, and the connection serves on."""
    with (
        running(app_of(tmp_path / "data")) as server,
        httpx.Client(base_url=server.url) as client,
    ):
        for _ in range(2):
            tag = client.get("/docs/scalar.js").headers["etag"]
            answer = client.get("/docs/scalar.js", headers={"If-None-Match": tag})
            assert (answer.status_code, answer.content) == (304, b"")


@pytest.mark.parametrize(
    ("taken", "packed"),
    [
        ("gzip", True), ("gzip;q=0.5", True), ("br, gzip;q=1.000", True), ("", False),
        ("identity", False), ("gzip;q=0", False), ("gzip; q=0.000", False),
        ("*, gzip;q=0", False), ("*;q=0", False), ("xgzip", False), ("gzip;q=much", False),
    ],
)  # fmt: skip
def test_an_answer_is_compressed_for_who_takes_it(
    taken: str, packed: bool, http: httpx.Client
) -> None:
    game = found(http, "civil-war", "rubicon", visibility="public")
    for path in (f"{game.path}/state", "/docs/scalar.js"):
        answer = http.get(path, headers={"Accept-Encoding": taken})
        assert (answer.headers.get("content-encoding") == "gzip") == packed
        assert "accept-encoding" in answer.headers["vary"].lower()


JSON, NDJSON, CSV, HTML = "application/json", "application/x-ndjson", "text/csv", "text/html"


@pytest.mark.parametrize(
    ("path", "accept", "kind"),
    [
        ("/rolls", "text/csv;q=0,application/json", JSON),
        ("/rolls", "text/csv;q=0", JSON),
        ("/rolls", "text/csv", CSV),
        ("/rolls", "Text/CSV; charset=utf-8", CSV),
        ("/rolls", "text/csv;q=0.5, application/x-ndjson", NDJSON),
        ("/rolls", "text/*", CSV),
        ("/rolls", "*/*", JSON),
        ("/rolls", "", JSON),
        ("/rolls", "image/png", JSON),
        ("/events", "application/x-ndjson;q=0.5, application/json;q=0.4", NDJSON),
        ("/events", "application/x-ndjson;q=0.4, application/json", JSON),
        ("/events", "*/*, application/x-ndjson", NDJSON),
        ("/events", "*/*;q=0.9, application/x-ndjson;q=0.1", JSON),
        ("/problems", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", HTML),
        ("/problems", "text/html;q=0", JSON),
        ("/problems/stale", "text/html;q=2", JSON),
    ],
)
def test_the_form_that_the_reader_likes_best_is_answered(
    path: str, accept: str, kind: str, game: Game
) -> None:
    url = path if path.startswith("/problems") else game.path + path
    answer = game.http.get(url, headers={"Accept": accept})
    assert answer.headers["content-type"].partition(";")[0] == kind


def test_caches_are_told_what_an_answer_rests_on(http: httpx.Client) -> None:
    """The same of every answer, so that it tells nothing."""
    game = desk(http)
    for path in ("", "/state", "/events", "/rolls", "/capsule", "/nothing"):
        for role in ("referee", "nobody"):
            for more in ({}, {"If-None-Match": "*"}, {"Accept-Encoding": "identity"}):
                answer = game.get(role, path, headers=more)
                assert answer.headers.get_list("vary") == ["Accept, Accept-Encoding, Authorization"]
    for path in ("/", "/problems", "/docs"):
        assert http.get(path).headers.get_list("vary") == ["Accept, Accept-Encoding"]


def test_what_is_packed_is_what_is_plain(game: Game) -> None:
    asked = {"Accept": NDJSON, "Accept-Encoding": "gzip"}
    with game.http.stream("GET", f"{game.path}/events", headers=asked) as answer:
        packed = b"".join(answer.iter_raw())
    asked["Accept-Encoding"] = "gzip;q=0"
    assert gzip.decompress(packed) == game.http.get(f"{game.path}/events", headers=asked).content


@pytest.mark.parametrize("path", ["/events", "/rolls"])
def test_lines_begin_after_and_end_where_they_are_asked_to(path: str, game: Game) -> None:
    def lines(**params: Any) -> list[Any]:
        answer = game.get("nobody", path, params=params, headers={"Accept": NDJSON})
        return [json.loads(line) for line in answer.text.splitlines()]

    page = game.get("nobody", path, params={"limit": 2}).json()
    everything = lines()
    assert everything[:2] == page["items"] == lines(limit=2)
    assert len(everything) > 3
    assert lines(after=page["next"]) == everything[2:]
    assert lines(after=page["next"], limit=1) == everything[2:3]


def test_a_table_of_dice_begins_after_and_ends_where_it_is_asked_to(game: Game) -> None:
    def table(**params: Any) -> list[str]:
        answer = game.get("nobody", "/rolls", params=params, headers={"Accept": CSV})
        return answer.text.splitlines()

    head, *dice = table()
    page = game.get("nobody", "/rolls", params={"limit": 2}).json()
    assert table(after=page["next"], limit=1) == [head, dice[2]]
