"""Engines: one writing connection, many reading ones."""

import contextlib
import os
import pathlib
import sqlite3
from collections.abc import Iterator
from functools import partial
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import URL, Connection, Engine, ExceptionContext, make_url

from iacta.service.errors import Unusable

BUSY_SECONDS = 30
WAL_PAGES = 16_000  # 64 MiB: SQLite's own bound, should the writer never come to `checkpoint_wal`
PATIENCE = {"connect_timeout": "10", "keepalives_idle": "30", "tcp_user_timeout": "30000"}
"""seconds, and milliseconds: how long PostgreSQL is awaited, unless the address says otherwise"""
READING = 32  # transactions that read at once
DRAWING = 2  # draws of allowances at once
WRITES = "writes"
"""under which a connection counts the statements that it has changed something with"""
CHANGED = "changed"
"""set on a connection whose transaction has changed a head or a token otherwise than by an event"""
WATCHED = ("campaigns", "tokens")
_RAISE_VERSION = sa.text("UPDATE shards SET version = version + 1")
KINDS = ("sqlite", "postgresql")
DatabaseDown = (
    sa.exc.OperationalError,
    sa.exc.InterfaceError,
    sa.exc.DisconnectionError,
    sa.exc.TimeoutError,
)
"""what says that a database does not answer; any other `DatabaseError` is a fault of ours"""
DatabaseError = sa.exc.SQLAlchemyError


class Database:
    """Connections to one database. ``is_sqlite`` tells which kind it is.

    ``create``: make the file of an embedded database that is not there. Raises `Unusable`.
    """

    def __init__(self, url: str, *, create: bool = True) -> None:
        parsed = _parsed(url)
        self.url = url
        self.is_sqlite = parsed.get_backend_name() == "sqlite"
        if self.is_sqlite:
            if not parsed.database or parsed.database == ":memory:":
                raise Unusable("an in-memory database is not durable: name a file")
            _find(pathlib.Path(parsed.database), create=create)
            self._write = _sqlite(url, write=True)
            self._read = _sqlite(url, write=False)
        else:
            parsed = parsed.set(query={**PATIENCE, **parsed.query})
            pool = partial(sa.create_engine, parsed, pool_pre_ping=True, hide_parameters=True)
            self._write = pool(pool_size=1, max_overflow=0)
            self._draw = pool(pool_size=DRAWING, max_overflow=0)
            self._read = pool(
                pool_size=16,
                max_overflow=READING - 16,
                isolation_level="REPEATABLE READ",
                connect_args={"options": "-c default_transaction_read_only=on"},
            )
            for engine in (self._write, self._draw, self._read):
                event.listen(engine, "handle_error", _cut_details)

        event.listen(self._write, "before_execute", _before_execute)

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
        """One durable transaction, of the writer. There is one at a time.

        Whatever changes a head or a token otherwise than by an event raises the version with it.
        """
        with self._write.begin() as connection:
            connection.info.pop(CHANGED, None)
            yield connection
            if CHANGED in connection.info:
                connection.execute(_RAISE_VERSION)

    @contextlib.contextmanager
    def drawing(self) -> Iterator[Connection]:
        """One transaction on the allowances, beside the writer's. PostgreSQL only."""
        with self._draw.begin() as connection:
            yield connection

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """One consistent view of the data, which cannot be changed through it."""
        with self._read.connect() as connection, connection.begin():
            yield connection

    def checkpoint_wal(self) -> None:
        """Move what is durable in the write-ahead log into the database. Called by the writer only.

        SQLite would do it within the commit that fills the log, which somebody waits for.
        """
        if self.is_sqlite:
            with contextlib.closing(self._write.raw_connection()) as connection:
                connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)").close()

    def close(self) -> None:
        """Give all connections back."""
        self._read.dispose()
        self._write.dispose()
        if not self.is_sqlite:
            self._draw.dispose()


def _parsed(url: str) -> URL:
    """A database's address, of a kind that is supported."""
    try:
        parsed = make_url(url)
        known = parsed.get_backend_name() in KINDS and bool(parsed.get_dialect())
    except (sa.exc.ArgumentError, ImportError, ValueError):
        known = False
    if not known:  # the address may hold a password, so it is not shown
        raise Unusable("the database's address is not one of SQLite or PostgreSQL")
    if parsed.get_backend_name() == "sqlite" and "?" in url:
        raise Unusable("the path of an embedded database has no question mark")
    return parsed


def _find(path: pathlib.Path, *, create: bool) -> None:
    """Make the file unless it is there; the coming dice are in it, so for nobody else to read."""
    if not create and not path.exists():
        raise Unusable(f"there is no Iacta database in {path.parent}")
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def _text(stored: bytes) -> str | bytes:
    """Text of the database; bytes, and so of a wrong type, where it is not UTF-8.

    SQLite's own reading would end the whole query at such a value.
    """
    try:
        return stored.decode()
    except UnicodeDecodeError:
        return stored


def count_write(connection: Connection, clause: Any, *, by_event: bool = False) -> None:
    """Note a statement that is run if it changes anything. ``by_event``: a head as its log does."""
    if isinstance(clause, sa.UpdateBase):
        connection.info[WRITES] = connection.info.get(WRITES, 0) + 1
        if getattr(clause.table, "name", "") in WATCHED and not by_event:
            connection.info[CHANGED] = True


def _before_execute(connection: Connection, clause: Any, *_: Any) -> None:
    count_write(connection, clause)


def _cut_details(context: ExceptionContext) -> None:
    """PostgreSQL quotes rows below the first line of a fault; they do not belong in a log."""
    if not isinstance(context.sqlalchemy_exception, DatabaseDown):
        for error in (context.sqlalchemy_exception, context.original_exception):
            if error is not None:
                error.args = (str(error.args[0]).partition("\n")[0],)


def _tell_faults(context: ExceptionContext) -> Exception | None:
    """SQLite calls a query that is wrong an operational error, as it does a full disk."""
    raised, original = context.sqlalchemy_exception, context.original_exception
    code = original.sqlite_errorcode if isinstance(original, sqlite3.OperationalError) else None
    if code != sqlite3.SQLITE_ERROR or not isinstance(raised, sa.exc.OperationalError):
        return None
    return sa.exc.ProgrammingError(raised.statement, raised.params, original, hide_parameters=True)


def _sqlite(url: str, *, write: bool) -> Engine:
    engine = sa.create_engine(
        url,
        connect_args={"isolation_level": None, "check_same_thread": False, "timeout": BUSY_SECONDS},
        pool_size=1 if write else 16,
        max_overflow=0 if write else READING - 16,
        hide_parameters=True,
        poolclass=sa.QueuePool,
    )

    def connected(connection: Any, _: Any) -> None:
        connection.text_factory = _text
        cursor = connection.cursor()
        cursor.execute("PRAGMA busy_timeout = 30000")
        if write:
            cursor.execute("PRAGMA journal_mode = WAL")
            cursor.execute("PRAGMA synchronous = FULL")
            cursor.execute(f"PRAGMA wal_autocheckpoint = {WAL_PAGES}")
        else:
            # Only the writer checkpoints: SQLite before 3.51.3 can lose a WAL reset otherwise.
            cursor.execute("PRAGMA wal_autocheckpoint = 0")
            cursor.execute("PRAGMA query_only = ON")
        cursor.close()

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")

    event.listen(engine, "connect", connected)
    event.listen(engine, "begin", begin)
    event.listen(engine, "handle_error", _tell_faults, retval=True)
    return engine
