"""Players: one picks anything legal, one keeps a line and attacks where it has the better of it.

They get a view and options, never state, and do the same for the same choices.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from iacta.domain.kernel.contract.choices import Below, fill
from iacta.domain.kernel.contract.system import Option

Plain = dict[str, Any]
PASSING = ("end", "ready", "accept")
PLACES = ("combat", "recovery", "furor", "elephants", "combat", "cavalry", "movement")
"""where a steady player lays his points; his Vacuus lies in Fortuna"""
POOR = 2
"""the worst face that he throws again"""


def random_command(
    view: Mapping[str, Any], options: Sequence[Option], role: str, below: Below
) -> Plain | None:
    """Any option, filled at random; an impulse is ended one time in four."""
    if not options:
        return None
    passing = [one for one in options if one.id in PASSING]
    acting = [one for one in options if one.id not in PASSING]
    if acting and (not passing or below(4)):
        return fill(acting[below(len(acting))], below)
    return fill((passing or acting)[below(len(passing or acting))], below)


def steady_command(
    view: Mapping[str, Any], options: Sequence[Option], role: str, below: Below
) -> Plain | None:
    """The next command of a player who keeps his line and attacks with the better sum."""
    if not options:
        return None
    game = view.get("game", view)
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
    return _filled(dict(option.command), option.choices)


def _filled(command: Plain, choices: Mapping[str, Any]) -> Plain:
    for pointer, choice in choices.items():
        name = pointer.removeprefix("/")
        if "some_of" in choice:
            command[name] = [item["value"] for item in choice["some_of"]][: choice["max"]]
        elif "one_of" in choice:
            item = choice["one_of"][0]
            command[name] = item["value"]
            _filled(command, item.get("choices", {}))
    return command


def _place(game: Plain, options: Sequence[Option], side: str) -> Plain:
    """The Vacuus into Fortuna, where it will be feared, then a point into each useful box."""
    offered = {option.command["box"]: option for option in options}
    army = next(one for one in game["armies"] if one["side"] == side)
    held = {box["box"]: len(box["markers"]) for box in army["boxes"]}
    markers = [one["value"] for one in options[0].choices["/marker"]["one_of"]]
    if "vacuus" in markers and "fortuna" in offered:
        return {**offered["fortuna"].command, "marker": "vacuus"}
    for index, box in enumerate(PLACES, 1):
        if box in offered and held[box] < PLACES[:index].count(box):
            return {**offered[box].command, "marker": markers[0]}
    return {**options[0].command, "marker": markers[0]}


def _attacked(game: Plain) -> Plain:
    target = game["pending"][0]["target"]
    return dict(next(unit for unit in game["units"] if unit["id"] == target))


def _own_face(game: Plain, side: str) -> int:
    throws = game["pending"][0]["throws"]
    return int(next(one["face"] for one in throws if one["side"] == side))


def _advance(game: Plain, kinds: Mapping[str, Option], side: str) -> Plain:
    """The line marches together until it is close; then single units step up; then the end."""
    units = {unit["id"]: unit for unit in game["units"]}
    enemies = [
        unit
        for unit in units.values()
        if unit["side"] != side and not unit["fate"] and not unit["panicked"]
    ]
    if "march" in kinds and enemies:
        choices = kinds["march"].choices
        ready = [item["value"] for item in choices["/units"]["some_of"]]
        foot = [key for key in ready if units[key]["arm"] != "horse"] or ready
        gap = min(_distance(units[key]["hex"], one["hex"]) for key in foot for one in enemies)
        steps = min(max(gap - 1, 1), 2, choices["/hexes"]["integer"]["max"])
        return {**kinds["march"].command, "units": foot, "hexes": steps}
    contact = _contact(kinds["move"], units, enemies) if "move" in kinds else None
    return contact or dict(kinds["end"].command)


def _contact(move: Option, units: Mapping[str, Any], enemies: Sequence[Any]) -> Plain | None:
    """A move that brings a unit, still fresh, before an enemy that is no stronger."""
    places = {enemy["hex"]: enemy for enemy in enemies}
    for item in move.choices["/unit"]["one_of"]:
        unit = units[item["value"]]
        near = any(_distance(unit["hex"], hex_) <= 1 for hex_ in places)
        if unit["disorder"] >= unit["morale"] - 1 or near:
            continue
        for goal in item["choices"]["/to"]["one_of"]:
            for turn in goal["choices"]["/facing"]["one_of"]:
                ahead = places.get(_ahead(goal["value"], turn["value"]))
                if ahead is not None and ahead["strength"] <= unit["strength"]:
                    chosen = {"unit": item["value"], "to": goal["value"]}
                    return {**move.command, **chosen, "facing": turn["value"]}
    return None


def _attack(game: Plain, option: Option) -> Plain | None:
    """The attack with the best difference of strength, if it is not to the attacker's harm."""
    units = {unit["id"]: unit for unit in game["units"]}
    found: list[tuple[int, Plain]] = []
    for item in option.choices["/attacker"]["one_of"]:
        choices = item["choices"]
        helpers = [one["value"] for one in choices["/support"]["some_of"]]
        for target in choices["/target"]["one_of"]:
            edge = _force(units[item["value"]]) + len(helpers) - _force(units[target["value"]])
            command = {
                **option.command,
                "attacker": item["value"],
                "target": target["value"],
                "support": helpers,
                "charge": target["choices"]["/charge"]["one_of"][-1]["value"],
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
