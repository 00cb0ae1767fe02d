"""Attacks, combats, advances and pursuits: state + effect → state."""

from typing import assert_never

from msgspec.structs import replace

from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.evolve.lookups import (
    carried,
    marked,
    pop_pending,
    unit_at,
    unit_on_field,
)
from iacta.domain.de_bello_punico.state import State
from iacta.domain.de_bello_punico.state.keys import SIDES, leader_id
from iacta.domain.de_bello_punico.state.pending import (
    AdvancePending,
    AttackPending,
    CombatPending,
    PursuitPending,
    Throw,
)
from iacta.domain.kernel.contract.copies import copied
from iacta.domain.kernel.proof.errors import require


def fight(state: State, effect: fx.CombatEffect) -> State:
    """The state after an effect of a combat impulse; `CorruptLog` for any other."""
    match effect:
        case fx.PointsCommitted():
            for key in effect.units:
                state = state.with_unit(marked(unit_on_field(state, key), "point", "commanded"))
            return state
        case fx.AttackDeclared():
            return _declare(state, effect)
        case fx.AttackDropped():
            return pop_pending(state, AttackPending)
        case fx.Withdrew():
            back = unit_on_field(state, effect.unit)
            require(back.hex == effect.start, f"{back.id} does not stand on {effect.start}")
            require(unit_at(state, effect.hex) is None, f"{effect.hex} is taken")
            after = pop_pending(state, AttackPending)
            rider = state.rider(back.id)
            back = replace(marked(back, "withdrew"), hex=effect.hex, facing=effect.facing)
            return carried(after.with_unit(back), rider, effect.hex)
        case fx.CombatRolled():
            return _roll(state, effect)
        case fx.CombatResolved():
            for fighter in (effect.attacker, effect.defender):
                total = fighter.face + sum(one.value for one in fighter.modifiers)
                require(
                    1 <= fighter.face <= 6 and total == fighter.total,
                    f"{fighter.unit}: {fighter.total} is not the sum",
                )
            return pop_pending(state, CombatPending)
        case fx.AdvanceDue():
            due = copied(AdvancePending, effect)
            return replace(state, pending=(*state.pending, due))
        case fx.Advanced():
            after = pop_pending(state, AdvancePending)
            mover = unit_on_field(after, effect.unit)
            require(mover.hex == effect.start, f"{mover.id} does not stand on {effect.start}")
            require(unit_at(after, effect.hex) is None, f"{effect.hex} is taken")
            moved = after.with_unit(replace(mover, hex=effect.hex, facing=effect.facing))
            return carried(moved, state.rider(mover.id), effect.hex)
        case fx.Stayed():
            return pop_pending(state, AdvancePending)
        case fx.PursuitDue():
            pursuit = copied(PursuitPending, effect)
            return replace(state, pending=(*state.pending, pursuit))
        case fx.Pursued():
            return _pursue(state, effect)
        case fx.PursuitHeld():
            after = pop_pending(state, PursuitPending)
            return after.with_unit(marked(unit_on_field(after, effect.unit), "commanded"))
        case _:
            assert_never(effect)


def _declare(state: State, effect: fx.AttackDeclared) -> State:
    attacker = unit_on_field(state, effect.attacker)
    require("attacked" not in attacker.marks, f"{attacker.id} has attacked")
    if effect.target not in (leader_id(side) for side in SIDES):
        unit_on_field(state, effect.target)
    after = state.with_unit(marked(attacker, "attacked"))
    due = copied(AttackPending, effect)
    return replace(after, charges=effect.charges, pending=(due, *after.pending))


def _roll(state: State, effect: fx.CombatRolled) -> State:
    after = pop_pending(state, AttackPending)
    for key in (*effect.support, *effect.defence):
        after = after.with_unit(marked(unit_on_field(after, key), "supported"))
    rolled = copied(CombatPending, effect, throws=tuple(map(Throw, effect.sides, effect.faces)))
    return replace(after, pending=(rolled, *after.pending))


def _pursue(state: State, effect: fx.Pursued) -> State:
    after = pop_pending(state, PursuitPending)
    horse = unit_on_field(after, effect.unit)
    require(bool(effect.path) and horse.hex == effect.path[0], f"{horse.id} does not stand there")
    held = unit_at(after, effect.path[-1])
    require(held is None or held.id == horse.id or effect.off, f"{effect.path[-1]} is taken")
    gone = replace(horse, hex=effect.path[-1], facing=effect.facing)
    if effect.off:
        return after.with_unit(replace(gone, fate="pursuing"))
    return carried(after.with_unit(gone), state.rider(horse.id), effect.path[-1])
