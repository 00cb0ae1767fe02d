"""Given, when, then for the civil war: states from changes, commands in, effects out."""

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from iacta.domain.civil_war import SYSTEM
from iacta.domain.civil_war import changes as ch
from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war.state import State
from iacta.domain.kernel.contract.system import Setup
from iacta.domain.kernel.proof.dice import Dice, ScriptSource
from iacta.domain.kernel.proof.seals import Sealed, Secrets
from tests.support.deciding import decided

DATA = Path(__file__).parent / "data"


def rows(name: str) -> list[dict[str, str]]:
    """A CSV that was typed from the source."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def begun(scenario: str = "zones", **switches: Any) -> State:
    """The first position."""
    options = {switch.key: switch.default for switch in SYSTEM.switches} | switches
    data = {document.key: document.default for document in SYSTEM.documents}
    setup = Setup(scenario, options, ("caesarian", "republican"), data)
    return folded(State(), SYSTEM.begin(setup))


def folded(state: State, effects: Sequence[Any]) -> State:
    """A state after effects."""
    for effect in effects:
        state = SYSTEM.evolve(state, effect)
    return state


def ruled(state: State, *changes: Any) -> State:
    """A state after a ruling's changes, each allowed first."""
    for change in changes:
        SYSTEM.check_change(state, change)
        state = SYSTEM.evolve(state, change)
    return state


def at(state: State, year: int, phase: str = "event") -> State:
    """The same position in another year and phase, leaders of earlier years entered."""
    leaders = tuple(
        msgspec.structs.replace(leader, status="in-play")
        if leader.enters is not None and leader.enters < year and leader.status == "to-come"
        else leader
        for leader in state.leaders
    )
    return msgspec.structs.replace(state, year=year, phase=phase, leaders=leaders)


def secrets() -> Secrets:
    """No secrets: the civil war hides nothing."""
    return Secrets({}, {}, lambda value, to: Sealed(""))


def when(state: State, command: Any, *faces: int, role: str = "referee") -> list[Any]:
    """The effects of a command with scripted faces, all of which are read."""
    source = ScriptSource(faces)
    effects = decided(SYSTEM, state, command, role, Dice(source), secrets())
    source.finish()
    return effects


def of(kind: type, effects: Sequence[Any]) -> Any:
    """The one effect of a kind."""
    found = [effect for effect in effects if isinstance(effect, kind)]
    assert len(found) == 1, found
    return found[0]


def none_of(kind: type, effects: Sequence[Any]) -> bool:
    """Whether no effect is of a kind."""
    return not any(isinstance(effect, kind) for effect in effects)


def event(state: State, total: int, *faces: int) -> list[Any]:
    """The effects of rolling the event ``total``."""
    d6 = min(6, max(1, total))
    return when(state, cmd.RollYearEvent(), d6, total - d6, *faces)


def unit(zone: str, side: str = "caesarian", kind: str = "legio", **more: Any) -> ch.PlaceUnit:
    """A unit to place: SP 4, quality 2 unless said otherwise."""
    return ch.PlaceUnit(zone=zone, side=side, kind=kind, **({"sp": 4, "quality": 2} | more))


def leader(name: str, zone: str, tb: int = 0, pc: int = 0, chief: bool = False) -> ch.PlaceLeader:
    """A leader to place."""
    return ch.PlaceLeader(leader=name, zone=zone, tb=tb, pc=pc, faction_leader=chief)


def field(count: int = 1, *leaders: cmd.FieldLeader, **more: Any) -> cmd.FieldForce:
    """A Force on a physical map: equal units, SP 4, quality 2 unless said otherwise."""
    values = {"kind": "legio", "sp": 4, "quality": 2, "reduced": False} | more
    return cmd.FieldForce(units=(cmd.FieldUnit(**values),) * count, leaders=leaders)


def captain(name: str, tb: int = 0, pc: int = 0, chief: bool = False) -> cmd.FieldLeader:
    """A leader on a physical map."""
    return cmd.FieldLeader(name=name, tb=tb, pc=pc, faction_leader=chief)


def fight(
    attacker: cmd.FieldForce, defender: cmd.FieldForce, die: int, state: State | None = None, **more
) -> Any:
    """The adjudication of two forces."""
    command = cmd.AdjudicateCombat(
        attacker=attacker,
        defender=defender,
        **({"crossing": False, "outside_republic": False} | more),
    )
    (resolved,) = when(begun("table") if state is None else state, command, die)
    return resolved


def reasons(resolved: Any) -> dict[str, int]:
    """A combat's modifiers by rule."""
    return {modifier.rule: modifier.value for modifier in resolved.modifiers}
