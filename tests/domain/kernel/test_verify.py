"""Verification never raises, whatever it is given."""

import gzip

from hypothesis import given
from hypothesis import strategies as st

from iacta.domain.kernel.campaign.verify.capsule import verify_receipt
from tests.support import chronicles
from tests.support.keys import SIGNER, check_signature
from tests.support.mutations import mutated_bytes, mutated_json, never_raises
from tests.support.properties import examples
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


def test_a_gzipped_capsule_is_the_same() -> None:
    data = chronicles.over().capsule()
    assert verify(gzip.compress(data)) == verify(data)


def test_a_bomb_is_not_blown_up() -> None:
    """More than the limit is refused before it is in memory."""
    bomb = gzip.compress(b"0" * (70 * 1024 * 1024), 9)
    report = verify(bomb)
    assert report.failed() == [1]
    assert "at most" in report.check(1).detail


def test_a_view_in_the_file_is_listed_as_unchecked() -> None:
    lines = chronicles.over().capsule().splitlines(keepends=True)
    report = verify(b"".join([lines[0], b'{"view":{"left":99}}\n', *lines[1:]]))
    assert report.ok
    assert "view" in report.unchecked


def test_the_report_counts_what_it_has_looked_at() -> None:
    table = chronicles.over()
    counts = verify(table.capsule()).counts
    assert counts.events == counts.decided == len(table.events)
    assert counts.sealed == counts.openings == len(table.vault.values())
    assert counts.uncovered == 0
    assert SIGNER.key.text() in verify(table.capsule()).check(9).detail
