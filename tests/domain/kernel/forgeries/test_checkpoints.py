"""Checkpoints of another log, and what only an older one or a key from outside shows."""

from hashlib import sha256

from iacta.domain.kernel.campaign.verify.capsule import verify_capsule
from iacta.domain.kernel.campaign.verify.report import Contained
from tests.domain.kernel.forgeries.test_events import last_event_dropped
from tests.domain.kernel.forgeries.tools import (
    CAMPAIGN,
    Cases,
    Forge,
    report_on,
    take,
)
from tests.support import chronicles
from tests.support.environment import ScriptedEnvironment
from tests.support.forge import Forgery
from tests.support.keys import OTHER, SIGNER, Signer, check_signature
from tests.support.table import Table, campaign_id
from tests.support.verifying import failed, lines, verify
from tests.systems.tally import SYSTEM

CHECKPOINTS = Cases()


@CHECKPOINTS.case("over", "8: the checkpoint has a different root than the first 15 events")
def checkpoint_of_another_tree(forgery: Forgery) -> Forgery:
    forgery.checkpoint = SIGNER.checkpoint(CAMPAIGN, len(forgery.events), b"\1" * 32)
    return forgery


@CHECKPOINTS.case(
    "over",
    "8: the checkpoint is for another campaign",
    "9: the checkpoint is for a different log than this key's of the campaign",
)
def checkpoint_of_another_campaign(forgery: Forgery) -> Forgery:
    forgery.head["campaign"]["id"] = campaign_id(5)
    forgery.sign()
    forgery.head["campaign"]["id"] = CAMPAIGN
    return forgery


@CHECKPOINTS.case(
    "forked",
    "8: the checkpoint is for another campaign",
    "9: the checkpoint is for a different log than this key's of the campaign",
)
def checkpoint_of_the_parent(forgery: Forgery) -> Forgery:
    """A fork's file with its parent's checkpoint, which covers what both share."""
    forgery.checkpoint = SIGNER.checkpoint(CAMPAIGN, 1, bytes.fromhex(forgery.event(1)["hash"]))
    return forgery


@CHECKPOINTS.case(
    "over",
    "8: the checkpoint is from a different server than the record",
    "9: the checkpoint is for a different log than this key's of the campaign",
)
def checkpoint_of_another_origin(forgery: Forgery) -> Forgery:
    """An origin that begins and ends as it should."""
    forgery.checkpoint = SIGNER.checkpoint(
        CAMPAIGN,
        0,
        sha256().digest(),
        f"alea.example/campaigns/x/campaigns/{CAMPAIGN}",
    )
    return forgery


@CHECKPOINTS.case(
    "over", "8: the checkpoint: base64 is not canonical", "9: base64 is not canonical"
)
def root_not_canonical(forgery: Forgery) -> Forgery:
    lines = forgery.checkpoint.split("\n")
    assert lines[2][-2:] != "B="
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    lines[2] = lines[2][:-2] + alphabet[alphabet.index(lines[2][-2]) + 1] + "="
    forgery.checkpoint = "\n".join(lines)
    return forgery


@CHECKPOINTS.case("over", "9: alea.example's key did not sign it")
def signature_changed(forgery: Forgery) -> Forgery:
    body, gap, signature = forgery.checkpoint.rpartition(" ")
    swapped = ("B" if signature[20] == "A" else "A").join((signature[:20], signature[21:]))
    forgery.checkpoint = body + gap + swapped
    return forgery


@CHECKPOINTS.case("over", "9: alea.example's key did not sign it")
def signed_with_another_key(forgery: Forgery) -> Forgery:
    return forgery.sign(OTHER)


@CHECKPOINTS.case("over", "2: the file names a different campaign than its last event")
def file_of_another_campaign(forgery: Forgery) -> Forgery:
    forgery.head["campaign"]["id"] = campaign_id(5)
    return forgery


@CHECKPOINTS.each
def test_a_forged_checkpoint_fails_exactly_these_checks(
    forge: Forge, chronicle: str, failures: list[str]
) -> None:
    assert failed(report_on(forge(take(chronicle)))) == failures


def played_otherwise() -> Table:
    """The same campaign with other dice: everything in it follows."""
    return chronicles.finish(Table.found(SYSTEM, environment=ScriptedEnvironment("loaded")))


def test_a_whole_log_rolled_again_holds_in_itself_and_fails_an_older_checkpoint() -> None:
    """Only what the players have in their mailboxes shows that there was another log."""
    forged = played_otherwise().capsule()
    assert verify(forged).ok
    mailed = chronicles.over().checkpoint(size=6)
    assert failed(verify(forged, older=[mailed])) == [
        "8: an older checkpoint has a different root than the first 6 events"
    ]


def test_a_whole_log_rolled_again_under_another_key_fails_the_key_from_outside() -> None:
    forged = played_otherwise().capsule(signer=OTHER)
    assert verify(forged).failed() == [9]


def test_the_files_own_key_confirms_nothing() -> None:
    forged = played_otherwise().capsule(signer=OTHER)
    report = verify_capsule(forged, check_signature, systems={"tally": SYSTEM})
    assert report.ok
    assert lines(report)[8] == (
        "9 not-confirmed: it holds only by the file's own key: give a key from elsewhere"
    )


def test_a_last_event_dropped_by_the_server_fails_an_older_checkpoint() -> None:
    table = chronicles.over()
    forged = last_event_dropped(take("over")).whole().bytes()
    assert 8 not in verify(forged).failed()
    assert verify(forged, older=[table.checkpoint()]).failed() == [8]


def test_an_older_checkpoint_signed_by_another_key_is_named() -> None:
    table = chronicles.over()
    assert verify(table.capsule(), older=[table.checkpoint(OTHER, 4)]).failed() == [9]


def test_an_older_checkpoint_may_be_pasted_from_a_mail() -> None:
    table = chronicles.over()
    quoted = "".join(f"> {line} \r\n" for line in table.checkpoint(size=4).splitlines())
    assert verify(table.capsule(), older=[quoted.replace("—", "--")]).ok


def test_events_after_the_checkpoint_are_counted() -> None:
    table = chronicles.over()
    forgery = take("over")
    forgery.checkpoint = table.checkpoint(size=4)
    report = report_on(forgery)
    assert report.ok
    assert report.counts.uncovered == 11
    assert lines(report)[7] == (
        "8 not-confirmed: the events have the checkpoint's root; 11 events after it are not covered"
    )


def test_an_older_checkpoint_of_a_forks_parent_covers_what_is_shared() -> None:
    parent = Table.found(SYSTEM).run(seed="parent")
    mailed = {size: parent.checkpoint(SIGNER, size) for size in (3, 5, 6)}
    capsule = parent.fork(5, number=2).capsule()
    report = verify(capsule, older=[mailed[3], mailed[5]])
    assert report.ok
    origin = f"alea.example/campaigns/{CAMPAIGN}"
    assert report.older == [Contained(origin, 3, "pass"), Contained(origin, 5, "pass")]
    unconfirmed = verify_capsule(capsule, check_signature, older=[mailed[3]])
    assert unconfirmed.older == [Contained(origin, 3, "not-confirmed")]
    assert verify(capsule, older=[mailed[6]]).failed() == [8]
    other = Table.found(SYSTEM, number=9).run(seed="other")
    assert verify(capsule, older=[other.checkpoint(SIGNER, 3)]).failed() == [8, 9]


def test_a_fork_may_be_of_another_server_than_its_first_event() -> None:
    signer = Signer("another.example")
    capsule = chronicles.forked().capsule(signer=signer)
    assert verify_capsule(capsule, check_signature, key=signer.key.text()).ok
