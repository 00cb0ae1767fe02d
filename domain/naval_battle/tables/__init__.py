"""The tables, as text in printed shape. All are ours: the source leans on rules it does not hold.

Columns are the faces of a d6, after modifiers. A campaign may replace them all as one document.
"""

from itertools import pairwise

from iacta.domain.kernel.contract.tables import Table
from iacta.domain.kernel.proof.errors import Invalid
from iacta.domain.naval_battle.state import Line, TableSet

DISCIPLINES = ("imperator", "veteran", "recruit", "mob", "barbarian")
NOTHING = "-"

CHECKS = "P passes; H halts; D is disrupted; F fails; R routs, if it is a fleet, else fails."

COMMAND_CHECK = Table.printed(
    "command_check",
    title="Command Check",
    rule="NV 3.4",
    provenance="reconstruction",
    text="""
        discipline | 1 | 2 | 3 | 4 | 5 | 6
        -----------+---+---+---+---+---+---
        imperator  | P | P | P | P | P | P
        veteran    | P | P | P | P | P | H
        recruit    | P | P | P | P | H | H
        mob        | P | P | P | H | H | D
        barbarian  | P | P | H | H | D | D
    """,
    notes=(CHECKS,),
)

PANIC_CHECK = Table.printed(
    "panic_check",
    title="Command Check after panic, and leaders' jumps",
    rule="NV 4.4",
    provenance="reconstruction",
    text="""
        discipline | 1 | 2 | 3 | 4 | 5 | 6
        -----------+---+---+---+---+---+---
        imperator  | P | P | P | P | D | F
        veteran    | P | P | P | D | F | R
        recruit    | P | P | D | F | F | R
        mob        | P | D | F | F | R | R
        barbarian  | D | F | F | R | R | R
    """,
    notes=(CHECKS,),
)

COMBAT = Table.printed(
    "combat",
    title="Combat",
    rule="NB-2",
    provenance="reconstruction",
    text="""
        mode     | 1 | 2 | 3 | 4 | 5 | 6
        ---------+---+---+---+---+---+---
        Phalanx  | A | - | - | - | L | B
        Wedge    | A | A | - | L | B | B
        Quincunx | A | - | - | L | B | B
    """,
    notes=("A strikes the attacker, B the target; L is B against fleets and light units.",),
)

FIRE = Table.printed(
    "fire",
    title="Fire",
    rule="NV 7.1",
    provenance="reconstruction",
    text="""
        mode | 1 | 2 | 3 | 4 | 5 | 6
        -----+---+---+---+---+---+---
        Fire | - | - | - | - | L | B
    """,
    notes=("B strikes the active ground unit; L is B against a light one.",),
)

RALLY = Table.printed(
    "rally",
    title="Rally",
    rule="NV 4.3",
    provenance="reconstruction",
    text="""
        discipline |    1    |    2    |    3    |    4    |    5    | 6
        -----------+---------+---------+---------+---------+---------+---
        imperator  | rallies | rallies | rallies | rallies | rallies | -
        veteran    | rallies | rallies | rallies | rallies |    -    | -
        recruit    | rallies | rallies | rallies |    -    |    -    | -
        mob        | rallies | rallies |    -    |    -    |    -    | -
        barbarian  | rallies |    -    |    -    |    -    |    -    | -
    """,
)

FATE = Table.printed(
    "fate",
    title="Fate of fleets that left by their own edge",
    rule="NB-15",
    provenance="reconstruction",
    text="""
        how    |    1    |    2    |    3    |    4     |    5     |    6
        -------+---------+---------+---------+----------+----------+----------
        fled   | escapes | escapes | escapes | escapes  | battered | lost
        routed | escapes | escapes | escapes | battered | battered | lost
    """,
    notes=("Battered: the fleet is flipped, and lost if it was.",),
)

RECONSTITUTION = Table.printed(
    "reconstitution",
    title="Reconstitution of the victor's eliminated units",
    rule="NV 14.1",
    provenance="reconstruction",
    text="""
        discipline |    1    |    2    |    3    |    4    | 5 | 6
        -----------+---------+---------+---------+---------+---+---
        imperator  | returns | returns | returns | returns | - | -
        veteran    | returns | returns | returns |    -    | - | -
        recruit    | returns | returns |    -    |    -    | - | -
        mob        | returns |    -    |    -    |    -    | - | -
        barbarian  | returns |    -    |    -    |    -    | - | -
    """,
)

TABLES = (COMMAND_CHECK, PANIC_CHECK, COMBAT, FIRE, RALLY, FATE, RECONSTITUTION)

SYMBOLS = {
    "command_check": ("P", "H", "D", "F", "R"),
    "panic_check": ("P", "H", "D", "F", "R"),
    "combat": ("A", "B", "L", NOTHING),
    "fire": ("B", "L", NOTHING),
    "rally": ("rallies", NOTHING),
    "fate": ("escapes", "battered", "lost"),
    "reconstitution": ("returns", NOTHING),
}
"""What may stand in the cells of each table."""

WORST_LAST = {"P": 0, "H": 1, "D": 2, "F": 3, "R": 4}

TABLE_SET = TableSet(
    **{table.key: tuple(Line(row.label, row.cells) for row in table.rows) for table in TABLES}
)


def check_tables(tables: TableSet) -> None:
    """`Invalid` if rows are missing, symbols unknown, or a worse discipline checks better."""
    for table in TABLES:
        lines: tuple[Line, ...] = getattr(tables, table.key)
        labels = [line.row for line in lines]
        if labels != [row.label for row in table.rows]:
            wanted = ", ".join(row.label for row in table.rows)
            raise Invalid(f"its rows must be {wanted}", pointer=f"/{table.key}")
        for index, line in enumerate(lines):
            for face, cell in enumerate(line.cells):
                if cell not in SYMBOLS[table.key]:
                    raise Invalid(
                        f"{cell!r} is none of {', '.join(SYMBOLS[table.key])}",
                        pointer=f"/{table.key}/{index}/cells/{face}",
                    )
    for key in ("command_check", "panic_check"):
        _check_order(key, getattr(tables, key))


def _check_order(key: str, lines: tuple[Line, ...]) -> None:
    for index, (better, worse) in enumerate(pairwise(lines), start=1):
        for face in range(6):
            if WORST_LAST[worse.cells[face]] < WORST_LAST[better.cells[face]]:
                raise Invalid(
                    f"{worse.row} must not be better than {better.row}",
                    pointer=f"/{key}/{index}/cells/{face}",
                )
