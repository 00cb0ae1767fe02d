"""`verify`, `export`, `import`, `fork`, `replay`: saved campaigns on the command line."""

import pathlib
import re
import sys
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from domain.kernel import capsules, notes
from domain.kernel import commands as cmd
from domain.kernel.campaign import Campaign, evolve
from domain.kernel.errors import CorruptLog
from domain.kernel.record import Event
from domain.kernel.report import Report
from domain.kernel.verify import verify_capsule, verify_receipt
from service.auth.tokens import found_with
from service.campaigns import capsule, founding, importing
from service.campaigns.engine import Batch
from service.cli.common import AsJson, Data, Key, find_copy, open_engine
from service.cli.terminal import fail, plain, progress, say, show_json
from service.projections.steps import narrate
from service.signing import check_signature
from service.store.read import CampaignRow, Reader
from service.systems import discover

File = Annotated[pathlib.Path, typer.Argument(help="A capsule (gzipped or not) or a receipt.")]
MARKS = {"pass": "pass", "fail": "FAIL", "not-confirmed": "not confirmed", "not-run": "not run"}


def verify(
    file: File,
    key: Annotated[
        str, typer.Option(help="The server's verifier key, from elsewhere than the file.")
    ] = "",
    checkpoint: Annotated[
        list[pathlib.Path] | None, typer.Option(help="An older checkpoint, as it was mailed.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check a saved campaign or a receipt. Exit 1, and the check named, if one fails."""
    data = _read(file)
    older = [_read(path).decode("utf-8", "replace") for path in checkpoint or []]
    if data.startswith(notes.RECEIPT_HEAD.encode()):
        text = data.decode("utf-8", "replace")
        report = verify_receipt(text, check_signature, key=key or None)
    else:
        report = verify_capsule(
            data, check_signature, key=key or None, older=older, systems=discover()
        )
    if as_json:
        show_json({"ok": report.ok, **_plain(report)})
    else:
        _print_report(report)
    if not report.ok:
        first = report.check(report.failed()[0])
        where = f" at event {first.event}" if first.event else ""
        fail(f"check {first.number}, {first.title}: {first.detail}{where}")


def _plain(report: Report) -> dict[str, Any]:
    return {"checks": report.checks, "counts": report.counts, "unchecked": report.unchecked}


def _print_report(report: Report) -> None:
    table = Table(box=None, pad_edge=False)
    for heading in ("", "check", "result", "what was seen"):
        table.add_column(heading)
    for check in report.checks:
        where = f" (event {check.event})" if check.event else ""
        seen = Text(plain(f"{check.detail}{where}"))  # no markup: it may be the file's own words
        table.add_row(str(check.number), check.title, MARKS[check.result], seen)
    Console().print(table)
    if report.unchecked:
        say(f"covered by no hash: {', '.join(report.unchecked)}")
    typer.echo("Nothing proves who sent a command; see the README for what is proven.")


def _read(path: pathlib.Path) -> bytes:
    return sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()


Id = Annotated[str, typer.Argument(help="The campaign's id.")]


def export(
    campaign: Id,
    output: Annotated[
        pathlib.Path | None,
        typer.Option("--output", "-o", help="File; else standard output."),
    ] = None,
    audience: Annotated[str, typer.Option(help="public, referee or seat:<seat>.")] = "public",
    steps: Annotated[bool, typer.Option(help="With text and view patches.")] = True,
    key: Key = "",
    data: Data = None,
) -> None:
    """Save a campaign as a capsule, straight from the database."""
    with open_engine(data) as engine, engine.database.reading() as connection:
        reader = Reader(connection)
        row = find_copy(reader, engine, campaign, key)
        seen = _audience(audience, engine.folds.at(reader, row, row.seq))
        lines = capsule.export(engine.folds, reader, row, seen, steps=steps)
        out = sys.stdout.buffer if output is None else output.open("wb")
        try:
            for line in progress(lines, "exporting", row.seq + 4):
                out.write(line)
        finally:
            if output is not None:
                out.close()


def _audience(asked: str, campaign: Campaign) -> str:
    """Whose eyes the campaign is saved through: as at the API, but whoever has the data may ask."""
    named = asked.startswith("seat:") and campaign.seat(asked.removeprefix("seat:")) is not None
    if asked in ("public", "referee") or named:
        return asked
    if asked != "observer":
        fail(f"there is no audience {asked!r}")
    return "public"


def import_(
    file: File,
    private: Annotated[bool, typer.Option("--private", help="Not in the list.")] = False,
    key: Annotated[
        str, typer.Option(help="Only if it is signed by this verifier key.", show_default="")
    ] = "",
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Verify a capsule and keep it, read-only. A longer one later brings it up to date.

    One that another key has signed is kept as a copy of its own. Play on by forking it.
    """
    content = _read(file)
    found = importing.examine(content, discover())
    if key and key.strip() != found.key:
        fail("the file is not signed by the key given", f"it is signed by {found.key}")

    def work(batch: Batch) -> Callable[[], tuple[CampaignRow, bool]]:
        done = importing.take_in(batch, found, "private" if private else "public")
        return lambda: done

    with open_engine(data, create=True) as engine:
        row, new = engine.submit(work, alone=True).result()
    if as_json:
        show_json({"id": row.campaign, "new": new})
    else:
        last = len(found.capsule.items)
        grown = f"brought up to date: events {row.seq + 1} to {last}"
        here = grown if last > row.seq else "was here already"
        typer.echo(f"{row.campaign} {'imported' if new else here}")


def fork(
    campaign: Id,
    at: Annotated[int, typer.Option(min=1, help="The last event to share.")],
    name: Annotated[str, typer.Option(help="The fork's name.")],
    reason: Annotated[str, typer.Option(help="Why.")] = "",
    keep_order: Annotated[bool, typer.Option(help="Do not reshuffle what was seen.")] = False,
    key: Key = "",
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Fork a campaign; prints the referee's token and the invitations, this once."""

    def work(batch: Batch) -> Callable[[], dict[str, Any]]:
        parent = find_copy(batch.tx, batch.engine, campaign, key)
        command = cmd.Fork(at, reason, keep_order)
        row = founding.fork(batch, parent, "referee", command, name)
        live = batch.engine.cached(row.id)
        assert live is not None
        tokens, invitations = found_with(batch, live.campaign)
        return lambda: {"id": row.id, "tokens": tokens, "invitations": invitations}

    with open_engine(data) as engine:
        made = engine.submit(work, alone=True).result()
    if as_json:
        show_json(made)
    else:
        typer.echo(f"campaign    {made['id']}\nreferee     {made['tokens']['referee']}")
        for seat, code in made["invitations"].items():
            typer.echo(f"invitation  {seat}  /#/campaigns/{made['id']}?invite={code}")


def replay(
    source: Annotated[str, typer.Argument(help="A capsule's file, or a campaign's id.")],
    at: Annotated[int, typer.Option(help="Begin at this event.")] = 1,
    data: Data = None,
) -> None:
    """Step through a campaign: Enter or n next, p previous, a number to go there, q to end."""
    path = pathlib.Path(source)
    if path.exists():
        content = path.read_bytes()
    else:
        with open_engine(data) as engine, engine.database.reading() as connection:
            reader = Reader(connection)
            row = find_copy(reader, engine, source)
            content = b"".join(capsule.export(engine.folds, reader, row, "public", steps=False))
    told = _tell(capsules.read(content))
    _step_through(told, max(1, min(at, len(told))))


def _tell(saved: capsules.Capsule) -> list[str]:
    """Each event in words, with its dice."""
    key = "".join(str(one.get("system")) for one in saved.items[0].event.effects[:1])
    system = discover().get(key)
    if system is None:
        fail(f"the system {key!r} is not installed")
    states = [Campaign()]
    told = []
    for item in saved.items:
        try:
            after = evolve(states[-1], item.event, item.hash, system, states.__getitem__)
            story = narrate(item.event, states[-1], after, system, {})
            told.append(_words(item.event, story.text))
        except Exception as error:  # what a forger wrote may trip the rules' code anywhere
            raise CorruptLog(f"event {item.event.seq} cannot be told: {error!r}") from None
        states.append(after)
    return told


def _words(event: Event, text: Sequence[str]) -> str:
    """An event's number, its sentences and its open faces."""
    dice = " ".join(
        f"[{die['die']}: {die['face']}]"
        for draw in event.draws
        if isinstance(draw["dice"], list)
        for die in draw["dice"]
    )
    head, *more = (plain(line) for part in text for line in part.split("\n"))
    lines = [f"{event.seq:>5}  {head} {plain(dice)}".rstrip()]
    return "\n".join([*lines, *(f"       {line}" for line in more)])


def _step_through(told: Sequence[str], at: int) -> None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        for text in told[at - 1 :]:
            typer.echo(text)
        return
    while True:
        typer.echo(told[at - 1])
        answer = typer.prompt(f"{at} of {len(told)}", default="n", show_default=False).strip()
        if answer == "q":
            return
        step = {"n": at + 1, "": at + 1, "p": at - 1}.get(answer)
        number = re.fullmatch("[0-9]{1,9}", answer)
        wanted = int(answer) if number else at if step is None else step
        if step == at + 1 and at == len(told):
            return
        at = max(1, min(wanted, len(told)))
