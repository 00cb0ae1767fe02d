"""Generators for what schemathesis cannot send: streams, files, tokens that replace one another,
and the static paths beside the API. Every answer is held against the contract that is served.
"""

import gzip
import urllib.parse
from collections.abc import Callable
from typing import Any

import httpx
import jsonschema
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.play import Game, bearer

PROBLEM = "application/problem+json"
VALUES = st.one_of(
    st.sampled_from(
        ["", "null", "0", "1", "2", "-1", "007", "1.5", "9" * 15, "9" * 40, "*", '"1"']
    ),
    st.text(max_size=12),
)
HEADER = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=16).map(str.strip)


class Contract:
    """The served contract, to hold answers against."""

    def __init__(self, http: httpx.Client) -> None:
        self._plain = http.get("/openapi.json").json()

    def check(self, answer: httpx.Response, method: str, path: str) -> None:
        """An answer is documented, of a documented type, and of the shape that this type has."""
        operation = self._plain["paths"][path][method]
        said = f"{answer.request.method} {answer.request.url}: {answer.status_code}"
        assert str(answer.status_code) in operation["responses"], said
        response = operation["responses"][str(answer.status_code)]
        name = response.get("$ref", "").rpartition("/")[2]
        response = self._plain["components"]["responses"].get(name, response)
        media = answer.headers.get("content-type", "").partition(";")[0]
        if "content" in response:
            assert media in response["content"], f"{said}: {media}"
        if media in (PROBLEM, "application/json"):
            self.shape(answer.json(), response["content"][media]["schema"])

    def shape(self, value: Any, schema: Any) -> None:
        """A value is of a schema of the contract."""
        whole = {**schema, "components": self._plain["components"]}
        jsonschema.Draft202012Validator(whole).validate(value)


def often(examples: int) -> Callable[[Any], Any]:
    """How many examples of each generator, the same in every run."""
    return settings(max_examples=examples, deadline=None, database=None, derandomize=True)


def fuzz_stream(http: httpx.Client, game: Game, examples: int) -> int:
    """Open streams with any `after`, headers and token. How many answered 200."""
    contract, path = Contract(http), "/v1/campaigns/{campaign_id}/stream"
    head, opened = game.seq, 0
    names = st.sampled_from(["Last-Event-ID", "Accept", "If-None-Match", "Accept-Encoding"])
    seqs = st.integers(0, head + 2).map(str)
    query = st.one_of(
        st.fixed_dictionaries({}, optional={"after": seqs}),
        st.dictionaries(st.sampled_from(["after", "limit", "x"]), VALUES, max_size=2),
    )
    given_headers = st.one_of(
        st.fixed_dictionaries({}, optional={"Last-Event-ID": seqs, "Accept": HEADER}),
        st.dictionaries(names, HEADER, max_size=2),
    )
    tokens = st.sampled_from([None, game.tokens["referee"], "wrong"])

    @often(examples)
    @given(query=query, headers=given_headers, token=tokens)
    def run(query: dict[str, str], headers: dict[str, str], token: str | None) -> None:
        nonlocal opened
        sent = {**headers, **bearer(token)}
        with http.stream("GET", f"{game.path}/stream", params=query, headers=sent) as answer:
            if answer.status_code != 200:
                answer.read()
            else:
                opened += 1
                _check_frames(contract, answer, head)
            contract.check(answer, "get", path)

    run()
    return opened


def _check_frames(contract: Contract, answer: httpx.Response, head: int) -> None:
    """The beginning, and the first event where there is one to send."""
    seen = answer.request.headers.get("last-event-id", "").strip()
    after = seen or dict(answer.request.url.params).get("after") or str(head)
    frames = 2 if int(after) < head else 1
    text = ""
    for chunk in answer.iter_text():
        text += chunk
        if text.count("\n\n") >= frames:
            break
    first, *events = text.split("\n\n")
    assert first.startswith("retry: ")
    if frames == 2:
        number, data = events[0].split("\n", 1)
        assert number == f"id: {int(after) + 1}"
        item = httpx.Response(200, content=data.removeprefix("data: ")).json()
        contract.shape(item, {"$ref": "#/components/schemas/EventItem"})


def fuzz_import(http: httpx.Client, capsule: bytes, examples: int) -> set[int]:
    """Send files made of a capsule's, whole, damaged and packed. The statuses that were seen."""
    contract, path = Contract(http), "/v1/campaigns/import"
    types = ["application/x-ndjson", "application/gzip", "application/x-gzip", "application/json"]
    query = st.dictionaries(
        st.sampled_from(["visibility", "visibility", "x"]),
        st.one_of(st.sampled_from(["public", "private", "null", ""]), VALUES),
        max_size=1,
    )
    seen: set[int] = set()

    @often(examples)
    @given(body=_files(capsule), media=st.sampled_from([*types, types[0], ""]), query=query)
    def run(body: bytes, media: str, query: dict[str, str]) -> None:
        headers = {"Content-Type": media}
        answer = http.post(path, params=query, content=body, headers=headers)
        contract.check(answer, "post", path)
        seen.add(answer.status_code)

    run()
    return seen


def _files(capsule: bytes) -> st.SearchStrategy[bytes]:
    """A capsule with some of its lines and bytes changed, and perhaps packed."""
    lines = capsule.splitlines(keepends=True)
    places = st.integers(0, len(lines) - 1)
    junk = st.one_of(
        st.binary(max_size=40),
        st.sampled_from(
            [b"{}\n", b"\n", b"[]\n", b'{"event":{}}\n', b'{"openings":{}}\n', b"null\n"]
        ),
    )

    def edit(kind: str, at: int, offset: int, new: bytes) -> bytes:
        line = lines[at]
        cut = offset % (len(line) + 1)
        changed = {
            "drop": [],
            "twice": [line, line],
            "replace": [new],
            "insert": [line[:cut] + new + line[cut:]],
            "cut": [line[:cut]],
            "whole": [line],
        }[kind]
        return b"".join([*lines[:at], *changed, *lines[at + 1 :]])

    kinds = st.sampled_from(["whole", "drop", "twice", "replace", "insert", "cut"])
    plain = st.builds(edit, kinds, places, st.integers(0, 4_000), junk)

    def pack(data: bytes, how: str, new: bytes) -> bytes:
        if how == "plain":
            return data
        packed = gzip.compress(data, 1, mtime=0)
        return {"whole": packed, "cut": packed[: len(packed) // 2], "more": packed + new}[how]

    packed = st.builds(pack, plain, st.sampled_from(["plain", "whole", "cut", "more"]), junk)
    return st.one_of(packed, packed, st.binary(max_size=64))


def fuzz_tokens(http: httpx.Client, game: Game, examples: int) -> int:
    """Replace tokens of any role, the referee's own too. How many were."""
    contract, path = Contract(http), "/v1/campaigns/{campaign_id}/tokens"
    roles = st.sampled_from([role for role in game.tokens if role != "nobody"])
    body = st.one_of(
        st.fixed_dictionaries({"role": roles}),
        st.fixed_dictionaries({"role": VALUES}),
        st.recursive(
            st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5)),
            lambda inner: st.dictionaries(st.sampled_from(["role", "x"]), inner, max_size=2),
            max_leaves=4,
        ),
    )
    replaced = 0

    @often(examples)
    @given(body=body, own=st.sampled_from([True, True, True, False]))
    def run(body: Any, own: bool) -> None:
        nonlocal replaced
        sender = "referee" if own else "nobody"
        answer = game.post(sender, "/tokens", body)
        contract.check(answer, "post", path)
        if answer.status_code == 201:
            replaced += 1
            game.tokens[body["role"]] = answer.json()["token"]
            assert game.get(body["role"], "/whoami").json()["role"] == body["role"]

    run()
    return replaced


STATIC = (
    "/", "/index.html", "/main.js", "/css/tokens.css", "/css", "/css/", "/icon.svg", "/systems/",
    "/docs", "/docs/", "/docs/scalar.js", "/docs/reference", "/docs/reference.js", "/openapi.json",
    "/problems", "/problems/stale", "/health/live", "/health/ready", "/metrics", "/favicon.ico",
    "/robots.txt", "/_schema", "/_schema/openapi.json", "/../pyproject.toml",
    "/%2e%2e/pyproject.toml", "/css/..%2f..%2fpyproject.toml", "/%00", "/%ff", "//", "/v1", "/v1/",
)  # fmt: skip
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "QUERY")
NAMES = (
    "Accept", "Accept-Encoding", "Range", "If-None-Match", "If-Match", "If-Modified-Since",
    "If-Range", "Origin", "Access-Control-Request-Method", "Access-Control-Request-Headers",
    "Content-Type", "Authorization", "Expect", "Cookie",
)  # fmt: skip


def fuzz_static(http: httpx.Client, examples: int) -> None:
    """Ask for pages and files, there or not, with any method: never a 5xx, always framed."""
    known = st.sampled_from(STATIC)
    made = st.text(max_size=12).map(lambda text: "/" + urllib.parse.quote(text))
    queries = st.one_of(st.just(""), st.text(max_size=8).map(lambda t: "?" + urllib.parse.quote(t)))
    headers = st.dictionaries(
        st.sampled_from(NAMES), st.one_of(HEADER, st.just("bytes=0-1")), max_size=3
    )

    def ask(method: str, address: str, headers: dict[str, str], body: bytes) -> None:
        url = httpx.URL(http.base_url).copy_with(raw_path=address.encode())
        answer = http.send(http.build_request(method, url, headers=headers, content=body))
        said = f"{method} {address} {headers}: {answer.status_code} {answer.text[:200]}"
        assert answer.status_code < 500, said
        assert answer.headers["x-content-type-options"] == "nosniff", said
        assert answer.headers["x-request-id"], said
        if answer.status_code == 405:
            assert "GET" in answer.headers["allow"], said
        if method == "HEAD":
            assert answer.content == b"", said

    for method in METHODS:
        for path in STATIC:
            ask(method, path, {}, b"")

    @often(examples)
    @given(
        method=st.sampled_from(METHODS),
        path=st.one_of(known, made),
        query=queries,
        headers=headers,
        body=st.sampled_from([b"", b"{}", b"\0"]),
    )
    def run(method: str, path: str, query: str, headers: dict[str, str], body: bytes) -> None:
        ask(method, path + query, headers, body)

    run()
