"""Combats of a segment, and who leaves the field. CW 8.4, CW-41, CW-46 to CW-48."""

from collections.abc import Sequence

from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war.effects import (
    CombatResolved,
    Fact,
    MarchesEnded,
    RetreatAwaited,
    Retreated,
)
from iacta.domain.civil_war.evolve import evolve
from iacta.domain.civil_war.rules import battle, combat
from iacta.domain.civil_war.rules.board import Board, land, ships
from iacta.domain.civil_war.rules.turns import moving_seat
from iacta.domain.civil_war.rules.ways import may_enter, room
from iacta.domain.civil_war.state import SEATS, RetreatDue, State, Unit
from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.errors import Invalid, NotYourTurn, OutOfPhase, RuleViolation


def end_marches(state: State, role: str) -> list[Fact]:
    """The active seat has marched and fights wherever enemies stand with him. CW-41.

    Where a ruling took the last enemy away while it fought, this ends the segment.
    """
    seat = moving_seat(state, role)
    places = tuple(dict.fromkeys(zone for zone, _, _ in Board(state).contested(seat)))
    if not state.fighting:
        return [MarchesEnded(seat, state.segment, places)]
    if places:
        raise OutOfPhase(f"there is a combat to fight yet in {places[0]}")
    return []


def attack(state: State, command: cmd.Attack, role: str, dice: Dice) -> list[Fact]:
    """All of the active side's units in a zone attack all of an enemy's there. CW-41, CW-46."""
    seat = moving_seat(state, role)
    if not state.fighting:
        raise OutOfPhase("the marches of this segment are not over")
    if state.zone(command.zone) is None:
        raise Invalid(f"there is no zone {command.zone!r}", pointer="/command/zone")
    board = Board(state)
    own = [
        side
        for zone, side, enemy in board.contested(seat)
        if (zone, enemy) == (command.zone, command.against)
    ]
    if not own:
        raise RuleViolation(
            "CW-41",
            f"no units of his face the {command.against} side in {command.zone}",
            pointer="/command/against",
        )
    forces = [
        tuple(unit.id for unit in board.units_in(command.zone, side))
        for side in (own[0], command.against)
    ]
    order = cmd.ResolveCombat(command.zone, *forces)
    fought = combat.resolve(battle.on_the_map(state, order), state.switches, dice)
    return [fought, *leave(evolve(state, fought), fought)]


def leave(state: State, fought: CombatResolved) -> list[Fact]:
    """The loser leaves the zone: where there is a choice his seat is asked. CW 8.4.2W."""
    loser = fought.defender if fought.winner == "attacker" else fought.attacker
    board = Board(state)
    zone, side = str(fought.zone), str(loser.side)
    units = [unit for unit in board.units_in(zone, side) if unit.must_leave]
    leaders = tuple(one.name for one in board.leaders_in(zone, side) if one.must_leave)
    if not units and not leaders:
        return []
    seat = board.seat_of(side)
    goals = retreats(board, side, zone, units, leaders)
    if len(goals) > 1:
        ids = tuple(unit.id for unit in units)
        return [RetreatAwaited(RetreatDue(seat, zone, side, ids, leaders, goals))]
    return [_retreat(board, seat, side, zone, goals[0] if goals else None)]


def retreats(
    board: Board, side: str, zone: str, units: list[Unit], leaders: Sequence[str]
) -> tuple[str, ...]:
    """The zones where a beaten Force may go, in the map's order. CW-47, CW-48.

    Next to the field, free of enemies, with room; by sea only if its own Naves carry it all.
    Leaders of a fleet that finds no port go overland without it.
    """
    foot, fleet = land(units), ships(units)
    goals: set[str] = set()
    if foot or not fleet or (leaders and not _ports(board, side, zone)):
        goals |= {
            step.to
            for step in board.atlas.neighbours(zone)
            if _takes_in(board, side, step.to, len(foot))
        }
    if fleet and len(foot) <= board.terms.carries * len(fleet):
        goals |= {
            port for port in _ports(board, side, zone) if len(foot) <= room(board, side, port)
        }
    return tuple(one.name for one in board.state.zones if one.name in goals)


def _takes_in(board: Board, side: str, zone: str, count: int) -> bool:
    """Free of enemies, no people at peace there, and room for so many."""
    return may_enter(board, side, zone, armed=False) and count <= room(board, side, zone)


def _ports(board: Board, side: str, zone: str) -> list[str]:
    """Ports on the seas of a zone that are free of enemies."""
    return [
        port
        for sea in board.atlas.seas(zone)
        for port in board.atlas.zones_on.get(sea, ())
        if port != zone and may_enter(board, side, port, armed=False)
    ]


def choose(state: State, to: str, role: str) -> Fact:
    """The loser says where he goes. CW-47."""
    dues = [due for due in state.pending if isinstance(due, RetreatDue)]
    if not dues:
        raise OutOfPhase("nobody has to retreat")
    own = [due for due in dues if role in ("referee", f"seat:{due.seat}")]
    if not own:
        raise NotYourTurn("the loser chooses where he goes")
    due = own[0]
    if to not in due.to:
        listed = ", ".join(due.to)
        raise RuleViolation("CW-47", f"he may go to one of: {listed}", pointer="/command/to")
    return _retreat(Board(state), due.seat, due.side, due.zone, to)


def _retreat(board: Board, seat: str, side: str, zone: str, to: str | None) -> Retreated:
    """A Force goes to a zone; Naves that cannot go with it find a harbour. CW-48.

    Without a zone to go to units are eliminated; leaders go with the Naves, or are taken.
    """
    units = [unit for unit in board.units_in(zone, side) if unit.must_leave]
    leaders = tuple(one.name for one in board.leaders_in(zone, side) if one.must_leave)
    foot, fleet = land(units), ships(units)
    ports = _ports(board, side, zone)
    harbour = _harbour(board, side, to, ports) if fleet else None
    lost = (*(foot if to is None else ()), *(fleet if harbour is None else ()))
    nowhere = to is None and harbour is None
    return Retreated(
        seat,
        zone,
        side,
        to,
        units=tuple(one.id for one in foot) if to is not None else (),
        leaders=() if nowhere else leaders,
        fleet=tuple(one.id for one in fleet) if harbour is not None else (),
        harbour=harbour,
        eliminated=tuple(one.id for one in lost),
        taken=leaders if nowhere else (),
    )


def _harbour(board: Board, side: str, to: str | None, ports: list[str]) -> str | None:
    """Where the Naves go: with the Force if they can, else to a port of their own seat's."""
    if to in ports:
        return to
    own = [port for port in ports if board.zones[port].control == side]
    return min(own or ports, default=None)


def quarrels_left(state: State) -> bool:
    """Whether the active seat has a combat to fight yet. CW-41."""
    return state.active in SEATS and bool(Board(state).contested(str(state.active)))
