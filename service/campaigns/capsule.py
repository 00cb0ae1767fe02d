"""Saving a campaign as a capsule."""

from collections.abc import Iterator
from typing import Any

from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.proof import capsules
from iacta.domain.kernel.proof.vault import Vault
from iacta.service.campaigns.reading import Folds, known_to
from iacta.service.projections.steps import capsule_members, make_step, view_of
from iacta.service.store.read import Reader
from iacta.service.store.rows import CampaignRow

SEALS_CLOSED = (
    "The seals are closed: once the game is over its seats agree to open them, or the referee "
    "opens them after the grace."
)


def export(
    folds: Folds, reader: Reader, row: CampaignRow, audience: str, *, steps: bool
) -> Iterator[bytes]:
    """The lines of a capsule for an audience, with text and patches if ``steps``."""
    system = folds.system(row)
    campaign = folds.state_at(reader, row, row.seq)
    vault = reader.vault(row)
    members = {name: getattr(campaign, name) for name in ("system", "scenario", "edition")}
    head = capsules.Head({"id": row.campaign, "name": row.name, **members}, audience, row.key)
    openings = vault.seen_by(audience, row.seq, all_seats=campaign.referee_sees_all)
    view = {"view": {}, "tables": [table.plain() for table in system.tables]} if steps else None
    if steps:
        events = _told(folds, reader, row, audience, vault)
    else:
        events = (capsules.event_line(one.record, one.hash) for one in reader.events(row, 0))
    return capsules.write(head, events, openings, row.checkpoint, view)


def _told(
    folds: Folds, reader: Reader, row: CampaignRow, audience: str, vault: Vault
) -> Iterator[bytes]:
    """The lines of the events with their text and patches."""
    system = folds.system(row)
    before: tuple[Campaign, dict[str, Any]] = (Campaign(), {})
    for stored, event, campaign in folds.walk(reader, row, 0, row.seq):
        known = known_to(vault, campaign, audience)
        after = (campaign, view_of(campaign, system, audience, known))
        step = make_step(before, after, event, system, known)
        yield capsules.event_line(stored.record, stored.hash, capsule_members(step))
        before = after
