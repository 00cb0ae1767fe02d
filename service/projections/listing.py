"""The list of campaigns."""

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from domain.kernel.campaign import Campaign, standing
from domain.kernel.system import Label, Outcome, Phase, System, Waiting
from service.store import schema as t
from service.store.read import CampaignRow, Reader, rank
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
    }


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
    trusted: Sequence[str] = (),
) -> list[Listed]:
    """Public campaigns older than ``before``, newest first; of several copies the best."""
    c, p = t.campaigns.c, t.listing.c
    other = t.campaigns.alias()
    best = (
        sa.select(other.c.id)
        .where(other.c.campaign == c.campaign, other.c.visibility == "public")
        .order_by(*rank(other, trusted))
        .limit(1)
        .correlate(t.campaigns)
        .scalar_subquery()
    )
    query = sa.select(t.campaigns, t.listing).join(t.listing, c.id == p.campaign_id)
    query = query.where(c.visibility == "public", c.kind != "deleted", c.id == best)
    query = query.order_by(c.campaign.desc()).limit(limit)
    if before:
        query = query.where(c.campaign < before)
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
        row.campaign,
        row.name,
        row.system,
        row.scenario,
        row.kind,
        row.status,
        row.seq,
        row.hash,
        summary,
    )
