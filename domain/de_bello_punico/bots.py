"""Two bots: one picks legal commands at random, one keeps a line and attacks with an advantage.

They get a view and options, never the state, and are deterministic for the same random choices.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from iacta.domain.kernel.contract.choices import (
    Below,
    Choice,
    Choices,
    ChooseOne,
    ChooseSome,
    Option,
    Unfillable,
    fill,
    filled,
)

Plain = dict[str, Any]
View = Mapping[str, Any]
PASSING = ("end", "ready", "accept")
PLACES = ("combat", "recovery", "furor", "elephants", "combat", "cavalry", "movement")
"""where the steady bot places its points; its Vacuus goes in Fortuna"""
POOR = 2
"""the highest face that the steady bot rerolls"""


def random_command(game: View, options: Sequence[Option], role: str, below: Below) -> Plain | None:
    """Any option, filled at random; an impulse is ended one time in four."""
    if not options:
        return None
    passing = [one for one in options if one.id in PASSING]
    acting = [one for one in options if one.id not in PASSING]
    if acting and (not passing or below(4)):
        return fill(acting[below(len(acting))], below)
    return fill((passing or acting)[below(len(passing or acting))], below)


def steady_command(game: View, options: Sequence[Option], role: str, below: Below) -> Plain | None:
    """The next command as plain data, or None: keep the line, attack with the better total."""
    if not options:
        return None
    side = role.removeprefix("seat:")
    kinds = {option.command["type"].split(".")[1]: option for option in options}
    if "place" in kinds:
        return _place(game, options, side)
    if "move" in kinds or "march" in kinds:
        return _advance(game, kinds, side)
    if "attack" in kinds:
        return _attack(game, kinds["attack"]) or dict(kinds["end"].command)
    if "withdraw" in kinds and _attacked(game)["arm"] == "light":
        return _first(kinds["withdraw"])
    if "reroll" in kinds and _own_face(game, side) <= POOR:
        return dict(kinds["reroll"].command)
    for kind in ("ready", "accept", "pursue", "stand", "occupy", "choose-order", "commit"):
        if kind in kinds:
            return _first(kinds[kind])
    for kind in ("rally", "shoot", "goad", "end"):
        if kind in kinds:
            return _first(kinds[kind])
    return fill(options[below(len(options))], below)


def _first(option: Option) -> Plain:
    """The first of each choice, and as many of several as there may be."""
    return filled(option, _first_of)


def _first_of(pointer: str, choice: Choice) -> tuple[Any, Choices]:
    match choice:
        case ChooseOne():
            return choice.one_of[0].value, choice.one_of[0].choices
        case ChooseSome():
            return choice.values[: choice.max], {}
    raise Unfillable(pointer)


def _place(game: View, options: Sequence[Option], side: str) -> Plain:
    """The Vacuus into Fortuna, where it will be feared, then a point into each useful box."""
    offered = {option.command["box"]: option for option in options}
    army = next(one for one in game["armies"] if one["side"] == side)
    held = {box["box"]: len(box["markers"]) for box in army["boxes"]}
    markers = options[0].choices["/marker"].values
    if "vacuus" in markers and "fortuna" in offered:
        return {**offered["fortuna"].command, "marker": "vacuus"}
    for index, box in enumerate(PLACES, 1):
        if box in offered and held[box] < PLACES[:index].count(box):
            return {**offered[box].command, "marker": markers[0]}
    return {**options[0].command, "marker": markers[0]}


def _attacked(game: View) -> Plain:
    target = game["pending"][0]["target"]
    return dict(next(unit for unit in game["units"] if unit["id"] == target))


def _own_face(game: View, side: str) -> int:
    throws = game["pending"][0]["throws"]
    return int(next(one["face"] for one in throws if one["side"] == side))


def _advance(game: View, kinds: Mapping[str, Option], side: str) -> Plain:
    """The line marches together until it is close; then single units step up; then the end."""
    units = {unit["id"]: unit for unit in game["units"]}
    enemies = [
        unit
        for unit in units.values()
        if unit["side"] != side and not unit["fate"] and not unit["panicked"]
    ]
    if "march" in kinds and enemies:
        choices = kinds["march"].choices
        ready = choices["/units"].values
        foot = [key for key in ready if units[key]["arm"] != "horse"] or ready
        gap = min(_distance(units[key]["hex"], one["hex"]) for key in foot for one in enemies)
        steps = min(max(gap - 1, 1), 2)
        return {**kinds["march"].command, "units": foot, "hexes": steps}
    contact = _contact(kinds["move"], units, enemies) if "move" in kinds else None
    return contact or dict(kinds["end"].command)


def _contact(move: Option, units: Mapping[str, Any], enemies: Sequence[Any]) -> Plain | None:
    """A move that brings a unit, still fresh, before an enemy that is no stronger."""
    places = {enemy["hex"]: enemy for enemy in enemies}
    for mover in move.choices["/unit"].alternatives:
        unit = units[mover.value]
        near = any(_distance(unit["hex"], hex_) <= 1 for hex_ in places)
        if unit["disorder"] >= unit["morale"] - 1 or near:
            continue
        for goal in mover.choices["/to"].alternatives:
            for facing in goal.choices["/facing"].values:
                ahead = places.get(_ahead(goal.value, facing))
                if ahead is not None and ahead["strength"] <= unit["strength"]:
                    chosen = {"unit": mover.value, "to": goal.value, "facing": facing}
                    return {**move.command, **chosen}
    return None


def _attack(game: View, option: Option) -> Plain | None:
    """The attack with the best difference of strength, if it is not to the attacker's harm."""
    units = {unit["id"]: unit for unit in game["units"]}
    found: list[tuple[int, Plain]] = []
    for attacker in option.choices["/attacker"].alternatives:
        helpers = attacker.choices["/support"].values
        for target in attacker.choices["/target"].alternatives:
            edge = _force(units[attacker.value]) + len(helpers) - _force(units[target.value])
            command = {
                **option.command,
                "attacker": attacker.value,
                "target": target.value,
                "support": helpers,
                "charge": target.choices["/charge"].values[-1],
            }
            found.append((edge, command))
    edge, command = max(found, key=lambda one: one[0])
    return command if edge >= 0 else None


def _force(unit: Plain) -> int:
    """What a unit adds to its die; one in panic is cut down."""
    point = "point" in unit["marks"]
    return -9 if unit["panicked"] else int(unit["strength"] - unit["disorder"] + point)


def _axial(hex_: str) -> tuple[int, int]:
    column, row = int(hex_[:2]) - 1, int(hex_[2:]) - 1
    return column, row - (column - column % 2) // 2


def _distance(start: str, end: str) -> int:
    (q, r), (u, v) = _axial(start), _axial(end)
    return max(abs(q - u), abs(r - v), abs(q + r - u - v))


def _ahead(hex_: str, facing: int) -> str:
    """The hex straight ahead, be it on the field or not."""
    column, row = int(hex_[:2]), int(hex_[2:])
    low = column % 2 == 0
    right = (0, 1, 1, 0, -1, -1)[facing]
    down = ((-1, 0, 1, 1, 1, 0) if low else (-1, -1, 0, 1, 0, -1))[facing]
    return f"{column + right:02}{row + down:02}"
