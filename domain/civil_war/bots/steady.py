"""A player who wages the war with sense: concentrate, attack at good odds, hold what gives points.

He gets a view and options, never state. Every order he could give has a worth; he gives the best.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from iacta.domain.civil_war.bots import random_command
from iacta.domain.civil_war.bots.forecast import hurt
from iacta.domain.civil_war.bots.judgement import LOST, Judgement
from iacta.domain.civil_war.bots.situation import STACK, strength
from iacta.domain.kernel.contract.choices import Below
from iacta.domain.kernel.contract.system import Option

Plain = dict[str, Any]

WORTH_IT = 6
"""sixths of SP that an order has to be worth before it is given"""
VOYAGE = 6
"""what the risk of a voyage costs"""
AGAIN = 24
"""what it costs to march on in a segment: who has come to a place stays, if nothing calls"""
FREE = 1_000
"""what costs nothing comes first"""
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
    return _play(Judgement(game, role.removeprefix("seat:")), options)


def _play(seen: Judgement, options: Sequence[Option]) -> Plain | None:
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


def _losses(seen: Judgement, option: Option) -> Plain:
    """Those bear the losses who lose the least by them."""
    choice = option.choices["/units"]
    units = [seen.units[item["value"]] for item in choice["some_of"]]
    units.sort(key=lambda one: (hurt(one), one["quality"]))
    return {**option.command, "units": [one["id"] for one in units[: choice["min"]]]}


def _refuge(seen: Judgement, command: Plain) -> int:
    """To where they and those who stand there are safest together."""
    zone = command["to"]
    beaten = [seen.units[key] for key in seen.retreating() if key in seen.units]
    together = [*seen.own(zone), *beaten]
    return seen.standing(zone, together, seen.captains(zone))


def _hope(seen: Judgement, command: Plain) -> int:
    zone = command["zone"]
    return seen.fight(zone, seen.own(zone), seen.captains(zone)).wins


def _recruit(seen: Judgement, option: Option) -> Plain:
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


def _march(seen: Judgement, options: Sequence[Option]) -> Plain:
    """The order that is worth most, or the end of the marches."""
    seen.reach(options)
    orders = [order for option in options for order in _orders(seen, option)]
    best = max(orders, key=lambda one: one.worth, default=Order(0, {}))
    return best.command if best.worth >= WORTH_IT else {"type": "civil-war.end-marches"}


def _orders(seen: Judgement, option: Option) -> list[Order]:
    match option.command["type"]:
        case "civil-war.march" if option.id.startswith("travel:"):
            return _travel(seen, option)
        case "civil-war.march":
            return _advance(seen, option)
        case "civil-war.sail":
            return _cross(seen, option)
        case "civil-war.court":
            return [Order(FREE, dict(option.command))]
        case _:
            return []


def _travel(seen: Judgement, option: Option) -> list[Order]:
    """A leader without an army goes to where the most units are."""
    zone = option.command["zone"]
    here = strength(seen.own(zone))
    return [
        Order(there - here, {**option.command, "to": goal})
        for item in option.choices["/to"]["one_of"]
        if (goal := item["value"]) and (there := strength(seen.own(goal))) > 2 * here + 8
    ]


def _leaders(option: Option) -> list[str]:
    """As many as may go together."""
    choice = option.choices.get("/leaders", {"some_of": [], "max": 0})
    return [item["value"] for item in choice["some_of"]][: choice["max"]]


def _advance(seen: Judgement, option: Option) -> list[Order]:
    """For each goal the party that betters his position most by going there."""
    zone, choice = option.command["zone"], option.choices["/units"]
    ids, leaders = [item["value"] for item in choice["some_of"]], _leaders(option)
    found = []
    for item in option.choices["/to"]["one_of"]:
        goal = item["value"]
        if seen.is_at_peace(goal):
            continue
        crossing = seen.roads.crosses(zone, goal)
        for party in _parties(seen, zone, goal, ids, choice["max"]):
            led = seen.escort(zone, party, leaders)
            worth = _gain(seen, zone, goal, party, led, crossing=crossing)
            command = {**option.command, "to": goal, "units": [one["id"] for one in party]}
            found.append(Order(worth, {**command, "leaders": led} if leaders else command))
    return found


def _parties(
    seen: Judgement, zone: str, goal: str, ids: Sequence[str], most: int
) -> list[list[Plain]]:
    """Who might go: all but garrisons, enough to beat or to occupy, all where danger is."""
    free = seen.free(ids)[:most]
    parties = [free] if free else []
    if len(free) > 1 and seen.enemies(goal):
        enough = seen.enough(goal, free, seen.captains(zone))
        parties += [enough] if len(enough) < len(free) else []
    elif len(free) > 1 and (seen.wants(goal) or seen.safe(goal)):
        parties += [one for one in [_detachment(seen, goal, free)] if one]
    if len(parties) > 1 and seen.wants(goal) and seen.safe(goal):
        del parties[0]
    if len(free) < len(ids) and seen.exposed(zone):
        everybody = [seen.units[key] for key in ids][:most]
        parties.append(everybody)
    return parties


def _detachment(seen: Judgement, goal: str, free: list[Plain]) -> list[Plain]:
    """The weakest who can occupy a zone: a Legio if it has cities to take. CW-56."""
    towns = any(city["control"] != seen.seat for city in seen.zones[goal]["cities"])
    return [unit for unit in free if unit["kind"] == "legio" or not towns][-1:]


def _gain(
    seen: Judgement, zone: str, goal: str, party: list[Plain], led: list[str], *, crossing: bool
) -> int:
    """By how much a party betters his position by going: there, where it was, and beyond."""
    going = {unit["id"] for unit in party}
    here, there = seen.own(zone), seen.own(goal)
    rest = [unit for unit in here if unit["id"] not in going]
    stay = [name for name in seen.captains(zone) if name not in led]
    captains = seen.captains(goal)
    joined = [*there, *party][:STACK]
    after = seen.standing(goal, joined, [*captains, *led], crossing=crossing)
    if after == LOST:
        after = _together(seen, goal, joined, led)
    if after == LOST:
        return LOST
    gain = after - seen.standing(goal, there, captains)
    gain += seen.standing(zone, rest, stay) - seen.standing(zone, here, seen.captains(zone))
    if seen.zones[zone]["region"] != seen.zones[goal]["region"]:
        legio = sum(1 for unit in party if unit["kind"] == "legio")
        gain += seen.garrison(goal, legio) + seen.garrison(zone, -legio)
    if any(unit["left"] < unit["ma"] for unit in party):
        gain -= AGAIN
    return gain + seen.pull(zone, goal, party)


def _together(seen: Judgement, goal: str, joined: list[Plain], led: list[str]) -> int:
    """What an attack is worth if all who can come there come."""
    all_who_can = {unit["id"]: unit for unit in (*joined, *seen.reaching.get(goal, ()))}
    captains = [*seen.captains(goal), *led]
    return seen.standing(goal, list(all_who_can.values())[:STACK], captains)


def _cross(seen: Judgement, option: Option) -> list[Order]:
    """Sail where no fleet forbids it, with all for whom there are ships."""
    zone = option.command["zone"]
    fleets = option.choices["/ships"]["one_of"]
    if not fleets[-1].get("choices"):
        return []
    choice = fleets[-1]["choices"]["/units"]
    free = seen.free([item["value"] for item in choice["some_of"]])[: choice["max"]]
    if not free:
        return []
    leaders = seen.escort(zone, free, _leaders(option))
    found = []
    for item in option.choices["/to"]["one_of"]:
        goal = item["value"]
        if seen.is_at_peace(goal) or seen.forbidden(zone, goal, len(fleets)):
            continue
        worth = _gain(seen, zone, goal, free, leaders, crossing=True)
        command = {**option.command, "to": goal, "ships": fleets[-1]["value"]}
        command |= {"units": [one["id"] for one in free], "leaders": leaders}
        found.append(Order(worth - VOYAGE, command))
    return found
