"""How often: by address, token and campaign; what a refusal says, and what it does not."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from litestar.testing import TestClient

from iacta.service.errors import Problem
from iacta.service.http import throttle as module
from iacta.service.http.admit import COUNTED
from iacta.service.http.context import Context
from iacta.service.http.throttle import Throttle, rates_of
from iacta.service.settings import Limits, Rate
from iacta.service.store import allowances
from iacta.service.store.database import Database
from tests.support.loops import finish
from tests.support.play import ADJUDICATE, bearer, desk
from tests.support.postgres import drop_database
from tests.support.servers import RATES, app_of, problem, running

UNKNOWN = "0193a5a0-0000-7000-8000-00000000ffff"
COMBAT: dict[str, Any] = {"type_": "civil-war.adjudicate-combat", **ADJUDICATE}


class Clock:
    """Time that passes when told to."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


def took(throttle: Throttle, name: str, who: str, times: int) -> int:
    """How many of so many requests were let through."""

    async def run() -> int:
        had = 0
        for _ in range(times):
            try:
                await throttle.take(name, who)
                had += 1
            except Problem:
                pass
        return had

    return finish(run())


def refusal(throttle: Throttle, name: str, who: str) -> Problem:
    with pytest.raises(Problem) as caught:
        finish(throttle.take(name, who))
    return caught.value


# --- buckets -------------------------------------------------------------------------------------

TEN = {"reading_by_address": Rate(10, 60)}


def test_a_bucket_lets_its_burst_through_and_refills_steadily() -> None:
    clock = Clock()
    throttle = Throttle(TEN, clock)
    assert took(throttle, "reading_by_address", "a", 15) == 10
    clock.now += 3.5
    assert took(throttle, "reading_by_address", "a", 15) == 3
    clock.now += 3_600
    assert took(throttle, "reading_by_address", "a", 15) == 10, "it holds no more than its burst"
    assert took(throttle, "reading_by_address", "b", 15) == 10, "another's is another bucket"


def test_a_refusal_says_when_to_come_back_and_then_it_is_so() -> None:
    clock = Clock()
    throttle = Throttle({"claims_by_address": Rate(2, 4)}, clock)
    assert took(throttle, "claims_by_address", "a", 2) == 2
    clock.now += 4
    refused = refusal(throttle, "claims_by_address", "a")
    assert refused.headers == {
        "Retry-After": "11",
        "RateLimit-Policy": '"claims-by-address";q=2;w=30',
        "RateLimit": '"claims-by-address";r=0;t=11',
    }
    clock.now += int(refused.headers["Retry-After"])
    assert took(throttle, "claims_by_address", "a", 2) == 1


def test_what_is_given_back_is_not_counted() -> None:
    throttle = Throttle(TEN, Clock())
    assert took(throttle, "reading_by_address", "a", 10) == 10
    throttle.give_back("reading_by_address", "a")
    throttle.give_back("reading_by_address", "never seen")
    assert took(throttle, "reading_by_address", "a", 5) == 1


def test_an_exhausted_bucket_is_known_without_a_draw() -> None:
    clock = Clock()
    throttle = Throttle(TEN, clock)
    for left in range(10, 0, -1):
        assert not throttle.is_exhausted("reading_by_address", "a"), f"{left} are left"
        assert took(throttle, "reading_by_address", "a", 1) == 1
    assert throttle.is_exhausted("reading_by_address", "a")
    assert not throttle.is_exhausted("reading_by_address", "b")
    clock.now += 1
    assert not throttle.is_exhausted("reading_by_address", "a")


def test_the_buckets_are_bounded_and_the_oldest_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KEYS", 3)
    throttle = Throttle(TEN, Clock())
    for who in "abc":
        assert took(throttle, "reading_by_address", who, 99) == 10
    assert took(throttle, "reading_by_address", "d", 1) == 1, "a goes, which was used first"
    assert len(throttle._local._full["reading_by_address"]) == 3
    assert [took(throttle, "reading_by_address", who, 1) for who in "dcba"] == [1, 0, 0, 1]


def test_every_kind_counts_by_rates_that_there_are() -> None:
    rates = rates_of(Limits())
    named = {name for both in COUNTED.values() for names in both for name in names}
    assert named | {"holders_by_address", "wrong_tokens_by_address"} == set(rates)
    assert {name.rpartition("_by_")[2] for name in rates} == {"address", "token", "campaign"}


def test_nobody_meets_a_limit_by_accident() -> None:
    """Bots at 30 commands a second from one address, each with two readings, and their claims."""
    clock = Clock()
    throttle = Throttle(rates_of(Limits()), clock)
    for _ in range(300):
        clock.now += 1 / 10
        for name, who, times in (
            ("playing_by_token", "bot", 3),
            ("reading_by_token", "bot", 6),
            ("holders_by_address", "a", 9 * 4),
            ("reading_by_address", "b", 6),
        ):
            assert took(throttle, name, who, times) == times, name


# --- shared by several processes -----------------------------------------------------------------


@pytest.fixture
def shared(postgres: str) -> Iterator[Database]:
    database = Database(postgres)
    yield database
    database.close()


@pytest.fixture
def standstill(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of the database and of every process, which stands still until told otherwise."""
    import sqlalchemy as sa

    clock = Clock()
    stopped = sa.type_coerce(sa.bindparam(None, callable_=clock, type_=sa.Double), sa.Double)
    monkeypatch.setattr(allowances, "_NOW", stopped)
    return clock


def test_workers_together_let_no_more_through_than_the_rate(
    shared: Database, standstill: Clock
) -> None:
    rates = {"reading_by_address": Rate(100, 600)}
    workers = [Throttle(rates, standstill, shared) for _ in range(3)]

    def round_() -> int:
        return sum(took(one, "reading_by_address", "a", 7) for _ in range(9) for one in workers)

    first = round_()
    assert 80 <= first <= 100
    standstill.now += 5
    more = round_()
    assert 40 <= more <= 60
    assert first + more <= 150


def test_what_is_drawn_and_not_used_is_worth_nothing_later(
    shared: Database, standstill: Clock
) -> None:
    """Else each of many workers would hold a share beside the bucket, which refills."""
    rates = {"reading_by_address": Rate(100, 600)}
    workers = [Throttle(rates, standstill, shared) for _ in range(10)]
    for one in workers:
        assert took(one, "reading_by_address", "a", 4) == 4
    standstill.now += 60
    assert sum(took(one, "reading_by_address", "a", 40) for one in workers) <= 100


def test_a_worker_draws_many_at_once(
    shared: Database, standstill: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    draws: list[int] = []
    honest = allowances.draw

    def counted(*given: Any) -> Any:
        found = honest(*given)
        draws.append(found[0])
        return found

    monkeypatch.setattr(module, "draw", counted)
    throttle = Throttle({"reading_by_address": Rate(1_000, 600)}, standstill, shared)
    assert took(throttle, "reading_by_address", "a", 2_000) == 900
    assert len(draws) < 20
    assert max(draws) == 100


def test_a_refused_flood_does_not_reach_the_database(
    shared: Database, standstill: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    throttle = Throttle({"claims_by_address": Rate(5, 60)}, standstill, shared)
    assert took(throttle, "claims_by_address", "a", 6) == 5
    assert throttle.is_exhausted("claims_by_address", "a")
    assert not throttle.is_exhausted("claims_by_address", "b")

    def drawn(*_: Any) -> Any:
        raise AssertionError("it drew")

    monkeypatch.setattr(module, "draw", drawn)
    assert took(throttle, "claims_by_address", "a", 1_000) == 0
    monkeypatch.undo()
    standstill.now += 1
    assert took(Throttle({"claims_by_address": Rate(5, 60)}, standstill, shared),
                "claims_by_address", "b", 1) == 1  # fmt: skip


def test_full_buckets_are_swept_and_the_others_stay(
    shared: Database, standstill: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sqlalchemy as sa

    from iacta.service.store import schema as t

    monkeypatch.setattr(module, "SWEEP_EVERY", 4)
    throttle = Throttle({"claims_by_address": Rate(5, 60)}, standstill, shared)
    for who in "abc":
        assert took(throttle, "claims_by_address", who, 1) == 1
    standstill.now += 10
    assert took(throttle, "claims_by_address", "d", 1) == 1
    with shared.reading() as connection:
        kept = connection.execute(sa.select(t.allowances.c.bucket, t.allowances.c.until)).all()
    assert [row.until for row in kept] == [standstill.now + 1]
    assert len(kept[0].bucket) == 64, "an address is not written down"


def test_without_the_database_each_worker_counts_for_itself(shared: Database) -> None:
    throttle = Throttle(TEN, Clock(), shared)
    drop_database(shared.url)
    assert took(throttle, "reading_by_address", "a", 15) == 10


def test_two_servers_on_one_database_share_a_rate(tmp_path: Path, shared: Database) -> None:
    limits = Limits(creations_per_minute=4, rates=RATES)
    apps = [app_of(tmp_path / name, shared.url, limits=limits) for name in ("one", "other")]
    body = {"system": "tally", "scenario": "short", "name": "x", "visibility": "public"}
    with TestClient(apps[0]) as one, TestClient(apps[1]) as other:
        codes = [http.post("/v1/campaigns", json=body).status_code for http in (one, other) * 4]
    assert codes == [201] * 4 + [429] * 4


# --- over HTTP -----------------------------------------------------------------------------------


def rates(**given: Rate) -> Limits:
    """Ample rates but for these."""
    return Limits(creations_per_minute=99, rates=msgspec.structs.replace(RATES, **given))


@contextmanager
def served(tmp_path: Path, **given: Rate) -> Iterator[TestClient[Any]]:
    with TestClient(app_of(tmp_path / "data", limits=rates(**given))) as http:
        yield http


FEW = Rate(3, 1)


def statuses(times: int, ask: Any) -> list[int]:
    return [ask().status_code for _ in range(times)]


def test_strangers_share_an_address_and_a_campaign_and_holders_go_on(tmp_path: Path) -> None:
    with served(tmp_path, reading_by_campaign=FEW) as http:
        game, other = (desk(http, visibility="public").claim_all() for _ in range(2))
        assert statuses(4, lambda: game.get("nobody")) == [200] * 3 + [429]
        assert statuses(9, lambda: game.get("seat:caesarian", "/state")) == [200] * 9
        assert statuses(1, lambda: other.get("nobody")) == [200]
    with served(tmp_path / "2", reading_by_address=FEW) as http:
        game = desk(http, visibility="public")
        assert statuses(4, lambda: game.get("nobody")) == [200] * 3 + [429]
        problem(http.get("/v1/systems"), "rate-limited")
        assert statuses(9, lambda: http.get("/css/tokens.css")) == [200] * 9
        assert statuses(9, lambda: http.get("/health/live")) == [200] * 9
        problem(http.get("/health/ready"), "rate-limited")
        assert statuses(9, lambda: game.get("referee")) == [200] * 9
    with served(tmp_path / "3", pages_by_address=FEW) as http:
        paths = ("/", "/css/tokens.css", "/nothing", "/docs/scalar.js", "/openapi.json")
        assert [http.get(path).status_code for path in paths] == [200, 200, 404, 429, 429]
        assert http.get("/v1/systems").status_code == 200
    with served(tmp_path / "4", reading_by_token=FEW) as http:
        game = desk(http).claim_all()
        assert statuses(4, lambda: game.get("referee")) == [200] * 3 + [429]
        assert statuses(1, lambda: game.get("seat:caesarian")) == [200]
        assert game.send("referee", **COMBAT).status_code == 201


def test_playing_asking_odds_and_all_of_an_address_are_limited(tmp_path: Path) -> None:
    with served(tmp_path, playing_by_token=FEW, odds_by_token=FEW) as http:
        game = desk(http).claim_all()
        assert statuses(4, lambda: game.send("referee", **COMBAT)) == [201] * 3 + [429]
        roll = {"command": {"type": "civil-war.roll-year-event"}}
        assert statuses(4, lambda: game.post("referee", "/odds", roll)) == [200] * 3 + [429]
        assert statuses(1, lambda: game.post("seat:caesarian", "/odds", roll)) == [200]
    with served(tmp_path / "2", holders_by_address=FEW) as http:
        game = desk(http, visibility="public")
        assert statuses(4, lambda: game.get("referee")) == [200] * 3 + [429]
        problem(game.get("observer"), "rate-limited")
        assert game.get("nobody").status_code == 200


def test_imports_are_limited_by_themselves(tmp_path: Path) -> None:
    with served(tmp_path, importing_by_address=FEW) as http:
        headers = {"Content-Type": "application/x-ndjson"}
        sent = statuses(
            4, lambda: http.post("/v1/campaigns/import", content=b"{}\n", headers=headers)
        )
        assert sent == [400] * 3 + [429]
        desk(http)


def test_forks_of_strangers_are_limited_by_campaign(tmp_path: Path) -> None:
    with served(tmp_path, forking_by_campaign=FEW) as http:
        game = desk(http, visibility="public")
        fork = {"at": 1, "name": "x"}
        assert statuses(4, lambda: game.post("nobody", "/forks", fork)) == [201] * 3 + [429]
        assert statuses(1, lambda: game.post("referee", "/forks", fork)) == [201]


def test_wrong_tokens_are_limited_and_right_ones_are_not(tmp_path: Path) -> None:
    with served(tmp_path, wrong_tokens_by_address=FEW) as http:
        game = desk(http)
        wrong = {"headers": bearer("x" * 43)}
        assert statuses(4, lambda: http.get(game.path, **wrong)) == [404] * 3 + [429]
        for path in (game.path, f"/v1/campaigns/{UNKNOWN}", "/v1/campaigns/nonsense"):
            problem(http.get(path, **wrong), "rate-limited")
        basic = {"headers": {"Authorization": "Basic eDp5"}}
        problem(http.get(game.path, **basic), "rate-limited")
        assert game.get("referee").status_code == 200


def test_wrong_claims_are_limited_and_good_ones_are_not_counted(tmp_path: Path) -> None:
    with served(tmp_path, claims_by_address=FEW) as http:
        for _ in range(4):
            desk(http).claim_all()
        game = desk(http)
        wrong = {"json": {"invitation": "x"}}
        path = f"{game.path}/claims"
        assert statuses(4, lambda: http.post(path, **wrong)) == [404] * 3 + [429]
        problem(http.post(f"/v1/campaigns/{UNKNOWN}/claims", **wrong), "rate-limited")


def test_strangers_elsewhere_keep_nobody_from_claiming(tmp_path: Path) -> None:
    app = app_of(tmp_path / "data", limits=rates(claims_by_address=FEW), proxies=("127.0.0.1",))
    wrong = {"invitation": "x"}
    with running(app) as server, httpx.Client(base_url=server.url) as http:
        game = desk(http)
        for number in range(99):
            told = {"X-Forwarded-For": f"198.51.100.{number}"}
            answer = http.post(f"{game.path}/claims", json=wrong, headers=told)
            assert answer.status_code == 404
        game.claim_all()


def test_whoever_sent_too_many_wrong_tokens_keeps_no_holder_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    apart: list[int] = []
    look_apart = Context.look_apart

    async def noted(self: Context, work: Any) -> Any:
        apart.append(1)
        return await look_apart(self, work)

    monkeypatch.setattr(Context, "look_apart", noted)
    with served(tmp_path, wrong_tokens_by_address=FEW) as http:
        game = desk(http)
        wrong = {"headers": bearer("x" * 43)}
        assert statuses(3, lambda: http.get(game.path, **wrong)) == [404] * 3
        assert apart == []
        assert statuses(2, lambda: http.get(game.path, **wrong)) == [429] * 2
        assert game.get("referee").status_code == 200, "whoever holds a token there goes on"
        assert len(apart) == 3


def test_the_key_to_create_is_not_limited(tmp_path: Path) -> None:
    limits = Limits(creations_per_minute=2, rates=RATES)
    body = {"system": "tally", "scenario": "short", "name": "x", "visibility": "public"}
    with TestClient(app_of(tmp_path / "data", limits=limits, create_key="s3cret")) as http:
        right, wrong = bearer("s3cret"), bearer("guess")
        assert (
            statuses(5, lambda: http.post("/v1/campaigns", json=body, headers=right)) == [201] * 5
        )
        asked = statuses(3, lambda: http.post("/v1/campaigns", json=body, headers=wrong))
        assert asked == [401, 401, 429]


def told(answer: httpx.Response) -> Any:
    """An answer without what differs from request to request."""
    body = answer.json() if answer.content else {}
    kept = {name: value for name, value in body.items() if name not in ("instance", "request_id")}
    headers = {k: v for k, v in answer.headers.items() if k not in ("x-request-id", "date")}
    return answer.status_code, kept, headers


TRIES: dict[str, Any] = {
    "reading": (lambda http, path: http.get(path), "reading_by_campaign"),
    "streaming": (lambda http, path: http.get(f"{path}/stream"), "streams_by_campaign"),
    "playing": (
        lambda http, path: http.post(f"{path}/commands", json={"command": {"type": "x"}}),
        "reading_by_campaign",
    ),
    "odds": (
        lambda http, path: http.post(f"{path}/odds", json={"command": {"type": "x"}}),
        "reading_by_campaign",
    ),
    "forking": (
        lambda http, path: http.post(f"{path}/forks", json={"at": 1, "name": "x"}),
        "forking_by_campaign",
    ),
}


@pytest.mark.parametrize("kind", TRIES)
def test_no_rate_tells_whether_there_is_a_private_campaign(kind: str, tmp_path: Path) -> None:
    """Neither its refusals nor when they begin, though its players are at it meanwhile."""
    ask, name = TRIES[kind]
    with served(tmp_path, **{name: FEW}) as http:
        game = desk(http).claim_all()
        game.do("referee", **COMBAT)
        game.post("referee", "/forks", {"at": 1, "name": "x"})
        game.post("referee", "/odds", {"command": {"type": "civil-war.roll-year-event"}})
        game.get("referee", "/state")
        found = {
            path: [told(ask(http, path)) for _ in range(5)]
            for path in (game.path, f"/v1/campaigns/{UNKNOWN}")
        }
        there, nowhere = found.values()
        assert there == nowhere
        assert [one[0] for one in there] == [404] * 3 + [429] * 2


def test_a_refusal_names_its_policy_to_pages_of_other_sites_too(tmp_path: Path) -> None:
    with served(tmp_path, reading_by_address=FEW) as http:
        answers = [http.get("/v1/systems") for _ in range(4)]
        refused = answers[-1]
        problem(refused, "rate-limited")
        wait = refused.headers["retry-after"]
        assert refused.headers["ratelimit-policy"] == '"reading-by-address";q=3;w=180'
        assert refused.headers["ratelimit"] == f'"reading-by-address";r=0;t={wait}'
        exposed = refused.headers["access-control-expose-headers"]
        assert {"RateLimit", "RateLimit-Policy", "Retry-After"} <= set(exposed.split(", "))
        assert "ratelimit" not in answers[0].headers
