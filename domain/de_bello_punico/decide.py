"""State, command, dice → effects: whose turn it is, and which chapter answers."""

from collections.abc import Sequence
from typing import assert_never

from iacta.domain.de_bello_punico import commands as cmd
from iacta.domain.de_bello_punico.effects import Fact
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
from iacta.domain.de_bello_punico.rules.unfolding import Unfolding, unfold
from iacta.domain.de_bello_punico.standing import waiting
from iacta.domain.de_bello_punico.state import State
from iacta.domain.de_bello_punico.state.keys import SIDES, SideKey
from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.errors import Concluded, Conflict, NotYourTurn, OutOfPhase
from iacta.domain.kernel.proof.seals import Secrets

PHASES = {spec.shape: spec.phases for spec in cmd.COMMANDS}


def decide(
    state: State, command: cmd.Order, role: str, dice: Dice, secrets: Secrets
) -> Sequence[Fact]:
    """The effects of a command; raises `Refused` before a die falls."""
    side = _check_time(state, command, role)
    play = unfold(state, dice, secrets)
    _do(play, side, command)
    impulses.settle(play)
    return play.effects


def _check_time(state: State, command: cmd.Order, role: str) -> SideKey:
    """Whose command it is, refused unless this side and this kind of command are awaited."""
    if state.phase == "over":
        raise Concluded("the battle is over")
    side = role.removeprefix("seat:")
    if side not in SIDES:
        raise NotYourTurn("a seat's command")
    if state.phase not in PHASES[type(command)]:
        raise OutOfPhase(f"not in the phase of {state.phase}")
    kind = str(type(command).__struct_config__.tag)
    awaited = waiting(state)
    if not any(kind in one.kinds for one in awaited):
        raise OutOfPhase(f"awaited is now: {awaited[0].for_}")
    if not any(one.seat == side and kind in one.kinds for one in awaited):
        if isinstance(command, cmd.PlaceAll):
            raise Conflict("the markers are placed")
        raise NotYourTurn(f"{side} is not awaited")
    return "rome" if side == "rome" else "carthage"


def _do(play: Unfolding, side: SideKey, command: cmd.Order) -> None:
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
            impulses.pass_on(play)
        case _:
            _act(play, side, command)


def _act(play: Unfolding, side: SideKey, command: cmd.Action) -> None:
    """What is done in the impulses. BP 3.1C."""
    match command:
        case cmd.Goad(unit):
            elephants.goad(play, unit)
        case cmd.Stampede(unit, to, facing):
            elephants.stampede(play, unit, to, facing)
        case cmd.Move(unit, to, facing, path):
            movement.move(play, side, unit, to, facing, path)
        case cmd.March(units, hexes):
            movement.march(play, side, units, hexes)
        case cmd.Hasten(units):
            movement.hasten(play, side, units)
        case cmd.Transfer(unit):
            leaders.transfer(play, side, unit)
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


def _fight(play: Unfolding, side: SideKey, command: cmd.Fight) -> None:
    """What is done in a combat impulse. BP 10."""
    match command:
        case cmd.Commit(units):
            attacks.commit(play, side, units)
            impulses.pass_on(play)
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
