"""Telling readers that a campaign has moved on. A wake-up only: what is news is read anew."""

import asyncio
import contextlib
from collections.abc import Iterable, Iterator


class Hub:
    """Wakes the streams of a campaign, from any thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self.stopping = False

    @property
    def streams(self) -> int:
        """How many streams are open."""
        return sum(len(events) for events in self._waiting.values())

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

    def wake_all(self, campaigns: Iterable[str]) -> None:
        """Wake the streams of several campaigns. Safe from any thread."""
        for campaign_id in campaigns:
            self.wake(campaign_id)

    def _wake(self, campaign_id: str | None) -> None:
        keys = list(self._waiting) if campaign_id is None else [campaign_id]
        for key in keys:
            for event in self._waiting.get(key, ()):
                event.set()

    @contextlib.contextmanager
    def listen(self, campaign_id: str) -> Iterator[asyncio.Event]:
        """An event that is set when the campaign may have moved on."""
        event = asyncio.Event()
        self._waiting.setdefault(campaign_id, set()).add(event)
        try:
            yield event
        finally:
            self._waiting[campaign_id].discard(event)
            if not self._waiting[campaign_id]:
                del self._waiting[campaign_id]
