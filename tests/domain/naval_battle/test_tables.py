"""Every table, cell by cell, against what was typed separately; and what may replace them."""

from typing import Any

import msgspec
import pytest

from iacta.domain.kernel.proof.errors import Invalid
from iacta.domain.naval_battle.documents import (
    DOCUMENTS,
    KINDS,
    BattleData,
    check_battle,
    check_kinds,
)
from iacta.domain.naval_battle.rules.board import name, split, zone
from iacta.domain.naval_battle.state import TableSet
from iacta.domain.naval_battle.tables import TABLE_SET, TABLES, check_tables
from tests.domain.naval_battle.given import begun, rows
from tests.support.environment import plain

CELLS = [
    (table.key, row["row"], face, row[str(face)])
    for table in TABLES
    for row in rows(f"{table.key}.csv")
    for face in range(1, 7)
]
BATTLES = {one.key: one.default for one in DOCUMENTS if isinstance(one.default, BattleData)}


def test_all_tables_were_typed_and_have_no_other_rows() -> None:
    """NV 1.8: seven tables of ours stand in for those that the source leans on."""
    assert len(TABLES) == 7
    for table in TABLES:
        assert [row.label for row in table.rows] == [row["row"] for row in rows(f"{table.key}.csv")]
        assert table.columns == ("1", "2", "3", "4", "5", "6")
        assert table.provenance == "reconstruction"
    assert len(CELLS) == 6 * (5 + 5 + 3 + 1 + 5 + 2 + 5)


@pytest.mark.parametrize(("key", "row", "face", "typed"), CELLS)
def test_a_cell_is_as_typed(key: str, row: str, face: int, typed: str) -> None:
    """NB-2: the table that is shown and the one that is read are the same."""
    shown = next(table for table in TABLES if table.key == key)
    assert shown.cell(row, str(face)) == TABLE_SET.read(key, row, face) == typed


def test_kinds_of_units_are_as_typed() -> None:
    """NB-1, NV 6.8: fleets and legions have five dice."""
    typed = [
        (row["kind"], int(row["factor"]), int(row["points"]), row["weight"], row["legion"] == "yes")
        for row in rows("kinds.csv")
    ]
    assert typed == [(k.kind, k.factor, k.points, k.weight, k.legion) for k in KINDS.kinds]


def changed(document: Any, **members: Any) -> Any:
    """A document in plain data with members replaced, read again."""
    return msgspec.convert({**plain(document), **members}, type(document))  # type: ignore[dict-item]


def table_with(key: str, row: int, cells: list[str]) -> TableSet:
    lines: Any = plain(getattr(TABLE_SET, key))
    lines[row]["cells"] = cells
    made: TableSet = changed(TABLE_SET, **{key: lines})
    return made


@pytest.mark.parametrize(
    ("tables", "pointer"),
    [
        (table_with("combat", 0, ["A", "A", "-", "-", "X", "B"]), "/combat/0/cells/4"),
        (table_with("fire", 0, ["A", "-", "-", "-", "L", "B"]), "/fire/0/cells/0"),
        (table_with("panic_check", 1, ["P", "P", "P", "P", "P", "P"]), "/panic_check/1/cells/4"),
        (changed(TABLE_SET, rally=plain(TABLE_SET.rally)[:2]), "/rally"),  # type: ignore[index]
    ],
)
def test_tables_of_a_referee_are_checked(tables: TableSet, pointer: str) -> None:
    """NV 3.4: symbols, rows, and that worse disciplines do not check better."""
    with pytest.raises(Invalid) as wrong:
        check_tables(tables)
    assert wrong.value.pointer == pointer


def test_other_tables_are_fought_by() -> None:
    """NB-2: they stand in the battle's first event."""
    wild = table_with("combat", 0, ["B"] * 6)
    check_tables(wild)
    assert begun("actium", tables=wild).tables == wild


ACTIUM = BATTLES["actium"]
OFF_NOVA_CARTHAGO = BATTLES["interception"]


def side_with(battle: BattleData, seat: str, **members: Any) -> BattleData:
    side: Any = plain(getattr(battle, seat))
    made: BattleData = changed(battle, **{seat: {**side, **members}})
    return made


def force_with(battle: BattleData, seat: str, **members: Any) -> BattleData:
    forces: Any = plain(getattr(battle, seat).forces)
    return side_with(battle, seat, forces=[{**forces[0], **members}, *forces[1:]])


@pytest.mark.parametrize(
    ("battle", "pointer"),
    [
        (changed(ACTIUM, case="a"), "/active/forces"),
        (changed(ACTIUM, rows=6, depth=3), "/depth"),
        (changed(ACTIUM, columns=3, depth=2), "/active/forces"),
        (
            force_with(ACTIUM, "active", leaders=[{"name": "Sosius' wing"}]),
            "/active/forces/0/leaders/0",
        ),
        (force_with(ACTIUM, "reactive", fleets=[]), "/reactive/forces/0/fleets"),
        (
            force_with(ACTIUM, "reactive", leaders=[{"name": "Nobody", "ship": "Argo"}]),
            "/reactive/forces/0/leaders/0/ship",
        ),
        (
            force_with(OFF_NOVA_CARTHAGO, "active", fleets=[{"name": "A boat", "capacity": 1}]),
            "/active/forces/0/troops",
        ),
        (force_with(OFF_NOVA_CARTHAGO, "reactive", leaders=[]), "/reactive/forces/0/leaders"),
        (side_with(OFF_NOVA_CARTHAGO, "reactive", stratagems=0), "/reactive/stratagems"),
    ],
)
def test_battles_of_a_referee_are_checked(battle: BattleData, pointer: str) -> None:
    """NB-9, NB-12, NB-18: Forces fit the case, names differ, everybody finds room."""
    with pytest.raises(Invalid) as wrong:
        check_battle(battle)
    assert wrong.value.pointer == pointer


def test_kinds_of_a_referee_are_checked() -> None:
    """NB-1: there are fleets with dice, and no kind twice; troops are of a kind that there is."""
    kinds: Any = plain(KINDS.kinds)
    for wrong in (kinds[1:], [*kinds, kinds[1]]):
        with pytest.raises(Invalid):
            check_kinds(changed(KINDS, kinds=wrong))
    with pytest.raises(Invalid, match="unknown kind of ground unit"):
        begun("actium", kinds=changed(KINDS, kinds=kinds[:2]))


@pytest.mark.parametrize("key", list(BATTLES))
def test_our_battles_are_labelled_and_playable(key: str) -> None:
    """NB-9, NB-14: reconstruction, with reasons; 20 turns."""
    battle = BATTLES[key]
    check_battle(battle)
    assert battle.provenance == "reconstruction"
    assert len(battle.note) > 40
    assert battle.turn_limit == 20


def test_the_set_up_zone_is_from_the_middle_outwards() -> None:
    """NB-18: front rank first, both sides alike."""
    state = begun("supply")
    assert zone(state, "active")[:5] == ["c2", "b2", "d2", "a2", "e2"]
    assert zone(state, "reactive")[:3] == ["c8", "b8", "d8"]
    assert len(zone(state, "active")) == 10
    assert name(*split("e9")) == "e9"
