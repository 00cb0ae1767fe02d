"""Marches overland. CW 7.2; rulings CW-37 to CW-40, CW-51, CW-70, CW-71."""

from collections.abc import Sequence

import msgspec

from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war.effects import AnyEffect, Marched
from iacta.domain.civil_war.rules import peoples
from iacta.domain.civil_war.rules.board import UNREST, Board, land
from iacta.domain.civil_war.rules.turns import marching_seat
from iacta.domain.civil_war.rules.ways import (
    Way,
    may_cross,
    may_enter,
    overland,
    room,
    within_reach,
)
from iacta.domain.civil_war.state import Leader, Seat, State, Unit
from iacta.domain.kernel.proof.errors import Invalid, RuleViolation


class March(msgspec.Struct, frozen=True):
    """A group that may march: any of these units and leaders, to any of these goals.

    At most ``most`` units, because of stacking at the goals (CW-39). ``people``: whose units they
    are, null for Romans (CW-70).
    """

    zone: str
    side: str
    people: str | None
    units: tuple[Unit, ...]
    leaders: tuple[Leader, ...]
    goals: tuple[Way, ...]
    most: int


def immobilized_by(board: Board, leader: Leader) -> str:
    """The rule that keeps a leader in place this year, or "". CW E4, CW E6, CW-16, CW-63."""
    if leader.ill:
        return "CW E4"
    towns = {city.zone for city in board.state.cities if city.control == leader.faction}
    if UNREST in board.state.in_force and leader.faction_leader and towns:
        return "CW E6" if leader.zone in towns else "CW-63"
    return ""


def go(state: State, command: cmd.March, role: str) -> list[AnyEffect]:
    """March units and leaders to a zone, with the consequences of entering it. CW-37."""
    seat = marching_seat(state, role)
    board = Board(state)
    units = named_units(board, command.zone, command.units)
    leaders = named_leaders(board, command.zone, command.leaders)
    side = _one_side(board, seat, units, leaders)
    _check_pieces(board, units, leaders)
    check_company(board, units, leaders, command.zone, command.to)
    limit = min([*map(board.ma_left, units), *map(board.ma_left, leaders)])
    way = _way(board, side, command, limit, armed=bool(units))
    if units and len(units) > room(board, side, way.to):
        raise RuleViolation("CW-39", f"there is no room in {way.to}", pointer="/command/units")
    marched = Marched(
        seat=seat,
        side=side,
        zone=command.zone,
        to=way.to,
        route=way.route,
        cost=way.cost,
        units=command.units,
        leaders=command.leaders,
        crossed=way.crossed,
        over=way.over,
        halted=way.enemies or way.war is not None,
    )
    return [marched, *peoples.provoke(board, seat, way)]


def named_units(board: Board, zone: str, ids: Sequence[str]) -> list[Unit]:
    """The units with these ids; `Invalid` unless all are in ``zone``."""
    if zone not in board.zones:
        raise Invalid(f"there is no zone {zone!r}", pointer="/command/zone")
    here = {unit.id: unit for unit in board.units_in(zone)}
    found = []
    for index, key in enumerate(ids):
        if key not in here or key in ids[:index]:
            raise Invalid(
                f"unit {key!r} is not in {zone}, or is listed twice",
                pointer=f"/command/units/{index}",
            )
        found.append(here[key])
    return found


def named_leaders(board: Board, zone: str, names: Sequence[str]) -> list[Leader]:
    """The leaders with these names; `Invalid` unless all are in ``zone``."""
    here = {leader.name: leader for leader in board.leaders.get(zone, [])}
    found = []
    for index, name in enumerate(names):
        if name not in here or name in names[:index]:
            raise Invalid(
                f"{name} is not in {zone}, or is listed twice", pointer=f"/command/leaders/{index}"
            )
        found.append(here[name])
    return found


def _one_side(board: Board, seat: Seat, units: list[Unit], leaders: list[Leader]) -> str:
    sides = {*(unit.side for unit in units), *(leader.side for leader in leaders)}
    if not sides:
        raise Invalid("no units or leaders are listed", pointer="/command/units")
    if not units and len(leaders) > 1:
        raise RuleViolation(
            "CW-37", "leaders without units travel one at a time", pointer="/command/leaders"
        )
    side = str(sides.pop())
    if sides or not board.commands(seat, side):
        raise RuleViolation(
            "CW-37",
            "units and leaders must belong to one side that the seat commands",
            pointer="/command",
        )
    return side


def _check_pieces(board: Board, units: list[Unit], leaders: list[Leader]) -> None:
    for index, unit in enumerate(units):
        if unit.kind == "naves":
            raise RuleViolation(
                "CW-42", "Naves cannot march; they sail", pointer=f"/command/units/{index}"
            )
    check_may_move(board, leaders)


def check_company(
    board: Board, units: Sequence[Unit], leaders: Sequence[Leader], zone: str, to: str
) -> None:
    """Refuse mixed parties, and a people's units or leaders too far from home. CW-70, CW-71."""
    kinds = {unit.people for unit in units} or {one.people for one in leaders if one.people}
    led = {one.people for one in leaders if one.people}
    if len(kinds) > 1 or not led <= kinds:
        raise RuleViolation(
            "CW-70",
            "Romans and each people move separately, a people's leaders with their own",
            pointer="/command/units" if len(kinds) > 1 else "/command/leaders",
        )
    for people in kinds:
        if not within_reach(board, people, zone, to):
            detail = f"{to} is too far from the home of the {people}"
            raise RuleViolation("CW-71", detail, pointer="/command/to")


def check_may_move(board: Board, leaders: list[Leader]) -> None:
    """Refuse leaders whom the year's event keeps in place. CW E4, CW E6."""
    for index, leader in enumerate(leaders):
        rule = immobilized_by(board, leader)
        if rule:
            raise RuleViolation(
                rule,
                f"the year's event keeps {leader.name} in place",
                pointer=f"/command/leaders/{index}",
            )


def _way(board: Board, side: str, command: cmd.March, limit: int, *, armed: bool) -> Way:
    if command.to not in board.zones:
        raise Invalid(f"there is no zone {command.to!r}", pointer="/command/to")
    way = overland(board, side, command.zone, limit, armed=armed).get(command.to)
    if way is None:
        far = overland(board, side, command.zone, 99, armed=armed).get(command.to)
        if far is None:
            rule, detail = _barred(board, side, command.zone, command.to, armed=armed)
            raise RuleViolation(rule, detail, pointer="/command/to")
        detail = f"{command.to} costs {far.cost} MA, and only {limit} are left"
        raise RuleViolation("CW-38", detail, pointer="/command/to")
    return way


def _barred(board: Board, side: str, zone: str, to: str, *, armed: bool) -> tuple[str, str]:
    """The rule by which no march leads to a zone, and why."""
    if to not in board.atlas.from_home(zone):
        return "CW-37", f"there is no overland route from {zone} to {to}"
    if not may_enter(board, side, to, armed=armed):
        if armed:
            return "CW-50", f"{to} is not open to units of the {side} side"
        return "CW-40", f"leaders alone may not go to {to}"
    reached = {zone, *overland(board, side, zone, 99, armed=armed)}
    for here in reached:
        for step in board.atlas.neighbours(here):
            if step.to not in reached and not may_cross(board, side, here, step):
                return "CW-38", f"hostile Naves close the {step.name or 'strait'}"
    return "CW-40", f"enemies bar every way from {zone} to {to}"


def marches(board: Board, seat: Seat) -> list[March]:
    """Every group that may march. CW-37.

    All of a group have enough MA left for each of its goals.
    """
    found: list[March] = []
    for zone in board.state.zones:
        for side in board.sides(seat):
            foot = [one for one in land(board.units_in(zone.name, side)) if board.ma_left(one)]
            free = [
                one
                for one in board.leaders_in(zone.name, side)
                if board.ma_left(one) and not immobilized_by(board, one)
            ]
            for people in dict.fromkeys(unit.people for unit in foot):
                own = [unit for unit in foot if unit.people == people]
                with_them = [one for one in free if one.people in (None, people)]
                found += _parts(board, side, people, zone.name, own, with_them)
            found += _alone(board, side, zone.name, free)
    return found


def _parts(
    board: Board,
    side: str,
    people: str | None,
    zone: str,
    foot: list[Unit],
    free: list[Leader],
) -> list[March]:
    lefts = sorted({*map(board.ma_left, foot), *map(board.ma_left, free)})
    ways = overland(board, side, zone, max(board.ma_left(one) for one in foot), armed=True).values()
    found = []
    for least, limit in zip((0, *lefts), lefts, strict=False):
        units = tuple(one for one in foot if board.ma_left(one) >= limit)
        leaders = tuple(one for one in free if board.ma_left(one) >= limit)
        goals: dict[int, list[Way]] = {}
        for way in ways:
            if least < way.cost <= limit and within_reach(board, people, zone, way.to):
                most = min(len(units), room(board, side, way.to))
                goals.setdefault(most, []).append(way)
        found += [
            March(zone, side, people, units, leaders, tuple(some), most)
            for most, some in goals.items()
            if most
        ]
    return found


def _alone(board: Board, side: str, zone: str, free: list[Leader]) -> list[March]:
    """A group for each leader alone."""
    found = []
    for leader in free:
        ways = overland(board, side, zone, board.ma_left(leader), armed=False).values()
        near = tuple(way for way in ways if within_reach(board, leader.people, zone, way.to))
        if near:
            found.append(March(zone, side, leader.people, (), (leader,), near, 0))
    return found
