"""What the last segment of a year can still take: the zones and Legio that win a region at the
year's end, or lose the enemy one, by single units where nobody stands and by battles elsewhere.

One march may change nothing where three would: so marches are thought of together, and the first of
those that change most is made, as long as all can be. Garrisons go too, if more is won by it.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from iacta.domain.civil_war.bots.judgement import Judgement
from iacta.domain.civil_war.bots.situation import CARRIES, FACES, Plain, ashore, marched, strength
from iacta.domain.civil_war.bots.steady import RatedCommand, leaders_of
from iacta.domain.kernel.contract.choices import ChooseOne, ChooseSome, Option

ABOARD = 2
"""cost of a march to a port, so that who stands there already sails first"""
MOST = 5
"""marches that are made for one region"""

Posts = Mapping[str, Sequence[Plain]]
"""who stands where, in the zones where that is not as it is now"""


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """Units that could go from a zone to another: one alone, or as few as may win a battle there.

    ``wins``: with how many faces of six they win, and stay; ``cost``: what it costs, in sixths of
    an SP; ``command``: the march or voyage, or the march to the ``port`` whence they sail on, in so
    many ``ships``.
    """

    units: Sequence[Plain]
    zone: str
    goal: str
    wins: int
    cost: int
    command: Plain
    port: str = ""
    ships: int = 0


class Way(msgspec.Struct, frozen=True):
    """Where an option's units could go: in so many ships, or overland without.

    ``port``: where they march to, and go aboard in the same segment.
    """

    option: Option
    goal: str
    ships: Sequence[int] = ()
    port: str = ""

    @property
    def start(self) -> str:
        """Where the ships lie, or the march begins."""
        return self.port or str(self.option.command["zone"])


def sweep(seen: Judgement, options: Sequence[Option]) -> RatedCommand | None:
    """The first of the marches that win most, with what they win together; None if nothing."""
    if seen.reckoning is None or not seen.last:
        return None
    plans = [plan for region in seen.regions if (plan := _plan(seen, region, options))]
    return max(plans, key=lambda plan: plan.value, default=None)


def _plan(seen: Judgement, region: str, options: Sequence[Option]) -> RatedCommand | None:
    """The first of the marches that change who controls a region, with what they bring."""
    reckoning = seen.reckoning
    assert reckoning is not None
    moved = before = _fought(seen)
    made: list[Move] = []
    lacks = reckoning.lacks(region, moved)
    while len(made) < MOST:
        gone = {unit["id"] for move in made for unit in move.units}
        moves = (
            one
            for option in options
            for one in _moves(seen, option, region, gone)
            if not one.ships or one.ships <= _left(seen, one.port, made)
        )
        rated = [(_rated(seen, region, moved, one), one) for one in moves]
        if not rated:
            return None
        (best, *_), move = min(rated, key=lambda one: one[0])
        if best >= lacks:
            return None
        made, moved, lacks = [*made, move], _after(seen, moved, move), best
        value = _gain(seen, before, moved, made) - sum(one.cost for one in made)
        if value > 0:
            return RatedCommand(value, made[0].command)
    return None


def _left(seen: Judgement, port: str, made: Sequence[Move]) -> int:
    """How many ships in a port are left when these moves are made."""
    ready = sum(1 for one in seen.ships(port) if one["left"])
    return ready - sum(one.ships for one in made if one.port == port)


def _gain(seen: Judgement, before: Posts, moved: Posts, made: Sequence[Move]) -> int:
    """How much more the year's end is expected to give after these moves, in sixths of an SP."""
    assert seen.outlook is not None
    left = {one.zone for one in made} - {one.goal for one in made}
    risks = {zone: seen.risk(zone, seen.followers(moved[zone]), ()) for zone in left}
    risks |= {one.goal: 1 - one.wins / FACES for one in made}
    return int(FACES * (seen.outlook.gain(moved, risks) - seen.outlook.gain(before, {})))


def _fought(seen: Judgement) -> Posts:
    """Who will stand where armies face each other already, if those of the seat win."""
    return {
        name: seen.won(name, seen.zones[name]["units"])
        for name in seen.zones
        if seen.enemies(name) and ashore(seen.own(name))
    }


def _rated(
    seen: Judgement, region: str, moved: Posts, move: Move
) -> tuple[tuple[int, int], int, int, int, str, str, str]:
    """How far the seat would be from control after a move, what it would lose, and who goes."""
    assert seen.reckoning is not None
    after = _after(seen, moved, move)
    lacks, lost = seen.reckoning.lacks(region, after), -seen.reckoning.gain(after)
    by = (move.goal, move.port or move.zone, move.units[0]["id"])
    return lacks, FACES * lost + move.cost, -move.wins, strength(move.units), *by


def _after(seen: Judgement, moved: Posts, move: Move) -> Posts:
    """Who stands where once units have moved too, and won their battle."""

    def at(zone: str) -> Sequence[Plain]:
        return moved[zone] if zone in moved else seen.zones[zone]["units"]

    going = {unit["id"] for unit in move.units}
    rest = [unit for unit in at(move.zone) if unit["id"] not in going]
    there = seen.won(move.goal, [*at(move.goal), *marched(move.units)])
    return {**moved, move.zone: rest, move.goal: there}


def _moves(seen: Judgement, option: Option, region: str, gone: Collection[str]) -> Iterator[Move]:
    """What an option's units might do for a region, without those that have ``gone`` already."""
    fleets = option.choices.get("/ships")
    fleet = fleets.alternatives[-1] if isinstance(fleets, ChooseOne) else None
    choice = (fleet.choices if fleet else option.choices).get("/units")
    ways = option.choices.get("/to")
    if not isinstance(choice, ChooseSome) or not isinstance(ways, ChooseOne):
        return
    zone, sailing = option.command["zone"], fleets.values if isinstance(fleets, ChooseOne) else ()
    units = [seen.units[key] for key in choice.values if key not in gone]
    units.sort(key=lambda one: (one["sp"], one["quality"], one["id"]))
    for goal in ways.values:
        way = Way(option, goal, sailing)
        yield from _to(seen, way, region, units, choice.max)
        if fleet or seen.enemies(goal):
            continue
        near = seen.distance(zone, goal)
        aboard = [one for one in units if one["left"] > near and one["side"] == seen.seat]
        ready = [one for one in seen.ships(goal) if one["left"]]
        if aboard and ready and not seen.storms():
            for further in sorted(seen.roads.by_sea(goal, ready[0]["ma"])):
                way = Way(option, further, range(1, len(ready) + 1), port=goal)
                yield from _to(seen, way, region, aboard, CARRIES * len(ready))


def _to(
    seen: Judgement, way: Way, region: str, units: Sequence[Plain], most: int
) -> Iterator[Move]:
    """What so many units at most might do by a way, if it ends in the region. CW-39"""
    if seen.zones[way.goal]["region"] != region or seen.is_at_peace(way.goal) or not units:
        return
    stops = (way.goal, way.port) if way.port else (way.goal,)
    most = min(most, *(seen.room(stop, units[0]["side"]) for stop in stops))
    if most < 1:
        return
    if seen.enemies(way.goal):
        yield from _battle(seen, way, units[-most:][::-1])
    else:
        yield from (_walk(seen, way, one) for one in _weakest(units))


def _weakest(units: Sequence[Plain]) -> list[Plain]:
    """The weakest few Legio, and the weakest other unit."""
    legio = [unit for unit in units if unit["kind"] == "legio"]
    return [*legio[:MOST], *[unit for unit in units if unit["kind"] != "legio"][:1]]


def _walk(seen: Judgement, way: Way, unit: Plain) -> Move:
    """A unit to where no enemy is."""
    stands = seen.stands(way.goal, [*seen.own(way.goal), unit])
    return _move(seen, way, [unit], stands)


def _battle(seen: Judgement, way: Way, units: Sequence[Plain]) -> Iterator[Move]:
    """As few units, the strongest first, as are certain to win where enemies are, or win best."""
    goal = way.goal
    there, captains = seen.own(goal), seen.captains(goal)
    crossing = bool(way.ships) or seen.crosses(way.start, goal)
    best: tuple[int, int, int] | None = None
    for count in range(1, len(units) + 1):
        led = [*captains, *_command(seen, way, units[:count]).get("leaders", ())]
        battle = seen.fight(goal, [*there, *units[:count]], led, crossing=crossing)
        if battle.wins >= seen.temper.bold and (best is None or battle.wins > best[0]):
            best = battle.wins, count, max(0, battle.lost - battle.taken)
        if battle.wins == FACES:
            break
    if best is not None:
        wins, count, lost = best
        stands = seen.stands(goal, [*there, *units[:count]])
        yield _move(seen, way, units[:count], wins * stands // FACES, lost)


def _move(seen: Judgement, way: Way, units: Sequence[Plain], wins: int, lost: int = 0) -> Move:
    """Units that go a way, win so often, and lose so much by it."""
    command = _command(seen, way, units)
    ships = _carrying(way, units)
    cost = lost + _cost(seen, way, command, units, ships) + (ABOARD if way.port else 0)
    return Move(
        units=units,
        zone=way.option.command["zone"],
        goal=way.goal,
        wins=wins,
        cost=cost,
        command=command,
        port=way.start if ships else "",
        ships=ships,
    )


def _carrying(way: Way, units: Sequence[Plain]) -> int:
    """As few ships as carry these; none overland."""
    enough = [one for one in way.ships if CARRIES * one >= len(units)]
    return enough[0] if enough else way.ships[-1] if way.ships else 0


def _command(seen: Judgement, way: Way, units: Sequence[Plain]) -> Plain:
    """The order that sends units on their way."""
    option = way.option
    command = {**option.command, "to": way.port or way.goal, "units": [one["id"] for one in units]}
    if "/leaders" in option.choices:
        command["leaders"] = seen.escort(command["zone"], units, leaders_of(option))
    if way.ships and not way.port:
        command["ships"] = _carrying(way, units)
    return command


def _cost(seen: Judgement, way: Way, command: Plain, units: Sequence[Plain], ships: int) -> int:
    """What it costs to send units away, in sixths of an SP: their voyage, and who comes for them.

    The year's end does not save them: half of what they and their leaders are worth, where enemies
    could come who win.
    """
    goal = way.goal
    peril = (seen.peril(way.start, goal, ships) or 0) if ships else 0
    beaten = seen.faced(goal, [*seen.own(goal), *units]) >= seen.temper.bold
    risked = FACES * strength(units) + seen.deserted(goal, command.get("leaders", ()), units)
    return 1 + peril + (risked // 2 if beaten else 0)
