"""Which events are told together: one attack, one side's checks, one side's movement."""

from collections.abc import Sequence
from typing import Any

from iacta.domain.kernel.contract.system import Beat
from iacta.domain.kernel.contract.words import count_of, sentence
from iacta.domain.naval_battle import changes as ch
from iacta.domain.naval_battle import effects as fx
from iacta.domain.naval_battle.state import CaptureDue, Fleet, State
from iacta.domain.naval_battle.state.words import side

OUTCOMES = (fx.AllocationsOpened, fx.SuperiorityWon, fx.Captured, fx.BattleEnded, fx.Panicked)
"""What a beat was about: the event that brings it gives the headline."""

CLERICAL = (fx.PhaseBegun, fx.TurnBegun, fx.RallyRolled, fx.CallRefused)
"""What is told with whatever came before it."""


def beat(
    before: State, after: State, effects: Sequence[fx.AnyEffect | ch.AnyChange], text: Sequence[str]
) -> Beat:
    """An event's place in the story; ``text`` is what is said of it."""
    outcomes = (*OUTCOMES, fx.FleetSunk) if isinstance(before.pending, CaptureDue) else OUTCOMES
    decisive = [effect for effect in effects if isinstance(effect, outcomes)]
    if decisive:
        headline = text[0]
    else:
        headline = _moved(before, after, effects) or _deployed(before, after, effects)
    seat = next(filter(None, (_actor(before, one) for one in [*decisive[-1:], *effects])), "")
    return Beat(seat, continues=_continues(before, effects), headline=headline)


def _continues(before: State, effects: Sequence[Any]) -> bool:
    """Whether the event answers, ends or goes on with what came before it."""
    if any(isinstance(effect, fx.Panicked | fx.BattleEnded) for effect in effects):
        return before.pending is not None
    match effects[0] if effects else None:
        case fx.AllocationLaid():
            return any(one.allocation for one in before.sides)
        case fx.BidLaid():
            return any(one.bid for one in before.sides)
        case fx.Deployed() as effect:
            return any(one.side == effect.seat and one.square for one in before.fleets)
        case fx.Moved():
            sailed = _sailed(before)
            under_way = bool(sailed) or before.double == "in-use"
            return under_way and all(one.square for one in sailed)
        case fx.DoubleMoveBegun():
            return False
    return before.pending is not None or all(isinstance(effect, CLERICAL) for effect in effects)


def _moved(before: State, after: State, effects: Sequence[Any]) -> str:
    """How far a side's movement has come, once there is more to tell than one event does."""
    if not before.mover or not any(isinstance(effect, fx.Moved) for effect in effects):
        return ""
    if not _continues(before, effects):
        return ""
    return sentence(f"{side(before, before.mover)} move {count_of(len(_sailed(after)), 'fleet')}")


def _sailed(state: State) -> list[Fleet]:
    """The mover's fleets that have moved or left; those that ran in a check tell of it there."""
    moved = [one for one in state.fleets if one.moved and one.control == state.mover]
    return [one for one in moved if one.check != "R"]


def _deployed(before: State, after: State, effects: Sequence[Any]) -> str:
    seats = {effect.seat for effect in effects if isinstance(effect, fx.Deployed)}
    if not seats or not _continues(before, effects):
        return ""
    seat = seats.pop()
    there = sum(one.side == seat and bool(one.square) for one in after.fleets)
    return sentence(f"{side(before, seat)} set up {count_of(there, 'fleet')}")


def _actor(state: State, effect: Any) -> str:
    """The seat that an effect's sentence is about."""
    match effect:
        case fx.AllocationsOpened() | fx.Begun():
            return ""
        case fx.PhaseBegun() | fx.TurnBegun():
            return state.mover or ""
        case fx.BattleEnded():
            return effect.winner or ""
        case fx.Routed() | fx.LeftBoard():
            fleet = state.fleet(effect.fleet)
            return fleet.control if fleet is not None else ""
    return getattr(effect, "seat", None) or state.mover or ""
