"""A random allocation, made up from what a seat sees of its own Force."""

from collections.abc import Mapping, Sequence
from typing import Any

from iacta.domain.kernel.contract.choices import Below

Plain = dict[str, Any]
View = Mapping[str, Any]


def any_load(game: View, role: str, below: Below) -> Plain:
    """A command that commits some of a Force at random, and all of it that has to sail."""
    seat = role.removeprefix("seat:")
    side = next(one for one in game["sides"] if one["seat"] == seat)
    fleets, units, leaders = (
        [one for one in these if one["owner"] == seat and side["force"] in (None, one["force"])]
        for these in (game["fleets"], game["ashore"], game["ashore_leaders"])
    )
    sailing = _some(fleets, below) or fleets[:1]
    chiefs = _some(leaders, below)
    chiefs += [one for one in leaders if one["name"] == side["interceptor"] and one not in chiefs]
    decks = _decks(sailing, _some(units, below))
    ships: list[Plain] = [{"fleet": one["name"]} for one in sailing]
    for ship, deck in zip(ships, decks, strict=True):
        if deck:
            ship["aboard"] = [one["name"] for one in deck]
    for chief in chiefs:
        ship = ships[below(len(ships))]
        ship["leaders"] = [*ship.get("leaders", []), chief["name"]]
    return {"type": "naval-battle.allocate", "ships": ships}


def _some(these: Sequence[Plain], below: Below) -> list[Plain]:
    """Three of four at random, and first all of the moving Force."""
    must = [one for one in these if one["force"] == "moving"]
    return must + [one for one in these if one["force"] != "moving" and below(4)]


def _decks(fleets: Sequence[Plain], units: Sequence[Plain]) -> list[list[Plain]]:
    """Units dealt round the fleets while there is room, baggage below. NV 2.7, NB-11."""
    left = list(units)
    decks: list[list[Plain]] = [[] for _ in fleets]
    for deep in range(max(one["capacity"] for one in fleets)):
        for fleet, deck in zip(fleets, decks, strict=True):
            if fleet["capacity"] > deep and left:
                deck.append(left.pop(0))
    return [sorted(deck, key=lambda one: not one["factor"]) for deck in decks]
