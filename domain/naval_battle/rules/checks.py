"""Command Checks, unit by unit; routs; rallies. NV 3.4, NV 3.6, NV 4.3."""

from iacta.domain.kernel.contract.tables import literal
from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.errors import Invalid, RuleViolation
from iacta.domain.naval_battle import effects as fx
from iacta.domain.naval_battle.rules import abilities, board, leaving
from iacta.domain.naval_battle.rules.unfolding import Unfolding
from iacta.domain.naval_battle.state import Fleet, Seat, State, TableSet, Unit


def tables_of(state: State) -> TableSet:
    """The tables of this battle."""
    assert state.tables is not None
    return state.tables


def modifiers(state: State, fleet: Fleet) -> tuple[fx.Modifier, ...]:
    """The modifiers of check dice aboard: minus the best leader's rating. NB-22."""
    leaders = [one for name in fleet.leaders if (one := state.leader(name)) is not None]
    best = max(leaders, key=lambda one: one.rating, default=None)
    if best is None or not best.rating:
        return ()
    return (fx.Modifier(-best.rating, f"{best.name} is aboard", "NB-22"),)


def modified_face(face: int, found: tuple[fx.Modifier, ...]) -> int:
    """A die with its modifiers, within the table."""
    return max(1, face + sum(one.value for one in found))


def _table(state: State, seat: Seat) -> fx.CheckTable:
    """On which table a side checks. NV 4.4."""
    return "panic_check" if state.side(seat).panicked else "command_check"


def expected_passes(state: State, seat: Seat) -> float:
    """How many of a side's Command Checks pass on average. NV 3.4, NB-22."""
    table, read = _table(state, seat), tables_of(state).read
    passing = sum(
        read(table, counter.discipline, modified_face(face, modifiers(state, fleet))) == "P"
        for fleet in state.on_board(seat)
        for counter in state.company(fleet)
        for face in range(1, 7)
    )
    return passing / 6


def check(play: Unfolding, seat: Seat, dice: Dice) -> None:
    """Make a check for each fleet and ground unit; routed fleets run. NV 3.4, NV 3.8, NV 4.5."""
    state = play.state
    table = _table(state, seat)
    checks = [
        _check(state, fleet, counter, table, dice)
        for fleet in state.on_board(seat)
        for counter in state.company(fleet)
    ]
    play.add(fx.Checked(seat, table, tuple(checks)))
    _rout(play, seat, dice)
    play.add(fx.PhaseBegun("movement"))


def _check(state: State, fleet: Fleet, counter: Fleet | Unit, table: str, dice: Dice) -> fx.Check:
    """One die on the line of the unit's discipline. D disrupts: it is flipped. NV 3.5, NB-21."""
    face = dice.roll("d6", f"check of {counter.name}")
    found = modifiers(state, fleet)
    value = modified_face(face, found)
    result = literal(fx.CheckLetter, tables_of(state).read(table, counter.discipline, value))
    flips = result == "D" and not counter.flipped
    return fx.Check(counter.name, counter.discipline, face, found, value, result, flips)


def _rout(play: Unfolding, seat: Seat, dice: Dice) -> None:
    """Only fleets rout, those nearest to their edge first. NV 3.8, NB-19."""
    home = board.edge(play.state, seat)
    routed = [one for one in play.state.on_board(seat) if one.check == "R"]
    routed.sort(key=lambda one: abs(board.split(one.square)[1] - home))
    for fleet in routed:
        if board.at_edge(play.state, fleet, seat):
            leaving.by_own_edge(play, fleet, "routed", dice)
        else:
            state = play.state
            way = board.way_home(state, fleet, abilities.allowance(state, fleet))
            play.add(fx.Routed(fleet.name, way))


def rally(play: Unfolding, seat: Seat, name: str, dice: Dice) -> None:
    """A flipped fleet or ground unit tries to rally. NV 4.3, NB-20."""
    state = play.state
    fleet = state.fleet(name) or state.ship_of(name)
    counter = state.counter(name)
    mine = fleet is not None and fleet.status == "board" and fleet.control == seat
    if fleet is None or counter is None or not mine:
        raise Invalid(
            f"{name} is not a fleet or ground unit of yours at sea", pointer="/command/name"
        )
    if not abilities.may_rally(state, fleet, counter):
        raise RuleViolation("NB-20", f"{name} cannot rally now", pointer="/command/name")
    face = dice.roll("d6", f"rally of {name}")
    found = modifiers(state, fleet)
    value = modified_face(face, found)
    result = tables_of(state).read("rally", counter.discipline, value)
    rallies = result == "rallies"
    play.add(fx.RallyRolled(name, counter.discipline, face, found, value, result, rallies))
