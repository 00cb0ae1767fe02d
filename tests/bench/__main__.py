"""Measure, and print a table: `make bench`.

    python -m tests.bench [--only PART …] [--json FILE] [--before FILE] [--peer PYTHON]
        [--lengths N …] [--requests N] [--chart FILE]

``PART`` is `records`, `options`, `store`, `commands`, `growth`, `memory`, or in Chromium `viewer`
(the replay) and `table` (what a player waits for). ``FILE`` keeps the figures; those of an earlier
run stand beside the new ones. Without `--peer`, a Python that has `eventsourcing`, nothing of it is
measured. ``N``: how many events a campaign grows to, which `--chart` draws; and how many requests
are sent before the memory is told.
"""

import argparse
import os
import pathlib
import platform
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial

import msgspec

from iacta.service.cli.serve import settle_collector
from iacta.service.systems import discover
from tests.bench import browser, charts, growth, memory, offered, records, served, stored, table
from tests.bench.measure import Line, Series, in_table, peak_mib

PEER = pathlib.Path(__file__).with_name("peer.py")
PARTS = ("records", "options", "store", "commands", "growth", "memory", "viewer", "table")


def _peer(python: str, *arguments: str) -> Series | None:
    if not python:
        return None
    done = subprocess.run(
        [python, str(PEER), *arguments], capture_output=True, text=True, check=True
    )
    return Series(tuple(map(float, done.stdout.split())))


def _measure(
    part: str, folder: pathlib.Path, python: str, lengths: Sequence[int], requests: int
) -> Iterator[Line]:
    systems = discover()
    if part == "records":
        settle_collector()  # as a server's, in which this is done
        yield from records.lines(systems, partial(_peer, python, "replay", "10000"))
        yield Line(name="memory of this process", unit="MiB", value=Series((peak_mib(),)))
    elif part == "options":
        yield from offered.lines(systems)
    elif part == "store":
        yield from stored.lines(folder, _peer(python, "append", "500", str(folder / "peer")))
    elif part == "commands":
        yield from served.commands(folder / "data")
    elif part == "growth":
        yield from growth.lines(folder / "data", lengths)
    elif part == "memory":
        yield from memory.lines(folder / "data", requests)
    else:
        yield from browser.lines() if part == "viewer" else table.lines()


def main() -> None:
    """Measure the parts that were asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    parser.add_argument("--only", nargs="*", choices=PARTS, default=PARTS)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--before", type=pathlib.Path)
    parser.add_argument("--peer", default="")
    parser.add_argument("--chart", type=pathlib.Path)
    parser.add_argument("--lengths", nargs="*", type=int, default=growth.LENGTHS)
    parser.add_argument("--requests", type=int, default=memory.REQUESTS)
    given = parser.parse_args()
    before = {}
    if given.before and given.before.exists():
        kept = msgspec.json.decode(given.before.read_bytes(), type=list[Line])
        before = {f"{line.name}, {line.unit}": line for line in kept}
    measured: list[Line] = []
    for part in given.only:
        with tempfile.TemporaryDirectory(prefix="iacta-bench-") as name:
            folder = pathlib.Path(name)
            measured += _measure(part, folder, given.peer, given.lengths, given.requests)
        print(f"{part}: measured", flush=True)
        if given.json:  # after each part, so that a later one that fails takes nothing with it
            given.json.parent.mkdir(parents=True, exist_ok=True)
            given.json.write_bytes(msgspec.json.format(msgspec.json.encode(measured)) + b"\n")
    if given.chart:
        given.chart.write_text(charts.growth(measured), encoding="utf-8")
    print(f"\nPython {platform.python_version()}, {os.cpu_count()} cores\n")
    print(in_table(measured, before))


if __name__ == "__main__":
    main()
