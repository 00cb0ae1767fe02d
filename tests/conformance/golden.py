"""Writes the golden games: ``python -m tests.conformance.golden [system …]``.

A golden game is a capsule of a campaign that today's rules have played. It is kept for ever: the
code of later editions has to fold it, and that of the same edition to decide it again.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from tests.conformance.ending import reach
from tests.conformance.subjects import SUBJECTS, Subject
from tests.support.environment import Below
from tests.support.table import Table

FOLDER = Path(__file__).parent / "golden"
BROKEN_OFF = 12
"""commands after which the referee ends a game"""


def broken_off(table: Table) -> Table:
    """Ended by the referee, after a rewind and a ruling."""
    below = Below("broken off")
    while len(table.events) < BROKEN_OFF and table.step(below):
        pass
    table.do("referee", "campaign.rewind", to=len(table.events) - 1, reason="The seats agreed.")
    table.do("referee", "campaign.rule", text="No more today.", reason="It is late.")
    table.do("referee", "campaign.conclude", reason="The seats agreed to stop.")
    return table


def games(subject: Subject) -> Iterator[tuple[str, Table]]:
    """A game for every declared way to end, and one of each scenario that was broken off."""
    system = subject.system
    for ending in subject.declared("endings"):
        yield f"{system.key}-{ending.scenario}-{ending.name}", reach(system, ending)
    for scenario in system.scenarios:
        table = broken_off(Table.found(system, scenario.key))
        yield f"{system.key}-{scenario.key}-broken-off", table


def main(keys: list[str]) -> None:
    """Play and write the golden games of some systems, or of all."""
    for subject in SUBJECTS:
        if keys and subject.system.key not in keys:
            continue
        for name, table in games(subject):
            if table.campaign.last_secret_seq:
                table.do("referee", "campaign.open-seals")
            (FOLDER / f"{name}.jsonl").write_bytes(table.capsule())


if __name__ == "__main__":
    main(sys.argv[1:])
