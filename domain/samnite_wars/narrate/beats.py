"""Which events are told together: one battle with its efforts, one question with its answers."""

from collections.abc import Sequence
from typing import Any

from iacta.domain.kernel.contract.system import Beat
from iacta.domain.samnite_wars import changes as ch
from iacta.domain.samnite_wars import effects as fx
from iacta.domain.samnite_wars.state import State

CLERICAL = {
    fx.AnswerLaid,
    fx.DiscardLaid,
    fx.Dealt,
    fx.EffortLaid,
    fx.EnemyAllyNamed,
    fx.EnemyNamed,
    fx.Gave,
    fx.GiftsAwaited,
    fx.PhaseBegun,
    fx.RebelsNamed,
    fx.Renewed,
    fx.TopShown,
    fx.WindowClosed,
    fx.WindowOpened,
}
"""Effects that are told with whatever came before them."""

OUTCOMES = (
    fx.BattleBegun,
    fx.BattleFought,
    fx.Conquered,
    fx.EventRolled,
    fx.GameEnded,
    fx.RebelsChosen,
    fx.TurnBegun,
    fx.WarNegated,
)
"""What an event is about, if cards, votes and discards led to it: its headline."""


def beat(
    before: State,
    after: State,
    effects: Sequence[fx.AnyEffect | ch.AnyChange],
    outcomes: Sequence[str],
) -> Beat:
    """An event's place in the story; ``outcomes``: what is said of what it is about."""
    kinds = {type(effect) for effect in effects}
    outcome = {fx.BattleFought, fx.RebelsChosen} & kinds
    ended = fx.GameEnded in kinds
    bought = kinds <= CLERICAL | {fx.TreasuryChanged} and fx.Dealt in kinds
    continues = not ended and bool(outcome or kinds <= CLERICAL or bought)
    headline = outcomes[0] if outcomes and (outcome or not continues) else ""
    return Beat(_actor(before, after, effects), continues=continues, headline=headline)


def _actor(before: State, after: State, effects: Sequence[Any]) -> str:
    """The player whom the event's first sentence is about."""
    for effect in sorted(effects, key=_weight):
        match effect:
            case fx.GameEnded():
                best = max(player.prestige for player in after.players)
                won = [player.seat for player in after.players if player.prestige == best]
                return won[0] if len(won) == 1 else ""
            case fx.BattleFought():
                battle = before.current_battle
                return before.consul if effect.winner == "rome" else battle.enemy or ""
            case fx.BattleBegun():
                return before.consul if effect.kind != "war" else ""
            case fx.TurnBegun():
                return effect.consul
            case fx.EventRolled() | fx.RebelsChosen() | fx.FreedomRolled():
                return ""
            case fx.PhaseBegun() | fx.WindowOpened() | fx.WindowClosed():
                continue
        if getattr(effect, "seat", ""):
            return str(effect.seat)
    return ""


def _weight(effect: Any) -> int:
    """What the first sentence is about comes first."""
    match effect:
        case fx.GameEnded() | fx.BattleFought() | fx.Conquered() | fx.WarNegated():
            return 0
        case fx.RebelsChosen() | fx.TurnBegun() | fx.EventRolled() | fx.BattleBegun():
            return 1
        case fx.CardsPlayed():
            return 2
        case fx.AnswerLaid() | fx.DiscardLaid() | fx.EffortLaid():
            return 4
        case _:
            return 3
