"""Lines of a file that may be gzipped and by anybody: unpacked in steps, bounded at each."""

import zlib
from collections.abc import Iterable, Iterator

import msgspec

from iacta.domain.kernel.proof.errors import BadRecord

MIB = 1024 * 1024
GZIP = b"\x1f\x8b"
STEP = 64 * 1024


class Bounds(msgspec.Struct, frozen=True):
    """How much of a file is taken, in bytes unless said otherwise.

    ``size``: unpacked. ``ratio``: unpacked bytes for each one sent, looked at past ``free``.
    ``values``: JSON values of all lines together, by the commas and brackets before parsing.
    """

    size: int | None = 64 * MIB
    line: int = 16 * MIB
    lines: int = 200_000
    values: int = 6_000_000
    ratio: int = 200
    free: int = MIB


BOUNDS = Bounds()
OWN = Bounds(size=None, line=256 * MIB, lines=2**53, values=2**53)
"""For what this machine has written itself."""


_OTHERS = bytes(byte for byte in range(256) if byte not in b",{[")
"""What is left out to count commas and brackets."""


def read_lines(chunks: Iterable[bytes], bounds: Bounds = BOUNDS) -> Iterator[tuple[int, bytes]]:
    """Numbered lines without their line feed. `BadRecord` at the first thing out of bounds.

    No more is unpacked than has been asked for, up to `STEP`.
    """
    number, values = 1, 0
    for line in _split(_measured(_unpacked(chunks, bounds), bounds), bounds):
        values += len(line.translate(None, _OTHERS))
        if number > bounds.lines:
            raise BadRecord(f"a capsule has at most {bounds.lines} lines")
        if values > bounds.values:
            raise BadRecord(f"line {number}: a capsule has at most {bounds.values} values")
        yield number, line
        number += 1


def _split(blocks: Iterable[bytes], bounds: Bounds) -> Iterator[bytes]:
    number, begun, length = 1, list[bytes](), 0
    for block in blocks:
        first, *rest = block.split(b"\n")
        begun.append(first)
        length += len(first)
        for part in rest:
            if length > bounds.line:
                raise _too_long(number, bounds)
            yield b"".join(begun)
            number, begun, length = number + 1, [part], len(part)
        if length > bounds.line:
            raise _too_long(number, bounds)
    if length or number == 1:
        raise BadRecord("the file does not end with a line feed")


def _too_long(number: int, bounds: Bounds) -> BadRecord:
    return BadRecord(f"line {number}: longer than {bounds.line} bytes")


def _measured(blocks: Iterable[bytes], bounds: Bounds) -> Iterator[bytes]:
    size = 0
    for block in blocks:
        size += len(block)
        if bounds.size is not None and size > bounds.size:
            raise BadRecord(f"a capsule is at most {bounds.size} bytes")
        yield block


def _unpacked(chunks: Iterable[bytes], bounds: Bounds) -> Iterator[bytes]:
    source = _pieces(chunks)
    head = b""
    for chunk in source:
        head += chunk
        if len(head) >= len(GZIP):
            break
    whole = _chained(head, source)
    return _inflated(whole, bounds) if head.startswith(GZIP) else whole


def _pieces(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in small pieces, so that none becomes a million lines at once."""
    for chunk in chunks:
        for at in range(0, len(chunk), STEP):
            yield chunk[at : at + STEP]


def _chained(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    yield from rest


def _inflated(chunks: Iterable[bytes], bounds: Bounds) -> Iterator[bytes]:
    """A gzip stream unpacked, at most `STEP` bytes at a time."""
    inflate = zlib.decompressobj(wbits=31)
    sent = made = 0
    for chunk in chunks:
        if inflate.eof and chunk:
            raise BadRecord("something follows the gzip stream")
        sent += len(chunk)
        left = chunk
        while left:
            try:
                block = inflate.decompress(left, STEP)
            except zlib.error as error:
                raise BadRecord(f"not gzip: {error}") from None
            left = inflate.unconsumed_tail
            made += len(block)
            if made > bounds.free and made > bounds.ratio * sent:
                raise BadRecord(f"a file unpacks to at most {bounds.ratio} times its size")
            if block:
                yield block
        if inflate.unused_data:
            raise BadRecord("something follows the gzip stream")
    if not inflate.eof:
        raise BadRecord("the gzip stream is cut off")
