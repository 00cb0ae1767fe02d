"""Copies of one campaign under several keys: kept apart, and shown by trust."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from litestar.testing import TestClient

from iacta.service.errors import Unusable
from iacta.service.signing import Signer as ServerSigner
from iacta.service.signing import trusted_keys
from tests.service.test_proof import COMBAT, faults, take_in
from tests.support.forge import Forgery
from tests.support.host import ScriptedHost
from tests.support.keys import OTHER, Signer
from tests.support.play import Game, bearer, desk
from tests.support.readings import READINGS
from tests.support.servers import KEY, NAME, app_of, problem, settings, sqlite_url, unchanged

OWN = Signer.of_server(NAME, KEY)
THIRD = Signer(seed="a third key")


@pytest.fixture(scope="module")
def game(http: httpx.Client) -> Game:
    """A public campaign of six events, played at its own server."""
    game = desk(http, visibility="public").claim_all()
    for _ in range(3):
        game.do("referee", **COMBAT)
    return game


@pytest.fixture(scope="module")
def genuine(game: Game) -> bytes:
    """Its file."""
    return game.get("nobody", "/capsule").content


def squatted(data: bytes, signer: Signer = OTHER, events: int = 3) -> bytes:
    """The first events of a file, under a key of one's own."""
    forged = Forgery(data)
    forged.items = forged.items[:events]
    return forged.sign(signer).bytes()


def server(folder: Path, **members: Any) -> TestClient[Any]:
    """Another server."""
    given: dict[str, Any] = {"name": "elsewhere.example", "signing_key": "44" * 32, **members}
    url = given.pop("database_url", "")
    return TestClient(app_of(folder, url, host=ScriptedHost("elsewhere"), **given))


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[httpx.Client]:
    """A server that trusts its own key alone."""
    with server(tmp_path / "elsewhere") as client:
        yield client


@pytest.fixture
def trusting(tmp_path: Path) -> Iterator[httpx.Client]:
    """A server that trusts the genuine key, and a third one after it."""
    keys = (OWN.key.text(), THIRD.key.text())
    with server(tmp_path / "trusting", trusted_keys=keys) as client:
        yield client


def shown(http: httpx.Client, path: str, key: str | None = None) -> tuple[int, str]:
    """Events and key of the copy at an address."""
    answer = http.get(path, params={} if key is None else {"key": key})
    assert answer.status_code == 200, answer.text
    return answer.json()["head"]["seq"], answer.json()["key"]


def test_the_genuine_file_is_shown_though_a_squatter_came_first(
    trusting: httpx.Client, game: Game, genuine: bytes
) -> None:
    assert take_in(trusting, squatted(genuine)).status_code == 201
    assert shown(trusting, game.path) == (3, OTHER.key.text()), "as long as it is alone"
    answer = take_in(trusting, genuine)
    assert (answer.status_code, answer.headers["location"]) == (201, game.path)
    assert shown(trusting, game.path) == (game.seq, OWN.key.text())
    assert trusting.get(game.path).json()["copies"] == [
        {"key": OTHER.key.text(), "size": 3, "kind": "imported"}
    ]
    assert trusting.get(f"{game.path}/capsule").content == genuine
    assert faults(trusting) == []


def test_trust_goes_in_the_order_of_the_settings_then_by_who_came_first(
    trusting: httpx.Client, elsewhere: httpx.Client, game: Game, genuine: bytes
) -> None:
    for signer, events in ((OTHER, 3), (THIRD, 4), (OWN, 5)):
        for http in (trusting, elsewhere):
            assert take_in(http, squatted(genuine, signer, events)).status_code == 201
    assert shown(trusting, game.path) == (5, OWN.key.text())
    assert [one["size"] for one in trusting.get(game.path).json()["copies"]] == [4, 3]
    assert shown(elsewhere, game.path) == (3, OTHER.key.text()), "it trusts none, so the first"
    assert [one["size"] for one in elsewhere.get(game.path).json()["copies"]] == [4, 5]


def test_a_copy_never_changes_extends_or_hides_another(
    elsewhere: httpx.Client, game: Game, genuine: bytes
) -> None:
    take_in(elsewhere, squatted(genuine, OWN, 4))
    before = {
        path: elsewhere.get(f"{game.path}{path}").text
        for path in ("/events", "/checkpoint", "/capsule", "/rolls", "/steps", "/lineage")
    }
    assert take_in(elsewhere, Forgery(genuine).sign(OTHER).bytes()).status_code == 201
    for path, text in before.items():
        assert elsewhere.get(f"{game.path}{path}").text == text
    assert take_in(elsewhere, genuine).status_code == 200
    assert shown(elsewhere, game.path) == (game.seq, OWN.key.text())
    assert faults(elsewhere) == []


def test_every_reading_operation_takes_a_key(http: httpx.Client) -> None:
    paths = http.get("/openapi.json").json()["paths"]
    names = {
        path: [one["name"] for one in item["get"]["parameters"]]
        for path, item in paths.items()
        if "{campaign_id}" in path and "get" in item
    }
    assert len(names) == len(READINGS) + 1
    assert all("key" in taken for taken in names.values())


def test_key_names_the_copy_wherever_a_campaign_is_read(
    trusting: httpx.Client, tmp_path: Path, game: Game, genuine: bytes
) -> None:
    """A copy is read as though it were here alone."""
    take_in(trusting, genuine)
    take_in(trusting, squatted(genuine))
    with server(tmp_path / "alone") as alone:
        take_in(alone, squatted(genuine))
        expected = {path: alone.get(f"{game.path}{path}") for path in READINGS}
    for path in READINGS:
        answer = trusting.get(f"{game.path}{path}", params={"key": OTHER.key.text()})
        assert answer.status_code == expected[path].status_code == 200, path
        if path == "":
            assert answer.json().pop("copies") != []
            assert {**answer.json(), "copies": []} == expected[path].json()
        else:
            assert answer.content == expected[path].content, path
            own = trusting.get(f"{game.path}{path}", params={"key": OWN.key.text()})
            assert own.content == trusting.get(f"{game.path}{path}").content, path


def test_a_stream_follows_the_copy_that_it_names(
    trusting: httpx.Client, game: Game, genuine: bytes
) -> None:
    take_in(trusting, genuine)
    take_in(trusting, squatted(genuine))
    other = {"key": THIRD.key.text()}
    problem(trusting.get(f"{game.path}/stream", params=other), "not-found")
    head = trusting.head(f"{game.path}/stream", params={"key": OTHER.key.text()})
    assert head.status_code == 200


def test_a_key_that_is_malformed_or_of_no_copy_is_not_found(
    trusting: httpx.Client, game: Game, genuine: bytes
) -> None:
    take_in(trusting, genuine)
    for text in (THIRD.key.text(), "", "alea", "\0", OWN.key.text()[:-3], "a+b+c"):
        problem(trusting.get(game.path, params={"key": text}), "not-found")
    unescaped = f"{game.path}?key={quote(OWN.key.text(), safe='+=/')}"
    assert trusting.get(unescaped).status_code == 200, "a plus may come as a blank"


def test_a_live_campaign_is_never_shadowed(http: httpx.Client) -> None:
    game = desk(http, visibility="public")
    game.do("referee", **COMBAT)
    game.do("referee", **COMBAT)
    genuine = game.get("nobody", "/capsule").content
    with unchanged_but_for_copies(game):
        answer = take_in(http, squatted(genuine))
        assert answer.status_code == 201
        assert answer.headers["location"] == f"{game.path}?key={quote(OTHER.key.text(), safe='')}"
    assert game.campaign("nobody")["status"] == "open"
    assert game.campaign("nobody")["copies"][0]["kind"] == "imported"
    assert http.get(answer.headers["location"]).json()["status"] == "imported"
    assert [one["id"] for one in http.get("/v1/campaigns").json()["items"]].count(game.id) == 1
    game.do("referee", **COMBAT)
    assert faults(http) == []


@contextmanager
def unchanged_but_for_copies(game: Game) -> Iterator[None]:
    """A campaign's page stays as it is, but for the list of its copies."""
    before = game.campaign("nobody")
    yield
    assert {**game.campaign("nobody"), "copies": []} == {**before, "copies": []}


def test_a_private_campaign_does_not_show_by_the_copies_of_others(
    http: httpx.Client, elsewhere: httpx.Client
) -> None:
    """A stranger is answered alike where the campaign is kept privately and where it never was."""
    game = desk(http)
    game.do("referee", **COMBAT)
    data = squatted(game.get("referee", "/capsule").content, events=2)
    answers = []
    for one in (http, elsewhere):
        answer = take_in(one, data)
        page = one.get(game.path)
        key = one.get(game.path, params={"key": OWN.key.text()})
        key_body = key.json()
        key_body.pop("request_id")
        answers.append(
            (answer.status_code, answer.json(), answer.headers["location"], page.json(), key_body)
        )
        assert page.json()["copies"] == []
        assert json.dumps(one.get("/v1/campaigns").json()).count(game.id) == 1
    assert answers[0] == answers[1]
    assert game.campaign("referee")["key"] == OWN.key.text(), "its token names the played one"
    assert game.get("referee", params={"key": OTHER.key.text()}).status_code == 401


def test_a_private_copys_token_reads_that_copy(
    trusting: httpx.Client, game: Game, genuine: bytes
) -> None:
    take_in(trusting, genuine)
    made = take_in(trusting, squatted(genuine), visibility="private")
    token = bearer(made.json()["tokens"]["observer"])
    assert trusting.get(game.path, headers=token).json()["head"]["seq"] == 3
    assert shown(trusting, game.path) == (game.seq, OWN.key.text())
    problem(trusting.get(game.path, params={"key": OTHER.key.text()}), "not-found")
    assert trusting.get(game.path).json()["copies"] == []


def test_a_copy_is_forked_by_its_key(trusting: httpx.Client, game: Game, genuine: bytes) -> None:
    take_in(trusting, genuine)
    take_in(trusting, squatted(genuine))
    body = {"at": 2, "name": "theirs", "key": OTHER.key.text()}
    child = trusting.post(f"{game.path}/forks", json=body)
    assert child.status_code == 201, child.text
    fork = Game(trusting, child.json()).claim_all()
    fork.do("referee", **COMBAT)
    assert [one["id"] for one in fork.campaign()["lineage"]] == [game.id]
    named = {"key": OTHER.key.text()}
    forks = trusting.get(game.path, params=named).json()["forks"]
    assert [one["id"] for one in forks] == [fork.id]
    assert trusting.get(game.path).json()["forks"] == []
    tree = trusting.get(f"{game.path}/lineage", params=named).json()["items"]
    assert [(one["id"], one["parent"]) for one in tree] == [(game.id, None), (fork.id, game.id)]
    too_late = trusting.post(f"{game.path}/forks", json={**body, "at": 5})
    problem(too_late, "invalid-request")
    problem(trusting.post(f"{game.path}/forks", json={**body, "key": "x"}), "invalid-request")
    assert faults(trusting) == []


def test_the_list_has_one_line_for_a_campaign(
    trusting: httpx.Client, game: Game, genuine: bytes
) -> None:
    other = desk(trusting, visibility="public")
    take_in(trusting, squatted(genuine))
    take_in(trusting, genuine)
    take_in(trusting, squatted(genuine, THIRD, 5))
    items = trusting.get("/v1/campaigns").json()["items"]
    assert sorted(one["id"] for one in items) == sorted([game.id, other.id])
    (mine,) = (one for one in items if one["id"] == game.id)
    assert mine["head"]["seq"] == Forgery(genuine).events[-1]["seq"]
    found, after = [], None
    while True:
        params = {"limit": 1} | ({"after": after} if after else {})
        page = trusting.get("/v1/campaigns", params=params).json()
        found += [one["id"] for one in page["items"]]
        after = page["next"]
        if after is None:
            break
    assert found == [one["id"] for one in items]


def test_a_file_that_repeats_a_copy_changes_nothing(
    trusting: httpx.Client, game: Game, genuine: bytes, tmp_path: Path
) -> None:
    take_in(trusting, genuine)
    take_in(trusting, squatted(genuine))
    with unchanged(sqlite_url(tmp_path / "trusting")):
        assert take_in(trusting, squatted(genuine)).status_code == 200
        assert take_in(trusting, squatted(genuine, events=2)).status_code == 200


def test_a_trusted_key_that_is_none_stops_the_server(tmp_path: Path) -> None:
    signer = ServerSigner(NAME, bytes.fromhex(KEY))
    with pytest.raises(Unusable, match="IACTA_TRUSTED_KEYS"):
        trusted_keys(settings(tmp_path, trusted_keys=("alea",)), signer)
    both = (OTHER.key.text(), OWN.key.text(), OTHER.key.text())
    found = trusted_keys(settings(tmp_path, trusted_keys=both), signer)
    assert found == (OWN.key.text(), OTHER.key.text())


def test_postgresql_orders_copies_alike(
    tmp_path: Path, postgres: str, game: Game, genuine: bytes
) -> None:
    trusted = (OWN.key.text(), THIRD.key.text())
    with server(tmp_path / "data", database_url=postgres, trusted_keys=trusted) as http:
        for signer, events in ((OTHER, 3), (THIRD, 4), (OWN, 5)):
            assert take_in(http, squatted(genuine, signer, events)).status_code == 201
        assert shown(http, game.path) == (5, OWN.key.text())
        assert [one["size"] for one in http.get(game.path).json()["copies"]] == [4, 3]
        assert shown(http, game.path, OTHER.key.text())[0] == 3
        (only,) = http.get("/v1/campaigns").json()["items"]
        assert only["head"]["seq"] == 5
        assert faults(http) == []
