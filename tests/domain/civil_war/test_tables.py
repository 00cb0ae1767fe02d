"""Every printed table, cell by cell, against what was typed from the source."""

import pytest

from iacta.domain.civil_war.documents import PEOPLES, ZONES
from iacta.domain.civil_war.rules import combat, genesis, losses
from iacta.domain.civil_war.tables import COMBAT, DESERTION, EVENTS, LEADERS, NON_ROMAN, REGIONS
from tests.domain.civil_war.given import rows

COMBAT_ROWS = rows("combat.csv")
TYPED_LABELS = {"<-2": "≤-2", ">9": "≥9"}
CELLS = [
    (row["die"], column, row[column]) for row in COMBAT_ROWS for column in row if column != "die"
]
LOST = ("A", "E")


def test_cw_8_4_has_120_cells() -> None:
    """CW 8.4: twelve rows of ten columns were typed, and the table has no others."""
    assert len(CELLS) == 120
    assert [TYPED_LABELS.get(row["die"], row["die"]) for row in COMBAT_ROWS] == [
        row.label for row in COMBAT.rows
    ]
    assert list(COMBAT.columns) == [name for name in COMBAT_ROWS[0] if name != "die"]


@pytest.mark.parametrize(("die", "column", "typed"), CELLS)
def test_cw_8_4_cell_is_as_typed(die: str, column: str, typed: str) -> None:
    """CW 8.4, CW-8: both results and the winner of each cell."""
    attacker, defender, winner = typed.split()
    result, won = combat.read_cell(TYPED_LABELS.get(die, die), column)
    assert (result.attacker, result.defender, won[0]) == (attacker, defender, winner)


def test_attacker_wins_exactly_where_row_and_column_make_nine() -> None:
    """CW-8: the winner follows from modified die + column number ≥ 9 in all cells."""
    for value, row in enumerate(COMBAT.rows, start=-2):
        for number, column in enumerate(COMBAT.columns, start=1):
            _, winner = combat.read_cell(row.label, column)
            assert (winner == "attacker") == (value + number >= 9), (row.label, column)


def test_only_the_victor_has_a_fraction() -> None:
    """CW 8.4.2F: in every cell the loser has A, E or R, the victor R or a fraction."""
    for row in COMBAT.rows:
        for column in COMBAT.columns:
            result, winner = combat.read_cell(row.label, column)
            lost = result.defender if winner == "attacker" else result.attacker
            won = result.attacker if winner == "attacker" else result.defender
            assert lost in ("A", "E", "R")
            assert won == "R" or won in losses.FRACTIONS


def test_roman_leaders_are_as_typed() -> None:
    """CW L1, CW D1: every leader's name, entry, faction and three numbers."""
    typed = rows("leaders.csv")
    assert len(typed) == len(LEADERS.rows) == 36
    for want, row in zip(typed, LEADERS.rows, strict=True):
        leader, *cells = want.values()
        assert (row.label, list(row.cells)) == (
            leader,
            [cell.lstrip("<") for cell in cells],
        )


def test_non_roman_leaders_are_as_typed() -> None:
    """CW L3: entry, whom they follow, when they leave, and what ends them."""
    typed = {row["name"]: row for row in rows("non_roman.csv")}
    leaders = genesis.non_roman_leaders()
    assert [leader.name for leader in leaders] == list(typed) == [r.label for r in NON_ROMAN.rows]
    for leader in leaders:
        want = typed[leader.name]
        assert str(leader.enters or "") == want["enters"]
        assert (leader.after or "") == want["after"]
        assert str(leader.leaves or "") == want["leaves"]
        for end in ("allegiance", "pacification"):
            assert (end in leader.ends_with) == (want[end] == "yes")
        assert not want["people"] or leader.people == want["people"]


def test_regions_are_as_typed() -> None:
    """CW R1: every figure of every region, twenty points in all."""
    typed = rows("regions.csv")
    assert [row["region"] for row in typed] == [row.label for row in REGIONS.rows]
    for want in typed:
        for column in REGIONS.columns:
            assert REGIONS.cell(want["region"], column) == want[column]
    assert sum(region.points for region in genesis.regions()) == 20


def test_events_are_as_typed() -> None:
    """CW E0: fifteen events, each about what the source's is about."""
    typed = rows("events.csv")
    assert [row["total"] for row in typed] == [row.label for row in EVENTS.rows]
    for want in typed:
        assert want["words"] in EVENTS.cell(want["total"], "effect")


def test_desertion_regions_are_as_typed() -> None:
    """CW E11: which face is which region."""
    typed = [(row["die"], row["region"]) for row in rows("desertion.csv")]
    assert typed == [(row.label, row.cells[0]) for row in DESERTION.rows]


def test_zones_suffice_for_control_of_each_region() -> None:
    """CW R1: our zone list has at least as many zones as control of each region takes."""
    for want in rows("regions.csv"):
        own = [zone for zone in ZONES.zones if zone.region == want["region"]]
        assert len(own) >= int(want["zones"]), want["region"]


def test_peoples_of_the_source_are_listed() -> None:
    """CW L3: the four peoples that the source names are there, and the Germans are Germans."""
    nationality = {people.name: people.nationality for people in PEOPLES.peoples}
    assert {"Aegyptii", "Pontici", "Numidae", "Parthi"} <= nationality.keys()
    assert nationality["Germani"] == "germanic"
    assert {nationality[name] for name in ("Galli", "Belgae", "Celtiberi")} == {"celtic"}
