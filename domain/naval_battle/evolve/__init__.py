"""Fold effects into the state. No dice, no lookups; an impossible effect raises `CorruptLog`."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, assert_never

from msgspec.structs import replace

from iacta.domain.kernel.contract.system import by_type
from iacta.domain.kernel.proof.errors import CorruptLog, require
from iacta.domain.naval_battle import changes as ch
from iacta.domain.naval_battle import effects as fx
from iacta.domain.naval_battle.evolve.changes import change
from iacta.domain.naval_battle.evolve.fleets import attack, capture, leave, move, revert, rout, sink
from iacta.domain.naval_battle.state import CallDue, Fleet, Result, Seat, Side, State, other

BEFORE: dict[str, tuple[str, ...]] = {
    "reply": ("occasion",),
    "allocation": ("occasion", "reply"),
    "bids": ("allocation",),
    "deployment": ("bids",),
    "movement": ("command",),
    "combat": ("movement",),
    "reconstitution": ("ended",),
    "passage": ("ended", "reconstitution"),
    "withdrawal": ("ended", "reconstitution", "passage"),
    "over": ("ended", "reconstitution", "passage", "withdrawal"),
}
"""The phases after which a phase may begin; `ended` is any phase of a battle just over."""
AFTERMATH = ("reconstitution", "passage", "withdrawal", "over")


def evolve(state: State, effect: fx.AnyEffect | ch.AnyChange) -> State:
    """The state after one effect or one change of a ruling; raises `CorruptLog` if impossible."""
    if TYPE_CHECKING and not isinstance(
        effect,
        fx.OccasionEffect
        | fx.SetUpEffect
        | fx.MovementEffect
        | fx.CombatEffect
        | fx.EndEffect
        | fx.AftermathEffect
        | ch.AnyChange,
    ):
        assert_never(effect)  # the type checker finds an effect that nothing folds
    return _FOLDS[type(effect)](state, effect)


def _prepare(state: State, effect: fx.OccasionEffect) -> State:
    """What happens before the battle, and its phases."""
    match effect:
        case fx.PhaseBegun():
            ended = state.result is not None and state.phase not in AFTERMATH
            phase = "ended" if ended else state.phase
            require(phase in BEFORE[effect.phase], f"{effect.phase} does not follow {phase}")
            double = (
                "used" if effect.phase == "combat" and state.double == "in-use" else state.double
            )
            return replace(state, phase=effect.phase, double=double)
        case fx.Begun():
            require(state.phase == "", "the battle has begun already")
            members = {name: getattr(effect, name) for name in fx.Begun.__struct_fields__}
            return State(phase="occasion", **members)
        case fx.Agreed():
            side = _side(state, effect.seat)
            require(state.phase == "occasion" and not side.agreed, "nothing to agree to")
            return state.with_side(replace(side, agreed=True))
        case fx.Intercepted():
            return _intercept(state, effect)
        case fx.BattleGiven():
            side = _side(state, effect.seat)
            require(state.phase == "reply" and not side.agreed, "nothing to reply to")
            return state.with_side(replace(side, agreed=True))
        case _:
            assert_never(effect)


def _set_up(state: State, effect: fx.SetUpEffect) -> State:
    """What is laid in secret, and the set-up."""
    match effect:
        case fx.AllocationLaid():
            side = _side(state, effect.seat)
            require(
                state.phase == "allocation" and not side.allocation, f"{side.name} has laid already"
            )
            return state.with_side(replace(side, allocation=effect.allocation))
        case fx.AllocationsOpened():
            return _allocate(state, effect)
        case fx.BidLaid():
            side = _side(state, effect.seat)
            require(state.phase == "bids" and not side.bid, f"{side.name} has laid already")
            return state.with_side(replace(side, bid=effect.bid))
        case fx.SuperiorityWon():
            return _superiority(state, effect)
        case fx.Deployed():
            return _deploy(state, effect)
        case _:
            assert_never(effect)


def _manoeuvre(state: State, effect: fx.MovementEffect) -> State:
    """Turns, checks and movement."""
    match effect:
        case fx.Moved():
            return move(state, effect)
        case fx.Checked():
            return _check(state, effect)
        case fx.TurnBegun():
            return _begin_turn(state, effect)
        case fx.Routed():
            return rout(state, effect)
        case fx.LeftBoard():
            return leave(state, effect)
        case fx.DoubleMoveBegun():
            require(
                state.phase == "movement" and state.double == "unused", "the double move is used up"
            )
            require(
                state.first == effect.seat == state.mover, f"the double move is not {effect.seat}'s"
            )
            return replace(state, double="in-use")
        case fx.RallyRolled():
            counter = state.counter(effect.name)
            require(state.phase == "movement", "nobody rallies now")
            if counter is None or not counter.flipped or counter.rallied:
                raise CorruptLog(f"{effect.name} has nothing to rally from")
            return state.with_counter(replace(counter, rallied=True, flipped=not effect.rallies))
        case _:
            assert_never(effect)


def _fight(state: State, effect: fx.CombatEffect) -> State:
    """Attacks, and what they lead to."""
    match effect:
        case fx.Attacked():
            return attack(state, effect)
        case fx.FleetSunk():
            return sink(state, effect)
        case fx.CaptureAwaited():
            require(state.pending is None and state.phase == "combat", "a choice is due")
            return replace(state, pending=effect.due)
        case fx.Captured():
            return capture(state, effect)
        case fx.Reverted():
            return revert(state, effect)
        case fx.Panicked():
            side = _side(state, effect.seat)
            require(
                not side.panicked and side.original == effect.original, f"{side.name} cannot panic"
            )
            return state.with_side(replace(side, panicked=True))
        case _:
            assert_never(effect)


def _end(state: State, effect: fx.EndEffect) -> State:
    """The end of the battle."""
    match effect:
        case fx.CallMade():
            side = _side(state, effect.seat)
            require(state.pending is None and not side.called, f"{side.name} has proposed")
            state = state.with_side(replace(side, called=True))
            return replace(state, pending=CallDue(other(effect.seat)))
        case fx.CallRefused():
            require(state.pending == CallDue(effect.seat), "no proposal is pending")
            return replace(state, pending=None)
        case fx.BattleEnded():
            require(state.phase != "" and state.result is None, "there is no battle to end")
            result = Result(
                effect.reason, effect.winner, effect.points, effect.through, effect.passage
            )
            return replace(state, result=result, pending=None, mover=None)
        case fx.Converted():
            return _convert(state, effect)
        case _:
            assert_never(effect)


def _clear_up(state: State, effect: fx.AftermathEffect) -> State:
    """What follows the battle."""
    match effect:
        case fx.Reconstituted():
            return _reconstitute(state, effect)
        case fx.PassageDecided():
            result = _result(state)
            require(state.phase == "passage" and result.passage is None, "it is decided")
            through = (*result.through, *effect.through)
            decided = replace(result, passage=effect.allowed, through=through)
            return replace(state, result=decided)
        case fx.Withdrew():
            require(state.result is not None and not _result(state).withdrew, "nobody withdraws")
            return replace(state, result=replace(_result(state), withdrew=effect.into))
        case _:
            assert_never(effect)


def _side(state: State, seat: Seat) -> Side:
    require(len(state.sides) == 2, "there are no sides yet")
    return state.side(seat)


def _result(state: State) -> Result:
    if state.result is None:
        raise CorruptLog("the battle is not over")
    return state.result


def _intercept(state: State, effect: fx.Intercepted) -> State:
    side = _side(state, effect.seat)
    require(state.phase == "occasion" and not side.force, "it is intercepted already")
    require(0 <= effect.stratagems <= side.stratagems, f"{side.name} cannot pay")
    left = side.stratagems - effect.stratagems
    return state.with_side(
        replace(side, force=effect.force, interceptor=effect.leader, stratagems=left)
    )


def _allocate(state: State, effect: fx.AllocationsOpened) -> State:
    require(state.phase == "allocation", "nobody is to be allocated")
    for seat, loads in (("active", effect.active), ("reactive", effect.reactive)):
        side = state.side(seat)
        require(bool(side.allocation) and not side.allocated, f"{side.name} has laid none")
        for load in loads:
            fleet = state.fleet(load.fleet)
            if fleet is None or fleet.status != "reserve" or fleet.side != seat:
                raise CorruptLog(f"{load.fleet} cannot take part")
            state = _embark(state, fleet, load.aboard, load.leaders)
        state = state.with_side(replace(side, allocated=True, original=len(loads)))
    return state


def _embark(state: State, fleet: Fleet, names: tuple[str, ...], chiefs: tuple[str, ...]) -> State:
    units = [unit for name in names if (unit := state.unit(name)) is not None]
    leaders = [one for name in chiefs if (one := state.leader(name)) is not None]
    require(
        len(units) == len(names) and len(leaders) == len(chiefs), f"no such crew on {fleet.name}"
    )
    ready = [(one.status, one.side) == ("reserve", fleet.side) for one in units]
    ready += [(one.status, one.side) == ("reserve", fleet.side) for one in leaders]
    require(all(ready), f"not everybody can go aboard {fleet.name}")
    state = state.with_units(*(replace(unit, status="aboard") for unit in units))
    state = state.with_leaders(*(replace(one, status="aboard") for one in leaders))
    return state.with_fleets(replace(fleet, status="ready", aboard=names, leaders=chiefs))


def _superiority(state: State, effect: fx.SuperiorityWon) -> State:
    require(state.phase == "bids" and state.first is None, "superiority is decided")
    for side, paid in zip(state.sides, effect.bids, strict=True):
        require(bool(side.bid) and 0 <= paid <= side.stratagems, f"{side.name} cannot pay")
        state = state.with_side(replace(side, stratagems=side.stratagems - paid))
    return replace(state, first=effect.seat, mover=other(effect.seat), double="unused")


def _deploy(state: State, effect: fx.Deployed) -> State:
    require(state.phase == "deployment" and state.mover == effect.seat, "not to be set up")
    for place in effect.places:
        fleet = state.fleet(place.fleet)
        if fleet is None or fleet.status != "ready" or fleet.side != effect.seat:
            raise CorruptLog(f"{place.fleet} is not to be set up")
        require(state.at(place.square) is None, f"{place.square} is taken")
        state = state.with_fleets(replace(fleet, status="board", square=place.square))
    left = any(one.status == "ready" and one.side == effect.seat for one in state.fleets)
    return state if left else replace(state, mover=other(effect.seat))


def _begin_turn(state: State, effect: fx.TurnBegun) -> State:
    require(state.phase in ("deployment", "combat") and state.pending is None, "no turn begins")
    require(effect.turn in (state.turn, state.turn + 1), "turns follow one another")
    fresh = {"check": "", "rallied": False}
    fleets = [replace(one, moved=False, attacked=False, **fresh) for one in state.fleets]
    state = state.with_fleets(*fleets).with_units(*[replace(one, **fresh) for one in state.units])
    sides = tuple(replace(one, called=False) for one in state.sides)
    return replace(state, turn=effect.turn, mover=effect.seat, phase="command", sides=sides)


def _check(state: State, effect: fx.Checked) -> State:
    require(state.phase == "command" and state.mover == effect.seat, "no check is due")
    for check in effect.checks:
        counter = state.counter(check.name)
        if counter is None or counter.check:
            raise CorruptLog(f"{check.name} does not check now")
        require(not (check.flips and counter.flipped), f"{check.name} is flipped already")
        changed = replace(counter, check=check.result, flipped=counter.flipped or check.flips)
        state = state.with_counter(changed)
    return state


def _convert(state: State, effect: fx.Converted) -> State:
    """Every prize is returned before any counter is taken. NV 13.4."""
    require(state.result is not None, "the battle goes on")
    for prize in effect.prizes:
        fleet = state.fleet(prize.fleet)
        if fleet is None or not fleet.captor:
            raise CorruptLog(f"{prize.fleet} is no prize")
        owner = state.side(fleet.side)
        state = state.with_side(replace(owner, pool=(*owner.pool, fleet.discipline)))
    for prize in effect.prizes:
        state = _substitute(state, prize)
    return state


def _substitute(state: State, prize: fx.Conversion) -> State:
    """A new counter for a prize; without one those aboard are taken off. NV 13.3, NB-31."""
    fleet = state.fleet(prize.fleet)
    assert fleet is not None
    if prize.discipline is None:
        units = [unit for name in fleet.aboard if (unit := state.unit(name)) is not None]
        leaders = [one for name in fleet.leaders if (one := state.leader(name)) is not None]
        state = state.with_units(*(replace(unit, status="reserve") for unit in units))
        state = state.with_leaders(*(replace(one, status="reserve") for one in leaders))
        gone = replace(
            fleet,
            status="returned",
            control=fleet.side,
            square="",
            captor="",
            aboard=(),
            leaders=(),
        )
        return state.with_fleets(gone)
    captor = state.side(fleet.control)
    require(prize.discipline in captor.pool, "there is no such counter")
    pool = list(captor.pool)
    pool.remove(prize.discipline)
    state = state.with_side(replace(captor, pool=tuple(pool)))
    new = replace(fleet, status="converted", discipline=prize.discipline, captor="")
    return state.with_fleets(new)


def _reconstitute(state: State, effect: fx.Reconstituted) -> State:
    require(state.phase == "reconstitution", "nobody is reconstituted now")
    for roll in effect.rolls:
        counter = state.counter(roll.name)
        if counter is None or counter.status not in ("sunk", "eliminated"):
            raise CorruptLog(f"{roll.name} is not lost")
        if roll.returns:
            state = state.with_counter(replace(counter, status="reserve", flipped=True))
    return state


_FOLDS: Mapping[type, Callable[[State, Any], State]] = by_type(
    {
        fx.OccasionEffect: _prepare,
        fx.SetUpEffect: _set_up,
        fx.MovementEffect: _manoeuvre,
        fx.CombatEffect: _fight,
        fx.EndEffect: _end,
        fx.AftermathEffect: _clear_up,
        ch.AnyChange: change,
    }
)
