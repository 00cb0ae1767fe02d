"""Verification of a saved campaign or a receipt, as numbered checks (protocol, section 8)."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol

from iacta.domain.kernel.campaign.verify.chains import Chains, Thrown, first_effect, wrong_face
from iacta.domain.kernel.campaign.verify.deciding import (
    Before,
    Outline,
    Systems,
    decide_all_again,
)
from iacta.domain.kernel.campaign.verify.forks import Forks
from iacta.domain.kernel.campaign.verify.report import Contained, Findings, Report, Result
from iacta.domain.kernel.campaign.verify.seals import End, Openings
from iacta.domain.kernel.campaign.verify.shapes import check_shapes
from iacta.domain.kernel.campaign.verify.standing import StandingAnswers
from iacta.domain.kernel.proof import capsules, notes
from iacta.domain.kernel.proof.capsules import Capsule, Head, Item
from iacta.domain.kernel.proof.errors import BadRecord
from iacta.domain.kernel.proof.lines import BOUNDS, Bounds
from iacta.domain.kernel.proof.merkle import leaf_hash, root_of
from iacta.domain.kernel.proof.notes import CheckSignature
from iacta.domain.kernel.proof.record import ZERO, Event
from iacta.domain.kernel.proof.seals import Opening

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


class Saved(Protocol):
    """A saved campaign, whose lines are read strictly. Its members are those of a `Capsule`."""

    @property
    def head(self) -> Head:
        """What it says of itself."""

    @property
    def view(self) -> Mapping[str, Any] | None:
        """What is shown before the first event."""

    @property
    def openings(self) -> Mapping[str, Opening]:
        """What is opened beside the events."""

    @property
    def checkpoint(self) -> str:
        """The signed note."""

    def after(self, count: int) -> Iterable[Item]:
        """What follows the first ``count`` events, at least one in all; read anew at each call.

        Raises `BadRecord` at what is malformed.
        """


def verify_read(
    saved: Saved,
    check_signature: CheckSignature,
    *,
    key: str | None = None,
    older: Sequence[str] = (),
    systems: Systems | None = None,
    before: Before | None = None,
    look: Callable[[Event], None] | None = None,
) -> Report:
    """As `verify_capsule`, of what is read event by event: what it keeps of each is small.

    ``before``: what is kept of deciding its first events again, and takes up what is to be kept of
    this; ``look`` is given each event once.
    """
    findings = Findings()
    walk = _Walk(findings)
    try:
        for item in saved.after(0):
            check_shapes(item.event, item.record)
            walk.add(item)
            if look:
                look(item.event)
    except BadRecord as error:
        return malformed(error)
    findings.done(1, f"{walk.count} events, each the canonical bytes of what it says")
    findings.report.counts.events = walk.count
    findings.report.unchecked = _unchecked(saved, walk.narrated)
    walk.done(saved)
    rooted = _root(findings, walk, saved.checkpoint, older)
    _signature(findings, walk, saved, check_signature, key, older, rooted)
    decide_all_again(findings, saved, walk.outline, walk.openings, systems, before)
    return findings.report


class _Walk:
    """One pass through the events, with all checks that look at each.

    ``begun``, ``campaign``: those of the first and of the last event; ``created``: what the first
    did; ``reach``: how far each campaign of the record goes; ``leaves``: the hashes that the
    records have, whatever the file says; ``narrated``: the members beside the events.
    """

    begun: str
    created: Mapping[str, Any]

    def __init__(self, findings: Findings) -> None:
        self.campaign = ""
        self.openings, self.outline = Openings(findings), Outline()
        self.narrated: set[str] = set()
        self.leaves: list[bytes] = []
        self.reach: dict[str, int] = {}
        self._findings = findings
        self._forks, self._standing = Forks(findings), StandingAnswers(findings)
        self._chains, self._end = Chains(findings), End(findings)
        self._at, self._hash = "", ZERO
        self._keys: dict[tuple[str, str], set[str]] = {}
        self._undone = 0

    @property
    def count(self) -> int:
        """How many events there are."""
        return len(self.leaves)

    def add(self, item: Item) -> None:
        """Check the next event."""
        event = item.event
        if not self.leaves:
            self.begun, self.created = event.campaign, first_effect(event)
        self._forks.add(event)
        self._standing.add(event)
        self._number(event)
        self._link(item)
        self._chains.add(event)
        self.openings.add(event, item.record)
        self._end.add(event)
        self.outline.add(item)
        self.narrated.update(item.narration)

    def done(self, saved: Saved) -> None:
        """There are no more events."""
        named = saved.head.campaign
        if named["id"] != self.campaign:
            self._findings.fail(2, "the file names a different campaign than its last event")
        for name in HELD:
            if name in named and named[name] != self.created.get(name):
                self._findings.fail(2, f"the file names a different {name} than its record")
        note = f", {self._undone} rewinds" if self._undone else ""
        self._findings.done(2, f"{self._forks.restored}1 to {self.count} without gaps{note}")
        self._findings.done(3, f"{self.count} hashes, each naming the previous one")
        self._chains.done()
        self.openings.done(saved.openings)
        self._end.done(self.openings.home, self.openings.values)

    def _number(self, event: Event) -> None:
        """Check 2; after a failure nothing that it says of later events counts."""
        seq, findings = self.count + 1, self._findings
        if event.seq != seq:
            findings.fail(2, f"event {event.seq} is where event {seq} belongs", seq)
        if event.at < self._at:
            findings.fail(2, "its time is before the previous event's", seq)
        keys = self._keys.setdefault((event.campaign, event.by), set())
        if event.key in keys:
            findings.fail(2, "its key was used before", seq)
        keys.add(event.key)
        if event.for_ and event.by not in ("referee", "service"):
            findings.fail(2, "only the referee acts for a seat", seq)
        if event.campaign != self.campaign:
            _beginning(findings, event, seq, self.campaign)
            if event.campaign in self.reach:
                findings.fail(2, "the record returns to an earlier campaign", seq)
        elif first_effect(event).get("type") in ("campaign-created", "forked"):
            findings.fail(2, "a campaign begins twice", seq)
        for effect in event.effects:
            if effect["type"] == "rewound" and effect["to"] >= seq:
                findings.fail(2, "a rewind does not go back", seq)
        self._at, self.campaign = event.at, event.campaign
        self.reach[event.campaign] = event.seq
        self._undone += first_effect(event).get("type") == "rewound"

    def _link(self, item: Item) -> None:
        """Check 3."""
        seq = self.count + 1
        if item.event.prev != self._hash:
            self._findings.fail(3, "it does not name the previous event's hash", seq)
        leaf = leaf_hash(item.record)
        if item.hash != leaf.hex():
            self._findings.fail(3, "its bytes do not have this hash", seq)
        self._hash = item.hash
        self.leaves.append(leaf)


def _unchecked(saved: Saved, narrated: Collection[str]) -> list[str]:
    return [
        "audience",
        *(f"campaign {name}" for name in sorted({*saved.head.campaign} - {"id", *HELD})),
        *(sorted(saved.view) if saved.view else []),
        *sorted(narrated),
    ]


def _beginning(findings: Findings, event: Event, seq: int, campaign: str) -> None:
    first = first_effect(event)
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


def _root(findings: Findings, walk: _Walk, checkpoint: str, older: Sequence[str]) -> set[int]:
    """Check 8; the numbers of the older checkpoints, from 1, whose roots the record gives."""
    rooted = set[int]()
    reach, leaves = walk.reach, walk.leaves
    # A fork may be another server's, and its event does not say whose.
    server = walk.created.get("server") if walk.begun == walk.campaign else None
    for number, text in enumerate((checkpoint, *(notes.clean(text) for text in older))):
        which = "an older checkpoint" if number else "the checkpoint"
        try:
            note = notes.read_note(text).checkpoint
        except BadRecord as error:
            findings.fail(8, f"{which}: {error}")
            return rooted
        by, _, of = note.origin.rpartition("/campaigns/")
        if not number and server not in (None, by):
            findings.fail(8, f"{which} is from a different server than the record")
        elif of not in reach or (not number and of != walk.campaign):
            findings.fail(8, f"{which} is for another campaign")
        elif note.size > reach[of]:  # a parent's checkpoint covers what the fork shares
            findings.fail(8, f"{which} covers {note.size} events; the record has {reach[of]}")
        elif root_of(leaves[: note.size]) != note.root:
            findings.fail(8, f"{which} has a different root than the first {note.size} events")
        elif number:
            rooted.add(number)
        else:
            findings.report.counts.uncovered = len(leaves) - note.size
    beyond = findings.report.counts.uncovered
    more = f"; {beyond} events after it are not covered" if beyond else ""
    result: Result = "not-confirmed" if beyond else "pass"
    findings.done(8, f"the events have the checkpoint's root{more}", result)
    return rooted


def _signature(
    findings: Findings,
    walk: _Walk,
    saved: Saved,
    check: CheckSignature,
    key: str | None,
    older: Sequence[str],
    rooted: set[int],
) -> None:
    try:
        verifier = notes.read_key(key or saved.head.key)
        for number, text in enumerate((saved.checkpoint, *(notes.clean(text) for text in older))):
            note = notes.read_note(text)
            logs = walk.reach if number else (walk.campaign,)
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
            wrong = wrong_face(Thrown.of(event, draw), "open", seed, draw["dice"])
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
