"""Printed tables, kept as text in their printed shape and parsed at import."""

from typing import TYPE_CHECKING, Any, TypeVar, get_args

import msgspec

from iacta.domain.kernel.contract.rulebook import Provenance
from iacta.domain.kernel.proof.canonical import fingerprint

if TYPE_CHECKING:
    from typing_extensions import TypeForm

Kind = TypeVar("Kind", bound=str)


def literal(kind: "TypeForm[Kind]", text: str) -> Kind:
    """A printed text as one of the texts of a `Literal`; ValueError if it is none of them."""
    known: tuple[Kind, ...] = get_args(kind)
    for one in known:
        if one == text:
            return one
    raise ValueError(f"{text!r} is none of {known}")


class Row(msgspec.Struct, frozen=True):
    """One row: its label and its cells as printed."""

    label: str
    cells: tuple[str, ...]


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """A table as data. ``corner`` names what the row labels are."""

    key: str
    title: str
    rule: str
    provenance: Provenance
    corner: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()

    @classmethod
    def printed(
        cls,
        key: str,
        *,
        title: str,
        rule: str,
        text: str,
        provenance: Provenance = "printed",
        notes: tuple[str, ...] = (),
    ) -> "Table":
        """Parse ``text``: a line of headings, a line of dashes, then rows; cells between bars.

        The first column holds the labels. ValueError if a row has another number of cells.
        """
        head, rule_line, *body = [line.strip() for line in text.strip().splitlines()]
        if set(rule_line) - set("-+| "):
            raise ValueError(f"{key}: the second line is not a rule")
        corner, *columns = [cell.strip() for cell in head.split("|")]
        rows = []
        for line in body:
            label, *cells = [cell.strip() for cell in line.split("|")]
            if len(cells) != len(columns):
                raise ValueError(f"{key}: row {label!r} has {len(cells)} cells")
            rows.append(Row(label, tuple(cells)))
        return cls(
            key=key,
            title=title,
            rule=rule,
            provenance=provenance,
            corner=corner,
            columns=tuple(columns),
            rows=tuple(rows),
            notes=notes,
        )

    def cell(self, row: str, column: str) -> str:
        """The cell as printed; KeyError if there is no such row or column."""
        return self.row(row)[self._column(column)]

    def row(self, label: str) -> tuple[str, ...]:
        """The cells of a row; KeyError if there is no such row."""
        for row in self.rows:
            if row.label == label:
                return row.cells
        raise KeyError(label)

    def _column(self, column: str) -> int:
        try:
            return self.columns.index(column)
        except ValueError:
            raise KeyError(column) from None

    def plain(self) -> dict[str, Any]:
        """The table as the API gives it."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain

    def fingerprint(self) -> str:
        """What a campaign's first event pins."""
        return fingerprint(self.plain())
