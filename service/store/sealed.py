"""What was sealed in records, and what of it not everybody was shown."""

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from iacta.service.store import schema as t
from iacta.service.store.read import Reader, within
from iacta.service.store.rows import CampaignRow, Segment


def _unopened(reader: Reader, row: CampaignRow) -> dict[str, int]:
    """Digest → event of every value sealed in a record that no event of it showed to all."""
    sealed = sealed_values(reader, row)
    for segment in reader.segments(row):
        for value in _digests(reader, t.published, segment):
            sealed.pop(value["digest"], None)
    return sealed


def sealed_values(reader: Reader, row: CampaignRow) -> dict[str, int]:
    """Digest → event of every value sealed in a record whose opening is stored."""
    return {
        value["digest"]: value["seq"]
        for segment in reader.segments(row)
        for value in _digests(reader, t.openings, segment)
    }


def secret_values(reader: Reader, row: CampaignRow) -> dict[str, int]:
    """As `_unopened`, without what an ancestor had shown to all before the campaign began."""
    secrets = _unopened(reader, row)
    if not secrets or row.parent_id is None:
        return secrets
    e, p = t.events.c, t.published.c
    first = sa.select(e.pos).where(e.campaign_id == row.id, e.seq == (row.fork_at or 0) + 1)
    born = reader.connection.execute(first).scalar_one_or_none() or 0
    here: CampaignRow | None = row
    while here is not None and here.parent_id:
        shown = (
            sa.select(p.digest)
            .join(t.events, (e.campaign_id == p.campaign_id) & (e.seq == p.seq))
            .where(p.campaign_id == here.parent_id, e.pos < born)
        )
        for digest in reader.connection.execute(shown).scalars():
            secrets.pop(digest, None)
        here = reader.campaign(here.parent_id)
        if here is not None and here.opened is not None and here.opened < born:
            for digest in sealed_values(reader, here):
                secrets.pop(digest, None)
    return secrets


def _digests(reader: Reader, table: sa.Table, segment: Segment) -> Iterator[Any]:
    query = within(segment, table.c.digest, table.c.seq)
    yield from reader.connection.execute(query).mappings()
