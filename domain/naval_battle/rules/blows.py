"""The dice of an attack, one after another, until it is decided. NV 8.9, NB-1, NB-2."""

from collections.abc import Sequence

import msgspec

from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.naval_battle.effects import Blow
from iacta.domain.naval_battle.state import Fleet, Switches, TableSet, Unit


class Struck(msgspec.Struct):
    """Somebody in a fight. ``hull``: a fleet, for which L is B."""

    name: str
    flipped: bool
    hull: bool
    light: bool

    @classmethod
    def of(cls, counter: Fleet | Unit) -> "Struck":
        """A fleet's hull, or a ground unit."""
        if isinstance(counter, Fleet):
            return cls(counter.name, counter.flipped, True, False)
        return cls(counter.name, counter.flipped, False, counter.weight == "light")


class Fight(msgspec.Struct):
    """An attack under way: who strikes, who still stands against him, what has been thrown."""

    attacker: Struck
    defenders: list[Struck]
    lost: bool = False
    stopped: bool = False
    blows: list[Blow] = []


def throw(
    attacker: Fleet | Unit,
    defenders: Sequence[Fleet | Unit],
    table: tuple[TableSet, str, str],
    switches: Switches,
    dice: Dice,
    purpose: str,
) -> Fight:
    """Throw until the dice are used, the attacker is flipped, or nobody is left. NV 8.9, NV 8.10.

    ``table``: the set of tables, which of them, and its row. NB-1: as many dice as the factor.
    """
    fight = Fight(Struck.of(attacker), [Struck.of(one) for one in defenders], blows=[])
    tables, key, row = table
    for number in range(1, attacker.factor + 1):
        if fight.stopped or not fight.defenders:
            break
        face = dice.roll("d6", f"{purpose}, die {number}")
        _strike(fight, face, tables.read(key, row, face), switches)
    return fight


def _strike(fight: Fight, face: int, result: str, switches: Switches) -> None:
    target = fight.defenders[0]
    counts, rule = meaning(result, target, switches)
    if counts == "A":
        did = "attacker-lost" if fight.attacker.flipped else "attacker-flipped"
        fight.lost, fight.stopped = fight.attacker.flipped, True
        fight.attacker.flipped = True
    elif counts == "B":
        did = "killed" if target.flipped else "flipped"
        if target.flipped:
            fight.defenders.pop(0)
        target.flipped = True
    else:
        did = "nothing"
    fight.blows.append(Blow(face, result, target.name, counts, did, rule))  # type: ignore[arg-type]


def meaning(result: str, target: Struck, switches: Switches) -> tuple[str, str]:
    """What a result counts as against a target, and by which rule. NB-2."""
    if result != "L":
        return (result, "NB-2") if result in ("A", "B") else ("", "NB-2")
    if target.hull:
        return "B", "NV 8.11"
    if target.light:
        return "B", "NV 1.1"
    return ("B" if switches.l_results == "as-b" else ""), "NB-2"
