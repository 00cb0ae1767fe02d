"""Verification of a saved campaign or a receipt, as numbered checks (protocol, section 8)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from iacta.domain.kernel.campaign import effects as fx
from iacta.domain.kernel.campaign.fold import Campaign, evolve
from iacta.domain.kernel.campaign.recheck import Differs, redecide
from iacta.domain.kernel.campaign.verify.chains import Chains, first_effect, wrong_face
from iacta.domain.kernel.campaign.verify.forks import check_forks, restored
from iacta.domain.kernel.campaign.verify.report import Contained, Findings, Report, Result
from iacta.domain.kernel.campaign.verify.revisited import Revisited
from iacta.domain.kernel.campaign.verify.seals import check_end, check_openings
from iacta.domain.kernel.campaign.verify.shapes import check_shapes
from iacta.domain.kernel.contract.system import System
from iacta.domain.kernel.proof import capsules, notes
from iacta.domain.kernel.proof.capsules import Capsule, Item
from iacta.domain.kernel.proof.errors import BadRecord, NotKnown
from iacta.domain.kernel.proof.lines import BOUNDS, Bounds
from iacta.domain.kernel.proof.merkle import root_of
from iacta.domain.kernel.proof.notes import CheckSignature
from iacta.domain.kernel.proof.record import ZERO, Event, record_hash

Systems = Mapping[str, System]

HELD = ("system", "scenario")
"""what a capsule's head says that is held against the record"""


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
    """As `verify_capsule`, with what was read for it. No capsule: it could not be read."""
    found = Findings()
    try:
        capsule = capsules.read(data, bounds)
        for item in capsule.items:
            check_shapes(item.event)
    except BadRecord as error:
        found.fail(1, str(error))
        return None, found.report
    found.done(1, f"{len(capsule.items)} events, each the canonical bytes of what it says")
    events = [item.event for item in capsule.items]
    found.report.counts.events = len(events)
    found.report.unchecked = _unchecked(capsule)
    check_forks(found, events)
    _numbering(found, capsule, events)
    _hashes(found, capsule.items)
    Chains(found).run(events)
    values = check_openings(found, events, capsule)
    check_end(found, events, values)
    rooted = _root(found, capsule, older)
    _signature(found, capsule, check_signature, key, older, rooted)
    _redecide(found, capsule.items, values, systems)
    return capsule, found.report


def _unchecked(capsule: Capsule) -> list[str]:
    told = {name for item in capsule.items for name in item.told}
    return [
        "audience",
        *(f"campaign {name}" for name in sorted({*capsule.head.campaign} - {"id", *HELD})),
        *(sorted(capsule.view) if capsule.view else []),
        *sorted(told),
    ]


def _created(first: Event) -> Mapping[str, Any]:
    """What a record's first event says of the campaign, if it creates one."""
    return first.effects[0] if first.effects else {}


def _numbering(found: Findings, capsule: Capsule, events: list[Event]) -> None:
    keys: set[tuple[str, str, str]] = set()
    at, campaign, undone = "", "", 0
    begun: set[str] = set()
    for seq, event in enumerate(events, 1):
        if event.seq != seq:
            found.fail(2, f"event {event.seq} stands where {seq} belongs", seq)
            break
        if event.at < at:
            found.fail(2, "its time is before the event before", seq)
        if (event.campaign, event.by, event.key) in keys:
            found.fail(2, "its key was used before", seq)
        keys.add((event.campaign, event.by, event.key))
        if event.for_ and event.by != "referee":
            found.fail(2, "only the referee acts for a seat", seq)
        if event.campaign != campaign:
            _stretch(found, event, campaign, events)
            if event.campaign in begun:
                found.fail(2, "a campaign is taken up again", seq)
            begun.add(event.campaign)
        elif first_effect(event) in ("campaign-created", "forked"):
            found.fail(2, "a campaign begins twice", seq)
        for effect in event.effects:
            if effect["type"] == "rewound" and effect["to"] >= seq:
                found.fail(2, "a rewind does not go back", seq)
        at, campaign = event.at, event.campaign
        undone += first_effect(event) == "rewound"
    named, created = capsule.head.campaign, _created(events[0])
    if named["id"] != campaign:
        found.fail(2, "the file names another campaign than its last event")
    for name in HELD:
        if name in named and named[name] != created.get(name):
            found.fail(2, f"the file names another {name} than its record")
    note = f", {undone} rewinds" if undone else ""
    found.done(2, f"{restored(events)}1 to {len(events)} without gaps{note}")


def _stretch(found: Findings, event: Event, campaign: str, events: list[Event]) -> None:
    seq = event.seq
    begins = {"campaign-created": "campaign.create", "forked": "campaign.fork"}
    if begins.get(first_effect(event)) != event.command["type"]:
        found.fail(2, "an event from another campaign", seq)
    elif seq == 1:
        if first_effect(event) != "campaign-created":
            found.fail(2, "a record begins with its campaign's creation", seq)
    elif first_effect(event) == "forked":
        forked = event.effects[0]
        before = events[seq - 2]
        if forked.get("parent") != campaign or forked.get("at") != seq - 1:
            found.fail(2, "a fork does not continue what it says", seq)
        if forked.get("parent_hash") != event.prev or before.seq != seq - 1:
            found.fail(2, "a fork does not name its parent's hash", seq)
    else:
        found.fail(2, "an event from another campaign", seq)


def _hashes(found: Findings, items: Sequence[Item]) -> None:
    prev = ZERO
    for seq, item in enumerate(items, 1):
        if item.event.prev != prev:
            found.fail(3, "it does not name the hash of the event before", seq)
        digest = record_hash(item.record)
        if item.hash != digest:
            found.fail(3, "its bytes do not have this hash", seq)
        prev = item.hash
    found.done(3, f"{len(items)} hashes, each event naming the one before")


def _root(found: Findings, capsule: Capsule, older: Sequence[str]) -> set[int]:
    """Check 8; the numbers of the older checkpoints, from 1, whose roots the record gives."""
    rooted = set()
    leaves = [bytes.fromhex(record_hash(item.record)) for item in capsule.items]
    # How far each campaign of the record goes: a parent's checkpoint covers what the fork shares.
    reach = {item.event.campaign: item.event.seq for item in capsule.items}
    campaign = capsule.items[-1].event.campaign
    first = capsule.items[0].event
    # A fork may be another server's, and its event does not say whose.
    server = _created(first).get("server") if first.campaign == campaign else None
    texts = [capsule.checkpoint, *(notes.clean(text) for text in older)]
    for number, text in enumerate(texts):
        which = "an older checkpoint" if number else "the checkpoint"
        try:
            checkpoint = notes.read_note(text).checkpoint
        except BadRecord as error:
            found.fail(8, f"{which}: {error}")
            continue
        by, _, of = checkpoint.origin.rpartition("/campaigns/")
        if not number and server not in (None, by):
            found.fail(8, f"{which} is by another server than the record")
        elif of not in reach or (not number and of != campaign):
            found.fail(8, f"{which} is of another campaign")
        elif checkpoint.size > reach[of]:
            found.fail(8, f"{which} covers {checkpoint.size} events, here are {reach[of]}")
        elif root_of(leaves[: checkpoint.size]) != checkpoint.root:
            found.fail(8, f"{which} has another root than the first {checkpoint.size} events")
        elif number:
            rooted.add(number)
        else:
            found.report.counts.uncovered = len(leaves) - checkpoint.size
    beyond = found.report.counts.uncovered
    more = f"; {beyond} events after it are not covered" if beyond else ""
    result: Result = "not-confirmed" if beyond else "pass"
    found.done(8, f"the events have the root that the checkpoint names{more}", result)
    return rooted


def _signature(
    found: Findings,
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
                found.fail(9, f"{verifier.name}'s key did not sign it")
            elif note.checkpoint.origin not in {notes.origin(verifier.name, one) for one in logs}:
                found.fail(9, "the checkpoint is of another log than the key's of this campaign")
            elif number in rooted:
                signature: Literal["pass", "not-confirmed"] = "pass" if key else "not-confirmed"
                at = note.checkpoint
                found.report.older.append(Contained(at.origin, at.size, signature))
    except BadRecord as error:
        found.fail(9, str(error))
        return
    if key:
        found.done(9, f"signed by {verifier.text()}")
    else:
        detail = "it holds by the file's own key only: give a key that you have from elsewhere"
        found.done(9, detail, "not-confirmed")


def _redecide(
    found: Findings,
    items: Sequence[Item],
    values: Mapping[str, Any],
    systems: Systems | None,
) -> None:
    created = _created(items[0].event)
    system = (systems or {}).get(str(created.get("system")))
    if system is None:
        found.done(10, "the rules are not at hand", "not-run")
        return
    if any(found.report.check(number).result == "fail" for number in (2, 3, 4)):
        found.done(10, "the record itself does not hold", "not-run")
        return
    unknown = _unknown_effect(items, system)
    if unknown:
        found.done(10, f"not folded: {unknown} is no effect that the rules know", "not-run")
        return
    hidden, other, before = 0, 0, Campaign()
    past = Revisited(item.event for item in items)
    for item in items:
        event = item.event
        edition = before.edition or str(created.get("edition"))
        if edition != system.edition and not _adopts(event):
            other += 1
        else:
            try:
                redecide(before, event, system, values, past)
                found.report.counts.decided += 1
            except NotKnown:
                hidden += 1
            except Differs as error:
                found.fail(10, str(error), event.seq)
                return
            except MemoryError:
                raise
            except Exception as error:  # what a forger wrote may trip the rules' code anywhere
                found.fail(10, f"it cannot be decided: {error!r}", event.seq)
                return
        try:
            before = past.keep(evolve(before, event, item.hash, system, past))
        except MemoryError:
            raise
        except Exception as error:  # likewise
            found.fail(10, f"it cannot be folded: {error}", event.seq)
            return
    decided = found.report.counts.decided
    left = [f"{hidden} rest on what is still hidden"] if hidden else []
    if other:
        left.append(f"{other} are of an edition that is not installed")
    if left:
        found.done(10, f"{decided} commands; {'; '.join(left)}", "not-run")
    else:
        found.done(10, f"{decided} commands give the effects that are recorded")


def _unknown_effect(items: Sequence[Item], system: System) -> str:
    """The first type of effect that neither the kernel nor the game knows, if there is one."""
    schema = msgspec.inspect.type_info(system.effect_type)
    shapes = schema.types if isinstance(schema, msgspec.inspect.UnionType) else (schema,)
    tags = {shape.tag for shape in shapes if isinstance(shape, msgspec.inspect.StructType)}
    for item in items:
        for effect in item.event.effects:
            if effect["type"] not in tags | fx.TAGS:
                return str(effect["type"])
    return ""


def _adopts(event: Event) -> bool:
    return bool(event.command["type"] == "campaign.adopt-edition")


def verify_receipt(text: str, check_signature: CheckSignature, *, key: str | None = None) -> Report:
    """Check a receipt: that the event was logged, and that its open faces follow."""
    found = Findings()
    try:
        receipt = notes.read_receipt(text)
        event = notes.check_inclusion(receipt)[0]
    except BadRecord as error:
        number = 8 if "path" in str(error) or "index" in str(error) else 1
        found.fail(number, str(error))
        return found.report
    try:
        check_shapes(event)
    except BadRecord as error:
        found.fail(1, str(error))
        return found.report
    note = notes.read_note(receipt.note)
    found.report.counts.events = 1
    found.done(1, f"event {event.seq} of campaign {event.campaign}")
    for draw in event.draws:
        if draw["chain"] == "open":
            seed = bytes.fromhex(draw["seed"])
            wrong = wrong_face(event, "open", draw["link"], seed, draw["dice"])
            if wrong:
                found.fail(5, wrong, event.seq)
            found.report.counts.faces += len(draw["dice"])
    found.done(5, f"{found.report.counts.faces} faces follow from the seed")
    shared = ""
    if not note.checkpoint.origin.endswith(f"/campaigns/{event.campaign}"):
        shared = f", shared with {note.checkpoint.origin}"
    found.done(8, f"event {event.seq} of {note.checkpoint.size} in the log{shared}")
    try:
        if key is None:
            found.done(9, "give a key that you have from elsewhere", "not-run")
        elif not notes.signed_by(note, notes.read_key(key), check_signature):
            found.fail(9, "the key did not sign the checkpoint")
        elif not note.checkpoint.origin.startswith(f"{notes.read_key(key).name}/campaigns/"):
            found.fail(9, "the checkpoint is of another server than the key")
        else:
            found.done(9, f"signed by {key.strip()}")
    except BadRecord as error:
        found.fail(9, str(error))
    return found.report
