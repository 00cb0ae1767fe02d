"""A combat, from odds to losses. CW 8.4, CW 8.4.2; rulings CW-8, CW-9."""

from typing import Literal

from iacta.domain.civil_war.effects import CombatResolved, CombatResult, ForceSummary, SideLosses
from iacta.domain.civil_war.rules import losses, modifiers, odds_column
from iacta.domain.civil_war.rules.battle import Battle, Force
from iacta.domain.civil_war.state import Switches
from iacta.domain.civil_war.tables import COMBAT
from iacta.domain.kernel.proof.dice import Dice

Side = Literal["attacker", "defender"]
PRINTED = {"¼": "1/4", "½": "1/2", "¾": "3/4"}


def row_of(modified_die: int) -> str:
    """The printed row for a modified die; the outer rows cover everything beyond them."""
    if modified_die <= -2:
        return "≤-2"
    return "≥9" if modified_die >= 9 else str(modified_die)


def read_cell(row: str, column: str) -> tuple[CombatResult, Side]:
    """Both results and the winner: A or E loses; `*` marks the winner of an R/R. CW 8.4, CW-8."""
    attacker, defender = COMBAT.cell(row, column).split("/")
    if "*" in attacker or defender in ("A", "E"):
        winner: Side = "attacker"
    else:
        winner = "defender"
    plain = [PRINTED.get(cell.strip("*"), cell.strip("*")) for cell in (attacker, defender)]
    return CombatResult(*plain), winner


def resolve(battle: Battle, switches: Switches, dice: Dice) -> CombatResolved:
    """
    Roll one d6 on the odds column and read both sides' results.

    Odds round down, in the defender's favour. CW 8.4, CW-11.
    """
    column = odds_column.find(battle)
    found = modifiers.of_battle(battle, switches)
    die = dice.roll("d6", f"combat in {battle.zone}" if battle.zone else "combat")
    total = die + sum(modifier.value for modifier in found)
    row = row_of(total)
    result, winner = read_cell(row, column.after)
    return CombatResolved(
        zone=battle.zone,
        attacker=_summary(battle.attacker, switches, battle.zone),
        defender=_summary(battle.defender, switches, battle.zone),
        crossing=battle.crossing,
        outside_republic=battle.outside_republic,
        odds=_ratio(column.odds.numerator, column.odds.denominator),
        column_before_shift=column.before,
        shift=column.shift,
        shift_rule=column.rule,
        column=column.after,
        die=die,
        modifiers=tuple(found),
        modified_die=total,
        row=row,
        result=result,
        winner=winner,
        losses=SideLosses(
            losses.from_result(result.attacker, battle.attacker, battle.defender, switches),
            losses.from_result(result.defender, battle.defender, battle.attacker, switches),
        ),
        eliminated_leaders=_fallen(battle, result, winner, switches),
    )


def _ratio(numerator: int, denominator: int) -> str:
    return f"{numerator}/{denominator}"


def _summary(force: Force, switches: Switches, zone: str | None) -> ForceSummary:
    return ForceSummary(
        side=force.side,
        sp=str(force.strength),
        units=len(force.units),
        quality=str(force.quality),
        tb=sum(leader.tb for leader in modifiers.commanding(force, switches)),
        pc=modifiers.prestige(force, switches),
        leaders=tuple(leader.name for leader in force.leaders),
        ids=tuple(unit.id for unit in force.units) if zone else (),
    )


def _fallen(
    battle: Battle, result: CombatResult, winner: Side, switches: Switches
) -> tuple[str, ...]:
    """The leaders who die: all of a Force that suffers E (CW 8.4.2L, CW-9, CW-74), and ill losers.

    With any other result they survive, whatever is left of their units (CW-30).
    """
    loser, letter = battle.defender, result.defender
    if winner == "defender":
        loser, letter = battle.attacker, result.attacker
    spared = switches.faction_leaders == "survive"
    return tuple(
        leader.name
        for leader in loser.leaders
        if leader.ill  # CW E4: an ill leader who is defeated dies
        or (letter == "E" and not (spared and leader.faction_leader))
    )
