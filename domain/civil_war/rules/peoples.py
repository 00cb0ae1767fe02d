"""Peoples: war, peace, alliance, and who leads them. CW L3; rulings CW-50 to CW-54."""

from typing import Literal

from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war.effects import Courted, Fact, PeopleSettled, Rallied
from iacta.domain.civil_war.rules.board import Board, land, other
from iacta.domain.civil_war.rules.turns import marching_seat
from iacta.domain.civil_war.rules.ways import Way, room
from iacta.domain.civil_war.state import SEATS, Leader, People, Seat, State
from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.errors import Conflict, Invalid, RuleViolation

End = Literal["allegiance", "pacification"]


def provoked(board: Board, seat: Seat, way: Way) -> list[Fact]:
    """Entering the land of a people at peace is war; the other seat leads it. CW-51."""
    if way.war is None:
        return []
    reason = f"the {seat} seat's units enter {way.to}"
    return [PeopleSettled(way.war, True, None, other(seat), "CW-51", reason, provoked_by=seat)]


def ended(state: State, people: str, how: End) -> tuple[str, ...]:
    """The leaders whom the table ends with a people's allegiance or pacification. CW L3."""
    return tuple(
        leader.name
        for leader in state.leaders
        if leader.people == people
        and how in leader.ends_with
        and leader.status in ("to-come", "in-play")
    )


def pacified(board: Board, people: People, rule: str, reason: str, *, home: bool) -> PeopleSettled:
    """Peace with a people: its units go home, or to its box where its home is lost. CW-53.

    Its leaders go home; a leader alone there is in nobody's way.
    Home takes as many as it has room for (CW-39); the others go to the box too (CW-66).
    """
    gone = ended(board.state, people.name, "pacification")
    abroad = tuple(
        leader.name
        for leader in board.state.leaders
        if leader.people == people.name
        and leader.status == "in-play"
        and leader.zone != people.home
        and leader.name not in gone
    )
    there = [unit for units in board.units.values() for unit in units if unit.people == people.name]
    back = [one.id for one in there if one.zone != people.home]
    fit = room(board, people.name, people.home) if home and people.home else 0
    return PeopleSettled(
        people.name,
        False,
        None,
        None,
        rule,
        reason,
        home=tuple(back[:fit]),
        boxed=tuple(back[fit:]) if home else tuple(one.id for one in there),
        ended=gone,
        leaders=abroad if people.home else (),
    )


def turn(state: State, people: People, rule: str) -> list[Fact]:
    """Event 14 on a map: at war it is pacified, at peace it rises and comes home. CW E14."""
    board = Board(state)
    if people.at_war:
        free = people.home is not None and not _occupied(board, people)
        return [pacified(board, people, rule, "the event of the year", home=free)]
    leader = steward(board, people)
    war = PeopleSettled(people.name, True, None, leader, rule, "the event of the year")
    boxed = tuple(
        one.id for one in state.units if one.people == people.name and one.status == "box"
    )
    if people.home is None or _occupied(board, people):
        return [war]
    back = boxed[: room(board, people.name, people.home)]  # CW-39
    return [war, Rallied(back)] if back else [war]


def _occupied(board: Board, people: People) -> bool:
    return any(one.people != people.name for one in board.units_in(str(people.home)))


def steward(board: Board, people: People) -> Seat:
    """Who leads a people at war: the opponent of who holds more of its neighbours. CW-50.

    On a tie it is the seat without the initiative, else the Republican.
    """
    held = dict.fromkeys(SEATS, 0)
    for step in board.atlas.neighbours(people.home or ""):
        control = board.zones[step.to].control
        if control is not None:
            held[control] += 1
    if held["caesarian"] != held["republican"]:
        return "republican" if held["caesarian"] > held["republican"] else "caesarian"
    return other(board.state.initiative) if board.state.initiative else "republican"


def stewards(state: State) -> list[Fact]:
    """The peoples at war whose lead passes to the other seat in phase B. CW-50.

    Never to the seat that provoked the war (CW-51).
    """
    board = Board(state)
    reason = "their neighbours have other masters"
    return [
        PeopleSettled(
            people.name, True, None, leader, "CW-50", reason, provoked_by=people.provoked_by
        )
        for people in state.peoples
        if people.at_war
        and people.home
        and (leader := steward(board, people)) not in (people.led_by, people.provoked_by)
    ]


def court(state: State, command: cmd.Court, role: str, dice: Dice) -> list[Fact]:
    """A Faction Leader treats with a people next to him: d6 and his PC. CW-52."""
    seat = marching_seat(state, role)
    board = Board(state)
    leader = state.leader(command.leader)
    if leader is None:
        raise Invalid(f"there is no leader {command.leader!r}", pointer="/command/leader")
    if command.people in state.courted:
        raise Conflict(
            f"the {command.people} were asked in this segment", pointer="/command/people"
        )
    people = state.people(command.people)
    if people is None:
        raise Invalid(f"there is no people {command.people!r}", pointer="/command/people")
    if people not in courtable(board, seat, leader):
        detail = f"{leader.name} cannot treat with the {people.name} now"
        raise RuleViolation("CW-52", detail, pointer="/command/people")
    face = dice.roll("d6", f"embassy to the {people.name}")
    total, needed = face + leader.pc, board.terms.embassy
    asked = Courted(
        seat,
        leader.name,
        people.name,
        str(leader.zone),
        face,
        leader.pc,
        total,
        needed,
        total >= needed,
    )
    if not asked.won:
        return [asked]
    gone = ended(state, people.name, "allegiance")
    reason = f"{leader.name} wins them over"
    return [asked, PeopleSettled(people.name, False, seat, None, "CW-52", reason, ended=gone)]


def courtable(board: Board, seat: Seat, leader: Leader) -> list[People]:
    """The peoples at peace whose land borders on a Faction Leader's zone. CW-52."""
    able = leader.status == "in-play" and leader.faction_leader and leader.faction == seat
    if not able or leader.zone is None or leader.ill or not board.left(leader):
        return []
    return [
        people
        for step in board.atlas.neighbours(leader.zone)
        if (people := board.at_peace(step.to)) and people.name not in board.state.courted
    ]


def settle(state: State) -> list[Fact]:
    """Adjustments: whose home a seat holds, with units in it, is pacified. CW-53."""
    board = Board(state)
    return [
        pacified(board, people, "CW-53", f"{people.home} is held", home=False)
        for people in state.peoples
        if people.home
        and (people.at_war or people.ally)
        and (control := board.zones[people.home].control) is not None
        and control != people.ally
        and land(board.units_in(people.home, control))
    ]


def rally(state: State) -> list[Fact]:
    """Adjustments: a people that holds its home has a unit back from its box. CW-54."""
    board = Board(state)
    back = []
    for people in state.peoples:
        boxed = [one.id for one in state.units if one.people == people.name and one.status == "box"]
        if not boxed or people.home is None:
            continue
        control = board.zones[people.home].control
        side = people.ally or people.name
        strangers = [one for one in board.units_in(people.home) if one.side != side]
        free = control in (None, people.ally) and not strangers
        if free and room(board, side, people.home):  # CW-39
            back.append(boxed[0])
    return [Rallied(tuple(back))] if back else []
