"""Shared by the commands: options, settings, an engine without a server."""

import contextlib
import pathlib
from collections.abc import Iterator
from typing import Annotated

import msgspec
import typer

from iacta.service import log
from iacta.service.auth import is_id
from iacta.service.campaigns.engine import Engine
from iacta.service.entropy import LinkStore, SystemHost
from iacta.service.errors import FieldError, Problem, Unusable
from iacta.service.settings import Settings, from_environment
from iacta.service.signing import Signer, load_signer, trusted_keys
from iacta.service.store import migrate
from iacta.service.store.database import Database
from iacta.service.store.mark import Mark
from iacta.service.store.read import Reader, encrypted_chains, pinned
from iacta.service.store.rows import CampaignRow
from iacta.service.systems import discover

Data = Annotated[
    pathlib.Path | None, typer.Option(help="Folder of the embedded database and the signing key.")
]
Id = Annotated[str, typer.Argument(help="The campaign's id.")]
Key = Annotated[
    str,
    typer.Option(help="The verifier key of the copy, if there are several.", show_default=False),
]
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
        raise Unusable("the database schema is not this version's: run `iacta migrate`")
    links.check(encrypted_chains(database))
    return database, load_signer(settings, pinned(database)), links


@contextlib.contextmanager
def open_engine(data: pathlib.Path | None, *, create: bool = False) -> Iterator[Engine]:
    """The engine on its database, without HTTP; see `ready`."""
    log.configure("warning")
    settings = settings_for(data)
    database, signer, links = ready(settings, create=create)
    mark = Mark(settings.mark_file)
    engine = Engine(database, discover(), signer, SystemHost(), links, mark)
    try:
        yield engine
    finally:
        engine.close()
        database.close()


def find_copy(
    reader: Reader, engine: Engine, campaign: str, key: str = "", *, only: bool = False
) -> CampaignRow:
    """The copy of a campaign under a key; without one, the copy that its address shows.

    ``only``: without a key it must be the only one, or the one that is played here. Raises
    `Problem`.
    """
    trusted = trusted_keys(settings_for(None), engine.signer)
    copies = reader.copies(campaign, trusted) if is_id(campaign) else []
    if key:
        named = reader.copy(campaign, key)
        copies = [] if named is None else [named]
    if not copies:
        under = f" under the key {key}" if key else ""
        raise Problem("not-found", f"there is no campaign {campaign}{under}")
    best = copies[0]
    if best.kind == "deleted":
        raise Problem("deleted", f"{campaign} was deleted: {best.reason}")
    here = [row for row in copies if row.kind != "deleted"]
    if only and len(here) > 1 and best.kind == "imported":
        keys = [FieldError("", f"{row.key} ({row.seq} events)") for row in here]
        raise Problem("conflict", "there are several copies: choose one with --key", errors=keys)
    return best
