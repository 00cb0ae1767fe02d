"""Every printed figure, cell by cell, against what was typed from the source."""

import pytest

from iacta.domain.de_bello_punico.rules.modifiers import rear_value
from iacta.domain.de_bello_punico.rules.morale import rout_value
from iacta.domain.de_bello_punico.state.keys import TYPES
from iacta.domain.de_bello_punico.tables import BATTLES, ELEPHANTS, REAR, ROUT
from iacta.domain.kernel.contract.tables import Table
from tests.domain.de_bello_punico.given import begun, rows


@pytest.mark.parametrize(
    ("table", "name"),
    [(ELEPHANTS, "elephants"), (REAR, "rear"), (ROUT, "rout"), (BATTLES, "battles")],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_every_cell_is_as_typed(table: Table, name: str) -> None:
    """BP 15.1, BP 10.5, BP 16.1, BP 17: no row and no cell more or less."""
    typed = rows(f"{name}.csv")
    label = next(iter(typed[0]))
    assert {row[label] for row in typed} == {row.label for row in table.rows}
    for row in typed:
        for column, value in row.items():
            if column != label:
                assert table.cell(row[label], column) == value


def test_what_the_lists_leave_out_is_ruled() -> None:
    """BP-1, BP-3, BP-4: every type has Rout Points and a value from behind."""
    state = begun()
    assert {kind: rout_value(state, kind) for kind in TYPES} == {
        "velites": 1,
        "hastati": 2,
        "principes": 2,
        "triarii": 2,
        "allied-celts": 1,
        "allied-numidians": 1,
        "skirmishers": 0,
        "mercenaries": 1,
        "infantry": 1,
        "veterans": 2,
        "equites": 1,
        "light-cavalry": 0,
        "elephants": 0,
    }
    assert rear_value("mercenaries") == 1


def test_a_switch_takes_the_points_of_allies_and_mercenaries() -> None:
    """BP-4."""
    state = begun(allies_rout=0)
    assert [rout_value(state, kind) for kind in ("mercenaries", "allied-celts")] == [0, 0]
    assert rout_value(state, "infantry") == 1
