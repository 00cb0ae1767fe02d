"""The decider: state, command, dice → effects. Checks the turn and dispatches to the rules."""

from collections.abc import Sequence
from typing import assert_never

from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.errors import NotYourTurn, OutOfPhase
from iacta.domain.kernel.proof.seals import Secrets
from iacta.domain.naval_battle import commands as cmd
from iacta.domain.naval_battle.effects import AnyEffect, PhaseBegun
from iacta.domain.naval_battle.evolve import evolve
from iacta.domain.naval_battle.rules import (
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
from iacta.domain.naval_battle.rules.unfolding import Unfolding
from iacta.domain.naval_battle.state import Seat, State, words

MOVER = ("deployment", "command", "movement", "combat")
"""Phases in which one side acts."""
ANSWERS = (cmd.Agree, cmd.Decline, cmd.Capture, cmd.Sink)


def decide(
    state: State, command: cmd.AnyCommand, role: str, dice: Dice, secrets: Secrets
) -> Sequence[AnyEffect]:
    """Decide a command: its effects, or `Refused` before any die is rolled."""
    seat: Seat = "active" if role == "seat:active" else "reactive"
    _check_turn(state, command, seat)
    play = Unfolding(state, evolve, dice, secrets)
    _act(play, command, seat, dice, secrets)
    sinking.free_prizes(play)
    turns.close(play)
    return play.effects


def _check_turn(state: State, command: cmd.AnyCommand, seat: Seat) -> None:
    """Refuse a command out of turn, or while a proposal or beaten fleet is pending. NB-14."""
    answers = isinstance(command, ANSWERS)
    if state.pending is not None and not answers:
        raise OutOfPhase(f"{words.side(state, state.pending.seat)} must make a choice first")
    if state.phase in MOVER and state.mover and not answers and seat != state.mover:
        raise NotYourTurn(f"{words.side(state, state.mover)} have the turn")


def _act(
    play: Unfolding, command: cmd.AnyCommand, seat: Seat, dice: Dice, secrets: Secrets
) -> None:
    match command:
        case cmd.Agree() | cmd.Decline():
            _answer(play, command, seat)
        case cmd.Intercept():
            occasion.intercept(play, seat, command)
        case cmd.LetPass():
            occasion.let_pass(play, seat)
        case cmd.GiveBattle():
            occasion.give_battle(play, seat)
        case cmd.Concede():
            occasion.concede(play, seat)
        case cmd.Allocate(ships):
            allocation.allocate(play, seat, ships, secrets)
        case cmd.Bid(stratagems):
            superiority.bid(play, seat, stratagems, secrets)
        case cmd.Place(fleet, square):
            deployment.place(play, seat, fleet, square)
        case cmd.FormLine():
            deployment.form_line(play, seat)
        case cmd.CheckCommand():
            checks.check(play, seat, dice)
        case cmd.DoubleMove():
            movement.double(play, seat)
        case cmd.Move(fleet, to):
            movement.move(play, seat, fleet, to)
        case cmd.Flee(fleet):
            movement.flee(play, seat, fleet, dice)
        case cmd.BreakThrough(fleet):
            movement.break_through(play, seat, fleet)
        case cmd.Rally(name):
            checks.rally(play, seat, name, dice)
        case cmd.EndMovement():
            play.add(PhaseBegun("combat"))
        case cmd.Ram(fleet, target):
            attacks.ram(play, seat, fleet, target, dice)
        case cmd.Volley(fleet, target):
            attacks.volley(play, seat, fleet, target, dice)
        case cmd.Board(fleet, target, mode):
            attacks.board_ship(play, seat, fleet, target, mode, dice)
        case cmd.Capture(leaders):
            sinking.capture(play, seat, leaders)
        case cmd.Sink():
            sinking.destroy(play, seat, dice)
        case cmd.CallOff():
            turns.call_off(play, seat)
        case cmd.EndCombat():
            turns.end_combat(play, seat)
        case cmd.Reconstitute():
            victory.reconstitute(play, seat, dice)
        case cmd.Passage(allow):
            victory.passage(play, seat, allow)
        case cmd.Withdraw(port):
            victory.withdraw(play, seat, port)
        case _:
            assert_never(command)


def _answer(play: Unfolding, command: cmd.Agree | cmd.Decline, seat: Seat) -> None:
    """Two things need both sides: the battle of case (a), and its end. NV 1.3, NB-14."""
    agrees = isinstance(command, cmd.Agree)
    if play.state.phase != "occasion":
        turns.answer(play, seat, agrees)
    elif agrees:
        occasion.agree(play, seat)
    else:
        occasion.decline(play, seat)
