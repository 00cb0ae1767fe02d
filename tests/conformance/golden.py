"""Writes the golden games: ``python -m tests.conformance.golden [system …]``.

A golden game is a capsule of a campaign that today's rules have played. It is kept for ever: the
code of later editions has to fold it, and that of the same edition to decide it again.
"""

import sys
from pathlib import Path

from tests.conformance.subjects import SUBJECTS
from tests.support.means import Below
from tests.support.table import Table

FOLDER = Path(__file__).parent / "golden"
BROKEN_OFF = 12
"""commands after which the referee ends the second game"""


def to_the_end(table: Table) -> Table:
    """Played until the rules end it."""
    return table.run(seed="golden")


def broken_off(table: Table) -> Table:
    """Ended by the referee, after a rewind and a ruling."""
    below = Below("broken off")
    while len(table.events) < BROKEN_OFF and table.step(below):
        pass
    table.do("referee", "campaign.rewind", to=len(table.events) - 1, reason="The seats agreed.")
    table.do("referee", "campaign.rule", text="No more today.", reason="It is late.")
    table.do("referee", "campaign.conclude", reason="The seats agreed to stop.")
    return table


ENDINGS = (to_the_end, broken_off)


def main(keys: list[str]) -> None:
    """Play and write the golden games of some systems, or of all."""
    for subject in SUBJECTS:
        system = subject.system
        if keys and system.key not in keys:
            continue
        for scenario in system.scenarios:
            for number, ending in enumerate(ENDINGS, 1):
                table = ending(Table.found(system, scenario.key))
                if table.campaign.hidden:
                    table.do("referee", "campaign.open-seals")
                name = f"{system.key}-{scenario.key}-{number}.jsonl"
                (FOLDER / name).write_bytes(table.capsule())


if __name__ == "__main__":
    main(sys.argv[1:])
