"""Taking a saved campaign in: examined outside the writer, then kept in one transaction."""

import contextlib
from collections.abc import Mapping
from typing import Any

import msgspec

from domain.kernel import capsules, notes, seals
from domain.kernel.campaign import Campaign, seat_views, standing, view
from domain.kernel.campaign import evolve as fold
from domain.kernel.commands import Name
from domain.kernel.dice import Chain, make_chain
from domain.kernel.errors import NotKnown
from domain.kernel.redecide import Differs, redecide
from domain.kernel.seals import Opening
from domain.kernel.system import System
from domain.kernel.vault import Entry
from domain.kernel.verify import verify_capsule
from service.campaigns.engine import Batch, Live, row_for
from service.entropy import new_id
from service.errors import FieldError, Problem, deleted
from service.projections import rolls, snapshots
from service.signing import check_signature
from service.store.read import CampaignRow, Stored


class Examined(msgspec.Struct, frozen=True):
    """A capsule that may be kept, with all that its keeping needs."""

    capsule: capsules.Capsule
    system: System
    name: str
    states: tuple[Campaign, ...]
    openings: dict[str, tuple[int, Opening, tuple[str, ...]]]
    public: dict[str, int]
    chains: tuple[Chain, ...]

    @property
    def id(self) -> str:
        """The campaign's id."""
        return self.campaign.id

    @property
    def key(self) -> str:
        """The verifier key under which it is signed, in its one spelling."""
        return notes.read_key(self.capsule.head.key).text()

    @property
    def campaign(self) -> Campaign:
        """The campaign after its last event."""
        return self.states[-1]


def refuse(detail: str) -> Problem:
    """What is said of a file that is not kept."""
    return Problem("invalid-request", detail)


def examine(data: bytes, systems: Mapping[str, System]) -> Examined:
    """Verify, fold and show a capsule, as it will be used. Raises `Problem`; touches no store."""
    report = verify_capsule(data, check_signature, systems=systems)
    if not report.ok:
        failed = [
            FieldError("", f"check {check.number}, {check.title}: {check.detail}")
            for check in report.checks
            if check.result == "fail"
        ]
        raise Problem("invalid-request", "The capsule does not verify.", errors=failed)
    capsule = capsules.read(data)
    if notes.read_note(capsule.checkpoint).checkpoint.size != len(capsule.items):
        raise refuse("The capsule's checkpoint does not cover all its events.")
    try:
        name = msgspec.convert(capsule.head.campaign.get("name"), Name)
    except msgspec.ValidationError:
        raise refuse("The capsule's campaign has no proper name.") from None
    created = capsule.items[0].event.effects[0]
    system = systems.get(str(created.get("system")))
    if system is None:
        raise refuse(f"The system {created.get('system')!r} is not installed.")
    openings, public = _openings(capsule)
    values = {digest: opening.value for digest, (_, opening) in openings.items()}
    learned: dict[str, tuple[str, ...]] = {}
    try:
        states = _fold(capsule, system, values, learned)
    except Exception as error:  # whatever a file that was made up may bring about
        raise refuse(f"The capsule's events do not fold: {error}") from None
    kept = {
        digest: (seq, opening, learned.get(digest, ()))
        for digest, (seq, opening) in openings.items()
    }
    return Examined(capsule, system, name, states, kept, public, _chains(capsule, states[-1]))


def _fold(
    capsule: capsules.Capsule,
    system: System,
    values: Mapping[str, Any],
    learned: dict[str, tuple[str, ...]],
) -> tuple[Campaign, ...]:
    """Every state, each shown as readers will ask for it; whom values were shown to on the way."""
    states = [Campaign()]
    for item in capsule.items:
        # Of an older edition, or hidden still: then it was verified as far as it can be.
        with contextlib.suppress(NotKnown, Differs):
            redecide(states[-1], item.event, system, values, states.__getitem__, learned)
        states.append(fold(states[-1], item.event, item.hash, system, states.__getitem__))
    last = states[-1]
    system.scenario(last.scenario)
    standing(last, system)
    seat_views(last, system)
    view(last, system, "public", {})
    return tuple(states)


def _openings(
    capsule: capsules.Capsule,
) -> tuple[dict[str, tuple[int, Opening]], dict[str, int]]:
    """Openings with the event that sealed them, and when they became public."""
    home: dict[str, int] = {}
    public: dict[str, int] = {}
    openings = dict(capsule.openings)
    for item in capsule.items:
        event = item.event
        for digest in seals.find([event.command, event.draws, event.effects]):
            home[digest] = event.seq
        for effect in event.effects:
            if effect["type"] == "opened":
                shown = msgspec.convert(effect["openings"], dict[str, Opening])
                openings.update(shown)
        for digest in seals.shown(event.effects, home):
            public.setdefault(digest, event.seq)
    return {digest: (home[digest], one) for digest, one in openings.items()}, public


def _chains(capsule: capsules.Capsule, campaign: Campaign) -> tuple[Chain, ...]:
    """The sealed chains that the end has laid open, as far as they were drawn."""
    last = {
        anchor: link
        for item in capsule.items
        for effect in item.event.effects
        if effect["type"] == "seals-opened"
        for anchor, link in effect["last"].items()
    }
    return tuple(
        make_chain(bytes.fromhex(last[span.anchor]), span.used)
        for span in campaign.sealed
        if span.anchor in last
    )


def take_in(batch: Batch, found: Examined, visibility: str) -> tuple[CampaignRow, bool]:
    """Keep an examined capsule: the campaign as it was here before, and whether it is new.

    What is only kept here is brought up to date by a longer file of the same log under the same
    key; a file under another key is a copy of its own. Whoever brings a file again may make what
    was imported public: they could publish the file as well. What is played here is nobody's to
    publish, nor what the operator hid or deleted. Raises `Problem`.
    """
    existing = batch.tx.copy(found.id, found.key)
    if existing is None:
        row = _new_row(batch, found, visibility)
        batch.tx.add_campaign(row)
        _keep(batch, row, found)
        return row, True
    _check_same(batch, existing, found)
    if existing.seq < len(found.capsule.items):
        _keep(batch, existing, found)
    if (existing.kind, existing.visibility, visibility) == ("imported", "private", "public"):
        batch.tx.set_visibility(existing.id, "public")
    return existing, False


def growth(batch: Batch, found: Examined) -> tuple[int, int]:
    """How many campaigns and bytes of events a capsule would add to what is here."""
    existing = batch.tx.copy(found.id, found.key)
    seq = 0 if existing is None else existing.seq
    new = [item for item in found.capsule.items if item.event.seq > seq]
    return 0 if existing else 1, sum(len(item.record) for item in new)


def _new_row(batch: Batch, found: Examined, visibility: str) -> CampaignRow:
    """The head of a new copy: the first of a campaign is stored under the campaign's own id."""
    here = batch.tx.campaign(found.id)
    copy_id = found.id if here is None else new_id(batch.engine.world)
    return row_for(
        copy_id,
        found.system.key,
        found.name,
        visibility,
        campaign=found.id,
        kind="imported",
        key=found.key,
    )


def _check_same(batch: Batch, row: CampaignRow, found: Examined) -> None:
    """Raise `Problem` unless the file says what is here, and more only where more may be kept."""
    if row.kind == "deleted":
        public = row.visibility == "public"
        raise deleted(row.reason, row.checkpoint) if public else deleted(None, None)
    theirs = [bytes.fromhex(item.hash) for item in found.capsule.items]
    shared = min(row.seq, len(theirs))
    if batch.tx.hashes(row, 1, shared) != theirs[:shared]:
        raise Problem("log-differs", "A campaign with this id is here, with other events.")
    if len(theirs) > row.seq and row.kind == "live":
        raise Problem("log-differs", "The campaign is played here, and has not these last events.")


def _keep(batch: Batch, row: CampaignRow, found: Examined) -> None:
    """Take in what is not here yet of a capsule's events and openings, and its checkpoint."""
    tx, vault = batch.tx, batch.tx.vault(row)
    played = row.kind != "imported"  # whose senders may ask again what became of a command
    for item, state in zip(found.capsule.items, found.states[1:], strict=True):
        if item.event.seq > row.seq:
            stored = Stored(item.event.seq, item.record, item.hash)
            tx.import_event(row.id, stored, item.event.by, item.event.key if played else None)
            rolls.write(tx, row.id, item.event, found.system)
            snapshots.write(tx, row, state, found.system)
    tx.sign(row.id, found.capsule.checkpoint)
    for digest, (seq, opening, to) in found.openings.items():
        entry = Entry(seq, opening, ())
        if digest in vault:
            entry = vault.get(digest)
            if entry.to or not to:
                continue
            # Whom it was shown to rested on what a shorter file kept hidden.
            tx.drop_opening(row.id, digest)
        tx.keep_opening(row.id, seq, digest, opening, to)
        vault.add(digest, msgspec.structs.replace(entry, to=to))
    for digest, seq in found.public.items():
        if digest in vault and vault.get(digest).public is None:
            tx.publish(row.id, digest, seq)
            vault.publish([digest], seq)
    for chain in found.chains:
        if tx.chain(row.id, chain.anchor) is None:
            tx.keep_chain(row.id, "sealed", chain, batch.engine.links.pack(chain))
    batch.engine.cache(row.id, Live(found.campaign, vault))
    batch.touched[row.id] = found.system
