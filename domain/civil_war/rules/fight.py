"""Combats of a segment, and retreats. CW 8.4, CW-41, CW-46 to CW-48, CW-69."""

from collections.abc import Sequence

from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war import effects as fx
from iacta.domain.civil_war.evolve import evolve
from iacta.domain.civil_war.rules import battle, combat
from iacta.domain.civil_war.rules.board import Board, land, ships
from iacta.domain.civil_war.rules.turns import moving_seat
from iacta.domain.civil_war.rules.ways import may_cross, may_enter, room, storms_close_the_sea
from iacta.domain.civil_war.state import SEATS, RetreatDue, State, Unit
from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.errors import Invalid, NotYourTurn, OutOfPhase, RuleViolation


def end_marches(state: State, role: str) -> list[fx.AnyEffect]:
    """End the marches of the active seat; combats follow wherever enemies share a zone. CW-41.

    If a ruling has removed the last enemy during combat, this ends the segment.
    """
    seat = moving_seat(state, role)
    places = tuple(dict.fromkeys(zone for zone, _, _ in Board(state).contested(seat)))
    if not state.fighting:
        return [fx.MarchesEnded(seat, state.segment, places)]
    if places:
        raise OutOfPhase(f"a combat in {places[0]} must be fought first")
    return []


def attack(state: State, command: cmd.Attack, role: str, dice: Dice) -> list[fx.AnyEffect]:
    """Attack an enemy side in a zone with everybody who fights there. CW-41, CW-46."""
    seat = moving_seat(state, role)
    if not state.fighting:
        raise OutOfPhase("end the marches of this segment first")
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
            f"the active seat has no units facing the {command.against} in {command.zone}",
            pointer="/command/against",
        )
    forces = [
        tuple(unit.id for unit in board.fighters(command.zone, side))
        for side in (own[0], command.against)
    ]
    order = cmd.ResolveCombat(command.zone, *forces)
    fought = combat.resolve(battle.on_the_map(state, order), state.switches, dice)
    return [fought, *retreat_loser(evolve(state, fought), fought)]


def retreat_loser(state: State, fought: fx.CombatResolved) -> list[fx.AnyEffect]:
    """Retreat the loser, or await the seat's choice if there are several zones. CW 8.4.2W."""
    loser = fought.defender if fought.winner == "attacker" else fought.attacker
    board = Board(state)
    zone, side = str(fought.zone), str(loser.side)
    units = [unit for unit in board.units_in(zone, side) if unit.must_leave]
    leaders = tuple(one.name for one in board.leaders_in(zone, side) if one.must_leave)
    if not units and not leaders:
        return []
    seat = board.seat_of(side)
    goals = retreat_zones(board, side, zone, units, leaders)
    if len(goals) > 1:
        ids = tuple(unit.id for unit in units)
        return [fx.RetreatAwaited(RetreatDue(seat, zone, side, ids, leaders, goals))]
    return [_retreat(board, seat, side, zone, goals[0] if goals else None)]


def retreat_zones(
    board: Board, side: str, zone: str, units: list[Unit], leaders: Sequence[str]
) -> tuple[str, ...]:
    """The zones that a beaten Force may retreat to, in map order. CW-47, CW-48.

    Adjacent, free of enemies, with room; by sea only if its own Naves can carry all of it.
    Leaders of a fleet that finds no port go overland without it. Of these the Force takes its own
    zones, else zones that nobody controls, and only then the enemy's.
    """
    foot, fleet = land(units), ships(board.units_in(zone, side))
    goals: set[str] = set()
    if foot or not fleet or (leaders and not _ports(board, side, zone)):
        goals |= {
            step.to
            for step in board.atlas.neighbours(zone)
            if may_cross(board, side, zone, step) and _can_receive(board, side, step.to, len(foot))
        }
    if fleet and len(foot) <= board.terms.carries * len(fleet):
        goals |= {
            port for port in _ports(board, side, zone) if len(foot) <= room(board, side, port)
        }
    nearest = min((_distance(board, side, goal) for goal in goals), default=0)
    return tuple(
        one.name
        for one in board.state.zones
        if one.name in goals and _distance(board, side, one.name) == nearest
    )


def _distance(board: Board, side: str, zone: str) -> int:
    """How far a zone is from a side's own: 0 own or an ally's, 1 nobody's, 2 the enemy's. CW-47."""
    place, people = board.zones[zone], board.home_of(zone)
    holder = place.control or (people.ally or people.name if people else None)
    if side in (holder, place.people) or board.units_in(zone, side):
        return 0
    if holder is None:
        return 1
    return 2 if board.hostile(side, holder) else int(place.control is None)


def _can_receive(board: Board, side: str, zone: str, count: int) -> bool:
    """Whether a zone is free of enemies and peoples at peace, and has room for ``count``."""
    return may_enter(board, side, zone, armed=False) and count <= room(board, side, zone)


def _ports(board: Board, side: str, zone: str) -> list[str]:
    """Ports on the seas of a zone that are free of enemies; none in a year of storms. CW-69."""
    if storms_close_the_sea(board.state):
        return []
    return [
        port
        for sea in board.atlas.seas(zone)
        for port in board.atlas.zones_on.get(sea, ())
        if port != zone and may_enter(board, side, port, armed=False)
    ]


def choose_retreat(state: State, to: str, role: str) -> fx.AnyEffect:
    """Apply the losing seat's choice of a retreat. CW-47."""
    dues = [due for due in state.pending if isinstance(due, RetreatDue)]
    if not dues:
        raise OutOfPhase("no Force has to retreat")
    own = [due for due in dues if role in ("referee", f"seat:{due.seat}")]
    if not own:
        raise NotYourTurn("only the losing seat chooses the retreat")
    due = own[0]
    if to not in due.to:
        listed = ", ".join(due.to)
        raise RuleViolation(
            "CW-47", f"the Force may retreat to one of: {listed}", pointer="/command/to"
        )
    return _retreat(Board(state), due.seat, due.side, due.zone, to)


def _retreat(board: Board, seat: str, side: str, zone: str, to: str | None) -> fx.Retreated:
    """Retreat a Force to ``to``; Naves that cannot follow go to a harbour. CW-48.

    If ``to`` is null, land units are eliminated; leaders go with the Naves or are captured.
    """
    units = [unit for unit in board.units_in(zone, side) if unit.must_leave]
    leaders = tuple(one.name for one in board.leaders_in(zone, side) if one.must_leave)
    foot, fleet = land(units), ships(board.units_in(zone, side))
    ports = _ports(board, side, zone)
    harbour = _harbour(board, side, to, ports) if fleet else None
    lost = (*(foot if to is None else ()), *(fleet if harbour is None else ()))
    nowhere = to is None and harbour is None
    return fx.Retreated(
        seat=seat,
        zone=zone,
        side=side,
        to=to,
        units=tuple(one.id for one in foot) if to is not None else (),
        leaders=() if nowhere else leaders,
        fleet=tuple(one.id for one in fleet) if harbour is not None else (),
        harbour=harbour,
        eliminated=tuple(one.id for one in lost),
        taken=leaders if nowhere else (),
    )


def _harbour(board: Board, side: str, to: str | None, ports: list[str]) -> str | None:
    """The Naves' harbour: with the Force if possible, otherwise a friendly port first."""
    if to in ports:
        return to
    own = [port for port in ports if _distance(board, side, port) == 0]
    return min(own or ports, default=None)


def fleets_leave(state: State) -> list[fx.AnyEffect]:
    """Naves alone among enemies on land leave port with the leaders there, or are taken. CW-46."""
    board = Board(state)
    found: list[fx.AnyEffect] = []
    for zone, units in board.units.items():
        for side in dict.fromkeys(unit.side for unit in ships(units)):
            if land(board.units_in(zone, side)) or not land(board.enemies_in(zone, side)):
                continue
            harbour = _harbour(board, side, None, _ports(board, side, zone))
            aboard = [one.name for one in board.leaders_in(zone, side) if not one.ill]
            fleet = tuple(one.id for one in ships(board.units_in(zone, side)))
            found.append(fx.FleetLeft(side, zone, fleet, tuple(aboard if harbour else ()), harbour))
    return found


def combats_left(state: State) -> bool:
    """Whether the active seat still has a combat to fight. CW-41."""
    return state.active in SEATS and bool(Board(state).contested(str(state.active)))
