"""Set-up, where points are placed, and who acts first."""

from collections.abc import Callable, Sequence

from iacta.domain.de_bello_punico.bots.filling import units_of
from iacta.domain.de_bello_punico.bots.sight import NEAR, Plain, Sight, distance
from iacta.domain.kernel.contract.choices import Below, ChooseSome, Option


def shift(see: Sight, option: Option, below: Below) -> Plain | None:
    """Close a gap: to a hex beside more friends."""
    for one in units_of(option):
        unit = see.units[one.value]
        if unit["fate"]:
            continue
        now = see.beside(unit["hex"])
        for hex_ in one.choices["/to"].values:
            if see.beside(hex_) - (distance(hex_, unit["hex"]) == 1) > now:
                return {**option.command, "unit": one.value, "to": hex_}
    return None


def seat(see: Sight, option: Option, below: Below) -> Plain | None:
    """With the unit from which most others are commanded; not on elephants, which may run wild."""
    units = [key for key in option.choices["/unit"].values if see.units[key]["type"] != "elephants"]
    best = max(units, key=lambda key: see.in_range(see.units[key]["hex"]), default=None)
    if best is not None and see.in_range(see.units[best]["hex"]) > see.in_range(see.leader["hex"]):
        return {**option.command, "unit": best}
    return None


def hold_out(see: Sight, option: Option, below: Below) -> Plain:
    """With the last that may."""
    return {**option.command, "unit": option.choices["/unit"].values[-1]}


def _wanted(see: Sight) -> list[str]:
    """The boxes in which a point may tell this turn, the most useful first; some twice."""
    near = see.closest(see.mine) <= NEAR + 2
    hurt = any(one["disorder"] for one in see.mine)
    wanted = []
    if any(
        one["fate"] in ("pursuing", "held") and one["side"] == see.side
        for one in see.units.values()
    ):
        wanted.append("cavalry")
    useful = see.side == "rome" and see.game["scenario"] != "trebbia"  # BP 17.1.3b
    if useful and any(one["arm"] == "elephants" for one in see.enemies):
        wanted.append("elephants")
    if near:
        wanted += ["combat", "recovery"] if hurt else ["combat", "combat"]
        wanted += ["furor", "fortuna", "combat", "cavalry", "initiative", "movement"]
    else:
        wanted += ["movement", "initiative", "recovery" if hurt else "cavalry", "combat", "fortuna"]
    return [*wanted, "combat", "recovery", "movement", "initiative", "movement"]


def _box(see: Sight, offered: Sequence[str], placed: Callable[[str], int]) -> str:
    """The first box wanted that has fewer markers than it is wanted."""
    wanted = _wanted(see)
    for index, box in enumerate(wanted, 1):
        if box in offered and placed(box) < wanted[:index].count(box):
            return box
    return offered[0]


def place(see: Sight, options: Sequence[Option], below: Below) -> Plain:
    """A marker where one is wanted; the Vacuus now and then, anywhere that a point might be."""
    offered = {option.command["box"]: option for option in options}
    box = _box(see, list(offered), see.held)
    left = offered[box].choices["/marker"].values
    bluff = "vacuus" in left and (len(left) == 1 or below(see.army["to_place"]) == 0)
    marker = "vacuus" if bluff else "point"
    return {**offered[box].command, "marker": marker}


def place_all(see: Sight, option: Option, below: Below) -> Plain:
    """All markers at once, each where it is wanted."""
    choice = option.choices["/boxes"]
    assert isinstance(choice, ChooseSome)
    boxes: list[str] = []
    while len(boxes) < choice.max:
        room = [
            box
            for box in dict.fromkeys(choice.values)
            if boxes.count(box) < choice.values.count(box)
        ]
        boxes.append(_box(see, room, boxes.count))
    return {**option.command, "boxes": boxes, "vacuus": below(len(boxes))}


def order(see: Sight, option: Option, below: Below) -> Plain:
    """First where the lines have met; else the enemy may come."""
    return {**option.command, "order": "first" if see.closest(see.mine) <= NEAR else "second"}
