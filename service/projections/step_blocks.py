"""Steps as they were told to an audience, kept in blocks: an event is never told otherwise later,
unless the code that tells it changes.

What an audience may see of an event rests on the log up to that event and on the openings stored
with it. Only a longer file of a copy adds to those: then what is kept of the copy is dropped.
"""

import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec
import sqlalchemy as sa

from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.campaign.views import known_to
from iacta.domain.kernel.contract.system import AnySystem
from iacta.domain.kernel.proof.canonical import encode
from iacta.domain.kernel.proof.record import Event, with_hash
from iacta.domain.kernel.proof.vault import Vault
from iacta.service.projections.steps import make_step, view_of
from iacta.service.store import schema as t
from iacta.service.store.read import Reader
from iacta.service.store.rows import CampaignRow, StoredEvent
from iacta.service.store.write import Writer

SIZE = 32
"""events of a block: few enough to be told at once where a campaign's last block is not full"""
MOST = 16_384
"""blocks that are kept: some 100 MiB"""
WIDEST = 64 * 1024  # bytes of a block that is kept
WORDS = ("text", "patch", "marks")
_NEWEST = sa.select(sa.func.max(t.step_blocks.c.pos))


class Told(msgspec.Struct, frozen=True):
    """An event as an audience is told of it, without its record.

    ``facts``: the object of who, when and which dice; ``words``: of text, patch and marks, in
    canonical bytes.
    """

    facts: bytes
    words: bytes

    def step(self, stored: StoredEvent) -> bytes:
        """The step, with its record and hash, as one object."""
        record = with_hash(stored.record, stored.hash)
        return b'%b,%b,"event":%b}' % (self.facts[:-1], self.words[1:-1], record)


class Block(msgspec.Struct, frozen=True):
    """The events up to ``last``, `SIZE` of them, compressed."""

    last: int
    steps: bytes


def seen(campaign: Campaign, system: AnySystem, audience: str, vault: Vault) -> Mapping[str, Any]:
    """What an audience sees of a campaign; nothing before the first event."""
    return view_of(campaign, system, audience, known_to(vault, campaign, audience))


def tell(
    before: Campaign,
    after: Campaign,
    event: Event,
    system: AnySystem,
    audience: str,
    vault: Vault,
    views: tuple[Mapping[str, Any], Mapping[str, Any]] | None = None,
) -> Told:
    """An event as an audience is told of it. ``views``: what it sees before and after, if that is
    at hand.
    """
    first, second = views or (
        seen(before, system, audience, vault),
        seen(after, system, audience, vault),
    )
    known = known_to(vault, after, audience)
    step = make_step((before, first), (after, second), event, system, known)
    facts = {name: value for name, value in step.items() if name not in WORDS}
    return Told(encode(facts), encode({name: step[name] for name in WORDS}))


def pack(last: int, steps: Sequence[Told]) -> Block:
    """A block. Canonical JSON holds no tabs and no line feeds."""
    lines = b"\n".join(one.facts + b"\t" + one.words for one in steps)
    return Block(last, zlib.compress(lines))


def unpack(data: bytes) -> list[Told]:
    """The steps of a block; ``ValueError`` if there are not so many."""
    try:
        steps = [Told(*line.split(b"\t")) for line in zlib.decompress(data).split(b"\n")]
    except (TypeError, zlib.error) as error:
        raise ValueError("a block is malformed") from error
    if len(steps) != SIZE:
        raise ValueError("a block has another number of steps")
    return steps


def last_of(seq: int) -> int:
    """The last event of the block that an event is in."""
    return -(-seq // SIZE) * SIZE


def kept(
    reader: Reader,
    row: CampaignRow,
    audience: str,
    version: str,
    after: int,
    last: int,
    took: Callable[[Block], None] | None = None,
) -> dict[int, list[Told]]:
    """The kept blocks that end after event ``after`` and up to ``last``, by their last event.

    One that cannot be read is left out, to be told anew and kept in its place. ``took`` is given
    those that would soon go, to be kept anew, since somebody reads them.
    """
    c = t.step_blocks.c
    query = sa.select(c.last, c.pos, c.steps).where(
        c.campaign_id == row.id,
        c.audience == audience,
        c.version == version,
        c.last.between(after + 1, last),
    )
    blocks = {}
    rows = reader.connection.execute(query).all()
    old = _newest(reader) - MOST // 2 if rows and took else 0
    for one in rows:
        with suppress(ValueError):
            blocks[one.last] = unpack(one.steps)
            if took and one.pos <= old:
                took(Block(one.last, one.steps))
    return blocks


def _newest(reader: Reader) -> int:
    """The place of the block that was kept last; 0 where none is."""
    newest: int | None = reader.connection.execute(_NEWEST).scalar_one()
    return newest or 0


def count(reader: Reader, row: CampaignRow, audience: str, version: str) -> int:
    """How many of a campaign's blocks are kept for an audience."""
    c = t.step_blocks.c
    of = (c.campaign_id == row.id, c.audience == audience, c.version == version)
    query = sa.select(sa.func.count()).where(*of, c.last <= row.seq)
    found: int = reader.connection.execute(query).scalar_one()
    return found


def keep(
    tx: Writer, head: CampaignRow, audience: str, version: str, blocks: Iterable[Block]
) -> None:
    """Keep blocks in place of what was kept of these events, unless the campaign was deleted.

    ``head``: the campaign's row when they were told. What was told of a copy before a longer file
    came is not kept.
    """
    row = tx.campaign(head.id)
    if row is None or row.kind == "deleted" or (row.kind != "live" and row.seq != head.seq):
        return
    of = {"campaign_id": row.id, "audience": audience, "version": version}
    rows = [
        {**of, **msgspec.structs.asdict(one), "pos": pos}
        for pos, one in enumerate(blocks, _newest(tx) + 1)
        if one.last <= row.seq
    ]
    if not rows:
        return
    c = t.step_blocks.c
    mine = (c.campaign_id == row.id, c.audience == audience)
    places = [one["last"] for one in rows]
    tx.connection.execute(t.step_blocks.delete().where(*mine, c.last.in_(places)))
    tx.connection.execute(t.step_blocks.insert(), rows)
    _trim(tx)


def forget(tx: Writer, row: CampaignRow) -> None:
    """Drop what is kept of a campaign, since it would be told otherwise by now."""
    tx.connection.execute(t.step_blocks.delete().where(t.step_blocks.c.campaign_id == row.id))


def _trim(tx: Writer) -> None:
    """Delete the blocks that nobody has read for longest, a sixteenth at a time, once there are too
    many: one that is read when half as many were kept after it is kept anew.
    """
    c = t.step_blocks.c
    number: int = tx.connection.execute(sa.select(sa.func.count(c.pos))).scalar_one()
    if number <= MOST:
        return
    key = c.campaign_id, c.audience, c.last
    oldest = sa.select(*key).order_by(c.pos, *key).limit(number - MOST + MOST // 16)
    tx.connection.execute(t.step_blocks.delete().where(sa.tuple_(*key).in_(oldest)))
