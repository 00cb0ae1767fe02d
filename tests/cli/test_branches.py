"""`fork` and `conclude` on the command line: the operator's acts, recorded as the service's."""

import json
from pathlib import Path
from typing import Any

import pytest

from iacta.service.cli import play
from iacta.service.cli.common import open_engine
from iacta.service.systems import discover
from tests.cli.test_files import iacta
from tests.support.environment import Below


@pytest.fixture
def game(tmp_path: Path) -> tuple[Path, str, int]:
    """A naval battle in which something is hidden: folder, id, last event."""
    folder, system = tmp_path / "data", discover()["naval-battle"]
    with open_engine(folder, create=True) as engine:
        begun = play.create(engine, system.key, "interception", "Alea")
        for row in play.play(engine, begun.id, system, "random", Below("bots")):
            live = engine.cached(row.id)
            assert live is not None
            if live.campaign.last_secret_seq:
                return folder, row.id, row.seq
    raise AssertionError("nothing is ever hidden")


def events(folder: Path, campaign: str) -> list[dict[str, Any]]:
    lines = iacta("export", campaign, "--data", folder, "--no-steps").stdout.splitlines()
    return [json.loads(line)["event"] for line in lines[1:-2]]


def test_a_game_in_play_whose_secrets_are_closed_is_its_referees(
    game: tuple[Path, str, int],
) -> None:
    folder, campaign, at = game
    done = iacta("fork", campaign, "--at", at, "--name", "on", "--data", folder)
    assert done.exit_code == 1
    assert "only the referee may fork" in done.stderr
    begun = iacta("fork", campaign, "--at", 1, "--name", "on", "--data", folder, "--json")
    assert json.loads(begun.stdout)["held"] == [], "nothing was hidden yet"


def test_the_operator_forks_what_a_backup_left_behind_once(game: tuple[Path, str, int]) -> None:
    folder, campaign, at = game
    assert iacta("restored", "--data", folder).exit_code == 0
    made = iacta("fork", campaign, "--at", at, "--name", "on", "--data", folder)
    assert made.exit_code == 0, made.stderr
    child = made.stdout.split()[1]
    first = events(folder, child)[at]
    assert first["by"] == "service"
    assert first["effects"][0]["restored"] == {"lost": 0}
    assert "invitation  active" in made.stdout
    assert "&seat=active&name=on&game=naval-battle&scenario=interception\n" in made.stdout
    again = iacta("fork", campaign, "--at", at, "--name", "on", "--data", folder)
    assert again.exit_code == 1
    assert "already been forked" in again.stderr
    assert iacta("fsck", "--data", folder).exit_code == 0


def test_the_operator_ends_what_was_left(game: tuple[Path, str, int]) -> None:
    folder, campaign, at = game
    done = iacta("conclude", campaign, "--reason", "The referee is gone.", "--data", folder)
    assert done.stdout == f"{campaign} is over, by event {at + 1}\n"
    last = events(folder, campaign)[-1]
    assert (last["by"], last["command"]["type"]) == ("service", "campaign.conclude")
    saved = folder / "saved"
    iacta("export", campaign, "-o", saved, "--data", folder)
    assert iacta("verify", saved).exit_code == 0
    again = iacta("conclude", campaign, "--reason", "x", "--data", folder)
    assert again.exit_code == 1


def test_what_was_deleted_is_said_to_be(game: tuple[Path, str, int]) -> None:
    """Also where its events stay, because a kept fork shares them."""
    folder, campaign, _ = game
    assert iacta("fork", campaign, "--at", 1, "--name", "on", "--data", folder).exit_code == 0
    gone = iacta("delete", campaign, "--reason", "An address.", "--yes", "--data", folder)
    assert gone.exit_code == 0, gone.stderr
    for asked in (
        ("fork", campaign, "--at", 1, "--name", "x"),
        ("conclude", campaign, "--reason", "x"),
    ):
        done = iacta(*asked, "--data", folder)
        assert done.exit_code == 1
        assert "was deleted: An address." in " ".join(done.stderr.split())
    done = iacta("open-seals", campaign, "--data", folder)
    assert (done.exit_code, "damaged" in done.stderr) == (1, False)
