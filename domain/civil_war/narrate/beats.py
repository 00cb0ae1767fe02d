"""Which events are told together: a battle with its losses and retreats, a segment and its end."""

from collections.abc import Sequence
from typing import Any

from iacta.domain.civil_war import changes as ch
from iacta.domain.civil_war import effects as fx
from iacta.domain.civil_war.narrate.adjustments import ADJUSTMENTS
from iacta.domain.civil_war.narrate.map import INITIATIVE, won
from iacta.domain.civil_war.state import SEATS, State
from iacta.domain.kernel.contract.system import Beat

CLERICAL = {fx.MarchesEnded, fx.SegmentBegun, fx.PhaseBegun}
"""Effects that are told with whatever came before them."""

SEATLESS = {fx.SegmentBegun, fx.PhaseBegun}
"""Effects that no seat brings about."""

ANSWERS = (fx.LossesChosen, fx.Retreated, fx.LegioDeserted)
"""What is chosen after a battle or an event, and told with it unless it ends the year."""


def beat(
    before: State, after: State, effects: Sequence[fx.AnyEffect | ch.AnyChange], text: Sequence[str]
) -> Beat:
    """An event's place in the story; ``text`` is what is said of it."""
    kinds = {type(effect) for effect in effects}
    end = next((one for one in effects if isinstance(one, fx.WarWon)), None)
    if end is not None:
        return Beat(_actor(end), headline=won(after, end)[0])
    if fx.ControlSettled in kinds and fx.CombatResolved not in kinds:
        return Beat(headline=next(line for line in text if line.startswith(ADJUSTMENTS)))
    answers = bool(effects) and isinstance(effects[0], ANSWERS)
    if answers and fx.InitiativeTaken in kinds:
        return Beat(headline=next(line for line in text if INITIATIVE in line))
    headline = text[0] if fx.CombatResolved in kinds else ""
    first = min(effects, key=lambda effect: type(effect) in SEATLESS, default=None)
    return Beat(_actor(first), continues=answers or kinds <= CLERICAL, headline=headline)


def _actor(effect: Any) -> str:
    """The seat that an effect's sentence is about."""
    match effect:
        case fx.CombatResolved():
            force = effect.attacker if effect.winner == "attacker" else effect.defender
            seat = force.side
        case fx.WarWon():
            seat = effect.winner
        case fx.YearEventRolled() | fx.SegmentBegun():
            seat = ""
        case _:
            seat = getattr(effect, "seat", "")
    return seat if seat in SEATS else ""
