"""A bounded queue for a few slots; each task runs in a process of its own."""

import contextlib
import inspect
import multiprocessing
import signal
import sys
import threading
from collections.abc import AsyncIterator, Iterable, Sequence
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import IO, Any, TypeVar

import anyio
import anyio.to_thread
import msgspec
import structlog

from iacta.service.errors import Problem, not_ready
from iacta.service.sandbox import child
from iacta.service.sandbox.child import Bounds, Broken, Done, Handed, Refused, Result, Task
from iacta.service.settings import MIB

log = structlog.get_logger()

T = TypeVar("T")
OVERTIME = (signal.SIGXCPU, signal.SIGALRM)

_processes = multiprocessing.get_context("forkserver")
_one_at_a_time = threading.Lock()  # the library's own list of processes is not for several threads


class _Turn:
    """Of one sender: who has it, and how many have asked for it."""

    def __init__(self) -> None:
        self.lock, self.asked = anyio.Lock(), 0


class Sandbox:
    """Runs tasks in processes. ``waiting``: how many more than ``places`` may be asked for.

    ``each``: how many a sender may ask for, of which one has a place or waits for one.
    ``preload``: modules to have at hand in every process.
    """

    def __init__(
        self, places: int, waiting: int, each: int, bounds: Bounds, preload: Sequence[str] = ()
    ) -> None:
        self._places, self._bounds = anyio.Semaphore(places), bounds
        self._most, self._asked = places + waiting, 0
        self._each, self._turns = each, dict[str, _Turn]()
        _processes.set_forkserver_preload([*_main(), child.__name__, *preload])

    async def run(
        self,
        shape: type[T],
        function: str,
        *arguments: Any,
        files: Sequence[IO[bytes]] = (),
        senders: Iterable[str] = (),
    ) -> T:
        """What ``function`` (``module:name``) returns, as ``shape``. Raises `Problem`.

        ``files``: open files that it is given before the arguments. ``senders``: whose share it
        counts to. If the caller is cancelled, the process is killed.
        """
        async with contextlib.AsyncExitStack() as stack:
            for sender in sorted(senders):  # in one order, so that no two wait for each other
                await stack.enter_async_context(self._turn(sender))
            await stack.enter_async_context(self._place())
            task = Task(function, tuple(map(Handed, files)), arguments, self._bounds)
            result = await _run(task)
        if isinstance(result, Done):
            return msgspec.msgpack.decode(result.value, type=shape)
        if isinstance(result, Refused):
            raise Problem(result.slug, result.detail, errors=result.errors)
        if result.of == "fault":
            raise RuntimeError(f"a sandboxed process failed: {result.detail}")
        raise Problem("too-large", self._past(result.of))

    def _past(self, of: str) -> str:
        """What to say of work that has come to its bounds."""
        bounds = self._bounds
        granted = f"{bounds.memory_bytes // MIB} MiB"
        if of == "time":
            granted = f"{bounds.cpu_seconds} s of a processor or {bounds.wall_seconds} s in all"
        return f"This takes more {of} than the server grants such work: {granted}."

    @contextlib.asynccontextmanager
    async def _turn(self, sender: str) -> AsyncIterator[None]:
        """A sender's turn: one at a time. `rate-limited` if too many of theirs wait already."""
        turn = self._turns.setdefault(sender, _Turn())
        if turn.asked >= self._each:
            detail = f"At most {self._each} imports, audits and exports each."
            raise Problem("rate-limited", detail, headers={"Retry-After": "10"})
        turn.asked += 1
        try:
            async with turn.lock:
                yield
        finally:
            turn.asked -= 1
            if not turn.asked:
                del self._turns[sender]

    @contextlib.asynccontextmanager
    async def _place(self) -> AsyncIterator[None]:
        """A place once there is one; `not-ready` if too many wait already."""
        if self._asked >= self._most:
            raise not_ready("Too many imports, audits and exports are waiting already.", 10)
        self._asked += 1
        try:
            async with self._places:
                yield
        finally:
            self._asked -= 1


def _main() -> list[str]:
    """What to have at hand so that the serving process's main module, with which the library begins
    every process, is not loaded in each of them. (``__main__``, its own word for that, has no
    effect before Python 3.14.)
    """
    main = sys.modules["__main__"]
    if main.__spec__ is not None:
        return [main.__spec__.name]
    return sorted({value.__module__ for value in vars(main).values() if inspect.isroutine(value)})


async def _run(task: Task) -> Result:
    """Run a task in a new process, which does not outlive this call."""
    answers, theirs = _processes.Pipe(duplex=False)
    process = _processes.Process(target=child.run, args=(task, theirs), daemon=True)
    try:
        try:
            await anyio.to_thread.run_sync(_start, process)
        finally:
            theirs.close()
        await anyio.wait_readable(answers.fileno())
        return await anyio.to_thread.run_sync(_received, answers, process)
    finally:
        with anyio.CancelScope(shield=True):
            await anyio.to_thread.run_sync(_end, process)
        answers.close()


def _received(answers: Connection, process: BaseProcess) -> Result:
    """What a process has sent, or what its end tells."""
    try:
        data = answers.recv_bytes()
    except (EOFError, OSError):
        with _one_at_a_time:
            process.join()
            code = process.exitcode or 0
        log.warning("sandboxed process ended", code=code)
        if -code in OVERTIME:
            return Broken("time")
        if -code == signal.SIGKILL:  # by the kernel, for want of memory
            return Broken("memory")
        return Broken("fault", f"it ended with {code}")
    result: Result = msgspec.msgpack.decode(data, type=Result)
    return result


def _start(process: BaseProcess) -> None:
    with _one_at_a_time:
        process.start()


def _end(process: BaseProcess) -> None:
    """Ensure that a process has ended."""
    with _one_at_a_time:
        if process.pid is None:  # it never began
            return
        if process.is_alive():
            process.kill()
        process.join()
        process.close()
