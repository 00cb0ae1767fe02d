"""Effects as sentences, written when read: the headline first, then the details."""

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from iacta.domain.civil_war import changes as ch
from iacta.domain.civil_war import effects as fx
from iacta.domain.civil_war.evolve import evolve
from iacta.domain.civil_war.narrate import combat
from iacta.domain.civil_war.narrate.adjustments import NO_RECRUITS, RAISE_NOBODY
from iacta.domain.civil_war.narrate.beats import beat
from iacta.domain.civil_war.narrate.changes import describe as describe_change
from iacta.domain.civil_war.narrate.map import describe as describe_map_effect
from iacta.domain.civil_war.narrate.map import die
from iacta.domain.civil_war.narrate.map import marks as map_marks
from iacta.domain.civil_war.rulebook import RULEBOOK
from iacta.domain.civil_war.rules.desertion import strike
from iacta.domain.civil_war.standing import year_label
from iacta.domain.civil_war.state import State, words
from iacta.domain.civil_war.tables import EVENTS
from iacta.domain.kernel.contract.narration import Mark, tell
from iacta.domain.kernel.contract.system import Change, Known, Story
from iacta.domain.kernel.contract.words import listed, number, sentence

CHECKS = (fx.LeaderChecked, fx.LeaderLeft)
"""leaders whose time may have come, told together"""
MASTERLESS = (4, 10)
"""events that affect nobody while no Faction Leader controls Roma. CW-5, CW-16"""
FOLLOWED = (7, 8, 10, 11, 14)
"""events whose effect is told with the segments, the dice or the people that it changes"""


def narrate(before: State, effects: Sequence[fx.AnyEffect | ch.AnyChange], known: Known) -> Story:
    """The story of an event: its sentences and marks."""
    checked = next((one for one in effects if isinstance(one, CHECKS)), None)
    awaited = next((one for one in effects if isinstance(one, fx.DesertionAwaited)), None)
    settled = any(isinstance(one, fx.ControlSettled) for one in effects)
    story = tell(
        before,
        effects,
        evolve,
        lambda state, after, effect: [
            # Control points that the Adjustments tell, the end of the war need not tell again.
            *_describe(state, effect)[: 1 if settled and isinstance(effect, fx.WarWon) else None],
            *(_fates(effects) if effect is checked else ()),
            *(_deserters(state, effects) if effect is awaited else ()),
            *_ended(state, after, effect),
        ],
        lambda state, effect: _marks(state, effect),
        rank=_rank,
        quiet=lambda before, after: f"{year_label(after.year)} goes on.",
        beat=beat,
    )
    over = any(isinstance(one, fx.WarWon) for one in effects)
    text = [line for line in story.text if not (over and RAISE_NOBODY in line)]
    return msgspec.structs.replace(story, text=tuple(_without_recruits(text)))


def _without_recruits(text: Sequence[str]) -> Iterator[str]:
    """Regions that give the same side no recruits, for one reason, are told together."""
    regions: dict[str, list[str]] = {}
    for line in text:
        if NO_RECRUITS in line:
            region, _, what = line.partition(" gives ")
            regions.setdefault(what, []).append(region)
    for none, lines in itertools.groupby(text, lambda line: NO_RECRUITS in line):
        if not none:
            yield from lines
            continue
        for what, names in regions.items():
            yield f"{listed(names)} {'give' if len(names) > 1 else 'gives'} {what}"
        regions.clear()


def _rank(effect: fx.AnyEffect | ch.AnyChange) -> int:
    """What befell first, then the segment's end, the year's, and whose is next or who has won."""
    match effect:
        case fx.MarchesEnded(contested=()):
            return 2
        case fx.ControlSettled() | fx.PeopleSettled() | fx.Rallied() | fx.Recruited():
            return 3
        case fx.YearClosed():
            return 3
        case fx.SegmentBegun() | fx.WarWon():
            return 4
        case _:
            return 1


def _ended(state: State, after: State, effect: fx.AnyEffect | ch.AnyChange) -> list[str]:
    """The leaders whom a ruling on a people ends by the table. CW L3."""
    if not isinstance(effect, ch.SetPeople):
        return []
    now = {one.name for one in after.leaders if one.status == "dead"}
    ended = [one.name for one in state.leaders if one.name in now and one.died is None]
    return [f"{die(ended)}, as the table of leaders has it."] if ended else []


def _marks(state: State, effect: Any) -> list[Mark]:
    match effect:
        case ch.SetPeople() if _ended(state, evolve(state, effect), effect):
            return [{"kind": "death"}]
        case fx.YearEventRolled():
            title = RULEBOOK.title(f"CW E{effect.total}")
            return [{"kind": "chapter", "label": year_label(effect.year), "note": title}]
        case fx.CombatResolved():
            fell = [{"kind": "death"}] if effect.eliminated_leaders else []
            return [{"kind": "battle"}, *fell]
        case (
            fx.LeaderChecked(died=True)
            | fx.LeaderLeft()
            | fx.Conspired(killed=True)
            | ch.RemoveLeader()
        ):
            return [{"kind": "death"}]
        case fx.YearClosed(next=None):
            return [{"kind": "end"}]
        case _:
            return map_marks(effect)


def _describe(state: State, effect: fx.AnyEffect | ch.AnyChange) -> list[str]:
    if isinstance(effect, Change):
        return [describe_change(state, effect)]
    match effect:
        case fx.Began():
            here = sum(1 for leader in effect.leaders if leader.status == "in-play")
            return [
                f"The war begins in {year_label(effect.year)}.",
                f"{here} leaders are on the map; {len(effect.leaders) - here} are still to come.",
            ]
        case fx.YearEventRolled():
            title = RULEBOOK.title(f"CW E{effect.total}")
            idle = effect.total in MASTERLESS and not effect.in_force
            what = f"Its effect: {_effect(effect.total)}."
            does = "No Faction Leader controls Roma: nothing happens." if idle else what
            return [
                f"The year's event: {title} ({effect.d6} + {effect.d10} = {effect.total}).",
                *([does] if idle or effect.total not in FOLLOWED else []),
            ]
        case fx.UnitsReduced():
            return [sentence(f"reduced: {words.places(state, effect.units)}")]
        case fx.UnitsWithdrawn():
            gone = words.places(state, effect.units)
            return [sentence(f"out of play until the year is closed: {gone}")]
        case fx.LeadersIll():
            return [sentence(f"{listed(effect.leaders)} {words.agree(effect.leaders, 'fall')} ill")]
        case fx.DesertionRolled():
            first, second = effect.dice
            if not effect.regions:
                return [f"Nobody deserts: {first} and {second} rolled, doubles."]
            regions = listed(effect.regions)
            loyal = [one for one in effect.regions if state.chart and not strike(state, one)]
            return [
                f"Desertion threatens the regions {regions}: {first} and {second} rolled.",
                *([f"None desert in {listed(loyal, 'or')}."] if loyal else []),
            ]
        case fx.LegioDeserted():
            gone = f"{combat.chosen(state, effect.units)} of {combat.seat_name(effect.seat)}"
            where = words.region(state, effect.region)
            return [sentence(f"{gone} in {where} {words.agree(effect.units, 'desert')}")]
        case fx.PeopleTurned():
            turn = "declare war" if effect.at_war else "are pacified"
            return [f"The {effect.people} {turn}."]
        case fx.LeadersEntered():
            return _entered(state, effect)
        case fx.LeaderChecked() | fx.LeaderLeft() | fx.DesertionAwaited():  # told together
            return []
        case fx.Conspired():
            return _conspired(effect)
        case fx.CombatResolved():
            return [combat.headline(state, effect), *combat.reckoning(state, effect)]
        case fx.LossesChosen():
            return _chosen(state, effect)
        case fx.YearClosed():
            return _closed(state, effect)
        case fx.PhaseBegun():
            return []
        case _:
            return describe_map_effect(state, effect)


def _effect(event: int) -> str:
    """What an event does, as its table says, with what the bare numbers there are."""
    what = EVENTS.cell(str(event), "effect")
    on_the_die = re.sub(r"\b(\d) (?=against|in favour)", r"\1 on the combat die ", what)
    return re.sub(r"\bas by (?=\d)", "as by event ", on_the_die)


def _entered(state: State, effect: fx.LeadersEntered) -> list[str]:
    """Who comes where, first those of no side; who joins one by the dice is said one by one."""
    parties: dict[tuple[str | None, str | None], list[str]] = {}
    for one in effect.leaders:
        if one.face is None:
            parties.setdefault((one.faction, one.zone), []).append(one.name)
    lines: list[str] = []
    appear: list[str] = []
    for (faction, zone), names in parties.items():
        where = f" in {words.place(state, zone)}" if zone else ""
        if zone and not faction:
            does = "" if appear else f" {words.agree(names, 'appear')}"
            appear.append(f"{listed(names)}{does}{where}")
            continue
        side = f" for {combat.seat_name(faction)}" if faction else ""
        lines.append(f"{listed(names)} {words.agree(names, 'enter')} the war{side}{where}.")
    if appear:
        lines.insert(0, f"{'; '.join(appear)}.")
    for one in effect.leaders:
        if one.face is not None:
            side = combat.seat_name(one.faction or "")
            where = f" in {words.place(state, one.zone)}" if one.zone else ""
            lines.append(f"{one.name} enters the war{where}, rolls {one.face} and joins {side}.")
    return lines


def _fates(effects: Sequence[Any]) -> list[str]:
    """Who dies, then who lives: a sentence for all who have the same number, or none."""
    fates: dict[tuple[bool, int], list[fx.LeaderChecked]] = {}
    for one in effects:
        if isinstance(one, fx.LeaderChecked):
            fates.setdefault((not one.died, one.number), []).append(one)
    lines = []
    for (lives, due), alike in sorted(fates.items()):
        names = [one.leader for one in alike]
        fate = words.agree(names, "live") if lives else _by_nature(names)
        faces = listed([str(one.face) for one in alike])
        lines.append(f"{listed(names)} {fate}: {faces} rolled, below {due} kills.")
    left = [one.leader for one in effects if isinstance(one, fx.LeaderLeft)]
    return [*([f"{die(left)}, as the table of leaders has it."] if left else []), *lines]


def _deserters(state: State, effects: Sequence[Any]) -> list[str]:
    """How many legions each side has to choose, region by region. CW-29."""
    regions: dict[str, list[str]] = {}
    for one in effects:
        if isinstance(one, fx.DesertionAwaited):
            count = f"{number(one.due.count)} in {words.region(state, one.due.region)}"
            regions.setdefault(one.due.seat, []).append(count)
    return [
        sentence(f"{combat.seat_name(seat)} are to choose which legions desert: {listed(counts)}")
        for seat, counts in regions.items()
    ]


def _by_nature(names: Sequence[str]) -> str:
    return "dies a natural death" if len(names) == 1 else "die natural deaths"


def _conspired(effect: fx.Conspired) -> list[str]:
    if not effect.killed:
        return [f"{effect.leader} survives the Ides of March: {effect.face} rolled, 1 to 4 kills."]
    lines = [f"{effect.leader} dies on the Ides of March: {effect.face} rolled, 1 to 4 kills."]
    turned: dict[tuple[str, str], list[str]] = {}
    for one in effect.turned:
        turned.setdefault((one.faction or "", one.zone or ""), []).append(one.name)
    for (faction, zone), names in turned.items():
        does = words.agree(names, "join")
        lines.append(f"{listed(names)} {does} {combat.seat_name(faction)} in {zone}.")
    return lines


def _chosen(state: State, effect: fx.LossesChosen) -> list[str]:
    who = combat.seat_name(effect.seat)
    choose = "chooses" if effect.seat == "referee" else "choose"
    loss = "loss" if len(effect.reduced) + len(effect.eliminated) == 1 else "losses"
    ends = ((effect.reduced, " reduced"), (effect.eliminated, combat.WORN))
    parts = [f"{combat.chosen(state, units)}{what}" for units, what in ends if units]
    place = f" in {words.place(state, effect.zone)}" if effect.zone else ""
    return [sentence(f"{who} {choose} the {loss}{place}: {'; '.join(parts)}")]


def _closed(state: State, effect: fx.YearClosed) -> list[str]:
    lines = [f"{year_label(effect.year)} is over."]
    if effect.returned:
        back = words.places(state, effect.returned)
        lines.append(sentence(f"back in play, reduced: {back}"))
    if effect.unplaced:
        out = words.places(state, effect.unplaced)
        lines.append(sentence(f"without a place to come back to, and out of play: {out}"))
    if effect.next is None and state.chart is None:
        lines.append("The war is over.")
    return lines
