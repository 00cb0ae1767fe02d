"""The documents that a campaign may replace: the borders between regions. SW M1."""

from typing import Annotated

from msgspec import Meta

from iacta.domain.kernel.contract.system import Document, Part, packaged
from iacta.domain.kernel.proof.errors import Invalid
from iacta.domain.samnite_wars.tables import REGIONS

REGION_NAMES = tuple(row.cells[0] for row in REGIONS.rows)
HOME = "Latins"
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Note = Annotated[str, Meta(max_length=1000)]


class Border(Part, frozen=True):
    """Two regions that share a border, and the reason for it."""

    between: Annotated[tuple[Name, ...], Meta(min_length=2, max_length=2)]
    reason: Note = ""


class Borders(Part, frozen=True):
    """Every border of the map, listed once."""

    borders: Annotated[tuple[Border, ...], Meta(min_length=1, max_length=45)]
    provenance: Note = ""
    note: Note = ""


def check_borders(document: Borders) -> None:
    """Raise `Invalid` if a region is unknown, a border is listed twice, or a region is cut off."""
    seen: list[set[str]] = []
    for index, border in enumerate(document.borders):
        pointer = f"/borders/{index}/between"
        for place, name in enumerate(border.between):
            if name not in REGION_NAMES:
                raise Invalid(f"there is no region {name!r}", pointer=f"{pointer}/{place}")
        pair = {*border.between}
        if len(pair) < 2:
            raise Invalid("a region cannot border itself", pointer=pointer)
        if pair in seen:
            raise Invalid("this border is listed twice", pointer=pointer)
        seen.append(pair)
    cut_off = [name for name in REGION_NAMES if name not in _reached(seen)]
    if cut_off:
        raise Invalid(f"the {cut_off[0]} cannot be reached", pointer="/borders")


def _reached(pairs: list[set[str]]) -> set[str]:
    """The regions that can be reached from the Latins."""
    reached = {HOME}
    while wider := [pair for pair in pairs if pair & reached and not pair <= reached]:
        reached = reached.union(*wider)
    return reached


BORDERS = packaged("iacta.domain.samnite_wars", "borders", Borders)
DOCUMENTS = (Document("borders", "Borders between regions", Borders, BORDERS, check=check_borders),)
