"""Effects in sentences, made at read time: the headline first, then the reckoning."""

import functools
import itertools
import operator
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, assert_never

from iacta.domain.de_bello_punico import changes as ch
from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.evolve import evolve
from iacta.domain.de_bello_punico.narrate import battle, movement
from iacta.domain.de_bello_punico.narrate.beats import beat
from iacta.domain.de_bello_punico.standing import turn_label
from iacta.domain.de_bello_punico.state import Army, State, words
from iacta.domain.de_bello_punico.state.keys import SideKey, other
from iacta.domain.de_bello_punico.state.pending import InitiativePending, RollPending
from iacta.domain.kernel.contract.narration import Mark, tell
from iacta.domain.kernel.contract.system import Known, Story
from iacta.domain.kernel.contract.words import count_of, listed, number, sentence


def narrate(before: State, effects: Sequence[fx.AnyEffect | ch.AnyChange], known: Known) -> Story:
    """An event in words, as its reader knows it."""
    kinds = {type(effect) for effect in effects}
    story = tell(
        before,
        effects,
        evolve,
        lambda state, after, effect: (
            [] if _told_better(effect, kinds) else _told(state, effect, known, effects)
        ),
        lambda state, effect: _marks(effect),
        rank=_rank,
        quiet=_quiet,
    )
    text = [_times(line, len([*same])) for line, same in itertools.groupby(story.text)]
    if fx.CombatResolved in kinds:
        text = _attack_second(before, effects, text)
    after = _after(before, effects)
    text = [*_and_next(_ended(before, effects), text), *movement.company(before, after, effects)]
    text = [*_they(before, text)]
    return Story(tuple(text), story.marks, beat(before, after, effects, text))


def _they(state: State, text: Sequence[str]) -> Iterator[str]:
    """The sentences, a unit that two in a row are about being named once."""
    names = [words.unit(state, one.id) for one in state.units]
    last = None
    for line in text:
        about = next((name for name in names if line.startswith(f"{name} ")), None)
        if about is not None and line.startswith(f"{about} and "):
            about = None
        yield line if about is None or about != last else f"They{line.removeprefix(about)}"
        last = about


def _attack_second(
    before: State, effects: Sequence[fx.AnyEffect | ch.AnyChange], text: Sequence[str]
) -> list[str]:
    """Who supported an attack is told after its outcome and before its dice."""
    declared = (effect for effect in effects if isinstance(effect, fx.AttackDeclared))
    made = [line for effect in declared for line in battle.supported(before, effect)]
    return [text[0], *made, *(line for line in text[1:] if line not in made)]


def _after(state: State, effects: Sequence[fx.AnyEffect | ch.AnyChange]) -> State:
    return functools.reduce(evolve, effects, state)


def _times(line: str, times: int) -> str:
    """What is told several times over, once: `spends two Command Points`."""
    if times == 1:
        return line
    return line.replace("a Command Point", f"{number(times)} Command Points")


def _rank(effect: Any) -> int:
    """What is told first: a death, then an outcome; last a price, a reroll, a new turn, the end."""
    match effect:
        case fx.LeaderResolved(dead=True) | fx.LeaderTaken():
            return 0
        case fx.AttackDropped() | fx.ElephantRolled() | fx.ElephantResolved():
            return 1
        case fx.InitiativeRolled() | fx.InitiativeResolved():
            return 1
        case fx.CombatResolved() | fx.VolleyResolved():
            return 1
        case fx.MarkerUsed() if effect.worth:
            return 3
        case fx.LeaderMustWithdraw() | fx.Rerolled():
            return 3
        case fx.TurnBegun() | fx.BattleEnded():
            return 4
        case _:
            return 2


BETTER: dict[type, tuple[type, ...]] = {
    fx.AttackDeclared: (fx.AttackDropped,),
    fx.CombatRolled: (fx.CombatResolved,),
    fx.InitiativeRolled: (fx.InitiativeResolved,),
    fx.VolleyRolled: (fx.VolleyResolved,),
    fx.ElephantRolled: (fx.ElephantResolved,),
    fx.LeaderRolled: (fx.LeaderResolved,),
    fx.LeaderMustWithdraw: (fx.AttackDropped, fx.LeaderMoved, fx.LeaderTaken),
}
"""What is told by another effect of the same event."""
PAID: dict[str, type] = {
    "combat": fx.PointsCommitted,
    "fortuna": fx.Rerolled,
    "recovery": fx.Recovered,
    "elephants": fx.ElephantRolled,
}
"""What a point was spent on, where that tells of the point."""


def _told_better(effect: Any, kinds: set[type]) -> bool:
    if isinstance(effect, fx.MarkerUsed) and effect.worth:
        return PAID.get(effect.box) in kinds
    return any(kind in kinds for kind in BETTER.get(type(effect), ()))


NOW = {
    "command": "Command Points are placed.",
    "initiative": "The initiative is rolled for.",
    "elephants": "Rome may roll against the elephants.",
    "stampede": "Rome leads the furious elephants.",
    "move": "It is {side}'s move.",
    "volley": "{other} may shoot.",
    "attack-points": "{side} may commit Command Points.",
    "defence-points": "{other} may commit Command Points.",
    "combat": "{side} may attack.",
    "recover": "{side} may recover.",
}
"""What is said of an event that only begins an impulse."""


ENDED = {
    "elephants": "Rome is done with the elephants.",
    "stampede": "Rome ends the movement of the furious elephants.",
    "move": "{side} ends its movement.",
    "volley": "{other} ends its volleys.",
    "combat": "{side} ends its combats.",
    "recover": "{side} is done with recovery.",
}
"""What is said of the end of an impulse, before what follows it."""


def _ended(before: State, effects: Sequence[Any]) -> list[str]:
    """The end that a side made of its impulse, unless it ended the battle."""
    ended = effects and isinstance(effects[0], fx.PhaseBegun | fx.TurnBegun)
    if not ended or before.pending or before.phase not in ENDED:
        return []
    return [ENDED[before.phase].format(**_names(before))]


def _and_next(ended: Sequence[str], text: Sequence[str]) -> list[str]:
    """An end and what comes next, in one sentence if it is the same side's to do."""
    if ended and text:
        side = f"{ended[0].partition(' ')[0]} "
        if text[0].startswith(f"{side}may "):
            both = f"{ended[0].removesuffix('.')} and {text[0].removeprefix(side)}"
            return [both, *text[1:]]
    return [*ended, *text]


def _names(state: State) -> dict[str, str]:
    """The side in phase and the other."""
    side = state.side or "rome"
    return {"side": words.SIDES[side], "other": words.SIDES[other(side)]}


def _quiet(before: State, state: State) -> str:
    """What is said of an event that tells nothing: a die that stands, an impulse that ends."""
    roll = before.pending[0] if before.pending else None
    if isinstance(roll, RollPending):
        return f"{words.SIDES[roll.window[0]]} lets the die stand."
    if state.pending or state.phase not in NOW:
        return "The battle goes on."
    return NOW[state.phase].format(**_names(state))


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


def _told(
    state: State,
    effect: fx.AnyEffect | ch.AnyChange,
    known: Known,
    effects: Sequence[fx.AnyEffect | ch.AnyChange],
) -> list[str]:
    """An effect in words, ``effects`` being all of its event."""
    if isinstance(effect, ch.AnyChange):
        return [sentence(_change(state, effect))]
    if isinstance(effect, fx.Began | fx.SetUpEffect):
        return _set_up(state, effect)
    if isinstance(effect, fx.TurnEffect):
        return _turn(state, effect, known, effects)
    if isinstance(effect, fx.ActionEffect):
        return _action(state, effect, effects)
    if isinstance(effect, fx.ConsequenceEffect):
        return battle.consequence(state, effect, effects)
    return battle.combat(state, effect, effects)


def _set_up(state: State, effect: fx.Began | fx.SetUpEffect) -> list[str]:
    """The start of the battle and the set-up."""
    match effect:
        case fx.Began():
            rome, carthage = (
                sum(1 for unit in effect.units if unit.side == side) for side in words.SIDES
            )
            leaders = " and ".join(one.name for one in effect.leaders)
            stands = {unit.hex: f"{words.TITLES[unit.type]} {unit.id}" for unit in effect.units}
            places = [f"{one.name} with {stands[one.hex]} on {one.hex}" for one in effect.leaders]
            return [
                f"{effect.field.title}: {leaders} draw up their armies.",
                f"Rome has {count_of(rome, 'unit')}, Carthage {number(carthage)}.",
                f"{listed(places)}.",
            ]
        case fx.UnitShifted():
            return [f"{words.unit(state, effect.unit)} are set up on {effect.hex}."]
        case fx.LeaderSeated():
            name, joined = words.leader(state, effect.side), state.by_id[effect.unit]
            return [f"{name} joins {words.unit(state, joined.id)} on {joined.hex}."]
        case fx.UnitHeldOut():
            return [f"{words.unit(state, effect.unit)} are held back, to enter later."]
        case fx.SideReady():
            return [f"{words.SIDES[effect.side]} has set up."]
        case _:
            assert_never(effect)


def _score(state: State) -> str:
    """How near both armies are to being beaten."""
    return f"Rout Points: {', '.join(_rout(one) for one in state.armies)}"


def _rout(army: Army) -> str:
    """How near an army is to its limit, or how far beyond it."""
    of = "of" if army.rout <= army.limit else "against a limit of"
    return f"{words.SIDES[army.side]} {army.rout} {of} {army.limit}"


def _turn(state: State, effect: fx.TurnEffect, known: Known, effects: Sequence[Any]) -> list[str]:
    """Turns, Command Points and the initiative."""
    match effect:
        case fx.TurnBegun():
            return [f"{turn_label(effect.turn)} begins. {_score(state)}."]
        case fx.MarkerPlaced():
            worth = {"point": "a Command Point", "vacuus": "the Vacuus"}.get(
                known.get(effect.marker, "")
            )
            what = worth or "a marker"
            if any(isinstance(one, fx.MarkersShown) for one in effects):
                what = f"the last marker, {worth}," if worth else "the last marker,"
            return [f"{words.SIDES[effect.side]} places {what} in {words.BOXES[effect.box]}."]
        case fx.PlacementLaid():
            return [f"{words.SIDES[effect.side]} places all its markers, face down."]
        case fx.MarkersShown():
            return [f"{words.SIDES[effect.side]} has {_lying(effect)}."]
        case fx.MarkerUsed():
            side, box = words.SIDES[effect.side], words.BOXES[effect.box]
            if effect.worth:
                return _spent(effect, effects)
            return [f"{side}'s marker in {box} is the Vacuus."]
        case fx.InitiativeRolled():
            return [_initiative(effect.sides, effect.faces, effect.bonus)]
        case fx.InitiativeResolved():
            rolled = state.pending[0]
            assert isinstance(rolled, InitiativePending)
            sides, faces = zip(*((one.side, one.face) for one in rolled.throws), strict=True)
            thrown = _thrown(sides, faces, rolled.bonus)
            if effect.winner is None:
                return [f"Nobody has the initiative, and both roll again: {thrown}."]
            return [f"{words.SIDES[effect.winner]} has the initiative: {thrown}."]
        case fx.OrderChosen():
            order = "first" if effect.side == effect.first else "second"
            return [f"{words.SIDES[effect.side]} chooses to move {order}."]
        case fx.PhaseBegun():
            return _flights(effect, effects)
        case _:
            assert_never(effect)


def _thrown(sides: Sequence[SideKey], faces: Sequence[int], bonus: Sequence[int]) -> str:
    """Whose die shows what: `Carthage 5, Rome 3 + 1 = 4`, the 1 being a point."""
    return ", ".join(
        f"{words.SIDES[side]} {face}" + (f" + {more} = {face + more}" if more else "")
        for side, face, more in zip(sides, faces, bonus, strict=True)
    )


def _initiative(sides: Sequence[SideKey], faces: Sequence[int], bonus: Sequence[int]) -> str:
    """Who has the initiative as dice lie that may still be thrown again."""
    sums = dict(zip(sides, map(operator.add, faces, bonus), strict=True))
    best = [words.SIDES[side] for side in sides if sums[side] == max(sums.values())]
    ahead = f"{best[0]} is ahead" if len(best) == 1 else "Both sides are level"
    thrown = _thrown(sides, faces, bonus)
    return f"{ahead} for the initiative, and a die may be rerolled: {thrown}."


def _spent(used: fx.MarkerUsed, effects: Sequence[Any]) -> list[str]:
    """Who spends a point; of one that each side spends from the same box once."""
    if used.box == "fortuna":
        return [f"{_fortuna(used.side)}."]
    alike = [
        one
        for one in effects
        if isinstance(one, fx.MarkerUsed) and one.worth and one.box == used.box
    ]
    what = f"a Command Point from the {words.BOXES[used.box]} box"
    if len(alike) != 2 or alike[0].side == alike[1].side:
        return [f"{words.SIDES[used.side]} spends {what}."]
    return [f"Both sides spend {what}."] if used is alike[0] else []


def _fortuna(side: SideKey) -> str:
    """How a reroll is told to begin, by its point alone as by its die."""
    return f"Fortuna: {words.SIDES[side]} spends its point"


def _flights(begun: fx.PhaseBegun, effects: Sequence[Any]) -> list[str]:
    """Whose move it is, before units flee on as it begins. BP 11.1."""
    later = effects[effects.index(begun) + 1 :]
    chosen = any(isinstance(one, fx.OrderChosen) and one.side == one.first for one in effects)
    if (
        begun.phase != "stampede"
        or chosen
        or not any(isinstance(one, fx.UnitFled) for one in later)
    ):
        return []
    return [f"It is {words.SIDES[begun.side or 'rome']}'s move."]


def _action(state: State, effect: fx.ActionEffect, effects: Sequence[Any]) -> list[str]:
    """Movement, volleys, elephants, Fortuna, recovery and the end."""
    match effect:
        case fx.UnitMoved():
            moved = [one for one in effects if isinstance(one, fx.UnitMoved)]
            if len(moved) > 1:
                return movement.march(state, moved) if effect is moved[0] else []
            return [movement.move(state, effect)]
        case fx.UnitsHastened():
            each = " each" if len(effect.units) > 1 else ""
            hastened = words.units(state, movement.in_order(state, effect.units))
            return [f"{hastened} gain 1 MP{each}."]
        case fx.UnitLeft():
            gone = words.unit(state, effect.unit)
            if not effect.back:
                return [f"{gone} leave the field by the enemy's edge."]
            back = words.rout_points(effect.back)
            return [
                f"{gone} leave the field by the enemy's edge:"
                f" Rome recovers {back} and has {effect.rout}."
            ]
        case fx.UnitEntered():
            how = "come back" if effect.rule == "BP 14.1" else "break out of hiding"
            return [f"{words.unit(state, effect.unit)} {how} on {effect.hex}."]
        case fx.Stampeded():
            return [movement.stampede(state, effect)]
        case fx.ElephantRolled():
            goaded = words.units(state, (effect.unit, *effect.others))
            return [f"{_goads(effects)} a {effect.face} against {goaded}."]
        case fx.ElephantResolved():
            alike = [one.unit for one in effects if isinstance(one, fx.ElephantResolved)]
            if effect.unit != alike[0]:
                return []
            thrown = any(isinstance(one, fx.ElephantRolled | fx.Rerolled) for one in effects)
            die = f": {_goads(effects)} a {effect.face}" if thrown else ""
            return [f"{words.units(state, alike)} {battle.ELEPHANTS[effect.result]}{die}."]
        case fx.VolleyRolled():
            shooter, target = words.unit(state, effect.shooter), words.unit(state, effect.target)
            does = "hit" if effect.face <= effect.number else "miss"
            return [f"{shooter} {does} {target} as the die lies: {_number(effect)}."]
        case fx.VolleyResolved():
            return [_volley(state, effect, effects)]
        case fx.Rerolled():
            dice = f"to reroll a {effect.before}, and rolls a {effect.face}"
            return [f"{_fortuna(effect.side)} {dice}."]
        case fx.RollAccepted():
            return []
        case fx.Recovered():
            left = f"{effect.total or 'no'} Disorder left"
            return [f"{words.unit(state, effect.unit)} recover with a Recovery point: {left}."]
        case fx.BattleEnded():
            won = "".join(f"{words.SIDES[side]} wins: " for side in effect.winners)
            return [sentence(f"{won}{effect.reason} ({_score(state)})")]
        case _:
            assert_never(effect)


def _goads(effects: Sequence[Any]) -> str:
    """How Rome comes to a roll against elephants, which is one of two that a point may pay for."""
    paid = any(isinstance(one, fx.MarkerUsed) and one.box == "elephants" for one in effects)
    return "Rome spends a Command Point and rolls" if paid else "Rome rolls"


def _volley(state: State, shot: fx.VolleyResolved, effects: Sequence[Any]) -> str:
    """What a volley did, with its die unless that has been told when it was thrown."""
    shooter, target = words.unit(state, shot.shooter), words.unit(state, shot.target)
    thrown = any(isinstance(one, fx.VolleyRolled | fx.Rerolled) for one in effects)
    die = f": {_number(shot)}" if thrown else ""
    return f"{shooter} {'hit' if shot.hit else 'miss'} {target}{die}."


def _number(shot: fx.VolleyRolled | fx.VolleyResolved) -> str:
    """What a volley threw and what it needed."""
    needed = "a 1" if shot.number == 1 else f"{shot.number} or less"
    return f"{shot.face} rolled, {needed} needed"


def _lying(shown: fx.MarkersShown) -> str:
    """How many markers lie in which boxes."""
    boxes = Counter(words.BOXES[one.box] for one in shown.markers)
    alike = {
        count: [box for box in boxes if boxes[box] == count]
        for count in sorted({*boxes.values()}, reverse=True)
    }
    parts: list[str] = []
    for count, places in alike.items():
        many = count_of(count, "marker") if not parts else number(count)
        each = " each" if len(places) > 1 else ""
        parts.append(f"{many}{each} in {listed(places)}")
    return listed(parts)


def _change(state: State, effect: ch.AnyChange) -> str:
    match effect:
        case ch.PlaceUnit(unit, hex_):
            return f"ruled: {words.unit(state, unit)} stand on {hex_}"
        case ch.RemoveUnit(unit):
            return f"ruled: {words.unit(state, unit)} are off the field"
        case ch.SetFacing(unit, facing):
            return f"ruled: {words.unit(state, unit)} face {words.DIRECTIONS[facing]}"
        case ch.SetDisorder(unit, disorder):
            return f"ruled: {words.unit(state, unit)} have Disorder {disorder}"
        case ch.SetRout(side, rout):
            return f"ruled: {words.SIDES[side]} has {words.rout_points(rout)}"
        case ch.SetLeader(side, unit):
            return f"ruled: {words.SIDES[side]}'s leader is with {words.unit(state, unit)}"
        case ch.RemoveLeader(side):
            return f"ruled: {words.SIDES[side]}'s leader is out of the battle"
        case _:
            assert_never(effect)
