"""Waking streams when a campaign has new events: listeners re-read the log."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Iterable

from iacta.service.errors import Problem, not_ready
from iacta.service.settings import Limits

RETRY = 30  # seconds


class Place:
    """An open stream, or one about to be opened. ``token``: its hash; empty for a stranger's."""

    def __init__(self, campaign: str, address: str, token: str) -> None:
        self.campaign, self.address, self.token = campaign, address, token
        self.news = asyncio.Event()
        self.ended = False

    def end(self) -> None:
        """Have the stream end."""
        self.ended = True
        self.news.set()


class Hub:
    """Every stream: a share each, and wake-ups from any thread."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._loop: asyncio.AbstractEventLoop | None = None
        self._places: dict[Place, None] = {}  # in the order of their opening
        self.stopping = False

    @property
    def streams(self) -> int:
        """How many streams are open."""
        return len(self._places)

    def start(self) -> None:
        """Bind to the running event loop."""
        self._loop = asyncio.get_running_loop()
        self.stopping = False

    def stop(self) -> None:
        """End every stream."""
        self.stopping = True
        self._wake(None)

    def wake(self, campaign_id: str | None) -> None:
        """Wake a campaign's streams, or all of them. Safe from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._wake, campaign_id)

    def wake_all(self, campaigns: Iterable[str | None]) -> None:
        """As `wake`, for several campaigns."""
        for campaign_id in campaigns:
            self.wake(campaign_id)

    def _wake(self, campaign_id: str | None) -> None:
        for place in self._places:
            if campaign_id in (None, place.campaign):
                place.news.set()

    def enter(self, place: Place) -> None:
        """Take a place, to be given back with `leave`. Raises `Problem` if there is none.

        Where all places are taken, a stream with a token ends a stranger's.
        """
        limits = self._limits
        if place.token:
            shares = {"token": limits.streams_per_token}
            shares["address"] = limits.streams_per_holding_address
        else:
            shares = {"address": limits.streams_per_address}
            shares["campaign"] = limits.streams_per_campaign
        alike = [one for one in self._places if bool(one.token) == bool(place.token)]
        for by, most in shares.items():
            if sum(getattr(one, by) == getattr(place, by) for one in alike) >= most:
                raise Problem(
                    "rate-limited",
                    f"At most {most} streams each.",
                    headers={"Retry-After": str(RETRY)},
                )
        if len(self._places) >= limits.streams and not (place.token and self._make_room()):
            raise not_ready("Too many streams are open.", RETRY)
        self._places[place] = None

    def _make_room(self) -> bool:
        """End the oldest stream of the stranger's address that has most; whether there was one."""
        strangers = [one for one in self._places if not one.token]
        if not strangers:
            return False
        ((most, _),) = Counter(one.address for one in strangers).most_common(1)
        oldest = next(one for one in strangers if one.address == most)
        self.leave(oldest)
        oldest.end()
        return True

    def leave(self, place: Place) -> None:
        """Give a place back, if it is still taken."""
        self._places.pop(place, None)
