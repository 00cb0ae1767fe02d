"""What is refused: each with its problem type, and without a trace in any table."""

import json
import socket
import sqlite3
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
import structlog
from litestar.testing import TestClient

from iacta.service.errors import TYPES
from iacta.service.settings import Limits
from tests.support.play import ADJUDICATE, Game, bearer, bidding, desk, found
from tests.support.servers import DEADLINE, app_of, problem, running, unchanged

ROLL = {"type": "civil-war.roll-year-event"}
DEEP = b"[" * 200_000


@pytest.fixture
def game(http: httpx.Client) -> Game:
    return desk(http).claim_all()


# ruff: noqa: E501
BODIES: dict[str, bytes] = {
    "nothing": b"",
    "no JSON": b"{",
    "an array": b"[]",
    "a number": b"1",
    "no command": b"{}",
    "an unknown member": b'{"command":{"type":"civil-war.roll-year-event"},"dice":[6]}',
    "an unknown member of the command": b'{"command":{"type":"civil-war.roll-year-event","die":6}}',
    "an unknown command": b'{"command":{"type":"civil-war.win"}}',
    "another game's command": b'{"command":{"type":"tally.roll"}}',
    "a command without a type": b'{"command":{}}',
    "a type that is no text": b'{"command":{"type":1}}',
    "a command that only other endpoints record": b'{"command":{"type":"campaign.claim","seat":"x"}}',
    "a member of another type": b'{"command":{"type":"campaign.annotate","seq":"1","text":"x"}}',
    "a boolean for a number": b'{"command":{"type":"campaign.annotate","seq":true,"text":"x"}}',
    "a float": b'{"command":{"type":"campaign.annotate","seq":1.0,"text":"x"}}',
    "an exponent": b'{"command":{"type":"campaign.annotate","seq":1e0,"text":"x"}}',
    "an integer of 2^53": b'{"command":{"type":"campaign.annotate","seq":9007199254740992,"text":"x"}}',
    "an integer of many digits": b'{"command":{"type":"campaign.annotate","seq":'
    + b"9" * 5000
    + b',"text":"x"}}',
    "a lone surrogate": b'{"command":{"type":"campaign.annotate","seq":1,"text":"\\ud800"}}',
    "a member twice": b'{"command":{"type":"civil-war.roll-year-event"},"entropy":"a","entropy":"b"}',
    "a member of the command twice": b'{"command":{"type":"campaign.annotate","seq":1,"seq":2,"text":"x"}}',
    "bad UTF-8": b'{"command":{"type":"campaign.annotate","seq":1,"text":"\xff"}}',
    "a byte order mark": b'\xef\xbb\xbf{"command":{"type":"civil-war.roll-year-event"}}',
    "NaN": b'{"command":{"type":"campaign.annotate","seq":NaN,"text":"x"}}',
    "deep nesting": DEEP,
    "deep nesting of a member": b'{"command":' * 20_000,
    "something after the end": b'{"command":{"type":"civil-war.roll-year-event"}} {}',
    "the reserved member": b'{"command":{"type":"campaign.annotate","seq":1,"text":{"sealed":"ff"}}}',
    "entropy that is too long": json.dumps({"command": ROLL, "entropy": "a" * 65}).encode(),
    "entropy of other signs": json.dumps({"command": ROLL, "entropy": "é"}).encode(),
    "entropy with a line end": json.dumps({"command": ROLL, "entropy": "a\n"}).encode(),
    "a seat that cannot be one": json.dumps({"command": ROLL, "for": "A B"}).encode(),
}


@pytest.mark.parametrize("what", BODIES)
def test_a_body_that_is_not_of_its_form_is_an_invalid_request(
    what: str, game: Game, url: str
) -> None:
    headers = {**bearer(game.tokens["referee"]), "Content-Type": "application/json"}
    with unchanged(url):
        answer = game.http.post(f"{game.path}/commands", content=BODIES[what], headers=headers)
        problem(answer, "invalid-request")


def test_an_error_points_at_the_member_that_is_wrong(game: Game) -> None:
    def pointers(body: Any) -> list[str]:
        answer = game.post("referee", "/commands", body)
        return [one["pointer"] for one in problem(answer, "invalid-request")["errors"]]

    wrong = {**ADJUDICATE, "crossing": "yes"}
    assert pointers({"command": {"type": "civil-war.adjudicate-combat", **wrong}}) == [
        "/command/crossing"
    ]
    units = {**ADJUDICATE["attacker"], "units": [{"kind": "elephant"}]}
    wrong = {**ADJUDICATE, "attacker": units}
    assert pointers({"command": {"type": "civil-war.adjudicate-combat", **wrong}}) == [
        "/command/attacker/units/0/kind"
    ]
    assert pointers({"command": {"type": "no"}}) == ["/command/type"]
    assert pointers({"command": ROLL, "entropy": 1}) == ["/entropy"]


def test_a_name_holds_no_control_character(http: httpx.Client, url: str) -> None:
    body = {"system": "civil-war", "scenario": "table", "visibility": "public"}
    http.get("/v1/campaigns")
    with unchanged(url):
        for name in ("a\0b", "\n", "", "a" * 81, "\x7f"):
            answer = http.post("/v1/campaigns", json={**body, "name": name})
            assert problem(answer, "invalid-request")["errors"][0]["pointer"] == "/name"
            seats = [{"name": name}]
            answer = http.post("/v1/campaigns", json={**body, "name": "x", "seats": seats})
            problem(answer, "invalid-request")


CREATIONS: dict[str, dict[str, Any]] = {
    "an unknown system": {"system": "chess"},
    "an unknown scenario": {"scenario": "none"},
    "an unknown switch": {"options": {"cheat": True}},
    "a switch's value that it has not": {"options": {"entered_dice": "yes"}},
    "a number for a boolean switch": {"options": {"entered_dice": 1}},
    "an unknown document": {"data": {"deck": {}}},
    "a document of another shape": {"data": {"map": {"zones": 3}}},
    "a document that names sealed": {"data": {"map": {"sealed": "ff"}}},
    "an unknown seat": {"seats": [{"name": "x", "seat": "nowhere"}]},
    "a seat twice": {
        "seats": [{"name": "x", "seat": "caesarian"}, {"name": "y", "seat": "caesarian"}]
    },
    "too many seats": {"seats": [{"name": str(i)} for i in range(17)]},
    "a visibility that is none": {"visibility": "secret"},
    "an unknown member": {"referee": "me"},
}


@pytest.mark.parametrize("what", CREATIONS)
def test_a_campaign_that_cannot_be_is_an_invalid_request(
    what: str, http: httpx.Client, url: str
) -> None:
    body = {"system": "civil-war", "scenario": "table", "visibility": "public", "name": "x"}
    http.get("/v1/campaigns")
    with unchanged(url):
        problem(http.post("/v1/campaigns", json={**body, **CREATIONS[what]}), "invalid-request")


@pytest.mark.parametrize("kind", ["text/plain", "application/xml", "", "application/jsonx"])
def test_a_body_of_another_type_is_unsupported(kind: str, game: Game, url: str) -> None:
    headers = {**bearer(game.tokens["referee"]), "Content-Type": kind}
    with unchanged(url):
        for path in ("/commands", "/command-batches", "/odds", "/forks", "/claims", "/tokens"):
            body = json.dumps({"command": ROLL}).encode()
            answer = game.http.post(f"{game.path}{path}", content=body, headers=headers)
            problem(answer, "unsupported-type")
        answer = game.http.post("/v1/campaigns/import", content=b"{}", headers=headers)
        problem(answer, "unsupported-type")


def test_the_type_may_name_a_charset_and_be_written_large(game: Game) -> None:
    headers = {**bearer(game.tokens["referee"]), "Content-Type": "Application/JSON; charset=UTF-8"}
    body = json.dumps({"command": ROLL}).encode()
    answer = game.http.post(f"{game.path}/commands", content=body, headers=headers)
    assert answer.status_code == 201


@pytest.mark.parametrize(
    "charset",
    ["charset=utf-16", "charset=latin-1", 'charset="UTF-16"', "charset=", "x=y; CharSet=us-ascii",
     "charset*=utf-16''x", "charset*0=utf; charset*1=-16"],
)  # fmt: skip
def test_another_charset_than_utf_8_is_not_taken_for_it(charset: str, game: Game, url: str) -> None:
    headers = bearer(game.tokens["referee"])
    body = json.dumps({"command": ROLL}).encode()
    with unchanged(url):
        for path, media in (
            (f"{game.path}/commands", "application/json"),
            ("/v1/campaigns/import", "application/x-ndjson"),
        ):
            typed = {**headers, "Content-Type": f"{media}; {charset}"}
            answer = game.http.post(path, content=body, headers=typed)
            problem(answer, "unsupported-type")


def test_a_body_past_its_limit_is_too_large(tmp_path: Any) -> None:
    limits = Limits(
        creations_per_minute=99,
        command_bytes=2000,
        body_bytes=2000,
        data_bytes=500,
        import_bytes=3000,
    )
    app = app_of(tmp_path / "data", limits=limits)
    with TestClient(app) as http:
        game = desk(http)
        with unchanged(f"sqlite:///{tmp_path / 'data' / 'iacta.sqlite'}"):
            answer = game.send("referee", "campaign.annotate", seq=1, text="x" * 2000)
            assert "2000" in problem(answer, "too-large")["detail"]

            def chunks() -> Any:
                yield from (b"x" * 100 for _ in range(40))

            for path, slug in (
                (f"{game.path}/commands", "too-large"),
                (f"{game.path}/odds", "too-large"),
            ):
                headers = {**bearer(game.tokens["referee"]), "Content-Type": "application/json"}
                problem(http.post(path, content=chunks(), headers=headers), slug)
            headers = {"Content-Type": "application/x-ndjson"}
            answer = http.post("/v1/campaigns/import", content=b"x" * 3001, headers=headers)
            assert "3000" in problem(answer, "too-large")["detail"]
            data = {"deck": {"cards": [{"name": "a" * 20, "worth": 1, "count": 1}] * 12}}
            body = {"system": "tally", "scenario": "short", "name": "x", "visibility": "public"}
            answer = http.post("/v1/campaigns", json={**body, "data": data})
            assert "500" in problem(answer, "too-large")["detail"]


def test_a_token_of_another_campaign_opens_nothing(http: httpx.Client, url: str) -> None:
    mine, theirs = desk(http), desk(http, visibility="public")
    mine.tokens["stranger"] = theirs.tokens["referee"]
    theirs.tokens["stranger"] = mine.tokens["referee"]
    with unchanged(url):
        problem(mine.get("stranger"), "not-found")
        problem(theirs.get("stranger"), "unauthorized")
        problem(mine.send("stranger", ROLL["type"]), "not-found")
        problem(theirs.send("stranger", ROLL["type"]), "unauthorized")


READS = (
    "", "/whoami", "/options", "/state", "/events", "/events/1", "/events/1/receipt", "/steps",
    "/stream", "/rolls", "/audit", "/checkpoint", "/lineage", "/capsule",
)  # fmt: skip
WRITES: dict[str, Any] = {
    "/commands": {"command": ROLL},
    "/command-batches": {"mode": "until-refused", "commands": [{"command": ROLL}]},
    "/odds": {"command": ROLL},
    "/forks": {"at": 1, "name": "x"},
    "/tokens": {"role": "observer"},
    "/claims": {"invitation": "x"},
}


def test_a_private_campaign_is_not_to_be_told_from_none(http: httpx.Client, url: str) -> None:
    game = desk(http)
    nowhere = f"/v1/campaigns/{game.id[:-4]}ffff"

    def told(answer: httpx.Response) -> Any:
        body = problem(answer, "not-found")
        own = {"instance", "request_id"}
        headers = {name: value for name, value in answer.headers.items() if name != "x-request-id"}
        return {name: value for name, value in body.items() if name not in own}, headers

    with unchanged(url):
        for token in (None, "wrong", "a" * 43):
            for path in READS:
                here, there = (
                    http.get(f"{base}{path}", headers=bearer(token))
                    for base in (game.path, nowhere)
                )
                assert told(here) == told(there), path
            for path, body in WRITES.items():
                here, there = (
                    http.post(f"{base}{path}", json=body, headers=bearer(token))
                    for base in (game.path, nowhere)
                )
                assert told(here) == told(there), path
    assert game.id not in http.get("/v1/campaigns").text


@pytest.mark.parametrize("value", ["Basic YTpi", "Bearer", "Bearer ", "token", ""])
def test_only_bearer_tokens_are_taken(value: str, http: httpx.Client) -> None:
    game = desk(http, visibility="public")
    answer = http.get(game.path, headers={"Authorization": value})
    assert problem(answer, "unauthorized")
    assert answer.headers["www-authenticate"] == "Bearer"


def test_a_token_in_a_query_is_not_looked_at(http: httpx.Client) -> None:
    game = desk(http)
    for name in ("token", "access_token", "authorization"):
        answer = http.get(game.path, params={name: str(game.tokens["referee"])})
        assert str(game.tokens["referee"]) not in answer.text
        problem(answer, "invalid-request")


def test_each_role_is_refused_what_is_not_its_own(http: httpx.Client, url: str) -> None:
    game = bidding(http, visibility="public")
    with unchanged(url):
        for role in ("nobody", "observer"):
            slug = "unauthorized" if role == "nobody" else "forbidden"
            problem(game.send(role, "tally.bid", bid=1), slug)
            problem(game.post(role, "/odds", {"command": {"type": "tally.roll"}}), slug)
            problem(game.post(role, "/tokens", {"role": "observer"}), slug)
            problem(game.get(role, "/state", params={"audience": "seat:north"}), slug)
            assert game.options(role) == []
        problem(game.post("seat:north", "/tokens", {"role": "referee"}), "forbidden")
        problem(game.send("seat:north", "campaign.conclude", reason="x"), "forbidden")
        problem(game.send("seat:north", "tally.bid", bid=1, for_="east"), "forbidden")
        problem(game.send("referee", "tally.bid", bid=1), "forbidden")
        problem(game.send("referee", "tally.bid", bid=1, for_="west"), "invalid-request")
        entered = {"witness": "x", "faces": [1]}
        problem(game.send("seat:north", "tally.roll", entered_=entered), "forbidden")
        problem(game.send("referee", "tally.roll", for_="north", entered_=entered), "forbidden")
        for audience in ("seat:east", "referee"):
            for path in ("/state", "/steps", "/capsule", "/audit"):
                answer = game.get("seat:north", path, params={"audience": audience})
                problem(answer, "forbidden")
                answer = game.get("referee", path, params={"audience": "seat:east"})
                problem(answer, "forbidden")
        problem(
            game.get("seat:north", "/state", params={"audience": "seat:none"}), "invalid-request"
        )


def test_a_command_at_the_wrong_time_names_why(http: httpx.Client, url: str) -> None:
    game = bidding(http)
    with unchanged(url):
        problem(game.send("referee", "tally.set-up"), "out-of-phase")
        problem(game.send("seat:north", "tally.roll"), "out-of-phase")
        poor = problem(game.send("seat:north", "tally.bid", bid=9), "rule-violation")
        assert poor["rule"]["id"] == "TY 2"
        assert poor["rule"]["title"]
        problem(game.send("referee", "campaign.open-seals"), "out-of-phase")
        problem(game.send("referee", "campaign.rewind", to=99, reason="x"), "invalid-request")
        problem(game.send("referee", "campaign.adopt-edition"), "conflict")
    for seat, bid in (("north", 3), ("east", 1), ("south", 0)):
        game.do(f"seat:{seat}", "tally.bid", bid=bid)
    with unchanged(url):
        problem(game.send("seat:east", "tally.roll"), "not-your-turn")
        problem(game.send("seat:north", "tally.bid", bid=1), "out-of-phase")
    game.do("seat:north", "tally.roll")
    game.do("referee", "campaign.conclude", reason="agreed", winners=["north"])
    with unchanged(url):
        for command, members in (("tally.pass", {}), ("campaign.consent", {"to": 1})):
            problem(game.send("seat:east", command, **members), "campaign-concluded")
    assert game.campaign()["status"] == "concluded"
    game.do("seat:east", "campaign.annotate", seq=1, text="well played")


def test_a_bid_stands(http: httpx.Client, url: str) -> None:
    game = bidding(http)
    game.do("seat:north", "tally.bid", bid=1)
    with unchanged(url):
        problem(game.send("seat:north", "tally.bid", bid=2), "conflict")


def test_entered_dice_must_be_those_that_are_read(http: httpx.Client, url: str) -> None:
    game = desk(http, options={"entered_dice": True})
    combat = {"type_": "civil-war.adjudicate-combat", **ADJUDICATE}
    with unchanged(url):
        for faces in ([], [7], [0], [1, 2], [True]):
            entered = {"witness": "the referee", "faces": faces}
            answer = game.send("referee", **combat, entered_=entered)
            slug = "invalid-request" if faces in ([], [True]) else "entered-dice-mismatch"
            body = problem(answer, slug)
            if faces in ([7], [0]):
                assert (body["die"], body["for"]) == ("d6", "combat")
            else:
                assert not {"die", "for"} & body.keys()
    made = game.do("referee", **combat, entered_={"witness": "the referee", "faces": [5]})
    (draw,) = made["event"]["draws"]
    assert (draw["chain"], draw["witness"], draw["dice"][0]["face"]) == (
        "entered",
        "the referee",
        5,
    )
    assert game.get("referee", "/audit").json()["entered"] == [2]


def test_an_event_a_table_or_a_problem_that_is_not_there_is_not_found(game: Game) -> None:
    for path in ("/events/9", "/events/0", "/events/x", "/events/1e3", "/events/99/receipt"):
        problem(game.get("referee", path), "not-found")
    problem(game.get("referee", "/state", params={"at": 9}), "not-found")
    for path in (
        "/v1/systems/chess", "/v1/systems/tally/tables/none", "/v1/systems/tally/data/none",
        "/problems/none", "/v1/none", "/v1/campaigns/none", "/none",
    ):  # fmt: skip
        problem(game.http.get(path), "not-found")


@pytest.mark.parametrize(
    ("path", "params"),
    [
        ("/events", {"limit": "0"}),
        ("/events", {"limit": "201"}),
        ("/events", {"limit": "x"}),
        ("/events", {"after": "-1"}),
        ("/events", {"after": str(2**53)}),
        ("/steps", {"limit": "201"}),
        ("/rolls", {"limit": "0"}),
        ("/rolls", {"after": "no cursor"}),
        ("/rolls", {"after": "AAAA"}),
        ("/state", {"at": "0"}),
        ("/state", {"at": "9" * 30}),
        ("/state", {"audience": "\0"}),
        ("/state", {"audience": "nobody"}),
        ("/capsule", {"steps": "maybe"}),
        ("/stream", {"after": "x"}),
        ("/checkpoint", {"from": "1"}),
    ],
)
def test_a_parameter_out_of_its_bounds_is_an_invalid_request(
    path: str, params: dict[str, str], game: Game
) -> None:
    assert parameters(game.get("referee", path, params=params)) == list(params)


def parameters(answer: httpx.Response) -> list[str]:
    """The parameters that an invalid request has wrong; none of them is in the body."""
    errors = problem(answer, "invalid-request")["errors"]
    assert all(one["detail"] and one["pointer"] == "" for one in errors)
    return [one["parameter"] for one in errors]


@pytest.mark.parametrize(
    ("query", "wrong"),
    [
        ("foo=1", ["foo"]),
        ("foo", ["foo"]),
        ("AT=1", ["AT"]),
        ("at=1&a%74=1", ["at"]),
        ("at=1&at=1", ["at"]),
        ("audience=public&audience=referee", ["audience"]),
        ("at=1.0", ["at"]),
        ("at=1e0", ["at"]),
        ("at=0x1", ["at"]),
        ("at=%2B1", ["at"]),
        ("at=01", ["at"]),
        ("at=1%20", ["at"]),
        ("at=", ["at"]),
        ("at=%D9%A1", ["at"]),
        ("%FF=1&%00=1&x;y", ["\ufffd", "\0", "x;y"]),
        ("at=1.0&foo=1&at=2", ["at", "foo", "at"]),
        ("&".join(f"a{i}=1" for i in range(99)), [f"a{i}" for i in range(20)]),
    ],
)
def test_a_query_is_only_of_what_the_operation_has(
    query: str, wrong: list[str], game: Game, url: str
) -> None:
    with unchanged(url):
        assert parameters(game.get("referee", f"/state?{query}")) == wrong
        assert parameters(game.get("nobody", f"/state?{query}")) == wrong, "before who asks"


def test_no_operation_takes_a_parameter_that_it_has_not(game: Game, url: str) -> None:
    http = game.http
    with unchanged(url):
        for path in READS:
            assert parameters(game.get("referee", f"{path}?nothing=1")) == ["nothing"]
        for path, body in WRITES.items():
            assert parameters(game.post("referee", f"{path}?nothing=1", body)) == ["nothing"]
        for path in ("/v1/systems", "/v1/key", "/v1/campaigns", "/problems", "/health/live"):
            assert parameters(http.get(f"{path}?nothing=1")) == ["nothing"]
        assert parameters(http.post("/v1/campaigns?nothing=1", json={})) == ["nothing"]


def test_pages_and_files_take_any_query(http: httpx.Client) -> None:
    for path in (
        "/",
        "/main.js",
        "/docs",
        "/docs/reference",
        "/docs/reference.js",
        "/openapi.json",
    ):
        assert http.get(f"{path}?v=1&v=2").status_code == 200


def test_a_parameter_that_is_right_is_taken(game: Game) -> None:
    for path in (
        "/state?at=1",
        "/state?at=1&",
        "/state?audience=public&at=1",
        "/capsule?steps=true",
    ):
        assert game.get("referee", path).status_code == 200


@pytest.mark.parametrize(
    ("name", "value"), [("Idempotency-Key", "a b"), ("If-Match", "1"), ("If-Match", '"x"')]
)
def test_a_header_that_is_wrong_is_named(name: str, value: str, game: Game, url: str) -> None:
    with unchanged(url):
        answer = game.send("referee", ROLL["type"], headers={name: value})
        assert parameters(answer) == [name]


@pytest.mark.parametrize("last", ["abc", "-1", "1.0", "9" * 16, "1,2"])
def test_an_event_that_cannot_be_is_no_place_to_begin(last: str, game: Game) -> None:
    answer = game.get("referee", "/stream", headers={"Last-Event-ID": last})
    assert parameters(answer) == ["Last-Event-ID"]


@pytest.mark.parametrize("role", ["seat:x", "service", "nope", "nobody"])
def test_a_role_that_has_no_token_is_named(role: str, game: Game, url: str) -> None:
    with unchanged(url):
        body = problem(game.post("referee", "/tokens", {"role": role}), "invalid-request")
        assert [one["pointer"] for one in body["errors"]] == ["/role"]


@pytest.mark.parametrize(
    "params",
    [
        {"limit": "0"}, {"limit": "201"}, {"after": "é"}, {"after": "AAAA"}, {"after": "\0"},
        {"after": ""}, {"status": "a b"}, {"status": "nope"}, {"system": "%"}, {"waiting": "\0"},
    ],
)  # fmt: skip
def test_the_list_refuses_what_cannot_be_a_filter(
    params: dict[str, str], http: httpx.Client
) -> None:
    assert parameters(http.get("/v1/campaigns", params=params)) == list(params)


def test_an_import_is_public_or_private(http: httpx.Client) -> None:
    headers = {"Content-Type": "application/x-ndjson"}
    answer = http.post("/v1/campaigns/import?visibility=secret", content=b"", headers=headers)
    assert parameters(answer) == ["visibility"]


@pytest.mark.parametrize("key", ["", "a" * 65, "a b", "a\tb", "a/b", '"a"'])
def test_an_idempotency_key_is_of_its_form(key: str, game: Game, url: str) -> None:
    with unchanged(url):
        answer = game.send("referee", ROLL["type"], headers={"Idempotency-Key": key})
        problem(answer, "invalid-request")


@pytest.mark.parametrize("value", ["1", 'W/"1"', '"x"', '"-1"', '""', '"1", "2"'])
def test_if_match_is_the_number_of_an_event(value: str, game: Game, url: str) -> None:
    with unchanged(url):
        answer = game.send("referee", ROLL["type"], headers={"If-Match": value})
        problem(answer, "invalid-request")


def test_a_method_that_an_address_does_not_take_names_those_it_takes(game: Game) -> None:
    answer = game.http.delete(game.path)
    problem(answer, "method-not-allowed")
    assert answer.headers["allow"] == "GET, HEAD"
    answer = game.http.put(f"{game.path}/commands", json={})
    problem(answer, "method-not-allowed")
    assert answer.headers["allow"] == "POST"


def test_creations_from_one_address_are_limited(tmp_path: Any) -> None:
    with TestClient(app_of(tmp_path / "data", limits=Limits(creations_per_minute=2))) as http:
        desk(http)
        game = desk(http)
        body = {"system": "tally", "scenario": "short", "name": "x", "visibility": "public"}
        for answer in (
            http.post("/v1/campaigns", json=body),
            http.post(
                "/v1/campaigns/import",
                content=b"",
                headers={"Content-Type": "application/x-ndjson"},
            ),
            game.post("referee", "/forks", {"at": 1, "name": "x"}),
        ):
            problem(answer, "rate-limited")
            assert 1 <= int(answer.headers["retry-after"]) <= 60


def test_a_server_may_ask_for_a_key_of_whoever_creates(tmp_path: Any) -> None:
    with TestClient(app_of(tmp_path / "data", create_key="s3cret")) as http:
        body = {"system": "tally", "scenario": "short", "name": "x", "visibility": "public"}
        problem(http.post("/v1/campaigns", json=body), "unauthorized")
        problem(http.post("/v1/campaigns", json=body, headers=bearer("s3cre")), "unauthorized")
        assert http.post("/v1/campaigns", json=body, headers=bearer("s3cret")).status_code == 201


def test_every_problem_type_is_told_with_its_remedy(http: httpx.Client) -> None:
    items = http.get("/problems").json()["items"]
    assert [one["slug"] for one in items] == list(TYPES)
    for one in items:
        assert http.get(f"/problems/{one['slug']}").json() == one
        page = http.get(f"/problems/{one['slug']}", headers={"Accept": "text/html"})
        assert page.headers["content-type"].startswith("text/html")
        assert one["slug"] in page.text
    for one in ("remedy", "meaning", "title"):
        assert all(item[one].strip() for item in items)


def test_a_fault_of_ours_tells_nothing_of_its_inside(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = found(http, "tally")

    def broken(*_: Any) -> Any:
        raise RuntimeError("the inside: s3cret")

    monkeypatch.setattr("iacta.service.http.campaigns.standing", broken)
    monkeypatch.setattr(http._transport, "raise_server_exceptions", False)
    answer = game.get("referee")
    body = problem(answer, "internal-error")
    assert "s3cret" not in answer.text
    assert "not known" in body["detail"]


class Failing:
    """A read that fails, and the log of it."""

    def __init__(self, http: httpx.Client, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
        self._http, self._game, self._patch = http, game, monkeypatch

    def answer(self, error: Exception) -> tuple[httpx.Response, dict[str, Any]]:
        def fail(*_: Any) -> Any:
            raise error

        self._patch.setattr("iacta.service.http.campaigns.standing", fail)
        self._patch.setattr(self._http._transport, "raise_server_exceptions", False)
        with structlog.testing.capture_logs() as logged:
            answer = self._game.get("referee")
        return answer, next(one for one in logged if one["log_level"] == "error")


@pytest.fixture
def failing(http: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> Failing:
    return Failing(http, found(http, "tally"), monkeypatch)


def test_a_database_that_does_not_answer_is_not_ready(failing: Failing) -> None:
    gone = sqlite3.OperationalError("database is locked")
    answer, logged = failing.answer(sa.exc.OperationalError(None, None, gone))
    problem(answer, "not-ready")
    assert answer.headers["retry-after"] == "5"
    assert logged["why"] == "database is locked"


@pytest.mark.parametrize("kind", [sa.exc.IntegrityError, sa.exc.ProgrammingError])
def test_a_query_that_is_wrong_is_a_fault_with_its_traceback(
    kind: type[sa.exc.DBAPIError], failing: Failing
) -> None:
    error = kind(None, None, sqlite3.Error("UNIQUE"))
    answer, logged = failing.answer(error)
    problem(answer, "internal-error")
    assert logged["exc_info"] is error


def test_a_body_that_does_not_arrive_in_time_is_given_up(tmp_path: Any) -> None:
    limits = Limits(creations_per_minute=99, body_seconds=0.2)
    with running(app_of(tmp_path / "data", limits=limits)) as server:
        host, port = server.url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), timeout=DEADLINE) as slow:
            slow.sendall(
                b"POST /v1/campaigns HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                b'Content-Length: 1000\r\n\r\n{"system":'
            )
            answer = slow.recv(65_536)
        assert answer.startswith(b"HTTP/1.1 400 ")
        with httpx.Client(base_url=server.url) as http:
            assert http.get("/v1/campaigns").json()["items"] == []
