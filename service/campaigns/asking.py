"""Dear questions: few at a time, each within a budget, the same one once for all who ask it."""

import asyncio
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from iacta.service.errors import Problem
from iacta.service.settings import Limits

T = TypeVar("T")

STRETCH = 0.002
"""seconds of work at a stretch: other threads wait no longer for the interpreter"""
BREAK = 0.0005
"""seconds of each break; a shorter one does not let another thread begin"""


class Left(Exception):
    """Nobody waits for the answer any more."""


class Budget:
    """What one answer may cost. Its worker asks `spent` before each step of the work."""

    def __init__(
        self, seconds: float, clock: Callable[[], float], rest: Callable[[float], None]
    ) -> None:
        self._seconds, self._clock, self._rest = seconds, clock, rest
        self._left = threading.Event()
        self._began = self._rested = 0.0

    def begin(self) -> None:
        """Begin to count, once the work has its turn."""
        self._began = self._rested = self._clock()

    def leave(self) -> None:
        """End the work at its next step."""
        self._left.set()

    def spent(self) -> float:
        """The share that is spent, 1 and more once there is nothing left. Gives way to others.

        Raises `Left` once nobody waits for the answer.
        """
        if self._left.is_set():
            raise Left
        now = self._clock()
        if now - self._rested >= STRETCH:
            self._rest(BREAK)
            now = self._rested = self._clock()
        return (now - self._began) / self._seconds


class _Job:
    """Work under way, and how many wait for its answer."""

    def __init__(self, budget: Budget, answer: asyncio.Future[Any]) -> None:
        self.budget, self.answer = budget, answer
        self.askers = 0


class Asking:
    """Takes questions, in threads of its own. Belongs to one event loop."""

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

    async def ask(self, question: Hashable, work: Callable[[Budget], T]) -> T:
        """The answer to a question. Who asks what is being worked on waits for the same answer.

        ``work`` runs in a thread and is handed its budget. `not-ready` if too many wait already.
        Cancelled for the last who waits, the work ends too.
        """
        job = self._jobs.get(question) or self._begin(question, work)
        job.askers += 1
        try:
            answer: T = await asyncio.shield(job.answer)
            return answer
        finally:
            job.askers -= 1
            if job.askers == 0:
                self._end(question, job)

    def _begin(self, question: Hashable, work: Callable[[Budget], Any]) -> _Job:
        limits = self._limits
        if self._under_way >= limits.odds_at_once + limits.odds_waiting:
            seconds = math.ceil(limits.odds_milliseconds / 1000)
            detail = "Too many ask for odds or try commands at this moment."
            raise Problem("not-ready", detail, headers={"Retry-After": str(seconds)})
        budget = Budget(limits.odds_milliseconds / 1000, self._clock, self._rest)

        def run() -> Any:
            budget.begin()
            return work(budget)

        answer = asyncio.wrap_future(self._pool.submit(run))
        job = self._jobs[question] = _Job(budget, answer)
        self._under_way += 1
        answer.add_done_callback(lambda _: self._done(question, job))
        return job

    def _done(self, question: Hashable, job: _Job) -> None:
        self._under_way -= 1
        if self._jobs.get(question) is job:
            del self._jobs[question]
        if not job.answer.cancelled():
            job.answer.exception()  # looked at, so that nobody is told of a fault never retrieved

    def _end(self, question: Hashable, job: _Job) -> None:
        """Nobody waits: free its place in the queue, or have it end at its next step."""
        if self._jobs.get(question) is job:
            del self._jobs[question]
        job.budget.leave()
        job.answer.cancel()

    def close(self) -> None:
        """End what is under way; nothing more is taken."""
        for job in self._jobs.values():
            job.budget.leave()
        self._pool.shutdown(cancel_futures=True)


class Kept:
    """Answers that were given, up to a number of bytes in all: the longest unasked goes first.

    Safe for many threads.
    """

    def __init__(self, most: int) -> None:
        self._most, self._size = most, 0
        self._lock = threading.Lock()
        self._answers: OrderedDict[Hashable, bytes] = OrderedDict()

    def get(self, question: Hashable) -> bytes | None:
        """The answer, if it is kept."""
        with self._lock:
            if question in self._answers:
                self._answers.move_to_end(question)
            return self._answers.get(question)

    def put(self, question: Hashable, answer: bytes) -> None:
        """Keep an answer, unless it is larger than all may be."""
        if len(answer) > self._most:
            return
        with self._lock:
            self._size += len(answer) - len(self._answers.pop(question, b""))
            self._answers[question] = answer
            while self._size > self._most:
                self._size -= len(self._answers.popitem(last=False)[1])
