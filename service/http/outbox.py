"""The way to the writer: what is ready in one turn of the event loop goes to it together."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from iacta.service.campaigns.engine import Batch, Engine
from iacta.service.errors import not_ready
from iacta.service.store.commit import Job, Overloaded

T = TypeVar("T")


class Outbox:
    """Commands for the writer. Belongs to one event loop.

    Handed over one by one, the first of many would have a transaction to itself, and the others
    would wait for it. They are gathered without a timer: only as long as the loop is at them.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._gathered: list[Job[Batch]] = []

    async def send(self, run: Callable[[Batch], Callable[[], T]], *, alone: bool = False) -> T:
        """What ``run`` answers, once it is durable (see `GroupCommit.submit`). Raises `Problem`.

        A client that goes away does not undo what is being committed.
        """
        loop = asyncio.get_running_loop()
        job: Job[Batch] = Job(run, alone=alone)
        answer: asyncio.Future[T] = loop.create_future()
        job.future.add_done_callback(lambda _: _wake(loop, job, answer))
        if not self._gathered:
            loop.call_soon(self._hand_over)
        self._gathered.append(job)
        try:
            return await answer
        except Overloaded:
            raise not_ready("The server is busy.", 1) from None

    def _hand_over(self) -> None:
        jobs, self._gathered = self._gathered, []
        for job in jobs:
            try:
                self._engine.put(job)
            except Overloaded as refusal:
                job.future.set_exception(refusal)


def _wake(loop: asyncio.AbstractEventLoop, job: Job[Any], answer: "asyncio.Future[T]") -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(_pass_on, job, answer)


def _pass_on(job: Job[Any], answer: "asyncio.Future[T]") -> None:
    if answer.done():  # nobody waits any more
        return
    error = job.future.exception()
    if error is not None:
        answer.set_exception(error)
    else:
        answer.set_result(job.future.result())
