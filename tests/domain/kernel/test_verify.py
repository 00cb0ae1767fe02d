"""Verification never raises, whatever it is given."""

import gzip

from hypothesis import given
from hypothesis import strategies as st

from iacta.domain.kernel.campaign.verify.capsule import verify_receipt
from tests.support import chronicles
from tests.support.keys import SIGNER, check_signature
from tests.support.mutations import mutated_bytes, mutated_json, never_raises
from tests.support.properties import SLICE, examples
from tests.support.verifying import verify


@examples(60)
@given(mutated_bytes())
def test_any_mutation_of_the_bytes_has_a_report(data: bytes) -> None:
    never_raises(data)


@examples(120)
@given(mutated_json())
def test_any_mutation_of_the_json_that_a_server_signs_has_a_report(data: bytes) -> None:
    never_raises(data)


@examples(60)
@given(st.binary(max_size=60))
def test_any_bytes_have_a_report(data: bytes) -> None:
    never_raises(data)
    never_raises(b"\x1f\x8b" + data)


@examples(40)
@given(st.text(max_size=60))
def test_any_text_has_a_report_as_a_receipt(text: str) -> None:
    for receipt in (text, f"c2sp.org/tlog-proof@v1\nextra {text}\nindex 0\n\n{text}"):
        assert verify_receipt(receipt, check_signature, key=text).failed()


@examples(40)
@given(st.text(max_size=60))
def test_any_text_has_a_report_as_an_older_checkpoint(text: str) -> None:
    report = verify(chronicles.over().capsule(), older=[text])
    assert report.failed() == [8, 9]


@SLICE
@given(st.data())
def test_a_receipt_with_any_byte_changed_is_refused_or_the_same(data: st.DataObject) -> None:
    """No change gives a receipt that proves something else; nothing makes the check raise."""
    text = chronicles.over().receipt(2)
    at = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.characters())
    changed = text[:at] + other + text[at + 1 :]
    report = verify_receipt(changed, check_signature, key=SIGNER.key.text())
    assert report.failed() or changed == text


def test_a_bomb_is_not_blown_up() -> None:
    """More than the limit is refused before it is in memory."""
    bomb = gzip.compress(b"0" * (70 * 1024 * 1024), 9)
    report = verify(bomb)
    assert report.failed() == [1]
    assert "at most" in report.check(1).detail
