"""What others do: `eventsourcing`, in an environment of its own.

    python peer.py replay EVENTS        events a second that an aggregate is replayed at
    python peer.py append EVENTS FILE   events a second that are appended to SQLite, one by one

Prints one number for each repetition. Run by the bench, which installs it; the product never does.
"""

import os
import sys
import time

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

REPEATS = 5


class Roll(Aggregate):
    """An aggregate whose events hold one short text."""

    @event("Begun")
    def __init__(self, name: str) -> None:
        self.name, self.faces = name, []

    @event("Rolled")
    def roll(self, face: str) -> None:
        """One more."""
        self.faces.append(face)


def replay(count: int) -> None:
    """Read an aggregate back from what is stored of it."""
    application = Application()
    made = Roll("alea")
    for _ in range(count - 1):
        made.roll("six")
    application.save(made)
    for _ in range(REPEATS):
        began = time.process_time()
        read = application.repository.get(made.id)
        print(count / (time.process_time() - began))
        assert len(read.faces) == count - 1


def append(count: int, file: str) -> None:
    """Save one event after another, each durable before the next."""
    os.environ["PERSISTENCE_MODULE"] = "eventsourcing.sqlite"
    os.environ["SQLITE_DBNAME"] = file
    application = Application()
    made = Roll("alea")
    application.save(made)
    for _ in range(REPEATS):
        began = time.perf_counter()
        for _ in range(count):
            made.roll("six")
            application.save(made)
        print(count / (time.perf_counter() - began))


if sys.argv[1] == "replay":
    replay(int(sys.argv[2]))
else:
    append(int(sys.argv[2]), sys.argv[3])
