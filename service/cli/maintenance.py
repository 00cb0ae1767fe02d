"""`fsck`, `rebuild`, `migrate`, `openapi`, `key`, `open-seals`: looking after a server."""

import contextlib
import pathlib
from functools import partial
from typing import Annotated

import typer

from iacta.domain.kernel.proof.errors import Refused
from iacta.service.app import create_app
from iacta.service.campaigns import seals
from iacta.service.campaigns.engine import Batch
from iacta.service.cli.common import AsJson, Data, open_engine, settings_for
from iacta.service.cli.terminal import fail, progress, say, show_json
from iacta.service.errors import Problem
from iacta.service.projections.fsck import check_campaign, check_log
from iacta.service.projections.fsck_mark import check_mark
from iacta.service.projections.fsck_openings import Fault
from iacta.service.projections.rebuild import rebuild as rebuild_campaign
from iacta.service.store import migrate as alembic
from iacta.service.store.database import Database


def fsck(data: Data = None, as_json: AsJson = False) -> None:
    """Re-hash and re-fold every campaign; compare heads, trees, snapshots, projections, mark.

    Exit 1 if anything differs. What is known to be lost, and read-only for that, is named only.
    """
    faults: list[Fault] = []
    with open_engine(data) as engine, engine.reading() as reader:
        ids = reader.campaign_ids()
        faults += check_log(reader)
        missing, lost = check_mark(reader, engine.mark)
        faults += missing
        for campaign_id in progress(ids, "checking", len(ids)):
            faults += check_campaign(reader, campaign_id, engine.systems, engine.links)
    if as_json:
        show_json({"ok": not faults, "campaigns": len(ids), "faults": faults, "lost": lost})
    else:
        for one in lost:
            say(f"{one.campaign} is read-only: {one.what}" if one.campaign else one.what)
        for fault in faults:
            where = f"{fault.campaign} event {fault.seq}: " if fault.campaign else ""
            say(f"{where}{fault.what}")
        typer.echo(f"{len(ids)} campaigns, {len(faults)} faults")
    if faults:
        raise typer.Exit(1)


def rebuild(data: Data = None) -> None:
    """Drop snapshots and projections and rebuild them from the log.

    Campaign by campaign, so that a server may run meanwhile. What a campaign has stays where its
    game is not installed or its log is damaged, which is named; then exit 1.
    """
    with open_engine(data) as engine:
        with engine.reading() as reader:
            ids = reader.campaign_ids()
        left = {}
        for campaign_id in progress(ids, "rebuilding", len(ids)):
            if why := engine.run(partial(_rebuild, campaign_id)):
                left[campaign_id] = why
    for campaign_id, why in left.items():
        say(f"{campaign_id} is left as it is: {why}")
    typer.echo(f"{len(ids) - len(left)} of {len(ids)} campaigns")
    if left:
        raise typer.Exit(1)


def _rebuild(campaign_id: str, batch: Batch) -> str:
    return rebuild_campaign(batch.tx, campaign_id, batch.engine.systems)


def migrate(data: Data = None) -> None:
    """Bring the database's schema to this version's."""
    with contextlib.closing(Database(settings_for(data).url)) as database:
        alembic.upgrade(database)
        typer.echo(alembic.current(database))


def openapi(
    check: Annotated[
        pathlib.Path | None, typer.Option(help="Compare with this file; exit 1 if it differs.")
    ] = None,
    output: Annotated[pathlib.Path | None, typer.Option("--output", "-o", help="File.")] = None,
) -> None:
    """Print the API's contract."""
    contract = create_app(settings_for(None)).state.contract()
    if check is not None:
        if check.read_bytes() != contract:
            fail(f"{check} is not the contract of this code: run `iacta openapi -o {check}`")
        return
    if output is not None:
        output.write_bytes(contract)
    else:
        typer.echo(contract.decode(), nl=False)


def key(data: Data = None, as_json: AsJson = False) -> None:
    """Print the server's verifier key, for players to keep."""
    with open_engine(data) as engine:
        text = engine.signer.key.text()
    if as_json:
        show_json({"key": text})
    else:
        typer.echo(text)


def open_seals(
    campaign: Annotated[str, typer.Argument(help="Id of a campaign that is over.")],
    data: Data = None,
) -> None:
    """Open a campaign's seals where a seat objects and its referee does nothing.

    Taken from four times the campaign's grace after its end on; without an objection from twice
    the grace on, when the server does it by itself.
    """
    with open_engine(data) as engine:
        try:
            engine.submit(seals.open_seals(campaign), alone=True).result()
        except (Refused, Problem) as refusal:
            fail(refusal.detail)
    typer.echo("the seals are open")
