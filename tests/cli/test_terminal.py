"""What a file, a database, a setting or an argument holds does not steer a terminal, nor crash."""

import shutil
import socket
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from iacta.service.cli.terminal import plain
from tests.cli.test_files import campaign, data, iacta
from tests.support.forge import Forgery

__all__ = ["campaign", "data"]

HOSTILE = "[/b]\x1b[2J"
SHOWN = "[/b]\\u001b[2J"


@pytest.fixture
def forgery(data: Path, campaign: str) -> Forgery:
    """The campaign's capsule, taken apart."""
    return Forgery(iacta("export", campaign, "--no-steps", "--data", data).stdout_bytes)


def in_an_effect(forgery: Forgery) -> None:
    """As a type that is none."""
    forgery.event(7)["effects"][0]["type"] = HOSTILE


def in_a_die(forgery: Forgery) -> None:
    """As a kind of die."""
    forgery.with_draw("open")["draws"][0]["dice"][0]["die"] = HOSTILE


def in_a_command(forgery: Forgery) -> None:
    """As a member that the command has not."""
    forgery.event(7)["command"][HOSTILE] = 1


def in_an_event(forgery: Forgery) -> None:
    """As a member that an event has not."""
    forgery.event(7)[HOSTILE] = 1


def in_the_head(forgery: Forgery) -> None:
    """As a member that no hash covers."""
    forgery.head["campaign"][HOSTILE] = "x"


PLACES = [in_an_effect, in_a_die, in_a_command, in_an_event, in_the_head]


@pytest.mark.parametrize("place", PLACES, ids=lambda place: str(place.__name__))
@pytest.mark.parametrize("verb", ["verify", "verify --json", "replay", "import"])
def test_no_text_of_a_file_steers_the_terminal(
    verb: str, place: Callable[[Forgery], None], forgery: Forgery, tmp_path: Path
) -> None:
    place(forgery)
    path = tmp_path / "x.jsonl"
    path.write_bytes(forgery.whole().bytes())
    name, *options = verb.split()
    done = iacta(name, path, *options, *(["--data", tmp_path] if name == "import" else []))
    told = done.stdout + done.stderr
    assert done.exit_code in (0, 1)
    assert isinstance(done.exception, SystemExit | None)
    assert "\x1b" not in told
    if name == "verify" and place not in (in_a_command, in_an_effect):  # these are not repeated
        assert SHOWN in "".join(told.split()).replace("\\\\", "\\") or "\\x1b[2J" in told


@pytest.mark.parametrize("text", ["\x1b", "\x00", "\n", "\r", "\x7f", "\x9b", "\u202e", "\udcff"])
def test_every_steering_character_is_shown_by_its_number(text: str) -> None:
    assert plain(f"Alea{text}[b]") == f"Alea\\u{ord(text):04x}[b]"


def test_an_annotation_is_told_without_its_controls(forgery: Forgery, tmp_path: Path) -> None:
    effect = {"type": "annotated", "seq": 1, "text": f"one\n{HOSTILE}"}
    forgery.event(30).update(effects=[effect], draws=[])
    path = tmp_path / "x.jsonl"
    path.write_bytes(forgery.whole().bytes())
    told = iacta("replay", path, "--at", 30).stdout
    assert told == f"   30  On event 1: one\n       {SHOWN}\n"


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """A folder with somebody else's database."""
    with sqlite3.connect(tmp_path / "iacta.sqlite") as connection:
        connection.execute("CREATE TABLE theirs (x)")
    connection.close()
    return tmp_path


ON_A_DATABASE = ["fsck", "key", "restored", "rebuild", "export x", "replay x"]


@pytest.mark.parametrize("verb", [*ON_A_DATABASE, "fork x --at 1 --name y"])
def test_a_mistyped_folder_is_no_sound_database(verb: str, tmp_path: Path) -> None:
    typo = tmp_path / "typo"
    done = iacta(*verb.split(), "--data", typo)
    assert done.exit_code == 1
    assert "there is no Iacta database in" in " ".join(done.stderr.split())
    assert not typo.exists()


@pytest.mark.parametrize("verb", [*ON_A_DATABASE, "serve --port 0", "migrate"])
def test_a_database_of_somebody_else_is_left_alone(verb: str, foreign: Path) -> None:
    before = (foreign / "iacta.sqlite").read_bytes()
    done = iacta(*verb.split(), "--data", foreign)
    assert done.exit_code == 1
    assert "Iacta" in done.stderr
    assert (foreign / "iacta.sqlite").read_bytes() == before
    assert [one.name for one in foreign.iterdir()] == ["iacta.sqlite"]


def test_no_new_key_is_made_for_campaigns_that_are_signed(data: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    shutil.copytree(data, own)
    (own / "signing.key").unlink()
    done = iacta("key", "--data", own)
    assert done.exit_code == 1
    assert "is missing" in " ".join(done.stderr.split())
    assert not (own / "signing.key").exists()


def test_what_iacta_makes_is_for_its_user_alone(data: Path) -> None:
    assert data.stat().st_mode & 0o777 == 0o700
    assert (data / "iacta.sqlite").stat().st_mode & 0o777 == 0o600


def told_of(done: object) -> str:
    """A failure's one message; no traceback."""
    assert done.exit_code == 1
    assert isinstance(done.exception, SystemExit)
    return " ".join(done.stderr.split())


@pytest.mark.parametrize(
    ("name", "value", "what"),
    [
        ("IACTA_SIGNING_KEY", "zz", "IACTA_SIGNING_KEY is not 64 hex digits"),
        ("IACTA_SIGNING_KEY", "11", "IACTA_SIGNING_KEY is not 64 hex digits"),
        ("IACTA_LINKS_KEY", "zz", "IACTA_LINKS_KEY is not 64 hex digits"),
        ("IACTA_LINKS_KEY", "11" * 16, "IACTA_LINKS_KEY is not 64 hex digits"),
        ("IACTA_LINKS_KEY", "11" * 24, "IACTA_LINKS_KEY is not 64 hex digits"),
        ("IACTA_NAME", "a b", "a server's name has no blanks"),
        ("IACTA_DATABASE_URL", "mysql://x", "not one of SQLite or PostgreSQL"),
        ("IACTA_DATABASE_URL", "zz", "not one of SQLite or PostgreSQL"),
        ("IACTA_DATABASE_URL", "postgresql://h:zz/x", "not one of SQLite or PostgreSQL"),
        ("IACTA_DATABASE_URL", "sqlite:///a?b/x", "has no question mark"),
    ],
)
@pytest.mark.parametrize("verb", ["fsck", "serve --port 0"])
def test_a_malformed_setting_is_named(
    name: str, value: str, what: str, verb: str, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    assert what in told_of(iacta(*verb.split(), "--data", data))


def damaged_key(folder: Path) -> str:
    """A key that is none."""
    (folder / "signing.key").write_bytes(b"\xff\n")
    return "is not 64 hex digits"


def damaged_database(folder: Path) -> str:
    """A file that is no database."""
    (folder / "iacta.sqlite").write_bytes(b"no database" * 500)
    return "file is not a database"


def newer_database(folder: Path) -> str:
    """A schema that a later version made."""
    with sqlite3.connect(folder / "iacta.sqlite") as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'later'")
    connection.close()
    return "does not know the database's schema later"


@pytest.mark.parametrize("damage", [damaged_key, damaged_database, newer_database])
@pytest.mark.parametrize("verb", ["fsck", "serve --port 0"])
def test_a_damaged_folder_is_told_in_one_line(
    damage: Callable[[Path], str], verb: str, data: Path, tmp_path: Path
) -> None:
    own = tmp_path / "own"
    shutil.copytree(data, own)
    what = damage(own)
    assert what in told_of(iacta(*verb.split(), "--data", own))


def test_what_the_system_does_not_allow_is_told(data: Path, campaign: str, tmp_path: Path) -> None:
    afile = tmp_path / "afile"
    afile.write_text("x")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = iacta("serve", "--port", port, "--data", data)
    assert f"cannot listen on 127.0.0.1:{port}" in told_of(done)
    for arguments in [
        ("serve", "--host", "\udcff", "--data", data),
        ("serve", "--port", 0, "--data", afile),
        ("fsck", "--data", afile),
        ("fork", campaign, "--at", 1, "--name", "\udcff", "--data", data),
        ("fork", campaign, "--at", 1, "--name", "x", "--reason", "\udcff", "--data", data),
        ("export", campaign, "-o", tmp_path / "none" / "x", "--data", data),
        ("replay", tmp_path),
        ("verify", tmp_path),
        ("verify", "[/x].jsonl"),
        ("openapi", "--check", tmp_path / "none"),
    ]:
        assert told_of(iacta(*arguments)).startswith("error: ")


@pytest.mark.parametrize("port", ["-1", "65536"])
def test_a_port_that_is_none_is_refused(port: str, data: Path) -> None:
    assert iacta("serve", "--port", port, "--data", data).exit_code == 2
