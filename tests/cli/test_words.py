"""What the command line says: of a receipt, an older checkpoint, closed seals, its version."""

import importlib.metadata
import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from iacta.service.campaigns.capsule import SEALS_CLOSED
from iacta.service.cli.main import app
from tests.support import chronicles
from tests.support.keys import SIGNER
from tests.support.play import ADJUDICATE
from tests.support.table import Table
from tests.systems.tally import SYSTEM


def iacta(*arguments: object) -> Result:
    """Run a command."""
    return CliRunner().invoke(app, [str(one) for one in arguments])


def words(text: str) -> str:
    """What is said, whatever the width of the terminal."""
    return " ".join(text.split())


@pytest.fixture(scope="module")
def desk() -> Table:
    """A civil war's desk: an order by the referee for a seat, and dice that were entered."""
    from iacta.domain.kernel.campaign.requests import Entered
    from iacta.service.systems import discover

    table = Table.found(
        discover()["civil-war"], "table", options={"entered_dice": True, "referee_sees": "all"}
    )
    table.do("referee", "civil-war.roll-year-event", entropy="alea")
    entered = Entered("rolled at the club, seen by Marcus", (2,))
    table.do("referee", "civil-war.adjudicate-combat", entered=entered, **ADJUDICATE)
    return table


def receipt(table: Table, seq: int, folder: Path) -> Path:
    path = folder / "roll.receipt"
    path.write_text(table.receipt(seq))
    return path


def test_a_receipt_says_who_rolled_what_and_when_before_its_checks(
    desk: Table, tmp_path: Path
) -> None:
    event = desk.events[1].event
    done = iacta("verify", receipt(desk, 2, tmp_path), "--key", SIGNER.key.text())
    assert done.exit_code == 0, done.output
    said, _, checks = done.stdout.partition("Strict parsing")
    assert "pass" in checks
    assert f"event 2 of campaign {event.campaign}" in words(said)
    assert "sent by the referee" in words(said)
    assert event.at in said
    assert "(civil-war.roll-year-event)" in said
    die = event.draws[0]["dice"][0]
    shown = f"rolled {die['die']} for {die['for']}: {die['face']} (with the sender's entropy)"
    assert shown in words(said)


def test_a_receipt_of_entered_dice_names_their_witness(desk: Table, tmp_path: Path) -> None:
    said = words(iacta("verify", receipt(desk, 3, tmp_path)).stdout)
    assert ": 2 (entered by hand, not proven) witness rolled at the club, seen by Marcus" in said


def test_a_receipt_tells_scripts_the_same(desk: Table, tmp_path: Path) -> None:
    told = json.loads(iacta("verify", receipt(desk, 3, tmp_path), "--json").stdout)["event"]
    event = desk.events[2].event
    assert (told["seq"], told["at"], told["by"], told["for"]) == (3, event.at, "referee", "")
    assert told["command"] == "civil-war.adjudicate-combat"
    assert [(one["face"], one["class"]) for one in told["dice"]] == [(2, "entered")]
    assert told["witnesses"] == ["rolled at the club, seen by Marcus"]


def test_a_receipt_names_seats_and_keeps_sealed_faces(tmp_path: Path) -> None:
    table = chronicles.live()
    seen = set()
    for made in table.events:
        said = words(iacta("verify", receipt(table, made.event.seq, tmp_path)).stdout)
        assert f"event {made.event.seq} of" in said
        if made.event.by.startswith("seat:"):
            assert f"({made.event.by})" in said or made.event.by in said
        if any(draw["chain"] == "sealed" for draw in made.event.draws):
            seen.add("sealed")
            assert "dice whose faces are sealed" in said
        if not made.event.draws:
            assert "rolled nothing" in said
    assert seen == {"sealed"}


def test_a_receipt_that_was_changed_is_still_told_as_what_it_says(
    desk: Table, tmp_path: Path
) -> None:
    path = receipt(desk, 2, tmp_path)
    path.write_text(path.read_text().replace("index 1", "index 0"))
    done = iacta("verify", path)
    assert done.exit_code == 1
    assert "The receipt is for event 2" in words(done.stdout)
    path.write_text(path.read_text().replace("extra ", "extra A"))
    done = iacta("verify", path)
    assert done.exit_code == 1
    assert "The receipt is for" not in done.stdout


def test_a_receipt_takes_no_other_checkpoint(desk: Table, tmp_path: Path) -> None:
    path = receipt(desk, 2, tmp_path)
    assert iacta("verify", path, "--checkpoint", path).exit_code == 2


def older(table: Table, size: int, folder: Path) -> Path:
    path = folder / f"{size}.txt"
    path.write_text("".join(f"> {line}\r\n" for line in table.checkpoint(size=size).splitlines()))
    return path


def test_an_older_checkpoint_that_holds_is_confirmed_by_a_line(tmp_path: Path) -> None:
    table = chronicles.over()
    path = tmp_path / "over.jsonl"
    path.write_bytes(table.capsule())
    given = [one for size in (5, 9) for one in ("--checkpoint", older(table, size, tmp_path))]
    said = words(iacta("verify", path, *given, "--key", SIGNER.key.text()).stdout)
    for size in (5, 9):
        assert f"its {size} events are the first {size} of this file, unchanged" in said
    assert "own key only" not in said
    told = json.loads(iacta("verify", path, *given, "--json").stdout)["older"]
    assert [(one["size"], one["signature"]) for one in told] == [
        (5, "not-confirmed"),
        (9, "not-confirmed"),
    ]
    assert "older checkpoint" not in iacta("verify", path).stdout


def test_an_older_checkpoint_that_does_not_hold_is_not_confirmed(tmp_path: Path) -> None:
    path = tmp_path / "over.jsonl"
    path.write_bytes(chronicles.over().capsule())
    other = older(chronicles.rewound(), 20, tmp_path)
    done = iacta("verify", path, "--checkpoint", other, "--json")
    assert done.exit_code == 1
    assert json.loads(done.stdout)["older"] == []
    forged = tmp_path / "forged.txt"
    forged.write_text(chronicles.over().checkpoint(size=5).replace("alea.example/", "x.example/"))
    assert json.loads(iacta("verify", path, "--checkpoint", forged, "--json").stdout)["older"] == []


@pytest.mark.parametrize(("table", "closed"), [("live", True), ("over", False)])
def test_import_and_export_say_that_seals_are_closed_and_what_opens_them(
    table: str, closed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from iacta.service import systems

    found = {**systems.discover(), SYSTEM.key: SYSTEM}
    for module in ("files", "common"):
        monkeypatch.setattr(f"iacta.service.cli.{module}.discover", lambda: found)
    path, data = tmp_path / "alea.jsonl", tmp_path / "data"
    path.write_bytes(chronicles.EVERY[table]().capsule())
    taken = iacta("import", path, "--data", data)
    assert taken.exit_code == 0, taken.output
    saved = iacta("export", taken.stdout.split()[0], "--data", data)
    for done in (taken, saved):
        assert (SEALS_CLOSED in words(done.stderr)) is closed
        assert SEALS_CLOSED not in words(done.stdout)


def test_a_campaign_in_which_nothing_is_hidden_has_no_seals_to_speak_of(
    desk: Table, tmp_path: Path
) -> None:
    path = tmp_path / "desk.jsonl"
    path.write_bytes(desk.capsule())
    done = iacta("import", path, "--data", tmp_path / "data")
    assert (done.exit_code, done.stderr) == (0, "")


@pytest.mark.parametrize("verb", ["import", "replay"])
def test_a_receipt_is_not_taken_for_a_capsule(verb: str, desk: Table, tmp_path: Path) -> None:
    done = iacta(verb, receipt(desk, 2, tmp_path), "--data", tmp_path / "data")
    assert done.exit_code == 1
    assert "this is a receipt of one event, not a capsule" in words(done.stderr)
    assert "receipt" not in words(iacta("import", "--help").stdout)


def test_the_version_is_that_of_the_package() -> None:
    done = iacta("--version")
    assert (done.exit_code, done.stdout) == (0, f"iacta {importlib.metadata.version('iacta')}\n")


def test_every_verb_has_its_help_under_the_short_option_too() -> None:
    listed = iacta("-h").stdout
    verbs = re.findall(r"^│ ([a-z]+) ", listed, re.MULTILINE)
    assert {"serve", "verify", "import", "fsck"} <= {*verbs}
    for verb in verbs:
        done = iacta(verb, "-h")
        assert done.exit_code == 0
        assert done.stdout == iacta(verb, "--help").stdout


@pytest.mark.parametrize("verb", ["token", "export"])
def test_the_help_says_how_a_seat_is_named(verb: str) -> None:
    assert "seat:<seat>" in words(iacta(verb, "--help").output)
    assert "default: ()" not in iacta("export", "--help").output


def test_a_replay_read_at_once_tells_clerical_events_in_a_row_under_what_they_belong_to(
    tmp_path: Path,
) -> None:
    from iacta.domain.de_bello_punico import SYSTEM as PUNICO

    table = Table.found(PUNICO, "trebbia")
    for side in ("rome", "carthage"):
        table.do(side, "de-bello-punico.ready")
    for side in ("carthage", "rome", "carthage"):
        table.do(side, "de-bello-punico.place", box="combat", marker="point")
    path = tmp_path / "trebbia.jsonl"
    path.write_bytes(table.capsule())
    told = iacta("replay", path).stdout.splitlines()
    assert told[-2:] == [
        "    4  Carthage places a marker in Combat.",
        "       5  Rome places a marker in Combat. 6  Carthage places a marker in Combat.",
    ]
    assert "       2  Rome has set up." in told
    assert "    3  Carthage has set up." in told
    alone = iacta("replay", path, "--at", 6).stdout
    assert alone == "    6  Carthage places a marker in Combat.\n"
