"""Alembic from code: to bring a database up to date, and to see whether it is."""

from functools import cache

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from iacta.service.errors import Unusable
from iacta.service.folders import MIGRATIONS
from iacta.service.store.database import Database


def _config(**attributes: object) -> Config:
    config = Config(attributes=attributes)
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


def upgrade(database: Database) -> None:
    """Bring the schema to its newest version. `Unusable` if it is not Iacta's, or newer."""
    version = current(database)
    # A PostgreSQL database may be shared with others; a file is not.
    if database.is_sqlite and version is None and _foreign(database):
        raise Unusable("the database has tables that are not Iacta's")
    if version is not None and version not in _versions():
        raise Unusable(f"this version of Iacta does not know the database's schema {version}")
    if version != newest():
        command.upgrade(_config(engine=database.engine), "head")


def downgrade(database: Database, revision: str) -> None:
    """Take the schema back to an older version."""
    command.downgrade(_config(engine=database.engine), revision)


def current(database: Database) -> str | None:
    """The schema's version, none for an empty database."""
    with database.reading() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def newest() -> str | None:
    """The version that this code needs."""
    return _scripts().get_current_head()


@cache
def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _versions() -> set[str]:
    """Every version that this code can bring up to date."""
    return {script.revision for script in _scripts().walk_revisions()}


def _foreign(database: Database) -> bool:
    """Whether there are tables of somebody else."""
    with database.reading() as connection:
        tables = sa.inspect(connection).get_table_names()
    return bool(tables) and "alembic_version" not in tables
