"""The inside of a sandboxed process."""

import contextlib
import fcntl
import gc
import importlib
import os
import resource
import signal
from collections.abc import Callable
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from multiprocessing.reduction import DupFd
from typing import IO, Any, NamedTuple

import msgspec

from iacta.service.errors import Damaged, FieldError, Problem

YOUNG = 100_000
"""objects that are made before it is looked which of them are still needed: a process that reads a
whole record keeps nearly all, and soon ends
"""


class Bounds(msgspec.Struct, frozen=True):
    """What one process may use. Memory is address space; times are of the processor and in all."""

    memory_bytes: int
    cpu_seconds: int
    wall_seconds: int


class Handed:
    """An open file on its way into another process."""

    def __init__(self, file: IO[bytes]) -> None:
        self._fd = file.fileno()

    def __getstate__(self) -> Any:
        return DupFd(self._fd)

    def __setstate__(self, handle: Any) -> None:
        self._fd = handle.detach()

    def open(self) -> IO[bytes]:
        """The file, from its beginning."""
        file = os.fdopen(self._fd, "r+b")
        file.seek(0)
        return file


class Task(NamedTuple):
    """A function of a module, by name: called with its files, then ``arguments``.

    It returns what `msgspec` encodes, and may raise `Problem`.
    """

    function: str
    files: tuple[Handed, ...]
    arguments: tuple[Any, ...]
    bounds: Bounds


class Refused(msgspec.Struct, frozen=True, tag="problem"):
    """The task has raised a `Problem`."""

    slug: str
    detail: str
    errors: tuple[FieldError, ...]


class Broken(msgspec.Struct, frozen=True, tag="broken"):
    """The task has come to its bounds (``of``: "memory"), or has a fault."""

    of: str
    detail: str = ""


class Done(msgspec.Struct, frozen=True, tag="done"):
    """The task has returned."""

    value: msgspec.Raw


Result = Refused | Broken | Done


def run(task: Task, answers: Connection) -> None:
    """Do a task and send its `Result`, encoded. Called in the new process."""
    _bound(task.bounds)
    _end_with_server()
    gc.freeze()
    gc.set_threshold(YOUNG)
    result = _result(task)
    with contextlib.suppress(OSError):  # nobody waits for it any more
        answers.send_bytes(msgspec.msgpack.encode(result))
    # Not in the ordinary way: nothing is to be tidied up, least of all a database's log.
    os._exit(0)


def _result(task: Task) -> Result:
    try:
        files = [file.open() for file in task.files]
        value = named(task.function)(*files, *task.arguments)
        for file in files:
            file.flush()
        return Done(msgspec.Raw(msgspec.msgpack.encode(value)))
    except Problem as problem:
        return Refused(problem.type.slug, problem.detail, problem.errors)
    except Damaged as damaged:
        return Refused("damaged", f"Campaign {damaged.campaign}: {damaged.what}.", ())
    except MemoryError:
        return Broken("memory")
    except Exception as error:
        return Broken("fault", repr(error)[:2_000])


def named(name: str) -> Callable[..., Any]:
    """What ``module:function`` names."""
    module, _, function = name.partition(":")
    target: Callable[..., Any] = getattr(importlib.import_module(module), function)
    return target


def _bound(bounds: Bounds) -> None:
    """Have the operating system end this process once it exceeds its bounds."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal's is the server's
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(bounds.wall_seconds)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (bounds.memory_bytes, bounds.memory_bytes))
    resource.setrlimit(resource.RLIMIT_CPU, (bounds.cpu_seconds, bounds.cpu_seconds + 1))


def _end_with_server() -> None:
    """Have the operating system end this process when the server ends, for whatever reason."""
    server = parent_process()
    assert server is not None
    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(server.sentinel, fcntl.F_SETOWN, os.getpid())
    flags = fcntl.fcntl(server.sentinel, fcntl.F_GETFL)
    fcntl.fcntl(server.sentinel, fcntl.F_SETFL, flags | os.O_ASYNC)
