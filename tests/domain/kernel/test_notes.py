"""Checkpoints, keys and receipts as texts."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iacta.domain.kernel.proof import notes
from iacta.domain.kernel.proof.errors import BadRecord
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
