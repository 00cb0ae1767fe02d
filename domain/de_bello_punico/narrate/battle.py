"""Volleys, elephants, combats and their consequences in words."""

from collections.abc import Sequence
from typing import Any, assert_never

from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.narrate.movement import in_order
from iacta.domain.de_bello_punico.state import State, words
from iacta.domain.de_bello_punico.state.pending import AttackPending
from iacta.domain.kernel.contract.words import count_of, listed, sentence, total

ELEPHANTS = {
    "no effect": "take no notice",
    "motionless": "stand still this turn, and neither move nor fight",
    "enraged": "are enraged",
    "furious": "are furious, and led by Rome",
}
FLIGHT = " flee through them"
"""how the reason of a Disorder ends that units in flight bring"""
RUN = " run into them"
"""how that of furious elephants ends"""
ENRAGED = "they are enraged"
"""that of enraged ones, which the roll's own sentence has told"""
CHARGE = "BP 15.2"
"""the rule of what mercenaries add who charge"""


def consequence(state: State, effect: fx.ConsequenceEffect, effects: Sequence[Any]) -> list[str]:
    """Disorder, panic, flight, and what becomes of leaders."""
    match effect:
        case fx.Disordered():
            return _disorder(state, effect, effects)
        case fx.Panicked():
            return [_panic(state, effect)]
        case fx.UnitFled():
            return _flight(state, effect, effects)
        case fx.UnitEliminated():  # told by the attack or the panic
            return []
        case fx.LeaderMoved():
            return [_ride(state, effect)]
        case fx.LeaderMustWithdraw():
            return [f"{words.leader(state, effect.side)} must withdraw."]
        case fx.LeaderTaken():
            return [f"{effect.name} is surrounded and falls: {_cost(state, effect)}."]
        case fx.LeaderLeft():
            return [f"{effect.name} leaves the field."]
        case fx.LeaderRolled():
            name = words.leader(state, effect.side)
            return [f"{name} is at risk: {effect.face} rolled, a 1 kills."]
        case fx.LeaderResolved():
            thrown = any(isinstance(one, fx.LeaderRolled | fx.Rerolled) for one in effects)
            if not effect.dead:
                die = f": {effect.face} rolled, a 1 kills" if thrown else ""
                return [f"{effect.name} lives{die}."]
            return [
                f"{effect.name} falls{', a 1 rolled' if thrown else ''}: {_cost(state, effect)}."
            ]
        case fx.LeaderAtRisk():
            return []
        case _:
            assert_never(effect)


def _cost(state: State, effect: fx.Panicked | fx.LeaderTaken | fx.LeaderResolved) -> str:
    """Rout Points, and how many the side then has."""
    points = words.rout_points(effect.points)
    limit = state.army(effect.side).limit
    of = "of" if effect.rout <= limit else "against a limit of"
    return f"{words.SIDES[effect.side]} takes {points}, now {effect.rout} {of} {limit}"


def _disorder(state: State, effect: fx.Disordered, effects: Sequence[Any]) -> list[str]:
    """Disorder with its reason, unless the combat or the flight that brings it tells of it."""
    name = words.unit(state, effect.unit)
    if effect.rule == "BP 10.6" or effect.reason.endswith(FLIGHT):
        return []
    if effect.reason.endswith(RUN):
        return [f"{effect.reason.removesuffix('them')}{name}: each takes 1 Disorder."]
    if effect.reason.startswith("they run into ") and any(map(_met, effects)):
        return []
    if any(isinstance(one, fx.VolleyResolved) and one.target == effect.unit for one in effects):
        return [f"{name} take {effect.points} Disorder."]
    why = "" if effect.reason == ENRAGED else f": {effect.reason}"
    return [f"{name} take {effect.points} Disorder{why}."]


def _met(effect: Any) -> bool:
    """Whether furious elephants have run into a unit, which is told with their own Disorder."""
    return isinstance(effect, fx.Disordered) and effect.reason.endswith(RUN)


def _panic(state: State, effect: fx.Panicked) -> str:
    name = words.unit(state, effect.unit)
    if state.by_id[effect.unit].type in ("elephants", "skirmishers"):
        return f"{name} panic and are removed; no Rout Points."
    if not effect.points:
        return f"{name} panic; no Rout Points."
    return f"{name} panic: {_cost(state, effect)}."


def _ride(state: State, effect: fx.LeaderMoved) -> str:
    """A leader's way."""
    name = words.leader(state, effect.side)
    joined = words.unit(state, effect.unit) if effect.unit else ""
    if effect.forced:
        with_ = f" with {joined}" if joined else ", alone"
        return f"{name} withdraws to {effect.path[-1]}{with_}."
    to = effect.path[-1]
    return f"{name} joins {joined} on {to}." if joined else f"{name} rides alone to {to}."


def combat(state: State, effect: fx.CombatEffect, effects: Sequence[Any]) -> list[str]:
    """Combat, advance and pursuit; no line for what another line tells."""
    match effect:
        case fx.PointsCommitted():
            side = words.SIDES[effect.side]
            if not effect.units:
                return [f"{side} commits no Command Points."]
            count = len(effect.units)
            units = words.units(state, in_order(state, effect.units))
            points = "a Command Point" if count == 1 else count_of(count, "Command Point")
            return [f"{side} commits {points} to {units}."]
        case fx.AttackDeclared():
            fought = any(isinstance(one, fx.CombatResolved) for one in effects)
            return supported(state, effect) if fought else _attack(state, effect)
        case fx.CombatRolled() if effect.window:
            # The sums of the outcome tell the dice: here they lie open, and may be thrown again.
            declared = any(isinstance(one, fx.AttackDeclared) for one in effects)
            return [] if declared else [f"{words.unit(state, effect.target)} stand and fight."]
        case fx.CombatResolved():
            return _combat(state, effect, effects)
        case fx.Withdrew():
            facing = words.DIRECTIONS[effect.facing]
            return [
                f"{words.unit(state, effect.unit)} withdraw{_from(state)} to {effect.hex},"
                f" facing {facing}."
            ]
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
            return [
                f"{name} pursue to {effect.path[-1]}, facing {words.DIRECTIONS[effect.facing]}."
            ]
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


def _from(state: State) -> str:
    """From whom a unit withdraws: its sentence is a headline, away from the attack's."""
    due = state.pending[0] if state.pending else None
    return f" from {words.unit(state, due.attacker)}" if isinstance(due, AttackPending) else ""


def _attack(state: State, effect: fx.AttackDeclared) -> list[str]:
    verb = "charge" if effect.charge else "attack"
    attacker, target = words.unit(state, effect.attacker), words.unit(state, effect.target)
    helped = f", supported by {words.units(state, effect.support)}," if effect.support else ""
    return [f"{attacker}{helped} {verb} {target}."]


def supported(state: State, effect: fx.AttackDeclared) -> list[str]:
    """Who supported an attack that has been told by its outcome."""
    helped = words.units(state, effect.support)
    return [f"{helped} support {words.unit(state, effect.attacker)}."] if helped else []


def _worse(state: State, units: Sequence[str], effects: Sequence[Any]) -> str:
    """What Disorder units of a combat then have of what makes them panic: `k2 2 of 4`."""
    then = {one.unit: one for one in effects if isinstance(one, fx.Disordered)}
    return listed(
        [
            f"{words.unit(state, unit)} have {then[unit].total} of {then[unit].morale}"
            for unit in units
            if unit in then
        ]
    )


def _combat(state: State, effect: fx.CombatResolved, effects: Sequence[Any]) -> list[str]:
    mine, theirs = effect.attacker, effect.defender
    attacker, target = words.unit(state, mine.unit), words.unit(state, theirs.unit)
    charge = any(one.rule == CHARGE for one in mine.modifiers)
    sums = [
        f"{attacker}: {words.added(mine.face, mine.modifiers, mine.total)}.",
        f"{target}: {words.added(theirs.face, theirs.modifiers, theirs.total)}.",
    ]
    met = f"{total(mine.total)} to {total(theirs.total)}"
    if effect.winner is None:
        level = f"charge {target}: level" if charge else f"and {target} are level"
        worse = _worse(state, (mine.unit, theirs.unit), effects)
        each = f"Level totals disorder both{': ' if worse else ''}{worse}."
        return [f"{attacker} {level}, {met}.", *sums, each]
    suffers = "are doubled and take 2 Disorder" if effect.doubled else "take 1 Disorder"
    loser = theirs.unit if effect.winner == mine.unit else mine.unit
    then = [one for one in effects if isinstance(one, fx.Disordered) and one.unit == loser]
    if then:
        suffers += f", now {then[0].total} of {then[0].morale}"
    if effect.winner == mine.unit:
        beat = "charge and beat" if charge else "beat"
        return [f"{attacker} {beat} {target}, {met}.", *sums, f"{target} {suffers}."]
    met = f"{total(theirs.total)} to {total(mine.total)}"
    off = f"the charge of {attacker}" if charge else attacker
    return [f"{target} beat off {off}, {met}.", *sums, f"{attacker} {suffers}."]


def _through(state: State, effect: fx.UnitFled, effects: Sequence[Any]) -> str:
    """The friends whom a unit flees through before its flight ends. BP 7.1."""
    name = words.unit(state, effect.unit)
    disorder = (one for one in effects if isinstance(one, fx.Disordered))
    met = [one.unit for one in disorder if one.reason == name + FLIGHT]
    each = " each" if len(met) > 1 else ""
    return f" through {words.units(state, met)} (1 Disorder{each})" if met else ""


def _flight(state: State, effect: fx.UnitFled, effects: Sequence[Any]) -> list[str]:
    """How a flight ends; all who leave the field in one sentence."""
    name, end = words.unit(state, effect.unit), effect.path[-1]
    through = _through(state, effect, effects)
    flee = f"{name} flee{through}"
    match effect.ends:
        case "edge" if through:
            return [f"{flee} off the field."]
        case "edge":
            fled = [
                one
                for one in effects
                if isinstance(one, fx.UnitFled)
                and one.ends == "edge"
                and not _through(state, one, effects)
            ]
            return _gone(state, [one.unit for one in fled]) if effect is fled[0] else []
        case "field":
            return [f"{flee} to {end}."]
        case "enemy":
            return [f"{flee} into {_held(state, end)} on {end} and are eliminated."]
        case "veterans":
            round_ = ", who in panic have no rear," if state.at[end].panicked else ""
            front = f"the front of {_held(state, end)} on {end}"
            return [f"{flee} into {front}{round_} and are eliminated."]
        case "trapped":
            way = f"{flee}, but have" if through else f"{name} have"
            return [f"{way} no way off the field and are eliminated."]
        case _:
            assert_never(effect.ends)


def _gone(state: State, gone: Sequence[str]) -> list[str]:
    """Who leaves the field in flight; more than two after how many they are."""
    names = words.units(state, gone)
    if len(gone) > 2:
        return [sentence(f"{count_of(len(gone), 'unit')} flee off the field: {names}")]
    return [f"{names} flee off the field."]


def _held(state: State, hex_: str) -> str:
    """Who stands on a hex: a unit, or a leader alone."""
    held = state.at.get(hex_)
    if held is not None:
        return words.unit(state, held.id)
    return next((one.name for one in state.leaders if one.hex == hex_), "")
