"""`fsck` over hidden hands: who may see what, and damage that must not end the check."""

import json
import random
import shutil
from pathlib import Path

import pytest

from iacta.service.cli import play
from iacta.service.cli.common import open_engine
from iacta.service.systems import discover
from tests.cli.test_files import iacta
from tests.cli.test_maintenance import change


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two games with hidden hands, the first played to its end and all shown; and a fork."""
    folder = tmp_path_factory.mktemp("fsck") / "data"
    below = random.Random(11).randrange
    with open_engine(folder, create=True) as engine:
        for events in (10_000, 40):
            row = play.create(engine, "samnite-wars", "standard", "Hands")
            game = play.play(engine, row.id, discover()["samnite-wars"], "random", below)
            for row in game:
                if row.seq == events:
                    break
    fork = iacta("fork", _first(folder), "--at", 30, "--name", "on", "--data", folder)
    assert fork.exit_code == 0, fork.stderr
    return folder


def _first(folder: Path) -> str:
    """The id of the game that is over."""
    with open_engine(folder) as engine, engine.database.reading() as connection:
        query = "SELECT id FROM campaigns ORDER BY seq DESC LIMIT 1"
        return str(connection.exec_driver_sql(query).scalar_one())


@pytest.fixture
def own(hands: Path, tmp_path: Path) -> Path:
    """A copy, to damage."""
    folder = tmp_path / "own"
    shutil.copytree(hands, folder)
    return folder


def faults(folder: Path) -> list[dict[str, object]]:
    """What fsck finds."""
    done = iacta("fsck", "--data", folder, "--json")
    told = json.loads(done.stdout)
    assert told["campaigns"] == 3
    assert done.exit_code == (1 if told["faults"] else 0)
    return list(told["faults"])


def test_hidden_hands_that_were_played_forked_and_shown_are_sound(own: Path) -> None:
    assert faults(own) == []


def test_what_was_imported_is_sound(own: Path, tmp_path: Path) -> None:
    saved, elsewhere = tmp_path / "x.jsonl", tmp_path / "elsewhere"
    for audience in ("referee", "public"):
        assert (
            iacta(
                "export", _first(own), "-o", saved, "--audience", audience, "--data", own
            ).exit_code
            == 0
        )
        assert iacta("import", saved, "--data", elsewhere / audience).exit_code == 0
        assert iacta("fsck", "--data", elsewhere / audience).exit_code == 0


ONE = "WHERE rowid = (SELECT min(rowid) FROM openings WHERE \"to\" LIKE 'seat:%')"


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        (f"UPDATE openings SET \"to\" = '' {ONE}", "not for whom the rules show it"),
        (f"UPDATE openings SET \"to\" = 'seat:x' {ONE}", "not for whom the rules show it"),
        (
            "UPDATE openings SET \"to\" = 'referee' WHERE rowid ="
            " (SELECT min(rowid) FROM openings WHERE \"to\" = '')",
            "not for whom the rules show it",
        ),
        (f"UPDATE openings SET opening = 'xx' {ONE}", "an opening is malformed"),
        (
            "UPDATE openings SET opening = CAST(replace(CAST(opening AS TEXT),"
            f' \'"salt":"\', \'"salt":"z\') AS BLOB) {ONE}',
            "an opening is malformed",
        ),
        (f"UPDATE openings SET seq = 1 {ONE}", "an opening is not what was sealed"),
        (f"UPDATE openings SET digest = 'zz' {ONE}", "an opening of nothing that was sealed"),
        ("DELETE FROM published", "what was opened is not shown to everyone"),
        (
            "INSERT INTO published SELECT campaign_id, digest, seq FROM openings o WHERE NOT EXISTS"
            " (SELECT 1 FROM published p"
            " WHERE p.campaign_id = o.campaign_id AND p.digest = o.digest)",
            "what is shown to everyone was not opened there",
        ),
        ("UPDATE campaigns SET system = 'nope'", "its system is not that of the record"),
        ("UPDATE campaigns SET visibility = 'zz'", "its visibility is neither public nor private"),
        ("UPDATE campaigns SET kind = 'zz'", "neither live nor imported nor read-only"),
        ("UPDATE events SET key = 'zz' WHERE seq = 5", "its sender or key"),
        ("UPDATE events SET \"by\" = 'zz' WHERE seq = 5", "its sender or key"),
        (
            "UPDATE snapshots SET seq = seq + 9999, state = (SELECT state FROM snapshots)",
            "broke off",
        ),
        ("UPDATE campaigns SET frontier = 7", "its head is not of its type"),
    ],
)
def test_fsck_finds_damage_beside_the_record(own: Path, statement: str, what: str) -> None:
    change(own, statement)
    found = faults(own)
    assert any(what in str(fault["what"]) for fault in found), found


def test_a_damaged_campaign_does_not_end_the_check(own: Path) -> None:
    change(own, "UPDATE openings SET opening = 'xx'")
    change(own, "UPDATE campaigns SET frontier = 7, visibility = 'zz'")
    assert len({fault["campaign"] for fault in faults(own)}) == 3


def test_a_system_that_is_not_installed_is_a_fault(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("iacta.service.cli.common.discover", dict)
    told = [str(fault["what"]) for fault in faults(own)]
    assert told.count("not checked: system 'samnite-wars' is not installed") == 3
