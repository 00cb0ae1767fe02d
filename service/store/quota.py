"""What was created, forked and imported today, and how much is stored in all."""

import sqlalchemy as sa

from iacta.service.store import schema as t
from iacta.service.store.read import Reader
from iacta.service.store.write import Writer

EVERYONE = ""
"""the sender under whom a day's sum over all addresses is kept"""


def kept(reader: Reader) -> tuple[int, int]:
    """The number of campaigns, without deleted ones, and the database's size in bytes."""
    c = t.campaigns.c
    here = sa.select(sa.func.count()).select_from(t.campaigns).where(c.kind != "deleted")
    connection = reader.connection
    if connection.dialect.name == "postgresql":
        size = connection.execute(sa.text("SELECT pg_database_size(current_database())"))
    else:
        size = connection.execute(
            sa.text(
                "SELECT (p.page_count - f.freelist_count) * s.page_size FROM pragma_page_count p,"
                " pragma_freelist_count f, pragma_page_size s"
            )
        )
    return connection.execute(here).scalar_one(), int(size.scalar_one())


def used(reader: Reader, day: str, sender: str) -> tuple[int, int]:
    """The campaigns and bytes counted for a sender on a day."""
    c = t.quotas.c
    query = sa.select(c.campaigns, c.bytes).where(c.day == day, c.sender == sender)
    row = reader.connection.execute(query).one_or_none()
    return (0, 0) if row is None else (row.campaigns, row.bytes)


def add(tx: Writer, day: str, sender: str, campaigns: int, size: int) -> None:
    """Add to the counts of a day, and forget the days before."""
    c, connection = t.quotas.c, tx.connection
    connection.execute(t.quotas.delete().where(c.day < day))
    mine = t.quotas.update().where(c.day == day, c.sender == sender)
    more = mine.values(campaigns=c.campaigns + campaigns, bytes=c.bytes + size)
    if not connection.execute(more).rowcount:
        row = {"day": day, "sender": sender, "campaigns": campaigns, "bytes": size}
        connection.execute(t.quotas.insert(), row)
