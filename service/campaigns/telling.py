"""Telling a campaign's events to an audience: from kept blocks, and the rest anew."""

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from iacta.domain.kernel.proof.vault import Vault
from iacta.service.campaigns.engine import Batch, Engine
from iacta.service.campaigns.reading import Folds
from iacta.service.projections import step_blocks, words
from iacta.service.projections.step_blocks import SIZE, Block, Told, last_of
from iacta.service.store.commit import Overloaded
from iacta.service.store.read import Reader
from iacta.service.store.rows import CampaignRow

WORTH = SIZE // 4
"""events of a block that are asked for at once before the rest of it is told too, to be kept"""


class Teller:
    """Tells one audience the events of a campaign up to its head ``row``.

    ``took`` is given each whole block that may be kept: what was told anew, and what is kept but
    would soon go. None is made without it.
    """

    def __init__(
        self,
        folds: Folds,
        row: CampaignRow,
        audience: str,
        vault: Vault,
        took: Callable[[Block], None] | None = None,
    ) -> None:
        self.row, self.audience = row, audience
        self._folds, self._vault, self._system = folds, vault, folds.system(row)
        self.version = words.version(self._system)
        self._took = took

    def untold(self, reader: Reader) -> int:
        """How many events are in no kept block."""
        blocks = step_blocks.count(reader, self.row, self.audience, self.version)
        return self.row.seq - blocks * SIZE

    def view(self, reader: Reader, at: int) -> Mapping[str, Any]:
        """What the audience sees after event ``at``; nothing before the first."""
        campaign = self._folds.state_before(reader, self.row, at)
        return step_blocks.seen(campaign, self._system, self.audience, self._vault)

    def tell(self, reader: Reader, after: int, limit: int) -> Iterator[Told]:
        """The events after ``after`` in order, up to ``limit`` of them."""
        end = min(after + limit, self.row.seq)
        blocks = step_blocks.kept(
            reader, self.row, self.audience, self.version, after, last_of(end), self._took
        )
        while after < end:
            last = last_of(after + 1)
            to = min(last, end)
            if last in blocks:
                yield from blocks[last][after - last + SIZE : to - last + SIZE]
            elif self._took and last <= self.row.seq and to - after >= WORTH:
                whole = list(self._anew(reader, last - SIZE, last))
                block = step_blocks.pack(last, whole)
                if len(block.steps) <= step_blocks.WIDEST:
                    self._took(block)
                yield from whole[after - last + SIZE : to - last + SIZE]
            else:
                yield from self._anew(reader, after, to)
            after = to

    def _anew(self, reader: Reader, after: int, to: int) -> Iterator[Told]:
        whose = (self._system, self.audience, self._vault)
        before = self._folds.state_before(reader, self.row, after)
        view = step_blocks.seen(before, *whose)
        for _, event, campaign in self._folds.walk(reader, self.row, after, to - after):
            now = step_blocks.seen(campaign, *whose)
            yield step_blocks.tell(before, campaign, event, *whose, (view, now))
            before, view = campaign, now


KEPT_AT_ONCE = 32
"""blocks: some milliseconds of the writer's time"""


def keep(engine: Engine, teller: Teller, blocks: Iterable[Block]) -> None:
    """Have whole blocks kept for the next reader.

    Nobody waits for it, and nothing is lost if it is not done.
    """
    left = iter(blocks)
    with contextlib.suppress(Overloaded):
        while some := list(islice(left, KEPT_AT_ONCE)):
            engine.submit(_keeping(teller, some))


def _keeping(teller: Teller, blocks: list[Block]) -> Callable[[Batch], Callable[[], None]]:
    def run(batch: Batch) -> Callable[[], None]:
        step_blocks.keep(batch.tx, teller.row, teller.audience, teller.version, blocks)
        return lambda: None

    return run
