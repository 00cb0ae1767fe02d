"""Consistent copies of a database that is in use, stamped as copies."""

import contextlib
import os
import pathlib
import shutil
import sqlite3
import subprocess
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import make_url

from iacta.service.errors import Unusable
from iacta.service.store import schema as t
from iacta.service.store.database import Database

# A copy of a copy that was never started on bears one already.
STAMP = (
    "DELETE FROM {facts} WHERE name = 'copied'",
    "INSERT INTO {facts} (name, value) VALUES ('copied', '{when}')",
)
SECRET = 0o600


def copy(database: Database, folder: pathlib.Path, when: str) -> pathlib.Path:
    """Copy the database into a folder; the file. ``when``: the time that the copy bears."""
    if database.is_sqlite:
        return _copy_file(database, folder / "iacta.sqlite", when)
    return _dump(database, folder / "iacta.sql", when)


def _private(path: pathlib.Path) -> None:
    """Make a file that only this user can read."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, SECRET))


def _sync(path: pathlib.Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _copy_file(database: Database, target: pathlib.Path, when: str) -> pathlib.Path:
    """With SQLite's backup API, which includes the write-ahead log and never blocks the writer."""
    _private(target)
    with (
        database.reading() as connection,
        contextlib.closing(sqlite3.connect(target, isolation_level=None)) as copied,
    ):
        source: Any = connection.connection.driver_connection
        source.backup(copied)  # in one step: one view, and no beginning anew
        copied.execute("PRAGMA journal_mode = DELETE")  # one file, whole by itself
        for line in STAMP:
            copied.execute(line.format(facts=t.facts.name, when=when))
    _sync(target)
    return target


def _dump(database: Database, target: pathlib.Path, when: str) -> pathlib.Path:
    """With PostgreSQL's own tool. The stamp is the last statement, so a dump that has it is whole.

    Only Iacta's tables: others may live in the same database.
    """
    tool = shutil.which("pg_dump")
    if tool is None:
        raise Unusable("pg_dump was not found: install PostgreSQL's client tools")
    with database.reading() as connection:
        schema = connection.execute(sa.text("SELECT current_schema()")).scalar_one()
    url = make_url(database.dsn)
    tables = [f'--table="{schema}"."{name}"' for name in (*t.metadata.tables, "alembic_version")]
    given = f"--dbname={url.set(password=None).render_as_string()}"
    how = ["--format=plain", "--no-owner", "--no-privileges", f"--file={target}", given]
    _private(target)
    done = subprocess.run(
        [tool, *how, *tables],
        env={**os.environ, **({"PGPASSWORD": str(url.password)} if url.password else {})},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise Unusable(f"pg_dump: {done.stderr.strip()}")
    with target.open("a") as file:
        for line in STAMP:
            file.write(line.format(facts=f'"{schema}"."{t.facts.name}"', when=when) + ";\n")
    _sync(target)
    return target
