"""Receipts that the kernel writes are checked by the independent implementation."""

import json
from pathlib import Path
from typing import Any

import pytest

from domain.kernel import merkle, notes
from tests.support import chronicles
from tests.support.keys import SIGNER
from tests.viewer.conftest import run_node


def receipt(index: int) -> str:
    """The receipt of one event of a campaign that is over."""
    table = chronicles.over()
    leaves = [bytes.fromhex(one.hash) for one in table.events]

    def node(level: int, place: int) -> bytes:
        return merkle.root_of(leaves[place << level : place + 1 << level])

    path = merkle.inclusion_path(node, index, len(leaves))
    return notes.write_receipt(table.events[index].record, index, path, table.checkpoint())


def checked(text: str, folder: Path, *key: str) -> dict[str, Any]:
    """What the other implementation says."""
    (folder / "receipt").write_text(text, encoding="utf-8", newline="")
    done = run_node("node/receipt.mjs", str(folder / "receipt"), *key)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def test_every_events_receipt_holds(tmp_path: Path) -> None:
    for index, one in enumerate(chronicles.over().events):
        said = checked(receipt(index), tmp_path, SIGNER.key.text())
        faces = sum(len(d["dice"]) for d in one.event.draws if d["chain"] == "open")
        assert said == {"seq": index + 1, "faces": faces, "signed": SIGNER.key.name}


def test_without_a_key_nobody_is_known_to_have_signed(tmp_path: Path) -> None:
    assert checked(receipt(2), tmp_path)["signed"] is None


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("index 2", "index 1", "not the one at this index"),
        ("tlog-proof@v1", "tlog-proof@v2", "not a receipt"),
        ("extra ", "extra A", "not a receipt"),
        ("— alea.example ", "— alea.example A", "not a receipt"),
    ],
)
def test_a_receipt_that_was_changed_is_refused(
    old: str, new: str, fault: str, tmp_path: Path
) -> None:
    text = receipt(2)
    assert old in text
    assert fault in checked(text.replace(old, new, 1), tmp_path, SIGNER.key.text())["fault"]


def test_a_path_that_leads_elsewhere_is_refused(tmp_path: Path) -> None:
    lines = receipt(2).split("\n")
    lines[3], lines[4] = lines[4], lines[3]
    said = checked("\n".join(lines), tmp_path, SIGNER.key.text())
    assert "does not lead to the checkpoint's root" in said["fault"]
