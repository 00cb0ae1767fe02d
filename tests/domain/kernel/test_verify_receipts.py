"""What a receipt proves, and receipts that prove nothing."""

from collections.abc import Callable
from typing import Any

import pytest

from iacta.domain.kernel.campaign.verify.capsule import verify_receipt
from iacta.domain.kernel.campaign.verify.report import Report
from iacta.domain.kernel.proof import merkle, notes
from iacta.domain.kernel.proof.canonical import encode, parse
from tests.support import chronicles
from tests.support.keys import OTHER, SIGNER, Signer, check_signature
from tests.support.table import campaign_id
from tests.support.verifying import failed, lines


def receipt(seq: int, size: int | None = None) -> str:
    return chronicles.over().receipt(seq, size)


def verified(text: str, key: str = SIGNER.key.text()) -> Report:
    return verify_receipt(text, check_signature, key=key)


def logged(seq: int, change: Callable[[dict[str, Any]], object]) -> str:
    """The receipt of an event that the server changed before it logged and signed it."""
    table = chronicles.over()
    event = parse(table.events[seq - 1].record)
    change(event)
    record = encode(event)
    leaves = [bytes.fromhex(made.hash) for made in table.events]
    leaves[seq - 1] = merkle.leaf_hash(record)

    def node(level: int, index: int) -> bytes:
        return merkle.root_of(leaves[index << level : (index + 1) << level])

    note = SIGNER.checkpoint(campaign_id(), len(leaves), merkle.root_of(leaves))
    path = merkle.inclusion_path(node, seq - 1, len(leaves))
    return notes.write_receipt(record, seq - 1, path, note)


@pytest.mark.parametrize("seq", range(1, 16))
def test_the_receipt_of_every_event_holds(seq: int) -> None:
    report = verified(receipt(seq))
    assert report.failed() == []
    assert {check.number for check in report.checks if check.result == "pass"} == {1, 5, 8, 9}


def test_a_receipt_says_what_was_seen() -> None:
    report = verified(receipt(2, 9), key=f" {SIGNER.key.text()}\n")
    assert lines(report) == [
        f"1 pass: event 2 of campaign {campaign_id()}",
        "5 pass: 2 faces follow from the seed",
        "8 pass: event 2 of 9 in the log",
        f"9 pass: signed by {SIGNER.key.text()}",
    ]
    assert (report.counts.events, report.counts.faces) == (1, 2)


def test_a_receipt_of_what_a_fork_shares_names_the_log_it_is_of() -> None:
    table = chronicles.forked()
    assert table.events[0].event.campaign == campaign_id()
    fork = f"alea.example/campaigns/{campaign_id(3)}"
    report = verified(table.receipt(1))
    assert report.check(8).detail == f"event 1 of 18 in the log, shared with {fork}"
    assert report.ok


def test_a_receipt_without_a_key_is_not_confirmed() -> None:
    report = verify_receipt(receipt(2), check_signature)
    assert lines(report)[-1] == "9 not-run: give a key from elsewhere"
    assert report.ok


def test_a_receipt_signed_by_another_key_fails_check_9() -> None:
    report = verified(receipt(2), key=OTHER.key.text())
    assert failed(report) == ["9: the key did not sign the checkpoint"]


def test_a_receipt_from_another_servers_log_fails_check_9() -> None:
    """The key's server signed that another server logged it."""
    origin = notes.origin("alea.example.net", campaign_id())
    leaves = [bytes.fromhex(made.hash) for made in chronicles.over().events]
    note = SIGNER.checkpoint(campaign_id(), len(leaves), merkle.root_of(leaves), origin)
    text = receipt(2)
    text = text[: text.index("\n\n") + 2] + note
    assert failed(verified(text)) == ["9: the checkpoint is from a different server than the key"]


def test_a_receipt_under_another_servers_name_fails_check_9() -> None:
    report = verified(receipt(2), key=Signer("another.example").key.text())
    assert failed(report) == ["9: the key did not sign the checkpoint"]


def test_a_receipt_for_another_key_text_fails_check_9() -> None:
    assert failed(verified(receipt(2), key="no key")) == ["9: a verifier key is name+id+key"]


def test_a_receipt_of_another_event_fails_check_8() -> None:
    one, other = receipt(2).split("\n"), receipt(3).split("\n")
    forged = "\n".join([one[0], other[1], one[2], *one[3:]])
    assert failed(verified(forged)) == ["8: the event is not the one at this index"]


def test_a_receipt_with_a_changed_path_fails_check_8() -> None:
    parts = receipt(3).split("\n")
    parts[3], parts[4] = parts[4], parts[3]
    assert failed(verified("\n".join(parts))) == [
        "8: the path does not lead to the checkpoint's root"
    ]


def test_a_receipt_that_cannot_be_read_fails_check_1() -> None:
    report = verified(receipt(3).replace("tlog-proof", "tlog"))
    assert lines(report) == ["1 fail: not a tlog-proof"]


def test_a_logged_event_that_is_not_of_the_form_fails_check_1() -> None:
    report = verified(logged(2, lambda event: event["draws"].reverse()))
    assert lines(report) == [
        "1 fail: event 2: more draws than one of each chain, open before sealed"
    ]


def test_a_receipt_with_a_face_that_does_not_follow_fails_check_5() -> None:
    """A server that logged a wrong face cannot hide it from the receipt."""

    def change(event: dict[str, Any]) -> None:
        die = event["draws"][0]["dice"][0]
        assert die["face"] == 1
        die["face"] = 2

    report = verified(logged(5, change))
    assert failed(report) == ["5 at 5: die 1 (d6) shows 2, the seed gives 1"]
    assert report.counts.faces == 1
