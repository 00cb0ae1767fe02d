"""Statements of every batch: compiled once for each kind of database, then left to the driver."""

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from iacta.service.store.database import count_write


class Prepared:
    """An insert, or a statement whose parameters are all named, to run with many rows at once.

    SQLAlchemy's own way costs more for each statement than SQLite does. Faults are raised as its.
    ``by_event``: where it changes a head, an event does, which everybody sees by its position.
    """

    def __init__(self, statement: sa.UpdateBase, *, by_event: bool = False) -> None:
        self._statement, self._by_event = statement, by_event
        self._compiled: dict[tuple[str, ...], tuple[str, Sequence[str] | None]] = {}

    def run(self, connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
        """Run it with each row. All have the same members."""
        key = (connection.dialect.name, *rows[0])
        if key not in self._compiled:
            keys = list(rows[0]) if isinstance(self._statement, sa.Insert) else None
            made = self._statement.compile(dialect=connection.dialect, column_keys=keys)
            self._compiled[key] = str(made), made.positiontup if made.positional else None
        sql, names = self._compiled[key]
        given = list(rows) if names is None else [tuple(map(row.get, names)) for row in rows]
        count_write(connection, self._statement, by_event=self._by_event)
        connection.exec_driver_sql(sql, given)
