"""Verification of a saved campaign or a receipt, as numbered checks (protocol, section 8)."""

from collections.abc import Iterable, Sequence
from typing import Literal

from iacta.domain.kernel.campaign.verify.chains import Chains, first_effect, wrong_face
from iacta.domain.kernel.campaign.verify.deciding import Before, Systems, decide_all_again
from iacta.domain.kernel.campaign.verify.forks import check_forks, restored
from iacta.domain.kernel.campaign.verify.report import Contained, Findings, Report, Result
from iacta.domain.kernel.campaign.verify.seals import check_end, check_openings
from iacta.domain.kernel.campaign.verify.shapes import check_shapes
from iacta.domain.kernel.campaign.verify.standing import check_standing_answers
from iacta.domain.kernel.proof import capsules, notes
from iacta.domain.kernel.proof.capsules import Capsule, Item
from iacta.domain.kernel.proof.errors import BadRecord
from iacta.domain.kernel.proof.lines import BOUNDS, Bounds
from iacta.domain.kernel.proof.merkle import leaf_hash, root_of
from iacta.domain.kernel.proof.notes import CheckSignature
from iacta.domain.kernel.proof.record import ZERO, Event

HELD = ("system", "scenario")
"""what a capsule's head says that is compared with the record"""

BEGINNINGS = {("campaign.create", "campaign-created"), ("campaign.fork", "forked")}
"""the command and the first effect of an event that begins a campaign"""


def verify_capsule(
    data: bytes | Iterable[bytes],
    check_signature: CheckSignature,
    *,
    key: str | None = None,
    older: Sequence[str] = (),
    systems: Systems | None = None,
    bounds: Bounds = BOUNDS,
) -> Report:
    """Check a capsule. ``key``: a verifier key from outside; ``older``: earlier checkpoints."""
    return read_and_verify(
        data, check_signature, key=key, older=older, systems=systems, bounds=bounds
    )[1]


def read_and_verify(
    data: bytes | Iterable[bytes],
    check_signature: CheckSignature,
    *,
    key: str | None = None,
    older: Sequence[str] = (),
    systems: Systems | None = None,
    bounds: Bounds = BOUNDS,
) -> tuple[Capsule | None, Report]:
    """As `verify_capsule`; also returns the capsule, None if it could not be read."""
    try:
        capsule = capsules.read(data, bounds)
    except BadRecord as error:
        return None, malformed(error)
    return capsule, verify_read(capsule, check_signature, key=key, older=older, systems=systems)


def malformed(error: BadRecord) -> Report:
    """The report on what could not be read."""
    findings = Findings()
    findings.fail(1, str(error))
    return findings.report


def verify_read(
    capsule: Capsule,
    check_signature: CheckSignature,
    *,
    key: str | None = None,
    older: Sequence[str] = (),
    systems: Systems | None = None,
    before: Before | None = None,
) -> Report:
    """As `verify_capsule`, of a capsule whose lines were read strictly. ``before``: what is kept of
    deciding its first events again, and takes up what is to be kept of this.
    """
    findings = Findings()
    try:
        for item in capsule.items:
            check_shapes(item.event, item.record)
    except BadRecord as error:
        findings.fail(1, str(error))
        return findings.report
    findings.done(1, f"{len(capsule.items)} events, each the canonical bytes of what it says")
    events = [item.event for item in capsule.items]
    findings.report.counts.events = len(events)
    findings.report.unchecked = _unchecked(capsule)
    check_forks(findings, events)
    check_standing_answers(findings, events)
    _numbering(findings, capsule, events)
    leaves = _hashes(findings, capsule.items)
    Chains(findings).run(events)
    home, values = check_openings(findings, capsule)
    check_end(findings, events, home, values)
    rooted = _root(findings, capsule, older, leaves)
    _signature(findings, capsule, check_signature, key, older, rooted)
    decide_all_again(findings, capsule.items, values, systems, before)
    return findings.report


def _unchecked(capsule: Capsule) -> list[str]:
    narrated = {name for item in capsule.items for name in item.narration}
    return [
        "audience",
        *(f"campaign {name}" for name in sorted({*capsule.head.campaign} - {"id", *HELD})),
        *(sorted(capsule.view) if capsule.view else []),
        *sorted(narrated),
    ]


def _numbering(findings: Findings, capsule: Capsule, events: list[Event]) -> None:
    keys: set[tuple[str, str, str]] = set()
    at, campaign, undone = "", "", 0
    begun: set[str] = set()
    for seq, event in enumerate(events, 1):
        if event.seq != seq:
            findings.fail(2, f"event {event.seq} is where event {seq} belongs", seq)
            return
        if event.at < at:
            findings.fail(2, "its time is before the previous event's", seq)
        if (event.campaign, event.by, event.key) in keys:
            findings.fail(2, "its key was used before", seq)
        keys.add((event.campaign, event.by, event.key))
        if event.for_ and event.by not in ("referee", "service"):
            findings.fail(2, "only the referee acts for a seat", seq)
        if event.campaign != campaign:
            _beginning(findings, event, campaign)
            if event.campaign in begun:
                findings.fail(2, "the record returns to an earlier campaign", seq)
            begun.add(event.campaign)
        elif first_effect(event).get("type") in ("campaign-created", "forked"):
            findings.fail(2, "a campaign begins twice", seq)
        for effect in event.effects:
            if effect["type"] == "rewound" and effect["to"] >= seq:
                findings.fail(2, "a rewind does not go back", seq)
        at, campaign = event.at, event.campaign
        undone += first_effect(event).get("type") == "rewound"
    named, created = capsule.head.campaign, first_effect(events[0])
    if named["id"] != campaign:
        findings.fail(2, "the file names a different campaign than its last event")
    for name in HELD:
        if name in named and named[name] != created.get(name):
            findings.fail(2, f"the file names a different {name} than its record")
    note = f", {undone} rewinds" if undone else ""
    findings.done(2, f"{restored(events)}1 to {len(events)} without gaps{note}")


def _beginning(findings: Findings, event: Event, campaign: str) -> None:
    seq, first = event.seq, first_effect(event)
    if (event.command["type"], first.get("type")) not in BEGINNINGS:
        findings.fail(2, "an event from another campaign", seq)
    elif seq == 1:
        if first["type"] != "campaign-created":
            findings.fail(2, "a record begins with its campaign's creation", seq)
    elif first["type"] == "forked":
        if (first["parent"], first["at"]) != (campaign, seq - 1):
            findings.fail(2, "a fork does not continue the campaign that it names", seq)
        if first["parent_hash"] != event.prev:
            findings.fail(2, "a fork does not name its parent's hash", seq)
    else:
        findings.fail(2, "an event from another campaign", seq)


def _hashes(findings: Findings, items: Sequence[Item]) -> list[bytes]:
    """Check 3; the hashes that the records have, whatever the file says."""
    prev, leaves = ZERO, []
    for seq, item in enumerate(items, 1):
        if item.event.prev != prev:
            findings.fail(3, "it does not name the previous event's hash", seq)
        leaf = leaf_hash(item.record)
        if item.hash != leaf.hex():
            findings.fail(3, "its bytes do not have this hash", seq)
        prev = item.hash
        leaves.append(leaf)
    findings.done(3, f"{len(items)} hashes, each naming the previous one")
    return leaves


def _root(
    findings: Findings, capsule: Capsule, older: Sequence[str], leaves: Sequence[bytes]
) -> set[int]:
    """Check 8; the numbers of the older checkpoints, from 1, whose roots the record gives."""
    rooted = set[int]()
    # How far each campaign of the record goes: a parent's checkpoint covers what the fork shares.
    reach = {item.event.campaign: item.event.seq for item in capsule.items}
    campaign = capsule.items[-1].event.campaign
    first = capsule.items[0].event
    # A fork may be another server's, and its event does not say whose.
    server = first_effect(first).get("server") if first.campaign == campaign else None
    texts = [capsule.checkpoint, *(notes.clean(text) for text in older)]
    for number, text in enumerate(texts):
        which = "an older checkpoint" if number else "the checkpoint"
        try:
            checkpoint = notes.read_note(text).checkpoint
        except BadRecord as error:
            findings.fail(8, f"{which}: {error}")
            return rooted
        by, _, of = checkpoint.origin.rpartition("/campaigns/")
        if not number and server not in (None, by):
            findings.fail(8, f"{which} is from a different server than the record")
        elif of not in reach or (not number and of != campaign):
            findings.fail(8, f"{which} is for another campaign")
        elif checkpoint.size > reach[of]:
            findings.fail(8, f"{which} covers {checkpoint.size} events; the record has {reach[of]}")
        elif root_of(leaves[: checkpoint.size]) != checkpoint.root:
            findings.fail(
                8, f"{which} has a different root than the first {checkpoint.size} events"
            )
        elif number:
            rooted.add(number)
        else:
            findings.report.counts.uncovered = len(leaves) - checkpoint.size
    beyond = findings.report.counts.uncovered
    more = f"; {beyond} events after it are not covered" if beyond else ""
    result: Result = "not-confirmed" if beyond else "pass"
    findings.done(8, f"the events have the checkpoint's root{more}", result)
    return rooted


def _signature(
    findings: Findings,
    capsule: Capsule,
    check: CheckSignature,
    key: str | None,
    older: Sequence[str],
    rooted: set[int],
) -> None:
    own = capsule.items[-1].event.campaign
    shared = {item.event.campaign for item in capsule.items}
    try:
        verifier = notes.read_key(key or capsule.head.key)
        for number, text in enumerate((capsule.checkpoint, *(notes.clean(text) for text in older))):
            note = notes.read_note(text)
            logs = shared if number else {own}
            if not notes.signed_by(note, verifier, check):
                findings.fail(9, f"{verifier.name}'s key did not sign it")
            elif note.checkpoint.origin not in {notes.origin(verifier.name, one) for one in logs}:
                findings.fail(
                    9, "the checkpoint is for a different log than this key's of the campaign"
                )
            elif number in rooted:
                signature: Literal["pass", "not-confirmed"] = "pass" if key else "not-confirmed"
                at = note.checkpoint
                findings.report.older.append(Contained(at.origin, at.size, signature))
    except BadRecord as error:
        findings.fail(9, str(error))
        return
    if key:
        findings.done(9, f"signed by {verifier.text()}")
    else:
        detail = "it holds only by the file's own key: give a key from elsewhere"
        findings.done(9, detail, "not-confirmed")


def verify_receipt(text: str, check_signature: CheckSignature, *, key: str | None = None) -> Report:
    """Check a receipt: that the event was logged, and that its open faces follow."""
    findings = Findings()
    try:
        receipt = notes.read_receipt(text)
        event = notes.check_inclusion(receipt)[0]
    except BadRecord as error:
        number = 8 if "path" in str(error) or "index" in str(error) else 1
        findings.fail(number, str(error))
        return findings.report
    try:
        check_shapes(event, receipt.record)
    except BadRecord as error:
        findings.fail(1, str(error))
        return findings.report
    note = notes.read_note(receipt.note)
    findings.report.counts.events = 1
    findings.done(1, f"event {event.seq} of campaign {event.campaign}")
    for draw in event.draws:
        if draw["chain"] == "open":
            seed = bytes.fromhex(draw["seed"])
            wrong = wrong_face(event, "open", draw["link"], seed, draw["dice"])
            if wrong:
                findings.fail(5, wrong, event.seq)
            findings.report.counts.faces += len(draw["dice"])
    findings.done(5, f"{findings.report.counts.faces} faces follow from the seed")
    shared = ""
    if not note.checkpoint.origin.endswith(f"/campaigns/{event.campaign}"):
        shared = f", shared with {note.checkpoint.origin}"
    findings.done(8, f"event {event.seq} of {note.checkpoint.size} in the log{shared}")
    try:
        if key is None:
            findings.done(9, "give a key from elsewhere", "not-run")
        elif not notes.signed_by(note, notes.read_key(key), check_signature):
            findings.fail(9, "the key did not sign the checkpoint")
        elif not note.checkpoint.origin.startswith(f"{notes.read_key(key).name}/campaigns/"):
            findings.fail(9, "the checkpoint is from a different server than the key")
        else:
            findings.done(9, f"signed by {key.strip()}")
    except BadRecord as error:
        findings.fail(9, str(error))
    return findings.report
