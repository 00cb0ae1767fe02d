"""State, command, dice → effects: whose turn it is, and which chapter answers."""

from collections.abc import Sequence
from typing import assert_never

from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war.effects import Fact
from iacta.domain.civil_war.rules import (
    battle,
    casualties,
    closing,
    combat,
    death,
    desertion,
    entry,
    fight,
    march,
    peoples,
    phases,
    recruit,
    sail,
    year_events,
)
from iacta.domain.civil_war.rules.unfolding import Unfolding, unfold
from iacta.domain.civil_war.state import State
from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.errors import Concluded, NotYourTurn, OutOfPhase
from iacta.domain.kernel.proof.seals import Secrets

PHASES = {spec.shape: spec.phases for spec in cmd.COMMANDS}
CHOICES = (cmd.ChooseLosses, cmd.ChooseDesertion, cmd.Retreat)
MapOrder = (
    cmd.March | cmd.Sail | cmd.Court | cmd.EndMarches | cmd.Attack | cmd.Retreat | cmd.Recruit
)
GoingOn = (
    cmd.RollYearEvent
    | cmd.ChooseDesertion
    | cmd.EnterLeaders
    | cmd.CheckLeaderDeath
    | cmd.CheckLeaderDeaths
    | cmd.ChooseLosses
    | MapOrder
)
"""Commands after which the year goes on as far as it can by itself."""


def decide(
    state: State, command: cmd.Order, role: str, dice: Dice, secrets: Secrets
) -> Sequence[Fact]:
    """The effects of a command; raises `Refused` before a die falls."""
    _check_time(state, command)
    play = unfold(state, dice, secrets)
    match command:
        case cmd.ResolveCombat():
            play.add(_resolve(state, command, role, dice))
        case cmd.AdjudicateCombat():
            play.add(combat.resolve(battle.on_a_table(state, command), state.switches, dice))
        case cmd.CloseYear():
            _close_year(play)
        case _:
            _act(play, command, role)
            phases.run_on(play)
    return play.effects


def _act(play: Unfolding, command: GoingOn, role: str) -> None:
    """What may leave nothing to choose, so that the year goes on by itself. CW-2."""
    state, dice = play.state, play.dice
    match command:
        case cmd.RollYearEvent():
            year_events.roll(play)
        case cmd.ChooseDesertion(units):
            play.add(desertion.choose(state, units, role))
        case cmd.EnterLeaders():
            play.add(*entry.enter(state, entry.roll_factions(state, dice)))
        case cmd.CheckLeaderDeath(name):
            play.add(death.check(state, death.named(state, name), dice))
        case cmd.CheckLeaderDeaths():
            play.add(*(death.check(state, leader, dice) for leader in death.due(state)))
        case cmd.ChooseLosses(units):
            play.add(casualties.choose(state, units, role))
        case _:
            play.add(*_on_the_map(state, command, role, dice))


def _on_the_map(state: State, command: MapOrder, role: str, dice: Dice) -> Sequence[Fact]:
    """What a seat orders in its segment, after it, and in Adjustments. CW-34, CW 9."""
    match command:
        case cmd.March():
            return march.go(state, command, role)
        case cmd.Sail():
            return sail.go(state, command, role, dice)
        case cmd.Court():
            return peoples.court(state, command, role, dice)
        case cmd.EndMarches():
            return fight.end_marches(state, role)
        case cmd.Attack():
            return fight.attack(state, command, role, dice)
        case cmd.Retreat(to):
            return [fight.choose(state, to, role)]
        case cmd.Recruit():
            return [recruit.recruit(state, command, role)]
        case _:
            assert_never(command)


def _close_year(play: Unfolding) -> None:
    """A desk's year, or a map's whose segments a ruling has ended. CW-28, CW-65."""
    state = play.state
    if state.chart is None:
        play.add(closing.close(state))
        return
    if state.segment <= len(state.segments):
        raise OutOfPhase("there are segments still to come")
    phases.adjust(play)


def _check_time(state: State, command: cmd.Order) -> None:
    if state.phase == "over":
        raise Concluded("the war's years are over")
    if isinstance(command, cmd.AdjudicateCombat):
        if state.scenario != "table":
            raise OutOfPhase("forces stand on this map: resolve their combat there")
        return
    if isinstance(command, cmd.ResolveCombat) and state.scenario == "table":
        raise OutOfPhase("this desk has no map: adjudicate the combat")
    if state.pending and not isinstance(command, CHOICES):
        raise OutOfPhase(f"the {state.pending[0].seat} seat has a choice to make first")
    if state.phase not in PHASES[type(command)] and not isinstance(command, cmd.CheckLeaderDeath):
        raise OutOfPhase(f"not in the phase of {state.phase}")


def _resolve(state: State, command: cmd.ResolveCombat, role: str, dice: Dice) -> Fact:
    fight = battle.on_the_map(state, command)
    if role not in ("referee", f"seat:{fight.attacker.side}"):
        raise NotYourTurn("the attacker's seat or the referee resolves a combat")
    return combat.resolve(fight, state.switches, dice)
