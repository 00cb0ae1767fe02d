"""What `iacta serve` makes of its process."""

import subprocess
import sys

ARENAS = """
import ctypes, sys, threading
from iacta.service.cli.serve import share_arena

if sys.argv[1] == "shared":
    share_arena()
all_here = threading.Barrier(4)

def allocate():
    all_here.wait()
    bytearray(64_000)  # too long for the interpreter's own allocator
    all_here.wait()

threads = [threading.Thread(target=allocate) for _ in range(4)]
for one in threads:
    one.start()
for one in threads:
    one.join()
libc = ctypes.CDLL(None)
sys.stdout.flush()
libc.malloc_info(0, ctypes.c_void_p.in_dll(libc, "stdout"))
libc.fflush(None)
"""


def arenas(how: str) -> int:
    """From how many arenas the threads of a process have allocated."""
    command = [sys.executable, "-c", ARENAS, how]
    return subprocess.run(command, capture_output=True, check=True).stdout.count(b"<heap ")


def test_threads_allocate_from_one_arena() -> None:
    assert arenas("each their own") > 1
    assert arenas("shared") == 1
