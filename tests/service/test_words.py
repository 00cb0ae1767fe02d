"""What is said of an event: who saw dice that were entered, and reasons with their label."""

import csv
import io
import json
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from iacta.service.cli.main import app
from tests.support.play import ADJUDICATE, Game, desk

WITNESS = "rolled at the club, seen by Marcus"
SAID = f"Dice entered by the referee; witness: {WITNESS}."
COMBAT = {"type_": "civil-war.adjudicate-combat", **ADJUDICATE}


@pytest.fixture(scope="module")
def game(http: httpx.Client) -> Game:
    """A desk on which dice were entered, at event 3."""
    game = desk(http, options={"entered_dice": True})
    game.do("referee", **COMBAT)
    game.do("referee", **COMBAT, entered_={"witness": WITNESS, "faces": [2]})
    return game


def texts(game: Game) -> list[list[str]]:
    return [one["text"] for one in game.get("referee", "/steps").json()["items"]]


def test_the_witness_of_entered_dice_stands_in_the_text(game: Game) -> None:
    told = texts(game)
    assert told[2][-1] == SAID
    assert SAID not in [*told[0], *told[1]]
    lines = game.get("referee", "/capsule?steps=true").text.splitlines()
    assert SAID in json.loads(lines[4])["text"]


def test_the_witness_stands_in_every_form_of_the_rolls(game: Game) -> None:
    items = game.get("referee", "/rolls").json()["items"]
    assert [(one["seq"], one["witness"]) for one in items] == [(2, None), (3, WITNESS)]
    page = game.get("referee", "/rolls?limit=1").json()
    again = game.get("referee", "/rolls", params={"after": page["next"]}).json()["items"]
    assert [one["witness"] for one in again] == [WITNESS]
    lines = game.get("referee", "/rolls", headers={"Accept": "application/x-ndjson"}).text
    assert [json.loads(one)["witness"] for one in lines.splitlines()] == [None, WITNESS]
    table = game.get("referee", "/rolls", headers={"Accept": "text/csv"}).text
    assert [row["witness"] for row in csv.DictReader(io.StringIO(table))] == ["", WITNESS]


def test_a_witness_is_no_formula_for_a_spreadsheet(http: httpx.Client) -> None:
    game = desk(http, options={"entered_dice": True})
    game.do("referee", **COMBAT, entered_={"witness": "=1+1", "faces": [2]})
    table = game.get("referee", "/rolls", headers={"Accept": "text/csv"}).text
    assert [row["witness"] for row in csv.DictReader(io.StringIO(table))] == ["'=1+1"]
    assert game.get("referee", "/rolls").json()["items"][0]["witness"] == "=1+1"


def test_a_fork_names_the_witness_of_what_it_shares(http: httpx.Client, game: Game) -> None:
    fork = Game(http, game.post("referee", "/forks", {"at": 3, "name": "On"}).json())
    items = fork.get("referee", "/rolls").json()["items"]
    assert [one["witness"] for one in items] == [None, WITNESS]


def test_replay_in_the_terminal_names_the_witness(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "alea.jsonl"
    path.write_bytes(game.get("referee", "/capsule").content)
    assert SAID in CliRunner().invoke(app, ["replay", str(path)]).stdout


def test_a_reason_has_its_label_and_its_full_stop(http: httpx.Client) -> None:
    game = desk(http)
    game.do("referee", **COMBAT)
    game.do("referee", "campaign.rule", text="Curio stays", reason="His order was late.")
    game.do("referee", "campaign.rewind", to=1, reason="oops")
    game.do("referee", "campaign.conclude", reason="Agreed by both seats.")
    ruled, rewound, over = texts(game)[2:]
    assert ruled == ["Ruling: Curio stays.", "Reason: His order was late."]
    assert rewound == ["Rewound to event 1. Dice after it are new.", "Reason: oops."]
    assert over[-2:] == ["The game is over.", "Reason: Agreed by both seats."]
