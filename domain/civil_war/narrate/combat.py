"""A combat as sentences: forces, column, modified die, losses, leaders killed."""

from collections.abc import Sequence

from iacta.domain.civil_war.effects import CombatResolved, ForceSummary, Losses
from iacta.domain.civil_war.rules.losses import FRACTIONS
from iacta.domain.civil_war.state import Seat, State, words
from iacta.domain.kernel.contract.words import count_of, listed, number, sentence, signed

CROSSING = "CW 8.6f"
"""the rule of the modifier for water that the attacker crossed, by land or by sea"""
CROSSED = "half or more crossed water"
"""what is said of it, for some may have landed and others marched: CW-26"""
WORN = ", already reduced, eliminated"
"""what becomes of units that bear a loss and cannot be reduced: CW 8.4.2A, CW 8.4.2F"""
SHIFTS = {
    "CW Sa": "the attacker's better quality moves it to",
    "CW Sb": "the defender's better quality moves it to",
    "CW Sc": "the attacker's quality, at least double, moves it to",
    "CW Sd": "the defender's quality, at least double, moves it to",
}


def name(state: State, force: ForceSummary, otherwise: str) -> str:
    """The name of a Force: those who lead it, or its side, or ``otherwise``."""
    if leaders := words.leading(state, force.leaders, force.ids):
        return words.band(state, leaders)
    side = words.SEATS.get(force.side or "", f"the {force.side}" if force.side else otherwise)
    units = [state.unit(key) for key in force.ids]
    peoples = {unit.people for unit in units if unit}
    people = peoples.pop() if len(peoples) == 1 else None
    return f"{side}' {people}" if people and force.side in words.SEATS else side


def headline(state: State, effect: CombatResolved) -> str:
    """The headline: who beat whom, and where."""
    place = f" in {words.place(state, effect.zone)}" if effect.zone else ""
    if not any(name(state, force, "") for force in (effect.attacker, effect.defender)):
        return sentence(f"the {effect.winner} wins{place}")
    victor, loser, beat = effect.attacker, effect.defender, "beat"
    roles = ("the attacker", "the defender")
    if effect.winner == "defender":
        victor, loser, beat = loser, victor, "beat off"
        roles = roles[::-1]
    verb = beat
    leaders = words.leading(state, victor.leaders, victor.ids)
    if leaders or victor.side is None:
        verb = beat.replace("beat", words.agree(leaders or (roles[0],), "beat"))
    return sentence(f"{name(state, victor, roles[0])} {verb} {name(state, loser, roles[1])}{place}")


def reckoning(state: State, effect: CombatResolved) -> list[str]:
    """The details, line by line: odds, modifiers, die and table cell, losses, leaders."""
    lines = [_column(effect), *_modifiers(state, effect), _sum(effect)]
    for who, force, losses, cell in (
        ("attacker", effect.attacker, effect.losses.attacker, effect.result.attacker),
        ("defender", effect.defender, effect.losses.defender, effect.result.defender),
    ):
        enemy = effect.defender if who == "attacker" else effect.attacker
        leaves = who != effect.winner and len(losses.eliminated) < force.units
        gone = " eliminated" if cell == "E" else WORN
        portion = _portion(state, cell, force, enemy, losses)
        told = _losses(losses, force.units, gone, portion, leaves=leaves)
        lines.append(sentence(f"the {who}: {told}"))
        if who != effect.winner and effect.eliminated_leaders:
            fallen = words.ranked(state, effect.eliminated_leaders)
            why = " with the Force" if cell == "E" else ", ill and beaten"
            lines.append(f"{listed(fallen)} {words.agree(fallen, 'die')}{why}.")
    return lines


def _column(effect: CombatResolved) -> str:
    met = f"{effect.attacker.sp} SP to {effect.defender.sp}"
    before = effect.column_before_shift
    line = f"{met} is read on {before}"
    if before == effect.column:  # no shift, or none that the table has room for
        return f"{line}."
    return f"{line}; {SHIFTS[effect.shift_rule]} {effect.column}."


def _portion(
    state: State, cell: str, own: ForceSummary, enemy: ForceSummary, losses: Losses
) -> str:
    """Of how many units a fraction is taken, and what bounds it. CW 8.4.2F, CW-73."""
    if cell not in FRACTIONS:
        return ""
    victor = state.switches.portion == "victor"
    units = own.units if victor else enemy.units
    due = FRACTIONS[cell] * units
    told = f"{words.GLYPHS[cell]} of {count_of(units, 'own unit' if victor else 'enemy unit')}"
    if len(losses.reduced) + len(losses.eliminated) + losses.owner_chooses < int(due):
        told += ", at most as many as it beat" if victor else ", at most all it has"
    elif due != int(due):
        told += ", rounded down"
    return f" ({told})"


def _tactician(state: State, effect: CombatResolved, reason: str) -> str:
    """A modifier's reason; of leaders alike in TB the Faction Leader, who commands, is named."""
    if state.switches.several_leaders == "sum":
        return reason
    for force in (effect.attacker, effect.defender):
        leaders = [leader for one in force.leaders if (leader := state.leader(one))]
        for leader in leaders:
            chief = next((one for one in leaders if one.faction_leader and not one.ill), leader)
            if reason.startswith(f"TB of {leader.name},") and chief.tb == leader.tb:
                return reason.replace(leader.name, chief.name)
    return reason


def _modifiers(state: State, effect: CombatResolved) -> list[str]:
    told = [
        (CROSSED if one.rule == CROSSING else _tactician(state, effect, one.reason), one.value)
        for one in effect.modifiers
    ]
    parts = [f"{reason}: {signed(value)}" for reason, value in told if value]
    parts += [reason for reason, value in told if not value]
    return [sentence("; ".join(parts))] if parts else []


def _sum(effect: CombatResolved) -> str:
    values = [modifier.value for modifier in effect.modifiers]
    total = words.added(effect.die, values, effect.modified_die)
    if not any(values):
        total = str(effect.die)
    own, other = effect.result.attacker, effect.result.defender
    cell = words.result(own, other)
    if own == other:  # alike for both: its letters do not tell who wins, but the table's star
        cell += f", starred for the {effect.winner}, who wins"
    return f"Die {total} on {effect.column}: {cell}."


def _losses(losses: Losses, units: int, gone: str, portion: str, *, leaves: bool) -> str:
    """What a side loses, and whether it leaves.

    ``gone``: what is said of the eliminated; ``portion``: of what a fraction was taken.
    """
    parts = []
    if losses.reduced:
        parts.append(f"{count_of(len(losses.reduced), 'unit')} reduced")
    if lost := len(losses.eliminated):
        many = count_of(lost, "unit")
        if lost == units > 1:
            many = "both units" if lost == 2 else f"all {many}"
        parts.append(f"{many}{gone}")
    if losses.owner_chooses:
        noun = "loss" if losses.owner_chooses == 1 else "losses"
        parts.append(f"{number(losses.owner_chooses)} {noun}, as the owner chooses")
    told = (listed(parts) or ("no loss in combat" if leaves else "no loss")) + portion
    if not leaves:
        return told
    return f"{told}; {'the rest' if losses.eliminated else 'the Force'} must leave the zone"


def seat_name(seat: Seat | str) -> str:
    """The name of a seat in the log."""
    return words.SEATS.get(seat, f"the {seat}")


def chosen(state: State, ids: Sequence[str]) -> str:
    """Units counted by kind, peoples last: `two Legio units and one unit of the Galli`."""
    kinds: dict[str, int] = dict.fromkeys(words.KINDS.values(), 0)
    for key in ids:
        unit = state.unit(key)
        if unit is not None:
            kinds[words.kind_of(unit)] = kinds.get(words.kind_of(unit), 0) + 1
    peoples = {people.name for people in state.peoples}
    return listed(
        [
            f"{count_of(many, 'unit')} of the {kind}"
            if kind in peoples
            else count_of(many, f"{kind} unit")
            for kind, many in kinds.items()
            if many
        ]
    )
