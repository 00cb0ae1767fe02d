"""Buckets that several processes share: each is one number, when it will be full again."""

import math

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from iacta.service.store import schema as t
from iacta.service.store.database import Database

_NOW = sa.cast(sa.extract("epoch", sa.func.clock_timestamp()), sa.Double)
"""The database's own clock: the processes' may differ."""


def draw(
    database: Database, bucket: str, count: int, step: float, room: float
) -> tuple[int, float]:
    """Take up to ``count`` from a bucket: how many were had, else the seconds until there is one.

    ``step``: seconds in which one comes back. ``room``: seconds in which an empty bucket fills.
    PostgreSQL only. Raises `DatabaseDown`.
    """
    c = t.allowances.c
    with database.drawing() as connection:
        # What is lost with a crash of the database is an allowance that is given again.
        connection.execute(sa.text("SET LOCAL synchronous_commit TO off"))
        first = insert(t.allowances).values(bucket=bucket, until=0.0)
        connection.execute(first.on_conflict_do_nothing())
        until, now = connection.execute(
            sa.select(c.until, _NOW).where(c.bucket == bucket).with_for_update()
        ).one()
        full = max(until, now)
        had = min(count, math.floor((room - (full - now)) / step + 1e-6))
        if had < 1:
            return 0, full + step - now - room
        changed = t.allowances.update().where(c.bucket == bucket)
        connection.execute(changed.values(until=full + had * step))
    return had, 0.0


def sweep(database: Database) -> None:
    """Drop the full buckets: a missing one is full. PostgreSQL only. Raises `DatabaseDown`."""
    c = t.allowances.c
    with database.drawing() as connection:
        connection.execute(t.allowances.delete().where(c.until < _NOW))
