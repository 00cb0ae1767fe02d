"""Battles as sentences: who fights whom, how the efforts add up, what follows."""

from collections.abc import Sequence
from typing import assert_never

from iacta.domain.kernel.contract.system import Known
from iacta.domain.kernel.contract.words import count_of, listed, sentence
from iacta.domain.samnite_wars import effects as fx
from iacta.domain.samnite_wars.rules import battles
from iacta.domain.samnite_wars.rules.aftermath import FREE_UP_TO
from iacta.domain.samnite_wars.state import Effort, State, words
from iacta.domain.samnite_wars.state.words import name


def describe(before: State, after: State, effect: fx.BattleEffect, known: Known) -> list[str]:
    """The sentences of one effect of a battle."""
    match effect:
        case fx.BattleBegun():
            return [_begun(effect)]
        case fx.EnemyNamed():
            lines = [_leads(before, effect.enemy)]
            if effect.ally is not None:
                lines.append(f"{name(before.consul)} takes {name(effect.ally)} as Rome's ally.")
            elif len(before.players) >= battles.PLAYERS_WITH_ALLIES:
                lines.append(f"{name(before.consul)} takes no ally for Rome.")
            return lines
        case fx.EnemyAllyNamed():
            leader = name(before.current_battle.enemy or "")
            ally = f"{name(effect.ally)} as an ally" if effect.ally else "no ally"
            return [f"{leader} takes {ally}."]
        case fx.GiftsAwaited():
            return [_due(after, effect.seats)]
        case fx.Gave():
            cards = known.get(effect.cards.sealed)
            what = listed(cards) if cards else count_of(effect.count, "card")
            return [f"{name(effect.seat)} gives {what} to {name(effect.to)}."]
        case fx.EffortLaid():
            return [f"{name(effect.seat)} has laid a War Effort."]
        case fx.BattleFought():
            return _fought(before, effect)
        case fx.FreedomRolled():
            return [_freedom(before, effect)]
        case fx.RegionFreed():
            return [f"The {effect.region} go free."]
        case fx.Conquered():
            return _conquered(before, effect)
        case _:
            assert_never(effect)


def rebels(effect: fx.RebelsChosen) -> list[str]:
    """The sentences for the region that rebels, and for a tied vote."""
    if not effect.tied:
        return [f"The {effect.region} rebel."]
    faces = words.rounds(effect.rounds, [f"for the {region}" for region in effect.tied])
    return [f"The {effect.region} rebel: the Foes are divided and roll, {faces}."]


def _due(state: State, seats: Sequence[str]) -> str:
    """Who must give cards, and how many: two, or all that there are. SW-38."""
    sizes = {battles.gift_size(state.seated(seat)) for seat in seats}
    each = " each" if len(seats) > 1 else ""
    what = count_of(sizes.pop(), "card") if len(sizes) == 1 else "up to two cards"
    return f"{listed([name(seat) for seat in seats])} must{each} give {what}."


def _begun(effect: fx.BattleBegun) -> str:
    if effect.latin_city:
        return "A Latin city rebels."
    match effect.kind:
        case "campaign":
            return f"Rome marches against the {effect.region}."
        case "revolt":
            return f"Rome marches against the rebel {effect.region}."
        case "war":
            return f"The {effect.region} march against Rome."


def _leads(state: State, enemy: str) -> str:
    """Who leads Rome's enemy: the only Foe, or whom the Consul names. SW P12, SW P13, SW P15."""
    if len(state.foes) == 1:
        return f"{name(enemy)} leads {_enemy(state)}."
    return f"{name(state.consul)} names {name(enemy)} to lead {_enemy(state)}."


def _enemy(state: State) -> str:
    """Rome's enemy in the battle, as a side is called."""
    battle = state.current_battle
    if battle.latin_city:
        return "the rebels"
    return f"the rebel {battle.region}" if battle.kind == "revolt" else f"the {battle.region}"


def _fought(before: State, effect: fx.BattleFought) -> list[str]:
    """Who won, the winner's force first; then how each side's adds up, and the tie's dice."""
    enemy = _enemy(before)
    beat = f"Rome beats {enemy}" if effect.winner == "rome" else f"{enemy} beat Rome"
    more, less = sorted((effect.rome.force, effect.enemy.force), reverse=True)
    how = f" by the dice after a tie at {more}" if effect.rounds else f", {more} to {less}"
    battle = before.current_battle
    ours = _effort(before, before.consul, effect.rome, battle.region)
    theirs = _effort(before, battle.enemy or "", effect.enemy)
    lines = [sentence(f"{beat}{how}"), f"Rome: {ours}.", sentence(f"{enemy}: {theirs}")]
    if effect.rounds:
        lines.append(f"Rolled for the tie: {words.rounds(effect.rounds, ('Rome', enemy))}.")
    return lines


def _freedom(before: State, effect: fx.FreedomRolled) -> str:
    """Whether a region goes free: the rebels' own, the only one, or one of the Consul's choice."""
    battle, subjects = before.current_battle, before.subjects
    die = f"{effect.face} rolled, 1 to {FREE_UP_TO} frees"
    if battle.kind == "revolt" or len(subjects) == 1:
        region = battle.region if battle.kind == "revolt" else subjects[0]
        return f"The {region} {'go free' if effect.frees else 'stay under Rome'}: {die} them."
    free = "A region goes free" if effect.frees else "No region goes free"
    return f"{free}: {die} one."


def _effort(before: State, seat: str, effort: Effort, foe: str = "") -> str:
    """`Legions 3 + Swords 2 (1 + 1, as Rome is civilized) = 5`; ``foe``: whom it is against."""
    if not effort.cards:
        return f"no card {'that may be laid' if before.seated(seat).cards else 'in hand'}, 0"
    cards = []
    for card in effort.cards:
        first, *more = card.parts
        reasons = [f"{first.value} + {part.value}, {_reason(part.reason)}" for part in more]
        if card.kind == "ally":
            reasons = [_allies(first.reason, opposed=card.name == foe)]
        shown = f" ({', '.join(reasons)})" if reasons else ""
        cards.append(f"{card.name} {card.force}{shown}")
    total = f" = {effort.force}" if len(cards) > 1 else ""
    return f"{' + '.join(cards)}{total}"


ENEMY = "the enemy are the "
"""Recorded of the enemy's own efforts, where the enemy would be Rome."""


def _reason(reason: str) -> str:
    return f"for {reason.removeprefix(ENEMY)}" if reason.startswith(ENEMY) else f"as {reason}"


def _allies(reason: str, *, opposed: bool) -> str:
    """Whose ally it is: its own people's, Rome's subject, or any. SW P21.

    ``opposed``: it fights its own people, for Rome.
    """
    if reason.startswith(ENEMY):
        return "their own card"
    if not opposed:
        return reason.removesuffix(" from elsewhere")
    ruled = reason.startswith("Rome ")
    why = f", as {reason.replace('controls', 'still controls')}" if ruled else ""
    return f"some fight for Rome against their own{why}"


def _conquered(before: State, effect: fx.Conquered) -> list[str]:
    region = before.region(effect.region)
    needed = region.needed if region else effect.tokens
    who, by = name(effect.seat), f"the {effect.region} with {effect.card}"
    token = f"places token {effect.tokens} of {needed} on"
    places = token if effect.tokens < needed else "conquers"
    rivals = [name(seat) for seat in effect.wanting]
    faces = words.rounds(effect.rounds, rivals)
    claim = f"{listed(rivals)} claim the {effect.region} and roll"
    rolled = f"{claim}, {faces}: " if faces else ""
    return [f"{rolled}{who} {places} {by}."]
