"""Alembic from code: to bring a database up to date, and to see whether it is."""

import pathlib

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from service.store.database import Database

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "migrations"


def _config(database: Database) -> Config:
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["engine"] = database.engine
    return config


def upgrade(database: Database) -> None:
    """Bring the schema to its newest version."""
    command.upgrade(_config(database), "head")


def downgrade(database: Database, revision: str) -> None:
    """Take the schema back to an older version."""
    command.downgrade(_config(database), revision)


def current(database: Database) -> str | None:
    """The schema's version, none for an empty database."""
    with database.engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def newest() -> str | None:
    """The version that this code needs."""
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    return ScriptDirectory.from_config(config).get_current_head()
