"""`verify`, `export`, `import`, `fork`, `replay` on the command line."""

import gzip
import json
import secrets
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from iacta.service.cli import play
from iacta.service.cli.common import open_engine
from iacta.service.cli.main import app
from iacta.service.systems import discover


def iacta(*arguments: object) -> Result:
    """Run a command."""
    return CliRunner().invoke(app, [str(one) for one in arguments])


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a server that has played a campaign of 30 events."""
    folder = tmp_path_factory.mktemp("cli") / "data"
    with open_engine(folder, create=True) as engine:
        row = play.create(engine, "civil-war", "table", "Alea")
        game = play.play(engine, row.id, discover()["civil-war"], "random", secrets.randbelow)
        for _ in range(29):
            row = next(game)
    (folder / "id").write_text(row.id)
    return folder


@pytest.fixture(scope="module")
def campaign(data: Path) -> str:
    """The campaign's id."""
    return (data / "id").read_text()


@pytest.fixture
def capsule(data: Path, campaign: str, tmp_path: Path) -> Path:
    """The campaign as a file."""
    path = tmp_path / "alea.jsonl"
    assert iacta("export", campaign, "-o", path, "--data", data).exit_code == 0
    return path


def key_of(data: Path) -> str:
    """The server's verifier key."""
    return iacta("key", "--data", data).stdout.strip()


def test_a_saved_campaign_verifies_with_the_servers_key(data: Path, capsule: Path) -> None:
    done = iacta("verify", capsule, "--key", key_of(data), "--json")
    report = json.loads(done.stdout)
    assert done.exit_code == 0
    assert report["ok"]
    results = {check["number"]: check["result"] for check in report["checks"]}
    assert results == {**dict.fromkeys(range(1, 11), "pass"), 7: "not-run"}
    assert report["counts"]["events"] == 30


def test_without_a_key_from_elsewhere_the_signature_is_not_confirmed(capsule: Path) -> None:
    done = iacta("verify", capsule)
    assert done.exit_code == 0
    assert "not confirmed" in done.stdout


def test_a_gzipped_capsule_verifies_alike(data: Path, capsule: Path, tmp_path: Path) -> None:
    packed = tmp_path / "alea.jsonl.gz"
    packed.write_bytes(gzip.compress(capsule.read_bytes()))
    assert iacta("verify", packed, "--key", key_of(data)).exit_code == 0


def test_an_edited_face_fails_with_the_name_of_the_check(capsule: Path) -> None:
    text = capsule.read_text()
    face = text.index('"die":"d6","face":') + len('"die":"d6","face":')
    other = str(int(text[face]) % 6 + 1)
    capsule.write_text(text[:face] + other + text[face + 1 :])
    done = iacta("verify", capsule)
    assert done.exit_code == 1
    assert "check 3, Every hash and link" in " ".join(done.stderr.split())


def test_an_older_checkpoint_catches_a_log_that_was_cut(
    data: Path, campaign: str, capsule: Path, tmp_path: Path
) -> None:
    note = json.loads(capsule.read_text().splitlines()[-1])["checkpoint"]
    mailed = tmp_path / "mailed.txt"
    mailed.write_text("".join(f"> {line}\r\n" for line in note.splitlines()))
    fork = json.loads(
        iacta("fork", campaign, "--at", 5, "--name", "b", "--data", data, "--json").stdout
    )["id"]
    short = tmp_path / "short.jsonl"
    iacta("export", fork, "-o", short, "--data", data)
    assert iacta("verify", capsule, "--checkpoint", mailed).exit_code == 0
    cut = iacta("verify", short, "--checkpoint", mailed)
    assert cut.exit_code == 1
    assert "check 8" in cut.stderr


@pytest.mark.parametrize("content", [b"", b"\n", b"{}\n", b"\xff\xfe", b"c2sp.org/tlog-proof@v1\n"])
def test_what_is_no_capsule_fails_and_says_so(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    done = iacta("verify", path)
    assert done.exit_code == 1
    assert "check 1" in done.stderr


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    done = iacta("verify", tmp_path / "none.jsonl")
    assert done.exit_code == 1
    assert "none.jsonl" in "".join(done.stderr.split())


def test_an_import_is_kept_once_and_played_on_by_a_fork(capsule: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "other"
    first = json.loads(iacta("import", capsule, "--data", elsewhere, "--json").stdout)
    again = json.loads(iacta("import", capsule, "--data", elsewhere, "--json").stdout)
    assert first["new"]
    assert again == {"id": first["id"], "new": False}
    fork = iacta("fork", first["id"], "--at", 30, "--name", "on", "--data", elsewhere, "--json")
    made = json.loads(fork.stdout)
    assert set(made["tokens"]) == {"referee", "observer"}
    assert set(made["invitations"]) == {"caesarian", "republican"}
    assert iacta("fsck", "--data", elsewhere).exit_code == 0


def test_a_forged_capsule_is_not_taken_in(capsule: Path, tmp_path: Path) -> None:
    text = capsule.read_text()
    capsule.write_text(text.replace('"entropy":"', '"entropy":"x', 1))
    done = iacta("import", capsule, "--data", tmp_path / "other")
    assert done.exit_code == 1
    assert "check 3" in done.stderr


def test_an_export_to_standard_output_is_the_same_file(
    data: Path, campaign: str, capsule: Path
) -> None:
    done = iacta("export", campaign, "--data", data)
    assert done.stdout_bytes == capsule.read_bytes()


def test_replay_tells_every_event_where_nobody_watches(capsule: Path) -> None:
    told = iacta("replay", capsule).stdout
    assert told.startswith("    1  A campaign of Roman civil war is created")
    assert "\n   30  " in told
    assert "[d6: " in told
    assert iacta("replay", capsule, "--at", 30).stdout.startswith("   30  ")


@pytest.mark.parametrize(
    "command", [("export", "x"), ("fork", "x", "--at", 1, "--name", "y"), ("replay", "x")]
)
def test_a_campaign_that_is_not_there_is_named(command: tuple[object, ...], data: Path) -> None:
    done = iacta(*command, "--data", data)
    assert done.exit_code == 1
    assert "there is no campaign x" in " ".join(done.stderr.split())


@pytest.mark.parametrize("audience", ["nope", "seat:nope", "seat:", "seat:caesarian\n", ""])
def test_no_capsule_is_made_for_an_audience_that_is_none(
    audience: str, data: Path, campaign: str, tmp_path: Path
) -> None:
    path = tmp_path / "x.jsonl"
    done = iacta("export", campaign, "--audience", audience, "-o", path, "--data", data)
    assert done.exit_code == 1
    assert "there is no audience" in done.stderr
    assert not path.exists()


@pytest.mark.parametrize("audience", ["public", "observer", "referee", "seat:caesarian"])
def test_a_capsule_names_its_audience(audience: str, data: Path, campaign: str) -> None:
    made = iacta("export", campaign, "--audience", audience, "--data", data).stdout
    said = "public" if audience == "observer" else audience
    assert json.loads(made.splitlines()[0])["audience"] == said


@pytest.mark.parametrize("audience", ["nope", "seat:", "seat:A", "public\n", ""])
def test_a_head_with_another_audience_is_not_of_the_form(audience: str, capsule: Path) -> None:
    head, _, rest = capsule.read_text().partition("\n")
    changed = {**json.loads(head), "audience": audience}
    capsule.write_text(json.dumps(changed, sort_keys=True, separators=(",", ":")) + "\n" + rest)
    done = iacta("verify", capsule)
    assert done.exit_code == 1
    assert "check 1, Strict parsing and shapes: line 1" in " ".join(done.stderr.split())


@pytest.mark.parametrize(
    ("name", "reason"), [("", ""), ("x\x1b", ""), ("x" * 81, ""), ("x", "y" * 2001)]
)
def test_a_fork_has_a_name_and_a_reason_as_over_http(
    name: str, reason: str, data: Path, campaign: str
) -> None:
    done = iacta(
        "fork", campaign, "--at", 5, "--name", name, "--reason", reason, "--data", data, "--json"
    )
    assert done.exit_code == 1
    assert "invalid-request" in done.stderr


def test_export_html_writes_a_page(data: Path, campaign: str, tmp_path: Path) -> None:
    path = tmp_path / "alea.html"
    assert iacta("export", campaign, "--html", "-o", path, "--data", data).exit_code == 0
    assert path.read_text(encoding="utf-8").startswith("<!doctype html>")
    refused = iacta("export", campaign, "--html", "--no-steps", "--data", data)
    assert refused.exit_code == 2
