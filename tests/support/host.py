"""The service's outside from a script: clock, ids, tokens, salts and, apart from them, links."""

import datetime
import os
import sys
import threading

from iacta.domain.kernel.proof.canonical import sha256
from iacta.service.entropy import LinkStore, new_id

START = datetime.datetime(2026, 11, 1)
_MAKING_LINKS = LinkStore.make.__code__
_MAKING_ID = new_id.__code__


class ScriptedHost:
    """Two hosts with one ``seed`` are alike, but for the chains that ``open`` and ``sealed`` name.

    A campaign's first event makes its open chain first, its sealed one second. ``days``: how far
    the clock is put forward.
    """

    def __init__(
        self, seed: str = "alea", *, open: str = "", sealed: str = "", links: int = 1024
    ) -> None:
        self._seed, self._links = seed, links
        self._of = (open, sealed)
        self._lock = threading.Lock()
        self.days = 0
        self._ticks = self._calls = self._chains = 0

    def now(self) -> str:
        """One second after the time before."""
        with self._lock:
            self._ticks += 1
            return self._time(self._ticks)

    def today(self) -> str:
        """The day of the time before: no second passes."""
        with self._lock:
            return self._time(self._ticks)[:10]

    def _time(self, seconds: int) -> str:
        now = START + datetime.timedelta(days=self.days, seconds=seconds)
        return f"{now:%Y-%m-%dT%H:%M:%S}.000Z"

    def random(self, size: int) -> bytes:
        """Bytes by call; the links' last ones by a count of their own."""
        with self._lock:
            self._begin()
            if sys._getframe(1).f_code is _MAKING_LINKS:
                self._chains += 1
                own = self._of[(self._chains - 1) % 2]
                return sha256(f"{self._seed}/links/{own}/{self._chains}".encode())
            self._calls += 1
            call = self._calls
        blocks = (sha256(f"{self._seed}/{call}/{i}".encode()) for i in range(size // 32 + 1))
        return b"".join(blocks)[:size]

    def _begin(self) -> None:
        """What comes before bytes are told."""

    def links(self) -> int:
        """How many links a chain has."""
        return self._links


def running_test() -> str:
    """The test that runs in this process, whichever its phase."""
    return os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]


class HostOfTest(ScriptedHost):
    """A server's that many tests share: each has ids and dice of its own, whatever ran before."""

    def now(self) -> str:
        """See `ScriptedHost`. In an id it is told by what this test has asked for."""
        if sys._getframe(1).f_code is not _MAKING_ID:
            return super().now()
        with self._lock:
            self._begin()
            return self._time(self._calls)

    def _begin(self) -> None:
        if self._seed != running_test():
            self._seed = running_test()
            self._calls = self._chains = 0
