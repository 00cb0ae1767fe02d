"""A limit on how often an address may create or import."""

import time
from collections import OrderedDict
from collections.abc import Callable

from service.errors import Problem

ADDRESSES = 10_000


class Throttle:
    """A bucket an address: ``per_minute`` tokens, refilled steadily."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_minute = per_minute
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str) -> None:
        """Take one token; `rate-limited` if there is none."""
        now = self._clock()
        left, then = self._buckets.get(address, (float(self._per_minute), now))
        left = min(self._per_minute, left + (now - then) * self._per_minute / 60)
        if left < 1:
            wait = int((1 - left) * 60 / self._per_minute) + 1
            detail = f"At most {self._per_minute} campaigns a minute from one address."
            raise Problem("rate-limited", detail, headers={"Retry-After": str(wait)})
        self._buckets[address] = (left - 1, now)
        self._buckets.move_to_end(address)
        while len(self._buckets) > ADDRESSES:
            self._buckets.popitem(last=False)
