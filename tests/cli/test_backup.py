"""`backup`, `restored`, `mark`: a server that is put back knows that it was put back."""

import json
import os
import shutil
import sqlite3
import stat
import subprocess
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.engine import make_url

from iacta.service.cli.common import open_engine
from iacta.service.settings import from_environment
from tests.cli.test_files import iacta
from tests.support import postgres
from tests.support.play import Game, bearer, desk
from tests.support.servers import DEADLINE, Process, served, serving

NOTE = {"command": {"type": "campaign.annotate", "seq": 1, "text": "x"}}


def playing(game: Game, count: int) -> dict[str, Any]:
    """Some events; the last answer."""
    made: dict[str, Any] = {}
    for _ in range(count):
        made = game.do("referee", "campaign.annotate", seq=1, text="x")
    return made


class Playing:
    """A client that plays on without a pause."""

    def __init__(self, url: str, game: Game) -> None:
        self._url, self._game = url, game
        self._stop, self._begun = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._play)

    def __enter__(self) -> None:
        self._thread.start()
        assert self._begun.wait(DEADLINE)

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join(DEADLINE)

    def _play(self) -> None:
        with httpx.Client(base_url=self._url, headers=bearer(self._game.tokens["referee"])) as http:
            while not self._stop.is_set():
                answer = http.post(f"{self._game.path}/commands", json=NOTE, timeout=DEADLINE)
                assert answer.status_code == 201
                self._begun.set()


def modes(folder: Path) -> set[int]:
    """How readable the files of a folder are."""
    return {stat.S_IMODE(one.stat().st_mode) for one in folder.iterdir()}


def put_back(data: Path, copy: Path) -> None:
    """As the page on operations says: the copy in place of the data, with the mark of before."""
    data.rename(data.with_name("old"))
    shutil.copytree(copy, data)
    shutil.copy(data.with_name("old") / "mark", data / "mark")


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Game]:
    """A folder with the data, a copy that was made while a client played, and the game."""
    folder = tmp_path_factory.mktemp("backup")
    data = folder / "data"
    with serving(data, "--quiet") as server, httpx.Client(base_url=server.url) as http:
        game = desk(http)
        with Playing(server.url, game):
            done = iacta("backup", folder / "copies" / "one", "--data", data)
        assert done.exit_code == 0, done.stderr
        playing(game, 5)
    return folder, game


@pytest.fixture
def played(once: tuple[Path, Game], tmp_path: Path) -> tuple[Path, Path, Game]:
    """The data five events on, the copy, the game: to be changed."""
    shutil.copytree(once[0], tmp_path, dirs_exist_ok=True)
    return tmp_path / "data", tmp_path / "copies" / "one", once[1]


def test_a_copy_is_whole_private_and_without_the_mark(played: tuple[Path, Path, Game]) -> None:
    data, copy, _ = played
    assert {one.name for one in copy.iterdir()} == {"iacta.sqlite", "signing.key"}
    assert modes(copy) == {0o600}
    assert stat.S_IMODE(copy.stat().st_mode) == 0o700
    assert (copy / "signing.key").read_bytes() == (data / "signing.key").read_bytes()
    checked = json.loads(iacta("fsck", "--data", copy, "--json").stdout)
    assert checked["ok"]
    assert "a copy of" in checked["lost"][0]["what"]


@pytest.mark.parametrize("with_mark", [True, False])
def test_a_restored_copy_is_read_only_and_says_why(
    played: tuple[Path, Path, Game], with_mark: bool
) -> None:
    """Nobody needs to run anything; without the mark of before it is no different."""
    data, copy, game = played
    put_back(data, copy)
    if not with_mark:
        (data / "mark").unlink()
    with serving(data, "--quiet") as server, httpx.Client(base_url=server.url) as http:
        game.http = http
        assert game.campaign()["status"] == "read-only"
        assert game.send("referee", "campaign.annotate", seq=1, text="x").status_code == 409
        ready = http.get("/health/ready").json()
        assert ready["status"] == "ready"
        assert "restored" in ready["detail"]
        fork = game.post("referee", "/forks", {"at": game.seq, "name": "On"})
        assert fork.status_code == 201
        playing(Game(http, fork.json()), 2)
    logged = [json.loads(line) for line in server.log.read_text().splitlines()]
    (warned,) = [one for one in logged if one["level"] == "warning"]
    assert warned["copied"]
    assert warned["read_only"] == 1
    checked = iacta("fsck", "--data", data)
    assert checked.exit_code == 0, checked.stdout
    assert ("is read-only: its log ends here" in checked.stdout) is with_mark


def test_a_database_without_its_log_draws_no_die_again(tmp_path: Path) -> None:
    """The commonest mistake: only `iacta.sqlite` is copied, and its end is beside it."""
    data = tmp_path / "data"
    with served(data) as server, httpx.Client(base_url=server.url) as http:
        game = desk(http)
        playing(game, 3)
    server = Process(data, "--quiet")
    with httpx.Client(base_url=server.url) as http:
        game.http = http
        signed = playing(game, 5)["head"]["seq"]
        server.kill()
    for end in ("-wal", "-shm"):
        (data / f"iacta.sqlite{end}").unlink()
    checked = iacta("fsck", "--data", data)
    assert checked.exit_code == 1
    assert f"event {signed} was signed" in checked.stdout
    with served(data) as server, httpx.Client(base_url=server.url) as http:
        game.http = http
        assert game.seq < signed
        assert game.campaign()["status"] == "read-only"
        assert game.send("referee", "civil-war.roll-year-event").status_code == 409


def test_postgres_is_copied_and_restored_with_its_own_tools(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{postgres.tools()}{os.pathsep}{os.environ['PATH']}")
    data, copy, url = tmp_path / "data", tmp_path / "copy", postgres.new_database()
    monkeypatch.setenv("IACTA_DATABASE_URL", url)
    assert iacta("migrate", "--data", data).exit_code == 0
    with served(data) as server, httpx.Client(base_url=server.url) as http:
        game = desk(http)
        with Playing(server.url, game):
            done = iacta("backup", copy, "--data", data)
        assert done.exit_code == 0, done.stderr
        playing(game, 5)
    assert {one.name for one in copy.iterdir()} == {"iacta.sql", "signing.key"}
    assert modes(copy) == {0o600}
    last = (copy / "iacta.sql").read_text().splitlines()[-1]
    assert last.startswith('INSERT INTO "public"."facts" (name, value) VALUES (\'copied\'')
    restored = postgres.new_database()
    into = make_url(restored).set(drivername="postgresql").render_as_string(False)
    whole = ["--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"]
    command = ["psql", *whole, f"--dbname={into}", f"--file={copy / 'iacta.sql'}"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    monkeypatch.setenv("IACTA_DATABASE_URL", restored)
    assert iacta("backup", tmp_path / "second", "--data", data).exit_code == 0
    again = postgres.new_database()
    into = make_url(again).set(drivername="postgresql").render_as_string(False)
    command = ["psql", *whole, f"--dbname={into}", f"--file={tmp_path / 'second' / 'iacta.sql'}"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with served(data) as server, httpx.Client(base_url=server.url) as http:
        game.http = http
        assert game.campaign()["status"] == "read-only"
        assert "restored" in http.get("/health/ready").json()["detail"]
    assert iacta("fsck", "--data", data).exit_code == 0
    for one in (url, restored, again):
        postgres.drop_database(one)


def test_without_its_tool_a_copy_of_postgres_is_refused_and_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.new_database()
    monkeypatch.setenv("IACTA_DATABASE_URL", url)
    assert iacta("migrate", "--data", tmp_path / "data").exit_code == 0
    with open_engine(tmp_path / "data"):
        pass
    monkeypatch.setenv("PATH", str(tmp_path))
    done = iacta("backup", tmp_path / "copy", "--data", tmp_path / "data")
    assert done.exit_code == 1
    assert "pg_dump was not found" in " ".join(done.stderr.split())
    assert {one.name for one in tmp_path.iterdir()} <= {"data"}
    postgres.drop_database(url)


def test_a_copy_never_goes_over_another(tmp_path: Path) -> None:
    with open_engine(tmp_path / "data", create=True):
        pass
    (tmp_path / "copy").mkdir()
    assert iacta("backup", tmp_path / "copy", "--data", tmp_path / "data").exit_code == 0
    again = iacta("backup", tmp_path / "copy", "--data", tmp_path / "data")
    assert again.exit_code == 1
    assert "already exists" in " ".join(again.stderr.split())
    assert [one.name for one in tmp_path.iterdir() if one.name.startswith(".")] == []


def test_a_copy_of_a_copy_is_stamped_once(played: tuple[Path, Path, Game], tmp_path: Path) -> None:
    """Nobody was started on the first one, so it still says that it is a copy."""
    _, copy, _ = played
    done = iacta("backup", tmp_path / "second", "--data", copy)
    assert done.exit_code == 0, done.stderr
    first, second = (
        json.loads(iacta("fsck", "--data", one, "--json").stdout)["lost"][0]["what"]
        for one in (copy, tmp_path / "second")
    )
    assert second.startswith("a copy of")
    assert second > first, "of its own time"


def test_a_server_without_its_mark_reads_until_the_mark_is_accepted(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with served(data) as server, httpx.Client(base_url=server.url) as http:
        game = desk(http)
    (data / "mark").unlink()
    with serving(data, "--quiet") as server, httpx.Client(base_url=server.url) as http:
        game.http = http
        assert game.campaign()["status"] == "open"
        refused = game.send("referee", "campaign.annotate", seq=1, text="x")
        ready = http.get("/health/ready")
        assert (refused.status_code, ready.status_code) == (503, 503)
        assert "iacta mark --accept" in ready.json()["detail"]
        assert not (data / "mark").exists()
        assert iacta("mark", "--data", data).exit_code == 1
        assert iacta("mark", "--accept", "--data", data).exit_code == 0
        playing(game, 1)
        assert http.get("/health/ready").json()["status"] == "ready"
    assert '"read-only"' in server.log.read_text()
    again = iacta("mark", "--accept", "--data", data)
    assert again.exit_code == 1
    assert "nothing to accept" in " ".join(again.stderr.split())
    shown = json.loads(iacta("mark", "--data", data, "--json").stdout)
    assert (shown["position"], shown["lost"], shown["short"]) == (2, 0, [])


def test_restored_is_the_other_answer_to_a_missing_mark(
    played: tuple[Path, Path, Game],
) -> None:
    data, _, game = played
    (data / "mark").unlink()
    assert "1 campaigns are read-only" in iacta("restored", "--data", data).stdout
    assert (data / "mark").exists()
    with served(data) as server, httpx.Client(base_url=server.url) as http:
        game.http = http
        assert game.campaign()["status"] == "read-only"


def test_what_was_made_read_only_by_mistake_is_taken_back(
    played: tuple[Path, Path, Game],
) -> None:
    data, _, game = played
    assert iacta("restored", "--data", data).exit_code == 0
    done = iacta("restored", "--undo", "--data", data)
    assert done.stdout == f"{game.id} is live again\n"
    with served(data) as server, httpx.Client(base_url=server.url) as http:
        game.http = http
        playing(game, 1)
    assert iacta("restored", "--data", data).exit_code == 0
    fork = iacta("fork", game.id, "--at", 2, "--name", "On", "--data", data)
    assert fork.exit_code == 0
    refused = iacta("restored", game.id, "--undo", "--data", data)
    assert refused.exit_code == 1
    assert "was forked" in refused.stdout


def test_a_checkpoint_that_somebody_kept_is_held_against_the_log(
    played: tuple[Path, Path, Game], tmp_path: Path
) -> None:
    data, copy, game = played
    with served(data) as server:
        token = bearer(game.tokens["referee"])
        kept = httpx.get(f"{server.url}{game.path}/checkpoint", headers=token).text
    paper = tmp_path / "checkpoint.txt"
    paper.write_text(kept)
    good = iacta("mark", "--checkpoint", paper, "--data", data)
    assert (good.exit_code, "the log is the one that was signed" in good.stdout) == (0, True), (
        good.stdout
    )
    with closing(sqlite3.connect(copy / "iacta.sqlite")) as database:
        database.execute("DELETE FROM facts WHERE name = 'copied'")
        database.commit()
    assert iacta("mark", "--accept", "--data", copy).exit_code == 0
    forged = tmp_path / "forged.txt"
    forged.write_text(kept.replace("\n— ", "\n— x"))
    for file, closed in ((forged, False), (paper, True)):
        found = iacta("mark", "--checkpoint", file, "--data", copy)
        assert ("it is read-only now" in found.stdout) is closed


def test_the_mark_is_where_the_environment_says() -> None:
    named = from_environment({"IACTA_DATA": "/x", "IACTA_MARK": "/y/mark"})
    assert named.mark_file == Path("/y/mark")
    assert from_environment({"IACTA_DATA": "/x"}).mark_file == Path("/x/mark")


@pytest.mark.parametrize("draws", [False, True])
def test_what_a_file_brought_back_is_made_live_only_where_nothing_is_missing(
    tmp_path: Path, draws: bool
) -> None:
    """A capsule has the lost events, and neither the links that come next nor what is hidden."""
    data, copy, later = tmp_path / "data", tmp_path / "copy", tmp_path / "later.jsonl"
    with served(data) as server, httpx.Client(base_url=server.url) as http:
        game = desk(http)
        assert iacta("backup", copy, "--data", data).exit_code == 0
        playing(game, 2)
        if draws:
            game.do("referee", "civil-war.roll-year-event")
        later.write_bytes(game.get("referee", "/capsule").content)
    put_back(data, copy)
    assert iacta("import", later, "--data", data).exit_code == 0
    done = iacta("restored", "--undo", "--data", data)
    assert done.exit_code == int(draws), done.stdout
    assert ("fork it" in done.stdout) is draws
    assert iacta("fsck", "--data", data).exit_code == 0
    with served(data) as server, httpx.Client(base_url=server.url) as http:
        game.http = http
        assert game.campaign()["status"] == ("read-only" if draws else "open")
        if not draws:
            game.do("referee", "civil-war.roll-year-event")
