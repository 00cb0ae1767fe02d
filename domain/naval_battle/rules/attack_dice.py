"""The dice of an attack, one at a time, until it is decided. NV 8.9, NB-1, NB-2."""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from iacta.domain.kernel.contract.tables import literal
from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.naval_battle.effects import Blow, Counts, Done
from iacta.domain.naval_battle.state import Fleet, Switches, TableSet, Unit
from iacta.domain.naval_battle.tables import NOTHING


class Struck(msgspec.Struct, kw_only=True):
    """Somebody in a fight. ``hull``: a fleet, for which L is B."""

    name: str
    flipped: bool
    hull: bool
    light: bool

    @classmethod
    def of(cls, counter: Fleet | Unit) -> "Struck":
        """A fleet's hull, or a ground unit."""
        hull = isinstance(counter, Fleet)
        light = isinstance(counter, Unit) and counter.weight == "light"
        return cls(name=counter.name, flipped=counter.flipped, hull=hull, light=light)


class Fight(msgspec.Struct, kw_only=True):
    """An attack in progress: the attacker, the remaining defenders, the dice so far."""

    attacker: Struck
    defenders: list[Struck]
    lost: bool = False
    stopped: bool = False
    blows: list[Blow] = []


def roll_attack(
    attacker: Fleet | Unit,
    defenders: Sequence[Fleet | Unit],
    table: tuple[TableSet, str, str],
    switches: Switches,
    dice: Dice,
    purpose: str,
    *,
    ram: bool = False,
) -> Fight:
    """Roll until dice run out, the attacker is flipped, or no defender is left. NV 8.9, NV 8.10.

    ``table``: the set of tables, which of them, and its row. NB-1: as many dice as the factor.
    """
    fight = Fight(
        attacker=Struck.of(attacker), defenders=[Struck.of(one) for one in defenders], blows=[]
    )
    tables, key, row = table
    for number in range(1, attacker.factor + 1):
        if fight.stopped or not fight.defenders:
            break
        face = dice.roll("d6", f"{purpose}, die {number}")
        result, target = tables.read(key, row, face), fight.defenders[0]
        counts, rule = RAMS[result] if ram else counts_as(result, target, switches)
        did = _strike(fight, counts)
        fight.blows.append(Blow(face, result, target.name, counts, did, rule))
    return fight


RAMS: dict[str, tuple[Counts, str]] = {
    "A": ("A", "NV 6.6"),
    "B": ("B", "NV 6.3"),
    "L": ("B", "NV 6.3"),
    NOTHING: ("", "NB-2"),
}
"""What a result counts as in a ram, and by which rule."""


def _strike(fight: Fight, counts: Counts) -> Done:
    """Carry out what a result counts as, and tell what it did."""
    target, flipped = fight.defenders[0], fight.attacker.flipped
    if counts == "A":
        fight.lost, fight.stopped = flipped, True
        fight.attacker.flipped = True
        return "attacker-lost" if flipped else "attacker-flipped"
    if counts == "B":
        if target.flipped:
            fight.defenders.pop(0)
            return "killed"
        target.flipped = True
        return "flipped"
    return "nothing"


def counts_as(result: str, target: Struck, switches: Switches) -> tuple[Counts, str]:
    """What a result of fire or boarding counts as, and by which rule. NB-2."""
    if result != "L":
        return literal(Counts, result if result in ("A", "B") else ""), "NB-2"
    if target.hull:
        return "B", "NV 8.11"
    if target.light:
        return "B", "NV 1.1"
    return ("B" if switches.l_results == "as-b" else ""), "NB-2"


def chance_to_beat(
    attacker: Fleet | Unit,
    defenders: Sequence[Fleet | Unit],
    table: tuple[TableSet, str, str],
    switches: Switches,
    *,
    ram: bool = False,
) -> float:
    """How likely `roll_attack` is to leave no defender."""
    tables, key, row = table
    results = [tables.read(key, row, face) for face in range(1, 7)]
    needed = []
    for target in map(Struck.of, defenders):
        counts = [(RAMS[one] if ram else counts_as(one, target, switches))[0] for one in results]
        hits, stops = counts.count("B"), counts.count("A")
        needed += [(hits, stops)] * (1 if target.flipped else 2)
    return _chance(attacker.factor, tuple(needed))


@lru_cache(maxsize=4096)
def _chance(dice: int, needed: tuple[tuple[int, int], ...]) -> float:
    """That so many dice make every hit that is needed, told by the faces that hit, or that stop."""
    if len(needed) > dice:
        return 0.0
    if not needed:
        return 1.0
    hits, stops = needed[0]
    missed = 6 - hits - stops
    return (hits * _chance(dice - 1, needed[1:]) + missed * _chance(dice - 1, needed)) / 6
