"""Effects as sentences: the headline, then the details. Written when read, never recorded."""

from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from iacta.domain.kernel.contract.narration import Mark, tell
from iacta.domain.kernel.contract.system import Known, Story
from iacta.domain.kernel.contract.words import count_of, listed, sentence, signed
from iacta.domain.samnite_wars import changes as ch
from iacta.domain.samnite_wars import effects as fx
from iacta.domain.samnite_wars.evolve import evolve
from iacta.domain.samnite_wars.narrate import battle
from iacta.domain.samnite_wars.rules import hands
from iacta.domain.samnite_wars.state import State, words
from iacta.domain.samnite_wars.state.words import name

TITLES = {
    "revolt": "a revolt",
    "peace": "peace",
    "raids": "raids",
    "war": "war",
    "pax": "Pax Romana",
}

SAID_BY: Mapping[type, set[type]] = {
    fx.EffortLaid: {fx.BattleFought},
    fx.AnswerLaid: {fx.WindowClosed},
    fx.DiscardLaid: {fx.TurnEnded},
    fx.CardsPlayed: {fx.BattleFought},
}
"""Effects left out when the event has a later one that covers them: effect → covered by."""


def narrate(before: State, effects: Sequence[fx.AnyEffect | ch.AnyChange], known: Known) -> Story:
    """The story of an event for a reader who knows ``known``: its sentences and marks."""
    kinds = {type(effect) for effect in effects}

    def lines(state: State, after: State, effect: fx.AnyEffect | ch.AnyChange) -> list[str]:
        said = kinds & SAID_BY.get(type(effect), set())
        return [] if said else _describe(state, after, effect, known)

    return tell(before, effects, evolve, lines, lambda state, effect: _marks(effect), quiet=_quiet)


def _quiet(before: State, after: State) -> str:
    """The sentence for an event without effects worth narrating."""
    if before.step == "strategy":
        return f"{name(before.consul)} keeps the gold."
    return "The turn goes on."


def _marks(effect: Any) -> list[Mark]:
    match effect:
        case fx.TurnBegun():
            note = f"{name(effect.consul)} is Consul"
            return [{"kind": "chapter", "label": f"Turn {effect.turn}", "note": note}]
        case fx.BattleFought():
            return [{"kind": "battle"}]
        case fx.Conquered():
            return [{"kind": "conquest"}]
        case fx.RegionFreed():
            return [{"kind": "loss"}]
        case fx.GameEnded():
            return [{"kind": "end"}]
        case _:
            return []


def _describe(
    before: State, after: State, effect: fx.AnyEffect | ch.AnyChange, known: Known
) -> list[str]:
    if isinstance(effect, ch.AnyChange):
        return [_ruled(effect)]
    if isinstance(effect, fx.TurnEffect):
        return _turn(after, effect)
    if isinstance(effect, fx.DeckEffect):
        return _deck(before, after, effect, known)
    if isinstance(effect, fx.AccountEffect):
        return _account(effect)
    if isinstance(effect, fx.BattleEffect):
        return battle.describe(before, effect, known)
    match effect:
        case fx.EventRolled():
            return _event(effect)
        case fx.WindowOpened():
            return [sentence(f"asked for cards: {listed(_names(effect.asked))}")]
        case fx.AnswerLaid():
            return [f"{name(effect.seat)} has answered."]
        case fx.WindowClosed():
            return ["All have answered."]
        case fx.CardsPlayed():
            return [f"{name(effect.seat)} plays {listed(effect.cards)}."]
        case fx.CampaignForbidden():
            return ["Plague: no campaign this turn."]
        case fx.WarNegated():
            return [f"The war is negated by {effect.card}; Pax Romana instead."]
        case fx.RebelsNamed():
            return [f"{name(effect.seat)} names the {effect.region} to rebel."]
        case fx.RebelsChosen():
            return battle.rebels(effect)
        case _:
            assert_never(effect)


def _names(seats: Sequence[str]) -> list[str]:
    return [name(seat) for seat in seats]


def _turn(after: State, effect: fx.TurnEffect) -> list[str]:
    match effect:
        case fx.Began():
            return [f"{listed(_names(effect.seats))} play for the growth of Rome."]
        case fx.SetUpRolled():
            shares = zip(after.players, effect.prestige, strict=True)
            parts = [f"{name(player.seat)} {face}" for player, face in shares]
            line = words.rounds(effect.rounds, [name(one.seat) for one in after.players])
            return [
                f"Starting PT: {', '.join(parts)}. The Treasury holds {effect.coins}.",
                f"For the first Consul: {line}.",
            ]
        case fx.TurnBegun():
            return [f"Turn {effect.turn}: {name(effect.consul)} is Consul."]
        case fx.PhaseBegun():
            return []
        case fx.TurnEnded():
            return [f"Turn {effect.turn} is over."]
        case fx.GameEnded():
            best = max(player.prestige for player in after.players)
            won = [name(one.seat) for one in after.players if one.prestige == best]
            wins = "wins" if len(won) == 1 else "share the victory"
            return [f"The game ends: {effect.reason}.", f"{listed(won)} {wins}, {best} PT."]
        case _:
            assert_never(effect)


def _deck(before: State, after: State, effect: fx.DeckEffect, known: Known) -> list[str]:
    match effect:
        case fx.Shuffled():
            return [f"{effect.left} cards are shuffled."]
        case fx.Renewed():
            return [f"The deck was empty: {effect.left} cards of the discard are shuffled."]
        case fx.TopShown():
            return [f"On top of the deck: {effect.card}."] if effect.card else []
        case fx.Dealt():
            return [_dealt(before, after, effect, known)]
        case fx.DiscardLaid():
            return [f"{name(effect.seat)} has chosen what to discard."]
        case fx.Discarded():
            if not effect.count:
                return []
            return [f"{name(effect.seat)} discards {count_of(effect.count, 'card')}."]
        case _:
            assert_never(effect)


def _dealt(before: State, after: State, effect: fx.Dealt, known: Known) -> str:
    """Who draws how many cards, and which ones if the reader may see the hand."""
    parts = f"{name(effect.seat)} draws {count_of(effect.count, 'card')}"
    old, new = before.player(effect.seat), after.player(effect.seat)
    had = hands.visible_hand(old, known) if old else None
    has = hands.visible_hand(new, known) if new else None
    if had is None or has is None:
        return f"{parts}."
    return f"{parts}: {', '.join(card for card in has if card not in had)}."


def _account(effect: fx.AccountEffect) -> list[str]:
    match effect:
        case fx.Taxed():
            sum_ = f"2 + {effect.regions} = {effect.coins}"
            return [f"Taxes: {sum_} gold; the Treasury holds {effect.total}."]
        case fx.Corrupted():
            return [f"Corruption takes {effect.lost} gold; {effect.total} are left."]
        case fx.TreasuryChanged():
            held = f"the Treasury holds {effect.total}"
            return [sentence(f"{effect.reason}: {signed(effect.change)} gold; {held}")]
        case fx.PrestigeChanged():
            dice = f" ({' + '.join(map(str, effect.faces))} rolled)" if effect.faces else ""
            gain = f"{signed(effect.change)} PT for {name(effect.seat)}"
            return [sentence(f"{effect.reason}: {gain}{dice}, who has {effect.total}")]
        case _:
            assert_never(effect)


def _event(effect: fx.EventRolled) -> list[str]:
    event = effect.event
    lines = [f"The event is {TITLES[event.rolled]}: {event.face} rolled."]
    if event.region_face is not None:
        way = f"; {event.how}" if event.how else ""
        goal = f" of the {event.region}" if event.kind == "revolt" and event.region else ""
        if event.kind == "war":
            goal = f" with the {event.region}"
        lines.append(f"On the region table {event.region_face}{way}: {TITLES[event.kind]}{goal}.")
    return lines


def _ruled(change: ch.AnyChange) -> str:
    match change:
        case ch.SetPrestige():
            return f"{name(change.seat)} has {change.prestige} PT."
        case ch.SetTreasury():
            return f"The Treasury holds {change.coins} gold."
        case ch.SetTokens():
            return f"On the {change.region}: {count_of(change.tokens, 'token')}."
        case ch.SetBattleLost():
            lost = "has lost" if change.lost else "has not lost"
            return f"Rome {lost} a battle in its last turn."
        case _:
            assert_never(change)
