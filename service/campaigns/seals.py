"""Opening seals that are due: what the service does by itself, and the operator by hand."""

import asyncio
from collections.abc import Callable

import structlog

from iacta.domain.kernel.proof.errors import OutOfPhase, Refused
from iacta.service.campaigns.commands import Committed, Submission, execute
from iacta.service.campaigns.engine import Batch, Engine
from iacta.service.errors import Problem, not_found
from iacta.service.projections import listing
from iacta.service.store.read import Reader

log = structlog.get_logger()

EVERY = 60.0  # seconds
PATIENCE = 60
"""rounds for which a campaign is left alone that another branch keeps closed"""


def open_seals(campaign_id: str) -> Callable[[Batch], Callable[[], Committed]]:
    """Work for the writer: open a campaign's seals in the service's name.

    The key follows from the event that ended the campaign, so however many servers do it, the
    campaign has one event of it. Raises `Refused` or `Problem`.
    """

    def work(batch: Batch) -> Callable[[], Committed]:
        row = batch.tx.campaign(campaign_id)
        if row is None or row.kind == "deleted":
            raise not_found()
        ended = batch.live(row).campaign.ended
        if ended is None:
            raise OutOfPhase("the seals are opened when the campaign is over")
        submission = Submission({"type": "campaign.open-seals"}, key=f"seals-{ended.hash[:32]}")
        return execute(batch, row, "service", submission, None)

    return work


class SealOpener:
    """Opens the seals that are due. Harmless beside others that do the same."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._left: dict[str, int] = {}

    def once(self) -> int:
        """One round; returns how many due campaigns were opened, by this server or another."""
        with self._engine.database.reading() as connection:
            waiting = listing.due_openings(Reader(connection))
        if not waiting:
            return 0
        now = self._engine.host.now()
        due = [one for one, at in waiting if at <= now]
        self._left = {one: self._left[one] - 1 for one in due if self._left.get(one)}
        return sum(self._open(one) for one in due if one not in self._left)

    def _open(self, campaign_id: str) -> bool:
        try:
            self._engine.submit(open_seals(campaign_id), alone=True).result()
        except (Refused, Problem) as refusal:
            # Another branch is played on, or opens first: the list does not know of it.
            log.info("seals stay closed", campaign=campaign_id, why=refusal.detail)
        except Exception as error:  # one campaign's fault keeps no other closed
            log.error("seals", campaign=campaign_id, exc_info=error)
        else:
            return True
        self._left[campaign_id] = PATIENCE
        return False

    async def run(self) -> None:
        """Round after round, until cancelled; one that fails is logged, and the next comes."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await asyncio.to_thread(self.once)
            except Exception as error:
                log.error("seals", exc_info=error)
