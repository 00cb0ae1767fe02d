"""Effects in sentences, made at read time: the headline first, then the reckoning."""

from collections.abc import Sequence
from typing import Any, assert_never

from iacta.domain.de_bello_punico import changes as ch
from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.evolve import evolve
from iacta.domain.de_bello_punico.narrate import battle
from iacta.domain.de_bello_punico.standing import turn_label
from iacta.domain.de_bello_punico.state import State, words
from iacta.domain.de_bello_punico.state.keys import other
from iacta.domain.kernel.contract.narration import Mark, tell
from iacta.domain.kernel.contract.system import Known, Story
from iacta.domain.kernel.contract.words import count_of, listed, number, sentence, signed


def narrate(before: State, effects: Sequence[fx.AnyEffect | ch.AnyChange], known: Known) -> Story:
    """An event in words, as its reader knows it."""
    return tell(
        before,
        effects,
        evolve,
        lambda state, after, effect: _told(state, effect, known),
        lambda state, effect: _marks(effect),
        rank=_rank,
        quiet=lambda before, after: _now(after),
    )


def _rank(effect: Any) -> int:
    """What is told first: the end and a death; last that somebody let a die stand."""
    match effect:
        case fx.BattleEnded() | fx.LeaderResolved(dead=True):
            return 0
        case fx.RollAccepted():
            return 2
        case _:
            return 1


NOW = {
    "command": "Command Points are placed.",
    "initiative": "The initiative is rolled for.",
    "elephants": "Rome may goad the elephants.",
    "stampede": "Rome leads the furious elephants.",
    "move": "{side} moves.",
    "volley": "{other} may shoot.",
    "attack-points": "{side} may commit Command Points.",
    "defence-points": "{other} may commit Command Points.",
    "combat": "{side} may attack.",
    "recover": "{side} may recover.",
}
"""What is said of an event that only ends an impulse."""


def _now(state: State) -> str:
    if state.pending or state.phase not in NOW:
        return "The battle goes on."
    side = state.side or "rome"
    names = {"side": words.SIDES[side], "other": words.SIDES[other(side)]}
    return NOW[state.phase].format(**names)


def _marks(effect: Any) -> list[Mark]:
    match effect:
        case fx.TurnBegun():
            return [{"kind": "chapter", "label": turn_label(effect.turn)}]
        case fx.CombatResolved():
            return [{"kind": "battle"}]
        case fx.LeaderResolved(dead=True) | ch.RemoveLeader():
            return [{"kind": "death"}]
        case fx.BattleEnded():
            return [{"kind": "end"}]
        case _:
            return []


def _told(state: State, effect: fx.AnyEffect | ch.AnyChange, known: Known) -> list[str]:
    if isinstance(effect, ch.AnyChange):
        return [sentence(_change(state, effect))]
    if isinstance(effect, fx.Began | fx.SetUpEffect):
        return _set_up(state, effect)
    if isinstance(effect, fx.TurnEffect):
        return _turn(state, effect, known)
    if isinstance(effect, fx.ActionEffect):
        return _action(state, effect)
    if isinstance(effect, fx.ConsequenceEffect):
        return battle.consequence(state, effect)
    return battle.combat(state, effect)


def _set_up(state: State, effect: fx.Began | fx.SetUpEffect) -> list[str]:
    """The start of the battle and the set-up."""
    match effect:
        case fx.Began():
            counts = {
                side: sum(1 for unit in effect.units if unit.side == side) for side in words.SIDES
            }
            leaders = " and ".join(one.name for one in effect.leaders)
            return [
                f"{effect.field.title}: {leaders} draw up their armies.",
                f"Rome has {counts['rome']} units, Carthage {counts['carthage']}.",
            ]
        case fx.UnitShifted():
            return [f"{words.unit(state, effect.unit)} is set up on {effect.hex}."]
        case fx.LeaderSeated():
            leader = state.leader(effect.side)
            name = leader.name if leader else "The leader"
            return [f"{name} joins {words.unit(state, effect.unit)}."]
        case fx.UnitHeldOut():
            return [f"{words.unit(state, effect.unit)} is kept off the field."]
        case fx.SideReady():
            return [f"{words.SIDES[effect.side]} has set up."]
        case _:
            assert_never(effect)


def _turn(state: State, effect: fx.TurnEffect, known: Known) -> list[str]:
    """Turns, Command Points and the initiative."""
    match effect:
        case fx.TurnBegun():
            score = ", ".join(
                f"{words.SIDES[army.side]} {army.rout} of {army.limit}" for army in state.armies
            )
            return [f"{turn_label(effect.turn)} begins. Rout Points: {score}."]
        case fx.MarkerPlaced():
            what = {"point": "a point", "vacuus": "the Vacuus"}.get(
                known.get(effect.marker, ""), "a marker"
            )
            return [f"{words.SIDES[effect.side]} places {what} in {words.BOXES[effect.box]}."]
        case fx.PlacementLaid():
            return [f"{words.SIDES[effect.side]} places all its markers, face down."]
        case fx.MarkersShown():
            boxes = listed([words.BOXES[one.box] for one in effect.markers])
            return [f"{words.SIDES[effect.side]} has markers in {boxes}."]
        case fx.MarkerUsed():
            what = "a point" if effect.worth else "the Vacuus"
            verb = "spends" if effect.worth else "shows"
            where = "for" if effect.worth else "in"
            side, box = words.SIDES[effect.side], words.BOXES[effect.box]
            return [f"{side} {verb} {what} {where} {box}."]
        case fx.InitiativeRolled():
            rolls = [
                f"{words.SIDES[side]} rolls {face}"
                + (f" {signed(bonus)} = {face + bonus}" if bonus else "")
                for side, face, bonus in zip(effect.sides, effect.faces, effect.bonus, strict=True)
            ]
            return [f"{listed(rolls)}."]
        case fx.InitiativeResolved():
            totals = " to ".join(str(one) for one in sorted(effect.totals, reverse=True))
            if effect.winner is None:
                return [f"{totals}: equal, and both roll again."]
            return [f"{words.SIDES[effect.winner]} has the initiative, {totals}."]
        case fx.OrderChosen():
            return [f"{words.SIDES[effect.first]} moves first."]
        case fx.PhaseBegun():
            return []
        case _:
            assert_never(effect)


def _action(state: State, effect: fx.ActionEffect) -> list[str]:
    """Movement, volleys, elephants, Fortuna, recovery and the end."""
    match effect:
        case fx.UnitMoved():
            return [_move(state, effect)]
        case fx.UnitsHastened():
            names = listed([words.unit(state, key) for key in effect.units])
            return [f"One MP more for {names}."]
        case fx.UnitLeft():
            gone = words.unit(state, effect.unit)
            return [f"{gone} marches off: Rome's Rout Points fall to {effect.rout}."]
        case fx.UnitEntered():
            how = "comes back" if effect.rule == "BP 14.1" else "breaks out of hiding"
            return [f"{words.unit(state, effect.unit)} {how} on {effect.hex}."]
        case fx.Stampeded():
            return [_stampede(state, effect)]
        case fx.ElephantRolled():
            return [f"Rome rolls {effect.face} against {words.unit(state, effect.unit)}."]
        case fx.ElephantResolved():
            return [f"{words.unit(state, effect.unit)} {battle.ELEPHANTS[effect.result]}."]
        case fx.VolleyRolled():
            shooter, target = words.unit(state, effect.shooter), words.unit(state, effect.target)
            return [f"{shooter} shoots at {target}: {effect.face}, {effect.number} or less hits."]
        case fx.VolleyResolved():
            return ["A hit." if effect.hit else "A miss."]
        case fx.Rerolled():
            side = words.SIDES[effect.side]
            return [f"Fortuna: {side} throws the {effect.before} again, and it is {effect.face}."]
        case fx.RollAccepted():
            return [f"{words.SIDES[effect.side]} lets the die stand."]
        case fx.Recovered():
            left = number(effect.total)
            return [f"{words.unit(state, effect.unit)} recovers; {left} Disorder left."]
        case fx.BattleEnded():
            return [sentence(effect.reason), *(_victors(effect.winners))]
        case _:
            assert_never(effect)


def _victors(winners: Sequence[str]) -> list[str]:
    return [f"{words.SIDES[side]} wins." for side in winners]


def _move(state: State, effect: fx.UnitMoved) -> str:
    name = words.unit(state, effect.unit)
    facing = words.DIRECTIONS[effect.facing]
    if len(effect.path) == 1:
        return f"{name} turns to face {facing}."
    told = f"{name} goes from {effect.path[0]} to {effect.path[-1]}, facing {facing}"
    if effect.no_attack:
        told += "; it left an enemy zone and may not attack"
    if effect.charge:
        told += "; four hexes straight ahead"
    return f"{told}."


def _stampede(state: State, effect: fx.Stampeded) -> str:
    name = words.unit(state, effect.unit)
    if effect.gone:
        return f"{name} runs off the field."
    if len(effect.path) == 1:
        return f"{name} stays on {effect.path[0]}."
    return f"{name} runs from {effect.path[0]} to {effect.path[-1]}."


def _change(state: State, effect: ch.AnyChange) -> str:
    match effect:
        case ch.PlaceUnit(unit, hex_):
            return f"ruled: {words.unit(state, unit)} stands on {hex_}"
        case ch.RemoveUnit(unit):
            return f"ruled: {words.unit(state, unit)} is off the field"
        case ch.SetFacing(unit, facing):
            return f"ruled: {words.unit(state, unit)} faces {words.DIRECTIONS[facing]}"
        case ch.SetDisorder(unit, disorder):
            return f"ruled: {words.unit(state, unit)} has Disorder {disorder}"
        case ch.SetRout(side, rout):
            return f"ruled: {words.SIDES[side]} has {count_of(rout, 'Rout Point')}"
        case ch.SetLeader(side, unit):
            return f"ruled: {words.SIDES[side]}'s leader is with {words.unit(state, unit)}"
        case ch.RemoveLeader(side):
            return f"ruled: {words.SIDES[side]}'s leader is out of the battle"
        case _:
            assert_never(effect)
