"""The options of the side to act: movement and combat."""

from collections.abc import Iterable, Sequence

from iacta.domain.kernel.contract.choices import Option, one_of, option
from iacta.domain.kernel.contract.words import count_of
from iacta.domain.naval_battle import commands as cmd
from iacta.domain.naval_battle.options.attacks import attack_options
from iacta.domain.naval_battle.rules import abilities, attacks
from iacta.domain.naval_battle.rules.movement import squares, why_no_double
from iacta.domain.naval_battle.state import Fleet, Seat, State, Unit, other, words
from iacta.domain.naval_battle.state.words import does, the


def movement(state: State, seat: Seat) -> Sequence[Option]:
    """The double move, moves, leaving, rallies; a proposal to stop, and the end of movement."""
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
    found = [*_doubling(state, seat), *moves]
    found += [one for fleet in fleets for one in _leaving(state, fleet)]
    found += [
        option(cmd.Rally, f"Rally {the(state, one.name)}", "NV 4.3", key=one.name, name=one.name)
        for one in rallying(state, fleets)
    ]
    still = f": {count_of(len(moves), 'fleet')} unmoved" if moves else ""
    end = option(cmd.EndMovement, f"End movement{still}", "NV 3.1")
    return _closed(state, seat, found, end)


def _doubling(state: State, seat: Seat) -> list[Option]:
    """It lengthens moves that are still to be made. NV 2.11."""
    if why_no_double(state, seat):
        return []
    which = "only fleets that have not moved" if _begun(state, seat) else "fleets"
    title = f"Use the double move: {which} go twice as far this turn, once in the battle"
    return [option(cmd.DoubleMove, title, "NV 2.11")]


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
    """Every attack that a stack may make, the likeliest of each kind first; the end of combat."""
    fleets = state.on_board(seat)
    met = any(attacks.beside(state, one) or attacks.shot_at(state, one) for one in fleets)
    title = "End combat" if met else "End combat, no enemy in reach"
    end = option(cmd.EndCombat, title, "NV 5.4")
    return _closed(state, seat, attack_options(state, fleets), end)
