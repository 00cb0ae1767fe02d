"""Peoples: war, peace, alliance and leadership. CW L3; rulings CW-50 to CW-54."""

from typing import Literal

from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war.effects import AnyEffect, Courted, PeopleSettled, Rallied
from iacta.domain.civil_war.rules.board import Board, land, other
from iacta.domain.civil_war.rules.turns import marching_seat
from iacta.domain.civil_war.rules.ways import Way, room
from iacta.domain.civil_war.state import SEATS, Leader, People, Seat, State, words
from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.errors import Conflict, Invalid, RuleViolation

FACES = 6
End = Literal["allegiance", "pacification"]


def provoke(board: Board, seat: Seat, way: Way) -> list[AnyEffect]:
    """Start the war that entering the land of a people at peace provokes, if any. CW-51."""
    if way.war is None:
        return []
    reason = f"{words.SEATS[seat]} enter {way.to}"
    return [
        PeopleSettled(
            people=way.war,
            at_war=True,
            led_by=other(seat),
            rule="CW-51",
            reason=reason,
            provoked_by=seat,
        )
    ]


def leaders_ended(state: State, people: str, how: End) -> tuple[str, ...]:
    """The leaders whom the table removes on a people's allegiance or pacification. CW L3."""
    return tuple(
        leader.name
        for leader in state.leaders
        if leader.people == people
        and how in leader.ends_with
        and leader.status in ("to-come", "in-play")
    )


def pacify(board: Board, people: People, rule: str, reason: str, *, home: bool) -> PeopleSettled:
    """Make peace with a people: its units go home, or to its box if its home is lost. CW-53.

    Its leaders go home. Units beyond the stacking limit (CW-39) go to the box too (CW-66).
    """
    gone = leaders_ended(board.state, people.name, "pacification")
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
        people=people.name,
        at_war=False,
        rule=rule,
        reason=reason,
        home=tuple(back[:fit]),
        boxed=tuple(back[fit:]) if home else tuple(one.id for one in there),
        ended=gone,
        leaders=abroad if people.home else (),
    )


def reverse_stance(state: State, people: People, rule: str) -> list[AnyEffect]:
    """Event 14 on a map: a people at war is pacified, one at peace goes to war. CW E14."""
    board = Board(state)
    if people.at_war:
        free = people.home is not None and not _occupied(board, people)
        return [pacify(board, people, rule, "the event of the year", home=free)]
    leader = war_leader(board, people)
    war = PeopleSettled(
        people=people.name, at_war=True, led_by=leader, rule=rule, reason="the event of the year"
    )
    boxed = tuple(
        one.id for one in state.units if one.people == people.name and one.status == "box"
    )
    if people.home is None or _occupied(board, people):
        return [war]
    back = boxed[: room(board, people.name, people.home)]  # CW-39
    return [war, Rallied(back)] if back else [war]


def _occupied(board: Board, people: People) -> bool:
    return any(one.people != people.name for one in board.units_in(str(people.home)))


def war_leader(board: Board, people: People) -> Seat:
    """The seat that leads a people at war: the one that controls fewer adjacent zones. CW-50.

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


def change_war_leaders(state: State) -> list[AnyEffect]:
    """Pass the lead of peoples at war to the other seat where it is due, in phase B. CW-50.

    Never to the seat that provoked the war (CW-51).
    """
    board = Board(state)
    reason = "their neighbours have other masters"
    return [
        PeopleSettled(
            people=people.name,
            at_war=True,
            led_by=leader,
            rule="CW-50",
            reason=reason,
            provoked_by=people.provoked_by,
        )
        for people in state.peoples
        if people.at_war
        and people.home
        and (leader := war_leader(board, people)) not in (people.led_by, people.provoked_by)
    ]


def court(state: State, command: cmd.Court, role: str, dice: Dice) -> list[AnyEffect]:
    """Negotiate with an adjacent people: d6 + the Faction Leader's PC. CW-52."""
    seat = marching_seat(state, role)
    board = Board(state)
    leader = state.leader(command.leader)
    if leader is None:
        raise Invalid(f"there is no leader {command.leader!r}", pointer="/command/leader")
    if command.people in state.courted:
        raise Conflict(
            f"there were negotiations with the {command.people} in this segment already",
            pointer="/command/people",
        )
    people = state.people(command.people)
    if people is None:
        raise Invalid(f"there is no people {command.people!r}", pointer="/command/people")
    if people not in open_to(board, seat, leader):
        detail = f"{leader.name} cannot negotiate with the {people.name} now"
        if FACES + leader.pc < board.terms.embassy:
            sum_ = f"1d6 + {leader.pc} cannot reach {board.terms.embassy}"
            detail = f"{leader.name}'s PC is too low: {sum_}"
        raise RuleViolation("CW-52", detail, pointer="/command/people")
    face = dice.roll("d6", f"embassy to the {people.name}")
    total, needed = face + leader.pc, board.terms.embassy
    asked = Courted(
        seat=seat,
        leader=leader.name,
        people=people.name,
        zone=str(leader.zone),
        face=face,
        pc=leader.pc,
        total=total,
        needed=needed,
        won=total >= needed,
    )
    if not asked.won:
        return [asked]
    gone = leaders_ended(state, people.name, "allegiance")
    reason = f"{leader.name} has won them over"
    return [
        asked,
        PeopleSettled(
            people=people.name, at_war=False, ally=seat, rule="CW-52", reason=reason, ended=gone
        ),
    ]


def open_to(board: Board, seat: Seat, leader: Leader) -> list[People]:
    """The peoples that a leader may negotiate with: at peace and adjacent. CW-52.

    None if no face of the die is enough.
    """
    able = leader.status == "in-play" and leader.faction_leader and leader.faction == seat
    able = able and FACES + leader.pc >= board.terms.embassy
    if not able or leader.zone is None or leader.ill or not board.ma_left(leader):
        return []
    return [
        people
        for step in board.atlas.neighbours(leader.zone)
        if (people := board.people_at_peace(step.to)) and people.name not in board.state.courted
    ]


def pacify_occupied(state: State) -> list[AnyEffect]:
    """Adjustments: pacify peoples whose home a seat controls and occupies. CW-53."""
    board = Board(state)
    return [
        pacify(board, people, "CW-53", f"{words.SEATS[control]} hold their land", home=False)
        for people in state.peoples
        if people.home
        and (people.at_war or people.ally)
        and (control := board.zones[people.home].control) is not None
        and control != people.ally
        and land(board.units_in(people.home, control))
    ]


def rally(state: State) -> list[AnyEffect]:
    """Adjustments: a people that holds its home gets a unit back from its box. CW-54."""
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
