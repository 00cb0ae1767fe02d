"""The table cell that each die was read on."""

from collections.abc import Mapping, Sequence
from typing import Any

from iacta.domain.de_bello_punico import effects as fx


def cells(effects: Sequence[Any]) -> Mapping[str, str]:
    """Purpose of a die → table, row and column, and what stands there."""
    found: dict[str, str] = {}
    goaded = ""
    for effect in effects:
        match effect:
            case fx.ElephantRolled():
                goaded = ", ".join((effect.unit, *effect.others))
            case fx.ElephantResolved() if goaded:
                cell = f"elephants, {effect.face}: {effect.result}"
                found[f"elephants {goaded}"] = cell
            case fx.VolleyRolled():
                cell = f"missiles, range {effect.range}: {effect.number} or less"
                found[f"volley of {effect.shooter} on {effect.target}"] = cell
            case fx.CombatResolved():
                for role, one in (("attacker", effect.attacker), ("defender", effect.defender)):
                    cell = f"total {one.total}: {one.disorder} Disorder"
                    found[f"combat, {role} {one.unit}"] = cell
            case fx.LeaderResolved():
                fate = "dies" if effect.dead else "lives"
                found[f"life of {effect.name}"] = f"a 1 kills: the leader {fate}"
            case _:
                pass
    return found
