"""Quotas of campaigns and bytes, and who may found, fork and import at all."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from iacta.service.campaigns import removal
from iacta.service.errors import Unusable
from iacta.service.settings import Quotas, from_environment
from iacta.service.store import quota
from iacta.service.store import schema as t
from iacta.service.store.database import Database
from iacta.service.store.read import Reader
from tests.service.test_operator import operate
from tests.service.test_proof import COMBAT, take_in
from tests.support.host import ScriptedHost
from tests.support.play import Game, bearer, desk
from tests.support.postgres import drop_database, new_database
from tests.support.servers import app_of, begin, problem, settings, sqlite_url, unchanged

CREATE = {"system": "civil-war", "scenario": "table", "name": "Alea", "visibility": "public"}
CREATOR = "the operator's own key"
AMPLE = Quotas()


class Calendar(ScriptedHost):
    """A world whose day is set."""

    day = "2026-11-05"

    def today(self) -> str:
        """The day that is set."""
        return self.day

    def now(self) -> str:
        """A second after the time before, on the day that is set."""
        return self.day + super().now()[10:]


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A fresh database of either kind, up to date."""
    if request.param == "sqlite":
        begin(tmp_path / "data")
        url = sqlite_url(tmp_path / "data")
    else:
        url = new_database(begun=True)
    yield url
    if request.param == "postgres":
        drop_database(url)


@contextmanager
def serving(folder: Path, url: str = "", **members: Any) -> Iterator[TestClient[Any]]:
    """A server in a world whose day is set."""
    app = app_of(folder, url, host=Calendar(), **members)
    with TestClient(app) as client:
        yield client


def create(http: httpx.Client, key: str | None = None, **more: Any) -> httpx.Response:
    """Create a campaign."""
    return http.post("/v1/campaigns", json={**CREATE, **more}, headers=bearer(key))


def stored(url: str) -> list[Any]:
    """The rows of the quotas."""
    engine = sa.create_engine(url, poolclass=sa.NullPool)
    with engine.connect() as connection:
        rows = [tuple(row) for row in connection.execute(sa.select(t.quotas))]
    engine.dispose()
    return sorted(rows)


def test_an_address_founds_so_many_a_day(url: str, tmp_path: Path) -> None:
    with serving(tmp_path / "data", url, quotas=Quotas(address_campaigns=2)) as http:
        host = http.app.state.context.engine.host
        problem(create(http, scenario="none"), "invalid-request")
        assert [create(http).status_code for _ in range(2)] == [201, 201]
        refused = create(http)
        assert "2 new campaigns a day" in problem(refused, "quota-exceeded")["detail"]
        assert 0 < int(refused.headers["retry-after"]) <= 86_400
        (everyone, mine) = stored(url)
        assert everyone[:3] == ("2026-11-05", "", 2)
        assert mine[2:] == everyone[2:]
        assert "testclient" not in repr(stored(url))
        host.day = "2026-11-06"
        assert create(http).status_code == 201
        assert {row[0] for row in stored(url)} == {"2026-11-06"}, "past days are forgotten"
        assert stored(url)[1][1] != mine[1], "no two days of an address can be joined"


def test_what_is_refused_by_a_quota_writes_nothing(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "data")
    with serving(tmp_path / "data", quotas=Quotas(address_campaigns=1)) as http:
        game = Game(http, create(http).json())
        with unchanged(url):
            problem(create(http), "quota-exceeded")
            fork = {"at": 1, "name": "on"}
            problem(http.post(f"{game.path}/forks", json=fork), "quota-exceeded")


def test_forks_and_imports_count_and_repeats_do_not(tmp_path: Path) -> None:
    with TestClient(app_of(tmp_path / "home")) as home:
        game = desk(home, visibility="public")
        first = game.get("nobody", "/capsule").content
        game.do("referee", **COMBAT)
        longer = game.get("nobody", "/capsule").content
    with serving(tmp_path / "data", quotas=Quotas(address_campaigns=2)) as http:
        assert take_in(http, first).status_code == 201
        assert http.post(f"{game.path}/forks", json={"at": 1, "name": "on"}).status_code == 201
        problem(create(http), "quota-exceeded")
        assert take_in(http, first).status_code == 200
        assert take_in(http, longer).status_code == 200, "it brings bytes, and no campaign"


@pytest.mark.parametrize("which", ["address_bytes", "day_bytes"])
def test_bytes_of_a_day_are_counted_as_they_are_kept(which: str, tmp_path: Path) -> None:
    with TestClient(app_of(tmp_path / "home")) as home:
        game = desk(home, visibility="public")
        first = game.get("nobody", "/capsule").content
        for _ in range(3):
            game.do("referee", **COMBAT)
        longer = game.get("nobody", "/capsule").content
    with serving(tmp_path / "ample") as http:
        for data in (first, first, longer, first):
            assert take_in(http, data).status_code in (200, 201)
    total = stored(sqlite_url(tmp_path / "ample"))[0][3]
    assert len(longer) // 2 < total < len(longer), "what is kept already is not counted again"
    for name, most, last in (("just", total, 200), ("less", total - 1, 429)):
        url = sqlite_url(tmp_path / name)
        with serving(tmp_path / name, quotas=Quotas(**{which: most})) as http:
            assert take_in(http, first).status_code == 201
            assert take_in(http, longer).status_code == last
            with unchanged(url):
                refused = create(http, seats=[{"name": "x" * 80}] * 2, data={"x": "y" * total})
                problem(refused, "quota-exceeded")


def test_the_server_keeps_so_many_and_a_deletion_makes_room(url: str, tmp_path: Path) -> None:
    with serving(tmp_path / "data", url, quotas=Quotas(campaigns=2)) as http:
        games = [Game(http, create(http).json()) for _ in range(2)]
        refused = create(http)
        assert "keeps at most 2 campaigns" in problem(refused, "quota-exceeded")["detail"]
        assert "retry-after" not in refused.headers, "waiting does not help"
        operate(http, games[0].id, lambda batch, row: removal.delete(batch, row, "Room."))
        assert create(http).status_code == 201


def test_the_server_keeps_so_many_bytes(url: str, tmp_path: Path) -> None:
    database = Database(url)
    with database.reading() as connection:
        size = quota.kept(Reader(connection))[1]
    database.close()
    assert size > 10_000
    with serving(tmp_path / "data", url, quotas=Quotas(bytes=size)) as http:
        assert "bytes" in problem(create(http), "quota-exceeded")["detail"]


def test_the_operators_key_is_bound_by_the_servers_quotas_alone(tmp_path: Path) -> None:
    small = Quotas(address_campaigns=1, day_campaigns=3)
    with serving(tmp_path / "data", create_key=CREATOR, quotas=small) as http:
        assert [create(http, CREATOR).status_code for _ in range(3)] == [201] * 3
        body = problem(create(http, CREATOR), "quota-exceeded")
        assert body["detail"].startswith("This server")
        assert len(stored(sqlite_url(tmp_path / "data"))) == 1, "no address is kept"


def test_a_stranger_forks_with_the_servers_key_only(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "data")
    with serving(tmp_path / "data", create_key=CREATOR) as http:
        game = Game(http, create(http, CREATOR).json()).claim_all()
        private = Game(http, create(http, CREATOR, visibility="private").json())
        body = {"at": 1, "name": "mine now"}
        with unchanged(url):
            for key in (None, "wrong", "é"):
                sent = {} if key is None else {"Authorization": f"Bearer {key}".encode()}
                answer = http.post(f"{game.path}/forks", json=body, headers=sent)
                problem(answer, "unauthorized")
            for key in (None, CREATOR):
                sent = bearer(key)
                problem(http.post(f"{private.path}/forks", json=body, headers=sent), "not-found")
        for role in ("referee", "observer", "seat:caesarian"):
            assert game.post(role, "/forks", body).status_code == 201
        forked = http.post(f"{game.path}/forks", json=body, headers=bearer(CREATOR))
        assert forked.status_code == 201
        assert http.get(game.path, headers=bearer(CREATOR)).status_code == 200


def test_the_contract_says_where_the_servers_key_goes(http: httpx.Client) -> None:
    contract = http.get("/openapi.json").json()
    assert "IACTA_CREATE_KEY" in contract["components"]["securitySchemes"]["creator"]["description"]
    security = {
        operation["operationId"]: [name for one in operation["security"] for name in one]
        for item in contract["paths"].values()
        for operation in item.values()
    }
    assert security["createCampaign"] == security["importCampaign"] == ["creator"]
    assert security["forkCampaign"] == ["token", "creator"]
    assert [name for name, given in security.items() if "creator" in given] == [
        "createCampaign",
        "importCampaign",
        "forkCampaign",
    ]


def test_quotas_and_trusted_keys_come_from_the_environment() -> None:
    given = {"IACTA_QUOTA_CAMPAIGNS": "7", "IACTA_TRUSTED_KEYS": "one, two\nthree"}
    found = from_environment(given)
    assert found.quotas == Quotas(campaigns=7)
    assert found.trusted_keys == ("one", "two", "three")
    for text in ("many", "-1", "٣"):
        with pytest.raises(Unusable, match="IACTA_QUOTA_BYTES"):
            from_environment({"IACTA_QUOTA_BYTES": text})
    assert settings(Path("x")).quotas == AMPLE
