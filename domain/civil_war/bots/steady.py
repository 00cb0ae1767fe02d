"""A bot with a plan: concentrate, attack at good odds, hold what gives points.

It gets a view and options, never the state. It rates every possible command and plays the best.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from iacta.domain.civil_war.bots import random_command
from iacta.domain.civil_war.bots.forecast import hurt
from iacta.domain.civil_war.bots.judgement import Judgement
from iacta.domain.civil_war.bots.positions import LOST
from iacta.domain.civil_war.bots.situation import (
    ARMY,
    CARRIES,
    FACES,
    STACK,
    STEADY,
    Temper,
    ashore,
    marched,
    strength,
)
from iacta.domain.kernel.contract.choices import Below, ChooseSome, Option

Plain = dict[str, Any]
View = Mapping[str, Any]

BATTLE = 1_000
"""what puts attacks before other marches: an army fights before it spreads"""
FLIGHT = 2 * BATTLE
"""what puts the flight of a Faction Leader before all: an army that fights elsewhere leaves him"""
WORTH_IT = 6
"""least value of a command worth playing, in sixths of an SP"""
VOYAGE = 24
"""cost of a voyage: its risk, and that it takes the whole segment"""
EMBASSY = 13
"""what a d6 plus PC must reach by default. CW-52"""
MARCHING = 6
"""units that an army on the march counts for at most"""
SPARED = 24
"""what it is worth that an army is not needed for a fight that a few are certain to win"""
STAFF = 3
"""leaders of an army that can spare one to an army without"""
AGAIN = 24
"""cost of marching again in a segment, so that units stay unless there is a reason"""
ORDERS = ("civil-war.march", "civil-war.sail", "civil-war.court")
CHORES = (
    "civil-war.roll-year-event",
    "civil-war.enter-leaders",
    "civil-war.check-leader-deaths",
    "civil-war.close-year",
)


class RatedCommand(msgspec.Struct):
    """A command and its value."""

    value: int
    command: Plain


def steady_command(game: View, options: Sequence[Option], role: str, below: Below) -> Plain | None:
    """The next command of a role as plain data, or None if it has nothing to do."""
    return tempered_command(game, options, role, below, STEADY)


def tempered_command(
    game: View, options: Sequence[Option], role: str, below: Below, temper: Temper
) -> Plain | None:
    """The same of a player who dares more or less."""
    if game["map"] is None:
        return random_command(game, options, role, below)
    chores = [option for option in options if option.command["type"] in CHORES]
    if chores:
        return dict(chores[0].command)
    if role == "referee" or not options:
        return None
    return _play(Judgement(game, role.removeprefix("seat:"), temper), options)


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
            best = next(iter(orders(seen, options)), RatedCommand(0, {}))
            return best.command if best.value >= WORTH_IT else {"type": "civil-war.end-marches"}


def orders(seen: Judgement, options: Sequence[Option]) -> list[RatedCommand]:
    """The orders of a segment, the best first; none where something else is due.

    Of equals the first by its words, in whatever order options are listed.
    """
    if not any(one.command["type"] in ORDERS for one in options):
        return []
    seen.reach(options)
    rated = [order for option in options for order in _rated_commands(seen, option)]
    return sorted(rated, key=lambda one: (-one.value, sorted(map(str, one.command.items()))))


def _losses(seen: Judgement, option: Option) -> Plain:
    """Choose the losses that cost the least SP."""
    choice = option.choices["/units"]
    assert isinstance(choice, ChooseSome)
    units = [seen.units[key] for key in choice.values]
    units.sort(key=lambda one: (hurt(one), one["quality"]))
    return {**option.command, "units": [one["id"] for one in units[: choice.min]]}


def _refuge(seen: Judgement, command: Plain) -> int:
    """Rate a retreat by the safety of the combined units there."""
    zone = command["to"]
    beaten = [seen.units[key] for key in seen.retreating() if key in seen.units]
    together = [*seen.own(zone), *beaten]
    return seen.position_value(zone, together, seen.captains(zone))


def _hope(seen: Judgement, command: Plain) -> int:
    zone = command["zone"]
    return seen.fight(zone, seen.own(zone), seen.captains(zone)).wins


def _recruit(seen: Judgement, option: Option) -> Plain:
    """Recruit as many units as possible, where the army is strongest."""
    command = dict(option.command)
    if "/zone" not in option.choices:
        return command
    zones = option.choices["/zone"].alternatives
    zone = max(zones, key=lambda one: strength(ashore(seen.own(one.value))))
    command["zone"] = zone.value
    for pointer, choice in {**option.choices, **zone.choices}.items():
        if isinstance(choice, ChooseSome):
            command[pointer[1:]] = choice.values[-choice.max :] if choice.max else []
    return command


def _rated_commands(seen: Judgement, option: Option) -> list[RatedCommand]:
    match option.command["type"]:
        case "civil-war.march" if option.id.startswith("travel:"):
            return _travel(seen, option)
        case "civil-war.march":
            return _advance(seen, option)
        case "civil-war.sail":
            return _cross(seen, option)
        case "civil-war.court":
            return [_embassy(seen, option)]
        case _:
            return []


def _embassy(seen: Judgement, option: Option) -> RatedCommand:
    """Negotiate where the people's units are worth more than the leader's march. CW-52.

    Who reckons does not stay for it where enemies could come who are certain to win.
    """
    name, people = option.command["leader"], option.command["people"]
    home = seen.peoples[people]["home"]
    host = strength([unit for unit in seen.zones[home]["units"] if unit["people"] == people])
    chances = max(1, min(FACES, seen.leaders[name]["pc"] + FACES + 1 - EMBASSY))
    zone = seen.leaders[name]["zone"]
    risked = seen.deserted(zone, [name]) if seen.exposed(zone) else 0
    return RatedCommand(chances * (host + 1) - risked, dict(option.command))


def _travel(seen: Judgement, option: Option) -> list[RatedCommand]:
    """Move a leader whom no army guards, or one of many, to an army that has none, or to safety.

    Once a segment, and a people's leader only to units of the people.
    """
    if "/leaders/-" not in option.choices:
        return _trips(seen, {**option.command}, option.choices["/to"].values)
    return [
        trip
        for one in option.choices["/leaders/-"].alternatives
        for trip in _trips(
            seen, {**option.command, "leaders": [one.value]}, one.choices["/to"].values
        )
    ]


def _trips(seen: Judgement, command: Plain, goals: Sequence[str]) -> list[RatedCommand]:
    """The journeys of one leader that pay."""
    zone, (name,) = command["zone"], command["leaders"]
    leader, staff = seen.leaders[name], seen.captains(zone)
    if seen.has_moved(leader):
        return []
    best = max(staff, key=lambda one: int(seen.leaders[one]["tb"]))
    alone = not ashore(seen.own(zone)) or seen.doomed(zone)
    spare = len(staff) > STAFF and name != best and not leader["faction_leader"]
    found = []
    for goal in goals:
        if seen.doomed(goal):
            continue
        there = strength(_followers(seen, goal, leader))
        if alone and not there:
            value = seen.deserted(zone, [name]) - seen.deserted(goal, [name])
            value += WORTH_IT * (_way_back(seen, zone, leader) - _way_back(seen, goal, leader))
            found.append(RatedCommand(value, {**command, "to": goal}))
        if there and (alone or (spare and there >= ARMY and not seen.captains(goal))):
            value = WORTH_IT + there - seen.distance(zone, goal)
            found.append(RatedCommand(max(value, WORTH_IT), {**command, "to": goal}))
    return found


def _way_back(seen: Judgement, zone: str, leader: Plain) -> int:
    """How far it is from a zone to units that a leader could lead, for who reckons."""
    if not seen.temper.reckons or seen.enemies(zone):
        return 0
    armies = [one for one in seen.zones if _followers(seen, one, leader)]
    return min((seen.distance(zone, one) for one in armies), default=0)


def _followers(seen: Judgement, zone: str, leader: Plain) -> list[Plain]:
    """The units in a zone that a leader could lead."""
    units = ashore(seen.own(zone))
    return [one for one in units if leader["people"] in (None, one["people"])]


def leaders_of(option: Option) -> list[str]:
    """As many leaders as may go together."""
    choice = option.choices.get("/leaders")
    return choice.values[: choice.max] if isinstance(choice, ChooseSome) else []


def _advance(seen: Judgement, option: Option) -> list[RatedCommand]:
    """For each goal, the party that improves the position most by going there."""
    zone, choice = option.command["zone"], option.choices["/units"]
    assert isinstance(choice, ChooseSome)
    ids, leaders = choice.values, leaders_of(option)
    found = []
    for goal in option.choices["/to"].values:
        if seen.is_at_peace(goal):
            continue
        crossing = seen.crosses(zone, goal)
        marches = []
        for party in _parties(seen, zone, goal, ids, choice.max):
            led = seen.escort(zone, party, leaders)
            value = _gain(seen, zone, goal, party, led, crossing=crossing)
            value = _once(seen, goal, party, value)
            if value >= WORTH_IT and seen.undecided(goal) and not seen.trapped(goal, party, led):
                value += BATTLE
            elif value >= WORTH_IT and seen.flees(zone, goal, led):
                value += FLIGHT
            command = {**option.command, "to": goal, "units": [one["id"] for one in party]}
            command |= {"leaders": led} if leaders else {}
            marches.append(RatedCommand(value, command))
        found += _at_once(seen, goal, marches)
    return found


def _at_once(seen: Judgement, goal: str, marches: list[RatedCommand]) -> list[RatedCommand]:
    """The same, without those who would only go ahead of an army that does well to go too.

    Nor more than are certain to win or, before the enemy's last segment, to hold what they go for.
    """
    if not seen.temper.reckons or seen.wants(goal) or len(marches) < 2:
        return marches
    best, most = (max(marches, key=by) for by in (_value, _size))
    enough = seen.certain if seen.enemies(goal) else seen.guards
    if enough(best.command):
        few = [one for one in marches if one.value + SPARED > best.value and enough(one.command)]
        return [min(few, key=_size)]
    army = max((one for one in marches if 2 * _size(one) > _size(most)), key=_value)
    return [army if 3 * army.value >= 2 * best.value else best]


def _value(march: RatedCommand) -> int:
    return march.value


def _size(march: RatedCommand) -> int:
    return len(march.command["units"])


def _parties(
    seen: Judgement, zone: str, goal: str, ids: Sequence[str], most: int
) -> list[list[Plain]]:
    """The parties that might go: all but garrisons, enough to win or occupy, or all in danger."""
    free = seen.free(ids)[:most]
    parties = [free] if free else []
    if len(free) > 1 and seen.enemies(goal):
        enough = seen.enough(goal, free, seen.captains(zone))
        parties += [enough] if len(enough) < len(free) else []
        parties += filter(None, (_conquerors(seen, goal, free, enough), _patrol(seen, goal, free)))
    elif len(free) > 1 and (seen.safe(goal) or (seen.wants(goal) and seen.next_to(zone, goal))):
        parties += filter(None, [_detachment(seen, goal, free)])
    if len(parties) > 1 and seen.wants(goal) and seen.safe(goal):
        del parties[0]
    if len(free) < len(ids) and seen.exposed(zone):
        everybody = [seen.units[key] for key in ids][:most]
        parties.append(everybody)
    return parties + _guards(seen, goal, free) + _divisions(seen, zone, goal, free)


def _guards(seen: Judgement, goal: str, free: list[Plain]) -> list[list[Plain]]:
    """For who reckons: as few as hold a zone that lies open at the year's end, or one."""
    if not seen.is_at_stake(goal) or len(free) < 2:
        return []
    weakest = free[::-1]
    few = weakest[: seen.holding(goal, weakest) or 1]
    return [few] if len(few) < len(free) else []


def _divisions(seen: Judgement, zone: str, goal: str, free: list[Plain]) -> list[list[Plain]]:
    """For who reckons: as few as hold the goal, and all but as few as hold the zone with garrisons,
    or one.
    """
    if not seen.temper.reckons or len(free) < 3:
        return []
    weakest = free[::-1]
    held = [] if seen.enemies(goal) else weakest[: seen.holding(goal, weakest)]
    rest = seen.holding(zone, weakest) or int(len(free) == len(ashore(seen.own(zone))))
    return [one for one in (held, free[:-rest]) if 1 < len(one) < len(free)]


def _conquerors(seen: Judgement, goal: str, free: list[Plain], enough: list[Plain]) -> list[Plain]:
    """For who reckons: as many as win a zone and hold it against those who could come, not all."""
    if not seen.temper.reckons:
        return []
    hold = seen.holding(goal, free)
    return free[:hold] if len(enough) < hold < len(free) else []


def _patrol(seen: Judgement, goal: str, free: list[Plain]) -> list[Plain]:
    """For who reckons: the weakest units that are certain to win without a leader, fewer than half.

    So that no army marches after one levy.
    """
    if not seen.temper.reckons:
        return []
    few = seen.enough(goal, free[::-1], ())
    return few if 2 * len(few) < len(free) else []


def _detachment(seen: Judgement, goal: str, free: list[Plain]) -> list[Plain]:
    """The weakest unit that can occupy a zone: a Legio if it has cities to take. CW-56."""
    towns = any(city["control"] != seen.seat for city in seen.zones[goal]["cities"])
    return [unit for unit in free if unit["kind"] == "legio" or not towns][-1:]


def _once(seen: Judgement, goal: str, party: list[Plain], value: int) -> int:
    """What a march is worth to units that have marched in this segment.

    Who reckons marches them a second time only to fight: all else is one march.
    """
    if not any(seen.has_moved(unit) for unit in party) or value == LOST:
        return value
    return LOST if seen.temper.reckons and not seen.undecided(goal) else value - AGAIN


def _gain(
    seen: Judgement, zone: str, goal: str, party: list[Plain], led: list[str], *, crossing: bool
) -> int:
    """How much a party improves the position by going: at the goal, at the start, and beyond."""
    if len(party) > seen.room(goal, party[0]["side"]) or seen.is_forlorn(goal, party, led):
        return LOST
    going = {unit["id"] for unit in party}
    here, there = seen.own(zone), seen.own(goal)
    rest = [unit for unit in here if unit["id"] not in going]
    stay = [name for name in seen.captains(zone) if name not in led]
    captains = seen.captains(goal)
    joined = [*there, *marched(party)][:STACK]
    after = seen.position_value(goal, joined, [*captains, *led], crossing=crossing)
    if after == LOST:
        after = _together(seen, goal, joined, led, crossing=crossing)
    if after == LOST:
        return LOST
    gain = after - seen.position_value(goal, there, captains)
    ahead = seen.screen(goal, joined, [*captains, *led])
    gain += seen.position_value(zone, rest, stay, ahead=ahead)
    gain -= seen.position_value(zone, here, seen.captains(zone))
    if seen.zones[zone]["region"] != seen.zones[goal]["region"]:
        legio = sum(1 for unit in party if unit["kind"] == "legio")
        posts = seen.lasting(seen.garrison(goal, legio), goal, joined, [*captains, *led])
        gain += posts - seen.lasting(-seen.garrison(zone, -legio), zone, here, seen.captains(zone))
    drawn = seen.lasting(seen.pull(zone, goal, party, rest), goal, joined, [*captains, *led])
    if not seen.undecided(goal) and not seen.wants(goal) and not seen.exposed(zone):
        # An army that is drawn far away goes by steps, each for little.
        army = seen.temper.reckons and strength(party) >= ARMY
        gain -= 0 if army and drawn > 0 else seen.temper.back
    ends = seen.year_end(zone, goal, rest, joined, [*captains, *led])
    if ends <= 0 and seen.dares(goal, joined, [*captains, *led]):
        return LOST
    gain += ends
    most = MARCHING if seen.temper.reckons else len(party)
    return gain + drawn - seen.temper.idle * min(len(party), most)


def _together(
    seen: Judgement, goal: str, joined: list[Plain], led: list[str], *, crossing: bool
) -> int:
    """The value of an attack with all units that can reach the goal.

    Who reckons knows that sides do not share a zone (CW-50), and wants more of it than of an attack
    at once: not all of the others may come.
    """
    reckons, side = seen.temper.reckons, joined[0]["side"]
    others = [one for one in seen.reaching.get(goal, ()) if one["side"] == side or not reckons]
    units = list({unit["id"]: unit for unit in (*joined, *others)}.values())[:STACK]
    captains = [*seen.captains(goal), *led]
    crossing = crossing and reckons and 2 * len(joined) >= len(units)
    if reckons and not seen.own(goal):
        ahead = seen.fight(goal, units, captains, crossing=crossing)
        if ahead.wins <= seen.temper.bold:
            return LOST
    return seen.position_value(goal, units, captains, crossing=crossing)


def _cross(seen: Judgement, option: Option) -> list[RatedCommand]:
    """Sail wherever no fleet prevents it, with everyone the ships can carry."""
    zone = option.command["zone"]
    ships = option.choices["/ships"].alternatives[-1]
    choice = ships.choices.get("/units")
    found = _fetch(seen, option, ships.value)
    if not isinstance(choice, ChooseSome):
        return found
    free = seen.free(choice.values)[: choice.max]
    if not free:
        return found
    for goal in option.choices["/to"].values:
        peril = seen.peril(zone, goal, ships.value)
        if seen.is_at_peace(goal) or peril is None:
            continue
        for party in (free, *_landings(seen, goal, free), *_divisions(seen, zone, goal, free)):
            leaders = seen.escort(zone, party, leaders_of(option))
            value = _gain(seen, zone, goal, party, leaders, crossing=True)
            if not seen.temper.reckons:  # who reckons marches to a port to go aboard there
                value = _once(seen, goal, party, value)
            # Who stays keeps the ships, unless a stronger fleet is passed more safely with all.
            few = ships.value if party is free else -(-len(party) // CARRIES)
            fleet = ships.value if seen.peril(zone, goal, few) else few
            command = {**option.command, "to": goal, "ships": fleet}
            command |= {"units": [one["id"] for one in party], "leaders": leaders}
            found.append(RatedCommand(value - VOYAGE - peril - seen.seas(zone, goal), command))
    return found


def _landings(seen: Judgement, goal: str, free: list[Plain]) -> list[list[Plain]]:
    """For who reckons: the weakest unit to what lies open over the sea."""
    lies_open = seen.wants(goal) and not seen.enemies(goal)
    return [free[-1:]] if seen.temper.reckons and lies_open and len(free) > 1 else []


def _fetch(seen: Judgement, option: Option, count: int) -> list[RatedCommand]:
    """Empty ships to an army that waits for them."""
    zone, fleet = option.command["zone"], seen.ships(option.command["zone"])
    if not seen.temper.reckons or count < len(fleet):
        return []
    here = seen.lift(zone, fleet)
    return [
        RatedCommand(
            seen.lift(goal, fleet) - here - 2 * VOYAGE - peril - seen.seas(zone, goal),
            {**option.command, "to": goal, "ships": count, "units": []},
        )
        for goal in option.choices["/to"].values
        if (peril := seen.peril(zone, goal, count)) is not None
    ]
