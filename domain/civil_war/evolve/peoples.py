"""Fold effects on peoples into the state; an impossible effect raises `CorruptLog`."""

from msgspec.structs import replace

from iacta.domain.civil_war import effects as fx
from iacta.domain.civil_war.evolve.lookups import (
    dead,
    eliminated,
    people_of,
    require_active,
    update_leaders,
    update_units,
)
from iacta.domain.civil_war.state import People, State
from iacta.domain.kernel.contract.roster import exchanged
from iacta.domain.kernel.proof.errors import require


def court(state: State, effect: fx.Courted) -> State:
    """A leader has negotiated, and spends the whole movement allowance on it."""
    require_active(state, effect.seat)
    require(
        effect.people not in state.courted,
        f"there were negotiations with the {effect.people} already",
    )
    require(1 <= effect.face <= 6, f"impossible face: {effect.face}")
    require(effect.total == effect.face + effect.pc, f"{effect.total} is not the sum")
    require(effect.won == (effect.total >= effect.needed), f"{effect.needed} is needed")
    asked = replace(state, courted=(*state.courted, effect.people))
    return update_leaders(asked, (effect.leader,), lambda leader: replace(leader, spent=leader.ma))


def settle_people(state: State, effect: fx.PeopleSettled) -> State:
    """A people changes stance; its units and leaders move accordingly."""
    people = people_of(state, effect.people)
    settled = replace(
        people,
        at_war=effect.at_war,
        ally=effect.ally,
        led_by=effect.led_by,
        provoked_by=effect.provoked_by,
    )
    require(
        settled != people or bool(effect.home or effect.boxed),
        f"nothing changes for the {effect.people}",
    )
    going = effect.home or effect.leaders
    require(not going or people.home is not None, f"the {effect.people} have no home")
    after = replace(state, peoples=exchanged(state.peoples, "name", (settled,)))
    after = following(after, settled)
    after = update_units(after, effect.boxed, eliminated)
    after = update_units(
        after,
        effect.home,
        lambda unit: replace(unit, zone=str(people.home), must_leave=False, crossed=False),
    )
    after = update_leaders(
        after, effect.leaders, lambda leader: replace(leader, zone=people.home, must_leave=False)
    )
    names = {one.name for one in after.leaders if one.status in ("to-come", "in-play")}
    require(names >= {*effect.ended}, f"not all of {effect.ended} are in the game")
    ended = [dead(one, state.year) for one in after.leaders if one.name in effect.ended]
    return after.with_leaders(*ended)


def following(state: State, people: People) -> State:
    """The state with a people's units on the side of its ally, or of the people itself, and its
    leaders in the ally's faction. CW-50.
    """
    side = people.ally or people.name
    units = [replace(unit, side=side) for unit in state.units if unit.people == people.name]
    leaders = [
        replace(leader, faction=people.ally)
        for leader in state.leaders
        if leader.people == people.name
    ]
    return state.with_units(*units).with_leaders(*leaders)
