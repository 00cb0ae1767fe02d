"""State, command, dice → effects: whose turn it is, and which chapter answers."""

from collections.abc import Sequence
from typing import assert_never

from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.errors import Concluded, NotYourTurn, OutOfPhase
from iacta.domain.kernel.proof.seals import Secrets
from iacta.domain.samnite_wars import commands as cmd
from iacta.domain.samnite_wars.effects import Fact
from iacta.domain.samnite_wars.rules import (
    aftermath,
    answers,
    battles,
    efforts,
    events,
    founding,
    peace,
    revolts,
    turns,
)
from iacta.domain.samnite_wars.rules.unfolding import Unfolding, unfold
from iacta.domain.samnite_wars.state import Player, State

PHASES = {spec.shape: spec.phases for spec in cmd.COMMANDS}


def decide(
    state: State, command: cmd.Order, role: str, dice: Dice, secrets: Secrets
) -> Sequence[Fact]:
    """The effects of a command; raises `Refused` before a die falls or a seal is read."""
    if state.step == "over":
        raise Concluded("the game is over")
    due = PHASES[type(command)]
    if due and state.step not in due:
        raise OutOfPhase(f"the turn stands at another step: {state.step}")
    play = unfold(state, dice, secrets)
    if isinstance(command, cmd.SetUp):
        founding.set_up(play)
    else:
        _act(play, command, _player(state, role))
    return play.effects


def _player(state: State, role: str) -> Player:
    player = state.player(role.removeprefix("seat:"))
    if player is None:
        raise NotYourTurn(f"{role} does not play")
    return player


def _act(play: Unfolding, command: cmd.Played, player: Player) -> None:
    state = play.state
    match command:
        case cmd.Answer(window, cards, claim):
            _among(player, state.window.asked if state.window else ())
            answers.answer(play, player, window, cards, claim)
        case cmd.NameRebels(region):
            _among(player, state.foes)
            revolts.name(play, player.seat, region)
        case cmd.NameAlly(ally):
            _among(player, (battles.fight(state).enemy,))
            battles.name_ally(play, ally)
        case cmd.Give(cards):
            battles.give(play, player, cards)
        case cmd.LayEffort(effort):
            _among(player, (state.consul, battles.fight(state).enemy))
            efforts.lay(play, player, effort)
        case cmd.Discard(cards):
            turns.discard(play, player, cards)
        case cmd.DeclareEnd():
            turns.declare(play, player.seat)
        case _:
            _among(player, (state.consul,))
            _consul(play, command, player)


def _consul(play: Unfolding, command: cmd.Consular, consul: Player) -> None:
    match command:
        case cmd.Draw(cards):
            turns.draw(play, cards)
        case cmd.RollEvent():
            events.roll(play)
        case cmd.PaxRomana(card, opponent):
            peace.pax_romana(play, consul, card, opponent)
        case cmd.PeaceCard(card, opponent):
            peace.check_card(play, consul, card, opponent)
            peace.another(play, consul.seat, card, opponent)
        case cmd.Fortify():
            peace.fortify(play)
        case cmd.Campaign(region, enemy, ally, levy):
            peace.campaign(play, consul, region, enemy, ally, levy)
        case cmd.NameEnemy(enemy, ally):
            battles.name_enemy(play, enemy, ally)
        case cmd.FreeRegion(region):
            aftermath.free(play, region)
        case _:
            assert_never(command)


def _among(player: Player, due: Sequence[str | None]) -> None:
    if player.seat not in due:
        raise NotYourTurn(f"{player.seat} is not awaited")
