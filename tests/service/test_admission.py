"""Who one is comes before what one says: path, token, role and rate, before a body is read."""

import asyncio
import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from iacta.service.http import body as bodies
from iacta.service.http import campaigns
from iacta.service.http.context import READS
from iacta.service.http.describe import EndpointDoc
from iacta.service.settings import VERSION, Limits
from tests.support.loops import finish
from tests.support.play import ADJUDICATE, Game, bearer, desk
from tests.support.servers import (
    AMPLE,
    DEADLINE,
    RATES,
    Running,
    app_of,
    problem,
    running,
    until,
)
from tests.support.sockets import answer, connect, head

UNKNOWN = "0193a5a0-0000-7000-8000-00000000ffff"
OPEN = {"createCampaign", "importCampaign", "claimSeat"}
"""Where there is no token to look at: a key at most, or an invitation in the body."""
LIMITS = Limits(creations_per_minute=99, rates=RATES, body_seconds=1.0)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    app = app_of(tmp_path_factory.mktemp("admission") / "data", limits=LIMITS)
    with running(app) as server:
        yield server


@pytest.fixture(scope="module")
def games(server: Running) -> Iterator[dict[str, Game]]:
    with httpx.Client(base_url=server.url) as http:
        found = {one: desk(http, visibility=one) for one in ("private", "public")}
        yield {name: game.claim_all() for name, game in found.items()}


def operations(app: Litestar) -> dict[str, tuple[str, str, EndpointDoc]]:
    """Every operation that may change something: method, path and description by id."""
    return {
        str(handler.operation_id): (
            next(iter(handler.http_methods)),
            route.path_format.replace(":str", ""),
            handler.opt["doc"],
        )
        for route in app.routes
        for handler in getattr(route, "route_handlers", ())
        if handler.opt.get("doc") and not {"GET", "OPTIONS"} & set(handler.http_methods)
    }


def test_every_operation_with_a_body_says_who_may_send_one(server: Running) -> None:
    found = operations(server.app)
    assert len(found) >= 8
    for name, (_, _, doc) in found.items():
        assert doc.rate != "reading", f"{name} states no kind of rate"
        assert (doc.roles is None) == (name in OPEN), f"{name} states no roles"


REFUSED = {
    "private, no token": ("private", None, 404),
    "private, a wrong token": ("private", "x" * 43, 404),
    "private, a seat of another campaign": ("private", "other", 404),
    "private, the observer": ("private", "observer", 403),
    "public, no token": ("public", None, 401),
    "public, a wrong token": ("public", "x" * 43, 401),
    "unknown": (UNKNOWN, None, 404),
    "unknown, a wrong token": (UNKNOWN, "x" * 43, 404),
    "no id": ("nonsense", None, 404),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_body_is_not_awaited_from_one_who_may_not_send_it(
    case: str, server: Running, games: dict[str, Game]
) -> None:
    """The answer comes though not a byte of the body was ever sent."""
    where, token, status = REFUSED[case]
    game = games.get(where)
    held = games["public"].tokens["seat:caesarian"] if token == "other" else token
    held = game.tokens.get(token or "", held) if game else held
    for name, (method, path, _) in operations(server.app).items():
        if name in OPEN or (name == "forkCampaign" and case in FORKERS):
            continue
        url = path.format(campaign_id=game.id if game else where, token_id="x")
        with connect(server.url) as sock:
            more = {"Authorization": f"Bearer {held}"} if held else {}
            sock.sendall(
                head(method, url, Content_Length="9999", Content_Type="application/json", **more)
            )
            assert answer(sock)[0] == status, name


FORKERS = {"private, the observer", "public, no token"}
"""Anyone who sees a campaign may fork it."""


def test_a_body_is_awaited_from_one_who_may_send_it(
    server: Running, games: dict[str, Game]
) -> None:
    """The same request with the right token waits for its body, in vain."""
    game = games["private"]
    token = f"Bearer {game.tokens['referee']}"
    sent = head(
        "POST", f"{game.path}/commands", Content_Length="9999", Authorization=token,
        Content_Type="application/json",
    )  # fmt: skip
    with connect(server.url) as sock:
        sock.sendall(sent)
        status, told = answer(sock)
    assert (status, told["detail"]) == (400, "The body did not arrive within 1 seconds.")


def test_a_malformed_authorization_tells_nothing(games: dict[str, Game]) -> None:
    told = [
        (answer.status_code, answer.json()["detail"])
        for path in (games["private"].path, games["public"].path, f"/v1/campaigns/{UNKNOWN}")
        for answer in [games["public"].http.get(path, headers={"Authorization": "Basic eDp5"})]
    ]
    assert told == [(401, "Authorization is `Bearer <token>`.")] * 3


def test_the_connection_goes_on_after_a_body_that_nobody_read(
    server: Running, games: dict[str, Game]
) -> None:
    """What arrives of it later is dropped, and the next request is answered."""
    body = b"x" * 300_000
    with connect(server.url) as sock:
        path = f"/v1/campaigns/{UNKNOWN}/commands"
        sock.sendall(head("POST", path, Content_Length=str(len(body))))
        assert answer(sock)[0] == 404
        sock.sendall(body + head("GET", "/health/live"))
        assert answer(sock) == (200, {"status": "live", "version": VERSION})


# --- bounds of a body ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    with TestClient(app_of(tmp_path_factory.mktemp("bounds") / "data")) as http:
        yield desk(http)


def test_the_bodies_of_strangers_are_small(game: Game) -> None:
    """An invitation is all that a stranger may say to a campaign."""
    answer = game.http.post(f"{game.path}/claims", json={"invitation": "x" * 5000})
    assert "4096" in problem(answer, "too-large")["detail"]
    answer = game.post("referee", "/odds", {"command": {"x": "x" * 300_000}})
    assert "262144" in problem(answer, "too-large")["detail"]


BOMBS = {
    "objects": f'{{"commands":[{",".join(["{}"] * 60_000)}]}}',
    "depth": "[" * 60_001,
    "numbers": f'{{"a":[{"1," * 60_000}]}}',
}


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS)
def test_values_are_counted_before_anything_is_parsed(
    bomb: str, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def parsed(_: bytes) -> Any:
        raise AssertionError("it was parsed")

    monkeypatch.setattr(bodies, "read", parsed)
    headers = {**bearer(game.tokens["referee"]), "Content-Type": "application/json"}
    answer = game.http.post(f"{game.path}/command-batches", content=bomb, headers=headers)
    assert "over 60000 values" in problem(answer, "invalid-request")["detail"]


def test_what_players_send_is_far_within_the_bounds(game: Game) -> None:
    one = {"command": {"type": "civil-war.adjudicate-combat", **ADJUDICATE}}
    whole = json.dumps({"mode": "until-refused", "commands": [one] * 200}).encode()
    assert sum(map(whole.count, bodies.STRUCTURE)) < AMPLE.body_values / 4
    map_of = game.http.get("/v1/systems/civil-war/data/map").content
    assert sum(map(map_of.count, bodies.STRUCTURE)) < AMPLE.body_values / 20


def test_a_long_body_is_parsed_by_one_thread_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Off the event loop, which answers others meanwhile."""
    seen: list[tuple[int, str]] = []
    busy = 0
    honest = bodies.read

    def watched(data: bytes) -> Any:
        nonlocal busy
        busy += 1
        seen.append((busy, threading.current_thread().name))
        if len(seen) == 1:
            until(lambda: waiting() == 7 or busy > 1, "the others wait, or do not")
        found = honest(data)
        busy -= 1
        return found

    def waiting() -> int:
        return int(server.app.state.context.parsing.statistics().tasks_waiting)

    with running(app_of(tmp_path / "data")) as server:
        with httpx.Client(base_url=server.url) as http:
            game = desk(http)
        monkeypatch.setattr(bodies, "read", watched)
        body = {"command": {"type": "campaign.annotate", "seq": 1, "text": "x" * 100_000}}

        async def send() -> list[int]:
            token = bearer(game.tokens["referee"])
            async with httpx.AsyncClient(base_url=server.url, headers=token) as http:
                path = f"{game.path}/commands"
                answers = await asyncio.gather(*(http.post(path, json=body) for _ in range(8)))
            return [answer.status_code for answer in answers]

        assert finish(send()) == [400] * 8
        loop = server._thread.name
    assert [count for count, _ in seen] == [1] * 8
    assert loop not in {thread for _, thread in seen}


def test_who_asks_is_looked_up_while_more_read_than_may_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, go = threading.Semaphore(0), threading.Event()
    original = campaigns.standing

    def slow(*given: Any) -> Any:
        reading.release()
        assert go.wait(DEADLINE)
        return original(*given)

    with (
        running(app_of(tmp_path / "data")) as server,
        ThreadPoolExecutor(40) as readers,
        httpx.Client(base_url=server.url, timeout=DEADLINE / 3) as http,
    ):
        game = desk(http, visibility="public")
        monkeypatch.setattr(campaigns, "standing", slow)
        url = f"{server.url}{game.path}"
        answers = [readers.submit(httpx.get, url, timeout=2 * DEADLINE) for _ in range(40)]
        try:
            for _ in range(READS):
                assert reading.acquire(timeout=DEADLINE)
            wrong = http.post(f"{game.path}/commands", json={}, headers=bearer("wrong"))
            problem(wrong, "unauthorized")
            assert http.get("/health/ready").status_code == 200
        finally:
            go.set()
        assert {one.result(DEADLINE).status_code for one in answers} == {200}
