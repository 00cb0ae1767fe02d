"""Verification of a saved campaign or a receipt, as numbered checks (protocol, section 8)."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from domain.kernel import capsules, notes, seals
from domain.kernel import effects as fx
from domain.kernel.campaign import Campaign, evolve
from domain.kernel.canonical import sha256
from domain.kernel.capsules import Capsule, Item
from domain.kernel.dice import CHAINS, cast, command_digest, kind, stream
from domain.kernel.errors import BadRecord, NotKnown
from domain.kernel.merkle import root_of
from domain.kernel.notes import CheckSignature
from domain.kernel.record import ZERO, Event, record_hash
from domain.kernel.redecide import Differs, redecide
from domain.kernel.report import Findings, Report, Result
from domain.kernel.system import System

Systems = Mapping[str, System]

SHAPES = {
    "open": {"chain", "link", "seed", "dice"},
    "sealed": {"chain", "link", "dice"},
    "entered": {"chain", "witness", "dice"},
}


def verify_capsule(
    data: bytes,
    check_signature: CheckSignature,
    *,
    key: str | None = None,
    older: Sequence[str] = (),
    systems: Systems | None = None,
) -> Report:
    """Check a capsule. ``key``: a verifier key from outside; ``older``: earlier checkpoints."""
    found = Findings()
    try:
        capsule = capsules.read(data)
        for item in capsule.items:
            check_shapes(item.event)
    except BadRecord as error:
        found.fail(1, str(error))
        return found.report
    found.done(1, f"{len(capsule.items)} events, each the canonical bytes of what it says")
    events = [item.event for item in capsule.items]
    found.report.counts.events = len(events)
    found.report.unchecked = _unchecked(capsule)
    _numbering(found, capsule, events)
    _hashes(found, capsule.items)
    _Chains(found).run(events)
    values = _openings(found, events, capsule)
    _after_the_end(found, events, values)
    _root(found, capsule, older)
    _signature(found, capsule, check_signature, key, older)
    _redecide(found, capsule.items, values, systems)
    return found.report


def _unchecked(capsule: Capsule) -> list[str]:
    told = {name for item in capsule.items for name in item.told}
    return [
        "audience",
        *(f"campaign {name}" for name in sorted(capsule.head.campaign) if name != "id"),
        *(sorted(capsule.view) if capsule.view else []),
        *sorted(told),
    ]


def check_shapes(event: Event) -> None:
    """`BadRecord` unless an event's draws, seals and the kernel's effects are of the form."""
    for draw in event.draws:
        chain = draw.get("chain")
        if not isinstance(chain, str) or set(draw) != SHAPES.get(chain):
            raise BadRecord(f"event {event.seq}: a draw is not of the form")
        if chain != "entered" and (type(draw["link"]) is not int or draw["link"] < 1):
            raise BadRecord(f"event {event.seq}: a link's number is not of the form")
        if chain == "open" and not _hex64(draw["seed"]):
            raise BadRecord(f"event {event.seq}: a seed is not of the form")
        if chain == "entered" and not isinstance(draw["witness"], str):
            raise BadRecord(f"event {event.seq}: a witness is not of the form")
        if chain == "sealed":
            if not isinstance(draw["dice"], dict) or draw["dice"].keys() != {"sealed"}:
                raise BadRecord(f"event {event.seq}: sealed dice are not sealed")
        else:
            check_dice(draw["dice"], event.seq)
    for effect in event.effects:
        if effect["type"] in fx.TAGS:
            try:
                msgspec.convert(effect, fx.KERNEL, strict=True)
            except msgspec.ValidationError as error:
                raise BadRecord(f"event {event.seq}: {effect['type']}: {error}") from None
    for digest in seals.find([event.command, event.draws, event.effects]):
        if not _hex64(digest):
            raise BadRecord(f"event {event.seq}: a sealed value is not of the form")
    if seals.malformed([event.command, event.effects]):
        raise BadRecord(f"event {event.seq}: a sealed value stands among other members")


def check_dice(dice: Any, seq: int) -> None:
    """`BadRecord` unless ``dice`` is a list of dice with faces that they have."""
    if not isinstance(dice, list) or not dice:
        raise BadRecord(f"event {seq}: a draw has no dice")
    for die in dice:
        if not isinstance(die, dict) or set(die) != {"die", "face", "for"}:
            raise BadRecord(f"event {seq}: a die is not of the form")
        if not isinstance(die["for"], str) or not isinstance(die["die"], str):
            raise BadRecord(f"event {seq}: a die is not of the form")
        if not kind(die["die"]).holds(die["face"]):
            raise BadRecord(f"event {seq}: {die['face']} is no face of a {die['die']}")


def _hex64(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 64 and set(value) <= set("0123456789abcdef")


def _first(event: Event) -> str:
    return str(event.effects[0]["type"]) if event.effects else ""


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
        elif _first(event) in ("campaign-created", "forked"):
            found.fail(2, "a campaign begins twice", seq)
        for effect in event.effects:
            if effect["type"] == "rewound" and effect["to"] >= seq:
                found.fail(2, "a rewind does not go back", seq)
        at, campaign = event.at, event.campaign
        undone += _first(event) == "rewound"
    if capsule.head.campaign.get("id") != campaign:
        found.fail(2, "the file names another campaign than its last event")
    note = f", {undone} rewinds" if undone else ""
    found.done(2, f"1 to {len(events)} without gaps{note}")


def _stretch(found: Findings, event: Event, campaign: str, events: list[Event]) -> None:
    seq = event.seq
    begins = {"campaign-created": "campaign.create", "forked": "campaign.fork"}
    if begins.get(_first(event)) != event.command["type"]:
        found.fail(2, "an event from another campaign", seq)
    elif seq == 1:
        if _first(event) != "campaign-created":
            found.fail(2, "a record begins with its campaign's creation", seq)
    elif _first(event) == "forked":
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


class _Chains:
    """Follows both dice chains through a record (checks 4 and 5)."""

    def __init__(self, found: Findings) -> None:
        self._found = found
        self._last: dict[str, bytes | None] = {}
        self._used: dict[str, int] = {}
        self._links: dict[str, int] = {}
        self._seen: set[bytes] = set()

    def run(self, events: Sequence[Event]) -> None:
        """Check every draw and anchor."""
        for event in events:
            try:
                self._event(event)
            except (KeyError, TypeError, ValueError) as error:
                self._found.fail(4, f"not of the form: {error}", event.seq)
        counts = self._found.report.counts
        self._found.done(4, "every link leads to the anchor before it, none is left out")
        entered = f", {counts.entered} entered by hand" if counts.entered else ""
        self._found.done(5, f"{counts.faces} faces follow from their seeds{entered}")

    def _event(self, event: Event) -> None:
        begins = _first(event) if _first(event) in ("campaign-created", "forked") else ""
        if begins and event.draws:
            self._found.fail(4, f"{begins} draws dice", event.seq)
        chains = [draw["chain"] for draw in event.draws]
        if chains not in ([], ["open"], ["sealed"], ["open", "sealed"], ["entered"]):
            self._found.fail(4, "more draws than one of each chain", event.seq)
        due = [draw["chain"] for draw in event.draws if self._draw(event, draw)]
        for index, effect in enumerate(event.effects):
            match effect["type"]:
                case "campaign-created" | "forked":
                    if index or event.command["type"] not in (
                        "campaign.create",
                        "campaign.fork",
                    ):
                        self._found.fail(4, "an anchor is set anew", event.seq)
                    for chain in CHAINS:
                        anchor = effect["anchors"][chain]
                        self._begin(chain, anchor["anchor"], anchor["links"], event.seq)
                case "dice-chain-extended":
                    if effect["chain"] not in due:
                        self._found.fail(4, "a chain is extended before its end", event.seq)
                    else:
                        due.remove(effect["chain"])
                    self._begin(effect["chain"], effect["anchor"], effect["links"], event.seq)
        if due:
            self._found.fail(4, "a chain ended and was not extended", event.seq)

    def _begin(self, chain: str, anchor: str, links: int, seq: int) -> None:
        first = bytes.fromhex(anchor)
        if first in self._seen:
            self._found.fail(4, "an anchor that was used before", seq)
        self._seen.add(first)
        self._last[chain] = first
        self._used[chain] = 0
        self._links[chain] = links

    def _draw(self, event: Event, draw: Mapping[str, Any]) -> bool:
        """Whether this draw took its chain's last link."""
        chain = draw["chain"]
        if chain == "entered":
            self._found.report.counts.entered += len(draw["dice"])
            return False
        if draw["link"] != self._used[chain] + 1:
            self._found.fail(4, f"link {draw['link']} follows link {self._used[chain]}", event.seq)
        self._used[chain] = draw["link"]
        if chain == "open":
            seed = bytes.fromhex(draw["seed"])
            if sha256(seed) != self._last[chain]:
                self._found.fail(4, "its seed does not lead to the anchor", event.seq)
            self._last[chain] = seed
            self._seen.add(seed)
            wrong = wrong_face(event, chain, draw["link"], seed, draw["dice"])
            if wrong:
                self._found.fail(5, wrong, event.seq)
            self._found.report.counts.faces += len(draw["dice"])
        return bool(draw["link"] == self._links[chain])


def wrong_face(event: Event, chain: str, link: int, seed: bytes, dice: Sequence[Any]) -> str:
    """The first face that does not follow from the seed, in words; nothing if all do."""
    d = command_digest(event.command)
    source = stream(seed, event.campaign, chain, link, d, event.entropy)
    for number, die in enumerate(dice, 1):
        face = cast(source, die["die"])
        if (list(face) if isinstance(face, tuple) else face) != die["face"]:
            return f"die {number} ({die['die']}) shows {die['face']}, the seed gives {face}"
    return ""


def _openings(found: Findings, events: Sequence[Event], capsule: Capsule) -> dict[str, Any]:
    home: dict[str, Event] = {}
    for event in events:
        for digest in seals.find([event.command, event.draws, event.effects]):
            if digest in home:
                found.fail(6, "a digest that stands elsewhere", event.seq)
            home[digest] = event
    values: dict[str, Any] = {}
    given = [
        (None, digest, msgspec.to_builtins(opening)) for digest, opening in capsule.openings.items()
    ]
    for event in events:
        for effect in event.effects:
            if effect["type"] == "opened":
                given += [(event.seq, *pair) for pair in effect["openings"].items()]
    for seq, digest, opening in given:
        wrong = _wrong_opening(home, digest, opening)
        if not wrong and seq is not None and home[digest].seq > seq:
            wrong = "an opening of what is sealed later"
        if wrong:
            found.fail(6, wrong, seq or (home[digest].seq if digest in home else None))
        else:
            values[digest] = opening["value"]
    found.report.counts.sealed, found.report.counts.openings = len(home), len(values)
    found.done(
        6,
        f"{len(values)} of {len(home)} sealed values are open, and are what was sealed",
    )
    return values


def _wrong_opening(home: Mapping[str, Event], digest: str, opening: Any) -> str:
    if digest not in home:
        return "an opening of nothing that is sealed here"
    if not isinstance(opening, dict) or opening.keys() != {"salt", "value"}:
        return "an opening is not of the form"
    salt = opening["salt"]
    if not isinstance(salt, str) or len(salt) != 32 or set(salt) - set("0123456789abcdef"):
        return "an opening's salt is not 16 bytes"
    if any(True for _ in seals.find(opening["value"])):
        return "a sealed value contains a sealed value"
    event = home[digest]
    if seals.digest(event.campaign, event.seq, bytes.fromhex(salt), opening["value"]) != digest:
        return "an opening is not what was sealed"
    return ""


def _after_the_end(found: Findings, events: Sequence[Event], values: Mapping[str, Any]) -> None:
    ends = [
        (event.seq, effect)
        for event in events
        for effect in event.effects
        if effect["type"] == "seals-opened"
    ]
    if not ends:
        found.done(7, "the seals are not open yet", "not-run")
        return
    seq, effect = ends[0]
    if len(ends) > 1:
        found.fail(7, "the seals are opened twice", ends[1][0])
    if not _concluded(events[:seq]):
        found.fail(7, "the seals are opened before the end", seq)
    for event in events:
        for digest in seals.find([event.command, event.draws, event.effects]):
            if digest not in values:
                found.fail(7, "a sealed value has no opening", event.seq)
        if event.seq > seq:
            if any(draw["chain"] == "sealed" for draw in event.draws):
                found.fail(7, "a sealed draw after the seals are open", event.seq)
            for later in event.effects:
                if later["type"] == "rewound" and later["to"] < seq:
                    found.fail(7, "a rewind to before the seals were opened", event.seq)
    try:
        faces = _sealed_chains(found, events, effect["last"], values, seq)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        found.fail(7, f"not of the form: {error}", seq)
        faces = 0
    found.done(7, f"everything is open; {faces} hidden faces follow from their seeds")


def _concluded(events: Sequence[Event]) -> bool:
    """Whether the last of ``events`` stands after an end that no rewind took back."""
    after: list[bool] = [False]
    for event in events:
        over = after[-1]
        for effect in event.effects:
            if effect["type"] == "concluded":
                over = True
            elif effect["type"] == "rewound":
                over = effect["to"] < len(after) and after[effect["to"]]
        after.append(over)
    return after[-1]


def _sealed_chains(
    found: Findings,
    events: Sequence[Event],
    last: Mapping[str, str],
    values: Mapping[str, Any],
    end: int,
) -> int:
    anchor, draws = "", list[tuple[str, Event, Mapping[str, Any]]]()
    for event in events:
        for draw in event.draws:
            if draw["chain"] == "sealed":
                draws.append((anchor, event, draw))
        for effect in event.effects:
            if effect["type"] in ("campaign-created", "forked"):
                anchor = effect["anchors"]["sealed"]["anchor"]
            elif effect["type"] == "dice-chain-extended" and effect["chain"] == "sealed":
                anchor = effect["anchor"]
    if set(last) != {anchor for anchor, _, _ in draws}:
        found.fail(7, "the last links are not those of the chains drawn from", end)
        return 0
    by_anchor: dict[str, list[tuple[Event, Mapping[str, Any]]]] = {}
    for anchor, event, drawn in draws:
        by_anchor.setdefault(anchor, []).append((event, drawn))
    faces = 0
    for anchor, link in last.items():
        value = bytes.fromhex(link)
        for event, drawn in reversed(by_anchor[anchor]):
            dice = values.get(drawn["dice"]["sealed"], [])
            check_dice(dice, event.seq)
            wrong = wrong_face(event, "sealed", drawn["link"], value, dice)
            if wrong:
                found.fail(7, wrong, event.seq)
            faces += len(dice)
            value = sha256(value)
        if value.hex() != anchor:
            found.fail(7, "a last link does not lead to its anchor", end)
    return faces


def _root(found: Findings, capsule: Capsule, older: Sequence[str]) -> None:
    leaves = [bytes.fromhex(record_hash(item.record)) for item in capsule.items]
    campaign = capsule.items[-1].event.campaign
    texts = [capsule.checkpoint, *(notes.clean(text) for text in older)]
    for number, text in enumerate(texts):
        which = "an older checkpoint" if number else "the checkpoint"
        try:
            checkpoint = notes.read_note(text).checkpoint
        except BadRecord as error:
            found.fail(8, f"{which}: {error}")
            continue
        if not checkpoint.origin.endswith(f"/campaigns/{campaign}"):
            found.fail(8, f"{which} is of another campaign")
        elif checkpoint.size > len(leaves):
            found.fail(8, f"{which} covers {checkpoint.size} events, here are {len(leaves)}")
        elif root_of(leaves[: checkpoint.size]) != checkpoint.root:
            found.fail(8, f"{which} has another root than the first {checkpoint.size} events")
        elif not number:
            found.report.counts.uncovered = len(leaves) - checkpoint.size
    beyond = found.report.counts.uncovered
    more = f"; {beyond} events after it are not covered" if beyond else ""
    result: Result = "not-confirmed" if beyond else "pass"
    found.done(8, f"the events have the root that the checkpoint names{more}", result)


def _signature(
    found: Findings,
    capsule: Capsule,
    check: CheckSignature,
    key: str | None,
    older: Sequence[str],
) -> None:
    campaign = capsule.items[-1].event.campaign
    try:
        verifier = notes.read_key(key or capsule.head.key)
        for text in (capsule.checkpoint, *(notes.clean(text) for text in older)):
            note = notes.read_note(text)
            if not notes.signed_by(note, verifier, check):
                found.fail(9, f"{verifier.name}'s key did not sign it")
            if note.checkpoint.origin != notes.origin(verifier.name, campaign):
                found.fail(9, "the checkpoint is of another log than the key's of this campaign")
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
    created = items[0].event.effects[0] if items[0].event.effects else {}
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
    hidden, other, states = 0, 0, [Campaign()]
    for item in items:
        before = states[-1]
        event = item.event
        edition = before.edition or str(created.get("edition"))
        if edition != system.edition and not _adopts(event):
            other += 1
        else:
            try:
                redecide(before, event, system, values, states.__getitem__)
                found.report.counts.decided += 1
            except NotKnown:
                hidden += 1
            except Differs as error:
                found.fail(10, str(error), event.seq)
                return
            except Exception as error:  # what a forger wrote may trip the rules' code anywhere
                found.fail(10, f"it cannot be decided: {error!r}", event.seq)
                return
        try:
            states.append(evolve(before, event, item.hash, system, states.__getitem__))
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
    schema = msgspec.inspect.type_info(system.effects)
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
