"""Fold effects into the state. No dice, no lookups; an impossible effect raises `CorruptLog`."""

import itertools
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, assert_never

from msgspec.structs import replace

from iacta.domain.de_bello_punico import changes as ch
from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.evolve.changes import change
from iacta.domain.de_bello_punico.evolve.combat import fight
from iacta.domain.de_bello_punico.evolve.command import command
from iacta.domain.de_bello_punico.evolve.lookups import (
    army,
    carried,
    leader_of,
    marked,
    pop_pending,
    unit,
    unit_at,
    unit_on_field,
    unmarked,
    with_army,
    with_leader,
)
from iacta.domain.de_bello_punico.state import Leader, State
from iacta.domain.de_bello_punico.state.keys import SideKey
from iacta.domain.de_bello_punico.state.pending import (
    ElephantPending,
    LeaderDue,
    LeaderPending,
    LeaderWithdrawal,
    RollPending,
    Throw,
    VolleyPending,
)
from iacta.domain.kernel.contract.copies import copied
from iacta.domain.kernel.contract.roster import roster
from iacta.domain.kernel.contract.system import by_type
from iacta.domain.kernel.proof.errors import CorruptLog, require


def evolve(state: State, effect: fx.AnyEffect | ch.AnyChange) -> State:
    """The state after one effect or one change of a ruling; raises `CorruptLog` if impossible."""
    if isinstance(effect, fx.Began):
        require(state.phase == "", "the battle has begun already")
        same = {key: getattr(effect, key) for key in effect.__struct_fields__}
        return State(phase="set-up", **same | {"units": roster(effect.units, "id")})
    require(state.phase != "", "the battle has not begun")
    if TYPE_CHECKING and not isinstance(
        effect,
        fx.SetUpEffect
        | fx.TurnEffect
        | fx.ActionEffect
        | fx.ConsequenceEffect
        | fx.CombatEffect
        | ch.AnyChange,
    ):
        assert_never(effect)  # the type checker finds an effect that nothing folds
    return _FOLDS[type(effect)](state, effect)


def _set_up(state: State, effect: fx.SetUpEffect) -> State:
    match effect:
        case fx.UnitShifted():
            mover = unit(state, effect.unit)
            require(mover.fate in ("", "held"), f"{mover.id} is not set up")
            require(mover.hex == effect.start, f"{mover.id} does not stand on {effect.start}")
            require(unit_at(state, effect.hex) is None, f"{effect.hex} is taken")
            after = state.with_unit(replace(mover, hex=effect.hex, fate=""))
            return carried(after, state.rider(mover.id), effect.hex)
        case fx.LeaderSeated():
            place = unit_on_field(state, effect.unit).hex
            return with_leader(state, replace(leader_of(state, effect.side), hex=place))
        case fx.UnitHeldOut():
            held = unit_on_field(state, effect.unit)
            return state.with_unit(replace(held, fate="held", hex=None))
        case fx.SideReady():
            require(effect.side in state.setting, f"{effect.side} has set up")
            left = tuple(side for side in state.setting if side != effect.side)
            return replace(state, setting=left)
        case _:
            assert_never(effect)


def _act(state: State, effect: fx.ActionEffect) -> State:
    """Movement, volleys, elephants, Fortuna, recovery."""
    match effect:
        case fx.UnitMoved():
            return _move(state, effect)
        case fx.Rerolled() | fx.RollAccepted():
            return _answer_roll(state, effect)
        case fx.ElephantRolled():
            throw = (Throw("rome", effect.face),)
            rolled = ElephantPending(effect.unit, throw, effect.window, effect.others)
            for key in (effect.unit, *effect.others):
                state = state.with_unit(marked(unit_on_field(state, key), "checked"))
            return replace(state, checks=effect.left, pending=(rolled, *state.pending))
        case fx.ElephantResolved():
            marks = {
                "no effect": (),
                "motionless": ("finis",),
                "enraged": ("moved",),
                "furious": ("finis", "furious"),
            }[effect.result]
            after = _goaded(state, effect.unit)
            return after.with_unit(marked(unit_on_field(after, effect.unit), *marks))
        case fx.Stampeded():
            return _stampede(state, effect)
        case fx.UnitsHastened():
            for key in effect.units:
                hastened = marked(unit_on_field(state, key), "hastened", "commanded")
                state = state.with_unit(hastened)
            return state
        case fx.UnitLeft():
            gone = replace(unit_on_field(state, effect.unit), fate="left", hex=None)
            after = state.with_unit(gone)
            return with_army(after, replace(army(after, gone.side), rout=effect.rout))
        case fx.UnitEntered():
            return _enter(state, effect)
        case fx.VolleyRolled():
            return _shoot(state, effect)
        case fx.VolleyResolved():
            require(1 <= effect.face <= 6, "no such face")
            require(effect.hit == (effect.face <= effect.number), "the die says otherwise")
            return pop_pending(state, VolleyPending)
        case fx.Recovered():
            better = unit_on_field(state, effect.unit)
            require(better.disorder == effect.total + 1, f"{better.id} has other Disorder")
            better = replace(marked(better, "commanded"), disorder=effect.total)
            return state.with_unit(better)
        case fx.BattleEnded():
            require(state.phase != "over", "the battle is over already")
            return replace(
                state, phase="over", side=None, winners=effect.winners, ending=effect.reason
            )
        case _:
            assert_never(effect)


def _shoot(state: State, effect: fx.VolleyRolled) -> State:
    shooter = unit_on_field(state, effect.shooter)
    require("fired" not in shooter.marks, f"{shooter.id} has shot")
    rolled = copied(VolleyPending, effect, throws=(Throw(shooter.side, effect.face),))
    after = state.with_unit(marked(shooter, "fired"))
    return replace(after, pending=(rolled, *after.pending))


def _suffer(state: State, effect: fx.ConsequenceEffect) -> State:
    """Effects of Disorder, panic, flight and leaders."""
    match effect:
        case fx.Disordered():
            hurt = unit_on_field(state, effect.unit)
            require(hurt.disorder + effect.points == effect.total, f"{hurt.id} has other Disorder")
            return state.with_unit(replace(hurt, disorder=effect.total))
        case fx.Panicked():
            routed = unit_on_field(state, effect.unit)
            require(not routed.panicked, f"{routed.id} is in panic already")
            after = state.with_unit(replace(marked(routed, "routed"), panicked=True))
            return with_army(after, replace(army(after, routed.side), rout=effect.rout))
        case fx.UnitFled():
            return _flee(state, effect)
        case fx.UnitEliminated():
            dead = replace(unit_on_field(state, effect.unit), fate="removed", hex=None)
            return state.with_unit(dead)
        case fx.LeaderMoved():
            return _lead(state, effect)
        case fx.LeaderMustWithdraw():
            due = LeaderWithdrawal(effect.side)
            require(due not in state.pending, f"{effect.side}'s leader must withdraw already")
            leader_of(state, effect.side)
            return replace(state, pending=(*state.pending, due))
        case fx.LeaderTaken():
            leader_of(state, effect.side)
            after = _fall(state, effect.side)
            return with_army(after, replace(army(after, effect.side), rout=effect.rout))
        case fx.LeaderLeft():
            leader = leader_of(state, effect.side)
            return with_leader(state, replace(leader, hex=None, fate="left"))
        case fx.LeaderAtRisk():
            require(
                LeaderDue(effect.side) not in state.pending,
                f"the die for {effect.side}'s leader is due",
            )
            return replace(state, pending=(*state.pending, LeaderDue(effect.side)))
        case fx.LeaderRolled():
            after = pop_pending(state, LeaderDue)
            throw = (Throw(effect.side, effect.face),)
            rolled = LeaderPending(effect.side, throw, effect.window)
            return replace(after, pending=(rolled, *after.pending))
        case fx.LeaderResolved():
            after = pop_pending(state, LeaderPending)
            require(effect.dead == (effect.face == 1), "the die says otherwise")
            if not effect.dead:
                return after
            after = _fall(after, effect.side)
            return with_army(after, replace(army(after, effect.side), rout=effect.rout))
        case _:
            assert_never(effect)


def _fall(state: State, side: SideKey) -> State:
    """The state with a leader dead, or out of the field; what was due from them is dropped."""
    leader = state.leader(side)
    if leader is None or leader.fate == "dead":
        raise CorruptLog(f"{side} has no leader")
    due = LeaderDue(side), LeaderWithdrawal(side)
    after = with_leader(state, replace(leader, hex=None, fate="dead"))
    return replace(after, pending=tuple(one for one in after.pending if one not in due))


def _lead(state: State, effect: fx.LeaderMoved) -> State:
    leader = leader_of(state, effect.side)
    require(effect.path[:1] == (leader.hex,), f"{leader.name} is not on {effect.path[:1]}")
    to = effect.path[-1]
    require(to in state.grid.index and to != leader.hex, f"{leader.name} cannot go to {to}")
    due = LeaderWithdrawal(effect.side)
    pending = tuple(one for one in state.pending if one != due) if effect.forced else state.pending
    moved = leader.moved or not effect.forced
    after = with_leader(replace(state, pending=pending), replace(leader, hex=to, moved=moved))
    if moved and effect.unit and state.switches.leaders == "with units":
        # the six MP are used: the unit does not carry the leader further (BP-42)
        return after.with_unit(marked(unit(state, effect.unit), "moved", "stopped"))
    return after


def _goaded(state: State, key: str) -> State:
    """The state with one of the units dealt with that a roll on the Elephants Table is for."""
    first = state.pending[0] if state.pending else None
    if not isinstance(first, ElephantPending) or first.unit != key:
        raise CorruptLog(f"{key} was not rolled for")
    rest = state.pending[1:]
    if not first.others:
        return replace(state, pending=rest)
    following = replace(first, unit=first.others[0], others=first.others[1:])
    return replace(state, pending=(following, *rest))


def _answer_roll(state: State, effect: fx.Rerolled | fx.RollAccepted) -> State:
    roll = state.pending[0] if state.pending else None
    if not isinstance(roll, RollPending):
        raise CorruptLog(f"{effect.side} has no roll to answer")
    require(roll.window[:1] == (effect.side,), f"{effect.side} is not asked")
    throws = roll.throws
    if isinstance(effect, fx.Rerolled):
        own = [one for one in throws if one.side == effect.side]
        require([one.face for one in own] == [effect.before], "the die showed another face")
        again = Throw(effect.side, effect.face)
        throws = tuple(again if one.side == effect.side else one for one in throws)
    answered = replace(roll, throws=throws, window=roll.window[1:])
    return replace(state, pending=(answered, *state.pending[1:]))


def _walk(state: State, path: tuple[str, ...], key: str) -> None:
    """The path begins where the unit stands and goes from hex to hex."""
    require(bool(path) and unit_on_field(state, key).hex == path[0], f"{key} is not on {path[:1]}")
    for step, following in itertools.pairwise(path):
        known = step in state.grid.index and following in state.grid.index
        require(
            known and state.grid.direction(step, following) is not None,
            f"the path of {key} has a gap",
        )


def _free(state: State, hex_: str, key: str) -> None:
    held = unit_at(state, hex_)
    require(held is None or held.id == key, f"{hex_} is taken")


def _move(state: State, effect: fx.UnitMoved) -> State:
    _walk(state, effect.path, effect.unit)
    _free(state, effect.path[-1], effect.unit)
    mover = unit_on_field(state, effect.unit)
    require("moved" not in mover.marks, f"{mover.id} has moved")
    marks = ["moved"]
    marks += ["no-attack"] if effect.no_attack else []
    marks += ["charge"] if effect.charge else []
    marks += ["stopped"] if effect.stopped else []
    mover = replace(marked(mover, *marks), hex=effect.path[-1], facing=effect.facing)
    after = state.with_unit(replace(mover, spent=mover.spent + effect.cost))
    return _ridden(after, state.rider(effect.unit), effect.path)


def _ridden(state: State, leader: Leader | None, path: tuple[str, ...]) -> State:
    """A leader who is always with a unit moves with it. BP-30, BP-42."""
    if leader is None or len(path) == 1 or state.switches.leaders == "alone":
        return state
    return with_leader(state, replace(leader, hex=path[-1], moved=True))


def _stampede(state: State, effect: fx.Stampeded) -> State:
    _walk(state, effect.path, effect.unit)
    beast = unmarked(unit_on_field(state, effect.unit), "furious")
    marks = ("moved", "charge") if effect.fights and len(effect.path) > 4 else ("moved",)
    if effect.gone:
        return state.with_unit(replace(beast, fate="removed", hex=None))
    _free(state, effect.path[-1], effect.unit)
    beast = replace(marked(beast, *marks), hex=effect.path[-1], facing=effect.facing)
    return _ridden(state.with_unit(beast), state.rider(effect.unit), effect.path)


def _enter(state: State, effect: fx.UnitEntered) -> State:
    comer = unit(state, effect.unit)
    require(comer.fate in ("pursuing", "held"), f"{comer.id} cannot enter")
    _free(state, effect.hex, comer.id)
    marks = ("commanded", "moved", "stopped") if effect.stopped else ("commanded",)
    comer = replace(marked(comer, *marks), fate="", hex=effect.hex, facing=effect.facing)
    return state.with_unit(replace(comer, spent=effect.cost))


def _flee(state: State, effect: fx.UnitFled) -> State:
    _walk(state, effect.path, effect.unit)
    runner = unit_on_field(state, effect.unit)
    require(runner.panicked, f"{runner.id} is not in panic")
    if effect.ends == "field":
        _free(state, effect.path[-1], runner.id)
        if runner.side == state.side and state.phase in ("elephants", "stampede", "move"):
            runner = marked(runner, "moved")  # it does not run twice in an impulse (BP-44)
        return state.with_unit(replace(runner, hex=effect.path[-1], facing=effect.facing))
    fate = "fled" if effect.ends == "edge" else "eliminated"
    return state.with_unit(replace(runner, fate=fate, hex=None))


_FOLDS: Mapping[type, Callable[[State, Any], State]] = by_type(
    {
        fx.SetUpEffect: _set_up,
        fx.TurnEffect: command,
        fx.ActionEffect: _act,
        fx.ConsequenceEffect: _suffer,
        fx.CombatEffect: fight,
        ch.AnyChange: change,
    }
)
