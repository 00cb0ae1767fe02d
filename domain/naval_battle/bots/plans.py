"""How a battle stands for one seat, read from its view: strengths, distances, what it is after."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from iacta.domain.naval_battle.bots import chances
from iacta.domain.naval_battle.state import other

Plain = dict[str, Any]
View = Mapping[str, Any]
At = tuple[int, int]

REACH = 3
"""An enemy so many squares away may be attacked after a move, and may attack after its own."""
DOUBLE_REACH = 5
BEHIND = 1
"""Points behind, by which a moving Force gives the battle up and makes for the far edge."""
ENGAGED = 4
"""The turn by which the lines are at grips, and gaps open between them."""
GRADES = {"imperator": 1.3, "veteran": 1.1, "recruit": 1.0, "mob": 0.6, "barbarian": 0.7}


@cache
def at(square: str) -> At:
    """File and rank, both from 1."""
    return ord(square[0]) - ord("a") + 1, int(square[1:])


def between(one: At, other: At) -> int:
    """Squares from one to another; 1 is adjacent."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def side_of(game: View, seat: str) -> Plain:
    """A seat's side."""
    found: Plain = next(one for one in game["sides"] if one["seat"] == seat)
    return found


def fleets(game: View, seat: str) -> list[Plain]:
    """The fleets on the board that obey a seat."""
    return [one for one in game["fleets"] if one["status"] == "board" and one["control"] == seat]


def power(game: View, seat: str, force: str | None) -> float:
    """What a Force in the hex can bring to sea: its points, more for better crews and units."""
    counters = [
        one
        for one in (*game["fleets"], *game["ashore"])
        if one["owner"] == seat and force in (None, one["force"]) and one["factor"]
    ]
    return float(sum(one["points"] * GRADES[one["discipline"]] for one in counters))


def lead(game: View, seat: str) -> int:
    """Points ahead of the enemy; negative if behind."""
    own: int = side_of(game, seat)["points"]
    theirs: int = side_of(game, other(seat))["points"]
    return own - theirs


def outnumbers(game: View, seat: str) -> int:
    """By how many fleets on the board a seat outnumbers the other; negative if it has fewer."""
    return len(fleets(game, seat)) - len(fleets(game, other(seat)))


def goal(game: View, seat: str, fleet: Plain) -> str | None:
    """The seat whose edge a fleet makes for, or none while it fights.

    A moving Force that is losing breaks through, and its baggage ships once the lines are engaged;
    another that has panicked and is not ahead goes home.
    """
    panicked, ahead = side_of(game, seat)["panicked"], lead(game, seat)
    if game["case"] == "c" and seat == "active":
        laden = any(not one["factor"] for one in fleet["aboard"]) and game["turn"] >= ENGAGED
        return "reactive" if laden or panicked or ahead <= -BEHIND else None
    return seat if panicked and ahead <= 0 else None


def to_edge(game: View, seat: str, square: At) -> int:
    """Ranks from a square to the edge of a seat."""
    edge: int = game["board"]["edges"][seat]
    return abs(edge - square[1])


def barred(square: At, edge: int, enemies: list[Plain]) -> int:
    """How many enemies stand in the way from a square to the rank of an edge."""
    ahead = 1 if edge > square[1] else -1
    there = [at(one["square"]) for one in enemies]
    return sum(
        1 for file, rank in there if abs(file - square[0]) < 2 and ahead * (rank - square[1]) > 0
    )


def strikes(fleet: Plain) -> bool:
    """Whether a fleet may ram or shoot this turn if it moves."""
    return fleet["check"] in ("P", "H") and not fleet["attacked"] and not fleet["rallied"]


def may_ram(fleet: Plain, target: Plain) -> bool:
    """Whether a ram is worth a thought: against a full fleet a flipped one is mostly lost."""
    return bool(fleet["state"] == "full" or target["state"] == "flipped")


def boarder(fleet: Plain) -> Plain | None:
    """The unit on deck, if it may board this turn."""
    unit: Plain | None = next((one for one in fleet["aboard"] if one["active"]), None)
    if unit is None or fleet["attacked"] or unit["rallied"] or unit["check"] not in ("P", "H"):
        return None
    return unit


def modes(unit: Plain) -> tuple[str, ...]:
    """The formations worth trying: all that its weight allows."""
    heavy = ("Wedge",) if unit["weight"] == "heavy" else ()
    return ("Phalanx", *heavy, *(("Quincunx",) if unit["kind"] == "legion" else ()))


def attacks(fleet: Plain, square: At, enemies: list[Plain]) -> Iterator[float]:
    """What each attack would be worth if the fleet stood on a square."""
    unit = boarder(fleet)
    for enemy in enemies:
        away = between(square, at(enemy["square"]))
        if away == 1 and strikes(fleet):
            yield chances.ram(fleet, enemy)
        if away == 1 and unit is not None:
            yield max(chances.boarding(unit, enemy, mode) for mode in modes(unit))
        if away == 1 and strikes(fleet):
            yield chances.volley(fleet, enemy)
