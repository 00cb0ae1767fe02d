"""State, command, dice → effects: whose turn it is, and which chapter answers."""

from collections.abc import Sequence
from typing import assert_never

from domain.kernel.proof.dice import Dice
from domain.kernel.proof.errors import Concluded, NotYourTurn, OutOfPhase
from domain.kernel.proof.seals import Secrets
from domain.naval_battle import commands as cmd
from domain.naval_battle.effects import Fact, PhaseBegun
from domain.naval_battle.rules import (
    allocation,
    attacks,
    checks,
    deployment,
    movement,
    occasion,
    sinking,
    superiority,
    turns,
    victory,
)
from domain.naval_battle.rules.course import Course
from domain.naval_battle.state import Seat, State

PHASES = {spec.shape: spec.phases for spec in cmd.COMMANDS}
MOVER = ("deployment", "command", "movement", "combat")
"""Phases in which one side acts."""
ANSWERS = (cmd.Agree, cmd.Decline, cmd.Capture, cmd.Sink)


def decide(
    state: State, command: cmd.Order, role: str, dice: Dice, secrets: Secrets
) -> Sequence[Fact]:
    """The effects of a command; raises `Refused` before a die falls."""
    seat = _seat(role)
    _check_time(state, command, seat)
    course = Course(state)
    _act(course, command, seat, dice, secrets)
    turns.close(course)
    return course.effects


def _seat(role: str) -> Seat:
    return "active" if role == "seat:active" else "reactive"


def _check_time(state: State, command: cmd.Order, seat: Seat) -> None:
    if state.phase == "over":
        raise Concluded("the battle is over")
    if state.phase not in PHASES[type(command)]:
        raise OutOfPhase(f"not in the phase of {state.phase}")
    answers = isinstance(command, ANSWERS)
    if state.pending is not None and not answers:
        raise OutOfPhase(f"the {state.pending.seat} side has a choice to make first")
    if state.phase in MOVER and not answers and seat != state.mover:
        raise NotYourTurn(f"the {state.mover} side acts now")


def _act(course: Course, command: cmd.Order, seat: Seat, dice: Dice, secrets: Secrets) -> None:
    match command:
        case cmd.Agree() | cmd.Decline():
            _answer(course, command, seat)
        case cmd.Intercept():
            occasion.intercept(course, seat, command)
        case cmd.LetPass():
            occasion.let_pass(course, seat)
        case cmd.GiveBattle():
            occasion.give_battle(course, seat)
        case cmd.Concede():
            occasion.concede(course, seat)
        case cmd.Allocate(ships):
            allocation.allocate(course, seat, ships, secrets)
        case cmd.Bid(stratagems):
            superiority.bid(course, seat, stratagems, secrets)
        case cmd.Place(fleet, square):
            deployment.place(course, seat, fleet, square)
        case cmd.FormLine():
            deployment.form_line(course, seat)
        case cmd.CheckCommand():
            checks.check(course, seat, dice)
        case cmd.DoubleMove():
            movement.double(course, seat)
        case cmd.Move(fleet, to):
            movement.move(course, seat, fleet, to)
        case cmd.Flee(fleet):
            movement.flee(course, seat, fleet, dice)
        case cmd.BreakThrough(fleet):
            movement.break_through(course, seat, fleet)
        case cmd.Rally(name):
            checks.rally(course, seat, name, dice)
        case cmd.EndMovement():
            course.add(PhaseBegun("combat"))
        case cmd.Ram(fleet, target):
            attacks.ram(course, seat, fleet, target, dice)
        case cmd.Volley(fleet, target):
            attacks.volley(course, seat, fleet, target, dice)
        case cmd.Board(fleet, target, mode):
            attacks.board_ship(course, seat, fleet, target, mode, dice)
        case cmd.Capture(leaders):
            sinking.capture(course, seat, leaders)
        case cmd.Sink():
            sinking.destroy(course, seat, dice)
        case cmd.CallOff():
            turns.call_off(course, seat)
        case cmd.EndCombat():
            turns.end_combat(course, seat)
        case cmd.Reconstitute():
            victory.reconstitute(course, seat, dice)
        case cmd.Passage(allow):
            victory.passage(course, seat, allow)
        case cmd.Withdraw(port):
            victory.withdraw(course, seat, port)
        case _:
            assert_never(command)


def _answer(course: Course, command: cmd.Agree | cmd.Decline, seat: Seat) -> None:
    """Two things need both sides: the battle of case (a), and its end. NV 1.3, NB-14."""
    agrees = isinstance(command, cmd.Agree)
    if course.state.phase != "occasion":
        turns.answer(course, seat, agrees)
    elif agrees:
        occasion.agree(course, seat)
    else:
        occasion.decline(course, seat)
