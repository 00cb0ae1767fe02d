"""Fold effects on fleets and those aboard; an impossible effect raises `CorruptLog`."""

from msgspec.structs import replace

from iacta.domain.kernel.proof.errors import CorruptLog, require
from iacta.domain.naval_battle import effects as fx
from iacta.domain.naval_battle.state import Fleet, Leader, State, Unit


def afloat(state: State, name: str) -> Fleet:
    """A fleet on the board."""
    fleet = state.fleet(name)
    if fleet is None or fleet.status != "board":
        raise CorruptLog(f"{name} is not on the board")
    return fleet


def aboard(state: State, name: str) -> Unit:
    """A ground unit aboard."""
    unit = state.unit(name)
    if unit is None or unit.status != "aboard":
        raise CorruptLog(f"{name} is not aboard")
    return unit


def chief(state: State, name: str) -> Leader:
    """A leader aboard."""
    leader = state.leader(name)
    if leader is None or leader.status != "aboard":
        raise CorruptLog(f"{name} is not aboard")
    return leader


def move(state: State, effect: fx.Moved) -> State:
    """A fleet stands at the end of its path."""
    require(state.phase == "movement", "nobody moves now")
    return _sail(state, effect.fleet, effect.path)


def rout(state: State, effect: fx.Routed) -> State:
    """A routed fleet stands at the end of its path, even where it could not go."""
    require(state.phase == "command", "nobody routs now")
    return _sail(state, effect.fleet, effect.path)


def _sail(state: State, name: str, path: tuple[str, ...]) -> State:
    fleet = afloat(state, name)
    require(not fleet.moved and bool(path) and path[0] == fleet.square, f"{name} does not sail so")
    require(all(state.at(square) is None for square in path[1:]), f"{name} is blocked")
    return state.with_fleets(replace(fleet, square=path[-1], moved=True))


def leave(state: State, effect: fx.LeftBoard) -> State:
    """A fleet is off the board with all aboard, wherever that may be."""
    fleet = afloat(state, effect.fleet)
    if effect.fate == "lost":
        require(state.phase in ("command", "movement"), "nobody leaves now")
        return lose(state, fleet, ())
    status = "through" if effect.how == "through" else "fled"
    flipped = fleet.flipped or effect.fate == "battered"
    return state.with_fleets(replace(fleet, status=status, square="", moved=True, flipped=flipped))


def sink(state: State, effect: fx.FleetSunk) -> State:
    """A fleet and its ground units are gone; leaders are where they jumped, or dead."""
    fleet = afloat(state, effect.fleet)
    require(effect.drowned == fleet.aboard, "not all who were aboard drown")
    require(tuple(jump.leader for jump in effect.jumps) == fleet.leaders, "not all leaders jump")
    state = lose(state, fleet, tuple(jump.leader for jump in effect.jumps if jump.to))
    for jump in effect.jumps:
        if jump.to:
            near = afloat(state, jump.to)
            state = state.with_fleets(replace(near, leaders=(*near.leaders, jump.leader)))
    pending = state.pending
    if pending is not None and getattr(pending, "fleet", "") == fleet.name:
        state = replace(state, pending=None)
    return state


def lose(state: State, fleet: Fleet, saved: tuple[str, ...]) -> State:
    """A fleet sunk with its ground units and those leaders who are not saved."""
    state = eliminate(state, fleet.aboard)
    state = kill(state, tuple(name for name in fleet.leaders if name not in saved))
    gone = replace(
        fleet, status="sunk", control=fleet.side, square="", captor="", aboard=(), leaders=()
    )
    return state.with_fleets(gone)


def eliminate(state: State, names: tuple[str, ...]) -> State:
    """Eliminate ground units aboard; the caller must remove them from their fleet."""
    units = [replace(aboard(state, name), status="eliminated") for name in names]
    return state.with_units(*units)


def kill(state: State, names: tuple[str, ...]) -> State:
    """Kill leaders aboard; the caller must remove them from their fleet."""
    leaders = [replace(chief(state, name), status="dead") for name in names]
    return state.with_leaders(*leaders)


def attack(state: State, effect: fx.Attacked) -> State:
    """Each blow in turn. A hull that is killed goes down, or is taken, by an effect of its own."""
    require(state.phase == "combat" and state.pending is None, "nobody attacks now")
    ship = afloat(state, effect.fleet)
    require(
        not ship.attacked and ship.control == effect.seat == state.mover,
        f"{ship.name} may not attack",
    )
    afloat(state, effect.target)
    state = state.with_fleets(replace(ship, attacked=True))
    for blow in effect.blows:
        match blow.did:
            case "attacker-flipped":
                state = _flip(state, effect.unit)
            case "flipped":
                state = _flip(state, blow.on)
            case "attacker-lost":
                state = _fall(state, effect.unit)
            case "killed":
                state = _fall(state, blow.on)
    return state


def _flip(state: State, name: str) -> State:
    counter = state.fleet(name) or aboard(state, name)
    require(not counter.flipped, f"{name} is flipped already")
    return state.with_counter(replace(counter, flipped=True))


def _fall(state: State, name: str) -> State:
    """A flipped ground unit is eliminated; a flipped fleet still floats for a moment."""
    fleet = state.fleet(name)
    if fleet is not None:
        require(fleet.flipped, f"{name} is not flipped")
        return state
    unit = aboard(state, name)
    require(unit.flipped, f"{name} is not flipped")
    state = eliminate(state, (name,))
    ship = state.ship_of(name)
    if ship is None:
        raise CorruptLog(f"{name} is on no fleet")
    left = tuple(other for other in ship.aboard if other != name)
    return state.with_fleets(replace(ship, aboard=left))


def capture(state: State, effect: fx.Captured) -> State:
    """The boarders' unit, and leaders with it, go over; enemies aboard are gone."""
    pending = state.pending
    require(getattr(pending, "fleet", "") == effect.fleet, f"{effect.fleet} is not to be taken")
    prize, ship = afloat(state, effect.fleet), afloat(state, effect.ship)
    require(prize.aboard == effect.lost and prize.leaders == effect.killed, "others are aboard")
    require(effect.unit in ship.aboard, f"{effect.unit} did not board")
    require(set(effect.leaders) <= set(ship.leaders), "such leaders are not aboard")
    state = kill(eliminate(state, effect.lost), effect.killed)
    return replace(state, pending=None).with_fleets(
        replace(
            ship,
            aboard=tuple(name for name in ship.aboard if name != effect.unit),
            leaders=tuple(name for name in ship.leaders if name not in effect.leaders),
        ),
        replace(
            prize,
            control=effect.seat,
            captor="" if effect.seat == prize.side else effect.unit,
            aboard=(effect.unit,),
            leaders=effect.leaders,
            check="",
            moved=True,
            attacked=True,
            flipped=True,
        ),
    )


def revert(state: State, effect: fx.Reverted) -> State:
    """A prize without its captor returns to its own side, with nobody aboard. NB-16."""
    prize = afloat(state, effect.fleet)
    require(prize.captor == effect.captor != "", f"{effect.fleet} is not theirs")
    require(not prize.aboard and prize.leaders == effect.killed, "others are aboard")
    return freed(state, prize)


def freed(state: State, prize: Fleet) -> State:
    """Free a prize whose captor is gone; leaders aboard are dead. NB-16."""
    state = kill(state, prize.leaders)
    free = replace(
        prize, control=prize.side, captor="", leaders=(), check="", moved=True, attacked=True
    )
    return state.with_fleets(free)
