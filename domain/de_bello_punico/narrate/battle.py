"""Volleys, elephants, combats and their consequences in words."""

from typing import assert_never

from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.state import State, words
from iacta.domain.kernel.contract.words import count_of, total

ELEPHANTS = {
    "no effect": "take no notice",
    "motionless": "stand still, to neither move nor fight this turn",
    "enraged": "are enraged",
    "furious": "are furious, and Rome's to lead",
}


def consequence(state: State, effect: fx.ConsequenceEffect) -> list[str]:
    """Disorder, panic, flight, and what becomes of leaders."""
    match effect:
        case fx.Disordered():
            if effect.rule == "BP 10.6":
                return []
            name = words.unit(state, effect.unit)
            return [f"{name} take {effect.points} Disorder: {effect.reason}."]
        case fx.Panicked():
            name = words.unit(state, effect.unit)
            if not effect.points:
                return [f"{name} panic, at no cost in Rout Points."]
            return [f"{name} panic: {_cost(state, effect)}."]
        case fx.UnitFled():
            return [_flight(state, effect)]
        case fx.UnitEliminated():
            if effect.rule == "BP 11.1.2":  # told by the attack
                return []
            return [f"{words.unit(state, effect.unit)} are removed: {effect.reason}."]
        case fx.LeaderMoved():
            return [_ride(state, effect)]
        case fx.LeaderMustWithdraw():
            return [f"{words.leader(state, effect.side)} must withdraw."]
        case fx.LeaderTaken():
            return [f"{effect.name} is surrounded and falls: {_cost(state, effect)}."]
        case fx.LeaderLeft():
            return [f"{effect.name} leaves the field."]
        case fx.LeaderRolled():
            return [f"For the life of {words.leader(state, effect.side)}: {effect.face}."]
        case fx.LeaderResolved():
            if not effect.dead:
                return [f"{effect.name} lives: {effect.face} rolled, a 1 kills."]
            return [f"{effect.name} falls, a 1 rolled: {_cost(state, effect)}."]
        case fx.LeaderAtRisk():
            return []
        case _:
            assert_never(effect)


def _cost(state: State, effect: fx.Panicked | fx.LeaderTaken | fx.LeaderResolved) -> str:
    """Rout Points, and how many the side then has."""
    points = count_of(effect.points, "Rout Point")
    limit = state.army(effect.side).limit
    return f"{points} for {words.SIDES[effect.side]}, which has {effect.rout} of {limit}"


def _ride(state: State, effect: fx.LeaderMoved) -> str:
    """A leader's way."""
    name = words.leader(state, effect.side)
    joined = words.unit(state, effect.unit) if effect.unit else ""
    if effect.forced:
        with_ = f" with {joined}" if joined else ", alone"
        return f"{name} withdraws to {effect.path[-1]}{with_}."
    return f"{name} joins {joined}." if joined else f"{name} rides alone to {effect.path[-1]}."


def combat(state: State, effect: fx.CombatEffect) -> list[str]:
    """Combat, advance and pursuit; no line for what another line tells."""
    match effect:
        case fx.PointsCommitted():
            side = words.SIDES[effect.side]
            if not effect.units:
                return [f"{side} commits no Command Points."]
            points = "a Command Point" if len(effect.units) == 1 else "Command Points"
            return [f"{side} commits {points} to {words.units(state, effect.units)}."]
        case fx.AttackDeclared():
            return _attack(state, effect)
        case fx.CombatRolled() if effect.window:
            attacker, target = words.unit(state, effect.attacker), words.unit(state, effect.target)
            mine, theirs = effect.faces
            return [f"{attacker} roll {mine}, {target} {theirs}."]
        case fx.CombatResolved():
            return _combat(state, effect)
        case fx.Withdrew():
            return [f"{words.unit(state, effect.unit)} withdraw to {effect.hex}."]
        case fx.Advanced():
            facing = words.DIRECTIONS[effect.facing]
            return [f"{words.unit(state, effect.unit)} advance to {effect.hex}, facing {facing}."]
        case fx.Stayed():
            return [f"{words.unit(state, effect.unit)} do not advance."]
        case fx.Pursued():
            name = words.unit(state, effect.unit)
            if effect.off:
                return [f"{name} pursue off the field."]
            if len(effect.path) == 1:
                return [f"{name} cannot pursue: the way is barred."]
            return [f"{name} pursue to {effect.path[-1]}."]
        case fx.PursuitHeld():
            return [f"{words.unit(state, effect.unit)} are held back from pursuit."]
        case fx.AttackDropped():
            attacker, target = words.unit(state, effect.attacker), words.unit(state, effect.target)
            if effect.target in state.by_id:
                return [f"{attacker} cut down {target}, who are in panic."]
            return [f"{attacker} attack {target}, who is alone and must withdraw."]
        case fx.CombatRolled() | fx.AdvanceDue() | fx.PursuitDue():
            return []
        case _:
            assert_never(effect)


def _attack(state: State, effect: fx.AttackDeclared) -> list[str]:
    verb = "charge" if effect.charge else "attack"
    attacker, target = words.unit(state, effect.attacker), words.unit(state, effect.target)
    helped = f", supported by {words.units(state, effect.support)}" if effect.support else ""
    return [f"{attacker} {verb} {target}{helped}."]


def _combat(state: State, effect: fx.CombatResolved) -> list[str]:
    mine, theirs = effect.attacker, effect.defender
    attacker, target = words.unit(state, mine.unit), words.unit(state, theirs.unit)
    sums = [
        f"{attacker}: {words.added(mine.face, mine.modifiers, mine.total)}.",
        f"{target}: {words.added(theirs.face, theirs.modifiers, theirs.total)}.",
    ]
    met = f"{total(mine.total)} to {total(theirs.total)}"
    if effect.winner is None:
        level = f"{attacker} and {target} are level, {met}."
        return [level, *sums, "Each takes 1 Disorder."]
    points = "2 Disorder: the total is doubled" if effect.doubled else "1 Disorder"
    if effect.winner == mine.unit:
        return [f"{attacker} beat {target}, {met}.", *sums, f"{target} take {points}."]
    met = f"{total(theirs.total)} to {total(mine.total)}"
    return [f"{target} beat off {attacker}, {met}.", *sums, f"{attacker} take {points}."]


def _flight(state: State, effect: fx.UnitFled) -> str:
    name = words.unit(state, effect.unit)
    return {
        "field": f"{name} flee to {effect.path[-1]}.",
        "edge": f"{name} flee off the field.",
        "enemy": f"{name} flee into the enemy on {effect.path[-1]} and are eliminated.",
        "veterans": f"{name} flee onto the Veterans on {effect.path[-1]} and are eliminated.",
        "trapped": f"{name} have no way off the field and are eliminated.",
    }[effect.ends]
