"""Engines: one writing connection, many reading ones."""

import contextlib
import pathlib
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import Connection, Engine, make_url

BUSY_SECONDS = 30
DatabaseDown = sa.exc.SQLAlchemyError


class Database:
    """Connections to one database. ``is_sqlite`` tells which kind it is."""

    def __init__(self, url: str) -> None:
        parsed = make_url(url)
        self.url = url
        self.is_sqlite = parsed.get_backend_name() == "sqlite"
        if self.is_sqlite:
            if not parsed.database or parsed.database == ":memory:":
                raise ValueError("the database is a file: an embedded one in memory is not durable")
            pathlib.Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
            self._write = _sqlite(url, write=True)
            self._read = _sqlite(url, write=False)
        else:
            self._write = sa.create_engine(
                url, pool_size=2, max_overflow=2, pool_pre_ping=True, hide_parameters=True
            )
            self._read = sa.create_engine(
                url,
                pool_size=16,
                max_overflow=16,
                pool_pre_ping=True,
                hide_parameters=True,
                isolation_level="REPEATABLE READ",
                connect_args={"options": "-c default_transaction_read_only=on"},
            )

    @property
    def dsn(self) -> str:
        """The address as PostgreSQL's own library reads it."""
        plain = make_url(self.url).set(drivername="postgresql")
        return plain.render_as_string(hide_password=False)

    @property
    def engine(self) -> Engine:
        """The writing engine, for migrations."""
        return self._write

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """One durable transaction. Only the writer asks for it."""
        with self._write.begin() as connection:
            yield connection

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """One consistent view of the data, which cannot be changed through it."""
        with self._read.connect() as connection, connection.begin():
            yield connection

    def close(self) -> None:
        """Give all connections back."""
        self._read.dispose()
        self._write.dispose()


def _sqlite(url: str, *, write: bool) -> Engine:
    engine = sa.create_engine(
        url,
        connect_args={
            "isolation_level": None,
            "check_same_thread": False,
            "timeout": BUSY_SECONDS,
        },
        pool_size=1 if write else 16,
        max_overflow=0 if write else 16,
        hide_parameters=True,
        poolclass=sa.QueuePool,
    )

    def connected(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA busy_timeout = 30000")
        if write:
            cursor.execute("PRAGMA journal_mode = WAL")
            cursor.execute("PRAGMA synchronous = FULL")
        else:
            # Only the writer checkpoints: SQLite before 3.51.3 can lose a WAL reset otherwise.
            cursor.execute("PRAGMA wal_autocheckpoint = 0")
            cursor.execute("PRAGMA query_only = ON")
        cursor.close()

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")

    event.listen(engine, "connect", connected)
    event.listen(engine, "begin", begin)
    return engine
