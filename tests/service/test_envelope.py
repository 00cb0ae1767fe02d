"""What surrounds every answer: headers, CORS, HEAD, logs; and where secrets are not."""

import io
import json
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from iacta.service import log
from iacta.service.entropy import LinkStore
from iacta.service.projections import words
from iacta.service.settings import VERSION
from iacta.service.store import commit
from iacta.service.store import schema as t
from iacta.service.store.database import Database
from tests.support.play import ADJUDICATE, bearer, bidding, desk, found
from tests.support.readings import READINGS
from tests.support.servers import app_of, problem, running, sqlite_url
from tests.support.sockets import answer, connect, head

PAGES = ("/", "/docs", "/problems", "/openapi.json", "/v1/systems", "/v1/nothing", "/health/live")


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_has_strict_headers(path: str, http: httpx.Client) -> None:
    headers = http.get(path).headers
    csp = dict(
        part.strip().partition(" ")[::2] for part in headers["content-security-policy"].split(";")
    )
    assert csp["default-src"] == "'none'"
    assert csp["frame-ancestors"] == "'none'"
    assert csp["base-uri"] == "'none'"
    assert csp["script-src"] == "'self'", "no inline script, none from elsewhere"
    assert "http" not in headers["content-security-policy"]
    assert "unsafe-eval" not in headers["content-security-policy"]
    if path != "/docs/reference":
        assert "unsafe-inline" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert len(headers["x-request-id"]) == 32
    assert "server" not in headers


def test_any_page_may_call_the_api_but_without_credentials(http: httpx.Client) -> None:
    game = desk(http, visibility="public")
    origin = {"Origin": "https://elsewhere.example"}
    for path in (game.path, "/v1/nothing", "/openapi.json"):
        answer = http.get(path, headers=origin)
        assert answer.headers["access-control-allow-origin"] == "*"
        assert "access-control-allow-credentials" not in answer.headers
        exposed = {
            one.strip() for one in answer.headers["access-control-expose-headers"].split(",")
        }
        assert {"ETag", "Retry-After", "Link", "Location"} <= exposed
    asked = {
        **origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,content-type,idempotency-key,if-match",
    }
    answer = http.options(f"{game.path}/commands", headers=asked)
    assert answer.status_code in (200, 204)
    assert answer.headers["access-control-allow-origin"] == "*"
    allowed = {
        one.strip().lower() for one in answer.headers["access-control-allow-headers"].split(",")
    }
    assert {"authorization", "content-type", "idempotency-key", "if-match"} <= allowed
    assert "POST" in answer.headers["access-control-allow-methods"]
    assert "access-control-allow-credentials" not in answer.headers


@pytest.mark.parametrize(
    "path",
    ["/", "/css/tokens.css", "/docs", "/docs/scalar.js", "/metrics", "/health/live", "/no/x"],
)
def test_options_of_a_page_are_no_fault(path: str, http: httpx.Client) -> None:
    answer = http.options(path)
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer.headers["allow"] == "GET, HEAD, OPTIONS"
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "TRACE", "PURGE"])
@pytest.mark.parametrize("path", ["/", "/css/tokens.css", "/docs/scalar.js", "/no/x"])
def test_pages_are_only_read(method: str, path: str, http: httpx.Client) -> None:
    answer = http.request(method, path)
    assert problem(answer, "method-not-allowed")
    assert answer.headers["allow"] == "GET, HEAD"


@pytest.mark.parametrize("path", ["/_schema", "/_schema/openapi.json", "/schema"])
def test_the_contract_is_served_at_one_address(path: str, http: httpx.Client) -> None:
    problem(http.get(path), "not-found")


TARGETS = {
    "http://host.example/v1/key": 200,
    "HTTPS://host.example:8000/v1/key": 200,
    "http://host.example": 200,
    "http://host.example?x=1": 200,
    "http://host.example/v1/nothing": 404,
    "http://host.example/%00": 404,
    "ftp://host.example/v1/key": 404,
    "v1/key": 400,  # no target at all
    "*": 404,
}


@pytest.mark.parametrize("target", TARGETS)
def test_a_target_may_name_the_server(target: str, tmp_path: Path) -> None:
    with running(app_of(tmp_path / "data")) as server, connect(server.url) as sock:
        sock.sendall(head("GET", target))
        status, told = answer(sock)
    assert status == TARGETS[target]
    if target.endswith("/v1/key"):
        assert status == 404 or set(told) == {"key", "name"}


def test_head_is_get_without_its_body(http: httpx.Client) -> None:
    game = desk(http)
    for path in READINGS:
        headers = bearer(game.tokens["referee"])
        got = http.get(f"{game.path}{path}", headers=headers)
        head = http.head(f"{game.path}{path}", headers=headers)
        assert (head.status_code, head.content) == (got.status_code, b"")
        assert head.headers["content-type"] == got.headers["content-type"]
        assert head.headers.get("etag") == got.headers.get("etag")
        assert head.headers.get("content-length") == got.headers.get("content-length"), path
    assert http.head(game.path).status_code == 404
    for path in ("/", "/v1/systems", "/health/ready"):
        assert http.head(path).status_code == 200


def test_a_connection_serves_on_after_head(tmp_path: Path) -> None:
    with running(app_of(tmp_path / "data")) as server, httpx.Client(base_url=server.url) as http:
        for path in ("/", "/v1/systems", "/v1/nothing"):
            head = http.head(path)
            got = http.get(path)
            assert (head.status_code, head.content) == (got.status_code, b"")
            assert head.headers["content-length"] == got.headers["content-length"]


def test_what_is_long_goes_compressed_to_who_takes_it(http: httpx.Client) -> None:
    """States, steps and options may be long; a short answer is sent as it is."""
    game = found(http, "civil-war", "rubicon")
    path = f"{game.path}/state"
    asked = {"headers": {**bearer(game.tokens["referee"]), "Accept-Encoding": "gzip"}}
    short = http.get("/health/live", headers={"Accept-Encoding": "gzip"})
    packed = http.get(path, **asked)
    assert "content-encoding" not in short.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(packed.content) // 2
    asked["headers"]["Accept-Encoding"] = "identity"
    plain = http.get(path, **asked)
    assert "content-encoding" not in plain.headers
    assert plain.content == packed.content


def test_a_state_that_the_reader_has_is_not_sent_again(http: httpx.Client) -> None:
    game = desk(http)
    tag = game.get("referee", "/state").headers["etag"]
    assert tag.startswith('W/"1-'), "weak: compressed and plain bear the same"
    for held in (tag, tag.removeprefix("W/"), f'"9", {tag}', "*"):
        again = game.get("referee", "/state", headers={"If-None-Match": held})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == tag
    game.do("referee", "campaign.annotate", seq=1, text="x")
    assert game.get("referee", "/state", headers={"If-None-Match": tag}).status_code == 200
    assert game.get("nobody", "/state", headers={"If-None-Match": tag}).status_code == 404


@pytest.mark.parametrize("path", ["/state", "/options"])
def test_what_one_audience_has_is_not_confirmed_to_another(path: str, http: httpx.Client) -> None:
    game = bidding(http, visibility="public").until("window")
    roles = ("referee", "seat:north", "seat:south", "nobody")
    tags = {role: game.get(role, path).headers["etag"] for role in roles}
    assert len(set(tags.values())) == len(roles)
    for held, tag in tags.items():
        for role in roles:
            again = game.get(role, path, headers={"If-None-Match": tag})
            assert again.status_code == (304 if role == held else 200), f"{held} as {role}"


@pytest.mark.parametrize("path", ["/state", "/options", "/steps"])
def test_what_another_version_answered_is_not_confirmed(
    path: str, http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another version of the game, too, may show the same event otherwise."""
    game = desk(http)
    tag = game.get("referee", path).headers["etag"]
    monkeypatch.setattr(words, "version", lambda system: "0" * 64)
    assert game.get("referee", path, headers={"If-None-Match": tag}).status_code == 200


def test_pages_follow_one_another_without_gap_or_repeat(http: httpx.Client) -> None:
    game = bidding(http, visibility="public").until("window")
    whole = game.get("referee", "/events", params={"limit": 200}).json()["items"]
    rolls = game.get("referee", "/rolls", params={"limit": 200}).json()["items"]
    assert len(rolls) > 2
    for path, expected in (("/events", whole), ("/rolls", rolls)):
        found, after = [], None
        while True:
            params = {"limit": 2} if after is None else {"limit": 2, "after": after}
            page = game.get("referee", path, params=params).json()
            found += page["items"]
            after = page["next"]
            if after is None:
                break
            assert len(page["items"]) == 2
        assert found == expected
    for _ in range(4):
        desk(http, visibility="public")
    ids, after = [], None
    while True:
        params = {"limit": 2, "system": "civil-war"} | ({"after": after} if after else {})
        page = http.get("/v1/campaigns", params=params).json()
        ids += [item["id"] for item in page["items"]]
        after = page["next"]
        if after is None:
            break
    assert ids == sorted(set(ids), reverse=True)
    assert len(ids) >= 4


def test_how_a_campaign_ended_is_told_with_it_and_in_the_list(http: httpx.Client) -> None:
    game = desk(http, visibility="public")

    def told() -> list[Any]:
        listed = http.get("/v1/campaigns", params={"limit": "200"}).json()["items"]
        return [game.campaign()["outcome"], *(c["outcome"] for c in listed if c["id"] == game.id)]

    assert told() == [None, None]
    game.do("referee", "campaign.conclude", reason="agreed", winners=["caesarian"])
    assert told() == [{"reason": "agreed", "winners": ["caesarian"]}] * 2
    game.do("referee", "campaign.rewind", to=1, reason="not yet")
    assert told() == [None, None]


def test_the_list_filters_by_system_status_and_who_is_awaited(http: httpx.Client) -> None:
    game = bidding(http, visibility="public")
    over = desk(http, visibility="public")
    over.do("referee", "campaign.conclude", reason="x")

    def ids(**params: str) -> set[str]:
        items = http.get("/v1/campaigns", params={"limit": "200", **params}).json()["items"]
        return {item["id"] for item in items}

    assert game.id in ids(system="tally")
    assert over.id not in ids(system="tally")
    assert over.id in ids(status="concluded")
    assert game.id not in ids(status="concluded")
    assert game.id in ids(waiting="north", status="open")
    game.do("seat:north", "tally.bid", bid=1)
    assert game.id not in ids(waiting="north")
    assert game.id in ids(waiting="east")
    assert ids(waiting="nor") == set()


# --- secrets ------------------------------------------------------------------------------------


def test_no_secret_is_at_rest_in_a_log_or_in_an_answer_but_the_one(tmp_path: Path) -> None:
    data, lines = tmp_path / "data", io.StringIO()
    log.configure("debug", stream=lines)
    try:
        with TestClient(app_of(data)) as http:
            game = bidding(http, visibility="public")
            game.do("seat:north", "tally.bid", bid=3, entropy_="s3cret-entropy")
            issued = game.post("referee", "/tokens", {"role": "seat:south"}).json()["token"]
            secrets = [
                *(token for token in game.tokens.values() if token),
                *game.invitations.values(),
                issued,
            ]
            http.post(f"{game.path}/claims", json={"invitation": secrets[3]})
            http.post(f"{game.path}/claims", json={"invitation": "s3cret-wrong"})
            http.get(game.path, headers=bearer("s3cret-token"))
            http.get(f"{game.path}/events", params={"x": "1"}, headers=bearer(issued))
            game.tokens["seat:south"] = issued
            answers = [game.get(role, path).text for role in game.tokens for path in READINGS]
            answers += [http.get("/v1/campaigns").text, http.get("/v1/key").text]
    finally:
        log.configure("warning")
    database = Database(sqlite_url(data))
    with database.reading() as connection:
        links = []
        for chain in connection.execute(sa.select(t.chains)):
            kept = LinkStore().decode(chain.anchor, chain.links, chain.stored)
            links += [kept.link(k).hex() for k in range(chain.used + 1, chain.links + 1)]
    database.close()
    assert len(links) > 2000
    files = b"".join(path.read_bytes() for path in data.iterdir() if "sqlite" in path.name)
    told, logged = "\n".join(answers), lines.getvalue()
    for secret in secrets:
        assert len(secret) >= 43
        assert secret.encode() not in files
        assert secret not in told
        assert secret not in logged
    for link in links:
        assert link not in told
        assert link not in logged
    assert "s3cret" not in logged
    assert game.id in logged


class Gone:
    """A pipe that nobody reads any more."""

    def write(self, _: str) -> int:
        raise BrokenPipeError

    def flush(self) -> None:
        raise BrokenPipeError


def test_a_log_that_nobody_reads_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after `iacta serve | head -1`, requests and the writer's own words included."""

    def fail(_: Database) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(commit, "CHECKPOINT_EVERY", 1)
    monkeypatch.setattr(Database, "checkpoint_wal", fail)
    log.configure("info", stream=Gone())
    try:
        with TestClient(app_of(tmp_path / "data")) as http:
            game = bidding(http)
            game.do("seat:north", "tally.bid", bid=3)
            game.do("seat:east", "tally.bid", bid=3)
    finally:
        log.configure("warning")


def test_logs_are_json_lines_with_request_campaign_and_seat(tmp_path: Path) -> None:
    lines = io.StringIO()
    log.configure("info", stream=lines)
    try:
        with TestClient(app_of(tmp_path / "data")) as http:
            game = bidding(http)
            answer = game.get("seat:north", "/state")
    finally:
        log.configure("warning")
    entries = [json.loads(line) for line in lines.getvalue().splitlines()]
    mine = next(one for one in entries if one.get("request") == answer.headers["x-request-id"])
    assert mine["method"] == "GET"
    assert mine["path"] == f"{game.path}/state"
    assert mine["status"] == 200
    assert mine["campaign"] == game.id
    assert mine["seat"] == "seat:north"


def test_what_could_be_a_secret_is_blanked_whoever_logs_it() -> None:
    event = {"token": "a", "invitation": "b", "seed": "c", "link": 1, "salt": "d", "path": "/x"}
    hidden = log.hide(None, "info", dict(event))
    assert hidden["path"] == "/x"
    assert all(hidden[name] == "…" for name in event if name != "path")


# --- seats and tokens ---------------------------------------------------------------------------


def test_an_invitation_gives_one_token_and_is_noticed_if_stolen(http: httpx.Client) -> None:
    game = desk(http)
    code = {"invitation": game.invitations["caesarian"]}
    first = http.post(f"{game.path}/claims", json=code)
    assert first.json()["role"] == "seat:caesarian"
    game.tokens["seat:caesarian"] = first.json()["token"]
    whoami = game.get("seat:caesarian", "/whoami").json()
    assert (whoami["role"], whoami["seat"]) == ("seat:caesarian", "caesarian")
    assert [token["this"] for token in whoami["tokens"]] == [True]
    again = http.post(f"{game.path}/claims", json=code)
    assert again.status_code == 409
    assert "token" not in again.json()
    for wrong in ("x", "a" * 43, game.invitations["republican"][:-1]):
        assert http.post(f"{game.path}/claims", json={"invitation": wrong}).status_code == 404
    other = desk(http)
    answer = http.post(f"{other.path}/claims", json={"invitation": game.invitations["republican"]})
    assert answer.status_code == 404
    events = game.get("referee", "/events").json()["items"]
    assert [one["event"]["command"]["type"] for one in events] == [
        "campaign.create",
        "campaign.claim",
    ]


def test_a_seat_handed_over_has_one_holder(http: httpx.Client) -> None:
    game = desk(http).claim_all()
    answer = game.post("referee", "/tokens", {"role": "seat:caesarian"})
    assert game.get("seat:caesarian", "/whoami").status_code == 404
    game.tokens["seat:caesarian"] = answer.json()["token"]
    assert game.get("seat:caesarian", "/whoami").json()["seat"] == "caesarian"
    last = game.get("referee", "/events").json()["items"][-1]["event"]
    assert last["effects"] == [{"role": "seat:caesarian", "type": "seat-handed-over"}]
    before = dict(game.tokens)
    game.tokens["referee"] = game.post("referee", "/tokens", {"role": "referee"}).json()["token"]
    assert http.get(game.path, headers=bearer(before["referee"])).status_code == 404
    game.do("referee", "civil-war.adjudicate-combat", **ADJUDICATE)
    unclaimed = desk(http)
    code = unclaimed.invitations["caesarian"]
    unclaimed.post("referee", "/tokens", {"role": "seat:caesarian"})
    answer = http.post(f"{unclaimed.path}/claims", json={"invitation": code})
    assert answer.status_code == 409, "the invitation went with the seat"


def test_health_tells_whether_the_database_answers(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert http.get("/health/live").json() == {"status": "live", "version": VERSION}
    assert http.get("/health/ready").json() == {"status": "ready", "version": VERSION}

    def broken(self: Database) -> None:
        raise sa.exc.OperationalError("SELECT 1", {}, Exception("gone"))

    monkeypatch.setattr(Database, "reading", broken)
    answer = http.get("/health/ready")
    assert answer.status_code == 503
    assert http.get("/health/live").status_code == 200
