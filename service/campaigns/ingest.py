"""Importing an examined campaign slice by slice, so that the writer serves others between.

Until the last step nothing of it can be seen: its rows are past the head of a campaign, or of one
that is not there yet. What a broken import has left is removed by the next of the same campaign.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial

import msgspec

from iacta.domain.kernel.proof.dice import make_chain
from iacta.service.campaigns.engine import Batch, Engine, row_for
from iacta.service.campaigns.importing import Examined
from iacta.service.campaigns.shown_checkpoints import check_shown_checkpoint
from iacta.service.campaigns.slices import Place, SliceFile
from iacta.service.entropy import new_id
from iacta.service.errors import Problem, deleted, not_ready
from iacta.service.projections import listing, step_blocks
from iacta.service.store import incoming
from iacta.service.store.read import Reader
from iacta.service.store.rows import CampaignRow, StoredEvent
from iacta.service.store.write import pack

WINDOW = 200  # events of a broken import that are removed at a time

Job = Callable[[Batch], None]
Grant = Callable[[Batch, str], dict[str, str]]
Count = Callable[[Batch, int, int], AbstractContextManager[None]]


class Ingest:
    """One import. Each of `jobs` is a transaction of its own; then ``new`` and ``tokens`` hold.

    An imported copy is extended by a longer file of the same log under the same
    key. Who brings a file again may make public what was imported: they could publish the file as
    well. What is played here is nobody's to publish.

    A file under another key is a copy of its own. Nothing brings back what the operator hid or
    deleted.

    ``grant``: gives the tokens of a new copy, by its id. ``count``: counts new campaigns and bytes
    against the quotas. ``row``: as the copy was before.
    """

    def __init__(
        self,
        examined: Examined,
        slices: SliceFile,
        visibility: str,
        grant: Grant,
        count: Count = lambda batch, campaigns, size: nullcontext(),
    ) -> None:
        self._examined, self._slices = examined, slices
        self._visibility, self._grant, self._count = visibility, grant, count
        self._claim = ""
        self._left = 0  # the last event of a broken import
        self.row = self._blank(examined.id)
        self.new, self.ended = False, False
        self.tokens: dict[str, str] = {}

    def jobs(self) -> Iterator[Job]:
        """What the writer is to do, one after the other. Each may be run again, and is idempotent.

        They raise `Problem`.
        """
        yield self._heed  # of its own: what a file proves stands, though the file is refused
        yield self._begin
        if self.ended:
            return
        for after in range(self.row.seq, self._left, WINDOW):
            yield partial(self._clear, after)
        for place in self._examined.places:
            if place.last == 0 or place.last > self.row.seq:
                yield partial(self._add, place)
        yield self._finish

    def _blank(self, copy_id: str) -> CampaignRow:
        examined = self._examined
        return row_for(
            copy_id,
            examined.system,
            examined.name,
            self._visibility,
            campaign=examined.id,
            kind="imported",
            key=examined.key,
        )

    def _new(self, batch: Batch) -> CampaignRow:
        """The head of a new copy: the first of a campaign is kept under the campaign's own id."""
        first = batch.tx.campaign(self._examined.id) is None
        return self._blank(self._examined.id if first else new_id(batch.engine.host))

    def _heed(self, batch: Batch) -> None:
        """Take what the file's checkpoint says of the log that is here."""
        here = batch.tx.copy(self._examined.id, self._examined.key)
        if here is not None:
            _check_kept(here)
            check_shown_checkpoint(batch, here, self._examined.checkpoint)

    def _begin(self, batch: Batch) -> None:
        """Check what is stored already, and claim the campaign."""
        tx, examined = batch.tx, self._examined
        here = tx.copy(examined.id, examined.key)
        if here is not None:
            _check_kept(here)
            self._check_same(batch, here)
        self.new, self.row = here is None, here or self._new(batch)
        self.ended = here is not None and here.seq >= examined.seq
        if self.ended:
            self._publish(batch)
        else:
            with self._count(batch, int(self.new), self._growth()):
                self._claim = batch.engine.host.random(16).hex()
                self._left = incoming.highest(tx, self.row.id)
                incoming.claim(tx, self.row.id, self._claim)

    def _check_same(self, batch: Batch, row: CampaignRow) -> None:
        """Raise `Problem` unless the file agrees with what is stored, and may extend it.

        An event's hash covers all events before it.
        """
        examined = self._examined
        if row.seq > examined.seq:
            stored = batch.tx.event(row, examined.seq)
            same = stored is not None and stored.hash == examined.hash
        else:
            same = row.hash == self._hash(row.seq)
        if not same:
            raise Problem("log-differs", "A campaign with this id and different events is here.")
        if examined.seq > row.seq and row.kind == "live":
            raise Problem(
                "log-differs", "The campaign is played here and does not have these last events."
            )

    def _growth(self) -> int:
        """How many bytes of events the file adds to what is stored."""
        have, new = self.row.seq, [one for one in self._examined.places if one.last > self.row.seq]
        partly = self._slices.at(new[0]).events if new and have else []
        return sum(one.size for one in new) - sum(len(one[1]) for one in partly if one[0] <= have)

    def _hash(self, seq: int) -> str:
        """The hash of an event of the file."""
        place = next(place for place in self._examined.places if place.last >= seq)
        return next(event[2] for event in self._slices.at(place).events if event[0] == seq)

    def _clear(self, after: int, batch: Batch) -> None:
        """Remove a stretch of what a broken import has left."""
        self._check_claim(batch)
        incoming.clear(batch.tx, self.row.id, after, after + WINDOW)

    def _add(self, place: Place, batch: Batch) -> None:
        """Hold a slice's rows."""
        self._check_claim(batch)
        here = incoming.highest(batch.tx, self.row.id)
        if place.last == 0 or here < place.last:  # else it was committed, and is run again
            rows = self._slices.at(place)
            incoming.add(batch.tx, self.row, rows, keyed=self.row.kind != "imported")

    def _check_claim(self, batch: Batch) -> None:
        if not incoming.holds(batch.tx, self.row.id, self._claim):
            raise not_ready("Another request is importing the same campaign.", 1)

    def _finish(self, batch: Batch) -> None:
        """Move the head: from now on the campaign, or its new events, can be read."""
        tx, examined = batch.tx, self._examined
        here = tx.campaign(self.row.id)
        if here is not None and here.hash == examined.hash:  # it was committed, and is run again
            return
        self._check_claim(batch)
        head = msgspec.structs.replace(
            self.row,
            seq=examined.seq,
            hash=examined.hash,
            frontier=pack(examined.frontier),
            checkpoint=examined.checkpoint,
        )
        if self.new:
            tx.add_campaign(head)
            self.tokens = self._grant(batch, head.id)
        else:
            self._publish(batch)
            step_blocks.forget(tx, head)
        tx.advance(head, StoredEvent(examined.seq, b"", examined.hash))
        for anchor, last, used in examined.chains:
            if tx.chain(head.id, anchor) is None:
                chain = make_chain(bytes.fromhex(last), used)
                tx.store_chain(head.id, "sealed", chain, batch.engine.links.encode(chain))
        listing.put(tx, {**examined.listed, "campaign_id": head.id})
        incoming.release(tx, head.id)
        batch.taken.add(head.id)

    def _publish(self, batch: Batch) -> None:
        kept = (self.row.kind, self.row.visibility, self._visibility)
        if kept == ("imported", "private", "public"):
            batch.tx.change(self.row, visibility="public")


def _check_kept(row: CampaignRow) -> None:
    """Raise `Problem` if the copy was deleted; with the reason if it was public."""
    if row.kind == "deleted":
        public = row.visibility == "public"
        raise deleted(row.reason, row.checkpoint) if public else deleted(None, None)


def sweep(engine: Engine) -> None:
    """Remove what imports have left that were broken off by the end of a server."""
    with engine.database.reading() as connection:
        broken = incoming.unfinished(Reader(connection))
    for campaign_id in broken:
        while not engine.run(partial(_sweep, campaign_id)):
            pass


def _sweep(campaign_id: str, batch: Batch) -> bool:
    """Remove a stretch of a broken import, the last first; whether that was all."""
    row = batch.tx.campaign(campaign_id)
    kept, last = row.seq if row else 0, incoming.highest(batch.tx, campaign_id)
    ended = last - WINDOW <= kept
    incoming.clear(batch.tx, campaign_id, max(kept, last - WINDOW), last)
    if ended:
        incoming.release(batch.tx, campaign_id)
    return ended
