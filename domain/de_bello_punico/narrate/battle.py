"""Volleys, elephants, combats and their consequences in words."""

from typing import assert_never

from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.state import State, words
from iacta.domain.kernel.contract.words import count_of, listed, number, total

ELEPHANTS = {
    "no effect": "are not moved",
    "motionless": "stand still: no move and no fight this turn",
    "enraged": "are enraged",
    "furious": "are furious: Rome leads them",
}


def consequence(state: State, effect: fx.ConsequenceEffect) -> list[str]:
    """Disorder, panic, flight, and what becomes of leaders."""
    match effect:
        case fx.Disordered():
            if effect.rule == "BP 10.6":
                return []
            name = words.unit(state, effect.unit)
            return [f"{name} takes {effect.points} Disorder: {effect.reason}."]
        case fx.Panicked():
            side = words.SIDES[effect.side]
            cost = count_of(effect.points, "Rout Point")
            return [
                f"{words.unit(state, effect.unit)} panics: {cost} for {side}, {effect.rout} in all."
            ]
        case fx.UnitFled():
            return [_flight(state, effect)]
        case fx.UnitEliminated():
            return [f"{words.unit(state, effect.unit)} is removed: {effect.reason}."]
        case fx.LeaderMoved():
            leader = state.leader(effect.side)
            name = leader.name if leader else "The leader"
            verb = "takes refuge with" if effect.forced else "joins"
            return [f"{name} {verb} {words.unit(state, effect.unit)}."]
        case fx.LeaderLeft():
            return [f"{effect.name} leaves the field."]
        case fx.LeaderRolled():
            leader = state.leader(effect.side)
            return [f"For the life of {leader.name if leader else 'the leader'}: {effect.face}."]
        case fx.LeaderResolved():
            if not effect.dead:
                return [f"{effect.name} lives."]
            return [f"{effect.name} falls: {number(effect.points)} Rout Points."]
        case fx.LeaderAtRisk():
            return []
        case _:
            assert_never(effect)


def combat(state: State, effect: fx.CombatEffect) -> list[str]:
    """Combat, advance and pursuit; no line for what another line tells."""
    match effect:
        case fx.PointsCommitted():
            side = words.SIDES[effect.side]
            if not effect.units:
                return [f"{side} commits no Command Points."]
            names = listed([words.unit(state, key) for key in effect.units])
            return [f"{side} commits Command Points to {names}."]
        case fx.AttackDeclared():
            return _attack(state, effect)
        case fx.CombatRolled() if effect.window:
            attacker, target = words.unit(state, effect.attacker), words.unit(state, effect.target)
            mine, theirs = effect.faces
            return [f"{attacker} rolls {mine}, {target} {theirs}."]
        case fx.CombatResolved():
            return _combat(state, effect)
        case fx.Withdrew():
            return [f"{words.unit(state, effect.unit)} withdraws to {effect.hex}."]
        case fx.Advanced():
            facing = words.DIRECTIONS[effect.facing]
            return [f"{words.unit(state, effect.unit)} advances to {effect.hex}, facing {facing}."]
        case fx.Stayed():
            return [f"{words.unit(state, effect.unit)} does not advance."]
        case fx.Pursued():
            name = words.unit(state, effect.unit)
            if effect.off:
                return [f"{name} pursues off the field."]
            return [f"{name} pursues to {effect.path[-1]}."]
        case fx.PursuitHeld():
            return [f"{words.unit(state, effect.unit)} is held back from pursuit."]
        case fx.CombatRolled() | fx.AttackDropped() | fx.AdvanceDue() | fx.PursuitDue():
            return []
        case _:
            assert_never(effect)


def _attack(state: State, effect: fx.AttackDeclared) -> list[str]:
    verb = "charges" if effect.charge else "attacks"
    attacker, target = words.unit(state, effect.attacker), words.unit(state, effect.target)
    helpers = [words.unit(state, key) for key in effect.support]
    helped = f", supported by {listed(helpers)}" if helpers else ""
    return [f"{attacker} {verb} {target}{helped}."]


def _combat(state: State, effect: fx.CombatResolved) -> list[str]:
    mine, theirs = effect.attacker, effect.defender
    attacker, target = words.unit(state, mine.unit), words.unit(state, theirs.unit)
    met = f"{total(mine.total)} to {total(theirs.total)}"
    lines = [
        f"{attacker} against {target}, {met}.",
        f"{attacker}: {words.added(mine.face, mine.modifiers, mine.total)}.",
        f"{target}: {words.added(theirs.face, theirs.modifiers, theirs.total)}.",
    ]
    if effect.winner is None:
        return [*lines, "Equal totals: 1 Disorder to each."]
    loser = target if effect.winner == mine.unit else attacker
    points = "2 Disorder, at least double" if effect.doubled else "1 Disorder"
    return [*lines, f"{loser} takes {points}."]


def _flight(state: State, effect: fx.UnitFled) -> str:
    name = words.unit(state, effect.unit)
    return {
        "field": f"{name} flees to {effect.path[-1]}.",
        "edge": f"{name} flees off the field.",
        "enemy": f"{name} runs into the enemy on {effect.path[-1]} and is eliminated.",
        "veterans": f"{name} runs onto the Veterans on {effect.path[-1]} and is eliminated.",
        "trapped": f"{name} has no way off the field and is eliminated.",
    }[effect.ends]
