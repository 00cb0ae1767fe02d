"""The printed tables, parsed once at import.

The missile table and the counters' values are not in the source; ours are documents.
"""

from iacta.domain.kernel.contract.tables import Table

ELEPHANTS = Table.printed(
    "elephants",
    title="Elephants: one d6 for each Command Point",
    rule="BP 15.1",
    text="""
        die | result     | what they do
        ----+------------+---------------------------------------------------------------
        1   | no effect  | they move as their owner likes
        2   | no effect  | they move as their owner likes
        3   | motionless | neither move nor fight this turn
        4   | motionless | neither move nor fight this turn
        5   | enraged    | 1 Disorder; they run straight ahead as far as they can
        6   | furious    | Rome leads them this impulse; they do not fight this turn
    """,
    notes=(
        "What they do is told in our words.",
        "One roll for the two units of a point; by a switch one for each (BP-49).",
    ),
)

REAR = Table.printed(
    "rear-attack",
    title="Attack through a rear hex, by the attacker's type",
    rule="BP 10.5",
    text="""
        type             | modifier
        -----------------+---------
        velites          | 1
        hastati          | 2
        principes        | 2
        triarii          | 2
        allied-celts     | 1
        allied-numidians | 1
        skirmishers      | 1
        infantry         | 1
        veterans         | 2
        equites          | 2
        light-cavalry    | 2
        elephants        | 2
    """,
    notes=("Mercenaries are not printed: +1 (BP-4).",),
)

ROUT = Table.printed(
    "rout-points",
    title="Rout Points for a unit in panic, and for the leader",
    rule="BP 16.1",
    text="""
        type          | points
        --------------+-------
        hastati       | 2
        principes     | 2
        triarii       | 2
        veterans      | 2
        velites       | 1
        equites       | 1
        infantry      | 1
        leader        | 5
        skirmishers   | 0
        elephants     | 0
        light-cavalry | 0
    """,
    notes=("Allies and Mercenaries are not printed: 1, or 0 by a switch (BP-4).",),
)

BATTLES = Table.printed(
    "battles",
    title="The battles: turns, Command Points, rout limits, whose the draw is",
    rule="BP 17",
    text="""
        battle     | turns | rome points | carthage points | rome limit | carthage limit | draw
        -----------+-------+-------------+-----------------+------------+----------------+---------
        trebbia    | 14    | 2           | 4               | 12         | 12             | rome
        beneventum | 12    | 3           | 3               | 10         | 9              | carthage
        po         | 15    | 3           | 3               | 14         | 12             | none
        zama       | 16    | 4           | 4               | 16         | 15             | none
    """,
    notes=("The scenarios give these one by one; the table is ours.",),
)

TABLES = (ELEPHANTS, REAR, ROUT, BATTLES)
