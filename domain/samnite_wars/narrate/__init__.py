"""Effects as sentences: the headline, then the details. Written when read, never recorded."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, assert_never

import msgspec

from iacta.domain.kernel.contract.narration import Mark, tell
from iacta.domain.kernel.contract.system import Known, Story
from iacta.domain.kernel.contract.words import count_of, listed, number, sentence
from iacta.domain.samnite_wars import changes as ch
from iacta.domain.samnite_wars import effects as fx
from iacta.domain.samnite_wars.evolve import evolve
from iacta.domain.samnite_wars.narrate import battle
from iacta.domain.samnite_wars.narrate.beats import OUTCOMES, beat
from iacta.domain.samnite_wars.rules import hands, peace, turns
from iacta.domain.samnite_wars.rules.aftermath import YOKE
from iacta.domain.samnite_wars.state import HOME, Player, State, TurnEvent, words
from iacta.domain.samnite_wars.state.words import name
from iacta.domain.samnite_wars.tables import BY_NAME

PAX, FORTIFIED = "Pax Romana", "fortifications"
"""recorded of a Consul's choice, with what it brings and costs"""

TITLES = {
    "revolt": "a revolt",
    "peace": "peace",
    "raids": "raids",
    "war": "war",
    "pax": PAX,
}

NOBODY = "Nobody plays a card."
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
AS_ROLLED = ", as rolled"
"""said of a sum that is the die itself"""
DRAWS, DISCARDS, CORRUPTION = " draws ", " discards ", "Corruption takes "
GAINS, LOSES = " gains ", " loses "
"""what is told in one sentence of several players, or of several times"""
CARDS = (" card.", " cards.")
"""how a sentence ends that says how many cards, and not which"""
CAMPAIGN, CAMPAIGN_WON = "the campaign", "a campaign won"
"""recorded of what the Treasury pays for one, and of what it brings"""

HOARD = "the gold in the Treasury"
"""recorded of the PT for it; none of it is spent"""

SAID_BY: Mapping[type, set[type]] = {
    fx.EffortLaid: {fx.BattleFought},
    fx.AnswerLaid: {fx.WindowClosed},
    fx.DiscardLaid: {fx.TurnEnded},
    fx.TurnEnded: {fx.TurnBegun, fx.GameEnded},
    fx.WindowClosed: {fx.CardsPlayed},
    fx.CardsPlayed: {fx.BattleFought},
    fx.BattleBegun: {fx.RebelsChosen},
    fx.RegionFreed: {fx.FreedomRolled},
}
"""Effects left out when the event has another that covers them: effect → covered by."""


def narrate(before: State, effects: Sequence[fx.AnyEffect | ch.AnyChange], known: Known) -> Story:
    """The story of an event for a reader who knows ``known``: its sentences and marks."""
    kinds = {type(effect) for effect in effects}
    only_foe = len(before.players) == 2 and fx.RebelsChosen in kinds
    claims = {effect.card for effect in effects if isinstance(effect, fx.Conquered | fx.WarNegated)}
    # What is bought is drawn at once, unless the deck is made anew in between.
    bought = any(map(_buys, effects)) and fx.Renewed not in kinds
    won = _won(effects)
    outcomes: list[str] = []
    named: tuple[str, ...] = ()
    answers: Sequence[Player] = ()

    def lines(state: State, after: State, effect: fx.AnyEffect | ch.AnyChange) -> list[str]:
        nonlocal named, answers
        if isinstance(effect, fx.WindowClosed):
            answers = state.players
        if kinds & SAID_BY.get(type(effect), set()):
            return []
        if isinstance(effect, fx.CardsPlayed) and claims >= {*effect.cards}:
            return []
        if isinstance(effect, fx.RebelsNamed) and only_foe:
            return []
        named = effect.cards if isinstance(effect, fx.CardsPlayed) else named
        found = _describe(state, after, effect, known, named)
        if isinstance(effect, fx.Dealt) and bought and found[0].endswith(CARDS):
            return []
        named = (effect.reason,) if isinstance(effect, fx.PrestigeChanged) else named
        if effect is won:
            return []
        if isinstance(effect, fx.BattleFought) and won is not None:
            found[0] = f"{found[0].removesuffix('.')}; {_prestige(after, won, (won.reason,))}"
        if isinstance(effect, OUTCOMES):
            outcomes.extend(found[:1])
        if isinstance(effect, fx.Conquered | fx.WarNegated):
            return [*found, *_forestalled(answers, effect, known)]
        return found

    story = tell(
        before,
        effects,
        evolve,
        lines,
        lambda state, effect: _marks(effect),
        rank=_rank,
        quiet=_quiet,
        beat=lambda start, end, told, text: beat(
            start, end, told, outcomes or [line for line in _together(text) if line != NOBODY]
        ),
    )
    return msgspec.structs.replace(story, text=tuple(_together(story.text)))


def _won(effects: Sequence[Any]) -> fx.PrestigeChanged | None:
    """What a battle brings or costs the Consul, told with who won it; None without a battle."""
    after = itertools.dropwhile(lambda effect: not isinstance(effect, fx.BattleFought), effects)
    return next((effect for effect in after if isinstance(effect, fx.PrestigeChanged)), None)


def _buys(effect: Any) -> bool:
    """Whether the Treasury pays for cards. SW P10."""
    return isinstance(effect, fx.TreasuryChanged) and effect.rule == "SW P10"


def _rank(effect: Any) -> int:
    """A campaign comes before what it costs. SW P13."""
    return 1 if isinstance(effect, fx.TreasuryChanged) and effect.reason == CAMPAIGN else 0


def _together(text: Sequence[str]) -> Iterator[str]:
    """One sentence for what several players draw or discard, for a run of corruption, and for PT
    that the same player gains or loses in a row.
    """
    for deed, lines in itertools.groupby(text, _deed):
        first, *others = [line.removesuffix(".") if deed else line for line in lines]
        if deed == CORRUPTION:
            takes, left = zip(*(one.split(" gold and ") for one in (first, *others)), strict=True)
            lost = listed([one.removeprefix(CORRUPTION) for one in takes], "and then")
            yield f"{CORRUPTION}{lost} gold and {left[-1]}."
        elif deed.endswith((GAINS, LOSES)):
            sums = [one.removeprefix(deed).rpartition(": ") for one in (first, *others)]
            yield f"{deed}{listed([what for what, _, _ in sums])}: {sums[-1][2]}."
        elif deed:
            yield _in_a_row(deed, [first, *others])
        else:
            yield from (first, *others)


def _in_a_row(deed: str, lines: Sequence[str]) -> str:
    """Who draws or discards how many: `Fabius and Papirius draw two cards each.`"""
    names, counts = zip(*(one.split(deed) for one in lines), strict=True)
    if len(names) > 1 and len({*counts}) == 1:
        return f"{listed(names)}{deed.removesuffix('s ')} {counts[0]} each."
    others = [one.replace(deed, " ").rpartition(" ")[0] for one in lines[1:]]
    return f"{listed([lines[0], *others])}."


def _deed(line: str) -> str:
    """What a sentence shares with others of its kind; cards that are named are told apart."""
    if line.startswith(CORRUPTION):
        return CORRUPTION
    for deed in (GAINS, LOSES):
        who, found, what = line.partition(deed)
        if found and " PT " in what:  # a sum without its reason stands alone
            return who + deed
    counted = line.endswith(CARDS)
    return next((deed for deed in (DRAWS, DISCARDS) if counted and deed in line), "")


def _quiet(before: State, after: State) -> str:
    """The sentence for an event without effects worth narrating."""
    match before.step:
        case "strategy":
            return f"{name(before.consul)} buys no cards."
        case "pax":
            return f"{name(before.consul)} plays no more Peace cards."
        case "raids":
            return f"{name(before.consul)} fortifies for nothing: the Treasury is empty."
        case _:
            return "The turn goes on."


def _marks(effect: Any) -> list[Mark]:
    match effect:
        case fx.TurnBegun():
            # Who is Consul, the beat that it begins says.
            return [{"kind": "chapter", "label": f"Turn {effect.turn}"}]
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
    before: State,
    after: State,
    effect: fx.AnyEffect | ch.AnyChange,
    known: Known,
    named: Sequence[str],
) -> list[str]:
    """An effect in words; ``named``: the cards last told as played, or the last reason of PT."""
    if isinstance(effect, ch.AnyChange):
        return [_ruled(effect)]
    if isinstance(effect, fx.TurnEffect):
        return _turn(after, effect)
    if isinstance(effect, fx.DeckEffect):
        return _deck(before, after, effect, known)
    if isinstance(effect, fx.AccountEffect):
        return _account(before, effect, named)
    if isinstance(effect, fx.BattleEffect):
        return battle.describe(before, after, effect, known)
    match effect:
        case fx.EventRolled():
            return [*_event(effect), *_barred(before, effect)]
        case fx.WindowOpened():
            everybody = len(effect.asked) == len(before.players)
            return [] if everybody else [f"{listed(_names(effect.asked))} may play cards."]
        case fx.AnswerLaid():
            return [_answered(after, effect.seat)]
        case fx.WindowClosed():
            return [NOBODY]
        case fx.CardsPlayed():
            return [f"{name(effect.seat)} plays {listed(effect.cards)}.", *_spared(before, effect)]
        case fx.CampaignForbidden():
            return ["No campaign this turn."]
        case fx.WarNegated():
            return [f"{name(effect.seat)} plays {effect.card}: {PAX} instead of war."]
        case fx.RebelsNamed():
            return [f"{name(effect.seat)} names the {effect.region} to rebel."]
        case fx.RebelsChosen():
            return battle.rebels(effect)
        case _:
            assert_never(effect)


def _spared(before: State, effect: fx.CardsPlayed) -> list[str]:
    """That a card costs no PT where Rome did not attack. SW-45."""
    if before.battle is None or before.battle.attacker == "rome":
        return []
    yokes = [card for card in effect.cards if BY_NAME[card].effect == YOKE]
    return [f"{card} costs no PT, as Rome did not attack." for card in yokes]


def _forestalled(
    answers: Sequence[Player], effect: fx.Conquered | fx.WarNegated, known: Known
) -> Iterator[str]:
    """The cards that were laid to count alone, and do not: only who may see them is told."""
    for player in answers:
        card = known.get(player.claim)
        if card is not None and player.seat != effect.seat:
            yield f"{name(player.seat)} keeps {card}: only {effect.card} counts."


def _answered(after: State, seat: str) -> str:
    """`Papirius has answered, first of three`: what, nobody hears before all have."""
    asked = len(after.window.asked) if after.window else 0
    return f"{name(seat)} has answered, {_place(after, asked)}."


def _place(after: State, of: int) -> str:
    """Where in a row of so many a player stands who has just laid a choice: `second of three`."""
    laid = sum(bool(player.laid) for player in after.players)
    return f"{ORDINALS[laid - 1]} of {number(of)}"


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
                f"Starting PT: {', '.join(parts)}. The Treasury starts with {effect.coins} gold.",
                f"Rolled for the first Consul: {line}.",
            ]
        case fx.TurnBegun():
            return [f"Turn {effect.turn}: {name(effect.consul)} is Consul."]
        case fx.PhaseBegun():
            return []
        case fx.TurnEnded():
            return [f"Turn {effect.turn} is over."]
        case fx.GameEnded():
            return _ended(after, effect)
        case _:
            assert_never(effect)


def _ended(after: State, effect: fx.GameEnded) -> list[str]:
    """Who wins by how much, and how it ended: the Consul declared it, or the last turn is over."""
    ranked = sorted(after.players, key=lambda player: -player.prestige)
    won = turns.winners(after)
    others = itertools.groupby(ranked[len(won) :], lambda player: player.prestige)
    behind = [_behind([one.seat for one in alike], prestige) for prestige, alike in others]
    ahead = f", ahead of {listed(behind)}" if behind else ""
    score = f"with {ranked[0].prestige} PT{ahead}"
    wins = "wins" if len(won) == 1 else "share the victory"
    victory = f"{listed(_names(won))} {wins} {score}."
    if effect.declared_by is None:
        return [victory, sentence(effect.reason)]
    regions = count_of(len(after.controlled), "region")
    consul = f"{name(effect.declared_by)}, Consul with {regions}, ends the game"
    if won == (effect.declared_by,):
        return [f"{consul} and wins {score}."]
    return [victory, f"{consul}."]


def _behind(seats: Sequence[str], prestige: int) -> str:
    """`Papirius with 12`, `Papirius and Valerius with 12 each`."""
    return f"{listed(_names(seats))} with {prestige}{' each' if len(seats) > 1 else ''}"


def _deck(before: State, after: State, effect: fx.DeckEffect, known: Known) -> list[str]:
    match effect:
        case fx.Shuffled():
            return [f"{effect.left} cards are shuffled."]
        case fx.Renewed():
            return [f"The deck is empty: {effect.left} discarded cards make a new one."]
        case fx.TopShown():
            return [f"On top of the deck: {effect.card}."] if effect.card else []
        case fx.Dealt():
            return [_dealt(before, after, effect, known)]
        case fx.DiscardLaid():
            choosing = [one for one in after.players if one.cards]
            chosen = f"{name(effect.seat)} has chosen what to discard"
            return [f"{chosen}, {_place(after, len(choosing))}."]
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


def _account(before: State, effect: fx.AccountEffect, named: Sequence[str]) -> list[str]:
    match effect:
        case fx.Taxed():
            regions = "the region" if effect.regions == 1 else "the regions"
            sum_ = f"2 + {effect.regions} for {regions} = {effect.coins}"
            return [f"Taxes: {sum_} gold; the Treasury holds {effect.total}."]
        case fx.Corrupted():
            return [f"{CORRUPTION}{effect.lost} gold and leaves {effect.total}."]
        case fx.TreasuryChanged():
            return [_treasury(before, effect, named)]
        case fx.PrestigeChanged():
            return [_prestige(before, effect, named)]
        case _:
            assert_never(effect)


def _treasury(before: State, effect: fx.TreasuryChanged, named: Sequence[str]) -> str:
    gold, left = f"{abs(effect.change)} gold", f"{effect.total or 'nothing'} left"
    if effect.change > 0:
        why = _why(effect.reason, "from", named)
        rolled = AS_ROLLED if effect.reason == CAMPAIGN_WON else ""
        return f"The Treasury gains {gold}{why}{rolled}: {effect.total} in all."
    if effect.rule == "SW P24":
        return f"The whole Treasury, {gold}, is lost{_why(effect.reason, 'to', named)}."
    if effect.rule in ("SW P15", "SW-29"):
        rounded = {-1: " (rounded down)", 1: " (rounded up)"}.get(-effect.change - effect.total, "")
        return f"Half the Treasury, {gold}{rounded}, is lost with the war: {left}."
    if _buys(effect):
        cards = count_of(-effect.change, "card")
        return f"{name(before.consul)} buys {cards} for {gold}: {left} in the Treasury."
    if effect.reason.startswith(FORTIFIED):
        die = effect.reason.replace(f" ({-effect.change} rolled)", AS_ROLLED)
        paid = f"{gold}{die.removeprefix(FORTIFIED)}"
        return f"{name(before.consul)} fortifies for {paid}: {left} in the Treasury."
    return f"The Treasury pays {gold}{_why(effect.reason, 'for', named)}: {left}."


def _prestige(before: State, effect: fx.PrestigeChanged, named: Sequence[str]) -> str:
    """What really came or went, and what was due: a pile holds no fewer than none. SW-7."""
    had = before.seated(effect.seat).prestige
    dice = f" ({' + '.join(map(str, effect.faces))} rolled)" if effect.faces else ""
    if effect.faces == (effect.total - had,):
        dice = AS_ROLLED
    gains, who = effect.total > had, name(effect.seat)
    if effect.reason == PAX and before.step == "peace" and _free_to_campaign(before):
        return f"{who} chooses {PAX} and gains {effect.total - had} PT: {effect.total} in all."
    why = f"{_why(effect.reason, 'from' if gains else 'to', named)}{dice}"
    if gains:
        return f"{who} gains {effect.total - had} PT{why}: {effect.total} in all."
    if not had:
        return f"{who} should lose {-effect.change} PT{why}, but has none."
    if had < -effect.change:
        return f"{who} should lose {-effect.change} PT{why}, but has only {had}: none left."
    return f"{who} loses {had - effect.total} PT{why}: {effect.total or 'none'} left."


def _free_to_campaign(state: State) -> bool:
    """Whether the Consul has a choice, as far as everybody can see: not by a levy card of his."""
    return peace.campaign_refusal(state, levy=False) is None and bool(peace.targets(state))


def _why(reason: str, card: str, named: Sequence[str]) -> str:
    """` from Tribute`, ` to Scandal`, ` for a war lost`; nothing if it was just ``named``.

    ``card``: what stands before a card.
    """
    if [*named] == [reason]:
        return ""
    if reason == HOARD:
        return f" for {reason.replace(' in ', ' that stays in ')}"
    return f" {card} {reason}" if reason in BY_NAME else f" for {reason}"


def _event(effect: fx.EventRolled) -> list[str]:
    """What the event is, then how it was rolled and why it is another than was rolled."""
    event = effect.event
    what = TITLES[event.kind]
    if event.region is not None:
        verb = "revolt" if event.kind == "revolt" else ""
        what = f"the {event.region} {verb}" if verb else f"war with the {event.region}"
    rolled = f"{event.face} on the event table"
    if event.region_face is None:
        return [sentence(f"{what}: {rolled}")]
    instead = "" if event.kind == "war" else " in place of a war"
    line = f"{what}{instead}: {rolled}, {event.region_face} on the region table"
    return [sentence(line), *_how(event)]


def _barred(before: State, effect: fx.EventRolled) -> list[str]:
    """What a lost battle forbids where the Consul could else march. SW P20."""
    if not before.battle_lost or effect.event.kind not in ("peace", "raids"):
        return []
    return ["Rome lost a battle in its last turn: a campaign needs Recruitment or Conscription."]


def _how(event: TurnEvent) -> list[str]:
    """Why it is another event, or another people, than was rolled."""
    if not event.how:
        return []
    if event.kind == "revolt" and event.region is None:
        return [f"A war with the {HOME} is a revolt."]
    substitute = f"; the {event.region} stand in" if event.kind == "war" else ""
    return [sentence(f"{event.how}{substitute}")]


def _ruled(change: ch.AnyChange) -> str:
    match change:
        case ch.SetPrestige():
            return f"{name(change.seat)} has {change.prestige} PT."
        case ch.SetTreasury():
            return f"The Treasury holds {change.coins} gold."
        case ch.SetTokens():
            return f"Rome has {count_of(change.tokens, 'token')} on the {change.region}."
        case ch.SetBattleLost():
            lost = "has lost" if change.lost else "has not lost"
            return f"Rome {lost} a battle in its last turn."
        case _:
            assert_never(change)
