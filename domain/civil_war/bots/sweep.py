"""What the last segment of a year can still take, unit by unit: the zones and Legio that win a
region at the year's end, or lose the enemy one.

One unit may change nothing where three would: so marches are thought of together, and the first of
those that change most is made, as long as all can be. Garrisons go too, if more is won by it.
"""

from collections.abc import Iterator, Sequence

import msgspec

from iacta.domain.civil_war.bots.judgement import Judgement
from iacta.domain.civil_war.bots.positions import ANSWERED
from iacta.domain.civil_war.bots.situation import FACES, Plain
from iacta.domain.civil_war.bots.steady import RatedCommand
from iacta.domain.kernel.contract.choices import ChooseSome, Option

MOST = 5
"""units that are moved for one region"""


class Move(msgspec.Struct, frozen=True):
    """A unit that could go from a zone to another, where no enemy is."""

    unit: Plain
    zone: str
    goal: str
    command: Plain


def sweep(seen: Judgement, options: Sequence[Option]) -> RatedCommand | None:
    """The first of the marches that win most, with what they win together; None if nothing."""
    if seen.reckoning is None or not seen.last:
        return None
    found = (one for option in options for one in _moves(seen, option))
    moves = sorted(found, key=lambda one: (one.goal, one.zone, one.unit["id"]))
    plans = [plan for region in seen.regions if (plan := _plan(seen, region, moves))]
    return max(plans, key=lambda plan: plan.value, default=None)


def _plan(seen: Judgement, region: str, moves: Sequence[Move]) -> RatedCommand | None:
    """The first of the marches that change who controls a region, with what they bring."""
    reckoning = seen.reckoning
    assert reckoning is not None
    inside = [one for one in moves if seen.zones[one.goal]["region"] == region]
    moved: dict[str, list[Plain]] = {}
    made: list[Move] = []
    lacks = reckoning.lacks(region, moved)
    while inside and len(made) < MOST:
        rated = [(_rated(seen, region, moved, one), one) for one in inside]
        (best, *_), move = min(rated, key=lambda one: one[0])
        if best >= lacks:
            return None
        made, moved, lacks = [*made, move], _after(seen, moved, move), best
        gain = FACES * reckoning.gain(moved) * (ANSWERED if seen.answered else 100) // 100
        gain -= sum(_risk(seen, one) for one in made)
        if gain > 0:
            return RatedCommand(gain, made[0].command)
        inside = [one for one in inside if one.unit["id"] != move.unit["id"]]
    return None


def _rated(
    seen: Judgement, region: str, moved: dict[str, list[Plain]], move: Move
) -> tuple[tuple[int, int], int, int]:
    """How far the seat would be from control after a move, what it would lose, and who goes."""
    assert seen.reckoning is not None
    after = _after(seen, moved, move)
    return seen.reckoning.lacks(region, after), -seen.reckoning.gain(after), move.unit["sp"]


def _after(seen: Judgement, moved: dict[str, list[Plain]], move: Move) -> dict[str, list[Plain]]:
    """Who stands where once a unit has moved too."""

    def at(zone: str) -> list[Plain]:
        return moved[zone] if zone in moved else list(seen.zones[zone]["units"])

    rest = [unit for unit in at(move.zone) if unit["id"] != move.unit["id"]]
    return {**moved, move.zone: rest, move.goal: [*at(move.goal), move.unit]}


def _risk(seen: Judgement, move: Move) -> int:
    """What it costs, in sixths of an SP, to send a unit where enemies could come."""
    ships = move.command.get("ships", 0)
    peril = (seen.peril(move.zone, move.goal, ships) or 0) if ships else 0
    return 1 + peril + seen.threat(move.goal, [*seen.own(move.goal), move.unit], ()).wins


def _moves(seen: Judgement, option: Option) -> Iterator[Move]:
    """The units of an option that might go, the weakest of each kind, to each of its goals."""
    command, ships = dict(option.command), 0
    choice = option.choices.get("/units")
    if command["type"] == "civil-war.sail":
        fewest = option.choices["/ships"].alternatives[0]
        choice, ships = fewest.choices.get("/units"), fewest.value
        command["ships"] = ships
    if not isinstance(choice, ChooseSome) or "/to" not in option.choices:
        return
    if "/leaders" in option.choices:
        command["leaders"] = []
    units = sorted((seen.units[key] for key in choice.values), key=lambda one: int(one["sp"]))
    kinds = [
        [unit for unit in units if (unit["kind"] == "legio") == legio] for legio in (True, False)
    ]
    for goal in option.choices["/to"].values:
        if seen.enemies(goal) or seen.is_at_peace(goal):
            continue
        for unit in (*kinds[0][:MOST], *kinds[1][:1]):
            yield Move(unit, command["zone"], goal, {**command, "to": goal, "units": [unit["id"]]})
