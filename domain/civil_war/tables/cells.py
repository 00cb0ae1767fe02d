"""The table cell that each die was read on."""

from collections.abc import Mapping, Sequence
from typing import Any

from iacta.domain.civil_war import effects as fx


def cells(effects: Sequence[Any]) -> Mapping[str, str]:
    """The cell for each die, by the die's purpose: table, row, column and content."""
    found: dict[str, str] = {}
    for effect in effects:
        match effect:
            case fx.YearEventRolled():
                found["year event"] = f"events, {effect.total}"
            case fx.DesertionRolled():
                for which, region in zip(("first", "second"), effect.regions, strict=False):
                    found[f"desertion, {which} region"] = f"desertion: {region}"
            case fx.LeaderChecked():
                cell = f"leaders, {effect.leader}: dies below {effect.number}"
                found[f"death of {effect.leader}"] = cell
            case fx.CombatResolved():
                purpose = f"combat in {effect.zone}" if effect.zone else "combat"
                result = f"{effect.result.attacker}/{effect.result.defender}"
                found[purpose] = f"combat, row {effect.row}, column {effect.column}: {result}"
            case _:
                pass
    return found
