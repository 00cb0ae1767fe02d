"""Checkpoints, keys and receipts as texts."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iacta.domain.kernel.campaign.verify.capsule import verify_receipt
from iacta.domain.kernel.proof import merkle, notes
from iacta.domain.kernel.proof.errors import BadRecord
from tests.support import chronicles
from tests.support.keys import OTHER, SIGNER, Signer, check_signature
from tests.support.properties import SLICE
from tests.support.table import campaign_id

ROOT = bytes(range(32))
NOTE = SIGNER.checkpoint(campaign_id(), 12, ROOT)


def test_a_checkpoint_is_read_as_it_was_signed() -> None:
    note = notes.read_note(NOTE)
    origin = f"alea.example/campaigns/{campaign_id()}"
    assert note.checkpoint == notes.Checkpoint(origin, 12, ROOT)
    assert notes.signed_by(note, SIGNER.key, check_signature)


def test_a_checkpoint_is_four_lines_and_a_blank_one() -> None:
    assert [line.split(" ")[0] for line in NOTE.split("\n")] == [
        f"alea.example/campaigns/{campaign_id()}",
        "12",
        base64.b64encode(ROOT).decode(),
        "",
        "—",
        "",
    ]


def test_another_key_did_not_sign_it() -> None:
    note = notes.read_note(NOTE)
    assert not notes.signed_by(note, OTHER.key, check_signature)
    assert not notes.signed_by(note, Signer("another.example").key, check_signature)


def test_a_cosigned_checkpoint_still_holds() -> None:
    """A witness's line beside the server's changes nothing."""
    line = OTHER.checkpoint(campaign_id(), 12, ROOT).splitlines()[-1]
    both = notes.read_note(NOTE + line.replace("alea.example", "witness.example") + "\n")
    assert len(both.signatures) == 2
    assert notes.signed_by(both, SIGNER.key, check_signature)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\n12\n", "\n012\n"),
        ("\n12\n", "\n-12\n"),
        ("\n12\n", "\n12 \n"),
        ("\n12\n", "\n1٢\n"),
        ("\n12\n", "\n12\nmore\n"),
        ("\n\n— ", "\n— "),
        ("— alea", "-- alea"),
        ("— alea", "—  alea"),
        ("— alea.example", "— alea+example"),
        ("—", "\n—"),
        ("AAECAwQF", "AAECAwQ"),
        ("AAECAwQF", "AAEC*wQF"),
        ("GxwdHh8=", "GxwdHh9="),
        ("alea.example/", "\ud800"),
        ("alea.example/", "\t"),
    ],
)
def test_a_text_that_is_not_of_the_form_is_refused(old: str, new: str) -> None:
    assert old in NOTE
    with pytest.raises(BadRecord):
        notes.read_note(NOTE.replace(old, new, 1))


@SLICE
@given(st.text(max_size=200))
def test_any_text_is_a_note_or_refused(text: str) -> None:
    for text_like in (text, f"{text}\n12\n{'A' * 43}=\n\n— a {text}\n"):
        try:
            notes.read_note(text_like)
        except BadRecord:
            continue


PASTED = {
    "quoted": lambda text: "".join(f"> {line}\n" for line in text.splitlines()),
    "quoted twice": lambda text: "".join(f"> > {line}\n" for line in text.splitlines()),
    "quoted without a blank": lambda text: "".join(f">{line}\n" for line in text.splitlines()),
    "with carriage returns": lambda text: text.replace("\n", "\r\n"),
    "with blanks behind": lambda text: text.replace("\n", "  \t\n"),
    "with lines around": lambda text: f"\n\n{text}\n\n",
    "without its last line feed": lambda text: text.rstrip("\n"),
    "with two hyphens": lambda text: text.replace("—", "--"),
    "with a hyphen": lambda text: text.replace("—", "-"),
    "with an en dash": lambda text: text.replace("—", "–"),
    "from HTML": lambda text: text.replace("—", "&mdash;"),
    "as it was": lambda text: text,
}


@pytest.mark.parametrize("how", PASTED)
def test_a_pasted_checkpoint_is_restored(how: str) -> None:
    assert notes.clean(PASTED[how](NOTE)) == NOTE


@SLICE
@given(st.text(max_size=80))
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    assert notes.clean(notes.clean(text)) == notes.clean(text)


def test_a_key_is_read_as_it_is_written() -> None:
    text = SIGNER.key.text()
    assert notes.read_key(f" {text}\n") == SIGNER.key
    name, key_id, data = text.split("+", 2)
    assert name == "alea.example"
    assert bytes.fromhex(key_id) == SIGNER.key.id
    assert base64.b64decode(data)[:1] == b"\1"


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "alea.example",
        SIGNER.key.text().replace("+", "-"),
        SIGNER.key.text().replace("alea", "olea"),
        SIGNER.key.text()[:-4],
        f"alea.example+{SIGNER.key.id.hex()}+{base64.b64encode(b'2' * 33).decode()}",
        "\ud800+00000000+AAAA",
    ],
)
def test_a_key_that_is_none_is_refused(wrong: str) -> None:
    with pytest.raises(BadRecord):
        notes.read_key(wrong)


@pytest.mark.parametrize(
    "name", ["", "a b", "a+b", "a\n", "a\x7f", "a\u2028b", "\ud800", "x" * 256]
)
def test_a_server_has_no_such_name(name: str) -> None:
    with pytest.raises(ValueError, match="name"):
        notes.check_name(name)


# Receipts


def receipt(seq: int, size: int | None = None) -> str:
    return chronicles.over().receipt(seq, size)


@pytest.mark.parametrize("seq", range(1, 16))
def test_the_receipt_of_every_event_holds(seq: int) -> None:
    report = verify_receipt(receipt(seq), check_signature, key=SIGNER.key.text())
    assert report.failed() == []
    assert {check.number for check in report.checks if check.result == "pass"} == {1, 5, 8, 9}


def test_a_receipt_without_a_key_is_not_confirmed() -> None:
    report = verify_receipt(receipt(2), check_signature)
    assert report.check(9).result == "not-run"
    assert report.ok


def test_a_receipt_signed_by_another_key_fails_check_9() -> None:
    report = verify_receipt(receipt(2), check_signature, key=OTHER.key.text())
    assert report.failed() == [9]


def test_a_receipt_for_another_key_text_fails_check_9() -> None:
    assert verify_receipt(receipt(2), check_signature, key="no key").failed() == [9]


def test_a_receipt_of_another_event_fails_check_8() -> None:
    one, other = receipt(2).split("\n"), receipt(3).split("\n")
    forged = "\n".join([one[0], other[1], one[2], *one[3:]])
    assert verify_receipt(forged, check_signature).failed() == [8]


def test_a_receipt_with_a_changed_path_fails_check_8() -> None:
    lines = receipt(3).split("\n")
    lines[3], lines[4] = lines[4], lines[3]
    assert verify_receipt("\n".join(lines), check_signature).failed() == [8]


def test_a_receipt_with_a_face_that_does_not_follow_fails_check_5() -> None:
    """A server that logged a wrong face cannot hide it from the receipt."""
    table = chronicles.over()
    record = next(m.record for m in table.events if m.event.command["type"] == "tally.roll")
    at = record.index(b'"face":') + 7
    face = b"1" if record[at : at + 1] != b"1" else b"2"
    forged = record[:at] + face + record[at + 1 :]
    seq = int(forged[forged.rindex(b'"seq":') + 6 :].split(b",")[0])
    leaves = [bytes.fromhex(made.hash) for made in table.events]
    leaves[seq - 1] = merkle.leaf_hash(forged)

    def node(level: int, index: int) -> bytes:
        return merkle.root_of(leaves[index << level : (index + 1) << level])

    note = SIGNER.checkpoint(campaign_id(), len(leaves), merkle.root_of(leaves))
    path = merkle.inclusion_path(node, seq - 1, len(leaves))
    text = notes.write_receipt(forged, seq - 1, path, note)
    assert verify_receipt(text, check_signature, key=SIGNER.key.text()).failed() == [5]


@SLICE
@given(st.data())
def test_a_receipt_with_any_byte_changed_is_refused_or_the_same(data: st.DataObject) -> None:
    """No change gives a receipt that proves something else; nothing makes the check raise."""
    text = receipt(2)
    at = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.characters())
    changed = text[:at] + other + text[at + 1 :]
    report = verify_receipt(changed, check_signature, key=SIGNER.key.text())
    assert report.failed() or changed == text
