"""Saving a campaign as a capsule, and taking a saved one in."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from domain.kernel import capsules, notes, seals
from domain.kernel.campaign import Campaign, replay
from domain.kernel.canonical import parse
from domain.kernel.errors import BadRecord, CorruptLog
from domain.kernel.system import System
from domain.kernel.verify import verify_capsule
from service.campaigns.engine import Batch, Live, row_for
from service.campaigns.reading import Folds, known_to, sees_all
from service.errors import FieldError, Problem
from service.projections import rolls
from service.projections.steps import make_step, told_of, view_of
from service.signing import check_signature
from service.store import schema as t
from service.store.read import CampaignRow, Reader, Stored


def export(
    folds: Folds, reader: Reader, row: CampaignRow, audience: str, *, steps: bool
) -> Iterator[bytes]:
    """The lines of a capsule for an audience, with text and patches if ``steps``."""
    system = folds.system(row)
    campaign = folds.at(reader, row, row.seq)
    vault = reader.vault(row)
    head = capsules.Head(
        {
            "id": row.id,
            "name": row.name,
            "system": campaign.system,
            "scenario": campaign.scenario,
            "edition": campaign.edition,
        },
        audience,
        row.key,
    )
    openings = vault.seen_by(audience, row.seq, all_seats=sees_all(campaign))
    view = {"view": {}, "tables": [table.plain() for table in system.tables]} if steps else None
    return capsules.write(
        head,
        _events(folds, reader, row, audience, vault, system, steps=steps),
        openings,
        row.checkpoint,
        view,
    )


def _events(
    folds: Folds,
    reader: Reader,
    row: CampaignRow,
    audience: str,
    vault: Any,
    system: System,
    *,
    steps: bool,
) -> Iterator[Mapping[str, Any]]:
    if not steps:
        for stored in reader.events(row, 0):
            yield {"event": {**parse(stored.record), "hash": stored.hash}}
        return
    before: tuple[Campaign, dict[str, Any]] = (Campaign(), {})
    for stored, event, campaign in folds.walk(reader, row, 0, row.seq):
        known = known_to(vault, campaign, audience)
        after = (campaign, view_of(campaign, system, audience, known))
        step = make_step(before, after, event, system, known)
        yield {"event": {**parse(stored.record), "hash": stored.hash}, **told_of(step)}
        before = after


def take_in(batch: Batch, data: bytes, visibility: str) -> tuple[CampaignRow, bool]:
    """Import a capsule; whether it is new here. Verified first; raises `Problem`."""
    report = verify_capsule(data, check_signature)
    if not report.ok:
        failed = [
            FieldError("", f"check {check.number}, {check.title}: {check.detail}")
            for check in report.checks
            if check.result == "fail"
        ]
        raise Problem("invalid-request", "The capsule does not verify.", errors=failed)
    capsule = capsules.read(data)
    campaign_id = capsule.items[-1].event.campaign
    size = notes.read_note(capsule.checkpoint).checkpoint.size
    if size != len(capsule.items):
        raise Problem("invalid-request", "The capsule's checkpoint does not cover all its events.")
    existing = batch.tx.campaign(campaign_id)
    if existing is not None:
        return _same_log(batch, existing, capsule), False
    created = capsule.items[0].event.effects[0]
    system = batch.engine.systems.get(str(created.get("system")))
    if system is None:
        raise Problem("invalid-request", f"The system {created.get('system')!r} is not installed.")
    campaign = _fold(capsule, system)
    row = row_for(
        campaign_id,
        system.key,
        str(capsule.head.campaign.get("name", ""))[:200] or campaign_id,
        visibility,
        kind="imported",
        checkpoint=capsule.checkpoint,
        key=capsule.head.key,
    )
    batch.tx.add_campaign(row)
    for item in capsule.items:
        stored = Stored(item.event.seq, item.record, item.hash)
        batch.tx.import_event(campaign_id, stored, item.event.by)
        rolls.write(batch.tx, campaign_id, item.event)
    _keep_openings(batch, capsule, campaign_id, campaign)
    batch.engine.cache(campaign_id, Live(campaign, batch.tx.vault(row)))
    batch.touched[campaign_id] = system
    return row, True


def _fold(capsule: capsules.Capsule, system: System) -> Campaign:
    try:
        *_, campaign = replay(((item.event, item.hash) for item in capsule.items), system)
    except (CorruptLog, BadRecord, KeyError, TypeError, ValueError, msgspec.MsgspecError) as error:
        raise Problem("invalid-request", f"The capsule's events do not fold: {error}") from None
    return campaign


def _same_log(batch: Batch, row: CampaignRow, capsule: capsules.Capsule) -> CampaignRow:
    here = batch.tx.hashes(row, 1, len(capsule.items))
    theirs = [bytes.fromhex(item.hash) for item in capsule.items]
    if here != theirs or (row.kind == "imported" and row.seq != len(theirs)):
        raise Problem("log-differs", "A campaign with this id is here, with other events.")
    return row


def _keep_openings(
    batch: Batch, capsule: capsules.Capsule, campaign_id: str, campaign: Campaign
) -> None:
    """Keep the capsule's openings; they are shown to whom the log or its end shows them."""
    public: dict[str, int] = {}
    home: dict[str, int] = {}
    openings = dict(capsule.openings)
    for item in capsule.items:
        for digest in seals.find([item.event.command, item.event.draws, item.event.effects]):
            home[digest] = item.event.seq
        for effect in item.event.effects:
            if effect["type"] == "opened":
                for digest, opening in effect["openings"].items():
                    openings[digest] = msgspec.convert(opening, seals.Opening)
                    public.setdefault(digest, item.event.seq)
            elif effect["type"] == "seals-opened":
                for digest in home:
                    public.setdefault(digest, item.event.seq)
    for digest, opening in openings.items():
        batch.tx.add_row(
            t.openings,
            {
                "campaign_id": campaign_id,
                "digest": digest,
                "seq": home[digest],
                "to": "",
                "opening": msgspec.json.encode(opening),
            },
        )
    for digest, seq in public.items():
        if digest in openings:
            row = {"campaign_id": campaign_id, "digest": digest, "seq": seq}
            batch.tx.add_row(t.published, row)
