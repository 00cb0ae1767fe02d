"""The high-water mark: what was acknowledged, kept outside the database.

Each line of its file holds one fact, and facts only grow: of two lines of a kind and a campaign
the larger holds, so that nothing depends on their order, or on one being there twice.

    iacta-mark 1                        the first line of every mark
    since 17                            revocations after this position are in the mark
    pos 0 4711                          epoch, last position
    size <campaign> 0 31 <root>         epoch, events, Merkle root in hex
    taken-back 4690                     a database that ended here has been put in place
    revoked <token hash>, used <hash of an invitation or transfer code>, forked <campaign>

An epoch begins where fewer events than before are the truth: after a restored backup (`pos`), or
where the operator has taken back that a campaign is read-only (`size`).
"""

import pathlib
import threading
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

import structlog

from iacta.service.errors import Unusable
from iacta.service.store.lines import Lines

log = structlog.get_logger()

Kind = Literal["revoked", "used", "forked"]
"""A token's hash that is revoked, a code's that is used, a restored campaign that was forked."""
Note = tuple[object, ...]
"""The words of one line."""

KINDS = ("revoked", "used", "forked")
VERSION = "iacta-mark 1"
SYNC_SECONDS = 1.0
COMPACT_BYTES = 1 << 20
"""more than this, and twice what was left the last time, is compacted"""


class Signed(NamedTuple):
    """The largest log of a campaign that was signed; the epoch counts first."""

    epoch: int
    size: int
    root: str


class Mark:
    """What a database restored from an older copy must still know.

    Without a ``path`` it is held by this object alone. Files raise OSError.
    """

    def __init__(self, path: pathlib.Path | None = None) -> None:
        self._held: set[tuple[str, str]] = set()
        self._signed: dict[str, Signed] = {}
        self._pos = (0, 0)
        self._since = 0
        self._taken_back: int | None = None
        self._other: dict[str, None] = {}  # of a later version, kept as they are
        self._pending: list[str] = []
        self._lines = None if path is None else Lines(path, self._take)
        self._known = path is None  # whether the first line has been read
        self._syncer = _Syncer(self)

    @property
    def path(self) -> pathlib.Path | None:
        """Where it is kept."""
        return None if self._lines is None else self._lines.path

    @property
    def exists(self) -> bool:
        """Whether the mark existed when it was last read."""
        return self._known

    def refresh(self) -> bool:
        """Read what other processes have noted; returns whether the mark exists."""
        if self._lines is not None and not self._lines.read():
            self._known = False
        return self._known

    @property
    def missing(self) -> bool:
        """Whether revocations may be unknown.

        So it is where there is no mark, and where a database was put in place that is older than
        the mark itself.
        """
        return not self._known or (self._taken_back is not None and self._taken_back < self._since)

    @property
    def pos(self) -> int:
        """The last position that was acknowledged."""
        return self._pos[1]

    @property
    def epoch(self) -> int:
        """How often a database that ended earlier was put in place."""
        return self._pos[0]

    def signed(self, campaign: str) -> Signed:
        """The largest log of a campaign that was signed; of size 0 if there was none."""
        return self._signed.get(campaign, Signed(0, 0, ""))

    def all_signed(self) -> dict[str, Signed]:
        """By campaign."""
        return dict(self._signed)

    def holds(self, kind: Kind, value: str) -> bool:
        """Whether this was noted, once and for ever."""
        return (kind, value) in self._held

    def add(self, notes: Iterable[Note]) -> None:
        """Note what a commit has made true. Called by the writer, before its answers.

        What cannot be written is logged, held, and written before anything else is committed.
        """
        self._pending += [" ".join(map(str, note)) for note in notes]
        try:
            self.flush()
        except OSError as error:
            log.error("mark", error=str(error), lines=len(self._pending))

    def begin(self, notes: Iterable[Note]) -> None:
        """Replace the file by one with these lines."""
        assert self._lines is not None
        self._lines.begin([VERSION, *(" ".join(map(str, note)) for note in notes)])

    def flush(self) -> None:
        """Write what could not be written before. Called by the writer."""
        if not self._pending:
            return
        if self._lines is None:
            for text in self._pending:
                self._take(text)
        else:
            self._syncer.written(self._lines.append(self._pending))
        self._pending = []

    def sync(self) -> None:
        """Sync the file, and compact it when it is large. Nobody waits for this."""
        if self._lines is None:
            return
        try:
            self._lines.sync()
            if self._syncer.large:
                self._syncer.compacted(self._lines.compact(self._content))
        except OSError as error:
            log.error("mark", error=str(error))

    def close(self) -> None:
        """Write and sync what is left, and give the file back."""
        self._syncer.close()
        self.add(())
        self.sync()
        if self._lines is not None:
            self._lines.close()

    def _take(self, text: str) -> None:
        """Take one line in."""
        match text.split(" "):
            case ["pos", epoch, pos]:
                self._pos = max(self._pos, (int(epoch), int(pos)))
            case ["size", campaign, epoch, size, root]:
                signed = Signed(int(epoch), int(size), root)
                if signed[:2] > self.signed(campaign)[:2]:
                    self._signed[campaign] = signed
            case ["since", pos]:
                self._since = max(self._since, int(pos))
            case ["taken-back", pos]:
                before = self._taken_back
                self._taken_back = int(pos) if before is None else min(before, int(pos))
            case [kind, value] if kind in KINDS:
                self._held.add((kind, value))
            case ["iacta-mark", version]:
                if text != VERSION:
                    raise Unusable(f"this version of Iacta does not know a mark {version}")
                self._known = True
            case _:
                self._other[text] = None

    def _content(self) -> Iterator[str]:
        """The lines that say the same as all lines so far."""
        yield VERSION
        yield f"since {self._since}"
        if self._taken_back is not None:
            yield f"taken-back {self._taken_back}"
        yield from (f"{kind} {value}" for kind, value in self._held)
        yield from self._other
        for campaign, signed in self._signed.items():
            yield " ".join(map(str, ("size", campaign, *signed)))
        yield " ".join(map(str, ("pos", *self._pos)))


class _Syncer:
    """A thread that syncs the mark a moment after it was written, out of the writer's way."""

    def __init__(self, mark: Mark) -> None:
        self._mark = mark
        self._dirty, self._closed = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None
        self._size = self._left = 0

    @property
    def large(self) -> bool:
        """Whether the file is worth compacting."""
        return self._size > COMPACT_BYTES and self._size > 2 * self._left

    def written(self, size: int) -> None:
        """The file is of ``size`` bytes, and not synced."""
        self._size = size
        self._dirty.set()
        if self._thread is None:
            self._thread = threading.Thread(target=self._loop, name="mark", daemon=True)
            self._thread.start()

    def compacted(self, size: int | None) -> None:
        """What is left of the file, as far as it was this process that compacted it."""
        self._size = 0 if size is None else size
        self._left = self._left if size is None else size

    def close(self) -> None:
        """Stop."""
        self._closed.set()
        self._dirty.set()
        if self._thread is not None:
            self._thread.join()

    def _loop(self) -> None:
        while self._dirty.wait() and not self._closed.wait(SYNC_SECONDS):
            self._dirty.clear()
            if self._closed.is_set():  # between the two: nothing will wake this thread again
                return
            self._mark.sync()
