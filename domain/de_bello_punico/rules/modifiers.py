"""What is added to a combat die, each with its reason and rule. BP 10.3."""

from iacta.domain.de_bello_punico.effects import Modifier
from iacta.domain.de_bello_punico.state import State, Unit
from iacta.domain.de_bello_punico.tables import REAR

CHARGE = 2
"""for charging mercenaries. BP 15.2"""


def from_behind(state: State, attacker: Unit, target: Unit) -> bool:
    """Whether the attacker stands in one of the target's rear hexes. BP 10.5."""
    return attacker.hex in state.grid.rear(target.place, target.facing)


def rear_value(kind: str) -> int:
    """What a type adds from behind; mercenaries 1 by ruling. BP 10.5, BP-4."""
    return 1 if kind == "mercenaries" else int(REAR.cell(kind, "modifier"))


def common(state: State, unit: Unit, support: int) -> list[Modifier]:
    """What counts for attacker and defender alike. BP 10.3; terrain never counts."""
    found = [Modifier(state.values[unit.type].combat, "Combat Points", "BP 10.3")]
    if "point" in unit.marks:
        found.append(Modifier(1, "a Command Point", "BP 4.3"))
    rider = state.rider(unit.id)
    if rider is not None:
        found.append(Modifier(1, f"{rider.name} is with them", "BP 13"))
    if support:
        found.append(Modifier(support, "support from behind", "BP 10.4"))
    if unit.disorder:
        found.append(Modifier(-unit.disorder, "Disorder", "BP 10.3"))
    return found


def attacking(
    state: State, unit: Unit, target: Unit, support: int, charge: bool
) -> tuple[Modifier, ...]:
    """The attacker's modifiers. BP 10.3."""
    found = common(state, unit, support)
    if charge:
        found.append(Modifier(CHARGE, "mercenaries charge", "BP 15.2"))
    if "charge" in unit.marks:
        found.append(Modifier(1, "elephants after four hexes straight ahead", "BP 10.3"))
    if from_behind(state, unit, target):
        found.append(Modifier(rear_value(unit.type), "attack from behind", "BP 10.5"))
    return tuple(found)


def defending(state: State, unit: Unit, support: int) -> tuple[Modifier, ...]:
    """The defender's modifiers. BP 10.3."""
    return tuple(common(state, unit, support))
