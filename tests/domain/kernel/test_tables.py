"""Printed tables, and the ledger of rules."""

from typing import Literal

import msgspec
import pytest

from iacta.domain.kernel.contract.rulebook import Rule, Rulebook, Switch
from iacta.domain.kernel.contract.tables import Table, literal

TEXT = """
    die | 1/2 | 2/1
    ----+-----+----
     1  | A   | -
    2-3 | R/½ | E
"""


def table(text: str = TEXT) -> Table:
    return Table.printed("crt", title="Combat", rule="X 1", text=text)


def test_a_table_is_read_in_its_printed_shape() -> None:
    assert table().corner == "die"
    assert table().columns == ("1/2", "2/1")
    assert table().row("2-3") == ("R/½", "E")
    assert table().cell("1", "2/1") == "-"


@pytest.mark.parametrize(("row", "column"), [("4", "1/2"), ("1", "3/1")])
def test_there_is_no_such_cell(row: str, column: str) -> None:
    with pytest.raises(KeyError):
        table().cell(row, column)


@pytest.mark.parametrize("row", ["3 | A", "3 | A | B | C", "3"])
def test_a_row_with_another_number_of_cells_is_refused(row: str) -> None:
    with pytest.raises(ValueError, match="'3' has"):
        table(TEXT + row)


def test_a_second_line_that_is_no_rule_is_refused() -> None:
    with pytest.raises(ValueError, match="second line"):
        table("die | a\n 1 | b\n")


def test_the_fingerprint_pins_every_cell() -> None:
    assert table().fingerprint() == table().fingerprint()
    for changed in (TEXT.replace("E", "A"), TEXT.replace("die", "d10"), TEXT.replace("2/1", "3/1")):
        assert table(changed).fingerprint() != table().fingerprint()


def test_the_plain_form_holds_what_the_table_does() -> None:
    assert msgspec.convert(table().plain(), Table) == table()


RULEBOOK = Rulebook("a source", (Rule("X 1", "One"), Rule("X-1", "A ruling")))


def test_the_ledger_knows_its_numbers() -> None:
    assert "X 1" in RULEBOOK
    assert "X 2" not in RULEBOOK
    assert RULEBOOK.title("X-1") == "A ruling"
    with pytest.raises(KeyError):
        RULEBOOK.title("X 2")


def test_a_switch_begins_with_its_default() -> None:
    assert Switch("key", "A switch", ("public", "all")).default == "public"


def test_a_cell_is_one_of_the_texts_that_a_type_allows() -> None:
    assert literal(Literal["A", "E"], table().cell("1", "1/2")) == "A"
    with pytest.raises(ValueError, match="'R/½' is none of"):
        literal(Literal["A", "E"], table().cell("2-3", "1/2"))
