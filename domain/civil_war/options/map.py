"""What a seat may do in its segment and in Adjustments, small and concrete."""

from collections.abc import Sequence
from typing import Any

from iacta.domain.civil_war.rules import march, peoples, recruit, sail
from iacta.domain.civil_war.rules.board import Board
from iacta.domain.civil_war.rules.ways import Way
from iacta.domain.civil_war.state import SEATS, Leader, Seat, State, Unit
from iacta.domain.civil_war.state.words import unit_title
from iacta.domain.kernel.contract.system import Option
from iacta.domain.kernel.contract.words import listed

SEAT_NAMES = {"caesarian": "Caesarians", "republican": "Republicans"}


def on_the_map(state: State, role: str) -> list[Option]:
    """The active seat's options in its segment. CW-34, CW-41."""
    seat = state.active
    if seat is None:
        return [_end_of_year()] if role == "referee" else []
    if role not in ("referee", f"seat:{seat}"):
        return []
    board = Board(state)
    sides: dict[tuple[str, str], str] = {}
    for zone, side, enemy in board.contested(seat):
        sides.setdefault((zone, enemy), side)
    fights = [_attack(board, zone, side, enemy) for (zone, enemy), side in sides.items()]
    if state.fighting:
        return fights or [_end(state, len(fights))]
    return [
        *(_march(board, one) for one in march.marches(board, seat)),
        *(_sail(board, one) for one in sail.voyages(board, seat)),
        *_courts(board, seat),
        _end(state, len(fights)),
    ]


def _end_of_year() -> Option:
    return Option("close-year", "Go on to Adjustments", "CW-65", {"type": "civil-war.close-year"})


def _end(state: State, fights: int) -> Option:
    title = "End the marches and fight" if fights else "End the segment"
    which = f"{title} ({state.segment} of {len(state.segments)})"
    return Option("end-marches", which, "CW-41", {"type": "civil-war.end-marches"})


def _march(board: Board, one: march.March) -> Option:
    goals = [{"value": way.to, "title": _goal(way)} for way in one.goals]
    command: dict[str, Any] = {"type": "civil-war.march", "zone": one.zone, "leaders": []}
    choices: dict[str, Any] = {"/to": {"one_of": goals}}
    side = "" if one.side in SEATS else f" with the {one.side}"
    if not one.units:
        name = one.leaders[0].name
        command |= {"units": [], "leaders": [name]}
        key = f"travel:{one.zone}:{name}"
        return Option(key, f"Let {name} travel alone from {one.zone}", "CW-37", command, choices)
    choices["/units"] = some_of(one.units, 1, one.most)
    if one.leaders:
        choices["/leaders"] = _some_leaders(one.leaders)
    key = f"march:{one.zone}:{one.side}:{one.goals[0].cost}:{one.most}"
    title = f"March from {one.zone}{side}"
    return Option(key, title, "CW-37", command, choices)


def _goal(way: Way) -> str:
    told = [f"{way.to}, {way.cost} MA"]
    if way.over:
        told.append(f"last over the {way.over}")
    if way.enemies:
        told.append("enemies stand there")
    if way.war:
        told.append(f"it is war with the {way.war}")
    return ", ".join(told)


def some_of(units: Sequence[Unit], least: int, most: int) -> dict[str, Any]:
    """A choice of units."""
    items = [{"value": unit.id, "title": unit_title(unit)} for unit in units]
    return {"some_of": items, "min": least, "max": min(most, 60)}


def _some_leaders(leaders: Sequence[Leader]) -> dict[str, Any]:
    items = [
        {"value": one.name, "title": f"{one.name}, TB {one.tb}, PC {one.pc}"} for one in leaders
    ]
    return {"some_of": items, "min": 0, "max": min(len(items), 20)}


def _sail(board: Board, one: sail.Voyage) -> Option:
    fleets = []
    for count in range(1, len(one.ships) + 1):
        aboard: dict[str, Any] = {}
        most = min(one.most, board.terms.carries * count)
        if most:
            aboard["/units"] = some_of(one.units, 0, most)
        fleets.append({"value": count, "title": f"{count} Naves", "choices": aboard})
    choices: dict[str, Any] = {
        "/to": {"one_of": [{"value": way.to, "title": _voyage(way)} for way in one.goals]},
        "/ships": {"one_of": fleets},
    }
    if one.leaders:
        choices["/leaders"] = _some_leaders(one.leaders)
    return Option(
        f"sail:{one.zone}:{one.most}",
        f"Sail from {one.zone}",
        "CW-42",
        {"type": "civil-war.sail", "zone": one.zone, "units": [], "leaders": []},
        choices,
    )


def _voyage(way: Way) -> str:
    told = [f"{way.to} by {listed(way.route[1:-1])}"]
    if way.enemies:
        told.append("a landing among enemies")
    if way.war:
        told.append(f"it is war with the {way.war}")
    return ", ".join(told)


def _courts(board: Board, seat: Seat) -> list[Option]:
    return [
        Option(
            f"court:{leader.name}:{people.name}",
            f"{leader.name} seeks the alliance of the {people.name}: 1d6 + {leader.pc} must"
            f" reach {board.terms.embassy}",
            "CW-52",
            {"type": "civil-war.court", "leader": leader.name, "people": people.name},
        )
        for leader in board.state.leaders
        for people in peoples.courtable(board, seat, leader)
    ]


def _attack(board: Board, zone: str, side: str, enemy: str) -> Option:
    own = sum(unit.strength for unit in board.units_in(zone, side))
    theirs = sum(unit.strength for unit in board.units_in(zone, enemy))
    who = SEAT_NAMES.get(enemy, enemy)
    with_ = "" if side in SEATS else f" with the {side}"
    return Option(
        f"attack:{zone}:{enemy}",
        f"Attack the {who} in {zone}{with_}, SP {own} to {theirs}",
        "CW-41",
        {"type": "civil-war.attack", "zone": zone, "against": enemy},
    )


def recruiting(state: State, role: str) -> list[Option]:
    """The next region's recruitment. CW-59."""
    if not state.recruiting:
        return []
    region = state.region(state.recruiting[0])
    if region is None or role not in ("referee", f"seat:{region.control}"):
        return []
    command: dict[str, Any] = {"type": "civil-war.recruit", "region": region.name}
    due = recruit.levy(state)
    if due is None:
        title = f"Nothing can be raised in {region.name}"
        return [Option(f"recruit:{region.name}", title, "CW-59", command)]
    command |= {kind: [] for kind in recruit.KINDS}
    zones = []
    for name in due.zones:
        harbour: dict[str, Any] = {}
        if name in due.ports and "naves" in due.candidates:
            harbour["/naves"] = _levied(due, "naves")
        zones.append({"value": name, "title": name, "choices": harbour})
    choices: dict[str, Any] = {"/zone": {"one_of": zones}}
    for kind in due.candidates:
        if kind != "naves":
            choices[f"/{kind}"] = _levied(due, kind)
    numbers = listed([f"{due.numbers[kind]} {kind.capitalize()}" for kind in due.candidates])
    title = f"Recruit in {region.name}: up to {numbers}"
    return [Option(f"recruit:{region.name}", title, "CW-59", command, choices)]


def _levied(due: recruit.Levy, kind: str) -> dict[str, Any]:
    units = due.candidates[kind]
    return some_of(units, 0, min(len(units), due.numbers[kind]))
