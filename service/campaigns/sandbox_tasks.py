"""Tasks that run in sandboxed processes: import checks, audits, long exports.

Each is called by name with open files and plain arguments, and reads the database by itself, so
that no campaign passes through the serving process. ``loader`` names the function that gives the
systems, as ``module:function``.
"""

from collections import Counter
from collections.abc import Iterator
from os import SEEK_END
from typing import IO

import msgspec

from iacta.domain.kernel.campaign.verify.capsule import verify_read
from iacta.domain.kernel.campaign.verify.deciding import Before, Decided
from iacta.domain.kernel.campaign.verify.report import Check, Counts
from iacta.domain.kernel.proof.lines import Bounds
from iacta.domain.kernel.proof.record import Event, Seq
from iacta.service.campaigns import capsule, importing
from iacta.service.campaigns.reading import Folds
from iacta.service.errors import not_found
from iacta.service.projections import snapshots
from iacta.service.projections.rolls import proof_class
from iacta.service.projections.step_blocks import Block
from iacta.service.sandbox.child import named
from iacta.service.signing import check_signature
from iacta.service.store.database import Database
from iacta.service.store.read import Reader
from iacta.service.store.rows import CampaignRow

CHUNK = 64 * 1024

IMPORT, AUDIT, TELL = (f"{__name__}:{name}" for name in ("examine", "audit", "tell"))


class RewindItem(msgspec.Struct, frozen=True):
    """A rewind, for the audit."""

    seq: Seq
    to: Seq  #: the event that it went back to
    seen: bool  #: whether somebody then knew what is hidden again


class Audit(msgspec.Struct, frozen=True, kw_only=True):
    """The checks of the format, and what an auditor looks at first."""

    audience: str  #: whose capsule was examined
    ok: bool  #: whether no check failed
    checks: tuple[Check, ...]  #: the ten checks in order
    counts: Counts  #: how much was looked at
    unchecked: tuple[str, ...]  #: what no hash covers, by name
    draws: dict[str, int]  #: how many dice there are of each class
    rewinds: tuple[RewindItem, ...]  #: every time the game was taken back
    entered: tuple[int, ...]  #: the events with dice that were entered


def chunks(file: IO[bytes]) -> Iterator[bytes]:
    """A file from its current position, in chunks."""
    while chunk := file.read(CHUNK):
        yield chunk


def examine(body: IO[bytes], out: IO[bytes], size: int, loader: str) -> importing.Examined:
    """See `importing.examine`. ``size``: how much the body may unpack to."""
    return importing.examine(chunks(body), named(loader)(), out, Bounds(size=size))


class Kept(msgspec.Struct, frozen=True):
    """What is kept of an audit for the next: what was decided again, and a snapshot of the state
    that these events have folded to. It is in the server's memory alone.
    """

    decided: Decided
    state: bytes


class Audited(msgspec.Struct, frozen=True):
    """An audit, and what to keep of it for the next; none if it failed."""

    audit: Audit
    kept: Kept | None


class Sights:
    """What an auditor looks at first, gathered event by event."""

    def __init__(self) -> None:
        self.draws: Counter[str] = Counter()
        self.rewinds: list[RewindItem] = []
        self.entered: list[int] = []

    def add(self, event: Event) -> None:
        """Look at the next event."""
        for draw in event.draws:
            chain = draw["chain"]
            dice = 1 if chain == "sealed" else len(draw["dice"])
            self.draws[proof_class(event, chain)] += dice
            if chain == "entered":
                self.entered.append(event.seq)
        for effect in event.effects:
            if effect["type"] == "rewound":
                self.rewinds.append(RewindItem(event.seq, effect["to"], effect["seen"]))


def audit(url: str, campaign_id: str, audience: str, kept: Kept | None, loader: str) -> Audited:
    """The checks, run on what an audience may save. All of it is read anew, and no snapshot of the
    store is trusted; what an audit has decided again and ``kept`` is not decided once more.
    """
    systems = named(loader)()
    with Database(url, create=False).reading() as connection:
        reader = Reader(connection)
        row, folds = _row(reader, campaign_id), Folds(systems)
        system = systems.get(row.system)
        before, sights = Before(), Sights()
        if kept and system:
            before = Before(kept.decided, snapshots.decode(kept.state, system))
        report = verify_read(
            capsule.Stored(folds, reader, row, audience),
            check_signature,
            key=row.key,
            systems=systems,
            before=before,
            look=sights.add,
        )
    whole = before.whole if report.ok else None
    done = Audit(
        audience=audience,
        ok=report.ok,
        checks=tuple(report.checks),
        counts=report.counts,
        unchecked=tuple(report.unchecked),
        draws=dict(sights.draws),
        rewinds=tuple(sights.rewinds),
        entered=tuple(sights.entered),
    )
    if whole is None or system is None:
        return Audited(done, None)
    return Audited(done, Kept(whole[0], snapshots.encode(whole[1], system)))


def tell(
    out: IO[bytes],
    blocks: IO[bytes],
    url: str,
    row: CampaignRow,
    audience: str,
    loader: str,
    after: int,
    to: int,
) -> str:
    """Write to the end of ``out`` a capsule's lines of the events after ``after`` and up to ``to``,
    with their steps, and to ``blocks`` what was told anew for them, each block a line of JSON.
    Returns the version of the words that they are told in.

    ``row``: the head of the campaign that the capsule is of.
    """

    def took(block: Block) -> None:
        blocks.write(msgspec.json.encode(block) + b"\n")

    out.seek(0, SEEK_END)
    with Database(url, create=False).reading() as connection:
        reader = Reader(connection)
        _row(reader, row.id)
        saved = capsule.Export(Folds(named(loader)()), reader, row, audience, steps=True, took=took)
        out.writelines(saved.events(after, to))
    return saved.teller.version


def blocks_of(file: IO[bytes]) -> Iterator[Block]:
    """The blocks that `tell` has written."""
    file.seek(0)
    return (msgspec.json.decode(line, type=Block) for line in file)


def _row(reader: Reader, campaign_id: str) -> CampaignRow:
    row = reader.campaign(campaign_id)
    if row is None:
        raise not_found()
    return row
