"""What a writer keeps of heads and tokens between its batches, exactly as long as it is true."""

from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from iacta.service.store import schema as t
from iacta.service.store.rows import CampaignRow

MOST = 4096  # heads, and tokens
FOLLOWED = 1024  # positions that are looked through for campaigns that others have extended
KEPT = "kept"
"""under which a connection says whose it is: what is kept was read through this one"""

_EXTENDED = (
    sa.select(t.events.c.campaign_id)
    .where(t.events.c.shard == sa.bindparam("shard"), t.events.c.pos > sa.bindparam("pos"))
    .distinct()
)
Held = tuple[str, str]
K = TypeVar("K")
V = TypeVar("V")


class Kept:
    """Heads by id, and the copy and role of a token by campaign and hash.

    A head changes with an event, which has a position, or else with the shard's version
    (`Database.writing`); so a batch knows from both, which it reads under the writers' lock, what
    anybody has changed since. Only what was committed is kept.
    """

    def __init__(self) -> None:
        self.heads: dict[str, CampaignRow] = {}
        self.tokens: dict[tuple[str, str], Held] = {}
        self._pos = self._version = -1

    def catch_up(self, connection: Connection, shard: int, pos: int, version: int) -> None:
        """Forget what is not true any more. The connection holds the writers' lock."""
        same = connection.info.get(KEPT) is self and version == self._version
        if not same or not 0 <= pos - self._pos <= FOLLOWED:
            self.heads, self.tokens = {}, {}
            connection.info[KEPT] = self
        elif pos > self._pos:
            asked = {"shard": shard, "pos": self._pos}
            for campaign_id in connection.execute(_EXTENDED, asked).scalars():
                self.heads.pop(campaign_id, None)
        self._pos, self._version = pos, version

    def commit(
        self, pos: int, heads: dict[str, CampaignRow], tokens: dict[tuple[str, str], Held]
    ) -> None:
        """Keep what a batch has read and made, once it is durable."""
        self._pos = pos
        self.heads, self.tokens = _joined(self.heads, heads), _joined(self.tokens, tokens)


def _joined(kept: dict[K, V], more: dict[K, V]) -> dict[K, V]:
    kept.update(more)
    return kept if len(kept) <= MOST else dict(more)
