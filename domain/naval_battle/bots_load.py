"""A random allocation, made up from what a seat sees of its own Force."""

from collections.abc import Mapping
from typing import Any

from domain.kernel.choices import Below

Plain = dict[str, Any]


def any_load(game: Mapping[str, Any], role: str, below: Below) -> Plain | None:
    """A command that commits some of the Force at random; none where all of it has to sail."""
    seat = role.removeprefix("seat:")
    side = next(one for one in game["sides"] if one["seat"] == seat)
    fleets = [one for one in game["fleets"] if one["owner"] == seat]
    if side["force"]:
        fleets = [one for one in fleets if one["force"] == side["force"]]
    if any(one["force"] == "moving" for one in fleets) or side["interceptor"]:
        return None
    return _some(fleets, below)


def _some(fleets: list[Plain], below: Below) -> Plain:
    """Fleets without anybody aboard, which is always allowed."""
    chosen = [one["name"] for one in fleets if below(4)] or [fleets[0]["name"]]
    ships = [{"fleet": name} for name in chosen]
    return {"type": "naval-battle.allocate", "ships": ships}
