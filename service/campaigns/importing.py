"""Examining a capsule to import: verified, folded, its rows written out slice by slice."""

import contextlib
from collections.abc import Iterable, Mapping
from typing import IO, Any

import msgspec

from iacta.domain.kernel.campaign.commands import Name
from iacta.domain.kernel.campaign.fold import evolve as fold
from iacta.domain.kernel.campaign.recheck import Mismatch, decide_again
from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.campaign.verify.capsule import read_and_verify
from iacta.domain.kernel.campaign.verify.report import Report
from iacta.domain.kernel.campaign.verify.revisited import Revisited, gone_back_to
from iacta.domain.kernel.campaign.views import seat_views, view
from iacta.domain.kernel.campaign.waiting import standing
from iacta.domain.kernel.contract.system import AnySystem
from iacta.domain.kernel.proof import capsules, notes
from iacta.domain.kernel.proof.capsules import Capsule
from iacta.domain.kernel.proof.errors import BadRecord, NotKnown
from iacta.domain.kernel.proof.lines import BOUNDS, Bounds
from iacta.service.campaigns.engine import row_for
from iacta.service.campaigns.slices import Place, SliceFile, SliceWriter, openings_of
from iacta.service.errors import FieldError, Problem
from iacta.service.projections import snapshots
from iacta.service.projections.listing import listing_row
from iacta.service.signing import check_signature

LONGEST = 500  # characters of a file's own words in a refusal


class Examined(msgspec.Struct, frozen=True, kw_only=True):
    """A file that may be imported; its rows are in a `SliceFile`.

    ``key``: the verifier key under which it is signed, in its one spelling. ``chains``: anchor,
    last link drawn and its number, of the sealed chains that the end opened.
    ``closed``: whether something is hidden still.
    """

    id: str
    name: str
    system: str
    scenario: str
    key: str
    seq: int
    hash: str
    frontier: tuple[bytes, ...]
    checkpoint: str
    listed: dict[str, Any]
    chains: tuple[tuple[str, str, int], ...]
    places: tuple[Place, ...]
    closed: bool


def refusal(detail: str) -> Problem:
    """The problem for a file that is not imported."""
    return Problem("invalid-request", detail[:LONGEST])


def check_head(chunks: Iterable[bytes]) -> None:
    """Look at a file's first line. Raises `Problem` if what follows need not be looked at."""
    try:
        capsules.read_head(chunks)
    except BadRecord as error:
        raise _unverified([(1, "strict parsing and shapes", str(error))]) from None


def examine(
    chunks: Iterable[bytes],
    systems: Mapping[str, AnySystem],
    out: IO[bytes],
    bounds: Bounds = BOUNDS,
) -> Examined:
    """Verify, fold and show a capsule, as it will be used, and write its rows to ``out``.

    Raises `Problem`; touches no store.
    """
    capsule, report = read_and_verify(chunks, check_signature, systems=systems, bounds=bounds)
    if capsule is None or not report.ok:
        raise _unverified(_failed(report))
    if notes.read_note(capsule.checkpoint).checkpoint.size != len(capsule.items):
        raise refusal("The capsule's checkpoint does not cover all its events.")
    try:
        name: str = msgspec.convert(capsule.head.campaign.get("name"), Name)
    except msgspec.ValidationError:
        raise refusal("The capsule's campaign has no proper name.") from None
    key = capsule.items[0].event.effects[0].get("system")
    system = systems.get(str(key))
    if system is None:
        raise refusal(f"The system {str(key)!r} is not installed.")
    writer = SliceWriter(SliceFile(out), system)
    openings, public = openings_of(capsule)
    values = {digest: opening.value for digest, (_, opening) in openings.items()}
    learned: dict[str, tuple[str, ...]] = {}
    try:
        last = _fold(capsule, system, values, learned, writer)
    except MemoryError:
        raise
    except Exception as error:  # whatever a forged file may cause
        raise refusal(f"The capsule's events cannot be folded: {error}") from None
    writer.add_openings(
        (digest, seq, opening, learned.get(digest, ()))
        for digest, (seq, opening) in openings.items()
    )
    writer.add_published((digest, seq) for digest, seq in public.items() if digest in openings)
    return _examined(capsule, name, system, last, writer)


def _failed(report: Report) -> list[tuple[int, str, str]]:
    return [(one.number, one.title, one.detail) for one in report.checks if one.result == "fail"]


def _unverified(failed: list[tuple[int, str, str]]) -> Problem:
    """The problem for a file that fails checks of the format: number, title and detail of each."""
    errors = [
        FieldError("", f"check {number}, {title}: {detail}"[:LONGEST])
        for number, title, detail in failed
    ]
    return Problem("invalid-request", "The capsule does not verify.", errors=errors)


def _fold(
    capsule: Capsule,
    system: AnySystem,
    values: Mapping[str, Any],
    learned: dict[str, tuple[str, ...]],
    writer: SliceWriter,
) -> Campaign:
    """The last state, shown as readers will ask for it; whom values were shown to on the way."""
    past, last = Revisited(gone_back_to(item.event for item in capsule.items)), Campaign()
    for item in capsule.items:
        after = fold(last, item.record, item.hash, system, past)
        # Of an older edition, or hidden still: then it was verified as far as it can be.
        with contextlib.suppress(NotKnown, Mismatch):
            decide_again(last, item.event, system, values, past, learned, after)
        last = past.add(after)
        due = last.seq % snapshots.EVERY == 0
        writer.add_event(item, snapshots.encode(last, system) if due else None)
    system.scenario(last.scenario)
    standing(last, system)
    seat_views(last, system)
    view(last, system, "public", {})
    return last


def _examined(
    capsule: Capsule, name: str, system: AnySystem, last: Campaign, writer: SliceWriter
) -> Examined:
    row = row_for(last.id, system.key, name, "public")
    opened = {
        anchor: link
        for item in capsule.items
        for effect in item.event.effects
        if effect["type"] == "seals-opened"
        for anchor, link in effect["last"].items()
    }
    chains = tuple(
        (span.anchor, opened[span.anchor], span.used)
        for span in last.sealed
        if span.anchor in opened
    )
    return Examined(
        id=last.id,
        name=name,
        system=system.key,
        scenario=last.scenario,
        key=notes.read_key(capsule.head.key).text(),
        seq=last.seq,
        hash=capsule.items[-1].hash,
        frontier=writer.frontier,
        checkpoint=capsule.checkpoint,
        listed=listing_row(row, last, system),
        chains=chains,
        places=tuple(writer.places),
        closed=last.keeps_secrets,
    )
