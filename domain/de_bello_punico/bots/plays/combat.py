"""Volleys and combat, and what they make due."""

from collections.abc import Iterator

from iacta.domain.de_bello_punico.bots.filling import hits_on, units_of
from iacta.domain.de_bello_punico.bots.sight import NEAR, Plain, Sight, force, prize
from iacta.domain.kernel.contract.choices import Below, ChooseSome, Option

POOR = 2
"""the highest face of its own that it rerolls"""
CLEAR = 3
"""the advantage at which neither a charge nor support is needed"""


def shoot(see: Sight, option: Option, below: Below) -> Plain:
    """Where the number is best, at those nearest to panic."""
    shots = [
        (hits_on(target), target.value, one.value)
        for one in units_of(option, "/shooter")
        for target in one.choices["/target"].alternatives
    ]

    def value(shot: tuple[int, str, str]) -> tuple[int, int]:
        target = see.units[shot[1]]
        return shot[0], target["disorder"] - target["morale"]

    _, target, shooter = max(shots, key=value)
    return {**option.command, "shooter": shooter, "target": target}


def commit(see: Sight, option: Option, below: Below) -> Plain:
    """To units that fight: those whose combats are the most even."""
    choice = option.choices["/units"]
    assert isinstance(choice, ChooseSome)
    attacking = see.game["phase"] == "attack-points"
    even: list[tuple[int, str]] = []
    for key in choice.values:
        unit = see.units[key]
        if attacking:
            met = see.before(unit["hex"], unit["facing"])
        else:
            met = [one for one in see.enemies if unit["hex"] in see.fronts[one["id"]]]
        met = [one for one in met if not one["panicked"]]
        if met:
            even.append((min(abs(force(unit) - force(one)) for one in met), key))
    return {**option.command, "units": [key for _, key in sorted(even)[: choice.max]]}


def attack(see: Sight, option: Option, below: Below) -> Plain | None:
    """The attack with the best hope of Rout Points, if one has any.

    An advantage beyond a clear one adds little, and units in panic, which bring nothing, wait.
    """

    def hope(attack: tuple[int, Plain]) -> tuple[bool, int, int]:
        edge, command = attack
        enemy = see.units.get(command["target"])
        return edge >= 0, min(edge, CLEAR) + (CLEAR if enemy is None else prize(enemy)), edge

    edge, command = max(attacks(see, option), key=hope)
    return command if edge >= 0 else None


def attacks(see: Sight, option: Option) -> Iterator[tuple[int, Plain]]:
    """The attacks there are, each with its advantage; charge and support where needed."""
    for one in units_of(option, "/attacker"):
        unit = see.units[one.value]
        helpers = one.choices["/support"].values
        for target in one.choices["/target"].alternatives:
            enemy = see.units.get(target.value)
            charge = target.choices["/charge"].values[-1]
            edge, support = 0, []
            fights = enemy is not None and not enemy["panicked"]
            if enemy is not None and fights:
                edge = see.edge(unit, enemy, unit["hex"])
                support = helpers if edge < CLEAR else []
            charge = charge and fights and edge + len(support) < CLEAR
            chosen = {
                "attacker": one.value,
                "target": target.value,
                "support": support,
                "charge": charge,
            }
            yield edge + len(support) + 2 * charge, {**option.command, **chosen}


def withdraw(see: Sight, option: Option, below: Below) -> Plain | None:
    """A leader to a unit, or away; a unit from an attack that would panic it or that it loses."""
    hexes = option.choices["/to"].values
    due = see.game["pending"][0]
    if due["kind"] == "leader-withdrawal":
        mine = {one["hex"] for one in see.mine}
        return {**option.command, "to": max(hexes, key=lambda one: (one in mine, see.gap(one)))}
    unit, attacker = see.units[due["target"]], see.units[due["attacker"]]
    lost = see.edge(attacker, unit, attacker["hex"])
    if lost >= 2 or (lost > -2 and unit["disorder"] >= unit["morale"] - 1):
        return {**option.command, "to": max(hexes, key=see.gap)}
    return None


def stay(see: Sight, option: Option, below: Below) -> Plain | None:
    """Keep the line, rather than advance to where enemies are behind."""
    due = see.game["pending"][0]
    unit = see.units[due["unit"]]
    there = see.best_facing(due["hex"], range(6))
    exposed = see.behind(due["hex"], there) > see.behind(unit["hex"], unit["facing"])
    alone = see.beside(due["hex"]) == 1 <= see.beside(unit["hex"])  # itself beside its goal
    lonely = alone and see.gap(due["hex"]) <= 2
    return dict(option.command) if exposed or lonely else None


def occupy(see: Sight, option: Option, below: Below) -> Plain:
    """Face most enemies and turn the back to fewest."""
    hex_ = see.game["pending"][0]["hex"]
    return {**option.command, "facing": see.best_facing(hex_, range(6))}


def hold(see: Sight, option: Option, below: Below) -> Plain | None:
    """A unit that has work here does not pursue."""
    due = see.game["pending"][0]
    busy = see.gap(see.units[due["unit"]]["hex"]) <= NEAR + 1
    return dict(option.command) if busy else None


def rally(see: Sight, option: Option, below: Below) -> Plain:
    """Those nearest to panic, the strongest first."""

    def need(key: str) -> tuple[int, int]:
        unit = see.units[key]
        return unit["disorder"] - unit["morale"], unit["strength"]

    return {**option.command, "unit": max(option.choices["/unit"].values, key=need)}


def reroll(see: Sight, option: Option, below: Below) -> Plain | None:
    """A poor face: a miss, elephants unmoved, a leader's death, or no more than a two."""
    due = see.game["pending"][0]
    face = next(one["face"] for one in due["throws"] if one["side"] == see.side)
    poor = face <= POOR
    if due["kind"] == "volley":
        poor = face > due["number"] >= POOR
    if due["kind"] == "leader":
        poor = face == 1
    return dict(option.command) if poor else None
