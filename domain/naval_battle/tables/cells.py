"""The table cell that each die was read on."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from iacta.domain.naval_battle import effects as fx

TITLES = {
    "command_check": "Command Check",
    "panic_check": "Command Check after panic",
    "ram": "combat",
    "boarding": "combat",
    "volley": "fire",
}


def cells(effects: Sequence[Any]) -> Mapping[str, str]:
    """Purpose of a die → table, row, column, and what stands there."""
    return {purpose: cell for effect in effects for purpose, cell in _cells(effect)}


def _cells(effect: Any) -> Iterator[tuple[str, str]]:
    match effect:
        case fx.Checked():
            for one in effect.checks:
                cell = f"{TITLES[effect.table]}, {one.row}, {one.value}: {one.result}"
                yield f"check of {one.name}", cell
        case fx.RallyRolled():
            yield f"rally of {effect.name}", f"rally, {effect.row}, {effect.value}: {effect.result}"
        case fx.LeftBoard(face=int()):
            yield f"fate of {effect.fleet}", f"fate, {effect.how}, {effect.face}: {effect.result}"
        case fx.FleetSunk():
            for jump in effect.jumps:
                if jump.face is not None:
                    cell = f"{TITLES['panic_check']}, {jump.row}, {jump.face}: {jump.result}"
                    yield f"jump of {jump.leader}", cell
        case fx.Attacked():
            for number, blow in enumerate(effect.blows, start=1):
                cell = f"{TITLES[effect.attack]}, {effect.row}, {blow.face}: {blow.result}"
                yield f"{purpose(effect)}, die {number}", cell
        case fx.Reconstituted():
            for roll in effect.rolls:
                cell = f"reconstitution, {roll.row}, {roll.face}: {roll.result}"
                yield f"reconstitution of {roll.name}", cell


def purpose(effect: fx.Attacked) -> str:
    """What an attack's dice are thrown for."""
    if effect.attack == "volley":
        return f"fire at {effect.blows[0].on} by {effect.fleet}"
    return f"{effect.attack} of {effect.target} by {effect.unit}"
