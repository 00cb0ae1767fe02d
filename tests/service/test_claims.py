"""A claim whose answer is lost can be sent again, by the same client and by nobody else."""

import contextlib
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from iacta.service.auth.transfers import MOST_TOKENS
from tests.support.play import Game, bearer, found
from tests.support.servers import app_of, problem, sqlite_url, unchanged

NORTH, EAST = "seat:north", "seat:east"


@pytest.fixture
def url(tmp_path: Path) -> str:
    return sqlite_url(tmp_path / "data")


@pytest.fixture
def http(tmp_path: Path) -> Iterator[httpx.Client]:
    with TestClient(app_of(tmp_path / "data")) as client:
        yield client


@pytest.fixture
def game(http: httpx.Client) -> Game:
    """A campaign of which no seat is claimed."""
    return found(http)


def new_token() -> str:
    return secrets.token_urlsafe(32)


def invited(game: Game) -> dict[str, str]:
    """A claim by invitation."""
    return {"invitation": game.invitations["north"]}


def moving(game: Game) -> dict[str, str]:
    """A claim by a code from another device."""
    if NORTH not in game.tokens:
        game.claim_all()
    return {"transfer": game.post(NORTH, "/transfers", None).json()["transfer"]}


CLAIMS = {"invitation": invited, "transfer": moving}
REFUSED = {"invitation": "conflict", "transfer": "not-found"}


@pytest.fixture(params=CLAIMS)
def kind(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


def claim(game: Game, body: dict[str, str], **members: Any) -> httpx.Response:
    return game.http.post(f"{game.path}/claims", json={**body, **members})


def test_a_client_may_make_the_token_and_claim_again(game: Game, kind: str, url: str) -> None:
    body, token = CLAIMS[kind](game), new_token()
    first = claim(game, body, token=token)
    assert (first.status_code, first.json()) == (201, {"token": token, "role": NORTH})
    with unchanged(url):
        again = claim(game, body, token=token)
    assert (again.status_code, again.json()) == (201, first.json())
    assert game.http.get(game.path, headers=bearer(token)).status_code == 200


def test_a_used_code_answers_another_token_as_it_answers_none(
    game: Game, kind: str, url: str
) -> None:
    body = CLAIMS[kind](game)
    assert claim(game, body, token=new_token()).status_code == 201
    with unchanged(url):
        refused = [claim(game, body), claim(game, body, token=new_token())]
    told = [problem(answer, REFUSED[kind])["detail"] for answer in refused]
    assert told[0] == told[1]


def test_a_used_code_answers_no_other_seats_token(game: Game, kind: str, url: str) -> None:
    body, other = CLAIMS[kind](game), new_token()
    assert claim(game, body).status_code == 201
    east = {"invitation": game.invitations["east"]}
    if EAST in game.tokens:
        other = str(game.tokens[EAST])
    else:
        assert claim(game, east, token=other).status_code == 201
    with unchanged(url):
        problem(claim(game, body, token=other), REFUSED[kind])


def test_a_token_that_was_revoked_since_repeats_nothing(game: Game, kind: str, url: str) -> None:
    body, token = CLAIMS[kind](game), new_token()
    assert claim(game, body, token=token).status_code == 201
    assert game.post("referee", "/tokens", {"role": NORTH}).status_code == 201
    with unchanged(url):
        problem(claim(game, body, token=token), REFUSED[kind])


@pytest.mark.parametrize("whose", ["mine", "another campaign's", "revoked"])
def test_a_token_is_for_one_role_of_one_campaign(
    whose: str, game: Game, http: httpx.Client, kind: str, url: str
) -> None:
    body = CLAIMS[kind](game)
    if whose == "mine":
        token = str(game.tokens["referee"])
    elif whose == "another campaign's":
        token = str(found(http).tokens["referee"])
    else:
        token = str(game.tokens["observer"])
        assert game.post("referee", "/tokens", {"role": "observer"}).status_code == 201
    with unchanged(url):
        problem(claim(game, body, token=token), "conflict")
    assert claim(game, body).status_code == 201


@pytest.mark.parametrize(
    "token",
    [
        "",
        "short",
        "a" * 43,
        "A" * 42,
        "A" * 44,
        "=" * 43,
        "A" * 42 + "\n",
        "A" * 43 + "\n",
        "Ä" * 43,
    ],
)
def test_a_token_that_is_short_or_malformed_is_refused(
    token: str, game: Game, kind: str, url: str
) -> None:
    body = CLAIMS[kind](game)
    with unchanged(url):
        errors = problem(claim(game, body, token=token), "invalid-request")["errors"]
    assert [one["pointer"] for one in errors] == ["/token"]


@pytest.mark.parametrize("own", [False, True], ids=["the server's", "the client's"])
def test_a_commit_that_looked_lost_loses_no_seat(
    own: bool, game: Game, kind: str, losing: Callable[[], Any]
) -> None:
    body, made = CLAIMS[kind](game), new_token() if own else None
    seq = game.seq
    with losing():
        answer = claim(game, body, token=made)
    assert answer.status_code == 201, answer.text
    assert game.seq == seq + (kind == "invitation")
    token = answer.json()["token"]
    assert made in (None, token)
    assert game.http.get(game.path, headers=bearer(token)).status_code == 200


@pytest.fixture
def losing(http: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Any]:
    """The connection breaks after the next commit, before the database has said so."""
    database = http.app.state.context.database  # type: ignore[attr-defined]
    original = database.writing

    @contextlib.contextmanager
    def writing() -> Iterator[Any]:
        with original() as connection:
            yield connection
        monkeypatch.setattr(database, "writing", original)
        raise sa.exc.OperationalError(None, None, Exception("the connection is lost"))

    @contextlib.contextmanager
    def once() -> Iterator[None]:
        monkeypatch.setattr(database, "writing", writing)
        yield
        assert database.writing is original, "no commit was lost"

    return once


def test_codes_that_are_out_make_no_more_tokens_than_a_role_may_have(game: Game) -> None:
    game.claim_all()
    holders = [str(game.tokens[NORTH])]
    for _ in range(MOST_TOKENS - 2):
        holders.append(claim(game, moving(game)).json()["token"])
    codes = []
    for holder in holders:
        answer = game.http.post(f"{game.path}/transfers", headers=bearer(holder))
        codes.append({"transfer": answer.json()["transfer"]})
    assert claim(game, codes[0]).status_code == 201
    refused = problem(claim(game, codes[1]), "conflict")
    assert f"{MOST_TOKENS} tokens" in refused["detail"]
