"""The attacks that the side to act may make: who may strike whom, and with what chance."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from iacta.domain.kernel.contract.choices import Alternative, Choices, Option, one_of, option
from iacta.domain.kernel.contract.system import Command
from iacta.domain.kernel.contract.words import listed, number
from iacta.domain.naval_battle import commands as cmd
from iacta.domain.naval_battle.rules import abilities, attacks
from iacta.domain.naval_battle.rules.attack_dice import chance_to_beat
from iacta.domain.naval_battle.rules.checks import tables_of
from iacta.domain.naval_battle.state import Fleet, State, Unit, words

VERBS: dict[type[Command], str] = {cmd.Ram: "Ram", cmd.Volley: "Shoot", cmd.Board: "Board"}
AT: dict[type[Command], str] = {
    cmd.Ram: "the hull of",
    cmd.Volley: "those on deck of",
    cmd.Board: "all aboard",
}
"""What an attack strikes of a fleet. NV 6.1, NV 7.1, NV 8.1."""
KINDS = (*VERBS,)


class _Attack(NamedTuple):
    """An attack as an option, and the best chance that it has."""

    kind: type[Command]
    chance: float
    option: Option


def attack_options(state: State, fleets: Iterable[Fleet]) -> list[Option]:
    """Every attack that these fleets may make, by kind; of a kind the best chance first."""
    found = [one for fleet in fleets for one in _attacks(state, fleet)]
    found.sort(key=lambda one: (KINDS.index(one.kind), -one.chance))
    return [one.option for one in found]


def _attacks(state: State, fleet: Fleet) -> Iterator[_Attack]:
    tables, switches = tables_of(state), state.switches

    def ram(at: Fleet) -> float:
        row = (tables, "combat", "Phalanx")
        return chance_to_beat(fleet, [at], row, switches, ram=True)

    def volley(at: Fleet) -> float:
        row = (tables, "fire", "Fire")
        return chance_to_beat(fleet, state.deck(at)[:1], row, switches)

    near = attacks.beside(state, fleet)
    if abilities.may_strike(fleet):
        if near:
            yield _attack(state, cmd.Ram, "NV 6.1", (fleet, fleet), near, ram)
        if shot_at := attacks.shot_at(state, fleet):
            yield _attack(state, cmd.Volley, "NV 7.1", (fleet, fleet), shot_at, volley)
    unit = abilities.may_board(state, fleet)
    if unit is not None and near:
        modes = abilities.modes(unit)

        def boarding(at: Fleet) -> float:
            against = attacks.defenders(state, at)
            rows = [(tables, "combat", mode) for mode in modes]
            return max(chance_to_beat(unit, against, row, switches) for row in rows)

        more = {"/mode": one_of(Alternative(mode, f"in {mode}") for mode in modes)}
        yield _attack(state, cmd.Board, "NV 8.1", (fleet, unit), near, boarding, more)


def _attack(
    state: State,
    kind: type[Command],
    rule: str,
    who: tuple[Fleet, Fleet | Unit],
    at: Iterable[Fleet],
    chance: Callable[[Fleet], float],
    more: Choices | None = None,
) -> _Attack:
    """An attack by a ship or by a unit aboard her, with its dice, the best target first."""
    fleet, striker = who
    chances = {target.name: chance(target) for target in at}
    targets = sorted(at, key=lambda target: -chances[target.name])
    with_ = words.ship(state, fleet.name)
    if striker is not fleet:
        with_ = f"{words.the(state, striker.name)} from {with_}"
    dice = f"{number(striker.factor)} {'die' if striker.factor == 1 else 'dice'}"
    against = listed([_told(words.ship(state, one.name), one) for one in targets], "or")
    title = f"{VERBS[kind]} with {with_}: {dice} against {AT[kind]} {against}"
    named = one_of(Alternative(one.name, _told(one.name, one)) for one in targets)
    choices = {"/target": named, **(more or {})}
    offer = option(kind, title, rule, choices, key=fleet.name, fleet=fleet.name)
    return _Attack(kind, max(chances.values()), offer)


def _told(name: str, target: Fleet) -> str:
    """A fleet by a name, where it is, and whether one hit is enough for its hull."""
    return f"{name} at {target.square}{' (flipped)' if target.flipped else ''}"
