"""The options of the side to act: movement and combat."""

from collections.abc import Iterable, Sequence

from iacta.domain.kernel.contract.choices import Alternative, Choices, Option, one_of, option
from iacta.domain.kernel.contract.system import Command
from iacta.domain.kernel.contract.words import count_of
from iacta.domain.naval_battle import commands as cmd
from iacta.domain.naval_battle.rules import abilities, attacks
from iacta.domain.naval_battle.rules.movement import squares
from iacta.domain.naval_battle.state import Fleet, Seat, State, Unit, other, words
from iacta.domain.naval_battle.state.words import does, the


def movement(state: State, seat: Seat) -> Sequence[Option]:
    """The double move, moves, leaving, rallies; a proposal to stop, and the end of movement.

    A double move that moves nothing stands below even the end.
    """
    fleets = state.on_board(seat)
    moves = [
        option(
            cmd.Move,
            f"Move {the(state, fleet.name)} from {fleet.square}",
            "NV 3.1",
            {"/to": one_of(reach)},
            key=fleet.name,
            fleet=fleet.name,
        )
        for fleet in fleets
        if (reach := squares(state, fleet))
    ]
    doubling = _doubling(state, seat, bool(moves))
    found = [*doubling, *moves] if moves else []
    found += [one for fleet in fleets for one in _leaving(state, fleet)]
    found += [
        option(cmd.Rally, f"Rally {the(state, one.name)}", "NV 4.3", key=one.name, name=one.name)
        for one in rallying(state, fleets)
    ]
    still = f": {count_of(len(moves), 'fleet')} unmoved" if moves else ""
    end = option(cmd.EndMovement, f"End movement{still}", "NV 3.1")
    return (*_closed(state, seat, found, end), *([] if moves else doubling))


def _doubling(state: State, seat: Seat, of_use: bool) -> list[Option]:
    """It is for fleets that have not moved: of no use once all have. NV 2.11."""
    if state.first != seat or state.double != "unused":
        return []
    which = "only fleets that have not moved" if _begun(state, seat) else "fleets"
    use = f"{which} go twice as far this turn, once in the battle" if of_use else "no fleet is left"
    return [option(cmd.DoubleMove, f"Use the double move: {use}", "NV 2.11")]


def _begun(state: State, seat: Seat) -> bool:
    return any(fleet.moved for fleet in state.on_board(seat))


def rallying(state: State, fleets: Iterable[Fleet]) -> list[Fleet | Unit]:
    """Who may try to rally. NB-20."""
    return [
        one
        for fleet in fleets
        for one in state.company(fleet)
        if one.flipped and abilities.may_rally(state, fleet, one)
    ]


def _leaving(state: State, fleet: Fleet) -> list[Option]:
    name, found = fleet.name, []
    if abilities.may_break_through(state, fleet):
        title = f"{does(state, name, 'break')} through{_broken_through(state, fleet)}"
        found.append(option(cmd.BreakThrough, title, "NV 11.3", key=name, fleet=name))
    if abilities.may_flee(state, fleet):
        found.append(option(cmd.Flee, does(state, name, "flee"), "NV 11.1", key=name, fleet=name))
    return found


def _broken_through(state: State, fleet: Fleet) -> str:
    """What comes of breaking through: it goes on in any case, and is scored. NV 11.7, NV 12.7."""
    if fleet.side != fleet.control:  # what becomes of a prize, its counters decide: NV 13.3
        return ""
    aboard = sum(one.points for one in state.units if one.name in fleet.aboard)
    points = count_of(fleet.points + aboard, "point")
    enemy = words.side(state, other(fleet.side))
    return f", free to sail on; counted as destroyed: {points} for {enemy}"


def _closed(state: State, seat: Seat, found: Sequence[Option], end: Option) -> Sequence[Option]:
    """What may be done, then its end; where there is nothing else, the end comes first."""
    if state.side(seat).called:
        return (*found, end)
    call_off = option(cmd.CallOff, "Propose to end the battle", "NB-14")
    return (*found, call_off, end) if found else (end, call_off)


def combat(state: State, seat: Seat) -> Sequence[Option]:
    """Every attack that a stack may make, and the end of combat."""
    fleets = state.on_board(seat)
    found = [one for fleet in fleets for one in _attacks(state, fleet)]
    met = any(attacks.beside(state, one) or attacks.shot_at(state, one) for one in fleets)
    title = "End combat" if met else "End combat, no enemy in reach"
    return _closed(state, seat, found, option(cmd.EndCombat, title, "NV 5.4"))


def _attacks(state: State, fleet: Fleet) -> list[Option]:
    found = []
    near = attacks.beside(state, fleet)
    if abilities.may_strike(fleet):
        if near:
            found.append(_attack(cmd.Ram, does(state, fleet.name, "ram"), fleet, near, "NV 6.1"))
        shot_at = attacks.shot_at(state, fleet)
        if shot_at:
            title = does(state, fleet.name, "shoot")
            found.append(_attack(cmd.Volley, title, fleet, shot_at, "NV 7.1"))
    unit = abilities.may_board(state, fleet)
    if unit is not None and near:
        title = f"{does(state, unit.name, 'board')} from {the(state, fleet.name)}"
        ways = one_of(Alternative(mode, f"in {mode}") for mode in abilities.modes(unit))
        found.append(_attack(cmd.Board, title, fleet, near, "NV 8.1", {"/mode": ways}))
    return found


def _attack(
    command: type[Command],
    title: str,
    fleet: Fleet,
    at: Sequence[Fleet],
    rule: str,
    more: Choices | None = None,
) -> Option:
    targets = one_of(Alternative(one.name, f"{one.name} at {one.square}") for one in at)
    choices = {"/target": targets, **(more or {})}
    return option(command, title, rule, choices, key=fleet.name, fleet=fleet.name)
