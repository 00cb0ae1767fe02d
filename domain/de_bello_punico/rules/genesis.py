"""How a battle begins: the documents laid out for a scenario.

Trebbia BP 17.1 with BP 17.1.3, Beneventum BP 17.2, Po BP 17.3, Zama BP 17.4.
"""

from collections.abc import Sequence

from iacta.domain.de_bello_punico.documents import (
    ArmyData,
    Counters,
    Fields,
    Missiles,
    Orders,
    Supports,
    check_together,
)
from iacta.domain.de_bello_punico.effects import AnyEffect, Began
from iacta.domain.de_bello_punico.state import Army, Leader, Spot, Switches, Unit
from iacta.domain.de_bello_punico.state.grid import OUT, Field
from iacta.domain.de_bello_punico.state.keys import LETTERS, BoxKey, SideKey, other
from iacta.domain.de_bello_punico.tables import BATTLES
from iacta.domain.kernel.contract.system import Setup

FIRST_TO_SET_UP: dict[str, SideKey] = {
    "trebbia": "rome",
    "beneventum": "carthage",
    "po": "carthage",
    "zama": "carthage",
}
"""Printed for the first two: BP 17.1.2, BP 17.2.2; the others BP-17."""
FRESH = ("equites", "allied-celts")
"""Romans at the Trebbia who had not waded through the river. BP 17.1.3a, BP-11"""


def begin(setup: Setup) -> Sequence[AnyEffect]:
    """The first effect: field, armies, every unit in the first free hex of its type."""
    counters: Counters = setup.data["counters"]
    fields: Fields = setup.data["fields"]
    missiles: Missiles = setup.data["missiles"]
    supports: Supports = setup.data["support"]
    orders: Orders = setup.data["orders-of-battle"]
    check_together(dict(setup.data))
    battle = setup.scenario
    field = next(one for one in fields.fields if one.scenario == battle)
    order = next(one for one in orders.battles if one.scenario == battle)
    sides: tuple[tuple[SideKey, ArmyData], ...] = (
        ("rome", order.rome),
        ("carthage", order.carthage),
    )
    units = tuple(unit for side, army in sides for unit in _units(battle, field, side, army))
    first = FIRST_TO_SET_UP[battle]
    draw = BATTLES.cell(battle, "draw")
    return [
        Began(
            scenario=battle,
            turns=int(BATTLES.cell(battle, "turns")),
            draw=None if draw == "none" else _side(draw),
            switches=Switches(**{key: setup.options[key] for key in Switches.__struct_fields__}),
            armies=tuple(_army(battle, side) for side, _ in sides),
            field=field,
            types=counters.types,
            missiles=missiles.rows,
            support=supports.groups,
            spots=tuple(
                Spot(side, group.type, group.hexes) for side, army in sides for group in army.units
            ),
            setting=(first, other(first)),
            units=units,
            leaders=tuple(_leader(battle, side, army, units) for side, army in sides),
        )
    ]


def _side(word: str) -> SideKey:
    return "rome" if word == "rome" else "carthage"


def _units(battle: str, field: Field, side: SideKey, army: ArmyData) -> list[Unit]:
    facing = (OUT[field.home(side)] + 3) % 6  # BP-47
    found: list[Unit] = []
    for group in army.units:
        tired = battle == "trebbia" and side == "rome" and group.type not in FRESH
        for hex_ in group.hexes[: group.count]:
            key = f"{LETTERS[side]}{len(found) + 1}"
            # BP 17.1.3a: the reduced side has taken 1 Disorder (BP-10)
            found.append(
                Unit(
                    id=key, side=side, type=group.type, hex=hex_, facing=facing, disorder=int(tired)
                )
            )
    return found


def _army(battle: str, side: SideKey) -> Army:
    return Army(
        side,
        int(BATTLES.cell(battle, f"{side} points")),
        boxes(side),
        int(BATTLES.cell(battle, f"{side} limit")),
    )


def boxes(side: str) -> tuple[BoxKey, ...]:
    """A side's seven boxes. BP 4.1, BP-28."""
    both: tuple[BoxKey, ...] = ("combat", "movement", "recovery", "cavalry")
    if side == "carthage":
        return (*both, "furor", "fortuna", "initiative")  # BP 4.7
    return (*both, "elephants", "fortuna", "initiative")  # BP 4.8


def _leader(battle: str, side: SideKey, army: ArmyData, units: Sequence[Unit]) -> Leader:
    """A leader's value is the side's Command Points. BP 13."""
    value = int(BATTLES.cell(battle, f"{side} points"))
    own = [unit for unit in units if unit.side == side]
    with_ = next((unit for unit in own if unit.type == army.leader_with), own[0])
    return Leader(side, army.leader, value, with_.hex)
