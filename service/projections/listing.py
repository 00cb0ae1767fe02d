"""The list of campaigns."""

from typing import Any

import msgspec

from domain.kernel.campaign import Campaign, standing
from domain.kernel.system import Label, Phase, System, Waiting
from service.store.read import CampaignRow


class Summary(msgspec.Struct, frozen=True):
    """Where a campaign stands, as the list shows it."""

    turn: Label | None
    phase: Phase | None
    waiting: tuple[Waiting, ...]
    at: str


def listing_row(row: CampaignRow, campaign: Campaign, system: System) -> dict[str, Any]:
    """The list's row of a campaign."""
    where = standing(campaign, system)
    summary = Summary(where.turn, where.phase, where.waiting, campaign.at)
    return {
        "campaign_id": row.id,
        "system": campaign.system,
        "scenario": campaign.scenario,
        "status": "concluded" if campaign.outcome else "open",
        "awaited": "".join(f" {seat} " for seat in sorted({one.seat for one in where.waiting})),
        "summary": msgspec.json.encode(summary),
    }
