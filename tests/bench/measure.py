"""How things are measured: repeated, as medians with their spread, each beside something known."""

import resource
import statistics
import time
from collections.abc import Callable, Sequence

import msgspec

REPEATS = 5


class Series(msgspec.Struct, frozen=True):
    """Repetitions of one measurement."""

    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The one in the middle."""
        return statistics.median(self.values)

    @property
    def spread(self) -> float:
        """How far the lowest and the highest are apart, as a share of the median."""
        return (max(self.values) - min(self.values)) / self.median if self.median else 0.0


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the table.

    ``value`` and ``beside`` in ``unit``; ``asked``: the least ratio to ``beside``, or else the
    bound of the value itself, as the words of ``bound`` say.
    """

    name: str
    unit: str
    value: Series
    peer: str = ""
    beside: Series | None = None
    asked: str = ""

    @property
    def ratio(self) -> float | None:
        """The value as a part of what stands beside it."""
        return self.value.median / self.beside.median if self.beside else None


def repeated(measure: Callable[[], float], times: int = REPEATS) -> Series:
    """A measurement, repeated."""
    return Series(tuple(measure() for _ in range(times)))


def cpu_rate(count: int, work: Callable[[], object], times: int = REPEATS) -> Series:
    """How many of ``count`` things are done in a second of this process's own time."""

    def once() -> float:
        began = time.process_time()
        work()
        return count / (time.process_time() - began)

    return repeated(once, times)


def percentile(values: Sequence[float], share: float) -> float:
    """The value that a share of all values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round(share * (len(ordered) - 1)))]


def peak_mib() -> float:
    """The most memory that this process has held, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


HEAD = ("measured", "median", "spread", "beside it", "its median", "ratio", "asked")


def in_table(lines: Sequence[Line], before: dict[str, Line]) -> str:
    """The lines as a table in Markdown; with the same of an earlier run, its ratio or value."""
    rows = [[*HEAD, "before"] if before else [*HEAD]]
    rows.append(["---"] * len(rows[0]))
    for line in lines:
        row = [
            line.name,
            f"{_plain(line.value.median)} {line.unit}",
            f"{line.value.spread:.0%}",
            line.peer,
            f"{_plain(line.beside.median)}" if line.beside else "",
            f"{line.ratio:.2f}" if line.ratio is not None else "",
            line.asked,
        ]
        if before:
            row.append(_was(before.get(f"{line.name}, {line.unit}")))
        rows.append(row)
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    padded = (zip(row, widths, strict=True) for row in rows)
    return "\n".join(f"| {' | '.join(cell.ljust(to) for cell, to in row)} |" for row in padded)


def _was(line: Line | None) -> str:
    if line is None:
        return ""
    ratio = f" ({line.ratio:.2f})" if line.ratio is not None else ""
    return f"{_plain(line.value.median)}{ratio}"


def _plain(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
