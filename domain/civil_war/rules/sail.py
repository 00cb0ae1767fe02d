"""Voyages from port to port. Rulings CW-42 to CW-45, CW-48; CW E9."""

import msgspec

from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war.effects import AnyEffect, Interception, Sailed
from iacta.domain.civil_war.rules import peoples
from iacta.domain.civil_war.rules.board import Board, land, ships
from iacta.domain.civil_war.rules.march import (
    check_company,
    check_may_move,
    immobilized_by,
    named_leaders,
    named_units,
)
from iacta.domain.civil_war.rules.turns import marching_seat
from iacta.domain.civil_war.rules.ways import STORMS, Way, by_sea, room, watchers, within_reach
from iacta.domain.civil_war.state import Leader, Seat, State, Unit
from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.errors import Invalid, RuleViolation

CAUGHT = 2


class Voyage(msgspec.Struct, frozen=True, kw_only=True):
    """A group that may sail from a zone; at most ``most`` units, because of stacking (CW-39).

    ``least``: 1 where only those who land units may go (CW-46). ``people``: whose units they are,
    null for Romans (CW-70).
    """

    zone: str
    people: str | None
    ships: tuple[Unit, ...]
    units: tuple[Unit, ...]
    leaders: tuple[Leader, ...]
    goals: tuple[Way, ...]
    least: int
    most: int


def go(state: State, command: cmd.Sail, role: str, dice: Dice) -> list[AnyEffect]:
    """Sail, with a possible interception on the way. CW-42."""
    seat = marching_seat(state, role)
    board = Board(state)
    if STORMS in state.in_force:
        raise RuleViolation("CW E9", "no naval movement this year")
    units = named_units(board, command.zone, command.units)
    leaders = named_leaders(board, command.zone, command.leaders)
    fleet = ready_ships(board, seat, command.zone)
    _check_aboard(board, seat, command, units, leaders, len(fleet))
    if command.to not in board.zones:
        raise Invalid(f"there is no zone {command.to!r}", pointer="/command/to")
    check_company(board, units, leaders, command.zone, command.to)
    way = by_sea(board, seat, command.zone, _reach(board, fleet)).get(command.to)
    if way is None:
        detail = f"the ships cannot reach {command.to} from {command.zone}"
        raise RuleViolation("CW-42", detail, pointer="/command/to")
    if len(units) > room(board, seat, way.to):
        raise RuleViolation("CW-39", f"there is no room in {way.to}", pointer="/command/units")
    if not units and _held(board, seat, way):
        detail = f"Naves alone cannot land in {way.to}: its land is not open to them"
        raise RuleViolation("CW-46", detail, pointer="/command/units")
    sailing = fleet[: command.ships]
    met = _intercepted(board, seat, way, len(sailing), dice)
    hit = sailing if met is not None and met.caught else []
    sailed = Sailed(
        seat=seat,
        zone=command.zone,
        to=way.to,
        route=way.route,
        cost=way.cost,
        ships=tuple(one.id for one in sailing),
        units=command.units,
        leaders=command.leaders,
        against_enemies=way.crossed,
        intercepted=met,
        reduced=tuple(one.id for one in hit if not one.reduced),
        sunk=tuple(one.id for one in hit if one.reduced),
    )
    return [sailed, *peoples.provoke(board, seat, way)]


def ready_ships(board: Board, seat: Seat, zone: str) -> list[Unit]:
    """A seat's Naves in a zone that have not sailed, full ones before reduced ones. CW-42."""
    return [one for one in ships(board.units_in(zone, seat)) if board.ma_left(one)]


def _held(board: Board, seat: Seat, way: Way) -> bool:
    """Whether only those who land units may sail there: enemies on land, or a people. CW-46."""
    return way.war is not None or bool(land(board.enemies_in(way.to, seat)))


def _reach(board: Board, fleet: list[Unit]) -> int:
    return min((board.ma_left(one) for one in fleet), default=0)


def _check_aboard(
    board: Board,
    seat: Seat,
    command: cmd.Sail,
    units: list[Unit],
    leaders: list[Leader],
    fleet: int,
) -> None:
    """Refuse too few ships, or passengers that cannot go aboard. CW-42, CW-43."""
    if command.ships > fleet:
        detail = f"only {fleet} Naves in {command.zone} can sail"
        raise RuleViolation("CW-42", detail, pointer="/command/ships")
    if len(units) > board.terms.carries * command.ships:
        detail = f"one Naves carries at most {board.terms.carries} units"
        raise RuleViolation("CW-43", detail, pointer="/command/units")
    for index, unit in enumerate(units):
        if unit.kind == "naves" or unit.side != seat or not board.ma_left(unit):
            raise RuleViolation(
                "CW-42", f"unit {unit.id!r} cannot go aboard", pointer=f"/command/units/{index}"
            )
    check_may_move(board, leaders)
    for index, leader in enumerate(leaders):
        if leader.side != seat or not board.ma_left(leader):
            raise RuleViolation(
                "CW-42", f"{leader.name} cannot go aboard", pointer=f"/command/leaders/{index}"
            )


def _intercepted(board: Board, seat: Seat, way: Way, own: int, dice: Dice) -> Interception | None:
    """The interception in the first sea with more hostile Naves in port than sail; d6, 1-2 hits.

    CW-45; null if there is no such sea or the switch turns interception off.
    """
    if board.state.switches.interception == "none":
        return None
    for sea in way.route[1:-1]:
        enemy = watchers(board, seat, sea)
        if enemy > own:
            face = dice.roll("d6", f"interception in {sea}")
            return Interception(sea, enemy, own, face, face <= CAUGHT)
    return None


def voyages(board: Board, seat: Seat) -> list[Voyage]:
    """Every group that may sail. CW-42."""
    if STORMS in board.state.in_force:
        return []
    return [
        voyage
        for zone in board.state.zones
        if (fleet := ready_ships(board, seat, zone.name))
        for voyage in _from(board, seat, zone.name, fleet)
    ]


def _from(board: Board, seat: Seat, zone: str, fleet: list[Unit]) -> list[Voyage]:
    units = [one for one in land(board.units_in(zone, seat)) if board.ma_left(one)]
    leaders = [
        one
        for one in board.leaders_in(zone, seat)
        if board.ma_left(one) and not immobilized_by(board, one)
    ]
    ways = by_sea(board, seat, zone, _reach(board, fleet)).values()
    found = []
    named = (*(one.people for one in units), *(one.people for one in leaders))
    for people in dict.fromkeys((None, *named)):
        own = tuple(one for one in units if one.people == people)
        aboard = tuple(one for one in leaders if one.people in (None, people))
        goals: dict[tuple[int, int], list[Way]] = {}
        for way in ways:
            if within_reach(board, people, zone, way.to):
                least = int(_held(board, seat, way))
                most = min(len(own), room(board, seat, way.to))
                goals.setdefault((least, most), []).append(way)
        found += [
            Voyage(
                zone=zone,
                people=people,
                ships=tuple(fleet),
                units=own,
                leaders=aboard,
                goals=tuple(some),
                least=least,
                most=most,
            )
            for (least, most), some in goals.items()
            if least <= most
        ]
    return found
