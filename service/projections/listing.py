"""The list of campaigns."""

from typing import Any

import msgspec
import sqlalchemy as sa

from domain.kernel.campaign import Campaign, standing
from domain.kernel.ending import opens_from
from domain.kernel.system import Label, Outcome, Phase, System, Waiting
from service.store import schema as t
from service.store.read import CampaignRow, Reader
from service.store.write import Writer

_DROP = t.listing.delete().where(t.listing.c.campaign_id == sa.bindparam("id"))


class Summary(msgspec.Struct, frozen=True):
    """Where a campaign stands, as the list shows it."""

    turn: Label | None
    phase: Phase | None
    waiting: tuple[Waiting, ...]
    at: str
    outcome: Outcome | None = None


def listing_row(row: CampaignRow, campaign: Campaign, system: System) -> dict[str, Any]:
    """The list's row of a campaign."""
    where = standing(campaign, system)
    summary = Summary(where.turn, where.phase, where.waiting, campaign.at, campaign.outcome)
    return {
        "campaign_id": row.id,
        "system": campaign.system,
        "scenario": campaign.scenario,
        "status": "concluded" if campaign.outcome else "open",
        "awaited": "".join(f" {seat} " for seat in sorted({one.seat for one in where.waiting})),
        "summary": msgspec.json.encode(summary),
        "seals_due": seals_due(campaign),
    }


def seals_due(campaign: Campaign) -> str | None:
    """When the service is to open the seals by itself; None if it is not to.

    A seat's objection leaves it to the referee and the operator.
    """
    closed = campaign.outcome is not None and campaign.hidden and not campaign.seals_opened
    if not closed or campaign.grace is None or "object" in campaign.agreed.values():
        return None
    return opens_from(campaign, "service")


def closed(reader: Reader) -> list[tuple[str, str]]:
    """The campaigns played here whose seals the service is to open, and when; the first first."""
    c, p = t.campaigns.c, t.listing.c
    query = sa.select(c.id, p.seals_due).join(t.listing, c.id == p.campaign_id)
    query = query.where(c.kind == "live", p.seals_due.is_not(None)).order_by(p.seals_due)
    return [(one.id, one.seals_due) for one in reader.connection.execute(query)]


def write(tx: Writer, row: CampaignRow, campaign: Campaign, system: System) -> None:
    """Put a campaign's row in place of its old one."""
    tx.connection.execute(_DROP, {"id": row.id})
    tx.add_row(t.listing, listing_row(row, campaign, system))


class Listed(msgspec.Struct, frozen=True):
    """A public campaign in the list. ``kind``: live, imported or read-only."""

    id: str
    name: str
    system: str
    scenario: str
    kind: str
    status: str
    seq: int
    hash: str
    summary: Summary


def page(
    reader: Reader,
    *,
    system: str | None = None,
    status: str | None = None,
    waiting: str | None = None,
    before: str | None = None,
    limit: int,
) -> list[Listed]:
    """Public campaigns older than ``before``, newest first."""
    c, p = t.campaigns.c, t.listing.c
    query = sa.select(t.campaigns, t.listing).join(t.listing, c.id == p.campaign_id)
    query = query.where(c.visibility == "public").order_by(c.id.desc()).limit(limit)
    if before:
        query = query.where(c.id < before)
    if system:
        query = query.where(c.system == system)
    if status in ("imported", "read-only"):
        query = query.where(c.kind == status)
    elif status:
        query = query.where(c.kind == "live", p.status == status)
    if waiting:
        query = query.where(p.awaited.contains(f" {waiting} ", autoescape=True))
    return [_listed(row) for row in reader.connection.execute(query)]


def _listed(row: Any) -> Listed:
    summary = msgspec.json.decode(row.summary, type=Summary)
    return Listed(
        row.id, row.name, row.system, row.scenario, row.kind, row.status, row.seq, row.hash, summary
    )
