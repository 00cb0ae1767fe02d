"""Names look like what they are: one rule for campaigns and seats, where they are given."""

import json
import unicodedata
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient
from typer.testing import CliRunner

from iacta.service.cli.main import app
from tests.support.play import Game, bearer, desk
from tests.support.servers import app_of, problem, unchanged
from tests.support.table import Table
from tests.systems.tally import SYSTEM

REFUSED = {
    "turned around": "\u202eRome",
    "isolated": "\u2066Rome\u2069",
    "a left-to-right mark": "Rome\u200e",
    "an Arabic letter mark": "Rome\u061c",
    "a zero-width blank": "Ro\u200bme",
    "a joiner": "Ro\u200dme",
    "a soft hyphen": "Ro\u00adme",
    "a byte order mark": "\ufeffRome",
    "a tag": "Rome\U000e0001",
    "a variation selector": "\u2694\ufe0f",
    "a filler": "\u3164",
    "a half-width filler": "Ro\uffa0me",
    "a combining joiner": "a\u034f",
    "a control of C1": "Rome\u0085",
    "a line separator": "Rome\u2028x",
    "unassigned": "Rome\u0378",
    "private use": "Rome\ue000",
    "no character": "Rome\ufdd0",
    "blanks": "     ",
    "a no-break blank": "\u00a0",
    "a braille blank": "\u2800",
    "a blank before": " Rome",
    "a blank after": "Rome\u3000",
    "decomposed": "Nu\u0301mantia",
    "a sign that NFC replaces": "\u212bland",
    "a line end": "Rome\n",
    "nothing": "",
}
TAKEN = {
    "Latin": "Bellum Sociale · 91–88 a. C. (“Sulla's war”)",
    "composed": "Núm\u00e1ntia",
    "right to left": "\u05de\u05e6\u05d3\u05d4",
    "Han and a wide blank within": "\u7f57\u9a6c\u3000\u6218\u4e89",
    "a mark that stays apart in NFC": "\u0915\u093c",
    "a symbol": "\u2694 Cannae \U0001f418",
}


def create(http: httpx.Client, name: str, seat: str = "Marcus") -> httpx.Response:
    body = {
        "system": "civil-war", "scenario": "table", "name": name, "visibility": "public",
        "seats": [{"name": "Gaia"}, {"name": seat}],
    }  # fmt: skip
    return http.post("/v1/campaigns", content=json.dumps(body), headers=JSON)


JSON = {"Content-Type": "application/json"}


def pointers(answer: httpx.Response) -> list[str]:
    return [one["pointer"] for one in problem(answer, "invalid-request")["errors"]]


@pytest.mark.parametrize("what", REFUSED)
def test_a_name_that_does_not_look_like_what_it_is_is_refused(
    what: str, http: httpx.Client, url: str
) -> None:
    game = desk(http)
    name = REFUSED[what]
    with unchanged(url):
        assert pointers(create(http, name)) == ["/name"]
        assert pointers(create(http, "Alea", name)) == ["/seats/1/name"]
        fork = {"at": 1, "name": name}
        assert pointers(game.post("referee", "/forks", fork)) == ["/name"]


@pytest.mark.parametrize("what", TAKEN)
def test_a_name_is_kept_as_it_was_sent(what: str, http: httpx.Client) -> None:
    name = TAKEN[what]
    assert unicodedata.is_normalized("NFC", name)
    made = create(http, name, name)
    assert made.status_code == 201, made.text
    game = Game(http, made.json())
    assert game.campaign()["name"] == name
    assert game.campaign()["seats"][1]["name"] == name
    fork = game.post("referee", "/forks", {"at": 1, "name": name})
    assert fork.json()["campaign"]["name"] == name


def test_the_command_line_forks_under_the_same_rule(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with TestClient(app_of(data)) as http:
        game = desk(http)
    env = {"IACTA_NAME": "alea.example", "IACTA_SIGNING_KEY": "11" * 32}
    arguments = ["fork", game.id, "--at", "1", "--data", str(data), "--name"]
    refused = CliRunner().invoke(app, [*arguments, REFUSED["turned around"]], env=env)
    assert refused.exit_code == 1
    assert "U+202E is invisible or unassigned" in " ".join(refused.stderr.split())
    assert CliRunner().invoke(app, [*arguments, TAKEN["Latin"]], env=env).exit_code == 0


def test_what_was_recorded_before_the_rule_is_taken_in_and_decided_again(
    http: httpx.Client,
) -> None:
    seats: list[dict[str, Any]] = [{"name": "\u202enorth"}, {"name": "   "}, {"name": "\u3164"}]
    table = Table.found(SYSTEM, seats=seats, number=77)
    capsule = table.capsule()
    taken = http.post(
        "/v1/campaigns/import", content=capsule, headers={"Content-Type": "application/x-ndjson"}
    )
    assert taken.status_code == 201, taken.text
    path = f"/v1/campaigns/{taken.json()['id']}"
    assert [one["name"] for one in http.get(path).json()["seats"]] == [one["name"] for one in seats]
    audit = http.get(f"{path}/audit", headers=bearer(None)).json()
    assert audit["ok"]
    assert audit["counts"]["decided"] == 1
