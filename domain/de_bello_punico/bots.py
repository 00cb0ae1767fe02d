"""Players: one picks anything legal, one keeps a line and attacks where it has the better of it.

They get a view and options, never state, and do the same for the same choices.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.kernel.choices import Below, fill
from domain.kernel.system import Option

Plain = dict[str, Any]
PASSING = ("end", "ready", "accept")
ROLES = {"seat:rome": "rome", "seat:carthage": "carthage"}


def _kinds(options: Sequence[Option]) -> dict[str, Option]:
    return {option.command["type"].split(".")[1]: option for option in options}


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
    kinds = _kinds(options)
    if "move" in kinds or "march" in kinds:
        return _advance(view.get("game", view), kinds, ROLES[role])
    if "attack" in kinds:
        return _attack(kinds["attack"]) or dict(kinds["end"].command)
    for kind in ("ready", "accept", "pursue", "choose-order"):
        if kind in kinds:
            return dict(kinds[kind].command)
    for kind in ("rally", "shoot", "goad", "stand", "occupy", "commit"):
        if kind in kinds:
            return _fully(kinds[kind])
    return fill(options[below(len(options))], below)


def _fully(option: Option) -> Plain:
    """The first of each choice, and as many of several as there may be."""
    return _fill(dict(option.command), option.choices)


def _fill(command: Plain, choices: Mapping[str, Any]) -> Plain:
    for pointer, choice in choices.items():
        name = pointer.removeprefix("/")
        if "some_of" in choice:
            command[name] = [item["value"] for item in choice["some_of"]][: choice["max"]]
        elif "one_of" in choice:
            item = choice["one_of"][0]
            command[name] = item["value"]
            _fill(command, item.get("choices", {}))
    return command


def _advance(game: Mapping[str, Any], kinds: Mapping[str, Option], side: str) -> Plain:
    """The line marches together until it is close; then the impulse ends."""
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
    contact = _contact(kinds.get("move"), units, enemies)
    return contact or dict(kinds["end"].command)


def _contact(move: Option | None, units: Mapping[str, Any], enemies: Sequence[Any]) -> Plain | None:
    """A move of a unit of horse that brings it before an enemy, the weakest first."""
    if move is None:
        return None
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
                    return {
                        **move.command,
                        "unit": item["value"],
                        "to": goal["value"],
                        "facing": turn["value"],
                    }
    return None


def _attack(option: Option) -> Plain | None:
    """The attack with the best difference of sums, if it is not to the attacker's harm."""
    found: list[tuple[int, Plain]] = []
    for item in option.choices["/attacker"]["one_of"]:
        choices = item["choices"]
        helpers = [one["value"] for one in choices["/support"]["some_of"]]
        for target in choices["/target"]["one_of"]:
            edge = _edge(target["title"]) + len(helpers)
            command = {
                **option.command,
                "attacker": item["value"],
                "target": target["value"],
                "support": helpers,
                "charge": choices["/charge"]["one_of"][-1]["value"],
            }
            found.append((edge, command))
    edge, command = max(found, key=lambda one: one[0])
    return command if edge >= 0 else None


def _edge(title: str) -> int:
    """Read `…: +5 against +4` as 1."""
    if ": +" not in title and ": \u2212" not in title:
        return 99
    mine, theirs = title.rsplit(": ", 1)[1].split(" against ")
    return _number(mine) - _number(theirs)


def _number(text: str) -> int:
    return int(text.replace("\u2212", "-"))


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
