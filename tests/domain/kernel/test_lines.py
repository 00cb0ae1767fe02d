"""Files by anybody: read line by line, refused at the first that cannot be, bounded in all."""

import gzip
import tracemalloc
from collections.abc import Callable, Iterator

import pytest

from iacta.domain.kernel.proof import capsules
from iacta.domain.kernel.proof.errors import BadRecord
from iacta.domain.kernel.proof.lines import BOUNDS, MIB, OWN, STEP, Bounds, read_lines
from tests.support.table import Table
from tests.systems.tally import SYSTEM


class Chunks:
    """A file in pieces, which counts how many of its bytes were asked for."""

    def __init__(self, data: bytes, size: int = 1024) -> None:
        self.data, self.size, self.read = data, size, 0

    def __iter__(self) -> Iterator[bytes]:
        for at in range(0, len(self.data), self.size):
            piece = self.data[at : at + self.size]
            self.read += len(piece)
            yield piece


def refusal(data: bytes | Chunks, bounds: Bounds = BOUNDS) -> str:
    with pytest.raises(BadRecord) as caught:
        capsules.read(data, bounds)
    return str(caught.value)


def lines(data: bytes | Chunks, **bounds: int) -> list[bytes]:
    given = [data] if isinstance(data, bytes) else data
    return [line for _, line in read_lines(given, Bounds(**bounds))]


@pytest.fixture(scope="module")
def saved() -> bytes:
    """A capsule of a game."""
    return Table.found(SYSTEM).run().capsule()


BOMBS = {
    "objects": lambda: gzip.compress(b"{}\n" * (21 * MIB), 9),
    "line feeds": lambda: gzip.compress(b"\n" * (64 * MIB), 9),
    "one line": lambda: gzip.compress(b" " * (64 * MIB), 9),
    "a gzip in a gzip": lambda: gzip.compress(gzip.compress(b"{}\n" * (21 * MIB), 9)),
    "an open bracket": lambda: gzip.compress(b"[" * (64 * MIB), 9),
}
"""each made only where it is used: 64 MiB take a while to compress"""


@pytest.mark.parametrize("what", BOMBS)
def test_a_bomb_is_refused_at_its_first_line(what: str) -> None:
    """64 KB that unpack to 64 MiB cost what their first line costs."""
    chunks = Chunks(BOMBS[what]())
    tracemalloc.start()
    try:
        refused = refusal(chunks)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert "line" in refused or "times its size" in refused
    assert chunks.read <= 16 * 1024
    assert peak < 16 * MIB


@pytest.mark.parametrize("blank", [b"{}\n", b"\n"])
def test_unpacked_lines_are_not_split_before_the_first_is_read(blank: bytes) -> None:
    data = blank * (8 * MIB)
    tracemalloc.start()
    try:
        assert "line 1" in refusal(data)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 8 * MIB, "one step's lines, not all"


def test_what_follows_a_bad_line_is_not_looked_at(saved: bytes) -> None:
    first, second, *_ = saved.splitlines(keepends=True)
    chunks = Chunks(first + second + b'{"event":{}}\n' + second * 20_000)
    assert refusal(chunks).startswith("line 3: ")
    assert chunks.read < len(first + second) + 2 * STEP


def test_a_million_small_events_are_too_many(saved: bytes) -> None:
    """As many as the bounds allow are read; then there is an end to it."""
    first, second, *_ = saved.splitlines(keepends=True)
    assert "at most 300 lines" in refusal(first + second * 1_000, Bounds(lines=300))
    few = Bounds(size=len(first) + 100 * len(second))
    assert "at most" in refusal(first + second * 1_000, few)


def test_each_bound_holds_by_itself() -> None:
    line = b'{"a":[1,2,3]}\n'
    plenty = {"size": MIB, "line": MIB, "lines": 1_000, "values": 10_000, "ratio": 10_000}
    assert lines(line * 100, **plenty) == [line[:-1]] * 100
    packed = gzip.compress(line * 100)
    assert lines(packed, **plenty) == [line[:-1]] * 100
    for name, value, told in (
        ("size", 1_399, "at most 1399 bytes"),
        ("line", 12, "line 1: longer than 12 bytes"),
        ("lines", 99, "at most 99 lines"),
        ("values", 399, "line 100: a capsule has at most 399 values"),
    ):
        for data in (line * 100, packed):
            with pytest.raises(BadRecord, match=told):
                lines(data, **{**plenty, name: value})
    with pytest.raises(BadRecord, match="at most 10 times"):
        lines(packed, **{**plenty, "ratio": 10, "free": 0})
    assert lines(packed, **{**plenty, "ratio": 10, "free": 1_400})


def test_a_line_without_an_end_is_refused_while_it_comes() -> None:
    chunks = Chunks(b"x" * MIB, STEP)
    with pytest.raises(BadRecord, match="line 1: longer"):
        lines(chunks, line=1_000)
    assert chunks.read == STEP


def test_pieces_of_any_size_give_the_same(saved: bytes) -> None:
    whole = capsules.read(saved)
    for data in (saved, gzip.compress(saved)):
        for size in (1, 7, 1_000, len(data)):
            assert capsules.read(Chunks(data, size)) == whole


DAMAGE: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "no last line feed": (lambda data: data[:-1], "line feed"),
    "a gzip that is cut": (lambda data: gzip.compress(data)[:-9], "cut off"),
    "more after the gzip": (lambda data: gzip.compress(data) + b"x", "follows the gzip stream"),
    "two gzips": (lambda data: 2 * gzip.compress(data), "follows the gzip stream"),
    "more lines": (lambda data: data + b"{}\n", "follows the checkpoint"),
    "a blank line": (lambda data: data + b"\n", "follows the checkpoint"),
    "no checkpoint": (lambda data: b"".join(data.splitlines(keepends=True)[:-1]), "checkpoint"),
    "a head alone": (lambda data: data.splitlines(keepends=True)[0], "at least"),
    "nothing": (lambda data: b"", "line feed"),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_a_damaged_file_is_refused(saved: bytes, what: str) -> None:
    damage, told = DAMAGE[what]
    for size in (1, 10_000_000):
        assert told in refusal(Chunks(damage(saved), size))


def test_what_this_machine_wrote_may_be_long(saved: bytes) -> None:
    first, second, *rest = saved.splitlines(keepends=True)
    data = first + second * 300 + rest[-2] + rest[-1]
    assert len(capsules.read(data, OWN).items) == 300
    assert "at most" in refusal(data, Bounds(lines=300))
