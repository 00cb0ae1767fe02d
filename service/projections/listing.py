"""The list of campaigns."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

import msgspec
import sqlalchemy as sa
import structlog

from iacta.domain.kernel.campaign.ending import opens_from
from iacta.domain.kernel.campaign.state import Awaited, Campaign
from iacta.domain.kernel.campaign.waiting import awaited, standing
from iacta.domain.kernel.contract.system import AnySystem, Label, Outcome, Phase
from iacta.service.errors import Damaged
from iacta.service.store import schema as t
from iacta.service.store.prepared import Prepared
from iacta.service.store.read import Reader, rank
from iacta.service.store.rows import CampaignRow, typed
from iacta.service.store.write import Writer

log = structlog.get_logger()

_DROP = Prepared(t.listing.delete().where(t.listing.c.campaign_id == sa.bindparam("campaign_id")))


class Summary(msgspec.Struct, frozen=True):
    """A campaign's turn, phase, waiting seats and outcome, as the list shows them."""

    turn: Label | None
    phase: Phase | None
    waiting: tuple[Awaited, ...]
    at: str
    outcome: Outcome | None = None


def listing_row(row: CampaignRow, campaign: Campaign, system: AnySystem) -> dict[str, Any]:
    """The list's row of a campaign."""
    where = standing(campaign, system)
    summary = Summary(
        where.turn, where.phase, awaited(campaign, system), campaign.at, campaign.outcome
    )
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
    closed = campaign.outcome is not None and campaign.keeps_secrets
    if not closed or campaign.grace is None or "object" in campaign.seal_answers.values():
        return None
    return opens_from(campaign, "service")


def due_openings(reader: Reader) -> list[tuple[str, str]]:
    """The campaigns played here whose seals the service is to open, and when; the first first."""
    c, p = t.campaigns.c, t.listing.c
    query = sa.select(c.id, p.seals_due).join(t.listing, c.id == p.campaign_id)
    query = query.where(c.kind == "live", p.seals_due.is_not(None)).order_by(p.seals_due)
    return [(one.id, one.seals_due) for one in reader.connection.execute(query)]


def write(tx: Writer, row: CampaignRow, campaign: Campaign, system: AnySystem) -> None:
    """Put a campaign's row in place of its old one."""
    put(tx, listing_row(row, campaign, system))


def put(tx: Writer, listed: dict[str, Any]) -> None:
    """Put a row in place of the campaign's old one."""
    _DROP.run(tx.connection, [{"campaign_id": listed["campaign_id"]}])
    tx.add_row(t.listing, listed)


class Listed(msgspec.Struct, frozen=True, kw_only=True):
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
    filtered = "kind" if status in ("imported", "read-only") else "status"
    asked = {"before": before, "system": system, filtered: status, "waiting": waiting}
    given = {name: value for name, value in asked.items() if value}
    query = _page(tuple(trusted), frozenset(given))
    if waiting:
        given["waiting"] = f" {waiting} "
    with reader.connection.execute(query, given, execution_options={"yield_per": limit}) as rows:
        return list(islice(_sound(rows.mappings()), limit))


@lru_cache(64)
def _page(trusted: tuple[str, ...], given: frozenset[str]) -> Any:
    """The list by what is ``given``: ``kind`` for files, ``status`` for campaigns played here.

    Everybody who comes asks for it, so it is built once for each way to ask.
    """
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
    names = (c.name, c.system, p.scenario, c.kind, p.status, c.seq, c.hash, p.summary)
    query = sa.select(c.campaign.label("id"), *names).join(t.listing, c.id == p.campaign_id)
    query = query.where(c.visibility == "public", c.kind != "deleted", c.id == best)
    query = query.order_by(c.campaign.desc())
    if "before" in given:
        query = query.where(c.campaign < sa.bindparam("before"))
    if "system" in given:
        query = query.where(c.system == sa.bindparam("system"))
    if "kind" in given:
        query = query.where(c.kind == sa.bindparam("kind"))
    if "status" in given:
        query = query.where(c.kind == "live", p.status == sa.bindparam("status"))
    if "waiting" in given:
        query = query.where(p.awaited.contains(sa.bindparam("waiting")))
    return query


def _sound(rows: Iterable[Mapping[Any, Any]]) -> Iterator[Listed]:
    """The campaigns that can be shown; a damaged one is logged, and does not hide the others."""
    for row in rows:
        try:
            yield _listed(row)
        except Damaged as damaged:
            log.error("damaged", campaign=damaged.campaign, what=damaged.what)


def _listed(row: Mapping[Any, Any]) -> Listed:
    plain = {str(name): value for name, value in row.items()} | {"summary": _summary(row)}
    return typed(Listed, plain, str(row["id"]), "its listing")


def _summary(row: Mapping[Any, Any]) -> Summary | None:
    try:
        return msgspec.json.decode(row["summary"], type=Summary)
    except (msgspec.MsgspecError, TypeError, UnicodeDecodeError):
        return None
