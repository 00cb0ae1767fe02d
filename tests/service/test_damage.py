"""A row of a wrong type is one campaign's fault, and named; everything else goes on."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from litestar.testing import TestClient
from typer.testing import CliRunner

from iacta.service.cli.main import app
from tests.support.play import Game, bearer, bidding, desk
from tests.support.readings import READINGS
from tests.support.servers import app_of, problem, sqlite_url

TEXT = "CAST({0} AS TEXT)"
NONSENSE = "X'ff00ff'"
"""bytes, and as text no UTF-8"""


class Bench:
    """A server that can be stopped, damaged and started again."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.http: Any = None

    def start(self) -> httpx.Client:
        """Serve the data, so that nothing is remembered of it."""
        self.stop()
        self.http = TestClient(app_of(self.data))
        self.http.__enter__()
        return self.http

    def stop(self) -> None:
        """Serve no longer."""
        if self.http is not None:
            self.http.__exit__(None, None, None)
            self.http = None

    def damage(self, statement: str) -> httpx.Client:
        """Change rows behind the service's back, and start again."""
        self.stop()
        engine = sa.create_engine(sqlite_url(self.data), poolclass=sa.NullPool)
        with engine.begin() as connection:
            assert connection.exec_driver_sql(statement).rowcount > 0
        engine.dispose()
        return self.start()


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path / "data")
    bench.start()
    yield bench
    bench.stop()


def read_all(http: httpx.Client, game: Game, role: str = "referee") -> dict[str, httpx.Response]:
    """Every reading of a campaign."""
    headers = bearer(game.tokens[role])
    return {path: http.get(game.path + path, headers=headers) for path in READINGS}


# What is changed in the table, and which readings must name it.
ROWS = {
    "a record as text": (f"events SET record = {TEXT}", "record", "seq = 2", "/events/2"),
    "a record as a number": ("events SET record = 7", "", "seq = 2", "/steps"),
    "a record that is no JSON": (f"events SET record = {NONSENSE}", "", "seq = 2", "/state"),
    "a hash as bytes": (f"events SET hash = {NONSENSE}", "", "seq = 2", "/events"),
    "an opening as text": (f"openings SET opening = {TEXT}", "opening", "1", "/state"),
    "an opening of another form": ("openings SET opening = X'7b7d'", "", "1", "/state"),
    "a shown-to as a number": ("openings SET \"to\" = X'00'", "", "1", "/state"),
    "a die of another form": ("rolls SET roll = X'7b7d'", "", "1", "/rolls"),
}


@pytest.mark.parametrize("what", ROWS)
def test_a_damaged_row_is_a_named_fault_of_its_campaign_alone(what: str, bench: Bench) -> None:
    assignment, column, where, path = ROWS[what]
    game, other = bidding(bench.http, visibility="public"), desk(bench.http, visibility="public")
    other.claim_all().do("referee", "civil-war.roll-year-event")
    for _ in range(3):
        game.step(lambda n: 0)
    statement = f"UPDATE {assignment.format(column)} WHERE {where} AND campaign_id = '{game.id}'"
    http = bench.damage(statement)
    answers = read_all(http, game)
    body = problem(answers[path], "damaged")
    assert game.id in body["detail"]
    for answer in answers.values():
        if answer.status_code == 500:
            problem(answer, "damaged")
    assert {one.status_code for one in read_all(http, other).values()} == {200}
    listed = [one["id"] for one in http.get("/v1/campaigns").json()["items"]]
    assert listed == sorted([game.id, other.id], reverse=True)
    other.http = http
    other.do("referee", "campaign.annotate", seq=1, text="It goes on.")


HEADS = {
    "a name as bytes": f"campaigns SET name = {NONSENSE} WHERE id",
    "a frontier as text": "campaigns SET frontier = 'ff' WHERE id",
    "a name that is no UTF-8": f"campaigns SET name = CAST({NONSENSE} AS TEXT) WHERE id",
    "a number as text": "campaigns SET seq = 'many' WHERE id",
    "a summary as text that is no UTF-8": f"listing SET summary = CAST({NONSENSE} AS TEXT) "
    "WHERE campaign_id",
    "a summary of another form": "listing SET summary = X'7b7d' WHERE campaign_id",
    "a status as a number": "listing SET status = X'01' WHERE campaign_id",
}


@pytest.mark.parametrize("what", HEADS)
def test_a_damaged_head_hides_no_other_campaign(what: str, bench: Bench) -> None:
    games = [desk(bench.http, visibility="public") for _ in range(3)]
    bad = games[1]
    http = bench.damage(f"UPDATE {HEADS[what]} = '{bad.id}'")
    for limit in (1, 2, 50):
        found, after = [], None
        while True:
            asked = {"limit": limit, **({"after": after} if after else {})}
            page = http.get("/v1/campaigns", params=asked)
            assert page.status_code == 200, page.text
            found += [one["id"] for one in page.json()["items"]]
            after = page.json()["next"]
            if after is None:
                break
        others = sorted((one.id for one in games if one is not bad), reverse=True)
        assert [one for one in found if one != bad.id] == others
    if "campaigns SET" in HEADS[what]:
        assert bad.id in problem(http.get(bad.path), "damaged")["detail"]
    assert {one.status_code for one in read_all(http, games[0]).values()} <= {200, 404}


def test_damage_does_not_confirm_a_private_campaign(bench: Bench) -> None:
    game = desk(bench.http)
    http = bench.damage(f"UPDATE campaigns SET name = {NONSENSE} WHERE id = '{game.id}'")
    problem(http.get(game.path), "not-found")
    problem(http.get(game.path, headers=bearer(game.tokens["referee"])), "damaged")


def test_a_command_to_a_damaged_campaign_is_refused_and_leaves_no_trace(bench: Bench) -> None:
    game, other = desk(bench.http), desk(bench.http)
    http = bench.damage(f"UPDATE events SET record = 7 WHERE campaign_id = '{game.id}'")
    body = {"command": {"type": "civil-war.roll-year-event"}}
    for _ in range(2):
        refused = http.post(
            f"{game.path}/commands", json=body, headers=bearer(game.tokens["referee"])
        )
        assert game.id in problem(refused, "damaged")["detail"]
    made = http.post(f"{other.path}/commands", json=body, headers=bearer(other.tokens["referee"]))
    assert made.status_code == 201


@pytest.mark.parametrize("what", [*ROWS, *HEADS])
def test_fsck_names_the_campaign(what: str, bench: Bench) -> None:
    sound, game = desk(bench.http), bidding(bench.http)
    for _ in range(3):
        game.step(lambda n: 0)
    if what in ROWS:
        assignment, column, where, _ = ROWS[what]
        statement = (
            f"UPDATE {assignment.format(column)} WHERE {where} AND campaign_id = '{game.id}'"
        )
    else:
        statement = f"UPDATE {HEADS[what]} = '{game.id}'"
    bench.damage(statement)
    bench.stop()
    env = {"IACTA_NAME": "alea.example", "IACTA_SIGNING_KEY": "11" * 32}
    done = CliRunner().invoke(app, ["fsck", "--data", str(bench.data), "--json"], env=env)
    assert done.exit_code == 1, done.output
    faults = json.loads(done.stdout)["faults"]
    assert {one["campaign"] for one in faults} == {game.id}
    assert sound.id not in json.dumps(faults)
