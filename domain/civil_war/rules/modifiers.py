"""The modifiers of the combat die, each with its reason. CW 8.6a to CW 8.6f, and the events."""

from iacta.domain.civil_war.effects import Modifier
from iacta.domain.civil_war.rules.battle import Battle, Captain, Force
from iacta.domain.civil_war.state import Switches


def of_battle(battle: Battle, switches: Switches) -> list[Modifier]:
    """All modifiers of a combat; they are cumulative."""
    return [
        *_tactics(battle.attacker, 1, "attacking", switches),
        *_tactics(battle.defender, -1, "defending", switches),
        *_peoples_abroad(battle),
        *_prestige(battle, switches),
        *_crossing(battle, switches),
        *_events(battle),
    ]


def _tactics(force: Force, sign: int, doing: str, switches: Switches) -> list[Modifier]:
    """CW 8.6a: the highest TB (CW-12), or the sum; an ill leader's does not count."""
    idle = [
        Modifier(f"{leader.name} is ill: a TB of {leader.tb} does not count", "CW E4", 0)
        for leader in force.leaders
        if leader.ill
    ]
    return idle + [
        Modifier(f"TB of {leader.name}, {doing}", "CW 8.6a", sign * leader.tb)
        for leader in commanding(force, switches)
        if leader.tb
    ]


def commanding(force: Force, switches: Switches) -> list[Captain]:
    """The leaders whose TB counts; a people's leader commands only their own. CW-12, CW-70."""
    able = [
        leader
        for leader in force.leaders
        if not leader.ill  # CW-27
        and (not leader.people or all(unit.people == leader.people for unit in force.units))
    ]
    if switches.several_leaders == "sum" or not able:
        return able
    return [max(able, key=lambda leader: leader.tb)]


def _peoples_abroad(battle: Battle) -> list[Modifier]:
    if not battle.outside_republic:
        return []
    found = []
    # CW-68: regardless of who leads them
    if battle.defender.only_peoples:
        found.append(Modifier("peoples defend outside the Republic", "CW 8.6b", -1))
    if battle.attacker.only_peoples:
        found.append(Modifier("peoples attack outside the Republic", "CW 8.6c", 1))
    return found


def prestige(force: Force, switches: Switches) -> int | None:
    """The PC of a side: the highest of its Faction Leaders, or their sum. CW-12."""
    if not force.faction_leaders:
        return None
    values = [leader.pc for leader in force.faction_leaders]
    return sum(values) if switches.several_leaders == "sum" else max(values)


def _prestige(battle: Battle, switches: Switches) -> list[Modifier]:
    attacker = prestige(battle.attacker, switches)
    defender = prestige(battle.defender, switches)
    if attacker is None or defender is None or attacker == defender:
        return []
    name = max(battle.attacker.faction_leaders, key=lambda leader: leader.pc).name
    figures = f"{attacker} to {defender}"
    if attacker > defender:
        return [Modifier(f"PC of {name} is higher, {figures}", "CW 8.6d", 1)]
    return [Modifier(f"PC of {name} is lower, {figures}", "CW 8.6e", -1)]


def _crossing(battle: Battle, switches: Switches) -> list[Modifier]:
    """CW 8.6f: in every combat (CW-10), or by switch only between Faction Leaders."""
    between = bool(battle.attacker.faction_leaders and battle.defender.faction_leaders)
    if battle.crossing and (switches.crossing == "always" or between):
        return [Modifier("major river or strait crossed", "CW 8.6f", -1)]
    return []


def _events(battle: Battle) -> list[Modifier]:
    """Modifiers of year events: added for the attacker, subtracted for the defender. CW EN."""
    sides = ((battle.attacker, battle.defender, 1), (battle.defender, battle.attacker, -1))
    found = []
    for own, enemy, sign in sides:
        doing = "attacking" if sign > 0 else "defending"
        romans = not own.only_peoples and enemy.only_peoples  # CW-19
        legio = any(unit.kind == "legio" for unit in own.units)
        north = any(unit.northern for unit in own.units)  # CW-18: once a side
        cases = (
            (3, "CW E3", romans, -1, "Romans against non-Romans"),
            (5, "CW E5", north, 2, "Germans or Celts"),
            (12, "CW E12", romans and legio, 1, "Legio against non-Romans"),
            (15, "CW E15", north, -1, "hungry Germans or Celts"),
        )
        found += [
            Modifier(f"event {event}: {who}, {doing}", rule, sign * value)
            for event, rule, holds, value, who in cases
            if holds and event in battle.events
        ]
    return found
