"""What a seat may do in a volley or combat impulse: shooters, attackers, their targets."""

from typing import Any

from iacta.domain.de_bello_punico.options.parts import item, name, one_of, option, places, some_of
from iacta.domain.de_bello_punico.rules import attacks, missiles, modifiers, points, support
from iacta.domain.de_bello_punico.state import State, Unit, words
from iacta.domain.de_bello_punico.state.keys import SideKey
from iacta.domain.de_bello_punico.state.pending import AttackPending
from iacta.domain.kernel.contract.system import Known, Option
from iacta.domain.kernel.contract.words import signed


def volleys(state: State, side: SideKey) -> list[Option]:
    """Who can shoot at whom, with the number that hits. BP 9."""
    shooters = [
        item(state, unit, target=one_of(_shot(state, shot) for shot in shots))
        for unit in state.units
        if unit.side == side and (shots := missiles.shots(state, unit))
    ]
    return [option("shoot", "Shoot", "BP 9", {"/shooter": one_of(shooters)})] if shooters else []


def _shot(state: State, shot: missiles.Shot) -> dict[str, Any]:
    title = f"{name(state, shot.target)}: {shot.number} or less"
    return {"value": shot.target.id, "title": title}


def commit(state: State, side: SideKey, known: Known) -> Option:
    """Which units can be given Command Points: as many as there are points. BP 4.3."""
    most = len(points.real(state, side, "combat", known))
    units = some_of(state, attacks.committable(state, side), most)
    title = "Give units Command Points for this combat impulse, or none"
    return option("commit", title, "BP 4.3", {"/units": units})


def attacks_now(state: State, side: SideKey, known: Known) -> list[Option]:
    """Who can attack whom, with whose support, and whether in a charge. BP 10."""
    attackers = [
        item(
            state,
            unit,
            target=one_of(_target(state, unit, target, known) for target in targets),
            support=some_of(state, support.supporters(state, unit), 3),
        )
        for unit in state.units
        if unit.side == side and unit.here and (targets := attacks.targets(state, unit))
    ]
    choices = {"/attacker": one_of(attackers)}
    return [option("attack", "Attack", "BP 10", choices)] if attackers else []


def _target(state: State, unit: Unit, target: Unit, known: Known) -> dict[str, Any]:
    if target.panicked:
        title = f"{name(state, target)}, in panic: cut down"
        return {"value": target.id, "title": title, "choices": _charge(may=False)}
    mine = sum(one.value for one in modifiers.attacking(state, unit, target, 0, False))
    theirs = sum(one.value for one in modifiers.defending(state, target, 0))
    behind = ", from behind" if modifiers.from_behind(state, unit, target) else ""
    title = f"{name(state, target)}{behind}: {signed(mine)} against {signed(theirs)}"
    choices = _charge(may=attacks.can_charge(state, unit, known))
    return {"value": target.id, "title": title, "choices": choices}


def _charge(*, may: bool) -> dict[str, Any]:
    ways = [{"value": False, "title": "without a charge"}]
    if may:
        ways.append({"value": True, "title": "in a mercenary charge, +2"})
    return {"/charge": one_of(ways)}


def answers(state: State, due: AttackPending) -> list[Option]:
    """How the defender can answer an attack. BP 10.1, BP 10.4."""
    target = state.by_id[due.target]
    helpers = some_of(state, support.supporters(state, target), 3)
    met = f"the attack of {words.unit(state, due.attacker)} on {words.unit(state, target.id)}"
    found = [option("stand", f"Meet {met}", "BP 10.4", {"/support": helpers})]
    ways = attacks.ways_back(state)
    if ways:
        found.append(option("withdraw", f"Withdraw from {met}", "BP 10.1", {"/to": places(ways)}))
    return found
