"""Tasks that run in sandboxed processes: import checks, audits, long exports.

Each is called by name with open files and plain arguments, and reads the database by itself, so
that no campaign passes through the serving process. ``loader`` names the function that gives the
systems, as ``module:function``.
"""

from collections import Counter
from collections.abc import Iterator
from typing import IO

import msgspec

from iacta.domain.kernel.campaign.verify.capsule import malformed, verify_read
from iacta.domain.kernel.campaign.verify.deciding import Before, Decided
from iacta.domain.kernel.campaign.verify.report import Check, Counts
from iacta.domain.kernel.proof.capsules import Item
from iacta.domain.kernel.proof.errors import BadRecord
from iacta.domain.kernel.proof.lines import Bounds
from iacta.domain.kernel.proof.record import Seq
from iacta.service.campaigns import capsule, importing
from iacta.service.campaigns.reading import Folds
from iacta.service.errors import not_found
from iacta.service.projections.rolls import rolls_of
from iacta.service.projections.step_blocks import Block
from iacta.service.sandbox.child import named
from iacta.service.signing import check_signature
from iacta.service.store.database import Database
from iacta.service.store.read import Reader
from iacta.service.store.rows import CampaignRow

CHUNK = 64 * 1024

IMPORT, AUDIT, EXPORT = (f"{__name__}:{name}" for name in ("examine", "audit", "export"))


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


class Audited(msgspec.Struct, frozen=True):
    """An audit, and what to keep of it for the next; none if it failed."""

    audit: Audit
    decided: Decided | None


def audit(
    url: str, campaign_id: str, audience: str, decided: Decided | None, loader: str
) -> Audited:
    """The checks, run on what an audience may save. All of it is read and folded anew;
    what was ``decided`` again before is not decided once more.
    """
    systems = named(loader)()
    with Database(url, create=False).reading() as connection:
        reader = Reader(connection)
        row, folds = _row(reader, campaign_id), Folds(systems)
        before = Before(decided)
        items: tuple[Item, ...] = ()
        try:
            saved = capsule.read(folds, reader, row, audience)
            items = saved.items
            report = verify_read(
                saved, check_signature, key=row.key, systems=systems, before=before
            )
        except BadRecord as error:
            report = malformed(error)
    done = Audit(
        audience=audience,
        ok=report.ok,
        checks=tuple(report.checks),
        counts=report.counts,
        unchecked=tuple(report.unchecked),
        draws=dict(Counter(roll.proof for item in items for roll in rolls_of(item.event))),
        rewinds=tuple(_rewinds(items)),
        entered=tuple(
            item.event.seq
            for item in items
            if any(draw["chain"] == "entered" for draw in item.event.draws)
        ),
    )
    return Audited(done, before.decided if report.ok else None)


def _rewinds(items: tuple[Item, ...]) -> Iterator[RewindItem]:
    for item in items:
        for effect in item.event.effects:
            if effect["type"] == "rewound":
                yield RewindItem(item.event.seq, effect["to"], effect["seen"])


def export(
    out: IO[bytes], blocks: IO[bytes], url: str, campaign_id: str, audience: str, loader: str
) -> str:
    """Write a capsule with its steps to ``out``, and to ``blocks`` what was told anew for it, each
    block a line of JSON; returns the version of the words that it is told in.
    """

    def took(block: Block) -> None:
        blocks.write(msgspec.json.encode(block) + b"\n")

    with Database(url, create=False).reading() as connection:
        reader = Reader(connection)
        row = _row(reader, campaign_id)
        saved = capsule.Export(Folds(named(loader)()), reader, row, audience, steps=True, took=took)
        out.writelines(saved.lines())
    return saved.teller.version


def blocks_of(file: IO[bytes]) -> Iterator[Block]:
    """The blocks that an export has written."""
    file.seek(0)
    return (msgspec.json.decode(line, type=Block) for line in file)


def _row(reader: Reader, campaign_id: str) -> CampaignRow:
    row = reader.campaign(campaign_id)
    if row is None:
        raise not_found()
    return row
