"""What the side may do whose part of the turn it is: movement and combat."""

from collections.abc import Iterable, Sequence

from iacta.domain.kernel.contract.system import Option
from iacta.domain.naval_battle.options.made import one_of, simple
from iacta.domain.naval_battle.rules import attacks, fitness
from iacta.domain.naval_battle.rules.movement import squares
from iacta.domain.naval_battle.state import Fleet, Seat, State, Unit


def movement(state: State, seat: Seat) -> Sequence[Option]:
    """Moves, rallies, leaving, the double move, a proposal to stop; and the end of movement."""
    fleets = state.on_board(seat)
    found = [
        Option(
            f"move:{fleet.name}",
            f"Move {fleet.name} from {fleet.square}",
            "NV 3.1",
            {"type": "naval-battle.move", "fleet": fleet.name},
            {"/to": one_of((square, square) for square in reach)},
        )
        for fleet in fleets
        if (reach := squares(state, fleet))
    ]
    found += [option for fleet in fleets for option in _leaving(state, fleet)]
    found += [
        simple("rally", f"Rally {one.name}", "NV 4.3", name=one.name)
        for one in rallying(state, fleets)
    ]
    if state.first == seat and state.double == "unused":
        found.append(simple("double-move", "Use the double move", "NV 2.11"))
    return (
        *found,
        *_call_off(state, seat),
        simple("end-movement", "End movement", "NV 3.1"),
    )


def rallying(state: State, fleets: Iterable[Fleet]) -> list[Fleet | Unit]:
    """Who may try to rally. NB-20."""
    return [
        one
        for fleet in fleets
        for one in state.company(fleet)
        if one.flipped and fitness.may_rally(state, fleet, one)
    ]


def _leaving(state: State, fleet: Fleet) -> list[Option]:
    found = []
    if fitness.may_break_through(state, fleet):
        title = f"{fleet.name} breaks through"
        found.append(simple("break-through", title, "NV 11.3", fleet=fleet.name))
    if fitness.may_flee(state, fleet):
        found.append(simple("flee", f"{fleet.name} flees", "NV 11.1", fleet=fleet.name))
    return found


def _call_off(state: State, seat: Seat) -> list[Option]:
    if state.side(seat).called:
        return []
    return [simple("call-off", "Propose to end the battle", "NB-14")]


def combat(state: State, seat: Seat) -> Sequence[Option]:
    """Every attack that a stack may make, and the end of combat."""
    found = [option for fleet in state.on_board(seat) for option in _attacks(state, fleet)]
    return (
        *found,
        *_call_off(state, seat),
        simple("end-combat", "End combat", "NV 5.4"),
    )


def _attacks(state: State, fleet: Fleet) -> list[Option]:
    found = []
    near = attacks.beside(state, fleet)
    if fitness.may_strike(fleet):
        found += [_attack("ram", f"{fleet.name} rams", fleet, near, "NV 6.1")] if near else []
        shot_at = attacks.shot_at(state, fleet)
        if shot_at:
            found.append(_attack("volley", f"{fleet.name} shoots", fleet, shot_at, "NV 7.1"))
    unit = fitness.may_board(state, fleet)
    if unit is not None and near:
        option = _attack("board", f"{unit.name} boards from {fleet.name}", fleet, near, "NV 8.1")
        ways = one_of((mode, f"in {mode}") for mode in fitness.modes(unit))
        found.append(
            Option(
                option.id,
                option.title,
                option.rule,
                option.command,
                {**option.choices, "/mode": ways},
            )
        )
    return found


def _attack(kind: str, title: str, fleet: Fleet, at: Sequence[Fleet], rule: str) -> Option:
    targets = one_of((one.name, f"{one.name} at {one.square}") for one in at)
    command = {"type": f"naval-battle.{kind}", "fleet": fleet.name}
    return Option(f"{kind}:{fleet.name}", title, rule, command, {"/target": targets})
