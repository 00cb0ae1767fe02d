"""Receipts that the kernel writes are checked by the independent implementation."""

import pytest

from tests.support import chronicles
from tests.support.judge import Judge
from tests.support.keys import SIGNER


def test_every_events_receipt_holds(judge: Judge) -> None:
    table = chronicles.over()
    for seq, one in enumerate(table.events, 1):
        said = judge.receipt(table.receipt(seq))
        faces = sum(len(d["dice"]) for d in one.event.draws if d["chain"] == "open")
        assert said == {"seq": seq, "faces": faces, "signed": SIGNER.key.name}


def test_without_a_key_nobody_is_known_to_have_signed() -> None:
    judge = Judge(None)
    assert judge.receipt(chronicles.over().receipt(3))["signed"] is None
    judge.close()


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
    old: str, new: str, fault: str, judge: Judge
) -> None:
    text = chronicles.over().receipt(3)
    assert old in text
    assert fault in judge.receipt(text.replace(old, new, 1))["fault"]


def test_a_path_that_leads_elsewhere_is_refused(judge: Judge) -> None:
    lines = chronicles.over().receipt(3).split("\n")
    lines[3], lines[4] = lines[4], lines[3]
    said = judge.receipt("\n".join(lines))
    assert "does not lead to the checkpoint's root" in said["fault"]
