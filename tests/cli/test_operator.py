"""`token`, `hide`, `show`, `delete`, and `--key` of `import`, `export` and `fork`."""

import json
import shutil
from pathlib import Path

import pytest
import sqlalchemy as sa

from iacta.service.store import schema as t
from tests.cli.test_files import campaign, capsule, data, iacta, key_of
from tests.support.forge import Forgery
from tests.support.keys import OTHER, Signer
from tests.support.servers import sqlite_url, unchanged

__all__ = ["campaign", "capsule", "data"]
UNKNOWN = "0193a5a0-0000-7000-8000-00000000dead"


@pytest.fixture
def own(data: Path, tmp_path: Path) -> Path:
    """A copy of the server's folder, to change."""
    folder = tmp_path / "own"
    shutil.copytree(data, folder)
    return folder


@pytest.fixture
def squat(capsule: Path, tmp_path: Path) -> Path:
    """The campaign's first events under a key of somebody else's."""
    forged = Forgery(capsule.read_bytes())
    forged.items = [item for item in forged.items if "event" in item][:3]
    path = tmp_path / "squat.jsonl"
    path.write_bytes(forged.sign(Signer(forged.checkpoint.split("/")[0], "a thief")).bytes())
    return path


def column(folder: Path, name: str) -> list[str]:
    """A column of the campaigns' heads."""
    engine = sa.create_engine(sqlite_url(folder), poolclass=sa.NullPool)
    with engine.connect() as connection:
        found = list(connection.execute(sa.select(t.campaigns.c[name])).scalars())
    engine.dispose()
    return found


def test_a_new_token_is_printed_once_and_recorded(own: Path, campaign: str) -> None:
    done = iacta("token", campaign, "seat:caesarian", "--data", own, "--json")
    made = json.loads(done.stdout)
    assert (made["id"], made["role"]) == (campaign, "seat:caesarian")
    assert len(made["token"]) > 40
    again = iacta("token", campaign, "referee", "--data", own)
    assert again.stdout.strip() not in ("", made["token"])
    told = iacta("replay", campaign, "--data", own).stdout
    assert told.count("handed over to a new holder by the server's operator") == 2
    assert iacta("fsck", "--data", own).exit_code == 0


@pytest.mark.parametrize("role", ["seat:nobody", "caesarian", "service", "", "nobody"])
def test_a_role_that_nobody_can_hold_gets_no_token(own: Path, campaign: str, role: str) -> None:
    with unchanged(sqlite_url(own)):
        done = iacta("token", campaign, role, "--data", own)
    assert done.exit_code == 1
    assert "There is no role" in done.stderr


def test_what_is_only_kept_gets_no_token(own: Path, campaign: str) -> None:
    assert iacta("restored", "--data", own).exit_code == 0
    with unchanged(sqlite_url(own)):
        done = iacta("token", campaign, "referee", "--data", own)
    assert done.exit_code == 1
    assert "read-only" in done.stderr


@pytest.mark.parametrize("verb", ["token", "hide", "show", "delete"])
@pytest.mark.parametrize("name", [UNKNOWN, "alea"])
def test_what_is_not_here_is_said_in_one_line(own: Path, verb: str, name: str) -> None:
    more = {"token": ["referee"], "delete": ["--reason", "x", "--yes"]}.get(verb, [])
    done = iacta(verb, name, *more, "--data", own)
    assert done.exit_code == 1
    assert done.stderr.count("there is no campaign") == 1


def test_a_campaign_is_hidden_and_shown(own: Path, campaign: str) -> None:
    for verb, now in (("hide", "hidden"), ("show", "public")):
        assert iacta(verb, campaign, "--data", own).exit_code == 0
        assert column(own, "visibility") == [now]
        with unchanged(sqlite_url(own)):
            assert iacta(verb, campaign, "--data", own).exit_code == 1
        assert iacta("fsck", "--data", own).exit_code == 0


def test_a_campaign_is_deleted_with_a_reason(own: Path, campaign: str) -> None:
    with unchanged(sqlite_url(own)):
        for more in ([], ["--reason", ""], ["--reason", "x" * 2001]):
            assert iacta("delete", campaign, *more, "--yes", "--data", own).exit_code != 0
        asked = iacta("delete", campaign, "--reason", "Wrong.", "--data", own)
        assert asked.exit_code != 0, "nobody said yes"
    done = iacta("delete", campaign, "--reason", "Wrong.", "--yes", "--data", own)
    assert done.exit_code == 0
    assert done.stdout == f"{campaign} is deleted\n"
    assert iacta("fsck", "--data", own).exit_code == 0
    assert iacta("rebuild", "--data", own).exit_code == 0
    assert iacta("fsck", "--data", own).exit_code == 0
    for verb, *more in (
        ("export",),
        ("replay",),
        ("fork", "--at", 1, "--name", "on"),
        ("token", "referee"),
        ("delete", "--reason", "x", "--yes"),
    ):
        done = iacta(verb, campaign, *more, "--data", own)
        assert done.exit_code == 1
        assert f"{campaign} was deleted: Wrong." in done.stderr


def test_no_word_of_a_deleted_campaign_stays_in_the_file(own: Path, campaign: str) -> None:
    """SQLite would leave it in free pages, where anyone who has the file can read it."""
    wal, file = own / "iacta.sqlite-wal", own / "iacta.sqlite"
    assert b"adjudicate-combat" in file.read_bytes() + (wal.read_bytes() if wal.exists() else b"")
    iacta("delete", campaign, "--reason", "Wrong.", "--yes", "--data", own)
    engine = sa.create_engine(sqlite_url(own), poolclass=sa.NullPool)
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    engine.dispose()
    assert b"adjudicate-combat" not in file.read_bytes()


def test_copies_are_named_by_their_key(
    capsule: Path, squat: Path, campaign: str, data: Path, tmp_path: Path
) -> None:
    other, genuine = tmp_path / "other", key_of(data)
    theirs = Forgery(squat.read_bytes()).head["key"]
    for file in (squat, capsule):
        assert iacta("import", file, "--data", other).exit_code == 0
    first = iacta("export", campaign, "--data", other)
    assert Forgery(first.stdout_bytes).head["key"] == theirs, "the first kept"
    for key in (theirs, genuine):
        saved = iacta("export", campaign, "--key", key, "--data", other)
        assert Forgery(saved.stdout_bytes).head["key"] == key
    forked = iacta("fork", campaign, "--at", 5, "--name", "on", "--key", genuine, "--data", other)
    assert forked.exit_code == 0, "the squatter has no event 5"
    unclear = iacta("delete", campaign, "--reason", "Squat.", "--yes", "--data", other)
    assert unclear.exit_code == 1
    assert "choose one with --key" in unclear.stderr
    named = ("--key", theirs, "--data", other)
    assert iacta("delete", campaign, "--reason", "Squat.", "--yes", *named).exit_code == 0
    assert iacta("hide", campaign, "--data", other).exit_code == 0, "one copy is left"
    unknown = iacta("export", campaign, "--key", OTHER.key.text(), "--data", other)
    assert "there is no campaign" in unknown.stderr
    assert iacta("fsck", "--data", other).exit_code == 0


def test_the_operator_trusts_keys_by_the_environment(
    capsule: Path,
    squat: Path,
    campaign: str,
    data: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other = tmp_path / "other"
    for file in (squat, capsule):
        iacta("import", file, "--data", other)
    monkeypatch.setenv("IACTA_TRUSTED_KEYS", key_of(data))
    saved = iacta("export", campaign, "--data", other)
    assert Forgery(saved.stdout_bytes).head["key"] == key_of(data)


def test_an_import_may_ask_for_a_key(
    capsule: Path, squat: Path, data: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    done = iacta("import", squat, "--key", key_of(data), "--data", other)
    assert done.exit_code == 1
    assert "is not signed by the key given" in done.stderr
    assert not (other / "iacta.sqlite").exists()
    assert iacta("import", capsule, "--key", key_of(data), "--data", other).exit_code == 0
