"""The decider: state, command, dice → effects. Checks the turn and dispatches to the rules."""

from collections.abc import Sequence
from typing import assert_never

from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war.effects import AnyEffect
from iacta.domain.civil_war.evolve import evolve
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
from iacta.domain.civil_war.rules.unfolding import Unfolding
from iacta.domain.civil_war.state import State
from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.errors import NotYourTurn, OutOfPhase
from iacta.domain.kernel.proof.seals import Secrets

CHOICES = (cmd.ChooseLosses, cmd.ChooseDesertion, cmd.Retreat)


def decide(
    state: State, command: cmd.AnyCommand, role: str, dice: Dice, secrets: Secrets
) -> Sequence[AnyEffect]:
    """Decide a command: its effects, or `Refused` before any die is rolled."""
    _check_due(state, command)
    play = Unfolding(state, evolve, dice, secrets)
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


def _act(play: Unfolding, command: cmd.YearCommand, role: str) -> None:
    """Add the effects of a command after which the year may advance automatically. CW-2."""
    state, dice = play.state, play.dice
    match command:
        case cmd.RollYearEvent():
            year_events.roll(play)
        case cmd.ChooseDesertion(units):
            play.add(desertion.choose(state, units, role))
        case cmd.EnterLeaders():
            play.add(*entry.enter(state, entry.roll_factions(state, dice)))
        case cmd.CheckLeaderDeath(name):
            play.add(death.check(state, death.leader_to_check(state, name), dice))
        case cmd.CheckLeaderDeaths():
            play.add(*(death.check(state, leader, dice) for leader in death.leaders_due(state)))
        case cmd.ChooseLosses(units):
            play.add(casualties.choose(state, units, role))
        case _:
            play.add(*_on_the_map(state, command, role, dice))


def _on_the_map(
    state: State, command: cmd.MapCommand, role: str, dice: Dice
) -> Sequence[AnyEffect]:
    """The effects of a command on the map: in a segment or in Adjustments. CW-34, CW 9."""
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
            return [fight.choose_retreat(state, to, role)]
        case cmd.Recruit():
            return [recruit.recruit(state, command, role)]
        case _:
            assert_never(command)


def _close_year(play: Unfolding) -> None:
    """Close the year on the referee's desk, or on a map after the last segment. CW-28, CW-65."""
    state = play.state
    if state.chart is None:
        play.add(closing.close(state))
        return
    if state.segment <= len(state.segments):
        raise OutOfPhase("segments of this year are still to be played")
    phases.adjust(play)


def _check_due(state: State, command: cmd.AnyCommand) -> None:
    """Refuse the wrong combat command, and anything but the choice that is due. CW-28."""
    if isinstance(command, cmd.AdjudicateCombat):
        if state.scenario != "table":
            raise OutOfPhase("this scenario has a map: resolve the combat there")
        return
    if isinstance(command, cmd.ResolveCombat) and state.scenario == "table":
        raise OutOfPhase("the referee's desk has no map: adjudicate the combat")
    if state.pending and not isinstance(command, CHOICES):
        raise OutOfPhase(f"the {state.pending[0].seat} seat has a choice to make first")


def _resolve(state: State, command: cmd.ResolveCombat, role: str, dice: Dice) -> AnyEffect:
    fight = battle.on_the_map(state, command)
    if role not in ("referee", f"seat:{fight.attacker.side}"):
        raise NotYourTurn("only the attacker's seat or the referee may resolve this combat")
    return combat.resolve(fight, state.switches, dice)
