"""State + an effect of the peoples → state. The impossible is a corrupt log."""

from msgspec.structs import replace

from iacta.domain.civil_war import effects as fx
from iacta.domain.civil_war.evolve.lookups import fallen, gone, in_play, moves, on_map
from iacta.domain.civil_war.state import Leader, People, State, Unit
from iacta.domain.kernel.proof.errors import CorruptLog, require


def court(state: State, effect: fx.Courted) -> State:
    """A leader has asked a people, and may do nothing else."""
    moves(state, effect.seat)
    require(effect.people not in state.courted, f"the {effect.people} have been asked")
    require(1 <= effect.face <= 6 and effect.total == effect.face + effect.pc, "a wrong sum")
    require(effect.won == (effect.total >= effect.needed), "the die says otherwise")
    asked = replace(state, courted=(*state.courted, effect.people))
    return in_play(asked, (effect.leader,), lambda leader: replace(leader, spent=leader.ma))


def settle_people(state: State, effect: fx.PeopleSettled) -> State:
    """A people's stance, and where its units and leaders go by it."""
    people = state.people(effect.people)
    if people is None:
        raise CorruptLog(f"there is no people {effect.people!r}")
    settled = replace(
        people,
        at_war=effect.at_war,
        ally=effect.ally,
        led_by=effect.led_by,
        provoked_by=effect.provoked_by,
    )
    require(settled != people or bool(effect.home or effect.boxed), "nothing is settled")
    going = effect.home or effect.leaders
    require(not going or people.home is not None, f"the {effect.people} have no home")
    after = replace(
        state,
        peoples=tuple(settled if one is people else one for one in state.peoples),
        units=tuple(sided(unit, settled) for unit in state.units),
        leaders=tuple(followed(leader, settled) for leader in state.leaders),
    )
    after = on_map(after, effect.boxed, gone)
    after = on_map(after, effect.home, lambda unit: _gone_home(unit, str(people.home)))
    after = in_play(
        after, effect.leaders, lambda leader: replace(leader, zone=people.home, must_leave=False)
    )
    names = {one.name for one in after.leaders if one.status in ("to-come", "in-play")}
    require(names >= {*effect.ended}, "he is out of the game already")
    return after.with_leaders(
        {
            leader.name: fallen(leader, state.year)
            for leader in after.leaders
            if leader.name in effect.ended
        }
    )


def sided(unit: Unit, people: People) -> Unit:
    """A people's units fight for its ally, else for themselves."""
    side = people.ally or people.name
    if unit.people != people.name or unit.side == side:
        return unit
    return replace(unit, side=side)


def followed(leader: Leader, people: People) -> Leader:
    """A people's leaders fight for its ally. CW-50."""
    if leader.people != people.name or leader.faction == people.ally:
        return leader
    return replace(leader, faction=people.ally)


def _gone_home(unit: Unit, home: str) -> Unit:
    return replace(unit, zone=home, must_leave=False, crossed=False)
