"""Runs migrations on the engine that the service hands in, or on IACTA_DATABASE_URL."""

from alembic import context

from iacta.service.settings import from_environment
from iacta.service.store.database import Database
from iacta.service.store.schema import metadata

engine = context.config.attributes.get("engine") or Database(from_environment().url).engine

with engine.connect() as connection:
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()
    connection.commit()
