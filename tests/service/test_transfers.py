"""A role on another device: codes for a second token, and revoking one's own."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from iacta.service.auth import hash_token
from iacta.service.auth.transfers import MOST_TOKENS
from tests.support.host import ScriptedHost
from tests.support.play import Game, agree, bearer, bidding, branch, desk
from tests.support.servers import app_of, problem

SEAT = "seat:north"


@pytest.fixture
def host() -> ScriptedHost:
    return ScriptedHost()


@pytest.fixture
def http(tmp_path: Path, host: ScriptedHost) -> Iterator[httpx.Client]:
    with TestClient(app_of(tmp_path / "data", host=host)) as client:
        yield client


def code_of(game: Game, role: str = SEAT) -> str:
    answer = game.post(role, "/transfers", None)
    assert answer.status_code == 201, answer.text
    found: str = answer.json()["transfer"]
    return found


def claim(game: Game, code: str) -> httpx.Response:
    return game.http.post(f"{game.path}/claims", json={"transfer": code})


def moved(game: Game, role: str = SEAT) -> str:
    """A second token of a role."""
    answer = claim(game, code_of(game, role))
    assert answer.status_code == 201, answer.text
    assert answer.json()["role"] == role
    found: str = answer.json()["token"]
    return found


def whoami(game: Game, token: str | None) -> dict[str, Any]:
    found: dict[str, Any] = game.http.get(f"{game.path}/whoami", headers=bearer(token)).json()
    return found


def revoke(game: Game, token: str | None, id_: str) -> httpx.Response:
    return game.http.delete(f"{game.path}/tokens/{id_}", headers=bearer(token))


def pass_minutes(host: ScriptedHost, minutes: int) -> None:
    for _ in range(60 * minutes):
        host.now()


# --- codes --------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["referee", SEAT])
def test_a_code_becomes_a_second_token_of_the_same_role(http: httpx.Client, role: str) -> None:
    game = bidding(http)
    first, second = game.tokens[role], moved(game, role)
    seen = [game.http.get(f"{game.path}/state", headers=bearer(one)) for one in (first, second)]
    assert seen[0].content == seen[1].content
    one, other = whoami(game, first), whoami(game, second)
    assert [token["this"] for token in one["tokens"]] == [True, False]
    assert [token["this"] for token in other["tokens"]] == [False, True]
    assert [token["id"] for token in one["tokens"]] == [token["id"] for token in other["tokens"]]
    assert all(token["made"].endswith("Z") for token in one["tokens"])


def test_a_code_is_used_once(http: httpx.Client) -> None:
    game = bidding(http)
    code = code_of(game)
    assert claim(game, code).status_code == 201
    problem(claim(game, code), "not-found")


def test_a_code_ends_after_ten_minutes(http: httpx.Client, host: ScriptedHost) -> None:
    game = bidding(http)
    code = code_of(game)
    pass_minutes(host, 9)
    assert claim(game, code).status_code == 201
    code = code_of(game)
    pass_minutes(host, 10)
    problem(claim(game, code), "not-found")


def test_a_new_code_ends_the_one_before(http: httpx.Client) -> None:
    game = bidding(http)
    first, second = code_of(game), code_of(game)
    problem(claim(game, first), "not-found")
    assert claim(game, second).status_code == 201


def test_a_code_ends_with_the_token_that_it_was_made_with(http: httpx.Client) -> None:
    game = bidding(http)
    code, lost = code_of(game), code_of(game, "seat:east")
    answer = game.post("referee", "/tokens", {"role": SEAT})
    assert answer.status_code == 201
    problem(claim(game, code), "not-found")
    assert claim(game, lost).status_code == 201


def test_a_code_is_of_one_campaign_and_answers_like_no_code(http: httpx.Client) -> None:
    game, other = bidding(http), desk(http, visibility="public")
    code = code_of(game)
    told = {
        (answer.status_code, answer.json()["detail"])
        for answer in (claim(other, code), claim(game, "nonsense"), claim(other, "nonsense"))
    }
    assert len(told) == 1
    assert claim(game, code).status_code == 201


def test_a_claim_is_of_one_thing(http: httpx.Client) -> None:
    game = bidding(http)
    code = code_of(game)
    for body in ({}, {"invitation": code, "transfer": code}, {"invitation": None}):
        problem(game.http.post(f"{game.path}/claims", json=body), "invalid-request")
    problem(game.http.post(f"{game.path}/claims", json={"invitation": code}), "not-found")


def test_observers_and_strangers_get_no_code(http: httpx.Client) -> None:
    game = bidding(http, visibility="public")
    problem(game.post("observer", "/transfers", None), "forbidden")
    problem(game.post("nobody", "/transfers", None), "unauthorized")
    assert whoami(game, None) == {"role": "nobody", "seat": None, "tokens": []}


def test_a_role_has_no_more_than_so_many_tokens(http: httpx.Client) -> None:
    game = bidding(http)
    for _ in range(MOST_TOKENS - 1):
        moved(game)
    problem(game.post(SEAT, "/transfers", None), "conflict")


def test_a_second_token_holds_in_every_branch_where_the_first_does(http: httpx.Client) -> None:
    game = bidding(http)
    agree(game, at := game.seq)
    child = branch(game, at)
    second = moved(game)
    assert whoami(child, second)["role"] == SEAT
    answer = revoke(child, game.tokens[SEAT], whoami(child, second)["tokens"][1]["id"])
    assert answer.status_code == 204, answer.text
    assert [whoami(one, game.tokens[SEAT])["role"] for one in (game, child)] == [SEAT, SEAT]
    for one in (game, child):
        assert one.http.get(one.path, headers=bearer(second)).status_code == 404


# --- revoking -----------------------------------------------------------------------------------


def test_a_lost_device_is_locked_out(http: httpx.Client) -> None:
    game = bidding(http)
    second = moved(game)
    lost, _ = whoami(game, second)["tokens"]
    assert revoke(game, second, lost["id"]).status_code == 204
    assert game.get(SEAT).status_code == 404
    assert [one["this"] for one in whoami(game, second)["tokens"]] == [True]


def test_the_last_token_of_a_role_is_not_revoked(http: httpx.Client) -> None:
    game = bidding(http)
    (only,) = whoami(game, game.tokens[SEAT])["tokens"]
    problem(revoke(game, game.tokens[SEAT], only["id"]), "conflict")
    assert game.get(SEAT).status_code == 200


def test_nobody_revokes_a_token_of_another_role(http: httpx.Client) -> None:
    game = bidding(http, visibility="public")
    theirs = whoami(game, moved(game, "seat:east"))["tokens"][1]["id"]
    for role in ("referee", SEAT):
        problem(revoke(game, game.tokens[role], theirs), "not-found")
    problem(revoke(game, game.tokens["observer"], theirs), "forbidden")
    problem(revoke(game, None, theirs), "unauthorized")
    problem(revoke(game, game.tokens[SEAT], "no-such-token"), "not-found")


# --- at rest ------------------------------------------------------------------------------------


def test_neither_codes_nor_tokens_are_kept_in_clear(http: httpx.Client, tmp_path: Path) -> None:
    game = bidding(http)
    open_code, used = code_of(game), code_of(game, "seat:east")
    token = claim(game, used).json()["token"]
    said = [game.get(role, path).text for role in game.tokens for path in ("/events", "/capsule")]
    kept = b"".join(path.read_bytes() for path in (tmp_path / "data").iterdir() if path.is_file())
    for secret in (open_code, used, token):
        assert secret.encode() not in kept
        assert not any(secret in text for text in said)
    assert hash_token(open_code).encode() in kept


def test_what_was_used_or_revoked_stays_so_in_a_restored_backup(tmp_path: Path) -> None:
    data, backup, host = tmp_path / "data", tmp_path / "backup", ScriptedHost()
    with TestClient(app_of(data, host=host)) as http:
        game = bidding(http)
        second, code = moved(game), code_of(game, "seat:east")
    shutil.copytree(data, backup)
    with TestClient(app_of(data, host=host)) as http:
        game.http = http
        assert claim(game, code).status_code == 201
        gone = whoami(game, second)["tokens"][1]["id"]
        assert revoke(game, game.tokens[SEAT], gone).status_code == 204
    shutil.copy(data / "mark", backup / "mark")
    with TestClient(app_of(backup, host=host)) as http:
        game.http = http
        problem(claim(game, code), "not-found")
        assert game.http.get(game.path, headers=bearer(second)).status_code == 404
        assert game.get(SEAT).status_code == 200
