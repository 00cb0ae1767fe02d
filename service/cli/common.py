"""What the commands share: options, settings, an engine without a server."""

import contextlib
import pathlib
from collections.abc import Iterator
from typing import Annotated

import msgspec
import typer

from service import log
from service.campaigns.engine import Engine
from service.entropy import LinkStore, RealWorld
from service.errors import Unusable
from service.settings import Settings, from_environment
from service.signing import Signer, load_signer
from service.store import migrate
from service.store.database import Database
from service.store.mark import Mark
from service.store.read import pinned
from service.systems import discover

Data = Annotated[
    pathlib.Path | None, typer.Option(help="Folder of the embedded database and the signing key.")
]
Id = Annotated[str, typer.Argument(help="The campaign's id.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for scripts.")]


def settings_for(data: pathlib.Path | None) -> Settings:
    """Settings of the environment, with the data folder of the command line."""
    settings = from_environment()
    return settings if data is None else msgspec.structs.replace(settings, data=data)


def ready(settings: Settings, *, create: bool) -> tuple[Database, Signer, LinkStore]:
    """The database with its schema up to date, and the keys. Raises `Unusable`.

    ``create``: begin a database where none is; else a mistyped folder would be a sound one.
    """
    links = LinkStore(settings.links_key)
    database = Database(settings.url, create=create)
    version = migrate.current(database)
    if database.is_sqlite and (create or version is not None):
        migrate.upgrade(database)
    elif database.is_sqlite:
        raise Unusable(f"there is no Iacta database in {settings.data}")
    elif version != migrate.newest():
        raise Unusable("the database's schema is not this version's: run `iacta migrate`")
    return database, load_signer(settings, pinned(database)), links


@contextlib.contextmanager
def open_engine(data: pathlib.Path | None, *, create: bool = False) -> Iterator[Engine]:
    """The engine on its database, without HTTP; see `ready`."""
    log.configure("warning")
    settings = settings_for(data)
    database, signer, links = ready(settings, create=create)
    mark = Mark(settings.mark_file)
    engine = Engine(database, discover(), signer, RealWorld(), links, mark)
    try:
        yield engine
    finally:
        engine.close()
        database.close()
