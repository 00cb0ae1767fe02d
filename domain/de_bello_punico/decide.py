"""The decider: state, command, dice → effects. Checks the turn and dispatches to the rules."""

from collections.abc import Sequence
from typing import assert_never

from iacta.domain.de_bello_punico import commands as cmd
from iacta.domain.de_bello_punico.effects import AnyEffect
from iacta.domain.de_bello_punico.evolve import evolve
from iacta.domain.de_bello_punico.rules import (
    attacks,
    elephants,
    fortuna,
    impulses,
    initiative,
    leaders,
    missiles,
    movement,
    pursuit,
    recovery,
    returning,
    set_up,
    strategy,
)
from iacta.domain.de_bello_punico.rules.unfolding import Unfolding
from iacta.domain.de_bello_punico.standing import waiting
from iacta.domain.de_bello_punico.state import State
from iacta.domain.de_bello_punico.state.keys import SIDES, SideKey
from iacta.domain.de_bello_punico.state.words import SIDES as SIDE_NAMES
from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.errors import Conflict, NotYourTurn, OutOfPhase
from iacta.domain.kernel.proof.seals import Secrets


def decide(
    state: State, command: cmd.AnyCommand, role: str, dice: Dice, secrets: Secrets
) -> Sequence[AnyEffect]:
    """Decide a command: its effects, or `Refused` before any die is rolled."""
    side = _check_awaited(state, command, role)
    play = Unfolding(state, evolve, dice, secrets)
    _do(play, side, command)
    impulses.settle(play)
    return play.effects


def _check_awaited(state: State, command: cmd.AnyCommand, role: str) -> SideKey:
    """The side whose command it is; refused unless it may send this kind of command now."""
    side = role.removeprefix("seat:")
    if side not in SIDES:
        raise NotYourTurn("only a seat may send this command")
    kind = str(type(command).__struct_config__.tag)
    awaited = waiting(state)
    if not any(kind in one.kinds for one in awaited):
        raise OutOfPhase(f"{SIDE_NAMES[awaited[0].seat]} is awaited for {awaited[0].for_}")
    if not any(one.seat == side and kind in one.kinds for one in awaited):
        if isinstance(command, cmd.PlaceAll):
            raise Conflict("your markers are already placed")
        raise NotYourTurn(f"it is not {SIDE_NAMES[side]}'s turn to act")
    return "rome" if side == "rome" else "carthage"


def _do(play: Unfolding, side: SideKey, command: cmd.AnyCommand) -> None:
    match command:
        case cmd.Shift(unit, to):
            set_up.shift(play, side, unit, to)
        case cmd.SeatLeader(unit):
            set_up.seat(play, side, unit)
        case cmd.HoldOut(unit):
            set_up.hold_out(play, side, unit)
        case cmd.Ready():
            set_up.ready(play, side)
        case cmd.Place(box, marker):
            strategy.place(play, side, box, marker)
        case cmd.PlaceAll(boxes, vacuus):
            strategy.place_all(play, side, boxes, vacuus)
        case cmd.RollInitiative():
            initiative.roll(play)
        case cmd.ChooseOrder(order):
            initiative.choose(play, side, order)
        case cmd.Reroll():
            fortuna.reroll(play, side)
        case cmd.Accept():
            fortuna.accept(play, side)
        case cmd.End():
            impulses.begin_next_phase(play)
        case _:
            _act(play, side, command)


def _act(play: Unfolding, side: SideKey, command: cmd.ActionCommand) -> None:
    """Decide a command of the impulses. BP 3.1C."""
    match command:
        case cmd.Goad(units):
            elephants.goad(play, units)
        case cmd.Stampede(unit, to, facing):
            elephants.stampede(play, unit, to, facing)
        case cmd.Move(unit, to, facing, path):
            movement.move(play, side, unit, to, facing, path)
        case cmd.March(units, hexes):
            movement.march(play, side, units, hexes)
        case cmd.Hasten(units):
            movement.hasten(play, side, units)
        case cmd.MoveLeader(to):
            leaders.move(play, side, to)
        case cmd.Recall(unit, to):
            returning.recall(play, side, unit, to)
        case cmd.Ambush(unit, to):
            returning.ambush(play, side, unit, to)
        case cmd.Leave(unit):
            movement.leave(play, side, unit)
        case cmd.Shoot(shooter, target):
            missiles.shoot(play, side, shooter, target)
        case cmd.Rally(unit):
            recovery.rally(play, side, unit)
        case _:
            _fight(play, side, command)


def _fight(play: Unfolding, side: SideKey, command: cmd.CombatCommand) -> None:
    """Decide a command of the combat impulse. BP 10."""
    match command:
        case cmd.Commit(units):
            attacks.commit(play, side, units)
            impulses.begin_next_phase(play)
        case cmd.Attack(attacker, target, support, charge):
            attacks.attack(play, side, attacker, target, support, charge)
        case cmd.Stand(support):
            attacks.stand(play, side, support)
        case cmd.Withdraw(to):
            attacks.withdraw(play, side, to)
        case cmd.Occupy(facing):
            pursuit.occupy(play, side, facing)
        case cmd.Stay():
            pursuit.stay(play, side)
        case cmd.Pursue():
            pursuit.pursue(play, pursuit.pursuit_due(play.state, side))
        case cmd.Hold():
            pursuit.hold(play, side)
        case _:
            assert_never(command)
