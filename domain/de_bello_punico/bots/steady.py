"""The steady bot: it keeps a front, goes for flanks, and spends a point where it tells."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from iacta.domain.de_bello_punico.bots.sight import (
    FAR,
    Plain,
    Sight,
    View,
    distance,
    force,
    prize,
    rear,
)
from iacta.domain.kernel.contract.choices import (
    Alternative,
    Below,
    Choice,
    Choices,
    ChooseOne,
    ChooseSome,
    Option,
    Unfillable,
    filled,
)

POOR = 2
"""the highest face of its own that it rerolls"""
NEAR = 3
"""hexes at which the armies are about to meet"""
CLEAR = 3
"""the advantage at which neither a charge nor support is needed"""
Play = Callable[[Sight, Option, Below], Plain | None]


def steady_command(game: View, options: Sequence[Option], role: str, below: Below) -> Plain | None:
    """The next command in plain data; none if nothing is offered."""
    if not options:
        return None
    see = Sight(game, role.removeprefix("seat:"))
    kinds = kinds_of(options)
    if "place" in kinds:
        return _place(see, kinds["place"], below)
    for kind, play in PLAYS:
        for option in kinds.get(kind, ()):
            command = play(see, option, below)
            if command is not None:
                return command
    return first_of(options[0])


def kinds_of(options: Sequence[Option]) -> Mapping[str, Sequence[Option]]:
    """Options by the type of their command, without the game."""
    kinds: dict[str, list[Option]] = {}
    for option in options:
        kinds.setdefault(option.command["type"].split(".")[1], []).append(option)
    return kinds


def _plainly(see: Sight, option: Option, below: Below) -> Plain:
    return dict(option.command)


def first_of(option: Option) -> Plain:
    """The first of each choice, and as many of several as there may be."""
    return filled(option, _first_choice)


def _first_choice(pointer: str, choice: Choice) -> tuple[Any, Choices]:
    match choice:
        case ChooseOne():
            return choice.one_of[0].value, choice.one_of[0].choices
        case ChooseSome():
            return choice.values[: choice.max], {}
    raise Unfillable(pointer)


def _units(option: Option, pointer: str = "/unit") -> Sequence[Alternative]:
    return option.choices[pointer].alternatives


# --- set-up and strategy ------------------------------------------------------------------------


def _shift(see: Sight, option: Option, below: Below) -> Plain | None:
    """Close a gap: to a hex beside more friends."""
    for one in _units(option):
        unit = see.units[one.value]
        if unit["fate"]:
            continue
        now = see.beside(unit["hex"])
        for hex_ in one.choices["/to"].values:
            if see.beside(hex_) - (distance(hex_, unit["hex"]) == 1) > now:
                return {**option.command, "unit": one.value, "to": hex_}
    return None


def _in_range(see: Sight, hex_: str) -> int:
    return sum(1 for one in see.mine if distance(hex_, one["hex"]) <= see.leader["range"])


def _seat(see: Sight, option: Option, below: Below) -> Plain | None:
    """With the unit from which most others are commanded."""
    best = max(
        option.choices["/unit"].values, key=lambda key: _in_range(see, see.units[key]["hex"])
    )
    if _in_range(see, see.units[best]["hex"]) > _in_range(see, see.leader["hex"]):
        return {**option.command, "unit": best}
    return None


def _hold_out(see: Sight, option: Option, below: Below) -> Plain:
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


def _place(see: Sight, options: Sequence[Option], below: Below) -> Plain:
    """A marker where one is wanted; the Vacuus now and then, anywhere that a point might be."""
    offered = {option.command["box"]: option for option in options}
    box = _box(see, list(offered), see.held)
    left = offered[box].choices["/marker"].values
    bluff = "vacuus" in left and (len(left) == 1 or below(see.army["to_place"]) == 0)
    marker = "vacuus" if bluff else "point"
    return {**offered[box].command, "marker": marker}


def _place_all(see: Sight, option: Option, below: Below) -> Plain:
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


def _order(see: Sight, option: Option, below: Below) -> Plain:
    """First where the lines have met; else the enemy may come."""
    return {**option.command, "order": "first" if see.closest(see.mine) <= NEAR else "second"}


# --- elephants ----------------------------------------------------------------------------------


def _goad(see: Sight, option: Option, below: Below) -> Plain:
    """Those that are nearest."""
    choice = option.choices["/units"]
    assert isinstance(choice, ChooseSome)

    def far(key: str) -> int:
        return min((distance(see.units[key]["hex"], one["hex"]) for one in see.mine), default=FAR)

    return {**option.command, "units": sorted(choice.values, key=far)[: choice.max]}


def _stampede(see: Sight, option: Option, below: Below) -> Plain:
    """Into their own: before the unit that can least bear it."""
    best: tuple[float, Plain] | None = None
    for one in _units(option):
        beast = see.units[one.value]
        for goal in one.choices["/to"].alternatives:
            run = distance(beast["hex"], goal.value)
            for facing in goal.choices["/facing"].values:
                prey = [unit for unit in see.before(goal.value, facing) if unit["id"] != one.value]
                hit = run and run < beast["movement"] and prey
                value = max(unit["disorder"] - unit["morale"] for unit in prey) if hit else -FAR
                if best is None or value > best[0]:
                    chosen = {"unit": one.value, "to": goal.value, "facing": facing}
                    best = value, {**option.command, **chosen}
    assert best is not None
    return best[1]


# --- movement -----------------------------------------------------------------------------------


def _recall(see: Sight, option: Option, below: Below) -> Plain:
    """Where it is nearest to the fighting."""
    one = _units(option)[0]
    hex_ = min(one.choices["/to"].values, key=see.gap)
    return {**option.command, "unit": one.value, "to": hex_}


def _hasten(see: Sight, option: Option, below: Below) -> Plain | None:
    """Units that come up to an enemy with one more MP and not without."""
    choice = option.choices["/units"]
    assert isinstance(choice, ChooseSome)
    short = [
        key
        for key in choice.values
        if see.gap(see.units[key]["hex"]) - 2 == see.units[key]["movement"]
    ]
    return {**option.command, "units": short[: choice.max]} if short else None


def _leave(see: Sight, option: Option, below: Below) -> Plain | None:
    """A worn unit that takes Rout Points with it."""
    worn = [key for key in option.choices["/unit"].values if see.units[key]["disorder"]]
    return {**option.command, "unit": worn[0]} if worn and see.army["rout"] else None


def _march(see: Sight, option: Option, below: Below) -> Plain | None:
    """The line goes forward together until it is close; the horse goes with it."""
    choice = option.choices["/units"]
    keys = [key for key in choice.values if see.units[key]["facing"] == see.forward]
    foot = [see.units[key] for key in keys if see.units[key]["arm"] != "horse"]
    close = see.closest(foot or [see.units[key] for key in keys])
    if not keys or not see.enemies:
        return None
    steps = min(max(close - 1, 1), 2)
    going = [
        key
        for key in keys
        if see.gap(see.units[key]["hex"]) > 2 or see.units[key]["arm"] != "horse"
    ]
    return {**option.command, "units": going or keys, "hexes": steps}


def _flank(see: Sight, option: Option, below: Below) -> Plain | None:
    """Horse that can fall on an enemy from behind does, before the line goes forward."""
    for mover in _units(option):
        unit = see.units[mover.value]
        if unit["arm"] != "horse" or see.gap(unit["hex"]) == 1:
            continue
        for goal in mover.choices["/to"].alternatives:
            if not any(goal.value in rear(one["hex"], one["facing"]) for one in see.enemies):
                continue
            for turn in goal.choices["/facing"].alternatives:
                prey = see.before(goal.value, turn.value)
                back = [one for one in prey if goal.value in rear(one["hex"], one["facing"])]
                worth = see.worth(unit, goal.value, turn.value) if back else None
                if worth is not None and worth > 0 and "through" not in turn.title:
                    chosen = {"unit": mover.value, "to": goal.value, "facing": turn.value}
                    return {**option.command, **chosen}
    return None


def _move(see: Sight, option: Option, below: Below) -> Plain | None:
    """A unit that can come before an enemy it may well beat, from behind if it can."""
    for mover in _units(option):
        unit = see.units[mover.value]
        if unit["disorder"] >= unit["morale"] - 1 or unit["arm"] == "light":
            continue
        now = see.worth(unit, unit["hex"], unit["facing"])
        if see.gap(unit["hex"]) > NEAR and unit["facing"] != see.forward:
            for goal in mover.choices["/to"].alternatives:
                if goal.value == unit["hex"]:
                    chosen = {"unit": mover.value, "to": goal.value, "facing": see.forward}
                    return {**option.command, **chosen}
        engaged = see.gap(unit["hex"]) == 1
        best: tuple[float, Plain] | None = None
        for goal in mover.choices["/to"].alternatives:
            stays = goal.value == unit["hex"]
            if (engaged and not stays) or see.gap(goal.value) > 1:
                continue
            for turn in goal.choices["/facing"].alternatives:
                worth = see.worth(unit, goal.value, turn.value)
                if worth is None or "through" in turn.title:
                    continue
                if (
                    worth >= 0
                    and worth > (-FAR if now is None else now)
                    and (best is None or worth > best[0])
                ):
                    chosen = {"unit": mover.value, "to": goal.value, "facing": turn.value}
                    best = worth, {**option.command, **chosen}
        if best is not None:
            return best[1]
    return None


def _move_leader(see: Sight, option: Option, below: Below) -> Plain | None:
    """With a unit behind the line from which most are commanded; never alone."""
    here = see.leader["hex"]

    def good(hex_: str) -> tuple[int, int]:
        safe = min(see.gap(hex_), 3)
        return _in_range(see, hex_) + 3 * safe, -distance(here, hex_)

    mine = {one["hex"] for one in see.mine}
    goals = [hex_ for hex_ in option.choices["/to"].values if hex_ in mine]
    if not goals:
        return None
    best = max(goals, key=good)
    if here not in mine or good(best)[0] > good(here)[0] + 1:
        return {**option.command, "to": best}
    return None


# --- volleys and combat -------------------------------------------------------------------------


def _shoot(see: Sight, option: Option, below: Below) -> Plain:
    """Where the number is best, at those nearest to panic."""
    shots = [
        (int(re.findall(r"(\d+) or less", target.title)[-1]), target.value, one.value)
        for one in _units(option, "/shooter")
        for target in one.choices["/target"].alternatives
    ]

    def value(shot: tuple[int, str, str]) -> tuple[int, int]:
        target = see.units[shot[1]]
        return shot[0], target["disorder"] - target["morale"]

    _, target, shooter = max(shots, key=value)
    return {**option.command, "shooter": shooter, "target": target}


def _commit(see: Sight, option: Option, below: Below) -> Plain:
    """To units that fight: those whose combats are the most even."""
    choice = option.choices["/units"]
    assert isinstance(choice, ChooseSome)
    attacking = see.game["phase"] == "attack-points"
    even: list[tuple[int, str]] = []
    for key in choice.values:
        unit = see.units[key]
        if attacking:
            met = see.before(unit["hex"], unit["facing"])
        else:
            met = [one for one in see.enemies if unit["hex"] in see.fronts[one["id"]]]
        met = [one for one in met if not one["panicked"]]
        if met:
            even.append((min(abs(force(unit) - force(one)) for one in met), key))
    return {**option.command, "units": [key for _, key in sorted(even)[: choice.max]]}


def _attack(see: Sight, option: Option, below: Below) -> Plain | None:
    """The attack with the best hope of Rout Points, if one has any.

    An advantage beyond a clear one adds little, and units in panic, which bring nothing, wait.
    """

    def hope(attack: tuple[int, Plain]) -> tuple[bool, int, int]:
        edge, command = attack
        enemy = see.units.get(command["target"])
        return edge >= 0, min(edge, CLEAR) + (CLEAR if enemy is None else prize(enemy)), edge

    edge, command = max(attacks(see, option), key=hope)
    return command if edge >= 0 else None


def attacks(see: Sight, option: Option) -> Iterator[tuple[int, Plain]]:
    """The attacks there are, each with its advantage; charge and support where needed."""
    for one in _units(option, "/attacker"):
        unit = see.units[one.value]
        helpers = one.choices["/support"].values
        for target in one.choices["/target"].alternatives:
            enemy = see.units.get(target.value)
            charge = target.choices["/charge"].values[-1]
            edge, support = 0, []
            fights = enemy is not None and not enemy["panicked"]
            if enemy is not None and fights:
                edge = see.edge(unit, enemy, unit["hex"])
                support = helpers if edge < CLEAR else []
            charge = charge and fights and edge + len(support) < CLEAR
            chosen = {
                "attacker": one.value,
                "target": target.value,
                "support": support,
                "charge": charge,
            }
            yield edge + len(support) + 2 * charge, {**option.command, **chosen}


def _withdraw(see: Sight, option: Option, below: Below) -> Plain | None:
    """A leader to a unit, or away; a unit from an attack that would panic it or that it loses."""
    hexes = option.choices["/to"].values
    due = see.game["pending"][0]
    if due["kind"] == "leader-withdrawal":
        mine = {one["hex"] for one in see.mine}
        return {**option.command, "to": max(hexes, key=lambda one: (one in mine, see.gap(one)))}
    unit, attacker = see.units[due["target"]], see.units[due["attacker"]]
    lost = see.edge(attacker, unit, attacker["hex"])
    if lost >= 2 or (lost > -2 and unit["disorder"] >= unit["morale"] - 1):
        return {**option.command, "to": max(hexes, key=see.gap)}
    return None


def _stay(see: Sight, option: Option, below: Below) -> Plain | None:
    """Keep the line, rather than advance to where enemies are behind."""
    due = see.game["pending"][0]
    unit = see.units[due["unit"]]
    there = see.best_facing(due["hex"], range(6))
    exposed = see.behind(due["hex"], there) > see.behind(unit["hex"], unit["facing"])
    alone = see.beside(due["hex"]) == 1 <= see.beside(unit["hex"])  # itself beside its goal
    lonely = alone and see.gap(due["hex"]) <= 2
    return dict(option.command) if exposed or lonely else None


def _occupy(see: Sight, option: Option, below: Below) -> Plain:
    hex_ = see.game["pending"][0]["hex"]
    return {**option.command, "facing": see.best_facing(hex_, range(6))}


def _hold(see: Sight, option: Option, below: Below) -> Plain | None:
    """A unit that has work here does not pursue."""
    due = see.game["pending"][0]
    busy = see.gap(see.units[due["unit"]]["hex"]) <= NEAR + 1
    return dict(option.command) if busy else None


def _rally(see: Sight, option: Option, below: Below) -> Plain:
    """Those nearest to panic, the strongest first."""

    def need(key: str) -> tuple[int, int]:
        unit = see.units[key]
        return unit["disorder"] - unit["morale"], unit["strength"]

    return {**option.command, "unit": max(option.choices["/unit"].values, key=need)}


def _reroll(see: Sight, option: Option, below: Below) -> Plain | None:
    """A poor face: a miss, elephants unmoved, a leader's death, or no more than a two."""
    due = see.game["pending"][0]
    face = next(one["face"] for one in due["throws"] if one["side"] == see.side)
    poor = face <= POOR
    if due["kind"] == "volley":
        poor = face > due["number"] >= POOR
    if due["kind"] == "leader":
        poor = face == 1
    return dict(option.command) if poor else None


IN_ADVANCE: Mapping[str, Plain] = {
    "fortuna": {
        "initiative": [1, POOR],
        "combat": [1, POOR],
        "elephant": [1, POOR],
        "leader": [1],
        "volley": POOR,
    },
}
"""The same, in advance: its answer rests on the die alone, so that it is the same all battle."""


def steady_in_advance(
    game: View, options: Sequence[Option], role: str, below: Below
) -> Plain | None:
    """A standing answer to Fortuna windows until the end of the battle."""
    for option in options:
        answer = IN_ADVANCE.get(option.command["window"])
        if answer is not None:
            return {**option.command, "until": "battle", "answer": answer}
    return None


PLAYS: Sequence[tuple[str, Play]] = (
    ("hold-out", _hold_out),
    ("shift", _shift),
    ("seat-leader", _seat),
    ("ready", _plainly),
    ("place-all", _place_all),
    ("roll-initiative", _plainly),
    ("choose-order", _order),
    ("goad", _goad),
    ("stampede", _stampede),
    ("recall", _recall),
    ("ambush", _recall),
    ("leave", _leave),
    ("hasten", _hasten),
    ("move", _flank),
    ("march", _march),
    ("move", _move),
    ("move-leader", _move_leader),
    ("shoot", _shoot),
    ("commit", _commit),
    ("attack", _attack),
    ("withdraw", _withdraw),
    ("stand", lambda see, option, below: first_of(option)),
    ("stay", _stay),
    ("occupy", _occupy),
    ("hold", _hold),
    ("pursue", _plainly),
    ("rally", _rally),
    ("reroll", _reroll),
    ("accept", _plainly),
    ("end", _plainly),
)
"""What is tried in this order; a play that does not pay gives none."""
