"""Rate limits: token buckets by address, token and campaign, of one process or of several."""

import asyncio
import hashlib
import math
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Mapping
from typing import TypeVar

import anyio
import anyio.to_thread
import structlog

from iacta.service.errors import Problem
from iacta.service.settings import Limits, Rate
from iacta.service.store.allowances import draw, sweep
from iacta.service.store.database import DRAWING, Database, DatabaseDown

log = structlog.get_logger()

KEYS = 10_000  # of each rate; the one longest unused goes first
SHARE = 10  # a worker draws at most this part of a bucket at once
SWEEP_EVERY = 1_000  # draws

V = TypeVar("V")


class Throttle:
    """Every rate of the API. A rate's name ends in what it counts by: ``reading_by_address``."""

    def __init__(
        self,
        rates: Mapping[str, Rate],
        clock: Callable[[], float] = time.monotonic,
        shared: Database | None = None,
    ) -> None:
        self._rates = rates
        self._local = Local(clock)
        self._shared = None if shared is None else Shared(shared, clock)

    async def take(self, name: str, who: str) -> None:
        """Charge one request; `rate-limited` if the rate is exhausted."""
        rate = self._rates[name]
        try:
            wait = await (self._shared or self._local).take(name, rate, who)
        except DatabaseDown as error:
            # Each worker counts for itself until the database answers again.
            log.warning("allowances", error=type(error).__name__)
            wait = await self._local.take(name, rate, who)
        if wait > 0:
            raise _refusal(name, rate, wait)

    def is_exhausted(self, name: str, who: str) -> bool:
        """Whether the next request would be refused, as far as this process knows."""
        return (self._shared or self._local).is_exhausted(name, self._rates[name], who)

    def give_back(self, name: str, who: str) -> None:
        """Give back what was charged last."""
        (self._shared or self._local).give_back(name, self._rates[name], who)


def rates_of(limits: Limits) -> dict[str, Rate]:
    """The rates by name."""
    rates = limits.rates
    creating = Rate(limits.creations_per_minute, limits.creations_per_minute)
    named = {name: getattr(rates, name) for name in rates.__struct_fields__}
    return {**named, "creating_by_address": creating}


def _refusal(name: str, rate: Rate, wait: float) -> Problem:
    """`rate-limited`, with the fields of draft-ietf-httpapi-ratelimit-headers-10."""
    policy, seconds = name.replace("_", "-"), math.ceil(wait)
    detail = f"At most {rate.burst} at once and {rate.per_minute} a minute ({policy})."
    headers = {
        "Retry-After": str(seconds),
        "RateLimit-Policy": f'"{policy}";q={rate.burst};w={math.ceil(rate.burst * _step(rate))}',
        "RateLimit": f'"{policy}";r=0;t={seconds}',
    }
    return Problem("rate-limited", detail, headers=headers)


def _step(rate: Rate) -> float:
    """Seconds in which one request's worth comes back."""
    return 60 / rate.per_minute


class Local:
    """Buckets of this process. Each is one number: when it will be full again."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._full: defaultdict[str, OrderedDict[str, float]] = defaultdict(OrderedDict)

    async def take(self, name: str, rate: Rate, who: str) -> float:
        """Take one of a bucket; 0, or the seconds to wait for it."""
        now, buckets = self._clock(), self._full[name]
        full = max(buckets.get(who, now), now) + _step(rate)
        wait = full - now - rate.burst * _step(rate)
        if wait > 1e-6:
            return wait
        _keep(buckets, who, full)
        return 0.0

    def is_exhausted(self, name: str, rate: Rate, who: str) -> bool:
        """Whether there is nothing to take."""
        now = self._clock()
        full = self._full[name].get(who, now)
        return full - now > (rate.burst - 1) * _step(rate) + 1e-6

    def give_back(self, name: str, rate: Rate, who: str) -> None:
        """Put one back."""
        if who in self._full[name]:
            self._full[name][who] -= _step(rate)


class Holding:
    """What this process has drawn from a shared bucket and not used yet."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.drawn = 0
        self.left = 0
        self.ends = 0.0  # then it is worth nothing, since the bucket has refilled meanwhile
        self.refused = 0.0  # until then there is nothing to draw

    def wanted(self, now: float) -> int:
        """How many to draw: twice the last if they were used up in time, else as many as were."""
        spent = self.drawn - self.left
        return max(1, spent * 2 if self.left < 1 and now < self.ends else spent)


class Shared:
    """Buckets in the database, from which each process draws many requests' worth at once.

    A draw is at most a tenth of the bucket and ends in the time that a tenth takes to refill; the
    shared bucket is smaller by that tenth. So all processes together never exceed the rate.
    """

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database, self._clock = database, clock
        self._held: defaultdict[str, OrderedDict[str, Holding]] = defaultdict(OrderedDict)
        self._drawing = anyio.CapacityLimiter(DRAWING)
        self._draws = 0

    async def take(self, name: str, rate: Rate, who: str) -> float:
        """As `Local`. Raises `DatabaseDown`."""
        holdings = self._held[name]
        holding = holdings.get(who) or Holding()
        _keep(holdings, who, holding)
        async with holding.lock:
            now = self._clock()
            if now < holding.refused:
                return holding.refused - now
            if holding.left < 1 or now >= holding.ends:
                wait = await self._draw(name, rate, who, holding)
                if wait > 0:
                    return wait
            holding.left -= 1
            return 0.0

    async def _draw(self, name: str, rate: Rate, who: str, holding: Holding) -> float:
        most, step, now = max(1, rate.burst // SHARE), _step(rate), self._clock()
        room = (rate.burst - (most if most > 1 else 0)) * step
        bucket = hashlib.sha256(f"{name} {who}".encode()).hexdigest()
        asked = min(most, holding.wanted(now))
        had, wait = await anyio.to_thread.run_sync(
            draw, self._database, bucket, asked, step, room, limiter=self._drawing
        )
        holding.drawn = holding.left = had
        holding.ends, holding.refused = now + most * step, now + wait
        self._draws += 1
        if self._draws % SWEEP_EVERY == 0:
            await anyio.to_thread.run_sync(sweep, self._database, limiter=self._drawing)
        return wait

    def is_exhausted(self, name: str, rate: Rate, who: str) -> bool:
        """As `Local`."""
        holding = self._held[name].get(who)
        return holding is not None and self._clock() < holding.refused

    def give_back(self, name: str, rate: Rate, who: str) -> None:
        """As `Local`."""
        holding = self._held[name].get(who)
        if holding is not None and self._clock() < holding.ends:
            holding.left += 1


def _keep(kept: OrderedDict[str, V], key: str, value: V) -> None:
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > KEYS:
        kept.popitem(last=False)
