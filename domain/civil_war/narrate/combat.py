"""A combat as sentences: forces, column, modified die, losses, leaders killed."""

from iacta.domain.civil_war.effects import CombatResolved, ForceSummary, Losses
from iacta.domain.civil_war.state import Seat, State, words
from iacta.domain.kernel.contract.words import count_of, listed, number, sentence, signed

SHIFTS = {
    "CW Sa": "the attacker's better quality moves it to",
    "CW Sb": "the defender's better quality moves it to",
    "CW Sc": "the attacker's quality, at least double, moves it to",
    "CW Sd": "the defender's quality, at least double, moves it to",
}
SEAT_NAMES: dict[str, str] = {"caesarian": "the Caesarians", "republican": "the Republicans"}


def name(state: State, force: ForceSummary, otherwise: str) -> str:
    """The name of a Force: its leaders, or its side, or ``otherwise``."""
    if force.leaders:
        return words.band(state, force.leaders)
    return SEAT_NAMES.get(force.side or "", f"the {force.side}" if force.side else otherwise)


def headline(state: State, effect: CombatResolved) -> str:
    """The headline: who fought whom, where, and who won."""
    named = name(state, effect.attacker, ""), name(state, effect.defender, "")
    place = f" in {effect.zone}" if effect.zone else ""
    if not any(named):
        return sentence(f"the {effect.winner} wins{place}")
    many = len(effect.attacker.leaders) > 1
    if not effect.attacker.leaders:
        many = effect.attacker.side is not None
    attack, win, lose = ("attack", "win", "lose") if many else ("attacks", "wins", "loses")
    against = f" {named[1]}" if named[1] else ""
    ends = win if effect.winner == "attacker" else lose
    return sentence(f"{named[0] or 'the attacker'} {attack}{against}{place} and {ends}".strip())


def reckoning(effect: CombatResolved) -> list[str]:
    """The details, line by line: odds, modifiers, die and table cell, losses, leaders."""
    lines = [_column(effect), *_modifiers(effect), _sum(effect)]
    for who, force, losses in (
        ("attacker", effect.attacker, effect.losses.attacker),
        ("defender", effect.defender, effect.losses.defender),
    ):
        beaten = who != effect.winner and len(losses.eliminated) < force.units
        lines.append(_losses(who, losses, beaten))
    if effect.eliminated_leaders:
        fall = "falls" if len(effect.eliminated_leaders) == 1 else "fall"
        lines.append(f"{listed(effect.eliminated_leaders)} {fall}.")
    return lines


def _column(effect: CombatResolved) -> str:
    met = f"{effect.attacker.sp} to {effect.defender.sp}"
    before = effect.column_before_shift
    line = f"{met} is read on {before}"
    if not effect.shift:
        return f"{line}."
    if before == effect.column:
        return f"{line}, the outer column, whatever the quality."
    return f"{line}; {SHIFTS[effect.shift_rule]} {effect.column}."


def _modifiers(effect: CombatResolved) -> list[str]:
    parts = [f"{one.reason}: {signed(one.value)}" for one in effect.modifiers if one.value]
    parts += [one.reason for one in effect.modifiers if not one.value]
    return [sentence("; ".join(parts))] if parts else []


def _sum(effect: CombatResolved) -> str:
    values = [modifier.value for modifier in effect.modifiers]
    total = words.added(effect.die, values, effect.modified_die)
    if not any(values):
        total = str(effect.die)
    cell = words.result(effect.result.attacker, effect.result.defender)
    return f"{total} on {effect.column}: {cell}. The {effect.winner} wins."


def _losses(who: str, losses: Losses, beaten: bool) -> str:
    parts = []
    if losses.reduced:
        parts.append(f"{count_of(len(losses.reduced), 'unit')} reduced")
    if losses.eliminated:
        parts.append(f"{count_of(len(losses.eliminated), 'unit')} eliminated")
    if losses.owner_chooses:
        parts.append(f"{count_of(losses.owner_chooses, 'unit')} to lose, as the owner chooses")
    if not parts:
        parts.append("no loss")
    retreat = ", and what is left leaves the zone" if beaten else ""
    return sentence(f"the {who}: {listed(parts)}{retreat}")


def seat_name(seat: Seat | str) -> str:
    """The name of a seat in the log."""
    return SEAT_NAMES.get(seat, f"the {seat}")


def chosen(state: State, ids: tuple[str, ...]) -> str:
    """Units counted by kind: `two Legio and one Equites`."""
    kinds: dict[str, int] = {}
    for key in ids:
        unit = state.unit(key)
        if unit is not None:
            kinds[words.kind_of(unit)] = kinds.get(words.kind_of(unit), 0) + 1
    return listed([f"{number(many)} {kind}" for kind, many in kinds.items()])
