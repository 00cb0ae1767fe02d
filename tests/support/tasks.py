"""What tests run in sandboxed processes."""

import os
import signal
from collections.abc import Mapping
from typing import IO

from iacta.domain.kernel.contract.system import System
from iacta.service.errors import FieldError, Problem


def double(number: int) -> int:
    """Twice a number."""
    return 2 * number


def copied(source: IO[bytes], target: IO[bytes]) -> int:
    """Copy a file to another."""
    return target.write(source.read())


def refused() -> int:
    """Raise a problem."""
    raise Problem("invalid-request", "No.", errors=[FieldError("/a", "b")])


def broken() -> int:
    """Raise what nobody expects."""
    raise ZeroDivisionError("fault")


def hungry(size: int) -> int:
    """Take memory."""
    return len(bytearray(size))


def busy() -> int:
    """Take the processor for ever."""
    while True:
        pass


def stuck(note: IO[bytes] | None = None) -> int:
    """Wait for ever, having noted the process's id."""
    if note is not None:
        note.write(str(os.getpid()).encode())
        note.flush()
    while True:
        signal.pause()


def killed() -> int:
    """End as the kernel ends what takes the last memory."""
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def crashed() -> int:
    """End as a fault in somebody's C code ends a process."""
    os.kill(os.getpid(), signal.SIGSEGV)
    return 0


def vanished() -> int:
    """End without a word."""
    os._exit(3)


def open_files() -> list[str]:
    """What the process has open."""
    found = []
    for one in os.listdir("/proc/self/fd"):
        try:
            found.append(os.readlink(f"/proc/self/fd/{one}"))
        except OSError:
            continue
    return found


def no_systems() -> Mapping[str, System]:
    """A loader that never gives any."""
    stuck()
    return {}
