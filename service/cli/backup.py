"""`backup`, `restored`, `mark`: copies of a server, and what it must know after one is restored."""

import os
import pathlib
import secrets
import shutil
from functools import partial
from typing import Annotated

import typer

from iacta.domain.kernel.proof import notes
from iacta.service.campaigns.engine import Batch, Engine
from iacta.service.campaigns.forks import can_continue
from iacta.service.campaigns.shown_checkpoints import check_shown_checkpoint
from iacta.service.cli.common import AsJson, Data, open_engine, settings_for
from iacta.service.cli.terminal import fail, say, show_json
from iacta.service.entropy import SystemHost
from iacta.service.errors import Problem, Unusable
from iacta.service.store import backup as copies
from iacta.service.store import migrate, tail
from iacta.service.store.database import Database
from iacta.service.store.rows import CampaignRow
from iacta.service.store.write import Writer


def backup(
    folder: Annotated[pathlib.Path, typer.Argument(help="A new folder for the copy.")],
    data: Data = None,
) -> None:
    """Copy the database and the signing key, while the server runs.

    A server that is started on the copy makes every campaign read-only: the copy may lack
    acknowledged events. The mark is not copied: it belongs to the machine, and has to outlive
    what is restored. See the page on operations.
    """
    settings, folder = settings_for(data), folder.absolute()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Unusable(f"{folder} already exists: each backup needs a new folder")
    database = Database(settings.url, create=False)
    if migrate.current(database) != migrate.newest():
        raise Unusable("the database schema is not this version's: run `iacta migrate`")
    new = folder.with_name(f".{folder.name}.{secrets.token_hex(4)}")
    new.mkdir(mode=0o700, parents=True)
    try:
        made = copies.copy(database, new, SystemHost().now())
        key = settings.data / "signing.key"
        if not settings.signing_key:
            shutil.copyfile(key, new / key.name)
            os.chmod(new / key.name, copies.SECRET)
        new.replace(folder)
    except BaseException:
        shutil.rmtree(new, ignore_errors=True)
        raise
    finally:
        database.close()
    typer.echo(f"{folder / made.name}")
    kept = [name for name in ("signing_key", "links_key") if getattr(settings, name)]
    for name in kept:
        typer.echo(f"keep IACTA_{name.upper()} with it: it is not in the copy")


def restored(
    campaigns: Annotated[
        list[str] | None, typer.Argument(help="With --undo: these campaigns only.")
    ] = None,
    undo: Annotated[
        bool, typer.Option("--undo", help="Make campaigns live again that were not forked since.")
    ] = False,
    data: Data = None,
) -> None:
    """After restoring a backup: make every campaign read-only.

    The backup may lack acknowledged events, so the links that come next may be known. Play goes
    on in forks. A server does this by itself on a copy made by `iacta backup`.
    """
    if campaigns and not undo:
        fail("campaigns can only be named with --undo")
    with open_engine(data) as engine:
        if not undo:
            count = engine.mark_restored()
            typer.echo(f"{count} campaigns are read-only")
            return
        taken, refused = engine.run(partial(_undo, campaigns))
    for row, signed in taken:
        lost = (
            f": {signed - row.seq} signed events are missing, and their dice will be thrown again"
        )
        say(f"{row.id} is live again{lost if signed > row.seq else ''}")
    for why in refused:
        say(why)
    if refused:
        raise typer.Exit(1)


def _undo(asked: list[str] | None, batch: Batch) -> tuple[list[tuple[CampaignRow, int]], list[str]]:
    """Make campaigns live again: those, with their signed sizes, and reasons why not."""
    tx, mark = batch.tx, batch.engine.mark
    taken: list[tuple[CampaignRow, int]] = []
    refused: list[str] = []
    for campaign_id in asked or tx.campaign_ids():
        row = tx.campaign(campaign_id)
        if row is None or row.kind != "read-only":
            if asked:
                refused.append(f"{campaign_id} is not read-only")
            continue
        try:
            _check_whole(batch, row)
            batch.noted += tail.take_back(tx, mark, row)
            taken.append((row, mark.signed(row.id).size))
        except Problem as problem:
            refused.append(problem.detail)
    tail.reopen(tx)
    return taken, refused


def _check_whole(batch: Batch, row: CampaignRow) -> None:
    """Raise `Problem` if a file brought back events without their secrets and links."""
    head = batch.engine.folds.state_at(batch.tx, row, row.seq)
    if not can_continue(batch.tx, row, head):
        detail = f"{row.id} has events from a file, which lacks their secrets or links: fork it."
        raise Problem("conflict", detail)


def mark(
    accept: Annotated[
        bool, typer.Option("--accept", help="The database is complete: begin a new mark.")
    ] = False,
    checkpoint: Annotated[
        list[pathlib.Path] | None,
        typer.Option(help="A checkpoint that this server signed; its campaign is checked."),
    ] = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Show the high-water mark, which tells whether the database has lost its end.

    With --accept a new mark is begun in place of a lost one. That is right only for the database
    that was in use; for a copy run `iacta restored`.
    """
    with open_engine(data) as engine:
        if accept:
            if engine.mark.refresh():
                fail(f"the mark at {engine.mark.path} exists: there is nothing to accept")
            with engine.database.writing() as connection:
                tail.begin(Writer(connection), engine.mark)
            engine.check()
        lines = [_held_against(engine, path) for path in checkpoint or []]
        with engine.reading() as reader:
            why = tail.missing(reader, engine.mark)
            comparison = tail.compare(reader, engine.mark)
    shown = {
        "path": str(engine.mark.path),
        "why": why,
        "position": engine.mark.pos,
        "lost": comparison.lost,
        "short": comparison.short,
    }
    if as_json:
        show_json(shown)
    else:
        say(why or f"{engine.mark.path}: position {engine.mark.pos}, {comparison.lost} lost")
        for one in comparison.short:
            say(f"{one.campaign}: {one.description}")
        for line in lines:
            say(line)
    if why or comparison.lost:
        raise typer.Exit(1)


def _held_against(engine: Engine, path: pathlib.Path) -> str:
    """The result of comparing a checkpoint in a file with its campaign, as a line."""
    text = path.read_text(errors="replace")
    campaign_id = notes.read_note(notes.clean(text)).checkpoint.origin.rpartition("/campaigns/")[2]

    def work(batch: Batch) -> str:
        row = batch.tx.campaign(campaign_id)
        if row is None:
            raise Problem("not-found", f"there is no campaign {campaign_id}")
        after = check_shown_checkpoint(batch, row, text)
        if after.kind != row.kind:
            return f"{campaign_id}: its log is not the one that was signed: it is read-only now"
        live = after.kind == "live"
        held = "the log is the one that was signed" if live else f"it is {after.kind}"
        return f"{campaign_id}: {held}"

    return engine.run(work)
