"""Every die: for which event and purpose, whose, its face, and how it is proven."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from iacta.domain.kernel.campaign.effects import TAGS
from iacta.domain.kernel.campaign.facts import decode_effect
from iacta.domain.kernel.contract.system import AnySystem
from iacta.domain.kernel.proof.record import Event
from iacta.service.errors import Damaged
from iacta.service.store import schema as t
from iacta.service.store.read import Reader
from iacta.service.store.rows import CampaignRow
from iacta.service.store.write import Writer

NO_CELLS: Mapping[str, str] = {}


class StoredRoll(msgspec.Struct, frozen=True, rename={"for_": "for"}, kw_only=True):
    """One die as the projection keeps it."""

    seq: int  #: the number of its event
    at: str  #: when the server accepted the event, in UTC
    chain: str  #: `open`, `sealed` or `entered`
    link: int | None  #: the link of the chain that it follows from; null for dice that were entered
    die: str  #: `d6`, `d10_zero` (0 to 9) or `shuffle:N`; empty while it is sealed
    #: What it shows; the order of a shuffle; null while it is sealed.
    face: int | tuple[int, ...] | None
    for_: str  #: what it was thrown for; empty while it is sealed
    by: str  #: the role whose command threw it
    #: How it is protected: `entropy` (the player's own was mixed in), `none` or `entered`.
    proof: str = msgspec.field(name="class")
    sealed: str | None = None  #: the digest in place of the dice of a sealed draw
    cell: str | None = None  #: the cell of a printed table that it was read on, if it was


class Roll(StoredRoll, frozen=True, kw_only=True):
    """One die as the caller sees it."""

    witness: str | None = None  #: who saw a die that was entered


def proof_class(event: Event, chain: str) -> str:
    """How a die of an event is protected: ``entered``, ``entropy`` or ``none``.

    The entropy of a standing answer is public before its roll, and so counts for none.
    """
    if chain == "entered":
        return "entered"
    return "entropy" if event.entropy and event.by != "service" else "none"


def rolls_of(event: Event, cells: Mapping[str, str] = NO_CELLS) -> Iterator[StoredRoll]:
    """Every die of an event. A sealed draw is one entry with its digest.

    ``cells``: purpose of a die → the cell of a table that it was read on.
    """
    for draw in event.draws:
        chain = draw["chain"]
        blank = StoredRoll(
            seq=event.seq,
            at=event.at,
            chain=chain,
            link=draw.get("link"),
            die="",
            face=None,
            for_="",
            by=event.acting,
            proof=proof_class(event, chain),
        )
        if chain == "sealed":
            yield replace(blank, sealed=draw["dice"]["sealed"])
            continue
        for die in draw["dice"]:
            yield replace(blank, **_thrown(die), cell=cells.get(die["for"]))


def _thrown(die: Mapping[str, Any]) -> dict[str, Any]:
    """A die's members of a roll."""
    face = tuple(die["face"]) if isinstance(die["face"], list) else die["face"]
    return {"die": die["die"], "face": face, "for_": die["for"]}


def cells_of(event: Event, system: AnySystem) -> Mapping[str, str]:
    """What a recorded event's own effects of the game say of the cells."""
    if not event.draws:
        return NO_CELLS
    own = [one for one in event.effects if one["type"] not in TAGS]
    return system.cells([decode_effect(system, one) for one in own])


def open_rolls(roll: Roll, values: Mapping[str, Any]) -> Iterator[Roll]:
    """The dice of a sealed draw, if the reader may see them; else the draw as one entry."""
    if roll.sealed is None or roll.sealed not in values:
        yield roll
        return
    for die in values[roll.sealed]:
        yield replace(roll, **_thrown(die), sealed=None)


def roll_rows(campaign_id: str, event: Event, cells: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """The projection's rows of an event."""
    for number, roll in enumerate(rolls_of(event, cells), 1):
        yield {
            "campaign_id": campaign_id,
            "seq": event.seq,
            "number": number,
            "roll": msgspec.json.encode(roll),
        }


def write(tx: Writer, campaign_id: str, event: Event, cells: Mapping[str, str]) -> None:
    """Store an event's dice."""
    for row in roll_rows(campaign_id, event, cells):
        tx.add_row(t.rolls, row)


def since(
    reader: Reader, row: CampaignRow, place: tuple[int, int]
) -> Iterator[tuple[int, int, Roll]]:
    """Entries at or after a place: event, number, roll. Read as far as they are asked for."""
    c = t.rolls.c
    witnessed: tuple[int, str | None] = (0, None)
    for segment in reader.segments(row):
        query = (
            sa.select(t.rolls)
            .where(c.campaign_id == segment.campaign_id, c.seq <= segment.last)
            .where((c.seq > place[0]) | ((c.seq == place[0]) & (c.number >= place[1])))
            .order_by(c.seq, c.number)
            .execution_options(yield_per=200)
        )
        with reader.connection.execute(query) as rows:
            for one in rows:
                roll = _roll(one, segment.campaign_id)
                if roll.chain == "entered":
                    if witnessed[0] != one.seq:
                        witnessed = one.seq, _witness(reader, row, one.seq)
                    roll = replace(roll, witness=witnessed[1])
                yield one.seq, one.number, roll


def _witness(reader: Reader, row: CampaignRow, seq: int) -> str | None:
    """Who saw the dice that were entered, from the event itself: the projection is older."""
    stored = reader.event(row, seq)
    draws = stored.event().draws if stored is not None else []
    return next((str(draw["witness"]) for draw in draws if draw["chain"] == "entered"), None)


def _roll(row: Any, campaign_id: str) -> Roll:
    try:
        return msgspec.json.decode(row.roll, type=Roll)
    except (msgspec.MsgspecError, TypeError, UnicodeDecodeError):
        raise Damaged(campaign_id, f"a die of event {row.seq} is malformed") from None
