"""The keys that states, commands and effects share: sides, types, boxes, phases, marks."""

from typing import Annotated, Literal, get_args

from msgspec import Meta

KEY = "de-bello-punico"
SideKey = Literal["rome", "carthage"]
SIDES: tuple[SideKey, SideKey] = ("carthage", "rome")
"""Carthage first, as it places its markers. BP 4.1."""
TypeKey = Literal[
    "velites",
    "hastati",
    "principes",
    "triarii",
    "allied-celts",
    "allied-numidians",
    "skirmishers",
    "mercenaries",
    "infantry",
    "veterans",
    "equites",
    "light-cavalry",
    "elephants",
]
TYPES: tuple[str, ...] = get_args(TypeKey)
Arm = Literal["foot", "light", "horse", "elephants"]
ARMS: dict[str, Arm] = {
    **dict.fromkeys(TYPES, "foot"),
    "velites": "light",
    "skirmishers": "light",
    "equites": "horse",
    "light-cavalry": "horse",
    "elephants": "elephants",
}
UnitId = Annotated[
    str,
    Meta(
        pattern=r"^[rk][1-9][0-9]{0,2}\Z",
        max_length=4,
        description="A unit's id: `r` for Rome or `k` for Carthage, and a number.",
    ),
]
TargetId = Annotated[
    str,
    Meta(
        pattern=r"^[rk](0|[1-9][0-9]{0,2})\Z",
        max_length=4,
        description="A unit's id, or `r0` or `k0` for a leader who stands alone.",
    ),
]
LETTERS = {"rome": "r", "carthage": "k"}
"""The first letter of a side's units."""
BoxKey = Literal[
    "combat", "recovery", "cavalry", "movement", "furor", "elephants", "fortuna", "initiative"
]
Worth = Literal["point", "vacuus"]
Small = Annotated[int, Meta(ge=0, le=99)]

Phase = Literal[
    "",
    "set-up",
    "command",
    "initiative",
    "order",
    "elephants",
    "stampede",
    "move",
    "volley",
    "attack-points",
    "defence-points",
    "combat",
    "recover",
    "over",
]

Mark = Literal[
    "moved",
    "stopped",
    "hastened",
    "no-attack",
    "charge",
    "attacked",
    "supported",
    "withdrew",
    "point",
    "commanded",
    "fired",
    "checked",
    "routed",
    "finis",
    "furious",
]
"""What a unit has done or is subject to; `evolve` clears them."""


def other(side: str) -> SideKey:
    """The opponent."""
    return "carthage" if side == "rome" else "rome"


def leader_id(side: str) -> str:
    """A leader who stands alone, as the target of an attack. BP-51."""
    return f"{LETTERS[side]}0"
