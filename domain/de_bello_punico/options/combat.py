"""What a seat may do in a volley or combat impulse: shooters, attackers, their targets."""

from iacta.domain.de_bello_punico import commands as cmd
from iacta.domain.de_bello_punico.options.parts import item, name, places, some_units
from iacta.domain.de_bello_punico.rules import attacks, missiles, modifiers, points, support
from iacta.domain.de_bello_punico.state import State, Unit, words
from iacta.domain.de_bello_punico.state.keys import SideKey, leader_id
from iacta.domain.de_bello_punico.state.pending import AttackPending
from iacta.domain.kernel.contract.choices import (
    Alternative,
    Choices,
    Option,
    one_of,
    option,
    some_of,
)
from iacta.domain.kernel.contract.system import Known
from iacta.domain.kernel.contract.words import count_of, listed, signed


def volleys(state: State, side: SideKey) -> list[Option]:
    """Who can shoot at whom, with the number that hits. BP 9."""
    shooters = [
        item(
            state,
            unit,
            target=one_of(_shot_at(state, shot) for shot in shots),
        )
        for unit in state.units
        if unit.side == side and (shots := missiles.shots(state, unit))
    ]
    return [option(cmd.Shoot, "Shoot", "BP 9", {"/shooter": one_of(shooters)})] if shooters else []


def _shot_at(state: State, shot: missiles.Shot) -> Alternative:
    title = f"{name(state, shot.target)}: hit on {shot.number} or less"
    return Alternative(shot.target.id, title)


def commit(state: State, side: SideKey, known: Known) -> Option:
    """Which units can be given Command Points: as many as there are points. BP 4.3.

    Those that may come to a combat stand first: to others a point is of no use.
    """
    most = len(points.usable_points(state, side, "combat", known))
    met = _met(state, side)
    able = sorted(attacks.committable(state, side), key=lambda unit: unit.id not in met)
    verb = "may attack" if side == state.side else "may be attacked by"
    units = some_of(
        (
            Alternative(unit.id, f"{name(state, unit)}, {verb} {listed(met[unit.id], 'or')}")
            if unit.id in met
            else item(state, unit)
            for unit in able
        ),
        0,
        most,
    )
    if not most:
        title = "Commit none: no Command Point for combat"
    elif any(unit.id in met for unit in able):
        some = min(most, len(able))
        to = "a unit" if some == 1 else f"up to {count_of(some, 'unit')}"
        title = f"Give a Command Point to {to}: +1 in combat"
    else:
        title = "Commit none: no unit in range can fight"
    return option(cmd.Commit, title, "BP 4.3", {"/units": units})


def _met(state: State, side: SideKey) -> dict[str, list[str]]:
    """The units of a side that may come to a combat in this impulse, with their enemies."""
    met: dict[str, list[str]] = {}
    for attacker in state.units:
        if attacker.side != state.side:
            continue
        for target in attacks.targets(state, attacker):
            own, enemy = (attacker, target) if side == state.side else (target, attacker)
            met.setdefault(own.id, []).append(words.unit(state, enemy.id))
    return met


def attacks_now(state: State, side: SideKey, known: Known) -> list[Option]:
    """Who can attack whom, with whose support, and whether in a charge. BP 10."""
    attackers = [
        item(
            state,
            unit,
            target=one_of(targets),
            support=some_units(state, support.supporters(state, unit), 0, 3),
        )
        for unit in state.units
        if unit.side == side and unit.here and (targets := _targets(state, unit, known))
    ]
    choices = {"/attacker": one_of(attackers)}
    return [option(cmd.Attack, "Attack", "BP 10", choices)] if attackers else []


def _targets(state: State, unit: Unit, known: Known) -> list[Alternative]:
    found = [_target(state, unit, target, known) for target in attacks.targets(state, unit)]
    alone = attacks.leader_ahead(state, unit)
    if alone is not None:
        title = f"{alone.name} on {alone.hex}, alone: must withdraw"
        found.append(Alternative(leader_id(alone.side), title, _charge(may=False)))
    return found


def _target(state: State, unit: Unit, target: Unit, known: Known) -> Alternative:
    if target.panicked:
        title = f"{name(state, target)}, in panic: cut down"
        return Alternative(target.id, title, _charge(may=False))
    mine = sum(one.value for one in modifiers.attacking(state, unit, target, 0, False))
    theirs = sum(one.value for one in modifiers.defending(state, target, 0))
    behind = ", from behind" if modifiers.from_behind(state, unit, target) else ""
    title = f"{name(state, target)}{behind}: {signed(mine)} against {signed(theirs)}"
    return Alternative(target.id, title, _charge(may=attacks.can_charge(state, unit, known)))


def _charge(*, may: bool) -> Choices:
    ways = [Alternative(False, "without a charge")]
    if may:
        ways.append(Alternative(True, "in a mercenary charge, +2"))
    return {"/charge": one_of(ways)}


def answers(state: State, due: AttackPending) -> list[Option]:
    """How the defender can answer an attack. BP 10.1, BP 10.4."""
    target = state.by_id[due.target]
    helpers = some_units(state, support.supporters(state, target), 0, 3)
    met = f"the attack of {words.unit(state, due.attacker)} on {words.unit(state, target.id)}"
    found = [option(cmd.Stand, f"Stand against {met}", "BP 10.4", {"/support": helpers})]
    ways = attacks.withdrawal_hexes(state)
    if ways:
        found.append(option(cmd.Withdraw, f"Withdraw from {met}", "BP 10.1", {"/to": places(ways)}))
    return found
