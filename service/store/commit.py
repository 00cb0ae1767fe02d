"""Group commit: one thread, one transaction for everything that queued while the last one ran."""

import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

import structlog

from iacta.service.store.database import Database
from iacta.service.store.kept import Kept
from iacta.service.store.write import Writer

log = structlog.get_logger()

MAX_BATCH = 256
MAX_QUEUE = 4096
CHECKPOINT_EVERY = 64  # batches: a log of some 3 MiB

B = TypeVar("B")


class Job(Generic[B]):
    """Work within a batch. ``run`` returns a function that gives the answer after the commit."""

    def __init__(self, run: Callable[[B], Callable[[], Any]], *, alone: bool) -> None:
        self.run = run
        self.alone = alone
        self.future: Future[Any] = Future()


class Overloaded(Exception):
    """The queue is full, or the writer stops."""


class _Halfway(Exception):
    """A job was refused after it had written."""

    def __init__(self, refusal: Exception) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class _NotBegun(Exception):
    """No job was begun: the database does not answer, or nothing may be written."""

    def __init__(self, why: Exception) -> None:
        super().__init__(str(why))
        self.why = why


class GroupCommit(Generic[B]):
    """The one writer of this process.

    A job that raises one of ``refusals`` before it has written anything fails alone. Anything else
    that goes wrong rolls the batch back, and each of its jobs is run again in a transaction of its
    own: so nothing of a job that is refused halfway is ever committed. Where not even a batch can
    be begun, all its jobs fail at once: each would wait as long for the same.
    """

    def __init__(
        self,
        database: Database,
        begin: Callable[[Writer], B],
        finish: Callable[[B], None],
        committed: Callable[[B], None],
        failed: Callable[[B], None],
        refusals: tuple[type[Exception], ...],
    ) -> None:
        self._database = database
        self._begin, self._finish = begin, finish
        self._committed, self._failed = committed, failed
        self._refusals = refusals
        self.kept = Kept()
        self._queue: queue.SimpleQueue[Job[B] | None] = queue.SimpleQueue()
        self._closed = False
        self._closing = threading.Lock()  # so that nothing is queued behind the end
        self._since_checkpoint = 0
        self._thread = threading.Thread(target=self._loop, name="writer", daemon=True)
        self._thread.start()

    def submit(self, run: Callable[[B], Callable[[], Any]], *, alone: bool = False) -> Future[Any]:
        """Queue work. The future holds its answer once the transaction is durable."""
        job = Job(run, alone=alone)
        self.put(job)
        return job.future

    def put(self, job: Job[B]) -> None:
        """Queue a job. `Overloaded` if there is no room in the queue."""
        with self._closing:
            if self._closed or not self.alive or self._queue.qsize() >= MAX_QUEUE:
                raise Overloaded
            self._queue.put(job)

    @property
    def alive(self) -> bool:
        """Whether the writer runs."""
        return self._thread.is_alive()

    def close(self) -> None:
        """Finish what is queued, then stop; what comes later is refused."""
        with self._closing:
            self._closed = True
            self._queue.put(None)
        self._thread.join()

    def _loop(self) -> None:
        held: Job[B] | None = None
        while True:
            first = held or self._queue.get()
            held = None
            if first is None:
                return
            jobs = [first]
            while not first.alone and len(jobs) < MAX_BATCH:
                try:
                    more = self._queue.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    self._run(jobs)
                    return
                if more.alone:
                    held = more
                    break
                jobs.append(more)
            self._run(jobs)
            self._since_checkpoint += 1
            if self._since_checkpoint >= CHECKPOINT_EVERY and held is None and self._queue.empty():
                self._checkpoint_wal()

    def _checkpoint_wal(self) -> None:
        """Checkpoint the write-ahead log while no job waits."""
        self._since_checkpoint = 0
        try:
            self._database.checkpoint_wal()
        except Exception as error:
            log.error("checkpoint", exc_info=error)

    def _run(self, jobs: Sequence[Job[B]]) -> None:
        try:
            if self._attempt(jobs):
                return
            for job in jobs:
                if not self._attempt([job], again=True):
                    self._attempt([job], again=True, last=True)
        except _NotBegun as failed:
            for job in jobs:
                if not job.future.done():
                    job.future.set_exception(failed.why)

    def _attempt(self, jobs: Sequence[Job[B]], *, again: bool = False, last: bool = False) -> bool:
        """Run jobs in one transaction; whether they have their answers. ``again``: not for the
        first time, and the first may have been committed. Raises `_NotBegun`.
        """
        batch: B | None = None
        answers: list[tuple[Job[B], Callable[[], Any] | None, Exception | None]] = []
        try:
            with self._database.writing() as connection:
                writer = Writer(connection, self.kept, again=again)
                batch = self._begin(writer)
                for job in jobs:
                    before = writer.writes
                    try:
                        answers.append((job, job.run(batch), None))
                    except self._refusals as refusal:
                        if writer.writes != before:
                            raise _Halfway(refusal) from refusal
                        answers.append((job, None, refusal))
                self._finish(batch)
                writer.flush()
        except Exception as error:
            if batch is None:
                raise _NotBegun(error) from error
            self._failed(batch)
            if isinstance(error, _Halfway) and len(jobs) == 1:
                error, last = error.refusal, True
            if last:
                for job in jobs:
                    job.future.set_exception(error)
            return last
        writer.keep()
        try:
            self._committed(batch)
        except Exception as error:
            log.error("after commit", exc_info=error)
        for job, answer, refused in answers:
            _resolve(job, answer, refused)
        return True


def _resolve(job: Job[B], answer: Callable[[], Any] | None, refused: Exception | None) -> None:
    """Give a job its answer; nothing that goes wrong here may stop the writer."""
    try:
        if answer is not None:
            job.future.set_result(answer())
        elif refused is not None:
            job.future.set_exception(refused)
    except Exception as error:
        log.error("answer", exc_info=error)
        if not job.future.done():
            job.future.set_exception(error)
