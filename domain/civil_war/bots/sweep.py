"""What the last segment of a year can still take: the zones and Legio that win a region at the
year's end, or lose the enemy one, by single units where nobody stands and by battles elsewhere.

One march may change nothing where three would: so marches are thought of together, and the first of
those that change most is made, as long as all can be. Garrisons go too, if more is won by it.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from iacta.domain.civil_war.bots.judgement import Judgement
from iacta.domain.civil_war.bots.positions import ANSWERED
from iacta.domain.civil_war.bots.situation import CARRIES, FACES, Plain, ashore, marched, strength
from iacta.domain.civil_war.bots.steady import RatedCommand, leaders_of
from iacta.domain.kernel.contract.choices import ChooseOne, ChooseSome, Option

MOST = 5
"""marches that are made for one region"""

Posts = Mapping[str, Sequence[Plain]]
"""who stands where, in the zones where that is not as it is now"""


class Move(msgspec.Struct, frozen=True):
    """Units that could go from a zone to another: one alone, or as few as may win a battle there.

    ``wins``: with how many faces of six they win, and stay; ``cost``: what it costs, in sixths of
    an SP.
    """

    units: Sequence[Plain]
    zone: str
    goal: str
    wins: int
    cost: int
    command: Plain


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
    lasts = ANSWERED if seen.answered else 100
    while len(made) < MOST:
        gone = {unit["id"] for move in made for unit in move.units}
        moves = (one for option in options for one in _moves(seen, option, region, gone))
        rated = [(_rated(seen, region, moved, one), one) for one in moves]
        if not rated:
            return None
        (best, *_), move = min(rated, key=lambda one: one[0])
        if best >= lacks:
            return None
        made, moved, lacks = [*made, move], _after(seen, moved, move), best
        gain = FACES * (reckoning.gain(moved) - reckoning.gain(before))
        for one in made:
            gain = gain * one.wins // FACES
        value = gain * lasts // 100 - sum(one.cost for one in made)
        if value > 0:
            return RatedCommand(value, made[0].command)
    return None


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
    by = (move.goal, move.zone, move.units[0]["id"])
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
    units = [seen.units[key] for key in choice.values if key not in gone]
    units.sort(key=lambda one: (one["sp"], one["quality"], one["id"]))
    for goal in ways.values:
        if seen.zones[goal]["region"] != region or seen.is_at_peace(goal):
            continue
        if seen.enemies(goal):
            party = units[-choice.max :][::-1]
            yield from _battle(seen, option, goal, party)
        else:
            yield from (_walk(seen, option, goal, one) for one in _weakest(units))


def _weakest(units: Sequence[Plain]) -> list[Plain]:
    """The weakest few Legio, and the weakest other unit."""
    legio = [unit for unit in units if unit["kind"] == "legio"]
    return [*legio[:MOST], *[unit for unit in units if unit["kind"] != "legio"][:1]]


def _walk(seen: Judgement, option: Option, goal: str, unit: Plain) -> Move:
    """A unit to where no enemy is."""
    command = _command(seen, option, goal, [unit])
    stands = seen.stands(goal, [*seen.own(goal), unit])
    return Move([unit], command["zone"], goal, stands, _cost(seen, command, [unit]), command)


def _battle(seen: Judgement, option: Option, goal: str, units: Sequence[Plain]) -> Iterator[Move]:
    """As few units, the strongest first, as are certain to win where enemies are, or win best."""
    zone, there, captains = option.command["zone"], seen.own(goal), seen.captains(goal)
    by_sea = "/ships" in option.choices
    crossing = by_sea or seen.crosses(zone, goal)
    best: Move | None = None
    for count in range(1, len(units) + 1):
        command = _command(seen, option, goal, units[:count])
        led = [*captains, *command.get("leaders", ())]
        battle = seen.fight(goal, [*there, *units[:count]], led, crossing=crossing)
        if battle.wins >= seen.temper.bold and (best is None or battle.wins > best.wins):
            lost = max(0, battle.lost - battle.taken)
            cost = lost + _cost(seen, command, units[:count])
            best = Move(units[:count], zone, goal, battle.wins, cost, command)
        if battle.wins == FACES:
            break
    if best is not None:
        stands = seen.stands(goal, [*there, *best.units])
        yield msgspec.structs.replace(best, wins=best.wins * stands // FACES)


def _command(seen: Judgement, option: Option, goal: str, units: Sequence[Plain]) -> Plain:
    """The order that sends units to a goal, with as few ships as carry them."""
    command = {**option.command, "to": goal, "units": [unit["id"] for unit in units]}
    if "/leaders" in option.choices:
        command["leaders"] = seen.escort(command["zone"], units, leaders_of(option))
    if isinstance(fleets := option.choices.get("/ships"), ChooseOne):
        counts = [one for one in fleets.values if CARRIES * one >= len(units)]
        command["ships"] = counts[0] if counts else fleets.values[-1]
    return command


def _cost(seen: Judgement, command: Plain, units: Sequence[Plain]) -> int:
    """What it costs to send units away, in sixths of an SP: their voyage, and who comes for them.

    The year's end does not save them: half of what they and their leaders are worth, where enemies
    could come who win.
    """
    goal, ships = command["to"], command.get("ships")
    peril = (seen.peril(command["zone"], goal, ships) or 0) if ships else 0
    beaten = seen.faced(goal, [*seen.own(goal), *units]) >= seen.temper.bold
    risked = FACES * strength(units) + seen.deserted(goal, command.get("leaders", ()), units)
    return 1 + peril + (risked // 2 if beaten else 0)
