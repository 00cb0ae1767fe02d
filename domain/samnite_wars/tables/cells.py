"""The table cell that each die was read on."""

from collections.abc import Mapping, Sequence
from typing import Any

from iacta.domain.samnite_wars import effects as fx
from iacta.domain.samnite_wars.tables import EVENTS, REGIONS


def cells(effects: Sequence[Any]) -> Mapping[str, str]:
    """The cell for each die, by the die's purpose: table, row and content."""
    found: dict[str, str] = {}
    for effect in effects:
        if isinstance(effect, fx.EventRolled):
            face, region_face = str(effect.event.face), effect.event.region_face
            found["event"] = f"events, {face}: {EVENTS.cell(face, 'event')}"
            if region_face is not None:
                region, otherwise, *_ = REGIONS.row(str(region_face))
                cell = f"regions, {region_face}: {region} ({otherwise})"
                found["region of the war"] = cell
    return found
