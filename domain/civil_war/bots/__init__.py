"""A bot that picks legal commands at random; as referee it also places forces.

It gets a view and options, never the state, and is deterministic for the same random choices.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from iacta.domain.kernel.contract.choices import Below, Option, fill

Plain = dict[str, Any]
View = Mapping[str, Any]

SIDES = ("caesarian", "republican")
ROMANS = ("legio", "legio", "legio", "auxilia", "equites", "naves")
MOST_UNITS = 24


def random_command(game: View, options: Sequence[Option], role: str, below: Below) -> Plain | None:
    """The next command of a role as plain data, or None if it has nothing to do."""
    kinds = {option.command["type"] for option in options}
    if "civil-war.end-marches" in kinds and below(2) == 0:
        return {"type": "civil-war.end-marches"}
    if role == "referee":
        ruling = _ruling(game, kinds, below)
        if ruling is not None:
            return ruling
        if _all_done(kinds) and below(4) == 0:
            return {"type": "civil-war.close-year"}
    return _any_option(game, options, below)


def _all_done(kinds: set[str]) -> bool:
    return "civil-war.close-year" in kinds


def _any_option(game: View, options: Sequence[Option], below: Below) -> Plain | None:
    if not options:
        return None
    option = options[below(len(options))]
    if "" in option.choices:
        return _adjudication(game, below)
    return fill(option, below)


def _ruling(game: View, kinds: set[str], below: Below) -> Plain | None:
    """The ruling that the `zones` scenario needs between commands: retreats or new forces."""
    if game["scenario"] != "zones" or not _all_done(kinds):
        return None
    for zone in game["zones"]:
        beaten = [unit["id"] for unit in zone["units"] if unit["must_leave"]]
        fled = [
            one["name"]
            for one in game["leaders"]
            if (
                bool(one["must_leave"])
                and one["zone"] == zone["name"]
                and one["status"] == "in-play"
            )
        ]
        if beaten:
            return _rule("The beaten fall back.", [_retreat(game, zone, beaten, fled, below)])
    standing = sum(len(zone["units"]) for zone in game["zones"])
    if standing < MOST_UNITS and below(2) == 0:
        return _rule("Forces take the field.", _muster(game, below))
    return None


def _rule(text: str, changes: list[Plain]) -> Plain:
    return {"type": "campaign.rule", "text": text, "reason": "Moves are ruled.", "changes": changes}


def _retreat(game: View, zone: Plain, units: list[str], leaders: list[str], below: Below) -> Plain:
    others = [one["name"] for one in game["zones"] if one["name"] != zone["name"]]
    goal = others[below(len(others))] if others else zone["name"]
    return {
        "type": "civil-war.move-units",
        "units": units[:60],
        "zone": goal,
        "leaders": leaders[:20],
    }


def _muster(game: View, below: Below) -> list[Plain]:
    """Place two to six units per side in one zone, with a leader each if one is available."""
    zone = game["zones"][below(len(game["zones"]))]
    changes: list[Plain] = []
    for side in SIDES:
        changes += [_unit(game, zone["name"], side, below) for _ in range(2 + below(5))]
        changes += _leader(game, zone["name"], side, below)
    control = SIDES[below(2)]
    changes.append({"type": "civil-war.set-control", "zone": zone["name"], "seat": control})
    if zone["region"]:
        changes.append({"type": "civil-war.set-control", "region": zone["region"], "seat": control})
    return changes


def _values(below: Below) -> Plain:
    return {"sp": 1 + below(8), "quality": 1 + below(3)}


def _unit(game: View, zone: str, side: str, below: Below) -> Plain:
    unit = {"type": "civil-war.place-unit", "zone": zone, "side": side, **_values(below)}
    peoples = [people["name"] for people in game["peoples"]]
    if peoples and below(6) == 0:
        return {**unit, "kind": "people", "people": peoples[below(len(peoples))]}
    return {**unit, "kind": ROMANS[below(len(ROMANS))]}


def _leader(game: View, zone: str, side: str, below: Below) -> list[Plain]:
    own = [
        leader["name"]
        for leader in game["leaders"]
        if leader["status"] == "in-play" and leader["faction"] == side
    ]
    if not own:
        return []
    return [
        {
            "type": "civil-war.place-leader",
            "leader": own[below(len(own))],
            "zone": zone,
            "tb": below(5),
            "pc": below(10),
            "faction_leader": below(3) == 0,
        }
    ]


def _adjudication(game: View, below: Below) -> Plain:
    return {
        "type": "civil-war.adjudicate-combat",
        "attacker": _force(game, "caesarian", below),
        "defender": _force(game, "republican", below),
        "crossing": below(4) == 0,
        "outside_republic": below(4) == 0,
        "year_events": below(2) == 0,
    }


def _force(game: View, side: str, below: Below) -> Plain:
    units = [_field_unit(game, below) for _ in range(1 + below(8))]
    own = [
        leader["name"]
        for leader in game["leaders"]
        if leader["status"] == "in-play" and leader["faction"] == side
    ]
    leaders = [
        {"name": own[below(len(own))], "tb": below(5), "pc": below(10), "faction_leader": True}
        for _ in range(below(2))
        if own
    ]
    return {"units": units, "leaders": leaders}


def _field_unit(game: View, below: Below) -> Plain:
    unit = {**_values(below), "reduced": below(4) == 0}
    peoples = [people["name"] for people in game["peoples"]]
    if peoples and below(5) == 0:
        return {**unit, "kind": "people", "people": peoples[below(len(peoples))]}
    return {**unit, "kind": ROMANS[below(len(ROMANS))]}
