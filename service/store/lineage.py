"""Forks: what was forked of a campaign, and from it again."""

import contextlib
from collections.abc import Collection, Sequence
from typing import Any

import sqlalchemy as sa

from iacta.service.errors import Damaged
from iacta.service.store import schema as t
from iacta.service.store.read import Reader
from iacta.service.store.rows import CampaignRow, ChildRow, Descendant, typed


def _shown(columns: Any, seen: Any) -> Any:
    """Whether a copy is public or among those that somebody sees besides."""
    return (columns.visibility == "public") | columns.id.in_(seen)


_C = t.campaigns.c
_FORKS = (  # asked whenever a campaign is read, so built once
    sa.select(
        _C.id, _C.name, _C.visibility, _C.fork_at, sa.func.count().over().label("count_of_all")
    )
    .where(_C.parent_id == sa.bindparam("parent"), _shown(_C, sa.bindparam("seen", expanding=True)))
    .order_by(_C.fork_at, _C.id)
    .limit(sa.bindparam("limit"))
)


def forks_of(
    reader: Reader, campaign_id: str, seen: Collection[str], limit: int
) -> tuple[list[ChildRow], int]:
    """The first forks of a campaign, and how many there are: the public and those of ``seen``.

    Damaged rows are left out: these are named themselves.
    """
    asked = {"parent": campaign_id, "seen": list(seen), "limit": limit}
    rows = reader.connection.execute(_FORKS, asked).all()
    children = []
    for row in rows:
        with contextlib.suppress(Damaged):
            children.append(typed(ChildRow, row._mapping, str(row.id), "its head"))
    return children, rows[0].count_of_all if rows else 0


def descendants(
    reader: Reader, root: str, seen: Collection[str], after: str | None, limit: int
) -> tuple[list[Descendant], str | None]:
    """What was forked of a campaign, itself first, each generation before the next.

    Only the public and those of ``seen``; after campaign ``after`` of these. Also after which
    to go on, if there are more. Damaged rows are left out, as among `forks_of`.
    """
    c = t.campaigns.c
    none = sa.literal("").label("parent"), sa.literal("").label("parent_visibility")
    depth = sa.literal(0).label("depth")
    first = sa.select(c.id, c.campaign, c.visibility, depth, *none).where(c.id == root)
    above = first.cte("tree", recursive=True)
    tree = above.union_all(
        sa.select(
            c.id, c.campaign, c.visibility,
            above.c.depth + 1, above.c.campaign, above.c.visibility,
        ).where(c.parent_id == above.c.id)
    )  # fmt: skip
    query = (
        sa.select(t.campaigns, tree.c.parent, tree.c.parent_visibility)
        .join(tree, tree.c.id == c.id)
        .where(_shown(tree.c, seen))
    )
    if after is not None:
        last = tree.alias()
        at = sa.select(last.c.depth).where(last.c.campaign == after, _shown(last.c, seen))
        place = sa.tuple_(tree.c.depth, tree.c.campaign)
        query = query.where(place > sa.tuple_(at.scalar_subquery(), sa.literal(after)))
    query = query.order_by(tree.c.depth, tree.c.campaign).limit(limit + 1)
    rows = reader.connection.execute(query).all()
    found = []
    for row in rows[:limit]:
        with contextlib.suppress(Damaged):
            head = typed(CampaignRow, row._mapping, str(row.id), "its head")
            told = row.parent_visibility == "public" or head.parent_id in seen
            found.append(Descendant(head, row.parent if told else None))
    return found, str(rows[limit - 1].campaign) if len(rows) > limit else None


def forks_since(reader: Reader, parents: Sequence[str], since: int) -> list[str]:
    """Ids of the forks of several campaigns at event ``since`` or later, oldest first."""
    c = t.campaigns.c
    query = sa.select(c.id).where(c.parent_id.in_(parents), c.fork_at >= since)
    return list(reader.connection.execute(query.order_by(c.id)).scalars())


def already_continued(reader: Reader, campaigns: Sequence[str]) -> set[str]:
    """Those that a restored backup left behind and that have had their one fork."""
    c = t.continuations.c
    query = sa.select(c.campaign_id).where(c.campaign_id.in_(campaigns))
    return set(reader.connection.execute(query).scalars())
