"""How many sandboxed processes run at once."""

import pathlib

GIB = 1024**3
ENOUGH = 4 * GIB
CGROUP = pathlib.Path("/sys/fs/cgroup")
MEMINFO = pathlib.Path("/proc/meminfo")


def slot_count(available: int | None) -> int:
    """One at a time where less than 4 GiB is available, or nobody can say; else two."""
    return 2 if available is not None and available >= ENOUGH else 1


def available_memory(meminfo: pathlib.Path = MEMINFO, cgroup: pathlib.Path = CGROUP) -> int | None:
    """Bytes that this machine, or the container's limit, has left; none where nobody can say."""
    limits = [_of_machine(meminfo), _of_container(cgroup)]
    return min((one for one in limits if one is not None), default=None)


def _of_machine(meminfo: pathlib.Path) -> int | None:
    try:
        for line in meminfo.read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        return None
    return None


def _of_container(cgroup: pathlib.Path) -> int | None:
    try:
        limit = int((cgroup / "memory.max").read_text())
        return limit - int((cgroup / "memory.current").read_text())
    except (OSError, ValueError):  # no container, or "max"
        return None
