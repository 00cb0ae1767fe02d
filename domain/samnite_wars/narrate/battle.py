"""Battles as sentences: who fights whom, how the efforts add up, what follows."""

from typing import assert_never

from iacta.domain.kernel.contract.system import Known
from iacta.domain.kernel.contract.words import count_of, listed, signed
from iacta.domain.samnite_wars import effects as fx
from iacta.domain.samnite_wars.state import Effort, State, words
from iacta.domain.samnite_wars.state.words import name


def describe(before: State, effect: fx.BattleEffect, known: Known) -> list[str]:
    """The sentences of one effect of a battle."""
    match effect:
        case fx.BattleBegun():
            return [_begun(effect)]
        case fx.EnemyNamed():
            ally = f"; {name(effect.ally)} is Rome's ally" if effect.ally else ""
            return [f"{name(effect.enemy)} leads the enemy{ally}."]
        case fx.EnemyAllyNamed():
            if effect.ally is None:
                return ["The enemy takes no ally."]
            return [f"{name(effect.ally)} is the enemy's ally."]
        case fx.GiftsAwaited():
            return [f"{listed([name(seat) for seat in effect.seats])} will give cards."]
        case fx.Gave():
            cards = known.get(effect.cards.sealed)
            what = listed(cards) if cards else count_of(effect.count, "card")
            return [f"{name(effect.seat)} gives {what} to {name(effect.to)}."]
        case fx.EffortLaid():
            return [f"{name(effect.seat)} has laid a War Effort."]
        case fx.BattleFought():
            return _fought(before, effect)
        case fx.FreedomRolled():
            free = "a region goes free" if effect.frees else "no region goes free"
            return [f"{effect.face} rolled: {free}."]
        case fx.RegionFreed():
            return [f"The {effect.region} are free."]
        case fx.Conquered():
            return _conquered(before, effect)
        case _:
            assert_never(effect)


def rebels(effect: fx.RebelsChosen) -> list[str]:
    """The sentences for the region that rebels, and for a tied vote."""
    lines = [f"The {effect.region} rebel."]
    if effect.tied:
        lines.append(f"The Foes were divided: {words.rounds(effect.rounds, effect.tied)}.")
    return lines


def _begun(effect: fx.BattleBegun) -> str:
    if effect.latin_city:
        return "A Latin city rebels."
    match effect.kind:
        case "campaign":
            return f"Rome marches against the {effect.region}."
        case "revolt":
            return f"Rome marches against the rebels of the {effect.region}."
        case "war":
            return f"The {effect.region} march against Rome."


def _fought(before: State, effect: fx.BattleFought) -> list[str]:
    region = before.battle.region if before.battle else "enemy"
    wins = f"Rome beats the {region}" if effect.winner == "rome" else f"The {region} beat Rome"
    sums = f"{effect.rome.force} to {effect.enemy.force}"
    lines = [
        f"{wins}, {sums}.",
        f"Rome: {_effort(effect.rome)}.",
        f"The {region}: {_effort(effect.enemy)}.",
    ]
    if effect.rounds:
        tie = words.rounds(effect.rounds, ("Rome", "the enemy"))
        lines.append(f"The tie is broken: {tie}.")
    return lines


def _effort(effort: Effort) -> str:
    """`Legions 3 + Swords 2 (1, +1 Rome is civilized) = 5`."""
    if not effort.cards:
        return "no card, force 0"
    cards = []
    for card in effort.cards:
        first, *more = card.parts
        reasons = [f"{signed(part.value)} {part.reason}" for part in more]
        if card.kind == "ally":
            reasons = [first.reason]
        shown = f" ({', '.join(reasons)})" if reasons else ""
        cards.append(f"{card.name} {card.force}{shown}")
    return f"{' + '.join(cards)} = {effort.force}"


def _conquered(before: State, effect: fx.Conquered) -> list[str]:
    region = before.region(effect.region)
    needed = region.needed if region else effect.tokens
    tokens = f", token {effect.tokens} of {needed}" if needed > 1 else ""
    lines = [f"{name(effect.seat)} conquers the {effect.region} by {effect.card}{tokens}."]
    if effect.wanting:
        faces = words.rounds(effect.rounds, [name(seat) for seat in effect.wanting])
        lines.append(f"For the honour: {faces}.")
    return lines
