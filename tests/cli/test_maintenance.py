"""`fsck`, `rebuild`, `migrate`, `restored`, `openapi`, `key`, `demo` on the command line."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa

from iacta.domain.kernel.campaign import commands as cmd
from iacta.domain.kernel.campaign import effects as fx
from iacta.service.campaigns import genesis
from iacta.service.campaigns.engine import Batch
from iacta.service.cli import play
from iacta.service.cli.common import open_engine
from iacta.service.errors import Unusable
from iacta.service.store import migrate
from iacta.service.store.database import Database
from iacta.service.store.schema import metadata
from tests.cli.test_files import campaign, data, iacta
from tests.support.servers import IACTA, rows, serving, sqlite_url, unchanged

ROOT = Path(__file__).parents[2]
__all__ = ["campaign", "data"]


@pytest.fixture
def own(data: Path, tmp_path: Path) -> Path:
    """A copy of the server's folder, to damage."""
    folder = tmp_path / "own"
    shutil.copytree(data, folder)
    return folder


def change(folder: Path, statement: str) -> None:
    """Damage the database."""
    engine = sa.create_engine(sqlite_url(folder), poolclass=sa.NullPool)
    with engine.begin() as connection:
        assert connection.exec_driver_sql(statement).rowcount > 0
    engine.dispose()


def test_a_sound_database_has_no_faults(data: Path) -> None:
    done = iacta("fsck", "--data", data, "--json")
    assert done.exit_code == 0
    assert json.loads(done.stdout)["faults"] == []


FLIPPED = "CAST(replace(CAST(record AS TEXT), '\"v\":1', '\"v\":2') AS BLOB)"


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        (f"UPDATE events SET record = {FLIPPED} WHERE seq = 7", "its record is malformed"),
        (
            "UPDATE events SET hash = substr(hash, 2) || '0' WHERE seq = 7",
            "its hash or its link",
        ),
        ("DELETE FROM events WHERE seq = 7", "its hash or its link"),
        ("DELETE FROM events WHERE seq = 30", "the head is not the last event"),
        ("UPDATE shards SET pos = pos + 1", "last position"),
        (
            "UPDATE campaigns SET hash = substr(hash, 2) || substr(hash, 1, 1)",
            "the head is not the last event",
        ),
        ("UPDATE campaigns SET frontier = x'00'", "the head is not the last event"),
        ("UPDATE campaigns SET checkpoint = ''", "the checkpoint is malformed"),
        ("UPDATE chains SET used = used + 1 WHERE chain = 'open'", "links of the open chain"),
        ("UPDATE chains SET stored = x'00' WHERE chain = 'sealed'", "links of the sealed chain"),
        ("DELETE FROM chains WHERE chain = 'open'", "links of the open chain are missing"),
        ("DELETE FROM rolls WHERE seq = 2", "the rolls are not those of the log"),
        ("UPDATE listing SET status = 'concluded'", "the list's row is not that of the campaign"),
    ],
)
def test_fsck_finds_damage_and_says_where(own: Path, statement: str, what: str) -> None:
    change(own, statement)
    done = iacta("fsck", "--data", own)
    assert done.exit_code == 1
    assert what in done.stdout


def test_rebuilt_projections_are_those_that_were_live(own: Path) -> None:
    before = rows(sqlite_url(own))
    for table in ("listing", "rolls"):
        change(own, f"DELETE FROM {table}")
    assert iacta("rebuild", "--data", own).exit_code == 0
    assert rows(sqlite_url(own)) == before


def test_what_cannot_be_rebuilt_is_named_and_left_and_the_others_are_rebuilt(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "own"
    with open_engine(folder, create=True) as engine:
        damaged, elsewhere, sound = (
            play.create(engine, "civil-war", "table", "Alea").id for _ in range(3)
        )
    before = rows(sqlite_url(folder))["listing"]
    change(folder, f"UPDATE events SET record = x'00' WHERE campaign_id = '{damaged}'")
    change(folder, f"UPDATE campaigns SET system = 'gone' WHERE id = '{elsewhere}'")
    change(folder, f"DELETE FROM listing WHERE campaign_id = '{sound}'")
    done = iacta("rebuild", "--data", folder)
    assert done.exit_code == 1
    said = " ".join(done.stdout.split())
    assert f"{damaged} is left as it is: its log does not fold" in said
    assert f"{elsewhere} is left as it is: the game 'gone' is not installed" in said
    assert "1 of 3 campaigns" in said
    assert rows(sqlite_url(folder))["listing"] == before


def test_a_restored_backup_is_read_only_until_forked(own: Path, campaign: str) -> None:
    assert "1 campaigns are read-only" in iacta("restored", "--data", own).stdout
    fork = iacta("fork", campaign, "--at", 30, "--name", "on", "--data", own, "--json")
    assert fork.exit_code == 0
    engine = sa.create_engine(sqlite_url(own), poolclass=sa.NullPool)
    with engine.connect() as connection:
        kinds = connection.execute(sa.text("SELECT kind FROM campaigns ORDER BY id")).scalars()
        assert list(kinds) == ["read-only", "live"]
    engine.dispose()


def held_against_an_objection(folder: Path) -> str:
    """A campaign that is over, whose one held seat objects to opening its seals; no grace."""
    create = cmd.Create("samnite-wars", "standard", options={"seal_grace": 0})

    def found(batch: Batch) -> Callable[[], str]:
        made = genesis.create(batch, create, "Alea", "public")
        row = batch.tx.campaign(made.id)
        assert row is not None
        claim, claimed = cmd.Claim("fabius"), fx.SeatClaimed("fabius")
        genesis.record(batch, row, "seat:fabius", claim, claimed)
        return lambda: row.id

    with open_engine(folder, create=True) as engine:
        campaign_id: str = engine.submit(found, alone=True).result()
        for role, command in (
            ("referee", {"type": "samnite-wars.set-up"}),
            ("referee", {"type": "campaign.conclude", "reason": "A test."}),
            ("seat:fabius", {"type": "campaign.open-seals", "agree": "object"}),
        ):
            play.send(engine, campaign_id, role, command, "")
    return campaign_id


def test_the_operator_opens_seals_that_a_seat_keeps_closed(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    campaign_id = held_against_an_objection(folder)
    with unchanged(sqlite_url(folder)):
        assert iacta("open-seals", "nowhere", "--data", folder).exit_code == 1
    for _ in range(2):  # the same event answers again
        done = iacta("open-seals", campaign_id, "--data", folder)
        assert (done.exit_code, done.stdout) == (0, "the seals are open\n")
    exported = iacta("export", campaign_id, "--data", folder, "-o", tmp_path / "a.jsonl")
    assert exported.exit_code == 0
    last = json.loads((tmp_path / "a.jsonl").read_text().splitlines()[-3])["event"]
    assert (last["by"], last["effects"][0]["type"]) == ("service", "seals-opened")
    assert iacta("fsck", "--data", folder).exit_code == 0


def test_the_operator_opens_nothing_before_the_end(own: Path, campaign: str) -> None:
    with unchanged(sqlite_url(own)):
        done = iacta("open-seals", campaign, "--data", own)
    assert done.exit_code == 1
    assert "when the campaign is over" in done.stderr


def test_migrating_makes_the_schema_and_may_be_repeated(tmp_path: Path) -> None:
    first = iacta("migrate", "--data", tmp_path / "new")
    again = iacta("migrate", "--data", tmp_path / "new")
    assert first.exit_code == again.exit_code == 0
    assert first.stdout == again.stdout
    engine = sa.create_engine(sqlite_url(tmp_path / "new"), poolclass=sa.NullPool)
    assert set(sa.inspect(engine).get_table_names()) == {*metadata.tables, "alembic_version"}
    engine.dispose()


def test_migrating_closes_the_database_though_it_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[Database] = []

    def fail(_: Database) -> None:
        raise Unusable("the schema is of somebody else")

    monkeypatch.setattr(migrate, "upgrade", fail)
    monkeypatch.setattr(Database, "close", lambda database: closed.append(database))
    assert "somebody else" in iacta("migrate", "--data", tmp_path / "new").stderr
    assert len(closed) == 1


def test_the_committed_contract_is_the_generated_one(tmp_path: Path) -> None:
    assert iacta("openapi", "--check", ROOT / "openapi/openapi.json").exit_code == 0
    written = tmp_path / "openapi.json"
    assert iacta("openapi", "--output", written).exit_code == 0
    assert iacta("openapi").stdout_bytes == written.read_bytes()
    written.write_bytes(written.read_bytes().replace(b"Iacta", b"Jacta", 1))
    assert iacta("openapi", "--check", written).exit_code == 1


def test_the_key_is_made_once_and_kept_private(tmp_path: Path) -> None:
    with open_engine(tmp_path, create=True):
        pass
    first = iacta("key", "--data", tmp_path).stdout
    assert iacta("key", "--data", tmp_path).stdout == first
    assert json.loads(iacta("key", "--data", tmp_path, "--json").stdout)["key"] == first.strip()
    assert (tmp_path / "signing.key").stat().st_mode & 0o077 == 0


def test_the_demo_plays_serves_and_answers() -> None:
    """In a process of its own: an event loop that takes signals wants the main thread."""
    order = [IACTA, "demo", "--once", "--events", "60"]
    done = subprocess.run(order, capture_output=True, text=True, timeout=120, check=False)
    lines = done.stdout.splitlines()
    assert done.returncode == 0, done.stderr
    assert lines[0].startswith("ready http://127.0.0.1:")
    assert [line.split()[0] for line in lines[1:]] == [
        "everyone",
        "referee",
        "seat:caesarian",
        "seat:republican",
        "checked",
    ]


@pytest.mark.parametrize(
    ("option", "value"), [("--system", "go"), ("--scenario", "mars"), ("--bot", "hannibal")]
)
def test_the_demo_names_what_there_is(option: str, value: str) -> None:
    done = iacta("demo", "--once", option, value)
    assert done.exit_code == 1
    assert "there are:" in " ".join(done.stderr.split())


def test_serve_says_where_it_answers_and_how_a_referee_begins(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        assert server.url.startswith("http://127.0.0.1:")
        assert server.end() == 0


@pytest.mark.parametrize(
    "verb",
    [
        "serve",
        "demo",
        "verify",
        "export",
        "import",
        "fork",
        "replay",
        "fsck",
        "migrate",
        "openapi",
        "key",
        "open-seals",
        "rebuild",
        "restored",
        "backup",
        "mark",
    ],
)
def test_every_verb_explains_itself(verb: str) -> None:
    done = iacta(verb, "--help")
    assert done.exit_code == 0
    assert len(done.stdout.split()) > 12
