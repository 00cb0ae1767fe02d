"""Fold effects into the state. No dice, no lookups; an impossible effect raises `CorruptLog`."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, assert_never

from msgspec.structs import replace

from iacta.domain.civil_war import changes as ch
from iacta.domain.civil_war import effects as fx
from iacta.domain.civil_war.evolve.changes import change
from iacta.domain.civil_war.evolve.lookups import (
    dead,
    eliminated,
    reduced_unit,
    update_leaders,
    update_units,
)
from iacta.domain.civil_war.evolve.map import act
from iacta.domain.civil_war.state import DesertionDue, LossesDue, State, Unit
from iacta.domain.kernel.contract.roster import exchanged, roster
from iacta.domain.kernel.contract.system import by_type
from iacta.domain.kernel.proof.errors import CorruptLog, require

KEYS = {"zones": "name", "regions": "name", "peoples": "name", "leaders": "name"}
AFTER = {"entry": "event", "deaths": "entry", "combats": "deaths", "segments": "deaths"}


def evolve(state: State, effect: fx.AnyEffect | ch.AnyChange) -> State:
    """The state after one effect or one change of a ruling; raises `CorruptLog` if impossible."""
    if TYPE_CHECKING and not isinstance(
        effect,
        fx.EventEffect
        | fx.DesertionEffect
        | fx.LeaderEffect
        | fx.CombatEffect
        | fx.MapEffect
        | ch.AnyChange,
    ):
        assert_never(effect)  # the type checker finds an effect that nothing folds
    return _FOLDS[type(effect)](state, effect)


def _event(state: State, effect: fx.EventEffect) -> State:
    """The events of the year."""
    match effect:
        case fx.Began():
            return _begin(state, effect)
        case fx.YearEventRolled():
            return _roll_event(state, effect)
        case fx.UnitsReduced():
            return _flip(state, effect.units)
        case fx.UnitsWithdrawn():
            return _withdraw(state, effect.units)
        case fx.LeadersIll():
            return update_leaders(state, effect.leaders, lambda leader: replace(leader, ill=True))
        case fx.PeopleTurned():
            people = state.people(effect.people)
            if people is None or people.at_war == effect.at_war:
                raise CorruptLog(f"{effect.people} cannot change stance so")
            turned = replace(people, at_war=effect.at_war, ally=None)
            return replace(state, peoples=exchanged(state.peoples, "name", (turned,)))
        case _:
            assert_never(effect)


def _deserters(state: State, effect: fx.DesertionEffect) -> State:
    """Event 11."""
    match effect:
        case fx.DesertionRolled():
            return _desertion(state, effect)
        case fx.LegioDeserted():
            return _desert(state, effect)
        case fx.DesertionAwaited():
            return replace(state, pending=(*state.pending, effect.due))
        case _:
            assert_never(effect)


def _leaders(state: State, effect: fx.LeaderEffect) -> State:
    """Phases, and what becomes of leaders in them."""
    match effect:
        case fx.PhaseBegun():
            require(state.phase == AFTER[effect.phase], f"{effect.phase} follows {state.phase}")
            return replace(state, phase=effect.phase)
        case fx.LeaderChecked():
            return _check(state, effect)
        case fx.LeadersEntered():
            return _enter(state, effect)
        case fx.LeaderLeft():
            return update_leaders(state, (effect.leader,), lambda one: dead(one, effect.year))
        case fx.Conspired():
            return _conspire(state, effect)
        case _:
            assert_never(effect)


def _fight(state: State, effect: fx.CombatEffect) -> State:
    """Combats, and the end of the year."""
    match effect:
        case fx.CombatResolved():
            return _combat(state, effect)
        case fx.LossesChosen():
            return _choose_losses(state, effect)
        case fx.YearClosed():
            return _close_year(state, effect)
        case _:
            assert_never(effect)


def _flip(state: State, ids: Iterable[str]) -> State:
    return update_units(state, ids, reduced_unit)


def _withdraw(state: State, ids: Iterable[str]) -> State:
    def away(unit: Unit) -> Unit:
        require(unit.reduced, f"unit {unit.id} is not reduced")
        return replace(unit, status="away", must_leave=False, crossed=False)

    return update_units(state, ids, away)


def _eliminate(state: State, ids: Iterable[str]) -> State:
    return update_units(state, ids, eliminated)


def _begin(state: State, effect: fx.Began) -> State:
    require(state.phase == "", "the war has begun already")
    members = {name: getattr(effect, name) for name in fx.Began.__struct_fields__}
    for name, key in KEYS.items():
        members[name] = roster(members[name], key)
    return State(phase="event", first_year=effect.year, **members)


def _roll_event(state: State, effect: fx.YearEventRolled) -> State:
    require(state.phase == "event" and state.event is None, "no event of the year is due")
    require(effect.year == state.year, f"the year is {state.year}, not {effect.year}")
    require(
        1 <= effect.d6 <= 6 and 0 <= effect.d10 <= 9, f"impossible faces: {effect.d6}, {effect.d10}"
    )
    require(effect.total == effect.d6 + effect.d10, f"the dice do not add up to {effect.total}")
    in_force = sorted({*state.in_force, *effect.in_force})
    return replace(state, event=effect.total, in_force=tuple(in_force))


def _desertion(state: State, effect: fx.DesertionRolled) -> State:
    first, second = effect.dice
    require(state.event == 11, "nobody deserts this year")
    require(1 <= first <= 6 and 1 <= second <= 6, f"impossible faces: {first}, {second}")
    require((first == second) == (not effect.regions), "doubles, and only doubles, cancel")
    for name in effect.regions:
        require(state.region(name) is not None, f"there is no region {name!r}")
    return state


def _desert(state: State, effect: fx.LegioDeserted) -> State:
    for key in effect.units:
        unit = state.unit(key)
        require(unit is not None and unit.kind == "legio", f"{key} is not a Legio")
    left = tuple(
        due
        for due in state.pending
        if not (isinstance(due, DesertionDue) and due.region == effect.region)
    )
    return replace(_eliminate(state, effect.units), pending=left)


def _enter(state: State, effect: fx.LeadersEntered) -> State:
    require(state.phase == "entry" and effect.year == state.year, "nobody enters now")
    entered = []
    for entrant in effect.leaders:
        leader = state.leader(entrant.name)
        if leader is None or leader.status != "to-come":
            raise CorruptLog(f"{entrant.name} does not enter")
        entered.append(
            replace(
                leader,
                status="in-play",
                faction=entrant.faction,
                random_faction=False,
                zone=entrant.zone or leader.zone,
            )
        )
    return state.with_leaders(*entered)


def _check(state: State, effect: fx.LeaderChecked) -> State:
    require(state.phase == "deaths" and effect.year == state.year, "no check is due")
    require(effect.leader not in state.checked, f"{effect.leader} has already been checked")
    require(0 <= effect.face <= 9, f"impossible face: {effect.face}")
    require(
        effect.died == (effect.face < effect.number), f"{effect.leader} dies below {effect.number}"
    )
    after = update_leaders(
        state, (effect.leader,), lambda leader: dead(leader, effect.year) if effect.died else leader
    )
    return replace(after, checked=(*state.checked, effect.leader))


def _conspire(state: State, effect: fx.Conspired) -> State:
    require(state.phase == "deaths" and effect.year == state.year, "nobody conspires now")
    require(1 <= effect.face <= 6, f"impossible face: {effect.face}")
    after = state
    if effect.killed:
        after = update_leaders(after, (effect.leader,), lambda one: dead(one, effect.year))
    turned = {one.name: one for one in effect.turned}
    return update_leaders(
        after,
        turned,
        lambda one: replace(one, faction=turned[one.name].faction, zone=turned[one.name].zone),
    )


def _combat(state: State, effect: fx.CombatResolved) -> State:
    """Losses, retreat and deaths of leaders; a combat without a zone is not on our map (CW-32)."""
    total = effect.die + sum(modifier.value for modifier in effect.modifiers)
    require(1 <= effect.die <= 6 and total == effect.modified_die, f"the modified die is {total}")
    if effect.zone is None:
        return state
    require(state.phase in ("combats", "segments") and not state.pending, "no combat is due")
    # On a map the end of the segment clears the crossing (CW-10); without one, only this does.
    desk = state.chart is None
    after = update_units(
        state, effect.attacker.ids, lambda unit: replace(unit, crossed=unit.crossed and not desk)
    )
    update_units(state, effect.defender.ids, lambda unit: unit)
    for losses in (effect.losses.attacker, effect.losses.defender):
        after = _flip(_eliminate(after, losses.eliminated), losses.reduced)
    after = update_leaders(after, effect.eliminated_leaders, lambda one: dead(one, state.year))
    return _pursue(after, effect)


def _pursue(state: State, effect: fx.CombatResolved) -> State:
    """The loser must leave the zone; the victor may have to choose losses."""
    attacker_won = effect.winner == "attacker"
    victor, loser = effect.attacker, effect.defender
    losses = effect.losses.attacker
    if not attacker_won:
        victor, loser, losses = loser, victor, effect.losses.defender
    units = [key for key in loser.ids if (u := state.unit(key)) and u.status == "map"]
    leaders = [name for name in loser.leaders if name not in effect.eliminated_leaders]
    after = update_units(state, units, lambda unit: replace(unit, must_leave=True))
    after = update_leaders(after, leaders, lambda leader: replace(leader, must_leave=True))
    if not losses.owner_chooses:
        return after
    require(effect.zone is not None and victor.side is not None, "nobody chooses")
    due = LossesDue(
        _chooser(state, str(victor.side)), str(effect.zone), losses.owner_chooses, victor.ids
    )
    return replace(after, pending=(due,))


def _chooser(state: State, side: str) -> str:
    """Who chooses for a side: its seat, the seat that leads it (CW-50), the referee (CW-31)."""
    people = state.people(side)
    return side if people is None else people.led_by or "referee"


def _choose_losses(state: State, effect: fx.LossesChosen) -> State:
    dues = [due for due in state.pending if isinstance(due, LossesDue)]
    require(len(dues) == 1, "no losses need to be chosen")
    chosen = {*effect.reduced, *effect.eliminated}
    require(
        chosen <= set(dues[0].units) and len(chosen) == dues[0].count,
        f"the losses must be {dues[0].count} of {dues[0].units}",
    )
    after = _flip(_eliminate(state, effect.eliminated), effect.reduced)
    return replace(after, pending=tuple(due for due in state.pending if due is not dues[0]))


def _close_year(state: State, effect: fx.YearClosed) -> State:
    due = state.phase in ("combats", "adjustments") and not state.recruiting
    require(due and not state.pending, "the year cannot be closed")
    require(effect.year == state.year, f"the year is {state.year}, not {effect.year}")
    require(effect.next in (None, effect.year + 1), "the next year is not consecutive")
    back = {}
    for key in (*effect.returned, *effect.unplaced):
        unit = state.unit(key)
        if unit is None or unit.status != "away" or key in back:
            raise CorruptLog(f"unit {key!r} is not out of play")
        back[key] = replace(unit, status="map") if key in effect.returned else eliminated(unit)
    after = _rested(state.with_units(*back.values()))
    return replace(
        after,
        year=effect.year if effect.next is None else effect.next,
        phase="over" if effect.next is None else "event",
        event=None,
        in_force=(),
        checked=(),
        initiative=None,
        segments=(),
        segment=0,
    )


def _rested(state: State) -> State:
    units = [
        replace(unit, crossed=False, fell_back=False, spent=0)
        for unit in state.units
        if unit.crossed or unit.fell_back or unit.spent
    ]
    leaders = [replace(one, ill=False, spent=0) for one in state.leaders if one.ill or one.spent]
    return state.with_units(*units).with_leaders(*leaders)


_FOLDS: Mapping[type, Callable[[State, Any], State]] = by_type(
    {
        fx.EventEffect: _event,
        fx.DesertionEffect: _deserters,
        fx.LeaderEffect: _leaders,
        fx.CombatEffect: _fight,
        fx.MapEffect: act,
        ch.AnyChange: change,
    }
)
