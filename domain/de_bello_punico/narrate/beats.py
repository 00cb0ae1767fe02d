"""Which events are told together: one combat, one volley, one side's movement."""

from collections.abc import Sequence
from typing import Any

from iacta.domain.de_bello_punico import changes as ch
from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.state import State, Unit, words
from iacta.domain.kernel.contract.system import Beat
from iacta.domain.kernel.contract.words import count_of

OUTCOMES = (
    fx.AttackDropped,
    fx.BattleEnded,
    fx.CombatResolved,
    fx.ElephantResolved,
    fx.InitiativeResolved,
    fx.LeaderTaken,
    fx.MarkersShown,
    fx.VolleyResolved,
    fx.Withdrew,
)
"""What a beat was about: the event that brings it gives the headline."""

MOVES = (fx.UnitMoved, fx.UnitEntered, fx.UnitsHastened, fx.LeaderMoved)


def beat(
    before: State, after: State, effects: Sequence[fx.AnyEffect | ch.AnyChange], text: Sequence[str]
) -> Beat:
    """An event's place in the story; ``text`` is what is said of it."""
    decisive = [one for one in effects if isinstance(one, OUTCOMES) or _falls(one)]
    continues = _continues(before, effects)
    if decisive:
        headline = _headline(decisive[-1], text)
        return Beat(_actor(before, decisive[-1]), continues=continues, headline=headline)
    headline = (_ordered(effects) or _moved(before, after, effects)) if continues else ""
    seat = next(filter(None, (_actor(before, effect) for effect in effects)), "")
    return Beat(seat, continues=continues, headline=headline)


def _headline(decisive: Any, text: Sequence[str]) -> str:
    """What a beat came to: its outcome is told first, but for the end of a battle."""
    match decisive:
        case fx.MarkersShown():
            return "Both sides have placed their markers."
        case fx.BattleEnded():
            return text[-1]
        case _:
            return text[0]


def _ordered(effects: Sequence[Any]) -> str:
    """Who has the initiative, and what they have made of it."""
    chosen = next((one for one in effects if isinstance(one, fx.OrderChosen)), None)
    if chosen is None:
        return ""
    order = "first" if chosen.side == chosen.first else "second"
    return f"{words.SIDES[chosen.side]} has the initiative and moves {order}."


def _falls(effect: Any) -> bool:
    return isinstance(effect, fx.LeaderResolved) and effect.dead


def _continues(before: State, effects: Sequence[Any]) -> bool:
    """Whether the event answers, ends or goes on with what came before it."""
    match effects[0] if effects else None:
        case fx.Began():
            return False
        case fx.UnitShifted() | fx.LeaderSeated() | fx.UnitHeldOut() | fx.SideReady():
            return True
        case fx.OrderChosen() | fx.PhaseBegun():
            return True
        case fx.MarkerPlaced() | fx.PlacementLaid():
            return bool(before.markers or before.placements)
    if before.pending:
        return True
    committed = [effect for effect in effects if isinstance(effect, fx.PointsCommitted)]
    if committed:
        none = not any(effect.units for effect in committed)
        return none or any("point" in unit.marks for unit in before.units)
    if any(isinstance(effect, MOVES) for effect in effects):
        return any(one.moved for one in before.leaders) or any(map(_marched, before.units))
    return False


def _moved(before: State, after: State, effects: Sequence[Any]) -> str:
    """How far a side's movement has come."""
    sides = {before.by_id[one.unit].side for one in effects if isinstance(one, fx.UnitMoved)}
    if len(sides) != 1:
        return ""
    side = sides.pop()
    moved = sum(_marched(unit) for unit in after.units if unit.side == side)
    return f"{words.SIDES[side]} moves {count_of(moved, 'unit')}."


def _marched(unit: Unit) -> bool:
    """Whether it has moved in this impulse, and not in flight or in a fury.

    Elephants that are enraged move no more, and have not.
    """
    goaded = "finis" in unit.marks or ("checked" in unit.marks and not unit.spent)
    return "moved" in unit.marks and unit.steady and not goaded


def _actor(state: State, effect: Any) -> str:
    """The side that an effect's sentence is about."""
    match effect:
        case fx.CombatResolved():
            beaten = effect.winner == effect.defender.unit
            return (effect.defender if beaten else effect.attacker).side
        case fx.AttackDeclared() | fx.AttackDropped() | fx.CombatRolled():
            return _side(state, effect.attacker)
        case fx.VolleyRolled() | fx.VolleyResolved():
            return _side(state, effect.shooter)
        case fx.ElephantRolled() | fx.ElephantResolved():
            return "rome"
        case fx.InitiativeResolved():
            return effect.winner or ""
        case fx.BattleEnded():
            return effect.winners[0] if len(effect.winners) == 1 else ""
        case fx.MarkersShown():
            return ""
        case fx.PhaseBegun() | fx.MarkerUsed():
            return ""
    return getattr(effect, "side", None) or _side(state, getattr(effect, "unit", ""))


def _side(state: State, unit: str) -> str:
    held = state.by_id.get(unit)
    return held.side if held is not None else ""
