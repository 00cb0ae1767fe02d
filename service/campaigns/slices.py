"""The rows of an examined file, in slices: written by its examination, read by its import."""

import struct
from collections.abc import Iterable, Iterator
from typing import IO, Any

import msgspec

from iacta.domain.kernel.contract.system import AnySystem
from iacta.domain.kernel.proof import merkle, seals
from iacta.domain.kernel.proof.capsules import Capsule, Item
from iacta.domain.kernel.proof.seals import Opening
from iacta.service.projections import rolls
from iacta.service.store.incoming import Slice
from iacta.service.store.read import NODE_LEVEL

ROWS = 200
WEIGHT = 256 * 1024  # bytes
_LENGTH = struct.Struct(">I")


class Place(msgspec.Struct, frozen=True, array_like=True):
    """A slice's place in its file, the last of its events (0 if it has none), their bytes."""

    offset: int
    last: int
    size: int


class SliceFile:
    """A file of slices."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def add(self, rows: Slice) -> Place:
        """Write a slice at the end."""
        data = msgspec.msgpack.encode(rows)
        offset = self._file.seek(0, 2)
        self._file.write(_LENGTH.pack(len(data)) + data)
        last = rows.events[-1][0] if rows.events else 0
        return Place(offset, last, sum(len(event[1]) for event in rows.events))

    def at(self, place: Place) -> Slice:
        """Read a slice."""
        self._file.seek(place.offset)
        (length,) = _LENGTH.unpack(self._file.read(_LENGTH.size))
        return msgspec.msgpack.decode(self._file.read(length), type=Slice)


class SliceWriter:
    """Gathers the rows of events until there are enough for a slice."""

    def __init__(self, slices: SliceFile, system: AnySystem) -> None:
        self._slices, self._system = slices, system
        self._rows, self._weight = Slice(), 0
        self.frontier: tuple[bytes, ...] = ()
        self.places: list[Place] = []

    def add_event(self, item: Item, state: bytes | None) -> None:
        """Take in the next event, with the snapshot after it if one is due."""
        event, rows = item.event, self._rows
        rows.events.append((event.seq, item.record, item.hash, event.by, event.key))
        self.frontier, done = merkle.append(self.frontier, event.seq - 1, bytes.fromhex(item.hash))
        rows.nodes.extend(node for node in done if node[0] >= NODE_LEVEL)
        cells = rolls.cells_of(event, self._system)
        for number, roll in enumerate(rolls.rolls_of(event, cells), 1):
            rows.rolls.append((event.seq, number, msgspec.json.encode(roll)))
        if state is not None:
            rows.snapshots.append((event.seq, state))
        self._weight += len(item.record) + len(state or b"")
        if len(rows.events) + len(rows.rolls) >= ROWS or self._weight >= WEIGHT:
            self._close()

    def add_openings(self, openings: Iterable[tuple[str, int, Opening, tuple[str, ...]]]) -> None:
        """Take in openings, after all events."""
        self._close()
        for part in _parts(openings):
            self.places.append(self._slices.add(Slice(openings=part)))

    def add_published(self, published: Iterable[tuple[str, int]]) -> None:
        """Take in which openings became public when, after all openings."""
        for part in _parts(published):
            self.places.append(self._slices.add(Slice(published=part)))

    def _close(self) -> None:
        if self._rows.events:
            self.places.append(self._slices.add(self._rows))
        self._rows, self._weight = Slice(), 0


def _parts(rows: Iterable[Any]) -> Iterator[list[Any]]:
    every = list(rows)
    for at in range(0, len(every), ROWS):
        yield every[at : at + ROWS]


def openings_of(capsule: Capsule) -> tuple[dict[str, tuple[int, Opening]], dict[str, int]]:
    """Openings with the event that sealed them, and when they became public."""
    home: dict[str, int] = {}
    public: dict[str, int] = {}
    openings = dict(capsule.openings)
    for item in capsule.items:
        event = item.event
        for digest in seals.digests_of(item.record):
            home[digest] = event.seq
        for effect in event.effects:
            if effect["type"] == "opened":
                shown = msgspec.convert(effect["openings"], dict[str, Opening])
                openings.update(shown)
        for digest in seals.revealed_in(event.effects, home):
            public.setdefault(digest, event.seq)
    return {digest: (home[digest], one) for digest, one in openings.items()}, public
