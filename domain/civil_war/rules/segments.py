"""The year on a map: initiative, segments, entry of leaders. CW-34, CW-60, CW-63."""

from itertools import pairwise

from iacta.domain.civil_war import effects as fx
from iacta.domain.civil_war.rules import control
from iacta.domain.civil_war.rules.board import UNREST, Board, other, ships
from iacta.domain.civil_war.rules.ways import (
    by_sea,
    may_cross,
    may_enter,
    step_cost,
    storms_close_the_sea,
)
from iacta.domain.civil_war.state import SEATS, Leader, Seat, State
from iacta.domain.kernel.proof.dice import Dice

WINTER, OMENS, TIRED = 7, 8, 10


def initiative(state: State, dice: Dice) -> fx.InitiativeTaken:
    """Determine the initiative and the order of the year's segments. CW-34, CW-36."""
    points = control.points(state)
    first = state.terms.first if state.terms and state.year == state.first_year else None
    holder, faces = (first, ()) if first else _holder(state, points, dice)
    segments, notes = segment_order(state, holder)
    given = ("CW-36: the set-up gives it to them in the first year",) if first else ()
    return fx.InitiativeTaken(state.year, holder, points, faces, segments, (*given, *notes))


def _holder(state: State, points: dict[str, int], dice: Dice) -> tuple[Seat, tuple[int, ...]]:
    """The seat with the initiative, and the dice rolled for it. CW-36.

    More control points, with ties broken by one d6, even Caesarian; or by switch each seat rolls.
    In the first year the set-up may assign it.
    """
    if state.switches.initiative == "roll":
        contest = dice.roll_off("d6", [f"initiative of the {seat} seat" for seat in SEATS])
        return SEATS[contest.winner], tuple(
            face for faces in contest.rounds for face in faces if face is not None
        )
    if points["caesarian"] != points["republican"]:
        return max(SEATS, key=lambda seat: points[seat]), ()
    face = dice.roll("d6", "initiative, on a tie")
    return ("caesarian" if face % 2 == 0 else "republican"), (face,)


def segment_order(state: State, holder: Seat) -> tuple[tuple[Seat, ...], tuple[str, ...]]:
    """The seats of the year's segments in order, and notes on what events changed. CW-34.

    Event 7 drops the last (CW E7, CW-4), event 8 one of each seat, the holder's first (CW E8,
    CW-35), event 10 adds one for the opponent of Roma's controller at the end (CW E10, CW-5).
    """
    assert state.terms is not None
    seats = [holder if index % 2 == 0 else other(holder) for index in range(state.terms.segments)]
    notes = []
    if WINTER in state.in_force:
        seats = seats[:-1]
        notes.append("CW E7: the last segment is dropped")
    if OMENS in state.in_force:
        for seat in (holder, other(holder)):
            if seat in seats:
                del seats[len(seats) - 1 - seats[::-1].index(seat)]
        notes.append("CW E8: each seat has one segment fewer")
    roma = state.zone("Roma")
    if TIRED in state.in_force and roma is not None and roma.control is not None:
        seats.append(other(roma.control))
        gains = "Caesarians" if roma.control == "republican" else "Republicans"
        notes.append(f"CW E10: the {gains} have one more at the end")
    return tuple(seats), tuple(notes)


def name_successors(state: State) -> list[fx.SuccessorNamed]:
    """In phase C, make the leader with the highest PC head a faction without a leader.

    On a tie the higher TB decides, then the order of the table. CW-61.
    """
    named = []
    for seat in SEATS:
        own = [
            one
            for one in state.leaders
            if one.status == "in-play" and one.faction == seat and one.people is None
        ]
        if own and not any(one.faction_leader for one in own):
            first = max(own, key=lambda one: (one.pc, one.tb))
            named.append(fx.SuccessorNamed(seat, first.name, first.pc))
    return named


def entry_zone(state: State, leader: Leader, faction: Seat | None) -> str | None:
    """The zone where a leader enters. CW-60.

    A people's leader: at home. Otherwise with the Faction Leader, or where the faction has most
    units, or else in a zone that the faction controls. Null without a map.
    """
    if leader.zone is not None or state.chart is None:
        return leader.zone
    people = state.people(leader.people) if leader.people else None
    return people.home if people is not None else headquarters(state, faction)


def headquarters(state: State, faction: Seat | None) -> str:
    """Where leaders of a faction enter: with its Faction Leader, or else as CW-60 says."""
    heads = [
        one.zone
        for one in state.leaders
        if one.status == "in-play" and one.faction == faction and one.faction_leader and one.zone
    ]
    if heads:
        return heads[0]
    counts = {
        zone.name: sum(1 for unit in state.units_in(zone.name) if unit.side == faction)
        for zone in state.zones
    }
    held = {zone.name for zone in state.zones if zone.control == faction}
    return max(counts, key=lambda name: (counts[name], name in held))


def begin_next(state: State) -> list[fx.AnyEffect]:
    """Begin the next segment of the year. CW-34."""
    number = state.segment + 1
    return [fx.SegmentBegun(number, len(state.segments), state.segments[number - 1])]


def return_leaders(state: State) -> list[fx.AnyEffect]:
    """Event 6: move the active seat's Faction Leader towards the nearest city. CW E6, CW-63.

    Ill leaders do not travel (CW-17); without such a city nothing happens (CW-16).
    """
    if UNREST not in state.in_force:
        return []
    board, seat = Board(state), state.active
    found: list[fx.AnyEffect] = []
    for leader in state.leaders:
        if (
            leader.status == "in-play"
            and leader.faction_leader
            and leader.faction == seat
            and not leader.ill
            and leader.zone is not None
        ):
            found += _homeward(board, leader, leader.zone)
    return found


def _homeward(board: Board, leader: Leader, zone: str) -> list[fx.AnyEffect]:
    towns = {city.zone for city in board.state.cities if city.control == leader.faction}
    route = _shortest(board, str(leader.side), zone, towns)
    if route[-1] not in towns:
        return _aboard(board, leader, zone, towns)
    walked, cost = [zone], 0
    for here, there in pairwise(route):
        step = board.atlas.step(here, there)
        price = step_cost(board, step.kind) if step else 0
        if cost + price > board.ma_left(leader):
            break
        walked.append(there)
        cost += price
    if len(walked) == 1:
        return []
    return [fx.LeaderReturned(leader.name, zone, walked[-1], route[-1], tuple(walked), cost)]


def _aboard(board: Board, leader: Leader, zone: str, towns: set[str]) -> list[fx.AnyEffect]:
    """The way by sea where none leads overland, with one of the faction's Naves there. CW-63."""
    fleet = [one for one in ships(board.units_in(zone, str(leader.side))) if board.ma_left(one)]
    if not fleet or not board.ma_left(leader) or storms_close_the_sea(board.state):
        return []
    reach = board.ma_left(fleet[0])
    ways = by_sea(board, str(leader.side), zone, reach).values()
    home = [way for way in ways if way.to in towns and not way.crossed]
    if not home:
        return []
    way = min(home, key=lambda one: one.cost)
    ship = (fleet[0].id,)
    return [fx.LeaderReturned(leader.name, zone, way.to, way.to, way.route, way.cost, ship)]


def _shortest(board: Board, side: str, zone: str, towns: set[str]) -> tuple[str, ...]:
    """The cheapest overland route to one of the towns, avoiding enemies; ``(zone,)`` if none."""
    reached: dict[str, int] = {}
    open_ways: list[tuple[int, tuple[str, ...]]] = [(0, (zone,))]
    while open_ways:
        open_ways.sort()
        cost, route = open_ways.pop(0)
        if route[-1] in towns:
            return route
        if route[-1] in reached:
            continue
        reached[route[-1]] = cost
        open_ways += [
            (cost + step_cost(board, step.kind), (*route, step.to))
            for step in board.atlas.neighbours(route[-1])
            if step.to not in reached
            and may_enter(board, side, step.to, armed=False)
            and may_cross(board, side, route[-1], step)
        ]
    return (zone,)
