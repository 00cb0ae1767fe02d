"""`verify`, `export`, `import`, `replay`: saved campaigns on the command line."""

import pathlib
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import chain, groupby
from tempfile import TemporaryFile
from typing import IO, Annotated, Any, NamedTuple

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from iacta.domain.kernel.campaign.fold import evolve
from iacta.domain.kernel.campaign.narrate import narrate
from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.campaign.verify.capsule import verify_capsule, verify_receipt
from iacta.domain.kernel.campaign.verify.report import Report
from iacta.domain.kernel.contract.system import Story
from iacta.domain.kernel.proof import capsules, notes
from iacta.domain.kernel.proof.errors import CorruptLog
from iacta.domain.kernel.proof.lines import OWN
from iacta.domain.kernel.proof.record import Event
from iacta.service import one_file
from iacta.service.campaigns import capsule, importing
from iacta.service.campaigns.ingest import Ingest
from iacta.service.campaigns.sandbox_tasks import chunks
from iacta.service.campaigns.slices import SliceFile
from iacta.service.cli import receipts
from iacta.service.cli.common import AsJson, Data, Id, Key, find_copy, open_engine
from iacta.service.cli.terminal import fail, plain, progress, say, show_json
from iacta.service.signing import check_signature
from iacta.service.store.read import Reader
from iacta.service.systems import discover

File = Annotated[pathlib.Path, typer.Argument(help="A capsule (gzipped or not) or a receipt.")]
CapsuleFile = Annotated[pathlib.Path, typer.Argument(help="A capsule, gzipped or not.")]
INDENT = " " * 7
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
    older = [_read(path).decode("utf-8", "replace") for path in checkpoint or []]
    event = None
    with _opened(file) as source:
        begin = source.read(len(notes.RECEIPT_HEAD))
        given = chain([begin], chunks(source))
        if begin.startswith(notes.RECEIPT_HEAD.encode()):
            if older:
                raise typer.BadParameter(
                    "A receipt carries its own checkpoint.", param_hint="checkpoint"
                )
            text = b"".join(given).decode("utf-8", "replace")
            event = receipts.event_of(text)
            report = verify_receipt(text, check_signature, key=key or None)
        else:
            report = verify_capsule(
                given, check_signature, key=key or None, older=older, systems=discover()
            )
    if as_json:
        shown = {"event": receipts.as_json(event)} if event is not None else {}
        show_json({"ok": report.ok, **shown, **_plain(report)})
    else:
        for line in receipts.in_words(event, discover()) if event is not None else ():
            say(line)
        _print_report(report)
    if not report.ok:
        first = report.check(report.failed()[0])
        where = f" at event {first.event}" if first.event else ""
        fail(f"check {first.number}, {first.title}: {first.detail}{where}")


def _plain(report: Report) -> dict[str, Any]:
    return {name: getattr(report, name) for name in ("checks", "counts", "unchecked", "older")}


def _print_report(report: Report) -> None:
    table = Table(box=None, pad_edge=False)
    for heading in ("", "check", "result", "what was seen"):
        table.add_column(heading)
    for check in report.checks:
        where = f" (event {check.event})" if check.event else ""
        seen = Text(plain(f"{check.detail}{where}"))  # no markup: it may be the file's own words
        table.add_row(str(check.number), check.title, MARKS[check.result], seen)
    Console().print(table)
    for one in report.older:
        whose = "" if one.signature == "pass" else ", by the file's own key only"
        say(
            f"older checkpoint of {one.origin}: its {one.size} events are the first {one.size} "
            f"of this file, unchanged; its signature holds{whose}"
        )
    if report.unchecked:
        say(f"not covered by a hash: {', '.join(report.unchecked)}")
    typer.echo("Nothing proves who sent a command; see the README for what is proven.")


def _read(path: pathlib.Path) -> bytes:
    return sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()


def _opened(path: pathlib.Path) -> AbstractContextManager[IO[bytes]]:
    """A file to be read piece by piece; ``-`` is standard input."""
    return nullcontext(sys.stdin.buffer) if str(path) == "-" else path.open("rb")


def _capsule(source: IO[bytes]) -> Iterator[bytes]:
    """The pieces of a file that is to be a capsule."""
    begin = source.read(len(notes.RECEIPT_HEAD))
    if begin.startswith(notes.RECEIPT_HEAD.encode()):
        fail("this is a receipt of one event, not a capsule: check it with `iacta verify`")
    return chain([begin], chunks(source))


def export(
    campaign: Id,
    output: Annotated[
        pathlib.Path | None, typer.Option("--output", "-o", help="File; else standard output.")
    ] = None,
    audience: Annotated[str, typer.Option(help="public, referee or `seat:<seat>`.")] = "public",
    steps: Annotated[bool, typer.Option(help="With text and view patches.")] = True,
    html: Annotated[
        bool, typer.Option("--html", help="As one page with the viewer inside.")
    ] = False,
    key: Key = "",
    data: Data = None,
) -> None:
    """Save a campaign as a capsule, or as a page that opens without a network."""
    if html and not steps:
        raise typer.BadParameter("A page shows the steps.", param_hint="--no-steps")
    with open_engine(data) as engine, engine.database.reading() as connection:
        reader = Reader(connection)
        row = find_copy(reader, engine, campaign, key)
        head = engine.folds.state_at(reader, row, row.seq)
        seen = _audience(audience, head)
        saved = capsule.Export(engine.folds, reader, row, seen, steps=steps)
        lines = progress(saved.lines(), "exporting", row.seq + 4)
        pieces = one_file.write(engine.folds.system(row), seen, lines) if html else lines
        out = sys.stdout.buffer if output is None else output.open("wb")
        try:
            out.writelines(pieces)
        finally:
            if output is not None:
                out.close()
        _warn_of_closed_seals(closed=head.keeps_secrets)


def _warn_of_closed_seals(*, closed: bool) -> None:
    """Say on standard error, beside what is written for scripts, that seals are still closed."""
    if closed:
        typer.echo(capsule.SEALS_CLOSED, err=True)


def _audience(asked: str, campaign: Campaign) -> str:
    """The audience that the campaign is saved for: as in the API, but without a token."""
    named = asked.startswith("seat:") and campaign.seat(asked.removeprefix("seat:")) is not None
    if asked in ("public", "referee") or named:
        return asked
    if asked != "observer":
        fail(f"there is no audience {asked!r}")
    return "public"


def import_(
    file: CapsuleFile,
    private: Annotated[bool, typer.Option("--private", help="Not in the list.")] = False,
    key: Annotated[
        str, typer.Option(help="Only if it is signed by this verifier key.", show_default=False)
    ] = "",
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Verify a capsule and keep it, read-only. A longer one later brings it up to date.

    One that another key has signed is kept as a copy of its own. Play on by forking it, once its
    seals are open or where nothing was hidden.
    """
    visibility = "private" if private else "public"
    with TemporaryFile() as rows:
        with _opened(file) as source:
            examined = importing.examine(_capsule(source), discover(), rows)
        if key and key.strip() != examined.key:
            fail("the file is not signed by the key given", f"it is signed by {examined.key}")
        ingest = Ingest(examined, SliceFile(rows), visibility, lambda batch, campaign_id: {})
        with open_engine(data, create=True) as engine:
            for job in ingest.jobs():
                engine.run(job)
    row = ingest.row
    if as_json:
        show_json({"id": row.campaign, "new": ingest.new})
    else:
        grown = f"brought up to date: events {row.seq + 1} to {examined.seq}"
        here = grown if examined.seq > row.seq else "was here already"
        typer.echo(f"{row.campaign} {'imported' if ingest.new else here}")
    _warn_of_closed_seals(closed=examined.closed)


def replay(
    source: Annotated[str, typer.Argument(help="A capsule's file, or a campaign's id.")],
    at: Annotated[int, typer.Option(help="Begin at this event.")] = 1,
    data: Data = None,
) -> None:
    """Step through a campaign: Enter or n next, p previous, a number to go there, q to end."""
    path = pathlib.Path(source)
    if path.exists():
        with path.open("rb") as file:
            saved = capsules.read(_capsule(file))
    else:
        with open_engine(data) as engine, engine.database.reading() as connection:
            reader = Reader(connection)
            row = find_copy(reader, engine, source)
            lines = capsule.Export(engine.folds, reader, row, "public", steps=False).lines()
            saved = capsules.read(lines, OWN)
    stories = _narrate(saved)
    _step_through(stories, max(1, min(at, len(stories))))


class Told(NamedTuple):
    """An event in words, and whether it is clerical: told with the one that it belongs to."""

    text: str
    aside: bool


def _narrate(saved: capsules.Capsule) -> list[Told]:
    """Each event in words, with its dice."""
    key = "".join(str(one.get("system")) for one in saved.items[0].event.effects[:1])
    system = discover().get(key)
    if system is None:
        fail(f"the system {key!r} is not installed")
    states = [Campaign()]
    stories = []
    for item in saved.items:
        try:
            after = evolve(states[-1], item.record, item.hash, system, states.__getitem__)
            story = narrate(item.event, states[-1], after, system, {})
            stories.append(Told(_words(item.event, story.text), _aside(item.event, story)))
        except Exception as error:  # what a forger wrote may trip the rules' code anywhere
            raise CorruptLog(f"event {item.event.seq} cannot be narrated: {error!r}") from None
        states.append(after)
    return stories


def _aside(event: Event, story: Story) -> bool:
    """Whether an event only goes on with the beat before it, in one sentence without dice."""
    goes_on = story.beat is not None and story.beat.continues and not story.beat.headline
    return goes_on and len(story.text) == 1 and not event.draws


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
    return "\n".join([*lines, *(f"{INDENT}{line}" for line in more)])


def _log(stories: Sequence[Told]) -> Iterator[str]:
    """The stories to be read at once: clerical events in a row under what they belong to."""
    first, *others = stories
    yield first.text
    for aside, run in groupby(others, lambda told: told.aside):
        texts = [told.text for told in run]
        yield from [INDENT + " ".join(text.strip() for text in texts)] if aside else texts


def _step_through(stories: Sequence[Told], at: int) -> None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        for text in _log(stories[at - 1 :]):
            typer.echo(text)
        return
    while True:
        typer.echo(stories[at - 1].text)
        answer = typer.prompt(f"{at} of {len(stories)}", default="n", show_default=False).strip()
        if answer == "q":
            return
        step = {"n": at + 1, "": at + 1, "p": at - 1}.get(answer)
        number = re.fullmatch("[0-9]{1,9}", answer)
        wanted = int(answer) if number else at if step is None else step
        if step == at + 1 and at == len(stories):
            return
        at = max(1, min(wanted, len(stories)))
