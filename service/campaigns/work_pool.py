"""A pool for expensive work: few jobs at a time, each within a budget, equal ones shared."""

import asyncio
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from iacta.service.errors import not_ready
from iacta.service.settings import Limits

T = TypeVar("T")

STRETCH = 0.002
"""seconds of work at a stretch: other threads wait no longer for the interpreter"""
BREAK = 0.0005
"""seconds of each break; a shorter one does not let another thread begin"""


class Abandoned(Exception):
    """Nobody waits for the result any more."""


class Budget:
    """What one answer may cost. Its worker asks `spent` before each step of the work."""

    def __init__(
        self, seconds: float, clock: Callable[[], float], rest: Callable[[float], None]
    ) -> None:
        self._seconds, self._clock, self._rest = seconds, clock, rest
        self._abandoned = threading.Event()
        self._began = self._rested = 0.0

    def begin(self) -> None:
        """Begin to count, once the work has its turn."""
        self._began = self._rested = self._clock()

    def abandon(self) -> None:
        """End the work at its next step."""
        self._abandoned.set()

    def spent(self) -> float:
        """The share that is spent, 1 and more once there is nothing left. Gives way to others.

        Raises `Abandoned` once nobody waits for the answer.
        """
        if self._abandoned.is_set():
            raise Abandoned
        now = self._clock()
        if now - self._rested >= STRETCH:
            self._rest(BREAK)
            now = self._rested = self._clock()
        return (now - self._began) / self._seconds


class _Job:
    """Work under way, and how many wait for its answer."""

    def __init__(self, budget: Budget, answer: asyncio.Future[Any]) -> None:
        self.budget, self.answer = budget, answer
        self.waiters = 0


class WorkPool:
    """Runs jobs in threads of its own. Belongs to one event loop."""

    def __init__(
        self,
        limits: Limits,
        clock: Callable[[], float] = time.monotonic,
        rest: Callable[[float], None] = time.sleep,
    ) -> None:
        self._limits, self._clock, self._rest = limits, clock, rest
        self._pool = ThreadPoolExecutor(limits.odds_at_once, thread_name_prefix="odds")
        self._jobs: dict[Hashable, _Job] = {}
        self._under_way = 0

    async def run(self, key: Hashable, work: Callable[[Budget], T]) -> T:
        """The result of ``work``. Callers with the same ``key`` share one run.

        ``work`` runs in a thread and is handed its budget. `not-ready` if too many wait already.
        When its last caller is cancelled, the work ends too.
        """
        job = self._jobs.get(key) or self._begin(key, work)
        job.waiters += 1
        try:
            answer: T = await asyncio.shield(job.answer)
            return answer
        finally:
            job.waiters -= 1
            if job.waiters == 0:
                self._end(key, job)

    def _begin(self, key: Hashable, work: Callable[[Budget], Any]) -> _Job:
        limits = self._limits
        if self._under_way >= limits.odds_at_once + limits.odds_waiting:
            seconds = math.ceil(limits.odds_milliseconds / 1000)
            raise not_ready("Too many odds and dry runs are waiting already.", seconds)
        budget = Budget(limits.odds_milliseconds / 1000, self._clock, self._rest)

        def run() -> Any:
            budget.begin()
            return work(budget)

        answer = asyncio.wrap_future(self._pool.submit(run))
        job = self._jobs[key] = _Job(budget, answer)
        self._under_way += 1
        answer.add_done_callback(lambda _: self._done(key, job))
        return job

    def _done(self, key: Hashable, job: _Job) -> None:
        self._under_way -= 1
        if self._jobs.get(key) is job:
            del self._jobs[key]
        if not job.answer.cancelled():
            job.answer.exception()  # retrieved, so that asyncio does not log it as lost

    def _end(self, key: Hashable, job: _Job) -> None:
        """Nobody waits: free its place in the queue, or have it end at its next step."""
        if self._jobs.get(key) is job:
            del self._jobs[key]
        job.budget.abandon()
        job.answer.cancel()

    def close(self) -> None:
        """End what is under way; nothing more is taken, and what waits never begins."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        for job in self._jobs.values():
            job.budget.abandon()
        self._pool.shutdown()


class AnswerCache:
    """A cache of answers up to a total size in bytes: the least recently used goes first.

    Safe for many threads.
    """

    def __init__(self, most: int) -> None:
        self._most, self._size = most, 0
        self._lock = threading.Lock()
        self._answers: OrderedDict[Hashable, bytes] = OrderedDict()

    def get(self, key: Hashable) -> bytes | None:
        """The answer, if it is cached."""
        with self._lock:
            if key in self._answers:
                self._answers.move_to_end(key)
            return self._answers.get(key)

    def put(self, key: Hashable, answer: bytes) -> None:
        """Store an answer, unless it is larger than the whole cache."""
        if len(answer) > self._most:
            return
        with self._lock:
            self._size += len(answer) - len(self._answers.pop(key, b""))
            self._answers[key] = answer
            while self._size > self._most:
                self._size -= len(self._answers.popitem(last=False)[1])
