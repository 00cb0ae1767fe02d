"""What the commands share: options, output, an engine without a server."""

import contextlib
import json
import pathlib
import sys
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, NoReturn, TypeVar

import msgspec
import typer
from rich.console import Console
from rich.progress import track

from service import log
from service.campaigns.engine import Engine
from service.entropy import LinkStore, RealWorld
from service.settings import Settings, from_environment
from service.signing import OtherSigner, load_signer
from service.store import migrate
from service.store.database import Database
from service.store.read import pinned
from service.systems import discover

T = TypeVar("T")

Data = Annotated[
    pathlib.Path | None, typer.Option(help="Folder of the embedded database and the signing key.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for scripts.")]

console = Console(stderr=True)


def settings_for(data: pathlib.Path | None) -> Settings:
    """Settings of the environment, with the data folder of the command line."""
    settings = from_environment()
    return settings if data is None else msgspec.structs.replace(settings, data=data)


@contextlib.contextmanager
def open_engine(data: pathlib.Path | None) -> Iterator[Engine]:
    """The engine on its database, without HTTP."""
    log.configure("warning")
    settings = settings_for(data)
    database = Database(settings.url)
    if database.is_sqlite:
        migrate.upgrade(database)
    elif migrate.current(database) != migrate.newest():
        fail("the database's schema is not this version's: run `iacta migrate`")
    links = LinkStore(settings.links_key)
    try:
        signer = load_signer(settings, pinned(database))
    except OtherSigner as error:
        fail(str(error))
    engine = Engine(database, discover(), signer, RealWorld(), links)
    try:
        yield engine
    finally:
        engine.close()
        database.close()


def fail(message: str, code: int = 1) -> NoReturn:
    """Say what is wrong, and exit."""
    console.print(f"[bold red]error:[/] {message}", highlight=False)
    raise typer.Exit(code)


def show_json(value: Any) -> None:
    """Print plain data or a struct as JSON."""
    typer.echo(json.dumps(msgspec.to_builtins(value), ensure_ascii=False, indent=2))


def progress(items: Iterable[T], what: str, total: int | None = None) -> Iterable[T]:
    """A progress bar where somebody watches; silent in scripts."""
    if not sys.stderr.isatty():
        return items
    return track(items, description=what, total=total, console=console, transient=True)
