"""A player who wages the war with sense: concentrate, attack at good odds, hold what gives points.

He gets a view and options, never state. Every order he could give has a worth; he gives the best.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from domain.civil_war.bots import random_command
from domain.civil_war.situation import Situation, strength
from domain.kernel.choices import Below
from domain.kernel.system import Option

Plain = dict[str, Any]

BOLD = 4
"""faces of the combat die out of six that have to win before he attacks"""
EVERY = 6
CHORES = (
    "civil-war.roll-year-event",
    "civil-war.enter-leaders",
    "civil-war.check-leader-deaths",
    "civil-war.close-year",
)


class Order(msgspec.Struct):
    """A command and what it is worth to him."""

    worth: int
    command: Plain


def steady_command(
    view: Mapping[str, Any], options: Sequence[Option], role: str, below: Below
) -> Plain | None:
    """The next command of a role, or none if it has nothing to do."""
    game = view.get("game", view)
    if game["map"] is None:
        return random_command(view, options, role, below)
    chores = [option for option in options if option.command["type"] in CHORES]
    if chores:
        return dict(chores[0].command)
    if role == "referee" or not options:
        return None
    return _play(Situation(game, role.removeprefix("seat:")), options)


def _play(seen: Situation, options: Sequence[Option]) -> Plain | None:
    kind = options[0].command["type"]
    match kind:
        case "civil-war.choose-losses" | "civil-war.choose-desertion":
            return _losses(seen, options[0])
        case "civil-war.retreat":
            return max((dict(one.command) for one in options), key=lambda one: _refuge(seen, one))
        case "civil-war.recruit":
            return _recruit(seen, options[0])
        case "civil-war.attack":
            return max((dict(one.command) for one in options), key=lambda one: _hope(seen, one))
        case _:
            return _march(seen, options)


def _losses(seen: Situation, option: Option) -> Plain:
    """The weakest that are whole bear the losses."""
    choice = option.choices["/units"]
    ids = [item["value"] for item in choice["some_of"]]
    units = sorted((seen.units[key] for key in ids), key=lambda one: (one["reduced"], one["sp"]))
    return {**option.command, "units": [one["id"] for one in units[: choice["min"]]]}


def _refuge(seen: Situation, command: Plain) -> tuple[int, bool]:
    zone = command["to"]
    return strength(seen.own(zone)), seen.zones[zone]["control"] == seen.seat


def _hope(seen: Situation, command: Plain) -> int:
    zone = command["zone"]
    return seen.chance(zone, seen.own(zone), seen.captains(zone), crossing=False)


def _recruit(seen: Situation, option: Option) -> Plain:
    """As many as there are, where his army is strongest."""
    command = dict(option.command)
    if "/zone" not in option.choices:
        return command
    items = option.choices["/zone"]["one_of"]
    item = max(items, key=lambda one: (strength(seen.own(one["value"])), "choices" in one))
    command["zone"] = item["value"]
    for pointer, choice in {**option.choices, **item.get("choices", {})}.items():
        if "some_of" in choice:
            values = [one["value"] for one in choice["some_of"]]
            command[pointer[1:]] = values[-choice["max"] :] if choice["max"] else []
    return command


def _march(seen: Situation, options: Sequence[Option]) -> Plain:
    """The order that is worth most, or the end of the marches."""
    seen.reach(options)
    orders = [order for option in options for order in _orders(seen, option)]
    best = max(orders, key=lambda one: one.worth, default=Order(0, {}))
    return best.command if best.worth > 0 else {"type": "civil-war.end-marches"}


def _orders(seen: Situation, option: Option) -> list[Order]:
    match option.command["type"]:
        case "civil-war.march" if option.id.startswith("travel:"):
            return _travel(seen, option)
        case "civil-war.march":
            goals = [item["value"] for item in option.choices["/to"]["one_of"]]
            return [order for goal in goals for order in _advance(seen, option, goal)]
        case "civil-war.sail":
            goals = [item["value"] for item in option.choices["/to"]["one_of"]]
            return [order for goal in goals for order in _cross(seen, option, goal)]
        case "civil-war.court":
            return [Order(12 + seen.need(option.command["people"]), dict(option.command))]
        case _:
            return []


def _travel(seen: Situation, option: Option) -> list[Order]:
    """A leader without an army goes to where the most units are."""
    zone = option.command["zone"]
    here = strength(seen.own(zone))
    return [
        Order(min(30, (there - here) // 4), {**option.command, "to": goal})
        for item in option.choices["/to"]["one_of"]
        if (goal := item["value"]) and (there := strength(seen.own(goal))) > 2 * here + 8
    ]


def _leaders(option: Option) -> list[str]:
    """As many as may go together."""
    choice = option.choices.get("/leaders", {"some_of": [], "max": 0})
    return [item["value"] for item in choice["some_of"]][: choice["max"]]


def _advance(seen: Situation, option: Option, goal: str) -> list[Order]:
    """Attack, occupy, or come nearer to the enemy."""
    zone = option.command["zone"]
    choice = option.choices["/units"]
    ids = [item["value"] for item in choice["some_of"]]
    free = seen.spare(zone, ids)[: choice["max"]]
    leaders = _leaders(option)
    if not free:
        return []
    worth, units, led = _worth(seen, zone, goal, free, leaders)
    command = {**option.command, "to": goal, "units": [one["id"] for one in units]}
    if leaders:
        command["leaders"] = led
    return [Order(worth, command)]


def _worth(
    seen: Situation, zone: str, goal: str, free: list[Plain], leaders: list[str]
) -> tuple[int, list[Plain], list[str]]:
    """What going there is worth, with whom."""
    enemies = seen.enemies(goal)
    if enemies:
        if seen.chance(goal, seen.own(goal), seen.captains(goal)) == EVERY:
            return 0, free, leaders
        together = [*seen.own(goal), *seen.reaching.get(goal, [])]
        good = seen.chance(goal, together, [*seen.captains(goal), *seen.coming(goal)])
        if good < BOLD or seen.is_at_peace(goal):
            return 0, free, leaders
        enough = _enough(seen, zone, goal, free, leaders)
        worth = 40 + 5 * good + 3 * seen.value(goal) + strength(enemies) // 4
        return worth, enough, seen.escort(zone, enough, leaders)
    if seen.is_at_peace(goal):
        return 0, free, leaders
    if seen.wants(goal):
        party = seen.party(goal, free)
        if party:
            return 30 + 3 * seen.value(goal), party, seen.escort(zone, party, leaders)
    nearer = seen.distance(zone) - seen.distance(goal)
    mass = strength(free) >= 8 and (bool(leaders) or len(free) > 2)
    led = seen.escort(zone, free, leaders)
    if seen.danger(zone) and not seen.danger(goal, free) and seen.own(goal):
        return 25 + min(10, strength(seen.own(goal)) // 4), free, led
    return (2 * nearer + 1 if nearer > 0 and mass else 0), free, led


def _enough(
    seen: Situation, zone: str, goal: str, free: list[Plain], leaders: list[str]
) -> list[Plain]:
    """The strongest of his units that win on any face and hold the place after, or all."""
    for count in range(1, len(free)):
        party = free[:count]
        captains = [*seen.captains(goal), *seen.escort(zone, party, leaders)]
        sure = seen.chance(goal, [*seen.own(goal), *party], captains) == EVERY
        if sure and not seen.danger(goal, party):
            return party
    return free


def _cross(seen: Situation, option: Option, goal: str) -> list[Order]:
    """Sail with all who can where no fleet forbids it: to attack, to occupy, or to come nearer."""
    zone = option.command["zone"]
    fleets = option.choices["/ships"]["one_of"]
    if seen.forbidden(zone, goal, len(fleets)) or not fleets[-1].get("choices"):
        return []
    choice = fleets[-1]["choices"]["/units"]
    free = seen.spare(zone, [item["value"] for item in choice["some_of"]])[: choice["max"]]
    leaders = _leaders(option)
    if not free:
        return []
    worth = _sea_worth(seen, zone, goal, free, leaders)
    command = {
        **option.command,
        "to": goal,
        "ships": fleets[-1]["value"],
        "units": [one["id"] for one in free],
    }
    if leaders:
        command["leaders"] = leaders
    return [Order(worth, command)]


def _sea_worth(seen: Situation, zone: str, goal: str, free: list[Plain], leaders: list[str]) -> int:
    enemies = seen.enemies(goal)
    if seen.is_at_peace(goal):
        return 0
    if enemies:
        if seen.chance(goal, seen.own(goal), seen.captains(goal)) == EVERY:
            return 0
        captains = [*seen.captains(goal), *leaders]
        good = seen.chance(goal, [*seen.own(goal), *free], captains, crossing=True)
        return 35 + 5 * good + 3 * seen.value(goal) if good >= BOLD else 0
    if seen.wants(goal):
        return 22 + 3 * seen.value(goal)
    nearer = seen.distance(zone) - seen.distance(goal)
    return nearer if nearer > 2 and strength(free) >= 12 else 0
